//! The codes of the TC275 (AURIX TC27x), and where it reports errors.
//!
//! - SRAMs: each block of a memory has data and check bits of its own (widths: vendor's header iLLD `IfxMtu_cfg.c`,
//!   table of SRAMs): 16 and 6 in data scratchpads, 32 and 8 in the program scratchpad of CPU 0, 64 and 8 in the
//!   others and in the LMU. One bit is corrected, two are found. The memory's controller takes errors down ("MTU",
//!   `tc27x::mtu`), while its ECCS has ECE set.
//! - Program flash: 256 bits with 22 check bits (iLLD `IfxFlash_regdef.h`: ECCRP.RCODE, UBABTOP.ADDR 23:5). Single and
//!   double errors are corrected (FSR: PFSBER, PFDBER), more are not (PFMBER). The buffers CBAB and UBAB hold the
//!   addresses of both kinds.
//! - Data flash: 64 bits (a page) with 22 check bits (ECCRD.RCODE). FSR has a flag each for single, double and triple
//!   errors, and for what cannot be corrected (DFSBER, DFDBER, DFTBER, DFMBER).
//!
//! Estimated: codes find one bit more than they correct, and nothing beyond (as the number of check bits allows); an
//! error is reported by each read. Not modelled: check bits, the codes' own error injection, ERR of CBABTOP and UBABTOP
//! (whose numbers no public source gives), CBABCFG.SEL and DIS, TRAPDIS of MARP and MARD (all is trapped).

use super::status::Status;
use super::{Bits, Code, Error, Word, flips};
use crate::machine::fabric::Fabric;
use trueboard_core::device::MemoryError;
use trueboard_core::meter::Meters;
use trueboard_periph::mtu_controller;

/// The kinds of the devices to which errors are reported.
const MTU: &str = "tc27x-mtu";
const PMU: &str = "pmu";

/// A controller's registers (iLLD `IfxMc_regdef.h`): ECCS is the upper half of the word at 0xC, and ECE is bit 3 of it.
const ECCS_WORD: u32 = 0x0c;
const ECE: u32 = 1 << (16 + 3);

/// The SRAMs behind the controllers of the MTU.
pub(super) struct Sram;

/// A bank of the program flash: its place, and the offsets of CBABTOP and UBABTOP among the flash's registers.
pub(super) struct ProgramFlash {
    at: u64,
    size: u64,
    /// CBABCFG, CBABSTAT, CBABTOP (iLLD `IfxFlash_reg.h`, from 0xF8001000 on).
    cbab: u32,
    /// UBABCFG, UBABSTAT, UBABTOP.
    ubab: u32,
}

pub(super) const PFLASH0: ProgramFlash = ProgramFlash {
    at: 0x8000_0000,
    size: 0x20_0000,
    cbab: 0x10b4,
    ubab: 0x10e4,
};
pub(super) const PFLASH1: ProgramFlash = ProgramFlash {
    at: 0x8020_0000,
    size: 0x20_0000,
    cbab: 0x10c0,
    ubab: 0x10f0,
};

/// Entries of CBAB (CBABSTAT: VLD0 to VLD9) and of UBAB (UBABSTAT: VLD0).
const ENTRIES: [usize; 2] = [10, 1];
/// CBABCFG.CLR and CBABTOP.CLR; CBABTOP.VLD and ADDR.
const CFG_CLR: u32 = 1 << 8;
const TOP_CLR: u32 = 1 << 31;
const TOP_VLD: u32 = 1 << 30;
const TOP_ADDR: u32 = 0x00ff_ffe0;

/// The data flash, both banks.
pub(super) struct DataFlash;

/// Reports an error to a device.
fn report_to(fabric: &mut Fabric, kind: &str, e: &Error, meters: &Meters) {
    let error = MemoryError {
        address: e.address,
        flips: e.flips,
        fatal: e.fatal,
        master: e.master,
    };
    if let Some(id) = fabric.of_kind(kind) {
        fabric.call(id, e.at, None, meters, |d, cx| d.memory_error(&error, cx));
    }
}

