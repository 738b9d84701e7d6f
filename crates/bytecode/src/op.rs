//! What the machine can do, one operation a line.
//!
//! The machine keeps a stack of 64-bit integers. In the notation `[a b] → [c]` the right end is the top.
//! A set of players is a mask, one bit a seat; every other set is a list in the machine's list space, and
//! its value packs where the list starts and how long it is.

use crate::builtin::Builtin;
use crate::effect::Effect;

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// `[] → [n]`
    Const(i32),
    /// `[] → [n]`: a constant too large for the operation itself.
    Long(u32),
    /// `[] → [x]`: reads a local slot.
    Load(u16),
    /// `[x] → []`: writes a local slot.
    Store(u16),
    /// `[x] → []`
    Pop,
    /// `[a b] → [a+b]`; faults on overflow, as all arithmetic does.
    Add,
    /// `[a b] → [a-b]`
    Subtract,
    /// `[a b] → [a*b]`
    Multiply,
    /// `[a b] → [a/b]`, rounded towards minus infinity.
    DivideDown,
    /// `[a b] → [a/b]`, rounded towards plus infinity.
    DivideUp,
    /// `[n each] → [n*each]`: as `Multiply`, and kept as a named term of the award that is being counted.
    Term(u32),
    /// `[a] → [-a]`
    Negate,
    /// `[a] → [1-a]`
    Not,
    /// `[a b] → [a=b]`
    Equal,
    /// `[a b] → [a≠b]`
    NotEqual,
    /// `[a b] → [a<b]`
    Less,
    /// `[a b] → [a≤b]`
    LessEqual,
    /// `[a] → [a]`: faults unless least ≤ a ≤ most, the range stored at this index.
    Within(u32),
    /// `[a] → [a]`: faults when a is none.
    Some,
    /// Goes on there.
    Jump(u32),
    /// `[c] → []`: goes on there when c is 0.
    JumpIfNot(u32),
    /// `[c] → []`: goes on there when c is not 0.
    JumpIf(u32),
    /// `[x] → []`: goes on there when x is this number.
    JumpIs(i16, u32),
    /// `[x] → []`: goes on there when x is not this number.
    JumpIsNot(i16, u32),
    /// `[args…] → [result]` or `[args…] → []`: runs a function; its arguments become its first slots.
    Call(u32),
    /// `[x] → `: ends the function with a plain value.
    Return,
    /// `[list] → `: ends the function with a list, which moves down to the caller's list space.
    ReturnList,
    /// `[] → `: ends a function that hands nothing back.
    End,
    /// `[args…] → [answer]`: asks the host.
    Ask(Builtin),
    /// `[args…] → [list]`: asks the host for a set.
    List(Builtin),
    /// `[key] → [x]`: reads a variable of a player, a piece …
    Get(u16),
    /// `[key x] → []`: writes a variable of a player, a piece …
    Set(u16),
    /// `[] → [x]`: reads a variable of the game.
    GetGame(u16),
    /// `[x] → []`: writes a variable of the game.
    SetGame(u16),
    /// `[mask from] → [list]`: the players of a mask in seat order, beginning with `from`, or with the first
    /// seat where it is -1.
    Seats,
    /// `[] → [list]`: an empty list on top of the list space.
    Empty,
    /// `[x] → []`: appends to the list in this slot, which must be on top of the list space.
    Push(u16),
    /// `[x] → []`: frees what lies above the list in this slot and appends to it, unless it holds x already.
    Gain(u16),
    /// `[list] → []`: appends the members of a list that the list in this slot does not hold, and frees what lies
    /// above it.
    Gather(u16),
    /// `[x] → []`: adds a player to the mask in this slot.
    Include(u16),
    /// `[mask] → []`: adds the players of a mask to the mask in this slot.
    Unite(u16),
    /// `[list x] → [list]`: a list with the same members and one more.
    With,
    /// `[list n] → [x]`: the member at this place, counted from 0; faults when there is none.
    Nth,
    /// `[list] → [n]`
    Length,
    /// `[mask] → [n]`
    CountMask,
    /// `[x list] → [0 or 1]`
    Contains,
    /// `[player mask] → [0 or 1]`
    ContainsMask,
    /// `[] → [x]`: takes the first member off the list in this slot, or goes on there when it is empty.
    Next(u16, u32),
    /// Frees the list space above the list in this slot.
    Trim(u16),
    /// Notes in this slot how much list space is in use.
    Mark(u16),
    /// Frees the list space down to the mark in this slot.
    Release(u16),
    /// `[args…] → []` or `[args…] → [result]`: asks the host to change the position.
    Do(Effect),
    /// Begins to count an award: forgets the terms kept so far.
    Terms,
    /// `[] → [note]`: hands the terms kept so far to the host as the explanation of a statement.
    Note(u32),
    /// Enters a reaction, or goes on there when it is already running further up.
    Enter(u16, u32),
    /// Leaves a reaction.
    Exit(u16),
    /// `[list] → []`: adds the members to the options of the decision in the making, under this action.
    Offer(u16),
    /// `[args…] → []`: the same for a set that the host counts without writing it down.
    OfferCounted(u16, Builtin),
    /// `[who] → [value action]`: asks a player to choose. The action is -1 for a pass, -2 when there was
    /// nothing to choose from.
    Decide(u32),
    /// Faults: a path that the compiler knows must not be reached, as a value that returned nothing.
    Trap,
}

#[cfg(test)]
mod tests {
    use super::Op;

    #[test]
    fn an_operation_takes_eight_bytes() {
        assert_eq!(size_of::<Op>(), 8);
    }
}
