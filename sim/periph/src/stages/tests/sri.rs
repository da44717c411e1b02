//! The ways over the crossbar of a TC275 at 200 MHz: latencies of the user manual's table, read
//! buffers, wait states by FCON, and who waits for whom. One tick per cycle.

use super::*;

const SRI: &str = "(bus: \"cpu-ahb\", width_bytes: 8, request_cycles: 2, address_cycles: 1,
    return_cycles: 2, register_cycles: 1)";
const SPR: &str = "(read_cycles: 1, fetch_cycles: 1, write_cycles: 2, width_bytes: 8)";
const LMU: &str = "(read_cycles: 6, fetch_cycles: 7, write_cycles: 2, width_bytes: 8)";
const PMU: &str = r#"(width_bytes: 8, fcon: 0x14D5, fsi2_cycles: 1, fsi_cycles: 2, hit_cycles: 0,
    dflash_sync_cycles: 4, rom_cycles: 1, fetch_buffers: true, data_buffers: false,
    times: (dflash_program: (75, 140), dflash_erase: 1200, pflash_program: (80, 220),
        pflash_erase: (2000, 3)),
    banks: [(at: 0x80000000, size: 0x200000, kind: "pflash"),
            (at: 0x80200000, size: 0x200000, kind: "pflash"),
            (at: 0xAF000000, size: 0x120000, kind: "dflash"),
            (at: 0x8FFF8000, size: 0x8000, kind: "rom")])"#;

const SPR_ROUTE: &[u8] = &[0, 2];
const LMU_ROUTE: &[u8] = &[1, 3];
const FLASH: &[u8] = &[1, 4];

struct Chip {
    stages: Vec<Box<dyn Stage>>,
    meters: Meters,
}

impl Chip {
    fn new() -> Chip {
        Chip::with(PMU)
    }

    fn with(pmu: &str) -> Chip {
        let of = |kind, params| stage(kind, params, 1).unwrap();
        Chip {
            stages: vec![
                of("sri", SRI),
                of("sri", SRI),
                of("sram", SPR),
                of("sram", LMU),
                of("pmu", pmu),
            ],
            meters: Meters {
                buses: vec![BusBank::new()],
                ..Meters::default()
            },
        }
    }

    /// First and last beat of a request of `core`, from the request on.
    fn go(
        &mut self,
        route: &[u8],
        (core, at): (u8, u64),
        op: Op,
        bytes: u16,
        pa: u64,
    ) -> (u64, u64) {
        let t = Txn {
            master: core,
            at: Tick(at),
            pa,
            bytes,
            op,
            line: bytes == 32,
            uncached: bytes != 32,
            pc: 0,
        };
        let x = Below::new(&mut self.stages, route).access(&t, &mut self.meters);
        (x.first.0 - at, x.done.0 - at)
    }

    fn pmu_write(&mut self, off: u32, value: u32) {
        let mut cx = Cx {
            id: DevId(0),
            now: Tick(0),
            clock: Clock::new(1),
            queue: &mut EventQueue::default(),
            effects: &mut Vec::new(),
            meters: &Meters::default(),
            facts: &mut FactBuf::new(false),
            accessor: None,
            die_mc: 0,
            warnings: &mut Vec::new(),
        };
        self.stages[4].device().write(off, value, &mut cx).unwrap();
    }
}

