//! `trueboard profile --real-time` on programs of the shape of the published ones (rt_*): bounds are the
//! published figures, or what the programs do by construction.

use crate::common::say;
use conformance::{BOARD, prebuilt};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

#[derive(Clone)]
struct Rows(Vec<Value>);

/// The rows of an image, once it has run.
type Once = Arc<OnceLock<Rows>>;

/// Rows by image: some are asked for by several tests.
static RUN: Mutex<BTreeMap<String, Once>> = Mutex::new(BTreeMap::new());

impl Rows {
    fn of(image: &str) -> Rows {
        let once = {
            let mut run = RUN.lock().unwrap_or_else(|e| e.into_inner());
            run.entry(image.to_owned()).or_default().clone()
        };
        once.get_or_init(|| Rows::run(image)).clone()
    }

    fn run(image: &str) -> Rows {
        let image = prebuilt(image);
        let image = image.to_str().expect("UTF-8");
        let said = say(&["profile", image, "--board", BOARD, "--real-time", "--json"]);
        assert_eq!(said.code, Some(0), "{}", said.err);
        Rows(serde_json::from_str(&said.out).expect("JSON"))
    }

    /// The row of a function that has one caller on core `core`.
    #[track_caller]
    fn row(&self, core: u64, name: &str) -> Row<'_> {
        let it = |r: &&Value| r["TID"] == core && r["Name"] == name;
        let rows: Vec<&Value> = self.0.iter().filter(it).collect();
        assert_eq!(rows.len(), 1, "{name} on core {core}");
        Row(rows[0])
    }
}

struct Row<'a>(&'a Value);

impl Row<'_> {
    #[track_caller]
    fn number(&self, column: &str) -> f64 {
        let value = &self.0[column];
        value
            .as_f64()
            .unwrap_or_else(|| panic!("{column}: {value} is no number"))
    }

    #[track_caller]
    fn within(&self, column: &str, least: f64, most: f64) {
        let n = self.number(column);
        assert!((least..=most).contains(&n), "{column}: {n} in {}", self.0);
    }

    #[track_caller]
    fn is(&self, column: &str, expected: impl Into<Value>) {
        assert_eq!(self.0[column], expected.into(), "{column} in {}", self.0);
    }
}

/// Published: 29 calls, 39,427 us, T[S], 100,044 us, 1 violation, 2.5 %; and once in another thread, F[S].
#[test]
fn a_sequential_handler_is_punctual_and_once_on_another_core() {
    let rows = Rows::of("rt_sequential");
    let handler = rows.row(0, "timer_handler");
    handler.is("NoFC", 29);
    handler.is("IsF", "T[S]");
    handler.within("AET_us", 35_000.0, 45_000.0);
    handler.within("AF_us", 99_900.0, 100_100.0);
    handler.within("NoFV", 0.0, 1.0);
    handler.within("AofCM_percent", 2.0, 3.5);
    let elsewhere = rows.row(1, "timer_handler");
    elsewhere.is("NoFC", 1);
    elsewhere.is("IsF", "F[S]");
    for column in ["AF_us", "AToFV_us", "NoFV"] {
        elsewhere.within(column, 0.0, 0.0);
    }
}

/// Published: 18 calls, 114,708 us, T[S], 116,456 us, 7 violations, 18.9 %: 7.5 times the sequential rate.
#[test]
fn a_scattered_handler_overruns_by_its_read_misses() {
    let rows = Rows::of("rt_scattered");
    let handler = rows.row(0, "timer_handler");
    handler.is("NoFC", 18);
    handler.is("IsF", "T[S]");
    handler.within("AET_us", 100_000.0, 130_000.0);
    handler.within("AF_us", 100_000.0, 130_000.0);
    // A run with diagonals is shorter, so that the next one begins early: behind six of the seven there is one.
    handler.is("NoFV", 6);
    handler.within("AToFV_us", -100_000.0, 0.0);
    let stall = handler.0["largest_stall"].as_str().expect("a stall");
    assert!(stall.starts_with("dcache_hold_cycles "), "{stall}");
    let sequential = Rows::of("rt_sequential");
    let sequential = sequential.row(0, "timer_handler").number("AofCM_percent");
    handler.within("AofCM_percent", 5.0 * sequential, 100.0);
}

