//! How deep stacks go, and whether they leave their bounds.
//!
//! A stack is bounded by a symbol that the board knows ([`StackView`](crate::StackView)), by the data object in which
//! the stack pointer lies, or else by what lies below it. Cores with stacks in one object share it: each ends where the
//! next one begins. A stack pointer that is computed from the old one and passes the bound has left the stack. One that
//! comes from elsewhere belongs to another task. Without a symbol or object, a stack is its used part. A pointer from
//! elsewhere to below this part is another stack; a pointer back into it is this stack again, on any core.

use crate::layout::Layout;

/// The smallest object that is a stack.
const SMALLEST: u64 = 128;
/// How far above the first stack pointer of a stack its top may be.
const FRAME: u64 = 4096;

/// Use of a stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackUse {
    /// The core that used it first.
    pub core: u8,
    /// The symbol, or what lies below.
    pub name: String,
    /// Its lowest address.
    pub at: u64,
    /// The address behind its highest.
    pub end: u64,
    /// The lowest stack pointer.
    pub low: u64,
    /// Its bounds come from a symbol.
    pub bounded: bool,
    /// The address that its end cannot pass.
    limit: u64,
}

/// All stacks.
#[derive(Default)]
pub struct Stack {
    uses: Vec<StackUse>,
    /// By core: the stack pointer, and its stack.
    cores: Vec<(u64, Option<usize>)>,
}

impl Stack {
    /// Of so many cores.
    pub fn new(cores: usize) -> Stack {
        Stack {
            uses: Vec::new(),
            cores: vec![(0, None); cores],
        }
    }

    /// All that were used.
    pub fn uses(&self) -> &[StackUse] {
        &self.uses
    }

    /// The stack that `sp` enters from elsewhere.
    fn find(&self, sp: u64) -> Option<usize> {
        self.uses.iter().position(|u| u.reaches(sp))
    }

    /// `pa` lies in a stack.
    pub fn holds(&self, pa: u64) -> bool {
        self.uses.iter().any(|u| pa >= u.low && pa < u.end)
    }

    /// Records the stack pointer of `core`; `sp_from_sp`: it was computed from the old one. Returns the number of bytes
    /// by which it is outside of its stack.
    #[inline]
    pub fn moved(&mut self, core: u8, sp: u64, sp_from_sp: bool, layout: &Layout) -> Option<u64> {
        let &(last, current) = self.cores.get(usize::from(core))?;
        if sp == last {
            return None;
        }
        self.to(core, (last, sp), sp_from_sp, current, layout)
    }

    fn to(
        &mut self,
        core: u8,
        (last, sp): (u64, u64),
        sp_from_sp: bool,
        current: Option<usize>,
        layout: &Layout,
    ) -> Option<u64> {
        let place = self.cores.get_mut(usize::from(core))?;
        place.0 = sp;
        if let Some(u) = current.and_then(|i| self.uses.get_mut(i)) {
            // A pointer from elsewhere to the very end is the top of the memory below.
            let within = match u.bounded || sp_from_sp || last >= sp && last - sp <= FRAME {
                true => sp > u.at || sp == u.at && sp_from_sp,
                false => sp >= u.low,
            };
            if sp <= u.end && (within || sp >= u.low && !sp_from_sp && sp < u.at) {
                u.low = u.low.min(sp);
                return None;
            }
            if sp_from_sp && sp < u.at {
                let beyond = u.at - sp;
                u.low = u.low.min(sp);
                // On its way back it is out there still, but goes no further.
                return (sp < last).then_some(beyond);
            }
            // Below address 0 are the highest ones.
            if sp_from_sp && sp > u.end && layout.memory(sp - 1).is_none() {
                return Some(u64::from((u.at as u32).wrapping_sub(sp as u32)));
            }
            // The first stack pointer was not the top: a caller's frame lies above it.
            if sp > u.end && sp <= u.limit && sp - u.end <= FRAME {
                u.end = sp;
                return None;
            }
        }
        layout.memory(sp.checked_sub(1)?)?;
        let found = match self.find(sp) {
            // Another core's stack in this object: divide it. Its used part stays one stack.
            Some(i) if self.uses[i].core != core && sp < self.uses[i].low => {
                self.add(core, sp, layout)
            }
            Some(i) => {
                self.uses[i].low = self.uses[i].low.min(sp);
                i
            }
            None => self.add(core, sp, layout),
        };
        if let Some(place) = self.cores.get_mut(usize::from(core)) {
            place.1 = Some(found);
        }
        None
    }

    fn add(&mut self, core: u8, sp: u64, layout: &Layout) -> usize {
        let known = layout.stacks.iter().find(|s| sp > s.at && sp <= s.end);
        let object = || {
            let o = layout
                .object(sp.checked_sub(1)?)
                .filter(|o| o.1 - o.0 >= SMALLEST)?;
            Some((o.0, o.1, o.2.clone()))
        };
        let named = known.map(|s| (s.at, s.end, s.name.clone())).or_else(object);
        let (at, end, name, bounded) = match named {
            Some((at, end, name)) => (at, end, name, true),
            None => {
                let below = layout.areas.iter().filter(|a| a.end <= sp);
                let memory = layout.memory(sp.saturating_sub(1)).map_or(0, |m| m.at);
                let below = below.filter(|a| a.at >= memory).max_by_key(|a| a.end);
                let name =
                    below.map_or("memory".to_owned(), |a| format!("memory behind {}", a.name));
                (below.map_or(memory, |a| a.end), sp, name, false)
            }
        };
        // A stack pointer that was made in several steps, or never used, has begun no stack.
        let unused = |u: &StackUse| !u.bounded && u.core == core && u.used() == 0;
        let unused = self.uses.iter().position(unused);
        // In an object of several stacks each ends where the next one begins, as do those in memory without objects.
        let mut at = at;
        let others = self.uses.iter_mut().enumerate();
        let others = others.filter(|(i, u)| {
            Some(*i) != unused && u.name == name && (u.core != core || !u.bounded)
        });
        for (_, u) in others {
            if u.top() < sp {
                at = at.max(u.top());
            } else if u.at < sp && sp <= u.low {
                u.at = sp;
            }
        }
        let new = StackUse {
            core,
            name,
            at,
            end: if known.is_some() { end } else { sp },
            low: sp,
            bounded,
            limit: if bounded {
                end
            } else {
                sp.saturating_add(FRAME)
            },
        };
        let place = unused.unwrap_or(self.uses.len());
        match self.uses.get_mut(place) {
            Some(u) => *u = new,
            None => self.uses.push(new),
        }
        place
    }
}

