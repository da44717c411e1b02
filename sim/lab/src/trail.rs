//! What cores did last: the past is done again under the eyes of an observer, so that a run itself pays nothing.

use crate::lab::Lab;
use crate::view::Fate;
use std::collections::{BTreeMap, VecDeque};
use trueboard_board::{Budget, Machine, Session, Stops};
use trueboard_core::fact::FactKind;
use trueboard_core::meter::{CoreMeter, Dictionary};
use trueboard_core::observe::{Access, Kinds, Observer, Step, Wait};
use trueboard_core::time::Tick;

/// Instructions of a core that are kept.
const KEPT: usize = 64;
/// Waits for buses that are kept.
const WAITS: usize = 64;
/// Cycles of the first core that are done again.
const WINDOW: u64 = 20_000;
/// How much longer the window becomes where nothing of it is left to observe: a core that runs alone is done again in one
/// piece.
const LONGER: u64 = 8;
/// As above, for a question about lines that left caches earlier.
const ASKED: u64 = 500_000;

/// The meter of instructions that a branch has annulled, where there are some.
const ANNULLED: &str = "annulled";

/// An instruction that was executed.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    pub pc: u64,
    pub fate: Fate,
    /// When the instruction before it was over, and when it was.
    pub from: u64,
    pub to: u64,
    pub cycles: u64,
    /// Parts of the CPI stack.
    pub parts: Vec<(CoreMeter, u64)>,
    pub access: Option<Access>,
}

/// A wait for a bus.
#[derive(Clone, Debug)]
pub(crate) struct Waited {
    pub core: u8,
    pub wait: Wait,
    pub pc: u64,
    pub from: u64,
    pub to: u64,
}

/// A line that left a cache.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gone {
    pub core: u8,
    pub pc: u64,
    pub from: u64,
    pub to: u64,
}

/// Which cache a line has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Which {
    Code(u8),
    Data(u8),
    Shared,
}

struct Followed {
    dictionary: &'static Dictionary,
    /// What it had executed when it was first looked at, and has now; and in the run that is done again.
    executed: u64,
    limit: u64,
    at: u64,
    done: VecDeque<Done>,
    /// What the core has taken in place of the instruction that is reported next.
    taken: Option<Fate>,
}

impl Followed {
    /// Adds an instruction. A core that leaves an instruction at another core's turn begins it again: this is one
    /// instruction with the cycles of all its beginnings.
    fn add(&mut self, mut done: Done) {
        let again = |d: &&mut Done| d.fate == Fate::Begun && d.pc == done.pc;
        if let Some(begun) = self.done.back_mut().filter(again) {
            for &(part, n) in &begun.parts {
                match done.parts.iter_mut().find(|(p, _)| *p == part) {
                    Some((_, sum)) => *sum += n,
                    None => done.parts.push((part, n)),
                }
            }
            (done.from, done.cycles) = (begun.from, begun.cycles + done.cycles);
            done.access = done.access.or(begun.access);
            *begun = done;
            return;
        }
        if self.done.len() == KEPT {
            self.done.pop_front();
        }
        self.done.push_back(done);
    }
}

/// The observer.
pub(crate) struct Trail {
    cores: Vec<Followed>,
    pub waits: VecDeque<Waited>,
    /// Lines that left, by cache and address.
    pub left: BTreeMap<(Which, u64), Gone>,
}

/// What a core has executed.
fn executed(m: &Machine, core: u8) -> u64 {
    let bank = m.meters().cores.get(usize::from(core));
    let sums = m.dictionary(core).map_or(&[][..], |d| d.executed);
    bank.map_or(0, |bank| bank.sum(sums))
}

impl Trail {
    /// Follows the cores of `m` up to where those of `until` stand.
    fn new(m: &Machine, until: &Machine) -> Trail {
        let core = |id: u8| {
            Some(Followed {
                dictionary: m.dictionary(id)?,
                executed: executed(m, id),
                limit: executed(until, id),
                at: m.core_time(id).0,
                done: VecDeque::with_capacity(KEPT),
                taken: None,
            })
        };
        Trail {
            cores: (0..m.core_count() as u8).filter_map(core).collect(),
            waits: VecDeque::new(),
            left: BTreeMap::new(),
        }
    }

