//! Single steps that are reported to observers. Observers change neither instructions nor their times.

use crate::guest::{Guest, Step};
use trueboard_core::cpu::RunCx;
use trueboard_core::observe::{Kinds, Stepped};

/// A guest that reports single steps.
pub trait Steps: Guest {
    /// What a report of meters needs of the state before the step.
    type Before;
    /// What a report of what an instruction touches needs of the state before it.
    type Looked;

    /// Takes down what [`Steps::stepped`] needs.
    fn before(&self, cx: &RunCx<'_>) -> Self::Before;

    /// The next instruction.
    fn look(&mut self, cx: &RunCx<'_>) -> Self::Looked;

    /// Does what is due, or executes one instruction; whether that was completed.
    fn step(&mut self, cx: &mut RunCx<'_>) -> (Step, bool);

    /// Reports the instruction that was looked at, by [`FactBuf::executed`](trueboard_core::fact::FactBuf::executed).
    fn report(&mut self, looked: Self::Looked, completed: bool, cx: &mut RunCx<'_>);

    /// The step that was made.
    fn stepped(&self, before: Self::Before, cx: &RunCx<'_>) -> Stepped;
}

/// Makes a single step of `guest`, and reports it.
#[inline(never)]
pub fn step_observed<G: Steps>(guest: &mut G, cx: &mut RunCx<'_>) -> Step {
    let before = cx.facts.wants(Kinds::METERED).then(|| guest.before(cx));
    let looked = match cx.facts.wants(Kinds::EXECUTED) {
        true => Some(guest.look(cx)),
        false => None,
    };
    let (step, completed) = guest.step(cx);
    if let Some(looked) = looked {
        guest.report(looked, completed, cx);
    }
    if let Some(before) = before {
        guest.flush_meters(cx.meters);
        let done = guest.stepped(before, cx);
        let common = guest.common();
        let (at, id) = (common.tick(guest.cycle()), common.id);
        cx.facts.stepped(at, id, &done, G::METERS, cx.meters);
        if cx.facts.wants(Kinds::STATE) {
            cx.facts.state(id, guest, cx.mem);
        }
    }
    step
}
