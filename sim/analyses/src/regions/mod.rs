//! The meters of regions: functions, and stretches between the entry of one function and that of
//! another. Inclusive: whatever happens on the core between entry and exit counts, callees and
//! interrupts too. Of a function it is what its own task does: while another task runs, meters of the region
//! stand, and its time goes on.

pub mod request;
pub mod spans;

use crate::stack::{Change, Frame, OfTask, SavedStack, ShadowStack};
use crate::symbols::Symbols;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use trueboard_core::fact::FactKind;
use trueboard_core::meter::{CoreMeter, Dictionary};
use trueboard_core::observe::{Kinds, Observer, Running};
pub use trueboard_core::pattern::matches;
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::Tick;

/// Names a region.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Selector {
    /// Every function whose name matches: `*` stands for any text, `?` for one character. Each
    /// function that matches is a region.
    Function(String),
    /// From entering `begin` to entering `end`, for markers like `roi_begin()` and `roi_end()`.
    Between {
        /// Name of the function whose entry opens the region.
        begin: String,
        /// Name of the function whose entry closes it.
        end: String,
    },
}

impl Selector {
    /// The region that a user names: a pattern of functions, or `begin..end`.
    #[must_use]
    pub fn named(text: &str) -> Selector {
        match text.split_once("..") {
            Some((begin, end)) => Selector::Between {
                begin: begin.to_owned(),
                end: end.to_owned(),
            },
            None => Selector::Function(text.to_owned()),
        }
    }
}

/// What happened in one region on one core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Region {
    /// Function, or `begin..end`.
    pub name: String,
    /// The core.
    pub core: u8,
    /// Entries, recursive ones included.
    pub calls: u64,
    /// Entries that were ended; recursion counts once, by its outermost level. All that follows is
    /// about these.
    pub completed: u64,
    /// Entries that had not ended when the run did, or when another task took the stack of theirs.
    pub unfinished: u64,
    /// Base ticks from entry to exit, summed: busy and idle.
    pub ticks: u64,
    /// Fewest cycles of one entry.
    pub min_cycles: u64,
    /// Most cycles of one entry.
    pub max_cycles: u64,
    /// How much each meter advanced, by name, both modes together; zeros left out.
    pub meters: BTreeMap<String, u64>,
}

/// Entries that are kept one by one, of each region on each core.
const KEPT: usize = 65_536;

/// One entry of a region that was ended, recursion by its outermost level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// When it was entered.
    pub entered: Tick,
    /// When it was left.
    pub left: Tick,
    /// How much each meter advanced, by its place in the dictionary of the core, both modes together.
    pub meters: Vec<u64>,
}

/// The entries of one region on one core, in the order of their ends.
#[derive(Clone, Copy, Debug)]
pub struct Calls<'a> {
    /// The first ones.
    pub kept: &'a [Call],
    /// All that were ended.
    pub completed: u64,
    /// All that were begun.
    pub begun: u64,
    /// The dictionary of the core.
    pub meters: &'static Dictionary,
}

/// Follows all cores and sums the meters of the selected regions.
pub struct Regions {
    selectors: Vec<Selector>,
    symbols: Arc<dyn Symbols>,
    cores: Vec<Core>,
    /// Entries are kept one by one, too.
    each: bool,
}

struct Core {
    meters: &'static Dictionary,
    stack: ShadowStack<Level>,
    meanings: Meanings,
    /// Changes of the stack that concern a region, and wait for the meters of their moment.
    due: Vec<Due>,
    /// The regions that have a meaning so far.
    regions: Vec<Sums>,
}

/// A change of the stack that concerns a region.
#[derive(Clone, Copy)]
enum Due {
    /// A frame is entered, of which this is the place in [`Meanings::all`].
    Enter(u32),
    /// Such a frame is left.
    Leave(u32),
    /// Another task goes on: [`Change::Switch`].
    Switch { task: u32, new: bool },
}

/// A level of the stack.
#[derive(Clone, Copy)]
struct Level {
    frame: Frame,
    /// The place of its meaning.
    meaning: u32,
}

impl From<Frame> for Level {
    #[inline(always)]
    fn from(frame: Frame) -> Level {
        Level {
            frame,
            meaning: NOTHING,
        }
    }
}

impl AsRef<Frame> for Level {
    #[inline(always)]
    fn as_ref(&self) -> &Frame {
        &self.frame
    }
}

