//! The registers by local address: for MOVTS and MOVFS, loads and stores, and accesses from outside
//! (AR, registers).

use crate::core::Ecore;
use crate::isa::special as sr;
use crate::memory::map::{GENERAL_BYTES, REGISTERS};
use crate::memory::reserved;
use crate::pipeline::Scoreboard;
use crate::state::{State, debug, irq};
use crate::status::{ACTIVE, GID, KM};
use trueboard_core::cpu::RunCx;
use trueboard_core::fact::{CoreState, Fact, FactKind, Source};
use trueboard_core::meter::CoreBank;

/// DEBUGCMD: resume and halt.
const RESUME: u32 = 0;
const HALT: u32 = 1;

/// Registers of the wires that cores share.
pub(crate) mod wire {
    pub const SYNC: u64 = 0;
    pub const WAND: u64 = 4;
    pub const MESHCFG: u64 = 8;
    pub const MBKPT: u64 = 0xc;
}

/// Registers of the event counters: accesses are judged.
fn measures(address: u32) -> bool {
    matches!(
        address,
        sr::CONFIG | sr::CTIMER0 | sr::CTIMER1 | sr::MESHCFG
    )
}

/// R0 to R63.
fn is_general(at: u32) -> bool {
    at.wrapping_sub(REGISTERS) < GENERAL_BYTES
}

/// Special registers that a debugger sets.
fn debugger_sets(at: u32) -> bool {
    matches!(at, sr::STATUS | sr::FSTATUS | sr::LC | sr::LS | sr::LE)
        || matches!(at, sr::IRET | sr::IMASK | sr::ILAT | sr::IPEND)
}

/// The bits of a register that can be written.
fn bits(at: u32) -> u32 {
    match at {
        sr::IMASK | sr::ILAT | sr::IPEND => irq::ALL,
        // Bits 10 to 15 are of the Epiphany-IV only.
        sr::MEMPROTECT => 0xff,
        sr::MULTICAST => 0xfff,
        _ => u32::MAX,
    }
}

/// Defines where special registers are stored: addresses and field.
macro_rules! stored {
    ($( $($at:ident)|+ => $field:ident $([$i:literal])?; )*) => {
        impl State {
            /// The general register at local address `at`, or the special one, if it is stored as it is read.
            fn stored(&self, at: u32) -> Option<u32> {
                match at {
                    $( $(sr::$at)|+ => Some(self.$field $([$i])?), )*
                    _ if is_general(at) => Some(self.reg(((at - REGISTERS) / 4) as u8)),
                    _ => None,
                }
            }

            /// As [`State::stored`], to be changed.
            fn stored_mut(&mut self, at: u32) -> Option<&mut u32> {
                match at {
                    $( $(sr::$at)|+ => Some(&mut self.$field $([$i])?), )*
                    _ if is_general(at) => self.r.get_mut(((at - REGISTERS) / 4) as usize),
                    _ => None,
                }
            }
        }
    };
}

stored! {
    CONFIG => config;
    STATUS | FSTATUS => status;
    LC => lc;
    LS => ls;
    LE => le;
    IRET => iret;
    IMASK => imask;
    ILAT => ilat;
    IPEND => ipend;
    MEMCONFIG => memconfig;
    MEMSTATUS => memstatus;
    MEMPROTECT => memprotect;
    MESHCFG => meshcfg;
    MULTICAST => multicast;
    CMESHROUTE => routes[0];
    XMESHROUTE => routes[1];
    RMESHROUTE => routes[2];
}

impl Ecore {
    /// The value of the register at local address `at` in cycle `t`; nothing changes.
    pub(crate) fn register_value(&self, at: u32, t: u64, bank: Option<&CoreBank>) -> u32 {
        match at {
            sr::PC => self.live.pc,
            sr::DEBUGSTATUS => {
                let busy = self.outside.is_busy();
                self.st.debug | if busy { debug::EXT_PEND } else { 0 }
            }
            sr::CTIMER0 => self.timer(0, t, bank),
            sr::CTIMER1 => self.timer(1, t, bank),
            sr::DMA0CONFIG..=sr::DMA1STATUS => self.dma_register(at),
            sr::COREID => self.st.coreid,
            _ => self.st.stored(at).unwrap_or(0),
        }
    }

    /// Reads the register at local address `at` in cycle `t`, by the instruction at `pc` or from
    /// outside.
    pub(crate) fn read_register(&mut self, at: u32, t: u64, pc: u32, cx: &mut RunCx<'_>) -> u32 {
        let bank = cx.meters.cores.get(usize::from(self.common.id));
        let value = self.register_value(at, t, bank);
        if measures(at) {
            self.lines.settle(t, &mut self.counts);
            let value = cx.bus.interposed_read(self.common.id, at, value);
            let kind = FactKind::RegRead {
                core: self.common.id,
                pc: pc.into(),
                offset: at,
                value,
            };
            self.measured(kind, t, cx);
            return value;
        }
        value
    }

