//! Reading and writing variables: those of a feature are folded over its segments, those of cells are sparse.

use rota_board::SegmentId;
use rota_bytecode::program::{Owner, Var};
use rota_bytecode::vocabulary::Merge;
use rota_bytecode::{Form, Sort};
use rota_vm::Fault;

use crate::exec_context::ExecContext;
use crate::history::Event;
use crate::layout::VarLayout;
use crate::questions::Questions;
use crate::text::{Viewer, write_value};
use crate::var_sets::SetOf;

impl Questions<'_> {
    /// The value of a variable; `key` is the number of what it belongs to.
    #[inline]
    pub fn variable(self, var: u16, key: i64) -> Result<i64, &'static Fault> {
        let place = self.layout.vars.get(usize::from(var)).and_then(|places| places.place(key));
        match place.and_then(|place| self.position.vars.get(place)) {
            Some(value) => Ok(*value),
            None => self.found(var, key),
        }
    }

    /// Appends what a variable holds, in words: a value, or the members of a set. Returns whether that is something
    /// other than at first; nothing where there is no such variable.
    pub fn write_variable(self, number: u16, key: i64, told: Viewer, out: &mut String) -> Option<bool> {
        let var = declared(self, number).ok()?;
        if !var.ty.is_list() {
            let value = self.variable(number, key).ok()?;
            write_value(self, var.ty, value, told, out);
            return Some(value != var.init);
        }
        let start = out.len();
        let mut written = Vec::new();
        for member in self.position.sets.members(SetOf { var: number, key }) {
            // Features that have been joined are one.
            let root = (var.ty.sort == Sort::Feature).then(|| self.segment(member).ok());
            let root = root.flatten().map(|segment| self.position.board.find(segment));
            if root.is_some() && written.contains(&root) {
                continue;
            }
            written.push(root);
            out.push_str(if out.len() == start { "" } else { ", " });
            write_value(self, var.ty.with_form(Form::One), member, told, out);
        }
        if written.is_empty() {
            out.push_str("nothing");
        }
        Some(!written.is_empty())
    }

    /// The value of a variable that is not read as it is.
    #[inline(never)]
    fn found(self, var: u16, key: i64) -> Result<i64, &'static Fault> {
        let places = self.layout.vars.get(usize::from(var)).ok_or(&Fault::Missing)?;
        match places.owner {
            Owner::Feature => self.of_feature(var, places, key),
            Owner::Cell => {
                if let Some(value) = self.position.cell_values.get(var, key) {
                    return Ok(value);
                }
                self.cell(key)?;
                Ok(declared(self, var)?.init)
            }
            Owner::Game | Owner::Player | Owner::Piece => Err(&Fault::Missing),
            Owner::Tile | Owner::Card | Owner::Segment => Err(&Fault::Missing),
        }
    }

    /// What the segments of a feature have together, or what lies on one that is asked apart.
    fn of_feature(self, var: u16, places: &VarLayout, key: i64) -> Result<i64, &'static Fault> {
        let var = declared(self, var)?;
        let own = places.of(&self.position.vars);
        let lies = |segment: SegmentId| own.get(usize::from(segment.0)).copied().unwrap_or(var.init);
        if let Some(segment) = self.segment_apart(key) {
            return segment.map(lies);
        }
        let feature = self.segment(key)?;
        let mut values = self.position.board.segments(feature).map(lies);
        match var.merge {
            Merge::Sum => values.try_fold(0, i64::checked_add).ok_or(&Fault::Overflow),
            Merge::Any => Ok(i64::from(values.any(|value| value != 0))),
            Merge::All => Ok(i64::from(values.all(|value| value != 0))),
            Merge::Max => Ok(values.max().unwrap_or(var.init)),
            Merge::Agree => {
                // A segment on which nothing was set says nothing.
                let mut said = values.filter(|value| *value != var.init);
                let first = said.next().unwrap_or(var.init);
                Ok(if said.all(|value| value == first) { first } else { var.init })
            }
        }
    }
}

