//! Accounts: what a LEON meters, by what an observer has chosen ([`Accounts`]).
//!
//! Blocks are metered in bulk, and so they are by account: executions of their nodes are counted for each account, and
//! become meters when the core is settled. All else that is metered lies in the tally, of which an account gets what was
//! added while it was current. So a call costs no pass over all meters.

use crate::blocks;
use crate::core::Leon;
use crate::isa::Counted;
use crate::meters::Meter;
use crate::tally::{BEYOND, COUNTED, EVERYTHING, GROUP, HOT, Tally, complete};
use trueboard_core::meter::{Accounts, CoreBank};
use trueboard_engine::blocks::{MOST_NODES, NodeId};

/// The blocks of a LEON.
type Blocks = blocks::Blocks<Leon>;

/// What is metered so many times is taken back: counts wrap.
const ONCE_LESS: u64 = u64::MAX;

/// Accounts with recorded executions, a power of two; accounts that share a place displace each other.
const PLACES: usize = 128;

/// What an account has that its sums lack. It wraps.
#[derive(Clone, Copy, Default)]
struct Pending {
    /// Of [`HOT`].
    hot: [u64; HOT.len()],
    /// Instructions, as [`Tally::counted`].
    counted: [u64; Counted::COUNT],
    /// It is one of [`ProfileCounts::dirty`].
    dirty: bool,
}

/// Counts of all nodes for all accounts that have a place.
const COUNTS: usize = PLACES * MOST_NODES;

/// Executions of nodes, by the place of an account and node. Counts wrap.
type Counts = Box<[u64; COUNTS]>;

/// The accounts of a core that has an observer who chooses them.
pub(crate) struct ProfileCounts {
    pub accounts: Accounts,
    /// The tally at the last charge of its meters beyond [`HOT`]. The other meters are charged in another way: an
    /// account that stops to be current gets the tally's present values, which are subtracted from its successor.
    baseline: Tally,
    /// By account.
    pending: Vec<Pending>,
    /// Accounts with counts in [`ProfileCounts::pending`], including the current one.
    dirty: Vec<u32>,
    /// Where the counts of the account that is current begin.
    first: usize,
    /// The accounts that have a place.
    tags: [u32; PLACES],
    /// Of those that were entered while the account was current: all of the node up to the issue of a control transfer
    /// that is an event.
    entered: Counts,
    /// Of those that were left while it was: what follows that transfer.
    left: Counts,
    /// Where counts are not zero.
    touched: Vec<u32>,
    /// The control transfer of the block under way was an event: its end belongs to the account that is current now.
    pub switched: bool,
}

/// No executions. The host gives room to those that come.
#[cold]
fn no_counts() -> Counts {
    let counts = vec![0; COUNTS].into_boxed_slice();
    counts.try_into().unwrap_or_else(|_| Box::new([0; COUNTS]))
}

/// The row of all meters.
#[inline(always)]
fn row(sums: &mut [u64]) -> Option<&mut [u64; Meter::COUNT]> {
    sums.try_into().ok()
}

impl ProfileCounts {
    /// With all that `bank` has charged to the first account.
    fn new(bank: Option<&CoreBank>, tally: &Tally) -> ProfileCounts {
        let mut accounts = Accounts::default();
        if let Some(bank) = bank {
            accounts.charge(bank);
        }
        let first = Pending {
            dirty: true,
            ..Pending::default()
        };
        ProfileCounts {
            accounts,
            baseline: tally.clone(),
            pending: vec![first],
            dirty: vec![0],
            first: 0,
            tags: [0; PLACES],
            entered: no_counts(),
            left: no_counts(),
            touched: Vec::new(),
            switched: false,
        }
    }

