//! The meters of regions: functions, and stretches between the entry of one function and that of
//! another. Inclusive: whatever happens on the core between entry and exit counts, callees and
//! interrupts too.

use crate::context::Symbols;
use crate::stack::{Change, Frame, FrameKind, ShadowStack};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use trueboard_core::defect;
use trueboard_core::fact::FactKind;
use trueboard_core::meter::{CoreBank, CoreMeter};
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

/// What happened in one region on one core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Entries that had not ended when the run did.
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

/// Follows all cores and sums the meters of the selected regions.
pub struct Regions {
    selectors: Vec<Selector>,
    symbols: Arc<dyn Symbols>,
    cores: Vec<Core>,
}

struct Core {
    stack: ShadowStack,
    /// What entering an address means, found once per address.
    meaning: HashMap<u64, Meaning>,
    regions: BTreeMap<String, Sums>,
}

#[derive(Clone, Default)]
struct Meaning {
    functions: Vec<String>,
    opens: Vec<String>,
    closes: Vec<String>,
}

impl Meaning {
    fn is_nothing(&self) -> bool {
        self.functions.is_empty() && self.opens.is_empty() && self.closes.is_empty()
    }
}

#[derive(Clone, Default, Serialize, Deserialize)]
struct Sums {
    calls: u64,
    completed: u64,
    ticks: u64,
    min_cycles: Option<u64>,
    max_cycles: u64,
    meters: Vec<u64>,
    /// Levels of recursion that are open, and the meters at the outermost entry.
    nesting: u64,
    entry: Option<(Tick, Box<CoreBank>)>,
}

impl Regions {
    /// Follows `cores` cores, calls up to `stack_limit` deep.
    pub fn new(
        selectors: Vec<Selector>,
        symbols: Arc<dyn Symbols>,
        cores: usize,
        stack_limit: usize,
    ) -> Regions {
        let core = || Core {
            stack: ShadowStack::new(stack_limit),
            meaning: HashMap::new(),
            regions: BTreeMap::new(),
        };
        Regions {
            selectors,
            symbols,
            cores: (0..cores).map(|_| core()).collect(),
        }
    }

    /// True when there is something to follow; otherwise nobody needs to make facts for it.
    pub fn any(&self) -> bool {
        !self.selectors.is_empty()
    }

    /// Takes in a call, return, trap, interrupt or trap return of `core`, with the meters of that
    /// core at that moment. Other facts mean nothing here.
    pub fn happened(&mut self, core: u8, at: Tick, kind: &FactKind, meters: &CoreBank) {
        let (selectors, symbols) = (&self.selectors, &*self.symbols);
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return;
        };
        for change in c.stack.step(kind) {
            let (Change::Enter(frame) | Change::Leave(frame)) = *change;
            if !is_function(&frame) {
                continue;
            }
            let meaning = c
                .meaning
                .entry(frame.entry)
                .or_insert_with(|| meaning(selectors, symbols, core, frame.entry));
            if meaning.is_nothing() {
                continue;
            }
            let regions = &mut c.regions;
            match change {
                Change::Enter(_) => {
                    for name in &meaning.closes {
                        leave(regions, name, at, meters);
                    }
                    for name in &meaning.opens {
                        // Opening twice is opening once: marks are not brackets of functions.
                        let sums = regions.entry(name.clone()).or_default();
                        if sums.nesting == 0 {
                            sums.enter(at, meters);
                        }
                    }
                    for name in &meaning.functions {
                        regions.entry(name.clone()).or_default().enter(at, meters);
                    }
                }
                Change::Leave(_) => {
                    for name in &meaning.functions {
                        leave(regions, name, at, meters);
                    }
                }
            }
        }
    }

    /// What was followed so far, for a snapshot.
    pub fn save(&self) -> Vec<u8> {
        let cores = self.cores.iter().map(|c| (c.stack.frames(), &c.regions));
        to_bytes(&(&self.selectors, cores.collect::<Vec<_>>()))
    }

    /// Goes on from what [`Regions::save`] gave; of other regions than these nothing is taken.
    ///
    /// # Errors
    /// When the bytes are not those of regions.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        type Followed = (Vec<Frame>, BTreeMap<String, Sums>);
        let (selectors, cores): (Vec<Selector>, Vec<Followed>) = from_bytes(bytes)?;
        if selectors == self.selectors {
            for (c, (frames, regions)) in self.cores.iter_mut().zip(cores) {
                c.stack.resume(frames);
                c.regions = regions;
            }
        }
        Ok(())
    }

    /// The regions that were entered, by core and name.
    pub fn report(&self) -> Vec<Region> {
        let cores = self.cores.iter().enumerate();
        cores
            .flat_map(|(core, c)| c.regions.iter().map(move |(n, s)| s.region(n, core as u8)))
            .collect()
    }
}

