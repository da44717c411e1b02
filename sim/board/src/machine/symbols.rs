//! Names for addresses: functions, source lines, and the text of a crash message.

use crate::machine::Machine;
use std::collections::BTreeMap;
use std::sync::Arc;
use trueboard_analyses::Symbols;
use trueboard_core::fact::CoreState;
use trueboard_image::{Image, Symbol};

/// Functions of every core's image.
pub(crate) struct ImageSymbols {
    images: Vec<Option<Arc<Image>>>,
    /// Number of the host, and its operations by address.
    host: Option<(u8, BTreeMap<u64, String>)>,
}

impl ImageSymbols {
    pub fn new(m: &Machine) -> ImageSymbols {
        let any = m.firmware.of_core.iter().flatten().next().copied();
        let images = m
            .firmware
            .of_core
            .iter()
            .map(|i| i.or(any).and_then(|i| m.firmware.images.get(i).cloned()))
            .collect();
        let host = m.host.as_ref().map(|h| (h.core, h.calls.clone()));
        ImageSymbols { images, host }
    }
}

impl Symbols for ImageSymbols {
    fn function(&self, core: u8, at: u64) -> Option<(&str, u64)> {
        if let Some((host, calls)) = &self.host
            && *host == core
        {
            return calls.get(&at).map(|name| (name.as_str(), 0));
        }
        let image = self.images.get(usize::from(core))?.as_ref()?;
        image.symbol_at(at).map(|(s, off)| (s.name.as_str(), off))
    }
}

impl Machine {
    /// `0x40001234 <main+0x34> app.c:12`.
    pub fn place(&self, core: u8, pc: u64) -> String {
        if self.host.as_ref().is_some_and(|h| h.core == core) {
            return format!("step {pc} of the host's program");
        }
        let mut text = format!("{pc:#010x}");
        if let Some(image) = self.image_of(core) {
            let pc = self.linked(core, image, pc);
            if let Some((s, off)) = image.symbol_at(pc) {
                text += &format!(" <{}+{off:#x}>", s.name);
            }
            if let Some(line) = image.line_at(pc) {
                text += &format!(" {line}");
            }
        }
        text
    }

    /// The address in `image` of the code that core `core` has at `pc`, which may be another view of one memory.
    pub fn linked(&self, core: u8, image: &Image, pc: u64) -> u64 {
        let core = usize::from(core);
        let holds = |at: u64, from: u64, size: u64| at >= from && at - from < size;
        let mut segments = image.segments.iter();
        if segments.any(|s| holds(pc, s.va, s.mem_size)) {
            return pc;
        }
        let pa = self.physical(core, pc);
        let seen = image.segments.iter().find_map(|s| {
            let from = self.physical(core, s.va);
            holds(pa, from, s.mem_size).then(|| s.va + (pa - from))
        });
        seen.unwrap_or(pc)
    }

    /// Where `symbol` of an image lies for all masters, as the first core that runs the image sees
    /// it.
    pub(crate) fn symbol_place(&self, symbol: &Symbol) -> u64 {
        let has = |image: usize| self.firmware.images[image].symbol(&symbol.name) == Some(symbol);
        let mut cores = self.firmware.of_core.iter();
        let core = cores.position(|image| image.is_some_and(has)).unwrap_or(0);
        self.physical(core, symbol.at)
    }

    /// The last instructions of a core, oldest first, its current one last.
    pub fn last_instructions(&self, core: u8) -> Vec<String> {
        let Some(c) = self.cores.get(usize::from(core)) else {
            return Vec::new();
        };
        let executed = c.history().into_iter();
        let marked = executed.map(|p| (p.pc, if p.trapped { "  <- trapped" } else { "" }));
        marked
            .chain([(c.pc(), "  <- stopped here")])
            .map(|(pc, mark)| {
                let text = self.instruction_at(core, pc);
                format!("{}: {text}{mark}", self.place(core, pc))
            })
            .collect()
    }

    /// The instruction of a core at `pc`, disassembled.
    pub(crate) fn instruction_at(&self, core: u8, pc: u64) -> String {
        let i = usize::from(core);
        match (self.cores.get(i), self.code_at(i, pc)) {
            (Some(c), Some(bytes)) => c.disasm(pc, bytes).0,
            _ => "(no memory here)".to_owned(),
        }
    }

    /// The bytes of the instruction at `pc`: four, or two at the end of a memory.
    pub(crate) fn code_at(&self, core: usize, pc: u64) -> Option<&[u8]> {
        let pa = self.physical(core, pc);
        self.mem.peek(pa, 4).or_else(|| self.mem.peek(pa, 2))
    }

    pub(crate) fn first_running(&self) -> Option<u8> {
        self.states
            .iter()
            .position(|s| *s == CoreState::Running)
            .map(|i| i as u8)
    }

