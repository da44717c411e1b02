//! What one transfer costs the host on the GR740's memory path: bus, level-2 cache, SDRAM.
//!
//! `cargo bench -p trueboard-periph`. Masters ask as cores do: one transfer outstanding each, the
//! next one some cycles after the last is done, whoever is behind first.
#![expect(missing_docs, reason = "criterion_group! makes a public function")]

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use trueboard_core::bus::{Below, Op, Stage, Txn};
use trueboard_core::meter::{BusBank, CacheBank, Meters};
use trueboard_core::time::{Clock, Tick};
use trueboard_periph::{BuildEnv, build_stage};

const AHB: &str = r#"(bus: "cpu-ahb", width_bytes: 16, address_cycles: 1,
    handover_cycles: 1, register_cycles: 4)"#;
const L2: &str = r#"(cache: "l2", ways: 4, way_bytes: 0x80000, line_bytes: 32,
    port_bytes: 16, tag_cycles: 4, register_cycles: 1, beat_cycles: 1, write_accept_cycles: 1,
    write_done_cycles: 2, sub_word_cycles: 3, split_cycles: 2, memory_bus_cycles: 2,
    forward_cycles: 3, fill_cycles: 5, flush_first_cycles: 5, flush_line_cycles: 1,
    flush_dirty_cycles: 1, flush_lines: 32768, preset: [(0x3C, 0x6416), (0x00, 0x80000000)])"#;
const SDCTRL: &str = r#"(open_page: false, request_sync_cycles: 2,
    return_sync_cycles: 2, write_recovery_cycles: 2, port_bytes: 16,
    preset: [(0x00, 0xA340830C)])"#;

fn stage(kind: &str, params: &str, ticks: u64) -> Box<dyn Stage> {
    let env = BuildEnv {
        buses: vec!["cpu-ahb".into()],
        caches: vec!["l2".into()],
        clock: Clock::new(ticks),
        ..BuildEnv::default()
    };
    build_stage(kind, ron::from_str(params).unwrap(), &env).unwrap()
}

/// The path and its masters.
struct Path {
    stages: Vec<Box<dyn Stage>>,
    meters: Meters,
    /// When each master asks next.
    next: Vec<Tick>,
    count: u64,
}

impl Path {
    fn new(masters: usize) -> Path {
        Path {
            stages: vec![
                stage("ahb", AHB, 2),
                stage("l2cache", L2, 2),
                stage("sdctrl", SDCTRL, 5),
            ],
            meters: Meters {
                buses: vec![BusBank::new()],
                caches: vec![CacheBank::default()],
                ..Meters::default()
            },
            next: vec![Tick(0); masters],
            count: 0,
        }
    }

    /// One transfer of the master that is behind.
    #[inline(always)]
    fn step(&mut self, op: Op, bytes: u16, pa: impl Fn(u64, u64) -> u64) {
        let mut master = 0;
        for m in 1..self.next.len() {
            if self.next[m] < self.next[master] {
                master = m;
            }
        }
        let t = Txn {
            master: master as u8,
            at: self.next[master],
            pa: black_box(pa(self.count, master as u64)),
            bytes,
            op,
            line: bytes == 32,
            uncached: false,
            pc: 0,
        };
        let x = Below::new(&mut self.stages, &[0, 1, 2]).access(&t, &mut self.meters);
        // Two cycles of other work.
        self.next[master] = x.done + 4;
        self.count += 1;
    }
}

/// 64 KiB per master.
fn near(n: u64, master: u64) -> u64 {
    ((n * 32) & 0xffff) | (master << 16)
}

/// Never the same line within 128 MiB.
fn far(n: u64, _master: u64) -> u64 {
    (n * 32) & 0x7ff_ffff
}

/// Name, what is done, how many bytes, to which address by count and master.
type Row = (&'static str, Op, u16, fn(u64, u64) -> u64);

fn path(c: &mut Criterion) {
    let mut group = c.benchmark_group("path");
    for masters in [1usize, 4] {
        let mut warm = Path::new(masters);
        for n in 0..masters as u64 * 2048 {
            warm.count = n / masters as u64;
            let m = n % masters as u64;
            warm.step(Op::Read, 32, |n, _| near(n, m));
        }
        let rows: [Row; 3] = [
            ("write_hit", Op::Write, 4, near),
            ("line_hit", Op::Read, 32, near),
            ("line_miss", Op::Read, 32, far),
        ];
        for (name, op, bytes, pa) in rows {
            group.bench_function(BenchmarkId::new(name, masters), |b| {
                b.iter(|| warm.step(op, bytes, pa));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, path);
criterion_main!(benches);
