//! The defects of a board.

use super::fault::Fault;
use super::models::{Field, Model, Role, of_core, of_device};
use super::place::Place;

/// A defect with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// The register, and what is wrong with it.
    pub name: String,
    /// The same for all instances of a register: `l4stat cval: reads 0`.
    pub kind: String,
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
/// use trueboard_campaigns::mutate::defects::{Board, list};
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
            of_words(&mut all, (name, kind), *at, model);
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
                let name = format!("{} {}", name(from, to), model.name);
                of_register(&mut all, (&name, kind), place, model);
            }
        }
        begin += count;
    }
    all
}

/// The defects of a device's register, or array of them.
fn of_words(all: &mut Vec<Mutation>, (device, kind): (&str, &str), at: u64, model: &Model) {
    let apart = model.apart.min(model.count);
    let first = at + u64::from(model.offset);
    for n in 0..apart {
        let place = Place::Device {
            first: first + u64::from(n * model.stride),
            count: 1,
            stride: model.stride,
        };
        let name = format!("{device}.{}{n}", model.name);
        of_register(all, (&name, kind), place, model);
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
        of_register(all, (&name, kind), rest, model);
    }
}

/// Defects of what a read gives.
const READS: &[Fault] = &[
    Fault::ReadOff(1),
    Fault::ReadOff(-1),
    Fault::ReadsZero,
    Fault::Frozen,
    Fault::Stale,
    Fault::Wraps(16),
    Fault::Wraps(24),
    Fault::Saturates(16),
    Fault::Doubled,
    Fault::Halved,
    Fault::Backwards,
    Fault::ClearedByRead,
    Fault::ReadsOnes(0x10),
    Fault::ReadsZeros(1),
    Fault::HalvesSwapped,
];

/// Defects of what a write stores in a counter.
const WRITES: &[Fault] = &[
    Fault::WriteLost,
    Fault::Once,
    Fault::ClearLost,
    Fault::Clears,
    Fault::WrittenOff(1),
    Fault::LowHalf,
];

/// Defects of a value that firmware sets.
const SETTINGS: &[Fault] = &[
    Fault::WriteLost,
    Fault::Once,
    Fault::Late,
    Fault::Clears,
    Fault::WrittenOff(1),
    Fault::WrittenOff(-1),
];

/// Defects of a control register as a whole.
const CONTROLS: &[Fault] = &[Fault::WriteLost, Fault::Once, Fault::Late];

/// The defects of a register, or of some that have them in common: its name, and what has it.
fn of_register(all: &mut Vec<Mutation>, (name, of): (&str, &str), place: Place, model: &Model) {
    let mut add = |field: &str, fault: Fault| {
        let text = fault.text();
        all.push(Mutation {
            name: format!("{name}{field}: {text}"),
            kind: format!("{of} {}{field}: {text}", model.name),
            place,
            fault,
        });
    };
    let faults: &[&[Fault]] = match model.role {
        Role::Counter { writable: true } => &[READS, WRITES],
        Role::Counter { writable: false } => &[READS],
        Role::Setting => &[SETTINGS],
        Role::Control(_) => &[CONTROLS],
    };
    for fault in faults.iter().copied().flatten() {
        add("", *fault);
    }
    match model.role {
        Role::Counter { .. } => {
            if let Some(distance) = neighbour(place, model) {
                add("", Fault::Leaks(distance));
            }
            if matches!(place, Place::Core { .. }) {
                add("", Fault::LeaksCore);
            }
        }
        Role::Setting => {}
        Role::Control(fields) => {
            for field in fields {
                of_field(&mut |fault| add(&format!(" {}", field.name), fault), field);
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
        add(Fault::PreviousInField(field.mask));
        add(Fault::Ignored(field.mask));
    } else {
        add(Fault::Ignored(field.mask));
        add(Fault::StuckAtOne(field.mask));
        add(Fault::Inverted(field.mask));
    }
    add(Fault::FirstLost(field.mask));
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
        let kinds = |device: &str, core: &str| {
            let all = list(&board(device, core));
            all.into_iter()
                .map(|m| m.kind)
                .collect::<BTreeSet<_>>()
                .len()
        };
        assert_eq!(kinds("none", "c66x-stub"), 0);
        assert!(kinds("none", "tricore") >= 60 && kinds("none", "epiphany") >= 60);
        assert!(kinds("l4stat", "leon") >= 60);
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
