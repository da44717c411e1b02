//! Registers at the chip's four links, which a core reaches with CTRLMODE set to a side, and those of
//! the link in the FPGA. Storage: the links of this model are always on, and as fast as the board
//! file says (names and offsets: `e-hal` of epiphany-libs, `elink` of parallella/oh).

use crate::BuildEnv;
use crate::params::parse;
use crate::storage::{Missing, Storage};
use serde::Deserialize;

mod chip {
    trueboard_core::regs! {
        /// Registers at the links: North, East, South, West; offsets from 0xF0300 in a link's node.
        pub enum Reg: MAP {
            LINKCFG @ 0x00 [4; 0x100] = 0, rw 0xf; "clock divider 3:0";
            LINKTXCFG @ 0x04 [4; 0x100] = 0, rw 0xfff; "transmitter; 0xFFF is off";
            LINKRXCFG @ 0x08 [4; 0x100] = 0, rw 0xfff; "receiver; 0xFFF is off";
            GPIOCFG @ 0x0c [4; 0x100] = 0, rw 0xffff_ffff; "pins as GPIO";
            FLAGCFG @ 0x18 [4; 0x100] = 0, rw 0xffff_ffff; "flags";
            CHIPSYNC @ 0x1c [4; 0x100] = 0, rw 0x1; "SYNC of the whole chip";
            CHIPHALT @ 0x20 [4; 0x100] = 0, rw 0x1; "breakpoint of the whole chip";
            CHIPRESET @ 0x24 [4; 0x100] = 0, rw 0x1; "reset of the whole chip";
            LINKDEBUG @ 0x28 [4; 0x100] = 0, rw 0xffff_ffff; "state of the link";
        }
    }
}

mod fpga {
    trueboard_core::regs! {
        /// Registers of the FPGA's end of the link.
        pub enum Reg: MAP {
            RESET @ 0x200 = 0, rw 0xf; "resets";
            CLK @ 0x204 = 0, rw 0xffff_ffff; "clocks";
            CHIPID @ 0x208 = 0x808, rw 0xfff; "node of the chip";
            VERSION @ 0x20c = 0, rw 0; "version of the design";
            TXCFG @ 0x210 = 0, rw 0xfff; "transmitter";
            TXSTATUS @ 0x214 = 0, rw 0xffff; "its state";
            RXCFG @ 0x300 = 0, rw 0xfff; "receiver";
            RXSTATUS @ 0x304 = 0, rw 0xffff; "its state";
            RXOFFSET @ 0x30c = 0, rw 0xffff_ffff; "address translation";
            RXDELAY @ 0x310 [2; 4] = 0, rw 0xffff_ffff; "delays of the pins";
            MAILBOXLO @ 0x730 = 0, rw 0xffff_ffff; "mailbox, low word";
            MAILBOXHI @ 0x734 = 0, rw 0xffff_ffff; "mailbox, high word";
            MAILBOXSTAT @ 0x738 = 0, rw 0; "state of the mailbox";
        }
    }
}

const CHIP_MISSING: &[Missing] = &[
    (
        chip::Reg::CHIPSYNC as usize,
        1,
        "CHIPSYNC does nothing here",
    ),
    (
        chip::Reg::CHIPHALT as usize,
        1,
        "CHIPHALT does nothing here",
    ),
    (
        chip::Reg::CHIPRESET as usize,
        1,
        "CHIPRESET does nothing here",
    ),
];

const FPGA_MISSING: &[Missing] = &[
    (
        fpga::Reg::RXOFFSET as usize,
        u32::MAX,
        "RXOFFSET: address translation is not modelled",
    ),
    (
        fpga::Reg::MAILBOXLO as usize,
        u32::MAX,
        "the mailbox is not modelled",
    ),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {}

/// Those of the chip.
pub(crate) fn links(params: ron::Value, _: &BuildEnv) -> Result<Storage, String> {
    let Params {} = parse("elinks", params)?;
    Ok(Storage::new("elinks", chip::MAP, CHIP_MISSING, Vec::new()))
}

/// Those of the FPGA.
pub(crate) fn fpga(params: ron::Value, _: &BuildEnv) -> Result<Storage, String> {
    let Params {} = parse("efpga", params)?;
    Ok(Storage::new("efpga", fpga::MAP, FPGA_MISSING, Vec::new()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Rig;
    use trueboard_core::regs::check_map;

    #[test]
    fn registers_keep_what_is_written() {
        for map in [chip::MAP, fpga::MAP] {
            check_map(map).unwrap();
        }
        let env = BuildEnv::default();
        let mut links = Rig::new(links(ron::Value::Unit, &env).unwrap());
        links.check_reset_values(&[]);
        links.write(0x104, 0xfff);
        assert_eq!((links.read(0x104), links.read(0x004)), (0xfff, 0));
        assert!(links.warnings.is_empty());
        links.write(0x324, 1);
        assert!(links.warnings[0].what.contains("CHIPRESET"));
        links.check_snapshot();
        let mut fpga = Rig::new(fpga(ron::Value::Unit, &env).unwrap());
        fpga.check_reset_values(&[]);
        fpga.write(0x210, 1);
        assert_eq!(fpga.read(0x210), 1);
        fpga.check_snapshot();
    }
}
