//! Shows a program as text, for people who want to see what became of a rule.

use std::fmt::{self, Write};

use rota_source::{Sources, Span};

use crate::builtin::Builtin;
use crate::effect::Effect;
use crate::op::{Op, Reclaim, Slot};
use crate::program::{Function, Program};

/// Lists the functions whose name contains `filter`, one after another. With sources, each operation stands
/// under the line of rules it comes from.
pub fn disassemble(program: &Program, sources: Option<&Sources>, filter: &str) -> String {
    let mut text = String::new();
    for (index, function) in program.functions.iter().enumerate() {
        if function.name.contains(filter) {
            let separator = if text.is_empty() { "" } else { "\n" };
            let listing = Listing { program, sources, index, function };
            // Writing to a string does not fail.
            let _ = write!(text, "{separator}{listing}");
        }
    }
    text
}

/// One function.
struct Listing<'a> {
    program: &'a Program,
    sources: Option<&'a Sources>,
    index: usize,
    function: &'a Function,
}

impl fmt::Display for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Function { name, start, end, params, slots, .. } = self.function;
        write!(f, "{name}  #{} params {params} slots {slots}", self.index)?;
        if self.function.returns == crate::program::Returns::List {
            write!(f, " list")?;
        }
        writeln!(f)?;
        let mut last = None;
        for pc in *start..*end {
            let Some(op) = self.program.ops.get(pc as usize) else { break };
            let line = self.line(self.program.span(pc));
            if line.is_some() && line != last {
                writeln!(f, "  ; {}", line.as_deref().unwrap_or_default())?;
                last = line;
            }
            write!(f, "  {pc:04}  {}", Shown { program: self.program, op: *op })?;
            match self.program.query(*op) {
                Some(query) => writeln!(f, "  ; {query}")?,
                None => writeln!(f)?,
            }
        }
        Ok(())
    }
}

impl Listing<'_> {
    /// The line on which a span begins, with its place.
    fn line(&self, span: Span) -> Option<String> {
        let sources = self.sources?;
        let file = sources.file_at(span.start)?;
        let place = sources.place(span.start)?;
        let text = file.text.lines().nth(place.line - 1).unwrap_or_default().trim();
        Some(format!("{}:{}  {text}", place.file, place.line))
    }
}

