//! Runs in parallel, and results kept as they come.

use super::error::CampaignError;
use super::journal::Journal;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// How far a campaign is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Runs whose result is there.
    pub done: usize,
    /// Of these, those whose result was there when the campaign was begun.
    pub kept: usize,
    /// All runs.
    pub of: usize,
}

/// The most threads.
const THREADS: usize = 1024;

/// How many threads a number asks for: 0 is one for each processor of the host.
///
/// # Errors
/// [`CampaignError::Threads`]: there are too many.
pub fn threads(asked: usize) -> Result<usize, CampaignError> {
    match asked {
        0 => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        1..=THREADS => Ok(asked),
        _ => Err(CampaignError::Threads(format!(
            "{asked} are more than {THREADS}; give fewer, or 0"
        ))),
    }
}

/// Does `work` for each of `jobs`, `threads` at a time (0: one for each processor of the host); the answers are in
/// the order of the jobs.
///
/// # Errors
/// [`CampaignError::Threads`]: they cannot be started.
pub fn parallel<J: Sync, R: Send>(
    jobs: &[J],
    threads: usize,
    work: impl Fn(&J) -> R + Sync + Send,
) -> Result<Vec<R>, CampaignError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(self::threads(threads)?)
        .build()
        .map_err(|e| CampaignError::Threads(e.to_string()))?;
    // One by one: runs differ in length by orders of magnitude.
    Ok(pool.install(|| jobs.par_iter().with_max_len(1).map(work).collect()))
}

/// Executes the runs whose keys are not in the journal yet, `threads` at a time, and adds their results as they come.
/// `work` gets the place of a run in `keys`; what it answers is its result, or nothing if it was stopped. Runs of one
/// key are one run. Once `stop` is set, no further one begins. Answers whether all results are there.
///
/// # Errors
/// [`CampaignError`]: threads cannot be started, or results not be kept; no further run begins then.
pub fn run<R: Serialize + Send>(
    journal: &mut Journal,
    keys: &[String],
    threads: usize,
    stop: &AtomicBool,
    progress: impl Fn(Progress) + Sync + Send,
    work: impl Fn(usize) -> Option<R> + Sync + Send,
) -> Result<bool, CampaignError> {
    let mut seen = HashSet::new();
    let unique = (0..).zip(keys).filter(|(_, key)| seen.insert(key.as_str()));
    let (known, missing): (Vec<_>, Vec<_>) = unique.partition(|(_, key)| journal.has(key));
    let at = Progress {
        done: known.len(),
        kept: known.len(),
        of: known.len() + missing.len(),
    };
    progress(at);
    let shared = Mutex::new((journal, at, None));
    let failed = AtomicBool::new(false);
    let over = || stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
    let one = |&(place, key): &(usize, &String)| {
        let Some(result) = (!over()).then(|| work(place)).flatten() else {
            return;
        };
        let mut guard = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let (journal, at, error) = &mut *guard;
        match journal.add(key, &result) {
            Ok(()) => {
                at.done += 1;
                progress(*at);
            }
            Err(e) => {
                failed.store(true, Ordering::Relaxed);
                *error = Some(e);
            }
        }
    };
    parallel(&missing, threads, one)?;
    let (_, at, error) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    error.map_or(Ok(at.done == at.of), Err)
}

#[cfg(test)]
mod tests {
    use super::super::journal::key;
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn what_is_there_is_not_run_again_and_order_does_not_show() {
        let keys: Vec<String> = (0..40).map(|n| key(&n)).collect();
        let never = AtomicBool::new(false);
        let texts = [1, 2, 7].map(|threads| {
            let (stop, ran) = (AtomicBool::new(false), AtomicUsize::new(0));
            let mut j = Journal::memory();
            let work = |n: usize| {
                let so_far = ran.fetch_add(1, Ordering::Relaxed);
                stop.store(so_far > 10, Ordering::Relaxed);
                Some(n * n)
            };
            assert!(!run(&mut j, &keys, threads, &stop, |_| (), work).unwrap());
            let before = ran.load(Ordering::Relaxed);
            let again = AtomicUsize::new(0);
            let work = |n: usize| {
                again.fetch_add(1, Ordering::Relaxed);
                Some(n * n)
            };
            assert!(run(&mut j, &keys, threads, &never, |_| (), work).unwrap());
            assert_eq!(before + again.load(Ordering::Relaxed), keys.len());
            let mut text = Vec::new();
            j.copy(&keys, &mut text).unwrap();
            text
        });
        assert!(texts[0] == texts[1] && texts[1] == texts[2]);
    }
}
