//! One run from loaded board to report: pieces of simulation, traces, console, budget, the end.

use crate::account::{bus_reports, core_reports, device_reports, named, power_report, table};
use crate::drained;
use crate::elf::Image;
use crate::error::InputError;
use crate::host::{self, HostScript};
use crate::judge::Judge;
use crate::machine::{CoreInfo, Ended, Machine, sort_facts};
use crate::models::BoardModel;
use crate::report::*;
use crate::schema::{CoreGroup, MemoryEntry};
use crate::symbols::ImageSymbols;
use crate::tracers::Followed;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use trueboard_core::device::DevId;
use trueboard_core::fact::{Fact, FactKind, Source};
use trueboard_core::mem::Region;
use trueboard_core::meter::CacheMeter;
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::Tick;
use trueboard_cpu_tricore::params as tricore;
use trueboard_periph::typed;
use trueboard_truth::region::{Regions, Selector, matches};
use trueboard_truth::windows::{CoreType, EpiphanyUnit, L4statUnit, SensorUnit, TricoreUnit};
use trueboard_truth::{DeviceInfo, Format, TraceContext, TraceOptions, TraceWriter};

/// What to run, and what to keep of it.
#[derive(Default)]
pub struct Options {
    /// The script of the board's host, which then loads and starts what the cores run.
    pub host: Option<HostScript>,
    /// Images and the cores that run them; the first is the boot core's.
    pub images: Vec<(PathBuf, Vec<usize>)>,
    /// Cores that start at once besides the first that has an image.
    pub start: Vec<usize>,
    /// End when the board's time reaches this.
    pub until: Option<Budget>,
    /// Unmodelled parts and refused accesses end the run.
    pub strict: bool,
    /// Traces to write.
    pub traces: Vec<(Format, PathBuf)>,
    /// Kinds of facts that traces hold; empty is all.
    pub events: Vec<FactClass>,
    /// Interval of bus-use samples in traces.
    pub sample: Option<Budget>,
    /// Regions to follow.
    pub regions: Vec<Selector>,
    /// Functions that cost nothing and are not counted: patterns of names.
    pub free: Vec<String>,
    /// Memory to keep: symbol, and bytes if not the symbol's own size.
    pub dumps: Vec<(String, Option<u64>)>,
    /// Bytes for the console's receiver.
    pub stdin: Vec<u8>,
    /// A snapshot to go on from, instead of starting the images.
    pub restore: Option<PathBuf>,
    /// Where a snapshot goes when the budget runs out.
    pub save: Option<PathBuf>,
}

/// An amount of simulated time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Cycles of the first core.
    Cycles(u64),
    /// Picoseconds.
    Picoseconds(u128),
}

impl Budget {
    fn ticks(self, m: &Machine) -> u64 {
        match self {
            Budget::Cycles(n) => {
                n.saturating_mul(m.info.first().map_or(1, |i| i.clock.ticks_per_cycle()))
            }
            Budget::Picoseconds(ps) => {
                u64::try_from(ps * u128::from(m.base_hz) / 1_000_000_000_000).unwrap_or(u64::MAX)
            }
        }
    }
}

/// Kinds of facts, as `--events` names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactClass {
    /// Core states.
    States,
    /// Calls and returns.
    Calls,
    /// Traps, interrupts and returns from them.
    Traps,
    /// Accesses to counters and sensors.
    Counters,
    /// Interrupt lines and other output lines.
    Lines,
    /// Console output.
    Console,
    /// Messages between cores.
    Messages,
    /// Use of buses.
    Bus,
    /// Power and temperature.
    Power,
}

