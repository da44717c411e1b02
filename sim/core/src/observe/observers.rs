//! Telling observers: which of them want what, and what follows from a single step.

use super::{
    Access, Asked, Behind, Block, Branch, DynamicEvent, Executed, Kinds, Left, Observer, Registers,
    Running, Stall, Step, Wait,
};
use crate::fact::FactKind;
use crate::mem::Memory;
use crate::meter::{BUS_MASTERS, BusBank, CacheMeter, CoreMeter, Dictionary, Meters};
use crate::time::Tick;
use std::any::Any;

/// What a core says of a single step. Whether the instruction was completed, and all else that meters tell, follows
/// from its meters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stepped {
    /// The instruction.
    pub pc: u64,
    /// Its length in bytes.
    pub bytes: u8,
    /// Where execution continues, behind a delay slot if it has one.
    pub next: u64,
    /// It has a delay slot.
    pub slot: bool,
    /// It is a branch, taken or not, that no meter counts.
    pub uncounted: Option<bool>,
    /// If it is a load or store that is completed: where, as the program sees it, and how many bytes.
    pub access: Option<(u64, u8)>,
    /// Lines that left caches meanwhile, if [`Kinds::CAUSE`] is wanted.
    pub left: Left,
}

/// Those who follow the cores of a board.
#[derive(Default)]
pub(crate) struct Observers {
    all: Vec<(Kinds, Box<dyn Observer>)>,
    /// What all of them want.
    wanted: Kinds,
    /// The observer that chooses accounts, if there is one.
    chooses: usize,
    /// Bit by observer: those that want the meters of the event under way.
    due: u32,
    /// By core.
    steps: Vec<Steps>,
    /// What buses and shared caches were reported to have counted.
    shared: Shared,
}

/// What is known of the last steps of one core.
#[derive(Default)]
struct Steps {
    /// The meters, as far as they were reported.
    before: Vec<u64>,
    advanced: Vec<(CoreMeter, u64)>,
    /// How much each meter has advanced, by place.
    by_place: Vec<u64>,
    meters: Option<Known>,
    /// Instructions completed since the last block was entered.
    instructions: u64,
    /// Where the block continues, if it is not left.
    next: Option<u64>,
    /// The next instruction is the delay slot of the branch that ends the block.
    slot: bool,
}

/// Meters by what they mean. One that the kind does not have never advances.
#[derive(Clone)]
struct Known {
    branches: Option<CoreMeter>,
    taken: Option<CoreMeter>,
    loads: Option<CoreMeter>,
    stores: Option<CoreMeter>,
    io: [Option<CoreMeter>; 2],
    misses: Vec<CoreMeter>,
    stalls: Vec<CoreMeter>,
}

impl Known {
    fn of(dictionary: &Dictionary) -> Known {
        let named = |name: &str| dictionary.by_name(name);
        let misses = [
            "dcache_read_misses",
            "dcache_write_misses",
            "dcache_misses_clean",
            "dcache_misses_dirty",
        ];
        let issue = named("issue_cycles");
        Known {
            branches: named("branches").or_else(|| named("total_branches")),
            taken: named("branches_taken"),
            loads: named("loads"),
            stores: named("stores"),
            io: ["io_reads", "io_writes"].map(named),
            misses: misses.into_iter().filter_map(named).collect(),
            stalls: (dictionary.stack.iter().copied())
                .filter(|&m| Some(m) != issue)
                .collect(),
        }
    }
}

impl Observers {
    /// Adds one. What `meters` have counted so far is no business of its.
    pub fn add(&mut self, observer: Box<dyn Observer>, meters: &Meters) {
        let mut kinds = observer.kinds();
        if self.wanted.has(Kinds::ACCOUNTS) {
            kinds = kinds.without(Kinds::ACCOUNTS);
        } else if kinds.has(Kinds::ACCOUNTS) {
            self.chooses = self.all.len();
        }
        if !self.wanted.in_single_steps() {
            self.stands_at(meters);
        }
        self.wanted = self.wanted | kinds;
        self.all.push((kinds, observer));
    }

    /// Begins again with the cores' meters at `meters`.
    pub fn stands_at(&mut self, meters: &Meters) {
        let steps = meters.cores.iter().map(|bank| Steps {
            before: bank.in_both_modes(),
            ..Steps::default()
        });
        self.steps = steps.collect();
        self.shared.stands_at(meters);
    }

