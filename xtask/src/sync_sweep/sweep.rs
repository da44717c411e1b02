//! The sweep: which exchanges are made, and what comes out.

use crate::sync_sweep::model::{Board, Delay, PS_PER_S, SlaveClock, exchanges, judge, traffic};
use conformance::random::Random;
use trueboard_clocksync::Quality;
use trueboard_clocksync::batch::Method::{Bisector, Mean};
use trueboard_clocksync::network::Method;

const NS: i64 = 1000;
const US: i64 = 1000 * NS;

/// Seconds that are synchronised.
pub const SECONDS: i64 = 10;
/// Runs of every point, with seeds of their own; what is reported is the median of the largest errors.
pub const RUNS: u64 = 15;

/// Parallella: a host that polls, a core that is interrupted. Least delays, and the cycles of the
/// core, are those of `sync_ring` on the simulated board (docs/user/howto/synchronisation.md); how much a message
/// may be late on top is an estimate, as is one message in a hundred that the host's Linux delays by
/// up to 45 us (cyclictest: 45 us on average).
pub const PARALLELLA: Board = Board {
    name: "Parallella, polling host",
    slave_hz: 600_000_000,
    there: Delay {
        least: 755 * NS,
        mean: 60 * NS,
        busy: (10, 45 * US),
    },
    back: Delay {
        least: 602 * NS,
        mean: 110 * NS,
        busy: (10, 45 * US),
    },
    handler: Delay {
        least: 2300 * NS,
        mean: 100 * NS,
        busy: (0, 0),
    },
    cycles: 1606,
};

/// Keystone 2: interrupts both ways. Least delays are those of the exchanges of `sync.ron` on the
/// simulated board; what comes on top is an estimate, as is one message in a hundred that the ARM's Linux
/// delays by up to 83 us (cyclictest: 95 us at most, 12 at least).
pub const KEYSTONE: Board = Board {
    name: "Keystone 2, interrupts both ways",
    slave_hz: 1_200_000_000,
    there: Delay {
        least: 812 * NS,
        mean: 50 * NS,
        busy: (0, 0),
    },
    back: Delay {
        least: 1_719 * NS,
        mean: 100 * NS,
        busy: (10, 83 * US),
    },
    handler: Delay {
        least: 3 * US,
        mean: 100 * NS,
        busy: (0, 0),
    },
    cycles: 2 * TRACEPOINT,
};

/// Cycles of a tracepoint: measured on Keystone 2 with barectf.
const TRACEPOINT: i64 = 3182;

/// By how much a rate changes in a tenth of a second at most, in parts of 10^12.
pub const WANDERS: [(i64, &str); 4] = [
    (0, "none"),
    (1_000, "0.001 ppm"),
    (30_000, "0.03 ppm"),
    (300_000, "0.3 ppm"),
];

