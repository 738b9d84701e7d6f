//! Words after a dot and words before parentheses.

use rota_bytecode::program::Owner;
use rota_bytecode::vocabulary::{Attr, AttrValues};
use rota_bytecode::{BUILTINS, Builtin, BuiltinInfo, Form, Sort, Type, packed_cell};
use rota_source::{Diagnostic, Span, correction, meant, nearest, quoted, suggestion};
use rota_syntax::ast::{self, Name};

use crate::build::{constant, load};
use crate::checker::{Checker, undeclared};
use crate::expressions::names::{counted, index};
use crate::expressions::own::written_apart;
use crate::expressions::types::UNKNOWN;
use crate::tree::{BinaryOp, Expr, ExprKind, Fold};

impl Checker<'_> {
    /// `f.tiles`, `p.supply(meeple)`, `c.pennants`, `p.gold`.
    pub(crate) fn field(
        &mut self,
        receiver: &ast::Expr,
        name: &Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        if let Some(apart) = written_apart(receiver)
            && let Some(segment) = self.segment_apart(apart)
        {
            return self.own_field(segment?, name, span);
        }
        let receiver = self.one_of(receiver, name)?;
        if let Some(entry) = builtin_on(receiver.ty.sort, &name.node) {
            if entry.builtin == Builtin::SegmentOwn {
                self.report_bare_own(name);
                return None;
            }
            return self.ask(entry, receiver, name, args, span);
        }
        if let Some(found) = self.attribute(&receiver, name, span) {
            return found;
        }
        if let Some((var, ty)) = self.owned_variable(&receiver, &name.node) {
            self.usage.read_variable(var);
            if ty == UNKNOWN {
                return None;
            }
            return Some(self.held(var, ty, Some(receiver), span));
        }
        if !self.broken.contains(&name.node) {
            self.report_unknown_field(&receiver, name);
        }
        None
    }

    /// What something is asked of: one thing, that is there.
    pub(crate) fn one_of(&mut self, receiver: &ast::Expr, name: &Name) -> Option<Expr> {
        let receiver = self.refined_expr(receiver, None)?;
        self.note_receiver(name.span, receiver.ty);
        if receiver.ty.form == Form::Many {
            let found = self.describe(receiver.ty);
            let help = self.advice_on_chosen(&receiver);
            let help =
                help.unwrap_or_else(|| "go through it with `each`, or use `sum(x in … : …)`".to_owned());
            Diagnostic::error("types::field-of-set", format!("`{name}` is asked of one, not of a set"))
                .at(receiver.span, format!("this is {found}"))
                .help(help)
                .report(self.diagnostics);
            return None;
        }
        let one = receiver.ty.with_form(Form::One);
        self.coerce(receiver, one)
    }

    fn ask(
        &mut self,
        entry: &BuiltinInfo,
        receiver: Expr,
        name: &Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        if let (Builtin::PlayerSupply, [written]) = (entry.builtin, args)
            && let Some(kinds) = self.trait_of(written)
        {
            let args = vec![receiver, constant(kinds, Type::one(Sort::Int), written.span)];
            return Some(Expr::ask(span, entry.result, Builtin::SupplyOf, args));
        }
        if let (Builtin::PlayerSupply | Builtin::PlayerSpare, [written]) = (entry.builtin, args)
            && let Some((neutral, count)) = self.kind_named(written).map(|kind| (kind.neutral, kind.most()))
        {
            if neutral {
                self.report_no_supply(entry, written);
                return None;
            }
            // Of a kind of which there are no pieces none is left.
            if count == 0 {
                return Some(constant(
                    if entry.result.form == Form::Maybe { -1 } else { 0 },
                    entry.result,
                    span,
                ));
            }
        }
        let of_kind = [Builtin::TileShows, Builtin::TileAdditions, Builtin::TilePlacementsWith];
        if let ([written], true) = (args, of_kind.contains(&entry.builtin)) {
            let word = Name::new(self.sources.text(written.span).trim().to_owned(), written.span);
            let kind = constant(index(self.feature_kind(&word)?), Type::one(Sort::Int), written.span);
            return Some(Expr::ask(span, entry.result, entry.builtin, vec![receiver, kind]));
        }
        let mut checked = vec![receiver];
        if let (Some(Sort::Segment), [written], Some(wider)) = (entry.receiver, args, of_feature(entry)) {
            // Of a segment it is asked with segments, or with features of the one that it lies in.
            let [param] = entry.params else { return None };
            let set = self.expr(written, Some(*param))?;
            let entry = if set.ty.sort == Sort::Feature { wider } else { entry };
            let [param] = entry.params else { return None };
            checked.push(self.coerce(set, *param)?);
            return Some(Expr::ask(span, entry.result, entry.builtin, checked));
        }
        checked.extend(self.arguments(name, args, entry.params)?);
        if entry.narrows {
            checked.push(constant(-1, Type::one(Sort::Int), span));
        }
        Some(Expr::ask(span, entry.result, entry.builtin, checked))
    }

    /// The kinds of pieces with a trait, one bit each, where a trait is written.
    pub(crate) fn trait_of(&mut self, written: &ast::Expr) -> Option<i64> {
        let ast::ExprKind::Name(name) = &*written.kind else { return None };
        let is_trait = self.declared.traits.contains(name);
        if !is_trait || self.scope.find(name).is_some() {
            return None;
        }
        self.piece_mask(&Name::new(name.clone(), written.span))
    }

    /// Checks arguments against parameters; `None` when one does not fit.
    pub(crate) fn arguments(
        &mut self,
        name: &Name,
        args: &[ast::Expr],
        params: &[Type],
    ) -> Option<Vec<Expr>> {
        if args.len() != params.len() {
            Diagnostic::error(
                "types::arguments",
                format!("`{}` takes {}, found {}", name.node, counted(params.len(), "argument"), args.len()),
            )
            .at(name.span, "called here")
            .maybe_help(match params {
                [] => Some("leave the parentheses away".to_owned()),
                _ => Some(format!(
                    "it takes: {}",
                    params.iter().map(|ty| self.describe(*ty)).collect::<Vec<_>>().join(", ")
                )),
            })
            .report(self.diagnostics);
            return None;
        }
        let checked: Vec<Option<Expr>> =
            args.iter().zip(params).map(|(arg, param)| self.expect(arg, *param)).collect();
        checked.into_iter().collect()
    }

    /// An attribute of a tile or a feature; the outer option says whether there is one of that name at all.
    pub(crate) fn attribute(&mut self, receiver: &Expr, name: &Name, span: Span) -> Option<Option<Expr>> {
        let find = |attrs: &[Attr]| attrs.iter().position(|attr| attr.name == name.node);
        if receiver.ty.sort == Sort::Tile {
            let position = find(&self.vocabulary.tile_attrs)?;
            let attr = self.vocabulary.tile_attrs.get(position).cloned()?;
            return Some(Some(self.ask_attribute(Builtin::TileAttr, receiver, position, &attr, span)));
        }
        if receiver.ty.sort == Sort::Card {
            let position = find(&self.vocabulary.card_attrs)?;
            let attr = self.vocabulary.card_attrs.get(position).cloned()?;
            // The kind of a card stands before its attributes.
            return Some(Some(self.ask_attribute(Builtin::TileAttr, receiver, position + 1, &attr, span)));
        }
        if receiver.ty.sort == Sort::Space {
            let position = find(&self.vocabulary.space_attrs)?;
            let attr = self.vocabulary.space_attrs.get(position).cloned()?;
            return Some(Some(self.ask_attribute(Builtin::SpaceAttr, receiver, position, &attr, span)));
        }
        if !matches!(receiver.ty.sort, Sort::Feature | Sort::Segment) {
            return None;
        }
        if let Some(kind) = receiver.ty.detail {
            let feature = self.vocabulary.features.get(usize::from(kind))?;
            let position = find(&feature.attrs)?;
            let attr = feature.attrs.get(position).cloned()?;
            return Some(Some(self.ask_attribute(Builtin::FeatureAttr, receiver, position, &attr, span)));
        }
        let owner = self.vocabulary.features.iter().find(|feature| find(&feature.attrs).is_some())?;
        let (kind, attr) = (owner.name.clone(), &name.node);
        Diagnostic::error("types::wide-feature", format!("`{attr}` belongs to features of kind `{kind}`"))
            .at(receiver.span, "this may be any feature")
            .help(format!("narrow it: `each {kind} f in …`, or a parameter `f : {kind}`"))
            .report(self.diagnostics);
        Some(None)
    }

    fn ask_attribute(
        &mut self,
        builtin: Builtin,
        receiver: &Expr,
        position: usize,
        attr: &Attr,
        span: Span,
    ) -> Expr {
        let ty = self.attribute_type(attr);
        let args = vec![receiver.clone(), constant(index(position), Type::one(Sort::Int), span)];
        Expr::ask(span, ty, builtin, args)
    }

    /// The type of what an attribute says.
    pub(crate) fn attribute_type(&mut self, attr: &Attr) -> Type {
        match &attr.values {
            AttrValues::Bool => Type::one(Sort::Bool),
            AttrValues::Int(..) => Type::one(Sort::Int),
            AttrValues::Words(words) => {
                let list = self.word_list(words.clone());
                Type::one(Sort::Words).with_detail(Some(list))
            }
            AttrValues::Stock { optional: true, .. } => Type::maybe(Sort::Stock),
            AttrValues::Stock { optional: false, .. } => Type::one(Sort::Stock),
        }
    }

    /// Whether a built-in or an attribute has this name.
    pub(crate) fn is_field(&self, receiver: &Expr, name: &str) -> bool {
        let has = |attrs: &[Attr]| attrs.iter().any(|attr| attr.name == name);
        let ty = receiver.ty;
        builtin_on(ty.sort, name).is_some()
            || (ty.sort == Sort::Tile && has(&self.vocabulary.tile_attrs))
            || (ty.sort == Sort::Card && has(&self.vocabulary.card_attrs))
            || (ty.sort == Sort::Space && has(&self.vocabulary.space_attrs))
            || (matches!(ty.sort, Sort::Feature | Sort::Segment)
                && self.vocabulary.features.iter().any(|feature| has(&feature.attrs)))
    }

    /// A variable that a player, a piece, a tile, a segment, a feature or a cell carries.
    pub(crate) fn owned_variable(&self, receiver: &Expr, name: &str) -> Option<(u16, Type)> {
        let owner = match receiver.ty.sort {
            Sort::Player => Owner::Player,
            Sort::Piece => Owner::Piece,
            Sort::Tile => Owner::Tile,
            Sort::Card => Owner::Card,
            Sort::Cell => Owner::Cell,
            Sort::Feature => Owner::Feature,
            // A segment answers for the feature it lies in as well.
            Sort::Segment if self.variable(Owner::Segment, name).is_some() => Owner::Segment,
            Sort::Segment => Owner::Feature,
            Sort::Int | Sort::Pts | Sort::Bool | Sort::Words | Sort::Kind | Sort::Reason => return None,
            Sort::Stock => return None,
            Sort::Placement | Sort::Corner | Sort::Side | Sort::Space | Sort::Award | Sort::Bag => {
                return None;
            }
            Sort::Deck | Sort::Row => return None,
            Sort::Die | Sort::Nothing => return None,
        };
        let var = self.variable(owner, name)?;
        self.declared.vars.get(usize::from(var)).map(|declared| (var, declared.ty))
    }

    fn report_unknown_field(&mut self, receiver: &Expr, name: &Name) {
        let sort = receiver.ty.sort;
        let mut known: Vec<&str> =
            BUILTINS.iter().filter(|entry| entry.answers(sort)).map(|entry| entry.name).collect();
        match (sort, receiver.ty.detail) {
            (Sort::Tile, _) => known.extend(self.vocabulary.tile_attrs.iter().map(|attr| attr.name.as_str())),
            (Sort::Card, _) => known.extend(self.vocabulary.card_attrs.iter().map(|attr| attr.name.as_str())),
            (Sort::Space, _) => {
                known.extend(self.vocabulary.space_attrs.iter().map(|attr| attr.name.as_str()));
            }
            (Sort::Feature | Sort::Segment, Some(kind)) => {
                let feature = self.vocabulary.features.get(usize::from(kind));
                known.extend(
                    feature.into_iter().flat_map(|feature| &feature.attrs).map(|attr| attr.name.as_str()),
                );
            }
            _ => {}
        }
        let carried = self.declared.vars.iter().filter(|var| carries(sort, var.owner));
        known.extend(carried.map(|var| var.name.as_str()));
        let help = meant(name, known.iter().copied());
        let help =
            help.or_else(|| (!known.is_empty()).then(|| format!("it knows {}", quoted(&known)).into()));
        let found = self.describe(receiver.ty);
        Diagnostic::error("names::unknown-field", format!("{found} has no `{name}`"))
            .at(name.span, format!("asked of {found}"))
            .maybe_help(help)
            .report(self.diagnostics);
    }

    /// `majority(f)`, `count(players)`, `any(closed)`.
    pub(crate) fn call(&mut self, name: &Name, args: &[ast::Expr], span: Span) -> Option<Expr> {
        if let Some(value) = self.values.get(&name.node).cloned() {
            let args = self.arguments(name, args, &value.params);
            self.usage.call(&self.scope.rule, &name.node, name.span);
            if value.result == UNKNOWN {
                return None;
            }
            let args = args?;
            return Some(Expr::call(span, value.result, value.function, args));
        }
        if let Some(entry) = called(&name.node) {
            if entry.builtin == Builtin::CommonStock {
                return self.common_stock(entry, name, args, span);
            }
            return self.common_supply(entry, name, args, span);
        }
        if let ("cell" | "tile", [x, y], Some(_)) = (name.node.as_str(), args, &self.seats) {
            return self.place_named(&name.node, [x, y], span);
        }
        let numbered =
            self.declared.tracks.iter().position(|track| track.is_numbered && track.name == name.node);
        if let Some(track) = numbered {
            return self.space_numbered(track, name, args, span);
        }
        if let ("nth", [number, set]) = (name.node.as_str(), args) {
            return self.nth(name, number, set, span);
        }
        if let ("count" | "any", [set]) = (name.node.as_str(), args) {
            let set = self.whole_set(name, set)?;
            let is_count = name.node == "count";
            return Some(if is_count { length(set, span) } else { is_any(set, span) });
        }
        if let ("max" | "min", [set]) = (name.node.as_str(), args) {
            let fold = if name.node == "max" { Fold::Max } else { Fold::Min };
            return self.outermost(fold, name, set, span);
        }
        let folds = ["count", "any", "all", "sum", "max", "min", "most", "least", "first", "nth"];
        let builtins = BUILTINS.iter().filter(|entry| called(entry.name).is_some()).map(|entry| entry.name);
        let known = self.values.keys().map(String::as_str).chain(builtins).chain(folds);
        let help = match nearest(&name.node, known.clone()) {
            Some("nth") if name.node == "nth" => "say which one, and of what: `nth(2, players)`".to_owned(),
            Some(near) if near == name.node => {
                format!("name the members of the set: `{near}(x in … where …)`")
            }
            Some(near) => suggestion(near),
            None => format!("declare it: `value {name}(…) : …`"),
        };
        undeclared("names::unknown-value", format!("there is no value `{name}`"), name)
            .help(help)
            .maybe_fix(correction(name, known))
            .report(self.diagnostics);
        None
    }
}

