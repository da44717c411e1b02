//! The board as GDB sees it: cores as threads, registers, memory, breakpoints, stop reasons.

use super::arch::{self, Described, Number, Packet, from_bytes, to_bytes};
use super::driven::Driven;
use super::grammar::Threads;
use super::monitor;
use super::shown::{Shown, tid};
use gdbstub::common::{Signal, Tid};
use gdbstub::stub::MultiThreadStopReason as Reason;
use gdbstub::target::ext::base::BaseOps;
use gdbstub::target::ext::base::multithread as mt;
use gdbstub::target::ext::base::reverse_exec::{
    ReplayLogPosition, ReverseCont, ReverseContOps, ReverseStep, ReverseStepOps,
};
use gdbstub::target::ext::base::single_register_access::{
    SingleRegisterAccess, SingleRegisterAccessOps,
};
use gdbstub::target::ext::breakpoints as bp;
use gdbstub::target::ext::monitor_cmd::{ConsoleOutput, MonitorCmd, MonitorCmdOps};
use gdbstub::target::ext::target_description_xml_override::{
    TargetDescriptionXmlOverride, TargetDescriptionXmlOverrideOps,
};
use gdbstub::target::ext::thread_extra_info::{ThreadExtraInfo, ThreadExtraInfoOps};
use gdbstub::target::{Target, TargetError, TargetResult};
use std::convert::Infallible;
use trueboard::internals::board::describe::Area;
use trueboard::internals::board::{Back, Ended, Fault, Machine, Pause, Stops, WatchKind};

/// A run in the hands of a debugger.
pub struct Board<R> {
    pub run: R,
    pub(super) stops: Stops,
    /// How the run ended, once GDB was shown the place.
    over: Option<Over>,
    /// The board stands before that end: it went back to its cause.
    before_end: bool,
    /// GDB is shown the end of the firmware before it is told that it is over.
    shows_end: bool,
    /// The way back that GDB asked for.
    back: Option<Way>,
    /// The core whose registers GDB asked for last: the one that its user looks at.
    looked_at: u8,
    shown: Shown,
    /// The map of the board.
    areas: Vec<Area>,
}

/// An end that GDB was shown, and is told when it lets the board go on.
#[derive(Clone, Copy)]
enum Over {
    /// The board cannot go on.
    Signal(Signal),
    /// The firmware has ended with this status.
    Exit(u8),
}

/// A way back in time.
#[derive(Clone, Copy)]
enum Way {
    /// Over one instruction of a core.
    Step(u8),
    /// To a breakpoint or watchpoint.
    Run,
}

fn signalled(core: u8, signal: Signal) -> Reason<u32> {
    Reason::SignalWithThread {
        tid: tid(core),
        signal,
    }
}

impl<R: Driven> Board<R> {
    /// A run of which a debugger is shown these cores. `areas` is the map of the board, for `monitor` commands.
    pub fn new(run: R, shown: Shown, areas: Vec<Area>) -> Board<R> {
        let mut board = Board {
            run,
            stops: Stops::default(),
            over: None,
            before_end: false,
            shows_end: false,
            back: None,
            looked_at: 0,
            shown,
            areas,
        };
        board.begin();
        board
    }

    /// Forgets what the debugger before has asked for.
    pub fn begin(&mut self) {
        self.stops = Stops::default();
        self.goes_on();
        self.shows_end = false;
        self.back = None;
        self.looked_at = self.shown.cores().first().copied().unwrap_or(0);
    }

    /// A line on cores that a debugger is not shown; none if it is shown all.
    pub fn not_shown(&self) -> Option<String> {
        self.shown.others(self.machine())
    }

    fn machine(&self) -> &Machine {
        self.run.session().machine()
    }

    /// The threads that a debugger may name.
    pub fn threads(&self) -> Threads {
        let number = |core: u8| tid(core).get() as u64;
        Threads {
            all: self.shown.cores().iter().map(|&c| number(c)).collect(),
            looked_at: number(self.looked_at),
        }
    }

