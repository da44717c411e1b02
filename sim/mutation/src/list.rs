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

/// How far the register is that a read of one element of an array may give in place of the right one: the next.
fn neighbour(place: Place, model: &Model) -> Option<i32> {
    match place {
        Place::Device { count: 1, .. } if model.count > 1 => i32::try_from(model.stride).ok(),
        _ => None,
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use trueboard_core::interpose::Register;

    fn board(device: &str, core: &str) -> Board {
        Board {
            devices: vec![("unit".to_owned(), device.to_owned(), 0x1000)],
            cores: vec![core.to_owned(); 4],
        }
    }

    #[test]
    fn names_are_of_one_defect_each() {
        for core in ["leon", "tricore", "epiphany"] {
            for device in ["l4stat", "gptimer", "irqamp", "gr740thsens", "tc27x-stm"] {
                let all = list(&board(device, core));
                let names: BTreeSet<_> = all.iter().map(|m| m.name.as_str()).collect();
                assert_eq!(names.len(), all.len(), "{device} and {core}");
            }
        }
    }

    #[test]
    fn every_kind_of_core_with_counters_has_enough_defects() {
        let count = |core: &str| list(&board("none", core)).len();
        assert_eq!(count("c66x-stub"), 0);
        assert!(count("tricore") >= 60 && count("epiphany") >= 60);
    }

    #[test]
    fn one_core_and_the_others_are_apart() {
        let all = list(&board("none", "leon"));
        let of = |name: &str| all.iter().find(|m| m.name == name).map(|m| m.place);
        let one = of("core 0 asr23: reads 0").expect("a defect of core 0");
        let others = of("cores 1-3 asr23: reads 0").expect("one of the others");
        for core in 0..4 {
            let at = Register::Core { core, number: 23 };
            assert_eq!((one.holds(at), others.holds(at)), (core == 0, core != 0));
        }
    }

    #[test]
    fn a_neighbour_is_in_the_array() {
        for m in list(&board("l4stat", "leon")) {
            if let (Fault::Leaks(distance), Place::Device { first, .. }) = (m.fault, m.place) {
                let next = first.wrapping_add_signed(distance.into());
                assert!((0x1000..0x1040).contains(&next), "{}", m.name);
            }
        }
    }
}
