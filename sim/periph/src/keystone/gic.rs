//! GIC-400 of the ARM CorePac, as far as its CPUs interrupt each other by it: software generated interrupts
//! (SGIs) of the distributor, and the interface of each CPU, which all CPUs see at one address.
//!
//! A write of GICD_SGIR makes an SGI pending at CPUs, for each CPU that sends it apart. A CPU is signalled
//! while none is active there; a read of GICC_IAR answers the lowest number that is pending, by the
//! lowest CPU, and makes it active, until it is written to GICC_EOIR. The request is an edge: the core
//! keeps it.
//!
//! CPUs have their interfaces as Linux leaves them: on, with all priorities let through, every SGI of one
//! priority. Not modelled: everything else, shared and private peripheral interrupts, priorities and the
//! security extensions among it. Interrupts of other devices reach the cores by wires of the board.

use crate::BuildEnv;
use crate::params::{check_write, parse};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::BusFault;
use trueboard_core::device::{CoreSignal, Cx, Device, ResetPhase};
use trueboard_core::regs::RegDesc;
use trueboard_core::time::Tick;

trueboard_core::regs! {
    /// Registers (IHI 0048B, "Distributor register map" and "CPU interface register map"); the interfaces are
    /// 0x1000 behind the distributor (Linux device tree `keystone`).
    pub enum Reg: MAP {
        GicdCtlr @ 0x0000 = 0, rw 1; "distributor: Enable 0";
        GicdSgir @ 0x0f00 = 0, rw 0x03ff_000f; "sends an SGI: TargetListFilter 25:24, CPUTargetList 23:16, SGIINTID 3:0";
        GiccIar @ 0x100c = 0x3ff, rw 0; "acknowledges: CPUID 12:10, Interrupt ID 9:0, 1023 when none is pending";
        GiccEoir @ 0x1010 = 0, rw 0x1fff; "ends an interrupt: CPUID 12:10, EOIINTID 9:0";
    }
}

/// CPUs that a GIC can have (IHI 0048B, CPUTargetList).
const MOST_CPUS: usize = 8;
/// The line by which a core is signalled.
const PIN: u8 = 2;
/// What GICC_IAR says when nothing is pending.
const SPURIOUS: u32 = 1023;

/// Parameters in a board file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The cores that are CPU 0, CPU 1, …
    pub cpus: Vec<u8>,
}

/// SGIs by number and, in each, a bit for each CPU that sent it.
type Sources = [u8; 16];

/// What the GIC knows of one CPU.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Interface {
    pending: Sources,
    active: Sources,
}

impl Interface {
    /// The SGI that is pending and comes first, and who sent it.
    fn next(&self) -> Option<(usize, u32)> {
        let first = |&bits: &u8| (bits != 0).then(|| bits.trailing_zeros());
        self.pending
            .iter()
            .enumerate()
            .find_map(|(id, bits)| Some((id, first(bits)?)))
    }

    /// Whether the CPU is to be signalled.
    fn asks(&self) -> bool {
        self.next().is_some() && self.active.iter().all(|&bits| bits == 0)
    }
}

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Gic {
    params: Params,
    enabled: bool,
    interfaces: Vec<Interface>,
    interrupts: u64,
}

impl Gic {
    /// Builds one from a board file's parameters.
    ///
    /// # Errors
    /// When a parameter is missing or names a core that is not there.
    pub fn build(params: ron::Value, env: &BuildEnv) -> Result<Gic, String> {
        let params: Params = parse("keystone-gic", params)?;
        if params.cpus.is_empty() || params.cpus.len() > MOST_CPUS {
            return Err(format!("params: cpus must have 1 to {MOST_CPUS} entries"));
        }
        if let Some(c) = params.cpus.iter().find(|&&c| usize::from(c) >= env.cores) {
            return Err(format!(
                "params: there is no core {c}; the board has {}",
                env.cores
            ));
        }
        Ok(Gic {
            enabled: false,
            interfaces: vec![Interface::default(); params.cpus.len()],
            interrupts: 0,
            params,
        })
    }

    /// The CPU that accesses a register, with a warning if it is none.
    fn accessor(&self, off: u32, cx: &mut Cx<'_>) -> Option<usize> {
        let core = cx.accessor.map(|a| a.core);
        let cpu = self.params.cpus.iter().position(|&c| Some(c) == core);
        if cpu.is_none() {
            cx.warn(off, "only CPUs of the ARM reach the GIC: no effect");
        }
        cpu
    }

