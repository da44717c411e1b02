//! Basic blocks, and their timing for each entry state of the pipeline.
//!
//! A block is a sequence of instructions with a control transfer at most at its end. Its instructions execute one by
//! one. Their issue cycles depend on the block and on the state of the pipeline at entry only. A [`Node`] is the timing
//! of a block, or of its first instructions, after one entry state, computed once.
//!
//! A node is *linked by outcome*: the exit of its block and the cost of that exit decide the entry state of the next
//! block. A link therefore leads to the next node without a search. [`Blocks::drain`] meters the executions of nodes in
//! bulk.
//!
//! Blocks and nodes are derived from code and can be dropped at any time, once metered. A block with overwritten code
//! becomes unreachable: the entry of its first instruction forgets it ([`crate::pages`]), and [`Blocks::unlink`] cuts
//! the links.

use std::cell::{Cell, RefCell};

/// Entry states and lengths kept of one block. At one more, all nodes of the block are dropped.
const MOST_NODES_OF_A_BLOCK: usize = 64;
/// Nodes kept of all blocks; a power of two.
pub const MOST_NODES: usize = 1 << 13;
/// Blocks kept.
const MOST_BLOCKS: usize = 1 << 13;
/// Places in a block's index of nodes; a power of two.
const LIKELY: usize = 32;

/// Number of a block, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockId(u16);

impl BlockId {
    /// No block was looked for yet.
    pub const UNKNOWN: BlockId = BlockId(0);
    /// There is no block.
    pub const NONE: BlockId = BlockId(u16::MAX);

    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self.0).wrapping_sub(1)
    }
}

/// Number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(u32);

impl NodeId {
    /// No node.
    pub const NONE: NodeId = NodeId(u32::MAX);

    /// Its place among the nodes: those that are kept are numbered from 0 on.
    #[inline(always)]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Links of a node; a power of two.
const LINKS: usize = 4;

/// How a block is left at its end: whether its branch is taken, and what that costs, as far as it is
/// known only when the branch is resolved. Timing and outcome decide the entry state of the block that
/// follows.
pub trait Outcome: Copy + std::fmt::Debug {
    /// Distinguishes outcomes with equal links.
    type Key: Copy + Default + PartialEq + std::fmt::Debug;

    /// Which of the links of a node is for it. Outcomes that share a link displace each other.
    fn link(self) -> usize;

    /// Distinguishes it from outcomes with an equal link.
    fn key(self) -> Self::Key;
}

/// An instruction of a block.
pub trait Insn {
    /// Its length in bytes.
    fn bytes(&self) -> u32;
}

/// The timing of a block after one entry state, as a core keeps it.
pub trait Timing {
    /// How a block is left.
    type Outcome: Outcome;

    /// How many instructions of the block it is about.
    fn instructions(&self) -> usize;
}

/// A basic block.
#[derive(Clone, Debug)]
pub struct Block<I, X = ()> {
    /// What the core keeps beside the instructions.
    pub extra: X,
    insns: Box<[I]>,
    bytes: u32,
    nodes: Vec<NodeId>,
    /// The node that was found last for each hash of what is looked for.
    likely: [NodeId; LIKELY],
}

impl<I: Insn, X> Block<I, X> {
    /// Its instructions.
    #[inline(always)]
    #[must_use]
    pub fn insns(&self) -> &[I] {
        &self.insns
    }

    /// Bytes of all of them.
    #[inline(always)]
    #[must_use]
    pub fn bytes(&self) -> u32 {
        self.bytes
    }