    /// Goes back to the first instruction, whatever was written since.
    fn reset(&mut self) -> String {
        if !self.run.back_to_begin() {
            return "the run is not recorded, so nothing leads back; start it anew\n".to_owned();
        }
        self.goes_on();
        self.back = None;
        let m = self.machine();
        let seconds = m.now().0 as f64 / m.base_hz as f64;
        format!("at {seconds:.9} s; `maintenance flush register-cache` lets GDB look anew\n")
    }

    /// Whether the end of the firmware is a stop.
    fn show_end(&mut self, shows: bool) -> String {
        if shows && !self.run.is_recorded() {
            return "the run is not recorded, so nothing leads back from its end\n".to_owned();
        }
        self.shows_end = shows;
        match shows {
            true => {
                "the end of the firmware stops the board; going on from there ends the session\n"
            }
            false => "the end of the firmware ends the session\n",
        }
        .to_owned()
    }

    /// Why the board stands, unless the run or a piece of it is over. A core that is not shown stops at no
    /// breakpoint; an access by one to watched memory stops the board.
    fn stopped_at(&self, pause: &Pause) -> Option<Reason<u32>> {
        match *pause {
            Pause::Breakpoint { core } => {
                let stops = self.shown.has(core);
                stops.then(|| Reason::SwBreak(tid(core)))
            }
            Pause::Stepped { core } => Some(signalled(core, Signal::SIGTRAP)),
            Pause::Watched { core, at, kind } => Some(Reason::Watch {
                tid: tid(self.shown.or_somebody(core, self.machine())),
                kind: match kind {
                    WatchKind::Change => bp::WatchKind::Write,
                    WatchKind::Read => bp::WatchKind::Read,
                    WatchKind::Access => bp::WatchKind::ReadWrite,
                },
                addr: at as u32,
            }),
            Pause::Ended(_) => None,
        }
    }

    /// The core of a thread.
    ///
    /// # Errors
    /// There is no such thread.
    fn core(&self, tid: Tid) -> TargetResult<u8, Self> {
        self.shown.core(tid).ok_or(TargetError::NonFatal)
    }

    /// Runs a piece; `None` when there is nothing to report yet.
    pub fn piece(&mut self) -> Option<Reason<u32>> {
        if let Some(way) = self.back.take() {
            return Some(self.go_back(way));
        }
        if let Some(over) = self.over {
            self.conclude();
            return Some(match over {
                Over::Signal(signal) => Reason::Terminated(signal),
                Over::Exit(status) => Reason::Exited(status),
            });
        }
        let pause = self.run.piece(&self.stops);
        if let Some(reason) = self.stopped_at(&pause) {
            return Some(reason);
        }
        let (core, signal) = match pause {
            Pause::Breakpoint { .. } | Pause::Stepped { .. } | Pause::Watched { .. } => {
                return None;
            }
            Pause::Ended(Ended::Exit { status, .. }) => {
                // One byte is all that the protocol has for it; a failure must not become 0.
                let code = u8::try_from(status).unwrap_or(u8::MAX);
                if !self.shows_end {
                    return Some(Reason::Exited(code));
                }
                self.over = Some(Over::Exit(code));
                return Some(Reason::ReplayLog {
                    tid: Some(tid(self.somebody())),
                    pos: ReplayLogPosition::End,
                });
            }
            Pause::Ended(Ended::Paused) if !self.run.session().out_of_budget() => return None,
            Pause::Ended(Ended::Paused) => (self.somebody(), Signal::SIGXCPU),
            Pause::Ended(Ended::Fatal { .. }) => return Some(Reason::Exited(u8::MAX)),
            Pause::Ended(Ended::Crash { core, error }) => self.crashed(core, error.trap),
            Pause::Ended(Ended::Nothing) => (self.somebody(), Signal::SIGSTOP),
            Pause::Ended(Ended::Reset { .. }) => (self.somebody(), Signal::SIGTERM),
            Pause::Ended(Ended::Strict { .. }) => (self.somebody(), Signal::SIGSYS),
        };
        // GDB may look around, and go back, before it is over for good.
        self.over = Some(Over::Signal(signal));
        Some(signalled(core, signal))
    }