/// One operation.
struct Shown<'a> {
    program: &'a Program,
    op: Op,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Named(self.op);
        let program = self.program;
        let var = |var: u16| entry(program.declared.vars.get(usize::from(var)).map(|var| &var.name));
        match self.op {
            Op::Const(d, number) => write!(f, "r{d} = {number}"),
            Op::Copy(d, a) => write!(f, "r{d} = r{a}"),
            Op::AddImm(d, a, number) => write!(f, "r{d} = r{a} plus {number}"),
            Op::Negate(d, a) | Op::Not(d, a) | Op::Length(d, a) | Op::MaskCount(d, a) => {
                write!(f, "r{d} = {name} r{a}")
            }
            Op::Add(d, a, b) | Op::Subtract(d, a, b) | Op::Multiply(d, a, b) => {
                write!(f, "r{d} = r{a} {name} r{b}")
            }
            Op::DivideFloor(d, a, b) | Op::DivideCeil(d, a, b) | Op::Modulo(d, a, b) => {
                write!(f, "r{d} = r{a} {name} r{b}")
            }
            Op::Equal(d, a, b) | Op::Less(d, a, b) => write!(f, "r{d} = r{a} {name} r{b}"),
            Op::MaskToList(d, a, b) | Op::CopyPush(d, a, b) | Op::Index(d, a, b) => {
                write!(f, "r{d} = {name} r{a} r{b}")
            }
            Op::NthOrNone(d, a, b) | Op::MaskNthOrNone(d, a, b) => write!(f, "r{d} = {name} r{a} r{b}"),
            Op::Contains(d, a, b) | Op::MaskContains(d, a, b) => write!(f, "r{d} = r{b} {name} r{a}"),
            Op::NewList(d) | Op::Mark(d) => write!(f, "r{d} = {name}"),
            Op::Jump(target) => write!(f, "{name} -> {target:04}"),
            Op::JumpEqualImm(a, number, target)
            | Op::JumpNotEqualImm(a, number, target)
            | Op::JumpLessImm(a, number, target)
            | Op::JumpGreaterImm(a, number, target) => write!(f, "{name} r{a} {number} -> {target:04}"),
            Op::JumpEqual(a, b, target)
            | Op::JumpNotEqual(a, b, target)
            | Op::JumpLess(a, b, target)
            | Op::JumpLessEqual(a, b, target) => write!(f, "{name} r{a} r{b} -> {target:04}"),
            Op::ForEach(list, member, target) => write!(f, "r{member} = {name} r{list} -> {target:04}"),
            Op::DecrementJump(a, target) => write!(f, "{name} r{a} -> {target:04}"),
            Op::ForNext(list, member, reclaim, target) => {
                let reclaim = if reclaim == Reclaim::Free { " free" } else { "" };
                write!(f, "r{member} = {name} r{list}{reclaim} -> {target:04}")
            }
            Op::EnterReaction(reaction, target) => write!(f, "{name} {reaction} -> {target:04}"),
            Op::ExitReaction(reaction) => write!(f, "{name} {reaction}"),
            Op::Push(a, b)
            | Op::PushUnique(a, b)
            | Op::ExtendUnique(a, b)
            | Op::MaskInsert(a, b)
            | Op::MaskUnion(a, b) => {
                write!(f, "{name} r{a} r{b}")
            }
            Op::CheckSome(a) | Op::Return(a) | Op::ReturnList(a) => write!(f, "{name} r{a}"),
            Op::FreeAbove(a) | Op::Free(a) | Op::Release(a) => write!(f, "{name} r{a}"),
            Op::OfferOne(a, action) | Op::Offer(a, action) => write!(f, "{name} r{a} {action}"),
            Op::End | Op::ClearTerms | Op::OpenTerms | Op::Trap => write!(f, "{name}"),
            Op::LoadConst(d, index) => write!(f, "r{d} = {}", entry(program.constants.get(index as usize))),
            Op::CheckRange(a, index) => match program.ranges.get(index as usize) {
                Some((least, most)) => write!(f, "{name} r{a} {least}..{most}"),
                None => write!(f, "{name} r{a} ?"),
            },
            Op::Term(d, a, b, index) | Op::TermOver(d, a, b, index) => {
                write!(f, "r{d} = r{a} {name} r{b} {}", entry(program.terms.get(index as usize)))
            }
            Op::Call(first, index) => {
                let callee = program.functions.get(index as usize);
                write!(f, "{name} r{first} {}", entry(callee.map(|callee| &callee.name)))
            }
            Op::Get(d, key, number) => write!(f, "r{d} = {name} {} r{key}", var(number)),
            Op::Set(key, a, number) => write!(f, "{name} {} r{key} r{a}", var(number)),
            Op::JumpGlobalEqual(n, number, target) | Op::JumpGlobalNotEqual(n, number, target) => {
                write!(f, "{name} {} {n} -> {target:04}", var(number))
            }
            Op::GetGlobal(d, number) => write!(f, "r{d} = {name} {}", var(number)),
            Op::SetGlobalImm(n, number) => write!(f, "{name} {} {n}", var(number)),
            Op::SetGlobal(a, number) => write!(f, "{name} {} r{a}", var(number)),
            Op::Note(d, site) => {
                let site = program.sites.get(site as usize);
                let shown = site.map(|site| format!("{}: {}", site.rule, site.formula));
                write!(f, "r{d} = {name} {}", entry(shown.as_ref()))
            }
            Op::Decide(d, who, choice) => {
                let choice = program.choices.get(choice as usize);
                write!(f, "r{d} = {name} r{who} {}", entry(choice.map(|choice| &choice.name)))
            }
            Op::Ask(d, builtin, first) | Op::List(d, builtin, first) => {
                write!(f, "r{d} = {name} {}{}", builtin.info().listed_name(), Row(first, builtin.arity()))
            }
            Op::AskImm(d, builtin, number) => write!(f, "r{d} = ask {}", About(builtin, None, &[number])),
            Op::ListImm(d, builtin, number) => {
                write!(f, "r{d} = list {}", About(builtin, None, &[number]))
            }
            Op::ListSlotImm(d, builtin, a, n, m) => {
                write!(f, "r{d} = list {}", About(builtin, Some(a), &[n.into(), m.into()]))
            }
            Op::JumpAskEqual(builtin, a, [n, m, k], to) | Op::JumpAskNotEqual(builtin, a, [n, m, k], to) => {
                write!(f, "{name} {} {k} -> {to:04}", About(builtin, Some(a), &[n.into(), m.into()]))
            }
            Op::JumpAskImmEqual(builtin, [n, k], to) | Op::JumpAskImmNotEqual(builtin, [n, k], to) => {
                write!(f, "{name} {} {k} -> {to:04}", About(builtin, None, &[n.into()]))
            }
            Op::ForEachImm(list, member, builtin, n, to) => {
                let set = About(builtin, None, &[n.into()]);
                write!(f, "r{list} = list {set}; r{member} = for-each r{list} -> {to:04}")
            }
            Op::ForEachSlotImm(list, member, builtin, a, n, to) => {
                let set = About(builtin, Some(a), &[n.into()]);
                write!(f, "r{list} = list {set}; r{member} = for-each r{list} -> {to:04}")
            }
            Op::AskPair(d, builtin, a, b) => {
                write!(f, "r{d} = ask {} r{a} r{b}", builtin.info().listed_name())
            }
            Op::AskSlotImm(d, builtin, a, n, m) => {
                write!(f, "r{d} = ask {}", About(builtin, Some(a), &[n.into(), m.into()]))
            }
            Op::OfferCounted(first, builtin, action) => {
                write!(f, "{name} {}{} {action}", builtin.info().listed_name(), Row(first, builtin.arity()))
            }
            Op::Apply(d, effect, first) => {
                write!(f, "{}{}", Change(d, effect), Row(first, effect.arity()))
            }
            Op::ApplyImm(d, effect, n, m) => {
                let numbers = [n, m].into_iter().take(effect.arity());
                write!(f, "{}", Change(d, effect))?;
                numbers.into_iter().try_for_each(|number| write!(f, " {number}"))
            }
            Op::ApplyPair(d, effect, a, b) => write!(f, "{} r{a} r{b}", Change(d, effect)),
        }
    }
}