/// Published: 100 calls each, 103,633 and 104,281 us, 2 violations each.
#[test]
fn two_cores_keep_each_other_in_step() {
    let rows = Rows::of("rt_pair");
    for (core, name) in [(0, "com1"), (1, "com2")] {
        let com = rows.row(core, name);
        com.is("NoFC", 100);
        com.is("IsF", "T[T]");
        com.within("AF_us", 95_000.0, 105_000.0);
        com.within("NoFV", 0.0, 2.0);
    }
}

/// Published: 104,121 us, 21 violations of 5,241 us on average, half of what was injected; none of the
/// partner's. Ours finds all that were injected.
#[test]
fn every_injected_delay_is_found_and_none_invented() {
    let rows = Rows::of("rt_pair_delayed");
    let com1 = rows.row(0, "com1");
    com1.is("IsF", "T[T]");
    com1.within("AF_us", 95_000.0, 105_000.0);
    com1.within("AToFV_us", 4_500.0, 5_500.0);
    // Every second run from the ninth on is followed by one that is late.
    com1.is("NoFV", (9..100).step_by(2).count());
    let com2 = rows.row(1, "com2");
    com2.is("IsF", "T[T]");
    com2.within("AF_us", 95_000.0, 105_000.0);
    com2.is("NoFV", 0);
}

/// The run behind the displaced cache moves the mean of ten runs and not their median.
#[test]
fn medians_are_there_if_asked_for() {
    let image = prebuilt("rt_readers");
    let image = image.to_str().expect("UTF-8");
    let asked = ["--real-time", "--json"];
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().to_str().expect("UTF-8");
    // A recorded run has them if it was run so.
    let run = |image: &str, more: &[&str]| {
        let words = ["run", image, "--board", BOARD, "-q", "--out", out];
        let ran = say(&[&words[..], &["--profile"], more].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        say(&[&["profile", out], &asked[..], &["--median"]].concat())
    };
    let with = run(image, &["--profile-median"]);
    assert_eq!(with.code, Some(0), "{}", with.err);
    let mut rows: Vec<Value> = serde_json::from_str(&with.out).expect("JSON");
    let with = Rows(rows.clone());
    let large = with.row(0, "read_large_parallel");
    let most = large.number("max_us");
    large.within(
        "median_us",
        large.number("min_us"),
        large.number("AET_us") - (most - large.number("AET_us")) / 10.0,
    );
    // Nothing else is another number for it.
    for row in &mut rows {
        row.as_object_mut()
            .expect("a row")
            .remove("median_us")
            .expect("a median");
    }
    assert_eq!(rows, Rows::of("rt_readers").0);
    let short = prebuilt("hello");
    let short = short.to_str().expect("UTF-8");
    let said = run(short, &[]);
    assert_eq!(said.code, Some(3));
    let remedy = "run the firmware with --profile --profile-median";
    assert!(said.err.contains(remedy), "{}", said.err);
    let recorded = run(short, &["--profile-median"]);
    let words = ["profile", short, "--board", BOARD];
    let now = say(&[&words[..], &asked[..], &["--median"]].concat());
    assert_eq!(recorded.out, now.out, "{}{}", recorded.err, now.err);
}

#[test]
fn four_readers_of_little_and_of_much() {
    let rows = Rows::of("rt_readers");
    for core in 0..4 {
        for order in ["sequential", "parallel", "free"] {
            let small = rows.row(core, &format!("read_small_{order}"));
            let large = rows.row(core, &format!("read_large_{order}"));
            small.is("NoFC", 10);
            large.is("NoFC", 10);
            // 4 KiB stay in the cache of 16 KiB; of 64 KiB each line of 32 bytes misses once a run.
            small.within("AofCM_percent", 0.0, 0.4);
            large.within("AofCM_percent", 3.0, 3.2);
            let times = large.number("AET_us") / small.number("AET_us");
            assert!((16.0..20.0).contains(&times), "{times}");
        }
        // The run behind the displaced level-2 cache.
        let parallel = rows.row(core, "read_large_parallel");
        let free = rows.row(core, "read_large_free");
        parallel.within("max_us", 1.1 * free.number("max_us"), f64::MAX);
    }
}
