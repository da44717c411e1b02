//! SCU, system control unit: identification, clocks, reset, power of the CPUs, traps, watchdogs with
//! ENDINIT, die temperature (UM "System Control Units").
//!
//! Output pins 0 to 2 are the ENDINIT bits of the CPUs, 3 that of the safety watchdog, 4 is high
//! while no CPU has cleared its ENDINIT: what protects the registers of other devices. Each CPU gets
//! its own ENDINIT as its line 0. Input pins 0 to 2 say that a CPU is in idle mode, 16 is the SMU's request for a trap.
//!
//! A watchdog that runs out raises the alarm that the safety management unit answers as it does by
//! default: a non-maskable interrupt of all CPUs, and a reset after its recovery time.
//!
//! Clocks are those of the board file at all times: PLL and dividers are at once where they are set
//! to, and firmware that sets up others gets a warning when it has not touched them for half a
//! millisecond. Not modelled: external requests (ERU), overlay, lockstep and self-test, standby,
//! voltage regulators, which masters may write (ACCEN).

mod clocks;
mod regs;
#[cfg(test)]
mod tests;
mod wdt;

use super::refuse;
use crate::BuildEnv;
use crate::params::{check_write, parse, within};
use clocks::{ClockRegs, Clocks};
use regs::{MAP, Protection, Reg, protection};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::BusFault;
use trueboard_core::device::{CoreSignal, Cx, Device, Effect, Input, ResetPhase, Warning};
use trueboard_core::event::EventKey;
use trueboard_core::regs::{RegBank, RegDesc};
use trueboard_core::time::{Clock, Tick};
use wdt::{Access, Wdt};

/// Watchdogs: of the CPUs, then the safety watchdog.
const SAFETY: usize = 3;
/// Input pin: the safety management unit asks for the trap of all CPUs.
const PIN_SMU: u16 = 16;
/// Output pin: no CPU has its ENDINIT cleared.
const PIN_LOCKED: u16 = 4;
/// Events: the overflow of watchdog n is event n.
const CLOCKS_SETTLED: u32 = 4;
const RECOVERY_OVER: u32 = 5;

const SMUT: u32 = 1 << 3;
const TRAPS: u32 = 0xb;
/// UP and LCK of CCUCON registers.
const UP: u32 = 1 << 30;
/// SETFINDIS and CLRFINDIS of PLLCON0, FINDIS of PLLSTAT.
const SETFINDIS: u32 = 1 << 4;
const CLRFINDIS: u32 = 1 << 5;
const FINDIS: u32 = 1 << 3;

/// Why the board is reset when watchdog n has run out.
const RAN_OUT: [&str; 4] = [
    "the watchdog of CPU 0 ran out; disable or serve it in the firmware",
    "the watchdog of CPU 1 ran out; disable or serve it in the firmware",
    "the watchdog of CPU 2 ran out; disable or serve it in the firmware",
    "the safety watchdog ran out; disable or serve it in the firmware",
];
const BY_SOFTWARE: &str = "the firmware asked for it (SCU_SWRSTCON)";

/// Parameters in a board file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// SCU_CHIPID.
    pub chipid: u32,
    /// Frequency of the crystal in Hz.
    pub osc_hz: u64,
    /// Names of the clocks of CPUs, SPB and STM.
    pub cpu: String,
    /// See `cpu`.
    pub spb: String,
    /// See `cpu`.
    pub stm: String,
    /// Watchdogs that are off after reset, one bit each: CPU 0 to 2, safety.
    pub off_at_reset: u8,
    /// Watchdogs run out; without, they only guard ENDINIT.
    #[serde(default = "yes")]
    pub watchdogs: bool,
    /// Cycles of the device's clock between the alarm of a watchdog and the reset.
    pub recovery_cycles: u64,
}

/// Offset of CON0 of watchdog `n`.
fn con0(n: usize) -> u32 {
    if n == SAFETY {
        MAP[Reg::WDTS_CON0 as usize].offset
    } else {
        let d = &MAP[Reg::WDTCPU_CON0 as usize];
        d.offset + d.stride * n as u32
    }
}