impl Sums {
    fn enter(&mut self, at: Tick, meters: &CoreBank) {
        self.calls += 1;
        self.nesting += 1;
        if self.nesting == 1 || defect!("region-nesting") {
            self.entry = Some((at, Box::new(meters.clone())));
        }
    }

    fn region(&self, name: &str, core: u8) -> Region {
        let named = CoreMeter::DEFS.iter().zip(&self.meters);
        Region {
            name: name.into(),
            core,
            calls: self.calls,
            completed: self.completed,
            unfinished: u64::from(self.entry.is_some()),
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

fn leave(regions: &mut BTreeMap<String, Sums>, name: &str, at: Tick, meters: &CoreBank) {
    let Some(s) = regions.get_mut(name) else {
        return;
    };
    s.nesting = s.nesting.saturating_sub(1);
    if s.nesting != 0 {
        return;
    }
    let Some((began, before)) = s.entry.take() else {
        return;
    };
    let since = |m: CoreMeter| meters.get(m).saturating_sub(before.get(m));
    s.completed += 1;
    s.ticks += at.since(began);
    let cycles = since(CoreMeter::Cycles);
    s.min_cycles = Some(s.min_cycles.map_or(cycles, |min| min.min(cycles)));
    s.max_cycles = s.max_cycles.max(cycles);
    s.meters.resize(CoreMeter::ALL.len(), 0);
    for (sum, &m) in s.meters.iter_mut().zip(CoreMeter::ALL) {
        *sum += since(m);
    }
}

fn is_function(frame: &Frame) -> bool {
    frame.kind == FrameKind::Function
}

fn meaning(selectors: &[Selector], symbols: &dyn Symbols, core: u8, entry: u64) -> Meaning {
    let mut found = Meaning::default();
    // A call into the middle of a function is no entry of it.
    let Some((name, 0)) = symbols.function(core, entry) else {
        return found;
    };
    for s in selectors {
        match s {
            Selector::Function(pattern) if matches(pattern, name) => {
                if !found.functions.iter().any(|f| f == name) {
                    found.functions.push(name.into());
                }
            }
            Selector::Between { begin, end } => {
                let region = format!("{begin}..{end}");
                if name == end {
                    found.closes.push(region.clone());
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

/// Matches a whole name: `*` is any text, `?` one character.
///
/// ```
/// assert!(trueboard_truth::region::matches("omp_*_0", "omp_fn_0"));
/// assert!(!trueboard_truth::region::matches("main", "main2"));
/// ```
pub fn matches(pattern: &str, name: &str) -> bool {
    let (p, n): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut i, mut j, mut star) = (0, 0, None);
    while j < n.len() {
        match p.get(i) {
            Some('*') => {
                star = Some((i, j));
                i += 1;
            }
            Some(&c) if c == '?' || c == n[j] => {
                i += 1;
                j += 1;
            }
            // Let the last star swallow one character more.
            _ => match star {
                Some((si, sj)) => {
                    star = Some((si, sj + 1));
                    i = si + 1;
                    j = sj + 1;
                }
                None => return false,
            },
        }
    }
    p[i..].iter().all(|&c| c == '*')
}
