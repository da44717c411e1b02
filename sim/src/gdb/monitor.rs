//! GDB's `monitor` commands: what the simulator knows beyond registers and memory.

use super::words;
use std::fmt::Write;
use trueboard::internals::board::Machine;
use trueboard::internals::board::describe::Area;

const HELP: &str = "\
monitor meters [CORE]        what has happened on a core, or on all, since reset
monitor time                 simulated time of the chosen core, and the cycles of every core
monitor where                where every core is
monitor info sys             memories and devices, with their addresses
monitor info reg [DEVICE]    registers of a device, or of all, with what they hold
monitor reg                  registers of the chosen core
monitor mem ADDRESS [BYTES]  memory as the chosen core sees it
monitor perf                 instructions, cycles and misses of every core
monitor cache                shared caches: accesses, hits, misses
monitor power                power and temperature so far
monitor reset [halt|init]    back to the first instruction, if the run is recorded
monitor end stop|exit        the end of the firmware stops the board, to go back from there; or it ends the session
";

/// A core's state in a few words.
pub fn state_text(m: &Machine, core: u8) -> &'static str {
    match m.state_word(core) {
        "idle" => "in power-down",
        "error" => "in error mode",
        word => word,
    }
}

/// What a command prints; `looked_at` is the core that the debugger looked at last, `areas` the map of the board.
pub fn answer(m: &Machine, areas: &[Area], looked_at: u8, command: &str) -> String {
    let words: Vec<&str> = command.split_whitespace().collect();
    match words.as_slice() {
        ["meters"] => meters(m, None),
        ["meters", core] => meters(m, Some(core)),
        ["time"] => time(m, looked_at),
        ["where"] => places(m),
        ["info", "sys"] => words::system(areas),
        ["info", "reg"] => words::device_registers(m, areas, looked_at, None),
        ["info", "reg", device] => words::device_registers(m, areas, looked_at, Some(device)),
        ["reg"] => words::registers(m, looked_at),
        ["mem", at] => words::memory(m, looked_at, at, "64"),
        ["mem", at, bytes] => words::memory(m, looked_at, at, bytes),
        ["perf"] => words::performance(m),
        ["cache"] => words::caches(m),
        ["power"] => words::power(m),
        [] | ["help"] => HELP.to_owned(),
        _ => format!("`{}` is no monitor command\n{HELP}", command.trim()),
    }
}

pub fn cores(m: &Machine) -> std::ops::Range<u8> {
    0..m.core_count() as u8
}

pub fn name(m: &Machine, core: u8) -> &str {
    m.core_state(core).map_or("?", |c| c.0)
}

fn meters(m: &Machine, core: Option<&str>) -> String {
    let chosen = match core {
        None => cores(m),
        Some(text) => match text.parse::<u8>() {
            Ok(c) if cores(m).contains(&c) => c..c + 1,
            _ => return format!("the cores are 0 to {}\n", m.core_count() - 1),
        },
    };
    let mut s = String::new();
    for core in chosen {
        let _ = writeln!(s, "{}:", name(m, core));
        let Some(dictionary) = m.dictionary(core) else {
            continue;
        };
        for meter in dictionary.all() {
            let n = m.meters().cores[usize::from(core)].get(meter);
            if n != 0 {
                let _ = writeln!(s, "  {:<28} {n:>14}", dictionary.name(meter));
            }
        }
    }
    s
}

fn time(m: &Machine, core: u8) -> String {
    let now = m.core_time(core).0;
    let seconds = now as f64 / m.base_hz as f64;
    let mut s = format!(
        "{}: {now} ticks of {} Hz = {seconds:.9} s\n",
        name(m, core),
        m.base_hz
    );
    for core in cores(m) {
        let _ = writeln!(s, "{}: {} cycles", name(m, core), m.core_cycles(core));
    }
    s
}

fn places(m: &Machine) -> String {
    let mut s = String::new();
    for core in cores(m) {
        if let Some((name, _)) = m.core_state(core) {
            let place = m.place(core, m.pc(core));
            let _ = writeln!(s, "{name}: {} at {place}", state_text(m, core));
        }
    }
    s
}