fn yes() -> bool {
    true
}

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Scu {
    params: Params,
    /// What the board's clocks are.
    cpu_hz: u64,
    spb_hz: u64,
    stm_hz: u64,
    clock: Clock,
    bank: RegBank,
    wdts: Vec<Wdt>,
    overflow: [Option<EventKey>; 4],
    idle: u32,
    findis: bool,
    dts: u32,
    /// The last write to a clock register: where it is judged, and by which instruction it was.
    settling: Option<(EventKey, u32, u64)>,
    /// The watchdog that has run out.
    alarm: Option<usize>,
    traps: u64,
}

impl Scu {
    /// Builds one from a board file's parameters.
    ///
    /// # Errors
    /// When a parameter is out of range.
    pub fn build(params: ron::Value, env: &BuildEnv) -> Result<Scu, String> {
        let p: Params = parse("tc27x-scu", params)?;
        within("osc_hz", p.osc_hz, 1_000_000..=100_000_000)?;
        within("off_at_reset", p.off_at_reset.into(), 0..=15)?;
        within("recovery_cycles", p.recovery_cycles, 1..=1 << 40)?;
        let hz = |name: &str| env.hz(name).map_err(|e| format!("params: {e}"));
        let (cpu, spb, stm) = (hz(&p.cpu)?, hz(&p.spb)?, hz(&p.stm)?);
        Ok(Scu::new(p, [cpu, spb, stm], Clock::new(1), 0))
    }

    fn new(params: Params, [cpu_hz, spb_hz, stm_hz]: [u64; 3], clock: Clock, cycle: u64) -> Scu {
        let mut bank = RegBank::new(MAP);
        bank.set(Reg::CHIPID as usize, 0, params.chipid);
        let off = |n: usize| params.off_at_reset >> n & 1 != 0;
        Scu {
            cpu_hz,
            spb_hz,
            stm_hz,
            clock,
            bank,
            wdts: (0..4).map(|n| Wdt::new(cycle, off(n))).collect(),
            overflow: [None; 4],
            idle: 0,
            findis: false,
            dts: 0,
            settling: None,
            alarm: None,
            traps: 0,
            params,
        }
    }

    fn get(&self, reg: Reg, i: usize) -> u32 {
        self.bank.get(reg as usize, i)
    }

    fn endinit(&self, n: usize) -> bool {
        self.wdts.get(n).is_some_and(Wdt::endinit)
    }

    fn locked(&self) -> bool {
        (0..SAFETY).all(|n| self.endinit(n))
    }

    /// What a register shows.
    fn value(&self, reg: Reg, i: usize, cycle: u64) -> u32 {
        let wdt = |n: usize, f: &dyn Fn(&Wdt) -> u32| self.wdts.get(n).map_or(0, f);
        match reg {
            Reg::WDTS_CON0 => wdt(SAFETY, &Wdt::con0),
            Reg::WDTS_CON1 => wdt(SAFETY, &Wdt::con1),
            Reg::WDTS_SR => wdt(SAFETY, &|w| w.sr(cycle)),
            Reg::WDTCPU_CON0 => wdt(i, &Wdt::con0),
            Reg::WDTCPU_CON1 => wdt(i, &Wdt::con1),
            Reg::WDTCPU_SR => wdt(i, &|w| w.sr(cycle)),
            Reg::PLLSTAT => {
                let bypass = self.get(Reg::PLLCON0, 0) & 1;
                MAP[reg as usize].reset | bypass | if self.findis { FINDIS } else { 0 }
            }
            Reg::PMCSR => {
                let idle = self.idle >> i & 1 != 0;
                let request = self.get(reg, i) & 0b111;
                request | if idle { 3 << 8 } else { 1 << 8 }
            }
            Reg::DTSSTAT => MAP[reg as usize].reset | self.dts,
            _ => self.get(reg, i),
        }
    }

