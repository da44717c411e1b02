//! Names of functions by address, with the latest ones cached. Calls and returns of a program come from few places, and
//! a look-up among all symbols takes longer than writing the event.

use crate::context::TraceContext;

/// Places; a power of two.
const ROOM: usize = 1024;

/// See the module.
#[derive(Default)]
pub(super) struct Names {
    /// None, or as many as there is room for: one stands in for those not yet looked up.
    latest: Vec<Place>,
}

#[derive(Clone)]
struct Place {
    core: u8,
    addr: u64,
    /// Without zeros, and a zero behind it.
    name: Box<[u8]>,
}

impl Names {
    /// [`TraceContext::function`], ready for an event.
    pub(super) fn function(&mut self, cx: &TraceContext, core: u8, addr: u64) -> &[u8] {
        let at = (addr >> 1) as usize % ROOM;
        if !matches!(self.latest.get(at), Some(p) if (p.core, p.addr) == (core, addr)) {
            self.look_up(cx, core, addr, at);
        }
        self.latest.get(at).map_or(b"\0", |p| &p.name)
    }

    #[cold]
    #[inline(never)]
    fn look_up(&mut self, cx: &TraceContext, core: u8, addr: u64, at: usize) {
        let name = zero_ended(&cx.function(core, addr));
        let place = Place { core, addr, name };
        if self.latest.is_empty() {
            self.latest = vec![place; ROOM];
        } else if let Some(old) = self.latest.get_mut(at) {
            *old = place;
        }
    }
}

/// A text as CTF has it: ended by a zero, which cannot be in it.
fn zero_ended(text: &str) -> Box<[u8]> {
    text.bytes().filter(|&b| b != 0).chain([0]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use trueboard_analyses::Symbols;

    struct ByCore;

    impl Symbols for ByCore {
        fn function(&self, core: u8, addr: u64) -> Option<(&str, u64)> {
            (addr < 0x10_0000).then_some((if core == 0 { "zero" } else { "one" }, 0))
        }
    }

    #[test]
    fn names_are_those_of_the_core_and_the_address() {
        let mut cx = TraceContext::bare("demo", 1, 2);
        cx.symbols = Arc::new(ByCore);
        let mut names = Names::default();
        for _ in 0..2 {
            assert_eq!(names.function(&cx, 0, 0x1000), b"zero\0");
            assert_eq!(names.function(&cx, 1, 0x1000), b"one\0");
            // An equal place in the table.
            assert_eq!(names.function(&cx, 1, 0x10_1000), b"0x101000\0");
        }
    }
}