impl FactClass {
    /// All of them with their names.
    pub const ALL: &'static [(&'static str, FactClass)] = &[
        ("states", FactClass::States),
        ("calls", FactClass::Calls),
        ("traps", FactClass::Traps),
        ("counters", FactClass::Counters),
        ("lines", FactClass::Lines),
        ("console", FactClass::Console),
        ("messages", FactClass::Messages),
        ("bus", FactClass::Bus),
        ("power", FactClass::Power),
    ];

    fn of(kind: &FactKind) -> FactClass {
        match kind {
            FactKind::State(_) => FactClass::States,
            FactKind::Call { .. } | FactKind::Return { .. } => FactClass::Calls,
            FactKind::Trap { .. } | FactKind::Interrupt { .. } | FactKind::TrapReturn { .. } => {
                FactClass::Traps
            }
            FactKind::RegRead { .. } | FactKind::RegWrite { .. } => FactClass::Counters,
            FactKind::Line { .. } => FactClass::Lines,
            FactKind::Console { .. } => FactClass::Console,
            FactKind::Sent { .. } | FactKind::Received { .. } => FactClass::Messages,
            FactKind::BusUse { .. } => FactClass::Bus,
            FactKind::Power { .. } | FactKind::Temperature { .. } => FactClass::Power,
        }
    }
}

/// A run that is set up.
pub struct Session {
    pub(crate) machine: Machine,
    options: Options,
    writers: Vec<Box<dyn TraceWriter>>,
    regions: Regions,
    /// What is known of tracers in firmware.
    tracers: Option<Followed>,
    image_cores: Vec<Vec<usize>>,
    /// Facts younger than what has been written, waiting for the slowest core.
    pending: Vec<Fact>,
    problems: Vec<String>,
    console_lost: bool,
}

/// Makes those memories real that the board does not have and `images` are linked for, all together;
/// says for which image.
fn assume(memories: &mut [MemoryEntry], images: &[Arc<Image>]) -> Option<String> {
    let within = |m: &MemoryEntry, i: &Image| {
        let mut segments = i.segments.iter();
        m.assumed && segments.any(|s| (m.at..m.at.saturating_add(m.size)).contains(&s.pa))
    };
    let image = images
        .iter()
        .find(|i| memories.iter().any(|m| within(m, i)))?;
    let mut areas = Vec::new();
    for m in memories.iter_mut().filter(|m| m.assumed) {
        m.assumed = false;
        areas.push(format!("{:#x} to {:#x}", m.at, m.at.saturating_add(m.size)));
    }
    Some(format!(
        "{} is linked for memory that the board does not have, as the linker does without a script; this \
         run adds it ({})",
        image.path.display(),
        areas.join(", ")
    ))
}

/// Base ticks between two looks at budget, console and interruption.
const PIECE: u64 = 5_000_000;
/// The same while somebody reads facts: those of a piece stay in the host's caches. In step with the
/// power grid of the GR740, whose points are decisions anyway.
const PIECE_OF_FACTS: u64 = PIECE / 10;

