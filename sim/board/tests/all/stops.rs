//! Breakpoints and watchpoints in basic blocks stop where they do one instruction at a time, and leave the
//! run as it would have been.

use std::path::PathBuf;
use trueboard_board::{
    Back, Machine, Options, Pause, Session, Stops, WatchKind, Watchpoint, open_board,
};
use trueboard_core::fact::CoreState;
use trueboard_core::meter::CoreMeter;
use trueboard_core::random::Random;
use trueboard_core::time::Tick;

const IMAGES: [(&str, u8); 10] = [
    ("gr740/lu.elf", 4),
    ("gr740/traps.elf", 1),
    ("gr740/contention.elf", 4),
    ("tc275/speed_three.elf", 3),
    ("tc275/traps.elf", 1),
    ("tc275/interrupts.elf", 1),
    ("parallella/matmul.elf", 16),
    ("parallella/pingring.elf", 16),
    ("parallella/dma.elf", 16),
    ("parallella/interrupts.elf", 16),
];

/// What watchpoints stop at.
const KINDS: [WatchKind; 3] = [WatchKind::Change, WatchKind::Read, WatchKind::Access];

fn session(image: &str, cores: u8, settings: &[String]) -> Option<Session> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../firmware/prebuilt")
        .join(image);
    if !path.exists() {
        return None;
    }
    let (board, _) = image.split_once('/')?;
    let options = Options {
        images: vec![(path, (0..cores.into()).collect())],
        // Core 0 of a TC275 starts the others by itself.
        start: match board {
            "tc275" => Vec::new(),
            _ => (1..cores.into()).collect(),
        },
        ..Options::default()
    };
    Some(Session::new(&open_board(board, settings).unwrap(), options).unwrap())
}

/// Addresses that the cores execute in steps from time `from` on, and memory near what registers point to.
fn places(m: &mut Machine, cores: u8, from: u64, random: &mut Random) -> (Vec<u64>, Vec<u64>) {
    m.run(Tick(from));
    let (mut code, mut data) = (Vec::new(), Vec::new());
    for n in 0..400u64 {
        let core = (n % u64::from(cores)) as u8;
        if m.core_state(core).is_none_or(|s| s.1 != CoreState::Running) {
            continue;
        }
        let stops = Stops {
            step: Some(core),
            ..Stops::default()
        };
        if !matches!(
            m.run_until_break(Tick(from * 2 + 10_000_000), &stops),
            Pause::Stepped { .. }
        ) {
            break;
        }
        code.push(m.pc(core));
        let registers = m.registers(core).len().min(64);
        data.push(m.register(core, random.index(registers)) & !7);
    }
    data.retain(|&at| m.memory().peek(at, 64).is_some());
    (code, data)
}

/// All stops from `from` to `until`, and the digest at each of them and at the end.
fn stops_of(
    m: &mut Machine,
    (from, until): (u64, u64),
    stops: &Stops,
    singly: bool,
) -> Vec<(Pause, String)> {
    const MOST: usize = 60;
    m.run(Tick(from));
    let mut met = Vec::new();
    loop {
        let pause = match singly {
            true => m.step_until_break(Tick(until), stops),
            false => m.run_until_break(Tick(until), stops),
        };
        let ended = matches!(pause, Pause::Ended(_));
        met.push((pause, format!("{:?} {}", m.now(), m.digest())));
        if ended {
            return met;
        }
        if met.len() > MOST {
            m.run(Tick(until));
            met.push((Pause::Ended(trueboard_board::Ended::Paused), m.digest()));
            return met;
        }
    }
}

fn stops_as_one_instruction_at_a_time(image: &str, cores: u8, settings: &[String]) {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15 ^ image.len() as u64);
    for from in [20_000, 900_000] {
        let span = (from, from + 40_000);
        let machine = || session(image, cores, settings).map(Session::into_machine);
        let Some(mut m) = machine() else {
            return;
        };
        let (code, data) = places(&mut m, cores, from, &mut random);
        let mut plain = machine().unwrap();
        plain.run(Tick(span.1));
        let plain = plain.digest();
        for round in 0..3 {
            let mut stops = Stops::default();
            for _ in 0..[1, 1, 3][round] {
                if let Some(&at) = code.get(random.index(code.len())) {
                    stops.breakpoints.insert(at);
                }
            }
            for _ in 0..[0, 1, 2][round] {
                if let Some(&at) = data.get(random.index(data.len())) {
                    stops.watched.insert(Watchpoint {
                        at,
                        len: [1, 4, 8, 64][random.index(4)],
                        kind: KINDS[random.index(3)],
                    });
                }
            }
            let fast = stops_of(&mut machine().unwrap(), span, &stops, false);
            let slow = stops_of(&mut machine().unwrap(), span, &stops, true);
            for (n, (fast, slow)) in fast.iter().zip(&slow).enumerate() {
                assert_eq!(fast, slow, "{image} from {from}, stop {n}: {stops:x?}");
            }
            assert_eq!(fast.len(), slow.len(), "{image} from {from}: {stops:x?}");
            let end = &fast.last().unwrap().1;
            assert!(end.ends_with(&plain), "{image} from {from}: {stops:x?}");
        }
    }
}

