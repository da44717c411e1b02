//! One line on a terminal that says how far a run is, from its second second on. In a pipe there is none.

use std::cell::Cell;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};
use trueboard_board::Machine;

/// Between two lines.
const EVERY: Duration = Duration::from_secs(1);
/// The line before which cores that were never started are named.
const HINT: u32 = 2;
/// To the beginning of the line, and empty it.
const EMPTY: &str = "\r\x1b[2K";

thread_local! {
    /// The line stands on the terminal.
    static SHOWN: Cell<bool> = const { Cell::new(false) };
    /// The console is in the middle of a line of its own.
    static WITHIN_LINE: Cell<bool> = const { Cell::new(false) };
}

/// See the module.
pub struct Progress {
    last: Instant,
    /// Lines shown.
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

    /// What to do between two pieces of a run.
    pub fn show(mut self) -> impl FnMut(&Machine) {
        move |m| {
            if self.last.elapsed() < EVERY || WITHIN_LINE.get() {
                return;
            }
            self.last = Instant::now();
            self.lines += 1;
            if self.lines == HINT {
                hint(m);
            }
            let text = line(m);
            // Without a terminal any more there is no one to tell.
            let _ =
                write!(std::io::stderr(), "{EMPTY}{text}").and_then(|()| std::io::stderr().flush());
            SHOWN.set(true);
        }
    }
}

/// Says, in a line that stays, which cores the run may wait for in vain.
fn hint(m: &Machine) {
    let never = m.never_started();
    if let Some(text) = never.strip_prefix("; ") {
        let _ = writeln!(std::io::stderr(), "{EMPTY}trueboard: {text}");
    }
}

/// How far the run is, in the width of a terminal.
fn line(m: &Machine) -> String {
    let seconds = m.now().0 as f64 / m.base_hz as f64;
    let text = format!("trueboard: {seconds:.3} s simulated; {}", m.whereabouts());
    text.chars().take(78).collect()
}

/// Takes the line away.
pub fn clear() {
    if SHOWN.replace(false) {
        let _ = write!(std::io::stderr(), "{EMPTY}");
    }
}

/// The console is about to print `bytes`.
pub fn printed(bytes: &[u8]) {
    if let Some(&last) = bytes.last() {
        clear();
        WITHIN_LINE.set(last != b'\n');
    }
}