impl Core {
    /// Takes in an event that changes the top of the stack only, and concerns no region, as most do. False if nothing
    /// was taken in: it is for [`Core::step`].
    #[inline(always)]
    fn passes(&mut self, kind: &FactKind) -> bool {
        match *kind {
            FactKind::Call { from, to } => {
                self.meanings.is_nothing(to) && self.stack.push(Frame::called(from, to).into())
            }
            FactKind::Return { to, .. } => {
                let top = self.stack.frames().last();
                top.is_some_and(|l| l.meaning == NOTHING) && self.stack.return_to(to).is_some()
            }
            // Handlers concern no region.
            FactKind::TrapReturn { .. } => self.stack.return_from_handler().is_some(),
            _ => Frame::entered_by(kind).is_some_and(|frame| self.stack.push(frame.into())),
        }
    }

    /// Takes in any event; what concerns a region waits for the meters of this moment.
    #[inline(never)]
    fn step(&mut self, kind: &FactKind, lookup: &Lookup<'_>) {
        self.due.clear();
        let count = self.stack.step(kind).len();
        let lookup = &Lookup {
            task: self.stack.task(),
            ..*lookup
        };
        for i in 0..count {
            let due = match self.stack.changes()[i] {
                Change::Enter(Level { frame, .. }) => {
                    let meaning = self.meanings.of(&frame, lookup, &mut self.regions);
                    if let Some(level) = self.stack.entered_mut(i) {
                        level.meaning = meaning;
                    }
                    Due::Enter(meaning)
                }
                Change::Leave(level) => Due::Leave(level.meaning),
                Change::Switch { task, new } => Due::Switch { task, new },
            };
            if !matches!(due, Due::Enter(NOTHING) | Due::Leave(NOTHING)) {
                self.due.push(due);
            }
        }
    }
}

/// What entering addresses means.
struct Meanings {
    /// The first is that of everything that concerns no region.
    all: Vec<Meaning>,
    /// By address: the place in `all`, found once.
    by_entry: FxHashMap<u64, u32>,
    /// The addresses that were entered last, with their places.
    recent: [(u64, u32); RECENT],
}

/// Addresses of which the place is at hand; a power of two.
const RECENT: usize = 64;

impl Default for Meanings {
    fn default() -> Meanings {
        Meanings {
            all: vec![Meaning::default()],
            by_entry: FxHashMap::default(),
            recent: [(u64::MAX, NOTHING); RECENT],
        }
    }
}

impl Meanings {
    /// The address of a function is one of the last, and concerns no region.
    #[inline(always)]
    fn is_nothing(&self, entry: u64) -> bool {
        self.recent[recent(entry)] == (entry, NOTHING)
    }

    /// The place of the meaning of a frame, which is looked up when its address is entered for the first
    /// time.
    #[inline]
    fn of(&mut self, frame: &Frame, lookup: &Lookup<'_>, regions: &mut Vec<Sums>) -> u32 {
        if frame.is_handler() {
            return NOTHING;
        }
        let recent = recent(frame.entry);
        let (entry, place) = self.recent[recent];
        if entry == frame.entry {
            return place;
        }
        let place = self.look_up(frame.entry, lookup, regions);
        self.recent[recent] = (frame.entry, place);
        place
    }

    #[cold]
    fn look_up(&mut self, entry: u64, lookup: &Lookup<'_>, regions: &mut Vec<Sums>) -> u32 {
        if let Some(&known) = self.by_entry.get(&entry) {
            return known;
        }
        let found = lookup.meaning(entry, regions);
        let place = if found.is_nothing() {
            NOTHING
        } else {
            self.all.push(found);
            self.all.len() as u32 - 1
        };
        self.by_entry.insert(entry, place);
        place
    }
}

/// The place of an address among the last ones.
#[inline(always)]
fn recent(entry: u64) -> usize {
    (entry >> 2) as usize & (RECENT - 1)
}

/// The meaning of what concerns no region.
const NOTHING: u32 = 0;

/// Places of regions in [`Core::regions`].
#[derive(Clone, Default)]
struct Meaning {
    functions: Vec<usize>,
    opens: Vec<usize>,
    closes: Vec<usize>,
}

impl Meaning {
    fn is_nothing(&self) -> bool {
        self.functions.is_empty() && self.opens.is_empty() && self.closes.is_empty()
    }
}

/// What is known of one region.
#[derive(Clone, Serialize, Deserialize)]
struct Sums {
    name: String,
    calls: u64,
    completed: u64,
    ticks: u64,
    min_cycles: Option<u64>,
    max_cycles: u64,
    /// By place in the dictionary of the core, both modes together; empty before the first exit.
    meters: Vec<u64>,
    /// It lies between two functions, whatever task calls them. The one of a function is of each task by itself.
    between: bool,
    open: OfTask<Open>,
    /// Outermost entries of tasks whose stacks others have taken.
    given_up: u64,
    /// Entries one by one, if that is asked for.
    kept: Vec<Call>,
}

/// Entries of a region that have not ended.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Open {
    /// Levels of recursion.
    nesting: u64,
    /// When the outermost of them was entered.
    entered: Option<Tick>,
    /// The meters at that time, or when its task went on last.
    before: Vec<u64>,
    /// How much the meters advanced within it before that.
    spent: Vec<u64>,
}

