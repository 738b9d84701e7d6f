//! What is offered, and what follows from the answer.

use rota_bytecode::program::Secrecy;
use rota_check::tree::{ExprKind, Group, Statement, StatementKind};
use rota_vm::{Answer, Fault, Host, Pending};

use super::{Evaluator, Failed, Flow, PendingChoice, Slots, Value, store};

impl<'t, H: Host> Evaluator<'t, H> {
    pub(super) fn choose(&mut self, statement: &'t Statement, slots: &mut Slots) -> Result<Flow, Failed> {
        let StatementKind::Choose { choice, who, groups, otherwise } = &statement.kind else {
            return Ok(Flow::On);
        };
        let at = |fault: &Fault| Failed { fault: *fault, span: statement.span };
        let who = self.number(who, slots)?;
        let mut options = Vec::new();
        for (action, group) in (0u16..).zip(groups) {
            let members = self.offered(group, slots)?;
            options.extend(members.into_iter().map(|member| (action, member)));
        }
        let site = self.tree.choices.get(*choice as usize).ok_or(at(&Fault::Broken))?;
        let who = u8::try_from(who).ok().filter(|who| *who < 8).ok_or(at(&Fault::Missing))?;
        if site.merges_alike {
            let mut distinct: Vec<(u16, i64)> = Vec::new();
            for (action, value) in options {
                let sort = site.actions[usize::from(action)].ty.sort;
                let is_known = distinct
                    .iter()
                    .any(|(other, known)| *other == action && self.host.is_alike(who, sort, *known, value));
                if !is_known {
                    distinct.push((action, value));
                }
            }
            options = distinct;
        }
        let answer = match options.as_slice() {
            [] => Answer::Pass,
            [(action, value)]
                if !site.pass
                    && site.secrecy == Secrecy::Open
                    && !self.ask_forced
                    && !self.host.has_hidden_information() =>
            {
                let answer = Answer::Option { action: *action, value: *value };
                let pending = Pending { choice: *choice, who, total: 1, pass: false };
                self.host.decided(&pending, answer, true);
                answer
            }
            _ => {
                let asked = PendingChoice { choice: *choice, who, options: &options, pass: site.pass };
                (self.decide)(self.host, &asked)
            }
        };
        match answer {
            Answer::Pass => self.block(otherwise, slots),
            Answer::Option { action, value } => {
                let group = groups.get(usize::from(action)).ok_or(at(&Fault::Broken))?;
                store(slots, group.slot, Value::Number(value));
                self.block(&group.body, slots)
            }
        }
    }

    fn offered(&mut self, group: &'t Group, slots: &mut Slots) -> Result<Vec<i64>, Failed> {
        if !self.passes(group.when.as_ref(), slots)? {
            return Ok(Vec::new());
        }
        if let (ExprKind::Ask { builtin, args }, None) = (&*group.set.kind, &group.filter)
            && builtin.info().is_counted
        {
            let args = self.numbers(args, slots)?;
            let at = |fault: &Fault| Failed { fault: *fault, span: group.set.span };
            let count = self.host.count(*builtin, &args).map_err(at)?;
            return Ok((0..count).filter_map(|index| self.host.nth(*builtin, &args, index)).collect());
        }
        let mut offered = Vec::new();
        for member in self.members(&group.set, None, slots)? {
            store(slots, group.slot, Value::Number(member));
            if self.passes(group.filter.as_ref(), slots)? {
                offered.push(member);
            }
        }
        Ok(offered)
    }
}
