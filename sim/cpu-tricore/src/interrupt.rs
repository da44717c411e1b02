//! The interrupt request at the core's input, and leaving idle mode.

use crate::core::TriCore;
use crate::meters::Meter;
use crate::state::{ICR_CCPN, ICR_PIPN_SHIFT};
use trueboard_core::fact::CoreState;
use trueboard_core::meter::Meters;
use trueboard_core::time::Tick;

impl TriCore {
    /// The router requests `priority`; 0 is none.
    pub(crate) fn request(&mut self, priority: u32) {
        let pipn = (priority & ICR_CCPN) << ICR_PIPN_SHIFT;
        self.st.icr = self.st.icr & !(ICR_CCPN << ICR_PIPN_SHIFT) | pipn;
    }

    /// Leaves idle mode or WAIT if an interrupt or a non-maskable trap is due: whoever has made the request, or has let
    /// it through.
    pub(crate) fn wake_if_due(&mut self, at: Tick, meters: &mut Meters) {
        if self.nmi || self.st.interrupt_due() {
            self.wake(at, meters);
        }
    }

    /// Leaves idle mode or WAIT, if it is in one.
    pub(crate) fn wake(&mut self, at: Tick, meters: &mut Meters) {
        if self.activity.state != CoreState::Idle {
            return;
        }
        self.skip(self.common.cycle_of(at), meters);
        self.activity.state = CoreState::Running;
        let cycles = self.params.timing.wake_cycles.into();
        self.pipe.hold(cycles, Meter::WakeCycles, &mut self.tally);
    }
}
