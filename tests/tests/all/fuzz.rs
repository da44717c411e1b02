//! Whatever comes in, nothing panics: files, machine code, device registers. Seeded, so that a
//! failure comes again.

use conformance::random::Random;
use conformance::tiny::{self, G1, G2, G3, Tiny};
use conformance::{BOARD, board, prebuilt, root, run, sparc};
use std::path::Path;
use std::sync::Arc;
use trueboard_board::report::OutcomeKind;
use trueboard_board::{Budget, Image, Machine, Options, machine, schema};
use trueboard_core::time::Tick;

const NOWHERE: &str = "fuzz";

fn parse(bytes: &[u8]) -> Result<Image, String> {
    Image::parse(Path::new(NOWHERE), bytes, sparc())
}

#[test]
fn random_bytes_as_elf() {
    let mut r = Random::new(1);
    for _ in 0..2000 {
        let n = r.below(600) as usize;
        let mut bytes = r.bytes(n);
        if n > 8 && r.below(4) > 0 {
            bytes[..7].copy_from_slice(&[0x7f, b'E', b'L', b'F', 1, 2, 1]);
        }
        assert!(parse(&bytes).is_err(), "noise is no image");
    }
}

#[test]
fn damaged_images() {
    let good = std::fs::read(prebuilt("hello")).expect("the image is there");
    let tiny = Tiny::new(&tiny::exit(0)).bytes();
    let mut r = Random::new(2);
    for round in 0..3000 {
        let mut bytes = if round % 4 == 0 {
            good.clone()
        } else {
            tiny.clone()
        };
        // Headers are where the numbers are that readers trust.
        let zone = if r.below(2) == 0 {
            116
        } else {
            bytes.len() as u64
        };
        for _ in 0..=r.below(4) {
            let at = r.below(zone) as usize;
            bytes[at] = *r.pick(&[0, 1, 0x7f, 0x80, 0xff, bytes[at] ^ 1, bytes[at] ^ 0x80]);
        }
        if r.below(3) == 0 {
            bytes.truncate(r.below(bytes.len() as u64) as usize);
        }
        if let Ok(image) = parse(&bytes) {
            for s in image.symbols().iter().take(50) {
                let _ = (
                    image.symbol_at(s.at),
                    image.line_at(s.at),
                    image.bytes_at(s.at, 4),
                );
            }
            let mut m = bare();
            // Refused or loaded, and if loaded it starts somehow.
            if m.load(Arc::new(image), &[0]).is_ok() && round % 16 == 0 {
                m.boot().expect("the board boots");
                m.run(Tick(20_000));
            }
        }
    }
}

#[test]
fn damaged_board_files() {
    let path = root().join(format!("models/boards/{BOARD}.ron"));
    let text = std::fs::read_to_string(path).expect("there is a board");
    let good = text.as_bytes();
    let tokens: Vec<&str> = vec![
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "\"",
        "0",
        "-1",
        "18446744073709551615",
        "1e99",
        "None",
        "Some(",
        "ahb",
        "//",
        "\u{fffd}",
        "0x",
        "'",
        "r#\"",
    ];
    let mut r = Random::new(3);
    for _ in 0..400 {
        let mut bytes = good.to_vec();
        for _ in 0..=r.below(3) {
            let at = r.below(bytes.len() as u64) as usize;
            let len = r.below(6) as usize;
            let end = (at + len).min(bytes.len());
            let with = r.pick(&tokens).bytes();
            bytes.splice(at..end, with);
        }
        if r.below(8) == 0 {
            bytes.truncate(r.below(bytes.len() as u64) as usize);
        }
        let text = String::from_utf8_lossy(&bytes);
        let file = schema::parse(NOWHERE, &text).and_then(|v| schema::board(NOWHERE, v));
        if let Ok(mut file) = file {
            // What a machine needs of the host is no subject here.
            file.memories.retain(|m| m.size <= 1 << 28);
            let _ = machine(NOWHERE, &file, false);
        }
    }
    for n in 0..300 {
        let bytes = r.bytes(n);
        let text = String::from_utf8_lossy(&bytes);
        let _ = schema::parse(NOWHERE, &text).and_then(|v| schema::board(NOWHERE, v));
    }
}

/// A board without power model.
fn bare() -> Machine {
    let model = board(&[]);
    machine(&model.place, &model.file, false).expect("the board is sound")
}

/// Runs on all cores for some time, report and all.
fn go(code: &[u32], ticks: u64) -> OutcomeKind {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = Tiny::new(code).write(dir.path(), "fuzz");
    let options = Options {
        images: vec![(path, vec![0, 1, 2, 3])],
        until: Some(Budget::Cycles(ticks)),
        ..Options::default()
    };
    run(&board(&[]), options).report.outcome.kind
}

/// Offset of the random code from a multiple of its size.
const FIRST: i16 = 2048;

/// Starts all cores and lets core n run at (n + 1) * 2^`shift` + [`FIRST`].
fn spread(shift: i16) -> Vec<u32> {
    let mut code = tiny::use_table();
    code.extend(tiny::set(0xff90_4010, G1)); // MPSTAT: start cores 1 to 3
    code.extend(tiny::set(0xe, G2));
    code.push(tiny::st(G2, G1));
    code.push(tiny::rdasr(17, G1));
    code.push(tiny::srl(G1, 28, G1));
    code.push(tiny::add(G1, 1, G1));
    code.push(tiny::sll(G1, shift, G1));
    code.extend([tiny::jmp(G1, FIRST), tiny::nop()]);
    code
}

#[test]
fn random_machine_code_on_all_cores() {
    const SHIFT: i16 = 14;
    const BYTES: usize = 1 << SHIFT;
    for seed in 0..60 {
        let mut r = Random::new(seed);
        let mut words = spread(SHIFT);
        words.resize(5 * BYTES / 4, tiny::nop());
        for w in &mut words[32..] {
            *w = r.word();
            // Mostly formats that do something; half of all words would be calls and branches.
            if r.below(4) > 0 {
                *w |= 0x8000_0000;
            }
        }
        go(&words, 100_000);
    }
}

/// First address and size of everything that has registers, the end of the run left out.
fn areas() -> Vec<(u64, u64)> {
    let file = board(&[]).file;
    let stages = file.stages.iter().filter_map(|s| Some((s.at?, s.size)));
    let devices = file.devices.iter().filter(|d| d.kind != "exitdev");
    stages.chain(devices.map(|d| (d.at, d.size))).collect()
}

#[test]
fn random_traffic_to_all_devices() {
    let areas = areas();
    let mut paused = 0;
    for seed in 0..60 {
        let mut r = Random::new(1000 + seed);
        let mut code = tiny::use_table();
        for _ in 0..600 {
            let (at, size) = *r.pick(&areas);
            let near = if r.below(4) > 0 {
                size.min(0x200)
            } else {
                size
            };
            let address = at as u32 + (r.below(near) as u32 & !3);
            let value = *r.pick(&[
                0,
                1,
                0xffff_ffff,
                r.clone().word(),
                1 << r.clone().below(32),
            ]);
            code.extend(tiny::set(address, G1));
            code.extend(tiny::set(value, G2));
            code.push(if r.below(3) == 0 {
                tiny::ld(G1, G3)
            } else {
                tiny::st(G2, G1)
            });
        }
        code.extend([
            tiny::branch(trueboard_cpu_sparcv8::isa::Cond::ALWAYS, 0),
            tiny::nop(),
        ]);
        if go(&code, 500_000) == OutcomeKind::Budget {
            paused += 1;
        }
    }
    assert!(paused > 20, "most runs get to their end, {paused} did");
}
