//! Names of functions by address, the latest ones at hand: the calls and returns of a program come
//! from few places, and a look-up among all symbols takes longer than writing the event.

use crate::context::TraceContext;

/// Places; a power of two.
const ROOM: usize = 1024;

/// See the module.
#[derive(Default)]
pub(super) struct Names {
    latest: Vec<Option<Place>>,
}

struct Place {
    core: u8,
    addr: u64,
    name: Box<str>,
}

impl Names {
    /// As [`TraceContext::function`].
    pub(super) fn function(&mut self, cx: &TraceContext, core: u8, addr: u64) -> &str {
        if self.latest.is_empty() {
            self.latest.resize_with(ROOM, || None);
        }
        let place = &mut self.latest[(addr >> 1) as usize % ROOM];
        if place
            .as_ref()
            .is_some_and(|p| (p.core, p.addr) != (core, addr))
        {
            *place = None;
        }
        &place
            .get_or_insert_with(|| Place {
                core,
                addr,
                name: cx.function(core, addr).into(),
            })
            .name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Symbols;
    use std::sync::Arc;

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
            assert_eq!(names.function(&cx, 0, 0x1000), "zero");
            assert_eq!(names.function(&cx, 1, 0x1000), "one");
            // The same place in the table.
            assert_eq!(names.function(&cx, 1, 0x10_1000), "0x101000");
        }
    }
}