impl Open {
    /// How much each meter advanced within it.
    fn advanced(&self, now: &[u64]) -> Vec<u64> {
        let spent = self.spent.iter().chain(std::iter::repeat(&0));
        let since = now.iter().zip(&self.before);
        since
            .zip(spent)
            .map(|((now, before), spent)| now.saturating_sub(*before) + spent)
            .collect()
    }
}

impl Regions {
    /// Follows cores with these dictionaries of meters, calls up to `stack_limit` deep.
    pub fn new(
        selectors: Vec<Selector>,
        symbols: Arc<dyn Symbols>,
        cores: impl IntoIterator<Item = &'static Dictionary>,
        stack_limit: usize,
    ) -> Regions {
        let core = |meters| Core {
            meters,
            stack: ShadowStack::of_levels(stack_limit),
            meanings: Meanings::default(),
            due: Vec::new(),
            regions: Vec::new(),
        };
        Regions {
            selectors,
            symbols,
            cores: cores.into_iter().map(core).collect(),
            each: false,
        }
    }

    /// Keeps entries one by one, too: [`Regions::calls`].
    #[must_use]
    pub fn keeping_each(self) -> Regions {
        Regions { each: true, ..self }
    }

    /// The entries of the region `name` on `core`; nothing if it was never entered there.
    #[must_use]
    pub fn calls(&self, core: u8, name: &str) -> Option<Calls<'_>> {
        let c = self.cores.get(usize::from(core))?;
        let sums = c.regions.iter().find(|r| r.name == name && r.calls != 0)?;
        Some(Calls {
            kept: &sums.kept,
            completed: sums.completed,
            begun: sums.calls,
            meters: c.meters,
        })
    }

    /// What was followed so far, for a snapshot.
    pub fn save(&self) -> Vec<u8> {
        let cores = self.cores.iter().map(|c| (c.stack.saved(), &c.regions));
        to_bytes(&(&self.selectors, cores.collect::<Vec<_>>()))
    }

    /// Goes on from what [`Regions::save`] gave; of other regions than these nothing is taken.
    ///
    /// # Errors
    /// When the bytes are not those of regions.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        type Followed = (SavedStack, Vec<Sums>);
        let (selectors, cores): (Vec<Selector>, Vec<Followed>) = from_bytes(bytes)?;
        if selectors == self.selectors {
            for (core, (c, (stack, regions))) in (0..).zip(self.cores.iter_mut().zip(cores)) {
                let lookup = Lookup {
                    selectors: &self.selectors,
                    symbols: &*self.symbols,
                    core,
                    task: c.stack.task(),
                };
                c.regions = regions;
                c.meanings = Meanings::default();
                let (meanings, regions) = (&mut c.meanings, &mut c.regions);
                c.stack.resume(&stack, |&frame| Level {
                    frame,
                    meaning: meanings.of(&frame, &lookup, regions),
                });
            }
        }
        Ok(())
    }

    /// The regions that were entered, by core and name.
    pub fn report(&self) -> Vec<Region> {
        let mut all = Vec::new();
        for (core, c) in self.cores.iter().enumerate() {
            let entered = c.regions.iter().filter(|s| s.calls != 0);
            let mut regions: Vec<Region> =
                entered.map(|s| s.region(core as u8, c.meters)).collect();
            regions.sort_by(|a, b| a.name.cmp(&b.name));
            all.extend(regions);
        }
        all
    }
}

impl Observer for Regions {
    fn kinds(&self) -> Kinds {
        Kinds::CONTROL
    }

    fn happened(&mut self, core: u8, kind: &FactKind) -> bool {
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return false;
        };
        if c.passes(kind) {
            return false;
        }
        let lookup = Lookup {
            selectors: &self.selectors,
            symbols: &*self.symbols,
            core,
            task: c.stack.task(),
        };
        c.step(kind, &lookup);
        !c.due.is_empty()
    }

    fn measured(&mut self, core: u8, at: Tick, meters: &Running<'_>) {
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return;
        };
        let now = meters.meters();
        let each = self.each;
        let Core {
            due,
            meanings,
            regions,
            ..
        } = c;
        for change in due.drain(..) {
            let meaning = match change {
                Due::Enter(meaning) | Due::Leave(meaning) => meanings.all.get(meaning as usize),
                Due::Switch { task, new } => {
                    regions.iter_mut().for_each(|r| r.switch(task, new, &now));
                    None
                }
            };
            let Some(meaning) = meaning else {
                continue;
            };
            if matches!(change, Due::Leave(_)) {
                for &i in &meaning.functions {
                    regions[i].leave(at, &now, each);
                }
                continue;
            }
            for &i in &meaning.closes {
                regions[i].leave(at, &now, each);
            }
            for &i in &meaning.opens {
                // Opening twice is opening once: marks are not brackets of functions.
                if regions[i].open.nesting == 0 {
                    regions[i].enter(at, &now);
                }
            }
            for &i in &meaning.functions {
                regions[i].enter(at, &now);
            }
        }
    }
}