    /// Does `change`, and signals the CPUs for which there is an interrupt then that was not before.
    fn change<R>(&mut self, cx: &mut Cx<'_>, change: impl FnOnce(&mut Gic) -> R) -> R {
        let asks = |g: &Gic, cpu: usize| g.enabled && g.interfaces[cpu].asks();
        let cpus = self.interfaces.len();
        let before: Vec<bool> = (0..cpus).map(|cpu| asks(self, cpu)).collect();
        let answer = change(self);
        for (cpu, before) in before.into_iter().enumerate() {
            if asks(self, cpu) && !before {
                self.interrupts += 1;
                cx.pulse(cpu as u16);
                let signal = CoreSignal::Line {
                    pin: PIN,
                    level: true,
                };
                cx.core(self.params.cpus[cpu], signal);
            }
        }
        answer
    }

    /// CPU `by` sends the SGI that `value` names.
    fn send(&mut self, by: usize, value: u32) {
        let list = match value >> 24 & 3 {
            0 => value >> 16,
            1 => !(1 << by),
            2 => 1 << by,
            _ => 0,
        };
        for (cpu, interface) in self.interfaces.iter_mut().enumerate() {
            if list >> cpu & 1 != 0 {
                interface.pending[(value & 15) as usize] |= 1 << by;
            }
        }
    }

    /// CPU `by` takes the SGI that comes first.
    fn acknowledge(&mut self, by: usize) -> u32 {
        let interface = &mut self.interfaces[by];
        let Some((id, from)) = interface.next().filter(|_| self.enabled) else {
            return SPURIOUS;
        };
        interface.pending[id] &= !(1 << from);
        interface.active[id] |= 1 << from;
        from << 10 | id as u32
    }

    /// CPU `by` ends the SGI that `value` names.
    fn end(&mut self, by: usize, value: u32) -> bool {
        let (id, from) = ((value & 0x3ff) as usize, value >> 10 & 7);
        let active = self.interfaces[by].active.get_mut(id);
        let was = active.as_ref().is_some_and(|bits| **bits >> from & 1 != 0);
        if let Some(bits) = active {
            *bits &= !(1 << from);
        }
        was
    }
}

impl Device for Gic {
    fn kind(&self) -> &'static str {
        "keystone-gic"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn reset(&mut self, phase: ResetPhase, _: &mut Cx<'_>) {
        if phase == ResetPhase::Enter {
            self.enabled = false;
            self.interfaces.fill(Interface::default());
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        Ok(match Reg::at(off) {
            Some((Reg::GiccIar, _)) => match self.accessor(off, cx) {
                Some(by) => self.change(cx, |g| g.acknowledge(by)),
                None => SPURIOUS,
            },
            Some(_) => self.peek(off, cx.now).unwrap_or(0),
            None => {
                cx.warn(off, "no register is modelled here: reads as 0");
                0
            }
        })
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        let Some((reg, _)) = Reg::at(off) else {
            cx.warn(off, "no register is modelled here: write lost");
            return Ok(());
        };
        check_write(&MAP[reg as usize], off, value, 0, cx);
        match reg {
            Reg::GicdCtlr => self.change(cx, |g| g.enabled = value & 1 != 0),
            Reg::GicdSgir => {
                if let Some(by) = self.accessor(off, cx) {
                    self.change(cx, |g| g.send(by, value));
                }
            }
            Reg::GiccEoir => {
                if let Some(by) = self.accessor(off, cx)
                    && !self.change(cx, |g| g.end(by, value))
                {
                    cx.warn(off, "ends an interrupt that is not active: no effect");
                }
            }
            Reg::GiccIar => {}
        }
        Ok(())
    }

    fn peek(&self, off: u32, _: Tick) -> Option<u32> {
        match Reg::at(off)?.0 {
            Reg::GicdCtlr => Some(self.enabled.into()),
            Reg::GicdSgir | Reg::GiccEoir => Some(0),
            // Each CPU reads its own, and has an effect by it.
            Reg::GiccIar => None,
        }
    }

    fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![("interrupts", self.interrupts)]
    }

    trueboard_core::serde_state!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Rig;
    use trueboard_core::device::{Accessor, Effect};

    const SGIR: u32 = 0xf00;
    const IAR: u32 = 0x100c;
    const EOIR: u32 = 0x1010;

    fn built(cpus: &str) -> Result<Gic, String> {
        let p = ron::from_str(&format!("(cpus: {cpus})")).unwrap();
        let env = BuildEnv {
            cores: 12,
            ..BuildEnv::default()
        };
        Gic::build(p, &env)
    }

    /// The GIC of cores 0, 9, 10 and 11, switched on.
    fn rig() -> Rig<Gic> {
        let mut r = Rig::new(built("[0, 9, 10, 11]").unwrap());
        r.write(0, 1);
        r
    }