impl Session {
    /// Loads images, boots the board, opens traces.
    ///
    /// # Errors
    /// [`InputError`]: an image, a board value or an output that cannot be used.
    pub fn new(board: &BoardModel, options: Options) -> Result<Session, InputError> {
        let listens = !options.traces.is_empty();
        let mut file = board.file.clone();
        if options.host.is_some() {
            host::leave_traps(&mut file);
        }
        let expected = board
            .file
            .cores
            .first()
            .and_then(|g| crate::build::expected(&g.kind))
            .ok_or(
                "this board's cores run no ELF files; describe what they do: --workload FILE.ron",
            );
        let mut images = Vec::new();
        for (path, _) in &options.images {
            let expected = match expected {
                Ok(expected) => expected,
                Err(why) => {
                    // What is wrong with the board is told first.
                    crate::build::machine(&board.place, &file, listens)?;
                    return Err(InputError::Request(why.to_owned()));
                }
            };
            images.push(Arc::new(Image::read(path, expected)?));
        }
        let assumed = assume(&mut file.memories, &images);
        let mut machine = crate::build::machine(&board.place, &file, listens)?;
        if let Some(what) = assumed {
            machine.fabric.told.push((Tick(0), what));
        }
        if let Some(model) = &board.power {
            machine.set_power_model(model.clone(), board.file.power_grid_us);
        }
        machine.set_strict(options.strict);
        for ((path, cores), image) in options.images.iter().zip(images) {
            let elf = |cause| InputError::Elf {
                path: path.clone(),
                cause,
            };
            if let Some(c) = cores.iter().find(|&&c| c >= machine.cores.len()) {
                return Err(InputError::Request(format!(
                    "{} has no core {c}; its cores are 0 to {}",
                    machine.name,
                    machine.cores.len() - 1
                )));
            }
            machine.load(image, cores).map_err(elf)?;
        }
        if let Some(script) = &options.host {
            let expected = expected.map_err(|e| InputError::Request(e.to_owned()))?;
            host::attach(&mut machine, board, expected, script)?;
        }
        let mut image_cores: Vec<Vec<usize>> =
            options.images.iter().map(|(_, c)| c.clone()).collect();
        let mut start = options.start.clone();
        match &board.workload {
            Some(w) => {
                let image = Arc::new(w.image());
                let cores = w.cores();
                machine
                    .load(image, &cores)
                    .map_err(|cause| InputError::Elf {
                        path: w.path.clone(),
                        cause,
                    })?;
                machine.tracers.clone_from(&w.clocks);
                start.extend(w.starts());
                image_cores.push(cores);
            }
            None => {
                let runs = expected.map(|_| ());
                runs.map_err(|e| InputError::Request(e.to_owned()))?;
            }
        }
        check_requests(&machine, &options).map_err(InputError::Request)?;
        let judge = judge(&machine, board);
        machine.fabric.judge = Some(judge);
        if !options.regions.is_empty() {
            machine.follow_regions();
        }
        machine
            .set_free(&options.free)
            .map_err(InputError::Request)?;
        machine.set_sampling(
            options
                .sample
                .map(|s| s.ticks(&machine))
                .or(listens.then_some(machine.base_hz / 10_000)),
        );
        if let Some(budget) = options.until {
            let end = Tick(budget.ticks(&machine));
            machine.set_end(end, options.save.is_some());
        }
        let observed = match &options.restore {
            None => {
                machine.boot().map_err(InputError::Request)?;
                machine.start(&start).map_err(InputError::Request)?;
                None
            }
            Some(path) => Some(restore(&mut machine, path)?),
        };
        machine.type_in(&options.stdin);
        let symbols = Arc::new(ImageSymbols::new(&machine));
        let context = context(&machine, symbols.clone());
        let mut writers = Vec::new();
        for (format, path) in &options.traces {
            let w = trueboard_truth::open(*format, path, &context)
                .map_err(|e| InputError::Request(e.to_string()))?;
            writers.push(w);
        }
        let mut regions = Regions::new(
            options.regions.clone(),
            symbols.clone(),
            machine.cores.len(),
            TraceOptions::default().stack_limit,
        );
        let mut tracers = Followed::new(&mut machine, symbols);
        let mut pending = Vec::new();
        if let Some(observed) = observed {
            resume(&observed, &mut regions, tracers.as_mut())
                .map_err(|e| InputError::Request(format!("--restore: {e}")))?;
            // Readers of a trace learn from it what the cores are doing when it begins.
            pending = machine.state_facts();
        }
        Ok(Session {
            machine,
            options,
            writers,
            regions,
            tracers,
            image_cores,
            pending,
            problems: Vec::new(),
            console_lost: false,
        })
    }

    /// Keeps the memory of `symbol`, at the end, in the report, if an image has it.
    pub fn dump_if_there(&mut self, symbol: &str) {
        if self
            .machine
            .images
            .iter()
            .any(|i| i.symbol(symbol).is_some())
        {
            self.options.dumps.push((symbol.to_owned(), None));
        }
    }

    /// Runs to the end, the budget, or until `stop` is set; console bytes go to `console` as they
    /// come. Whatever happens, what was recorded is written, and there is a report.
    pub fn run(&mut self, console: &mut dyn Write, stop: &AtomicBool) -> Report {
        let piece = if self.writers.is_empty() && self.tracers.is_none() {
            PIECE
        } else {
            PIECE_OF_FACTS
        };
        let ended = loop {
            let ended = self.machine.run(self.piece_end(piece));
            self.hand_out(console);
            if ended != Ended::Paused {
                break Some(ended);
            }
            if self.budget_used() || stop.load(Ordering::Relaxed) {
                break None;
            }
        };
        self.end(ended, stop.load(Ordering::Relaxed))
    }

