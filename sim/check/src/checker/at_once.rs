//! The fast path of accesses in blocks: most cannot cause a finding, and one test of their shadow proves it. It keeps
//! the data of [`State::on_access`].

use super::state::State;
use trueboard_core::observe::{DynamicEvent, Executed, Looked, Touched};

impl State {
    /// Records the access of a block's instruction at `a`. False, without effect, where the access needs the slow path.
    #[inline]
    pub fn at_once(&mut self, core: u8, insn: &Executed, a: &Touched, seen: &DynamicEvent) -> bool {
        let bytes = usize::from(a.bytes);
        let plain = self.all && a.load != a.store && seen.cache == Looked::Bypassed;
        if !plain || !self.wild.knows(core, seen.address, seen.physical, a.store) {
            return false;
        }
        let Some((page, off)) = self.shadow.known(seen.physical) else {
            return false;
        };
        let mine = match bytes {
            8 if off.is_multiple_of(8) => 0xf,
            1..=4 if off % 4 + bytes <= 4 => ((1u8 << bytes) - 1) << (off % 4),
            _ => return false,
        };
        if a.load {
            let written = seen.held != [0; 8] || page.is_written(off, bytes);
            let words = page.words(off, bytes);
            return written && self.races.loads_at_once(core, insn.pc, words, mine);
        }
        let lock = self.locks_near & State::near(seen.physical) != 0;
        let seq = self.seq.saturating_add(1);
        let words = page.words(off, bytes);
        if lock || !self.races.stores_at_once(core, insn.pc, words, mine, seq) {
            return false;
        }
        self.seq = seq;
        page.write(off, bytes);
        if page.is_code(off) {
            self.overwritten = self.overwritten.wrapping_add(1);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checker::Checker;
    use crate::finding::Finding;
    use crate::kind::Checks;
    use crate::layout::{Area, AreaKind, CoreView, Layout, MemoryView};
    use proptest::prelude::*;
    use trueboard_core::observe::{Observer, RegSet};
    use trueboard_core::time::Tick;

    const DATA: u64 = 0x1000;

    fn checker(at_once: bool) -> Checker {
        let area = |at, end, kind| Area {
            at,
            end,
            kind,
            name: format!("{kind:?}"),
        };
        let core = CoreView {
            ticks: 1,
            lines: (32, 32),
            observed: true,
            ..CoreView::default()
        };
        let layout = Layout {
            memories: vec![MemoryView {
                name: "ram".into(),
                at: 0,
                size: 0x4000,
                writable: true,
            }],
            areas: vec![
                area(DATA - 32, DATA, AreaKind::Constants),
                area(DATA, DATA + 32, AreaKind::Data),
                area(DATA + 32, DATA + 64, AreaKind::Left),
            ],
            cores: vec![core; 3],
            ..Layout::default()
        };
        let mut checker = Checker::new(Checks::ALL, layout, vec![RegSet::NONE; 3], 1000);
        checker.state.all = at_once;
        checker
    }

    /// An access: core, one of a few instructions, kind, place, number of bytes, and whether a byte is not 0.
    type Access = (u8, u64, (bool, bool), u64, u8, bool);

    fn access() -> impl Strategy<Value = Access> {
        let kind = prop_oneof![
            8 => Just((true, false)),
            6 => Just((false, true)),
            1 => Just((true, true)),
        ];
        let bytes = prop_oneof![Just(1u8), Just(2), Just(4), Just(8)];
        (
            0..3u8,
            0..6u64,
            kind,
            DATA - 8..DATA + 72,
            bytes,
            any::<bool>(),
        )
    }

    fn takes_in(checker: &mut Checker, n: u64, access: Access) {
        let (core, place, (load, store), address, bytes, held) = access;
        let a = Touched {
            bytes,
            load,
            store,
            memory: true,
            ..Touched::default()
        };
        let insn = Executed {
            pc: 0x100 + 4 * place,
            bytes: 4,
            access: Some(a),
            ..Executed::default()
        };
        let seen = DynamicEvent {
            at: Tick(n),
            address,
            physical: address,
            held: [held.into(), 0, 0, 0, 0, 0, 0, 0],
            ..DynamicEvent::default()
        };
        let block = checker.block_found(core, &[insn]);
        checker.block_executed(core, Tick(n), block, 1, &[seen]);
    }

    proptest! {
        #[test]
        fn accesses_that_are_not_looked_at_closer_leave_what_those_leave_that_are(
            accesses in prop::collection::vec(access(), 1..200),
        ) {
            let mut checkers = [true, false].map(checker);
            for (n, &access) in (1..).zip(&accesses) {
                checkers.iter_mut().for_each(|c| takes_in(c, n, access));
            }
            let found = checkers.each_ref().map(|c| {
                let found = c.findings(&[0; 3]);
                let found: Vec<Finding> = found.iter().cloned().collect();
                let waiting = [0, 1, 2].map(|core| c.waiting(core));
                (format!("{found:?} {waiting:?}"), c.state.seq)
            });
            let [at_once, closer] = found;
            prop_assert_eq!(at_once, closer);
        }
    }
}
