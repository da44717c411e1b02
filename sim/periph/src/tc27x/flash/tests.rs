//! Command sequences as the vendor's driver sends them.

use super::*;

const TIMES: Times = Times {
    dflash_program: (75, 140),
    dflash_erase: 1200,
    pflash_program: (80, 220),
    pflash_erase: (2000, 3),
};
const DF: u32 = 0xaf00_2000;

#[derive(Default)]
struct Flash {
    commands: Commands,
    locked: bool,
}

impl Flash {
    fn store(&mut self, off: u32, value: u32) -> Step {
        self.commands
            .store(off, value.into(), 4, &TIMES, self.locked)
    }

    fn sequence(&mut self, address: u32, count: u32, first: u32, last: u32) -> Step {
        for (off, value) in [(0xaa50, address), (0xaa58, count), (0xaaa8, first)] {
            assert_eq!(self.store(off, value), Step::Taken);
        }
        self.store(0xaaa8, last)
    }

    /// Page mode, and `words` double words that count up.
    fn page(&mut self, mode: u32, words: u64) {
        assert_eq!(self.store(0x5554, mode), Step::Taken);
        for i in 1..=words {
            let step = self.commands.store(0x55f0, i, 8, &TIMES, self.locked);
            assert_eq!(step, Step::Taken);
        }
    }

    fn flag(&mut self, step: &Step) -> u32 {
        let Step::Error(flag, _) = step else {
            panic!("{step:?}");
        };
        assert_ne!(self.commands.status() & flag, 0);
        self.commands.clear(*flag);
        assert_eq!(self.commands.status() & flag, 0);
        *flag
    }
}

#[test]
fn a_page_of_the_data_flash() {
    let mut f = Flash::default();
    f.store(0x5554, 0x5d);
    assert_eq!(f.commands.status(), DFPAGE);
    f.store(0x55f0, 0x3322_1100);
    f.store(0x55f4, 0x7766_5544);
    assert_eq!(f.sequence(DF, 0, 0xa0, 0xaa), Step::Started(75));
    assert_eq!(f.commands.status(), PROG | 1 << 1, "D0BUSY");
    let bytes = vec![0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77];
    let change = Change::Program(DF.into(), bytes);
    assert_eq!(f.commands.done(), Some((change, 0)));
    assert_eq!(f.commands.status(), PROG);
    assert_eq!(f.store(0x5554, 0xfa), Step::Taken);
    assert_eq!(f.commands.status(), 0);
    assert_eq!(f.commands.done(), None);
}

#[test]
fn bursts_and_program_flash() {
    let mut f = Flash::default();
    f.page(0x5d, 4);
    assert_eq!(f.sequence(DF, 0, 0xa0, 0x7a), Step::Started(140));
    f.commands.done();
    f.page(0x50, 4);
    assert_eq!(f.commands.status() & PFPAGE, PFPAGE);
    assert_eq!(f.sequence(0xa020_0020, 0, 0xa0, 0xaa), Step::Started(80));
    assert_eq!(f.commands.status() & BUSY, 1 << 4, "P1BUSY");
    match f.commands.done() {
        Some((Change::Program(0x8020_0020, bytes), 0)) => assert_eq!(bytes.len(), 32),
        other => panic!("{other:?}"),
    }
    f.page(0x50, 32);
    assert_eq!(f.sequence(0x8000_0100, 0, 0xa0, 0x7a), Step::Started(220));
}

#[test]
fn sectors_are_erased() {
    let mut f = Flash::default();
    assert_eq!(f.sequence(DF, 2, 0x80, 0x50), Step::Started(2400));
    assert_eq!(f.commands.status(), ERASE | 1 << 1);
    let change = Change::Erase(DF.into(), 0x4000);
    assert_eq!(f.commands.done(), Some((change, 0)));
    assert_eq!(
        f.sequence(0xa000_4000, 1, 0x80, 0x50),
        Step::Started(2000 + 48)
    );
    assert_eq!(f.commands.status() & BUSY, 1 << 3, "P0BUSY");
}

#[test]
fn what_is_no_sequence_is_an_error() {
    let mut f = Flash::default();
    // A store to a plain address of the data flash.
    let step = f.store(0x2000, 1);
    assert_eq!(f.flag(&step), SQER);
    let step = f.store(0xaaa8, 0xa0);
    assert_eq!(f.flag(&step), SQER);
    let step = f.store(0x55f0, 1);
    assert_eq!(f.flag(&step), SQER, "no page mode");
    let step = f.sequence(DF, 0, 0xa0, 0xaa);
    assert_eq!(f.flag(&step), SQER, "no page");
    f.page(0x5d, 1);
    let step = f.sequence(DF + 4, 0, 0xa0, 0xaa);
    assert_eq!(f.flag(&step), SQER, "within a page");
    f.page(0x5d, 1);
    let step = f.sequence(0xa000_0000, 0, 0xa0, 0xaa);
    assert_eq!(f.flag(&step), SQER, "the other flash");
    f.page(0x5d, 4);
    let step = f.commands.store(0x55f0, 5, 8, &TIMES, false);
    assert_eq!(f.flag(&step), SQER, "more than a burst");
    f.store(0x5554, 0xf0);
    assert_eq!(f.commands.status(), 0, "page mode is left");
    let step = f.sequence(DF + 8, 1, 0x80, 0x50);
    assert_eq!(f.flag(&step), SQER, "not the start of a sector");
}

#[test]
fn one_operation_at_a_time() {
    let mut f = Flash::default();
    f.sequence(DF, 1, 0x80, 0x50);
    let step = f.sequence(DF, 1, 0x80, 0x50);
    assert_eq!(f.flag(&step), SQER);
    let step = f.store(0x5554, 0x5d);
    assert_eq!(f.flag(&step), SQER);
    assert!(f.commands.done().is_some(), "the first goes on");
}

#[test]
fn what_is_protected() {
    let mut f = Flash {
        locked: true,
        ..Flash::default()
    };
    let step = f.sequence(DF, 1, 0x80, 0x50);
    assert_eq!(f.flag(&step), PROER);
    f.locked = false;
    let step = f.sequence(0xaf10_0000, 1, 0x80, 0x50);
    assert_eq!(f.flag(&step), PROER, "a user configuration block");
}

#[test]
fn a_page_is_programmed_once() {
    let mut f = Flash::default();
    let mut program = || {
        f.page(0x5d, 1);
        f.sequence(DF, 0, 0xa0, 0xaa);
        f.commands.done().map(|d| d.1)
    };
    assert_eq!(program(), Some(0));
    assert_eq!(program(), Some(PVER));
    f.sequence(DF, 1, 0x80, 0x50);
    f.commands.done();
    f.page(0x5d, 1);
    f.sequence(DF, 0, 0xa0, 0xaa);
    assert_eq!(f.commands.done().map(|d| d.1), Some(0));
}

/// The data sheet gives the erase time of one EEPROM sector of 8 KiB.
#[test]
fn erasing_takes_its_time_for_each_sector() {
    let mut f = Flash::default();
    assert_eq!(f.sequence(DF, 1, 0x80, 0x50), Step::Started(1200));
    f.commands.done();
    assert_eq!(f.sequence(DF, 3, 0x80, 0x50), Step::Started(3 * 1200));
}