    /// Completes a run, and reports on it.
    pub(crate) fn end(&mut self, ended: Option<Ended>, interrupted: bool) -> Report {
        if let Some(path) = self.options.save.clone() {
            let saved = self.save(&path, ended.is_some());
            self.problems.extend(saved.err());
        }
        self.machine.finish();
        self.pass_on(true);
        if let Some(text) = crate::clocks::truth(&self.machine, self.tracers.as_ref()) {
            let name = "truth-clocks.json".to_owned();
            self.machine.fabric.streams.insert(name, text.into_bytes());
        }
        let outcome = match ended {
            Some(e) => self.outcome(&e),
            None if interrupted => self.simple(OutcomeKind::Interrupted, "stopped by the user"),
            None => self.simple(OutcomeKind::Budget, "the budget ran out"),
        };
        self.report(outcome)
    }

    /// Writes a snapshot; the error is a line for the user.
    fn save(&self, path: &Path, over: bool) -> Result<(), String> {
        let refuse = |why: &str| Err(format!("--save {}: {why}", path.display()));
        if over {
            return refuse("nothing is saved, for the run is over; choose an earlier --until");
        }
        if self.machine.held.is_some() {
            return refuse("nothing is saved, for a debugger stopped a core; let it go on first");
        }
        let tracers = self.tracers.as_ref().map(Followed::save);
        let observed = to_bytes(&(self.regions.save(), tracers));
        let bytes = self.machine.save_with(observed);
        std::fs::write(path, bytes).or_else(|e| refuse(&format!("cannot be written: {e}")))
    }

    /// Where a piece of `ticks` ends, at most at the budget.
    pub(crate) fn piece_end(&self, ticks: u64) -> Tick {
        let budget = self.budget_ticks().unwrap_or(u64::MAX);
        Tick(self.machine.now().0.saturating_add(ticks).min(budget))
    }

    fn budget_ticks(&self) -> Option<u64> {
        self.options.until.map(|b| b.ticks(&self.machine))
    }

    pub(crate) fn budget_used(&self) -> bool {
        self.budget_ticks()
            .is_some_and(|b| self.machine.now().0 >= b)
    }

    /// Passes on what the last piece left: console bytes and facts.
    pub(crate) fn hand_out(&mut self, console: &mut dyn Write) {
        let bytes = self.machine.take_console();
        let sent = console.write_all(&bytes).and_then(|()| console.flush());
        if let (Err(e), false) = (sent, self.console_lost) {
            self.console_lost = true;
            self.problems
                .push(format!("console: cannot be written: {e}"));
        }
        self.pass_on(false);
    }

