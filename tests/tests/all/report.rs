//! The report is what its schema says, and every meter in it is in the dictionary.

use conformance::tiny::{self, Tiny};
use conformance::{BOARD, board, on_boot_core, prebuilt, root, run, run_prebuilt};
use std::collections::BTreeSet;
use trueboard_analyses::regions::Selector;
use trueboard_board::report::{HostReport, OutcomeKind};
use trueboard_board::{Budget, Options, Report};
use trueboard_core::meter::{BusMeter, CacheMeter, MeterDef};
use trueboard_cpu_sparcv8::meters::Meter;

fn schema() -> jsonschema::Validator {
    let path = root().join("docs/user/reference/report.schema.json");
    let text = std::fs::read_to_string(path).expect("there is a schema");
    let value = serde_json::from_str(&text).expect("it is JSON");
    jsonschema::meta::validate(&value).unwrap_or_else(|e| panic!("no valid schema: {e}"));
    jsonschema::validator_for(&value).expect("it can be used")
}

fn problems(value: &serde_json::Value) -> Vec<String> {
    schema()
        .iter_errors(value)
        .map(|e| format!("{}: {e}", e.instance_path()))
        .collect()
}

fn check(what: &str, report: &Report) {
    let value = serde_json::to_value(report).expect("a report is JSON");
    let problems = problems(&value);
    assert!(problems.is_empty(), "{what}:\n{}", problems.join("\n"));
    let back: Report = serde_json::from_value(value).expect("it can be read back");
    assert_eq!(&back, report, "{what}");
}

fn reports() -> Vec<(&'static str, Report)> {
    let with = |name: &str, change: fn(&mut Options)| {
        let mut options = on_boot_core(prebuilt(name));
        change(&mut options);
        run(&board(&[]), options).report
    };
    let dir = tempfile::tempdir().expect("a temporary directory");
    let crash = [tiny::traps_off(), vec![0]].concat();
    let crash = Tiny::new(&crash).write(dir.path(), "crash");
    let mut hosted = with("hello", |_| {});
    hosted.host = Some(HostReport {
        wall_seconds: 0.5,
        mips: 12.5,
    });
    vec![
        ("hello", with("hello", |_| {})),
        (
            "lu",
            with("lu", |o| {
                o.analyses = conformance::regions(Selector::Function("*".to_owned()))
            }),
        ),
        (
            "events",
            with("events", |o| o.dumps = vec![("main".to_owned(), Some(16))]),
        ),
        ("heat", with("heat", |_| {})),
        (
            "budget",
            with("memory", |o| o.until = Some(Budget::Cycles(5000))),
        ),
        (
            "crash",
            run(&board(&[]), on_boot_core(crash.clone())).report,
        ),
        (
            "no power",
            run(&board(&["power=None"]), on_boot_core(crash)).report,
        ),
        ("host statistics", hosted),
        ("eCores", run_prebuilt("parallella/ctimer").report),
        (
            "host's script",
            run_prebuilt("parallella/scripts/trace_demo").report,
        ),
        ("workload", run_prebuilt("keystone2/sobel").report),
    ]
}

#[test]
fn reports_follow_the_schema() {
    let reports = reports();
    for (what, report) in &reports {
        check(what, report);
    }
    let of = |name: &str| &reports.iter().find(|r| r.0 == name).expect("a run").1;
    assert!(!of("host's script").tracing.is_empty());
    assert_eq!(of("crash").outcome.kind, OutcomeKind::Crash);
    assert!(!of("crash").outcome.last_instructions.is_empty());
    assert!(of("no power").power.is_none());
    assert!(!of("lu").regions.is_empty() && !of("heat").sensors.reads.is_empty());
    assert_eq!(of("events").dumps["main"].len(), 32);
}

