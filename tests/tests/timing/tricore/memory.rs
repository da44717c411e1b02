//! Memories, caches and buffers: stall cycles, for one core that has the crossbar for itself.

use super::bench::{Bench, Kind, body};
use trueboard_cpu_tricore::meters::Meter;

/// A scratchpad of core 2, which is remote for both.
const REMOTE: &str = "0x50000100";
/// LMU, in its non-cached and in its cached view.
const LMU: &str = "0xb0000100";
const LMU_CACHED: &str = "0x90000100";

/// One load from `at`.
fn load(at: &str) -> Bench {
    body("ld.w %d0, [%a2]0").init(&format!("set {at}, %a2"))
}

/// Issue and stall. Other scratchpads 5, LMU 10 (UM, table of access latencies); flash that is not
/// cached 12 and data flash 52 (measured); a register of the SPB 7 (UM: at 200 and 100 MHz).
#[test]
fn loads_from_everywhere() {
    for (at, stall) in [
        ("0xd0000200", 0),
        (REMOTE, 5),
        (LMU, 10),
        ("0xa0004000", 12),
        ("0xaf000000", 52),
    ] {
        let b = load(at);
        assert_eq!(b.cycles(), (1 + stall, 1 + stall), "{at}");
        for kind in [Kind::P, Kind::E] {
            assert_eq!(b.run(kind).meter(Meter::DmemStall), stall, "{at}");
        }
    }
}

/// The own scratchpads by the address that others use are as near as by the own one.
#[test]
fn own_memory_has_two_addresses() {
    assert_eq!(load("0x60000200").run(Kind::P).cycles, 1);
    assert_eq!(load("0x70000200").run(Kind::E).cycles, 1);
}

/// PFlash: 5 and the wait states, one of them the issue cycle. FCON with WSPFLASH 8 and WSECPF 2: 9 + 3
/// of them (UM 10-67), 16 stall cycles.
#[test]
fn flash_waits_as_fcon_says() {
    let b = load("0xa0004000").set("stages.pmu.params.fcon=0x000014E8");
    assert_eq!(b.cycles(), (17, 17));
}

/// What follows a load over the crossbar waits for it, whether it needs the word or not.
#[test]
fn a_load_holds_what_follows() {
    let b = body("ld.w %d0, [%a2]0; add %d1, %d2, %d3").init(&format!("set {REMOTE}, %a2"));
    assert_eq!(b.cycles(), (7, 7));
    // Latency of the load itself: one more for who needs it.
    let b = body("ld.w %d0, [%a2]0; add %d1, %d0, %d3").init(&format!("set {REMOTE}, %a2"));
    assert_eq!(b.cycles(), (8, 8));
}

/// Stores are posted: no stall while there is room (UM).
#[test]
fn stores_are_posted() {
    for at in [REMOTE, LMU, "0xd0000200"] {
        let b = body("st.w [%a2]0, %d0").init(&format!("set {at}, %a2"));
        assert_eq!(b.cycles(), (1, 1), "{at}");
    }
}

/// A clean miss takes the critical word's 10 and one more (measured: S + 1), a hit nothing; the line is
/// there when the fourth double word has come.
#[test]
fn data_cache() {
    let empty = |b: Bench| {
        b.init(&format!("set {LMU_CACHED}, %a2"))
            .ready("cachea.wi [%a2]0")
    };
    let miss = empty(body("ld.w %d0, [%a2]0")).run(Kind::P);
    assert_eq!(
        (miss.cycles, miss.meter(Meter::DataCacheMissesClean)),
        (12, 1)
    );
    let hit = empty(body("ld.w %d0, [%a2]4"))
        .ready("ld.w %d0, [%a2]0")
        .run(Kind::P);
    assert_eq!((hit.cycles, hit.meter(Meter::DataCacheHits)), (1, 1));
    // A store that misses reads the line first.
    let store = empty(body("st.w [%a2]0, %d0")).run(Kind::P);
    assert_eq!(store.cycles, 12);
}

/// Two ways: with two dirty lines of other addresses in the set, a miss writes one back first, 21 stall
/// cycles (BSC).
#[test]
fn a_dirty_line_is_written_back_first() {
    let b = body("ld.w %d0, [%a2]0")
        .init("set 0x90000100, %a2; set 0x90001100, %a3; set 0x90002100, %a5")
        .ready("cachea.wi [%a2]0; st.w [%a3]0, %d0; st.w [%a5]0, %d0");
    let m = b.run(Kind::P);
    assert_eq!((m.cycles, m.meter(Meter::DataCacheMissesDirty)), (22, 1));
}

/// A TC1.6E reads a line into its buffer: 10 stall cycles (measured: no more than the word), the next
/// word none once it is there. A store drops the line.
#[test]
fn data_read_buffer() {
    let b = |text: &str| body(text).init(&format!("set {LMU_CACHED}, %a2"));
    let miss = b("ld.w %d0, [%a2]0").ready("st.w [%a2]0, %d0").run(Kind::E);
    assert_eq!((miss.cycles, miss.meter(Meter::DrbMisses)), (11, 1));
    let hit = b("ld.w %d0, [%a2]4").ready("ld.w %d0, [%a2]0").run(Kind::E);
    assert_eq!((hit.cycles, hit.meter(Meter::DrbHits)), (1, 1));
}

/// There and back: two jumps of 2 cycles, 5 to fetch from another core's program scratchpad (UM), 0 from
/// the own one. PCON1.PBINV empties the line buffer, which has the line from the pass before.
#[test]
fn code_in_another_scratchpad() {
    let b = body("ji %a2; back: nop")
        .init("set 0x50100100, %a2; set back, %a3")
        .ready("mov %d15, 2; mtcr $pcon1, %d15")
        .at(0x5010_0100, "ji %a3");
    // Indirect: as last time on a TC1.6P, never known on a TC1.6E.
    let m = b.run(Kind::P);
    assert_eq!((m.cycles, m.meter(Meter::PmemStall)), (2 + 5 + 2 + 1, 5));
    let m = b.run(Kind::E);
    assert_eq!((m.cycles, m.meter(Meter::PmemStall)), (3 + 5 + 3 + 1, 5));
}

/// Code in flash through the program cache: a hit costs nothing. A miss takes the 12 of an initial access
/// (measured for data; UM: 5 and the wait states, one of them the cycle of the request).
#[test]
fn program_cache() {
    let b = body("ji %a2; back: nop")
        .init("set 0x80004000, %a2; set back, %a3")
        .at(0x8000_4000, "ji %a3");
    let hit = b.run(Kind::P);
    assert_eq!((hit.cycles, hit.meter(Meter::PcacheHits)), (5, 1));
    // PCON1.PCINV, and another line for the read buffer of the flash; the jumps of the two lines do
    // not share an entry of the branch history.
    let cold = "set 0x80008020, %a2; set here, %a3; ji %a2; here: mov %d15, 1; mtcr $pcon1, %d15
                set 0x80004000, %a2; set back, %a3";
    let miss = b.ready(cold).at(0x8000_8020, "ji %a3");
    let m = miss.run(Kind::P);
    assert_eq!((m.cycles, m.meter(Meter::PcacheMisses)), (5 + 12, 1));
}
