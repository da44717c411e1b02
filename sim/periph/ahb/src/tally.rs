//! Pending transfers of a master by shape. A transfer adds to two numbers; [`Tally::book`] derives all meters of beats,
//! sizes and wait states from them.

use serde::{Deserialize, Serialize};
use trueboard_core::bus::{Op, Txn};
use trueboard_core::meter::{BUS_MASTERS, BusBank, BusMeter};

/// Sizes are powers of two from 1 byte on; others count as the next larger one.
const SIZES: usize = 12;
const READ: usize = 0;
const WRITE: usize = 1;
const LOCKED: usize = 2;

/// Transfers of one shape and the cycles for which they held the bus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Made {
    transfers: u64,
    held: u64,
}

/// What kind of transfer one is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shape {
    /// Its place among all sizes of all ways of transfer.
    place: u8,
}

impl Shape {
    #[inline(always)]
    pub(crate) fn of(t: &Txn) -> Shape {
        let how = match t.op {
            Op::Read | Op::Fetch => READ,
            Op::Write => WRITE,
            Op::Rmw => LOCKED,
        };
        // The logarithm, rounded up; the odd bit changes nothing but keeps 0 out.
        let size = ((2 * u32::from(t.bytes)).saturating_sub(1) | 1).ilog2() as usize;
        Shape {
            place: (how * SIZES + size.min(SIZES - 1)) as u8,
        }
    }
}

type OfMaster = [[Made; SIZES]; 3];

/// See the module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Tally {
    made: Box<[OfMaster; BUS_MASTERS]>,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            made: Box::new([[[Made::default(); SIZES]; 3]; BUS_MASTERS]),
        }
    }
}

impl Tally {
    /// Adds a transfer that held the bus for `held` cycles.
    #[inline(always)]
    pub(crate) fn add(&mut self, t: &Txn, held: u64) {
        self.add_shape(t.master, Shape::of(t), held);
    }

    /// As above, for a transfer of `master` with a known shape.
    #[inline(always)]
    pub(crate) fn add_shape(&mut self, master: u8, shape: Shape, held: u64) {
        self.add_many(master, shape, 1, held);
    }

    /// Adds `transfers` of `master` of one shape, which held the bus for `held` cycles in all.
    #[inline(always)]
    pub(crate) fn add_many(&mut self, master: u8, shape: Shape, transfers: u64, held: u64) {
        let of_master = &mut self.made[usize::from(master) % BUS_MASTERS];
        if let Some(made) = of_master
            .as_flattened_mut()
            .get_mut(usize::from(shape.place))
        {
            made.transfers += transfers;
            made.held += held;
        }
    }

    /// Books what has come together since the last time, on a bus of `width` bytes.
    pub(crate) fn book(&mut self, bank: &mut BusBank, width: u16) {
        for (made, row) in self.made.iter_mut().zip(&mut bank.by_master) {
            // Most masters have made none: a look without branches.
            let any = made.as_flattened().iter().fold(0, |n, m| n | m.transfers);
            if any == 0 {
                continue;
            }
            for (how, sizes) in made.iter_mut().enumerate() {
                for (size, made) in sizes.iter_mut().enumerate() {
                    let Made { transfers: n, held } = std::mem::take(made);
                    if n == 0 {
                        continue;
                    }
                    let bytes = 1u64 << size;
                    let beats = bytes.div_ceil(u64::from(width)).max(1);
                    // A locked transfer reads, then writes.
                    let phases = if how == LOCKED { 2 } else { 1 };
                    let mut add = |m: BusMeter, n: u64| row[m as usize] += n;
                    add(BusMeter::NonSeq, n * phases);
                    add(BusMeter::Seq, n * phases * (beats - 1));
                    if how == READ || how != WRITE {
                        add(BusMeter::Reads, n * beats);
                    }
                    if how != READ {
                        add(BusMeter::Writes, n * beats);
                    }
                    if how == LOCKED {
                        add(BusMeter::Locked, held);
                    }
                    add(beat_size(bytes.min(width.into())), n * phases * beats);
                    add(
                        BusMeter::WaitStates,
                        held.saturating_sub(n * (phases * beats)),
                    );
                }
            }
        }
    }
}

fn beat_size(bytes: u64) -> BusMeter {
    match bytes {
        0 | 1 => BusMeter::Byte,
        2 => BusMeter::Half,
        4 => BusMeter::Word,
        8 => BusMeter::Double,
        16 => BusMeter::Quad,
        _ => BusMeter::Oct,
    }
}
