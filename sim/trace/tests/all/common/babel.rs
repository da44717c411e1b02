//! babeltrace2 as a second opinion, where it is installed.

use std::io::Write;
use std::path::Path;
use std::process::Command;
use trueboard_trace::read::ctf::{Printer, Stamp, Trace};

/// What babeltrace2 prints and what it complains about, or `None` when it is not installed.
pub fn babeltrace(dir: &Path, stamp: &str) -> Option<(String, String)> {
    let Ok(out) = Command::new("babeltrace2")
        .args([stamp, "--no-delta"])
        .arg(dir)
        .output()
    else {
        // Straight to the descriptor: the test harness hides what macros print.
        let _ = std::io::stderr()
            .write_all(b"SKIPPED: babeltrace2 is not installed (apt-get install babeltrace2)\n");
        return None;
    };
    let complaints = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(out.status.success(), "{complaints}");
    // Bytes of strings come as they are; ours are shown like this where they are no UTF-8.
    let mut text = String::new();
    for chunk in out.stdout.utf8_chunks() {
        text += chunk.valid();
        chunk
            .invalid()
            .iter()
            .for_each(|b| text += &format!("\\x{b:02x}"));
    }
    Some((text, complaints))
}

/// The events of a trace as text; fails on anything damaged.
pub fn printed(dir: &Path, stamp: Stamp) -> String {
    let trace = Trace::open(dir).expect("metadata");
    let printer = Printer::new(&trace.metadata, stamp);
    let mut text = String::new();
    for event in trace.events() {
        printer.event(&mut text, &event.expect("readable"));
        text.push('\n');
    }
    text
}

/// Both readers see the same, in seconds and in cycles; answers the text in cycles. Events of
/// different streams at one time may come in any order.
pub fn both_agree(dir: &Path) -> String {
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    for (stamp, option) in [
        (Stamp::Seconds, "--clock-seconds"),
        (Stamp::Cycles, "--clock-cycles"),
    ] {
        if let Some((theirs, _)) = babeltrace(dir, option) {
            assert_eq!(sorted(&printed(dir, stamp)), sorted(&theirs));
        }
    }
    printed(dir, Stamp::Cycles)
}
