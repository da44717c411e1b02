//! Which stack of calls a core is on: one for each task, told apart by where stack pointers are put.
//!
//! Nothing is known of an operating system. What switches tasks saves the stack pointer of one and loads that of
//! another, so a stack that is left keeps the pointer with which it was left, and is gone on with when that comes back.
//! A pointer that nobody has left is a *bound*: what is called from there may be the same task on another memory (the
//! stack of interrupts), or a new one. It is a new one if the next return goes nowhere that this stack has called from.

use super::Level;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Stacks of a core that are left, at most: the oldest is forgotten.
const MOST_LEFT: usize = 4096;
/// Bounds of one stack, at most: the oldest is forgotten.
const MOST_BOUNDS: usize = 16;
/// How far above the place where a task began its frames may reach: what its start takes off the stack (at most the
/// register window, the hidden word and six arguments of SPARC, SPARC V8 manual, appendix D, and room for a context).
const START: u64 = 256;

/// A place of a stack of calls from which on the stack pointer points elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Bound {
    /// The stack pointer with which what lies below was left.
    left: u64,
    /// Where it was put.
    pub base: u64,
    /// How many frames lie below.
    pub depth: usize,
    /// It was put there by a handler: what is called from there ends with it.
    in_handler: bool,
}

/// A stack that was left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Left<L> {
    task: u32,
    pointer: u64,
    base: u64,
    frames: Vec<L>,
    bounds: Vec<Bound>,
    /// Its frames were entered as those of another task, and are entered anew when it is gone on with.
    apart: bool,
}

/// What goes on at a stack pointer.
pub(super) enum Goes<L> {
    /// The task under way.
    On,
    /// The task under way, at this depth: what lies above was another one.
    Back(usize),
    /// This task. Of the one that is left so many frames stay.
    Switch(usize, Resumed<L>),
}

/// A task that goes on.
pub(super) struct Resumed<L> {
    pub task: u32,
    pub frames: Vec<L>,
    /// At this depth: what lies above was another one, or the end of a handler.
    pub depth: usize,
    /// Its frames are entered anew.
    pub apart: bool,
}

/// The stacks of a core, but the frames of the one in use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tasks<L> {
    now: u32,
    begun: u32,
    /// Where the stack in use began; 0 if that is not known.
    base: u64,
    bounds: Vec<Bound>,
    left: Vec<Left<L>>,
}

impl<L> Default for Tasks<L> {
    fn default() -> Tasks<L> {
        Tasks {
            now: 0,
            begun: 0,
            base: 0,
            bounds: Vec::new(),
            left: Vec::new(),
        }
    }
}

impl<L: Level> Tasks<L> {
    /// The task under way; 0 for what the core began with.
    pub fn now(&self) -> u32 {
        self.now
    }

    /// The same with other levels.
    pub fn map<M>(&self, f: &mut impl FnMut(&L) -> M) -> Tasks<M> {
        let left = self.left.iter().map(|t| Left {
            task: t.task,
            pointer: t.pointer,
            base: t.base,
            frames: t.frames.iter().map(&mut *f).collect(),
            bounds: t.bounds.clone(),
            apart: t.apart,
        });
        Tasks {
            now: self.now,
            begun: self.begun,
            base: self.base,
            bounds: self.bounds.clone(),
            left: left.collect(),
        }
    }

    /// Nothing is known of stacks but, at most, that the first one begins `at` this place.
    pub fn is_unknown(&self, at: u64) -> bool {
        self.left.is_empty() && self.bounds.is_empty() && (self.base == 0 || self.base == at)
    }

    /// The stack in use begins here: nothing was called yet.
    pub fn begins(&mut self, base: u64) {
        self.base = base;
    }

    /// All frames have ended.
    pub fn clear(&mut self) {
        self.bounds.clear();
    }

    /// The bound at the top of a stack of `depth` frames, from which nothing was called yet.
    pub fn fresh(&self, depth: usize) -> Option<Bound> {
        self.bounds.last().copied().filter(|b| b.depth == depth)
    }

    /// The stack pointer goes `from` one place `to` another, with `frames` on the stack.
    pub fn moved(&mut self, from: u64, to: u64, chained: bool, frames: &[L]) -> Goes<L> {
        let depth = frames.len();
        for bound in &mut self.bounds {
            bound.depth = bound.depth.min(depth);
        }
        if let Some(i) = self.bounds.iter().rposition(|b| b.left == to) {
            let bound = self.bounds[i];
            if !bound.in_handler && depth > bound.depth {
                self.keep_apart(from, bound, i + 1, &frames[bound.depth..]);
            }
            self.bounds.truncate(i);
            return Goes::Back(bound.depth);
        }
        // Of one task several pointers may be known: where it was left, and where it went to the stack of a handler.
        let is_left = |t: &Left<L>| t.pointer == to || t.bounds.iter().any(|b| b.left == to);
        if let Some(i) = self.left.iter().rposition(is_left) {
            let next = self.left.remove(i);
            let depth = self.leave(from, frames);
            return Goes::Switch(depth, self.resume(next, to));
        }
        let unwinds = !chained && from <= to && to <= self.base.saturating_add(START);
        if unwinds {
            return Goes::On;
        }
        if let Some(fresh) = self.bounds.last_mut().filter(|b| b.depth == depth) {
            fresh.base = to;
            return Goes::On;
        }
        if self.bounds.len() >= MOST_BOUNDS {
            self.bounds.remove(0);
        }
        self.bounds.push(Bound {
            left: from,
            base: to,
            depth,
            in_handler: frames.iter().any(|l| l.as_ref().is_handler()),
        });
        Goes::On
    }