    /// A core has stopped for good over `trap`. Its first trap tells the signal, and the board goes back to in front of
    /// the instruction that raised it, where the run is recorded so far.
    fn crashed(&mut self, core: u8, trap: u16) -> (u8, Signal) {
        let m = self.machine();
        let first = m.first_trap(core);
        let trap = first.map_or(trap, |(trap, _)| trap);
        let of_core = m.core_kind(core).and_then(|kind| kind.debug);
        let fault = of_core.map_or(Fault::Other, |d| (d.fault)(trap));
        if let Some((_, pc)) = first
            && self.run.is_recorded()
        {
            self.before_end = true;
            if !self.back_in_front(core, pc) {
                self.conclude();
            }
        }
        (
            self.shown.or_somebody(core, self.machine()),
            arch::signal(fault),
        )
    }

    /// Goes back to where `core` was last about to execute the instruction at `pc`; false where nothing recorded leads
    /// there.
    fn back_in_front(&mut self, core: u8, pc: u64) -> bool {
        let stops = Stops::at(pc);
        loop {
            match self.run.run_back(&stops) {
                Some(Back::There(Pause::Breakpoint { core: other })) if other == core => {
                    return true;
                }
                Some(Back::There(_)) => {}
                Some(Back::Begin) | None => return false,
            }
        }
    }

    /// Nothing that GDB was shown is the end.
    fn goes_on(&mut self) {
        self.over = None;
        self.before_end = false;
    }

    /// Runs on to the end that GDB was shown the cause of.
    pub fn conclude(&mut self) {
        while self.before_end {
            match self.run.piece(&Stops::default()) {
                Pause::Ended(Ended::Paused) if !self.run.session().out_of_budget() => {}
                _ => self.before_end = false,
            }
        }
    }

    fn go_back(&mut self, way: Way) -> Reason<u32> {
        self.goes_on();
        self.stops.step = None;
        loop {
            let (back, core) = match way {
                Way::Step(core) => (self.run.step_back(core), core),
                Way::Run => (self.run.run_back(&self.stops), self.looked_at),
            };
            match &back {
                Some(Back::There(pause)) => {
                    if let Some(there) = self.stopped_at(pause) {
                        return there;
                    }
                    // A breakpoint of a core that is not shown: further back.
                    if matches!(pause, Pause::Breakpoint { .. }) {
                        continue;
                    }
                }
                Some(Back::Begin) | None => {}
            }
            return Reason::ReplayLog {
                tid: Some(tid(core)),
                pos: ReplayLogPosition::Begin,
            };
        }
    }

    /// The user pressed Ctrl-C in GDB.
    pub fn interrupted(&self) -> Reason<u32> {
        Reason::SignalWithThread {
            tid: tid(self.somebody()),
            signal: Signal::SIGINT,
        }
    }

    /// The core that stands for the board.
    fn somebody(&self) -> u8 {
        self.shown.somebody(self.machine())
    }

    /// The machine, to change it: the end whose cause GDB was shown may not come.
    fn changed(&mut self) -> &mut Machine {
        if self.before_end {
            self.goes_on();
        }
        self.run.session_mut().machine_mut()
    }

    fn set(&mut self, core: u8, register: usize, value: u32) {
        // Writing a register may have effects that writing the same value must not have.
        if self.machine().register(core, register) != u64::from(value) {
            self.changed().set_register(core, register, value.into());
        }
    }
}

impl<R: Driven> Target for Board<R> {
    type Arch = Described;
    type Error = Infallible;

