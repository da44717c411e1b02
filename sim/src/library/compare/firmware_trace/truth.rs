//! The true events of a run, from the trace of its calls and its report.

use crate::Error;
use crate::compare::readers::{core, folder_of_calls};
use std::collections::BTreeMap;
use std::path::Path;
use trueboard_analyses::tracers::happened::{Control, EXTRAE, Following, Happened};
use trueboard_analyses::tracers::tracepoints::Tracepoints;
use trueboard_board::Report;
use trueboard_trace::read::ctf::{Event, Trace};

const PS: u128 = 1_000_000_000_000;

/// The timer of a tracer on an eCore (Epiphany Architecture Reference, registers).
const CTIMER1: u64 = 0xf043c;

/// The time line of a run.
pub(super) struct Time {
    hz: u64,
    /// By core.
    clocks: Vec<u64>,
}

impl Time {
    pub(super) fn of(report: &Report) -> Time {
        Time {
            hz: report.time.hz,
            clocks: report.cores.iter().map(|c| c.clock_hz).collect(),
        }
    }

    /// Picoseconds at a base tick.
    pub(super) fn ps(&self, tick: u64) -> i64 {
        let ps = u128::from(tick) * PS / u128::from(self.hz.max(1));
        i64::try_from(ps).unwrap_or(i64::MAX / 4)
    }

    /// Picoseconds of a cycle of a core.
    pub(super) fn cycle(&self, core: u8) -> i64 {
        let hz = self.clocks.get(usize::from(core)).copied().unwrap_or(1);
        i64::try_from(PS / u128::from(hz.max(1))).unwrap_or(i64::MAX / 4)
    }
}

/// The calls of a run that a tracer should record, by core.
pub(super) fn calls(
    run: &Path,
    time: &Time,
    wanted: &dyn Fn(&str, &str) -> Option<String>,
) -> Result<BTreeMap<u8, Happened>, Error> {
    let mut following = Following::new(EXTRAE, wanted);
    each(run, &mut |event, at| {
        if let At::Core(core, control) = at {
            following.step(core, time.ps(event.cycles()), control);
        }
    })?;
    Ok(following.end())
}

/// The tracepoints of a run, by core; `events` says which event a function records.
pub(super) fn tracepoints(
    run: &Path,
    time: &Time,
    events: &dyn Fn(&str) -> Option<String>,
) -> Result<BTreeMap<u8, Happened>, Error> {
    let mut following = Tracepoints::new(events);
    each(run, &mut |event, at| {
        let ps = time.ps(event.cycles());
        match at {
            At::Core(core, control) => following.step(core, ps, control),
            At::Read(core, CTIMER1) => following.read(core, ps),
            At::Read(..) => {}
        }
    })?;
    Ok(following.end())
}

/// The kind of an event of a run.
enum At<'a> {
    /// One of a core that concerns calls.
    Core(u8, Control<'a>),
    /// A core read a register at an offset.
    Read(u8, u64),
}

/// Hands over what the cores of a run did, as far as it concerns calls and reads of registers.
fn each(run: &Path, take: &mut dyn FnMut(&Event, At<'_>)) -> Result<(), Error> {
    let trace = Trace::open(&folder_of_calls("--firmware-trace", run)?)?;
    for event in trace.events() {
        let event = event?;
        let number = |name| event.field(name).and_then(|f| f.unsigned());
        if let Some(core) = core(&trace, &event) {
            let name = event.field("function").and_then(|f| f.text());
            if let Some(control) = control(&event, name.as_deref().unwrap_or("?")) {
                take(&event, At::Core(core, control));
            }
        } else if event.name() == "reg_read"
            && let Some((core, offset)) = number("core").zip(number("offset"))
            && let Ok(core) = u8::try_from(core)
        {
            take(&event, At::Read(core, offset));
        }
    }
    Ok(())
}

fn control<'a>(event: &Event, function: &'a str) -> Option<Control<'a>> {
    let depth = event.field("depth").and_then(|f| f.unsigned());
    let depth = depth.and_then(|d| usize::try_from(d).ok());
    match (event.name(), depth) {
        ("call", Some(depth)) => Some(Control::Call { depth, function }),
        ("return" | "trap_return", Some(depth)) => Some(Control::Return { depth }),
        ("trap" | "interrupt", _) => Some(Control::Handler),
        _ => None,
    }
}
