//! The block loop: executes basic blocks one after another, for every instruction set.
//!
//! ```text
//! block at the program counter → node for the state of the pipeline → execute it ─┬→ all of it: follow its link
//!              ↑                                                                 ├→ a prefix: a single step is next
//!              └── no link, or the guest does not admit it ──────────────────────┴→ a prefix: the rest is another node's
//! ```
//!
//! A node counts as executed when it begins, so an observer within it reads complete meters. A node that is left early
//! is uncounted. A link leads to the next node where timing and outcome decide that node's entry state. A guest whose
//! entry states depend on more tests a link each time ([`Executor::admits`]).

use crate::blocks::{BlockId, Blocks, Insn, Node, NodeId, Timing};

/// The blocks of a guest.
pub type BlocksOf<G> =
    Blocks<<G as Executor>::Insn, <G as Executor>::Timing, <G as Executor>::Extra>;

/// How a block of a guest is left at its end.
pub type OutcomeOf<G> = <<G as Executor>::Timing as Timing>::Outcome;

/// A core of one instruction set while it executes blocks.
pub trait Executor {
    /// An instruction of a block.
    type Insn: Insn;
    /// The timing of a block after one entry state.
    type Timing: Timing;
    /// What is kept of a block beside its instructions.
    type Extra;
    /// Why a node is left before its end, and where.
    type Exit;

    /// The block at the program counter; none where a single step is next.
    fn block(&mut self, blocks: &mut BlocksOf<Self>) -> Option<BlockId>;

    /// The node of block `id` for the present state of the pipeline, and whether a link may lead to it; none where a single
    /// step is next.
    fn node(&mut self, blocks: &mut BlocksOf<Self>, id: BlockId) -> Option<(NodeId, bool)>;

    /// Whether the node that was left, and how, decide the entry state of block `id`, at which the guest is.
    fn decides(
        &mut self,
        blocks: &BlocksOf<Self>,
        left: (NodeId, OutcomeOf<Self>),
        id: BlockId,
    ) -> bool;

    /// Whether the link from node `left` to node `next` holds now.
    #[inline(always)]
    fn admits(&mut self, blocks: &BlocksOf<Self>, left: NodeId, next: NodeId) -> bool {
        let _ = (blocks, left, next);
        true
    }

    /// Counts an execution of node `id`, which begins; none for [`NodeId::NONE`].
    #[inline(always)]
    fn count_entry<'n>(
        &mut self,
        blocks: &'n BlocksOf<Self>,
        id: NodeId,
    ) -> Option<&'n Node<Self::Timing>> {
        blocks.count_entry(id)
    }

    /// Takes an execution of node `id` back, which has not come to its end.
    #[inline(always)]
    fn uncount(&mut self, blocks: &mut BlocksOf<Self>, id: NodeId) {
        blocks.uncount(id);
    }

    /// Executes node `id` in code of the host, if it has any, and the nodes linked behind it. Returns how the last node
    /// ended; `id` is its number then. `None`: the interpreter executes node `id`, which is the first node or the one
    /// that code has reached.
    #[inline(always)]
    fn execute_code(
        &mut self,
        blocks: &BlocksOf<Self>,
        id: &mut NodeId,
    ) -> Option<Result<OutcomeOf<Self>, Self::Exit>> {
        let _ = (blocks, id);
        None
    }

    /// Executes and retires all instructions of a node.
    ///
    /// # Errors
    /// When it is left before its end.
    fn execute(
        &mut self,
        blocks: &BlocksOf<Self>,
        node: (NodeId, &Node<Self::Timing>),
    ) -> Result<OutcomeOf<Self>, Self::Exit>;

    /// Accounts for what was executed of a node that is left before its end.
    fn leave(
        &mut self,
        blocks: &mut BlocksOf<Self>,
        node: NodeId,
        exit: Self::Exit,
    ) -> Rest<OutcomeOf<Self>>;

    /// The slice is over behind a node that was executed.
    fn is_over(&self) -> bool;
}

/// What follows where a node was left before its end.
pub enum Rest<O> {
    /// A single step.
    Step,
    /// Nothing: the slice is over, or work is pending.
    Over,
    /// Another node of its block, from the instruction on at which it was left.
    Node(NodeId),
    /// What follows the node: the guest has executed the rest, or taken a trap, and has accounted for it.
    Done(O),
}

/// Why the loop has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The slice is over, or work is pending.
    Over,
    /// A single step is next.
    Step,
}