    /// Charges what was added to the tally beyond [`HOT`] to the account that is current.
    #[inline(never)]
    fn charge_beyond(&mut self, tally: &mut Tally) {
        let beyond = std::mem::take(&mut tally.beyond_hot);
        let Some(sums) = row(self.accounts.sums_mut(self.accounts.current())) else {
            return;
        };
        let (sum_groups, _) = sums.as_chunks_mut::<GROUP>();
        let (now, _) = tally.meters.as_chunks::<GROUP>();
        let (before, _) = self.baseline.meters.as_chunks_mut::<GROUP>();
        let mut groups = beyond & !COUNTED;
        while groups != 0 {
            let i = groups.trailing_zeros() as usize;
            groups &= groups - 1;
            let (Some(sums), Some(now), Some(before)) =
                (sum_groups.get_mut(i), now.get(i), before.get_mut(i))
            else {
                break;
            };
            let beyond = BEYOND.get(i).copied().unwrap_or_default();
            for j in 0..GROUP {
                let gained = now[j].wrapping_sub(before[j]);
                sums[j] = sums[j].wrapping_add(gained & beyond[j]);
            }
            *before = *now;
        }
        if beyond & COUNTED != 0
            && let Some(pending) = self.pending.get_mut(self.accounts.current() as usize)
        {
            let before = self.baseline.counted.iter_mut();
            let counts = tally.counted.iter().zip(before);
            for (sum, (&now, before)) in pending.counted.iter_mut().zip(counts) {
                let before = std::mem::replace(before, now);
                *sum = sum.wrapping_add(now.wrapping_sub(before));
            }
        }
    }

    /// Charges all of the tally to the account that is current: it is cleared. The sums of all accounts are complete.
    fn charge_all(&mut self, tally: &mut Tally) {
        tally.beyond_hot = EVERYTHING;
        self.charge_beyond(tally);
        if let Some(sums) = row(self.accounts.sums_mut(self.accounts.current())) {
            for &m in &HOT {
                sums[m as usize] = sums[m as usize].wrapping_add(tally.meters[m as usize]);
            }
        }
        for account in self.dirty.drain(..) {
            let pending = self.pending.get_mut(account as usize).map(std::mem::take);
            let pending = pending.unwrap_or_default();
            if let Some(sums) = row(self.accounts.sums_mut(account)) {
                for (&m, n) in HOT.iter().zip(pending.hot) {
                    sums[m as usize] = sums[m as usize].wrapping_add(n);
                }
                complete(&pending.counted, sums);
            }
        }
        self.list(self.accounts.current());
    }

    /// `account` is one of [`ProfileCounts::dirty`].
    #[inline(always)]
    fn list(&mut self, account: u32) {
        if let Some(pending) = self.pending.get_mut(account as usize)
            && !std::mem::replace(&mut pending.dirty, true)
        {
            self.dirty.push(account);
        }
    }

    fn add_all(&mut self, account: u32, meters: &[u64]) {
        for (sum, n) in self.accounts.sums_mut(account).iter_mut().zip(meters) {
            *sum = sum.wrapping_add(*n);
        }
    }

    /// Continues with a tally that was loaded in the place of `left`, and with earlier charges.
    pub fn resume(&mut self, mut left: Tally, tally: &Tally) {
        self.charge_all(&mut left);
        if let Some(sums) = row(self.accounts.sums_mut(self.accounts.current())) {
            for &m in &HOT {
                sums[m as usize] = sums[m as usize].wrapping_sub(tally.meters[m as usize]);
            }
        }
        let fresh = ProfileCounts::new(None, tally);
        let accounts = std::mem::take(&mut self.accounts);
        *self = ProfileCounts { accounts, ..fresh };
        let account = self.accounts.current();
        let place = account as usize & (PLACES - 1);
        self.first = place * MOST_NODES;
        self.tags[place] = account;
        self.reach(account);
        self.list(account);
    }

    /// `account` has an entry in [`ProfileCounts::pending`], and sums.
    #[inline(always)]
    fn reach(&mut self, account: u32) {
        if self.pending.len() <= account as usize {
            self.pending
                .resize(account as usize + 1, Pending::default());
            self.accounts.reach(account);
        }
    }

    /// Makes `account` current from now on, when the tally is brought up to now.
    #[inline(always)]
    fn turn(&mut self, account: u32, tally: &mut Tally) {
        if tally.beyond_hot != 0 {
            self.charge_beyond(tally);
        }
        let before = self.accounts.turn(account);
        if !self.change(before, account, tally) {
            self.begin_account(before, account, tally);
        }
    }

