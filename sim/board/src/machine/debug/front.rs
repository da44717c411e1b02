//! The position in front of an access to a watchpoint: memory still has its old bytes, and the core is about to execute
//! the instruction.
//!
//! No instruction announces that it will reach a watchpoint. The way there is therefore executed twice, one decision of
//! the scheduler at a time: first up to the stop behind the access, then one decision less. This covers accesses of
//! cores, devices and networks alike.

use crate::machine::Machine;
use crate::machine::debug::back::NEAR;
use crate::machine::debug::{Pause, Stops};
use crate::machine::state::Checkpoint;
use trueboard_core::cpu::Past;
use trueboard_core::time::Tick;

/// Puts `m`, from where the next of `stops` before `until` is one behind an access, in front of that access. Answers how
/// many console bytes came out on the way.
pub(crate) fn to_front(m: &mut Machine, stops: &Stops, until: Tick) -> u64 {
    let begin = m.checkpoint();
    m.run_until_break(until, stops);
    // Most of the way in one go.
    let near = m.now.0.checked_sub(NEAR).map(Tick);
    let near = near.filter(|near| *near > begin.now());
    go_to(m, &begin);
    if let Some(near) = near {
        m.run_until_break(near, stops);
    }
    let mut printed = m.take_console().len() as u64;
    let near = m.checkpoint();
    let mut left = u64::MAX;
    let pause = m.step_at_most(until, stops, &mut left);
    let decisions = u64::MAX - left;
    let core = match pause {
        Pause::Watched { core, .. } => usize::from(core),
        _ => 0,
    };
    let executed = m.cores.get(core).map_or_else(Vec::new, |c| c.history());
    go_to(m, &near);
    m.step_at_most(until, stops, &mut decisions.saturating_sub(1));
    printed += m.take_console().len() as u64;
    // A decision may be several instructions: those of a cycle, and those that cost nothing.
    let stands_at = m.cores.get(core).map(|c| c.pc());
    if executed
        .last()
        .is_some_and(|last| Some(last.pc) != stands_at)
    {
        printed += within_decision(m, stops, until, &executed);
    }
    printed
}

/// Puts `m` in front of the last instruction before the access, where one decision has `executed` several.
fn within_decision(m: &mut Machine, stops: &Stops, until: Tick, executed: &[Past]) -> u64 {
    let begin = m.checkpoint();
    let mut at_each = stops.clone();
    at_each.breakpoints = executed.iter().map(|past| past.pc).collect();
    let mut times = 0;
    while let Pause::Breakpoint { .. } = m.run_until_break(until, &at_each)
        && !m.mem.is_watch_reached()
    {
        times += 1;
    }
    go_to(m, &begin);
    for _ in 0..times {
        m.run_until_break(until, &at_each);
    }
    m.take_console().len() as u64
}

fn go_to(m: &mut Machine, to: &Checkpoint) {
    if m.restore(to).is_err() {
        unreachable!("the checkpoint is of this machine");
    }
    // What was printed meanwhile is printed again.
    drop(m.take_console());
}
