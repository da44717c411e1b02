//! The contexts of one core, as a tree by caller.
//!
//! Each context is an account of its core ([`trueboard_core::meter::Accounts`]), to which the meters are charged while it
//! is on top. Ticks between entries and exits are summed with callees, and what a context took itself is what its
//! callees leave over.

use super::lengths::Lengths;
use super::periods::Periods;
use crate::stack::{Change, Frame, FrameKind, OfTask, ShadowStack};
use rustc_hash::FxHashMap;
use trueboard_core::fact::FactKind;
use trueboard_core::time::Tick;

/// Contexts kept of a core. What is called when there are so many has one context for each caller, all of which are
/// one in the report.
const MOST: usize = 1 << 16;

/// Number of a context, and of its account.
pub(super) type Id = u32;

/// The code that a core executes before its first call.
pub(super) const START: Id = 0;

/// A function, or the handler of a trap or interrupt, with all callers below it.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Nothing for [`START`].
    pub caller: Option<Id>,
    /// Nothing for [`START`], and for what there is no room for.
    pub frame: Option<(FrameKind, u64)>,
    pub calls: u64,
    /// Its place in [`Contexts::executions`], if it is a function.
    pub executions: Option<u32>,
    /// Base ticks between entry and exit, summed, and wrapped while it is entered.
    ticks: u64,
    /// The contexts of the function that was called last, and of the handler that was entered last; [`START`] before the
    /// first one.
    last: [Id; 2],
}

/// What a context costs itself.
#[derive(Clone, Debug)]
pub(super) struct Own {
    pub node: Node,
    /// Base ticks in which it was on top.
    pub ticks: u64,
    /// By place in the core's dictionary: how much each meter advanced while it was on top.
    pub meters: Vec<u64>,
}

/// What executions of one function that one caller calls have in common.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// Entry of the function that calls, or that was interrupted; nothing for the code before the first
    /// call.
    pub caller: Option<u64>,
    pub entry: u64,
    /// It is called within the handler of a trap or interrupt, by the handler itself or by what that calls.
    pub in_handler: bool,
    pub calls: u64,
    pub completed: u64,
    /// [`u64::MAX`] before the first one has completed.
    pub min_ticks: u64,
    /// Base ticks of completed executions from entry to exit: callees, interrupts and other tasks included.
    pub ticks: u64,
    pub max_ticks: u64,
    /// Of beginnings in one task; of what handlers call, in whatever task they interrupt.
    pub periods: Periods,
    begun: Option<Tick>,
    /// The task in which it has begun then: [`Contexts::task`].
    task: u32,
}

/// A level of the stack.
#[derive(Clone, Copy, Debug)]
struct Open {
    frame: Frame,
    /// The context below.
    below: Id,
    entered: Tick,
}

impl From<Frame> for Open {
    #[inline(always)]
    fn from(frame: Frame) -> Open {
        Open {
            frame,
            below: START,
            entered: Tick(0),
        }
    }
}

impl AsRef<Frame> for Open {
    #[inline(always)]
    fn as_ref(&self) -> &Frame {
        &self.frame
    }
}

pub(super) struct Contexts<L> {
    pub executions: Vec<Group>,
    /// Of the executions of each group.
    pub lengths: L,
    nodes: Vec<Node>,
    by_call: FxHashMap<(Id, FrameKind, u64), Id>,
    groups: FxHashMap<(Option<u64>, u64, bool), u32>,
    stack: ShadowStack<Open>,
    /// The context on top.
    top: Id,
    /// The number of the task under way: another one for each that begins.
    task: u32,
    /// How many have begun.
    begun: u32,
    /// Of each task that is left the context that was on top, and its number.
    tops: OfTask<(Id, u32)>,
    /// By number of the task and group: the last beginning, where that is not in the group.
    beginnings: FxHashMap<u32, FxHashMap<u32, Tick>>,
}