/// Exchanges in ten seconds.
pub const NUMBERS: [i64; 12] = [2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
/// Periods of the table of number and period, in milliseconds.
pub const PERIODS: [i64; 4] = [1, 10, 100, 1000];

/// What came out of the runs of one point.
#[derive(Clone, Copy)]
pub struct Point {
    /// Exchanges, or messages of an application.
    pub number: i64,
    /// Median over the runs of the largest error in the ten seconds, in nanoseconds.
    pub max_ns: f64,
    /// Worst run.
    pub worst_ns: f64,
    /// Median of the mean error.
    pub mean_ns: f64,
    /// Runs in which no line satisfied all messages.
    pub failed: u64,
    /// Share of the slave's time that the exchanges took.
    pub cost: f64,
}

pub struct Curve {
    pub board: &'static str,
    pub wander: &'static str,
    pub points: Vec<Point>,
}

pub struct Sweep {
    /// Error by the number of exchanges, spread evenly over the ten seconds.
    pub curves: Vec<Curve>,
    /// By period, then number: errors over ten seconds, of which exchanges may cover a part only.
    pub grid: Vec<Vec<Option<Point>>>,
    /// 100 exchanges, by method.
    pub methods: Vec<(&'static str, Point)>,
    /// Messages of the application instead, by how many results come back.
    pub traffic: Vec<(u64, Vec<Point>)>,
}

pub const METHOD: Method = Method::Batch(Mean);
/// Messages of the application that are tried.
pub const TRAFFIC: [i64; 4] = [20, 100, 1000, 10_000];

pub fn run() -> Sweep {
    let curve = |board: &Board, wander: (i64, &'static str)| Curve {
        board: board.name,
        wander: wander.1,
        points: NUMBERS
            .iter()
            .map(|&n| even(board, wander.0, n, METHOD))
            .collect(),
    };
    let mut curves: Vec<Curve> = WANDERS.iter().map(|&w| curve(&PARALLELLA, w)).collect();
    curves.push(curve(&KEYSTONE, WANDERS[0]));
    let grid = |&ms: &i64| {
        let period = ms * PS_PER_S / 1000;
        let cell = |&n: &i64| {
            let fits = (n - 1) * period < SECONDS * PS_PER_S;
            fits.then(|| spaced(&PARALLELLA, 0, n, period, METHOD))
        };
        NUMBERS.iter().map(cell).collect()
    };
    let methods = [
        ("hull (means)", METHOD),
        ("bisector", Method::Batch(Bisector)),
        ("streaming", Method::Streaming),
    ];
    let by_traffic = |silent: u64| {
        let point = |&n: &i64| {
            point(n, |seed| {
                let mut r = Random::new(seed);
                let slave = SlaveClock::new(PARALLELLA.slave_hz, 0, SECONDS, &mut r);
                let shape = (SECONDS, n as u64, silent);
                let messages = traffic(&PARALLELLA, &slave, shape, &mut r);
                let o = judge(&PARALLELLA, &slave, SECONDS, messages, METHOD)?;
                Some((o.max_ns, o.mean_ns, o.link.quality))
            })
        };
        (silent, TRAFFIC.iter().map(point).collect())
    };
    Sweep {
        curves,
        grid: PERIODS.iter().map(grid).collect(),
        methods: methods
            .map(|(name, m)| (name, even(&PARALLELLA, 0, 100, m)))
            .into(),
        traffic: [1, 10].map(by_traffic).into(),
    }
}

/// Exchanges spread evenly over all seconds.
fn even(board: &Board, wander: i64, number: i64, method: Method) -> Point {
    spaced(board, wander, number, SECONDS * PS_PER_S / number, method)
}

fn spaced(board: &Board, wander: i64, number: i64, period: i64, method: Method) -> Point {
    let cycles = number * board.cycles;
    let mut p = point(number, |seed| {
        let mut r = Random::new(seed);
        let slave = SlaveClock::new(board.slave_hz, wander, SECONDS, &mut r);
        let messages = exchanges(board, &slave, (0, period, number), &mut r);
        let o = judge(board, &slave, SECONDS, messages, method)?;
        Some((o.max_ns, o.mean_ns, o.link.quality))
    });
    p.cost = cycles as f64 / (board.slave_hz * SECONDS) as f64;
    p
}

fn point(number: i64, once: impl Fn(u64) -> Option<(f64, f64, Quality)>) -> Point {
    let runs: Vec<_> = (0..RUNS).filter_map(|i| once(0x5eed + 7919 * i)).collect();
    let sorted = |of: fn(&(f64, f64, Quality)) -> f64| {
        let mut all: Vec<f64> = runs.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        all
    };
    let (max, mean) = (sorted(|r| r.0), sorted(|r| r.1));
    let middle = |of: &[f64]| of.get(of.len() / 2).copied().unwrap_or(f64::NAN);
    Point {
        number,
        max_ns: middle(&max),
        worst_ns: max.last().copied().unwrap_or(f64::NAN),
        mean_ns: middle(&mean),
        failed: runs.iter().filter(|r| r.2 == Quality::Fail).count() as u64,
        cost: 0.0,
    }
}