/// A change, with the slot for what it hands back where it does.
struct Change(Slot, Effect);

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.1.has_result() {
            write!(f, "r{} = ", self.0)?;
        }
        write!(f, "apply {}", dashed(&format!("{:?}", self.1)))
    }
}

/// A question about a slot, if one is given, and numbers, as many of them as it takes.
struct About<'a>(Builtin, Option<Slot>, &'a [i32]);

impl fmt::Display for About<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let About(builtin, slot, numbers) = self;
        f.write_str(&builtin.info().listed_name())?;
        slot.iter().try_for_each(|slot| write!(f, " r{slot}"))?;
        let left = builtin.arity().saturating_sub(slot.iter().count());
        numbers.iter().take(left).try_for_each(|number| write!(f, " {number}"))
    }
}

/// Slots in a row: where they begin and how many.
struct Row(Slot, usize);

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.1).try_for_each(|index| write!(f, " r{}", usize::from(self.0) + index))
    }
}

/// The name of an operation without its operands: `JumpIsNot(0, 0, 3)` is `jump-is-not`.
struct Named(Op);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let full = format!("{:?}", self.0);
        f.write_str(&dashed(full.split('(').next().unwrap_or_default()))
    }
}

fn entry<T: fmt::Display>(found: Option<&T>) -> String {
    found.map_or_else(|| "?".to_owned(), ToString::to_string)
}

/// `JumpIsNot` as `jump-is-not`.
fn dashed(name: &str) -> String {
    let mut dashed = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !dashed.is_empty() {
            dashed.push('-');
        }
        dashed.push(letter.to_ascii_lowercase());
    }
    dashed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_functions_with_their_lines_and_names() {
        let mut sources = Sources::new();
        sources.add("roads.rota", "rule road\n  each road f in closed\n");
        let body = Span { start: 12, end: 33 };
        let function = Function { name: "rule road".into(), end: 6, slots: 3, ..Function::default() };
        let program = Program {
            ops: vec![
                Op::Const(1, -1),
                Op::List(0, Builtin::Closed, 1),
                Op::ForEach(0, 2, 5),
                Op::AskSlotImm(2, Builtin::IsFeatureKind, 2, 1, 0),
                Op::ForNext(0, 2, Reclaim::Free, 3),
                Op::Trap,
            ],
            spans: vec![(0, body)],
            functions: vec![Function { name: "value other".into(), ..Function::default() }, function],
            ..Program::default()
        };
        let listing = disassemble(&program, Some(&sources), "road");
        let expected = "\
rule road  #1 params 0 slots 3
  ; roads.rota:2  each road f in closed
  0000  r1 = -1
  0001  r0 = list closed r1
  0002  r2 = for-each r0 -> 0005
  0003  r2 = ask is-feature-kind r2 1
  0004  r2 = for-next r0 free -> 0003
  0005  trap
";
        assert_eq!(listing, expected);
        assert!(disassemble(&program, None, "").starts_with("value other  #0"));
    }
}
