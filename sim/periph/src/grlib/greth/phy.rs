//! The PHY behind MDIO: the basic and the extended registers of IEEE 802.3 clause 22.2.4, for 100 Mbit/s full duplex.

use serde::{Deserialize, Serialize};

/// Registers: control, status, advertisement, ability of the partner.
const CONTROL: usize = 0;
const STATUS: usize = 1;
const ADVERTISEMENT: usize = 4;
const PARTNER: usize = 5;

/// Control: reset and restart of the negotiation clear themselves.
const RESET: u16 = 1 << 15;
/// Control: what is sent comes back, and nothing reaches the line (clause 22.2.4.1.2).
const LOOPBACK: u16 = 1 << 14;
const RESTART: u16 = 1 << 9;
/// Control after reset: 100 Mbit/s, negotiation on, full duplex.
const CONTROL_AT_RESET: u16 = 0x3100;
/// Status: 10 and 100 Mbit/s, able to negotiate, extended registers there.
const ABILITIES: u16 = 0x7809;
/// Status: the negotiation is complete, there is a link.
const LINK: u16 = 0x0024;
/// The partner: acknowledges, 100BASE-TX full duplex, IEEE 802.3.
const ABILITY_OF_PARTNER: u16 = 0x4101;

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Phy {
    control: u16,
    advertisement: u16,
}

impl Default for Phy {
    fn default() -> Phy {
        Phy {
            control: CONTROL_AT_RESET,
            advertisement: 0x01e1,
        }
    }
}

impl Phy {
    /// What register `n` shows.
    pub fn read(&self, n: usize, link: bool) -> u16 {
        match n {
            CONTROL => self.control,
            STATUS if link => ABILITIES | LINK,
            STATUS => ABILITIES,
            ADVERTISEMENT => self.advertisement,
            PARTNER if link => ABILITY_OF_PARTNER,
            _ => 0,
        }
    }

    /// Whether frames come back in place of going to the line.
    pub fn loops_back(&self) -> bool {
        self.control & LOOPBACK != 0
    }

    /// Writes register `n`. Reset and negotiation are over at once (estimated).
    pub fn write(&mut self, n: usize, value: u16) {
        match n {
            CONTROL if value & RESET != 0 => *self = Phy::default(),
            CONTROL => self.control = value & !RESTART,
            ADVERTISEMENT => self.advertisement = value,
            _ => {}
        }
    }
}
