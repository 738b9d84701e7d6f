//! Shows a program as text, for people who want to see what became of a rule.

use std::fmt::{self, Write};

use rota_source::{Sources, Span};

use crate::builtin::{Builtin, Receiver};
use crate::effect::Effect;
use crate::op::Op;
use crate::program::{Function, Program};
use crate::types::Type;

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
        let Function { name, start, end, params, slots, stack, .. } = self.function;
        write!(f, "{name}  #{} params {params} slots {slots} stack {stack}", self.index)?;
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
            writeln!(f, "  {pc:04}  {}", Shown { program: self.program, op: *op })?;
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
        let program = self.program;
        let name = Debugged(self.op);
        match self.op {
            Op::Const(number) => write!(f, "{name} {number}"),
            Op::Long(index) => write!(f, "{name} {}", entry(program.longs.get(index as usize))),
            Op::Within(index) => match program.ranges.get(index as usize) {
                Some((least, most)) => write!(f, "{name} {least}..{most}"),
                None => write!(f, "{name} ?"),
            },
            Op::Term(index) => write!(f, "{name} {}", entry(program.terms.get(index as usize))),
            Op::Call(index) => {
                write!(
                    f,
                    "{name} {}",
                    entry(program.functions.get(index as usize).map(|callee| &callee.name))
                )
            }
            Op::Get(var) | Op::Set(var) | Op::GetGame(var) | Op::SetGame(var) => {
                let var = program.declared.vars.get(usize::from(var));
                write!(f, "{name} {}", entry(var.map(|var| &var.name)))
            }
            Op::Note(site) => {
                let site = program.sites.get(site as usize);
                write!(
                    f,
                    "{name} {}",
                    entry(site.map(|site| format!("{}: {}", site.rule, site.formula)).as_ref())
                )
            }
            Op::Decide(choice) => {
                let choice = program.choices.get(choice as usize);
                write!(f, "{name} {}", entry(choice.map(|choice| &choice.name)))
            }
            Op::Ask(builtin) | Op::List(builtin) => write!(f, "{name} {}", builtin_name(builtin)),
            Op::OfferCounted(action, builtin) => write!(f, "{name} {action} {}", builtin_name(builtin)),
            Op::Do(effect) => write!(f, "{name} {}", effect_name(effect)),
            Op::Jump(target) | Op::JumpIf(target) | Op::JumpIfNot(target) => {
                write!(f, "{name} -> {target:04}")
            }
            Op::JumpIs(number, target) | Op::JumpIsNot(number, target) => {
                write!(f, "{name} {number} -> {target:04}")
            }
            Op::Next(slot, target) => write!(f, "{name} {slot} -> {target:04}"),
            Op::Enter(reaction, target) => write!(f, "{name} {reaction} -> {target:04}"),
            Op::Mark(operand)
            | Op::Load(operand)
            | Op::Store(operand)
            | Op::Push(operand)
            | Op::Include(operand)
            | Op::Gain(operand)
            | Op::Gather(operand)
            | Op::Unite(operand)
            | Op::Trim(operand)
            | Op::Release(operand)
            | Op::Exit(operand)
            | Op::Offer(operand) => write!(f, "{name} {operand}"),
            _ => write!(f, "{name}"),
        }
    }
}

/// The name of an operation without its operands: `JumpIfNot(3)` is `jump-if-not`.
struct Debugged(Op);

impl fmt::Display for Debugged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let full = format!("{:?}", self.0);
        f.write_str(&dashed(full.split('(').next().unwrap_or_default()))
    }
}

fn entry<T: fmt::Display>(found: Option<&T>) -> String {
    found.map_or_else(|| "?".to_owned(), ToString::to_string)
}

/// The word of the table with what it is called on: `feature.tiles`.
fn builtin_name(builtin: Builtin) -> String {
    match builtin.entry() {
        Some(entry) => match entry.receiver {
            Receiver::None => entry.name.to_owned(),
            Receiver::On(sort) => format!("{}.{}", Type::one(sort), entry.name),
        },
        None => dashed(&format!("{builtin:?}")),
    }
}

fn effect_name(effect: Effect) -> String {
    dashed(&format!("{effect:?}"))
}

/// `JumpIfNot` as `jump-if-not`.
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
        let function =
            Function { name: "rule road".into(), end: 6, slots: 1, stack: 1, ..Function::default() };
        let program = Program {
            ops: vec![
                Op::Const(-1),
                Op::List(Builtin::Closed),
                Op::Store(0),
                Op::Next(0, 5),
                Op::Ask(Builtin::FeatureTiles),
                Op::Trap,
            ],
            spans: vec![(0, body)],
            functions: vec![Function { name: "value other".into(), ..Function::default() }, function],
            ..Program::default()
        };
        let listing = disassemble(&program, Some(&sources), "road");
        let expected = "\
rule road  #1 params 0 slots 1 stack 1
  ; roads.rota:2  each road f in closed
  0000  const -1
  0001  list closed
  0002  store 0
  0003  next 0 -> 0005
  0004  ask feature.tiles
  0005  trap
";
        assert_eq!(listing, expected);
        assert!(disassemble(&program, None, "").starts_with("value other  #0"));
    }
}
