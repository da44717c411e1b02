//! The machine: its parts, queries, and actions on all parts at once. `schedule` selects the next core.

pub(crate) mod account;
pub(crate) mod added;
pub(crate) mod boot;
pub(crate) mod build;
pub(crate) mod changes;
pub(crate) mod debug;
pub(crate) mod ended;
pub(crate) mod estimates;
pub(crate) mod exit;
pub(crate) mod fabric;
pub(crate) mod firmware;
pub(crate) mod grid;
pub(crate) mod host;
pub(crate) mod judge;
pub(crate) mod kinds;
pub(crate) mod models;
pub(crate) mod sample;
pub(crate) mod schedule;
pub(crate) mod series;
pub(crate) mod state;
pub(crate) mod symbols;
#[cfg(test)]
mod undriven_tests;
pub(crate) mod workload;

use crate::boardfile::schema::{BoardFile, Boot};
use crate::machine::ended::Ended;
use crate::machine::fabric::Fabric;
use crate::machine::firmware::Firmware;
use crate::machine::grid::{PowerGrid, PowerPoint};
use crate::machine::host::hosted::Hosted;
use crate::machine::host::tracer_clock::TracerClock;
use crate::machine::kinds::CoreInfo;
use crate::machine::sample::Sampler;
use crate::machine::schedule::pace::{Pace, Slice};
use crate::machine::schedule::spans::Span;
use crate::machine::schedule::starts::Starts;
use crate::machine::schedule::stillness::Stillness;
use crate::machine::schedule::waiters::Waiters;
use crate::machine::schedule::watch::Watching;
use crate::machine::series::Series;
use crate::near::did_you_mean;
use std::sync::Arc;
use trueboard_analyses::regions::matches;
use trueboard_core::cpu::{Core, Translate};
use trueboard_core::device::{Cx, DevId, Device, FolderChanges, MemoryChange, Warning};
use trueboard_core::fact::{CoreState, Fact, FactBuf, FactKind, Source};
use trueboard_core::mem::Memory;
use trueboard_core::meter::{CoreMeter, Dictionary, Meters};
use trueboard_core::observe::Observer;
use trueboard_core::time::Tick;
use trueboard_image::Image;
use trueboard_power::{PowerModel, PowerState};

/// A board with firmware on it. See the crate's documentation for an example.
pub struct Machine {
    /// Name of the board.
    pub name: String,
    /// Base ticks per second.
    pub base_hz: u64,
    /// The board file that it was built from.
    pub(crate) file: Arc<BoardFile>,
    /// Of that file with overrides: a snapshot returns to an equal board only.
    pub(crate) fingerprint: String,
    pub(crate) info: Vec<CoreInfo>,
    pub(crate) cores: Vec<Box<dyn Core>>,
    pub(crate) states: Vec<CoreState>,
    /// How often one of them has changed. It is no state.
    pub(crate) state_changes: u64,
    pub(crate) mem: Memory,
    pub(crate) fabric: Fabric,
    pub(crate) meters: Meters,
    pub(crate) buses: Vec<String>,
    pub(crate) caches: Vec<String>,
    pub(crate) firmware: Firmware,
    pub(crate) boot: Boot,
    /// The host, if it runs a script.
    pub(crate) host: Option<Hosted>,
    /// Counters of the tracers of stub cores.
    pub(crate) tracers: Vec<TracerClock>,
    pub(crate) power: Option<PowerGrid>,
    /// Everything that depends on time has happened up to here.
    pub(crate) now: Tick,
    pub(crate) strict: bool,
    pub(crate) pace: Pace,
    pub(crate) facts_on: bool,
    pub(crate) core_facts: FactBuf,
    pub(crate) watching: Watching,
    /// Working space of the scheduler: the time of each running core, and its index, in order.
    pub(crate) times: Vec<(Tick, usize)>,
    /// Cores that wait, while slices are run.
    pub(crate) waiters: Waiters,
    pub(crate) sampler: Option<Sampler>,
    /// Numbers over time, while an observer follows them.
    pub(crate) series: Option<Box<Series>>,
    pub(crate) ended: Option<Ended>,
    /// A slice that a debugger interrupted; it finishes before the next decision.
    pub(crate) held: Option<Slice>,
    /// Breakpoints that were reported: the core there continues when it is resumed.
    pub(crate) reported: Vec<Option<u64>>,
    /// The breakpoints that the cores have.
    pub(crate) breakpoints: Vec<u64>,
    /// The core that a debugger steps.
    pub(crate) stepped: Option<u8>,
    /// The slice that was run last has reached a watchpoint.
    pub(crate) reached: bool,
    pub(crate) starts: Starts,
    /// Untimed spans that are over.
    pub(crate) spans: Vec<Span>,
    /// What was counted in sample windows, once all are over.
    pub(crate) sampled: Option<Box<Meters>>,
    pub(crate) stillness: Stillness,
    /// The run stops for an invisible inspection: no sample is taken there.
    pub(crate) stopped_to_look: bool,
    /// Of each core, the addresses of code that costs nothing.
    pub(crate) free: Vec<Vec<(u64, u64)>>,
    /// The option that lets watchdogs never run out.
    pub(crate) without_watchdogs: Option<String>,
}

