//! Machine code of the host in place of the handlers of basic blocks.
//!
//! A node of the engine that was executed often is translated: its semantics from [`lower`](trueboard_engine::lower),
//! its timing and meters from the guest, which writes them with [`Code`]. Code of a node continues with that of the
//! next one by a link, in memory that the [`Translator`] shares with code. An untranslated instruction calls its
//! handler, so code and interpreter agree by construction, and code may be left at any instruction.
//!
//! Where memory may not be executable, and on hosts other than x86-64 with a Unix, there is no translator.

mod asm;
mod block;
mod condition;
mod field;
mod float;
mod lane;
mod memory;
mod moments;
mod noted;
mod places;
mod single;
mod sse;
mod status;
mod translation;
mod translator;
mod uops;
mod values;
mod waits;

#[cfg(test)]
mod tests;

pub use asm::{Cond, Label};
pub use block::{Code, Entries, Fork, Left, Rings, Target, Unlinked};
pub use field::Field;
pub use float::{Conversion, Number, Operand, Rounded};
pub use lane::ByLane;
pub use memory::{Direct, Guest, Table};
pub use noted::{Banks, Noted};
pub use places::{Base, Memo, Place, Places, Window};
pub use single::{SingleFlags, SingleOp};
pub use sse::{Arithmetic, Format};
pub use status::{Flags, Second};
pub use translation::{Heat, Translation};
pub use translator::{TranslatedId, Translator};
pub use waits::Wait;
