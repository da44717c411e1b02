//! `trueboard power`.

use crate::common::{holds, refused, say};
use conformance::prebuilt;
use serde_json::Value;

fn lu(more: &[&str]) -> Value {
    let image = prebuilt("lu");
    let mut words = vec![
        "power",
        image.to_str().expect("UTF-8"),
        "--board",
        "gr740",
        "--json",
    ];
    words.extend(more);
    let said = say(&words);
    assert_eq!(said.code, Some(0), "{}", said.err);
    serde_json::from_str(&said.out).expect("it is JSON")
}

/// The sum of a number over all entries of a list.
fn sum(list: &Value, of: impl Fn(&Value) -> f64) -> f64 {
    list.as_array().expect("a list").iter().map(of).sum()
}

fn number(v: &Value, name: &str) -> f64 {
    v[name].as_f64().expect("a number")
}

#[test]
fn the_published_shares_give_the_published_average() {
    let said = say(&["power", "gr740", "--use", "88.47,85.92,88.56,81.33"]);
    holds(&said.out, &["sum                     944.50", "at 250 MHz"]);
    // Half the clock halves what running costs, and nothing else.
    let said = say(&["power", "gr740", "--use", "100", "--clock", "125", "--json"]);
    let answer: Value = serde_json::from_str(&said.out).expect("it is JSON");
    assert!((number(&answer, "mw") - (321.805_484 + 723.474_516 / 2.0)).abs() < 1e-6);
}

#[test]
fn terms_functions_and_intervals_have_the_energy_of_the_run() {
    let m = lu(&["--every", "3ms"]);
    let all = number(&m, "energy_uj");
    let close = |x: f64| assert!((x / all - 1.0).abs() < 1e-12, "{x} {all}");
    close(sum(&m["components"], |c| number(c, "uj")));
    close(sum(&m["functions"], |f| number(f, "uj")));
    let length = |i: &Value| number(i, "to_s") - number(i, "from_s");
    close(sum(&m["series"], |i| number(i, "mw") * length(i) * 1e3));
    let of_core = |c: &Value| number(c, "idle") + number(c, "running");
    assert!((sum(&m["cores"], of_core) - 4.0).abs() < 1e-12);
    let parts: f64 = [["--to", "20ms"], ["--from", "20ms"]]
        .map(|p| number(&lu(&p), "energy_uj"))
        .iter()
        .sum();
    close(parts);
}

/// Spinning burns what computing burns: a spreadsheet that is given the useful time says too little.
#[test]
fn a_spreadsheet_from_useful_time_misses_what_spinning_burns() {
    let m = lu(&["--region", "team_member"]);
    let region = &m["regions"][0];
    assert!(
        (number(region, "mean_mw") - 1045.28).abs() < 0.01,
        "{region}"
    );
    let ways = region["ways"].as_array().expect("ways");
    let off = |name: &str| {
        let way = ways.iter().find(|w| w["way"] == name);
        number(way.expect("it is there"), "off_percent")
    };
    assert!(off("spreadsheet, running").abs() < 0.01);
    assert!((-20.0..-10.0).contains(&off("spreadsheet, useful")));
}

#[test]
fn what_cannot_be_answered_is_said() {
    let image = prebuilt("hello");
    let image = image.to_str().expect("UTF-8");
    refused(&say(&["power", "tc275"]), 3, &["no power model"]);
    refused(
        &say(&["power", "gr740", "--use", "1,2"]),
        2,
        &["2 shares for 4 cores"],
    );
    refused(&say(&["power", "gr740", "--use", "101"]), 2, &["0 to 100"]);
    refused(
        &say(&["power", "gr740", "--every", "1ms"]),
        2,
        &["--every is about a run"],
    );
    refused(
        &say(&["power", image, "--board", "gr740", "--region", "nope"]),
        3,
        &["--region nope"],
    );
    let said = say(&["power", image, "--board", "gr740", "--from", "1s"]);
    refused(&said, 3, &["nothing of the run"]);
}
