//! `trueboard compare RUN --by-reader PATTERN`: measured beside true by the function that read.

use crate::cli::Failure;
use crate::cli::compare::Compare;
use crate::text::{Table, grouped};
use trueboard::analysis::compare::by_reader::Reader;
use trueboard::compare::readers;

pub fn run(a: &Compare, pattern: &str) -> Result<u8, Failure> {
    let answer = readers(&a.firmware.elf, pattern)?;
    a.answer.print(&answer, &["rows"], || table(&answer.rows))?;
    Ok(u8::from(!answer.verdict()?))
}

fn table(rows: &[Reader]) -> String {
    let mut t = Table::new(&[
        "read by",
        "reads",
        "measured",
        "true",
        "difference",
        "exact",
        "explained",
        "wrong",
        "not judged",
    ]);
    for r in rows {
        let sign = if r.measured < r.truth { "-" } else { "" };
        t.row(&[
            r.reader.clone(),
            grouped(r.reads),
            grouped(r.measured),
            grouped(r.truth),
            format!("{sign}{}", grouped(r.measured.abs_diff(r.truth))),
            grouped(r.exact),
            grouped(r.explained),
            grouped(r.wrong),
            grouped(r.not_judged),
        ]);
    }
    t.to_string()
}
