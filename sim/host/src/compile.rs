//! From script to program: everything is looked up and checked before the run.

use crate::chip::{ACTIVE, DRAM};
use crate::chip::{Chip, CoreAt, DEBUGCMD, DEBUGSTATUS, HALT, ILATST, OWN, SRAM, STATUS, USER};
use crate::ctf;
use crate::drain::{Drain, RING};
use crate::ehal::{self, Group};
use crate::exchange::Exchange;
use crate::place::{MAILBOX_BYTES, MAILBOXES, Place};
use crate::poll::{Poll, Until};
use crate::program::{Program, Read, Step};
use crate::script::{Op, Script};
use crate::shm::{self, Shm};
use crate::span::Span;
use crate::traps::Traps;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A part of an image, and where the loader puts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Address as the core knows it: below 1 MiB in the core's own window.
    pub at: u32,
    /// What is put there.
    pub bytes: Vec<u8>,
}

/// An image as the loader sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    /// What is loaded.
    pub segments: Vec<Segment>,
    /// Address and size of each symbol.
    pub symbols: BTreeMap<String, (u32, u32)>,
}

/// Where a script's files come from.
pub trait Files {
    /// Reads and checks an ELF or SREC image.
    ///
    /// # Errors
    /// Cause and remedy.
    fn image(&mut self, name: &str) -> Result<Arc<Image>, String>;

    /// Reads any file.
    ///
    /// # Errors
    /// Cause and remedy.
    fn file(&mut self, name: &str) -> Result<Vec<u8>, String>;
}

/// Checks `script` against `chip` and `files`, and makes it ready.
///
/// # Errors
/// All that is wrong, each with its step.
pub fn compile(
    script: &Script,
    chip: &Chip,
    files: &mut dyn Files,
) -> Result<Program, Vec<String>> {
    let mut c = Compiler {
        chip: *chip,
        files,
        group: None,
        images: BTreeMap::new(),
        shm: Shm::default(),
        jobs: BTreeMap::new(),
        program: Program::default(),
        problems: Vec::new(),
        place: Vec::new(),
        loops: 0,
    };
    if let Some(every) = script.serve_traps {
        c.serve_traps(every);
    }
    for (i, op) in script.steps.iter().enumerate() {
        c.step(i, op);
    }
    if c.problems.is_empty() {
        Ok(c.program)
    } else {
        Err(c.problems)
    }
}

struct Compiler<'a> {
    chip: Chip,
    files: &'a mut dyn Files,
    group: Option<Group>,
    /// What each core was loaded with last, by number.
    images: BTreeMap<u8, Arc<Image>>,
    shm: Shm,
    jobs: BTreeMap<String, u32>,
    program: Program,
    problems: Vec<String>,
    /// Numbers of the step, and of those that it is in.
    place: Vec<usize>,
    /// How many loops and jobs the step is in.
    loops: u32,
}

/// Which of several cores a step is for, as a script says it.
type Which = Option<(u8, u8)>;

