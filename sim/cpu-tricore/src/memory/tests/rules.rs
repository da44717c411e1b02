//! Views, traps, protection and registers.

use super::*;

const DSTR: u32 = 0x9010;
const DATR: u32 = 0x9018;
const DEADD: u32 = 0x901C;
const PSTR: u32 = 0x9200;

impl Bench {
    fn reg(&self, off: u32) -> u32 {
        self.side.csfr(off).expect("a register")
    }

    fn set(&mut self, off: u32, value: u32) {
        self.side.set_csfr(off, value).expect("a register");
    }
}

#[test]
fn one_storage_many_views() {
    let mut b = Bench::new();
    for (va, pa) in [
        (OWN + 0x1_DFFF, 0x6001_DFFF),
        (CODE + 8, 0x6010_0008),
        (FLASH + 4, 0x8000_0004),
        (LMU + 4, 0x9000_0004),
        (DFLASH, 0xAF00_0000),
        (REMOTE, REMOTE),
        (OWN + 0x1_E000, OWN + 0x1_E000),
        (0xF000_0000, 0xF000_0000),
    ] {
        assert_eq!(b.side.physical(va), pa);
    }
    b.store(OWN, 8, 0, 0x8877_6655_4433_2211).unwrap();
    for (bytes, value) in [(1, 0x55), (2, 0x6655), (4, 0x8877_6655)] {
        assert_eq!(b.load(0x6000_0004, bytes, 0), Ok((value, 0)));
    }
    assert_eq!(b.load(OWN + 3, 1, 0), Ok((0x44, 0)));
    assert_eq!(b.load(OWN + 2, 4, 0), Ok((0x6655_4433, 0)));
    b.store(LMU + 0x10, 2, 0, 0xFFFF_ABCD).unwrap();
    assert_eq!(b.load(LMU_CACHED + 0x10, 4, 50).unwrap().0, 0xABCD);
    // The last bytes of the scratchpad.
    assert_eq!(b.store(OWN + 0x1_DFFF, 1, 60, 7), Ok(0));
    assert_eq!(b.load(0x6001_DFFE, 2, 61), Ok((0x700, 0)));
    assert_eq!(b.store(OWN + 0x1_DFF8, 8, 62, !0), Ok(0));
    assert_eq!(b.chip.refused, []);
}

#[test]
fn alignment_and_segments() {
    let mut b = Bench::new();
    let aln = trap(2, 4);
    assert_eq!(b.load(OWN + 1, 2, 0), Err(aln));
    assert_eq!((b.reg(DSTR), b.reg(DEADD)), (1 << 24, OWN + 1));
    // The first trap stays noted until software clears it.
    assert_eq!(b.store(OWN + 3, 4, 0, 0), Err(aln));
    assert_eq!(b.reg(DEADD), OWN + 1);
    b.set(DSTR, 0x1234_5678);
    assert_eq!(b.reg(DSTR), 0);
    // Halfwords are enough in memory, words are needed at devices and by atomics.
    assert!(b.load(OWN + 2, 8, 0).is_ok() && b.load(REMOTE + 2, 4, 0).is_ok());
    assert_eq!(b.load(DEVICE + 2, 4, 0), Err(aln));
    assert_eq!(b.add_one(OWN + 2, 0), Err(aln));
    assert_eq!(b.side.aligned(OWN + 2, 4), Err(aln));
    assert_eq!(b.side.aligned(OWN + 4, 4), Ok(()));
    b.set(DSTR, 0);
    assert_eq!(b.load(0xAFFF_FFFE, 4, 0), Err(trap(2, 5)));
    assert_eq!(b.reg(DSTR), 1 << 17);
    b.set(DSTR, 0);
    assert_eq!(b.side.segment_fault(0xB000_0000), trap(2, 5));
    assert_eq!(b.reg(DSTR), 1 << 16);
    assert_eq!(b.load(0, 4, 0), Err(trap(1, 6)));
}