#[test]
fn the_schema_notices_what_does_not_belong() {
    let report = run(&board(&[]), on_boot_core(prebuilt("hello"))).report;
    let good = serde_json::to_value(&report).expect("a report is JSON");
    let defects: [fn(&mut serde_json::Value); 7] = [
        |v| v["surprise"] = 1.into(),
        |v| v["schema"] = "trueboard.report/2".into(),
        |v| v["cores"][0]["cycles"] = (-1).into(),
        |v| v["cores"][0]["cycles"] = 1.5.into(),
        |v| v["outcome"]["kind"] = "fine".into(),
        |v| v["buses"][0]["wait"] = 1.into(),
        |v| {
            v.as_object_mut().expect("an object").remove("time");
        },
    ];
    for (i, defect) in defects.iter().enumerate() {
        let mut bad = good.clone();
        defect(&mut bad);
        assert!(!problems(&bad).is_empty(), "defect {i} is not noticed");
    }
}

/// Every outcome has its line in the schema and the other way round.
#[test]
fn the_schema_knows_every_outcome() {
    use OutcomeKind::*;
    let all = [
        Success,
        Failure,
        Crash,
        Strict,
        WatchdogReset,
        Budget,
        NothingLeft,
        Interrupted,
        Timeout,
    ];
    let ours: BTreeSet<String> = all
        .iter()
        .map(|k| {
            serde_json::to_value(k)
                .expect("JSON")
                .as_str()
                .expect("text")
                .to_owned()
        })
        .collect();
    let path = root().join("docs/user/reference/report.schema.json");
    let text = std::fs::read_to_string(path).expect("there is a schema");
    let schema: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let listed = schema["$defs"]["OutcomeKind"]["oneOf"].as_array();
    let listed = listed.expect("a list").iter();
    let listed: BTreeSet<String> = listed
        .filter_map(|kind| Some(kind["const"].as_str()?.to_owned()))
        .collect();
    assert_eq!(ours, listed);
}

#[test]
fn every_meter_is_in_the_dictionary() {
    let names = |defs: &[MeterDef]| -> BTreeSet<String> {
        defs.iter().map(|d| d.name.to_owned()).collect()
    };
    let (core, bus, cache) = (
        names(Meter::DEFS),
        names(BusMeter::DEFS),
        names(CacheMeter::DEFS),
    );
    let mut options = on_boot_core(prebuilt("lu"));
    options.analyses = conformance::regions(Selector::Function("*".to_owned()));
    let r = run(&board(&[]), options).report;
    let keys = |m: &std::collections::BTreeMap<String, u64>| -> BTreeSet<String> {
        m.keys().cloned().collect()
    };
    for c in &r.cores {
        assert_eq!(keys(&c.meters), core, "{}", c.name);
        assert!(keys(&c.user_meters).is_subset(&core), "{}", c.name);
    }
    for g in &r.regions {
        assert!(keys(&g.meters).is_subset(&core), "{}", g.name);
    }
    r.buses
        .iter()
        .for_each(|b| assert_eq!(keys(&b.meters), bus));
    r.caches
        .iter()
        .for_each(|c| assert_eq!(keys(&c.meters), cache));
    assert_eq!(r.board, BOARD);
}

/// Four loads and one store in supervisor mode, three loads and two stores in user mode.
#[test]
fn meters_of_user_mode_are_apart() {
    let (load, store) = (tiny::ld(tiny::G2, tiny::G3), tiny::st(tiny::G3, tiny::G2));
    let code = [
        tiny::set(tiny::CODE + 0x800, tiny::G2).to_vec(),
        vec![load, load, load, load, store],
        tiny::user_mode(),
        vec![load, load, load, store, store],
        tiny::set(0, tiny::O0).to_vec(),
        tiny::set(1, tiny::G1).to_vec(),
        vec![tiny::ta0()],
    ];
    let dir = tempfile::tempdir().expect("there is room");
    let image = Tiny::new(&code.concat()).write(dir.path(), "modes");
    let r = run(&board(&[]), on_boot_core(image)).report;
    assert_eq!(r.outcome.kind, OutcomeKind::Success, "{:?}", r.outcome);
    let [boot, others @ ..] = &r.cores[..] else {
        panic!("there are cores");
    };
    let of = |meter: &str| (boot.meters[meter], boot.user_meters[meter]);
    assert_eq!(of("loads"), (7, 3));
    assert_eq!(of("stores"), (3, 2));
    assert!(others.iter().all(|c| c.user_meters.is_empty()));
    // What is zero is left out.
    assert!(boot.user_meters.values().all(|n| *n != 0));
}
