//! Rows that viewers draw from facts: per core its successive states, its nested functions and handlers, and the ends
//! of messages.

use super::TraceError;
use super::messages::Messages;
use crate::context::TraceContext;
use trueboard_analyses::stack::{Change, Frame, ShadowStack};
use trueboard_core::fact::{CoreState, Fact, FactKind, Source};

/// A change on the row of a core.
#[derive(Clone, Debug)]
pub(crate) enum Happening {
    /// Its state from here on, and the one before, if any was said.
    State(CoreState, Option<CoreState>),
    /// A function or handler begins.
    Enter(Frame),
    /// The innermost one ends.
    Leave(Frame),
    /// Another task continues with its functions and handlers: [`Change::Switch`].
    Switch { task: u32, new: bool },
    /// A message of this number, which no other has, leaves for another row.
    Sent { number: u64, to: u8, bytes: u32 },
    /// It arrives.
    Received(u64),
}

/// The rows of all cores.
pub(crate) struct Timeline {
    rows: Vec<(ShadowStack, Option<CoreState>)>,
    messages: Messages,
}

impl Timeline {
    pub fn new(cx: &TraceContext) -> Timeline {
        let row = || (ShadowStack::new(cx.options.stack_limit), None);
        Timeline {
            rows: cx.cores.iter().map(|_| row()).collect(),
            messages: Messages::default(),
        }
    }

    /// Applies a call or return that changes the top of a row's stack only, as most facts do; returns the row and the
    /// change. `None`: the fact is for [`Timeline::step`].
    #[inline]
    pub fn step_top(&mut self, fact: &Fact) -> Option<(u8, Change)> {
        let Source::Core(core) = fact.source else {
            return None;
        };
        let (stack, _) = self.rows.get_mut(usize::from(core))?;
        Some((core, stack.step_top(&fact.kind)?))
    }

    /// What a fact of a core means goes into `happenings`; answers the row.
    pub fn step(
        &mut self,
        fact: &Fact,
        cx: &TraceContext,
        happenings: &mut Vec<Happening>,
    ) -> Result<u8, TraceError> {
        let known = self.rows.len();
        let core = match fact.source {
            Source::Core(c) if usize::from(c) < known => c,
            other => return Err(TraceError::Unknown(cx.source(other).into_owned())),
        };
        let (stack, state) = &mut self.rows[usize::from(core)];
        happenings.clear();
        match fact.kind {
            FactKind::State(now) => happenings.push(Happening::State(now, state.replace(now))),
            FactKind::Sent { key, to, bytes } => {
                let number = self.messages.sent(core, to, key);
                happenings.push(Happening::Sent { number, to, bytes });
            }
            FactKind::Received { key, from } => {
                let number = self.messages.received(from, core, key);
                happenings.extend(number.map(Happening::Received));
            }
            _ => {
                let happening = |change: &Change| match *change {
                    Change::Enter(frame) => Happening::Enter(frame),
                    Change::Leave(frame) => Happening::Leave(frame),
                    Change::Switch { task, new } => Happening::Switch { task, new },
                };
                happenings.extend(stack.step(&fact.kind).iter().map(happening));
            }
        }
        Ok(core)
    }

    /// Functions and handlers that are open in the task under way on a core, the outermost first.
    pub fn frames(&self, core: u8) -> &[Frame] {
        let row = self.rows.get(usize::from(core));
        row.map_or(&[], |(stack, _)| stack.frames())
    }

    /// The outermost function or handler that is open in the task under way on a core.
    pub fn outermost(&self, core: u8) -> Option<Frame> {
        let (stack, _) = self.rows.get(usize::from(core))?;
        stack.frames().first().copied()
    }

    /// Of each row whether it has a state.
    pub fn states(&self) -> impl Iterator<Item = bool> {
        self.rows.iter().map(|(_, state)| state.is_some())
    }
}
