//! IRQ(A)MP, the multiprocessor interrupt controller with extended interrupts, ASMP support,
//! interrupt map, watchdog inputs and time stamps (GR740 UM 2.9 ch. 21).
//!
//! Input pins 0..31 are bus interrupt lines, before the map registers renumber them; pins 32.. are
//! the watchdog inputs. Pending bits latch, and stay set while their line is high.
//!
//! Where the manual is silent, the model follows GRLIB's `irqamp.vhd`. Masks and force registers belong to a processor,
//! and are written through its own controller (force bits through any while ASMPCTRL.ICF is set). ASMPCTRL.L freezes
//! ICSELR alone and can be cleared. MPSTAT starts processors of its own controller. Boot addresses, the error status,
//! the map and MPSTAT.ER are those of the first controller. The time-stamp counter runs while any TSISEL is not 0.
//!
//! Not modelled: the BREAK strap (processor 0 always runs after reset), the seven cycles that a boot
//! address and a forced error take to arrive, and the boot-address registers' second place at 0x60.

mod controller;
mod regs;
mod stamp;
#[cfg(test)]
mod tests;

use crate::BuildEnv;
use crate::params::{check_write, parse, within};
use controller::{Controller, highest, targets};
use regs::{MAP, Params, Reg};
use serde::{Deserialize, Serialize};
use stamp::StampCounter;
use trueboard_core::bus::BusFault;
use trueboard_core::device::{CoreSignal, Cx, Device, Input, InterruptController, ResetPhase};
use trueboard_core::fact::CoreState;
use trueboard_core::regs::RegDesc;
use trueboard_core::time::{Clock, Tick};

/// Registers of one internal controller take this many bytes.
const PAGE: u32 = 0x1000;
const FIRST_WATCHDOG_PIN: u16 = 32;

/// What the controller knows of a processor.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Cpu {
    state: CoreState,
    controller: usize,
    mask: u32,
    force: u32,
    extack: u32,
    boot: u32,
    /// The boot address was written and not used yet.
    boot_given: bool,
    /// What the processor's request input shows.
    level: u32,
}

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Irqamp {
    params: Params,
    clock: Clock,
    cpus: Vec<Cpu>,
    controllers: Vec<Controller>,
    /// ASMPCTRL, the writable part.
    asmp: u32,
    /// Target of each source line.
    map: Vec<u8>,
    counter: StampCounter,
    /// Levels of the source lines.
    inputs: u32,
    /// Levels of the watchdog inputs.
    watchdogs: u32,
    acknowledged: u64,
}

impl Irqamp {
    /// Builds one from a board file's parameters.
    ///
    /// # Errors
    /// When a parameter is out of range.
    pub fn build(params: ron::Value, env: &BuildEnv) -> Result<Irqamp, String> {
        let mut p: Params = parse("irqamp", params)?;
        if p.cores == 0 {
            p.cores = u8::try_from(env.cores).unwrap_or(u8::MAX);
        }
        within("cores", p.cores.into(), 1..=16)?;
        within("controllers", p.controllers.into(), 1..=16)?;
        within("extended_irq", p.extended_irq.into(), 1..=15)?;
        within("stamps", p.stamps.into(), 0..=16)?;
        within("watchdogs", p.watchdogs.into(), 0..=16)?;
        Ok(Irqamp::new(p))
    }

    fn new(params: Params) -> Irqamp {
        let cpu = |n| Cpu {
            state: if n == 0 {
                CoreState::Running
            } else {
                CoreState::Held
            },
            controller: 0,
            mask: 0,
            force: 0,
            extack: 0,
            boot: params.boot_address & !7,
            boot_given: false,
            level: 0,
        };
        Irqamp {
            clock: Clock::new(1),
            cpus: (0..params.cores).map(cpu).collect(),
            controllers: (0..params.controllers)
                .map(|_| Controller::new(params.stamps.into()))
                .collect(),
            asmp: 0,
            map: (0..32).collect(),
            counter: StampCounter::default(),
            inputs: 0,
            watchdogs: 0,
            acknowledged: 0,
            params,
        }
    }

