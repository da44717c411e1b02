//! Memory that holds code, what code shares with the rest of the program, and the way in: all that is `unsafe`.

use crate::asm::{Asm, Mem, R12, RBP, RBX, RCX, RDI, RDX, Src};
use memmap2::{Mmap, MmapMut};
use std::marker::PhantomData;
use trueboard_core::lane::Lane;
use trueboard_core::time::Clock;
use trueboard_engine::blocks::MOST_NODES;
use trueboard_engine::ops::Registers;

/// Memory that code accesses by itself.
pub struct Direct<'c> {
    /// Its bytes.
    pub bytes: &'c mut [u8],
    /// For each page of 4 KiB a word with a bit for each chunk of 64 bytes, from the lowest one on: stores to it are left
    /// to their handlers.
    pub guard: &'c [u64],
}

/// Bytes that a word of the guard is for.
const GUARDED: usize = 1 << 12;

/// What a core has elsewhere, for code.
pub enum Table<'c> {
    /// Bytes.
    Bytes(&'c mut [u8]),
    /// Words.
    Words(&'c mut [u32]),
}

impl Table<'_> {
    /// Where it begins, and its bytes.
    #[inline(always)]
    fn place(self) -> (*mut u8, usize) {
        match self {
            Table::Bytes(bytes) => (bytes.as_mut_ptr(), bytes.len()),
            Table::Words(words) => (words.as_mut_ptr().cast(), size_of_val(words)),
        }
    }
}

/// A kind of core with translated blocks.
pub trait Guest: Sized {
    /// The core.
    type Core;
    /// What an instruction is executed with.
    type Cx<'a>;
    /// An instruction, with its handler.
    type Insn: Send + Sync + 'static;
    /// The registers that semantics are written on.
    type Machine: Registers;

    /// The memory that code accesses by itself.
    fn memory<'c>(core: &Self::Core, cx: &'c mut Self::Cx<'_>) -> Direct<'c>;

    /// How much of it code accesses: no more while code runs than when it is entered.
    fn accesses_below(core: &Self::Core) -> usize;

    /// Bytes of the core that lie elsewhere, which code reads and changes: as many as they were when it was made.
    fn table(core: &mut Self::Core) -> Table<'_> {
        let _ = core;
        Table::Bytes(&mut [])
    }

    /// The lane of stores, if the core has one.
    fn lane<'c>(cx: &'c mut Self::Cx<'_>) -> Option<&'c mut Lane> {
        let _ = cx;
        None
    }

    /// Floating-point operations of code take numbers of less precision as zeros of their sign.
    const SMALL_NUMBERS_ARE_ZEROS: bool = false;

    /// Executes one instruction by its handler. 0 if the instruction behind it is next.
    fn execute(core: &mut Self::Core, cx: &mut Self::Cx<'_>, insn: &Self::Insn) -> u8;
}

/// Bytes of a piece of memory for code.
const CHUNK: usize = 1 << 18;
/// Pieces at most: more code than that belongs to no program that runs for long.
const MOST_CHUNKS: usize = 256;

/// What code shares with the rest of the program: words of 64 bits, by their offset in bytes.
pub(crate) mod shared {
    use super::MOST_NODES;

    /// The condition codes N Z V C for each value of the flags S Z . A . P . C, without overflow.
    pub const CODES: i32 = 0;
    /// The function that executes an instruction.
    pub const EXECUTE: i32 = 256;
    /// The end of all code.
    pub const LEAVE: i32 = EXECUTE + 8;
    /// How the host's floating-point operations work (MXCSR): for handlers, and behind code, as before it.
    pub const CONTROL: i32 = LEAVE + 8;
    /// The value for code, if it differs.
    pub const CONTROL_OF_CODE: i32 = CONTROL + 4;
    /// How many nodes have executions that were not handed out, and which.
    pub const EXECUTED: i32 = CONTROL + 8;
    pub const FIRST_EXECUTED: i32 = EXECUTED + 8;
    /// Nodes.
    pub const NODES: i32 = (FIRST_EXECUTED + 8 * MOST_NODES as i32 + 127) & !127;
    pub const NODE_BYTES: i32 = 128;
    /// Of a node: its executions, less one.
    pub const COUNT: i32 = 0;
    /// The next code by link: four of them.
    pub const LINKS: i32 = 8;
    /// The next code behind a jump by a register, for each value of bits 3:2 of the target: address and target.
    pub const JUMPS: i32 = 40;
    pub const BYTES: usize = (NODES + NODE_BYTES * MOST_NODES as i32) as usize;
}

