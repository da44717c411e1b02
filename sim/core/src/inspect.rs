//! [`Inspect`]: the view of a core for debuggers, crash messages and reports.

use crate::cpu::{Handling, LoaderWords, Past, RegName, Scene, Standstill};
use crate::mem::Memory;
use crate::observe::{RegSet, Registers};
use crate::uarch::cache::Cache;

/// What a core is to debuggers, crash messages and checks. None of it is needed to run.
pub trait Inspect {
    /// Its caches with their names, for inspection.
    fn caches(&self) -> Vec<(&'static str, &Cache)> {
        Vec::new()
    }

    /// Takes the line of `pa` out of the cache of data, or of fetched instructions, because its parity is wrong; false
    /// where that cache has it not, or knows no parity. The next transfer of the line reports it.
    fn inject_tag_error(&mut self, fetched: bool, pa: u64) -> bool {
        let _ = (fetched, pa);
        false
    }

    /// The instruction it will execute next.
    fn pc(&self) -> u64;

    /// The next instruction to execute, or `None` when a trap or an annulled delay slot comes first. Breakpoints test
    /// it.
    fn next_instruction(&self) -> Option<u64> {
        Some(self.pc())
    }

    /// It checks [`RunCx::armed`](crate::cpu::RunCx::armed); a core that does not goes one instruction at a time where there are
    /// breakpoints or watchpoints.
    fn checks_stops(&self) -> bool {
        false
    }

    /// Its breakpoints are at these addresses, sorted. They are no state.
    fn set_breakpoints(&mut self, addresses: &[u64]) {
        let _ = addresses;
    }

    /// Whether it is at a breakpoint between two instructions of a cycle, so the second one will execute in the cycle
    /// of the first. This belongs to a stop, not to the state of the run.
    fn stands_between(&self) -> bool {
        false
    }

    /// Sets [`Inspect::stands_between`].
    fn stand_between(&mut self, between: bool) {
        let _ = between;
    }

    /// From now on it calls [`Memory::note_read`] for each of its loads, or no more. That is no state.
    fn watch_reads(&mut self, watched: bool) {
        let _ = watched;
    }

    /// Where a debugger finds address `va`; `None` when it is not mapped. Nothing changes.
    fn physical(&self, va: u64, mem: &Memory) -> Option<u64> {
        let _ = mem;
        Some(va)
    }

    /// What belongs into memory but is still in registers, as (address, bytes): the frames of
    /// callers, on processors with register windows.
    fn frames_in_registers(&self) -> Vec<(u64, Vec<u8>)> {
        Vec::new()
    }

    /// Data that a loader passes to the program in memory.
    fn left_by_loader(&self) -> Vec<LoaderWords> {
        Vec::new()
    }

    /// The address, as the core has it, at which it begins when it is started, if that is not the
    /// entry of its image.
    fn start_vector(&self) -> Option<u64> {
        None
    }

    /// The core executes a jump to itself.
    fn standstill(&self, mem: &Memory) -> Option<Standstill> {
        let _ = mem;
        None
    }

    /// Nothing in the core but its instructions changes its state, and no interrupt will come from inside: no
    /// timer that may interrupt counts, no DMA channel is at work.
    fn is_quiet(&self) -> bool {
        false
    }

    /// All that instructions can see of its registers, for comparison with itself at another time.
    fn visible_state(&self) -> Vec<u8> {
        let values = (0..self.registers().len()).map(|i| self.get(i));
        values.flat_map(u64::to_le_bytes).collect()
    }

    /// Registers with values of a loader, as in [`Executed`](crate::observe::Executed).
    fn holding(&self) -> RegSet {
        RegSet::NONE
    }

    /// Bytes in a line of its instruction cache, and of its data cache; 0 without one.
    fn line_bytes(&self) -> (u64, u64) {
        (0, 0)
    }

    /// The name of the register at `place` of a [`RegSet`].
    fn register_name(&self, place: usize) -> String {
        format!("register {place}")
    }

    /// What it does while it is idle, if that is not to wait for an interrupt: for messages.
    fn idles(&self) -> Option<&'static str> {
        None
    }

    /// Of a core that is its own tracer: the cycles in which it read its clock for the records that it wrote, in their
    /// order. Firmware that traces is seen from outside.
    fn stamped(&self) -> &[u64] {
        &[]
    }

    /// The traps that the program is handling and has not come back from, the outermost first: for
    /// messages about programs that give up in a handler.
    fn handling(&self) -> Vec<Handling> {
        Vec::new()
    }

    /// Registers and calls where the last of [`Inspect::handling`] was raised, or at the core's current place if there
    /// is none.
    fn scene(&self, mem: &Memory) -> Scene {
        let _ = mem;
        let registers = self.registers().iter().enumerate();
        Scene {
            registers: registers.map(|(i, r)| (r.name, self.get(i))).collect(),
            calls: Vec::new(),
        }
    }

    /// The last instructions executed, oldest first, for crash messages; what was annulled or interrupted
    /// is left out.
    fn history(&self) -> Vec<Past>;

    /// Its registers, in the order of a debugger.
    fn registers(&self) -> &'static [RegName];

    /// The value of register number `i`.
    fn get(&self, i: usize) -> u64;

    /// Sets register number `i`.
    fn set(&mut self, i: usize, value: u64);

    /// The text of the instruction word at `pc`, and its length in bytes.
    fn disasm(&self, pc: u64, bytes: &[u8]) -> (String, usize);

    /// Whether the instruction word is a conditional branch with metered outcomes.
    fn is_conditional(&self, bytes: &[u8]) -> bool {
        let _ = bytes;
        false
    }
}

impl<T: Inspect> Registers for T {
    fn each(&self, see: &mut dyn FnMut(usize, &'static str, u64)) {
        for (i, register) in self.registers().iter().enumerate() {
            see(i, register.name, self.get(i));
        }
    }

    fn instruction<'m>(&self, pc: u64, memory: &'m Memory) -> Option<(&'m [u8], String)> {
        let pa = self.physical(pc, memory)?;
        let bytes = memory.peek(pa, 4).or_else(|| memory.peek(pa, 2))?;
        let (text, length) = self.disasm(pc, bytes);
        Some((bytes.get(..length)?, text))
    }
}