#[test]
fn nothing_there() {
    let mut b = Bench::new();
    assert_eq!(b.load(0x1000_0000, 4, 0), Err(trap(4, 2)));
    assert_eq!((b.reg(DSTR), b.reg(DEADD)), (1 << 2, 0x1000_0000));
    b.set(DSTR, 0);
    assert_eq!(b.store(0xF000_0000, 4, 0, 1), Err(trap(4, 3)));
    assert_eq!((b.reg(DATR), b.reg(DEADD)), (1 << 3, 0xF000_0000));
    b.set(DATR, 0);
    // Beyond the scratchpad.
    assert_eq!(b.load(OWN + 0x1_DFFE, 4, 0), Err(trap(4, 2)));
    assert_eq!(b.reg(DSTR), 1);
    assert_eq!(b.store(OWN + 0x1_E000, 4, 0, 1), Err(trap(4, 3)));
    // The flash takes no stores.
    b.chip.refused.clear();
    for va in [FLASH, FLASH_CACHED, DFLASH] {
        assert_eq!(b.store(va, 4, 0, 1), Err(trap(4, 3)));
    }
    assert_eq!(b.chip.refused, [(Op::Write, BusFault::ReadOnly); 3]);
    assert_eq!(b.add_one(FLASH, 0), Err(trap(4, 3)));
    assert_eq!(b.load(FLASH, 4, 0).unwrap().0, 0);
    for (pc, pstr) in [
        (0x1000_0000, 1 << 2),
        (0xE000_0000, 1 << 12),
        (0xF000_1000, 1 << 12),
        (CODE + 0x8000, 1),
    ] {
        assert_eq!(b.fetch(pc, 0), Err(trap(4, 1)), "{pc:#x}");
        assert_eq!(b.reg(PSTR), pstr, "{pc:#x}");
        b.set(PSTR, 0);
    }
    let a = b.access(0xF000_0000, 4, 0);
    assert_eq!(b.on(|s, cx, t| s.load_context(cx, t, a)), Err(trap(2, 5)));
}

#[test]
fn protection() {
    let mut b = Bench::new();
    // Range 0: 0xD0000000 up to 0xD0000100, readable in set 1; range 15 writable there.
    for (off, value) in [
        (0xC000, OWN),
        (0xC004, OWN + 0x107),
        (0xC078, OWN + 0x200),
        (0xC07C, OWN + 0x300),
        (0xE014, 1),
        (0xE024, 0x8000),
        (0xD000, CODE),
        (0xD004, CODE + 0x100),
        (0xE004, 1),
    ] {
        b.set(off, value);
    }
    assert_eq!(b.reg(0xC004), OWN + 0x100);
    assert!(b.load(OWN + 0x400, 4, 0).is_ok());
    assert_eq!(b.fetch(CODE + 0x100, 0), Ok(0));
    b.side.set_protection(true);
    b.side.set_protection_set(1);
    b.psw = PSW | 1 << 12;
    assert_eq!(b.load(OWN, 4, 0), Ok((0, 0)));
    assert_eq!(b.load(OWN + 0xFE, 4, 0), Err(trap(1, 2)));
    assert_eq!((b.reg(DSTR), b.reg(DEADD)), (1 << 19, OWN + 0xFE));
    assert_eq!(b.store(OWN, 4, 0, 1), Err(trap(1, 3)));
    assert_eq!(b.store(OWN + 0x2FC, 4, 0, 1), Ok(0));
    assert_eq!(b.add_one(OWN, 0), Err(trap(1, 3)));
    assert_eq!(b.add_one(OWN + 0x200, 0), Err(trap(1, 2)));
    assert_eq!(b.fetch(CODE + 0xF8, 0), Ok(0));
    assert_eq!(b.fetch(CODE + 0x100, 0), Err(trap(1, 4)));
    // Another set allows nothing; peripherals go by PSW.IO.
    b.psw = PSW;
    b.side.set_protection_set(0);
    assert_eq!(b.load(OWN, 4, 0), Err(trap(1, 2)));
    assert_eq!(b.fetch(CODE, 0), Err(trap(1, 4)));
    assert!(b.load(DEVICE, 4, 0).is_ok());
    b.psw = PSW & !(3 << 10);
    assert_eq!(b.load(DEVICE, 4, 0), Err(trap(1, 5)));
}

