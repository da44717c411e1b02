//! Issue groups, and what holds for all encodings of an opcode.

use trueboard_core::isa::DataFlow;

/// Issue group (AR, pipeline, tables 8 and 9): decides what pairs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Group {
    /// Integer arithmetic, logic and moves.
    Ialu,
    /// Floating point; in integer mode called IALU2. Sets the FPU's flags.
    Fpu,
    /// Loads and stores, TESTSET.
    LoadStore,
    /// Branches, special registers, system instructions. Never pairs.
    Control,
}

/// What an instruction does with memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Nothing.
    None,
    /// It loads.
    Load,
    /// It stores.
    Store,
    /// Both at once: TESTSET.
    Both,
}

impl Access {
    /// It counts as a load.
    #[must_use]
    pub const fn loads(self) -> bool {
        matches!(self, Self::Load | Self::Both)
    }

    /// It counts as a store.
    #[must_use]
    pub const fn stores(self) -> bool {
        matches!(self, Self::Store | Self::Both)
    }
}

/// The place of an instruction in basic blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockRole {
    /// Anywhere in a block.
    Inside,
    /// At the end of a block: a branch.
    Ends,
    /// In no block: it does more than a block can.
    Outside,
}

/// What holds for all encodings of an opcode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Traits {
    /// What it does with memory.
    pub access: Access,
    /// Bytes of the access, 8 for a pair of registers; 0 without one.
    pub bytes: u8,
    /// Its place in basic blocks.
    pub block: BlockRole,
    /// Bits 7 to 4 are a condition.
    pub conditional: bool,
    /// It writes the return address into LR, which no operand names.
    pub links: bool,
    /// What its result has of its operands, and what it orders.
    pub flow: DataFlow,
}

impl Traits {
    /// Traits of an opcode of this group without further traits in its row.
    #[must_use]
    pub const fn of(group: Group) -> Traits {
        Traits {
            access: Access::None,
            bytes: 0,
            block: match group {
                Group::Control => BlockRole::Outside,
                _ => BlockRole::Inside,
            },
            conditional: false,
            links: false,
            flow: DataFlow::Computes,
        }
    }
}
