//! One walk over the tree for everybody who looks for something in it or rewrites it.

use crate::ast::{
    Anchor, Binding, Block, Body, Change, Deciders, Ending, Expr, ExprKind, Faces, Item, ItemKind, Line,
    LineKind, Name, Param, Precedence, ScoreLine, Statement, StatementKind, Step, Tested, TrackSpaces,
    Trigger, Type, TypeKind,
};

/// What a name in a text stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// Something that packs declare, or a word that a rule makes.
    Word,
    /// A step, or the part of a game that an `order` is for.
    Step,
    /// What rules do and react to by a name: a procedure, or an effect of the language.
    Deed,
    /// A tile, written with its set: `base/D`.
    Tile,
    /// What is asked of something: `tiles` in `f.tiles`.
    Member,
    /// What is called with arguments or without a receiver: `majority` in `majority(f)`.
    Function,
    /// Words of an option, a place or a formula, among which names may stand.
    Phrase,
}

/// Writes a visitor; the shared and the mutable one differ in `mut` alone.
macro_rules! visitor {
    ($(#[$doc:meta])* $visitor:ident $(, $mutable:tt)?) => {
        $(#[$doc])*
        ///
        /// Each method is shown one kind of node, outermost first and in the order of the text, and goes on to
        /// what is inside; an implementation that replaces one calls its `walk_…` where that should go on.
        pub trait $visitor {
            /// Is shown an item, also one in a variant.
            fn item(&mut self, item: &$($mutable)? Item) {
                self.walk_item(item);
            }

            /// Is shown a statement.
            fn statement(&mut self, statement: &$($mutable)? Statement) {
                self.walk_statement(statement);
            }

            /// Is shown an expression. A bare word is one, and is not shown as a name.
            fn expr(&mut self, expr: &$($mutable)? Expr) {
                self.walk_expr(expr);
            }

            /// Is shown a line of a scenario.
            fn line(&mut self, line: &$($mutable)? Line) {
                self.walk_line(line);
            }

            /// Is shown a name. Titles, letters of edges, ids and the language's own words are none.
            fn name(&mut self, _name: &$($mutable)? Name, _kind: NameKind) {}

            /// Is shown what something comes before or after: where it is no pack, something of this kind.
            fn anchor(&mut self, anchor: &$($mutable)? Anchor, kind: NameKind) {
                if !anchor.is_pack {
                    self.name(&$($mutable)? anchor.name, kind);
                }
            }

            /// Shows what attributes are.
            fn facets(&mut self, attrs: &$($mutable)? [(Name, Expr)]) {
                for (attr, value) in attrs {
                    self.name(attr, NameKind::Word);
                    self.expr(value);
                }
            }

            /// Shows what is inside an item.
            fn walk_item(&mut self, item: &$($mutable)? Item) {
                match &$($mutable)? item.kind {
                    ItemKind::Players { .. } | ItemKind::Meet { .. } => {}
                    ItemKind::Pack { name, .. }
                    | ItemKind::Requires { name, .. }
                    | ItemKind::Conflicts { name, .. }
                    | ItemKind::Trait { name }
                    | ItemKind::Bag { name } => self.name(name, NameKind::Word),
                    ItemKind::Die { name, faces } => {
                        self.name(name, NameKind::Word);
                        if let Faces::Words(words) = faces {
                            self.words(words);
                        }
                    }
                    ItemKind::Edge { kinds: names, .. } | ItemKind::Reason { names } => self.words(names),
                    ItemKind::Board { columns, rows, when, .. } => {
                        self.exprs([columns, rows].into_iter().chain(when));
                    }
                    ItemKind::Stock { kinds } => {
                        for (name, count) in kinds {
                            self.name(name, NameKind::Word);
                            self.exprs(count);
                        }
                    }
                    ItemKind::Start { name, when, .. } => {
                        self.name(name, NameKind::Word);
                        self.exprs(when);
                    }
                    ItemKind::StartTile { tile, when, .. } => {
                        self.name(tile, NameKind::Tile);
                        self.exprs(when);
                    }
                    ItemKind::Tiles { set, printing, instead, into, when } => {
                        self.words([set].into_iter().chain(printing).chain(into));
                        for (replaced, _) in instead {
                            let is_tile = replaced.node.contains('/');
                            self.name(replaced, if is_tile { NameKind::Tile } else { NameKind::Word });
                        }
                        self.exprs(when);
                    }
                    ItemKind::Feature { name, adjoins: words, .. }
                    | ItemKind::Enum { name, words } => self.words([name].into_iter().chain(words)),
                    ItemKind::Track { name, spaces, .. } => {
                        self.name(name, NameKind::Word);
                        if let TrackSpaces::Listed(spaces) = spaces {
                            for (space, attrs) in spaces {
                                self.name(space, NameKind::Word);
                                self.facets(attrs);
                            }
                        }
                    }
                    ItemKind::Slots { name, track, slots } => {
                        self.words([name, track]);
                        self.words(slots.into_iter().map(|(space, _)| space));
                    }
                    ItemKind::Deck { name, cards } => {
                        self.name(name, NameKind::Word);
                        for card in cards {
                            self.name(&$($mutable)? card.kind, NameKind::Word);
                            self.facets(&$($mutable)? card.attrs);
                        }
                    }
                    ItemKind::Row { name, of, room } => {
                        self.words([name, of]);
                        self.expr(room);
                    }
                    ItemKind::Attr { owner, name, ty, default, .. } => {
                        self.words([owner, name]);
                        self.walk_type(ty);
                        self.exprs(default);
                    }
                    ItemKind::Piece { name, traits, count, cases, on, .. } => {
                        self.words([name].into_iter().chain(traits));
                        self.expr(count);
                        for case in cases {
                            self.expr(&$($mutable)? case.count);
                        }
                        self.words(on);
                    }
                    ItemKind::Option { name, ty, default, .. } => {
                        self.name(name, NameKind::Word);
                        self.walk_type(ty);
                        self.expr(default);
                    }
                    ItemKind::Order { phase, steps } => {
                        self.name(phase, NameKind::Step);
                        self.steps(steps);
                    }
                    ItemKind::Step { step, anchor, order, when, .. } => {
                        self.steps([step]);
                        self.name(anchor, NameKind::Step);
                        self.precedence(order, NameKind::Step);
                        self.exprs(when);
                    }
                    ItemKind::Menu { step, who, pass_when, otherwise, .. } => {
                        self.name(step, NameKind::Step);
                        self.expr(who);
                        self.exprs(pass_when);
                        otherwise.into_iter().for_each(|block| self.walk_block(block));
                    }
                    ItemKind::Var { name, ty, init, until, .. } => {
                        self.name(name, NameKind::Word);
                        self.walk_type(ty);
                        self.exprs(init);
                        until.into_iter().for_each(|until| self.name(until, NameKind::Step));
                    }
                    ItemKind::Value { name, params, ty, stages, body } => {
                        self.name(name, NameKind::Word);
                        self.params(params);
                        self.walk_type(ty);
                        self.words(stages);
                        self.walk_body(body);
                    }
                    ItemKind::Procedure { name, params, body } => {
                        self.name(name, NameKind::Deed);
                        self.params(params);
                        self.walk_block(body);
                    }
                    ItemKind::Modify { name, params, stage, order, when, body } => {
                        self.name(name, NameKind::Word);
                        self.params(params);
                        self.words(stage);
                        self.precedence(order, NameKind::Word);
                        self.exprs(when);
                        self.walk_body(body);
                    }
                    ItemKind::Rule { name, trigger, order, when, body } => {
                        self.name(name, NameKind::Word);
                        match trigger {
                            Trigger::Steps(steps) => {
                                steps.into_iter().for_each(|step| self.name(step, NameKind::Step));
                            }
                            Trigger::Effect { effect, .. } => self.name(effect, NameKind::Deed),
                        }
                        self.precedence(order, NameKind::Word);
                        self.exprs(when);
                        self.walk_block(body);
                    }
                    ItemKind::Action { name, steps, instead, when, body, .. } => {
                        self.name(name, NameKind::Word);
                        steps.into_iter().for_each(|step| self.name(step, NameKind::Step));
                        self.words(instead);
                        self.exprs(when);
                        self.walk_block(body);
                    }
                    ItemKind::Variant { name, from, changes, .. } => {
                        self.words([name].into_iter().chain(from));
                        changes.into_iter().for_each(|change| self.walk_change(change));
                    }
                    ItemKind::With { packs, changes } => {
                        self.words(packs);
                        changes.into_iter().for_each(|change| self.walk_change(change));
                    }
                    ItemKind::Scenario { lines, .. } | ItemKind::Setup { lines, .. } => self.lines(lines),
                }
            }

            /// Shows what is inside a change of a variant.
            fn walk_change(&mut self, change: &$($mutable)? Change) {
                match change {
                    Change::Set { name, value } => {
                        self.name(name, NameKind::Word);
                        self.expr(value);
                    }
                    Change::Disable { name } => self.name(name, NameKind::Word),
                    Change::Move { step, anchor, .. } => {
                        self.name(step, NameKind::Step);
                        self.name(anchor, NameKind::Step);
                    }
                    Change::Replace(item) | Change::Add(item) => self.item(item),
                }
            }

            /// Shows the names in a type.
            fn walk_type(&mut self, ty: &$($mutable)? Type) {
                match &$($mutable)? ty.kind {
                    TypeKind::Int(_) => {}
                    TypeKind::Words(words) => self.words(words),
                    TypeKind::Named(name) => self.name(name, NameKind::Word),
                    TypeKind::Set(inner) | TypeKind::Optional(inner) => self.walk_type(inner),
                }
            }

            /// Shows what is inside the body of a value.
            fn walk_body(&mut self, body: &$($mutable)? Body) {
                match body {
                    Body::Expr(expr) => self.expr(expr),
                    Body::Block(block) => self.walk_block(block),
                }
            }

            /// Shows the statements of a block.
            fn walk_block(&mut self, block: &$($mutable)? Block) {
                for statement in &$($mutable)? block.statements {
                    self.statement(statement);
                }
            }

            /// Shows what is inside a binding.
            fn walk_binding(&mut self, binding: &$($mutable)? Binding) {
                let Binding { kinds, name, set, from, filter } = binding;
                self.words(kinds.into_iter().chain([name]));
                self.exprs([set].into_iter().chain(from).chain(filter));
            }

            /// Shows what is inside a statement.
            fn walk_statement(&mut self, statement: &$($mutable)? Statement) {
                match &$($mutable)? statement.kind {
                    StatementKind::Give
                    | StatementKind::EndGame(Ending::AfterTurn | Ending::Now)
                    | StatementKind::Stop
                    | StatementKind::Leave => {}
                    StatementKind::Let { name, value } | StatementKind::Roll { name, die: value } => {
                        self.name(name, NameKind::Word);
                        self.expr(value);
                    }
                    StatementKind::Draw { name, bag, seen_by, .. } => {
                        self.name(name, NameKind::Word);
                        self.exprs([bag].into_iter().chain(seen_by));
                    }
                    StatementKind::If { condition, then, otherwise } => {
                        self.expr(condition);
                        [then].into_iter().chain(otherwise).for_each(|block| self.walk_block(block));
                    }
                    StatementKind::Each { binding, body } => {
                        self.walk_binding(binding);
                        self.walk_block(body);
                    }
                    StatementKind::Repeat { times: limit, body }
                    | StatementKind::While { condition: limit, body } => {
                        self.expr(limit);
                        self.walk_block(body);
                    }
                    StatementKind::Choose(choose) => {
                        match &$($mutable)? choose.who {
                            Deciders::One(who) => self.expr(who),
                            Deciders::Each(everyone) => self.walk_binding(everyone),
                        }
                        for part in &$($mutable)? choose.parts {
                            self.walk_binding(part);
                        }
                        self.exprs(&$($mutable)? choose.most);
                        self.exprs(&$($mutable)? choose.about);
                        self.exprs(&$($mutable)? choose.when);
                        self.exprs(&$($mutable)? choose.pass_when);
                        for block in [&$($mutable)? choose.body, &$($mutable)? choose.otherwise] {
                            block.into_iter().for_each(|block| self.walk_block(block));
                        }
                    }
                    StatementKind::Award { points, to, reason, at }
                    | StatementKind::Score { points, to, reason, at } => {
                        self.exprs([points, to, reason].into_iter().chain(at));
                    }
                    StatementKind::Pay { amount, of, from, to, reason, at } => {
                        let ends = from.into_iter().chain(to);
                        self.exprs([amount].into_iter().chain(of).chain(ends).chain([reason]).chain(at));
                    }
                    StatementKind::Send { piece, reason } => {
                        self.exprs([piece].into_iter().chain(reason));
                    }
                    StatementKind::Put { piece, of, on: to } | StatementKind::Move { piece, of, to } => {
                        self.exprs([piece].into_iter().chain(of).chain([to]));
                    }
                    StatementKind::Show { tile: first, to: more }
                    | StatementKind::Close { segment: first, side: more }
                    | StatementKind::Reopen { segment: first, side: more } => {
                        self.exprs([first].into_iter().chain(more));
                    }
                    StatementKind::Set { target: first, value: second }
                    | StatementKind::Take { tile: first, bag: second }
                    | StatementKind::Stack { tile: first, bag: second, .. }
                    | StatementKind::Shuffle { tile: first, bag: second }
                    | StatementKind::Place { tile: first, at: second }
                    | StatementKind::Link { from: first, to: second }
                    | StatementKind::Cut { from: first, to: second } => self.exprs([first, second]),
                    StatementKind::Add { kind, at } => {
                        self.name(kind, NameKind::Word);
                        self.expr(at);
                    }
                    StatementKind::Append { step, player } => {
                        self.name(step, NameKind::Step);
                        self.exprs(player);
                    }
                    StatementKind::Run { step } => self.name(step, NameKind::Step),
                    StatementKind::Fill { row } => self.name(row, NameKind::Word),
                    StatementKind::Do { name, args } => {
                        self.name(name, NameKind::Deed);
                        self.exprs(args);
                    }
                    StatementKind::EndGame(Ending::WonBy(only))
                    | StatementKind::Cancel { award: only }
                    | StatementKind::Discard { what: only }
                    | StatementKind::Return { value: only } => self.expr(only),
                }
            }

            /// Shows what is inside an expression.
            fn walk_expr(&mut self, expr: &$($mutable)? Expr) {
                match &$($mutable)? *expr.kind {
                    ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::None | ExprKind::Name(_) => {}
                    ExprKind::Points(inner) | ExprKind::Unary { operand: inner, .. } => self.expr(inner),
                    ExprKind::Is { operand, kind, .. } => {
                        self.expr(operand);
                        match kind {
                            Tested::Word(word) => self.name(word, NameKind::Word),
                            Tested::Value(value) => self.expr(value),
                        }
                    }
                    ExprKind::Field { receiver, name, args } => {
                        self.expr(receiver);
                        self.name(name, NameKind::Member);
                        self.exprs(args);
                    }
                    ExprKind::Call { name, args } => {
                        self.name(name, NameKind::Function);
                        self.exprs(args);
                    }
                    ExprKind::Set(members) => self.exprs(members),
                    ExprKind::Binary { left, right, .. } => self.exprs([left, right]),
                    ExprKind::If { condition, then, otherwise } => self.exprs([condition, then, otherwise]),
                    ExprKind::Fold { binding, body, .. } => {
                        self.walk_binding(binding);
                        self.exprs(body);
                    }
                }
            }

            /// Shows what is inside a line of a scenario. Players are no names that a pack declares.
            fn walk_line(&mut self, line: &$($mutable)? Line) {
                match &$($mutable)? line.kind {
                    LineKind::Ground
                    | LineKind::Points { .. }
                    | LineKind::Players { .. }
                    | LineKind::NoScores
                    | LineKind::Options { .. }
                    | LineKind::Begins { .. }
                    | LineKind::Setup { .. }
                    | LineKind::Wins { .. }
                    | LineKind::Over => {}
                    LineKind::Decides { at, .. } => {
                        at.into_iter().for_each(|at| self.name(at, NameKind::Phrase));
                    }
                    LineKind::Case { lines, .. } => self.lines(lines),
                    LineKind::NoSetup { line } => self.line(line),
                    LineKind::Given { statement } => self.statement(statement),
                    LineKind::Option { name, value } => {
                        self.name(name, NameKind::Word);
                        self.expr(value);
                    }
                    LineKind::Variant { name }
                    | LineKind::With { pack: name }
                    | LineKind::Start { name } => self.name(name, NameKind::Word),
                    LineKind::Die { name, faces } => {
                        self.name(name, NameKind::Word);
                        self.words(faces);
                    }
                    LineKind::Lay { tile, .. } => self.name(tile, NameKind::Tile),
                    LineKind::Keep { thing, .. } => {
                        let is_tile = thing.node.contains('/');
                        self.name(thing, if is_tile { NameKind::Tile } else { NameKind::Word });
                    }
                    LineKind::Row { row, things } => {
                        self.name(row, NameKind::Word);
                        for (thing, _) in things {
                            let is_tile = thing.node.contains('/');
                            self.name(thing, if is_tile { NameKind::Tile } else { NameKind::Word });
                        }
                    }
                    LineKind::Stand { piece, at, .. } => {
                        self.name(piece, NameKind::Word);
                        self.name(at, NameKind::Phrase);
                    }
                    LineKind::Pile { of, tiles, .. } => {
                        // Behind the name of a deck stand words.
                        let kind = if of.is_some() { NameKind::Word } else { NameKind::Tile };
                        self.words(of);
                        tiles.into_iter().for_each(|(tile, _)| self.name(tile, kind));
                    }
                    LineKind::Takes { option, .. }
                    | LineKind::Offered { option }
                    | LineKind::Refused { option } => self.name(option, NameKind::Phrase),
                    LineKind::AllOptions { options } => {
                        options.into_iter().for_each(|option| self.name(option, NameKind::Phrase));
                    }
                    LineKind::Scores(score) => {
                        let ScoreLine { of, reason, at, formula, .. } = &$($mutable)? **score;
                        self.words(of.into_iter().chain(reason));
                        at.into_iter().chain(formula).for_each(|words| self.name(words, NameKind::Phrase));
                    }
                    LineKind::That { expr } => self.expr(expr),
                }
            }

            /// Shows lines of a scenario, one after the other.
            fn lines<'l>(&mut self, lines: impl IntoIterator<Item = &'l $($mutable)? Line>) {
                lines.into_iter().for_each(|line| self.line(line));
            }

            /// Shows names of things that packs declare.
            fn words<'n>(&mut self, names: impl IntoIterator<Item = &'n $($mutable)? Name>) {
                names.into_iter().for_each(|name| self.name(name, NameKind::Word));
            }

            /// Shows expressions, one after the other.
            fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e $($mutable)? Expr>) {
                exprs.into_iter().for_each(|expr| self.expr(expr));
            }

            /// Shows the names of steps, each before those inside it.
            fn steps<'s>(&mut self, steps: impl IntoIterator<Item = &'s $($mutable)? Step>) {
                for step in steps {
                    self.name(&$($mutable)? step.name, NameKind::Step);
                    self.steps(&$($mutable)? step.steps);
                }
            }

            /// Shows what something comes before or after.
            fn precedence(&mut self, order: &$($mutable)? Precedence, kind: NameKind) {
                for clause in &$($mutable)? order.clauses {
                    for anchor in &$($mutable)? clause.anchors {
                        self.anchor(anchor, kind);
                    }
                }
            }

            /// Shows the names and types of parameters.
            fn params<'p>(&mut self, params: impl IntoIterator<Item = &'p $($mutable)? Param>) {
                for Param { name, ty } in params {
                    self.name(name, NameKind::Word);
                    self.walk_type(ty);
                }
            }
        }
    };
}

visitor! {
    /// Looks at a tree.
    Visit
}

visitor! {
    /// Rewrites a tree in place.
    VisitMut, mut
}
