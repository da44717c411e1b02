//! Cores that `--start` started although the program starts them itself: start-up code waits until
//! they are halted, and they never will be.

use serde::{Deserialize, Serialize};
use trueboard_core::bus::BusFault;
use trueboard_core::cpu::PeerAccess;

/// So many looks at a core that runs mean that the program waits for it to be halted.
const PATIENCE: u32 = 10_000;
/// DBGSR.HALT, bit 0 of it: the core is halted.
const HALTED: u32 = 1 << 1;

/// What is known of the cores.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Starts {
    by_hand: Vec<usize>,
    looks: u32,
    stuck: Option<String>,
}

impl Starts {
    pub fn started(&mut self, core: usize) {
        self.by_hand.push(core);
    }

    /// The core `from` has had `answer` to its access of another one, at `place`.
    pub fn accessed(
        &mut self,
        from: usize,
        access: PeerAccess,
        answer: Result<u32, BusFault>,
        place: impl FnOnce() -> String,
    ) {
        let core = usize::from(access.core);
        let waits = access.write.is_none()
            && access.offset == trueboard_cpu_tricore::DBGSR
            && answer.is_ok_and(|v| v & HALTED == 0)
            && self.by_hand.contains(&core);
        self.looks = if waits { self.looks + 1 } else { 0 };
        if self.looks == PATIENCE {
            let place = place();
            self.stuck = Some(format!(
                "core {from} waits at {place} for core {core} to be halted, to start it, but \
                 `--start` has started that one already; leave `--start` out"
            ));
        }
    }

    /// That the program waits in vain.
    pub fn stuck(&mut self) -> Option<String> {
        self.stuck.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_waiting_for_a_core_started_by_hand_is_in_vain() {
        let look = |core| PeerAccess {
            core,
            offset: trueboard_cpu_tricore::DBGSR,
            write: None,
        };
        let seen = |halted: u32, core| {
            let mut s = Starts::default();
            s.started(1);
            for _ in 0..PATIENCE {
                s.accessed(0, look(core), Ok(1 | halted), || "here".to_owned());
            }
            s.stuck()
        };
        assert_eq!(seen(HALTED, 1), None);
        assert_eq!(seen(0, 2), None);
        let text = seen(0, 1).expect("it is in vain");
        assert!(text.contains("core 0 waits at here for core 1"), "{text}");
    }
}
