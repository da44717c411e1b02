//! A debugger leaves the run as it would have been without: the digest says so.

use std::path::PathBuf;
use trueboard_board::{
    Ended, Machine, Options, Pause, Session, Stops, WatchKind, Watchpoint, open_board,
};
use trueboard_core::fact::CoreState;
use trueboard_core::time::Tick;

/// A run of `BOARD/IMAGE`, on a Parallella on all eCores.
fn session(image: &str) -> Session {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../firmware/prebuilt")
        .join(image);
    let (board, _) = image.split_once('/').unwrap();
    let cores = if board == "parallella" { 16 } else { 1 };
    let options = Options {
        images: vec![(path, (0..cores).collect())],
        start: (1..cores).collect(),
        ..Options::default()
    };
    Session::new(&open_board(board, &[]).unwrap(), options).unwrap()
}

fn step(core: u8) -> Stops {
    Stops {
        step: Some(core),
        ..Stops::default()
    }
}

/// Digests after plain runs of `image` to each of `times`.
fn plain(image: &str, times: &[u64]) -> Vec<String> {
    let mut s = session(image);
    let m = s.machine_mut();
    let digest_at = |t: &u64| {
        m.run(Tick(*t));
        m.digest()
    };
    times.iter().map(digest_at).collect()
}

const WHOLE: u64 = u64::MAX / 4;

#[test]
fn stepping_through_a_whole_program_changes_nothing() {
    for image in ["gr740/hello.elf", "tc275/hello.elf", "tc275/interrupts.elf"] {
        let mut s = session(image);
        let m = s.machine_mut();
        let mut steps = 0;
        let end = loop {
            match m.run_until_break(Tick(WHOLE), &step(0)) {
                Pause::Stepped { core: 0 } => steps += 1,
                Pause::Ended(end) => break end,
                other => panic!("{image}: {other:?}"),
            }
        };
        let success = matches!(end, Ended::Exit { status: 0, .. });
        assert!(success, "{image}: {end:?}");
        assert!(steps > 2000, "{image}: {steps} steps");
        assert_eq!([m.digest()], plain(image, &[WHOLE])[..], "{image}");
    }
}

/// Runs until all cores work; answers when that is.
fn until_busy(m: &mut Machine, cores: u8) -> u64 {
    let running = |m: &Machine, c| m.core_state(c).is_some_and(|s| s.1 == CoreState::Running);
    let mut at = 0;
    while !(0..cores).all(|c| running(m, c)) {
        at += 10_000;
        assert_eq!(
            m.run(Tick(at)),
            Ended::Paused,
            "all cores work at some time"
        );
    }
    at
}

#[test]
fn stepping_cores_in_turn_changes_nothing() {
    for (image, cores) in [("gr740/lu.elf", 4), ("tc275/speed_three.elf", 3)] {
        let mut s = session(image);
        let m = s.machine_mut();
        until_busy(m, cores);
        let mut last = vec![0; usize::from(cores)];
        for n in 0..8000u64 {
            let core = (n * 7 / 3 % u64::from(cores)) as u8;
            assert_eq!(
                m.run_until_break(Tick(WHOLE), &step(core)),
                Pause::Stepped { core }
            );
            let cycles = m.core_cycles(core);
            // TriCore issues several instructions in a cycle.
            let went = cycles > last[usize::from(core)] || image.starts_with("tc275");
            assert!(went, "{image}: step {n} of core {core}");
            last[usize::from(core)] = cycles;
        }
        let later = (0..cores).map(|c| m.core_cycles(c)).max().unwrap() * 2 + 100_000;
        assert_eq!(m.run(Tick(later)), Ended::Paused, "{image}");
        assert_eq!([m.digest()], plain(image, &[later])[..], "{image}");
    }
}

/// What an eCore sends ends its slice where it arrives: single steps must not pass that.
#[test]
fn stepping_ecores_changes_nothing() {
    for (image, core) in [
        ("parallella/pingring.elf", 0),
        ("parallella/pingring.elf", 1),
        ("parallella/dma.elf", 0),
        ("parallella/matmul.elf", 6),
    ] {
        let mut s = session(image);
        let m = s.machine_mut();
        let mut steps = 0;
        while steps < 3000 {
            match m.run_until_break(Tick(WHOLE), &step(core)) {
                Pause::Stepped { core: stepped } => assert_eq!(stepped, core, "{image}"),
                other => panic!("{image}: {other:?}"),
            }
            steps += 1;
        }
        m.run(Tick(WHOLE));
        assert_eq!(
            [m.digest()],
            plain(image, &[WHOLE])[..],
            "{image}, core {core}"
        );
    }
}

/// Code outside of the core is fetched while the pipeline waits: single steps of all cores must not
/// part those waits.
#[test]
fn ecores_one_instruction_at_a_time_change_nothing() {
    let image = "parallella/pingring.elf";
    let mut s = session(image);
    let m = s.machine_mut();
    let mut stops = Stops::default();
    // Nobody comes there, but all go step by step.
    stops.breakpoints.insert(0xffff_fff0);
    let end = m.run_until_break(Tick(WHOLE), &stops);
    assert!(matches!(end, Pause::Ended(_)), "{end:?}");
    assert_eq!([m.digest()], plain(image, &[WHOLE])[..]);
}

