//! The defects of a board.

use crate::fault::Fault;
use crate::models::{Field, Model, Role, of_core, of_device};
use crate::place::Place;

/// A defect with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// The register, and what is wrong with it.
    pub name: String,
    /// Where it is.
    pub place: Place,
    /// What is wrong.
    pub fault: Fault,
}

/// What a board has that may count or keep time.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Of each device: its name, kind and address.
    pub devices: Vec<(String, String, u64)>,
    /// Of each core, by index: its kind.
    pub cores: Vec<String>,
}

/// All defects of a board's counters and clocks, device by device, then core by core. The list is empty where there
/// is no model of such registers.
///
/// ```
/// use trueboard_mutation::{Board, list};
/// let board = Board {
///     devices: vec![("stm0".to_owned(), "tc27x-stm".to_owned(), 0xf000_0000)],
///     cores: vec!["tricore".to_owned(); 3],
/// };
/// assert!(list(&board).iter().any(|m| m.name == "stm0.tim0: reads 0"));
/// assert!(list(&Board::default()).is_empty());
/// ```
#[must_use]
pub fn list(board: &Board) -> Vec<Mutation> {
    let mut all = Vec::new();
    for (name, kind, at) in &board.devices {
        for model in of_device(kind) {
            of_words(&mut all, name, *at, model);
        }
    }
    // A defect of one core may stand out where one of all cores does not, and the other way round.
    let mut begin = 0;
    while let Some(kind) = board.cores.get(begin) {
        let same = board.cores[begin..].iter().take_while(|k| *k == kind);
        let count = same.count();
        let name = |from: usize, to: usize| match to - from {
            1 => format!("core {from}"),
            _ => format!("cores {from}-{}", to - 1),
        };
        for (from, to) in [(begin, begin + 1), (begin + 1, begin + count)] {
            let (Ok(first), Ok(cores)) = (u8::try_from(from), u8::try_from(to - from)) else {
                continue;
            };
            for model in of_core(kind).iter().filter(|_| cores > 0) {
                let place = Place::Core {
                    first,
                    count: cores,
                    number: model.offset,
                };
                of_register(
                    &mut all,
                    &format!("{} {}", name(from, to), model.name),
                    place,
                    model,
                );
            }
        }
        begin += count;
    }
    all
}

/// The defects of a device's register, or array of them.
fn of_words(all: &mut Vec<Mutation>, device: &str, at: u64, model: &Model) {
    let apart = model.apart.min(model.count);
    let first = at + u64::from(model.offset);
    for n in 0..apart {
        let place = Place::Device {
            first: first + u64::from(n * model.stride),
            count: 1,
            stride: model.stride,
        };
        of_register(all, &format!("{device}.{}{n}", model.name), place, model);
    }
    let rest = Place::Device {
        first: first + u64::from(apart * model.stride),
        count: model.count - apart,
        stride: model.stride,
    };
    let name = match (apart, model.count) {
        (_, 1) => format!("{device}.{}", model.name),
        (from, count) => format!("{device}.{}{from}-{}", model.name, count - 1),
    };
    if apart < model.count {
        of_register(all, &name, rest, model);
    }
}

fn of_register(all: &mut Vec<Mutation>, name: &str, place: Place, model: &Model) {
    let mut add = |name: String, fault: Fault| {
        all.push(Mutation {
            name: format!("{name}: {}", fault.text()),
            place,
            fault,
        });
    };
    let faults: &[Fault] = match model.role {
        Role::Counter { .. } => &[
            Fault::ReadOff(1),
            Fault::ReadOff(-1),
            Fault::ReadsZero,
            Fault::Frozen,
            Fault::Wraps(16),
            Fault::Wraps(24),
            Fault::Doubled,
            Fault::ReadsOnes(0x10),
        ],
        Role::Setting => &[Fault::WriteLost, Fault::WrittenOff(1)],
        Role::Control(_) => &[Fault::WriteLost],
    };
    for &fault in faults {
        add(name.to_owned(), fault);
    }
    match model.role {
        Role::Counter { writable } => {
            let written = [Fault::WriteLost, Fault::ClearLost, Fault::WrittenOff(1)];
            for fault in written.into_iter().filter(|_| writable) {
                add(name.to_owned(), fault);
            }
            if let Some(distance) = neighbour(place, model) {
                add(name.to_owned(), Fault::Leaks(distance));
            }
        }
        Role::Setting => {}
        Role::Control(fields) => {
            for field in fields {
                of_field(
                    &mut |fault| add(format!("{name} {}", field.name), fault),
                    field,
                );
            }
        }
    }
}

/// How far the register is that a read of an array may give in place of the right one: the one before, or, where the
/// first is concerned, the next.
fn neighbour(place: Place, model: &Model) -> Option<i32> {
    let Place::Device { .. } = place else {
        return None;
    };
    let stride = i32::try_from(model.stride).ok()?;
    match model.apart {
        _ if model.count == 1 => None,
        0 => None,
        _ if matches!(place, Place::Device { count: 1, .. }) => Some(stride),
        _ => Some(-stride),
    }
}

fn of_field(add: &mut dyn FnMut(Fault), field: &Field) {
    if field.selects {
        add(Fault::NextInField(field.mask));
        add(Fault::Ignored(field.mask));
    } else {
        add(Fault::Ignored(field.mask));
        add(Fault::StuckAtOne(field.mask));
        add(Fault::FirstLost(field.mask));
    }
}
