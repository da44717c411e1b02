//! Two clocks and messages between them, without a board: seeded, in whole picoseconds.

use conformance::random::Random;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use trueboard_clocksync::affine::{Affine, whole};
use trueboard_clocksync::network::{Clock, Link, Method};
use trueboard_clocksync::point::{Message, Point, Way};

pub const PS_PER_S: i64 = 1_000_000_000_000;
/// Ticks per second of the master's clock, which is taken for true.
const MASTER_HZ: i64 = 1_000_000_000;
/// How long a rate lasts before it wanders on.
const STEP: i64 = PS_PER_S / 10;

/// A time that a message takes: at least `least`, on average `mean` more; now and then the
/// operating system of the host is busy elsewhere. In picoseconds.
#[derive(Clone, Copy)]
pub struct Delay {
    pub least: i64,
    pub mean: i64,
    /// In how many of a thousand messages, and how long at most.
    pub busy: (u64, i64),
}

impl Delay {
    fn draw(&self, r: &mut Random) -> i64 {
        // The exponential distribution by its inverse, from 53 random bits, never 0.
        let unit = ((r.long() >> 11) + 1) as f64 / (1u64 << 53) as f64;
        let mut delay = self.least + (-unit.ln() * self.mean as f64) as i64;
        if r.below(1000) < self.busy.0 {
            delay += r.below(self.busy.1.max(1) as u64) as i64;
        }
        delay
    }
}

/// A board as far as exchanges are concerned.
#[derive(Clone, Copy)]
pub struct Board {
    pub name: &'static str,
    pub slave_hz: i64,
    /// Master to slave, and slave to master.
    pub there: Delay,
    pub back: Delay,
    /// What the slave does between the message that it got and the one that it sends.
    pub handler: Delay,
    /// Cycles of the slave that one exchange takes from its work.
    pub cycles: i64,
}

/// The slave's clock: 50 ppm fast, and wandering.
pub struct SlaveClock {
    hz: i64,
    /// Ticks, in 10^-12, at the begin of every step, and the rate in it in parts of 10^12.
    steps: Vec<(i128, i128)>,
}

/// Parts of 10^12 in one ppm.
const PPM: i128 = 1_000_000;

impl SlaveClock {
    /// A clock for `seconds`; `wander` is by how many parts of 10^12 its rate changes at most every
    /// tenth of a second.
    pub fn new(hz: i64, wander: i64, seconds: i64, r: &mut Random) -> SlaveClock {
        let mut rate = 50 * PPM;
        let mut ticks = 12_345i128 * i128::from(PS_PER_S);
        let mut steps = Vec::new();
        for _ in 0..=seconds * PS_PER_S / STEP {
            steps.push((ticks, rate));
            ticks += i128::from(STEP) * i128::from(hz) * (i128::from(PS_PER_S) + rate)
                / i128::from(PS_PER_S);
            rate += i128::from(r.below(2 * wander as u64 + 1)) - i128::from(wander);
        }
        SlaveClock { hz, steps }
    }

    /// What it shows at a true time in picoseconds.
    pub fn at(&self, ps: i64) -> i64 {
        let step = ((ps / STEP) as usize).min(self.steps.len() - 1);
        let (ticks, rate) = self.steps[step];
        let since = i128::from(ps - step as i64 * STEP);
        let one = i128::from(PS_PER_S);
        let more = since * i128::from(self.hz) * (one + rate) / one;
        ((ticks + more) / one) as i64
    }
}

fn master(ps: i64) -> i64 {
    ps / (PS_PER_S / MASTER_HZ)
}

/// A message that leaves one clock and reaches the other one.
fn message(way: Way, sent: i64, came: i64, slave: &SlaveClock) -> Message {
    let (x, y) = match way {
        Way::ToOther => (master(sent), slave.at(came)),
        Way::ToReference => (master(came), slave.at(sent)),
    };
    let point = Point { x, y };
    Message { way, point }
}

/// `number` exchanges of four steps, `period` picoseconds apart, the first one at `start`.
pub fn exchanges(
    board: &Board,
    slave: &SlaveClock,
    (start, period, number): (i64, i64, i64),
    r: &mut Random,
) -> Vec<Message> {
    let mut out = Vec::new();
    for i in 0..number {
        let sent = start + i * period;
        let came = sent + board.there.draw(r);
        let answered = came + board.handler.draw(r);
        let back = answered + board.back.draw(r);
        out.push(message(Way::ToOther, sent, came, slave));
        out.push(message(Way::ToReference, answered, back, slave));
    }
    out
}

/// Messages of an application: work goes to the slave at any time, the result comes back when it is
/// done, and every `silent`th result only.
pub fn traffic(
    board: &Board,
    slave: &SlaveClock,
    (seconds, number, silent): (i64, u64, u64),
    r: &mut Random,
) -> Vec<Message> {
    let mut out = Vec::new();
    let longest = (seconds * PS_PER_S) as u64;
    let mut starts: Vec<u64> = (0..number).map(|_| r.below(longest)).collect();
    starts.sort_unstable();
    for (i, sent) in starts.into_iter().enumerate() {
        let sent = sent as i64;
        let came = sent + board.there.draw(r);
        out.push(message(Way::ToOther, sent, came, slave));
        if (i as u64).is_multiple_of(silent) {
            let done = came + r.below(PS_PER_S as u64 / 1000) as i64;
            let back = done + board.back.draw(r);
            out.push(message(Way::ToReference, done, back, slave));
        }
    }
    out
}

/// What came out of a synchronisation.
pub struct Outcome {
    pub link: Link,
    /// Largest and mean error over the whole time, in nanoseconds.
    pub max_ns: f64,
    pub mean_ns: f64,
}

/// Fits the messages, and holds time stamps from all of `seconds` against the truth.
pub fn judge(
    board: &Board,
    slave: &SlaveClock,
    seconds: i64,
    messages: Vec<Message>,
    method: Method,
) -> Option<Outcome> {
    let span = |hz| Clock {
        hz,
        span: (0, seconds * MASTER_HZ),
    };
    let clocks = [span(MASTER_HZ as u64), span(board.slave_hz as u64)];
    let link = Link::between(0, 1, messages, &clocks, method);
    let back: Affine = link.line.inverse()?;
    let ns_per_tick = BigRational::new(1_000_000_000.into(), MASTER_HZ.into());
    let late = |i: i64| {
        let ps = seconds * PS_PER_S / SAMPLES * i;
        let x = back.at(&whole(slave.at(ps))) * &ns_per_tick;
        (x - BigRational::new(ps.into(), 1000.into())).to_f64()
    };
    let errors: Option<Vec<f64>> = (0..=SAMPLES).map(late).collect();
    let errors: Vec<f64> = errors?.into_iter().map(f64::abs).collect();
    Some(Outcome {
        link,
        max_ns: errors.iter().copied().fold(0.0, f64::max),
        mean_ns: errors.iter().sum::<f64>() / errors.len() as f64,
    })
}

/// Time stamps that are held against the truth.
const SAMPLES: i64 = 200;
