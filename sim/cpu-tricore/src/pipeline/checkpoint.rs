//! The state of the pipes put back after an instruction that costs nothing.

use super::branch::Looping;
use super::predict::Remembered;
use super::{ISSUED, Pipe, REGISTERS, UNITS};

/// Defines what is kept of the pipes: these fields, and what was learnt of jumps at one address. A field of [`Pipe`] that
/// is not listed does not compile.
macro_rules! checkpoint {
    ($($field:ident: $type:ty,)*) => {
        /// All that the instruction at one address can change of the pipes.
        #[derive(Clone, Debug)]
        pub struct PipeCheckpoint {
            learnt: Remembered,
            $($field: $type,)*
        }

        impl Pipe {
            /// The state before the instruction at `pc`.
            #[must_use]
            pub fn checkpoint(&self, pc: u32) -> PipeCheckpoint {
                let &Pipe { params: _, classes: _, ref predictor, $($field,)* } = self;
                PipeCheckpoint { learnt: predictor.remembered(pc), $($field,)* }
            }

            /// Puts the state before an instruction back.
            pub fn go_back(&mut self, before: PipeCheckpoint) {
                self.predictor.put_back(before.learnt);
                $(self.$field = before.$field;)*
            }
        }
    };
}

checkpoint! {
    cycle: u64,
    next: u64,
    group: u8,
    closed: bool,
    group_writes: u32,
    held: u64,
    ready: [u64; REGISTERS],
    last_busy: u64,
    waiting: u32,
    from_mac: u32,
    unit_free: [u64; UNITS],
    fetched: u64,
    issued: [u64; ISSUED],
    issued_next: u8,
    looping: Looping,
    groups: u64,
    multi: u64,
}
