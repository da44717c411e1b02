//! MTU, memory test unit: the controllers of SRAMs, which take down errors that their codes meet, and raise alarms in
//! the safety management unit. Registers: iLLD `IfxMtu_reg.h`, `IfxMc_reg.h` and `IfxMc_regdef.h`; which controller is
//! which memory's, and its widths: `IfxMtu_cfg.h` and `IfxMtu_cfg.c`. How software uses them: `SramEccTst` of the
//! vendor's test library for the TC2xx (flags are cleared by a 0, TRC clears the tracking, VAL counts entries as a
//! thermometer, EOV is an entry more than there are registers).
//!
//! Output pins: three for each controller, in the order of their numbers: an alarm for a corrected error, one for an
//! error that is not, one for an entry too many.
//!
//! Estimated: ECCS and ECCD after reset (all notifications and the correction on). Not modelled: memory tests (MBIST),
//! bit flips by software (RDBFL, ECCMAP, SFLE, BFLE), address errors, clearing of memories that is under way, the
//! contents of ETRR, which tell places in blocks of a memory that no public source maps to addresses.

use super::untouched::Part;
use crate::BuildEnv;
use crate::params::check_write;
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Cx, Device, MemoryError, ResetPhase};
use trueboard_core::regs::RegDesc;
use trueboard_core::snapshot::SnapshotError;
use trueboard_core::time::Tick;

trueboard_core::regs! {
    /// Registers. Those of controllers are 16 bits wide, here in pairs.
    pub enum Reg: MAP {
        CLC @ 0x0000 = 0, rw 0b1001; "clock control: EDIS 3, DISS 1, DISR 0; kept";
        ID @ 0x0008 = 0, rw 0; "module identification: not modelled";
        MEMTEST @ 0x0010 [3; 4] = 0, rw 0xffff_ffff; "test enables of memories: tests are not modelled";
        MEMMAP @ 0x001c = 0, rw 0x0000_8492; "caches as memory; kept";
        MEMSTAT @ 0x0038 [3; 4] = 0, rw 0; "initialisation of memories under way: none is";
        ECCS @ 0x100c [88; 0x100] = 0x000f_0000, rw 0x0fff_0000; "REVID 15:0; ECCS: TC_WAY_SEL 27:26, ECCMAP 25:24, SFLE 23:22, BFLE 21, TRE 20, ECE 19, AENE 18, UENE 17, CENE 16";
        ECCD @ 0x1010 [88; 0x100] = 0x7800, rw 0x7800; "ETRR0 31:16 (reads 0); ECCD: EOV 15, ECE 14, AENE 13, UENE 12, CENE 11, RARVAL 10, VAL 9:5, TRC 4, AERR 3, UERR 2, CERR 1, SERR 0; a 0 written clears AERR to SERR";
    }
}

/// ECCS.
const CENE: u32 = 1 << 16;
const UENE: u32 = 1 << 17;
const TRE: u32 = 1 << 20;
const FLIPS: u32 = 0x0fe0_0000;
/// ECCD.
const SERR: u32 = 1 << 0;
const CERR: u32 = 1 << 1;
const UERR: u32 = 1 << 2;
const ERRORS: u32 = 0xf;
const TRC: u32 = 1 << 4;
const VAL: u32 = 0x1f << 5;
const EOV: u32 = 1 << 15;

/// A memory and its controller.
#[derive(Clone, Copy, Debug)]
pub struct Controller {
    /// First physical address of the memory.
    at: u64,
    size: u64,
    /// The controller's number.
    number: u16,
    /// Bytes that its code protects at once.
    pub word: u64,
    /// Entries of its error tracking.
    entries: u32,
    /// Offset of its registers in the MTU.
    pub registers: u32,
}

const fn controller(number: u16, (at, size): (u64, u64), word: u64, entries: u32) -> Controller {
    Controller {
        at,
        size,
        number,
        word,
        entries,
        registers: 0x1000 + 0x100 * number as u32,
    }
}

/// Those of memories that are modelled.
const CONTROLLERS: [Controller; 7] = [
    controller(0, (0x5000_0000, 0x1_e000), 2, 5),
    controller(3, (0x5010_0000, 0x8000), 8, 5),
    controller(6, (0x6000_0000, 0x1_e000), 2, 5),
    controller(9, (0x6010_0000, 0x8000), 8, 5),
    controller(14, (0x7000_0000, 0x1_c000), 2, 5),
    controller(16, (0x7010_0000, 0x6000), 4, 3),
    // The LMU's memory has the name DAM there.
    controller(79, (0x9000_0000, 0x8000), 8, 1),
];