impl Checker<'_> {
    /// `max(S)`, `min(S)`: the largest or the smallest of some numbers.
    fn outermost(&mut self, fold: Fold, name: &Name, written: &ast::Expr, span: Span) -> Option<Expr> {
        let set = self.whole_set(name, written)?;
        let member = set.ty.with_form(Form::One);
        if !matches!(member.sort, Sort::Int | Sort::Pts) {
            let found = self.describe(set.ty);
            Diagnostic::error("types::not-a-number", format!("{found} are no numbers"))
                .at(set.span, "what is the number of each of them?")
                .help(format!("write it behind a colon: `{name}(f in closed : f.tiles)`"))
                .report(self.diagnostics);
            return None;
        }
        let slot = self.scope.reserve_beyond();
        let body = Some(load(slot, member, span));
        Some(Expr::new(span, member, ExprKind::Fold { fold, slot, set, filter: None, body }))
    }

    /// A set that is asked as a whole.
    fn whole_set(&mut self, name: &Name, written: &ast::Expr) -> Option<Expr> {
        let set = self.expr(written, None)?;
        if set.ty.form == Form::Many {
            return Some(set);
        }
        let found = self.describe(set.ty);
        Diagnostic::error("types::not-a-set", format!("`{name}` wants a set, found {found}"))
            .at(set.span, format!("this is {found}"))
            .help(self.advice_on_no_set(&set))
            .report(self.diagnostics);
        None
    }

    /// `nth(2, players)`: a member by its number, if there are so many.
    fn nth(&mut self, name: &Name, number: &ast::Expr, set: &ast::Expr, span: Span) -> Option<Expr> {
        let number = self.expect(number, Type::one(Sort::Int));
        let set = self.whole_set(name, set);
        let (number, set) = (number?, set?);
        if let ExprKind::Const(value @ ..=0) = *number.kind {
            Diagnostic::error("types::out-of-range", format!("there is no member of number {value}"))
                .at(number.span, "members are counted from 1")
                .help("the first one is `nth(1, …)`")
                .report(self.diagnostics);
            return None;
        }
        let ty = set.ty.with_form(Form::Maybe);
        Some(Expr::new(span, ty, ExprKind::NthOrNone { set, number }))
    }

    /// A cell or a tile by its coordinates, which only a scenario knows: `tile(2, -1)`.
    fn place_named(&mut self, word: &str, [x, y]: [&ast::Expr; 2], span: Span) -> Option<Expr> {
        let (x, y) = (self.expect(x, Type::one(Sort::Int)), self.expect(y, Type::one(Sort::Int)));
        let args = vec![constant(packed_cell(0, 0), Type::one(Sort::Cell), span), x?, y?];
        let cell = Expr::new(span, Type::one(Sort::Cell), ExprKind::Ask { builtin: Builtin::CellAt, args });
        if word == "cell" {
            return Some(cell);
        }
        let kind = ExprKind::Ask { builtin: Builtin::CellTile, args: vec![cell] };
        let tile = Expr::new(span, Type::maybe(Sort::Tile), kind);
        Some(Expr::new(span, Type::one(Sort::Tile), ExprKind::Some(tile)))
    }
}