    /// The first one of type `T`.
    pub fn get<T: Observer>(&self) -> Option<&T> {
        self.iter()
            .find_map(|observer| (observer as &dyn Any).downcast_ref())
    }

    /// All of them, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = &dyn Observer> {
        self.all.iter().map(|(_, observer)| &**observer)
    }

    /// What all of them want.
    #[inline]
    pub fn wanted(&self) -> Kinds {
        self.wanted
    }

    /// Reports a control-flow event of `core` at time `at`.
    #[inline]
    pub fn happened(&mut self, core: u8, at: Tick, event: &FactKind) -> Asked {
        let (kinds, observer) = match self.all.as_mut_slice() {
            [] => return Asked::NOTHING,
            [(kinds, observer)] => (kinds, observer),
            _ => return self.happened_to_all(core, at, event),
        };
        let account = match kinds.has(Kinds::ACCOUNTS) {
            true => observer.account(core, at, event),
            false => None,
        };
        let meters = kinds.has(Kinds::of(event)) && observer.happened(core, event);
        self.due = meters.into();
        Asked {
            meters,
            account: account.unwrap_or(Asked::NO_ACCOUNT),
        }
    }

    /// The account that the observer chooses behind an event, of which the kind is known where this is called.
    #[inline(always)]
    pub fn account(&mut self, core: u8, at: Tick, event: &FactKind) -> Option<u32> {
        let (_, observer) = self.all.get_mut(self.chooses)?;
        match *event {
            FactKind::Call { from, to } => observer.account_call(core, at, from, to),
            FactKind::Return { from, to } => observer.account_return(core, at, from, to),
            _ => observer.account(core, at, event),
        }
    }

    #[cold]
    fn happened_to_all(&mut self, core: u8, at: Tick, event: &FactKind) -> Asked {
        let kind = Kinds::of(event);
        let mut asked = Asked::NOTHING;
        self.due = 0;
        for (i, (kinds, observer)) in self.all.iter_mut().enumerate() {
            if kinds.has(Kinds::ACCOUNTS)
                && let Some(account) = observer.account(core, at, event)
            {
                asked.account = account;
            }
            if kinds.has(kind) {
                self.due |= u32::from(observer.happened(core, event)) << (i & 31);
            }
        }
        asked.meters = self.due != 0;
        asked
    }

    /// Hands the meters to the observers that requested them.
    pub fn measured(&mut self, core: u8, at: Tick, meters: &Running<'_>) {
        for (i, (_, observer)) in self.all.iter_mut().enumerate() {
            if self.due >> (i & 31) & 1 != 0 {
                observer.measured(core, at, meters);
            }
        }
    }

    /// Reports an instruction with what it touched.
    pub fn executed(&mut self, core: u8, at: Tick, done: &Executed) {
        self.each(Kinds::EXECUTED, |o| o.executed(core, at, done));
    }

    /// See [`Observer::state`].
    pub fn state(&mut self, core: u8, registers: &dyn Registers, memory: &Memory) {
        self.each(Kinds::STATE, |o| o.state(core, registers, memory));
    }

    /// There is one observer, and it receives instructions block by block.
    pub fn in_blocks(&self) -> bool {
        let wanted = Kinds::EXECUTED | Kinds::EXECUTED_IN_BLOCKS;
        self.all.len() == 1 && self.wanted == wanted
    }

    /// All observers that follow single steps take in charges of instructions instead.
    pub fn charges(&self) -> bool {
        let charged = Kinds::INSTRUCTION | Kinds::CHARGED;
        let by_steps = |kinds: Kinds| kinds.without(Kinds::CONTROL | Kinds::ACCOUNTS);
        by_steps(self.wanted) == charged
            && (self.all.iter())
                .all(|&(kinds, _)| [Kinds::NONE, charged].contains(&by_steps(kinds)))
    }

    /// How much the meters of `core`, which stand at `meters`, have advanced since the observers began, or since the last
    /// call.
    pub fn uncharged(&mut self, core: u8, meters: &Meters) -> Vec<(CoreMeter, u64)> {
        let mut advanced = Vec::new();
        let place = usize::from(core);
        if let (Some(steps), Some(bank)) = (self.steps.get_mut(place), meters.cores.get(place)) {
            bank.changes(&mut steps.before, &mut advanced);
        }
        advanced
    }

    /// See [`Observer::charged_to`].
    pub fn charged_to(&mut self, core: u8, pc: u64, advanced: &[(CoreMeter, u64)]) {
        self.each(Kinds::CHARGED, |o| o.charged_to(core, pc, advanced));
    }

    /// The observer, if there is one alone.
    #[inline]
    fn only(&mut self) -> Option<&mut dyn Observer> {
        match self.all.as_mut_slice() {
            [(_, observer)] => Some(&mut **observer),
            _ => None,
        }
    }

    /// See [`Observer::block_found`].
    pub fn block_found(&mut self, core: u8, insns: &[Executed]) -> u32 {
        self.only().map_or(0, |o| o.block_found(core, insns))
    }

    /// See [`Observer::admits_block`].
    #[inline]
    pub fn admits_block(&mut self, core: u8, block: u32) -> bool {
        self.only().is_some_and(|o| o.admits_block(core, block))
    }

    /// See [`Observer::block_executed`].
    #[inline]
    pub fn block_executed(
        &mut self,
        core: u8,
        at: Tick,
        block: u32,
        count: usize,
        seen: &[DynamicEvent],
    ) {
        if let Some(observer) = self.only() {
            observer.block_executed(core, at, block, count, seen);
        }
    }

    /// See [`Observer::blocks_forgotten`].
    pub fn blocks_forgotten(&mut self, core: u8) {
        if let Some(observer) = self.only() {
            observer.blocks_forgotten(core);
        }
    }

    /// Reports bytes that no instruction has written.
    pub fn written(&mut self, pa: u64, bytes: u64) {
        for (_, observer) in &mut self.all {
            observer.written(pa, bytes);
        }
    }

    fn each(&mut self, kind: Kinds, mut tell: impl FnMut(&mut dyn Observer)) {
        for (kinds, observer) in &mut self.all {
            if kinds.has(kind) {
                tell(&mut **observer);
            }
        }
    }

    /// Reports a single step of `core`, which has added all counts to its bank in `meters`.
    pub fn stepped(
        &mut self,
        core: u8,
        at: Tick,
        done: &Stepped,
        dictionary: &'static Dictionary,
        meters: &Meters,
    ) {
        let place = usize::from(core);
        let Some(bank) = meters.cores.get(place) else {
            return;
        };
        while self.steps.len() <= place {
            self.steps.push(Steps::default());
        }
        let mut steps = std::mem::take(&mut self.steps[place]);
        steps.before.resize(dictionary.defs.len(), 0);
        steps.advanced.clear();
        bank.changes(&mut steps.before, &mut steps.advanced);
        if steps.advanced.is_empty() {
            // Code that costs nothing.
            self.steps[place] = steps;
            return;
        }
        let known = steps.meters.take().unwrap_or_else(|| Known::of(dictionary));
        let mut by_place = std::mem::take(&mut steps.by_place);
        by_place.resize(dictionary.defs.len(), 0);
        for &(m, n) in &steps.advanced {
            if let Some(place) = by_place.get_mut(m.place()) {
                *place = n;
            }
        }
        let by = |m: CoreMeter| by_place.get(m.place()).copied().unwrap_or(0);
        let has = |m: Option<CoreMeter>| m.is_some_and(|m| by(m) != 0);
        let instructions = by(CoreMeter::INSTRUCTIONS);
        let completed = instructions != 0;
        let pc = done.pc;

        let goes_on = steps.next == Some(pc);
        if !goes_on {
            let before = std::mem::take(&mut steps.instructions);
            let block = Block { pc, before };
            self.each(Kinds::BLOCK, |o| o.block(core, at, &block));
        }
        let (load, store) = (has(known.loads), has(known.stores));
        let access = done.access.filter(|_| load || store);
        let access = access.map(|(address, bytes)| Access {
            pc,
            address,
            bytes,
            load,
            store,
            device: known.io.into_iter().any(has),
            missed: known.misses.iter().any(|&m| by(m) != 0),
        });
        let behind = match self.wanted.has(Kinds::CAUSE) {
            true => self.shared.behind(access, done.left, meters),
            false => Behind::default(),
        };
        let step = Step {
            pc,
            completed,
            advanced: &steps.advanced,
            behind,
        };
        for (kinds, observer) in &mut self.all {
            if kinds.has(Kinds::INSTRUCTION) {
                observer.step(core, at, &step);
            }
        }
        if self.wanted.has(Kinds::STALL) {
            for &(cause, cycles) in &steps.advanced {
                if known.stalls.contains(&cause) {
                    let stall = Stall { pc, cause, cycles };
                    self.each(Kinds::STALL, |o| o.stall(core, at, &stall));
                }
            }
        }
        let branch = match done.uncounted {
            Some(taken) => completed.then_some(taken),
            None => has(known.branches).then(|| has(known.taken)),
        };
        if let Some(taken) = branch {
            let (from, to) = (pc, done.next);
            let branch = Branch { from, to, taken };
            self.each(Kinds::BRANCH, |o| o.branch(core, at, &branch));
        }
        if let Some(access) = access {
            let kind = match access.device {
                false => Kinds::ACCESS_MEMORY,
                true => Kinds::ACCESS_DEVICE,
            };
            self.each(kind, |o| o.access(core, at, &access));
        }

        let behind = pc.wrapping_add(done.bytes.into());
        steps.instructions += instructions;
        if completed {
            let behind_branch = std::mem::replace(&mut steps.slot, done.slot);
            let in_slot = behind_branch && goes_on;
            let ends = in_slot || !done.slot && (branch.is_some() || done.next != behind);
            steps.next = (!ends).then_some(behind);
        } else {
            // It is begun again, unless a trap was taken.
            steps.next = Some(pc);
        }
        for (m, _) in &steps.advanced {
            if let Some(place) = by_place.get_mut(m.place()) {
                *place = 0;
            }
        }
        steps.by_place = by_place;
        steps.meters = Some(known);
        self.steps[place] = steps;
    }
}

