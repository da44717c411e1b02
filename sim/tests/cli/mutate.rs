//! `trueboard mutate`.

use crate::common::{Said, holds, refused, say};
use conformance::{prebuilt, tiny};
use serde_json::Value;
use trueboard_cpu_sparcv8::isa::Cond;

fn image(name: &str) -> String {
    prebuilt(name).display().to_string()
}

fn answer(said: &Said) -> Value {
    serde_json::from_str(&said.out).expect("it is JSON")
}

fn class<'a>(study: &'a Value, name: &str) -> Option<&'a str> {
    let all = study["mutations"].as_array()?;
    all.iter().find(|m| m["mutation"] == name)?["class"].as_str()
}

#[test]
fn defects_are_noticed_survive_or_are_never_reached() {
    let image = image("events");
    let words = ["mutate", &image, "--board", "gr740", "--only"];
    let said = say(&[&words[..], &["l4stat.cval*", "--json"]].concat());
    assert_eq!(said.code, Some(1), "some survive: {}", said.err);
    let study = answer(&said);
    let of = |name| class(&study, name);
    assert_eq!(of("l4stat.cval0: reads 0"), Some("tests"));
    assert_eq!(of("l4stat.cval0: stores +1"), Some("survived"));
    assert_eq!(of("l4stat.cval0: wraps at 24 bits"), Some("no-effect"));
    let said = say(&[&words[..], &["gpt4.*", "--json"]].concat());
    assert_eq!(said.code, Some(0), "nothing has an effect: {}", said.err);
    let all = answer(&said)["mutations"].as_array().cloned();
    let all = all.expect("the defects of a timer");
    assert!(!all.is_empty() && all.iter().all(|m| m["class"] == "not-reached"));
}

#[test]
fn a_share_is_asked_for() {
    let image = image("events");
    let words = [
        "mutate",
        &image,
        "--board",
        "gr740",
        "--only",
        "l4stat.cval0*",
    ];
    let code = |least| say(&[&words[..], &["--at-least", least]].concat()).code;
    assert_eq!(code("100"), Some(1));
    assert_eq!(code("1%"), Some(0));
    let said = say(&[&words[..], &["--at-least", "most"]].concat());
    refused(&said, 2, &["--at-least most", "percentage"]);
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let image = image("events");
    let words = ["mutate", &image, "--board", "gr740", "--only", "*cval1*"];
    let out = |jobs| say(&[&words[..], &["--jobs", jobs]].concat()).out;
    assert_eq!(out("1"), out("3"));
    holds(&out("2"), &["l4stat.cval1: reads 0", "noticed"]);
}

#[test]
fn what_cannot_be_planted_is_refused() {
    let words = ["mutate", &image("hello"), "--board"];
    let said = say(&[&words[..], &["keystone2"]].concat());
    refused(&said, 2, &["keystone2", "no defects are known"]);
    let said = say(&[&words[..], &["gr740", "--only", "nothing*"]].concat());
    refused(&said, 3, &["--only nothing*", "no defect is called so"]);
}

#[test]
fn a_suite_that_fails_by_itself_is_refused() {
    let here = [tiny::branch(Cond::ALWAYS, 0), tiny::nop()];
    let (_dir, path) = crate::common::image(&here);
    let said = say(&["mutate", &path.display().to_string(), "--board", "gr740"]);
    refused(&said, 3, &["without a defect", "jumping to itself"]);
}

/// One more is stored than the clears of a library write: its differences hide it, the judge of counters does not.
#[test]
fn the_comparison_notices_what_the_tests_do_not() {
    let image = image("events");
    let name = "l4stat.cval0: stores +1";
    let words = ["mutate", &image, "--board", "gr740", "--only", name];
    let of = |ways| {
        let said = say(&[&words[..], &["--json", "--against", ways]].concat());
        class(&answer(&said), name).map(str::to_owned)
    };
    assert_eq!(of("tests").as_deref(), Some("survived"));
    assert_eq!(of("console").as_deref(), Some("survived"));
    assert_eq!(of("compare").as_deref(), Some("compare"));
    assert_eq!(of("tests,compare").as_deref(), Some("compare"));
    let said = say(&words);
    holds(&said.out, &["213 of 213 writes changed; first 0x0: 0x1"]);
}

#[test]
fn a_survivor_has_its_reason_and_what_is_noticed_has_none() {
    let image = image("events");
    let dir = tempfile::tempdir().expect("a temporary directory");
    let list = dir.path().join("argued.ron");
    let text = r#"[(defects: "l4stat.cval0: stores*", why: "of a test")]"#;
    std::fs::write(&list, text).expect("it can be written");
    let list = list.display().to_string();
    let name = "l4stat.cval0: stores +1";
    let words = [
        "mutate", &image, "--board", "gr740", "--only", name, "--argued", &list,
    ];
    let said = say(&words);
    assert_eq!(said.code, Some(1), "{}", said.err);
    holds(
        &said.out,
        &["survived     of a test", "1 of the 1 others with a reason"],
    );
    let said = say(&[&words[..], &["--against", "compare"]].concat());
    refused(&said, 3, &["argued.ron", "noticed by no test", "narrow it"]);
    std::fs::write(&list, "(what: 1)").expect("it can be written");
    refused(&say(&words), 3, &["argued.ron", "PATTERN"]);
}

/// The validation of the GR740's counters: registers of cores, and of a unit with a behaviour of its own.
#[test]
fn the_validation_of_counters_notices_defects_of_each_kind() {
    let image = image("counters");
    let words = ["mutate", &image, "--board", "gr740", "--only"];
    for only in ["core 0 asr22: *", "l4stat.cctrl0-15 C?: *", "irqamp.itcnt*"] {
        let said = say(&[&words[..], &[only]].concat());
        assert_eq!(said.code, Some(0), "{only}: {}{}", said.out, said.err);
        holds(&said.out, &["noticed: 100.0 %"]);
    }
}
