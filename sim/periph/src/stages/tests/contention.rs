//! Several masters on the path.

use super::*;

#[test]
fn hit_under_miss() {
    let mut p = Path::new();
    p.line(0, 0x1000);
    // Master 0 misses: SPLIT ends at 107, data phase from 136. Master 1 hits in between.
    assert_eq!(p.line(100, 0x2000).times(), (100, 138, 145));
    let hit = |p: &mut Path, at| p.go(MEMORY, (1, at), Op::Read, 32, 0x1000).times();
    assert_eq!(hit(&mut p, 101), (108, 114, 115));
    // Without hit-under-miss it waits for the fill at 243, with wait states on the bus; since it
    // would then hold the bus into the reservation 236-245, it is granted behind that.
    p.write(1, 150, 0x3C, 0x6616);
    assert_eq!(p.line(200, 0x3000).times(), (200, 238, 245));
    assert_eq!(hit(&mut p, 201), (246, 252, 253));
}

#[test]
fn a_line_on_its_way_is_waited_for() {
    let mut p = Path::new();
    assert_eq!(p.line(0, 0x1000).times(), (0, 38, 45));
    // The line is complete at 43: SPLIT until then. The bus is free again at 45 + 1.
    let x = p.go(MEMORY, (1, 10), Op::Read, 32, 0x1000);
    assert_eq!(x.times(), (10, 48, 49));
    assert_eq!(p.own(2, 100, "reads"), 1);
    assert_eq!(p.bus(BusMeter::Split), 2);
}

#[test]
fn four_hitting_masters_share_the_bus() {
    let mut p = Path::new();
    for m in 0..4 {
        p.line(100 * m, 0x1000 * m);
    }
    let mut next = [1000u64; 4];
    for _ in 0..400 {
        let m = (0..4).min_by_key(|&m| next[m]).unwrap();
        let who = (m as u8, next[m]);
        next[m] = p.go(MEMORY, who, Op::Read, 32, 0x1000 * m as u64).done;
    }
    // 100 each, 8 cycles with the hand-over.
    assert_eq!(*next.iter().max().unwrap(), 1000 + 400 * 8 - 1);
    let waited = &p.meters.buses[0].waited;
    assert!(waited[0].abs_diff(waited[3]) <= 32, "{waited:?}");
}

#[test]
fn four_missing_masters_are_bound_by_the_sdram() {
    let mut p = Path::new();
    let mut next = [0u64; 4];
    for i in 0..400u64 {
        let m = (0..4).min_by_key(|&m| next[m]).unwrap();
        let who = (m as u8, next[m]);
        next[m] = p.go(MEMORY, who, Op::Read, 32, 0x1000 + 32 * i).done;
    }
    // 25 cycles of SDRAM each, and a refresh of 17.5 every 1952.5.
    let end = *next.iter().max().unwrap();
    assert!((10_000..10_200).contains(&end), "{end}");
    let counts = ["activates", "reads", "refreshes"].map(|n| p.own(2, end, n));
    assert_eq!(counts, [400, 400, end * 2 / (781 * 5)]);
}

