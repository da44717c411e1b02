//! From script to program: everything is looked up and checked before the run.

mod access;
mod loading;
mod traces;

use crate::chip::{ACTIVE, Chip, CoreAt, DEBUGCMD, HALT, ILATST, OWN, SRAM, USER};
use crate::ehal::{self, Group};
use crate::layout::Layout;
use crate::place::Place;
use crate::poll::{Poll, Until};
use crate::program::{Program, Step};
use crate::script::{Op, Script};
use crate::shm::Shm;
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
    /// The address of the loader's data for the program, if any.
    pub configuration: Configuration,
}

/// Addresses of the loader's data for a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// The group of cores.
    pub group: Option<u32>,
    /// The shared memory.
    pub external: Option<u32>,
    /// What the loader has done.
    pub loader: Option<u32>,
}

impl Default for Configuration {
    /// Those of images without names of sections (e-hal, `e-loader.c`).
    fn default() -> Configuration {
        Configuration {
            group: Some(0x28),
            external: Some(0x50),
            loader: Some(0x58),
        }
    }
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
    let mut problems = Vec::new();
    let layout = match &script.layout {
        None => Some(Layout::default()),
        Some(name) => {
            let bytes = files.file(name);
            let bytes = bytes.map_err(|e| vec![format!("layout: {e}")]);
            let layout = bytes.and_then(|bytes| Layout::read(name, &bytes, chip));
            layout.map_err(|e| problems = e).ok()
        }
    };
    let mut c = Compiler {
        chip: *chip,
        files,
        layout,
        group: None,
        images: BTreeMap::new(),
        shm: Shm::default(),
        jobs: BTreeMap::new(),
        program: Program::default(),
        problems,
        place: Vec::new(),
        loops: 0,
        only: None,
    };
    if let Some(every) = script.serve_traps {
        c.serve_traps(every);
    }
    for (i, op) in script.steps.iter().enumerate() {
        c.step(i, op);
    }
    if c.problems.is_empty() {
        c.program.layout = c.layout.unwrap_or_default();
        Ok(c.program)
    } else {
        Err(c.problems)
    }
}

struct Compiler<'a> {
    chip: Chip,
    files: &'a mut dyn Files,
    /// Layout of the firmware's memory; `None`: its description has problems.
    layout: Option<Layout>,
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
    /// The core that [`Op::Each`] is at.
    only: Option<CoreAt>,
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
        if let (None, Some(only)) = (core, self.only) {
            return vec![only];
        }
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
            Place::Mailbox(word, offset) => {
                let at = self.mailbox(core, word)?;
                Ok((at.saturating_add(offset), Some(4)))
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

    /// The address of the word called `name` in the mailbox of `core`. Any, where the layout has problems already.
    fn mailbox(&self, core: CoreAt, name: &str) -> Result<u32, String> {
        let Some(layout) = &self.layout else {
            return Ok(0);
        };
        let Some(mailboxes) = &layout.mailboxes else {
            return Err(
                "the script describes no mailboxes; name the file that does: layout: \"FILE\""
                    .to_owned(),
            );
        };
        let word = mailboxes.offset(name);
        word.map(|at| mailboxes.of(core) + at).ok_or_else(|| {
            let names = mailboxes.names().join(", ");
            format!("a mailbox has no `{name}` by the script's layout; it has: {names}")
        })
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
                zeros,
                file,
            } => {
                let source = self.source(*value, bytes.as_deref(), *zeros, file.as_deref());
                if let Some(bytes) = source {
                    self.write(*core, at, &bytes);
                }
            }
            Op::Read { .. } => self.read(op),
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
                self.wait(*core, at, Poll::of("wait", mask, until, *every, *timeout));
            }
            Op::WaitHalted {
                core,
                every,
                timeout,
            } => {
                let poll = Poll::of("wait_halted", HALT, Until::Is(HALT), *every, *timeout);
                self.wait(*core, "reg:DEBUGSTATUS", poll);
            }
            Op::WaitIdle {
                core,
                every,
                timeout,
            } => {
                let poll = Poll::of("wait_idle", ACTIVE, Until::Is(0), *every, *timeout);
                self.wait(*core, "reg:STATUS", poll);
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
            Op::Each(steps) => self.each(steps),
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

    fn repeat(&mut self, times: u32, steps: &[Op]) {
        if times == 0 {
            return self.problem("repeat: times must be at least 1");
        }
        self.push(Step::Repeat { times });
        self.inside(steps);
        self.push(Step::Again);
    }

    fn each(&mut self, steps: &[Op]) {
        if self.only.is_some() {
            return self.problem("each: cannot be in another one");
        }
        let group = self.group;
        let cores = self.cores(None);
        for core in cores {
            self.only = Some(core);
            self.inside(steps);
            self.group = group;
        }
        self.only = None;
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
}

/// What is wrong with `name` as that of a file of the run: it must stay in the run's folder.
fn relative(name: &str) -> Option<String> {
    let plain =
        |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains('\\');
    (!name.split('/').all(plain) || name.contains('\0')).then(|| {
        format!("`{name}` is no name of a file of the run; write plain words with / between")
    })
}