    /// True when an output was lost: a trace or the console.
    pub fn lost_output(&self) -> bool {
        !self.problems.is_empty()
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Hands facts to writers and regions, as far as no core can add older ones any more.
    fn pass_on(&mut self, all: bool) {
        for (fact, bank) in self.machine.take_banks() {
            if let Source::Core(core) = fact.source {
                self.regions.happened(core, fact.at, &fact.kind, &bank);
            }
        }
        match &mut self.tracers {
            None => self.machine.move_facts(&mut self.pending),
            Some(tracers) => {
                let fresh = self.machine.take_facts();
                tracers.happened(&fresh);
                self.pending.extend(fresh);
                sort_facts(&mut self.pending);
            }
        }
        if self.writers.is_empty() {
            self.pending.clear();
            return;
        }
        let safe = if all {
            Tick::NEVER
        } else {
            self.machine.settled_before()
        };
        let n = self.pending.partition_point(|f| f.at < safe);
        let wanted = &self.options.events;
        let chosen: Vec<Fact>;
        let batch = if wanted.is_empty() {
            &self.pending[..n]
        } else {
            let all = self.pending[..n].iter();
            chosen = all
                .filter(|f| wanted.contains(&FactClass::of(&f.kind)))
                .copied()
                .collect();
            &chosen
        };
        let end = self.machine.now();
        let problems = &mut self.problems;
        self.writers.retain_mut(|w| {
            let mut done = w.write(batch);
            if done.is_ok() && all {
                done = w.finish(end);
            }
            match done {
                Ok(()) => true,
                Err(e) => {
                    problems.push(format!("trace: {e}"));
                    false
                }
            }
        });
        self.pending.drain(..n);
    }

    fn simple(&self, kind: OutcomeKind, detail: &str) -> Outcome {
        let core = self.machine.first_running();
        let pc = core.map(|c| self.machine.cores[usize::from(c)].pc());
        let place = core.zip(pc).map_or(String::new(), |(c, pc)| {
            format!("; core {c} was at {}", self.machine.place(c, pc))
        });
        Outcome {
            kind,
            status: None,
            core,
            pc,
            detail: format!("{detail}{place}"),
            last_instructions: Vec::new(),
        }
    }

    fn outcome(&self, ended: &Ended) -> Outcome {
        match ended {
            Ended::Exit { core, status } => {
                let kind = if *status == 0 {
                    OutcomeKind::Success
                } else {
                    OutcomeKind::Failure
                };
                let pc = self.machine.cores.get(usize::from(*core)).map(|c| c.pc());
                Outcome {
                    kind,
                    status: Some(*status),
                    core: Some(*core),
                    pc,
                    detail: match &self.machine.host {
                        Some(h) if h.core == *core => {
                            format!("the host's script ended with status {status}")
                        }
                        _ => format!("the firmware ended with status {status}"),
                    },
                    last_instructions: Vec::new(),
                }
            }
            Ended::Fatal { core, source, code } => Outcome {
                kind: OutcomeKind::Failure,
                status: Some(*code),
                core: Some(*core),
                pc: self.machine.cores.get(usize::from(*core)).map(|c| c.pc()),
                detail: format!(
                    "the firmware ended with a fatal error: RTEMS source {source}, code {code:#x}"
                ),
                last_instructions: Vec::new(),
            },
            Ended::Crash { core, error } => Outcome {
                kind: OutcomeKind::Crash,
                status: None,
                core: Some(*core),
                pc: Some(error.pc),
                detail: format!(
                    "core {core} stopped at {}: {}{}",
                    self.machine.place(*core, error.pc),
                    error.what,
                    self.trap_type(*core, error.trap)
                ),
                last_instructions: self.machine.last_instructions(*core),
            },
            Ended::Nothing => self.simple(
                OutcomeKind::NothingLeft,
                &self.machine.why_nothing_is_left(),
            ),
            Ended::Reset { why } => self.simple(
                OutcomeKind::WatchdogReset,
                &format!("the board was reset: {why}"),
            ),
            Ended::Strict { what } => self.simple(OutcomeKind::Strict, what),
            Ended::Paused => self.simple(OutcomeKind::Budget, "the budget ran out"),
        }
    }

    /// The number of a trap, where its text does not name it.
    fn trap_type(&self, core: u8, trap: u16) -> String {
        match self.machine.info.get(usize::from(core)) {
            Some(info) if info.kind == "leon" => format!(" (trap type {trap:#04x})"),
            _ => String::new(),
        }
    }

    fn report(&self, outcome: Outcome) -> Report {
        let m = &self.machine;
        let (windows, sensors) = m
            .fabric
            .judge
            .as_ref()
            .map(Judge::report)
            .unwrap_or_default();
        let ticks = m.now().0;
        let truth = |core: u8| self.tracers.as_ref()?.traced(core);
        let tracing = m.host.as_ref().map(|h| drained::report(m, h, &truth));
        let tracing = tracing.unwrap_or_default();
        let mut warnings = m.warnings();
        warnings.extend(tracing.iter().flat_map(TracingReport::warnings));
        warnings.extend(self.problems.iter().cloned());
        Report {
            schema: SCHEMA.to_owned(),
            board: m.name.clone(),
            images: m
                .images
                .iter()
                .zip(&self.image_cores)
                .map(|(i, cores)| ImageReport {
                    path: i.path.display().to_string(),
                    sha256: i.sha256.clone(),
                    cores: cores.clone(),
                })
                .collect(),
            outcome,
            time: Time {
                ticks,
                hz: m.base_hz,
                seconds: ticks as f64 / m.base_hz as f64,
            },
            cores: core_reports(m),
            caches: named(&m.caches, |i| {
                table(
                    CacheMeter::ALL
                        .iter()
                        .map(|c| (c.def().name, m.meters.caches[i].get(*c))),
                )
            }),
            buses: bus_reports(m),
            memories: m
                .mem
                .regions()
                .iter()
                .map(|r| MemoryReport {
                    name: r.name.clone(),
                    at: r.base,
                    size_bytes: r.size(),
                })
                .collect(),
            devices: device_reports(m),
            windows,
            sensors,
            regions: self.regions.report(),
            tracing,
            dumps: self.dumps(),
            power: m.power.as_ref().map(|p| power_report(p.state())),
            temperature: m.power.as_ref().map(|p| TemperatureReport {
                die_c: p.state().die_mc() as f64 / 1000.0,
                package_c: p.state().package_mc() as f64 / 1000.0,
            }),
            warnings,
            host: None,
        }
    }

    fn dumps(&self) -> BTreeMap<String, String> {
        let m = &self.machine;
        self.options
            .dumps
            .iter()
            .filter_map(|(name, bytes)| {
                let s = m.images.iter().find_map(|i| i.symbol(name))?;
                let len = bytes.unwrap_or(s.size.max(4));
                let data = m.mem.peek(m.symbol_place(s), usize::try_from(len).ok()?);
                Some((name.clone(), crate::elf::hex(data.unwrap_or_default())))
            })
            .collect()
    }
}

/// Goes on from a snapshot file; answers what was known of regions.
fn restore(machine: &mut Machine, path: &Path) -> Result<Vec<u8>, InputError> {
    let bytes = std::fs::read(path).map_err(|cause| InputError::Read {
        path: path.to_owned(),
        cause,
    })?;
    let why = |e| InputError::Request(format!("--restore {}: {e}", path.display()));
    machine.load_with(&bytes).map_err(why)
}

/// Observers go on from what a snapshot knew of them.
fn resume(
    observed: &[u8],
    regions: &mut Regions,
    tracers: Option<&mut Followed>,
) -> Result<(), SnapshotError> {
    let (of_regions, of_tracers): (Vec<u8>, Option<Vec<u8>>) = from_bytes(observed)?;
    regions.load(&of_regions)?;
    match (tracers, of_tracers) {
        (Some(tracers), Some(bytes)) => tracers.load(&bytes),
        _ => Ok(()),
    }
}

/// What options name must be in the images.
fn check_requests(m: &Machine, options: &Options) -> Result<(), String> {
    for (symbol, bytes) in &options.dumps {
        let found = m.images.iter().find_map(|i| i.symbol(symbol));
        let Some(s) = found else {
            return Err(format!("--dump {symbol}: no image has such a symbol"));
        };
        let len = bytes.unwrap_or(s.size.max(4));
        let at = m.symbol_place(s);
        let fits = |r: &Region| len <= r.size() && r.contains(at, len);
        if !m.mem.regions().iter().any(fits) {
            return Err(format!(
                "--dump {symbol}:{len}: {len} bytes at {:#x} are not in one memory; ask for fewer",
                s.at
            ));
        }
    }
    let known = |name: &str| {
        let mut symbols = m.images.iter().flat_map(|i| i.symbols());
        symbols.any(|s| s.code && matches(name, &s.name))
    };
    for region in &options.regions {
        let (text, names) = match region {
            Selector::Function(f) => (f.clone(), vec![f]),
            Selector::Between { begin, end } => (format!("{begin}..{end}"), vec![begin, end]),
        };
        if let Some(name) = names.into_iter().find(|n| !known(n)) {
            return Err(format!(
                "--region {text}: no function of the images matches `{name}`"
            ));
        }
    }
    Ok(())
}

fn judge(m: &Machine, board: &BoardModel) -> Judge {
    let slots = || m.fabric.slots.iter().enumerate();
    let of_kind = |kind: &'static str| {
        slots().filter(move |(i, _)| m.fabric.device_ref(DevId(*i as u16)).kind() == kind)
    };
    let counters = of_kind("l4stat")
        .map(|(i, s)| {
            let params = board
                .file
                .devices
                .iter()
                .find(|d| d.id == s.name)
                .map(|d| &d.params);
            let name = |field: &str| match params.and_then(|p| crate::schema::field(p, field)) {
                Some(ron::Value::String(n)) => Some(n.clone()),
                Some(ron::Value::Option(Some(v))) => match &**v {
                    ron::Value::String(n) => Some(n.clone()),
                    _ => None,
                },
                _ => None,
            };
            let index = |list: &[String], n: Option<String>| {
                n.and_then(|n| list.iter().position(|x| *x == n))
            };
            L4statUnit {
                device: DevId(i as u16),
                name: s.name.clone(),
                bus: index(&m.buses, name("bus")).unwrap_or(0),
                io_bus: index(&m.buses, name("io_bus")),
                cache: index(&m.caches, name("l2")),
                ticks_per_cycle: s.clock.ticks_per_cycle(),
                clocked: s.clocked,
            }
        })
        .collect();
    let sensors = of_kind("gr740thsens")
        .map(|(i, s)| SensorUnit {
            device: DevId(i as u16),
            name: s.name.clone(),
            ticks_per_cycle: s.clock.ticks_per_cycle(),
        })
        .collect();
    Judge::new(
        counters,
        counting_cores(m, board),
        epiphany_cores(m),
        sensors,
        board.file.quantum_cycles,
    )
}

