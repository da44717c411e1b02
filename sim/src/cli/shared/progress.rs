//! A status line on a terminal that says how far a run is, every second. In a pipe there is none.
//!
//! The line shares the terminal with the console of the firmware, which may leave lines unfinished; so it is one of
//! [`say`], which knows those, and no progress bar of a crate.

use crate::say;
use std::io::IsTerminal;
use std::time::{Duration, Instant};
use trueboard::internals::board::Machine;
use trueboard::internals::core::time::Tick;

/// Between two status lines.
const EVERY: Duration = Duration::from_secs(1);
/// The status line before which cores that were never started are named.
const HINT: u32 = 2;
/// Characters of a status line if the terminal does not say how wide it is.
const WIDTH: usize = 80;

/// See the module.
pub struct Progress {
    last: Instant,
    /// What had been simulated at the last status line, or at the first look.
    before: Option<Done>,
    /// Where the budget ends.
    until: Option<Tick>,
    /// Status lines shown.
    lines: u32,
}

/// How far a run is.
#[derive(Clone, Copy)]
struct Done {
    now: Tick,
    instructions: u64,
}

impl Progress {
    /// If standard error is a terminal.
    pub fn on_terminal(until: Option<Tick>) -> Option<Progress> {
        std::io::stderr().is_terminal().then(|| Progress {
            last: Instant::now(),
            before: None,
            until,
            lines: 0,
        })
    }

    /// The observer between two pieces of a run.
    pub fn show(mut self) -> impl FnMut(&Machine) + Send {
        move |m| {
            let passed = self.last.elapsed();
            if self.before.is_some() && passed < EVERY {
                return;
            }
            let now = Done {
                now: m.now(),
                instructions: m.executed(),
            };
            let before = self.before.replace(now);
            self.last = Instant::now();
            let Some(before) = before else { return };
            self.lines += 1;
            if self.lines == HINT {
                hint(m);
            }
            let text = format!(
                "trueboard: {}; {}",
                speed(m.base_hz, before, now, passed, self.until),
                m.whereabouts()
            );
            // A line that reaches the edge wraps on some terminals.
            let width = terminal_size::terminal_size_of(std::io::stderr());
            let width = width.map_or(WIDTH, |(w, _)| usize::from(w.0));
            say::status(
                &text
                    .chars()
                    .take(width.saturating_sub(1))
                    .collect::<String>(),
            );
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

/// Simulated time, million instructions in a second of the host, and how long the rest of the budget will take.
fn speed(hz: u64, before: Done, now: Done, passed: Duration, until: Option<Tick>) -> String {
    let host = passed.as_secs_f64().max(1e-9);
    let mips = now.instructions.saturating_sub(before.instructions) as f64 / host / 1e6;
    let mut text = format!(
        "{:.3} s simulated, {mips:.0} MIPS",
        now.now.0 as f64 / hz as f64
    );
    if let Some(until) = until {
        let pace = now.now.0.saturating_sub(before.now.0) as f64 / host;
        let left = until.0.saturating_sub(now.now.0) as f64 / pace;
        if left.is_finite() {
            text += &format!(", {} left", clock(left as u64));
        }
    }
    text
}

/// Seconds as `0:07`, `2:30` or `1:00:00`.
fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours == 0 {
        format!("{minutes}:{seconds:02}")
    } else {
        format!("{hours}:{minutes:02}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_and_time_left() {
        let done = |now, instructions| Done {
            now: Tick(now),
            instructions,
        };
        let second = Duration::from_secs(1);
        let (before, now) = (done(0, 0), done(250_000, 42_000_000));
        let say = |until| speed(1_000_000, before, now, second, until);
        assert_eq!(say(None), "0.250 s simulated, 42 MIPS");
        assert_eq!(
            say(Some(Tick(25_250_000))),
            "0.250 s simulated, 42 MIPS, 1:40 left"
        );
        // No time passes: nobody knows how long that takes.
        let stuck = speed(1_000_000, now, now, second, Some(Tick(1_000_000)));
        assert_eq!(stuck, "0.250 s simulated, 0 MIPS");
        assert_eq!(clock(3_607), "1:00:07");
    }
}