    fn bits(&self, of: impl Fn(&Cpu) -> bool) -> u32 {
        let each = self.cpus.iter().enumerate();
        each.fold(0, |bits, (n, c)| bits | (u32::from(of(c)) << n))
    }

    /// What a register shows.
    fn value(&self, page: usize, reg: Reg, i: usize, now: Tick) -> u32 {
        let Some(c) = self.controllers.get(page) else {
            return 0;
        };
        let p = &self.params;
        match reg {
            Reg::ILEVEL => c.level,
            Reg::IPEND => c.pending,
            Reg::IFORCE0 => self.cpus[0].force,
            Reg::ICLEAR => 0,
            Reg::MPSTAT => {
                let down = self.bits(|c| matches!(c.state, CoreState::Held | CoreState::Idle));
                let first = u32::from(page == 0);
                // IRQMP, with one controller, has no broadcast for one processor.
                let broadcast = u32::from(p.cores > 1 || page == 0 && p.controllers > 1);
                let fixed = u32::from(p.cores - 1) << 28 | broadcast << 27 | first << 26;
                fixed | (u32::from(p.extended_irq) << 16) | down
            }
            Reg::BRDCST => c.broadcast,
            Reg::ERRSTAT if page == 0 => self.bits(|c| c.state == CoreState::Error),
            Reg::ERRSTAT => 0,
            Reg::WDOGCTRL => (u32::from(p.watchdogs) << 27) | c.watchdog,
            Reg::ASMPCTRL => (u32::from(p.controllers - 1) << 28) | self.asmp,
            Reg::ICSELR => (0..8).fold(0, |v, k| {
                let sel = self.cpus.get(8 * i + k).map_or(0, |c| c.controller as u32);
                (v << 4) | sel
            }),
            Reg::PIMASK => self.cpus.get(i).map_or(0, |c| c.mask),
            Reg::PIFORCE => self.cpus.get(i).map_or(0, |c| c.force),
            Reg::PEXTACK => self.cpus.get(i).map_or(0, |c| c.extack),
            Reg::ITCNT if i < c.stamps.len() => self.counter.at(self.clock.cycles_at(now)),
            Reg::ITCNT => 0,
            Reg::ITSTMPC => c.stamps.get(i).map_or(0, |s| s.control(p.stamps)),
            Reg::ITSTMPAS => c.stamps.get(i).map_or(0, |s| s.asserted),
            Reg::ITSTMPAC => c.stamps.get(i).map_or(0, |s| s.acknowledged),
            Reg::BADDR => 0,
            // The map is reached through the first controller only (table 397).
            Reg::IRQMAP if page == 0 => {
                let four = &self.map[4 * i..4 * i + 4];
                four.iter().fold(0, |v, &t| (v << 8) | u32::from(t))
            }
            Reg::IRQMAP => 0,
        }
    }

    fn store(&mut self, page: usize, reg: Reg, i: usize, value: u32, cx: &mut Cx<'_>) {
        let v = value & MAP[reg as usize].rw;
        let locked = self.asmp & 1 != 0;
        let c = &mut self.controllers[page];
        match reg {
            Reg::ILEVEL => c.level = v,
            Reg::IPEND => c.pending = v,
            Reg::ICLEAR => c.pending &= !v,
            Reg::BRDCST if self.params.cores > 1 => c.broadcast = v,
            Reg::WDOGCTRL if self.params.watchdogs > 0 => {
                let implemented = (1u32 << self.params.watchdogs) - 1;
                c.watchdog = v & (0x000f_0000 | implemented);
            }
            Reg::PIMASK => {
                if let Some(cpu) = self.cpus.get_mut(i).filter(|c| c.controller == page) {
                    cpu.mask = v;
                }
            }
            Reg::ITSTMPC => {
                if let Some(s) = c.stamps.get_mut(i) {
                    s.set_control(value);
                }
                let on = self.controllers.iter().any(Controller::stamps_anything);
                self.counter.run(on, cx.cycles());
            }
            Reg::IFORCE0 if self.cpus[0].controller == page => self.cpus[0].force = v,
            Reg::PIFORCE => self.force(page, i, v),
            Reg::MPSTAT => {
                let own = self.bits(|c| c.controller == page);
                self.each(v & own, |s, n| s.start(n, cx));
            }
            Reg::ERRSTAT if page == 0 => {
                self.each(v, |_, n| cx.core(n as u8, CoreSignal::ForceError));
            }
            Reg::ASMPCTRL if self.params.controllers > 1 => self.asmp = v,
            Reg::ICSELR if self.params.controllers > 1 && !locked => self.select(i, v, cx),
            Reg::BADDR if page == 0 => self.set_boot(i, v, cx),
            Reg::IRQMAP if page == 0 => {
                let targets = v.to_be_bytes();
                self.map[4 * i..4 * i + 4].copy_from_slice(&targets);
            }
            // There is no such register on this page, in this configuration, or it is frozen.
            Reg::BRDCST | Reg::WDOGCTRL | Reg::IFORCE0 | Reg::ERRSTAT | Reg::BADDR => {}
            Reg::ASMPCTRL | Reg::ICSELR | Reg::IRQMAP => {}
            Reg::PEXTACK | Reg::ITCNT | Reg::ITSTMPAS | Reg::ITSTMPAC => {}
        }
    }