impl Machine {
    pub(crate) fn new(
        file: &BoardFile,
        base_hz: u64,
        cores: Vec<(CoreInfo, Box<dyn Core>)>,
        mem: Memory,
        fabric: Fabric,
        meters: Meters,
    ) -> Machine {
        let (info, cores): (Vec<_>, Vec<_>) = cores.into_iter().unzip();
        let facts_on = fabric.facts.on();
        let tick = info
            .first()
            .map_or(1, |i: &CoreInfo| i.clock.ticks_per_cycle());
        let n = cores.len();
        let mut m = Machine {
            name: file.name.clone(),
            base_hz,
            file: Arc::new(file.clone()),
            fingerprint: file.fingerprint(),
            info,
            cores,
            states: vec![CoreState::Held; n],
            state_changes: 0,
            mem,
            fabric,
            meters,
            buses: file.buses.clone(),
            caches: file.caches.clone(),
            firmware: Firmware::new(n),
            boot: file.boot.clone(),
            host: None,
            tracers: Vec::new(),
            power: None,
            now: Tick(0),
            strict: false,
            pace: Pace {
                quantum: file.quantum_cycles * tick,
                relax: file.relax_cycles * tick,
                lock_step: file.quantum_cycles == 1,
                end: Tick::NEVER,
                cut: false,
            },
            facts_on,
            core_facts: FactBuf::new(facts_on),
            watching: Watching::default(),
            times: Vec::new(),
            waiters: Waiters::default(),
            sampler: None,
            series: None,
            ended: None,
            held: None,
            reported: vec![None; n],
            breakpoints: Vec::new(),
            stepped: None,
            reached: false,
            starts: Starts::default(),
            spans: Vec::new(),
            sampled: None,
            stillness: Stillness::default(),
            stopped_to_look: false,
            free: vec![Vec::new(); n],
            without_watchdogs: None,
        };
        m.fabric.reset_all(Tick(0), &m.meters);
        m
    }

    /// Power and heat follow the meters from now on, on a grid of `grid_us` microseconds.
    pub fn set_power_model(&mut self, model: PowerModel, grid_us: u64) {
        let interval = u128::from(self.base_hz) * u128::from(grid_us) / 1_000_000;
        let state = PowerState::new(model, self.cores.len());
        let power = PowerGrid::new(state, u64::try_from(interval).unwrap_or(u64::MAX));
        self.fabric.die_mc = power.die_mc();
        self.power = Some(power);
    }

