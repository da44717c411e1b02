//! Synchronisation of clocks by matched events: pure algorithms, independent of trace formats.
//!
//! Two clocks, the *reference* (x) and the *other* one (y), are taken to be related by a line
//! y = αx + β. A message takes no negative time, so each one puts a point on one side of that line
//! ([`point`]). The lines that are left make up the answer ([`batch`], or [`streaming`] while
//! messages come in), along which time stamps are converted exactly ([`affine`]); [`bound`] says how
//! far it can be off. [`pairs`] finds the messages among events, [`network`] finds the way from each
//! of several clocks to the reference ([`graph`]), and [`merge`] puts all events in one order. [`true_clocks`] knows
//! the right answer. [`kinds`] names the events of pairs. [`report`] is what is said of all that, with the [`hulls`] of
//! links and their [`truth`].
//!
//! Method: Duda, Harrus, Haddad, Bernard, "Estimating global time in distributed systems" (1987);
//! Jabbarifar, Dagenais, "Online incremental clock synchronization" (2014).

pub mod affine;
pub mod batch;
pub mod bound;
pub mod graph;
pub mod hulls;
pub mod kinds;
pub mod merge;
pub mod network;
pub mod pairs;
pub mod point;
pub mod report;
pub mod streaming;
pub mod true_clocks;
pub mod truth;

use serde::Serialize;

/// How much is known about the relation of two clocks; the words of Trace Compass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Quality {
    /// Both the largest and the smallest slope are known.
    Accurate,
    /// One of the two is known, because one direction's messages all come before the other's.
    Approximate,
    /// Messages go in one direction only, or there are too few of them.
    Incomplete,
    /// There is no message.
    Absent,
    /// No line satisfies all messages: a clock that is not affine, or wrong pairs.
    Fail,
}

impl std::fmt::Display for Quality {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Quality::Accurate => "ACCURATE",
            Quality::Approximate => "APPROXIMATE",
            Quality::Incomplete => "INCOMPLETE",
            Quality::Absent => "ABSENT",
            Quality::Fail => "FAIL",
        })
    }
}