    /// Calls a function for each processor with its bit in `bits`.
    fn each(&mut self, bits: u32, mut f: impl FnMut(&mut Irqamp, usize)) {
        for n in (0..self.cpus.len()).filter(|n| bits & (1 << n) != 0) {
            f(self, n);
        }
    }

    /// With ICF any controller sets force bits of a processor; only its own one clears them.
    fn force(&mut self, page: usize, cpu: usize, v: u32) {
        let any_controller = self.asmp & 0b10 != 0;
        let Some(c) = self.cpus.get_mut(cpu) else {
            return;
        };
        let own = c.controller == page;
        if any_controller || own {
            c.force |= v & 0xfffe;
        }
        if own {
            c.force &= !(v >> 16);
        }
    }

    fn select(&mut self, half: usize, v: u32, cx: &mut Cx<'_>) {
        for k in 0..8 {
            // The field has as many bits as it takes to name a controller.
            let field = self.controllers.len().next_power_of_two() - 1;
            let to = (v >> (28 - 4 * k)) as usize & field;
            let Some(c) = self.cpus.get_mut(8 * half + k) else {
                continue;
            };
            if to < self.controllers.len() {
                c.controller = to;
            } else {
                let off = MAP[Reg::ICSELR as usize].offset + 4 * half as u32;
                cx.warn(off, format!("ICSELR: there is no internal controller {to}"));
            }
        }
    }

    fn set_boot(&mut self, n: usize, v: u32, cx: &mut Cx<'_>) {
        if let Some(c) = self.cpus.get_mut(n) {
            if c.state == CoreState::Running {
                let off = MAP[Reg::BADDR as usize].offset + 4 * n as u32;
                cx.warn(off, "BADDR: a processor that runs takes no boot address");
                return;
            }
            c.boot = v & !7;
            c.boot_given = true;
            if v & 1 != 0 {
                self.start(n, cx);
            }
        }
    }

    /// Starts processor `n`, or wakes it when it only sleeps.
    fn start(&mut self, n: usize, cx: &mut Cx<'_>) {
        let c = &mut self.cpus[n];
        let signal = match (c.state, c.boot_given) {
            (CoreState::Running, _) | (CoreState::Error, false) => return,
            (_, true) => CoreSignal::Start(Some(c.boot.into())),
            (CoreState::Held, false) => CoreSignal::Start(None),
            (CoreState::Idle, false) => CoreSignal::Wake,
        };
        c.boot_given = false;
        c.state = CoreState::Running;
        cx.core(n as u8, signal);
    }

    /// Latches high lines, and signals the processors with a changed request.
    fn update(&mut self, rising: u32, cx: &mut Cx<'_>) {
        let lines = targets(&self.map, self.inputs);
        let new = targets(&self.map, rising);
        let now = self.counter.at(cx.cycles());
        for (k, c) in self.controllers.iter_mut().enumerate() {
            let force = c.latch(lines, new, self.watchdogs, now);
            for cpu in self.cpus.iter_mut().filter(|cpu| cpu.controller == k) {
                cpu.force |= force;
            }
        }
        for (n, cpu) in self.cpus.iter_mut().enumerate() {
            let c = &self.controllers[cpu.controller];
            let level = c.request(cpu.mask, cpu.force, self.params.extended_irq);
            if level != cpu.level {
                cpu.level = level;
                cx.core(n as u8, CoreSignal::Irq(level));
            }
        }
    }

