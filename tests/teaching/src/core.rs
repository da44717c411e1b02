//! The core: an instruction takes a cycle, and one more where control goes elsewhere. Memory answers at once.

use crate::blocks::{Blocks, Entry, Ready};
use crate::exec::{Flow, Port, Registers, execute};
use crate::isa::{Class, Decoded, Op, Reg};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::{self, Txn};
use trueboard_core::cpu::{ErrorStop, RunCx, Stop};
use trueboard_core::fact::FactKind;
use trueboard_core::mem::Memory;
use trueboard_core::time::{Clock, Tick};
use trueboard_engine::common::{Activity, Common};
use trueboard_engine::derived::Derived;
use trueboard_engine::guest::{Guest, Step};
use trueboard_engine::history::History;
use trueboard_engine::pages::{CodePages, code_bytes};

trueboard_core::core_meters! {
    /// What an RV32I core counts.
    pub enum Meter {
        IssueCycles = "issue_cycles", Cycles, "Cycles in which an instruction was issued: one each.";
        BranchStalls = "branch_stall_cycles", Cycles, "Cycles lost to control transfers beyond their issue cycle.";
        Loads = "loads", Count, "Load instructions completed.";
        Stores = "stores", Count, "Store instructions completed.";
    }
    /// The meters of an RV32I core.
    pub static METERS of "RV32I core";
    stack { IssueCycles BranchStalls }
    executed { Instructions }
    changes { Stores }
}

/// What is counted and not yet in the board's bank.
pub type Counts = [u64; Meter::COUNT];

/// Counts `times` executions of `insn`.
pub fn count(insn: &Decoded, times: u64, counts: &mut Counts) {
    counts[Meter::Instructions as usize] += times;
    counts[Meter::IssueCycles as usize] += times;
    match insn.op.class() {
        Class::Load => counts[Meter::Loads as usize] += times,
        Class::Store => counts[Meter::Stores as usize] += times,
        _ => {}
    }
}

/// An RV32I core without privileged modes: ECALL and EBREAK are served by the host.
#[derive(Clone, Serialize, Deserialize)]
pub struct Rv32 {
    pub(crate) common: Common,
    pub(crate) activity: Activity,
    pub(crate) x: Registers,
    pub(crate) pc: u32,
    pub(crate) cycle: u64,
    pub(crate) history: History,
    pub(crate) counts: Counts,
    pub(crate) metered: u64,
    pub(crate) code: CodePages<Entry, 1024>,
    #[serde(skip)]
    pub(crate) blocks: Derived<Blocks>,
    #[serde(skip)]
    pub(crate) until: u64,
    /// The code log has new entries, or the slice ends.
    #[serde(skip)]
    pub(crate) pending: bool,
    /// Where the last single step loaded or stored, and how many bytes.
    #[serde(skip)]
    pub(crate) accessed: Option<(u32, u8)>,
}

impl Rv32 {
    /// A core as after reset, held until it is started.
    pub fn new(id: u8, clock: Clock) -> Rv32 {
        Rv32 {
            common: Common::new(id, clock),
            activity: Activity::held(),
            x: Registers::default(),
            pc: 0,
            cycle: 0,
            history: History::default(),
            counts: [0; Meter::COUNT],
            metered: 0,
            code: CodePages::default(),
            blocks: Derived::default(),
            until: 0,
            pending: false,
            accessed: None,
        }
    }

    pub(crate) fn begin_at(&mut self, pc: u32) {
        self.pc = pc & !3;
        self.history.note(self.pc, self.pc);
    }

    /// Decodes the instruction at `pa`, in the current page; false where there is no memory.
    pub(crate) fn decode(&mut self, pa: u32, mem: &mut Memory) -> bool {
        let Some(bytes) = code_bytes(pa.into(), mem) else {
            return false;
        };
        let insn = Decoded::of(u32::from_le_bytes(bytes));
        let at = u64::from(pa);
        let marked = self.common.zero_cost.contains(at) || self.common.breakpoints.contains(at);
        let ready = if marked { Ready::Marked } else { Ready::Yes };
        *self.code.current.at_mut(at) = Entry::of(insn, ready);
        true
    }

    /// Continues behind `insn`, the one at the program counter, which has taken its cycle; returns the trace event.
    #[inline(always)]
    pub(crate) fn goes_on(&mut self, insn: &Decoded, flow: Flow) -> Option<FactKind> {
        let pc = self.pc;
        let Flow::To(to) = flow else {
            self.pc = pc.wrapping_add(4);
            return None;
        };
        self.pc = to;
        self.cycle += 1;
        self.counts[Meter::BranchStalls as usize] += 1;
        self.history.note(pc, to);
        let (from, to) = (pc.into(), to.into());
        if insn.is_call() {
            return Some(FactKind::Call { from, to });
        }
        insn.is_return().then_some(FactKind::Return { from, to })
    }

