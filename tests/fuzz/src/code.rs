//! Any machine code on all four cores. The first two bytes choose when a snapshot is made; the
//! words that follow are dealt to the cores in turn.

use crate::Target;
use crate::rig::{ROOM, check, each_core};
use conformance::random::Random;
use conformance::tiny;

pub const TARGET: Target = Target {
    name: "code",
    run,
    seeds,
    words: &[],
    longest: 4096,
    mutations: 60,
};

/// Base ticks; two are a cycle.
const TICKS: u64 = 40_000;

fn run(data: &[u8]) {
    let Some((split, rest)) = data.split_first_chunk::<2>() else {
        return;
    };
    let mut code: [Vec<u32>; 4] = Default::default();
    for (i, w) in rest.chunks_exact(4).enumerate().take(ROOM) {
        let word = u32::from_be_bytes([w[0], w[1], w[2], w[3]]);
        code[i % 4].push(word);
    }
    let image = each_core(&code);
    check(
        &image,
        TICKS,
        (TICKS * u64::from(u16::from_be_bytes(*split))) >> 16,
    );
}

fn seeds() -> Vec<Vec<u8>> {
    // Mostly formats with an effect; otherwise half of all words would be calls and branches.
    let noise = |seed: u64| {
        let mut r = Random::new(seed);
        let mut bytes = r.bytes(2);
        for _ in 0..256 {
            let often = if r.below(4) > 0 { 0x8000_0000 } else { 0 };
            bytes.extend((r.word() | often).to_be_bytes());
        }
        bytes
    };
    let mut all: Vec<Vec<u8>> = (0..8).map(noise).collect();
    let mut quiet = vec![0x80, 0];
    quiet.extend(tiny::power_down().to_be_bytes().repeat(4));
    all.push(quiet);
    all
}