    fn watchdog(&mut self, input: u16, level: bool, cx: &mut Cx<'_>) {
        let bit = 1u32.checked_shl(input.into()).unwrap_or(0);
        let rose = level && self.watchdogs & bit == 0;
        self.watchdogs = (self.watchdogs & !bit) | if level { bit } else { 0 };
        if rose {
            self.update(0, cx);
        }
    }

    fn at(&self, off: u32) -> Option<(usize, Reg, usize)> {
        let page = (off / PAGE) as usize;
        let (reg, i) = Reg::at(off % PAGE)?;
        (page < self.controllers.len()).then_some((page, reg, i))
    }
}

impl Device for Irqamp {
    fn kind(&self) -> &'static str {
        "irqamp"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn reset(&mut self, phase: ResetPhase, cx: &mut Cx<'_>) {
        match phase {
            ResetPhase::Enter => {
                let levels: Vec<u32> = self.cpus.iter().map(|c| c.level).collect();
                *self = Irqamp::new(self.params.clone());
                self.clock = cx.clock;
                for (c, level) in self.cpus.iter_mut().zip(levels) {
                    c.level = level;
                }
            }
            ResetPhase::Hold => self.update(0, cx),
            ResetPhase::Exit => {}
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        Ok(self.peek(off, cx.now).unwrap_or_else(|| {
            cx.warn(off, "no register here: reads as 0");
            0
        }))
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        let Some((page, reg, i)) = self.at(off) else {
            cx.warn(off, "no register here: write lost");
            return Ok(());
        };
        let reads = self.value(page, reg, i, cx.now);
        check_write(&MAP[reg as usize], off, value, reads, cx);
        self.store(page, reg, i, value, cx);
        self.update(0, cx);
        Ok(())
    }

    fn inputs(&self) -> &'static [Input] {
        const {
            &[
                Input::new(0, FIRST_WATCHDOG_PIN - 1, "bus interrupts"),
                Input::new(FIRST_WATCHDOG_PIN, FIRST_WATCHDOG_PIN + 15, "watchdogs"),
            ]
        }
    }

    fn line(&mut self, pin: u16, level: bool, cx: &mut Cx<'_>) {
        if pin >= FIRST_WATCHDOG_PIN {
            return self.watchdog(pin - FIRST_WATCHDOG_PIN, level, cx);
        }
        let before = self.inputs;
        self.inputs = (before & !(1 << pin)) | (u32::from(level) << pin);
        self.update(self.inputs & !before, cx);
    }

    fn interrupt_controller(&mut self) -> Option<&mut dyn InterruptController> {
        Some(self)
    }

    fn peek(&self, off: u32, now: Tick) -> Option<u32> {
        let (page, reg, i) = self.at(off)?;
        Some(self.value(page, reg, i, now))
    }

    fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![("acknowledged", self.acknowledged)]
    }

    trueboard_core::serde_state!();
}

impl InterruptController for Irqamp {
    fn acknowledge(&mut self, core: u8, level: u32, cx: &mut Cx<'_>) {
        let Some(cpu) = self.cpus.get_mut(usize::from(core)) else {
            return;
        };
        self.acknowledged += 1;
        let now = self.counter.at(cx.cycles());
        let c = &mut self.controllers[cpu.controller];
        if level == u32::from(self.params.extended_irq) {
            cpu.extack = highest(c.extended(cpu.mask));
            c.acknowledge(cpu.extack, false, now);
        }
        let bit = 1u32.checked_shl(level).unwrap_or(0);
        c.acknowledge(level, cpu.force & bit != 0, now);
        cpu.force &= !bit;
        self.update(0, cx);
    }

    fn core_state(&mut self, core: u8, state: CoreState, _: &mut Cx<'_>) {
        if let Some(c) = self.cpus.get_mut(usize::from(core)) {
            c.state = state;
        }
    }
}