/// Cores with counters of their own.
fn counting_cores(m: &Machine, board: &BoardModel) -> Vec<TricoreUnit> {
    let groups = board.file.cores.iter();
    let kinds = groups.flat_map(|g| {
        let kind = match core_type(g) {
            Some(tricore::CoreType::P) => Some(CoreType::Performance),
            Some(tricore::CoreType::E) => Some(CoreType::Efficiency),
            None => None,
        };
        std::iter::repeat_n(kind, g.count.into())
    });
    let unit = |(core, (info, kind)): (u8, (&CoreInfo, Option<CoreType>))| {
        Some(TricoreUnit {
            core,
            name: info.name.clone(),
            kind: kind?,
        })
    };
    (0..)
        .zip(m.info.iter().zip(kinds))
        .filter_map(unit)
        .collect()
}

/// Epiphany cores, which all have counters.
fn epiphany_cores(m: &Machine) -> Vec<EpiphanyUnit> {
    let cores = (0..).zip(&m.info).filter(|(_, i)| i.kind == "epiphany");
    let unit = |(core, info): (u8, &CoreInfo)| EpiphanyUnit {
        core,
        name: info.name.clone(),
        ticks_per_cycle: info.clock.ticks_per_cycle(),
    };
    cores.map(unit).collect()
}