impl Compiler<'_> {
    fn problem(&mut self, what: impl std::fmt::Display) {
        let steps: Vec<String> = self.place.iter().map(|i| format!("steps[{i}]")).collect();
        let line = format!("{}: {what}", steps.join("."));
        self.problems.push(line);
    }

    fn push(&mut self, step: Step) {
        self.program.steps.push(step);
    }

    fn here(&self) -> u32 {
        self.program.steps.len() as u32
    }

    fn name(&mut self, name: &str) -> u32 {
        let names = &mut self.program.names;
        let known = names.iter().position(|n| n == name);
        known.unwrap_or_else(|| {
            names.push(name.to_owned());
            names.len() - 1
        }) as u32
    }

    /// An operation called `name` begins.
    fn call(&mut self, name: &str) {
        let name = self.name(name);
        self.push(Step::Begin(name));
    }

    fn serve_traps(&mut self, every: Span) {
        let job = self.program.jobs;
        self.program.jobs += 1;
        let start = self.here() + 1;
        self.push(Step::Job {
            job,
            end: start + 2,
        });
        self.push(Step::Traps(Traps { chip: self.chip }));
        self.push(Step::Round {
            job,
            start,
            every_ns: every.0,
        });
    }

    /// The cores that a step is for.
    fn cores(&mut self, core: Which) -> Vec<CoreAt> {
        let Some(group) = self.group else {
            self.problem("no group of cores is open here; open(row, col, rows, cols) comes first");
            return Vec::new();
        };
        let Some((row, col)) = core else {
            return group.cores(&self.chip);
        };
        if row >= group.rows || col >= group.cols {
            self.problem(format!(
                "core: there is no core ({row}, {col}) in this group; it has {} rows and {} columns",
                group.rows, group.cols
            ));
            return Vec::new();
        }
        let core = self.chip.core(group.row + row, group.col + col);
        core.into_iter().collect()
    }

    /// The address of `at` for `core`, and the size of what is there, if known.
    fn at(&mut self, core: Option<CoreAt>, at: &str) -> Option<(u32, Option<u32>)> {
        let found = self.find(core, at);
        found.map_err(|e| self.problem(format!("at: {e}"))).ok()
    }

    fn find(&self, core: Option<CoreAt>, at: &str) -> Result<(u32, Option<u32>), String> {
        let place = Place::parse(at)?;
        let core = core.ok_or_else(|| "there is no core to look at".to_owned())?;
        let own = |at: u32| {
            let reachable = at < SRAM || (0xf_0000..OWN).contains(&at) || at >= OWN;
            if reachable {
                Ok(core.global(at))
            } else {
                Err(format!(
                    "{at:#x} is no address of a core: memory is below {SRAM:#x}, registers are \
                     from 0xf0000 on"
                ))
            }
        };
        match place {
            Place::Address(at) => Ok((own(at)?, None)),
            Place::Register(at) => Ok((core.global(at), Some(4))),
            Place::Mailbox(word) => {
                let at = MAILBOXES + MAILBOX_BYTES * u32::from(core.number) + word;
                Ok((at, Some(4)))
            }
            Place::Region(name, offset) => {
                let (at, size) = self.shm.find(name).ok_or_else(|| {
                    format!("no shared region is called `{name}` here; shm_alloc makes one")
                })?;
                Ok((at + offset, Some(size.saturating_sub(offset).min(4))))
            }
            Place::Symbol(name, offset) => {
                let image = self.images.get(&core.number).ok_or_else(|| {
                    format!("`{name}`: {} has no image here; load one", core.name())
                })?;
                let (at, size) = image.symbols.get(name).ok_or_else(|| {
                    format!("the image of {} has no symbol `{name}`", core.name())
                })?;
                let size = size.saturating_sub(offset);
                Ok((own(at.saturating_add(offset))?, (size > 0).then_some(size)))
            }
        }
    }

    fn step(&mut self, i: usize, op: &Op) {
        self.place.push(i);
        self.op(op);
        self.place.pop();
    }

    fn op(&mut self, op: &Op) {
        match op {
            Op::Init => self.init(),
            Op::ResetSystem => {
                self.call("e_reset_system");
                let steps = ehal::reset_system(&self.chip);
                self.program.steps.extend(steps);
                self.push(Step::End);
            }
            Op::Open {
                row,
                col,
                rows,
                cols,
            } => self.open(Group {
                row: *row,
                col: *col,
                rows: *rows,
                cols: *cols,
            }),
            Op::ResetGroup => {
                let cores = self.cores(None);
                self.call("e_reset_group");
                self.program.steps.extend(ehal::reset_group(&cores));
                self.push(Step::End);
            }
            Op::Load { image, core, start } => self.load(image, *core, *start),
            Op::Start { core } => self.start(*core),
            Op::Signal { core } => self.command("e_signal", *core, ILATST, USER),
            Op::Halt { core } => self.command("e_halt", *core, DEBUGCMD, 1),
            Op::Resume { core } => self.command("e_resume", *core, DEBUGCMD, 0),
            Op::Write {
                core,
                at,
                value,
                bytes,
            } => self.write(*core, at, *value, bytes.as_deref()),
            Op::Read {
                core,
                at,
                bytes,
                expect,
                print,
                save,
            } => self.read(*core, at, *bytes, *expect, *print, save.as_deref()),
            Op::Wait {
                core,
                at,
                mask,
                equals,
                at_least,
                every,
                timeout,
            } => {
                let until = match (equals, at_least) {
                    (Some(v), None) => Until::Is(*v),
                    (None, Some(v)) => Until::AtLeast(*v),
                    _ => return self.problem("wait: give one of `equals` and `at_least`"),
                };
                let mask = mask.unwrap_or(u32::MAX);
                self.wait("wait", *core, at, mask, until, *every, *timeout);
            }
            Op::WaitHalted {
                core,
                every,
                timeout,
            } => {
                let at = format!("{DEBUGSTATUS:#x}");
                let until = Until::Is(HALT);
                self.wait("wait_halted", *core, &at, HALT, until, *every, *timeout);
            }
            Op::WaitIdle {
                core,
                every,
                timeout,
            } => {
                let at = format!("{STATUS:#x}");
                let until = Until::Is(0);
                self.wait("wait_idle", *core, &at, ACTIVE, until, *every, *timeout);
            }
            Op::WaitExit { core, timeout } => {
                if !matches!(self.program.steps.get(1), Some(Step::Traps(_))) {
                    return self
                        .problem("wait_exit: the host serves no TRAPs here; use wait_halted");
                }
                self.call("wait_exit");
                for core in self.cores(*core) {
                    self.push(Step::WaitExit {
                        core,
                        timeout_ns: timeout.0,
                    });
                }
                self.push(Step::End);
            }
            Op::ExpectExit { core, status } => {
                for core in self.cores(*core) {
                    self.push(Step::ExpectExit {
                        core,
                        status: *status,
                    });
                }
            }
            Op::ShmAlloc { name, size } => {
                self.shared("e_shm_alloc", name, |shm| shm.alloc(name, *size));
            }
            Op::ShmAttach { name } => {
                self.shared("e_shm_attach", name, |shm| shm.use_by(name, 1));
            }
            Op::ShmRelease { name } => {
                self.shared("e_shm_release", name, |shm| shm.use_by(name, -1));
            }
            Op::Sleep(span) => {
                self.call("usleep");
                self.push(Step::Sleep { ns: span.0 });
                self.push(Step::End);
            }
            Op::Print(text) => self.push(Step::Print(text.clone())),
            Op::Repeat { times, steps } => self.repeat(*times, steps),
            Op::Job { name, every, steps } => self.job(name, *every, steps),
            Op::StopJob(name) => match self.jobs.get(name).copied() {
                Some(job) => self.push(Step::StopJob { job }),
                None => self.problem(format!("stop_job: no job before is called `{name}`")),
            },
            Op::Drain {
                region,
                trace,
                metadata,
                most,
                until_empty,
            } => self.drain(region, trace, metadata.as_deref(), *most, *until_empty),
            Op::Exchange {
                core,
                trace,
                timeout,
                every,
            } => self.exchange(*core, trace, *timeout, *every),
            Op::Finish { status } => self.push(Step::Finish { status: *status }),
        }
    }

    fn init(&mut self) {
        if self.loops > 0 {
            return self.problem("init: cannot be in a repeat or job");
        }
        self.call("e_init");
        self.push(Step::Clear {
            at: shm::TABLE,
            bytes: shm::MANAGED,
        });
        let writes = self.shm.init();
        self.writes(writes);
        self.push(Step::End);
    }

    fn writes(&mut self, writes: shm::Writes) {
        for (at, bytes) in writes {
            self.push(Step::Write { at, bytes });
        }
    }

    fn shared(
        &mut self,
        call: &str,
        name: &str,
        change: impl FnOnce(&mut Shm) -> Result<shm::Writes, String>,
    ) {
        if self.loops > 0 {
            return self.problem(format!("{call} {name}: cannot be in a repeat or job"));
        }
        match change(&mut self.shm) {
            Ok(writes) => {
                self.call(&format!("{call} {name}"));
                self.writes(writes);
                self.push(Step::End);
            }
            Err(e) => self.problem(format!("{call}: {e}")),
        }
    }

    fn open(&mut self, group: Group) {
        let (rows, cols) = self.chip.size;
        let fits = |from: u8, n: u8, all: u8| n > 0 && u16::from(from) + u16::from(n) <= all.into();
        if fits(group.row, group.rows, rows) && fits(group.col, group.cols, cols) {
            self.group = Some(group);
            return;
        }
        self.problem(format!(
            "open: rows {} to {} and columns {} to {} are not all on the chip, which has {rows} \
             rows and {cols} columns",
            group.row,
            (u16::from(group.row) + u16::from(group.rows)).saturating_sub(1),
            group.col,
            (u16::from(group.col) + u16::from(group.cols)).saturating_sub(1),
        ));
        // What follows is checked as if the whole chip had been meant.
        self.group.get_or_insert(Group {
            row: 0,
            col: 0,
            rows,
            cols,
        });
    }

    fn load(&mut self, name: &str, core: Which, start: bool) {
        let cores = self.cores(core);
        let image = match self.files.image(name) {
            Ok(image) => image,
            Err(e) => return self.problem(format!("load: {e}")),
        };
        for s in &image.segments {
            let end = u64::from(s.at) + s.bytes.len() as u64;
            let own = end <= SRAM.into();
            let shared = DRAM.contains(&s.at) && end <= u64::from(*DRAM.end()) + 1;
            let other = s.at >= OWN && !shared && self.core_memory(s.at, end);
            if !own && !shared && !other {
                self.problem(format!(
                    "load: {name}: {:#x} bytes at {:#x} are neither in a core's memory (below \
                     {SRAM:#x}) nor in shared memory ({:#x} to {:#x})",
                    s.bytes.len(),
                    s.at,
                    DRAM.start(),
                    DRAM.end(),
                ));
            }
        }
        let Some(group) = self.group else { return };
        self.call(&format!("e_load {name}"));
        for &core in &cores {
            self.images.insert(core.number, image.clone());
            self.program.steps.extend(ehal::prepare(core));
            for s in &image.segments {
                self.push(Step::Write {
                    at: core.global(s.at),
                    bytes: s.bytes.clone(),
                });
            }
            self.push(ehal::configure(core, group, &self.chip));
        }
        self.push(Step::End);
        let numbers = cores.iter().map(|c| c.number).collect();
        self.program.loads.push((name.to_owned(), numbers));
        if start {
            self.start(core);
        }
    }

    /// True when these addresses are the memory of one core, by its global address.
    fn core_memory(&self, at: u32, end: u64) -> bool {
        let mut all = (0..self.chip.cores()).filter_map(|n| self.chip.numbered(n));
        all.any(|c| c.id == at >> 20 && end <= u64::from(c.global(0)) + u64::from(SRAM))
    }

    fn start(&mut self, core: Which) {
        self.call("e_start");
        for core in self.cores(core) {
            if !self.images.contains_key(&core.number) {
                self.problem(format!(
                    "start: {} has no image here; load one",
                    core.name()
                ));
            }
            self.push(Step::Started { core: core.number });
            self.push(ehal::register(core, ILATST, 1));
        }
        self.push(Step::End);
    }

    fn command(&mut self, name: &str, core: Which, at: u32, value: u32) {
        self.call(name);
        for core in self.cores(core) {
            self.push(ehal::register(core, at, value));
        }
        self.push(Step::End);
    }

    fn write(&mut self, core: Which, at: &str, value: Option<u32>, bytes: Option<&[u8]>) {
        let bytes = match (value, bytes) {
            (Some(v), None) => v.to_le_bytes().to_vec(),
            (None, Some(b)) if !b.is_empty() => b.to_vec(),
            _ => return self.problem("write: give one of `value` and `bytes`"),
        };
        self.call("e_write");
        for core in self.cores(core) {
            if let Some((at, _)) = self.at(Some(core), at) {
                self.push(Step::Write {
                    at,
                    bytes: bytes.clone(),
                });
            }
        }
        self.push(Step::End);
    }

    fn read(
        &mut self,
        core: Which,
        place: &str,
        bytes: Option<u32>,
        expect: Option<u64>,
        print: bool,
        save: Option<&str>,
    ) {
        const MOST: u32 = 32 << 20;
        if let Some(problem) = save.and_then(relative) {
            return self.problem(format!("read: save: {problem}"));
        }
        self.call("e_read");
        for core in self.cores(core) {
            let Some((at, size)) = self.at(Some(core), place) else {
                break;
            };
            let bytes = bytes.or(size).unwrap_or(4);
            if bytes == 0 || bytes > MOST || (expect.is_some() && bytes > 8) {
                self.problem(format!(
                    "read: {bytes} bytes; it must be 1 to {MOST}, and at most 8 with `expect`"
                ));
                break;
            }
            self.push(Step::Read(Read {
                at,
                bytes,
                expect,
                print,
                save: save.map(str::to_owned),
                what: format!("{place} of {}", core.name()),
            }));
        }
        self.push(Step::End);
    }

    #[allow(clippy::too_many_arguments)]
    fn wait(
        &mut self,
        name: &str,
        core: Which,
        place: &str,
        mask: u32,
        until: Until,
        every: Option<Span>,
        timeout: Span,
    ) {
        self.call(name);
        for core in self.cores(core) {
            let Some((at, _)) = self.at(Some(core), place) else {
                break;
            };
            self.push(Step::Poll(Poll {
                at,
                mask,
                until,
                every_ns: every.unwrap_or_default().0,
                timeout_ns: timeout.0,
                what: format!("{name}: {place} of {}", core.name()),
            }));
        }
        self.push(Step::End);
    }

    fn repeat(&mut self, times: u32, steps: &[Op]) {
        if times == 0 {
            return self.problem("repeat: times must be at least 1");
        }
        self.push(Step::Repeat { times });
        self.inside(steps);
        self.push(Step::Again);
    }

    fn inside(&mut self, steps: &[Op]) {
        self.loops += 1;
        for (i, op) in steps.iter().enumerate() {
            self.step(i, op);
        }
        self.loops -= 1;
    }

    fn job(&mut self, name: &str, every: Span, steps: &[Op]) {
        if self.loops > 0 {
            return self.problem("job: cannot be in a repeat or another job");
        }
        if self.jobs.contains_key(name) {
            return self.problem(format!("job: there is one called `{name}` already"));
        }
        if every.0 == 0 {
            return self.problem("job: every must be more than 0");
        }
        let job = self.program.jobs;
        self.program.jobs += 1;
        self.jobs.insert(name.to_owned(), job);
        let at = self.program.steps.len();
        self.push(Step::Job { job, end: 0 });
        self.inside(steps);
        self.push(Step::Round {
            job,
            start: at as u32 + 1,
            every_ns: every.0,
        });
        let after = self.here();
        if let Some(Step::Job { end, .. }) = self.program.steps.get_mut(at) {
            *end = after;
        }
    }

    fn drain(
        &mut self,
        region: &str,
        trace: &str,
        metadata: Option<&str>,
        most: Option<u32>,
        until_empty: bool,
    ) {
        if let Some(problem) = relative(trace) {
            return self.problem(format!("drain: trace: {problem}"));
        }
        let cores = self.cores(None);
        let Some((at, size)) = self.shm.find(region) else {
            return self.problem(format!(
                "drain: no shared region is called `{region}` here; shm_alloc makes one"
            ));
        };
        let rings = cores.iter().map(|c| (u32::from(c.number) + 1) * RING);
        let need = rings.max().unwrap_or(0);
        if size < need {
            return self.problem(format!(
                "drain: `{region}` has {size} bytes, but rings of these cores take {need}"
            ));
        }
        if let Some(name) = metadata {
            match self.files.file(name) {
                Ok(bytes) => {
                    let file = (format!("{trace}/metadata"), bytes);
                    if !self.program.files.contains(&file) {
                        self.program.files.push(file);
                    }
                }
                Err(e) => self.problem(format!("drain: metadata: {e}")),
            }
        }
        let numbers: Vec<u8> = cores.iter().map(|c| c.number).collect();
        let drained = (trace.to_owned(), numbers);
        if !self.program.drained.contains(&drained) {
            self.program.drained.push(drained);
        }
        let most = most
            .unwrap_or(if until_empty { u32::MAX } else { 1 })
            .max(1);
        self.call("drain");
        self.push(Step::Drain(Drain {
            trace: trace.to_owned(),
            at,
            cores,
            most,
            until_empty,
        }));
        self.push(Step::End);
    }

    fn exchange(&mut self, core: Which, trace: &str, timeout: Span, every: Option<Span>) {
        if let Some(problem) = relative(trace) {
            return self.problem(format!("exchange: trace: {problem}"));
        }
        if !self.program.own.iter().any(|t| t == trace) {
            self.program.own.push(trace.to_owned());
            let file = (format!("{trace}/metadata"), ctf::metadata());
            self.program.files.push(file);
        }
        self.call("exchange");
        for core in self.cores(core) {
            self.push(Step::Exchange(Exchange {
                core,
                trace: trace.to_owned(),
                timeout_ns: timeout.0,
                every_ns: every.unwrap_or_default().0,
            }));
        }
        self.push(Step::End);
    }
}

/// What is wrong with `name` as that of a file of the run: it must stay in the run's folder.
fn relative(name: &str) -> Option<String> {
    let plain =
        |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains('\\');
    (!name.split('/').all(plain) || name.contains('\0')).then(|| {
        format!("`{name}` is no name of a file of the run; write plain words with / between")
    })
}