#[test]
fn registers() {
    let mut b = Bench::new();
    let reset = [
        (PMA0, 0x300),
        (0x8104, 0x300),
        (0x8108, 0xC000),
        (PCON0, 2),
        (DCON0, 2),
        (0x9000, 0x0078_0008),
        (0x9208, 0x0020_0010),
    ];
    for (off, value) in reset {
        assert_eq!(b.reg(off), value, "{off:#x}");
        b.set(off, !0);
    }
    let written = [PMA0, 0x8104, 0x8108, PCON0, 0x9000];
    assert_eq!(
        written.map(|off| b.reg(off)),
        [0x1FFF, 0x3FFF, 0xC000, 2, 0x0078_0008]
    );
    assert_eq!(
        (b.side.csfr(0xFE00), b.side.set_csfr(0xFE00, 0)),
        (None, None)
    );
    // Bypassed caches are not looked up, whatever PMA0 says.
    assert_eq!([b.reads(LMU_CACHED, 0), b.reads(LMU_CACHED, 100)], [10, 10]);
    let e = MemSide::new(
        Params {
            dspr: super::super::Area {
                at: 0x7000_0000,
                size: 0x1_C000,
            },
            ..scalar()
        },
        0,
        Clock::new(1),
    );
    assert_eq!(e.csfr(0x9000), Some(0x0070_0000));
}

#[test]
fn wrong_parameters_are_told() {
    let problems = |change: fn(&mut Params)| {
        let mut p = params();
        change(&mut p);
        p.check().join("; ")
    };
    assert!(problems(|p| p.dspr.size = 100).contains("dspr"));
    assert!(problems(|p| p.pspr.at = 0xFFFF_FFC0).contains("pspr"));
    assert!(problems(|p| p.pcache_kib = 3).contains("pcache_kib"));
    assert!(problems(|p| p.dcache_kib = 5).contains("dcache_kib"));
    assert!(problems(|p| p.drb_lines = 4).contains("drb_lines"));
    assert!(problems(|p| p.aliases[0].to = 0xFFFF_FFFF).contains("aliases"));
    assert!(problems(|p| p.csfr_windows.stride = 0).contains("csfr_windows"));
    assert!(problems(|p| p.store_buffer = 0).contains("store_buffer"));
}

/// A word is stored where all of it may be written: the range ends before `OWN + 0x300` (upper bounds are
/// excluded; architecture manual v1.6, memory protection).
#[test]
fn the_last_byte_of_a_store_is_protected_too() {
    let mut b = Bench::new();
    for (off, value) in [
        (0xC078, OWN + 0x200),
        (0xC07C, OWN + 0x300),
        (0xE024, 0x8000),
    ] {
        b.set(off, value);
    }
    b.side.set_protection(true);
    b.psw = PSW | 1 << 12;
    assert_eq!(b.store(OWN + 0x2FC, 4, 0, 1), Ok(0));
    assert_eq!(b.store(OWN + 0x2FE, 2, 0, 1), Ok(0));
    assert_eq!(b.store(OWN + 0x2FE, 4, 0, 1), Err(trap(1, 3)));
}

/// PSW.PRS has two bits: range 0 is readable in set 2 only.
#[test]
fn each_of_four_sets_protects() {
    let mut b = Bench::new();
    for (off, value) in [(0xC000, OWN), (0xC004, OWN + 0x100), (0xE018, 1)] {
        b.set(off, value);
    }
    b.side.set_protection(true);
    for set in 0..4 {
        b.psw = PSW | set << 12;
        assert_eq!(b.load(OWN, 4, 0).is_ok(), set == 2, "set {set}");
    }
}