    /// Writes the register at local address `at` in cycle `t`: the instruction `by`, of a core at a program counter,
    /// does.
    pub(crate) fn write_register(
        &mut self,
        at: u32,
        mut v: u32,
        t: u64,
        by: (u8, u64),
        cx: &mut RunCx<'_>,
    ) {
        self.pending_work = true;
        reserved::check(at, v, by, (self.common.id, &self.st), cx);
        // What is written in a cycle holds from the next one on.
        let from = t + 1;
        if measures(at) {
            let taken = cx.bus.interposed_write(self.common.id, at, v);
            self.lines.settle(from, &mut self.counts);
            let kind = FactKind::RegWrite {
                core: self.common.id,
                pc: self.live.pc.into(),
                offset: at,
                value: v,
            };
            self.measured(kind, t, cx);
            match taken {
                Some(taken) => v = taken,
                None => return self.review_loop(),
            }
        }
        if is_general(at) && self.activity.is_running() {
            return;
        }
        let bank = cx.meters.cores.get(usize::from(self.common.id));
        match at {
            sr::CONFIG => {
                self.select_events(from, bank, |core| core.st.config = v);
                self.resume_dma(from, cx);
            }
            sr::MESHCFG => {
                self.select_events(from, bank, |core| core.st.meshcfg = v);
                self.report_wires(wire::MESHCFG, v, t, cx);
            }
            sr::CTIMER0 => self.set_timer(0, v, from, bank),
            sr::CTIMER1 => self.set_timer(1, v, from, bank),
            sr::STATUS => {
                let kept = ACTIVE | GID | KM;
                self.st.status = self.st.status & kept | v & !kept;
            }
            sr::FSTATUS => self.set_status(v, t),
            sr::PC => self.live.go(self.live.now, v & !1),
            sr::ILATST => self.st.ilat |= v & irq::ALL,
            sr::ILATCL => self.st.ilat &= !v,
            sr::DEBUGCMD => self.debug_command(v, t, cx),
            sr::DMA0CONFIG..=sr::DMA1STATUS => self.write_dma(at, v, t, cx),
            sr::RESETCORE => self.reset_core(v & 1 != 0, t),
            _ => {
                if let Some(register) = self.st.stored_mut(at) {
                    *register = v & bits(at);
                }
            }
        }
        self.review_loop();
    }

    /// Reads `bytes` of the registers at local address `at`; eight are two registers.
    pub(crate) fn read_registers(
        &mut self,
        (at, bytes): (u32, u16),
        t: u64,
        pc: u32,
        cx: &mut RunCx<'_>,
    ) -> u64 {
        let low = self.read_register(at & !3, t, pc, cx);
        let high = match bytes {
            8 => self.read_register(at | 4, t, pc, cx),
            _ => 0,
        };
        (u64::from(high) << 32 | u64::from(low)) >> (8 * (at & 3))
    }

    /// Writes `value` of `bytes` to the register at local address `at`; eight are two registers.
    pub(crate) fn write_registers(
        &mut self,
        (at, bytes): (u32, u16),
        value: u64,
        t: u64,
        by: (u8, u64),
        cx: &mut RunCx<'_>,
    ) {
        self.write_register(at & !3, value as u32, t, by, cx);
        if bytes == 8 {
            self.write_register(at | 4, (value >> 32) as u32, t, by, cx);
        }
    }

    /// Sets the register at local address `at` as a debugger does: no side effects.
    pub(crate) fn put_register(&mut self, at: Option<u32>, v: u32) {
        match at {
            Some(sr::PC) => self.begin_at(v),
            Some(at) if is_general(at) || debugger_sets(at) => {
                if let Some(register) = self.st.stored_mut(at) {
                    *register = v;
                }
            }
            _ => {}
        }
        if !at.is_some_and(is_general) {
            self.review_loop();
            self.pending_work = true;
        }
    }

    /// FSTATUS: makes the core active, or puts it to sleep.
    fn set_status(&mut self, v: u32, t: u64) {
        self.st.status = v;
        match self.activity.state {
            CoreState::Held | CoreState::Idle if v & ACTIVE != 0 && !self.st.halted() => {
                self.skip(t);
                self.activity.state = CoreState::Running;
            }
            CoreState::Running if v & ACTIVE == 0 => self.activity.state = CoreState::Idle,
            _ => {}
        }
    }

    fn debug_command(&mut self, v: u32, t: u64, cx: &mut RunCx<'_>) {
        match v & 3 {
            RESUME if self.st.halted() => {
                self.skip(t);
                self.st.debug &= !(debug::HALT | debug::MBKPT_FLAG);
                // A core that was never started runs too, once a debugger has made it active.
                let waits = matches!(self.activity.state, CoreState::Idle | CoreState::Held);
                if self.st.status & ACTIVE != 0 && waits && !self.st.in_reset {
                    self.activity.state = CoreState::Running;
                }
                self.resume_dma(t + 1, cx);
            }
            HALT if !self.st.halted() => {
                self.skip_idle(t);
                self.halt(0);
            }
            _ => {}
        }
    }

    /// RESETCORE: held while it is 1; registers are as after reset when it goes back to 0.
    fn reset_core(&mut self, hold: bool, t: u64) {
        self.skip_idle(t);
        if hold {
            self.st.in_reset = true;
            self.activity.state = CoreState::Held;
        } else if self.st.in_reset {
            let r = self.st.r;
            self.st = State {
                r,
                ..State::new(&self.params, self.common.id)
            };
            self.timers = Default::default();
            self.alarm = u64::MAX;
            self.dma = Default::default();
            self.outside = Default::default();
            self.ready = Scoreboard::new();
            self.gie_idle = false;
            self.begin_at(0);
        }
    }

    /// Signals the wires that cores share: `offset` of their device. False without wires.
    pub(crate) fn report_wires(&mut self, offset: u64, v: u32, t: u64, cx: &mut RunCx<'_>) -> bool {
        use trueboard_core::bus::Op;
        let Some(at) = self.params.wires else {
            return false;
        };
        let _ = cx
            .bus
            .io_write(&self.io(at + offset, t, Op::Write), v.into(), cx.meters);
        self.common.yield_now = true;
        true
    }

    fn measured(&mut self, kind: FactKind, t: u64, cx: &mut RunCx<'_>) {
        self.report_meters(cx.meters);
        let fact = Fact {
            at: self.tick(t),
            source: Source::Core(self.common.id),
            kind,
        };
        cx.bus.measured(&fact, cx.meters);
    }
}