#[test]
fn flushes_keep_the_cache_busy() {
    let mut p = Path::new();
    // Disable and invalidate all, at cycle 200: 5 + 32767 cycles, no memory.
    p.write(1, 200, 0x08, 0xD);
    assert_eq!(p.read(1, 200 + 32771, 0x08), 0xD);
    // A second one is not taken while the first is going on.
    p.write(1, 300, 0x08, 0x5);
    assert_eq!(p.read(1, 200 + 32772, 0x08), 0x8);
    assert_eq!(p.read(1, 200, 0x00), 0);

    let mut p = Path::new();
    p.go(MEMORY, (0, 0), Op::Write, 4, 0x1000);
    p.go(MEMORY, (0, 100), Op::Write, 4, 0x2000);
    // Write back all: two dirty lines. The first: tick 400, activate 410, write 420, in at 440,
    // back at 450 = cycle 225; one more. The second from 226 = tick 452: edge 455, activate 465,
    // in at 495, back at 505: cycle 253; one more: 254.
    p.write(1, 200, 0x08, 0x6);
    assert_eq!(p.read(1, 254 + 32771, 0x08), 0x6);
    assert_eq!(p.read(1, 254 + 32772, 0x08), 0x0);
    let written = (p.l2(CacheMeter::WriteBacks), p.own(2, 300, "writes"));
    assert_eq!(written, (2, 2));
    // The lines are still there; an access waits until the flush is over.
    let x = p.go(MEMORY, (0, 1000), Op::Read, 4, 0x1000);
    assert_eq!(x.times(), (1000, 254 + 32772 + 5, 254 + 32772 + 5));
    // One line by address: 5 cycles; it is gone.
    p.write(1, 40_000, 0x08, 0x1001);
    assert_eq!(p.read(1, 40_004, 0x08) & 7, 1);
    assert_eq!(p.read(1, 40_005, 0x08) & 7, 0);
    assert_eq!(p.line(40_100, 0x1000).served_by, Served::Memory);
    assert_eq!(p.line(40_200, 0x2000).served_by, Served::SharedCache);
}

/// Random traffic on all routes: everything adds up, and the bus never promises a time twice
/// (the bus asserts that itself, by `holds` and `access` of the stages agreeing).
#[test]
fn random_traffic_adds_up() {
    let mut p = Path::new();
    let mut seed = 0x2545_F491_4F6C_DD1Du64;
    let mut random = |n: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) % n
    };
    let ops = [Op::Read, Op::Read, Op::Fetch, Op::Write, Op::Write, Op::Rmw];
    let mut next = [0u64; 5];
    for i in 0..20_000 {
        let m = (0..5).min_by_key(|&m| next[m]).unwrap();
        let who = (m as u8, next[m]);
        let pa = random(8) * 0x8_0000 + random(64) * 8;
        let op = ops[random(6) as usize];
        let x = match random(20) {
            0 => p.go(APB, who, op, 4, 0xFF90_0000),
            1 => p.go(&[0], who, op, 4, 0xF000_0000),
            _ if op == Op::Fetch => p.go(MEMORY, who, op, 32, pa),
            _ => p.go(MEMORY, who, op, 1 << random(4), pa),
        };
        assert!(who.1 <= x.granted && x.granted < x.first && x.first <= x.done);
        next[m] = x.done + random(12);
        // SPLIT off, write-through, no hit under miss, and all back.
        let settings: &[(u32, u32)] = match i % 4000 {
            1000 => &[(0x3C, 0x6414)],
            2000 => &[(0x00, 0x8000_0002)],
            3000 => &[(0x3C, 0x6616)],
            3999 => &[(0x3C, 0x6416), (0x00, 0x8000_0000)],
            _ => &[],
        };
        for &(off, value) in settings {
            p.write(1, who.1, off, value);
        }
    }
    let last = *next.iter().max().unwrap();
    p.stages[0].settle(Tick(2 * last), &mut p.meters);
    let b = &p.meters.buses[0];
    assert_eq!(b.get(BusMeter::Used) + b.get(BusMeter::Idle), last);
    assert_eq!(b.used.iter().sum::<u64>(), b.get(BusMeter::Used));
    assert_eq!(b.waited.iter().sum::<u64>(), b.get(BusMeter::Waits));
    for m in 0..5 {
        assert_eq!(b.waited_for[m].iter().sum::<u64>(), b.waited[m]);
    }
    let sum = |a, b| p.l2(a) + p.l2(b);
    let hits = sum(CacheMeter::ReadHits, CacheMeter::WriteHits);
    assert_eq!(hits, p.l2(CacheMeter::Hits));
    let all = sum(CacheMeter::Hits, CacheMeter::Misses);
    assert_eq!(all, p.l2(CacheMeter::Accesses));
}