    /// Whether the core that asks may write; tells it if not.
    fn check(&self, reg: Reg, i: usize, off: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        let safety = self.endinit(SAFETY);
        let any = "no core has cleared its ENDINIT";
        let why = match protection(reg, i) {
            Protection::Endinit if self.locked() => any,
            Protection::Either if self.locked() && safety => any,
            Protection::Safety if safety => "the safety watchdog's ENDINIT is set",
            Protection::Cpu(n) if self.endinit(n) => "that CPU's ENDINIT is set",
            _ => return Ok(()),
        };
        let name = if MAP[reg as usize].count > 1 {
            format!("{}[{i}]", MAP[reg as usize].name)
        } else {
            MAP[reg as usize].name.to_owned()
        };
        refuse(&name, why, off, cx)
    }

    fn store(&mut self, reg: Reg, i: usize, v: u32, off: u32, cx: &mut Cx<'_>) {
        let desc = &MAP[reg as usize];
        match reg {
            Reg::WDTS_CON0 => self.watchdog(SAFETY, v, off, cx),
            Reg::WDTCPU_CON0 => self.watchdog(i, v, off, cx),
            Reg::WDTS_CON1 => self.wdts[SAFETY].write_con1(v),
            Reg::WDTCPU_CON1 => self.wdts[i].write_con1(v),
            Reg::TRAPSET => self.trap(v & TRAPS, cx),
            Reg::TRAPCLR => self.put(Reg::TRAPSTAT, self.get(Reg::TRAPSTAT, 0) & !v),
            Reg::SWRSTCON if v & 2 != 0 => cx.effects.push(Effect::Reset(BY_SOFTWARE)),
            Reg::PMCSR => self.power(i, v, cx),
            Reg::DTSCON => {
                self.bank.write(desc, reg as usize, i, v & !2);
                if v & 0b11 == 0b10 {
                    // T = (RESULT - 607) / 2.13 (UM, "Die Temperature Measurement").
                    let result = 607 + cx.die_mc * 213 / 100_000;
                    self.dts = u32::try_from(result).unwrap_or(0) & 0x3ff;
                }
            }
            Reg::SWRSTCON | Reg::PMSWSTATCLR => {}
            Reg::PLLCON0 => {
                self.findis = (self.findis || v & SETFINDIS != 0) && v & CLRFINDIS == 0;
                let actions = SETFINDIS | CLRFINDIS | 1 << 18;
                self.bank.write(desc, reg as usize, i, v & !actions);
                self.settle(off, cx);
            }
            Reg::OSCCON => {
                self.bank.write(desc, reg as usize, i, v & !(1 << 2));
            }
            Reg::PLLCON1 | Reg::CCUCON0 | Reg::CCUCON1 | Reg::CCUCON5 | Reg::CCUCON6 => {
                self.bank.write(desc, reg as usize, i, v & !UP);
                self.settle(off, cx);
            }
            Reg::CCUCON2 | Reg::CCUCON3 | Reg::CCUCON4 => {
                self.bank.write(desc, reg as usize, i, v & !UP);
            }
            _ => {
                self.bank.write(desc, reg as usize, i, v);
                let absent = matches!(
                    reg,
                    Reg::EICR | Reg::FMR | Reg::IGCR | Reg::OMR | Reg::OVCENABLE
                );
                if absent && v & desc.rw != 0 {
                    cx.warn(
                        off,
                        format!("{}: what it controls is not modelled", desc.name),
                    );
                }
            }
        }
    }

    fn put(&mut self, reg: Reg, value: u32) {
        self.bank.set(reg as usize, 0, value);
    }

    /// Writes CON0 of watchdog `n`.
    fn watchdog(&mut self, n: usize, value: u32, off: u32, cx: &mut Cx<'_>) {
        let Some(w) = self.wdts.get_mut(n) else {
            return;
        };
        if w.write_con0(value, cx.cycles()) == Access::Error {
            let name = if n == SAFETY {
                "WDTS_CON0".to_owned()
            } else {
                format!("WDTCPU_CON0[{n}]")
            };
            let what = format!(
                "{name}: {value:#010x} is neither the password nor, after it, a change; \
                 the chip would raise an alarm"
            );
            cx.warn(off, what);
        }
        self.drive(n, cx);
    }