impl<L: Lengths> Contexts<L> {
    /// None but that of the code before the first call; calls are followed up to `stack_limit` deep.
    pub fn new(stack_limit: usize) -> Contexts<L> {
        Contexts {
            lengths: L::default(),
            nodes: vec![Node::new(None, None)],
            executions: Vec::new(),
            by_call: FxHashMap::default(),
            groups: FxHashMap::default(),
            stack: ShadowStack::of_levels(stack_limit),
            top: START,
            task: 0,
            begun: 0,
            tops: OfTask::default(),
            beginnings: FxHashMap::default(),
        }
    }
}

/// Which of [`Node::last`] a frame of this kind is.
#[inline(always)]
fn which(kind: FrameKind) -> usize {
    usize::from(kind != FrameKind::Function)
}

impl Node {
    /// Counts a call at `at`. Its ticks begin if `from_another` context was on top: without room for a context, what
    /// is called is counted in that of its caller, whose ticks go on.
    #[inline(always)]
    fn begin(&mut self, at: Tick, from_another: bool) {
        self.calls += 1;
        if from_another {
            self.ticks = self.ticks.wrapping_sub(at.0);
        }
    }

    fn new(caller: Option<Id>, frame: Option<(FrameKind, u64)>) -> Node {
        Node {
            caller,
            frame,
            calls: 0,
            ticks: 0,
            executions: None,
            last: [START; 2],
        }
    }
}

impl<L: Lengths> Contexts<L> {
    /// Takes an event in; answers the context on top from now on, if something was entered or left.
    #[inline(always)]
    pub fn step(&mut self, at: Tick, event: &FactKind) -> Option<Id> {
        let taken_in = match *event {
            FactKind::Call { from, to } => return self.call(at, from, to),
            FactKind::Return { from, to } => return self.ret(at, from, to),
            FactKind::Stack { .. } => return self.step_otherwise(at, event),
            FactKind::TrapReturn { .. } => {
                let ended = self.stack.return_from_handler();
                self.end(at, ended)
            }
            _ => self.begin(at, Frame::entered_by(event)?),
        };
        match taken_in {
            true => Some(self.top),
            false => self.step_otherwise(at, event),
        }
    }

    /// [`Contexts::step`] for a call.
    #[inline(always)]
    pub fn call(&mut self, at: Tick, from: u64, to: u64) -> Option<Id> {
        match self.begin(at, Frame::called(from, to)) {
            true => Some(self.top),
            false => self.step_otherwise(at, &FactKind::Call { from, to }),
        }
    }

    /// [`Contexts::step`] for a return.
    #[inline(always)]
    pub fn ret(&mut self, at: Tick, from: u64, to: u64) -> Option<Id> {
        let ended = self.stack.return_to(to);
        match self.end(at, ended) {
            true => Some(self.top),
            false => self.step_otherwise(at, &FactKind::Return { from, to }),
        }
    }

    /// Enters a frame as the one that was entered last from here, if it is that and there is room on the stack.
    #[inline(always)]
    fn begin(&mut self, at: Tick, frame: Frame) -> bool {
        let below = self.top;
        let last = self.nodes[below as usize].last[which(frame.kind)];
        let Some(node) = self.nodes.get_mut(last as usize) else {
            return false;
        };
        let open = Open {
            frame,
            below,
            entered: at,
        };
        if node.frame != Some((frame.kind, frame.entry)) || !self.stack.push(open) {
            return false;
        }
        self.top = last;
        node.begin(at, last != below);
        if let Some(group) = node.executions {
            self.begin_execution(group, at);
        }
        true
    }

    /// Leaves the level that has ended, if it is one.
    #[inline(always)]
    fn end(&mut self, at: Tick, ended: Option<Open>) -> bool {
        if let Some(open) = ended {
            self.leave(at, open);
        }
        ended.is_some()
    }