    /// How many of its instructions lie in its first `bytes`.
    #[must_use]
    pub fn within(&self, bytes: u32) -> usize {
        let ends = self.insns.iter().scan(0, |end, insn| {
            *end += insn.bytes();
            Some(*end)
        });
        let fits = |end: u32| end <= bytes;
        ends.take_while(|&end| fits(end)).count()
    }
}

#[derive(Clone, Copy, Debug)]
struct Link<K> {
    /// [`NodeId::NONE`] if there is no link.
    to: NodeId,
    key: K,
}

impl<K: Default> Link<K> {
    fn none() -> Link<K> {
        Link {
            to: NodeId::NONE,
            key: K::default(),
        }
    }
}

/// The timing of a block, or of its first instructions, after one entry state. It lies in cache lines of its own.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Node<T: Timing> {
    /// When its instructions issue.
    pub timing: T,
    block: BlockId,
    /// Executions that were not metered yet, less one: so the first one is known by the carry.
    executions: Cell<u64>,
    links: [Link<<T::Outcome as Outcome>::Key>; LINKS],
}

/// What has no link. It is a branch of its own: with a choice between two numbers the host would go on only when both
/// are known.
#[cold]
#[inline(never)]
fn no_link() -> NodeId {
    NodeId::NONE
}

/// [`Node::executions`] of a node that was not executed.
const NO_EXECUTIONS: u64 = u64::MAX;

impl<T: Timing> Node<T> {
    /// Its block.
    #[inline(always)]
    #[must_use]
    pub fn block(&self) -> BlockId {
        self.block
    }

    /// The node that follows when this one is left with `outcome`; [`NodeId::NONE`] if that is not known.
    #[inline(always)]
    #[must_use]
    pub fn next(&self, outcome: T::Outcome) -> NodeId {
        let link = self.links[outcome.link() & (LINKS - 1)];
        match link.key == outcome.key() {
            true => link.to,
            false => no_link(),
        }
    }

    /// Counts an execution. True if it is the first one since they were metered.
    #[inline(always)]
    fn count(&self) -> bool {
        let (executions, first) = self.executions.get().overflowing_add(1);
        self.executions.set(executions);
        first
    }
}

/// The blocks of a core and their nodes.
#[derive(Debug)]
pub struct Blocks<I, T: Timing, X = ()> {
    blocks: Vec<Block<I, X>>,
    nodes: Vec<Node<T>>,
    /// Nodes with executions that were not metered.
    executed: RefCell<Vec<NodeId>>,
    /// Nodes that have links.
    linked: Vec<NodeId>,
}

impl<I, T: Timing, X> Default for Blocks<I, T, X> {
    fn default() -> Self {
        Blocks {
            blocks: Vec::new(),
            nodes: Vec::new(),
            executed: RefCell::default(),
            linked: Vec::new(),
        }
    }
}

impl<I: Insn, T: Timing, X> Blocks<I, T, X> {
    /// Adds the block of `insns`; [`BlockId::NONE`] if there is no instruction, or no room.
    pub fn add(&mut self, insns: Vec<I>, extra: X) -> BlockId {
        if insns.is_empty() || self.blocks.len() >= MOST_BLOCKS {
            return BlockId::NONE;
        }
        self.blocks.push(Block {
            extra,
            bytes: insns.iter().map(Insn::bytes).sum(),
            insns: insns.into_boxed_slice(),
            nodes: Vec::new(),
            likely: [NodeId::NONE; LIKELY],
        });
        BlockId(self.blocks.len() as u16)
    }

