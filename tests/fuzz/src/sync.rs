//! Synchronisation of clocks: any clocks and events, by all methods, and the file of true clocks.

use crate::Target;
use conformance::random::Random;
use trueboard_clocksync::affine::{Affine, Converter};
use trueboard_clocksync::batch;
use trueboard_clocksync::merge::merge;
use trueboard_clocksync::network::{Clock, Method, Network};
use trueboard_clocksync::pairs::{Mark, Pairs, Role};
use trueboard_clocksync::point::LIMIT;
use trueboard_clocksync::true_clocks::{Error, TrueClocks};

pub const TARGET: Target = Target {
    name: "sync",
    run,
    seeds,
    words: &[
        "\"format\":",
        "\"trueboard-truth-clocks/1\"",
        "\"clocks\":",
        "\"num\":",
        "\"den\":",
        "-9223372036854775808",
        "18446744073709551615",
    ],
    longest: 2048,
    mutations: 1000,
};

const METHODS: [Method; 3] = [
    Method::Batch(batch::Method::Mean),
    Method::Batch(batch::Method::Bisector),
    Method::Streaming,
];

/// Up to this many clocks.
const CLOCKS: usize = 5;

fn run(data: &[u8]) {
    events(data);
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match TrueClocks::parse(text) {
        Ok(file) => {
            let [a, b] = [file.clocks.first(), file.clocks.last()];
            if let (Some(a), Some(b)) = (a, b) {
                let error = Error::new(&a.ns(), &b.ns(), &Affine::identity());
                let error = error.map(|e| e.over(-1_000_000_000, 1_000_000_000));
                assert!(error.is_some_and(|(most, mean)| most >= mean * 0.999));
            }
        }
        Err(e) => assert!(e.to_string().contains("; "), "cause and remedy: {e}"),
    }
}

/// One byte of clocks, root and kind; four of frequency for each clock; then six for each event:
/// clock and role, key, how long after the one before (the bits, and by how many they are shifted).
fn events(data: &[u8]) {
    let Some((&head, rest)) = data.split_first() else {
        return;
    };
    let n = 1 + usize::from(head) % CLOCKS;
    let Some((rates, rest)) = rest.split_at_checked(4 * n) else {
        return;
    };
    let mut values: Vec<Vec<i64>> = vec![Vec::new(); n];
    let mut marks = Vec::new();
    for e in rest.as_chunks::<6>().0 {
        let clock = usize::from(e[0] >> 2) % n;
        let times = &mut values[clock];
        let step = i64::from(u16::from_le_bytes([e[2], e[3]])) << (e[4] % 46);
        // What the reader of traces lets through.
        let value = times
            .last()
            .map_or(0, |t| t.saturating_add(step))
            .min(LIMIT - 1);
        times.push(value);
        let role = match e[0] & 3 {
            0 => Role::Cause,
            1 | 2 => Role::Effect,
            _ => continue,
        };
        marks.push(Mark {
            key: [0, e[1].into(), 0, 0, 0],
            role,
            clock,
            index: times.len() as u64 - 1,
            value,
        });
    }
    let clocks: Vec<Clock> = (rates.as_chunks::<4>().0.iter().zip(&values))
        .map(|(hz, times)| Clock {
            hz: u64::from(u32::from_le_bytes(*hz)).max(1),
            span: (
                times.first().copied().unwrap_or(0),
                times.last().copied().unwrap_or(0),
            ),
        })
        .collect();
    let found = Pairs::find(marks.clone());
    // An effect has one cause; a cause of several effects is in as many pairs.
    assert!(found.pairs.len() + found.left.len() <= 2 * marks.len());
    let root = (head & 0x80 != 0).then_some(0);
    for method in METHODS {
        let network =
            Network::new(&clocks, &found.pairs, root, method).expect("no clock spans too much");
        let times: Option<Vec<Vec<i64>>> = (network.to_root.iter().zip(&values))
            .map(|(line, times)| {
                let converter = line.as_ref().and_then(Converter::new);
                let convert = |&v: &i64| converter.as_ref().map_or(Some(v), |c| c.convert(v));
                times.iter().map(convert).collect()
            })
            .collect();
        let Some(times) = times else {
            continue; // It does not fit into 64 bits, which is reported.
        };
        let merged = merge(&times, &found.pairs);
        assert_eq!(
            merged.events.len(),
            values.iter().map(Vec::len).sum::<usize>()
        );
        let mut last = vec![i64::MIN; n];
        let mut placed: Vec<Vec<i64>> = times.clone();
        for e in &merged.events {
            assert!(e.time >= last[e.clock], "the order of a clock's events");
            last[e.clock] = e.time;
            placed[e.clock][e.index] = e.time;
        }
        let late = |p: &&trueboard_clocksync::pairs::Pair| {
            let at = |m: &Mark| placed[m.clock][m.index as usize];
            at(&p.cause) >= at(&p.effect) && at(&p.cause) < i64::MAX
        };
        let wrong = found.pairs.iter().filter(late).count() as u64;
        assert!(wrong <= merged.contradictions, "effects behind causes");
    }
}

/// Exchanges between clocks of other rates, and noise.
fn seeds() -> Vec<Vec<u8>> {
    let exchanges = |seed: u64| {
        let mut r = Random::new(seed);
        let n = 2 + r.below(3) as u8;
        let mut bytes = vec![n - 1 + CLOCKS as u8 * 3];
        for _ in 0..n {
            bytes.extend((1_000_000 + r.below(1000) as u32).to_le_bytes());
        }
        let mut event = |clock: u8, role: u8, key: u8, step: u16| {
            let [low, high] = step.to_le_bytes();
            bytes.extend([clock << 2 | role, key, low, high, 4, 0]);
        };
        for i in 0..20u8 {
            let other = 1 + i % (n - 1);
            let (a, b) = (r.below(50) as u16, r.below(50) as u16);
            event(0, 0, 2 * i, 1000 + a);
            event(other, 1, 2 * i, 1000 + b);
            event(other, 0, 2 * i + 1, 10 + b);
            event(0, 1, 2 * i + 1, 10 + a);
        }
        bytes
    };
    let file = br#"{"format": "trueboard-truth-clocks/1", "clocks": [
        {"name": "host", "hz_nominal": 1000000000, "ns_at_zero": {"num": 0, "den": 1},
         "ns_per_tick": {"num": 1000000, "den": 1000050}},
        {"name": "stream-0-0", "hz_nominal": 600000000, "ns_at_zero": {"num": -5, "den": 3},
         "ns_per_tick": {"num": 5, "den": 3}}]}"#;
    let noise = (8..12).map(|seed| Random::new(seed).bytes(400));
    let mut all: Vec<Vec<u8>> = (0..8).map(exchanges).chain(noise).collect();
    all.push(file.to_vec());
    all
}
