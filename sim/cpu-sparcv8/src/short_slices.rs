//! Slices that are too short for blocks: entering blocks costs more there than they spare.

/// Lines of code in which a core continues by single steps, because it spins or its last slice was short.
pub(crate) const STEP_LINES: u32 = 32;
/// A slice of fewer cycles and control transfers is short.
const SHORT_CYCLES: u64 = 256;
const SHORT_TRANSFERS: u8 = 12;

/// Whether slices are short. Derived.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ShortSlices {
    /// The last one was.
    short: bool,
    /// Lines of code that are gone on with before blocks are looked for.
    pub lines: u32,
    /// When the slice began, and how many control transfers were noted by then.
    began: u64,
    noted: u8,
}

impl ShortSlices {
    /// A slice begins in cycle `cycle`, behind so many control transfers, modulo 256.
    #[inline(always)]
    pub fn begin(&mut self, cycle: u64, noted: u8) {
        self.lines = if self.short { STEP_LINES } else { 0 };
        (self.began, self.noted) = (cycle, noted);
    }

    /// It ends; in front of a shared access if the core `synchronises`.
    #[inline(always)]
    pub fn end(&mut self, cycle: u64, noted: u8, synchronises: bool) {
        let transfers = noted.wrapping_sub(self.noted);
        self.short =
            synchronises && transfers < SHORT_TRANSFERS && cycle - self.began < SHORT_CYCLES;
    }
}
