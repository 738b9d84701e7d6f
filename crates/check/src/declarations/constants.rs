//! Expressions whose value is known when a composition is put together: options and figures.

use rota_bytecode::{Form, Sort, Type};
use rota_source::Diagnostic;
use rota_syntax::ast::{self, ExprKind as Ast, Name, UnaryOp};

use crate::OptionInfo;
use crate::checker::Checker;
use crate::checker::OptionValue;
use crate::expressions::types::{Ranged, UNKNOWN};
use crate::usage::Kind;

impl Checker<'_> {
    /// Settles an option: its default, or what a variant or the outside sets.
    pub(crate) fn resolve_option(
        &mut self,
        name: &Name,
        ranged: Option<Ranged>,
        default: &ast::Expr,
        setting: Option<&ast::Expr>,
        doc: Option<&Name>,
    ) {
        let Some((ty, range)) = ranged else {
            self.options
                .insert(name.node.clone(), OptionValue { ty: UNKNOWN, range: None, default: 0, value: 0 });
            return;
        };
        let default_value = self.constant_of(default, ty, range);
        let value = match setting {
            Some(setting) => self.constant_of(setting, ty, range).or(default_value),
            None => default_value,
        };
        let value = value.unwrap_or_else(|| range.map_or(0, |(least, _)| least));
        let known = OptionValue { ty, range, default: default_value.unwrap_or(value), value };
        self.options.insert(name.node.clone(), known);
        let info = OptionInfo {
            name: name.node.clone(),
            value: self.constant_text(ty, value),
            default: default_value.map_or_else(String::new, |value| self.constant_text(ty, value)),
            choices: self.choices_text(ty, range),
            doc: doc.map_or_else(String::new, |doc| doc.node.clone()),
            span: name.span,
        };
        self.option_infos.push(info);
    }

    /// Evaluates a literal of a type, checked against its range.
    pub(crate) fn constant_of(
        &mut self,
        written: &ast::Expr,
        ty: Type,
        range: Option<(i64, i64)>,
    ) -> Option<i64> {
        let value = match (&*written.kind, ty.sort) {
            _ if ty == UNKNOWN => return None,
            (Ast::None, _) if ty.form == Form::Maybe => return Some(-1),
            (Ast::Set(members), _) if ty.form == Form::Many && members.is_empty() && ty.is_mask() => {
                return Some(0);
            }
            (Ast::Int(value), Sort::Int) => *value,
            (Ast::Unary { op: UnaryOp::Negate, operand }, Sort::Int | Sort::Pts) => {
                -self.constant_of(operand, ty, None)?
            }
            (Ast::Points(inner), Sort::Pts) => self.constant_of(inner, Type::one(Sort::Int), None)?,
            (Ast::Bool(value), Sort::Bool) => i64::from(*value),
            (Ast::Name(name), Sort::Words) => return self.word_value(name, ty, written),
            (Ast::Name(name), Sort::Stock) => return self.stock_value(name, written),
            (Ast::Name(name), _) => match self.options.get(name) {
                Some(option) if option.ty == UNKNOWN => return None,
                Some(option) if option.ty.sort == ty.sort => {
                    self.usage.mark(Kind::Option, name);
                    option.value
                }
                _ => return self.not_constant(written, ty),
            },
            _ => return self.not_constant(written, ty),
        };
        if let Some((least, most)) = range
            && !(least..=most).contains(&value)
        {
            Diagnostic::error("types::out-of-range", format!("{value} is not in {least}..{most}"))
                .at(written.span, format!("expected {least} to {most}"))
                .help("take a number in the range, or widen the range in the declaration")
                .report(self.diagnostics);
            return None;
        }
        Some(value)
    }

    fn word_value(&mut self, name: &str, ty: Type, written: &ast::Expr) -> Option<i64> {
        if let Some(option) = self.options.get(name)
            && option.ty == ty
        {
            self.usage.mark(Kind::Option, name);
            return Some(option.value);
        }
        let words = self.declared.words.get(usize::from(ty.detail?))?.clone();
        let position = words.iter().position(|word| word == name);
        if position.is_none() {
            Diagnostic::error("names::unknown-word", format!("`{name}` is not one of the words"))
                .at(written.span, "not among them")
                .suggest((name, written.span), &words, || format!("one of {}", words.join(", ")))
                .report(self.diagnostics);
        }
        position.map(crate::expressions::names::index)
    }

    /// A kind of goods by its word.
    fn stock_value(&mut self, name: &str, written: &ast::Expr) -> Option<i64> {
        let known: Vec<String> = self.declared.stocks.iter().map(|stock| stock.name.clone()).collect();
        let position = known.iter().position(|stock| stock == name);
        match position {
            Some(_) => self.usage.mark(Kind::Stock, name),
            None => Diagnostic::error("names::unknown-word", format!("`{name}` is no stock"))
                .at(written.span, "no stock is called that")
                .suggest((name, written.span), &known, || format!("declare it: `stock {name}`"))
                .report(self.diagnostics),
        }
        position.map(crate::expressions::names::index)
    }

    fn not_constant(&mut self, written: &ast::Expr, ty: Type) -> Option<i64> {
        let wanted = self.describe(ty);
        let literal = if matches!(&*written.kind, Ast::Int(_)) {
            Some(Sort::Int)
        } else if matches!(&*written.kind, Ast::Bool(_)) {
            Some(Sort::Bool)
        } else if matches!(&*written.kind, Ast::Points(_)) {
            Some(Sort::Pts)
        } else {
            None
        };
        let form = if ty.sort == Sort::Int {
            "a whole number".to_owned()
        } else if ty.sort == Sort::Bool {
            "`true` or `false`".to_owned()
        } else if ty.sort == Sort::Pts {
            "points such as `3 pts`".to_owned()
        } else if ty.sort == Sort::Words {
            format!("one of {}", self.choices_text(ty, None))
        } else {
            "a number, a word, `true`, `false`".to_owned()
        };
        let diagnostic = match literal {
            Some(sort) if sort != ty.sort => {
                let found = self.describe(Type::one(sort));
                Diagnostic::error("types::mismatch", format!("expected {wanted}, found {found}"))
                    .at(written.span, format!("this is {found}"))
            }
            _ => Diagnostic::error("types::not-constant", format!("expected {wanted}, written out"))
                .at(written.span, "this must be known before the game begins"),
        };
        self.report(diagnostic.help(format!("write {form}, or an option declared above")));
        None
    }

    pub(crate) fn constant_text(&self, ty: Type, value: i64) -> String {
        if ty.sort == Sort::Bool {
            if value == 0 { "false" } else { "true" }.to_owned()
        } else if ty.sort == Sort::Words {
            let list = ty.detail.and_then(|list| self.declared.words.get(usize::from(list)));
            let position = usize::try_from(value).unwrap_or(usize::MAX);
            list.and_then(|words| words.get(position)).cloned().unwrap_or_default()
        } else {
            value.to_string()
        }
    }

    fn choices_text(&self, ty: Type, range: Option<(i64, i64)>) -> String {
        match (ty.sort, range) {
            (Sort::Bool, _) => "true, false".to_owned(),
            (Sort::Words, _) => ty
                .detail
                .and_then(|list| self.declared.words.get(usize::from(list)))
                .map(|words| words.join(", "))
                .unwrap_or_default(),
            (_, Some((least, most))) => format!("{least}..{most}"),
            _ => String::new(),
        }
    }
}
