//! `s.own.pennants`: what one segment says, apart from its feature.

use rota_bytecode::program::Owner;
use rota_bytecode::{Builtin, Sort};
use rota_source::{Diagnostic, Help, Span, meant};
use rota_syntax::ast::{self, ExprKind as Ast, Name};

use crate::checker::Checker;
use crate::expressions::types::UNKNOWN;
use crate::tree::{Expr, ExprKind};

/// What stands before the word, and the word.
#[derive(Clone, Copy)]
pub(crate) struct Apart<'a> {
    segment: &'a ast::Expr,
    word: &'a Name,
}

/// What is written before `own`, where that is the last word of an expression.
pub(crate) fn written_apart(written: &ast::Expr) -> Option<Apart<'_>> {
    let Ast::Field { receiver: segment, name: word, args } = &*written.kind else { return None };
    (args.is_empty() && word.node == Builtin::SegmentOwn.info().name).then_some(Apart { segment, word })
}

impl Checker<'_> {
    /// The segment before the word; the outer option says whether a segment or a feature stands there at all.
    pub(crate) fn segment_apart(&mut self, apart: Apart<'_>) -> Option<Option<Expr>> {
        let Some(receiver) = self.one_of(apart.segment, apart.word) else { return Some(None) };
        if receiver.ty.sort == Sort::Segment {
            return Some(Some(receiver));
        }
        if receiver.ty.sort != Sort::Feature {
            return None;
        }
        Diagnostic::error("types::own", "a feature is all of its segments")
            .at(apart.word.span, "only one segment can be asked apart from its feature")
            .at(receiver.span, format!("this is {}", self.describe(receiver.ty)))
            .help("ask its segments: `each s in f.segments { … }`")
            .report(self.diagnostics);
        Some(None)
    }

    /// What is asked of a segment apart from its feature: an attribute, or a variable of features.
    pub(crate) fn own_field(&mut self, segment: Expr, name: &Name, span: Span) -> Option<Expr> {
        let apart = Expr::ask(segment.span, segment.ty, Builtin::SegmentOwn, vec![segment]);
        if let Some(found) = self.attribute(&apart, name, span) {
            return found;
        }
        if let Some(var) = self.variable(Owner::Feature, &name.node) {
            self.usage.read_variable(var);
            let ty = self.declared.vars.get(usize::from(var)).map(|var| var.ty)?;
            if ty == UNKNOWN {
                return None;
            }
            return Some(Expr::new(span, ty, ExprKind::Get { var, key: Some(apart) }));
        }
        if !self.broken.contains(&name.node) {
            let message = format!("`{name}` is no attribute and no variable of features");
            let asked = format!("only those are asked behind `{}`", Builtin::SegmentOwn.info().name);
            let is_known =
                self.is_field(&apart, &name.node) || self.variable(Owner::Segment, &name.node).is_some();
            let help = match is_known {
                true => format!("ask the segment itself: `s.{name}`").into(),
                false => self.near_own(&apart, name),
            };
            Diagnostic::error("types::own", message).at(name.span, asked).help(help).report(self.diagnostics);
        }
        None
    }

    /// The attribute or the variable that may be meant, or how to declare one.
    fn near_own(&self, segment: &Expr, name: &Name) -> Help {
        let kind = segment.ty.detail.and_then(|kind| self.vocabulary.features.get(usize::from(kind)));
        let attributes = kind.into_iter().flat_map(|kind| &kind.attrs).map(|attr| attr.name.as_str());
        let vars = self.declared.vars.iter().filter(|var| var.owner == Owner::Feature);
        let known = attributes.chain(vars.map(|var| var.name.as_str()));
        meant(name, known).unwrap_or_else(|| format!("declare it: `var {name} : … on feature`").into())
    }

    /// Says that something must stand behind the word.
    pub(crate) fn report_bare_own(&mut self, word: &Name) {
        Diagnostic::error("types::own", format!("`{word}` alone asks for nothing"))
            .at(word.span, "what of the segment?")
            .help(format!("name an attribute or a variable of features behind it, as in `s.{word}.NAME`"))
            .report(self.diagnostics);
    }

    /// Says that what lies on a segment is set through its feature.
    pub(crate) fn report_own_set(&mut self, apart: Apart<'_>, name: &Name) {
        let word = apart.word;
        let written = self.sources.line_text(apart.segment.span);
        Diagnostic::error("types::own", format!("`{word}` only asks"))
            .at(word.span, "nothing is set for one segment alone")
            .help(format!(
                "`set {written}.{name} = …` leaves the value on this segment and sets the others of its feature back"
            ))
            .report(self.diagnostics);
    }
}
