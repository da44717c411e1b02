//! What a core keeps of its code, and when a node gets some.

use crate::memory::Guest;
use crate::translator::Translator;
use std::cell::Cell;
use trueboard_core::cpu::Translate;
use trueboard_engine::blocks::{Blocks, Insn, Node, NodeId, Timing};

/// Code of a core, with the places `F` of what it uses.
pub struct Translation<G: Guest, F> {
    /// The code.
    pub translator: Translator<G>,
    /// Fields of the core.
    pub fields: F,
}

impl<G: Guest, F> Translation<G, F> {
    /// `None` where memory may not be executable.
    #[must_use]
    pub fn new(fields: F) -> Option<Translation<G, F>> {
        Some(Translation {
            translator: Translator::new()?,
            fields,
        })
    }

    /// No code leads to that of another node.
    pub fn unlink(&mut self) {
        self.translator.unlink();
    }

    /// Executions that code has counted become those of their nodes.
    pub fn count<I: Insn, T: Timing, X>(&mut self, blocks: &Blocks<I, T, X>) {
        self.translator
            .drain(|node, times| blocks.executed(blocks.id_at(node), times));
    }

    /// Hands out what [`Translation::count`] would count, and leaves it to that.
    pub fn pending<I: Insn, T: Timing, X>(
        &self,
        blocks: &Blocks<I, T, X>,
        mut to: impl FnMut(NodeId, &Node<T>, u64),
    ) {
        self.translator.pending(|node, times| {
            let id = blocks.id_at(node);
            to(id, blocks.at(id), times);
        });
    }
}

/// Executions of a node before it is translated: translating it costs about as much as they do.
const HOT: u8 = 200;
/// The node was translated, or cannot be.
const TRIED: u8 = HOT + 1;

/// How often a node was executed by its handlers, until it is translated.
#[derive(Clone, Debug, Default)]
pub struct Heat(Cell<u8>);

impl Heat {
    /// The node was executed once more: true if it is to be translated now. It is not tried again.
    #[inline(always)]
    pub fn is_hot(&self, translate: Translate) -> bool {
        let heat = self.0.get();
        if heat == TRIED {
            return false;
        }
        let hot = heat + 1 == HOT || translate == Translate::AtOnce;
        self.0.set(if hot { TRIED } else { heat + 1 });
        hot
    }

    /// It is tried again some executions later.
    pub fn try_again(&self) {
        self.0.set(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_translated_once_unless_it_is_to_be_tried_again() {
        let heat = Heat::default();
        let hot = |executions: u32| (0..executions).filter(|_| heat.is_hot(Translate::default()));
        assert_eq!(hot(u32::from(HOT) - 1).count(), 0);
        assert_eq!(hot(1_000).count(), 1);
        heat.try_again();
        assert_eq!(hot(u32::from(HOT) - 1).count(), 0);
        assert_eq!(hot(1_000).count(), 1);
        let heat = Heat::default();
        assert!(heat.is_hot(Translate::AtOnce));
        assert!(!heat.is_hot(Translate::AtOnce));
    }
}