    /// The block of this number, if it is one.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, id: BlockId) -> Option<&Block<I, X>> {
        self.blocks.get(id.index())
    }

    /// A node and its block.
    ///
    /// # Panics
    /// If `id` is of before the last [`Blocks::clear`].
    #[inline(always)]
    #[must_use]
    pub fn node(&self, id: NodeId) -> (&Block<I, X>, &Node<T>) {
        let node = self.at(id);
        (self.of(node), node)
    }

    /// The block of a node.
    #[inline(always)]
    #[must_use]
    pub fn of(&self, node: &Node<T>) -> &Block<I, X> {
        &self.blocks[node.block.index()]
    }

    /// A node.
    ///
    /// # Panics
    /// If `id` is of before the last [`Blocks::clear`].
    #[inline(always)]
    #[must_use]
    pub fn at(&self, id: NodeId) -> &Node<T> {
        &self.nodes[id.index()]
    }

    /// The timing of the node at this place, if one is kept there.
    #[must_use]
    pub fn timing_at(&self, place: usize) -> Option<&T> {
        self.nodes.get(place).map(|n| &n.timing)
    }

    /// The node of block `id` for whose timing `is` holds. Equal searches have an equal `hash`.
    #[inline]
    pub fn find(&mut self, id: BlockId, hash: u64, is: impl Fn(&T) -> bool) -> Option<NodeId> {
        let block = self.blocks.get_mut(id.index())?;
        let likely = &mut block.likely[hash as usize & (LIKELY - 1)];
        if let Some(node) = self.nodes.get(likely.index())
            && is(&node.timing)
        {
            return Some(*likely);
        }
        let found = block
            .nodes
            .iter()
            .find(|n| is(&self.nodes[n.index()].timing));
        *likely = *found?;
        found.copied()
    }

    /// The node of block `id` for whose timing `is` holds, or a new one with the timing that `time` computes.
    #[inline(always)]
    pub fn node_for(
        &mut self,
        id: BlockId,
        hash: u64,
        is: impl Fn(&T) -> bool,
        time: impl FnOnce(&Block<I, X>) -> Option<T>,
    ) -> Option<NodeId> {
        if let Some(known) = self.find(id, hash, is) {
            return Some(known);
        }
        let timing = time(self.get(id)?)?;
        self.keep(id, timing)
    }

    /// Keeps a timing of block `id`; none if there is no room, or no such block.
    pub fn keep(&mut self, id: BlockId, timing: T) -> Option<NodeId> {
        if self.nodes.len() >= MOST_NODES {
            return None;
        }
        let block = self.blocks.get_mut(id.index())?;
        if block.nodes.len() >= MOST_NODES_OF_A_BLOCK {
            block.nodes.clear();
        }
        let node = NodeId(self.nodes.len() as u32);
        block.nodes.push(node);
        self.nodes.push(Node {
            timing,
            block: id,
            executions: Cell::new(NO_EXECUTIONS),
            links: [Link::none(); LINKS],
        });
        Some(node)
    }

    /// Counts an execution of a node.
    #[inline(always)]
    pub fn execute(&self, id: NodeId) {
        self.count(id, &self.nodes[id.index()]);
    }

    /// Counts an execution of `node`, which is node `id`.
    #[inline(always)]
    pub fn count(&self, id: NodeId, node: &Node<T>) {
        if node.count() {
            self.first_execution(id);
        }
    }

    /// Keeps a node among those with executions that were not metered.
    #[inline(never)]
    fn first_execution(&self, id: NodeId) {
        self.executed.borrow_mut().push(id);
    }

    /// The node that follows when `id` is left with `outcome`; [`NodeId::NONE`] if that is not known.
    #[inline(always)]
    #[must_use]
    pub fn next(&self, id: NodeId, outcome: T::Outcome) -> NodeId {
        self.nodes[id.index()].next(outcome)
    }

    /// Counts an execution of a node that begins; none for [`NodeId::NONE`].
    #[inline(always)]
    pub fn count_entry(&self, id: NodeId) -> Option<&Node<T>> {
        let node = self.nodes.get(id.index())?;
        self.count(id, node);
        Some(node)
    }

    /// The node at this place.
    #[inline(always)]
    #[must_use]
    pub fn id_at(&self, place: usize) -> NodeId {
        debug_assert!(place < self.nodes.len(), "a node is kept there");
        NodeId(place as u32)
    }

    /// Counts so many executions of a node at once.
    pub fn executed(&self, id: NodeId, times: u64) {
        let executions = &self.nodes[id.index()].executions;
        let before = executions.get();
        executions.set(before.wrapping_add(times));
        if before == NO_EXECUTIONS && times != 0 {
            self.first_execution(id);
        }
    }

    /// Takes an execution of a node back, which was begun and has not come to its end.
    pub fn uncount(&mut self, id: NodeId) {
        let executions = self.nodes[id.index()].executions.get_mut();
        if *executions == NO_EXECUTIONS {
            return;
        }
        *executions = executions.wrapping_sub(1);
        // It is there once for all its executions, most likely as the last one.
        let executed = self.executed.get_mut();
        if *executions == NO_EXECUTIONS
            && let Some(i) = executed.iter().rposition(|&executed| executed == id)
        {
            executed.swap_remove(i);
        }
    }

    /// A node; none for [`NodeId::NONE`].
    #[inline(always)]
    #[must_use]
    pub fn get_node(&self, id: NodeId) -> Option<&Node<T>> {
        self.nodes.get(id.index())
    }

    /// The oldest node of block `id`: the only one, where a block has one timing.
    #[inline(always)]
    #[must_use]
    pub fn first(&self, id: BlockId) -> Option<NodeId> {
        self.blocks.get(id.index())?.nodes.first().copied()
    }

    /// Notes that `to` follows when `id` is left with `outcome`, from now on until [`Blocks::unlink`].
    pub fn link(&mut self, id: NodeId, outcome: T::Outcome, to: NodeId) {
        let Some(node) = self.nodes.get_mut(id.index()) else {
            return;
        };
        if node.links.iter().all(|link| link.to == NodeId::NONE) {
            self.linked.push(id);
        }
        let key = outcome.key();
        node.links[outcome.link() & (LINKS - 1)] = Link { to, key };
    }

    /// Cuts all links: code was overwritten.
    pub fn unlink(&mut self) {
        for id in self.linked.drain(..) {
            self.nodes[id.index()].links = [Link::none(); LINKS];
        }
    }

    /// Hands out how often which instructions were executed with which timing since the last call.
    pub fn drain(&self, meter: impl FnMut(&[I], &T, u64)) {
        self.pending(meter);
        for id in self.executed.borrow_mut().drain(..) {
            self.nodes[id.index()].executions.set(NO_EXECUTIONS);
        }
    }

    /// Hands out what the next [`Blocks::drain`] does, and leaves it to that.
    pub fn pending(&self, mut meter: impl FnMut(&[I], &T, u64)) {
        for &id in &*self.executed.borrow() {
            let (block, node) = self.node(id);
            let insns = block.insns();
            let count = node.timing.instructions();
            let executed = insns.get(..count).unwrap_or(insns);
            meter(
                executed,
                &node.timing,
                node.executions.get().wrapping_add(1),
            );
        }
    }

    /// Nothing was executed since the last [`Blocks::drain`].
    #[must_use]
    pub fn is_drained(&self) -> bool {
        self.executed.borrow().is_empty()
    }

    /// No more blocks, or no more timings, can be kept.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.blocks.len() >= MOST_BLOCKS || self.nodes.len() >= MOST_NODES
    }

    /// Forgets everything. Executions must have been drained, and entries must forget their blocks.
    pub fn clear(&mut self) {
        *self = Blocks::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Two;

    impl Insn for Two {
        fn bytes(&self) -> u32 {
            2
        }
    }

    /// Entry state and length.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Kept(u8, usize);

    impl Outcome for u8 {
        type Key = u8;

        fn link(self) -> usize {
            self.into()
        }

        fn key(self) -> u8 {
            self
        }
    }

    impl Timing for Kept {
        type Outcome = u8;
        fn instructions(&self) -> usize {
            self.1
        }
    }

    fn kept(b: &mut Blocks<Two, Kept>, id: BlockId, t: Kept) -> NodeId {
        b.find(id, t.0.into(), |k| *k == t)
            .or_else(|| b.keep(id, t))
            .expect("there is room")
    }

    #[test]
    fn a_timing_is_found_again_even_if_others_have_its_hash() {
        let mut b = Blocks::default();
        let block = b.add(vec![Two, Two, Two], ());
        let ids: Vec<NodeId> = (0..40)
            .map(|i| kept(&mut b, block, Kept(i % 3, usize::from(i) / 3)))
            .collect();
        for (i, &id) in ids.iter().enumerate().rev() {
            let wanted = Kept(i as u8 % 3, i / 3);
            assert_eq!(b.find(block, 0, |k| *k == wanted), Some(id));
        }
        assert_eq!(b.find(block, 0, |k| k.0 == 9), None);
        assert_eq!(b.find(BlockId::UNKNOWN, 0, |_| true), None);
        assert_eq!(b.find(BlockId::NONE, 0, |_| true), None);
    }

    #[test]
    fn a_link_holds_for_one_outcome_until_code_changes() {
        let mut b = Blocks::default();
        let block = b.add(vec![Two], ());
        let [from, to] = [0, 1].map(|i| kept(&mut b, block, Kept(i, 1)));
        b.link(from, 2, to);
        assert_eq!(b.next(from, 2), to);
        assert_eq!(b.next(from, 1), NodeId::NONE);
        // In the place of another one.
        assert_eq!(b.next(from, 6), NodeId::NONE);
        b.link(from, 6, from);
        assert_eq!((b.next(from, 6), b.next(from, 2)), (from, NodeId::NONE));
        b.unlink();
        assert_eq!(b.next(from, 6), NodeId::NONE);
        b.link(from, 0, to);
        assert_eq!(b.next(from, 0), to);
    }

    #[test]
    fn executions_are_handed_out_once_and_of_the_instructions_that_were_executed() {
        let mut b = Blocks::default();
        let block = b.add(vec![Two, Two, Two], ());
        let whole = kept(&mut b, block, Kept(0, 3));
        let prefix = kept(&mut b, block, Kept(0, 2));
        for id in [whole, prefix, whole] {
            b.execute(id);
        }
        assert!(!b.is_drained());
        let (mut seen, mut pending) = (Vec::new(), Vec::new());
        b.pending(|insns, t, times| pending.push((insns.len(), t.1, times)));
        b.drain(|insns, t, times| seen.push((insns.len(), t.1, times)));
        assert_eq!(seen, [(3, 3, 2), (2, 2, 1)]);
        assert_eq!(pending, seen);
        assert!(b.is_drained());
        b.drain(|_, _, _| panic!("nothing was executed"));
    }

    #[test]
    fn an_execution_that_is_not_ended_is_taken_back() {
        let mut b: Blocks<Two, Kept> = Blocks::default();
        let block = b.add(vec![Two], ());
        let id = kept(&mut b, block, Kept(0, 1));
        assert_eq!(b.first(block), Some(id));
        assert_eq!(b.first(BlockId::NONE), None);
        b.link(id, 1, id);
        let begun = b.count_entry(id).expect("it is a node");
        assert_eq!(begun.next(1), id);
        assert!(b.count_entry(NodeId::NONE).is_none());
        b.count_entry(id);
        b.uncount(id);
        let mut times = 0;
        b.drain(|_, _, n| times += n);
        assert_eq!(times, 1);
        b.count_entry(id);
        b.uncount(id);
        assert!(b.is_drained());
        // Begun again, it is handed out once.
        b.count_entry(id);
        let mut seen = Vec::new();
        b.drain(|_, _, n| seen.push(n));
        assert_eq!(seen, [1]);
    }

    #[test]
    fn prefixes_end_at_instructions() {
        let mut b: Blocks<Two, Kept> = Blocks::default();
        let id = b.add(vec![Two, Two, Two], ());
        let block = b.get(id).expect("it was added");
        assert_eq!(block.bytes(), 6);
        assert_eq!([0, 3, 4, 7].map(|bytes| block.within(bytes)), [0, 1, 2, 3]);
        assert_eq!(b.add(Vec::new(), ()), BlockId::NONE);
    }
}
