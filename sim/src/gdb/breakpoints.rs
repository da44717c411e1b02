//! Breakpoints and watchpoints of a debugger. The simulator keeps them; memory is not patched.

use super::driven::Driven;
use super::target::Board;
use gdbstub::target::TargetResult;
use gdbstub::target::ext::breakpoints as bp;
use trueboard::internals::board::{WatchKind, Watchpoint};

impl<R: Driven> bp::Breakpoints for Board<R> {
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

impl<R: Driven> bp::SwBreakpoint for Board<R> {
    fn add_sw_breakpoint(&mut self, at: u32, _kind: usize) -> TargetResult<bool, Self> {
        self.stops.breakpoints.insert(at.into());
        Ok(true)
    }

    fn remove_sw_breakpoint(&mut self, at: u32, _kind: usize) -> TargetResult<bool, Self> {
        Ok(
            self.stops.breakpoints.contains(&at.into())
                && self.stops.breakpoints.remove(&at.into()),
        )
    }
}

/// Nothing is patched in any case, so both kinds are the same.
impl<R: Driven> bp::HwBreakpoint for Board<R> {
    fn add_hw_breakpoint(&mut self, at: u32, kind: usize) -> TargetResult<bool, Self> {
        bp::SwBreakpoint::add_sw_breakpoint(self, at, kind)
    }

    fn remove_hw_breakpoint(&mut self, at: u32, kind: usize) -> TargetResult<bool, Self> {
        bp::SwBreakpoint::remove_sw_breakpoint(self, at, kind)
    }
}

/// `watch`, `rwatch` and `awatch` of GDB.
fn watchpoint(at: u32, len: u32, kind: bp::WatchKind) -> Watchpoint {
    Watchpoint {
        at: at.into(),
        len: len.into(),
        kind: match kind {
            bp::WatchKind::Write => WatchKind::Change,
            bp::WatchKind::Read => WatchKind::Read,
            bp::WatchKind::ReadWrite => WatchKind::Access,
        },
    }
}

impl<R: Driven> bp::HwWatchpoint for Board<R> {
    fn add_hw_watchpoint(
        &mut self,
        at: u32,
        len: u32,
        kind: bp::WatchKind,
    ) -> TargetResult<bool, Self> {
        let possible = self
            .run
            .session()
            .machine()
            .can_watch(at.into(), len.into());
        if possible {
            self.stops.watched.insert(watchpoint(at, len, kind));
        }
        Ok(possible)
    }

    fn remove_hw_watchpoint(
        &mut self,
        at: u32,
        len: u32,
        kind: bp::WatchKind,
    ) -> TargetResult<bool, Self> {
        Ok(self.stops.watched.remove(&watchpoint(at, len, kind)))
    }
}
