//! What the host of a Parallella reads: scripts and S-records.

use crate::Target;
use conformance::{board_of, prebuilt, root, try_run};
use std::sync::LazyLock;
use trueboard_board::{BoardModel, Budget, InputError, Options, Srec};

/// Scripts (`--host`): refused, every problem with its place; or they run, two times alike, the
/// second time through a snapshot.
pub const SCRIPT: Target = Target {
    name: "host_script",
    run: script,
    seeds: script_seeds,
    words: &[
        "init",
        "open(row: 0, col: 0, rows: 1, cols: 1),",
        "load(image: \"hello.elf\", start: true),",
        "load(image: \"small.srec\", core: (0, 0)),",
        "start(),",
        "write(at: \"0x8f000000\", value: 1),",
        "write(at: \"shm:a+0x10\", bytes: [1, 2, 3]),",
        "read(at: \"reg:STATUS\", print: true),",
        "read(at: \"mailbox:state\", expect: 0),",
        "wait(at: \"0x2000\", equals: 1, every: \"10 us\", timeout: \"20 us\"),",
        "shm_alloc(name: \"a\", size: 16512),",
        "repeat(times: 3, steps: [",
        "job(name: \"j\", every: \"5 us\", steps: [",
        "drain(metadata: \"metadata\"),",
        "layout: \"layout.ron\",",
        "exchange(core: (0, 0), timeout: \"5 us\"),",
        "sleep(\"1 us\"),",
        "finish(status: 0),",
        "core: (0, 0)",
        "18446744073709551615",
        "4294967295",
        "-1",
    ],
    longest: 4096,
    mutations: 150,
};

/// S-records: refused with a reason, or what they load lies within 32 bits.
pub const SREC: Target = Target {
    name: "srec",
    run: srec,
    seeds: srec_seeds,
    words: &["S0", "S3", "S5", "S7", "\r\n", "FF", "S70500000000FA\n"],
    longest: 4096,
    mutations: 5000,
};

/// Cycles of the cores for which a script runs.
const CYCLES: u64 = 150_000;

/// The images, metadata and layout that lie beside every script.
const BESIDE: [(&str, &str); 4] = [
    ("hello.elf", "firmware/prebuilt/parallella/hello.elf"),
    (
        "trace_demo.elf",
        "firmware/prebuilt/parallella/trace_demo.elf",
    ),
    ("metadata", "firmware/parallella/barectf/v3/metadata"),
    ("layout.ron", "firmware/parallella/layout.ron"),
];

/// Eight bytes at 0x100, which are no program.
const SMALL: &str = "S30D000001000102030405060708CD\r\nS70500000100F9\r\n";

static BOARD: LazyLock<BoardModel> = LazyLock::new(|| board_of("parallella/hello", &[]));

fn script(data: &[u8]) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = |name: &str| dir.path().join(name);
    for (name, from) in BESIDE {
        std::os::unix::fs::symlink(root().join(from), path(name)).expect("a link");
    }
    std::fs::write(path("small.srec"), SMALL).expect("written");
    std::fs::write(path("script.ron"), data).expect("written");
    let go = |until, save, restore| {
        let options = Options {
            host: Some(path("script.ron").into()),
            until: Some(Budget::Cycles(until)),
            save,
            restore,
            ..Options::default()
        };
        let run = try_run(&BOARD, options)?;
        let report = serde_json::to_string(&run.report).expect("a report is JSON");
        Ok((run.report.outcome.kind, report, run.console, run.digest))
    };
    let (_, report, console, digest) = match go(CYCLES, None, None) {
        Ok(run) => run,
        Err(e) => return refused(&e),
    };
    // The last byte chooses when a snapshot is made.
    let at = 1 + CYCLES * u64::from(data.last().copied().unwrap_or(0)) / 256;
    let early = go(at, Some(path("snapshot")), None).expect("it ran before");
    if !path("snapshot").exists() {
        return; // It was over by then.
    }
    let late = go(CYCLES, None, Some(path("snapshot"))).expect("it was saved just now");
    assert_eq!(early.2 + &late.2, console, "console, saved at {at}");
    assert!(
        late.1 == report,
        "report, saved at {at}: {}\n{report}",
        late.1
    );
    assert_eq!(late.3, digest, "digest, saved at {at}");
}

/// Every problem has a place, a cause and a remedy.
fn refused(error: &InputError) {
    match error {
        InputError::Script { problems, .. } => {
            assert!(!problems.is_empty());
            for p in problems {
                assert!(p.len() > 15, "place and cause: {p}");
                assert!(!p.contains('\n'), "one line: {p}");
            }
        }
        // A script is a text.
        InputError::Read { .. } => {}
        other => panic!("{other}"),
    }
}