    fn base_ops(&mut self) -> BaseOps<'_, Described, Infallible> {
        BaseOps::MultiThread(self)
    }

    /// No run-length encoding: connections are local, and small clients can do without it.
    fn use_rle(&self) -> bool {
        false
    }

    fn support_target_description_xml_override(
        &mut self,
    ) -> Option<TargetDescriptionXmlOverrideOps<'_, Self>> {
        Some(self)
    }

    fn support_breakpoints(&mut self) -> Option<bp::BreakpointsOps<'_, Self>> {
        Some(self)
    }

    fn support_monitor_cmd(&mut self) -> Option<MonitorCmdOps<'_, Self>> {
        Some(self)
    }
}

impl<R: Driven> TargetDescriptionXmlOverride for Board<R> {
    fn target_description_xml(
        &self,
        annex: &[u8],
        offset: u64,
        length: usize,
        buf: &mut [u8],
    ) -> TargetResult<usize, Self> {
        if annex != b"target.xml" {
            return Err(TargetError::NonFatal);
        }
        let xml = self.shown.description.xml.as_bytes();
        let rest = usize::try_from(offset).ok().and_then(|o| xml.get(o..));
        let rest = rest.unwrap_or_default();
        let n = rest.len().min(length).min(buf.len());
        buf[..n].copy_from_slice(&rest[..n]);
        Ok(n)
    }
}

impl<R: Driven> mt::MultiThreadBase for Board<R> {
    fn read_registers(&mut self, regs: &mut Packet, tid: Tid) -> TargetResult<(), Self> {
        let core = self.core(tid)?;
        self.looked_at = core;
        let m = self.machine();
        *regs = Packet::of(self.shown.description, |i| m.register(core, i) as u32);
        Ok(())
    }

    fn write_registers(&mut self, regs: &Packet, tid: Tid) -> TargetResult<(), Self> {
        let core = self.core(tid)?;
        let values = regs.values(self.shown.description);
        for (i, value) in values.ok_or(TargetError::NonFatal)?.into_iter().enumerate() {
            self.set(core, i, value);
        }
        Ok(())
    }

    fn support_single_register_access(&mut self) -> Option<SingleRegisterAccessOps<'_, Tid, Self>> {
        Some(self)
    }

    fn read_addrs(&mut self, at: u32, data: &mut [u8], tid: Tid) -> TargetResult<usize, Self> {
        let core = self.core(tid)?;
        match self.machine().look(core, at.into(), data) {
            0 if !data.is_empty() => Err(TargetError::NonFatal),
            n => Ok(n),
        }
    }

    fn write_addrs(&mut self, at: u32, data: &[u8], tid: Tid) -> TargetResult<(), Self> {
        let core = self.core(tid)?;
        // GDB asks by an empty write whether it can write binary data.
        if data.is_empty() || self.changed().patch(core, at.into(), data) {
            Ok(())
        } else {
            Err(TargetError::NonFatal)
        }
    }

    fn list_active_threads(&mut self, active: &mut dyn FnMut(Tid)) -> Result<(), Infallible> {
        self.shown.cores().iter().for_each(|&c| active(tid(c)));
        Ok(())
    }

    fn support_resume(&mut self) -> Option<mt::MultiThreadResumeOps<'_, Self>> {
        Some(self)
    }

    fn support_thread_extra_info(&mut self) -> Option<ThreadExtraInfoOps<'_, Self>> {
        Some(self)
    }
}

impl<R: Driven> SingleRegisterAccess<Tid> for Board<R> {
    fn read_register(
        &mut self,
        tid: Tid,
        reg: Number,
        buf: &mut [u8],
    ) -> TargetResult<usize, Self> {
        let (core, description) = (self.core(tid)?, self.shown.description);
        if reg.0 >= description.known {
            return Err(TargetError::NonFatal);
        }
        let value = self.machine().register(core, reg.0) as u32;
        let bytes = to_bytes(description, value);
        let to = buf.get_mut(..4).ok_or(TargetError::NonFatal)?;
        to.copy_from_slice(&bytes);
        Ok(4)
    }