/// The place of a word in the shared memory.
pub(crate) fn word(offset: i32) -> usize {
    offset as usize / 8
}

type Enter = unsafe extern "C" fn(
    core: *mut u8,
    cx: *mut u8,
    memory: *mut u8,
    shared: *mut u64,
    at: usize,
    table: *mut u8,
    guard: *const u64,
    lane: *mut Lane,
) -> u32;

/// Memory with code in it.
pub(crate) struct CodeMemory<G> {
    chunks: Vec<Mmap>,
    /// Bytes in use of the last piece.
    used: usize,
    pub shared: Box<[u64]>,
    /// Bytes of the table that code uses.
    pub table: usize,
    /// Code uses the lane.
    pub lane: bool,
    enter: usize,
    /// For cores without one: it is closed.
    no_lane: Box<Lane>,
    guest: PhantomData<fn(G)>,
}

impl<G: Guest> CodeMemory<G> {
    /// `None` where memory may not be executable, and on hosts that code is not made for.
    pub fn new() -> Option<CodeMemory<G>> {
        if !cfg!(all(target_arch = "x86_64", unix)) {
            return None;
        }
        let mut code = CodeMemory {
            chunks: Vec::new(),
            used: CHUNK,
            shared: vec![0; shared::BYTES / 8].into_boxed_slice(),
            table: 0,
            lane: false,
            enter: 0,
            no_lane: Box::new(Lane::new(Clock::new(1))),
            guest: PhantomData,
        };
        code.shared[word(shared::EXECUTE)] = (execute::<G> as *const () as usize) as u64;
        for flags in 0..256 {
            let bit = |n: u64, to: u64| (flags >> n & 1) << to;
            let codes = bit(7, 3) | bit(6, 2) | bit(0, 0);
            code.shared[word(shared::CODES) + flags as usize / 8] |= codes << (8 * (flags % 8));
        }
        // Rounding to nearest, without exceptions, and DAZ.
        code.shared[word(shared::CONTROL)] = 0x1fc0 << 32;
        let (mut asm, leave) = way_in::<G>();
        let leave = asm.place(leave).filter(|_| asm.finish())?;
        code.enter = code.add(&asm.bytes)?;
        code.shared[word(shared::LEAVE)] = (code.enter + leave) as u64;
        Some(code)
    }

    /// Puts code into memory: where it is. `None` if there is no room.
    pub fn add(&mut self, bytes: &[u8]) -> Option<usize> {
        if bytes.len() > CHUNK {
            return None;
        }
        if self.used + bytes.len() > CHUNK {
            if self.chunks.len() == MOST_CHUNKS {
                return None;
            }
            let chunk = MmapMut::map_anon(CHUNK).ok()?;
            self.chunks.push(chunk.make_exec().ok()?);
            self.used = 0;
        }
        let mut chunk = self.chunks.pop()?.make_mut().ok()?;
        chunk[self.used..self.used + bytes.len()].copy_from_slice(bytes);
        let chunk = chunk.make_exec().ok()?;
        let at = chunk.as_ptr() as usize + self.used;
        self.chunks.push(chunk);
        self.used = (self.used + bytes.len() + 15) & !15;
        Some(at)
    }