/// The built-in that is written as a word with arguments.
pub(crate) fn called(name: &str) -> Option<&'static BuiltinInfo> {
    let alone = |entry: &&BuiltinInfo| entry.receiver.is_none() && !entry.params.is_empty();
    BUILTINS.iter().filter(alone).find(|entry| entry.name == name)
}

/// Whether what is of this sort carries variables that are declared on this owner.
pub(crate) fn carries(sort: Sort, owner: Owner) -> bool {
    owner.to_string() == sort.to_string() || (sort, owner) == (Sort::Segment, Owner::Feature)
}

/// The built-in of a name that is asked of a sort; one of the sort itself comes before one of the feature that a
/// segment lies in.
fn builtin_on(sort: Sort, name: &str) -> Option<&'static BuiltinInfo> {
    let named = || BUILTINS.iter().filter(|entry| entry.name == name);
    named().find(|entry| entry.receiver == Some(sort)).or_else(|| named().find(|entry| entry.answers(sort)))
}

/// How many members a set has.
fn length(set: Expr, span: Span) -> Expr {
    Expr::new(span, Type::one(Sort::Int), ExprKind::Length(set))
}

/// Whether a set has any member.
fn is_any(set: Expr, span: Span) -> Expr {
    let (left, right) = (constant(0, Type::one(Sort::Int), span), length(set, span));
    Expr::new(span, Type::one(Sort::Bool), ExprKind::Binary { op: BinaryOp::Less, left, right })
}

/// The built-in of the same name that is asked of features.
fn of_feature(entry: &BuiltinInfo) -> Option<&'static BuiltinInfo> {
    let is_it = |other: &&BuiltinInfo| other.receiver == Some(Sort::Feature) && other.name == entry.name;
    BUILTINS.iter().find(is_it)
}
