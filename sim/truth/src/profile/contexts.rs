//! The contexts of one core, as a tree by caller.
//!
//! What a context and its callees cost is a difference of two readings of the meters: at an entry they are taken
//! from its sums, when it is left they are added. So an event changes the sums of one context only, and what a
//! context costs itself follows at the end: it is what its callees leave over.

use super::lengths::Lengths;
use super::periods::Periods;
use crate::stack::{Frame, FrameKind};
use rustc_hash::FxHashMap;
use trueboard_core::defect;
use trueboard_core::meter::{CoreBank, Dictionary};
use trueboard_core::observe::Running;
use trueboard_core::time::Tick;

/// Contexts kept of a core. What is called when there are so many has one context for each caller, all of which are
/// one in the report.
const MOST: usize = 1 << 16;

/// Number of a context.
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
    /// The context that was called last, and how to know it.
    last: Option<(FrameKind, u64, Id)>,
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
    /// Base ticks of completed executions, callees and interrupts included.
    pub ticks: u64,
    pub min_ticks: Option<u64>,
    pub max_ticks: u64,
    pub periods: Periods,
    begun: Option<Tick>,
}

/// A level of the stack.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// The context below.
    below: Id,
    entered: Tick,
}

pub(super) struct Contexts<L> {
    pub executions: Vec<Group>,
    /// Of the executions of each group.
    pub lengths: L,
    nodes: Vec<Node>,
    /// Raw counts of each node ([`Running`]), callees included, that wrap while it is entered: `counts` for each.
    sums: Vec<u64>,
    counts: usize,
    /// Makes meters of raw counts.
    complete: fn(&[u64], &mut [u64]),
    by_call: FxHashMap<(Id, FrameKind, u64), Id>,
    groups: FxHashMap<(Option<u64>, u64, bool), u32>,
    open: Vec<Open>,
    /// The context on top.
    top: Id,
}

impl<L: Lengths> Contexts<L> {
    /// None but that of the code before the first call.
    pub fn new() -> Contexts<L> {
        Contexts {
            lengths: L::default(),
            nodes: vec![Node::new(None, None)],
            sums: Vec::new(),
            counts: 0,
            complete: |_, _| {},
            executions: Vec::new(),
            by_call: FxHashMap::default(),
            groups: FxHashMap::default(),
            open: Vec::new(),
            top: START,
        }
    }
}

impl Node {
    fn new(caller: Option<Id>, frame: Option<(FrameKind, u64)>) -> Node {
        Node {
            caller,
            frame,
            calls: 0,
            ticks: 0,
            executions: None,
            last: None,
        }
    }
}

impl<L: Lengths> Contexts<L> {
    /// The sums of context `id`.
    #[inline]
    fn sums_of(&mut self, id: Id) -> &mut [u64] {
        let first = id as usize * self.counts;
        self.sums
            .get_mut(first..first + self.counts)
            .unwrap_or_default()
    }

    /// `frame` is on top from now on.
    #[inline]
    pub fn enter(&mut self, at: Tick, frame: &Frame, meters: &Running<'_>) {
        if self.counts == 0 {
            self.counts = meters.counts();
            self.complete = meters.complete;
            self.sums = vec![0; self.counts];
        }
        let below = self.top;
        self.open.push(Open { below, entered: at });
        let id = self.called(below, frame.kind, frame.entry);
        self.top = id;
        let node = &mut self.nodes[id as usize];
        node.calls += 1;
        if let Some(group) = node.executions {
            self.executions[group as usize].begin(at);
        }
        // What is called where there is no room stays in the context of its caller.
        if id != below {
            self.nodes[id as usize].ticks = self.nodes[id as usize].ticks.wrapping_sub(at.0);
            meters.take_from(self.sums_of(id));
        }
    }

    /// The frame on top has ended.
    #[inline]
    pub fn leave(&mut self, at: Tick, meters: &Running<'_>) {
        let Some(open) = self.open.pop() else {
            return;
        };
        let id = self.top;
        let node = &mut self.nodes[id as usize];
        if let Some(group) = node.executions {
            let ticks = at.since(open.entered);
            self.executions[group as usize].end(ticks);
            self.lengths.ended(group, ticks);
        }
        if id != open.below {
            node.ticks = node.ticks.wrapping_add(at.0);
            meters.add_to(self.sums_of(id));
        }
        self.top = open.below;
    }

    /// The context of a frame above `below`.
    #[inline]
    fn called(&mut self, below: Id, kind: FrameKind, entry: u64) -> Id {
        if let Some((k, e, id)) = self.nodes[below as usize].last
            && (k, e) == (kind, entry)
        {
            return id;
        }
        let id = match self.by_call.get(&(below, kind, entry)) {
            Some(&known) => known,
            None => self.add(below, kind, entry),
        };
        self.nodes[below as usize].last = Some((kind, entry, id));
        id
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
        self.sums.resize(self.sums.len() + self.counts, 0);
        self.by_call.insert(key, id);
        id
    }

    /// What each context costs itself, callers first, when the core's clock stands at `at` with the meters of
    /// `bank`. What there was no room for is one context.
    pub fn own(&self, at: Tick, bank: &CoreBank, dictionary: &Dictionary) -> Vec<Own> {
        let now = bank.in_both_modes();
        let n = dictionary.defs.len();
        let mut all: Vec<Own> = Vec::with_capacity(self.nodes.len());
        for (id, node) in self.nodes.iter().enumerate() {
            let sums = self.sums.get(id * self.counts..(id + 1) * self.counts);
            let (meters, counted) = sums.and_then(|s| s.split_at_checked(n)).unwrap_or_default();
            let mut meters = meters.to_vec();
            meters.resize(n, 0);
            (self.complete)(counted, &mut meters);
            all.push(Own {
                node: node.clone(),
                ticks: node.ticks,
                meters,
            });
        }
        // Those that are entered are left now; the first one never is before.
        let mut entered = vec![START];
        let above = self.open.iter().skip(1).map(|o| o.below);
        entered.extend(above.chain([self.top]).filter(|&id| id != START));
        entered.dedup();
        for id in entered {
            let own = &mut all[id as usize];
            own.ticks = own.ticks.wrapping_add(at.0);
            for (sum, n) in own.meters.iter_mut().zip(&now) {
                *sum = sum.wrapping_add(*n);
            }
        }
        // Callees come behind their callers, so that none has lost anything yet when its caller does.
        let total = |own: &Own| (own.ticks, own.meters.clone());
        let totals: Vec<_> = all.iter().map(total).collect();
        for (node, (ticks, meters)) in self.nodes.iter().zip(&totals) {
            let Some(caller) = node.caller.filter(|_| !defect!("profile-callees")) else {
                continue;
            };
            let caller = &mut all[caller as usize];
            caller.ticks = caller.ticks.wrapping_sub(*ticks);
            for (own, n) in caller.meters.iter_mut().zip(meters) {
                *own = own.wrapping_sub(*n);
            }
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
                (Some(_), _) => return !defect!("profile-handler"),
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
                min_ticks: None,
                max_ticks: 0,
                periods: Periods::default(),
                begun: None,
            });
        }
        place
    }
}

impl Group {
    fn begin(&mut self, at: Tick) {
        self.calls += 1;
        if let Some(before) = self.begun.replace(at) {
            self.periods.add(at.since(before));
        }
    }

    fn end(&mut self, ticks: u64) {
        self.completed += 1;
        self.ticks += ticks;
        self.min_ticks = Some(self.min_ticks.map_or(ticks, |min| min.min(ticks)));
        self.max_ticks = self.max_ticks.max(ticks);
    }
}
