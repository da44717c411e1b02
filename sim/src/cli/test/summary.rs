//! Verdicts as Markdown, for the summary page of a job in continuous integration.

use std::fmt::Write;
use trueboard::campaigns::test::Verdict;

/// A line of totals, a table of the tests, and the end of the console of each test that did not pass.
pub fn markdown(verdicts: &[Verdict], totals: &str) -> String {
    let mut out = format!("### trueboard test: {totals}\n\n");
    out += "| Test | Verdict | Simulated time | Reason |\n|---|---|---:|---|\n";
    for v in verdicts {
        let (verdict, reason) = match (&v.error, v.passed) {
            (Some(error), _) => ("error", error.clone()),
            (None, true) => ("ok", String::new()),
            (None, false) => ("**failed**", v.failures.join("; ")),
        };
        let (name, reason) = (cell(&v.name), cell(&reason));
        let _ = writeln!(
            out,
            "| {name} | {verdict} | {:.6} s | {reason} |",
            v.seconds
        );
    }
    for v in verdicts.iter().filter(|v| !v.console.is_empty()) {
        let _ = write!(out, "\nConsole of {}, its last lines:\n\n", cell(&v.name));
        // A block by indentation: no line of the console can end it.
        for line in v.console.lines() {
            let _ = writeln!(out, "    {line}");
        }
    }
    out
}

/// Text in a cell: Markdown's signs and lines of their own have no meaning there.
fn cell(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\n' | '\r' => out.push(' '),
            '|' | '\\' | '`' | '*' | '_' | '<' | '>' | '[' | ']' | '#' | '&' | '~' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn a_cell_is_one_line_without_markup() {
        assert_eq!(cell("a|b\n`c` <d>"), r"a\|b \`c\` \<d\>");
    }
}
