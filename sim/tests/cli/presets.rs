//! PAPI's presets: every one is there, formulas name what exists, bounds hold, and the table is that of
//! the library in `firmware/epapi`.

use crate::common::{refused, say};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn presets(board: &str, more: &[&str]) -> Value {
    let words = [&["events", board, "--json", "--presets"], more].concat();
    let said = say(&words);
    assert_eq!(said.code, Some(0), "{}", said.err);
    serde_json::from_str(&said.out).expect("JSON")
}

fn table(board: &str) -> Vec<Value> {
    let presets = &presets(board, &[])["presets"];
    presets.as_array().expect("a list").clone()
}

/// PAPI 5 has 108 presets.
#[test]
fn every_preset_is_there_once_with_a_reason() {
    let names = |board: &str| -> Vec<String> {
        let all = table(board).into_iter().zip(0..);
        all.map(|(p, code)| {
            assert_eq!(p["code"], code, "{p}");
            let has = |what: &str| p.get(what).is_some();
            match p["support"].as_str().expect("text") {
                "No" => assert!(has("why") && !has("events"), "{p}"),
                "Bound" => assert!(has("why") && has("events"), "{p}"),
                "Derived" => assert!(p["events"].as_str().unwrap().contains(' '), "{p}"),
                _ => assert!(!p["events"].as_str().unwrap().contains(' '), "{p}"),
            }
            p["name"].as_str().expect("text").to_owned()
        })
        .collect()
    };
    let gr740 = names("gr740");
    assert_eq!(gr740.len(), 108);
    assert_eq!(gr740.iter().collect::<BTreeSet<_>>().len(), 108);
    assert_eq!(names("tc275"), gr740);
    let said = say(&["events", "tc275", "--presets"]).out;
    assert!(said.contains("108 presets: "), "{said}");
}

/// What no counter exceeds is more than what happened, in every shipped image that is run here.
#[test]
fn bounds_are_not_less_than_the_truth() {
    let images = [
        ("gr740", "epapi_demo"),
        ("gr740", "memory"),
        ("gr740", "lu"),
        ("tc275", "epapi_demo"),
        ("tc275", "epapi_e"),
        ("tc275", "epapi_contention"),
        ("tc275", "events"),
    ];
    let mut held: BTreeMap<String, u32> = BTreeMap::new();
    let mut above = 0;
    for (board, image) in images {
        let dir = TempDir::new().expect("a directory");
        let elf = root().join(format!("firmware/prebuilt/{board}/{image}.elf"));
        let (elf, out) = (elf.display().to_string(), dir.path().display().to_string());
        let said = say(&["run", &elf, "--board", board, "--quiet", "--out", &out]);
        assert_eq!(said.code, Some(0), "{image}: {}", said.err);
        let found = presets(board, &[&out]);
        for line in found["bounds"].as_array().expect("a list") {
            let Some(truth) = line["true"].as_i64() else {
                continue;
            };
            let bound = line["bound"].as_i64().expect("a number");
            assert!(bound >= truth, "{image}: {line}");
            above += u32::from(bound > truth);
            let name = line["preset"].as_str().expect("text");
            *held.entry(name.to_owned()).or_default() += 1;
        }
    }
    for name in ["L1_DCR", "L1_DCW", "MEM_WCY", "RES_STL"] {
        assert!(
            held.contains_key(&format!("PAPI_{name}")),
            "{name}: {held:?}"
        );
    }
    assert!(above > 50, "{above} of {held:?}");
}

/// The presets of a back end of the library, each with the events that it adds up.
fn of_library(source: &str, event: impl Fn(&str) -> String) -> BTreeMap<String, Vec<String>> {
    let text = fs::read_to_string(root().join(source)).expect(source);
    let defines: Vec<(&str, &str)> = text
        .lines()
        .filter_map(|l| l.strip_prefix("#define ")?.split_once(' '))
        .filter(|(_, body)| body.starts_with("M1(") || body.starts_with("M2("))
        .collect();
    let mut found = BTreeMap::new();
    for line in text.lines() {
        let Some(rest) = line.trim().strip_prefix("{ PAPI_") else {
            continue;
        };
        let (name, rest) = rest.split_once(", ").expect("a name");
        let (_, sum) = rest.split_once("{ ").expect("a sum");
        let mut sum = sum.replace([' ', '}'], "");
        for (name, body) in &defines {
            sum = sum.replace(name, &body.replace(' ', ""));
        }
        let events = sum.split(',').filter(|e| !e.is_empty());
        let mut events: Vec<String> = events.map(&event).collect();
        events.sort();
        found.insert(format!("PAPI_{name}"), events);
    }
    found
}

fn of_table(board: &str) -> BTreeMap<String, Vec<String>> {
    let offered = table(board).into_iter().filter(|p| p["epapi"] == true);
    let text = |v: &Value| v.as_str().expect("text").to_owned();
    offered
        .map(|p| {
            assert!(
                ["Counted", "Derived"].contains(&text(&p["support"]).as_str()),
                "{p}"
            );
            let mut events: Vec<String> =
                text(&p["events"]).split(" + ").map(str::to_owned).collect();
            events.sort();
            (text(&p["name"]), events)
        })
        .collect()
}

#[test]
fn the_table_is_that_of_the_counter_library() {
    let tricore = of_library("firmware/epapi/tricore.c", |e| {
        match e {
            "CYCLES" => "CCNT".to_owned(),
            "INSTRUCTIONS" => "ICNT".to_owned(),
            // M1(M1_TOTAL_BRANCH)
            other => other[6..other.len() - 1].to_owned(),
        }
    });
    assert_eq!(tricore.len(), 14, "{tricore:?}");
    assert_eq!(of_table("tc275"), tricore);
    let header =
        fs::read_to_string(root().join("firmware/gr740/include/l4stat.h")).expect("header");
    let leon = of_library("firmware/epapi/gr740.c", |e| {
        let name = format!("L4STAT_{} = 0x", &e["L4STAT(".len()..e.len() - 1]);
        let (_, number) = header
            .split_once(&name)
            .unwrap_or_else(|| panic!("no {name}"));
        let number = number.split(',').next().expect("a number");
        format!("{:#04x}", u8::from_str_radix(number, 16).expect("a number"))
    });
    assert_eq!(leon.len(), 7, "{leon:?}");
    assert_eq!(of_table("gr740"), leon);
}

#[test]
fn what_cannot_be_shown_is_refused() {
    let said = say(&["events", "parallella", "--presets"]);
    refused(
        &said,
        3,
        &["no table of presets for parallella", "gr740, tc275"],
    );
    let said = say(&["events", "--presets"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    let said = say(&["events", "gr740", "--presets", "nowhere.json"]);
    refused(&said, 3, &["nowhere.json"]);
    let dir = TempDir::new().expect("a directory");
    let elf = root().join("firmware/prebuilt/tc275/epapi_demo.elf");
    let (elf, out) = (elf.display().to_string(), dir.path().display().to_string());
    say(&["run", &elf, "--board", "tc275", "--quiet", "--out", &out]);
    let said = say(&["events", "gr740", "--presets", &out]);
    refused(&said, 3, &["a run of tc275, not of gr740"]);
}