    /// Drives the lines that depend on watchdog `n`, and schedules its overflow.
    fn drive(&mut self, n: usize, cx: &mut Cx<'_>) {
        let level = self.endinit(n);
        cx.line(n as u16, level);
        if n != SAFETY {
            cx.core(n as u8, CoreSignal::Line { pin: 0, level });
            cx.line(PIN_LOCKED, self.locked());
        }
        if let Some(key) = self.overflow[n].take() {
            cx.cancel(key);
        }
        if !self.params.watchdogs || self.alarm.is_some() {
            return;
        }
        let at = self.wdts[n].overflows_at();
        self.overflow[n] = at
            .and_then(|cycle| cycle.checked_mul(self.clock.ticks_per_cycle()))
            .map(|tick| cx.schedule(Tick(tick), n as u32));
    }

    /// Sets bits of TRAPSTAT; those that are new and not disabled interrupt all CPUs.
    fn trap(&mut self, bits: u32, cx: &mut Cx<'_>) {
        let old = self.get(Reg::TRAPSTAT, 0);
        self.put(Reg::TRAPSTAT, old | bits);
        if bits & !old & !self.get(Reg::TRAPDIS, 0) != 0 {
            self.traps += 1;
            for core in 0..SAFETY as u8 {
                cx.core(core, CoreSignal::Nmi);
            }
        }
    }

    /// Writes PMCSR of CPU `n`.
    fn power(&mut self, n: usize, v: u32, cx: &mut Cx<'_>) {
        self.bank.set(Reg::PMCSR as usize, n, v & 0b111);
        match v & 0b11 {
            0 => cx.core(n as u8, CoreSignal::Wake),
            1 => cx.core(n as u8, CoreSignal::Sleep),
            _ => {
                let off = MAP[Reg::PMCSR as usize].offset + 4 * n as u32;
                cx.warn(
                    off,
                    "PMCSR: only run and idle are modelled, not sleep and standby",
                );
            }
        }
    }

    /// A clock register was written: looks at the clocks when they have come to rest.
    fn settle(&mut self, off: u32, cx: &mut Cx<'_>) {
        if let Some((key, ..)) = self.settling.take() {
            cx.cancel(key);
        }
        if let Some(a) = cx.accessor {
            let at = cx.now.after(cx.clock.ticks(self.spb_hz / 2000));
            self.settling = Some((cx.schedule(at, CLOCKS_SETTLED), off, a.pc));
        }
    }

    fn asked(&self) -> Option<Clocks> {
        let regs = ClockRegs {
            pllcon0: self.get(Reg::PLLCON0, 0),
            pllcon1: self.get(Reg::PLLCON1, 0),
            ccucon0: self.get(Reg::CCUCON0, 0),
            ccucon1: self.get(Reg::CCUCON1, 0),
            cpu: [0, 1, 2].map(|n| self.get(Reg::CCUCON6, n)),
        };
        regs.clocks(self.params.osc_hz)
    }

    /// Tells when the clocks asked for are not those of the board file.
    fn judge_clocks(&mut self, cx: &mut Cx<'_>) {
        let Some((_, offset, pc)) = self.settling.take() else {
            return;
        };
        let board = Clocks {
            cpu: [self.cpu_hz; 3],
            spb: self.spb_hz,
            stm: self.stm_hz,
        };
        let Some(asked) = self.asked().filter(|a| *a != board) else {
            return;
        };
        let mhz = |hz: u64| hz / 1_000_000;
        let [c0, c1, c2] = asked.cpu.map(mhz);
        let what = format!(
            "the firmware sets up CPUs at {c0}, {c1} and {c2} MHz, SPB {} MHz, STM {} MHz; the \
             model runs at {}, {}, {} MHz, the clocks of the board file: change them with --set \
             clocks.…",
            mhz(asked.spb),
            mhz(asked.stm),
            mhz(board.cpu[0]),
            mhz(board.spb),
            mhz(board.stm)
        );
        cx.warnings.push(Warning {
            device: cx.id,
            offset,
            pc,
            what,
            bits: 0,
        });
    }
}

