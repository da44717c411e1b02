//! The clocks that firmware asks for, from the PLL and divider registers (UM "Clocking System"). The
//! model's clocks are those of the board file; this only finds out whether they are the same.

/// The registers that say it.
#[derive(Clone, Copy, Debug)]
pub struct ClockRegs {
    pub pllcon0: u32,
    pub pllcon1: u32,
    pub ccucon0: u32,
    pub ccucon1: u32,
    /// CCUCON6 to CCUCON8: a divider for each CPU.
    pub cpu: [u32; 3],
}

/// Frequencies in Hz; 0 is a clock that is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    pub cpu: [u64; 3],
    pub spb: u64,
    pub stm: u64,
}

impl ClockRegs {
    /// The clocks that come of a crystal of `osc_hz`, or `None` while the back-up clock is selected.
    pub fn clocks(&self, osc_hz: u64) -> Option<Clocks> {
        let field = |reg: u32, at: u32, bits: u32| u64::from(reg >> at & ((1 << bits) - 1));
        if field(self.ccucon0, 28, 2) != 1 {
            return None;
        }
        let source = if self.pllcon0 & 1 != 0 {
            osc_hz / (field(self.pllcon1, 16, 7) + 1)
        } else {
            let n = field(self.pllcon0, 9, 7) + 1;
            let p = field(self.pllcon0, 24, 4) + 1;
            let k2 = field(self.pllcon1, 0, 7) + 1;
            osc_hz * n / (p * k2)
        };
        let divided = |by: u64| source.checked_div(by).unwrap_or(0);
        let sri = divided(field(self.ccucon0, 8, 4));
        Some(Clocks {
            cpu: self.cpu.map(|c| sri * (64 - field(c, 0, 6)) / 64),
            spb: divided(field(self.ccucon0, 16, 4)),
            stm: divided(field(self.ccucon1, 8, 4)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the vendor's start-up code leaves for 200 MHz from a 20 MHz crystal: P 2, N 60, K2 3.
    const ILLD: ClockRegs = ClockRegs {
        pllcon0: 59 << 9 | 1 << 24,
        pllcon1: 2,
        ccucon0: 1 << 28 | 2 << 16 | 1 << 8,
        ccucon1: 2 << 8,
        cpu: [0; 3],
    };

    #[test]
    fn as_the_vendor_programs_it() {
        let mhz = 1_000_000;
        let clocks = ILLD.clocks(20 * mhz).unwrap();
        let expected = Clocks {
            cpu: [200 * mhz; 3],
            spb: 100 * mhz,
            stm: 100 * mhz,
        };
        assert_eq!(clocks, expected);
        let slow = ClockRegs {
            cpu: [32, 0, 0],
            ..ILLD
        };
        assert_eq!(slow.clocks(20 * mhz).unwrap().cpu[0], 100 * mhz);
        let backup = ClockRegs { ccucon0: 0, ..ILLD };
        assert_eq!(backup.clocks(20 * mhz), None);
        let bypass = ClockRegs { pllcon0: 1, ..ILLD };
        assert_eq!(bypass.clocks(20 * mhz).unwrap().cpu[0], 20 * mhz);
    }
}