impl StackUse {
    fn top(&self) -> u64 {
        self.end
    }

    /// A stack pointer at `sp` belongs to it.
    fn reaches(&self, sp: u64) -> bool {
        // What has left its bounds is not all in between.
        let bottom = match self.bounded {
            true => sp > self.at,
            false => sp >= self.low,
        };
        bottom && sp <= self.end
    }

    /// Bytes that were used at most.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.end.saturating_sub(self.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{MemoryView, StackView};

    fn layout() -> Layout {
        Layout {
            memories: vec![MemoryView {
                name: "sdram".into(),
                at: 0,
                size: 0x1_0000,
                writable: true,
            }],
            stacks: vec![StackView {
                at: 0x1000,
                end: 0x2000,
                name: "stack".into(),
            }],
            ..Layout::default()
        }
    }

    #[test]
    fn a_stack_that_leaves_its_bounds_is_noticed() {
        let layout = layout();
        let mut stack = Stack::new(1);
        assert_eq!(stack.moved(0, 0x2000, false, &layout), None);
        assert_eq!(stack.moved(0, 0x1800, true, &layout), None);
        assert_eq!(stack.moved(0, 0xff0, true, &layout), Some(0x10));
        assert_eq!(stack.moved(0, 0xf00, true, &layout), Some(0x100));
        assert_eq!(stack.moved(0, 0xff0, true, &layout), None);
        assert_eq!(stack.moved(0, 0x1800, true, &layout), None);
    }

    /// Memory behind the sections, in which no symbol and no object is a stack.
    fn bare() -> Layout {
        Layout {
            stacks: Vec::new(),
            ..layout()
        }
    }

    #[test]
    fn cores_with_stacks_behind_the_sections_do_not_take_them_from_each_other() {
        let layout = bare();
        let mut stack = Stack::new(2);
        // The boot monitor's, then one that is made in two steps.
        for sp in [0xffc0, 0x2000, 0x4000] {
            assert_eq!(stack.moved(0, sp, false, &layout), None);
            assert_eq!(stack.moved(1, sp - 0x1000, false, &layout), None);
        }
        for sp in [0x3fa0, 0x3f00, 0x3e00] {
            assert_eq!(stack.moved(0, sp, true, &layout), None);
            assert_eq!(stack.moved(1, sp - 0x1000, true, &layout), None);
        }
        let used: Vec<u64> = stack.uses().iter().map(StackUse::used).collect();
        assert_eq!(used.iter().filter(|&&n| n != 0).count(), 2, "{used:?}");
        assert_eq!(used.iter().max(), Some(&0x200));
        // The upper one grows into the lower one.
        assert_eq!(stack.moved(0, 0x2ff0, true, &layout), Some(0x10));
    }

    #[test]
    fn tasks_that_change_cores_keep_their_stacks() {
        let layout = layout();
        for layout in [layout, bare()] {
            let mut stack = Stack::new(2);
            // A task on core 0 that continues on core 1 at its position, and then goes deeper on core 0 again.
            for (core, sp, sp_from_sp) in [
                (0, 0x1f00, false),
                (0, 0x1e00, true),
                (0, 0x1700, false),
                (1, 0x1e00, false),
                (1, 0x1d00, true),
                (0, 0x1d00, false),
                (0, 0x1c00, true),
            ] {
                assert_eq!(stack.moved(core, sp, sp_from_sp, &layout), None, "{sp:#x}");
            }
        }
    }

    #[test]
    fn a_stack_below_one_that_has_overflowed_into_it_is_another_one() {
        let mut layout = layout();
        layout.stacks.push(StackView {
            at: 0x800,
            end: 0x1000,
            name: "interrupts".into(),
        });
        let mut stack = Stack::new(1);
        // A window that was never used.
        assert_eq!(stack.moved(0, 8, false, &layout), None);
        assert_eq!(stack.moved(0, 0, false, &layout), None);
        stack.moved(0, 0x1800, false, &layout);
        assert_eq!(stack.moved(0, 0xc00, true, &layout), Some(0x400));
        // The handler of an interrupt, on its own stack, which it leaves too.
        assert_eq!(stack.moved(0, 0x1000, false, &layout), None);
        assert_eq!(stack.moved(0, 0x700, true, &layout), Some(0x100));
    }

    #[test]
    fn a_frame_of_more_than_lies_below_is_noticed() {
        let layout = layout();
        let mut stack = Stack::new(1);
        stack.moved(0, 0x1800, false, &layout);
        // The stack pointer has wrapped around.
        assert_eq!(stack.moved(0, 0xffff_f000, true, &layout), Some(0x2000));
        assert_eq!(stack.moved(0, 0x1800, true, &layout), None);
    }
}
