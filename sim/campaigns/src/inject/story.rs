//! What a single fault did, step by step.

use super::draw::Fault;
use super::golden::Golden;
use super::one::Verdict;
use std::collections::BTreeSet;
use trueboard_board::{Machine, Pause, Session, Stops, Upset, WatchKind, Watchpoint};
use trueboard_core::time::Tick;

/// Accesses to the place of a fault that are shown.
const ACCESSES: usize = 6;

/// A line for the fault, for each of the first accesses to its place, and for the outcome.
pub fn lines(
    golden: &Golden,
    session: &mut Session,
    fault: &Fault,
    verdict: &Verdict,
) -> Result<String, String> {
    let point = golden.points.get(golden.before(fault.at));
    let point = point.ok_or("the run has no beginning")?;
    let m = session.machine_mut();
    m.restore(&point.state).map_err(|e| e.to_string())?;
    let mut console = Vec::new();
    session.go_up_to(fault.at, fault.core(), &mut console);
    let before = shown(session.machine(), fault);
    let mut out = format!("{}  {}", time(session.machine(), fault.at), fault.name);
    let struck = session.machine_mut().upset(&fault.what)?;
    let after = shown(session.machine(), fault);
    out += &match (before, after) {
        (Some(a), Some(b)) if a != b => format!(": {a:#x} becomes {b:#x}\n"),
        (Some(a), _) => format!(": {a:#x}, {}\n", struck_word(struck)),
        _ => format!(": {}\n", struck_word(struck)),
    };
    match fault.what {
        Upset::Register { core, .. } => {
            let m = session.machine();
            let place = m.place(core, m.pc(core));
            out += &format!("{}  core {core} stands at {place}\n", time(m, fault.at));
        }
        Upset::Memory { address, .. }
        | Upset::Cell { address, .. }
        | Upset::Cached { address, .. } => {
            out += &accesses(golden, session, address);
        }
        _ => (),
    }
    let m = session.machine();
    for (at, core, address, what) in m.met().into_iter().take(ACCESSES) {
        out += &format!("{}  {what}: core {core}, {address:#x}\n", time(m, at));
    }
    let known = time(session.machine(), Tick(verdict.known_at));
    Ok(out + &format!("{known}  {}: {}\n", verdict.class.word(), verdict.detail))
}

fn struck_word(struck: trueboard_board::Struck) -> &'static str {
    match struck {
        trueboard_board::Struck::Changed => "as it was asked",
        trueboard_board::Struck::Waits => "which waits to be met",
        trueboard_board::Struck::Nothing => "and nothing changes",
        trueboard_board::Struck::Refused => "which the device refuses",
    }
}

fn time(m: &Machine, at: Tick) -> String {
    format!("{:>12.6} ms", at.0 as f64 * 1000.0 / m.base_hz as f64)
}

/// The value at the place of a fault.
fn shown(m: &Machine, fault: &Fault) -> Option<u64> {
    match fault.what {
        Upset::Register { core, register, .. } => Some(m.register(core, register)),
        Upset::Memory { address, .. }
        | Upset::Cell { address, .. }
        | Upset::Cached { address, .. } => {
            let byte = m.memory().peek(address, 1)?;
            byte.first().map(|b| u64::from(*b))
        }
        _ => None,
    }
}

/// Who reads and changes a byte from here on.
fn accesses(golden: &Golden, session: &mut Session, at: u64) -> String {
    let points = [WatchKind::Read, WatchKind::Change].map(|kind| Watchpoint { at, len: 1, kind });
    let stops = Stops {
        watched: BTreeSet::from(points),
        ..Stops::default()
    };
    let mut out = String::new();
    let mut console = Vec::new();
    for _ in 0..ACCESSES {
        let Pause::Watched { core, kind, .. } = session.run_to(golden.end, &stops, &mut console)
        else {
            break;
        };
        let m = session.machine();
        let verb = match kind {
            WatchKind::Change => "changes",
            _ => "reads",
        };
        // It stands behind the access.
        let place = m.place(core, m.pc(core));
        let now = time(m, m.core_time(core));
        out += &format!("{now}  core {core} {verb} it, and goes on at {place}\n");
        if kind == WatchKind::Change {
            return out;
        }
    }
    if out.is_empty() {
        out += &format!(
            "{}  no core has loaded or stored it\n",
            time(session.machine(), golden.end)
        );
    }
    out
}
