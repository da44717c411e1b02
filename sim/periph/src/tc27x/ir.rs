//! Interrupt router (UM "Interrupt Router"): service request nodes, their arbitration for the
//! CPUs, general purpose requests.
//!
//! Input pin n is the trigger of node n: that of the register at 0x1000 + 4 n of this device, which
//! lies at 0xF0037000. A rising edge requests service. Output pin n is high while core n is in idle
//! mode. What is requested reaches a CPU `arbitration_cycles` later; what was requested meanwhile
//! takes part. Of two nodes with one priority, which software must not set up, the one with the
//! lower address wins.
//!
//! Not modelled: service by the DMA (TOS 3), the ECC check (so the error capture registers stay 0),
//! the trace unit (OTGM), which masters may write (ACCEN).

mod regs;
#[cfg(test)]
mod tests;

use crate::BuildEnv;
use crate::params::{check_write, parse, within};
use regs::{FIRST_NODE, LAST_NODE, MAP, Reg, node, src};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use trueboard_core::bus::BusFault;
use trueboard_core::device::{CoreSignal, Cx, Device, Input, InterruptController, ResetPhase};
use trueboard_core::event::EventKey;
use trueboard_core::fact::CoreState;
use trueboard_core::regs::{RegBank, RegDesc};
use trueboard_core::time::Tick;

/// The service provider that is not a CPU.
const DMA: u32 = 3;

/// Parameters in a board file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Cycles of the device's clock from a request to the CPU's pending interrupt.
    pub arbitration_cycles: u64,
}

/// A CPU as service provider.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Provider {
    /// What the CPU's pending interrupt priority number shows, and the node it is of.
    pending: Option<(u16, u8)>,
    last_won: u32,
    last_acknowledged: u32,
    /// The arbitration under way.
    arbitration: Option<EventKey>,
}

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ir {
    params: Params,
    providers: Vec<Provider>,
    /// Service request control registers that are not 0, by node.
    nodes: BTreeMap<u16, u32>,
    /// Registers of the control unit that only store.
    bank: RegBank,
    requests: u64,
    overflows: u64,
    acknowledged: u64,
}

impl Ir {
    /// Builds one from a board file's parameters.
    ///
    /// # Errors
    /// When a parameter is out of range.
    pub fn build(params: ron::Value, env: &BuildEnv) -> Result<Ir, String> {
        let params: Params = parse("tc27x-ir", params)?;
        within("arbitration_cycles", params.arbitration_cycles, 1..=1000)?;
        Ok(Ir::new(params, env.cores))
    }

    fn new(params: Params, cores: usize) -> Ir {
        Ir {
            params,
            providers: vec![Provider::default(); cores],
            nodes: BTreeMap::new(),
            bank: RegBank::new(MAP),
            requests: 0,
            overflows: 0,
            acknowledged: 0,
        }
    }

    fn register(&self, node: u16) -> u32 {
        self.nodes.get(&node).copied().unwrap_or(0)
    }

    fn set_register(&mut self, node: u16, value: u32) {
        if value == 0 {
            self.nodes.remove(&node);
        } else {
            self.nodes.insert(node, value);
        }
    }

    /// Requests service of `node`; one that is pending already is an overflow.
    fn request(&mut self, node: u16) {
        let v = self.register(node);
        self.requests += 1;
        let overflow = if v & src::SRR != 0 { src::IOV } else { 0 };
        self.overflows += u64::from(overflow != 0);
        self.set_register(node, v | src::SRR | overflow);
    }

    /// The node that provider `core` would serve next, and its priority.
    fn winner(&self, core: usize) -> Option<(u16, u8)> {
        let wanted = src::SRE | src::SRR;
        let mut best: Option<(u16, u8)> = None;
        for (&node, &v) in &self.nodes {
            let priority = (v & src::SRPN) as u8;
            let provider = (v >> src::TOS_SHIFT & 3) as usize;
            if v & wanted == wanted && provider == core && priority > best.map_or(0, |b| b.1) {
                best = Some((node, priority));
            }
        }
        best
    }

    /// Lets those arbitrate again whose winner is no longer what their CPU sees.
    fn update(&mut self, cx: &mut Cx<'_>) {
        for core in 0..self.providers.len() {
            let changed = self.winner(core) != self.providers[core].pending;
            let p = &mut self.providers[core];
            if changed && p.arbitration.is_none() {
                let at = cx.now.after(cx.clock.ticks(self.params.arbitration_cycles));
                p.arbitration = Some(cx.schedule(at, core as u32));
            }
        }
    }

    /// Shows provider `core` what is pending.
    fn show(&mut self, core: usize, pending: Option<(u16, u8)>, cx: &mut Cx<'_>) {
        let Some(p) = self.providers.get_mut(core) else {
            return;
        };
        let shown = |w: Option<(u16, u8)>| w.map_or(0, |w| u32::from(w.1));
        let changed = shown(p.pending) != shown(pending);
        p.pending = pending;
        if let Some((node, priority)) = pending {
            p.last_won = 1 << 31 | u32::from(node) << 16 | u32::from(priority);
        }
        if changed {
            cx.core(core as u8, CoreSignal::Irq(shown(pending)));
        }
    }

