//! Cores that `--start` started although the program starts them itself: its start-up code waits forever for their
//! halt.

use serde::{Deserialize, Serialize};

/// After so many tests of a running core, the program waits for its halt.
const PATIENCE: u32 = 10_000;

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

    /// The core `from`, at `place`, has accessed a register of `core`, and found that it is `running` if it looked.
    pub fn accessed(
        &mut self,
        from: usize,
        core: usize,
        running: bool,
        place: impl FnOnce() -> String,
    ) {
        let waits = running && self.by_hand.contains(&core);
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
        let seen = |running, core| {
            let mut s = Starts::default();
            s.started(1);
            for _ in 0..PATIENCE {
                s.accessed(0, core, running, || "here".to_owned());
            }
            s.stuck()
        };
        assert_eq!(seen(false, 1), None);
        assert_eq!(seen(true, 2), None);
        let text = seen(true, 1).expect("it is in vain");
        assert!(text.contains("core 0 waits at here for core 1"), "{text}");
    }
}