    /// Which cores were never started, behind a semicolon, for a run that may wait for them; nothing if all
    /// were, or if no image is for more than one and the board has no network.
    pub fn never_started(&self) -> String {
        let images = self.firmware.of_core.iter().flatten().count();
        if images < 2 && self.fabric.network.is_none() {
            return String::new();
        }
        let held: Vec<usize> = (0..self.states.len())
            .filter(|&i| self.states[i] == CoreState::Held && !self.info[i].kind.is_host())
            .filter(|&i| self.cores[i].history().is_empty())
            .collect();
        let (Some(first), Some(last)) = (held.first(), held.last()) else {
            return String::new();
        };
        let which = match held.len() {
            1 => format!("core {first} was"),
            n if n == last - first + 1 => format!("cores {first} to {last} were"),
            n => format!("{n} cores were"),
        };
        let how = if self.host.is_some() {
            ""
        } else {
            " (--start CORES does it)"
        };
        format!("; {which} never started{how}")
    }

    /// How a watchdog that `what` is about is kept from running out.
    pub(crate) fn watchdog_hint(&self, what: &str) -> String {
        let option = self.without_watchdogs.as_ref();
        let option = option.filter(|_| what.contains("watchdog") && what.contains("ran out"));
        option.map_or(String::new(), |option| {
            format!(", or leave it stopped, as a debugger does: {option}")
        })
    }

    /// Where the first core that runs is, and how many do: for people who watch a run.
    pub fn whereabouts(&self) -> String {
        let running = self.states.iter().filter(|s| **s == CoreState::Running);
        let count = running.count();
        match self.first_running() {
            Some(core) => {
                let pc = self.cores[usize::from(core)].pc();
                let more = match count {
                    1 => String::new(),
                    n => format!(", {} more running", n - 1),
                };
                format!("core {core} at {}{more}", self.place(core, pc))
            }
            None => "no core runs".to_owned(),
        }
    }

    pub(crate) fn why_nothing_is_left(&self) -> String {
        let states = self.states.iter().enumerate().filter_map(|(i, s)| {
            let still = self.cores[i].standstill(&self.mem);
            let what = match s {
                CoreState::Idle => self.cores[i].idles().unwrap_or("in power-down"),
                CoreState::Error => "in error mode",
                CoreState::Running => match &still {
                    Some(s) if s.masked => "jumping to itself, with interrupts off,",
                    Some(_) => "jumping to itself",
                    None if self.stillness.proven => "in a loop that nothing ends",
                    None => "running",
                },
                CoreState::Held => return None,
            };
            let pc = still.map_or(self.cores[i].pc(), |s| s.pc);
            let place = self.place(i as u8, pc);
            Some(format!("core {i} {what} at {place}"))
        });
        let mut cores: Vec<String> = states.collect();
        let hosts = self.info.iter().filter(|i| i.kind.is_host());
        match self
            .states
            .len()
            .saturating_sub(cores.len() + hosts.count())
        {
            0 => {}
            n => cores.push(format!("never started: {n}")),
        }
        let why = if self.fabric.queue.is_empty() {
            "no timer runs, no interrupt is due"
        } else {
            "no core takes interrupts"
        };
        format!("nothing is left to happen: {why} ({})", cores.join("; "))
    }

    /// What the user should know of a run, each with place and cause.
    pub fn warnings(&self) -> Vec<String> {
        // What happens without a core has no place in the program.
        let any = |pc: &u64| match pc {
            0 => String::new(),
            _ => format!(" at pc {}", self.place(0, *pc)),
        };
        let touched = self.fabric.noted.warnings.lines().map(|w| {
            let name = &self.fabric.attached[usize::from(w.device.0)].name;
            let offset = w.offset.map_or(String::new(), |o| format!("+{o:#x}"));
            let times = match w.times {
                1 => String::new(),
                n => format!(" ({n} times)"),
            };
            let off_by = self.watchdog_hint(&w.what);
            format!("{name}{offset}{}: {}{off_by}{times}", any(&w.pc), w.what)
        });
        let refused = self.fabric.noted.refusals.iter().map(|(r, refused)| {
            let place = self.place(r.core, r.pc);
            format!("core {} at pc {place}: {}", r.core, r.text(refused))
        });
        let hz = u128::from(self.base_hz.max(1));
        let worded = self
            .fabric
            .noted
            .core_warnings
            .lines
            .iter()
            .map(|(at, what)| {
                let us = u128::from(at.0) * 1_000_000 / hz;
                format!("at {us} us: {what}")
            });
        // A read that got the core's own write is right; only `--strict` reports it.
        let stale = self
            .fabric
            .noted
            .races
            .iter()
            .filter(|(_, race)| race.stale);
        let raced = stale.map(|(&(core, pc), race)| {
            format!(
                "core {core} at pc {}: {}",
                self.place(core, pc),
                race.text()
            )
        });
        let violated = self
            .fabric
            .noted
            .violations
            .iter()
            .map(|(&(core, pc), violation)| {
                format!(
                    "core {core} at pc {}: {}",
                    self.place(core, pc),
                    violation.text()
                )
            });
        let f = &self.fabric;
        let more = f.noted.core_warnings.more + f.noted.warnings.more() + f.noted.not_kept;
        let more = (more > 0).then(|| format!("and {more} more warnings, which were not kept"));
        let kept = touched.chain(refused).chain(violated).chain(raced);
        kept.chain(worded).chain(more).collect()
    }
}
