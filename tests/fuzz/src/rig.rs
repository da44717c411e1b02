//! A GR740 to try things on, and what must hold for every run of it.

use conformance::tiny::{self, G1, G2, Part, Tiny};
use conformance::{board, sparc};
use std::path::Path;
use std::sync::{Arc, LazyLock};
use trueboard_board::{BoardModel, Ended, Image, Machine, Pause, Stops, machine};
use trueboard_core::meter::{BusMeter, CoreMeter};
use trueboard_core::time::Tick;

/// What inputs are called in messages.
pub const PLACE: &str = "fuzzed-input";

/// The GR740 with small memories: every digest reads every byte.
pub static BOARD: LazyLock<BoardModel> =
    LazyLock::new(|| board(&["memories.sdram.size=0x100000", "memories.prom.size=0x10000"]));

/// Such a board, switched on, with its power model.
pub fn bare() -> Machine {
    let mut m = machine(&BOARD.place, &BOARD.file, false).expect("the board is sound");
    let power = BOARD.power.clone().expect("the board has a power model");
    m.set_power_model(power, BOARD.file.power_grid_us);
    m
}

/// Where core `n` runs what [`each_core`] is given for it.
fn place(n: usize) -> u32 {
    (n as u32 + 1) << SHIFT
}

/// Bytes of code that a core may have.
pub const ROOM: usize = 1 << SHIFT;
const SHIFT: i16 = 14;

/// An image for cores 0 to 3, which run `code[0]` to `code[3]`, at most [`ROOM`] bytes each. All of them take traps by
/// skipping the instruction.
pub fn each_core(code: &[Vec<u32>; 4]) -> Arc<Image> {
    let mut start = tiny::use_table();
    start.extend(tiny::set(0xff90_4010, G1)); // MPSTAT: start cores 1 to 3
    start.extend(tiny::set(0xe, G2));
    start.push(tiny::st(G2, G1));
    start.push(tiny::rdasr(17, G1));
    start.push(tiny::srl(G1, 28, G1));
    start.push(tiny::add(G1, 1, G1));
    start.push(tiny::sll(G1, SHIFT, G1));
    start.extend([tiny::jmp(G1, 0), tiny::nop()]);
    let mut image = Tiny::new(&start);
    for (n, words) in code.iter().enumerate() {
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_be_bytes()).collect();
        assert!(bytes.len() <= ROOM);
        if !bytes.is_empty() {
            let at = place(n);
            image.parts.push(Part { at, bytes });
        }
    }
    Arc::new(Image::parse(Path::new(PLACE), &image.bytes(), sparc()).expect("it is sound"))
}

/// The board with an image on all cores, not yet booted.
pub fn loaded(image: &Arc<Image>) -> Machine {
    let mut m = bare();
    m.load(image.clone(), &[0, 1, 2, 3]).expect("it fits");
    m
}

/// Runs `image` on the GR740; see [`check_machine`].
pub fn check(image: &Arc<Image>, ticks: u64, split: u64) {
    check_machine(&|| loaded(image), &[], ticks, split);
}

/// How a run ended, and the digest by parts.
type Outcome = (Ended, Vec<(String, String)>);

/// What `make` makes, booted, and the cores `start` started too.
fn booted(make: &dyn Fn() -> Machine, start: &[usize]) -> Machine {
    let mut m = make();
    m.boot().expect("it boots");
    m.start(start).expect("the cores are there");
    m
}

/// Boots what `make` makes, starts the cores `start` too, and runs for `ticks`: straight, with a
/// snapshot at `split`, one instruction at a time, and with some single steps. All must end alike, and
/// the meters must add up.
pub fn check_machine(make: &dyn Fn() -> Machine, start: &[usize], ticks: u64, split: u64) {
    let expected = check_split(make, start, ticks, split);
    let ways: [(&str, Way); 2] = [("step by step", step_by_step), ("with steps", with_steps)];
    for (how, way) in ways {
        let differing_at = |ticks, expected: &Outcome| {
            let mut m = booted(make, start);
            let ended = way(&mut m, Tick(ticks));
            m.finish();
            differing(&(ended, m.digest_parts()), expected)
        };
        if differing_at(ticks, &expected).is_some() {
            let differs = |t| differing_at(t, &end(&mut booted(make, start), t));
            let first = first_difference(ticks, |t| differs(t).is_some());
            panic!("{how}: differs from tick {first} on: {:?}", differs(first));
        }
    }
}