#[test]
fn random_stops_are_those_of_single_steps() {
    for (image, cores) in IMAGES {
        stops_as_one_instruction_at_a_time(image, cores, &[]);
    }
}

#[test]
fn random_stops_in_lock_step_are_those_of_single_steps() {
    for (image, cores) in [IMAGES[0], IMAGES[3], IMAGES[6]] {
        stops_as_one_instruction_at_a_time(image, cores, &["quantum_cycles=1".to_owned()]);
    }
}

/// Instructions and cycles of all cores: two stops with equal ones are at one place.
fn moved(m: &Machine) -> (u64, u64) {
    let banks = m.meters().cores.iter();
    let executed = banks.map(|b| b.get(CoreMeter::INSTRUCTIONS)).sum();
    let cycles = (0..m.core_count() as u8).map(|c| m.core_cycles(c)).sum();
    (executed, cycles)
}

/// Backwards a run meets the stops that it met forwards, in opposite order: breakpoints where they were, accesses in
/// front of them. From there it meets them again.
fn stops_backwards_are_those_forwards(image: &str, cores: u8) -> usize {
    const MOST: usize = 12;
    let mut random = Random::new(0x2545_f491_4f6c_dd1d ^ image.len() as u64);
    let mut met = 0;
    for from in [20_000, 900_000] {
        let until = Tick(from + 40_000);
        let Some(mut s) = session(image, cores, &[]) else {
            return 0;
        };
        let m = &mut session(image, cores, &[]).unwrap().into_machine();
        let (code, data) = places(m, cores, from, &mut random);
        assert!(s.record());
        let console = &mut Vec::new();
        s.run_to(Tick(from), &Stops::default(), console);
        for round in 0..4 {
            let mut stops = Stops::default();
            for _ in 0..round % 2 {
                if let Some(&at) = code.get(random.index(code.len())) {
                    stops.breakpoints.insert(at);
                }
            }
            for kind in [WatchKind::Change, KINDS[random.index(3)]] {
                if let Some(&at) = data.get(random.index(data.len())) {
                    let len = [4, 8, 64][random.index(3)];
                    stops.watched.insert(Watchpoint { at, len, kind });
                }
            }
            let begin = s.machine().core_stands_at(0);
            let mut forwards = Vec::new();
            while forwards.len() < MOST {
                let pause = s.run_to(until, &stops, console);
                if matches!(pause, Pause::Ended(_)) {
                    break;
                }
                forwards.push((pause, s.machine().digest(), moved(s.machine())));
            }
            // What the run stands at is none of the way back.
            let at_breakpoint = |m: &Met| matches!(m.0, Pause::Breakpoint { .. });
            if forwards.len() == MOST && forwards.last().is_some_and(at_breakpoint) {
                forwards.pop();
            }
            let what = format!("{image} from {from}: {stops:x?}");
            backwards(&mut s, &stops, &forwards, until, &what);
            met += forwards.len();
            s.back_to(0, begin);
        }
    }
    met
}

type Met = (Pause, String, (u64, u64));

fn backwards(s: &mut Session, stops: &Stops, forwards: &[Met], until: Tick, what: &str) {
    let console = &mut Vec::new();
    let mut front = None;
    for (n, (pause, digest, at)) in forwards.iter().enumerate().rev() {
        // What stands where an access is in front of which the run stands already is one stop with it.
        if matches!(pause, Pause::Breakpoint { .. }) && front == Some(*at) {
            continue;
        }
        let back = s.run_back(stops);
        let there = Some(Back::There(pause.clone()));
        assert_eq!(back, there, "{what}: stop {n}");
        let Pause::Watched {
            core,
            at: place,
            kind,
        } = *pause
        else {
            assert_eq!(s.machine().digest(), *digest, "{what}: stop {n}");
            front = None;
            continue;
        };
        let bytes = |s: &Session| {
            let watched = stops
                .watched
                .iter()
                .find(|w| w.at == place && w.kind == kind);
            let len = watched.map_or(0, |w| w.len as usize);
            s.machine().memory().peek(place, len).map(<[u8]>::to_vec)
        };
        let (before, executed) = (bytes(s), moved(s.machine()).0);
        front = Some(moved(s.machine()));
        let again = s.run_to(until, stops, console);
        assert_eq!(
            (&again, &s.machine().digest()),
            (pause, digest),
            "{what}: stop {n}"
        );
        assert!(
            kind != WatchKind::Change || before != bytes(s),
            "{what}: stop {n}"
        );
        let one = moved(s.machine()).0 - executed;
        assert!(
            one <= 1,
            "{what}: stop {n} of core {core} is {one} instructions back"
        );
        assert_eq!(s.run_back(stops), there, "{what}: stop {n} again");
        assert_eq!(
            (front, bytes(s)),
            (Some(moved(s.machine())), before),
            "{what}: stop {n}"
        );
    }
}

#[test]
fn stops_backwards_are_those_of_the_way_there() {
    let mut met = 0;
    for (image, cores) in IMAGES {
        met += stops_backwards_are_those_forwards(image, cores);
    }
    assert!(met > 100, "{met} stops are too few");
}
