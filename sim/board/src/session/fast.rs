//! Fast-forward: a run begins with an untimed span, up to a symbol or a time.

use super::options::{FastForward, FastPoint, Options};
use crate::machine::Machine;
use crate::machine::debug::{Pause, Stops};
use crate::machine::ended::Ended;
use crate::machine::schedule::untimed::OpenSpan;
use crate::machine::state::Checkpoint;
use crate::near::did_you_mean;
use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use trueboard_core::duration::Budget;
use trueboard_core::time::Tick;

/// Lets `machine`, which is about to begin, come to where its untimed span ends.
///
/// # Errors
/// A line for the user: there is no such symbol, or the run does not come there.
pub(super) fn forward(machine: &mut Machine, options: &Options) -> Result<(), String> {
    let Some(fast) = &options.fast else {
        return Ok(());
    };
    let limit = options
        .until
        .map_or(Tick::NEVER, |b| Tick(b.ticks(machine)));
    let option = format!("--fast-until {}", fast.text);
    let mut way = Way::new(machine, option, limit, &fast.stop)?;
    match &fast.until {
        FastPoint::Time(budget) => way.up_to_time(fast, *budget)?,
        FastPoint::Symbol(name) => way.up_to_symbol(fast, name)?,
    }
    way.end();
    Ok(())
}

/// A machine on its way through spans.
pub(super) struct Way<'a> {
    pub machine: &'a mut Machine,
    /// The option that requested it.
    option: String,
    /// The run ends there.
    limit: Tick,
    /// Set when the run is to stop.
    stop: &'a AtomicBool,
    /// What has come out of the console.
    console: Vec<u8>,
}

/// A moment before the symbol, to come back to.
struct Mark {
    completed: u64,
    state: Checkpoint,
    /// Bytes that had come out of the console.
    printed: usize,
}

