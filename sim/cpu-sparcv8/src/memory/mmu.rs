//! SRMMU: the SPARC reference MMU (SPARC V8 manual, appendix H) with separate TLBs, as in LEON
//! (GR740 UM 1.7 p. 84-86).

use serde::{Deserialize, Serialize};

/// Access type, as in the fault status register's AT field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessType(u8);

/// Where an access leads that failed in no-fault mode: a load reads 0 (V8 leaves it open), a store
/// is lost, and there is no instruction.
pub(crate) const NOWHERE: u64 = u64::MAX;

impl AccessType {
    /// A load.
    pub fn load(supervisor: bool) -> AccessType {
        AccessType(u8::from(supervisor))
    }
    /// An instruction fetch.
    pub fn fetch(supervisor: bool) -> AccessType {
        AccessType(2 + u8::from(supervisor))
    }
    /// A store.
    pub fn store(supervisor: bool) -> AccessType {
        AccessType(4 + u8::from(supervisor))
    }
    /// A load or store in one of the spaces 0x08 to 0x0b: user and supervisor instruction, user and supervisor data.
    /// The space decides the privilege of the access, in any mode (V8 manual, H.3).
    pub fn space(asi: u8, store: bool) -> AccessType {
        let instruction = asi & 2 == 0;
        AccessType(asi & 1 | u8::from(instruction) << 1 | u8::from(store) << 2)
    }
    pub(super) fn is_fetch(self) -> bool {
        self.0 & 2 != 0
    }
    pub(super) fn is_store(self) -> bool {
        self.0 & 4 != 0
    }
    pub(super) fn supervisor(self) -> bool {
        self.0 & 1 != 0
    }
}

/// Fault types, FSR.FT.
pub(super) mod ft {
    pub const INVALID: u32 = 1;
    pub const PROTECTION: u32 = 2;
    pub const PRIVILEGE: u32 = 3;
    pub const TRANSLATION: u32 = 4;
}

/// A translation that is at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entry {
    /// Virtual address without the bits below the page size.
    pub va: u32,
    /// Which virtual address bits select the page.
    pub mask: u32,
    pub context: u32,
    pub pte: u32,
    pub pte_pa: u64,
    pub level: u8,
}

/// A fully associative TLB with least-recently-used replacement; the front is the youngest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Tlb {
    entries: Vec<Entry>,
}

/// MMU registers and TLBs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mmu {
    control: u32,
    pub(crate) context_table: u32,
    pub(crate) context: u32,
    fault_status: u32,
    fault_address: u32,
    itlb: Tlb,
    dtlb: Tlb,
    size: u8,
    /// Set while data accesses cannot take the fast path: MMU on or watchpoints armed.
    special: bool,
}

const CONTROL_E: u32 = 1;
const CONTROL_NF: u32 = 2;
/// PTE.R and PTE.M.
pub(super) const PTE_R: u32 = 1 << 5;
pub(super) const PTE_M: u32 = 1 << 6;
pub(super) const PTE_C: u32 = 1 << 7;

impl Mmu {
    /// Off, with empty TLBs of `entries` each.
    pub fn new(entries: u8) -> Mmu {
        Mmu {
            // ITLB and DTLB log2 sizes, ST (UM 1.7 p. 85).
            control: u32::from(entries.max(1)).ilog2() << 21
                | u32::from(entries.max(1)).ilog2() << 18
                | 1 << 14,
            context_table: 0,
            context: 0,
            fault_status: 0,
            fault_address: 0,
            itlb: Tlb::default(),
            dtlb: Tlb::default(),
            size: entries.max(1),
            special: false,
        }
    }

    /// Translation is on.
    #[inline(always)]
    pub fn enabled(&self) -> bool {
        self.control & CONTROL_E != 0
    }

    /// Data accesses must take the slow path.
    #[inline(always)]
    pub fn special(&self) -> bool {
        self.special
    }

    /// Recomputes [`Mmu::special`].
    pub fn set_special(&mut self, watchpoints: bool) {
        self.special = watchpoints || self.enabled();
    }

    /// Reads an MMU register (ASI 0x19).
    pub fn read(&mut self, va: u32) -> u32 {
        match va & 0xf00 {
            0x000 => self.control,
            0x100 => self.context_table,
            0x200 => self.context,
            0x300 => std::mem::take(&mut self.fault_status),
            0x400 => self.fault_address,
            _ => 0,
        }
    }

    /// Writes an MMU register (ASI 0x19).
    pub fn write(&mut self, va: u32, v: u32) {
        const CONTROL_RW: u32 = 1 << 15 | 1 << 7 | CONTROL_NF | CONTROL_E;
        match va & 0xf00 {
            0x000 => self.control = (self.control & !CONTROL_RW) | (v & CONTROL_RW),
            0x100 => self.context_table = v & !3,
            0x200 => self.context = v & 0xff,
            0x300 => self.fault_status = v,
            0x400 => self.fault_address = v,
            _ => {}
        }
    }

    /// Empties both TLBs.
    pub fn flush(&mut self) {
        self.itlb.entries.clear();
        self.dtlb.entries.clear();
    }

    fn tlb(&mut self, fetch: bool) -> &mut Tlb {
        if fetch {
            &mut self.itlb
        } else {
            &mut self.dtlb
        }
    }

