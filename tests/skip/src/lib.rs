//! Skipped tests: those that need a tool which is not installed. `./test` counts and names them in its last
//! lines, since the test harness only shows what a failed test prints.

use std::io::Write;

/// The environment variable that names the file to which skips are appended, a line each.
pub const VARIABLE: &str = "TRUEBOARD_SKIPPED";

/// Records that the calling test, or the part of it that `why` names, is skipped.
///
/// # Panics
/// When the file cannot be written: a skip must not go unseen.
pub fn skipped(why: &str) {
    let package = std::env::var("CARGO_PKG_NAME").unwrap_or_default();
    let thread = std::thread::current();
    let line = line(&package, thread.name().unwrap_or_default(), why);
    // Past the harness, which hides what tests print; a closed standard error is no failure.
    let _ = std::io::stderr().write_all(format!("SKIPPED: {line}").as_bytes());
    if let Some(path) = std::env::var_os(VARIABLE) {
        let file = std::fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(path);
        let written = file.and_then(|mut f| f.write_all(line.as_bytes()));
        written.expect("the list of skipped tests can be written");
    }
}

/// One line, so that one write is one entry of the list, whoever else writes.
fn line(package: &str, test: &str, why: &str) -> String {
    format!("{package}: {test}: {why}\n").replace(": main:", ":")
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_line_names_package_test_and_reason() {
        let line = super::line("oracle", "gas", "there is no objdump");
        assert_eq!(line, "oracle: gas: there is no objdump\n");
        // A program that is no test runs in the main thread.
        assert_eq!(
            super::line("torture", "main", "no gcc"),
            "torture: no gcc\n"
        );
    }
}
