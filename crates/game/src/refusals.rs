//! Refusals of the board as faults of a rule.

use rota_board::Refusal;
use rota_vm::Fault;

/// Why the board did not do something, as a fault.
pub(crate) fn refused(refusal: Refusal) -> &'static Fault {
    match refusal {
        Refusal::UnknownShape => &Fault::Refused("no such tile shape"),
        Refusal::UnknownSegment => &Fault::Refused("no such segment on the board"),
        Refusal::OutOfRange => &Fault::Refused("the cell is too far from the origin"),
        Refusal::BeyondBorder => &Fault::Refused("the cell lies beyond the border of the board"),
        Refusal::Occupied => &Fault::Refused("there is a tile in the cell"),
        Refusal::Mismatch => &Fault::Refused("an edge does not match"),
        Refusal::TooManyTiles => &Fault::Refused("the board holds no more tiles"),
        Refusal::TooManySegments => &Fault::Refused("the board holds no more segments"),
        Refusal::SameSegment => &Fault::Refused("a segment cannot be joined to itself"),
        Refusal::KindsDiffer => &Fault::Refused("the segments are of different kinds"),
        Refusal::AlreadyJoined => &Fault::Refused("the segments are already joined"),
        Refusal::NotJoined => &Fault::Refused("the segments are not joined"),
        Refusal::NotCrossable => &Fault::Refused("the tile cannot be crossed there"),
        Refusal::NoTile => &Fault::Refused("no tile lies at the side"),
        Refusal::NotOccupied => &Fault::Refused("nothing occupies the segment"),
        Refusal::CountOutOfRange => &Fault::Refused("a count leaves its range"),
    }
}