impl Code for Sram {
    fn name(&self) -> &'static str {
        "the memory's ECC"
    }

    fn word(&self, fabric: &Fabric, pa: u64) -> Option<u64> {
        fabric.of_kind(MTU)?;
        let c = mtu_controller(pa)?;
        let eccs = fabric.register_of(MTU, c.registers + ECCS_WORD);
        (eccs & ECE != 0).then_some(c.word)
    }

    fn makes(&self, _: &Fabric, bits: &Bits) -> Word {
        Word::of(flips(bits), 1)
    }

    fn report(&self, fabric: &mut Fabric, error: &Error, meters: &Meters) {
        report_to(fabric, MTU, error, meters);
    }
}

impl Code for ProgramFlash {
    fn name(&self) -> &'static str {
        "the flash's ECC"
    }

    fn word(&self, fabric: &Fabric, pa: u64) -> Option<u64> {
        fabric.of_kind(PMU)?;
        (pa.wrapping_sub(self.at) < self.size).then_some(32)
    }

    fn makes(&self, _: &Fabric, bits: &Bits) -> Word {
        Word::of(flips(bits), 2)
    }

    fn report(&self, fabric: &mut Fabric, error: &Error, meters: &Meters) {
        let kind = usize::from(error.fatal);
        if let Some(status) = fabric.status_of(error.by) {
            let buffer = &mut status.addresses[kind];
            if buffer.len() < ENTRIES[kind] && !buffer.contains(&error.address) {
                buffer.push(error.address);
            }
        }
        report_to(fabric, PMU, error, meters);
    }

    fn overlay(&self, status: &Status, kind: &str, off: u32, value: u32) -> u32 {
        if kind != PMU {
            return value;
        }
        let places = [self.cbab, self.ubab].into_iter().zip(&status.addresses);
        for (cfg, buffer) in places {
            if off == cfg + 4 {
                return value | ((1 << buffer.len()) - 1);
            }
            if off == cfg + 8 {
                let top = buffer.first().map(|at| *at as u32 & TOP_ADDR | TOP_VLD);
                return value | top.unwrap_or(0);
            }
        }
        value
    }

    /// CBABCFG with CLR forgets all, CBABTOP with CLR the oldest.
    fn forget(&self, status: &mut Status, kind: &str, off: u32, value: u32) {
        if kind != PMU {
            return;
        }
        for (cfg, buffer) in [self.cbab, self.ubab]
            .into_iter()
            .zip(&mut status.addresses)
        {
            if off == cfg && value & CFG_CLR != 0 {
                buffer.clear();
            }
            if off == cfg + 8 && value & TOP_CLR != 0 && !buffer.is_empty() {
                buffer.remove(0);
            }
        }
    }
}

impl Code for DataFlash {
    fn name(&self) -> &'static str {
        "the data flash's ECC"
    }

    fn word(&self, fabric: &Fabric, pa: u64) -> Option<u64> {
        fabric.of_kind(PMU)?;
        // DF0 with its user configuration blocks, and DF1.
        let banks = [0xaf00_0000..0xaf10_4000, 0xaf11_0000..0xaf12_0000];
        banks.iter().any(|b| b.contains(&pa)).then_some(8)
    }

    fn makes(&self, _: &Fabric, bits: &Bits) -> Word {
        Word::of(flips(bits), 3)
    }

    fn report(&self, fabric: &mut Fabric, error: &Error, meters: &Meters) {
        report_to(fabric, PMU, error, meters);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_buffers_of_the_flash_show_addresses_until_they_are_cleared() {
        let mut s = Status {
            addresses: [vec![0x8000_1240, 0x8000_2000], vec![0x8000_0020]],
            ..Status::default()
        };
        let shown = |s: &Status, off| PFLASH0.overlay(s, PMU, off, 0);
        assert_eq!(shown(&s, 0x10b8), 3);
        assert_eq!(shown(&s, 0x10bc), 0x1240 | TOP_VLD);
        assert_eq!(shown(&s, 0x10e8), 1);
        assert_eq!(shown(&s, 0x10ec), 0x20 | TOP_VLD);
        assert_eq!(PFLASH1.overlay(&s, PMU, 0x10b8, 0), 0);
        PFLASH0.forget(&mut s, PMU, 0x10bc, TOP_CLR);
        assert_eq!(
            (shown(&s, 0x10b8), shown(&s, 0x10bc)),
            (1, 0x2000 | TOP_VLD)
        );
        PFLASH0.forget(&mut s, PMU, 0x10e4, CFG_CLR);
        assert_eq!((shown(&s, 0x10e8), shown(&s, 0x10ec)), (0, 0));
    }
}
