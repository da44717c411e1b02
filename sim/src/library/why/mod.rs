//! Causes of the cycles of a run, a function, a core or a part of the time, and of the difference of two runs:
//! [`answer`]. `docs/user/howto/why.md` defines the terms.

mod explained;

use crate::Error;
use crate::run::{Follow, Run};
use explained::{Explained, explain};
use serde::Serialize;
use trueboard_analyses::why::{self, Changes, Grain, Late, Side, changes, late};
use trueboard_board::Budget;

/// A question about the cycles of one or two runs.
#[derive(Clone)]
pub struct Request {
    /// The run.
    pub run: Run,
    /// The other run; the answer explains the differences from it.
    pub against: Option<Run>,
    /// What is said of the settings in which the other one differs: `path=value`.
    pub against_set: Vec<String>,
    /// The function whose cycles are explained, with all that it calls; the name itself.
    pub function: Option<String>,
    /// Whether the function's callees are left out.
    pub itself: bool,
    /// The function whose late calls are explained.
    pub late: Option<String>,
    /// The period in which it should be called; the mean of those before if nothing is said.
    pub period: Option<Budget>,
    /// The core, if it is one alone.
    pub core: Option<u8>,
    /// Begin of the explained part of the run.
    pub from: Option<Moment>,
    /// Its end.
    pub to: Option<Moment>,
    /// The unit of a cause: function, line or instruction.
    pub by: Grain,
}

/// A moment of a run, with its text in the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The text of the moment in the answer.
    pub text: String,
    /// Simulated time since reset.
    pub at: Budget,
}

impl std::str::FromStr for Moment {
    type Err = trueboard_board::BudgetError;

    fn from_str(text: &str) -> Result<Moment, Self::Err> {
        let text = text.to_owned();
        text.parse().map(|at| Moment { text, at })
    }
}

impl Request {
    /// A request for all cycles of a run, by function.
    #[must_use]
    pub fn new(run: Run) -> Request {
        Request {
            run,
            against: None,
            against_set: Vec::new(),
            function: None,
            itself: false,
            late: None,
            period: None,
            core: None,
            from: None,
            to: None,
            by: Grain::Function,
        }
    }

    /// Whether one of its runs was recorded.
    fn has_recorded(&self) -> bool {
        !self.run.is_now() || self.against.as_ref().is_some_and(|r| !r.is_now())
    }
}

/// Causes of the cycles.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The explained run.
    pub run: String,
    /// The board of the run.
    pub board: String,
    /// The explained part of the run.
    pub subject: String,
    /// Calls of the function.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calls: Option<u64>,
    /// The other run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// Causes of the cycles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<why::Answer>,
    /// Causes of the difference of two runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<Changes>,
    /// Causes of late calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub late: Option<Late>,
    /// Notes on the answer, in sentences.
    pub notes: Vec<String>,
    /// What cores of a recorded run do not observe, in sentences; of a run that is made now, the notes have that.
    #[serde(skip)]
    pub not_observed: Vec<String>,
    /// Base ticks of a second.
    #[serde(skip)]
    pub hz: u64,
    /// How the run ended; that the time that was asked for has come is no failure.
    #[serde(skip)]
    pub exit_code: u8,
}

/// Finds the causes of the cycles.
///
/// # Errors
/// A request that contradicts itself, runs that cannot be used, and nothing that could be explained.
pub fn answer(a: &Request, follow: &dyn Follow) -> Result<Answer, Error> {
    let this = explain(a, &a.run, follow)?;
    match &a.against {
        None => alone(a, &this),
        Some(other) => difference(a, &this, &explain(a, other, follow)?),
    }
}

fn subject(a: &Request) -> String {
    let mut words = match (&a.function, &a.late) {
        (Some(f), _) if a.itself => format!("{f} itself"),
        (Some(f), _) => format!("{f} with all that it calls"),
        (_, Some(f)) => format!("calls of {f}"),
        _ => "all".to_owned(),
    };
    if let Some(core) = a.core {
        words += &format!(" on core {core}");
    }
    if let Some(from) = &a.from {
        words += &format!(" from {}", from.text);
    }
    if let Some(to) = &a.to {
        words += &format!(" to {}", to.text);
    }
    words
}

fn notes(e: &Explained) -> Vec<String> {
    let mut notes = Vec::new();
    let c = &e.causes;
    if c.recursive > 0 {
        notes.push(format!(
            "{} of {} calls were made within another one; their cycles count once",
            c.recursive, c.calls
        ));
    }
    if e.recorded {
        notes.push(format!(
            "{} was recorded by instruction: it has what functions execute themselves, and nothing of data, evictors and owners of buses",
            e.title
        ));
    }
    if !e.recorded {
        notes.extend(not_observed(e));
    }
    notes
}