/// The controller of the memory at a physical address.
#[must_use]
pub fn mtu_controller(pa: u64) -> Option<Controller> {
    CONTROLLERS
        .into_iter()
        .find(|c| pa.wrapping_sub(c.at) < c.size)
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Mtu {
    part: Part,
}

impl Mtu {
    /// Builds one from a board file's parameters.
    ///
    /// # Errors
    /// When it has no name.
    pub fn build(params: ron::Value, _: &BuildEnv) -> Result<Mtu, String> {
        Ok(Mtu {
            part: Part::build("tc27x-mtu", MAP, params)?,
        })
    }

    fn value(&self, reg: Reg, i: usize) -> u32 {
        self.part.get(reg as usize, i)
    }

    fn set(&mut self, reg: Reg, i: usize, value: u32) {
        self.part.set(reg as usize, i, value);
    }
}

impl Device for Mtu {
    fn kind(&self) -> &'static str {
        "tc27x-mtu"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn byte_enables(&self) -> bool {
        true
    }

    fn reset(&mut self, phase: ResetPhase, _: &mut Cx<'_>) {
        if phase == ResetPhase::Enter {
            self.part.reset();
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        self.part.accesses += 1;
        Ok(self.peek(off, cx.now).unwrap_or_else(|| {
            cx.warn(off, "MTU: this register is not modelled: reads as 0");
            0
        }))
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        self.part.accesses += 1;
        let Some((reg, i)) = Reg::at(off) else {
            cx.warn(off, "MTU: this register is not modelled: write lost");
            return Ok(());
        };
        let (desc, old) = (&MAP[reg as usize], self.value(reg, i));
        if reg == Reg::ECCD {
            let mut new = old & !desc.rw & !ERRORS | old & value & ERRORS | value & desc.rw;
            if value & TRC != 0 {
                new &= !(VAL | EOV);
            }
            self.set(reg, i, new);
            return Ok(());
        }
        check_write(desc, off, value, old, cx);
        if reg == Reg::MEMTEST && value != 0 {
            cx.warn(off, "MEMTEST: tests of memories are not modelled");
        }
        if reg == Reg::ECCS && value & FLIPS != 0 {
            cx.warn(
                off,
                "ECCS: bit flips and mappings by software are not modelled",
            );
        }
        self.part.write(reg as usize, i, value);
        Ok(())
    }

    fn memory_error(&mut self, error: &MemoryError, cx: &mut Cx<'_>) {
        let Some(c) = mtu_controller(error.address) else {
            return;
        };
        let n = usize::from(c.number);
        let (eccs, mut eccd) = (self.value(Reg::ECCS, n), self.value(Reg::ECCD, n));
        let (flag, notify) = match error.fatal {
            false => (CERR, CENE),
            true => (UERR, UENE),
        };
        eccd |= SERR | flag;
        let mut overflows = false;
        if eccs & TRE != 0 {
            let entries = (eccd & VAL).count_ones();
            if entries < c.entries {
                eccd |= 1 << (5 + entries);
            } else {
                overflows = eccd & EOV == 0;
                eccd |= EOV;
            }
        }
        self.set(Reg::ECCD, n, eccd);
        if eccs & notify != 0 {
            cx.pulse(3 * c.number + u16::from(error.fatal));
        }
        if overflows {
            cx.pulse(3 * c.number + 2);
        }
    }

    fn peek(&self, off: u32, _: Tick) -> Option<u32> {
        let (reg, i) = Reg::at(off)?;
        Some(self.value(reg, i))
    }

    fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![("accesses", self.part.accesses)]
    }

    fn save(&self) -> Vec<u8> {
        self.part.save()
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        self.part.load(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Rig;
    use crate::unmodelled::Unmodelled;

    const ECCS14: u32 = 0x1e0c;
    const ECCD14: u32 = 0x1e10;

    fn rig() -> Rig<Mtu> {
        let p = ron::from_str(r#"(name: "MTU")"#).unwrap();
        Rig::new(Mtu::build(p, &BuildEnv::default()).unwrap())
    }

    fn meets(r: &mut Rig<Mtu>, fatal: bool) {
        let error = MemoryError {
            address: 0x7000_0124,
            flips: 1 + u32::from(fatal),
            fatal,
            master: 0,
        };
        r.with(|d, cx| d.memory_error(&error, cx));
    }

    #[test]
    fn an_untouched_one_is_saved_as_one_that_is_not_modelled() {
        let p = ron::from_str(r#"(name: "MTU")"#).unwrap();
        let none = Unmodelled::build(p, &BuildEnv::default()).unwrap();
        let mut r = rig();
        assert_eq!(r.dev.save(), none.save());
        r.check_snapshot();
        r.check_reset_values(&[]);
        meets(&mut r, false);
        r.check_snapshot();
        assert_eq!(r.read(ECCD14), 0x7800 | SERR | CERR);
        let touched = r.dev.save();
        r.dev.load(&none.save()).unwrap();
        assert_eq!(r.read(ECCD14), 0x7800);
        r.dev.load(&touched).unwrap();
        assert_eq!(r.read(ECCD14), 0x7800 | SERR | CERR);
    }

    #[test]
    fn errors_set_flags_and_raise_alarms_as_they_are_enabled() {
        let mut r = rig();
        meets(&mut r, false);
        assert_eq!(r.raised(42), 1);
        meets(&mut r, true);
        assert_eq!(r.raised(43), 1);
        assert_eq!(r.read(ECCD14), 0x7800 | SERR | CERR | UERR);
        // A 0 clears a flag, a 1 leaves it.
        r.write(ECCD14, 0x7800 | UERR);
        assert_eq!(r.read(ECCD14), 0x7800 | UERR);
        // Only uncorrectable ones are to be reported.
        r.write(ECCS14, 0x000a_0000);
        meets(&mut r, false);
        assert_eq!(r.raised(42), 0);
        assert_eq!(r.warnings, []);
    }

    #[test]
    fn the_sixth_entry_is_one_too_many() {
        let mut r = rig();
        r.write(ECCS14, 0x001f_0000);
        for _ in 0..5 {
            meets(&mut r, false);
        }
        assert_eq!((r.raised(44), r.read(ECCD14) & (VAL | EOV)), (0, VAL));
        meets(&mut r, false);
        meets(&mut r, false);
        assert_eq!((r.raised(44), r.read(ECCD14) & EOV), (1, EOV));
        r.write(ECCD14, 0x7800 | TRC);
        assert_eq!(r.read(ECCD14), 0x7800);
    }
}