/// What single steps did to buses and shared caches, by the differences of their meters: what was reported, and room
/// for what is. Steps do not overlap: what the meters count during one is its doing.
#[derive(Default)]
struct Shared {
    /// By bus: for each master, the cycles that it waited, and those that it waited for each.
    waited: Vec<([u64; BUS_MASTERS], [[u64; BUS_MASTERS]; BUS_MASTERS])>,
    /// Over all shared caches, look-ups and those of them that missed.
    lookups: (u64, u64),
    waits: Vec<Wait>,
}

impl Shared {
    /// Begins again with `meters`.
    fn stands_at(&mut self, meters: &Meters) {
        let rows = |bank: &BusBank| (bank.waited, bank.waited_for);
        self.waited = meters.buses.iter().map(rows).collect();
        self.lookups = lookups(meters);
    }

    /// What lies behind a step of a core, which has added all to `meters`.
    fn behind(&mut self, access: Option<Access>, left: Left, meters: &Meters) -> Behind<'_> {
        self.waits.clear();
        let buses = (0u8..).zip(meters.buses.iter().zip(&mut self.waited));
        for (bus, (bank, (waited, rows))) in buses {
            if bank.waited == *waited {
                continue;
            }
            *waited = bank.waited;
            let rows = bank.waited_for.iter().zip(rows);
            for (master, (now, before)) in (0u8..).zip(rows) {
                for (owner, (&now, before)) in (0u8..).zip(now.iter().zip(before)) {
                    let cycles = now.wrapping_sub(std::mem::replace(before, now));
                    if cycles != 0 {
                        self.waits.push(Wait {
                            bus,
                            master,
                            owner,
                            cycles,
                        });
                    }
                }
            }
        }
        let (asked, missed) = lookups(meters);
        let before = std::mem::replace(&mut self.lookups, (asked, missed));
        Behind {
            access,
            waits: &self.waits,
            shared: asked != before.0,
            shared_missed: missed != before.1,
            left,
        }
    }
}

fn lookups(meters: &Meters) -> (u64, u64) {
    let sum = |m: CacheMeter| meters.caches.iter().map(|bank| bank.get(m)).sum();
    (sum(CacheMeter::Accesses), sum(CacheMeter::Misses))
}