impl<'a> Way<'a> {
    /// A way of `machine`, up to `limit`.
    ///
    /// # Errors
    /// The run is one of those that cannot have untimed spans.
    pub fn new(
        machine: &'a mut Machine,
        option: String,
        limit: Tick,
        stop: &'a AtomicBool,
    ) -> Result<Way<'a>, String> {
        let host = machine.host.as_ref();
        let (drains, strict) = (host.is_some_and(|h| !h.drained.is_empty()), machine.strict);
        let way = Way {
            machine,
            option,
            limit,
            stop,
            console: Vec::new(),
        };
        if drains {
            return way.refuse(
                "not of a run whose host drains traces, which are followed from their begin",
            );
        }
        if strict {
            return way.refuse("not together with --strict, which looks at the whole run");
        }
        Ok(way)
    }

    /// Text of the span is printed when the run continues.
    pub fn end(self) {
        self.machine.fabric.outside.console = self.console;
    }

    /// The error for the user.
    pub fn refuse<T>(&self, why: &str) -> Result<T, String> {
        Err(format!("{}: {why}", self.option))
    }

    /// The run ended before it came there.
    pub fn never<T>(&self, ended: &Ended) -> Result<T, String> {
        let m = &self.machine;
        let seconds = m.end_time().0 as f64 / m.base_hz as f64;
        let how = match ended {
            Ended::Paused => "the run's time (--until) is up".to_owned(),
            Ended::Exit { core, status } => format!("core {core} ended it with status {status}"),
            Ended::Fatal { code, .. } => format!("it ended with a fatal error, code {code:#x}"),
            Ended::Crash { core, error } => format!("core {core} crashed: {}", error.what),
            Ended::Reset { why } => format!("the board was reset: {why}"),
            Ended::Strict { what } => what.clone(),
            Ended::Nothing => m.why_nothing_is_left(),
        };
        self.refuse(&format!(
            "the run did not come there; after {seconds:.6} s {how}. Give a point that it passes"
        ))
    }

    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Takes what has come out, and drops facts: traces begin behind the span.
    fn take_output(&mut self) {
        self.console.extend(self.machine.take_console());
        drop(self.machine.take_facts());
    }

    fn up_to_time(&mut self, fast: &FastForward, budget: Budget) -> Result<(), String> {
        let to = Tick(budget.ticks(self.machine));
        let warm = Budget::Cycles(fast.warm).ticks(self.machine);
        let now = self.machine.now();
        if to <= now || to > self.limit {
            let (from, end) = (now.0 as f64, self.limit.0 as f64);
            let seconds = |ticks: f64| ticks / self.machine.base_hz as f64;
            return self.refuse(&match to <= now {
                true => format!("the run begins behind that, at {:.6} s", seconds(from)),
                false => format!(
                    "the run ends before that, at {:.6} s (--until)",
                    seconds(end)
                ),
            });
        }
        let mut begun = self.machine.begin_span();
        let warm_from = Tick(to.0.saturating_sub(warm)).max(now);
        self.up_to(warm_from)?;
        self.machine.warm_span(&mut begun);
        self.up_to(to)?;
        self.machine.end_span(begun, &fast.text, None);
        Ok(())
    }

    /// Continues to the first instruction at or after a time.
    fn up_to(&mut self, to: Tick) -> Result<(), String> {
        while !self.stopped() && self.machine.moment() < to {
            let next = (self.machine.now().0 / PIECE + 1).saturating_mul(PIECE);
            let ended = match next < to.0 {
                true => self.machine.run(Tick(next)),
                false => self.machine.run_up_to(to, None),
            };
            self.take_output();
            if ended != Ended::Paused {
                return self.never(&ended);
            }
            if next >= to.0 {
                break;
            }
        }
        Ok(())
    }

    /// The addresses of a symbol in the images.
    fn addresses(&self, name: &str) -> Result<BTreeSet<u64>, String> {
        let images = self.machine.firmware.images.iter();
        let found = images.clone().filter_map(|i| i.symbol(name));
        let found: Vec<_> = found.collect();
        if found.is_empty() {
            let code = images.flat_map(|i| i.symbols()).filter(|s| s.code);
            let near = did_you_mean(name, code.map(|s| s.name.as_str()));
            return self.refuse(&format!("no image has such a symbol{near}"));
        }
        if !found.iter().any(|s| s.code) {
            return self.refuse("is a variable; name a function or another place in code");
        }
        Ok(found.iter().filter(|s| s.code).map(|s| s.at).collect())
    }

    fn up_to_symbol(&mut self, fast: &FastForward, name: &str) -> Result<(), String> {
        let stops = Stops {
            breakpoints: self.addresses(name)?,
            ..Stops::default()
        };
        let mut begun = self.machine.begin_span();
        let mut marks = VecDeque::new();
        let mut reached = self.search(name, &stops, Some((&mut marks, fast.warm)))?;
        if reached.is_some() && fast.warm > 0 {
            self.back_to_warm(marks, fast.warm, &mut begun)?;
            reached = self.search(name, &stops, None)?;
        }
        self.machine.end_span(begun, &fast.text, reached);
        Ok(())
    }

    /// Continues to the symbol, and keeps marks from which it can be approached again. Returns the core and its program
    /// counter; `None` when the run was stopped.
    fn search(
        &mut self,
        name: &str,
        stops: &Stops,
        mut marks: Option<(&mut VecDeque<Mark>, u64)>,
    ) -> Result<Option<(u8, u64)>, String> {
        let mut next = 0;
        while !self.stopped() {
            self.take_output();
            if let Some((marks, warm)) = &mut marks
                && self.machine.now().0 >= next
            {
                self.mark(marks, *warm);
            }
            next = (self.machine.now().0 / PIECE + 1).saturating_mul(PIECE);
            let piece = Tick(next).min(self.limit);
            match self.machine.run_until_break(piece, stops) {
                Pause::Breakpoint { core } => {
                    let pc = self.machine.pc(core);
                    let image = self.machine.image_of(core);
                    if image
                        .and_then(|i| i.symbol(name))
                        .is_some_and(|s| s.at == pc)
                    {
                        self.take_output();
                        return Ok(Some((core, pc)));
                    }
                    next = u64::MAX;
                }
                Pause::Ended(Ended::Paused) => {
                    let over = self.machine.now() >= self.limit;
                    if over || self.machine.goes_nowhere(self.limit) {
                        let ended = if over { Ended::Paused } else { Ended::Nothing };
                        return self.never(&ended);
                    }
                }
                Pause::Ended(ended) => return self.never(&ended),
                Pause::Stepped { .. } | Pause::Watched { .. } => {}
            }
        }
        Ok(None)
    }

    /// Keeps a mark here, and drops those that are older than is needed.
    fn mark(&mut self, marks: &mut VecDeque<Mark>, warm: u64) {
        let completed = self.machine.completed();
        while marks
            .get(1)
            .is_some_and(|m: &Mark| m.completed.saturating_add(warm) <= completed)
        {
            marks.pop_front();
        }
        marks.push_back(Mark {
            completed,
            state: self.machine.checkpoint(),
            printed: self.console.len(),
        });
    }

    /// Returns from the symbol to the start of the instructions that warm caches.
    fn back_to_warm(
        &mut self,
        marks: VecDeque<Mark>,
        warm: u64,
        begun: &mut OpenSpan,
    ) -> Result<(), String> {
        let target = self.machine.completed().saturating_sub(warm);
        // Of a run that has completed less than that, all of the span is timed: the first mark is at its begin.
        let place = marks.iter().rposition(|m| m.completed <= target);
        let Some(mark) = marks.get(place.unwrap_or(0)) else {
            return self.refuse("no moment to go back to");
        };
        if self.machine.restore(&mark.state).is_err() {
            return self.refuse("the run cannot be repeated");
        }
        self.console.truncate(mark.printed);
        self.up_to_completed(target)?;
        self.machine.warm_span(begun);
        Ok(())
    }

    /// Continues until the cores have completed so many instructions, or a few more.
    pub fn up_to_completed(&mut self, target: u64) -> Result<(), String> {
        // In no cycle more instructions than this are completed.
        const WIDTH: u64 = 4;
        let cycle = Budget::Cycles(1).ticks(self.machine);
        let cores = self.machine.core_count() as u64;
        let mut least = CLOSEST;
        loop {
            let completed = self.machine.completed();
            if completed >= target || self.stopped() {
                return Ok(());
            }
            let cycles = ((target - completed) / (cores * WIDTH)).max(least);
            let to = self.machine.moment().after(cycles * cycle);
            let ended = self.machine.run_up_to(to, None);
            self.take_output();
            if ended != Ended::Paused {
                return self.never(&ended);
            }
            // While cores sleep, time advances by larger steps.
            least = match self.machine.completed() == completed {
                true => least.saturating_mul(2),
                false => CLOSEST,
            };
        }
    }
}

/// Base ticks between two tests for an interruption, and between two marks.
const PIECE: u64 = 5_000_000;
/// Cycles of the shortest step towards a number of instructions.
const CLOSEST: u64 = 16;