/// The smallest number up to `last` from which on, presumably, `differs` holds.
fn first_difference(last: u64, differs: impl Fn(u64) -> bool) -> u64 {
    let (mut same, mut other) = (0, last);
    while other - same > 1 {
        let middle = same + (other - same) / 2;
        match differs(middle) {
            true => other = middle,
            false => same = middle,
        }
    }
    other
}

/// Straight, and with a snapshot at `split`.
fn check_split(make: &dyn Fn() -> Machine, start: &[usize], ticks: u64, split: u64) -> Outcome {
    let mut straight = booted(make, start);
    let expected = end(&mut straight, ticks);
    adds_up(&straight);

    let mut first = booted(make, start);
    let early = first.run(Tick(split));
    if early != Ended::Paused {
        first.finish();
        assert_eq!(
            (early, first.digest_parts()),
            expected,
            "twice the same run"
        );
        return expected;
    }
    let mut second = make();
    second
        .load_state(&first.save())
        .expect("it was saved just now");
    alike(
        &end(&mut second, ticks),
        &expected,
        &format!("saved at {split}"),
    );
    expected
}

/// A way to run a machine to a time.
type Way = fn(&mut Machine, Tick) -> Ended;

/// Every core goes one instruction at a time.
fn step_by_step(m: &mut Machine, until: Tick) -> Ended {
    // Nobody comes there, but all are looked after.
    let stops = Stops {
        breakpoints: [u64::MAX].into(),
        ..Stops::default()
    };
    match m.run_until_break(until, &stops) {
        Pause::Ended(ended) => ended,
        other => panic!("{other:?}"),
    }
}

/// Cores in turn go a few instructions one at a time; then all go on.
fn with_steps(m: &mut Machine, until: Tick) -> Ended {
    const STRETCHES: u64 = 16;
    let cores = m.core_count() as u64;
    for n in 0..STRETCHES {
        let stops = Stops {
            step: Some((n % cores) as u8),
            ..Stops::default()
        };
        for _ in 0..=n % 5 {
            match m.run_until_break(until, &stops) {
                Pause::Ended(ended) => return ended,
                Pause::Stepped { core } => assert_eq!(Some(core), stops.step),
                other => panic!("{other:?}"),
            }
        }
        let later = Tick(until.0 * (n + 1) / STRETCHES);
        match m.run(later.max(m.now())) {
            Ended::Paused => {}
            ended => return ended,
        }
    }
    m.run(until)
}

fn alike(got: &Outcome, wanted: &Outcome, how: &str) {
    assert_eq!(differing(got, wanted), None, "{how}");
}

/// What of an outcome is not as wanted.
fn differing(got: &Outcome, wanted: &Outcome) -> Option<String> {
    if got.0 != wanted.0 {
        return Some(format!("{:?}, not {:?}", got.0, wanted.0));
    }
    let mut parts = got.1.iter().zip(&wanted.1);
    let part = parts.find(|(got, wanted)| got != wanted)?;
    Some(part.0.0.clone())
}

fn end(m: &mut Machine, ticks: u64) -> Outcome {
    let ended = m.run(Tick(ticks));
    m.finish();
    (ended, m.digest_parts())
}

/// The laws of the meters.
pub fn adds_up(m: &Machine) {
    for (i, bank) in m.meters().cores.iter().enumerate() {
        let dictionary = m.dictionary(i as u8).expect("a core has a dictionary");
        let cycles = bank.get(CoreMeter::CYCLES);
        assert_eq!(bank.sum(dictionary.stack), cycles, "stack of core {i}");
    }
    for (i, bank) in m.meters().buses.iter().enumerate() {
        let cycles = bank.get(BusMeter::Cycles);
        let used = bank.get(BusMeter::Used);
        // A mesh has many links, each of which is used by itself.
        if m.name != "parallella" {
            assert_eq!(used + bank.get(BusMeter::Idle), cycles, "bus {i}");
        }
        assert_eq!(bank.used.iter().sum::<u64>(), used, "masters of bus {i}");
        let waits = bank.get(BusMeter::Waits);
        assert_eq!(bank.waited.iter().sum::<u64>(), waits, "waits of bus {i}");
    }
}