    pub(super) fn look_up(&mut self, va: u32, fetch: bool) -> Option<Entry> {
        let context = self.context;
        let entries = &mut self.tlb(fetch).entries;
        // Supervisor-only pages match whatever the context (ACC 6 and 7), as in appendix H.
        let i = entries
            .iter()
            .position(|e| e.va == va & e.mask && (e.context == context || (e.pte >> 2) & 7 >= 6))?;
        if i != 0 {
            let e = entries.remove(i);
            entries.insert(0, e);
        }
        entries.first().copied()
    }

    pub(super) fn insert(&mut self, e: Entry, fetch: bool) {
        let size = usize::from(self.size);
        let entries = &mut self.tlb(fetch).entries;
        entries.retain(|o| !(o.va == e.va && o.mask == e.mask && o.context == e.context));
        entries.truncate(size - 1);
        entries.insert(0, e);
    }

    /// Records a fault; answers whether it traps. With NF=1 only a supervisor fetch does (SPARC V8 manual, H.6).
    pub(super) fn fault(&mut self, va: u32, at: AccessType, kind: u32, level: u8) -> bool {
        let overwrite = u32::from(self.fault_status & 2 != 0);
        self.fault_status =
            u32::from(level) << 8 | u32::from(at.0) << 5 | kind << 2 | 2 | overwrite;
        self.fault_address = va;
        self.control & CONTROL_NF == 0 || at.0 == AccessType::fetch(true).0
    }
}

/// Bytes that a level-`level` entry maps: 4 GiB, 16 MiB, 256 KiB, 4 KiB.
pub(crate) fn page_mask(level: u8) -> u32 {
    match level {
        0 => 0,
        1 => 0xff00_0000,
        2 => 0xfffc_0000,
        _ => 0xffff_f000,
    }
}

/// Which entry of a level-`level` table is that of `va`.
pub(crate) fn table_index(va: u32, context: u32, level: u8) -> u64 {
    u64::from(match level {
        0 => context,
        1 => va >> 24,
        2 => (va >> 18) & 63,
        _ => (va >> 12) & 63,
    })
}

/// Whether ACC of `pte` permits the access; the fault type if not.
pub(super) fn permission(pte: u32, at: AccessType) -> Result<(), u32> {
    let acc = (pte >> 2) & 7;
    // (read, write, execute) for user and supervisor, appendix H table H-3.
    let (user, supervisor) = match acc {
        0 => ((true, false, false), (true, false, false)),
        1 => ((true, true, false), (true, true, false)),
        2 => ((true, false, true), (true, false, true)),
        3 => ((true, true, true), (true, true, true)),
        4 => ((false, false, true), (false, false, true)),
        5 => ((true, false, false), (true, true, false)),
        6 => ((false, false, false), (true, false, true)),
        _ => ((false, false, false), (true, true, true)),
    };
    let allows = |(r, w, x): (bool, bool, bool)| {
        if at.is_store() {
            w
        } else if at.is_fetch() {
            x
        } else {
            r
        }
    };
    let rights = if at.supervisor() { supervisor } else { user };
    if allows(rights) {
        Ok(())
    } else if !at.supervisor() && acc >= 6 {
        Err(ft::PRIVILEGE)
    } else {
        Err(ft::PROTECTION)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permissions_follow_the_table() {
        let pte = |acc: u32| acc << 2;
        assert_eq!(permission(pte(0), AccessType::load(false)), Ok(()));
        assert_eq!(
            permission(pte(0), AccessType::store(true)),
            Err(ft::PROTECTION)
        );
        assert_eq!(permission(pte(5), AccessType::store(true)), Ok(()));
        assert_eq!(
            permission(pte(5), AccessType::store(false)),
            Err(ft::PROTECTION)
        );
        assert_eq!(
            permission(pte(6), AccessType::load(false)),
            Err(ft::PRIVILEGE)
        );
        assert_eq!(permission(pte(4), AccessType::fetch(false)), Ok(()));
        assert_eq!(
            permission(pte(4), AccessType::load(false)),
            Err(ft::PROTECTION)
        );
    }

    #[test]
    fn control_reset_value() {
        assert_eq!(Mmu::new(16).read(0), 0x0090_4000);
    }

    #[test]
    fn tlb_forgets_the_oldest() {
        let mut m = Mmu::new(2);
        let e = |va: u32| Entry {
            va,
            mask: page_mask(3),
            context: 0,
            pte: 0,
            pte_pa: 0,
            level: 3,
        };
        m.insert(e(0x1000), false);
        m.insert(e(0x2000), false);
        assert!(m.look_up(0x1004, false).is_some());
        m.insert(e(0x3000), false);
        assert!(m.look_up(0x1ffc, false).is_some());
        assert!(m.look_up(0x2000, false).is_none());
    }

    #[test]
    fn reading_the_fault_status_clears_it() {
        let mut m = Mmu::new(16);
        assert!(m.fault(0x1234, AccessType::load(true), ft::INVALID, 3));
        assert_eq!(m.read(0x300), 3 << 8 | 1 << 5 | 1 << 2 | 2);
        assert_eq!(m.read(0x300), 0);
        assert_eq!(m.read(0x400), 0x1234);
    }
}
