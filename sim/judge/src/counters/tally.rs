//! Sums over windows, kept for all windows even when single ones are dropped.

use crate::{Cause, Quantity, Verdict, Window, WindowReport};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The windows of one counter that counted one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventTally {
    /// The unit.
    pub device: String,
    /// Which of its counters.
    #[serde(default)]
    pub counter: u8,
    /// The register that was read.
    #[serde(default)]
    pub register: String,
    /// Number of the event.
    pub event: u8,
    /// The event in words.
    pub event_name: String,
    /// The core that is counted, for events of a core.
    #[serde(default)]
    pub core: Option<u8>,
    /// The bus master that is counted, for events of a master.
    #[serde(default)]
    pub master: Option<u8>,
    /// Privilege mode filter: `supervisor`, `user`, or none.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["supervisor", "user", null])))]
    pub mode: Option<String>,
    /// What was read.
    pub quantity: Quantity,
    /// Windows in all.
    pub windows: u64,
    /// Of these, exact.
    pub exact: u64,
    /// Different, and explained.
    pub explained: u64,
    /// Different, and not explained.
    pub wrong: u64,
    /// Not judged.
    pub not_judged: u64,
    /// Sum of what firmware saw, over judged windows.
    pub measured: u64,
    /// Sum of the truth, over judged windows.
    pub truth: u64,
    /// Largest residual, by magnitude.
    pub max_residual: i64,
    /// The causes of all windows, each once.
    #[serde(default)]
    pub causes: Vec<Cause>,
}

/// The key of a tally: unit, counter, quantity, event, core, master and mode.
type Key = (
    String,
    u8,
    Quantity,
    u8,
    Option<u8>,
    Option<u8>,
    Option<String>,
);

/// Keeps windows up to a limit, and sums of all.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Keeper {
    limit: usize,
    windows: Vec<Window>,
    left_out: u64,
    tallies: BTreeMap<Key, EventTally>,
}

impl Keeper {
    pub(super) fn new(limit: usize) -> Keeper {
        Keeper {
            limit,
            windows: Vec::new(),
            left_out: 0,
            tallies: BTreeMap::new(),
        }
    }

    pub(super) fn keep(&mut self, w: Window) {
        let key = (
            w.device.clone(),
            w.counter,
            w.quantity,
            w.event,
            w.core,
            w.master,
            w.mode.clone(),
        );
        let t = self
            .tallies
            .entry(key)
            .or_insert_with(|| EventTally::of(&w));
        t.add(&w);
        if self.windows.len() < self.limit {
            self.windows.push(w);
        } else {
            self.left_out += 1;
        }
    }

    pub(super) fn report(&self) -> WindowReport {
        let mut windows = self.windows.clone();
        windows.sort_by_key(|w| w.closed_at_tick);
        WindowReport {
            windows,
            left_out: self.left_out,
            events: self.tallies.values().cloned().collect(),
            clocks: Vec::new(),
        }
    }
}

impl EventTally {
    fn of(w: &Window) -> EventTally {
        EventTally {
            device: w.device.clone(),
            counter: w.counter,
            register: w.register.clone(),
            event: w.event,
            event_name: w.event_name.clone(),
            core: w.core,
            master: w.master,
            mode: w.mode.clone(),
            quantity: w.quantity,
            windows: 0,
            exact: 0,
            explained: 0,
            wrong: 0,
            not_judged: 0,
            measured: 0,
            truth: 0,
            max_residual: 0,
            causes: Vec::new(),
        }
    }

    fn add(&mut self, w: &Window) {
        self.windows += 1;
        match w.verdict {
            Verdict::Exact => self.exact += 1,
            Verdict::Explained => self.explained += 1,
            Verdict::Wrong => self.wrong += 1,
            Verdict::NotJudged => self.not_judged += 1,
        }
        if w.verdict != Verdict::NotJudged {
            self.measured = self.measured.saturating_add(w.measured.into());
            self.truth = self.truth.saturating_add(w.truth.unwrap_or(0));
        }
        let residual = w.residual.unwrap_or(0);
        if residual.unsigned_abs() > self.max_residual.unsigned_abs() {
            self.max_residual = residual;
        }
        for &cause in &w.causes {
            if let Err(at) = self.causes.binary_search(&cause) {
                self.causes.insert(at, cause);
            }
        }
    }
}