fn core_type(group: &CoreGroup) -> Option<tricore::CoreType> {
    if group.kind != "tricore" {
        return None;
    }
    let params: Option<tricore::Params> = typed(group.params.clone()).ok();
    params.map(|p| p.core_type)
}

fn context(m: &Machine, symbols: Arc<ImageSymbols>) -> TraceContext {
    TraceContext {
        board: m.name.clone(),
        base_hz: m.base_hz,
        cores: m.info.iter().map(|i| i.name.clone()).collect(),
        buses: m.buses.clone(),
        devices: m
            .fabric
            .slots
            .iter()
            .enumerate()
            .map(|(i, s)| {
                let d = m.fabric.device_ref(DevId(i as u16));
                DeviceInfo {
                    id: DevId(i as u16),
                    name: s.name.clone(),
                    kind: d.kind().to_owned(),
                    registers: d.map(),
                }
            })
            .collect(),
        symbols,
        trap_name: match m.info.first().map(|i| i.kind.as_str()) {
            Some("tricore") => trueboard_cpu_tricore::trap::name,
            Some("arm-stub" | "c66x-stub") => trueboard_cpu_c66x_stub::trap_name,
            _ => |tt| trueboard_cpu_sparcv8::trap::name(tt as u8),
        },
        options: TraceOptions::default(),
    }
}
