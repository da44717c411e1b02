//! Nodes that are translated: their code, their links, their executions.

use crate::block::{Code, Entries, LINKS, Left, Unlinked};
use crate::memory::{CodeMemory, Guest, shared, word};
use std::sync::Arc;
use trueboard_engine::blocks::MOST_NODES;

/// Number of a translated node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TranslatedId(u32);

impl TranslatedId {
    /// As a number other than 0.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0 + 1
    }

    /// Of [`TranslatedId::number`]; `None` of 0.
    #[inline(always)]
    #[must_use]
    pub fn of(number: u32) -> Option<TranslatedId> {
        number.checked_sub(1).map(TranslatedId)
    }
}

/// A translated node.
struct Translated {
    /// Its place among the nodes.
    node: usize,
    entries: [usize; 2],
    unlinked: [u64; LINKS],
    unlinked_jump: u64,
}

/// The code of a core.
pub struct Translator<G: Guest> {
    memory: CodeMemory<G>,
    translated: Vec<Translated>,
    /// Instructions that code refers to.
    kept: Vec<Arc<[G::Insn]>>,
}

/// [`shared::COUNT`] of a node that was not executed.
const NO_EXECUTIONS: u64 = u64::MAX;
/// A target that no jump has.
const NOWHERE: u64 = 1;

impl<G: Guest> Translator<G> {
    /// `None` where memory may not be executable.
    #[must_use]
    pub fn new() -> Option<Translator<G>> {
        Some(Translator {
            memory: CodeMemory::new()?,
            translated: Vec::new(),
            kept: Vec::new(),
        })
    }

    fn place(id: TranslatedId, offset: i32) -> usize {
        word(shared::NODES + shared::NODE_BYTES * id.0 as i32 + offset)
    }

    /// Translates the engine's node `node` with instructions `insns`. `write` gives its code, the start of the code,
    /// and the first targets of its links. `None` if there is no room, or no code for it.
    pub fn translate(
        &mut self,
        node: usize,
        insns: &Arc<[G::Insn]>,
        write: impl FnOnce(&mut Code<'_, G>) -> (Entries, Unlinked),
    ) -> Option<TranslatedId> {
        if self.translated.len() == MOST_NODES {
            return None;
        }
        let id = TranslatedId(self.translated.len() as u32);
        let mut code = Code::new(id.0, insns);
        let (entries, unlinked) = write(&mut code);
        let code = code.assemble(&entries, &unlinked)?;
        let at = self.memory.add(&code.bytes)?;
        self.kept.push(Arc::clone(insns));
        self.translated.push(Translated {
            node,
            entries: code.entries.map(|entry| at + entry),
            unlinked: code.unlinked.map(|entry| (at + entry) as u64),
            unlinked_jump: (at + code.unlinked_jump) as u64,
        });
        self.memory.table = self.memory.table.max(code.table);
        self.memory.lane |= code.lane;
        self.memory.shared[Self::place(id, shared::COUNT)] = NO_EXECUTIONS;
        self.unlink_one(id);
        Some(id)
    }

    /// Executes the code of a node, and that of nodes behind it: which node it was left at, and how.
    #[inline(always)]
    pub fn enter(
        &mut self,
        id: TranslatedId,
        core: &mut G::Core,
        cx: &mut G::Cx<'_>,
    ) -> (TranslatedId, Left) {
        let at = self.translated[id.0 as usize].entries[0];
        match self.memory.enter(at, core, cx) {
            Some(left) => (TranslatedId(left >> 8), Left::of(left as u8)),
            None => (id, Left::Front),
        }
    }

    /// The place of a node among those of the engine.
    #[inline(always)]
    #[must_use]
    pub fn node(&self, id: TranslatedId) -> usize {
        self.translated[id.0 as usize].node
    }

    /// Code of `from` continues with that of `to` at link `link`, 0 to 3. `all`: with all tests in front of it.
    pub fn link(&mut self, from: TranslatedId, link: u8, to: TranslatedId, all: bool) {
        let entry = self.entry(to, all);
        let link = shared::LINKS + 8 * i32::from(link & 3);
        self.memory.shared[Self::place(from, link)] = entry;
    }

    /// Code of `from` continues with that of `to` when it jumps to `target`.
    pub fn link_jump(&mut self, from: TranslatedId, target: u32, to: TranslatedId, all: bool) {
        let entry = self.entry(to, all);
        let place = shared::JUMPS + 4 * (target & 12) as i32;
        self.memory.shared[Self::place(from, place)] = entry;
        self.memory.shared[Self::place(from, place + 8)] = target.into();
    }

    fn entry(&self, id: TranslatedId, all: bool) -> u64 {
        let [full, linked] = self.translated[id.0 as usize].entries;
        (if all { full } else { linked }) as u64
    }

    /// No node's code continues with that of another one.
    pub fn unlink(&mut self) {
        (0..self.translated.len() as u32).for_each(|id| self.unlink_one(TranslatedId(id)));
    }

    fn unlink_one(&mut self, id: TranslatedId) {
        let of = &self.translated[id.0 as usize];
        let (unlinked, jump_to) = (of.unlinked, of.unlinked_jump);
        for (link, to) in (0..).zip(unlinked) {
            self.memory.shared[Self::place(id, shared::LINKS + 8 * link)] = to;
        }
        for jump in 0..4 {
            let place = shared::JUMPS + 16 * jump;
            self.memory.shared[Self::place(id, place)] = jump_to;
            self.memory.shared[Self::place(id, place + 8)] = NOWHERE;
        }
    }

    /// Takes the execution of a node that was begun out of what code has counted.
    pub fn uncount(&mut self, id: TranslatedId) {
        let count = &mut self.memory.shared[Self::place(id, shared::COUNT)];
        *count = count.wrapping_sub(1);
        if *count != NO_EXECUTIONS {
            return;
        }
        // It is there once for all its executions, most likely as the last one.
        let executed = self.executed();
        let shared = &mut self.memory.shared;
        let (first, last) = (executed.start, executed.end.wrapping_sub(1));
        if let Some(i) = executed.rev().find(|&i| shared[i] == id.0.into()) {
            shared[i] = shared[last];
            shared[word(shared::EXECUTED)] = (last - first) as u64;
        }
    }

    /// The words with the nodes that were executed.
    fn executed(&self) -> std::ops::Range<usize> {
        let first = word(shared::FIRST_EXECUTED);
        first..first + self.memory.shared[word(shared::EXECUTED)] as usize
    }

    /// Nothing was executed since the last [`Translator::drain`].
    #[must_use]
    pub fn is_drained(&self) -> bool {
        self.executed().is_empty()
    }

    /// Hands out how often the code of which node of the engine was executed, and leaves it to [`Translator::drain`].
    pub fn pending(&self, mut to: impl FnMut(usize, u64)) {
        for &id in &self.memory.shared[self.executed()] {
            let id = TranslatedId(id as u32);
            let count = self.memory.shared[Self::place(id, shared::COUNT)].wrapping_add(1);
            if count != 0 {
                to(self.node(id), count);
            }
        }
    }

    /// Hands out how often the code of which node of the engine was executed since the last call.
    pub fn drain(&mut self, to: impl FnMut(usize, u64)) {
        self.pending(to);
        for i in self.executed() {
            let id = TranslatedId(self.memory.shared[i] as u32);
            self.memory.shared[Self::place(id, shared::COUNT)] = NO_EXECUTIONS;
        }
        self.memory.shared[word(shared::EXECUTED)] = 0;
    }
}