    /// Executes the code at `at`, an address that [`CodeMemory::add`] gave or one within that code, where a node begins.
    /// `None` if the memory, or the table, is smaller than what code uses of it.
    #[inline(always)]
    pub fn enter(&mut self, at: usize, core: &mut G::Core, cx: &mut G::Cx<'_>) -> Option<u32> {
        let memory = G::memory(core, cx);
        // A double word that begins below does not end behind.
        let below = G::accesses_below(core).next_multiple_of(8);
        if below > memory.bytes.len() || below.div_ceil(GUARDED) > memory.guard.len() {
            return None;
        }
        let (memory, guard) = (memory.bytes.as_mut_ptr(), memory.guard.as_ptr());
        let (table, bytes) = G::table(core).place();
        if self.table > bytes {
            return None;
        }
        let lane = if self.lane { G::lane(cx) } else { None };
        let lane = std::ptr::from_mut(lane.unwrap_or(&mut self.no_lane));
        let (core, cx) = (std::ptr::from_mut(core), std::ptr::from_mut(cx));
        let shared = self.shared.as_mut_ptr();
        // SAFETY: `enter` is the code of `way_in`, of this signature, and `at` is code that `block.rs` has emitted for a
        // `G`. That code accesses the core at offsets of its fields (`Field::of` measures them on one), the shared words
        // by constants within them, fields of the lane likewise, `memory` and `guard` below `accesses_below`, and `table`
        // below `self.table`. It calls
        // `execute::<G>` only, with instructions that the translator keeps. No reference to any of these is used until it
        // returns. The memory of code is executable and not writable while it runs.
        #[allow(unsafe_code)]
        let left = unsafe {
            let enter = std::mem::transmute::<usize, Enter>(self.enter);
            enter(
                core.cast(),
                cx.cast(),
                memory,
                shared,
                at,
                table,
                guard,
                lane,
            )
        };
        Some(left)
    }
}

/// What begins and ends code: saves registers of the host, and sets those that all code uses.
fn way_in<G: Guest>() -> (Asm, crate::asm::Label) {
    const SAVED: [u8; 6] = [RBX, RBP, R12, 13, 14, 15];
    const RSI: u8 = crate::asm::RSI;
    let mut asm = Asm::default();
    let leave = asm.label();
    SAVED.iter().for_each(|&r| asm.push(r));
    // Lane and guard, which the caller has passed behind the return address; the table; what instructions are executed
    // with. The stack is aligned to 16 bytes then.
    let passed = |n: i32| Src::Mem(Mem::At(4, 8 * (SAVED.len() as i32 + 1 + n)));
    asm.push(0);
    asm.mov_64(0, passed(2));
    asm.push(0);
    asm.mov_64(0, passed(2));
    asm.push(0);
    asm.push(9);
    asm.push(RSI);
    asm.mov_64(RBX, Src::Reg(RDI));
    asm.mov_64(R12, Src::Reg(RDX));
    asm.mov_64(RBP, Src::Reg(RCX));
    if G::SMALL_NUMBERS_ARE_ZEROS {
        asm.store_control(Mem::At(RBP, shared::CONTROL));
        asm.load_control(Mem::At(RBP, shared::CONTROL_OF_CODE));
    }
    asm.push(8);
    asm.ret();
    asm.bind(leave);
    if G::SMALL_NUMBERS_ARE_ZEROS {
        asm.load_control(Mem::At(RBP, shared::CONTROL));
    }
    (0..5).for_each(|_| asm.pop(RCX));
    SAVED.iter().rev().for_each(|&r| asm.pop(r));
    asm.ret();
    (asm, leave)
}

/// What instructions are executed with, seen from code.
pub(crate) const CX: Mem = Mem::At(4, 0);
/// The address of the table, seen from code.
pub(crate) const TABLE: Mem = Mem::At(4, 8);
/// The address of the guard.
pub(crate) const GUARD: Mem = Mem::At(4, 16);
/// The address of the lane.
pub(crate) const LANE: Mem = Mem::At(4, 24);

/// Executes an instruction for code.
#[allow(unsafe_code)]
extern "C" fn execute<G: Guest>(
    core: *mut G::Core,
    cx: *mut G::Cx<'static>,
    insn: *const G::Insn,
) -> u32 {
    // SAFETY: `core` and `cx` are those that `CodeMemory::enter` was called with, which nobody else uses while code
    // runs, and `insn` is one that the translator keeps.
    unsafe { G::execute(&mut *core, &mut *cx, &*insn).into() }
}