    /// Executes the instruction at the program counter, whatever it is.
    pub(crate) fn single_step(&mut self, cx: &mut RunCx<'_>) -> Step {
        let pc = self.pc;
        self.accessed = None;
        if pc & 3 != 0 {
            return self.stop("a jump to an address that is not aligned", None);
        }
        self.code.select(pc.into());
        if self.code.current.at(pc.into()).ready == Ready::No && !self.decode(pc, cx.mem) {
            return self.stop("a fetch from where there is no code", None);
        }
        let Some(insn) = self.code.current.at(pc.into()).insn else {
            return self.stop("an instruction that there is not", None);
        };
        if self.common.breakpoints.stop(cx.armed, || Some(pc.into())) {
            return Step::Stop(Stop::Breakpoint);
        }
        let free = self.common.zero_cost.contains(pc.into());
        if free && let Err(stop) = self.common.zero_cost.execute(pc.into(), self.cycle) {
            return Step::Stop(stop);
        }
        let (counts, cycle) = (self.counts, self.cycle);
        let mut x = std::mem::take(&mut self.x);
        let flow = execute(&insn, &mut x, pc, &mut Anywhere { core: self, cx });
        self.x = x;
        let flow = match flow {
            Ok(Flow::Environment) => match self.environment(insn.op, cx) {
                Step::Next => Flow::Next,
                stop => return stop,
            },
            Ok(flow) => flow,
            Err(Outside::Stop(stop)) => return Step::Stop(stop),
            Err(Outside::Fault(what)) => return self.stop(&what, None),
        };
        self.cycle += 1;
        count(&insn, 1, &mut self.counts);
        let event = self.goes_on(&insn, flow);
        if free {
            (self.counts, self.cycle) = (counts, cycle);
        }
        self.pending |= self.common.yield_now || cx.mem.code_log().end() != self.code.seen();
        if let Some(event) = event.filter(|_| cx.facts.on()) {
            self.fact(cx, event);
        }
        Step::Next
    }

    /// ECALL and EBREAK: `exit` and `write` of Linux's numbers, by the host.
    fn environment(&mut self, op: Op, cx: &mut RunCx<'_>) -> Step {
        let [a0, a1, a2, a7] = [10, 11, 12, 17].map(|n| self.x.get(Reg(n)));
        match (op, a7) {
            (Op::Ecall, 93) => self.stop("exit", Some(a0)),
            (Op::Ecall, 64) => {
                let text = cx.mem.peek(a1.into(), a2 as usize).unwrap_or_default();
                let at = self.common.tick(self.cycle);
                cx.bus.print(self.common.id, at, text);
                self.x.set(Reg(10), a2);
                Step::Next
            }
            _ => self.stop("ecall or ebreak that nobody serves", None),
        }
    }

    fn stop(&mut self, what: &str, exit: Option<u32>) -> Step {
        Step::Stop(self.activity.stop(ErrorStop {
            trap: 0,
            pc: self.pc.into(),
            what: what.to_owned(),
            exit,
        }))
    }
}

/// Memory alone: where a block loads and stores.
pub(crate) struct InMemory<'a>(pub &'a mut Memory);

impl Port for InMemory<'_> {
    type Fault = ();

    #[inline(always)]
    fn load<const N: usize>(&mut self, at: u32) -> Result<[u8; N], ()> {
        let i = self.0.find(at.into(), N as u64).ok_or(())?;
        self.0.note_read(at.into(), N as u64);
        let region = self.0.region(i);
        Ok(region.get((u64::from(at) - region.base) as usize))
    }

    #[inline(always)]
    fn store<const N: usize>(&mut self, at: u32, bytes: [u8; N]) -> Result<(), ()> {
        let i = self.0.find(at.into(), N as u64).ok_or(())?;
        let region = self.0.region(i);
        let off = (u64::from(at) - region.base) as usize;
        let writable = region.writable;
        if writable {
            self.0.put(i, off, bytes);
        }
        writable.then_some(()).ok_or(())
    }
}

/// Memory and devices: where a single step does.
struct Anywhere<'a, 'b> {
    core: &'a mut Rv32,
    cx: &'a mut RunCx<'b>,
}

enum Outside {
    Stop(Stop),
    Fault(String),
}

impl Anywhere<'_, '_> {
    /// An access that no memory answers: a device's, when it is the core's turn.
    fn device(&mut self, at: u32, bytes: usize, write: Option<u64>) -> Result<u64, Outside> {
        let now = self.core.common.tick(self.core.cycle);
        if now >= self.cx.sync_until {
            return Err(Outside::Stop(Stop::Sync));
        }
        if self.cx.bus.looks_at_meters(at.into()) && !self.cx.settled {
            return Err(Outside::Stop(Stop::Settle));
        }
        let t = txn(self.core, now, at, bytes, write.is_some());
        let (answer, _) = match write {
            Some(value) => {
                let (done, timing) = self.cx.bus.io_write(&t, value, self.cx.meters);
                (done.map(|()| 0), timing)
            }
            None => self.cx.bus.io_read(&t, self.cx.meters),
        };
        self.core.common.yield_now = true;
        answer.map_err(|fault| Outside::Fault(format!("an access of {at:#010x}: {fault:?}")))
    }
}

fn txn(core: &Rv32, at: Tick, pa: u32, bytes: usize, write: bool) -> Txn {
    Txn {
        master: core.common.id,
        at,
        pa: pa.into(),
        bytes: bytes as u16,
        op: if write { bus::Op::Write } else { bus::Op::Read },
        line: false,
        uncached: true,
        pc: core.pc.into(),
    }
}

impl Port for Anywhere<'_, '_> {
    type Fault = Outside;

    fn load<const N: usize>(&mut self, at: u32) -> Result<[u8; N], Outside> {
        self.core.accessed = Some((at, N as u8));
        if let Ok(bytes) = InMemory(self.cx.mem).load(at) {
            return Ok(bytes);
        }
        let value = self.device(at, N, None)?.to_le_bytes();
        Ok(value.first_chunk().copied().unwrap_or([0; N]))
    }

    fn store<const N: usize>(&mut self, at: u32, bytes: [u8; N]) -> Result<(), Outside> {
        self.core.accessed = Some((at, N as u8));
        if InMemory(self.cx.mem).store(at, bytes).is_ok() {
            return Ok(());
        }
        let value = bytes.iter().rev().fold(0, |v, &b| v << 8 | u64::from(b));
        self.device(at, N, Some(value)).map(|_| ())
    }
}
