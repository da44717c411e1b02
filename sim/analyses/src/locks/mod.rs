//! Spin locks: which core holds which lock for how long, and how long it tries before.
//!
//! A lock is a word that cores access by atomic instructions, such as LDSTUB, SWAP.W or TESTSET. A core tries from its
//! first atomic access on. The store by which it releases the word shows that its last atomic access has got the lock:
//! the core holds the lock from that access to the store. Locks that are released by another core or by an atomic
//! instruction have tries only.

mod observe;

use crate::analysis::{Analysis, Named, Results, Subject, observer};
use crate::sheet::{Cell, Sheet};
use observe::Locks;
use serde::{Deserialize, Serialize};
use trueboard_core::observe::Observer;

/// A lock on one core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockUse {
    /// The address of the word.
    pub address: u64,
    /// The object of the image that holds the word, with the offset; empty without one.
    pub object: String,
    /// The core.
    pub core: u8,
    /// Atomic accesses.
    pub tries: u64,
    /// How often the core got the lock and released it.
    pub acquired: u64,
    /// How often it needed more than one try.
    pub contended: u64,
    /// Cycles of the first core from first to last try, summed over what was acquired.
    pub waited_cycles: u64,
    /// Cycles of the first core from last try to release, summed.
    pub held_cycles: u64,
    /// The longest time for which the core held the lock.
    pub longest_cycles: u64,
    /// At the end of the run the core had tried and not released: it held the lock, or waited for it.
    pub unreleased: bool,
}

/// The locks as a table, a row for each lock and core.
fn sheet(rows: &[LockUse]) -> Sheet {
    let mut sheet = Sheet::new([
        "lock",
        "core",
        "tries",
        "acquired",
        "contended",
        "waited cy",
        "held cy",
        "longest cy",
        "at the end",
    ]);
    for row in rows {
        let at = format!("{:#x}", row.address);
        let lock = match row.object.as_str() {
            "" => at,
            object => format!("{object} ({at})"),
        };
        sheet.push(vec![
            Cell::Text(lock),
            Cell::Count(row.core.into()),
            Cell::Count(row.tries),
            Cell::Count(row.acquired),
            Cell::Count(row.contended),
            Cell::Count(row.waited_cycles),
            Cell::Count(row.held_cycles),
            Cell::Count(row.longest_cycles),
            Cell::Text(if row.unreleased { "not released" } else { "" }.to_owned()),
        ]);
    }
    sheet
}

/// The request.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request;

impl Request {
    /// How the command line asks for it.
    pub const NAMED: Named = Named {
        ask: |argument| match argument {
            "" => Ok(Box::new(Request)),
            _ => Err("takes no argument; write locks".to_owned()),
        },
        sheet: |value| sheet(&Vec::deserialize(value).unwrap_or_default()),
    };
}

impl Analysis for Request {
    fn attach(
        &self,
        run: &dyn Subject,
        _: Option<&[u8]>,
    ) -> Result<Vec<Box<dyn Observer>>, String> {
        let cores = run.dictionaries().len();
        Ok(vec![Box::new(Locks::new(cores))])
    }

    fn result(&self, run: &dyn Subject, results: &mut Results) {
        let rows = observer::<Locks>(run).map(|locks| locks.report(run));
        if let Some(Ok(value)) = rows.map(serde_json::to_value) {
            results.named.insert("locks".to_owned(), value);
        }
    }

    fn boxed(&self) -> Box<dyn Analysis> {
        Box::new(*self)
    }
}