    /// The dictionaries of the cores' meters, core by core.
    pub(crate) fn dictionaries(&self) -> Vec<&'static Dictionary> {
        self.cores.iter().map(|core| core.meters()).collect()
    }

    /// The dictionary of core number `core`, if there is one.
    #[must_use]
    pub fn dictionary(&self, core: u8) -> Option<&'static Dictionary> {
        self.cores.get(usize::from(core)).map(|core| core.meters())
    }

    /// Records facts from now on.
    pub(crate) fn listen(&mut self) {
        self.facts_on = true;
        self.core_facts.listen();
        self.fabric.facts.listen();
    }

    /// Lets `observer` follow all cores from now on.
    pub fn observe(&mut self, observer: Box<dyn Observer>) {
        self.core_facts.observe(observer, &self.meters);
    }

    /// The first observer of type `T` that [`Machine::observe`] was given.
    pub fn observer<T: Observer>(&self) -> Option<&T> {
        self.core_facts.observer()
    }

    /// Records the use of buses every `ticks` base ticks. Samples never cut a slice, so recording
    /// changes nothing; they are taken at the first decision of the scheduler that comes later.
    pub fn set_sampling(&mut self, ticks: Option<u64>) {
        self.sampler = ticks.map(|t| Sampler::new(t.max(1), self.meters.buses.len()));
    }

    /// Makes functions zero-cost if their names match one of `patterns`, or one of the `optional` ones.
    ///
    /// # Errors
    /// Names a pattern that matches no function, and is not optional.
    pub fn set_free(&mut self, patterns: &[String], optional: &[String]) -> Result<(), String> {
        let mut free = vec![Vec::new(); self.cores.len()];
        for (core, ranges) in (0..).zip(&mut free) {
            let Some(image) = self.image_of(core) else {
                continue;
            };
            let needed = patterns.iter().map(|p| (p, true));
            for (p, needed) in needed.chain(optional.iter().map(|p| (p, false))) {
                let functions = image.symbols().iter().filter(|s| s.code && s.size > 0);
                let of_pattern = functions.filter(|s| matches(p, &s.name));
                let before = ranges.len();
                ranges.extend(of_pattern.map(|s| (s.at, s.at + s.size)));
                if ranges.len() == before && needed {
                    let functions = image.symbols().iter().filter(|s| s.code && s.size > 0);
                    let near = did_you_mean(p, functions.map(|s| s.name.as_str()));
                    return Err(format!(
                        "--free {p}: no function of {} matches{near}; --free-optional takes a pattern that \
                         may match nothing",
                        image.path.display()
                    ));
                }
            }
            ranges.sort_unstable();
        }
        self.set_free_ranges(free);
        Ok(())
    }

    /// Lets code at these addresses, of each core, cost nothing.
    /// When the cores' basic blocks are translated.
    pub fn set_translate(&mut self, when: Translate) {
        for core in &mut self.cores {
            core.set_translate(when);
        }
    }

    pub(crate) fn set_free_ranges(&mut self, free: Vec<Vec<(u64, u64)>>) {
        for (core, ranges) in self.cores.iter_mut().zip(&free) {
            core.set_free(ranges);
        }
        self.free = free;
    }

    /// No core can make a fact older than this any more.
    pub fn settled_before(&self) -> Tick {
        let running = self.cores.iter().zip(&self.states);
        let slowest = running
            .filter(|(_, s)| **s == CoreState::Running)
            .map(|(c, _)| c.now());
        slowest.min().unwrap_or(self.now).min(self.now)
    }

    /// The run is not to go beyond `end`: no core begins an instruction then or later. If it is to be `resumed` from a
    /// snapshot, only a core that runs alone is cut there. The slices of several cores are part of the run, so these
    /// cores may be ahead of `end` by the quantum.
    pub fn set_end(&mut self, end: Tick, resumed: bool) {
        self.pace.end = end;
        self.pace.cut = !resumed;
    }

    /// Unmodelled parts and refused accesses end the run from now on.
    pub fn set_strict(&mut self, strict: bool) {
        self.strict = strict;
    }

    /// Core `i`'s image, or that of the boot core.
    pub fn image_of(&self, core: u8) -> Option<&Image> {
        self.firmware.image_of(usize::from(core)).map(AsRef::as_ref)
    }

    /// Whether an image was loaded for this core.
    pub fn has_image(&self, core: u8) -> bool {
        matches!(self.firmware.of_core.get(usize::from(core)), Some(Some(_)))
    }

    /// The board's time: nothing before it is left to happen.
    pub fn now(&self) -> Tick {
        self.now
    }

    /// What all cores have executed, as of the end of the last [`Machine::run`] or [`Machine::run_until_break`].
    #[must_use]
    pub fn executed(&self) -> u64 {
        let cores = self.meters.cores.iter().zip(&self.cores);
        cores
            .map(|(bank, core)| bank.sum(core.meters().executed))
            .sum()
    }

    /// The meters, as of the end of the last [`Machine::run`] or [`Machine::run_until_break`].
    pub fn meters(&self) -> &Meters {
        &self.meters
    }

    /// Memory.
    pub fn memory(&self) -> &Memory {
        &self.mem
    }

    /// Bytes that came out of the console since the last call.
    pub fn take_console(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.fabric.outside.console)
    }

    /// What firmware and the host have left for the outside world and no session has written yet, by name.
    pub fn streams(&self) -> &std::collections::BTreeMap<String, Vec<u8>> {
        &self.fabric.outside.streams
    }

    /// Takes that.
    pub(crate) fn take_streams(&mut self) -> std::collections::BTreeMap<String, Vec<u8>> {
        std::mem::take(&mut self.fabric.outside.streams)
    }

    /// Hands bytes to the console device's receiver, or on a board without one to the cores that ask for
    /// them. A run in which nothing was left to happen goes on.
    pub fn type_in(&mut self, bytes: &[u8]) {
        match self.fabric.console() {
            Some(console) => self.type_at(console, bytes),
            None => {
                self.fabric.outside.typed.extend(bytes);
                self.wake();
            }
        }
    }

    /// [`Machine::type_in`] for a serial line, by the name of its device; the console is the line without a name.
    pub(crate) fn type_into(&mut self, line: &str, bytes: &[u8]) {
        match self.fabric.serial_line(line) {
            Some(id) => self.type_at(id, bytes),
            None => self.type_in(bytes),
        }
    }

    fn type_at(&mut self, id: DevId, bytes: &[u8]) {
        let meters = &self.meters;
        self.fabric.call(id, self.now, None, meters, |d, cx| {
            if let Some(console) = d.console() {
                console.typed(bytes, cx);
            }
        });
        self.deliver_signals();
        self.wake();
    }

    /// Sets the level of an input pin, as the world outside does.
    pub(crate) fn drive(&mut self, device: DevId, pin: u16, level: bool) {
        let meters = &self.meters;
        let set = |d: &mut dyn Device, cx: &mut Cx<'_>| d.line(pin, level, cx);
        self.fabric.call(device, self.now, None, meters, set);
        self.deliver_signals();
        self.wake();
    }

    /// Something may happen again.
    pub(crate) fn wake(&mut self) {
        self.ended = self.ended.take().filter(|e| *e != Ended::Nothing);
    }

    /// Plugs a network into the first device with a port for one; the host on it exports `files`.
    ///
    /// # Errors
    /// The board has no such device, or there are more files than are exported: a line for the user.
    pub fn plug_network(&mut self, files: Vec<(String, Vec<u8>)>) -> Result<(), String> {
        let mut ports = self.fabric.devices.iter_mut();
        match ports.find_map(|d| d.network()) {
            Some(port) => port.plug(files),
            None => Err("has no port for a network (a device of kind greth)".to_owned()),
        }
    }

    /// What firmware has changed in the folder of the host on the network, if a network is plugged in.
    pub fn network_changes(&mut self) -> Option<FolderChanges<'_>> {
        let mut ports = self.fabric.devices.iter_mut();
        ports.find_map(|d| d.network()?.changes())
    }

    /// Facts collected since the last call, in order of time.
    pub fn take_facts(&mut self) -> Vec<Fact> {
        let mut facts = Vec::new();
        self.move_facts(&mut facts);
        facts
    }

    /// Puts the facts collected since the last call, or since [`Machine::take_facts`], to those that
    /// are in `to`, all in order of time.
    pub fn move_facts(&mut self, to: &mut Vec<Fact>) {
        self.core_facts.move_to(to);
        self.fabric.facts.move_to(to);
        sort_facts(to);
    }

    /// Runs until the board's time reaches `until` or the run ends. Pieces make no difference: a piece ends only at a
    /// decision of the scheduler.
    pub fn run(&mut self, until: Tick) -> Ended {
        if let Some(e) = &self.ended {
            return e.clone();
        }
        let end = self.run_on(until);
        self.settle();
        if end != Ended::Paused {
            self.ended = Some(end.clone());
        }
        end
    }

    pub(crate) fn sample(&mut self) {
        self.settle_cores();
        self.fabric.settle(self.now, &mut self.meters);
        if let Some(s) = self.sampler.as_mut().filter(|s| s.next_at() <= self.now) {
            for fact in s.take(self.now, &self.meters) {
                self.fabric.facts.push(fact.at, fact.source, fact.kind);
            }
        }
        if let Some(s) = self.series.as_mut().filter(|s| s.next_at() <= self.now) {
            s.take(self.now, &self.meters);
        }
    }

    /// When the next sample of buses is due, or the next row of numbers.
    pub(crate) fn sample_due(&self) -> Tick {
        let sample = self.sampler.as_ref().map_or(Tick::NEVER, Sampler::next_at);
        let row = self.series.as_ref().map_or(Tick::NEVER, |s| s.next_at());
        sample.min(row)
    }

    /// Follows numbers over time from now on.
    pub(crate) fn follow_series(&mut self) {
        let power = self.power.as_ref().map(|p| p.state());
        let cores = self.dictionaries();
        let series = Series::new(self.now, self.base_hz, &cores, &self.meters, power);
        self.series = Some(Box::new(series));
    }

    pub(crate) fn report_pulses(&mut self, from: Tick, i: usize) {
        let (to, clock) = (self.cores[i].now(), self.info[i].clock);
        self.cores[i].settle(&mut self.meters);
        self.fabric.settle(to, &mut self.meters);
        let cores = &self.cores;
        let dictionary = |core: u8| cores.get(usize::from(core)).map(|c| c.meters());
        let watching = &mut self.watching;
        for p in watching.step(from, to, clock, &self.meters, dictionary) {
            self.fabric
                .device(p.device)
                .pulse(p.watch, p.from, p.cycles);
            if let Some(o) = &mut self.fabric.judge {
                o.pulse(p.device, p.watch, p.from, p.cycles);
            }
        }
    }

    /// After device calls: what they want of the machine.
    pub(crate) fn after_devices(&mut self) -> Option<Ended> {
        let wanted = self.fabric.watchers.iter().flat_map(|&d| {
            let watches = self.fabric.device_ref(d).watches().unwrap_or_default();
            watches.iter().map(move |&w| (d, w))
        });
        let wanted: Vec<_> = wanted.collect();
        if !wanted.is_empty() || self.watching.any() {
            self.settle_cores();
            self.watching.set(wanted, &self.meters);
        }
        if let Some((core, status)) = self.fabric.requests.exit {
            return Some(Ended::Exit { core, status });
        }
        if let Some(why) = self.fabric.requests.reset {
            return Some(Ended::Reset { why });
        }
        if self.strict {
            return self.strict_violation().map(|what| Ended::Strict { what });
        }
        None
    }

    pub(crate) fn strict_violation(&self) -> Option<String> {
        if let Some(w) = self.fabric.noted.warnings.lines().next() {
            let name = &self.fabric.attached[usize::from(w.device.0)].name;
            let at = match w.pc {
                0 => String::new(),
                pc => format!(" at pc {}", self.place(0, pc)),
            };
            let (offset, what) = (w.offset.unwrap_or(0), w.what);
            return Some(format!("{name}+{offset:#x}{at}: {what}"));
        }
        if let Some((r, refused)) = self.fabric.noted.refusals.iter().next() {
            let place = self.place(r.core, r.pc);
            let what = r.text(refused);
            return Some(format!("{what}, by core {} at pc {place}", r.core));
        }
        if let Some(((core, pc), violation)) = self.fabric.noted.violations.iter().next() {
            return Some(format!("core {core} (pc {pc:#010x}): {}", violation.text()));
        }
        let races = self.fabric.noted.races.iter().next();
        races.map(|((core, pc), race)| {
            let at = self.place(*core, *pc);
            format!("core {core} at pc {at}: {}", race.text())
        })
    }

    /// Carries out the requests of devices to memories and cores.
    pub(crate) fn deliver_signals(&mut self) {
        // What a device has read can make it ask for more.
        while !self.fabric.requests.changes.is_empty() {
            for (device, at, change) in std::mem::take(&mut self.fabric.requests.changes) {
                self.change_memory(device, at, change);
            }
        }
        while !self.fabric.requests.signals.is_empty() {
            for (core, signal, at) in std::mem::take(&mut self.fabric.requests.signals) {
                let i = usize::from(core);
                if let Some(c) = self.cores.get_mut(i) {
                    c.signal(signal, at, &mut self.meters);
                    self.note_state(i);
                }
            }
        }
    }

    /// Carries out the requests of a device to memories at `at`.
    fn change_memory(&mut self, device: DevId, at: Tick, change: MemoryChange) {
        if let MemoryChange::Fetch(pa, bytes, tag) = change {
            let bytes = self.mem.peek(pa, bytes as usize).map(<[u8]>::to_vec);
            let meters = &self.meters;
            self.fabric.call(device, at, None, meters, |d, cx| {
                d.fetched(tag, bytes.as_deref(), cx);
            });
        } else if changes::carry_out(&mut self.mem, change) {
            let (pa, bytes) = changes::written(change);
            self.core_facts.written(pa, bytes);
        } else {
            self.fabric.noted.warnings.add(Warning {
                device,
                offset: 0,
                pc: 0,
                what: changes::NOTHING_MOVED.to_owned(),
                bits: 0,
            });
        }
    }

    pub(crate) fn note_states(&mut self) {
        for i in 0..self.cores.len() {
            self.note_state(i);
        }
    }

    /// Reports a change of a core's state to the interrupt controller and the facts.
    pub(crate) fn note_state(&mut self, i: usize) {
        let state = self.cores[i].state();
        if state != self.states[i] {
            self.states[i] = state;
            self.state_changes += 1;
            let now = self.cores[i].now();
            self.core_facts
                .push(now, Source::Core(i as u8), FactKind::State(state));
            self.fabric.core_state(i as u8, state, now, &self.meters);
            self.deliver_signals();
        }
    }

    /// Puts the time of waiting cores forward, so that meters are complete at `at`.
    pub(crate) fn catch_up(&mut self, at: Tick) {
        for (i, c) in self.cores.iter_mut().enumerate() {
            if self.states[i] != CoreState::Running && c.now() < at {
                c.skip_to(at, &mut self.meters);
            }
        }
        self.settle_cores();
        self.fabric.settle(at, &mut self.meters);
    }

    pub(crate) fn advance_power(&mut self, at: Tick) {
        self.catch_up(at);
        self.now = self.now.max(at);
        if let Some(p) = &mut self.power {
            // Running cores may be some cycles past the grid point: those belong to the next one.
            let mut meters = self.meters.clone();
            for (i, c) in self.cores.iter().enumerate() {
                if self.states[i] == CoreState::Running {
                    let past = self.info[i].clock.cycles_at(Tick(c.now().since(at)));
                    meters.cores[i].take_back(CoreMeter::CYCLES, past);
                }
            }
            let sample = p.advance(at, self.base_hz, &meters);
            if let Some(series) = &mut self.series {
                series.power(&sample);
            }
            self.fabric.die_mc = sample.die_mc;
            if let Some(o) = &mut self.fabric.judge {
                o.temperature(at, sample.die_mc);
            }
            if self.facts_on {
                let f = &mut self.fabric.facts;
                f.push(at, Source::Board, FactKind::Power { uw: sample.uw });
                f.push(
                    at,
                    Source::Board,
                    FactKind::Temperature { mc: sample.die_mc },
                );
            }
        }
    }

    /// The latest time any core has reached.
    pub fn end_time(&self) -> Tick {
        self.cores
            .iter()
            .map(|c| c.now())
            .max()
            .unwrap_or_default()
            .max(self.now)
    }

    /// Keeps what the run has used at every point of the power grid, from now on.
    pub fn keep_power(&mut self) {
        if let Some(p) = &mut self.power {
            p.keep();
        }
    }

    /// The points that were kept since [`Machine::keep_power`]; the last one is the end of a run that was finished.
    pub fn power_series(&self) -> &[PowerPoint] {
        self.power.as_ref().map_or(&[], |p| p.series())
    }

    /// Completes meters at the end of a run.
    pub fn finish(&mut self) {
        let end = self.end_time();
        self.catch_up(end);
        if let Some(p) = &mut self.power {
            let sample = p.advance(end, self.base_hz, &self.meters);
            if let Some(series) = &mut self.series {
                series.power(&sample);
            }
        }
        if let Some(series) = &mut self.series {
            series.take(end, &self.meters);
        }
        self.now = end;
    }
}

/// Puts facts in order of time, those of one source at one time staying in their order. They mostly
/// are already, up to the last few.
pub(crate) fn sort_facts(facts: &mut [Fact]) {
    let key = |f: &Fact| (f.at, f.source);
    let Some(last) = facts.windows(2).position(|w| key(&w[1]) < key(&w[0])) else {
        return;
    };
    let (sorted, rest) = facts.split_at(last + 1);
    if let Some(least) = rest.iter().map(key).min() {
        let from = sorted.partition_point(|f| key(f) <= least);
        facts[from..].sort_by_key(key);
    }
}