    /// Charges [`HOT`] to `ended`, and from now on to `begun`. False if that is not to be charged already: it has no
    /// entry in [`ProfileCounts::pending`], or is not dirty.
    #[inline(always)]
    fn change(&mut self, ended: u32, begun: u32, tally: &Tally) -> bool {
        let both = [ended as usize, begun as usize];
        let Ok([ended, begun]) = self.pending.get_disjoint_mut(both) else {
            return false;
        };
        if !begun.dirty {
            return false;
        }
        for (&m, (ended, begun)) in HOT.iter().zip(ended.hot.iter_mut().zip(&mut begun.hot)) {
            let now = tally.meters[m as usize];
            *ended = ended.wrapping_add(now);
            *begun = begun.wrapping_sub(now);
        }
        true
    }

    /// [`ProfileCounts::change`] where `begun` is to be charged for the first time since all was; nothing if it is `ended`.
    #[cold]
    #[inline(never)]
    fn begin_account(&mut self, ended: u32, begun: u32, tally: &Tally) {
        if ended != begun {
            self.reach(begun);
            self.list(begun);
            self.change(ended, begun, tally);
        }
    }

    /// Meters executions of the nodes of `blocks`: those at one place, or all.
    #[inline(never)]
    fn meter(&mut self, only: Option<usize>, blocks: &Blocks, tally: &mut Tally) {
        let mut touched = std::mem::take(&mut self.touched);
        let place_of = |at: &u32| *at as usize / MOST_NODES;
        // By account; a place whose counts came back to zero is there once more.
        touched.sort_unstable();
        touched.dedup();
        for metered in touched.chunk_by(|a, b| place_of(a) == place_of(b)) {
            let Some(place) = metered.first().map(place_of) else {
                continue;
            };
            if only.is_some_and(|only| only != place) {
                continue;
            }
            let mut part = Tally::default();
            self.add_counts(metered, blocks, &mut part);
            for &at in metered {
                let at = at as usize & (COUNTS - 1);
                (self.entered[at], self.left[at]) = (0, 0);
            }
            self.add_part(place, &mut part, tally);
        }
        touched.retain(|at| only.is_some_and(|only| only != place_of(at)));
        self.touched = touched;
    }

    /// Adds to `part` what the executions counted at `places`, which are distinct, count as.
    fn add_counts(&self, places: &[u32], blocks: &Blocks, part: &mut Tally) {
        for &at in places {
            let at = at as usize & (COUNTS - 1);
            if let Some(timing) = blocks.timing_at(at & (MOST_NODES - 1)) {
                timing.entered().add_to(part, self.entered[at]);
                timing.add_rest_to(part, self.left[at]);
            }
        }
    }

    /// Adds to `tally` what [`ProfileCounts::meter_all`] would, and leaves it to that.
    pub fn meter_pending(&self, blocks: &Blocks, tally: &mut Tally) {
        let mut touched = self.touched.clone();
        touched.sort_unstable();
        touched.dedup();
        let mut part = Tally::default();
        self.add_counts(&touched, blocks, &mut part);
        tally.add_all(&part);
    }

    /// Charges what blocks count as to the account at `place`, and adds it to the tally.
    fn add_part(&mut self, place: usize, part: &mut Tally, tally: &mut Tally) {
        tally.add_all(part);
        self.baseline.add_all(part);
        if let Some(sums) = row(self.accounts.sums_mut(self.accounts.current())) {
            for &m in &HOT {
                sums[m as usize] = sums[m as usize].wrapping_sub(part.meters[m as usize]);
            }
        }
        complete(&part.counted, &mut part.meters);
        let account = self.tags.get(place).copied().unwrap_or_default();
        self.add_all(account, &part.meters);
    }

    /// Meters all executions.
    pub fn meter_all(&mut self, blocks: &Blocks, tally: &mut Tally) {
        if !self.touched.is_empty() {
            self.meter(None, blocks, tally);
        }
    }

    /// The account that is current takes its place.
    #[inline(always)]
    fn take_place(&mut self, blocks: &Blocks, tally: &mut Tally) {
        let account = self.accounts.current();
        let place = account as usize & (PLACES - 1);
        self.first = place * MOST_NODES;
        if self.tags[place] != account {
            self.meter(Some(place), blocks, tally);
            self.tags[place] = account;
        }
    }