/// Executes blocks from the program counter of `guest` on.
#[inline(always)]
pub fn run<G: Executor>(guest: &mut G, blocks: &mut BlocksOf<G>) -> Stopped {
    let mut left = None;
    loop {
        let Some(id) = guest.block(blocks) else {
            return Stopped::Step;
        };
        let from = left.filter(|&left| guest.decides(blocks, left, id));
        let Some((mut id, linkable)) = guest.node(blocks, id) else {
            return Stopped::Step;
        };
        if let Some((from, outcome)) = from
            && linkable
        {
            blocks.link(from, outcome, id);
        }
        loop {
            let done = guest.execute_code(blocks, &mut id);
            let Some(node) = (match done {
                Some(_) => blocks.get_node(id),
                None => guest.count_entry(blocks, id),
            }) else {
                break;
            };
            let done = done.unwrap_or_else(|| guest.execute(blocks, (id, node)));
            let (outcome, next) = match done {
                Ok(outcome) => (outcome, node.next(outcome)),
                Err(exit) => {
                    guest.uncount(blocks, id);
                    match guest.leave(blocks, id, exit) {
                        Rest::Step => return Stopped::Step,
                        Rest::Over => return Stopped::Over,
                        Rest::Node(other) => {
                            id = other;
                            continue;
                        }
                        Rest::Done(outcome) => (outcome, blocks.next(id, outcome)),
                    }
                }
            };
            left = Some((id, outcome));
            if guest.is_over() {
                return Stopped::Over;
            }
            if next != NodeId::NONE && !guest.admits(blocks, id, next) {
                break;
            }
            id = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::Outcome;

    /// An instruction of one byte.
    struct One;

    impl Insn for One {
        fn bytes(&self) -> u32 {
            1
        }
    }

    /// The timing of this many instructions.
    struct Length(usize);

    impl Timing for Length {
        type Outcome = To;

        fn instructions(&self) -> usize {
            self.0
        }
    }

    /// A block is left to this address.
    #[derive(Clone, Copy, Debug)]
    struct To(usize);

    impl Outcome for To {
        type Key = usize;

        fn link(self) -> usize {
            self.0
        }

        fn key(self) -> usize {
            self.0
        }
    }

    /// Blocks of two instructions, which lead to each other in a ring.
    struct Ring {
        blocks: Vec<BlockId>,
        at: usize,
        /// Blocks left to be executed.
        left: usize,
        searches: usize,
        /// From here on each block is left behind its first instruction.
        cut_at: Option<usize>,
        admits: bool,
    }

    impl Executor for Ring {
        type Insn = One;
        type Timing = Length;
        type Extra = ();
        type Exit = usize;

        fn block(&mut self, _: &mut BlocksOf<Self>) -> Option<BlockId> {
            self.searches += 1;
            self.blocks.get(self.at).copied()
        }

        fn node(&mut self, blocks: &mut BlocksOf<Self>, id: BlockId) -> Option<(NodeId, bool)> {
            let node = blocks.node_for(id, 0, |t| t.0 == 2, |_| Some(Length(2)))?;
            Some((node, true))
        }

        fn decides(&mut self, _: &BlocksOf<Self>, _: (NodeId, To), _: BlockId) -> bool {
            true
        }

        fn admits(&mut self, _: &BlocksOf<Self>, _: NodeId, _: NodeId) -> bool {
            self.admits
        }

        fn execute(&mut self, _: &BlocksOf<Self>, _: (NodeId, &Node<Length>)) -> Result<To, usize> {
            if self.cut_at.is_some_and(|n| self.left <= n) {
                return Err(1);
            }
            self.left -= 1;
            self.at = (self.at + 1) % self.blocks.len();
            Ok(To(self.at))
        }

        fn leave(&mut self, blocks: &mut BlocksOf<Self>, node: NodeId, n: usize) -> Rest<To> {
            let id = blocks.at(node).block();
            if let Some(prefix) = blocks.node_for(id, 1, |t| t.0 == n, |_| Some(Length(n))) {
                blocks.execute(prefix);
            }
            Rest::Step
        }

        fn is_over(&self) -> bool {
            self.left == 0
        }
    }

    fn ring(blocks: &mut BlocksOf<Ring>, cut_at: Option<usize>) -> Ring {
        let mut add = |_| blocks.add(vec![One, One], ());
        Ring {
            blocks: (0..3).map(&mut add).collect(),
            at: 0,
            left: 30,
            searches: 0,
            cut_at,
            admits: true,
        }
    }

    /// Executions of all nodes, by how many instructions they have.
    fn executions(blocks: &BlocksOf<Ring>) -> [u64; 3] {
        let mut sum = [0; 3];
        blocks.drain(|_, t, times| sum[t.0] += times);
        sum
    }

    #[test]
    fn links_are_followed_and_each_block_is_searched_for_once() {
        let mut blocks = Blocks::default();
        let mut guest = ring(&mut blocks, None);
        assert_eq!(run(&mut guest, &mut blocks), Stopped::Over);
        // The first block once more, for the link from the last one.
        assert_eq!(guest.searches, 4);
        assert_eq!(executions(&blocks), [0, 0, 30]);
    }

    #[test]
    fn a_link_that_is_not_admitted_is_searched_for() {
        let mut blocks = Blocks::default();
        let mut guest = ring(&mut blocks, None);
        guest.admits = false;
        assert_eq!(run(&mut guest, &mut blocks), Stopped::Over);
        assert_eq!(guest.searches, 30);
        assert_eq!(executions(&blocks), [0, 0, 30]);
    }

    #[test]
    fn a_block_that_is_left_counts_as_its_prefix() {
        let mut blocks = Blocks::default();
        let mut guest = ring(&mut blocks, Some(10));
        assert_eq!(run(&mut guest, &mut blocks), Stopped::Step);
        assert_eq!(executions(&blocks), [0, 1, 20]);
    }
}
