//! Verdicts as JUnit XML.

use crate::cli::Failure;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

/// A case, which fails for a reason.
pub fn case(name: &str, failure: Option<String>) -> TestCase {
    match failure {
        Some(text) => not_passed(name, NonSuccessKind::Failure, "failed", &text),
        None => TestCase::new(name, TestCaseStatus::success()),
    }
}

/// A case that could not be tried, for a reason.
pub fn in_error(name: &str, reason: &str) -> TestCase {
    not_passed(name, NonSuccessKind::Error, "unusable", reason)
}

/// A case that says why it has no verdict.
pub fn skipped(name: &str, reason: &str) -> TestCase {
    let mut status = TestCaseStatus::skipped();
    status.set_message(reason);
    TestCase::new(name, status)
}

fn not_passed(name: &str, kind: NonSuccessKind, what: &str, text: &str) -> TestCase {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(what);
    status.set_message(text);
    TestCase::new(name, status)
}

/// The text of a file.
pub fn xml(suites: Vec<TestSuite>) -> Result<String, Failure> {
    let mut report = Report::new("trueboard");
    report.add_test_suites(suites);
    let text = report.to_string();
    let text = text.map_err(|e| Failure::input(format!("--junit: {e}")))?;
    Ok(text
        .chars()
        .map(|c| if allowed(c) { c } else { '\u{fffd}' })
        .collect())
}

/// Whether a document may have the character (XML 1.0, fifth edition, production 2, Char).
fn allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::process::{Command, Stdio};

    /// Python's reader of XML is a strict one (expat).
    fn well_formed(text: &str) -> Option<bool> {
        let code = "import sys, xml.dom.minidom as m; m.parseString(sys.stdin.buffer.read())";
        let mut python = Command::new("python3")
            .args(["-c", code])
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let written = python.stdin.take()?.write_all(text.as_bytes());
        let ended = python.wait().ok()?;
        Some(written.is_ok() && ended.success())
    }

    #[test]
    fn whatever_names_and_messages_hold_the_document_is_well_formed() {
        // Every character of the first plane's borders, control characters, markup, and what ends sections.
        // An escape takes what follows it with it: it comes last.
        let odd: String = (0..0x20)
            .filter(|&c| c != 0x1b)
            .chain(0x7f..0xa0)
            .chain(0xfff0..0x1_0010)
            .chain([0xd7ff, 0xe000, 0x1_fffe, 0x1_ffff, 0x10_ffff])
            .filter_map(char::from_u32)
            .collect();
        let odd = format!("{odd}<&>\"']]>--><!--\u{1b}[31m");
        let mut suite = TestSuite::new(odd.as_str());
        let mut failed = case(&odd, Some(odd.clone()));
        failed.set_system_out(odd.as_str());
        suite.add_test_case(failed);
        suite.add_test_case(case("passes", None));
        let text = xml(vec![suite]).unwrap_or_else(|e| panic!("{}", e.text));
        assert!(text.chars().all(allowed), "{text:?}");
        match well_formed(&text) {
            Some(is) => assert!(is, "{text}"),
            None => skip::skipped("python3 is not installed"),
        }
        let odd = well_formed("<a>\u{fffe}</a>");
        assert_ne!(odd, Some(true), "the reader is strict");
    }
}
