//! What one access takes on an otherwise idle path.

use super::*;

#[test]
fn l2_hit() {
    let mut p = Path::new();
    p.line(0, 0x1000);
    // Address 1, tags and data 4, register 1; the second beat one cycle later.
    let x = p.line(100, 0x1010);
    assert_eq!(x.times(), (100, 106, 107));
    assert_eq!(x.served_by, Served::SharedCache);
    // One word: one beat.
    let word = p.go(MEMORY, (0, 110), Op::Read, 4, 0x1000);
    assert_eq!(word.times(), (110, 116, 116));
    // The miss: 7 up to the end of SPLIT, 9 from 36 to 45; then 7 and 6.
    assert_eq!(p.bus(BusMeter::Used), 7 + 9 + 7 + 6);
    assert_eq!(p.bus(BusMeter::Split), 1);
    let reads = (p.l2(CacheMeter::ReadHits), p.l2(CacheMeter::ReadMisses));
    assert_eq!(reads, (2, 1));
}

#[test]
fn l2_miss() {
    let mut p = Path::new();
    // Address 1, tags 4, memory bus 2: 7 = tick 14. Next SDRAM edge at tick 15, two cycles of
    // synchronisation: activate at 25, read at 35, first word captured at 50, second (128 bit)
    // at 55, fourth at 65; two cycles back: 65 and 75, at the CPU's edges 66 and 76 = 33 and 38.
    // Forward 3: ready at 36; fill 5: 43. The bus repeats the address: 36-37, first beat at 38;
    // the last beat 43 + 2 = 45.
    let x = p.line(0, 0x1000);
    assert_eq!(x.times(), (0, 38, 45));
    assert_eq!(x.served_by, Served::Memory);
    // The phase between the clocks moves it by a cycle. The request is at tick 214, 416, 618,
    // 820, 1022: to the next SDRAM edge 1, 4, 2, 0, 3 ticks; then 50 ticks and the next CPU edge.
    let all: Vec<_> = (0..5)
        .map(|i| p.line(100 + 101 * i, 0x2000 + 32 * i).latency())
        .collect();
    assert_eq!(all, [(38, 45), (39, 46), (38, 45), (37, 44), (39, 46)]);
}

#[test]
fn l2_miss_without_split_holds_the_bus() {
    let mut p = Path::new();
    p.write(1, 0, 0x3C, 0x6414);
    // As above, but without a repeated address: 36 + 1 and 43 + 1.
    assert_eq!(p.line(0, 0x1000).times(), (0, 37, 44));
    let other = p.go(MEMORY, (1, 2), Op::Read, 32, 0x1000);
    assert_eq!(other.granted, 45);
    assert_eq!(p.bus(BusMeter::Split), 0);
}

#[test]
fn writes() {
    let mut p = Path::new();
    p.line(0, 0x1000);
    let mut write = |who, bytes, pa| p.go(MEMORY, who, Op::Write, bytes, pa).times();
    // Hit: the bus 2 cycles, the buffer 3.
    assert_eq!(write((0, 100), 8, 0x1000), (100, 102, 103));
    // The next master: 102 and the hand-over.
    assert_eq!(write((1, 100), 4, 0x1000), (103, 105, 106));
    // A byte is merged first, 3 more.
    assert_eq!(write((0, 200), 1, 0x1000), (200, 205, 206));
    assert_eq!(write((0, 300), 2, 0x1000), (300, 305, 306));
    // A miss fetches the line (tick 814, phase as tick 14): complete at 43, then address and beat.
    assert_eq!(write((0, 400), 4, 0x2000), (400, 445, 446));
    let writes = (p.l2(CacheMeter::WriteHits), p.l2(CacheMeter::WriteMisses));
    assert_eq!(writes, (4, 1));
}

#[test]
fn dirty_victim() {
    let mut p = Path::new();
    p.go(MEMORY, (0, 0), Op::Write, 4, 0x1000);
    for i in 1..4 {
        p.line(100 * i, 0x1000 + 0x8_0000 * i);
    }
    assert_eq!(p.l2(CacheMeter::WriteBacks), 0);
    // The fifth line of the set: the dirty first one leaves, and the fill is not later for it.
    assert_eq!(p.line(400, 0x1000 + 0x8_0000 * 4).latency(), (38, 45));
    let traffic = (
        p.l2(CacheMeter::WriteBacks),
        p.l2(CacheMeter::MemoryAccesses),
    );
    assert_eq!(traffic, (1, 6));
    // SDRAM: the fill activates at tick 825 and is over at 875; the write-back follows to 925.
    // Another master asks at cycle 410: SPLIT ends at 407, so it is granted then; its request is
    // at tick 820 + 14 = 834 and would activate at 845. It does at 925: ready 80 ticks later.
    let go = |p: &mut Path| p.go(MEMORY, (1, 410), Op::Read, 32, 0x9000);
    let alone = go(&mut Path::new());
    let behind = go(&mut p);
    assert_eq!(behind.granted, 410);
    assert_eq!(behind.first, alone.first + 40);
    assert_eq!(p.own(2, 600, "writes"), 1);
}

