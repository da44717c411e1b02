//! The East link: published rates (EBSP), bursts, sharing; the host's rates.

use super::*;

const MIB: f64 = 1_048_576.0;

/// MiB/s of 8 KiB that take so many cycles at 600 MHz.
fn rate(cycles: u64) -> f64 {
    8192.0 * 600e6 / cycles as f64 / MIB
}

fn within(value: f64, published: f64, percent: f64) {
    let miss = 100.0 * (value - published) / published;
    assert!(
        miss.abs() < percent,
        "{value:.1} for {published}: {miss:.1} %"
    );
}

/// 8 KiB in double words by one core, each one as soon as it is taken. Answers the cycles until the
/// last one is taken, and the last answer.
fn stream(rig: &mut Rig, core: u8, op: Op, base: u64, burst: bool) -> (u64, u64) {
    stream_of(8, rig, (core, op, base), burst)
}

fn stream_of(
    bytes: u16,
    rig: &mut Rig,
    (core, op, base): (u8, Op, u64),
    burst: bool,
) -> (u64, u64) {
    let (mut at, mut first) = (0, Tick(0));
    for i in 0..8192 / u64::from(bytes) {
        let t = Txn {
            line: burst,
            bytes,
            ..txn(core, at, base + u64::from(bytes) * i, op)
        };
        let t = rig.send(t);
        at = (at + 1).max(t.freed.0.div_ceil(2));
        first = t.first;
    }
    (at, first.0 / 2)
}

/// DMA takes about 330 cycles to set up (FAB), which are of the table's cycles.
const SETUP: u64 = 330;

#[test]
fn dma_rates_on_the_chip_and_off_it() {
    let dma = |op, base| stream(&mut Rig::new(), 0, op, base, true);
    within(rate(dma(Op::Write, DRAM).0 + SETUP), 493.0, 5.0);
    within(rate(dma(Op::Read, DRAM).1 + SETUP), 154.5, 5.0);
    within(rate(dma(Op::Read, sram(1, 0)).1 + SETUP), 481.0, 5.0);
}

/// Reads that wait for the link hold up those behind them, so that a DMA engine sends them no faster.
#[test]
fn reads_off_the_chip_keep_their_pace() {
    let (sent, _) = stream(&mut Rig::new(), 0, Op::Read, DRAM, true);
    assert!(sent.abs_diff(1024 * 59 / 2) < 5 * 30, "{sent}");
}

#[test]
fn stores_of_a_program_are_no_bursts() {
    let (cycles, _) = stream_of(4, &mut Rig::new(), (0, Op::Write, DRAM), false);
    within(rate(cycles), 143.0, 2.0);
    // Nor are words of a DMA engine.
    let (words, _) = stream_of(4, &mut Rig::new(), (0, Op::Write, DRAM), true);
    assert_eq!(words, cycles);
}

#[test]
fn a_load_from_the_shared_memory_takes_1090_cycles_and_half_of_that_for_a_word() {
    let t = Rig::new().read(0, 100, DRAM);
    assert_eq!(t.first.0 - 200, 2 * 1090);
    for bytes in [1, 2, 4] {
        let t = Rig::new().send(Txn {
            bytes,
            ..txn(0, 100, DRAM, Op::Read)
        });
        assert_eq!(t.first.0 - 200, 2 * 544, "{bytes} bytes");
    }
    let t = Rig::new().send(txn(0, 100, DRAM, Op::Fetch));
    assert_eq!(t.first.0 - 200, 2 * 1000);
}

/// Two engines that write at the same time break each other's bursts; a third address does too.
#[test]
fn bursts_are_of_one_master_and_consecutive() {
    let mut rig = Rig::new();
    let mut write = |core, pa| {
        let t = Txn {
            line: true,
            ..txn(core, 0, pa, Op::Write)
        };
        rig.send(t).done.0 / 2
    };
    let times = [
        write(3, DRAM),
        write(3, DRAM + 8),
        write(3, DRAM + 16),
        write(7, DRAM + 24),
        write(7, DRAM + 32),
        write(7, DRAM + 48),
    ];
    let apart: Vec<u64> = times.windows(2).map(|w| w[1] - w[0]).collect();
    assert_eq!(apart, [9, 9, 32, 9, 32]);
}

/// Sixteen cores that store as fast as they can share the link evenly.
#[test]
fn the_link_is_shared_fairly() {
    let mut rig = Rig::new();
    let mut at = [0u64; 16];
    let mut sent = [0u64; 16];
    // Whoever is furthest behind goes next, as on the board.
    while let Some((now, core)) = at.iter().copied().zip(0..).min()
        && now < 100_000
    {
        let t = rig.write(core as u8, now, DRAM + 8 * core as u64);
        at[core] = (now + 1).max(t.freed.0.div_ceil(2));
        sent[core] += 1;
    }
    let (least, most) = (sent.iter().min().unwrap(), sent.iter().max().unwrap());
    assert!(most - least <= 2, "{sent:?}");
    let all: u64 = sent.iter().sum();
    assert!(all.abs_diff(100_000 / 32 + 64) <= 16, "{all}");
    // Each waits for the others, and the account of who waits for whom is complete.
    let bank = &rig.meters.buses[3];
    for core in 0..16 {
        let row: u64 = bank.waited_for[core].iter().sum();
        assert_eq!(row, bank.waited[core]);
        assert!(bank.waited[core] > 50_000);
    }
    assert_eq!(bank.get(BusMeter::Writes), all);
}

/// EBSP: 14.62 and 17.85 MiB/s for memories on the chip, 100.7 and 135.4 for the shared one.
#[test]
fn the_hosts_rates() {
    let host = |op, base| {
        let mut rig = Rig::new();
        let mut at = 0;
        for i in 0..2048 {
            let t = Txn {
                bytes: 4,
                ..txn(16, at, base + 4 * i, op)
            };
            at = rig.send(t).freed.0.div_ceil(2);
        }
        rate(at)
    };
    within(host(Op::Write, sram(5, 0)), 14.62, 1.0);
    within(host(Op::Read, sram(5, 0)), 17.85, 1.0);
    within(host(Op::Write, DRAM), 100.7, 1.5);
    within(host(Op::Read, DRAM), 135.4, 1.5);
}
