//! `trueboard mutate`.

use crate::common::{Said, holds, refused, say};
use conformance::prebuilt;
use serde_json::Value;

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
    refused(&said, 2, &["--only nothing*", "no defect is called so"]);
}

#[test]
fn a_suite_that_fails_by_itself_is_refused() {
    let image = conformance::root().join("firmware/prebuilt/parallella/matmul.elf");
    let image = image.display().to_string();
    let said = say(&["mutate", &image, "--board", "parallella"]);
    refused(&said, 3, &["matmul.elf", "without a defect"]);
}