    fn write_node(&mut self, node: u16, value: u32, cx: &mut Cx<'_>) {
        let old = self.register(node);
        let mut v = (old & !src::PLAIN) | (value & src::PLAIN);
        // Written together, the two leave the request as it is (UM, SRC register).
        let both = value & src::SETR != 0 && value & src::CLRR != 0;
        if value & src::CLRR != 0 && !both {
            v &= !src::SRR;
        }
        if value & src::IOVCLR != 0 {
            v &= !src::IOV;
        }
        if value & src::SWSCLR != 0 {
            v &= !src::SWS;
        }
        self.set_register(node, v);
        if value & src::SETR != 0 && !both {
            self.request(node);
            let v = self.register(node);
            self.set_register(node, v | src::SWS);
        }
        if v & src::SRE != 0 && v >> src::TOS_SHIFT & 3 == DMA {
            let off = FIRST_NODE + 4 * u32::from(node);
            cx.warn(off, "SRC: TOS is 3, but service by the DMA is not modelled");
        }
    }

    fn value(&self, off: u32) -> Option<u32> {
        let (reg, i) = Reg::at(off)?;
        if let Some(n) = node(off) {
            return Some(self.register(n));
        }
        let provider = |f: fn(&Provider) -> u32| self.providers.get(i).map_or(0, f);
        Some(match reg {
            Reg::LWSR => provider(|p| p.last_won),
            Reg::LASR => provider(|p| p.last_acknowledged),
            _ => self.bank.get(reg as usize, i),
        })
    }
}

impl Device for Ir {
    fn kind(&self) -> &'static str {
        "tc27x-ir"
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
                for p in &mut self.providers {
                    if let Some(key) = p.arbitration.take() {
                        cx.cancel(key);
                    }
                }
                let pending: Vec<_> = self.providers.iter().map(|p| p.pending).collect();
                *self = Ir::new(self.params.clone(), pending.len());
                for (p, pending) in self.providers.iter_mut().zip(pending) {
                    p.pending = pending;
                }
            }
            ResetPhase::Hold => {
                for core in 0..self.providers.len() {
                    self.show(core, None, cx);
                }
            }
            ResetPhase::Exit => {}
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        Ok(self.value(off).unwrap_or_else(|| {
            cx.warn(off, "no register here: reads as 0");
            0
        }))
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        let Some((reg, i)) = Reg::at(off) else {
            cx.warn(off, "no register here: write lost");
            return Ok(());
        };
        let desc = &MAP[reg as usize];
        check_write(desc, off, value, self.value(off).unwrap_or(0), cx);
        if let Some(n) = node(off) {
            self.write_node(n, value, cx);
        } else if reg == Reg::SRB {
            let group = [Reg::GPSR0, Reg::GPSR1, Reg::GPSR2][i.min(2)];
            let first = MAP[group as usize].offset - FIRST_NODE;
            for k in (0..4).filter(|k| value >> k & 1 != 0) {
                self.request(first as u16 / 4 + k);
            }
        } else {
            self.bank.write(desc, reg as usize, i, value);
        }
        self.update(cx);
        Ok(())
    }

    fn event(&mut self, core: u32, cx: &mut Cx<'_>) {
        let core = core as usize;
        if let Some(p) = self.providers.get_mut(core) {
            p.arbitration = None;
        }
        let winner = self.winner(core);
        self.show(core, winner, cx);
    }

    fn inputs(&self) -> &'static [Input] {
        const { &[Input::new(0, LAST_NODE, "service requests")] }
    }

    fn line(&mut self, pin: u16, level: bool, cx: &mut Cx<'_>) {
        if level && node(FIRST_NODE + 4 * u32::from(pin)).is_some() {
            self.request(pin);
            self.update(cx);
        }
    }

    fn interrupt_controller(&mut self) -> Option<&mut dyn InterruptController> {
        Some(self)
    }

    fn peek(&self, off: u32, _: Tick) -> Option<u32> {
        self.value(off)
    }

    fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("requests", self.requests),
            ("overflows", self.overflows),
            ("acknowledged", self.acknowledged),
        ]
    }

    trueboard_core::serde_state!();
}

impl InterruptController for Ir {
    fn acknowledge(&mut self, core: u8, level: u32, cx: &mut Cx<'_>) {
        let Some(p) = self.providers.get_mut(usize::from(core)) else {
            return;
        };
        self.acknowledged += 1;
        if let Some((node, _)) = p.pending.filter(|w| u32::from(w.1) == level) {
            p.last_acknowledged = u32::from(node) << 16 | level;
            let v = self.register(node);
            self.set_register(node, v & !src::SRR);
        }
        // The next winner is not known before another arbitration.
        self.show(core.into(), None, cx);
        self.update(cx);
    }

    fn core_state(&mut self, core: u8, state: CoreState, cx: &mut Cx<'_>) {
        cx.line(core.into(), state == CoreState::Idle);
    }
}