    /// Takes in an event that may change more than the top of the stack, or nothing of it.
    #[inline(never)]
    fn step_otherwise(&mut self, at: Tick, event: &FactKind) -> Option<Id> {
        if let Some(frame) = Frame::entered_by(event) {
            let open = Open {
                frame,
                below: self.top,
                entered: at,
            };
            if self.stack.push(open) {
                self.enter(at, frame);
                return Some(self.top);
            }
        }
        let count = self.stack.step(event).len();
        for i in 0..count {
            match self.stack.changes()[i] {
                Change::Leave(open) => self.leave(at, open),
                Change::Enter(Open { frame, .. }) => {
                    if let Some(open) = self.stack.entered_mut(i) {
                        (open.below, open.entered) = (self.top, at);
                    }
                    self.enter(at, frame);
                }
                Change::Switch { task, new } => self.switch(at, task, new),
            }
        }
        (count != 0).then_some(self.top)
    }

    /// Another task goes on. Ticks of contexts that are entered count while their task does.
    #[cold]
    fn switch(&mut self, at: Tick, task: u32, new: bool) {
        self.entered_up_to(self.top, |node| node.ticks = node.ticks.wrapping_add(at.0));
        *self.tops = (self.top, self.task);
        if let Some((_, ended)) = self.tops.switch(task, new) {
            self.beginnings.remove(&ended);
        }
        if new {
            self.begun += 1;
            *self.tops = (START, self.begun);
        }
        (self.top, self.task) = *self.tops;
        self.entered_up_to(self.top, |node| node.ticks = node.ticks.wrapping_sub(at.0));
    }

    /// An execution of a group begins.
    #[inline(always)]
    fn begin_execution(&mut self, group: u32, at: Tick) {
        let g = &mut self.executions[group as usize];
        if g.task == self.task {
            g.begin(at);
        } else {
            self.begin_in_task(group, at);
        }
    }

    /// [`Contexts::begin_execution`] in another task than the last time.
    #[cold]
    fn begin_in_task(&mut self, group: u32, at: Tick) {
        let g = &mut self.executions[group as usize];
        if !g.in_handler {
            let left = std::mem::replace(&mut g.task, self.task);
            if let Some(at) = g.begun.take() {
                self.beginnings.entry(left).or_default().insert(group, at);
            }
            let known = self.beginnings.get_mut(&self.task);
            g.begun = known.and_then(|begun| begun.remove(&group));
        }
        g.begin(at);
    }

    /// Does `f` to each context from `id` down to the one that nobody calls, whose ticks count all the time.
    fn entered_up_to(&mut self, mut id: Id, f: impl Fn(&mut Node)) {
        while id != START
            && let Some(node) = self.nodes.get_mut(id as usize)
        {
            f(node);
            id = node.caller.unwrap_or(START);
        }
    }

    /// The context of `frame`, which is on the stack, is on top from now on.
    fn enter(&mut self, at: Tick, frame: Frame) {
        let below = self.top;
        let id = self.look_up(below, frame.kind, frame.entry);
        self.nodes[below as usize].last[which(frame.kind)] = id;
        self.top = id;
        let node = &mut self.nodes[id as usize];
        node.begin(at, id != below);
        if let Some(group) = node.executions {
            self.begin_execution(group, at);
        }
    }

    /// The level on top has ended.
    #[inline(always)]
    fn leave(&mut self, at: Tick, open: Open) {
        let id = std::mem::replace(&mut self.top, open.below);
        let node = &mut self.nodes[id as usize];
        if id != open.below {
            node.ticks = node.ticks.wrapping_add(at.0);
        }
        if let Some(group) = node.executions {
            let ticks = at.since(open.entered);
            self.executions[group as usize].end(ticks);
            self.lengths.ended(group, ticks);
        }
    }

    /// The context of a frame above `below`.
    fn look_up(&mut self, below: Id, kind: FrameKind, entry: u64) -> Id {
        match self.by_call.get(&(below, kind, entry)) {
            Some(&known) => known,
            None => self.add(below, kind, entry),
        }
    }

