//! Registers and PROM behind the AHB/AHB bridge (UM 1.7 p. 285, 305).

use crate::bench::{Bench, body};
use crate::book::Book;
use trueboard_core::meter::BusMeter;
use trueboard_cpu_sparcv8::meters::Meter;

/// A body with `%o0` at a GPIO output register (APB bridge 0) and `%o1` at another.
fn gpio(text: &str) -> Bench {
    body(text).init("set 0xff902004, %o0; set 0xffa08004, %o1\n")
}

#[test]
fn a_read_over_the_bridge() {
    // Address 1, bridge 5 (UM 1.7 p. 285: a single read takes 5 more), APB 3, back 3 (estimates):
    // 12, during which the bus is held. A register is no cache miss: no pipeline cycles besides
    // (estimate).
    let b = Book::gr740();
    let m = gpio("ld [%o0], %o2").run();
    assert_eq!(
        (m.cycles, m.core(Meter::DCacheHold)),
        (1 + b.apb_read(), b.apb_read())
    );
    assert_eq!(m.core(Meter::IoReads), 1);
    assert_eq!(m.bus(BusMeter::WaitStates), b.apb_read() - 1);
    // Reads follow each other without a gap, on both APB bridges: it is one AHB/AHB bridge.
    assert_eq!(
        gpio("ld [%o0], %o2; ld [%o1], %o3").run().cycles,
        2 * (1 + b.apb_read())
    );
    // An address inside an APB bridge without a device takes as long (UM 1.7 p. 437: no error).
    let hole = body("ld [%o0], %o2").init("set 0xff9a0000, %o0\n").run();
    assert_eq!(hole.cycles, 1 + b.apb_read());
}

#[test]
fn posted_writes() {
    // UM 1.7 p. 285: writes are posted. The first: address 1, accepted 1: the write buffer is free
    // at 2. The bridge works on it from 1 for 5 + 3 + 3 = 11 cycles. The second issues at 2, is at
    // the bridge at 3, is taken when that is free at 12 and done at 13; the third at 24, and so on.
    let b = Book::gr740();
    let works = b.bridge.request_cycles + b.bridge.apb_cycles + b.bridge.return_cycles;
    let accept = b.bridge.write_accept_cycles;
    for n in 1..=5u64 {
        let m = gpio(&"st %g0, [%o0];".repeat(n as usize)).run();
        let (mut issue, mut free) = (0, 0);
        for _ in 1..n {
            let start = (issue + b.ahb.address_cycles).max(free);
            free = start + works;
            issue = (issue + 1).max(start + accept);
        }
        assert_eq!(m.cycles, issue + 1, "{n} writes");
        assert_eq!(m.core(Meter::IoWrites), n);
        assert_eq!(
            m.waited(),
            0,
            "the bridge makes wait states, the grant is there"
        );
    }
    // By hand, with the estimates of today: 0, 2, 13, 24.
    assert_eq!(gpio("st %g0, [%o0]; nop").run().cycles, 2);
}

#[test]
fn a_read_waits_for_the_write_before_it() {
    // ST at 0; LD at 1 waits for the buffer (1), asks at 2, is at the bridge at 3, which is free at
    // 12: 12 + 11 = 23.
    let b = Book::gr740();
    let works = b.bridge.request_cycles + b.bridge.apb_cycles + b.bridge.return_cycles;
    let free = b.ahb.address_cycles + works;
    let m = gpio("st %g0, [%o0]; ld [%o0], %o2").run();
    assert_eq!(m.core(Meter::WriteBufferHold), 1);
    assert_eq!(m.cycles, free + works + 1);
    // RAM is not behind the bridge: a store there in between is on its own.
    let m = gpio("st %g0, [%o0]; ld [%o5], %o2")
        .init("set data, %o5\n")
        .more(".align 32; data: .word 0")
        .run();
    assert_eq!(m.cycles, 2);
}

#[test]
fn registers_on_the_processor_bus() {
    // L2 and SDRAM controller registers, plug&play: address 1 and 4 (estimates): 5.
    let b = Book::gr740();
    let read = b.ahb.address_cycles + b.ahb.register_cycles;
    for at in ["0xf0000000", "0xffe00000", "0xfffff000"] {
        let m = body("ld [%o0], %o1")
            .init(&format!("set {at}, %o0\n"))
            .run();
        assert_eq!(m.cycles, 1 + read, "{at}");
    }
    // A write keeps the buffer as long: not posted.
    let m = body("st %g0, [%o0]; st %g0, [%o0]")
        .init("set 0xf0000034, %o0\n")
        .run();
    assert_eq!(m.cycles, read + 1);
}

#[test]
fn nobody_answers() {
    // AMBA 2.0 ch. 3: ERROR takes two cycles. Here it costs the trap entry only (estimate). The
    // trap handler: JMPL, RETT.
    let b = Book::gr740();
    let trap = u64::from(b.core.trap_cycles) + 2 * u64::from(b.core.jmpl_cycles);
    let m = body("ld [%o0], %o1; nop")
        .init("set 0xe0000000, %o0\n")
        .run();
    assert_eq!(m.cycles, trap + 1);
}

#[test]
fn prom_reads() {
    // 3 + memory (UM 1.7 p. 54; PROM is not cacheable). Memory: address 1, bridge 5, the PROM
    // controller, back 3. The controller: 15 and 2 for each external access, with 16 cycles for each
    // wait state (MCFG1; the fixed parts are estimates). MCFG1 after reset: 8 bits, 15 wait states.
    for (mcfg1, width, wait) in [(0xff, 1, 15), (0x100, 2, 0), (0x203, 4, 3), (0x20f, 4, 15)] {
        for (load, bytes) in [("ldub", 1), ("lduh", 2), ("ld", 4), ("ldd", 8u64)] {
            let bench = body(&format!("{load} [%o0], %o2"))
                .init("set 0xc0000000, %o0\n")
                .set(&format!(
                    "stages.ftmctrl.params.preset=[(0x00, {mcfg1:#x})]"
                ));
            let b = Book::gr740();
            let m = bench.run();
            let external = b.prom.lane_cycles + wait * b.prom.prom_wait_cycles;
            let prom = b.prom.fixed_cycles + bytes.div_ceil(width) * external;
            let bridge = b.bridge.request_cycles + b.bridge.return_cycles;
            let memory = b.ahb.address_cycles + bridge + prom;
            let stall = u64::from(b.core.miss_cycles) + memory;
            assert_eq!(m.cycles, 1 + stall, "{load}, MCFG1 {mcfg1:#x}");
        }
    }
}

#[test]
fn code_in_prom() {
    // Each instruction is a word read of its own, as it is not cacheable. JMPL into PROM and its
    // slot, there JMPL back and its slot.
    let bench = body("jmpl %o0, %o7; nop")
        .init("set 0xc0000000, %o0\n")
        .set("stages.ftmctrl.params.preset=[(0x00, 0x200)]")
        .prom("jmpl %o7 + 8, %g0; nop");
    let b = Book::gr740();
    let m = bench.run();
    let prom = b.prom.fixed_cycles + b.prom.lane_cycles;
    let bridge = b.bridge.request_cycles + b.bridge.return_cycles;
    let fetch = u64::from(b.core.miss_cycles) + b.ahb.address_cycles + bridge + prom;
    let jmpl = u64::from(b.core.jmpl_cycles);
    assert_eq!(m.cycles, 2 * (jmpl + 1) + 2 * fetch);
    assert_eq!(m.core(Meter::ICacheHold), 2 * fetch);
}
