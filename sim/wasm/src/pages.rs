//! The allocator of a WebAssembly module. Blocks as large as the memory of a board are whole pages that the engine of
//! the host has just added, which are zero (WebAssembly Core Specification, 4.2.8 and 4.4.7, `memory.grow`) and cost
//! nothing before they are touched. The allocator of the standard library clears them: a GR740, of 256 MiB, is then
//! opened in 0.3 s and not in 0.1.

/// Bytes of a page (WebAssembly Core Specification, 4.2.8).
const PAGE: usize = 64 << 10;

/// Pages that are added before any are used again: 2 GiB, half of what a module can address.
const FRESH: usize = (2 << 30) / PAGE;

/// Where pages come from.
trait Source {
    /// The number of the first of `pages` new pages, which are zero.
    fn grow(&mut self, pages: usize) -> Option<usize>;
}

/// Pages, by numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    first: usize,
    pages: usize,
}

/// Which pages were added, and which of them nothing uses any more.
#[derive(Debug)]
struct Blocks {
    added: usize,
    free: Vec<Block>,
}

impl Blocks {
    const NONE: Blocks = Blocks {
        added: 0,
        free: Vec::new(),
    };

    /// A block of `pages` pages, and whether they are new. Pages that were used are taken once [`FRESH`] were added,
    /// or when the source has no more.
    fn take(&mut self, pages: usize, source: &mut impl Source) -> Option<(Block, bool)> {
        let fits = |b: &Block| b.pages >= pages;
        if (self.added + pages <= FRESH || !self.free.iter().any(fits))
            && let Some(first) = source.grow(pages)
        {
            self.added += pages;
            return Some((Block { first, pages }, true));
        }
        let fitting = self.free.iter().enumerate().filter(|(_, b)| fits(b));
        let (at, _) = fitting.min_by_key(|(_, b)| b.pages)?;
        let block = &mut self.free[at];
        let taken = Block {
            first: block.first,
            pages,
        };
        block.first += pages;
        block.pages -= pages;
        if block.pages == 0 {
            self.free.swap_remove(at);
        }
        Some((taken, false))
    }

    /// Nothing uses `block` any more.
    fn give_back(&mut self, block: Block) {
        let mut block = block;
        // Neighbours become one block.
        while let Some(at) = self
            .free
            .iter()
            .position(|b| b.first + b.pages == block.first || block.first + block.pages == b.first)
        {
            let beside = self.free.swap_remove(at);
            block.first = block.first.min(beside.first);
            block.pages += beside.pages;
        }
        self.free.push(block);
    }
}

#[cfg(target_arch = "wasm32")]
#[allow(
    unsafe_code,
    reason = "an allocator is unsafe to implement; measured: without it a GR740 is opened in three times the time"
)]
mod allocator {
    use super::{Block, Blocks, PAGE, Source};
    use core::arch::wasm32::memory_grow;
    use std::alloc::{GlobalAlloc, Layout, System};
    use std::sync::{Mutex, PoisonError};

    /// Bytes from which on a block has pages of its own.
    const LARGE: usize = 8 << 20;

    /// All blocks of this module.
    static BLOCKS: Mutex<Blocks> = Mutex::new(Blocks::NONE);