impl Device for Scu {
    fn kind(&self) -> &'static str {
        "tc27x-scu"
    }

    fn may_reset(&self) -> bool {
        self.alarm.is_some() || self.overflow.iter().any(Option::is_some)
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn byte_enables(&self) -> bool {
        true
    }

    fn reset(&mut self, phase: ResetPhase, cx: &mut Cx<'_>) {
        match phase {
            ResetPhase::Enter => {
                let settling = self.settling.map(|s| s.0);
                let keys = self.overflow.into_iter().chain([settling]);
                keys.flatten().for_each(|key| cx.cancel(key));
                let hz = [self.cpu_hz, self.spb_hz, self.stm_hz];
                *self = Scu::new(self.params.clone(), hz, cx.clock, cx.cycles());
            }
            ResetPhase::Hold => (0..4).for_each(|n| self.drive(n, cx)),
            ResetPhase::Exit => {}
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        let Some((reg, i)) = Reg::at(off) else {
            cx.warn(off, "no register here: reads as 0");
            return Ok(0);
        };
        Ok(self.value(reg, i, cx.cycles()))
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        let Some((reg, i)) = Reg::at(off) else {
            cx.warn(off, "no register here: write lost");
            return Ok(());
        };
        self.check(reg, i, off, cx)?;
        let reads = self.value(reg, i, cx.cycles());
        check_write(&MAP[reg as usize], off, value, reads, cx);
        self.store(reg, i, value, off, cx);
        Ok(())
    }

    fn event(&mut self, tag: u32, cx: &mut Cx<'_>) {
        let n = tag as usize;
        match tag {
            CLOCKS_SETTLED => self.judge_clocks(cx),
            RECOVERY_OVER => {
                let why = self.alarm.and_then(|n| RAN_OUT.get(n));
                cx.effects.extend(why.map(|why| Effect::Reset(why)));
            }
            _ => {
                if let Some(w) = self.wdts.get_mut(n) {
                    self.overflow[n] = None;
                    w.overflow();
                    if self.alarm.is_none() {
                        self.alarm = Some(n);
                        if let Some(why) = RAN_OUT.get(n) {
                            cx.warn(con0(n), *why);
                        }
                        let at = cx.now.after(cx.clock.ticks(self.params.recovery_cycles));
                        cx.schedule(at, RECOVERY_OVER);
                        self.trap(SMUT, cx);
                    }
                }
            }
        }
    }

    fn inputs(&self) -> &'static [Input] {
        const {
            &[
                Input::new(0, SAFETY as u16 - 1, "idle CPUs"),
                Input::new(PIN_SMU, PIN_SMU, "the SMU's trap request"),
            ]
        }
    }

    fn line(&mut self, pin: u16, level: bool, cx: &mut Cx<'_>) {
        if pin == PIN_SMU && level {
            self.trap(SMUT, cx);
        }
        let n = usize::from(pin);
        if n >= SAFETY {
            return;
        }
        self.idle = (self.idle & !(1 << n)) | u32::from(level) << n;
        if !level {
            // Whatever wakes the CPU takes the request back.
            let requested = self.get(Reg::PMCSR, n);
            self.bank.set(Reg::PMCSR as usize, n, requested & !0b11);
        }
    }

    fn peek(&self, off: u32, now: Tick) -> Option<u32> {
        let (reg, i) = Reg::at(off)?;
        Some(self.value(reg, i, self.clock.cycles_at(now)))
    }

    fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![("traps", self.traps)]
    }

    trueboard_core::serde_state!();
}
