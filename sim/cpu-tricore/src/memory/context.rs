//! Context save areas: 16 words at a multiple of 64.
//!
//! In the own data scratchpad they take no more than the instruction itself. Elsewhere they are
//! moved in double words, or through the data cache in lines.

use super::data::meter_store_stall;
use super::params::LINE;
use super::place::Place;
use super::protect::{DSTR_SRE, Want};
use super::{Access, Fault, MemSide};
use crate::meters::Meter;
use crate::tally::Tally;
use trueboard_core::bus::Op;
use trueboard_core::cpu::RunCx;

/// Bytes of a context save area.
pub const CSA: u32 = 64;

/// The words of a context save area.
pub type Context = [u32; 16];

impl MemSide {
    /// Writes a context to `a.va`; `a.bytes` is not used. Answers the stall cycles.
    ///
    /// # Errors
    /// See [`Fault`].
    #[inline]
    pub fn save_context(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        a: Access,
        words: &Context,
    ) -> Result<u64, Fault> {
        let mut bytes = [0; CSA as usize];
        for (to, word) in bytes.chunks_exact_mut(4).zip(words) {
            to.copy_from_slice(&word.to_le_bytes());
        }
        let (mem, off, stall) = self.context(cx, tally, a, true)?;
        cx.mem.put(mem, off, bytes);
        Ok(stall)
    }

    /// Reads a context from `a.va`; `a.bytes` is not used. Answers it and the stall cycles.
    ///
    /// # Errors
    /// See [`Fault`].
    #[inline]
    pub fn load_context(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        a: Access,
    ) -> Result<(Context, u64), Fault> {
        let (mem, off, stall) = self.context(cx, tally, a, false)?;
        self.note_read(
            cx,
            &Access {
                bytes: CSA as u8,
                ..a
            },
        );
        let bytes: [u8; CSA as usize] = cx.mem.region(mem).get(off);
        let mut words = [0; 16];
        for (word, from) in words.iter_mut().zip(bytes.chunks_exact(4)) {
            *word = u32::from_le_bytes(from.try_into().unwrap_or_default());
        }
        Ok((words, stall))
    }

    /// Writes `words` to the free context at `a.va`; answers the link that it had, to the next free one,
    /// and the stall cycles. As the rest of a context the link is moved by the hardware: protection
    /// ranges are for what programs load and store.
    ///
    /// # Errors
    /// See [`Fault`].
    #[inline]
    pub fn take_free(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        a: Access,
        words: &Context,
    ) -> Result<(u32, u64), Fault> {
        if self.own_data(a.va, 8).is_none() {
            // The link must not be read, and counted, before it is the whole context's turn.
            self.shared_turn(a.cycle)?;
        }
        let protected = std::mem::take(&mut self.protected);
        let link = self.load_link(cx, tally, a);
        self.protected = protected;
        let (next, read) = link?;
        let wrote = self.save_context(cx, tally, a, words)?;
        Ok((next as u32, read + wrote))
    }

    /// Writes the link of the context at `a.va`; see [`MemSide::take_free`].
    ///
    /// # Errors
    /// See [`Fault`].
    #[inline]
    pub fn store_link(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        a: Access,
        link: u32,
    ) -> Result<u64, Fault> {
        let protected = std::mem::take(&mut self.protected);
        let stall = self.store(cx, tally, a, link.into());
        self.protected = protected;
        stall
    }

    /// Memory, offset and stall of a context access.
    #[inline]
    fn context(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        a: Access,
        store: bool,
    ) -> Result<(usize, usize, u64), Fault> {
        if a.va & (CSA - 1) == 0
            && let Some((mem, off)) = self.own_data(a.va, 8)
        {
            return Ok((mem, off, 0));
        }
        self.context_elsewhere(cx, tally, a, store)
    }

    #[inline(never)]
    fn context_elsewhere(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        a: Access,
        store: bool,
    ) -> Result<(usize, usize, u64), Fault> {
        self.aligned(a.va, CSA)?;
        let want = if store { Want::Write } else { Want::Read };
        match self.place(cx.mem, a.va, CSA) {
            Place::Own { mem, off } => {
                let op = if store { Op::Write } else { Op::Read };
                self.meet_own(cx, op, &a, CSA as u16);
                Ok((mem, off, 0))
            }
            Place::Memory { mem, off, pa } => {
                if store {
                    self.may_write(cx, Op::Write, &a, (mem, off, pa))?;
                }
                self.shared_turn(a.cycle)?;
                let shared = std::mem::replace(&mut self.limits.shared, u64::MAX);
                let stall = self.move_context(cx, tally, a, (mem, pa), want);
                self.limits.shared = shared;
                let stall = stall?;
                match store {
                    true => meter_store_stall(tally, stall),
                    false => tally.add(Meter::DmemStall, stall),
                }
                Ok((mem, off, stall))
            }
            Place::Beyond => Err(self.load_error(DSTR_SRE, a.va)),
            Place::Window { .. } | Place::Other { .. } => Err(self.context_error(a.va)),
        }
    }

    /// Moves the parts of a context one after the other; answers the stall of all.
    fn move_context(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        a: Access,
        (mem, pa): (usize, u32),
        want: Want,
    ) -> Result<u64, Fault> {
        let store = want == Want::Write;
        let cached = self.goes_cached(a.va, store);
        let step = if cached { LINE } else { 8 };
        let mut stall = 0;
        for off in (0..CSA).step_by(step as usize) {
            let part = Access {
                va: a.va + off,
                bytes: 8,
                cycle: a.cycle + stall,
                ..a
            };
            stall += if cached {
                self.cached(cx, tally, &part, (mem, pa + off), store)?
            } else if store {
                self.drop_line(pa + off);
                self.post(cx, (mem, pa + off, 8), a.pc, part.cycle)
            } else {
                self.read(cx, &part, (mem, pa + off))? + 1
            };
        }
        Ok(stall)
    }
}
