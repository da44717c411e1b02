//! A status line on a terminal that says how far a run is, every second. In a pipe there is none.

use crate::say;
use std::io::IsTerminal;
use std::time::{Duration, Instant};
use trueboard::board::Machine;

/// Between two status lines.
const EVERY: Duration = Duration::from_secs(1);
/// The status line before which cores that were never started are named.
const HINT: u32 = 2;
/// Characters of a status line: it must not be wider than the terminal.
const WIDTH: usize = 78;

/// See the module.
pub struct Progress {
    last: Instant,
    /// Status lines shown.
    lines: u32,
}

impl Progress {
    /// If standard error is a terminal.
    pub fn on_terminal() -> Option<Progress> {
        let last = Instant::now();
        std::io::stderr()
            .is_terminal()
            .then_some(Progress { last, lines: 0 })
    }

    /// The observer between two pieces of a run.
    pub fn show(mut self) -> impl FnMut(&Machine) + Send {
        move |m| {
            if self.last.elapsed() < EVERY {
                return;
            }
            self.last = Instant::now();
            self.lines += 1;
            if self.lines == HINT {
                hint(m);
            }
            say::status(&line(m));
        }
    }
}

/// Says, in a line that stays, for which cores the run may wait in vain.
fn hint(m: &Machine) {
    let never = m.never_started();
    if let Some(text) = never.strip_prefix("; ") {
        say::message(text);
    }
}

/// How far the run is.
fn line(m: &Machine) -> String {
    let seconds = m.now().0 as f64 / m.base_hz as f64;
    let text = format!("trueboard: {seconds:.3} s simulated; {}", m.whereabouts());
    text.chars().take(WIDTH).collect()
}
