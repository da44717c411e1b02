//! Breakpoints and watchpoints in basic blocks stop where they do one instruction at a time, and leave the
//! run as it would have been.

use std::path::PathBuf;
use trueboard_board::{Machine, Options, Pause, Session, Stops, WatchKind, Watchpoint, open_board};
use trueboard_core::fact::CoreState;
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

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n.max(1)
    }
}

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
        data.push(m.register(core, random.below(registers)) & !7);
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
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ image.len() as u64);
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
                if let Some(&at) = code.get(random.below(code.len())) {
                    stops.breakpoints.insert(at);
                }
            }
            for _ in 0..[0, 1, 2][round] {
                if let Some(&at) = data.get(random.below(data.len())) {
                    stops.watched.insert(Watchpoint {
                        at,
                        len: [1, 4, 8, 64][random.below(4)],
                        kind: KINDS[random.below(3)],
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