/// The scripts of the firmware, with the images beside them.
fn script_seeds() -> Vec<Vec<u8>> {
    let scripts = root().join("firmware/parallella/scripts");
    let read = |name: &str| {
        let text = std::fs::read_to_string(scripts.join(name)).expect("a script");
        let text = text.replace("../../prebuilt/parallella/", "");
        let text = text.replace("../barectf/v3/", "");
        let text = text.replace("../layout.ron", "layout.ron");
        text.replace("sync_ring.elf", "trace_demo.elf").into_bytes()
    };
    let mut all: Vec<Vec<u8>> = ["hello.ron", "trace_demo.ron", "sync_ring.ron"]
        .map(read)
        .to_vec();
    all.extend(BY_HAND.iter().map(|t| t.as_bytes().to_vec()));
    all
}

const BY_HAND: &[&str] = &[
    "(title: \"all\", serve_traps: \"20 us\", steps: [init, reset_system, \
     open(row: 0, col: 0, rows: 2, cols: 2), shm_alloc(name: \"a\", size: 100), \
     load(image: \"small.srec\", core: (1, 1)), load(image: \"hello.elf\", core: (0, 0), \
     start: true), signal(core: (0, 0)), halt(core: (0, 1)), resume(core: (0, 1)), \
     write(at: \"shm:a\", value: 7), read(at: \"shm:a\", expect: 7), read(core: (0, 0), \
     at: \"reg:STATUS\", print: true), read(core: (1, 1), at: \"0x100\", bytes: 8, save: \"x\"), \
     shm_release(name: \"a\"), sleep(\"10 us\"), print(\"done\"), finish(status: 0)])",
    "(steps: [open(row: 3, col: 3, rows: 1, cols: 1), job(name: \"j\", every: \"3 us\", steps: [\
     read(at: \"0x8e000000\", print: true)]), repeat(times: 4, steps: [write(core: (0, 0), \
     at: \"reg:r0\", value: 3), sleep(\"5 us\")]), stop_job(\"j\"), wait_halted(timeout: \"9 us\"), \
     wait_idle(timeout: \"9 us\"), wait(at: \"0x40\", at_least: 1, timeout: \"9 us\")])",
    "(layout: \"layout.ron\", steps: [open(row: 0, col: 0, rows: 1, cols: 2), shm_alloc(name: \"barectf-tracing\", \
     size: 16512), load(image: \"trace_demo.elf\", start: true), exchange(timeout: \"5 us\"), \
     drain(metadata: \"metadata\", most: 2), drain(metadata: \"metadata\", until_empty: true)])",
];

fn srec(data: &[u8]) {
    match Srec::parse(data) {
        Ok(image) => {
            assert!(!image.segments.is_empty());
            let mut bytes = 0;
            for (at, part) in &image.segments {
                assert!(at.checked_add(part.len() as u32).is_some(), "{at:#x}");
                bytes += part.len();
            }
            assert!(2 * bytes < data.len(), "two digits a byte");
        }
        Err(e) => assert!(e.len() > 20 && !e.contains('\n'), "cause and remedy: {e}"),
    }
}

/// The usual tool's output, and what lies at two places.
fn srec_seeds() -> Vec<Vec<u8>> {
    let image = std::fs::read(prebuilt("parallella/hello")).expect("the image is there");
    let record = |kind: char, at: u32, data: &[u8]| {
        let mut body = vec![data.len() as u8 + 5];
        body.extend(at.to_be_bytes());
        body.extend(data);
        let sum = !body.iter().fold(0u8, |s, b| s.wrapping_add(*b));
        body.push(sum);
        let digits: String = body.iter().map(|b| format!("{b:02X}")).collect();
        format!("S{kind}{digits}\r\n")
    };
    let mut text = "S00600004844521B\r\n".to_owned();
    for (i, data) in image.chunks(16).take(40).enumerate() {
        text += &record('3', 16 * i as u32, data);
    }
    text += &record('3', u32::MAX - 3, &[1, 2, 3]);
    text += "S5030029D3\r\n";
    text += &record('7', 0, &[]);
    assert!(Srec::parse(text.as_bytes()).is_ok(), "{text}");
    vec![SMALL.into(), text.into()]
}

/// What the folder of a script holds is there.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_beside_a_script_are_there() {
        for (_, from) in BESIDE {
            assert!(root().join(from).exists(), "{from}");
        }
    }
}