/// What was left of a slice when a step was done is run together with those that follow it.
#[test]
fn going_on_behind_steps_changes_nothing() {
    for (image, cores) in [
        ("gr740/lu.elf", 4),
        ("tc275/speed_three.elf", 3),
        ("parallella/pingring.elf", 16),
        ("parallella/matmul.elf", 16),
    ] {
        let mut s = session(image);
        let m = s.machine_mut();
        let mut until = until_busy(m, cores);
        let mut times = Vec::new();
        let mut digests = Vec::new();
        for n in 0..40u64 {
            let core = (n * 7 % u64::from(cores)) as u8;
            for _ in 0..=n % 11 {
                let pause = m.run_until_break(Tick(WHOLE), &step(core));
                assert_eq!(pause, Pause::Stepped { core }, "{image}");
            }
            until = until.max(m.now().0) + 150;
            assert_eq!(m.run(Tick(until)), Ended::Paused, "{image}");
            times.push(until);
            digests.push(m.digest());
        }
        assert_eq!(digests, plain(image, &times), "{image}");
    }
}

#[test]
fn one_instruction_at_a_time_and_stops_change_nothing() {
    let mut s = session("gr740/lu.elf");
    let m = s.machine_mut();
    let busy = until_busy(m, 4);
    let mut stops = Stops::default();
    // Whatever cores execute now they will execute again.
    stops.breakpoints.extend((0..4).map(|c| m.pc(c)));
    stops.breakpoints.insert(0xffff_fff0);
    let mut met = [0; 4];
    let until = Tick(busy + 600_000);
    loop {
        match m.run_until_break(until, &stops) {
            Pause::Breakpoint { core } => {
                assert!(stops.breakpoints.contains(&m.pc(core)));
                met[usize::from(core)] += 1;
            }
            other => break assert_eq!(other, Pause::Ended(Ended::Paused)),
        }
    }
    assert!(met.iter().all(|&n| n > 0), "{met:?}");
    assert_eq!([m.digest()], plain("gr740/lu.elf", &[until.0])[..]);
}

#[test]
fn a_breakpoint_is_met_once_each_time() {
    let mut s = session("gr740/hello.elf");
    let m = s.machine_mut();
    let main = m.image_of(0).unwrap().symbol("main").unwrap().at;
    let mut stops = Stops::default();
    stops.breakpoints.insert(main);
    let first = m.run_until_break(Tick(WHOLE), &stops);
    assert_eq!(first, Pause::Breakpoint { core: 0 });
    assert_eq!(m.pc(0), main);
    let then = m.run_until_break(Tick(WHOLE), &stops);
    assert!(matches!(then, Pause::Ended(Ended::Exit { .. })), "{then:?}");
}

#[test]
fn a_change_of_watched_memory_is_seen() {
    let mut s = session("gr740/hello.elf");
    let m = s.machine_mut();
    let main = m.image_of(0).unwrap().symbol("main").unwrap().at;
    let mut stops = Stops::default();
    stops.breakpoints.insert(main);
    m.run_until_break(Tick(WHOLE), &stops);
    // Below its stack pointer: printf keeps digits there.
    let sp = m.register(0, 14) - 4096;
    stops.watched.insert(Watchpoint::change(sp, 4096));
    let pause = m.run_until_break(Tick(WHOLE), &stops);
    assert!(
        matches!(pause, Pause::Watched { core: 0, at, kind: WatchKind::Change } if at == sp),
        "{pause:?}"
    );
}

#[test]
fn looking_has_no_effect() {
    let mut s = session("gr740/hello.elf");
    let m = s.machine_mut();
    let before = m.digest();
    let mut buf = [0; 256];
    // The UART: reading its data register for real would take a byte out.
    assert_eq!(m.look(0, 0xff90_0000, &mut buf[..20]), 20);
    assert_eq!(m.look(0, 0x1000, &mut buf), 256);
    assert_eq!(m.look(0, 0x7000_0000, &mut buf), 0);
    assert_eq!(m.digest(), before);
    assert!(m.patch(0, 0x2000_0000 >> 8, &[1, 2, 3]));
    assert!(!m.patch(0, 0x7000_0000, &[1]));
}

/// As many bytes have come out behind a step back as had there on the way.
#[test]
fn a_step_back_knows_what_was_printed_there() {
    let mut s = session("gr740/hello.elf");
    assert!(s.record());
    let mut console = Vec::new();
    let mut printed = vec![0];
    while printed[printed.len() - 1] == 0 || printed.len() % 100 != 0 {
        let pause = s.debug(&step(0), &mut console);
        assert_eq!(pause, Pause::Stepped { core: 0 });
        printed.push(s.printed());
    }
    assert_eq!(s.printed(), console.len() as u64);
    for n in (0..printed.len() - 1).rev().take(10) {
        assert!(s.step_back(0).is_some());
        assert_eq!(s.printed(), printed[n], "behind {n} instructions");
    }
}