    /// The last instructions of a core, the oldest first.
    pub fn done(&self, core: u8) -> impl Iterator<Item = &Done> {
        let core = self.cores.get(usize::from(core));
        core.into_iter().flat_map(|c| &c.done)
    }
}

impl Observer for Trail {
    fn kinds(&self) -> Kinds {
        Kinds::INSTRUCTION | Kinds::CAUSE | Kinds::TRAP
    }

    fn happened(&mut self, core: u8, event: &FactKind) -> bool {
        let taken = match event {
            FactKind::Trap { .. } => Fate::Trapped,
            FactKind::Interrupt { .. } => Fate::Interrupted,
            _ => return false,
        };
        if let Some(c) = self.cores.get_mut(usize::from(core)) {
            c.taken = Some(taken);
        }
        false
    }

    fn step(&mut self, core: u8, at: Tick, step: &Step<'_>) {
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return;
        };
        if c.executed >= c.limit {
            return;
        }
        let taken = c.taken.take();
        let mut annulled = false;
        let mut cycles = 0;
        let mut parts = Vec::new();
        for &(meter, n) in step.advanced {
            if c.dictionary.executed.contains(&meter) {
                c.executed += n;
            }
            annulled |= c.dictionary.name(meter) == ANNULLED;
            if meter == CoreMeter::CYCLES {
                cycles = n;
            } else if c.dictionary.stack.contains(&meter) {
                parts.push((meter, n));
            }
        }
        let (from, to) = (c.at, at.0);
        c.at = at.0;
        c.add(Done {
            pc: step.pc,
            fate: match (step.completed, taken, annulled) {
                (true, ..) => Fate::Completed,
                (_, Some(fate), _) => fate,
                (.., true) => Fate::Annulled,
                _ => Fate::Begun,
            },
            from,
            to,
            cycles,
            parts,
            access: step.behind.access,
        });
        for &wait in step.behind.waits {
            if self.waits.len() == WAITS {
                self.waits.pop_front();
            }
            self.waits.push_back(Waited {
                core,
                wait,
                pc: step.pc,
                from,
                to,
            });
        }
        let left = step.behind.left;
        let gone = Gone {
            core,
            pc: step.pc,
            from,
            to,
        };
        let lines = [
            (Which::Code(core), left.code),
            (Which::Data(core), left.data),
            (Which::Shared, left.shared),
        ];
        for (which, line) in lines {
            if let Some(line) = line {
                self.left.insert((which, line), gone);
            }
        }
    }
}

impl Lab {
    /// A run at a position so many cycles of the first core before this one.
    pub(crate) fn replay(&self, cycles: u64) -> Option<Session> {
        let m = self.session.machine();
        let ticks = Budget::Cycles(cycles).ticks(m);
        let from = Tick(m.now().0.saturating_sub(ticks));
        let mut again = self.session.replay(from)?.ok()?;
        if again.machine().now() < from {
            again.run_to(from, &Stops::default(), &mut std::io::sink());
        }
        Some(again)
    }

    /// What the cores did last; none when they did nothing, and when the run is not recorded.
    pub(crate) fn trail(&self) -> Option<Session> {
        if self.session.machine().end_time() == Tick(0) {
            return None;
        }
        let mut again = self.replay_with_something_left()?;
        let trail = Trail::new(again.machine(), self.session.machine());
        again.machine_mut().observe(Box::new(trail));
        self.to_here(&mut again);
        Some(again)
    }

    /// A run before the last instructions of this one: at least one core has some to execute.
    fn replay_with_something_left(&self) -> Option<Session> {
        let m = self.session.machine();
        let here = |core| executed(m, core);
        let mut window = WINDOW;
        loop {
            let again = self.replay(window)?;
            let before = again.machine();
            let left = (0..m.core_count() as u8).any(|core| executed(before, core) < here(core));
            if left || before.now() == Tick(0) || Budget::Cycles(window).ticks(m) > m.now().0 {
                return Some(again);
            }
            window *= LONGER;
        }
    }

    /// As above, for a question.
    pub(crate) fn asked(&self) -> Option<Session> {
        self.replay(ASKED)
    }

    /// Runs `again` to the position of this run, or slightly beyond.
    pub(crate) fn to_here(&self, again: &mut Session) {
        let until = self.session.machine().end_time().after(1);
        again.run_to(until, &Stops::default(), &mut std::io::sink());
    }
}