impl Sums {
    fn new(name: String, between: bool, task: u32) -> Sums {
        Sums {
            name,
            calls: 0,
            completed: 0,
            ticks: 0,
            min_cycles: None,
            max_cycles: 0,
            meters: Vec::new(),
            between,
            open: OfTask::of(task),
            given_up: 0,
            kept: Vec::new(),
        }
    }

    fn enter(&mut self, at: Tick, now: &[u64]) {
        self.calls += 1;
        let open = &mut *self.open;
        open.nesting += 1;
        if open.nesting == 1 {
            open.entered = Some(at);
            open.before = now.to_vec();
        }
    }

    /// `each`: the entry is kept by itself, too.
    fn leave(&mut self, at: Tick, now: &[u64], each: bool) {
        let open = &mut *self.open;
        open.nesting = open.nesting.saturating_sub(1);
        if open.nesting != 0 {
            return;
        }
        let Some(entered) = open.entered.take() else {
            return;
        };
        let advanced = open.advanced(now);
        open.spent.clear();
        self.completed += 1;
        self.ticks += at.since(entered);
        self.meters.resize(now.len(), 0);
        for (sum, n) in self.meters.iter_mut().zip(&advanced) {
            *sum += n;
        }
        let cycles = advanced.get(CoreMeter::CYCLES.place()).copied();
        let cycles = cycles.unwrap_or(0);
        self.min_cycles = Some(self.min_cycles.map_or(cycles, |min| min.min(cycles)));
        self.max_cycles = self.max_cycles.max(cycles);
        if each && self.kept.len() < KEPT {
            self.kept.push(Call {
                entered,
                left: at,
                meters: advanced,
            });
        }
    }

    /// Another task goes on, with the meters at `now`: what it executes is no part of what the one before has entered.
    fn switch(&mut self, task: u32, new: bool, now: &[u64]) {
        if self.between {
            return;
        }
        if self.open.entered.is_some() {
            self.open.spent = self.open.advanced(now);
        }
        let ended = self.open.switch(task, new);
        self.given_up += u64::from(ended.is_some_and(|o| o.entered.is_some()));
        if self.open.entered.is_some() {
            self.open.before = now.to_vec();
        }
    }

    fn region(&self, core: u8, meters: &Dictionary) -> Region {
        let named = meters.defs.iter().zip(&self.meters);
        let unfinished = self.open.all().filter(|o| o.entered.is_some());
        Region {
            name: self.name.clone(),
            core,
            calls: self.calls,
            completed: self.completed,
            unfinished: self.given_up + unfinished.count() as u64,
            ticks: self.ticks,
            min_cycles: self.min_cycles.unwrap_or(0),
            max_cycles: self.max_cycles,
            meters: named
                .filter(|&(_, &v)| v != 0)
                .map(|(d, &v)| (d.name.into(), v))
                .collect(),
        }
    }
}

/// The place in `regions` of the one called `name`, which is added if it is not there.
fn place(regions: &mut Vec<Sums>, name: &str, between: bool, task: u32) -> usize {
    let known = regions.iter().position(|s| s.name == name);
    known.unwrap_or_else(|| {
        regions.push(Sums::new(name.to_owned(), between, task));
        regions.len() - 1
    })
}

/// What the meaning of an address follows from.
struct Lookup<'a> {
    selectors: &'a [Selector],
    symbols: &'a dyn Symbols,
    core: u8,
    /// The task under way, in which a region that is new is entered.
    task: u32,
}

impl Lookup<'_> {
    /// What entering `entry` means; regions that it names are added to `regions`.
    fn meaning(&self, entry: u64, regions: &mut Vec<Sums>) -> Meaning {
        let mut found = Meaning::default();
        // A call into the middle of a function is no entry of it.
        let Some((name, 0)) = self.symbols.function(self.core, entry) else {
            return found;
        };
        for s in self.selectors {
            match s {
                Selector::Function(pattern) if matches(pattern, name) => {
                    let region = place(regions, name, false, self.task);
                    if !found.functions.contains(&region) {
                        found.functions.push(region);
                    }
                }
                Selector::Between { begin, end } => {
                    if name != begin && name != end {
                        continue;
                    }
                    let region = place(regions, &format!("{begin}..{end}"), true, self.task);
                    if name == end {
                        found.closes.push(region);
                    }
                    if name == begin {
                        found.opens.push(region);
                    }
                }
                Selector::Function(_) => {}
            }
        }
        found
    }
}
