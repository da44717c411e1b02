//! Masters that ask again as soon as they have been served share the bus evenly, whatever the
//! moments at which they began.

use super::*;

/// The masters of `grants` transfers in the order in which they were granted, and the cycle at which
/// the last one ended. Master n begins at `phases[n]` and asks again `think` cycles after each
/// transfer.
fn turns(phases: &[u64], op: Op, bytes: u16, think: u64, grants: usize) -> (Vec<u8>, u64) {
    let mut rig = Rig::new();
    let mut next = phases.to_vec();
    let mut order = Vec::new();
    let mut end = 0;
    for _ in 0..grants {
        let m = (0..next.len()).min_by_key(|&m| next[m]).unwrap();
        let (_, _, done) = rig.go(m as u8, next[m], op, bytes, 5);
        next[m] = done + think;
        order.push(m as u8);
    }
    for pulse in rig.ahb.take_pulses() {
        end = end.max(pulse.end.0 / CYCLE);
    }
    (order, end)
}

/// All start phases of `n` masters up to `range` cycles.
fn phases(n: usize, range: u64) -> impl Iterator<Item = Vec<u64>> {
    (0..range.pow(n as u32)).map(move |i| (0..n as u32).map(|m| i / range.pow(m) % range).collect())
}

#[test]
fn saturating_masters_get_equal_grants_in_any_window() {
    // A line holds the bus 7 cycles, a write 2; then the hand-over.
    for (op, bytes, hold, think) in [
        (Op::Read, 32, 7, 0),
        (Op::Read, 32, 7, 4),
        (Op::Write, 4, 2, 0),
    ] {
        for n in 2..=4usize {
            for p in phases(n, if n == 4 { 5 } else { 9 }) {
                let (order, end) = turns(&p, op, bytes, think, 12 * n);
                // Once all have begun, any window holds each master as often as any other, one more
                // or less.
                let steady = &order[2 * n..];
                for from in 0..steady.len() {
                    for to in from..=steady.len() {
                        let count = |m| steady[from..to].iter().filter(|&&o| o == m).count();
                        let counts: Vec<usize> = (0..n as u8).map(count).collect();
                        let spread = counts.iter().max().unwrap() - counts.iter().min().unwrap();
                        assert!(spread <= 1, "{op:?} {p:?}: {order:?}");
                    }
                }
                // And no cycle is lost: transfers and hand-overs fill the time.
                if think == 0 {
                    let first = p.iter().min().unwrap();
                    let filled = first + (hold + 1) * order.len() as u64 - 1;
                    // A late starter may leave the bus to the same master without a hand-over.
                    assert!(end <= filled && end + n as u64 * 9 >= filled, "{p:?}");
                }
            }
        }
    }
}
