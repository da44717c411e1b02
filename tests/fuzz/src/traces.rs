//! Trace writers: any facts in order of time, any names. A trace comes out that readers of its
//! format can take.

use crate::Target;
use arbitrary::{Result, Unstructured};
use conformance::random::Random;
use std::path::Path;
use std::sync::Arc;
use trueboard_analyses::Symbols;
use trueboard_core::device::DevId;
use trueboard_core::fact::{CoreState, Fact, FactKind, Source};
use trueboard_core::time::Tick;
use trueboard_trace::{DeviceInfo, Format, TraceContext, TraceError, open};

pub const TARGET: Target = Target {
    name: "traces",
    run,
    seeds,
    words: &["\"", "\\", "\n", "\u{7f}", "%", ":", "};", "\u{fffd}"],
    longest: 2048,
    mutations: 400,
};

/// One name for every function.
struct Name(String);

impl Symbols for Name {
    fn function(&self, _core: u8, addr: u64) -> Option<(&str, u64)> {
        (addr & 1 == 0).then_some((&self.0, addr & 0xff))
    }
}

fn run(data: &[u8]) {
    let mut u = Unstructured::new(data);
    let Ok(cx) = context(&mut u) else { return };
    let mut facts = Vec::new();
    let mut at = 0u64;
    while !u.is_empty() {
        let Ok(fact) = fact(&mut u, &mut at) else {
            break;
        };
        facts.push(fact);
    }
    let dir = tempfile::tempdir().expect("a temporary directory");
    for format in Format::all() {
        let path = format.default_path(&dir.path().join(format.name()));
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        let mut w = open(format, &path, &cx).expect("it can be created");
        let written = w.write(&facts).and_then(|()| w.finish(Tick(at)));
        drop(w);
        // A fact about what the board does not have ends the trace; what is there stays sound.
        assert!(
            matches!(written, Ok(()) | Err(TraceError::Unknown(_))),
            "{written:?}"
        );
        sound(format, &path, written.is_ok());
    }
}

fn sound(format: Format, path: &Path, complete: bool) {
    match format {
        Format::Ctf => {
            let text = std::fs::read_to_string(path.join("metadata")).expect("UTF-8 metadata");
            assert!(text.starts_with("/* CTF 1.8 */"), "{text}");
        }
        Format::Paraver => {
            let text = std::fs::read_to_string(path).expect("a text");
            assert!(text.starts_with("#Paraver"), "{text}");
            let records = text.lines().skip(1);
            for line in records.filter(|l| !l.starts_with(['#', 'c'])) {
                // Values may be negative: degrees below zero.
                let number = |f: &str| f.parse::<i128>().is_ok();
                assert!(line.split(':').all(number), "{line}");
            }
        }
        Format::Vcd => sound_vcd(path),
        Format::Perfetto => {
            let mut text = std::fs::read_to_string(path).expect("a text");
            if !complete {
                // The format lets the end of the list be missing.
                text.push(']');
            }
            let value: serde_json::Result<serde_json::Value> = serde_json::from_str(&text);
            value.unwrap_or_else(|e| panic!("{e}: {text}"));
        }
    }
}

/// Each change of a Value Change Dump is of a declared signal, at times that grow.
pub(crate) fn sound_vcd(path: &Path) {
    let text = std::fs::read_to_string(path).expect("a text");
    let (header, changes) = text.split_once("$enddefinitions $end").expect("a header");
    let declared: Vec<&str> = header
        .split("$var ")
        .skip(1)
        .filter_map(|var| var.split_whitespace().nth(2))
        .collect();
    let mut time = None;
    for line in changes.lines().filter(|line| !line.is_empty()) {
        if let Some(at) = line.strip_prefix('#') {
            let at: u64 = at.parse().expect("a time");
            assert!(time.is_none_or(|time| time < at), "{line}");
            time = Some(at);
            continue;
        }
        let id = match line.split_once(' ') {
            Some((value, id)) => {
                assert!(value.starts_with(['b', 'r', 's']), "{line}");
                id
            }
            None => line.strip_prefix(['0', '1']).expect("a bit"),
        };
        assert!(declared.contains(&id) && time.is_some(), "{line}");
    }
}

fn context(u: &mut Unstructured<'_>) -> Result<TraceContext> {
    let name = |u: &mut Unstructured<'_>| -> Result<String> {
        let n = u.int_in_range(0..=12)?;
        Ok(String::from_utf8_lossy(u.bytes(n)?).into_owned())
    };
    let board = name(u)?;
    let hz = *u.choose(&[1, 500_000_000, 999_999_937, u64::MAX])?;
    let device = |id, name, kind: &str| DeviceInfo {
        id: DevId(id),
        name,
        kind: kind.to_owned(),
        registers: &[],
    };
    Ok(TraceContext {
        buses: vec![name(u)?],
        devices: vec![
            device(0, name(u)?, "l4stat"),
            device(1, name(u)?, "apbuart"),
        ],
        symbols: Arc::new(Name(name(u)?)),
        ..TraceContext::bare(&board, hz, 4)
    })
}

fn fact(u: &mut Unstructured<'_>, at: &mut u64) -> Result<Fact> {
    let step = match u.int_in_range(0..=15)? {
        0 => u.arbitrary::<u64>()?,
        n => n,
    };
    *at = at.saturating_add(step);
    let source = match u.int_in_range(0..=7)? {
        0 => Source::Board,
        1 => Source::Bus(u.int_in_range(0..=1)?),
        2 => Source::Device(DevId(u.int_in_range(0..=2)?)),
        _ => Source::Core(u.int_in_range(0..=4)?),
    };
    Ok(Fact {
        at: Tick(*at),
        source,
        kind: kind(u)?,
    })
}

fn kind(u: &mut Unstructured<'_>) -> Result<FactKind> {
    use FactKind::*;
    let (a, b) = (u64::from(u.arbitrary::<u8>()?), u.arbitrary::<u64>()?);
    Ok(match u.int_in_range(0..=14)? {
        0 => State(*u.choose(&[
            CoreState::Held,
            CoreState::Running,
            CoreState::Idle,
            CoreState::Error,
        ])?),
        1 | 2 => Call { from: b, to: a },
        3 | 4 => Return { from: a, to: b },
        5 => Trap {
            tt: b as u16,
            pc: a,
            to: b,
        },
        6 => Interrupt {
            level: a as u8,
            pc: b,
            to: a,
        },
        7 => TrapReturn { to: a },
        8 => RegRead {
            core: a as u8,
            pc: b,
            offset: b as u32 & 0x1ff,
            value: b as u32,
        },
        9 => RegWrite {
            core: a as u8,
            pc: b,
            offset: b as u32 & 0x1ff,
            value: b as u32,
        },
        10 => Line {
            pin: b as u16,
            level: a & 1 != 0,
        },
        11 => Console { byte: a as u8 },
        12 => BusUse { used: a, cycles: b },
        13 => Power { uw: b },
        _ => Temperature { mc: b as i64 },
    })
}

fn seeds() -> Vec<Vec<u8>> {
    (0..12).map(|seed| Random::new(seed).bytes(600)).collect()
}