impl ExecContext<'_> {
    /// Writes a variable. What only owners see is noted as secret.
    #[inline]
    pub fn set_variable(&mut self, var: u16, key: i64, value: i64) -> Result<(), &'static Fault> {
        let places = self.layout.vars.get(usize::from(var)).filter(|places| !places.secret);
        let place = places.and_then(|places| places.place(key));
        match place.and_then(|place| self.position.vars.get_mut(place)) {
            Some(own) => *own = value,
            None => self.set_with_care(var, key, value)?,
        }
        Ok(())
    }

    #[inline(never)]
    fn set_with_care(&mut self, var: u16, key: i64, value: i64) -> Result<(), &'static Fault> {
        let layout = self.layout;
        let places = layout.vars.get(usize::from(var)).ok_or(&Fault::Missing)?;
        self.set_anywhere(var, places, key, value)?;
        if places.secret {
            self.keep_secret(var, key);
        }
        Ok(())
    }

    /// Notes that a player has something in a variable that nobody else sees.
    fn keep_secret(&mut self, var: u16, player: i64) {
        let player = player as u8;
        if self.position.hide(usize::from(var), player) {
            self.history.keep(Event::Hid { var, player });
        }
    }

    fn set_anywhere(
        &mut self,
        var: u16,
        places: &VarLayout,
        key: i64,
        value: i64,
    ) -> Result<(), &'static Fault> {
        if let Some(place) = places.place(key) {
            self.position.vars[place] = value;
            return Ok(());
        }
        match places.owner {
            Owner::Feature => {
                let feature = self.questions().segment(key)?;
                let start = declared(self.questions(), var)?.init;
                let position = &mut *self.position;
                let range = places.range();
                let own = position.vars.get_mut(range).ok_or(&Fault::Missing)?;
                for segment in position.board.segments(feature) {
                    *own.get_mut(usize::from(segment.0)).ok_or(&Fault::Missing)? = start;
                }
                *own.get_mut(usize::from(feature.0)).ok_or(&Fault::Missing)? = value;
                Ok(())
            }
            Owner::Cell => {
                self.questions().cell(key)?;
                let start = declared(self.questions(), var)?.init;
                self.position.cell_values.set(var, key, value, start)
            }
            Owner::Game | Owner::Player | Owner::Piece => Err(&Fault::Missing),
            Owner::Tile | Owner::Card | Owner::Segment => Err(&Fault::Missing),
        }
    }

    /// Adds a member to the set of a variable. What only owners see is noted as secret.
    pub fn include(&mut self, var: i64, key: i64, member: i64) -> Result<i64, &'static Fault> {
        let set = set_of(var, key)?;
        let places = self.layout.vars.get(usize::from(set.var)).ok_or(&Fault::Missing)?;
        self.position.sets.include(set, member)?;
        if places.secret {
            self.keep_secret(set.var, key);
        }
        Ok(0)
    }

    /// Sets all values of a variable back to the start.
    pub fn reset(&mut self, var: i64) -> Result<i64, &'static Fault> {
        let var = u16::try_from(var).map_err(|_| &Fault::Missing)?;
        let layout = self.layout;
        let places = layout.vars.get(usize::from(var)).ok_or(&Fault::Missing)?;
        let Var { init, secret, .. } = *declared(self.questions(), var)?;
        self.position.vars.get_mut(places.range()).ok_or(&Fault::Missing)?.fill(init);
        self.position.cell_values.reset(var);
        self.position.sets.reset(var);
        self.position.forgotten += u32::from(secret);
        if std::mem::take(&mut self.position.secrets[usize::from(var)]) != 0 {
            self.history.keep(Event::Forgotten { var });
        }
        Ok(0)
    }
}

fn declared(questions: Questions<'_>, var: u16) -> Result<&Var, &'static Fault> {
    questions.rules.program().declared.vars.get(usize::from(var)).ok_or(&Fault::Missing)
}

/// The set of a variable, for what it belongs to.
pub(crate) fn set_of(var: i64, key: i64) -> Result<SetOf, &'static Fault> {
    let var = u16::try_from(var).map_err(|_| &Fault::Missing)?;
    if key < 0 { Err(&Fault::Missing) } else { Ok(SetOf { var, key }) }
}
