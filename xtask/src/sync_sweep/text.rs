//! The tables.

use crate::sync_sweep::real::Real;
use crate::sync_sweep::sweep::{
    KEYSTONE, NUMBERS, PARALLELLA, PERIODS, Point, RUNS, SECONDS, Sweep, TRAFFIC,
};
use std::fmt::Write;

/// The whole page.
pub fn markdown(s: &Sweep, real: &[Real]) -> String {
    let mut out = format!(
        "# How often to synchronise: a sweep\n\n\
         Made by `cargo xtask sync-sweep docs/user/explanation`. All but the last part is a **model without a \
         board**: two clocks, {SECONDS} s, the slave's 50 ppm fast, messages with random delays from a fixed seed. \
         Figures are nanoseconds unless a table says otherwise. Each is the largest error of a converted time stamp \
         anywhere in the {SECONDS} s: the median over {RUNS} runs.\n\n\
         ![error and cost by exchanges per second](synchronisation-sweep.svg)\n\n"
    );
    out += &assumptions();
    out += "## Number of exchanges, spread evenly\n\n";
    let heads: Vec<String> = s
        .curves
        .iter()
        .map(|c| format!("{}, wander {}", c.board, c.wander))
        .collect();
    row(
        &mut out,
        ["exchanges".into(), "per second".into()]
            .into_iter()
            .chain(heads.clone())
            .chain(["share of the slave's time, Parallella".into()]),
    );
    rule(&mut out, heads.len() + 3);
    for (i, n) in NUMBERS.iter().enumerate() {
        let points = || s.curves.iter().filter_map(|c| c.points.get(i));
        let cost = points().next().map_or(0.0, |p| p.cost);
        let first = [n.to_string(), format!("{:.1}", *n as f64 / SECONDS as f64)];
        let cells = points().map(cell);
        row(
            &mut out,
            first
                .into_iter()
                .chain(cells)
                .chain([format!("{:.4} %", 100.0 * cost)]),
        );
    }
    out += "\n*k failed* says in how many runs no straight line satisfied all messages (quality FAIL): the \
            clocks' relation was not a line to the accuracy of the messages. The last good line is used then.\n\n";
    out += &answer(s);
    out += "## Number and period\n\nParallella, no wander. Exchanges begin with the trace; when they end \
            before it does, the rest is extrapolated.\n\n";
    let heads = PERIODS.iter().map(|p| format!("every {p} ms"));
    row(&mut out, ["exchanges".to_owned()].into_iter().chain(heads));
    rule(&mut out, PERIODS.len() + 1);
    for (i, n) in NUMBERS.iter().enumerate() {
        let cells = s.grid.iter().map(|g| {
            g.get(i)
                .copied()
                .flatten()
                .map_or(String::new(), |p| cell(&p))
        });
        row(&mut out, [n.to_string()].into_iter().chain(cells));
    }
    out += "\nThe distance of the first and the last exchange counts: an equal number of exchanges, farther apart, \
            is better in proportion.\n\n## Method\n\nParallella, no wander, 100 exchanges.\n\n";
    row(
        &mut out,
        ["method", "largest error", "worst run", "mean error"].map(str::to_owned),
    );
    rule(&mut out, 4);
    for (name, p) in &s.methods {
        row(
            &mut out,
            [
                (*name).to_owned(),
                ns(p.max_ns),
                ns(p.worst_ns),
                ns(p.mean_ns),
            ],
        );
    }
    out += &traffic(s);
    out += &on_boards(real);
    out
}

fn assumptions() -> String {
    let mut out = String::from(
        "| | least delay there / back, ns | mean above that | delayed by the host | cycles per exchange |\n",
    );
    rule(&mut out, 5);
    for b in [PARALLELLA, KEYSTONE] {
        let busy = |d: crate::sync_sweep::model::Delay| match d.busy {
            (0, _) => "never".to_owned(),
            (n, most) => format!("{:.1} %, up to {} us", n as f64 / 10.0, most / 1_000_000),
        };
        let pair = |a: i64, c: i64| format!("{} / {}", a / 1000, c / 1000);
        row(
            &mut out,
            [
                b.name.to_owned(),
                pair(b.there.least, b.back.least),
                pair(b.there.mean, b.back.mean),
                format!("{} / {}", busy(b.there), busy(b.back)),
                b.cycles.to_string(),
            ],
        );
    }
    out += "\nParallella: least delays and cycles as seen with `sync_ring` on the simulated board \
            ([synchronisation.md](../howto/synchronisation.md)). Keystone 2: least delays as seen with \
            `sync.ron` there, two tracepoints of 3182 cycles as published. What comes on top of the least delays is estimated. *Wander*: by how much the \
            slave's rate changes in a tenth of a second at most, at random.\n\n";
    out
}

