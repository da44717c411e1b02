//! One run with a fault.

use super::class::Class;
use super::draw::Fault;
use super::golden::Golden;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use trueboard_board::report::OutcomeKind;
use trueboard_board::{Ended, Session, Struck};
use trueboard_core::time::Tick;

/// What became of an injection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    pub class: Class,
    /// What happened, in a sentence.
    pub detail: String,
    /// When it was known, in base ticks.
    pub known_at: u64,
}

/// Runs from the checkpoint before the fault, lets it happen, and runs on until the run is over, or is again what it
/// is without the fault. None when it was stopped.
pub fn run(
    golden: &Golden,
    session: &mut Session,
    fault: &Fault,
    patience: f64,
    stop: &AtomicBool,
) -> Result<Option<Verdict>, String> {
    if fault.corrected {
        return Ok(Some(Verdict {
            class: Class::Corrected,
            detail: "the register file corrects what is read, without time".to_owned(),
            known_at: fault.at.0,
        }));
    }
    let from = golden.before(fault.at);
    let limit = Tick((golden.end.0 as f64 * patience) as u64);
    let point = golden.points.get(from).ok_or("the run has no beginning")?;
    let m = session.machine_mut();
    m.restore(&point.state).map_err(|e| e.to_string())?;
    let mut console = golden
        .console
        .get(..point.printed)
        .unwrap_or_default()
        .to_vec();
    let never = AtomicBool::new(false);
    let mut ended = session.go_up_to(fault.at, fault.core(), &mut console);
    if ended != Ended::Paused {
        return Ok(Some(Verdict {
            class: Class::Masked,
            detail: "the run was over before any core could meet it".to_owned(),
            known_at: fault.at.0,
        }));
    }
    let struck = session.machine_mut().upset(&fault.what)?;
    let nothing = match struck {
        Struck::Nothing => Some("the bit is not there, or cannot be written"),
        Struck::Refused => Some("the device refuses the write of the flipped bit"),
        Struck::Changed | Struck::Waits => None,
    };
    if let Some(why) = nothing {
        return Ok(Some(Verdict {
            class: Class::Masked,
            detail: format!("nothing was changed: {why}"),
            known_at: fault.at.0,
        }));
    }
    // At points that are farther and farther away: most faults leave no trace soon, or never.
    let mut next = from + 1;
    let mut stride = 1;
    while let Some(point) = golden.points.get(next) {
        ended = session.go_on(Some(point.at), &mut console, &never);
        if ended != Ended::Paused {
            break;
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if golden.same_so_far(point, &console) && session.machine_mut().stands_at(&point.state) {
            return Ok(Some(Verdict {
                class: Class::Masked,
                detail: "the state is again that of the run without the fault".to_owned(),
                known_at: point.reached.0,
            }));
        }
        next += stride;
        stride *= 2;
    }
    if ended == Ended::Paused {
        ended = session.go_on(Some(limit), &mut console, stop);
        if ended == Ended::Paused && stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
    }
    let (mut class, mut detail) = judge(golden, session, &ended, &console);
    let m = session.machine();
    if class == Class::Masked && m.corrected() > 0 {
        class = Class::Corrected;
    }
    if let Some((at, core, address, what)) = m.met().first() {
        let ns = at.0 as f64 * 1e9 / m.base_hz as f64;
        detail = format!("{what} at {address:#x}, met by core {core} at {ns:.0} ns; {detail}");
    }
    Ok(Some(Verdict {
        class,
        detail,
        known_at: session.machine().end_time().0,
    }))
}

fn judge(golden: &Golden, session: &Session, ended: &Ended, console: &[u8]) -> (Class, String) {
    if *ended == Ended::Paused {
        return (Class::Hang, "the run is not over in time".to_owned());
    }
    let outcome = session.outcome();
    match outcome.kind {
        OutcomeKind::Success | OutcomeKind::Failure => (),
        OutcomeKind::NothingLeft | OutcomeKind::Budget => return (Class::Hang, outcome.detail),
        _ => return (Class::Crash, outcome.detail),
    }
    let other_status =
        outcome.kind != golden.outcome.kind || outcome.status != golden.outcome.status;
    if other_status {
        let class = match outcome.kind {
            OutcomeKind::Success => Class::Silent,
            _ => Class::Detected,
        };
        return (class, outcome.detail);
    }
    if !golden.same_console(console) {
        return (Class::Silent, "the console differs".to_owned());
    }
    let m = session.machine();
    for (name, at, bytes) in &golden.declared {
        let mut now = vec![0; bytes.len()];
        let found = m.look(0, *at, &mut now);
        let differs = bytes.iter().zip(&now).position(|(a, b)| a != b);
        if found < bytes.len() || differs.is_some() {
            let off = differs.unwrap_or(found);
            return (Class::Silent, format!("{name} differs at +{off:#x}"));
        }
    }
    (
        Class::Masked,
        "status and outputs are those without the fault".to_owned(),
    )
}