    fn write_register(&mut self, tid: Tid, reg: Number, val: &[u8]) -> TargetResult<(), Self> {
        let (core, description) = (self.core(tid)?, self.shown.description);
        let bytes = val.try_into().map_err(|_| TargetError::NonFatal)?;
        if reg.0 >= description.known {
            return Err(TargetError::NonFatal);
        }
        self.set(core, reg.0, from_bytes(description, bytes));
        Ok(())
    }
}

impl<R: Driven> ThreadExtraInfo for Board<R> {
    fn thread_extra_info(&self, tid: Tid, buf: &mut [u8]) -> Result<usize, Infallible> {
        let core = self.shown.core(tid);
        let m = self.machine();
        let info = core.and_then(|core| Some((core, m.core_state(core)?.0)));
        let text = info.map_or(String::new(), |(core, name)| {
            format!("{name} {}", monitor::state_text(m, core))
        });
        let n = text.len().min(buf.len());
        buf[..n].copy_from_slice(&text.as_bytes()[..n]);
        Ok(n)
    }
}

/// All cores always go on together: holding some back would be another run.
impl<R: Driven> mt::MultiThreadResume for Board<R> {
    fn resume(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn clear_resume_actions(&mut self) -> Result<(), Infallible> {
        self.stops.step = None;
        Ok(())
    }

    fn set_resume_action_continue(&mut self, _: Tid, _: Option<Signal>) -> Result<(), Infallible> {
        Ok(())
    }

    fn support_single_step(&mut self) -> Option<mt::MultiThreadSingleStepOps<'_, Self>> {
        Some(self)
    }

    fn support_reverse_step(&mut self) -> Option<ReverseStepOps<'_, Tid, Self>> {
        if self.run.is_recorded() {
            Some(self)
        } else {
            None
        }
    }

    fn support_reverse_cont(&mut self) -> Option<ReverseContOps<'_, Tid, Self>> {
        if self.run.is_recorded() {
            Some(self)
        } else {
            None
        }
    }

    fn support_scheduler_locking(
        &mut self,
    ) -> Option<mt::MultiThreadSchedulerLockingOps<'_, Self>> {
        Some(self)
    }
}

impl<R: Driven> mt::MultiThreadSingleStep for Board<R> {
    fn set_resume_action_step(&mut self, tid: Tid, _: Option<Signal>) -> Result<(), Infallible> {
        self.stops.step = self.shown.core(tid);
        Ok(())
    }
}

impl<R: Driven> ReverseStep<Tid> for Board<R> {
    fn reverse_step(&mut self, tid: Tid) -> Result<(), Infallible> {
        self.back = self.shown.core(tid).map(Way::Step);
        Ok(())
    }
}

impl<R: Driven> ReverseCont<Tid> for Board<R> {
    fn reverse_cont(&mut self) -> Result<(), Infallible> {
        self.back = Some(Way::Run);
        Ok(())
    }
}

impl<R: Driven> mt::MultiThreadSchedulerLocking for Board<R> {
    fn set_resume_action_scheduler_lock(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

impl<R: Driven> MonitorCmd for Board<R> {
    fn handle_monitor_cmd(
        &mut self,
        cmd: &[u8],
        mut out: ConsoleOutput<'_>,
    ) -> Result<(), Infallible> {
        let command = String::from_utf8_lossy(cmd);
        let words: Vec<&str> = command.split_whitespace().collect();
        let text = match words[..] {
            // The board stands in any case: as OpenOCD's words have it.
            ["reset"] | ["reset", "halt" | "init"] => self.reset(),
            ["end", "stop"] => self.show_end(true),
            ["end", "exit"] => self.show_end(false),
            _ => monitor::answer(self.machine(), &self.areas, self.looked_at, &command),
        };
        out.write_raw(text.as_bytes());
        Ok(())
    }
}