    /// Does `work` with the blocks of this module.
    fn with_blocks<T>(work: impl FnOnce(&mut Blocks) -> T) -> T {
        work(&mut BLOCKS.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The memory of the module.
    struct Grown;

    impl Source for Grown {
        fn grow(&mut self, pages: usize) -> Option<usize> {
            let first = memory_grow::<0>(pages);
            (first != usize::MAX).then_some(first)
        }
    }

    struct Allocator;

    #[global_allocator]
    static ALLOCATOR: Allocator = Allocator;

    /// It has pages of its own. Whatever asks for it and gives it back does so with one layout.
    fn is_large(layout: Layout) -> bool {
        layout.size() >= LARGE && layout.align() <= PAGE
    }

    /// A block of whole pages, and whether it is zero.
    fn large(layout: Layout) -> Option<(*mut u8, bool)> {
        let pages = layout.size().div_ceil(PAGE);
        let (block, new) = with_blocks(|blocks| blocks.take(pages, &mut Grown))?;
        Some(((block.first * PAGE) as *mut u8, new))
    }

    // SAFETY: a large block is pages that memory.grow has added for it, or that such a block has given back, and no
    // other block has them (`Blocks`); all else is the standard library's. Which of the two a block is depends on its
    // layout alone, with which it is given back as well.
    unsafe impl GlobalAlloc for Allocator {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            if !is_large(layout) {
                // SAFETY: the caller's contract.
                return unsafe { System.alloc(layout) };
            }
            large(layout).map_or(core::ptr::null_mut(), |(at, _)| at)
        }

        unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
            if !is_large(layout) {
                // SAFETY: the caller's contract.
                return unsafe { System.alloc_zeroed(layout) };
            }
            let Some((at, new)) = large(layout) else {
                return core::ptr::null_mut();
            };
            if !new {
                // SAFETY: the block has at least the size of the layout.
                unsafe { at.write_bytes(0, layout.size()) };
            }
            at
        }

        unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
            if !is_large(layout) {
                // SAFETY: the caller's contract.
                return unsafe { System.dealloc(at, layout) };
            }
            let (first, pages) = (at as usize / PAGE, layout.size().div_ceil(PAGE));
            with_blocks(|blocks| blocks.give_back(Block { first, pages }));
        }

        unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
            // SAFETY: the caller's contract: the size is none that overflows with this alignment.
            let new = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
            if !is_large(layout) && !is_large(new) {
                // SAFETY: the caller's contract.
                return unsafe { System.realloc(at, layout, size) };
            }
            // SAFETY: both blocks have at least the bytes that are copied, and are not one.
            unsafe {
                let to = self.alloc(new);
                if !to.is_null() {
                    at.copy_to_nonoverlapping(to, layout.size().min(size));
                    self.dealloc(at, layout);
                }
                to
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Block, Blocks, FRESH, Source};

    /// Has pages up to a number of them.
    struct Up {
        to: usize,
        at: usize,
    }

    impl Source for Up {
        fn grow(&mut self, pages: usize) -> Option<usize> {
            let first = self.at;
            self.at = first.checked_add(pages).filter(|&end| end <= self.to)?;
            Some(first)
        }
    }

    fn take(blocks: &mut Blocks, pages: usize, source: &mut Up) -> Option<(usize, bool)> {
        let (block, new) = blocks.take(pages, source)?;
        assert_eq!(block.pages, pages);
        Some((block.first, new))
    }

    #[test]
    fn blocks_are_new_while_there_are_pages() {
        let (mut blocks, mut source) = (Blocks::NONE, Up { to: 100, at: 10 });
        assert_eq!(take(&mut blocks, 40, &mut source), Some((10, true)));
        blocks.give_back(Block {
            first: 10,
            pages: 40,
        });
        assert_eq!(take(&mut blocks, 40, &mut source), Some((50, true)));
        // The source has no more: what was given back, in parts.
        source.to = 0;
        assert_eq!(take(&mut blocks, 30, &mut source), Some((10, false)));
        assert_eq!(take(&mut blocks, 11, &mut source), None);
        assert_eq!(take(&mut blocks, 10, &mut source), Some((40, false)));
        assert_eq!(take(&mut blocks, 1, &mut source), None);
    }

    #[test]
    fn neighbours_become_one_block() {
        let (mut blocks, mut source) = (Blocks::NONE, Up { to: 30, at: 0 });
        for first in [0, 10, 20] {
            assert_eq!(take(&mut blocks, 10, &mut source), Some((first, true)));
        }
        for first in [0, 20, 10] {
            blocks.give_back(Block { first, pages: 10 });
        }
        source.to = 0;
        assert_eq!(take(&mut blocks, 30, &mut source), Some((0, false)));
    }

    #[test]
    fn pages_are_used_again_when_many_were_added() {
        let (mut blocks, mut source) = (
            Blocks::NONE,
            Up {
                to: usize::MAX,
                at: 0,
            },
        );
        assert_eq!(take(&mut blocks, FRESH, &mut source), Some((0, true)));
        blocks.give_back(Block {
            first: 0,
            pages: FRESH,
        });
        assert_eq!(take(&mut blocks, 7, &mut source), Some((0, false)));
        // More than is free is added all the same.
        assert_eq!(take(&mut blocks, FRESH, &mut source), Some((FRESH, true)));
    }
}
