//! The board as GDB sees it: cores as threads, registers, memory, breakpoints, stop reasons.

use super::arch::{Described, Number, Packet, Processor, from_bytes, to_bytes};
use super::monitor;
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
use gdbstub::target::ext::thread_extra_info::{ThreadExtraInfo, ThreadExtraInfoOps};
use gdbstub::target::{Target, TargetError, TargetResult};
use std::convert::Infallible;
use std::io::Write;
use std::marker::PhantomData;
use trueboard::board::{Back, Ended, Pause, Session, Stops};
use trueboard::core::fact::CoreState;
use trueboard::defect;

/// A session in the hands of a debugger.
pub struct Board<'a, P> {
    pub session: &'a mut Session,
    console: &'a mut dyn Write,
    /// The run can go back.
    records: bool,
    stops: Stops,
    /// How the run ended, once GDB was told.
    over: Option<Signal>,
    /// The way back that GDB asked for.
    back: Option<Way>,
    /// The core whose registers GDB asked for last: the one that its user looks at.
    looked_at: u8,
    processor: PhantomData<P>,
}

/// A way back in time.
#[derive(Clone, Copy)]
enum Way {
    /// Over one instruction of a core.
    Step(u8),
    /// To a breakpoint or watchpoint.
    Run,
}

/// GDB's number of a core: threads begin at 1.
fn tid(core: u8) -> Tid {
    Tid::MIN.saturating_add(usize::from(core))
}

fn core(tid: Tid) -> u8 {
    u8::try_from(tid.get() - 1).unwrap_or(u8::MAX)
}

/// Why the board stands, unless the run or a piece of it is over.
fn stopped_at(pause: &Pause) -> Option<Reason<u32>> {
    match *pause {
        Pause::Breakpoint { core } => Some(Reason::SwBreak(tid(core))),
        Pause::Stepped { core } => Some(signalled(core, Signal::SIGTRAP)),
        Pause::Watched { core, at } => Some(Reason::Watch {
            tid: tid(core),
            kind: bp::WatchKind::Write,
            addr: at as u32,
        }),
        Pause::Ended(_) => None,
    }
}

fn signalled(core: u8, signal: Signal) -> Reason<u32> {
    Reason::SignalWithThread {
        tid: tid(core),
        signal,
    }
}

impl<'a, P: Processor> Board<'a, P> {
    pub fn new(session: &'a mut Session, console: &'a mut dyn Write) -> Board<'a, P> {
        // Where that cannot be, GDB says that the target goes forward only.
        let records = session.record();
        Board {
            records,
            session,
            console,
            stops: Stops::default(),
            over: None,
            back: None,
            looked_at: 0,
            processor: PhantomData,
        }
    }

    /// Runs a piece; `None` when there is nothing to report yet.
    pub fn piece(&mut self) -> Option<Reason<u32>> {
        if let Some(way) = self.back.take() {
            return Some(self.go_back(way));
        }
        if let Some(signal) = self.over {
            return Some(Reason::Terminated(signal));
        }
        let pause = self.session.debug(&self.stops, self.console);
        if let Some(reason) = stopped_at(&pause) {
            return Some(reason);
        }
        let (core, signal) = match pause {
            Pause::Breakpoint { .. } | Pause::Stepped { .. } | Pause::Watched { .. } => {
                return None;
            }
            Pause::Ended(Ended::Exit { status, .. }) => {
                // One byte is all that the protocol has for it; a failure must not become 0.
                let code = u8::try_from(status).unwrap_or(u8::MAX);
                return Some(Reason::Exited(code));
            }
            Pause::Ended(Ended::Paused) if !self.session.out_of_budget() => return None,
            Pause::Ended(Ended::Paused) => (self.somebody(), Signal::SIGXCPU),
            Pause::Ended(Ended::Fatal { .. }) => return Some(Reason::Exited(u8::MAX)),
            Pause::Ended(Ended::Crash { core, error }) => (core, P::crash_signal(error.trap)),
            Pause::Ended(Ended::Nothing) => (self.somebody(), Signal::SIGSTOP),
            Pause::Ended(Ended::Reset { .. }) => (self.somebody(), Signal::SIGTERM),
            Pause::Ended(Ended::Strict { .. }) => (self.somebody(), Signal::SIGSYS),
        };
        // GDB may look around, and go back, before it is over for good.
        self.over = Some(signal);
        Some(signalled(core, signal))
    }

    fn go_back(&mut self, way: Way) -> Reason<u32> {
        self.over = None;
        let (back, core) = match way {
            Way::Step(core) => (self.session.step_back(core), core),
            Way::Run => (self.session.run_back(&self.stops), self.looked_at),
        };
        let there = match &back {
            Some(Back::There(pause)) => stopped_at(pause),
            Some(Back::Begin) | None => None,
        };
        there.unwrap_or(Reason::ReplayLog {
            tid: Some(tid(core)),
            pos: ReplayLogPosition::Begin,
        })
    }

    /// The user pressed Ctrl-C in GDB.
    pub fn interrupted(&self) -> Reason<u32> {
        Reason::SignalWithThread {
            tid: tid(self.somebody()),
            signal: Signal::SIGINT,
        }
    }

    /// A core that is running, or the first.
    fn somebody(&self) -> u8 {
        let m = self.session.machine();
        let running = |c: &u8| m.core_state(*c).is_some_and(|s| s.1 == CoreState::Running);
        (0..m.core_count() as u8).find(running).unwrap_or(0)
    }

    fn set(&mut self, core: u8, register: usize, value: u32) {
        // Writing a register may have effects that writing the same value must not have.
        if self.session.machine().register(core, register) != u64::from(value) {
            let m = self.session.machine_mut();
            m.set_register(core, register, value.into());
        }
    }
}

