//! Counters by task under an OSEK kernel on the TC275, beside what each task truly took.

use crate::common::{json, say};
use conformance::root;
use serde_json::Value;

/// Tasks of `osek_tasks`, in the order of their accounts.
const TASKS: [&str; 3] = ["control", "filter", "survey"];
/// Words of an account: cycles, instructions, M1CNT, M2CNT, M3CNT, begun, preempted, left.
const WORDS: usize = 8;

/// The words of a dump.
fn words(hex: &str) -> Vec<u64> {
    let byte = |i: usize| u64::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("hex");
    let word = |i: usize| (0..4).rev().fold(0, |word, k| word << 8 | byte(4 * i + k));
    (0..hex.len() / 8).map(word).collect()
}

/// The task that context number `i` of a profile belongs to: the innermost one that called it, or none if the kernel's
/// interrupt lies between.
fn task_of(contexts: &[Value], mut i: usize) -> Option<usize> {
    loop {
        let name = contexts[i]["name"].as_str().expect("a name");
        if let Some(task) = name.strip_prefix("task_") {
            return TASKS.iter().position(|t| *t == task);
        }
        if name == "on_compare" || contexts[i]["kind"] == "interrupt" {
            return None;
        }
        i = contexts[i]["caller"].as_u64()? as usize;
    }
}

#[test]
fn accounts_of_tasks_are_what_the_tasks_took() {
    let image = root().join("firmware/prebuilt/tc275/osek_tasks.elf");
    let dir = tempfile::tempdir().expect("a temporary directory");
    let said = say(&[
        "run",
        image.to_str().expect("UTF-8"),
        "--board",
        "tc275",
        "-q",
        "--profile",
        "--dump",
        "os_accounts",
        "--out",
        dir.path().to_str().expect("UTF-8"),
    ]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let report = json(&dir.path().join("report.json"));
    let accounts = words(report["dumps"]["os_accounts"].as_str().expect("a dump"));
    let cores = report["profile"].as_array().expect("a profile");
    let home = cores.iter().find(|p| p["core"] == 1).expect("cpu1");
    let contexts = home["contexts"].as_array().expect("contexts");
    let truth = |task: usize, meter: &str| -> u64 {
        let its = (0..contexts.len()).filter(|&i| task_of(contexts, i) == Some(task));
        its.filter_map(|i| contexts[i]["meters"][meter].as_u64())
            .sum()
    };
    for (task, name) in TASKS.iter().enumerate() {
        let account = &accounts[WORDS * task..][..WORDS];
        let [_, instructions, _, misses, _, begun, _, left] = *account else {
            panic!("an account has {WORDS} words");
        };
        assert!(begun > 0, "{name}");
        assert_eq!(misses, truth(task, "dcache_misses_clean"), "{name}");
        // What is between the reading of the counters and the task, on either side of a change.
        let kernel = instructions.checked_sub(truth(task, "instructions"));
        let kernel = kernel.expect("an account has all that its task executes");
        assert!(
            (60 * left..=85 * left).contains(&kernel),
            "{name}: {kernel} instructions in {left} changes"
        );
    }
}
