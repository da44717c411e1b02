//! Contexts: functions and handlers by their callers, and what a core does besides executing them.

use crate::stack::FrameKind;
use rustc_hash::FxHashMap;

/// Contexts kept of a core. What is called when there are so many is time of its caller.
const MOST: usize = 1 << 14;

/// What a context is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Doing {
    /// The code before the first call.
    Start,
    /// A task of this number, with all that it calls.
    Task(u32),
    /// A function, or the handler of a trap or interrupt, with its first instruction.
    Frame(FrameKind, u64),
    /// The core sleeps in the context above.
    Asleep,
    /// The core is held in reset, or not yet started.
    Held,
    /// The core was stopped by a trap that it could not take.
    Error,
}

/// A context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its caller: a place in [`Tree::nodes`], before its own.
    pub caller: Option<u32>,
    /// What it is.
    pub doing: Doing,
}

/// The contexts of a core, callers first.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    known: FxHashMap<(u32, Doing), u32>,
    full: bool,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree {
            nodes: vec![Node {
                caller: None,
                doing: Doing::Start,
            }],
            known: FxHashMap::default(),
            full: false,
        }
    }
}

impl Tree {
    /// The contexts.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// There were more contexts than are kept.
    #[must_use]
    pub fn full(&self) -> bool {
        self.full
    }

    /// The caller of a context.
    #[must_use]
    pub fn caller(&self, key: u32) -> Option<u32> {
        self.nodes.get(key as usize)?.caller
    }

    /// The context of `doing` above `caller`; `caller` itself when there is no room.
    pub(super) fn above(&mut self, caller: u32, doing: Doing) -> u32 {
        if let Some(&key) = self.known.get(&(caller, doing)) {
            return key;
        }
        if self.nodes.len() >= MOST {
            self.full = true;
            return caller;
        }
        let key = self.nodes.len() as u32;
        let caller_of = Some(caller);
        self.nodes.push(Node {
            caller: caller_of,
            doing,
        });
        self.known.insert((caller, doing), key);
        key
    }
}