    #[cold]
    fn add(&mut self, below: Id, kind: FrameKind, entry: u64) -> Id {
        if below != START && self.nodes[below as usize].frame.is_none() {
            return below;
        }
        let (mut key, mut frame) = ((below, kind, entry), Some((kind, entry)));
        if self.nodes.len() >= MOST {
            (key, frame) = ((below, FrameKind::Trap(u16::MAX), u64::MAX), None);
            if let Some(&known) = self.by_call.get(&key) {
                return known;
            }
        }
        let id = self.nodes.len() as Id;
        let mut node = Node::new(Some(below), frame);
        if frame.is_some() && kind == FrameKind::Function {
            node.executions = Some(self.group(below, entry));
        }
        self.nodes.push(node);
        self.by_call.insert(key, id);
        id
    }

    /// What each context costs itself, callers first, when the core's clock stands at `at`; `meters` are those of an
    /// account. What there was no room for is one context.
    pub fn own(&self, at: Tick, meters: &dyn Fn(Id) -> Vec<u64>) -> Vec<Own> {
        let own = |(id, node): (Id, &Node)| Own {
            node: node.clone(),
            ticks: node.ticks,
            meters: meters(id),
        };
        let mut all: Vec<Own> = (0..).zip(&self.nodes).map(own).collect();
        // Those that are entered are left now; the first one never is before.
        let mut entered = vec![START];
        let above = self.stack.frames().iter().skip(1).map(|o| o.below);
        entered.extend(above.chain([self.top]).filter(|&id| id != START));
        entered.dedup();
        for id in entered {
            let own = &mut all[id as usize];
            own.ticks = own.ticks.wrapping_add(at.0);
        }
        // Callees come behind their callers, so that none has lost anything yet when its caller does.
        let totals: Vec<u64> = all.iter().map(|own| own.ticks).collect();
        for (node, ticks) in self.nodes.iter().zip(&totals) {
            let Some(caller) = node.caller else {
                continue;
            };
            let caller = &mut all[caller as usize];
            caller.ticks = caller.ticks.wrapping_sub(*ticks);
        }
        let rest = all.split_off(all.len().min(MOST + 1));
        if let Some(others) = all.last_mut() {
            for other in rest {
                others.node.calls += other.node.calls;
                others.ticks += other.ticks;
                let sums = others.meters.iter_mut().zip(&other.meters);
                sums.for_each(|(sum, n)| *sum += n);
            }
        }
        all
    }

    /// `id` is the handler of a trap or interrupt, or something that one has called.
    fn in_handler(&self, mut id: Id) -> bool {
        loop {
            let node = &self.nodes[id as usize];
            match (node.frame, node.caller) {
                (Some((FrameKind::Function, _)), Some(next)) => id = next,
                (Some(_), _) => return true,
                (None, _) => return false,
            }
        }
    }

    /// The entry of the function of `id`, or of the one that it interrupted; none for the code before the
    /// first call.
    fn function(&self, mut id: Id) -> Option<u64> {
        loop {
            let node = &self.nodes[id as usize];
            match (node.frame, node.caller) {
                (Some((FrameKind::Function, entry)), _) => return Some(entry),
                (Some(_), Some(next)) => id = next,
                _ => return None,
            }
        }
    }

    /// The place of the executions of `entry` that the function in context `below` calls, or that a handler
    /// in its place does.
    fn group(&mut self, below: Id, entry: u64) -> u32 {
        let in_handler = self.in_handler(below);
        let caller = self.function(below);
        let next = self.executions.len() as u32;
        let place = *self
            .groups
            .entry((caller, entry, in_handler))
            .or_insert(next);
        if place == next {
            self.executions.push(Group {
                caller,
                entry,
                in_handler,
                calls: 0,
                completed: 0,
                ticks: 0,
                min_ticks: u64::MAX,
                max_ticks: 0,
                periods: Periods::default(),
                begun: None,
                task: self.task,
            });
        }
        place
    }
}

impl Group {
    #[inline(always)]
    fn begin(&mut self, at: Tick) {
        self.calls += 1;
        if let Some(before) = self.begun.replace(at) {
            self.periods.add(at.since(before));
        }
    }

    #[inline(always)]
    fn end(&mut self, ticks: u64) {
        self.completed += 1;
        self.ticks += ticks;
        self.min_ticks = self.min_ticks.min(ticks);
        self.max_ticks = self.max_ticks.max(ticks);
    }
}
