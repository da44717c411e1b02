//! What `--free` changed in who does what: the calls of each function on each core, of a run with it and of one
//! without.

use crate::cli::Failure;
use crate::cli::run::Run;
use crate::cli::run::asked;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use trueboard::analysis::regions::{Selector, request as regions};
use trueboard::internals::board::{Analyses, BoardModel, Options, Session};

/// Functions that are named.
const SHOWN: usize = 10;

/// By function and core.
type Calls = BTreeMap<(String, u8), u64>;

/// Runs the program with and without `--free`, and compares the calls of each core: a line for each of the
/// functions that differ most, the largest difference first.
pub fn changes(
    a: &Run,
    board: &BoardModel,
    cores: usize,
    stop: &AtomicBool,
) -> Result<Vec<String>, Failure> {
    let with = calls(a, board, cores, true, stop)?;
    let without = calls(a, board, cores, false, stop)?;
    let names: BTreeSet<_> = with.keys().chain(without.keys()).collect();
    // Calls out of free code are not recorded.
    let called: BTreeSet<&str> = with.keys().map(|(name, _)| name.as_str()).collect();
    let names = names
        .into_iter()
        .filter(|(name, _)| called.contains(name.as_str()));
    let count = |of: &Calls, key| of.get(key).copied().unwrap_or(0);
    let mut differ: Vec<(u64, String)> = names
        .filter_map(|key| {
            let (here, there) = (count(&with, key), count(&without, key));
            let (function, core) = key;
            let text =
                format!("core {core} called {function} {here} times with it, {there} without");
            (here != there).then(|| (here.abs_diff(there), text))
        })
        .collect();
    differ.sort_by_key(|(n, _)| std::cmp::Reverse(*n));
    let more = differ.len().saturating_sub(SHOWN);
    let named = differ.into_iter().take(SHOWN);
    let mut lines: Vec<String> = named.map(|(_, t)| format!("--free: {t}")).collect();
    if more > 0 {
        lines.push(format!(
            "--free: {more} more functions were called otherwise"
        ));
    }
    Ok(lines)
}

/// The calls of a run that leaves nothing behind.
fn calls(
    a: &Run,
    board: &BoardModel,
    cores: usize,
    free: bool,
    stop: &AtomicBool,
) -> Result<Calls, Failure> {
    let all = asked::options(a, cores)?;
    let every = vec![Selector::Function("*".to_owned())];
    let mut asked = Options {
        traces: Vec::new(),
        save: None,
        streams: None,
        dumps: Vec::new(),
        analyses: Analyses::default().with_some(regions::Request::of(every)),
        ..all
    };
    if !free {
        (asked.free, asked.free_optional) = (Vec::new(), Vec::new());
    }
    let mut session = Session::new(board, asked)?;
    let report = session.run(&mut std::io::sink(), stop);
    let regions = report.regions.into_iter();
    Ok(regions.map(|r| ((r.name, r.core), r.calls)).collect())
}