/// What the sweep says about the question it was made for.
fn answer(s: &Sweep) -> String {
    let mut out = String::from("## The best frequency\n\n");
    for c in &s.curves {
        let good = |p: &&Point| p.failed == 0;
        let best = c
            .points
            .iter()
            .filter(good)
            .map(|p| p.max_ns)
            .fold(f64::INFINITY, f64::min);
        let enough = c
            .points
            .iter()
            .filter(good)
            .find(|p| p.max_ns <= 2.0 * best);
        let below = c.points.iter().filter(good).find(|p| p.worst_ns < 1000.0);
        let _ = write!(out, "- {}, wander {}: ", c.board, c.wander);
        if let Some(p) = enough {
            let _ = write!(
                out,
                "from {} exchanges ({} per second) on, more of them gain less than a factor of 2 ({} ns, best {} ns); \
                 they take {:.4} % of the slave's time",
                p.number,
                p.number as f64 / SECONDS as f64,
                ns(p.max_ns),
                ns(best),
                100.0 * p.cost
            );
        }
        let _ = match below {
            Some(p) => writeln!(
                out,
                ". Below 1 us in every run from {} exchanges on.\n",
                p.number
            ),
            None => writeln!(out, ". No number brings every run below 1 us.\n"),
        };
    }
    let _ = writeln!(
        out,
        "What is left at last is half the difference of the least delays there and back ({} ns on Parallella, {} ns \
         on Keystone 2): time stamps alone cannot show which way is the slower one, whatever their number. The stated bound covers it. On a clock \
         that wanders, its relation to the other clock is no line, and this error is left; more exchanges do not help, \
         shorter stretches would. In both cases few exchanges are as good as many, and the first and the last one \
         matter most.",
        (PARALLELLA.there.least - PARALLELLA.back.least) / 2000,
        (KEYSTONE.back.least - KEYSTONE.there.least) / 2000
    );
    out + "\n"
}

fn traffic(s: &Sweep) -> String {
    let mut out = String::from(
        "\n## Ordinary messages instead of exchanges\n\nParallella, no wander. An application sends work to the slave at \
         random times; results come back after up to 1 ms. No exchange is made, so nothing is added but the two \
         tracepoints that each message has anyway.\n\n",
    );
    let heads = s.traffic.iter().map(|(silent, _)| match silent {
        1 => "each result comes back".to_owned(),
        n => format!("one result in {n}"),
    });
    row(
        &mut out,
        ["messages to the slave".to_owned()]
            .into_iter()
            .chain(heads),
    );
    rule(&mut out, s.traffic.len() + 1);
    for (i, n) in TRAFFIC.iter().enumerate() {
        let cells = s.traffic.iter().filter_map(|(_, p)| p.get(i)).map(cell);
        row(&mut out, [n.to_string()].into_iter().chain(cells));
    }
    out + "\nMessages that the application sends anyway do as well as dummy exchanges, as long as they go both ways; \
           with few of them coming back, their number is what counts.\n"
}

/// Runs of the simulated boards.
fn on_boards(real: &[Real]) -> String {
    let mut out = String::from(
        "\n## On the simulated boards\n\nRuns of `trueboard run` and `trueboard sync --truth`, no model of delays. Keystone 2: the \
         workload `sync`, counters of the DSPs 50 ppm fast or slow; one run has exchanges and messages. Parallella: \
         `sync_ring` with the host's clock 50 ppm fast; `message_star`, in which cores send work and results to each other \
         (their clocks begin at different times and do not drift). Each figure is the largest error of any time stamp of \
         any clock, in nanoseconds; for fewer messages every 2nd, 4th, … was taken.\n\n",
    );
    row(
        &mut out,
        ["pairs each way".to_owned()]
            .into_iter()
            .chain(real.iter().map(|r| r.name.to_owned())),
    );
    rule(&mut out, real.len() + 1);
    let mut numbers: Vec<u64> = real
        .iter()
        .flat_map(|r| r.rows.iter().map(|row| row.number))
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    for n in numbers {
        let cell = |r: &Real| {
            let found = r.rows.iter().find(|row| row.number == n);
            found.map_or(String::new(), |row| ns(row.max_ns))
        };
        row(
            &mut out,
            [n.to_string()].into_iter().chain(real.iter().map(cell)),
        );
    }
    let mut last = |name: &str, of: &dyn Fn(&Real) -> String| {
        row(
            &mut out,
            [name.to_owned()].into_iter().chain(real.iter().map(of)),
        );
    };
    last("bound, with all", &|r| ns(r.bound_ns));
    last("over", &|r| format!("{:.1} s", r.seconds));
    last("quality", &|r| r.quality.clone());
    last("events moved", &|r| r.moved.to_string());
    out + "\nOrdinary messages synchronise as well as their two ways are alike. Between cores of a Parallella both ways \
           take nearly equal times. On Keystone 2 a message to the master waits for Linux to wake a thread; one to a DSP \
           does not. Half of that difference is the error, with any number of messages. Exchanges are recorded in the \
           interrupt handlers, before any thread wakes.\n"
}

fn cell(p: &Point) -> String {
    match p.failed {
        0 => ns(p.max_ns),
        n => format!("{} ({n} failed)", ns(p.max_ns)),
    }
}

fn ns(v: f64) -> String {
    if v < 10.0 {
        format!("{v:.1}")
    } else {
        format!("{v:.0}")
    }
}

fn row(out: &mut String, cells: impl IntoIterator<Item = String>) {
    let cells: Vec<String> = cells.into_iter().collect();
    let _ = writeln!(out, "| {} |", cells.join(" | "));
}

fn rule(out: &mut String, columns: usize) {
    let _ = writeln!(out, "|{}", "---|".repeat(columns));
}