    /// Where executions of a node by the account that is current are counted.
    #[inline(always)]
    fn place_of(&self, node: NodeId) -> usize {
        (self.first | node.index()) & (COUNTS - 1)
    }

    /// Notes a place where one of the counts was zero.
    #[inline(never)]
    fn touch(&mut self, at: usize) {
        if self.entered[at] | self.left[at] == 0 {
            self.touched.push(at as u32);
        }
    }

    /// Counts an execution of a node that begins.
    #[inline(always)]
    pub fn begin(&mut self, node: NodeId) {
        let at = self.place_of(node);
        if self.entered[at] == 0 {
            self.touch(at);
        }
        self.entered[at] = self.entered[at].wrapping_add(1);
    }

    /// A node was executed to its end, and its control transfer was an event.
    #[inline(always)]
    pub fn ended(&mut self, node: NodeId, blocks: &Blocks, tally: &mut Tally) {
        self.switched = false;
        self.take_place(blocks, tally);
        let at = self.place_of(node);
        if self.left[at] == 0 {
            self.touch(at);
        }
        self.left[at] = self.left[at].wrapping_add(1);
    }

    /// A node was left before its end, and what was executed of it is in the tally. Where its control transfer was an
    /// event, what came before that stays counted, and is taken from the tally.
    #[inline(never)]
    pub fn left(&mut self, node: NodeId, blocks: &Blocks, tally: &mut Tally) {
        if std::mem::take(&mut self.switched) {
            blocks.at(node).timing.meter_issued(ONCE_LESS, tally);
            self.take_place(blocks, tally);
        } else {
            let at = self.place_of(node);
            self.entered[at] = self.entered[at].wrapping_sub(1);
        }
    }
}

impl Leon {
    /// The control transfer of the block under way is an event, behind which `account`, if there is one, is charged.
    #[inline(always)]
    pub(crate) fn turn_in_block(&mut self, account: Option<u32>) {
        let Some(profile) = &mut *self.profile else {
            return;
        };
        profile.switched = true;
        if let Some(account) = account {
            self.tally.bring_cycles(self.cycle);
            profile.turn(account, &mut self.tally);
        }
    }

    /// Charges to `account` from now on, outside of blocks.
    pub(crate) fn turn_to(&mut self, account: u32, blocks: &Blocks) {
        self.tally.bring_cycles(self.cycle);
        if let Some(profile) = &mut *self.profile {
            profile.turn(account, &mut self.tally);
            if let Some(charges) = &mut *self.charges {
                charges.keep(&self.tally);
            }
            profile.take_place(blocks, &mut self.tally);
            if let Some(charges) = &mut *self.charges {
                charges.stands_at(&self.tally);
            }
        }
    }

    /// Adds all that is pending to `bank`, of supervisor mode if `s`, up to `cycle`. Blocks are metered.
    pub(crate) fn flush_to(&mut self, bank: &mut CoreBank, s: bool, cycle: u64) {
        self.tally.bring_cycles(cycle);
        if let Some(profile) = &mut *self.profile {
            profile.charge_all(&mut self.tally);
        }
        if let Some(charges) = &mut *self.charges {
            charges.keep(&self.tally);
        }
        self.tally.flush(bank, s, cycle);
        if let Some(charges) = &mut *self.charges {
            charges.stands_at(&self.tally);
        }
        if let Some(profile) = &mut *self.profile {
            profile.baseline.counted = self.tally.counted;
            profile.baseline.meters = self.tally.meters;
            profile.accounts.is_charged(bank);
        }
    }

    /// Begins to charge accounts, or ends it, with what is in `bank`. Nothing is pending in blocks.
    pub(crate) fn choose_accounts(&mut self, chosen: bool, bank: Option<&CoreBank>) {
        match (chosen, &*self.profile) {
            (true, None) => {
                let mut profile = Box::new(ProfileCounts::new(bank, &self.tally));
                // What is pending belongs to the first account.
                profile.baseline.meters = [0; Meter::COUNT];
                profile.baseline.counted = Default::default();
                self.tally.beyond_hot = EVERYTHING;
                *self.profile = Some(profile);
            }
            (false, Some(_)) => *self.profile = None,
            _ => {}
        }
    }
}
