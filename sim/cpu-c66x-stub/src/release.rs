//! How the master lets a DSP begin, and what that one does first: boot address, power domain, module
//! clock, local reset (the order of Linux's remote processor driver and of U-Boot's Keystone port).

use crate::core::StubCore;
use crate::micro::Micro;
use crate::run::{Go, Limits};
use trueboard_core::cpu::{RunCx, Stop};
use trueboard_core::fact::CoreState;
use trueboard_core::meter::Meters;
use trueboard_core::time::Tick;

/// DSP_BOOT_ADDR0 in the boot configuration, and its bits 31:10 (SPRS866, "DSP_BOOT_ADDRn").
const DSP_BOOT_ADDR: u32 = 0x40;
const BOOT_BITS: u32 = 0xffff_fc00;
/// Registers of the PSC (SPRUGV4, "PSC Registers").
const PTCMD: u32 = 0x120;
const PTSTAT: u32 = 0x128;
const PDCTL: u32 = 0x300;
const MDCTL: u32 = 0xa00;
/// Power domain and module of DSP 0 (U-Boot, `hardware.h` of Keystone 2).
const DOMAIN: u32 = 8;
const MODULE: u32 = 15;
/// PDCTL.NEXT: on. MDCTL.NEXT: enabled; LRST: out of local reset.
const ON: u32 = 1;
const ENABLE: u32 = 3;
const LRST: u32 = 1 << 8;

impl StubCore {
    fn boot_address(&self, dsp: u32) -> u32 {
        self.params.ipc + DSP_BOOT_ADDR + 4 * dsp
    }

    /// Lets processor `to`, a DSP, begin.
    pub(crate) fn release(&self, to: u8) -> Vec<Micro> {
        let dsp = u32::from(to.saturating_sub(1));
        let (domain, module) = (DOMAIN + dsp, MODULE + dsp);
        let psc = self.params.psc;
        let entry = self.params.map.code & BOOT_BITS;
        vec![
            Micro::IoWrite(self.boot_address(dsp), entry),
            Micro::IoWrite(psc + PDCTL + 4 * domain, ON),
            Micro::IoWrite(psc + MDCTL + 4 * module, ENABLE),
            Micro::IoWrite(psc + PTCMD, 1 << domain),
            Micro::IoRead(psc + PTSTAT),
            Micro::Ready(psc + PTSTAT, 1 << domain),
            Micro::IoWrite(psc + MDCTL + 4 * module, ENABLE | LRST),
        ]
    }

    /// The PSC lets it run, or resets it. Without a description it stays where it is.
    pub(crate) fn released(&mut self, runs: bool, at: Tick, meters: &mut Meters) {
        if self.program.is_none() || self.state == CoreState::Error {
            return;
        }
        self.skip(at, meters);
        if !runs {
            self.reset();
        } else if self.state == CoreState::Held {
            self.state = CoreState::Running;
            self.boots = true;
        }
    }

    /// Reads where it begins; there must be what is described.
    pub(crate) fn boot(&mut self, l: &Limits, cx: &mut RunCx<'_>) -> Stop {
        if self.cycle >= l.sync {
            return Stop::Sync;
        }
        let dsp = u32::from(self.id.saturating_sub(1));
        let stop = match self.register(self.boot_address(dsp), None, cx) {
            Ok(Go::Stop(stop)) => stop,
            Ok(Go::On) => Stop::Yield,
            Err(why) => return Stop::Error(self.stop(why, None)),
        };
        let described = self.params.map.code;
        if self.io != described {
            let what = format!(
                "boots at {:#x}, and what it does is described at {described:#x}",
                self.io
            );
            return Stop::Error(self.stop(what, None));
        }
        self.boots = false;
        self.tsc.write(self.cycle);
        stop
    }
}
