//! Long differential runs.

use oracle::case::{Oracle, differences};
use oracle::generate::Generator;
use oracle::ours::Ours;
use oracle::qemu::Qemu;

fn main() {
    let mut args = std::env::args().skip(1);
    let seed: u64 = args.next().and_then(|s| s.parse().ok()).unwrap_or(1);
    let programs: usize = args.next().and_then(|s| s.parse().ok()).unwrap_or(1000);
    let mut g = Generator::new(seed);
    let (mut ours, mut qemu) = (Ours::new(), Qemu::find().expect("qemu"));
    let begin = std::time::Instant::now();
    let (mut executed, mut traps, mut bad) = (0, 0, 0);
    let mut done = 0;
    while done < programs {
        let n = 250.min(programs - done);
        let all: Vec<_> = (0..n).map(|_| g.program(4)).collect();
        let cases: Vec<_> = all
            .iter()
            .enumerate()
            .flat_map(|(i, p)| p.cases(i))
            .collect();
        let a = ours.run(&cases).unwrap();
        let b = qemu.run(&cases).unwrap();
        for (i, (x, y)) in a.iter().zip(&b).enumerate() {
            executed += x.executed.unwrap_or(0);
            traps += x.traps.len();
            let d = differences(x, y);
            if !d.is_empty() {
                bad += 1;
                if bad <= 3 {
                    println!("case {} of program {}: {d:#?}", i % 4, done + i / 4);
                    for (j, w) in cases[i].code.iter().enumerate() {
                        let pc = cases[i].base + j as u32 * 4;
                        println!(
                            "  {pc:08x} {w:08x} {}",
                            trueboard_cpu_sparcv8::isa::disasm(*w, pc)
                        );
                    }
                }
            }
        }
        done += n;
    }
    println!(
        "{programs} programs, {executed} instructions, {traps} traps, {bad} differ, {:?}",
        begin.elapsed()
    );
}
