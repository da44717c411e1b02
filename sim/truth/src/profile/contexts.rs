//! The contexts of one core, as a tree by caller.

use super::periods::Periods;
use crate::stack::{Frame, FrameKind};
use rustc_hash::FxHashMap;
use trueboard_core::defect;
use trueboard_core::meter::{CoreBank, Dictionary};
use trueboard_core::time::Tick;

/// Contexts kept of a core; what is called when there are so many is charged to one context for all.
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
    /// Nothing for [`START`], and for the context of all that there is no room for.
    pub frame: Option<(FrameKind, u64)>,
    pub calls: u64,
    /// Base ticks in which it was on top.
    pub ticks: u64,
    /// By place in the core's dictionary: how much each meter advanced while it was on top.
    pub meters: Box<[u64]>,
    /// Its place in [`Contexts::executions`], if it is a function.
    pub executions: Option<u32>,
    /// The context that was called last, and how to know it.
    last: Option<(FrameKind, u64, Id)>,
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

#[derive(Clone)]
pub(super) struct Contexts {
    pub nodes: Vec<Node>,
    pub executions: Vec<Group>,
    by_call: FxHashMap<(Id, FrameKind, u64), Id>,
    groups: FxHashMap<(Option<u64>, u64, bool), u32>,
    open: Vec<Open>,
    /// The context on top.
    top: Id,
    /// When something was charged last, and the meters at that time.
    charged: Tick,
    before: Box<[u64]>,
}

impl Contexts {
    /// Those of a core with these meters.
    pub fn new(dictionary: &Dictionary) -> Contexts {
        let zeros: Box<[u64]> = vec![0; dictionary.defs.len()].into();
        Contexts {
            nodes: vec![Node::new(None, None, zeros.clone())],
            executions: Vec::new(),
            by_call: FxHashMap::default(),
            groups: FxHashMap::default(),
            open: Vec::new(),
            top: START,
            charged: Tick(0),
            before: zeros,
        }
    }
}

impl Node {
    fn new(caller: Option<Id>, frame: Option<(FrameKind, u64)>, meters: Box<[u64]>) -> Node {
        Node {
            caller,
            frame,
            calls: 0,
            ticks: 0,
            meters,
            executions: None,
            last: None,
        }
    }
}

impl Contexts {
    /// Charges what has happened since the last call to the context on top.
    pub fn charge(&mut self, at: Tick, meters: &CoreBank) {
        let node = &mut self.nodes[self.top as usize];
        node.ticks += at.since(self.charged);
        meters.advance(&mut self.before, &mut node.meters);
        self.charged = at;
    }

    /// `frame` is on top from now on.
    pub fn enter(&mut self, at: Tick, frame: &Frame) {
        let below = self.top;
        self.open.push(Open { below, entered: at });
        self.top = self.called(below, frame.kind, frame.entry);
        let node = &mut self.nodes[self.top as usize];
        node.calls += 1;
        if let Some(group) = node.executions {
            self.executions[group as usize].begin(at);
        }
    }

    /// The frame on top has ended.
    pub fn leave(&mut self, at: Tick) {
        let Some(open) = self.open.pop() else {
            return;
        };
        if let Some(group) = self.nodes[self.top as usize].executions {
            self.executions[group as usize].end(at.since(open.entered));
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

    fn add(&mut self, below: Id, kind: FrameKind, entry: u64) -> Id {
        let frame = match self.nodes.len() {
            n if n > MOST => return MOST as Id,
            MOST => None,
            _ => Some((kind, entry)),
        };
        let id = self.nodes.len() as Id;
        let zeros = vec![0; self.before.len()].into();
        let mut node = Node::new(Some(below), frame, zeros);
        if frame.is_some() && kind == FrameKind::Function {
            node.executions = Some(self.group(below, entry));
        }
        self.nodes.push(node);
        self.by_call.insert((below, kind, entry), id);
        id
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