    /// An access by a core.
    fn by<R>(r: &mut Rig<Gic>, core: u8, f: impl FnOnce(&mut Gic, &mut Cx<'_>) -> R) -> R {
        r.with(|g, cx| {
            cx.accessor = Some(Accessor { core, pc: 0 });
            f(g, cx)
        })
    }

    fn read(r: &mut Rig<Gic>, core: u8, off: u32) -> u32 {
        by(r, core, |g, cx| g.read(off, cx)).unwrap()
    }

    fn write(r: &mut Rig<Gic>, core: u8, off: u32, value: u32) {
        by(r, core, |g, cx| g.write(off, value, cx)).unwrap();
    }

    /// The cores that were signalled.
    fn signalled(r: &mut Rig<Gic>) -> Vec<u8> {
        let cores = r.took().into_iter().filter_map(|e| match e {
            Effect::Core {
                core,
                signal: CoreSignal::Line { pin: PIN, level },
            } => level.then_some(core),
            _ => None,
        });
        cores.collect()
    }

    #[test]
    fn an_interrupt_and_who_sent_it() {
        let mut r = rig();
        write(&mut r, 9, SGIR, 1 << 18 | 1 << 19 | 2);
        assert_eq!(signalled(&mut r), [10, 11]);
        r.check_snapshot();
        // CPU 1 is in bits 12:10.
        assert_eq!(read(&mut r, 10, IAR), 1 << 10 | 2);
        assert_eq!(read(&mut r, 10, IAR), 1023);
        write(&mut r, 10, EOIR, 1 << 10 | 2);
        assert_eq!((signalled(&mut r), read(&mut r, 0, IAR)), (vec![], 1023));
        assert_eq!(read(&mut r, 11, IAR), 1 << 10 | 2);
        assert_eq!(r.dev.meters(), [("interrupts", 2)]);
        assert_eq!(r.warnings, []);
    }

    #[test]
    fn the_target_list_can_be_left_out() {
        let mut r = rig();
        write(&mut r, 9, SGIR, 1 << 24 | 3);
        assert_eq!(signalled(&mut r), [0, 10, 11]);
        write(&mut r, 9, SGIR, 2 << 24 | 3);
        assert_eq!(signalled(&mut r), [9]);
        write(&mut r, 9, SGIR, 3 << 24 | 0xf << 16 | 3);
        assert_eq!(signalled(&mut r), []);
    }

    #[test]
    fn one_is_active_at_a_time_and_the_lowest_comes_first() {
        let mut r = rig();
        write(&mut r, 10, SGIR, 1 << 17 | 5);
        assert_eq!(
            (signalled(&mut r), read(&mut r, 9, IAR)),
            (vec![9], 2 << 10 | 5)
        );
        // Others wait for its end; one that is sent twice by a CPU comes once.
        for core in [11, 11, 0] {
            write(&mut r, core, SGIR, 1 << 17 | 4);
        }
        assert_eq!(signalled(&mut r), []);
        write(&mut r, 9, EOIR, 2 << 10 | 5);
        assert_eq!((signalled(&mut r), read(&mut r, 9, IAR)), (vec![9], 4));
        write(&mut r, 9, EOIR, 4);
        assert_eq!(
            (signalled(&mut r), read(&mut r, 9, IAR)),
            (vec![9], 3 << 10 | 4)
        );
        write(&mut r, 9, EOIR, 3 << 10 | 4);
        assert_eq!((signalled(&mut r), read(&mut r, 9, IAR)), (vec![], 1023));
    }

    #[test]
    fn while_the_distributor_is_off_interrupts_wait() {
        let mut r = Rig::new(built("[0, 9]").unwrap());
        r.check_reset_values(&[]);
        write(&mut r, 0, SGIR, 1 << 17);
        assert_eq!((signalled(&mut r), read(&mut r, 9, IAR)), (vec![], 1023));
        write(&mut r, 0, 0, 1);
        assert_eq!((signalled(&mut r), read(&mut r, 9, IAR)), (vec![9], 0));
    }

    #[test]
    fn what_has_no_effect_is_warned_of() {
        let mut r = rig();
        write(&mut r, 3, SGIR, 1 << 16);
        assert_eq!((signalled(&mut r), read(&mut r, 3, IAR)), (vec![], 1023));
        write(&mut r, 9, EOIR, 7);
        write(&mut r, 9, 0x100, 1);
        let said = ["only CPUs", "only CPUs", "not active", "write lost"];
        assert_eq!(r.warnings.len(), said.len());
        for (w, part) in r.warnings.iter().zip(said) {
            assert!(w.what.contains(part), "{}", w.what);
        }
        assert!(built("[0, 12]").unwrap_err().contains("core 12"));
        assert!(built("[]").unwrap_err().contains("1 to 8"));
    }
}