impl<P: Processor> Target for Board<'_, P> {
    type Arch = Described<P>;
    type Error = Infallible;

    fn base_ops(&mut self) -> BaseOps<'_, Described<P>, Infallible> {
        BaseOps::MultiThread(self)
    }

    /// No run-length encoding: connections are local, and small clients can do without it.
    fn use_rle(&self) -> bool {
        false
    }

    fn support_breakpoints(&mut self) -> Option<bp::BreakpointsOps<'_, Self>> {
        Some(self)
    }

    fn support_monitor_cmd(&mut self) -> Option<MonitorCmdOps<'_, Self>> {
        Some(self)
    }
}

impl<P: Processor> mt::MultiThreadBase for Board<'_, P> {
    fn read_registers(&mut self, regs: &mut Packet<P>, tid: Tid) -> TargetResult<(), Self> {
        self.looked_at = defect!("gdb-looked-at", core(tid), 0);
        let m = self.session.machine();
        for (i, r) in regs.0.iter_mut().enumerate() {
            *r = m.register(core(tid), i) as u32;
        }
        Ok(())
    }

    fn write_registers(&mut self, regs: &Packet<P>, tid: Tid) -> TargetResult<(), Self> {
        for (i, &r) in regs.0.iter().enumerate() {
            self.set(core(tid), i, r);
        }
        Ok(())
    }

    fn support_single_register_access(&mut self) -> Option<SingleRegisterAccessOps<'_, Tid, Self>> {
        Some(self)
    }

    fn read_addrs(&mut self, at: u32, data: &mut [u8], tid: Tid) -> TargetResult<usize, Self> {
        match self.session.machine().look(core(tid), at.into(), data) {
            0 if !data.is_empty() => Err(TargetError::NonFatal),
            n => Ok(n),
        }
    }

    fn write_addrs(&mut self, at: u32, data: &[u8], tid: Tid) -> TargetResult<(), Self> {
        let m = self.session.machine_mut();
        if m.patch(core(tid), at.into(), data) {
            Ok(())
        } else {
            Err(TargetError::NonFatal)
        }
    }

    fn list_active_threads(&mut self, active: &mut dyn FnMut(Tid)) -> Result<(), Infallible> {
        (0..self.session.machine().core_count() as u8).for_each(|c| active(tid(c)));
        Ok(())
    }

    fn support_resume(&mut self) -> Option<mt::MultiThreadResumeOps<'_, Self>> {
        Some(self)
    }

    fn support_thread_extra_info(&mut self) -> Option<ThreadExtraInfoOps<'_, Self>> {
        Some(self)
    }
}

impl<P: Processor> SingleRegisterAccess<Tid> for Board<'_, P> {
    fn read_register(
        &mut self,
        tid: Tid,
        reg: Number<P>,
        buf: &mut [u8],
    ) -> TargetResult<usize, Self> {
        let value = self.session.machine().register(core(tid), reg.0) as u32;
        let bytes = to_bytes::<P>(value);
        let to = buf.get_mut(..4).ok_or(TargetError::NonFatal)?;
        to.copy_from_slice(&bytes);
        Ok(4)
    }

    fn write_register(&mut self, tid: Tid, reg: Number<P>, val: &[u8]) -> TargetResult<(), Self> {
        let bytes = val.try_into().map_err(|_| TargetError::NonFatal)?;
        self.set(core(tid), reg.0, from_bytes::<P>(bytes));
        Ok(())
    }
}

