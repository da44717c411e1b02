//! The registers by local address: for MOVTS and MOVFS, loads and stores, and accesses from outside
//! (AR, registers).

use crate::core::Ecore;
use crate::fpu::Mode;
use crate::isa::special as sr;
use crate::memory::map::REGISTERS;
use crate::pipeline::Scoreboard;
use crate::state::{State, config, debug, irq};
use crate::status::{ACTIVE, GID, KM};
use trueboard_core::cpu::RunCx;
use trueboard_core::fact::{CoreState, Fact, FactKind, Source};
use trueboard_core::meter::CoreBank;

/// DEBUGCMD: resume and halt.
const RESUME: u32 = 0;
const HALT: u32 = 1;

/// Registers of the event counters: accesses are judged.
fn measures(address: u32) -> bool {
    matches!(
        address,
        sr::CONFIG | sr::CTIMER0 | sr::CTIMER1 | sr::MESHCFG
    )
}

impl Ecore {
    /// The value of the register at local address `at` in cycle `t`; nothing changes.
    pub(crate) fn register_value(&self, at: u32, t: u64, bank: Option<&CoreBank>) -> u32 {
        let st = &self.st;
        if let Some(n) = at.checked_sub(REGISTERS).filter(|&n| n < 0x100) {
            return st.r[n as usize / 4];
        }
        match at {
            sr::CONFIG => st.config,
            sr::STATUS | sr::FSTATUS => st.status,
            sr::PC => self.live.pc,
            sr::DEBUGSTATUS => {
                let waits = self.waits_outside() || self.outside.hangs;
                st.debug | if waits { debug::EXT_PEND } else { 0 }
            }
            sr::LC => st.lc,
            sr::LS => st.ls,
            sr::LE => st.le,
            sr::IRET => st.iret,
            sr::IMASK => st.imask,
            sr::ILAT => st.ilat,
            sr::IPEND => st.ipend,
            sr::CTIMER0 => self.timer(0, t, bank),
            sr::CTIMER1 => self.timer(1, t, bank),
            sr::DMA0CONFIG..=sr::DMA1STATUS => self.dma_register(at),
            sr::MEMCONFIG => st.memconfig,
            sr::MEMSTATUS => st.memstatus,
            sr::MEMPROTECT => st.memprotect,
            sr::MESHCFG => st.meshcfg,
            sr::COREID => st.coreid,
            sr::MULTICAST => st.multicast,
            sr::CMESHROUTE => st.routes[0],
            sr::XMESHROUTE => st.routes[1],
            sr::RMESHROUTE => st.routes[2],
            _ => 0,
        }
    }

    /// Reads the register at local address `at` in cycle `t`, by the instruction at `pc` or from
    /// outside.
    pub(crate) fn read_register(&mut self, at: u32, t: u64, pc: u32, cx: &mut RunCx<'_>) -> u32 {
        let bank = cx.meters.cores.get(usize::from(self.common.id));
        let value = self.register_value(at, t, bank);
        if measures(at) {
            self.settle_fetch(t);
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
        self.check_reserved(at, v, by, cx);
        // What is written in a cycle holds from the next one on.
        let from = t + 1;
        if measures(at) {
            let taken = cx.bus.interposed_write(self.common.id, at, v);
            self.settle_fetch(from);
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
        if let Some(n) = at.checked_sub(REGISTERS).filter(|&n| n < 0x100) {
            if self.activity.state != CoreState::Running {
                self.st.r[n as usize / 4] = v;
            }
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
                self.report_wires(8, v, t, cx);
            }
            sr::CTIMER0 => self.set_timer(0, v, from, bank),
            sr::CTIMER1 => self.set_timer(1, v, from, bank),
            sr::STATUS => {
                let kept = ACTIVE | GID | KM;
                self.st.status = self.st.status & kept | v & !kept;
            }
            sr::FSTATUS => self.set_status(v, t),
            sr::PC => self.live.go(self.live.now, v & !1),
            sr::LC => self.st.lc = v,
            sr::LS => self.st.ls = v,
            sr::LE => self.st.le = v,
            sr::IRET => self.st.iret = v,
            sr::IMASK => self.st.imask = v & irq::ALL,
            sr::ILAT => self.st.ilat = v & irq::ALL,
            sr::ILATST => self.st.ilat |= v & irq::ALL,
            sr::ILATCL => self.st.ilat &= !v,
            sr::IPEND => self.st.ipend = v & irq::ALL,
            sr::DEBUGCMD => self.debug_command(v, t, cx),
            sr::DMA0CONFIG..=sr::DMA1STATUS => self.write_dma(at, v, t, cx),
            sr::MEMCONFIG => self.st.memconfig = v,
            sr::MEMSTATUS => self.st.memstatus = v,
            // Bits 10 to 15 are of the Epiphany-IV only.
            sr::MEMPROTECT => self.st.memprotect = v & 0xff,
            sr::MULTICAST => self.st.multicast = v & 0xfff,
            sr::CMESHROUTE => self.st.routes[0] = v,
            sr::XMESHROUTE => self.st.routes[1] = v,
            sr::RMESHROUTE => self.st.routes[2] = v,
            sr::RESETCORE => self.reset_core(v & 1 != 0, t),
            _ => {}
        }
        self.review_loop();
    }

    /// FSTATUS: makes the core active, or puts it to sleep.
    fn set_status(&mut self, v: u32, t: u64) {
        self.st.status = v;
        match self.activity.state {
            CoreState::Held | CoreState::Idle if v & ACTIVE != 0 && !self.halted() => {
                self.skip(t);
                self.activity.state = CoreState::Running;
            }
            CoreState::Running if v & ACTIVE == 0 => self.activity.state = CoreState::Idle,
            _ => {}
        }
    }

    fn debug_command(&mut self, v: u32, t: u64, cx: &mut RunCx<'_>) {
        match v & 3 {
            RESUME if self.halted() => {
                self.skip(t);
                self.st.debug &= !(debug::HALT | debug::MBKPT_FLAG);
                // A core that was never started runs too, once a debugger has made it active.
                let waits = matches!(self.activity.state, CoreState::Idle | CoreState::Held);
                if self.st.status & ACTIVE != 0 && waits && !self.st.in_reset {
                    self.activity.state = CoreState::Running;
                }
                self.resume_dma(t + 1, cx);
            }
            HALT if !self.halted() => {
                if self.activity.state != CoreState::Running {
                    self.skip(t);
                }
                self.halt(0);
            }
            _ => {}
        }
    }

    /// RESETCORE: held while it is 1; registers are as after reset when it goes back to 0.
    fn reset_core(&mut self, hold: bool, t: u64) {
        if self.activity.state != CoreState::Running {
            self.skip(t);
        }
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

    /// Tells the wires that cores share: `offset` of their device. False when there are none.
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

    /// What the FPU does follows CONFIG.
    pub(crate) fn fpu_mode(&self) -> Mode {
        Mode::of_config(self.st.config)
    }

    /// Ready time of a result of the FPU, less eight times the cycle of issue.
    pub(crate) fn fpu_latency(&self) -> u64 {
        let nearest = u64::from(self.st.config & config::RMODE == 0);
        8 * (u64::from(self.params.timing.fpu_cycles) + nearest) + crate::decoded::result::FPU
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
