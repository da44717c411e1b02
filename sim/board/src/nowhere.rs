//! Runs that go nowhere: every core that runs executes a jump to itself, and nothing that is left to happen
//! can end that.

use crate::machine::Machine;
use trueboard_core::defect;
use trueboard_core::fact::CoreState;
use trueboard_core::time::Tick;

impl Machine {
    /// The cores will do nothing else for ever: no event is left, or the cores take no interrupts and no
    /// watchdog runs. It depends on the state of the machine alone.
    pub(crate) fn goes_nowhere(&self) -> bool {
        if self.host.is_some() || self.fabric.post.next_at() != Tick::NEVER {
            return false;
        }
        let mut all_masked = true;
        let mut any = false;
        for (core, state) in self.cores.iter().zip(&self.states) {
            match state {
                CoreState::Running => match core.standstill(&self.mem) {
                    Some(still) => (any, all_masked) = (true, all_masked && still.masked),
                    None => return false,
                },
                CoreState::Idle => all_masked = false,
                CoreState::Held | CoreState::Error => {}
            }
        }
        let nothing_comes = defect!("nowhere-interrupt", self.fabric.queue.is_empty(), true);
        let may_reset = defect!("nowhere-reset", self.fabric.may_reset(), false);
        any && (nothing_comes || all_masked && !may_reset)
    }
}