impl<P: Processor> ThreadExtraInfo for Board<'_, P> {
    fn thread_extra_info(&self, tid: Tid, buf: &mut [u8]) -> Result<usize, Infallible> {
        let info = self.session.machine().core_state(core(tid));
        let text = info.map_or(String::new(), |(name, state)| {
            format!("{name} {}", monitor::state_text(state))
        });
        let n = text.len().min(buf.len());
        buf[..n].copy_from_slice(&text.as_bytes()[..n]);
        Ok(n)
    }
}

/// All cores always go on together: holding some back would be another run.
impl<P: Processor> mt::MultiThreadResume for Board<'_, P> {
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
        if self.records { Some(self) } else { None }
    }

    fn support_reverse_cont(&mut self) -> Option<ReverseContOps<'_, Tid, Self>> {
        if self.records { Some(self) } else { None }
    }

    fn support_scheduler_locking(
        &mut self,
    ) -> Option<mt::MultiThreadSchedulerLockingOps<'_, Self>> {
        Some(self)
    }
}

impl<P: Processor> mt::MultiThreadSingleStep for Board<'_, P> {
    fn set_resume_action_step(&mut self, tid: Tid, _: Option<Signal>) -> Result<(), Infallible> {
        self.stops.step = Some(core(tid));
        Ok(())
    }
}

impl<P: Processor> ReverseStep<Tid> for Board<'_, P> {
    fn reverse_step(&mut self, tid: Tid) -> Result<(), Infallible> {
        self.back = Some(Way::Step(core(tid)));
        Ok(())
    }
}

impl<P: Processor> ReverseCont<Tid> for Board<'_, P> {
    fn reverse_cont(&mut self) -> Result<(), Infallible> {
        self.back = Some(Way::Run);
        Ok(())
    }
}

impl<P: Processor> mt::MultiThreadSchedulerLocking for Board<'_, P> {
    fn set_resume_action_scheduler_lock(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

impl<P: Processor> bp::Breakpoints for Board<'_, P> {
    fn support_sw_breakpoint(&mut self) -> Option<bp::SwBreakpointOps<'_, Self>> {
        Some(self)
    }

    fn support_hw_breakpoint(&mut self) -> Option<bp::HwBreakpointOps<'_, Self>> {
        Some(self)
    }

    fn support_hw_watchpoint(&mut self) -> Option<bp::HwWatchpointOps<'_, Self>> {
        Some(self)
    }
}

impl<P: Processor> bp::SwBreakpoint for Board<'_, P> {
    fn add_sw_breakpoint(&mut self, at: u32, _kind: usize) -> TargetResult<bool, Self> {
        self.stops.breakpoints.insert(at.into());
        Ok(true)
    }

    fn remove_sw_breakpoint(&mut self, at: u32, _kind: usize) -> TargetResult<bool, Self> {
        Ok(self.stops.breakpoints.contains(&at.into())
            && (defect!("gdb-removed") || self.stops.breakpoints.remove(&at.into())))
    }
}

/// Nothing is patched in any case, so both kinds are the same.
impl<P: Processor> bp::HwBreakpoint for Board<'_, P> {
    fn add_hw_breakpoint(&mut self, at: u32, kind: usize) -> TargetResult<bool, Self> {
        bp::SwBreakpoint::add_sw_breakpoint(self, at, kind)
    }

    fn remove_hw_breakpoint(&mut self, at: u32, kind: usize) -> TargetResult<bool, Self> {
        bp::SwBreakpoint::remove_sw_breakpoint(self, at, kind)
    }
}

impl<P: Processor> bp::HwWatchpoint for Board<'_, P> {
    fn add_hw_watchpoint(
        &mut self,
        at: u32,
        len: u32,
        kind: bp::WatchKind,
    ) -> TargetResult<bool, Self> {
        let possible = kind == bp::WatchKind::Write
            && self
                .session
                .machine()
                .memory()
                .find(at.into(), len.into())
                .is_some();
        if possible {
            self.stops.watched.insert((at.into(), len.into()));
        }
        Ok(possible)
    }

    fn remove_hw_watchpoint(
        &mut self,
        at: u32,
        len: u32,
        _kind: bp::WatchKind,
    ) -> TargetResult<bool, Self> {
        Ok(self.stops.watched.remove(&(at.into(), len.into())))
    }
}

impl<P: Processor> MonitorCmd for Board<'_, P> {
    fn handle_monitor_cmd(
        &mut self,
        cmd: &[u8],
        mut out: ConsoleOutput<'_>,
    ) -> Result<(), Infallible> {
        let text = monitor::answer(
            self.session.machine(),
            self.looked_at,
            &String::from_utf8_lossy(cmd),
        );
        out.write_raw(text.as_bytes());
        Ok(())
    }
}