/// Stall cycles are one less than the latency: the access has a cycle of its own.
#[test]
fn latencies_without_contention() {
    let mut c = Chip::new();
    // Scratchpad of another core: 5 stall cycles for a read.
    assert_eq!(c.go(SPR_ROUTE, (0, 0), Op::Read, 4, 0x6000_0000), (6, 6));
    assert_eq!(c.go(SPR_ROUTE, (0, 100), Op::Read, 32, 0x6000_0000), (6, 9));
    assert_eq!(
        c.go(SPR_ROUTE, (0, 200), Op::Fetch, 32, 0x6010_0000),
        (6, 9)
    );
    // A line is written in 10: what a dirty miss costs more than a clean one.
    assert_eq!(c.go(SPR_ROUTE, (0, 300), Op::Write, 4, 0x6000_0000), (7, 7));
    assert_eq!(
        c.go(SPR_ROUTE, (0, 400), Op::Write, 32, 0x6000_0000),
        (7, 10)
    );
    // LMU: latency 11, 10 stall cycles for data and 11 for code.
    assert_eq!(c.go(LMU_ROUTE, (0, 0), Op::Read, 4, 0x9000_0000), (11, 11));
    assert_eq!(
        c.go(LMU_ROUTE, (0, 100), Op::Fetch, 32, 0x9000_0000),
        (12, 15)
    );
    // Program flash: 5 + 8 for data, at most 16 for a line.
    assert_eq!(c.go(FLASH, (0, 200), Op::Read, 4, 0x8000_0000), (13, 13));
    assert_eq!(c.go(FLASH, (0, 300), Op::Read, 32, 0x8000_0000), (13, 16));
    assert_eq!(c.go(FLASH, (0, 400), Op::Read, 4, 0x8000_0000), (13, 13));
    // Data flash: 52 stall cycles.
    assert_eq!(c.go(FLASH, (0, 500), Op::Read, 4, 0xAF00_0000), (53, 53));
    assert_eq!(c.go(FLASH, (0, 600), Op::Read, 4, 0x8FFF_8000), (6, 6));
}

/// FCON's wait states by target clock, and with FSI2 at half the clock (facts of the user manual's
/// table and of a set-up near reset).
#[test]
fn flash_waits_as_fcon_says() {
    let flash = |pmu: &str, fcon: u32| {
        let mut c = Chip::with(pmu);
        c.pmu_write(0x1014, fcon);
        c.go(FLASH, (0, 0), Op::Read, 4, 0x8000_0000).0
    };
    for (ws, ec, latency) in [
        (2, 0, 9),
        (3, 1, 11),
        (4, 1, 12),
        (5, 1, 13),
        (7, 2, 16),
        (8, 2, 17),
    ] {
        assert_eq!(flash(PMU, ws | ec << 4), latency);
    }
    let half = PMU.replace("fsi2_cycles: 1", "fsi2_cycles: 2");
    assert_eq!(flash(&half, 4), 17);
}

#[test]
fn fetches_are_read_ahead_and_data_are_not() {
    let mut c = Chip::new();
    let mut fetch = |at, core, pa| c.go(FLASH, (core, at), Op::Fetch, 32, pa).0;
    assert_eq!(fetch(0, 0, 0x8000_0008), 13);
    // The line itself again: a buffer hit, 4 stall cycles.
    assert_eq!(fetch(100, 0, 0x8000_0000), 5);
    // The next one has been there for long.
    assert_eq!(fetch(200, 0, 0x8000_0020), 5);
    // The one behind is read from 203 to 211: asked at once, it is there when the port is free.
    assert_eq!(fetch(206, 0, 0x8000_0040), 7);
    assert_eq!(fetch(300, 0, 0x8000_0100), 13);
    // Other masters and other banks have buffers of their own.
    assert_eq!(fetch(400, 1, 0x8000_0120), 13);
    assert_eq!(fetch(500, 0, 0x8020_0000), 13);
    assert_eq!(fetch(600, 0, 0x8000_0120), 5);
    let mut read = |at| c.go(FLASH, (0, at), Op::Read, 4, 0x8000_0000).0;
    assert_eq!([read(700), read(800)], [13, 13]);
}

/// Two cores at one slave: the second has the slave when the first has had its last beat. Rows and
/// columns are 2n for data and 2n + 1 for fetches.
#[test]
fn the_meters_say_who_waits_for_whom() {
    let mut c = Chip::new();
    // The port is taken for the address, 6 cycles and 3 more beats: from 2 to 12.
    assert_eq!(c.go(LMU_ROUTE, (1, 0), Op::Read, 32, 0x9000_0000), (11, 14));
    assert_eq!(
        c.go(LMU_ROUTE, (2, 3), Op::Fetch, 32, 0x9000_0000),
        (12 + 7, 15 + 7)
    );
    // Another slave is free.
    assert_eq!(c.go(SPR_ROUTE, (0, 3), Op::Read, 4, 0x5000_0000), (6, 6));
    let bank = &c.meters.buses[0];
    assert_eq!(bank.waited[5], 7);
    assert_eq!(bank.waited_for[5][2], 7);
    assert_eq!(bank.get(BusMeter::Waits), 7);
    for s in &mut c.stages[1..2] {
        s.settle(Tick(1000), &mut c.meters);
    }
    let bank = &c.meters.buses[0];
    assert_eq!((bank.used[2], bank.used[5]), (10, 11));
}

