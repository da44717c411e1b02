//! Partners whose part is written: a dialogue that waits for what the firmware sends, and input at recorded times.

use super::partner::{Lines, Partner};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, VecDeque};
use trueboard_core::pattern::matches;
use trueboard_core::time::Tick;

/// Meetings of a dialogue in a second of simulated time. A byte at 115,200 baud takes 87 µs.
const MEETINGS: u64 = 100_000;

/// The most characters of an unfinished line that are looked at.
const LONGEST: usize = 4096;

/// A turn of a dialogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The device; empty for the console.
    pub line: String,
    /// Waits for a line of this pattern, complete or not.
    pub wait: Option<String>,
    /// Base ticks that it waits at most, from the turn before on.
    pub within: Option<u64>,
    /// Then types this.
    pub bytes: Vec<u8>,
}

/// A dialogue: turns, one after the other.
#[derive(Debug)]
pub struct Dialogue {
    turns: VecDeque<Turn>,
    /// Turns that are over.
    done: usize,
    /// When the turn before was over.
    since: Tick,
    /// By device: what it has sent behind the last match.
    heard: Vec<(String, String)>,
    /// Base ticks between two meetings.
    every: u64,
    failed: Option<String>,
}

impl Dialogue {
    /// These turns, on a board with so many base ticks in a second.
    #[must_use]
    pub fn new(turns: Vec<Turn>, ticks_per_second: u64) -> Dialogue {
        Dialogue {
            turns: turns.into(),
            done: 0,
            since: Tick(0),
            heard: Vec::new(),
            every: (ticks_per_second / MEETINGS).max(1),
            failed: None,
        }
    }

    /// Why it is not over: the turn, and what was sent in place of what it waits for. Nothing after its last turn.
    #[must_use]
    pub fn unfinished(&self) -> Option<String> {
        if let Some(failed) = &self.failed {
            return Some(failed.clone());
        }
        let turn = self.turns.front()?;
        Some(self.missing(turn, "before the run ended"))
    }

    fn missing(&self, turn: &Turn, when: &str) -> String {
        let number = self.done + 1;
        let on = match turn.line.as_str() {
            "" => String::new(),
            line => format!(" on {line}"),
        };
        let wait = turn.wait.as_deref().unwrap_or_default();
        let heard = self.heard.iter().find(|(line, _)| *line == turn.line);
        let last = heard.and_then(|(_, text)| text.lines().last());
        let last = match last.filter(|last| !last.is_empty()) {
            Some(last) => format!("the last line is `{last}`"),
            None => "nothing came".to_owned(),
        };
        format!("turn {number} of the dialogue: no line `{wait}`{on} {when}; {last}")
    }

    /// Takes the turns whose time has come.
    fn take_turns(&mut self, lines: &mut Lines<'_>) -> bool {
        let mut typed = false;
        while let (Some(turn), None) = (self.turns.front(), &self.failed) {
            let heard = self.heard.iter_mut().find(|(line, _)| *line == turn.line);
            let found = match (&turn.wait, heard) {
                (None, _) => true,
                (Some(pattern), Some((_, text))) => behind_match(pattern, text),
                (Some(_), None) => false,
            };
            let now = lines.now();
            if !found {
                let waited = now.0.saturating_sub(self.since.0);
                if turn.within.is_some_and(|most| waited >= most) {
                    self.failed = Some(self.missing(turn, "in its time"));
                }
                break;
            }
            lines.type_in(&turn.line, &turn.bytes);
            typed |= !turn.bytes.is_empty();
            self.turns.pop_front();
            self.done += 1;
            self.since = now;
        }
        typed
    }

    /// Adds what was sent.
    fn hear(&mut self, lines: &Lines<'_>) {
        let named: Vec<String> = self.turns.iter().map(|t| t.line.clone()).collect();
        for line in named {
            if !self.heard.iter().any(|(known, _)| *known == line) {
                self.heard.push((line, String::new()));
            }
        }
        for (line, text) in &mut self.heard {
            text.push_str(&String::from_utf8_lossy(lines.fresh(line)));
        }
    }
}

/// True if a line of `text` matches; it is then removed with all before it. What cannot match any more is removed, too.
fn behind_match(pattern: &str, text: &mut String) -> bool {
    let mut begin = 0;
    for line in text.split_inclusive('\n') {
        begin += line.len();
        if matches(pattern, line.trim_end_matches(['\n', '\r'])) {
            text.drain(..begin);
            return true;
        }
    }
    let unfinished = text.rfind('\n').map_or(0, |at| at + 1);
    if text.len() - unfinished > LONGEST {
        text.clear();
    }
    false
}

impl Partner for Dialogue {
    fn next(&self, now: Tick) -> Tick {
        match (self.turns.is_empty(), &self.failed) {
            (false, None) => Tick((now.0 / self.every + 1).saturating_mul(self.every)),
            _ => Tick::NEVER,
        }
    }

    fn meet(&mut self, lines: &mut Lines<'_>) {
        self.hear(lines);
        self.take_turns(lines);
    }

    fn idle(&mut self, lines: &mut Lines<'_>) -> bool {
        self.hear(lines);
        self.take_turns(lines)
    }
}

/// Bytes that were typed at a moment of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Typed {
    /// The board's time, in base ticks.
    pub at: u64,
    /// The device; empty for the console.
    #[serde(default)]
    pub line: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// The input of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// The board's name.
    pub board: String,
    /// What was typed, in order of time.
    pub typed: Vec<Typed>,
}

impl Recorded {
    /// Reads a text that [`Recorded::text`] gave.
    ///
    /// # Errors
    /// Where the text is no such input.
    pub fn read(text: &str) -> Result<Recorded, String> {
        ron::from_str(text).map_err(|e| format!("is no recorded input: {e}"))
    }

    /// The input as RON.
    ///
    /// # Errors
    /// None of recorded input.
    pub fn text(&self) -> Result<String, String> {
        let style = ron::ser::PrettyConfig::default().depth_limit(2);
        let text = ron::ser::to_string_pretty(self, style).map_err(|e| e.to_string())?;
        Ok(text + "\n")
    }

    /// The lines beside the console.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let lines = self.typed.iter().map(|t| t.line.clone());
        let lines: BTreeSet<String> = lines.filter(|line| !line.is_empty()).collect();
        lines.into_iter().collect()
    }
}

/// Input that is typed at recorded times: the run is the one in which it was recorded.
#[derive(Debug)]
pub struct Replay(VecDeque<Typed>);

impl Replay {
    /// This input, in order of time.
    #[must_use]
    pub fn new(typed: Vec<Typed>) -> Replay {
        Replay(typed.into())
    }

    fn type_due(&mut self, lines: &mut Lines<'_>) -> bool {
        let mut any = false;
        while self
            .0
            .front()
            .is_some_and(|typed| typed.at <= lines.now().0)
        {
            let Some(typed) = self.0.pop_front() else {
                break;
            };
            lines.type_in(&typed.line, &typed.bytes);
            any = true;
        }
        any
    }
}

impl Partner for Replay {
    fn next(&self, _: Tick) -> Tick {
        self.0.front().map_or(Tick::NEVER, |typed| Tick(typed.at))
    }

    fn meet(&mut self, lines: &mut Lines<'_>) {
        self.type_due(lines);
    }

    fn idle(&mut self, lines: &mut Lines<'_>) -> bool {
        self.type_due(lines)
    }
}