/// What each kind of its cores does not observe.
fn not_observed(e: &Explained) -> Vec<String> {
    let mut notes = Vec::new();
    let mut said = Vec::new();
    for kind in e.kinds.iter().flatten() {
        let new = !said.contains(&kind.name);
        said.push(kind.name);
        notes.extend(kind.not_observed.filter(|_| new).map(str::to_owned));
    }
    notes
}

fn alone(a: &Request, this: &Explained) -> Result<Answer, Error> {
    let kinds = |core| this.kind(core);
    let mut output = Answer {
        run: this.title.clone(),
        board: this.board.clone(),
        subject: subject(a),
        calls: (this.causes.calls > 0).then_some(this.causes.calls),
        against: None,
        answer: None,
        changes: None,
        late: None,
        notes: notes(this),
        not_observed: match this.recorded {
            true => not_observed(this),
            false => Vec::new(),
        },
        hz: this.hz,
        exit_code: this.code,
    };
    if let Some(function) = &a.late {
        let calls = this.causes.activations.len();
        if calls < 3 {
            return Err(Error::Unusable(format!(
                "--late {function}: {} of it ended, and a period needs three: run for longer",
                match calls {
                    1 => "1 call".to_owned(),
                    n => format!("{n} calls"),
                }
            )));
        }
        let period = a.period.map(|p| ticks(p, this.hz, this.cycle_ticks));
        output.late = Some(late(&this.causes.activations, period, &kinds, a.by));
    } else {
        output.answer = Some(why::answer(&this.causes.rows, &kinds, a.by));
    }
    Ok(output)
}

/// A period in base ticks, of which a second has `hz` and a cycle of the first core `cycle`.
fn ticks(period: Budget, hz: u64, cycle: u64) -> u64 {
    match period {
        Budget::Cycles(n) => n.saturating_mul(cycle),
        Budget::Ticks(n) => n,
        Budget::Picoseconds(ps) => {
            u64::try_from(ps * u128::from(hz) / 1_000_000_000_000).unwrap_or(u64::MAX)
        }
    }
}

fn difference(a: &Request, this: &Explained, other: &Explained) -> Result<Answer, Error> {
    if this.board != other.board {
        return Err(Error::Request(format!(
            "--against: {} ran on {}, {} on {}: only runs on one board can be compared",
            this.title, this.board, other.title, other.board
        )));
    }
    let kinds = |core| this.kind(core);
    let per_call = a.function.is_some()
        && this.causes.calls != other.causes.calls
        && this.causes.calls.min(other.causes.calls) > 0;
    let side = |e: &'_ Explained| if per_call { e.causes.calls } else { 1 };
    let (old, new) = (
        Side {
            rows: other.causes.rows.iter().collect(),
            calls: side(other),
        },
        Side {
            rows: this.causes.rows.iter().collect(),
            calls: side(this),
        },
    );
    if this.images != other.images && a.by != Grain::Function {
        return Err(Error::Request(
            "--by: lines and instructions of different images are different ones: leave it out"
                .to_owned(),
        ));
    }
    let found = changes(&old, &new, &kinds, a.by);
    let mut notes = notes(this);
    if per_call {
        notes.push(format!(
            "{} calls here and {} there: cycles are per call",
            this.causes.calls, other.causes.calls
        ));
    }
    if other.recorded {
        notes.push(format!(
            "{} was recorded by instruction: it has what functions execute themselves",
            other.title
        ));
    }
    Ok(Answer {
        run: this.title.clone(),
        board: this.board.clone(),
        subject: subject(a),
        calls: None,
        against: Some(match a.against_set.as_slice() {
            [] => other.title.clone(),
            set => format!("{} with {}", other.title, set.join(", ")),
        }),
        answer: None,
        changes: Some(found),
        late: None,
        notes,
        not_observed: match this.recorded {
            true => not_observed(this),
            false => Vec::new(),
        },
        hz: this.hz,
        exit_code: this.code,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The GR740 has 250 MHz and two base ticks in a cycle: a millisecond, in every unit.
    #[test]
    fn a_period_is_as_long_in_every_unit() {
        for text in ["250000", "1ms", "1000us", "0.001s"] {
            let period = text.parse().unwrap_or_else(|e| panic!("{text}: {e:?}"));
            assert_eq!(ticks(period, 500_000_000, 2), 500_000, "{text}");
        }
    }
}