#[test]
fn uncached_and_l2_off() {
    let mut p = Path::new();
    p.line(0, 0x1000);
    let t = Txn {
        master: 0,
        at: Tick(200),
        pa: 0x1000,
        bytes: 4,
        op: Op::Read,
        line: false,
        uncached: true,
        pc: 0,
    };
    // One word of 64 bits: captured at tick 250 instead of 255, back at 260 + 0 (edge): cycle
    // 130; forward 3: 133, then address and beat.
    assert_eq!(p.ask(MEMORY, &t).latency(), (35, 35));
    assert_eq!(p.l2(CacheMeter::Uncached), 1);
    p.write(1, 200, 0x00, 0);
    // A line: first as a miss; there is no fill, so the last part is ready at 38 + 3 = 41, + 2.
    assert_eq!(p.line(300, 0x1000).latency(), (38, 43));
    assert_eq!(p.l2(CacheMeter::Accesses), 1);
    let mut write = |at, pa| p.go(MEMORY, (0, at), Op::Write, 4, pa).times();
    // A write is posted, and the next one waits for it to be in the SDRAM: asked at 402 + 2 =
    // tick 808, edge 810, activate 820, write 830, in at 835, back at 845: cycle 423.
    assert_eq!(write(400, 0x1000), (400, 402, 403));
    assert_eq!(write(403, 0x1004), (403, 424, 425));
}

#[test]
fn locked_access() {
    let mut p = Path::new();
    p.line(0, 0x1000);
    let mut swap = |at, bytes, pa| p.go(MEMORY, (0, at), Op::Rmw, bytes, pa).times();
    // Read 6 (the value is there), write: address 1, accepted 1, done 1.
    assert_eq!(swap(100, 4, 0x1000), (100, 106, 109));
    // A byte is merged: 3 more.
    assert_eq!(swap(200, 1, 0x1000), (200, 206, 212));
    // A miss is not split: the line is complete at 43, the beat at 44, the write at 47.
    assert_eq!(swap(300, 4, 0x5000), (300, 344, 347));
    assert_eq!(p.bus(BusMeter::Locked), 9 + 12 + 47);
}

#[test]
fn apb_registers() {
    let mut p = Path::new();
    let mut apb = |at, op| p.go(APB, (0, at), op, 4, 0xFFA0_D000).times();
    // Address 1, through the bridge 5, APB 3, back 2, beat 1.
    assert_eq!(apb(0, Op::Read), (0, 12, 12));
    // A write is taken at once; the bridge is busy for 12 cycles from the grant.
    assert_eq!(apb(100, Op::Write), (100, 102, 102));
    assert_eq!(apb(102, Op::Read), (102, 123, 123));
    assert_eq!(p.own(3, 200, "busy_cycles"), 33);
    assert_eq!(p.own(3, 200, "wait_cycles"), 9);
    // L2 and other registers on the processor bus.
    let l2 = p.go(&[0], (0, 200), Op::Read, 4, 0xF000_0000);
    assert_eq!(l2.latency(), (5, 5));
}

#[test]
fn prom_by_wait_states() {
    let mut p = Path::new();
    let read = |p: &mut Path, at, bytes, pa| p.go(PROM, (0, at), Op::Read, bytes, pa).latency().0;
    // 8-bit PROM, 15 * 16 wait cycles for each of four bytes: 15 + 4 * (2 + 240) = 983;
    // address 1, bridge 5 and 3.
    assert_eq!(read(&mut p, 0, 4, 0xC000_0000), 983 + 9);
    // 16 bit, 2 * 16 wait cycles: 15 + 2 * (2 + 32) = 83.
    p.write(4, 2000, 0x00, 0x0000_0102);
    assert_eq!(read(&mut p, 2000, 4, 0xC000_0000), 83 + 9);
    // I/O, one byte, 3 * 8 wait cycles: 15 + 26 = 41.
    p.write(4, 4000, 0x00, 0x0030_0000);
    assert_eq!(read(&mut p, 4000, 1, 0xD000_0000), 41 + 9);
}

/// MCFG1: write wait states 7:4, read wait states 3:0, of 16 cycles each (UM 2.9). A byte of an 8-bit PROM:
/// 15 + 2 + 16 cycles to write it with one, 15 + 2 to read it with none.
#[test]
fn writes_to_prom_have_their_own_wait_states() {
    let mut p = Path::new();
    p.write(4, 0, 0x00, 0x0000_0810);
    p.go(PROM, (0, 0), Op::Write, 1, 0xC000_0000);
    assert_eq!(p.own(4, 200, "busy_cycles"), 33);
    p.go(PROM, (0, 200), Op::Read, 1, 0xC000_0000);
    assert_eq!(p.own(4, 400, "busy_cycles"), 33 + 17);
}
