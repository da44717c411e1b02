//! Expectations: what a library of counters told its user, held against what happened. For `test` and `compare`.

use crate::cli::Failure;
use crate::paint::{Meaning, paint};
use crate::text::Table;
use std::fmt::Write;
use trueboard::analysis::expect::Judged;
use trueboard::board::{BoardModel, Report, Session};
use trueboard::campaigns::expect;
pub use trueboard::campaigns::expect::ask;

pub mod spec {
    //! Lists of expectations.

    use crate::cli::Failure;
    use std::path::Path;
    use trueboard::campaigns::expect;
    pub use trueboard::campaigns::expect::Expectation;

    /// Reads a list of the form that `page` describes.
    pub fn read(path: &Path, page: &str) -> Result<Vec<Expectation>, Failure> {
        Ok(expect::read(path, page)?)
    }
}

/// Refuses expectations that name what the board or the images do not have, before they run.
pub fn check(all: &[spec::Expectation], session: &Session) -> Result<(), Failure> {
    Ok(expect::check(all, session)?)
}

/// Holds every expectation against the run that `session` has made.
pub fn verdicts(
    all: &[spec::Expectation],
    board: &BoardModel,
    session: &Session,
    report: &Report,
    console: &[u8],
) -> Result<Vec<Judged>, Failure> {
    Ok(expect::verdicts(all, board, session, report, console)?)
}

/// The verdicts as a table, with the causes of those that are not met.
pub fn text(all: &[Judged]) -> String {
    let heading = [
        "value",
        "is",
        "of",
        "told",
        "true",
        "difference",
        "within",
        "",
    ];
    let mut t = Table::with_text_columns(&heading, |c| c < 3 || c == 7);
    for v in all {
        let word = match v.met {
            true => paint(Meaning::Good, "met"),
            false => paint(Meaning::Bad, "NOT MET"),
        };
        t.row(&[
            v.value.clone(),
            v.is.clone(),
            v.span(),
            v.returned.to_string(),
            v.expected.to_string(),
            v.off(),
            v.within.to_string(),
            word.to_string(),
        ]);
    }
    let mut s = t.to_string();
    for v in all.iter().filter(|v| !v.met) {
        let _ = writeln!(s, "{} is not {}:", v.value, v.is);
        if v.causes.is_empty() {
            s += "  no cause was found that numbers prove\n";
        }
        for cause in &v.causes {
            let _ = writeln!(s, "  {}", cause.text);
        }
    }
    s
}