/// Requests are granted as they come, so a master that asks again stands behind those that wait: with
/// one transfer at a time no request waits for more than one transaction of each other master (BSC, DAC 2018, on the chip's round
/// robin).
///
/// Three cores read a line of the LMU each, and the next one as soon as it is there. Port time of a line:
/// address 1, slave 6, three beats more: 10. A read that is granted at g is there at g + 12, and the next
/// request is at the port at g + 14, when the second core has it from g + 10 on and the third from
/// g + 20 to g + 30: it waits 6 cycles for the second and 10 for the third, in every round but the
/// first, in which core 1 waits 10 for core 0, and core 2 20 for both.
#[test]
fn nobody_waits_for_more_than_one_transaction_of_each() {
    const ROUNDS: u64 = 50;
    let mut c = Chip::new();
    let mut at = [0; 3];
    for round in 0..ROUNDS {
        for core in 0..3 {
            let (_, done) = c.go(LMU_ROUTE, (core as u8, at[core]), Op::Read, 32, 0x9000_0000);
            let waited = done - 14;
            let first = [0, 10, 20][core];
            assert_eq!(waited, if round == 0 { first } else { 16 });
            at[core] += done;
        }
    }
    let bank = &c.meters.buses[0];
    let later = ROUNDS - 1;
    // Rows wait for columns; the masters of data are 0, 2 and 4.
    for (core, first) in [(0, [0, 0]), (1, [0, 10]), (2, [10, 10])] {
        let [next, after] = [1, 2].map(|n| 2 * ((core + n) % 3));
        // Of the first round: core 1 for core 0, which is the one after next; core 2 for 0 and 1.
        assert_eq!(bank.waited_for[2 * core][next], 6 * later + first[0]);
        assert_eq!(bank.waited_for[2 * core][after], 10 * later + first[1]);
    }
}

/// An atomic has the slave for its read and its write, with nobody in between.
#[test]
fn atomics_hold_the_slave() {
    let mut c = Chip::new();
    assert_eq!(c.go(SPR_ROUTE, (0, 0), Op::Rmw, 4, 0x6000_0000), (6, 9));
    assert_eq!(
        c.go(SPR_ROUTE, (1, 0), Op::Read, 4, 0x6000_0000),
        (6 + 5, 6 + 5)
    );
}

#[test]
fn states_are_saved_whole_and_wrong_parameters_told() {
    let mut c = Chip::new();
    c.go(SPR_ROUTE, (0, 0), Op::Read, 4, 0x6000_0000);
    c.go(FLASH, (0, 500), Op::Fetch, 32, 0x8000_0000);
    c.go(LMU_ROUTE, (0, 600), Op::Read, 4, 0x9000_0000);
    let mut other = Chip::new();
    for (a, b) in c.stages.iter().zip(&mut other.stages) {
        trueboard_core::regs::check_map(a.device_ref().map()).unwrap();
        let saved = a.device_ref().save();
        assert_ne!(saved, b.device_ref().save());
        b.device().load(&saved).unwrap();
        assert_eq!(saved, b.device_ref().save());
    }
    let err = |kind: &str, params: &str| stage(kind, params, 1).err().unwrap();
    assert!(err("sri", &SRI.replace("width_bytes: 8", "width_bytes: 7")).contains("width_bytes"));
    assert!(err("sri", &SRI.replace("cpu-ahb", "x")).contains("cpu-ahb"));
    assert!(
        err("sram", &SPR.replace("write_cycles: 2", "write_cycles: 0")).contains("write_cycles")
    );
    assert!(err("pmu", &PMU.replace("\"rom\"", "\"eeprom\"")).contains("eeprom"));
    assert!(err("pmu", &PMU.replace("fsi_cycles: 2", "fsi_cycles: 0")).contains("fsi_cycles"));
}
