//! The instruction log beside a debugger, which stops behind each instruction and reads all registers.

use super::{setup, start};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use trueboard::analysis::log::{Filter, Format, Log, Parts, Request};
use trueboard::{Simulation, Stops, Time};

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An instruction, and the registers that it changed.
type Instruction = (u64, BTreeMap<String, u64>);

const COUNTERS: [&str; 2] = ["pc", "npc"];

fn registers(run: &Simulation) -> BTreeMap<String, u64> {
    let core = run.core(0).expect("core 0");
    let all = core
        .registers()
        .map(|(name, value)| (name.to_lowercase(), value));
    all.filter(|(name, _)| !COUNTERS.contains(&name.as_str()))
        .collect()
}

/// The effects of a line begin with this word.
fn begins(line: &str, word: &str) -> bool {
    let effects = line.split_once(" ; ").map(|(_, effects)| effects);
    effects.is_some_and(|e| e.split_whitespace().next() == Some(word))
}

/// The first instructions of core 0, by the log.
fn logged(image: &str, names: &BTreeSet<String>) -> Vec<Instruction> {
    let text = Shared::default();
    let log = Log::new(Format::Text, Box::new(text.clone()), None);
    let request = Request {
        filter: Filter {
            cores: vec![0],
            ..Filter::default()
        },
        parts: Parts::default(),
        log: log.clone(),
    };
    let mut run = setup(image).analyse(request).start().expect("it starts");
    run.run(Time::END).expect("a time");
    let instructions = run.finish().cores[0].instructions;
    let text = text.0.lock().expect("no panic").clone();
    let text = String::from_utf8(text).expect("UTF-8");
    assert_eq!(
        log.end().expect("no error").instructions,
        text.lines().count() as u64
    );
    let completed = text
        .lines()
        .filter(|l| !begins(l, "trap") && !begins(l, "annulled"))
        .count();
    assert_eq!(
        completed as u64, instructions,
        "{image}: a line for each instruction that the meter counts"
    );
    let changed = |line: &str| {
        let effects = line.split_once(" ; ").map_or("", |(_, effects)| effects);
        let pairs = effects.split_whitespace().filter_map(|w| w.split_once('='));
        let registers = pairs.filter(|(name, _)| names.contains(&name.to_lowercase()));
        let value = |text: &str| u64::from_str_radix(text, 16).expect("hexadecimal");
        registers
            .map(|(name, text)| (name.to_lowercase(), value(text)))
            .collect()
    };
    let pc = |line: &str| {
        let word = line.split_whitespace().nth(2).expect("an address");
        u64::from_str_radix(word, 16).expect("hexadecimal")
    };
    // A debugger passes an annulled delay slot, and does not stop there.
    let executed = text.lines().filter(|l| !begins(l, "annulled"));
    executed.map(|l| (pc(l), changed(l))).collect()
}

#[test]
fn lines_are_what_single_steps_of_a_debugger_show() {
    for (image, most) in [
        ("gr740/hello.elf", 2000),
        ("gr740/traps.elf", 2000),
        ("tc275/hello.elf", 2000),
    ] {
        let mut run = start(image);
        let mut before = registers(&run);
        let log = logged(image, &before.keys().cloned().collect());
        let mut seen = 0;
        for (number, (pc, changed)) in log.iter().take(most).enumerate() {
            let at = run.core(0).expect("core 0").pc();
            let step = Stops {
                step: Some(0),
                ..Stops::default()
            };
            run.run(step).expect("it runs");
            let after = registers(&run);
            let moved = after
                .iter()
                .filter(|(name, value)| before.get(*name) != Some(value))
                .map(|(name, value)| (name.clone(), *value));
            let moved: BTreeMap<String, u64> = moved.collect();
            before = after;
            // The log knows no registers in front of its first line.
            if number > 0 {
                assert_eq!((at, &moved), (*pc, changed), "{image}: line {number}");
                seen += changed.len();
            }
        }
        assert!(seen > 100, "{image}: {seen} registers were compared");
    }
}