    /// A task begins behind `bound`, which is the top one; answers how many `frames` stay on the stack that is left. A
    /// stack that begins where another one began takes its place.
    pub fn begin(&mut self, bound: Bound, frames: &[L]) -> usize {
        let task = self.in_place_of(bound.base);
        let depth = self.leave(bound.left, frames);
        (self.now, self.base) = (task, bound.base);
        depth
    }

    /// The number of a task whose stack begins here: that of the one whose stack began here before.
    fn in_place_of(&mut self, base: u64) -> u32 {
        if let Some(i) = self.left.iter().position(|t| t.base == base) {
            return self.left.remove(i).task;
        }
        self.begun += 1;
        self.begun
    }

    /// The stack in use is left with this pointer; answers how many `frames` stay. What a handler has called on another
    /// stack ends with it.
    fn leave(&mut self, mut pointer: u64, frames: &[L]) -> usize {
        let mut depth = frames.len();
        let handlers = self.bounds.iter().position(|b| b.in_handler);
        let unused = self.bounds.iter().position(|b| b.depth == depth);
        if let Some(i) = handlers.or(unused) {
            (pointer, depth) = (self.bounds[i].left, self.bounds[i].depth);
            self.bounds.truncate(i);
        }
        let left = Left {
            task: self.now,
            pointer,
            base: self.base,
            frames: frames[..depth].to_vec(),
            bounds: std::mem::take(&mut self.bounds),
            apart: false,
        };
        self.push(left);
        depth
    }

    /// What was called behind a bound, the `i`-th from then on, was a task by itself, and is left with this pointer.
    fn keep_apart(&mut self, pointer: u64, bound: Bound, i: usize, frames: &[L]) {
        let above = |b: &Bound| Bound {
            depth: b.depth - bound.depth,
            ..*b
        };
        let bounds = self.bounds[i..].iter().map(above).collect();
        let task = self.in_place_of(bound.base);
        self.push(Left {
            task,
            pointer,
            base: bound.base,
            frames: frames.to_vec(),
            bounds,
            apart: true,
        });
    }

    fn push(&mut self, left: Left<L>) {
        self.left.retain(|t| t.pointer != left.pointer);
        if self.left.len() >= MOST_LEFT {
            self.left.remove(0);
        }
        self.left.push(left);
    }

    fn resume(&mut self, next: Left<L>, to: u64) -> Resumed<L> {
        let mut bounds = next.bounds;
        let mut depth = next.frames.len();
        if next.pointer != to
            && let Some(i) = bounds.iter().rposition(|b| b.left == to)
        {
            depth = bounds[i].depth;
            bounds.truncate(i);
        }
        (self.now, self.base, self.bounds) = (next.task, next.base, bounds);
        Resumed {
            task: next.task,
            frames: next.frames,
            depth,
            apart: next.apart,
        }
    }
}

/// What an owner of a stack of calls keeps for each task.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct OfTask<T> {
    task: u32,
    now: T,
    others: BTreeMap<u32, T>,
}

impl<T: Default> OfTask<T> {
    /// Nothing yet, while this task is under way.
    pub fn of(task: u32) -> OfTask<T> {
        OfTask {
            task,
            ..OfTask::default()
        }
    }

    /// The task under way.
    pub fn task(&self) -> u32 {
        self.task
    }

    /// Another task goes on; one that is `new` has nothing yet. Answers what was kept for a task that it takes the place
    /// of.
    pub fn switch(&mut self, task: u32, new: bool) -> Option<T> {
        let known = self.others.remove(&task);
        let (next, ended) = if new { (None, known) } else { (known, None) };
        let left = std::mem::replace(&mut self.now, next.unwrap_or_default());
        self.others.insert(self.task, left);
        self.task = task;
        ended
    }

    /// What is kept for all tasks.
    pub fn all(&self) -> impl Iterator<Item = &T> {
        self.others.values().chain([&self.now])
    }
}

impl<T> std::ops::Deref for OfTask<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.now
    }
}

impl<T> std::ops::DerefMut for OfTask<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.now
    }
}

#[cfg(test)]
mod tests;
