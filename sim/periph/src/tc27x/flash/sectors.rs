//! Banks and sectors of the flash (iLLD `IfxFlash_cfg.c`).

/// A bank that commands are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bank {
    /// Program flash, bank 0 or 1.
    Pf(u8),
    /// Data flash 0 without its user configuration blocks: for the emulation of an EEPROM.
    Df0,
    /// User configuration blocks, data flash 1.
    Reserved,
}

impl Bank {
    /// Its busy bit in FSR.
    pub fn busy(self) -> u32 {
        match self {
            Bank::Df0 | Bank::Reserved => 1 << 1,
            Bank::Pf(n) => 1 << (3 + n),
        }
    }
}

/// Bytes of a bank of the program flash.
const PFLASH: u32 = 0x20_0000;
/// Bytes of its physical sectors.
const PHYSICAL: u32 = 0x8_0000;
/// Bytes of data flash 0 for the emulation of an EEPROM, and of its sectors.
const EEPROM: u32 = 0x6_0000;
const EEPROM_SECTOR: u32 = 0x2000;
/// Logical sectors of a bank of the program flash: (how many, bytes).
const SECTORS: [(u32, u32); 5] = [
    (8, 0x4000),
    (8, 0x8000),
    (4, 0x1_0000),
    (3, 0x2_0000),
    (4, 0x4_0000),
];

/// The bank of an address as firmware names it, cached or not, and the physical address.
pub(super) fn bank_of(address: u32) -> Option<(Bank, u64)> {
    let bank = match address {
        0xaf00_0000..0xaf06_0000 => return Some((Bank::Df0, address.into())),
        0xaf10_0000..0xaf10_4000 | 0xaf11_0000..0xaf12_0000 => Bank::Reserved,
        0x8000_0000..0x8040_0000 | 0xa000_0000..0xa040_0000 => Bank::Pf((address >> 21 & 1) as u8),
        _ => return None,
    };
    Some((bank, u64::from(address & !0x2000_0000)))
}

/// Bytes of `count` sectors that begin at `at` and can be erased together; `None` if they cannot.
pub(super) fn erasable(bank: Bank, at: u64, count: u32, physical: bool) -> Option<u32> {
    let at = at as u32;
    let (from, end) = match bank {
        Bank::Df0 => (at & (0xff_ffff), EEPROM),
        _ => (at & (PFLASH - 1), PFLASH),
    };
    let within = |bytes: u32| (bytes <= end - from).then_some(bytes);
    match bank {
        _ if count == 0 => None,
        Bank::Df0 if physical => (from == 0 && count == 1).then_some(EEPROM),
        Bank::Df0 if from % EEPROM_SECTOR == 0 => within(count.checked_mul(EEPROM_SECTOR)?),
        Bank::Pf(_) if physical && from % PHYSICAL == 0 => within(count.checked_mul(PHYSICAL)?),
        Bank::Pf(_) if !physical => {
            let bytes = logical(from, count)?;
            // All in one physical sector.
            (from / PHYSICAL == (from + bytes - 1) / PHYSICAL).then_some(bytes)
        }
        _ => None,
    }
}

/// Bytes of `count` logical sectors from offset `from` of a bank on.
fn logical(from: u32, count: u32) -> Option<u32> {
    let sizes = SECTORS
        .iter()
        .flat_map(|&(n, size)| std::iter::repeat_n(size, n as usize));
    let starts = sizes.scan(0, |at, size| {
        let start = *at;
        *at += size;
        Some((start, size))
    });
    let sizes: Vec<u32> = starts
        .skip_while(|s| s.0 != from)
        .take(count as usize)
        .map(|s| s.1)
        .collect();
    (sizes.len() == count as usize).then(|| sizes.iter().sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sectors_fill_a_bank() {
        let all: u32 = SECTORS.iter().map(|s| s.0 * s.1).sum();
        assert_eq!(all, PFLASH);
        assert_eq!(SECTORS.iter().map(|s| s.0).sum::<u32>(), 27);
    }

    #[test]
    fn what_can_be_erased_together() {
        let pf = |at, count| erasable(Bank::Pf(0), at, count, false);
        assert_eq!(pf(0x8000_0000, 1), Some(0x4000));
        assert_eq!(pf(0x8001_c000, 2), Some(0x4000 + 0x8000));
        assert_eq!(pf(0x8001_8000, 3), Some(0x4000 + 0x4000 + 0x8000));
        assert_eq!(pf(0x8000_2000, 1), None, "not the start of a sector");
        assert_eq!(pf(0x8007_0000, 2), None, "two physical sectors");
        assert_eq!(pf(0x801c_0000, 2), None, "beyond the bank");
        assert_eq!(pf(0x8000_0000, 0), None);
        let whole = erasable(Bank::Pf(1), 0x8028_0000, 1, true);
        assert_eq!(whole, Some(PHYSICAL));
        let df = |at, count, physical| erasable(Bank::Df0, at, count, physical);
        assert_eq!(df(0xaf05_e000, 1, false), Some(0x2000));
        assert_eq!(df(0xaf05_e000, 2, false), None);
        assert_eq!(df(0xaf00_1000, 1, false), None);
        assert_eq!(df(0xaf00_0000, 1, true), Some(EEPROM));
        assert_eq!(df(0xaf00_0000, u32::MAX, false), None);
    }

    #[test]
    fn banks_by_address() {
        assert_eq!(bank_of(0xa020_0000), Some((Bank::Pf(1), 0x8020_0000)));
        assert_eq!(bank_of(0xaf00_2000), Some((Bank::Df0, 0xaf00_2000)));
        assert_eq!(bank_of(0xaf10_0000).map(|b| b.0), Some(Bank::Reserved));
        assert_eq!(bank_of(0xd000_0000), None);
    }
}
