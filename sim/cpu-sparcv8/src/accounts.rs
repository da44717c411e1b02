//! Accounts: what a LEON meters, by what an observer has chosen ([`Accounts`]).
//!
//! Blocks are metered in bulk, and so they are by account: executions of their nodes are counted for each account, and
//! become meters when the core is settled. All else that is metered lies in the tally, of which an account gets what was
//! added while it was current. So a call costs no pass over all meters.

use crate::blocks;
use crate::core::Leon;
use crate::meters::Meter;
use crate::tally::{COUNTED, EVERYTHING, GROUP, HOT, Tally, complete};
use trueboard_core::defect;
use trueboard_core::meter::{Accounts, CoreBank};
use trueboard_engine::blocks::{MOST_NODES, NodeId};

/// The blocks of a LEON.
type Blocks = blocks::Blocks<Leon>;

/// What is metered so many times is taken back: counts wrap.
const ONCE_LESS: u64 = u64::MAX;

/// Accounts whose executions are kept, a power of two; those that share a place displace each other.
const PLACES: usize = 64;

/// Executions of a node, of those that were entered while one account was current, all of it up to the issue of a control
/// transfer that is an event; and of what follows that, in those left while it was. Counts wrap.
type Counts = [u64; 2];

const ENTERED: usize = 0;
const LEFT: usize = 1;

/// What an account has of [`HOT`] that its sums lack. It wraps.
#[derive(Clone, Copy, Default)]
struct Hot {
    meters: [u64; HOT.len()],
    /// It is one of [`Charging::listed`].
    listed: bool,
}

/// Counts of all nodes for all accounts that have a place.
const COUNTS: usize = PLACES * MOST_NODES;

/// The accounts of a core that has an observer who chooses them.
#[derive(Clone)]
pub(crate) struct Charging {
    pub accounts: Accounts,
    /// What the tally stood at when its meters beyond [`HOT`] were charged last. Those are charged otherwise: when an
    /// account stops to be current it gets what the tally stands at, which is taken from the one that follows.
    charged: Tally,
    /// By account.
    hot: Vec<Hot>,
    /// Accounts with something in [`Charging::hot`].
    listed: Vec<u32>,
    /// Where the counts of the account that is current begin.
    first: usize,
    /// The accounts that have a place, and their executions.
    holders: [u32; PLACES],
    counts: Box<[Counts; COUNTS]>,
    /// Which counts are not zero.
    touched: Vec<u32>,
    /// The control transfer of the block under way was an event: its end belongs to the account that is current now.
    turned: bool,
}

/// No executions. The host gives room to those that come.
#[cold]
fn no_counts() -> Box<[Counts; COUNTS]> {
    let counts = vec![[0; 2]; COUNTS].into_boxed_slice();
    counts
        .try_into()
        .unwrap_or_else(|_| Box::new([[0; 2]; COUNTS]))
}

/// The row of all meters.
#[inline(always)]
fn row(sums: &mut [u64]) -> Option<&mut [u64; Meter::COUNT]> {
    sums.try_into().ok()
}

impl Charging {
    /// With all that `bank` has charged to the first account.
    fn new(bank: Option<&CoreBank>, tally: &Tally) -> Charging {
        let mut accounts = Accounts::default();
        if let Some(bank) = bank {
            accounts.charge(bank);
        }
        Charging {
            accounts,
            charged: tally.clone(),
            hot: vec![Hot::default()],
            listed: Vec::new(),
            first: 0,
            holders: [0; PLACES],
            counts: no_counts(),
            touched: Vec::new(),
            turned: false,
        }
    }

    /// Charges what was added to the tally beyond [`HOT`] to the account that is current.
    #[inline(never)]
    fn charge_beyond(&mut self, tally: &mut Tally) {
        let beyond = std::mem::take(&mut tally.beyond_hot);
        for &m in &HOT {
            self.charged.meters[m as usize] = tally.meters[m as usize];
        }
        let Some(sums) = row(self.accounts.sums_mut(self.accounts.current())) else {
            return;
        };
        let (sum_groups, _) = sums.as_chunks_mut::<GROUP>();
        let (now, _) = tally.meters.as_chunks::<GROUP>();
        let (before, _) = self.charged.meters.as_chunks_mut::<GROUP>();
        let mut groups = beyond & !COUNTED;
        while groups != 0 {
            let i = groups.trailing_zeros() as usize;
            groups &= groups - 1;
            let (Some(sums), Some(now), Some(before)) =
                (sum_groups.get_mut(i), now.get(i), before.get_mut(i))
            else {
                break;
            };
            for (sum, (&now, before)) in sums.iter_mut().zip(now.iter().zip(before)) {
                let before = std::mem::replace(before, now);
                *sum = sum.wrapping_add(now.wrapping_sub(before));
            }
        }
        if beyond & COUNTED != 0 {
            let mut counted = tally.counted;
            for (now, before) in counted.iter_mut().zip(&mut self.charged.counted) {
                let before = std::mem::replace(before, *now);
                *now = now.wrapping_sub(before);
            }
            complete(&counted, sums);
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
        for account in self.listed.drain(..) {
            let hot = self.hot.get_mut(account as usize).map(std::mem::take);
            if let Some(sums) = row(self.accounts.sums_mut(account)) {
                for (&m, n) in HOT.iter().zip(hot.unwrap_or_default().meters) {
                    sums[m as usize] = sums[m as usize].wrapping_add(n);
                }
            }
        }
    }

    fn add_all(&mut self, account: u32, meters: &[u64]) {
        for (sum, n) in self.accounts.sums_mut(account).iter_mut().zip(meters) {
            *sum = sum.wrapping_add(*n);
        }
    }

    /// Goes on with a tally that was loaded in the place of `left`, and with what was charged before.
    pub fn resume(&mut self, mut left: Tally, tally: &Tally) {
        self.charge_all(&mut left);
        if let Some(sums) = row(self.accounts.sums_mut(self.accounts.current())) {
            for &m in &HOT {
                sums[m as usize] = sums[m as usize].wrapping_sub(tally.meters[m as usize]);
            }
        }
        let fresh = Charging::new(None, tally);
        let accounts = std::mem::take(&mut self.accounts);
        *self = Charging { accounts, ..fresh };
        let account = self.accounts.current();
        let place = account as usize & (PLACES - 1);
        self.first = place * MOST_NODES;
        self.holders[place] = account;
        self.reach(account);
    }

    /// `account` has an entry in [`Charging::hot`].
    #[inline(always)]
    fn reach(&mut self, account: u32) {
        if self.hot.len() <= account as usize {
            self.hot.resize(account as usize + 1, Hot::default());
        }
    }

    /// Makes `account` current from now on, when the tally is brought up to now.
    #[inline(always)]
    fn turn(&mut self, account: u32, tally: &mut Tally) {
        if tally.beyond_hot != 0 && !defect!("leon-accounts-hot") {
            self.charge_beyond(tally);
        }
        let before = self.accounts.current();
        self.accounts.turn(account);
        self.reach(account);
        let both = [before as usize, account as usize];
        let Ok([ended, begun]) = self.hot.get_disjoint_mut(both) else {
            return;
        };
        for (account, hot) in [(before, &mut *ended), (account, &mut *begun)] {
            if !std::mem::replace(&mut hot.listed, true) {
                self.listed.push(account);
            }
        }
        for (&m, (ended, begun)) in HOT
            .iter()
            .zip(ended.meters.iter_mut().zip(&mut begun.meters))
        {
            let now = tally.meters[m as usize];
            *ended = ended.wrapping_add(now);
            *begun = begun.wrapping_sub(now);
        }
    }

    /// Meters executions of the nodes of `blocks`: those at one place, or all.
    #[inline(never)]
    fn meter(&mut self, only: Option<usize>, blocks: &Blocks, tally: &mut Tally) {
        let mut touched = std::mem::take(&mut self.touched);
        touched.retain(|&at| {
            let (place, node) = (at as usize / MOST_NODES, at as usize & (MOST_NODES - 1));
            if only.is_some_and(|only| only != place) {
                return true;
            }
            let counts = self.counts.get_mut(at as usize).map(std::mem::take);
            let [entered, left] = counts.unwrap_or_default();
            if let Some(timing) = blocks.timing_at(node) {
                let mut part = Tally::default();
                timing.entered().add_to(&mut part, entered);
                timing.add_rest_to(&mut part, left);
                self.add_part(place, &mut part, tally);
            }
            false
        });
        self.touched = touched;
    }

    /// Charges what blocks count as to the account at `place`, and adds it to the tally.
    fn add_part(&mut self, place: usize, part: &mut Tally, tally: &mut Tally) {
        for tally in [tally, &mut self.charged] {
            let meters = tally.meters.iter_mut().zip(&part.meters);
            let counted = tally.counted.iter_mut().zip(&part.counted);
            for (sum, n) in meters.chain(counted) {
                *sum = sum.wrapping_add(*n);
            }
        }
        if let Some(sums) = row(self.accounts.sums_mut(self.accounts.current())) {
            for &m in &HOT {
                sums[m as usize] = sums[m as usize].wrapping_sub(part.meters[m as usize]);
            }
        }
        complete(&part.counted, &mut part.meters);
        let account = self.holders.get(place).copied().unwrap_or_default();
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
        if self.holders[place] != account && !defect!("leon-accounts-place") {
            self.meter(Some(place), blocks, tally);
            self.holders[place] = account;
        }
    }

    #[inline(always)]
    fn count(&mut self, node: NodeId, part: usize, times: u64) {
        let at = (self.first | node.index()) & (COUNTS - 1);
        let counts = &mut self.counts[at];
        if counts[ENTERED] | counts[LEFT] == 0 {
            self.touched.push(at as u32);
        }
        counts[part] = counts[part].wrapping_add(times);
    }

    /// Counts an execution of a node that begins.
    #[inline(always)]
    pub fn begin(&mut self, node: NodeId) {
        self.count(node, ENTERED, 1);
    }

    /// A node was executed to its end.
    #[inline(always)]
    pub fn ended(&mut self, node: NodeId, blocks: &Blocks, tally: &mut Tally) {
        if std::mem::take(&mut self.turned) {
            self.take_place(blocks, tally);
            self.count(node, LEFT, defect!("leon-accounts-left", 1, 0));
        }
    }

    /// A node was left before its end, and what was executed of it is in the tally. Where its control transfer was an
    /// event, what came before that stays counted, and is taken from the tally.
    #[inline(never)]
    pub fn left(&mut self, node: NodeId, blocks: &Blocks, tally: &mut Tally) {
        if std::mem::take(&mut self.turned) {
            blocks.at(node).timing.meter_issued(ONCE_LESS, tally);
            self.take_place(blocks, tally);
        } else {
            self.count(node, ENTERED, u64::MAX);
        }
    }
}

impl Leon {
    /// The control transfer of the block under way is an event, behind which `account`, if there is one, is charged.
    #[inline(always)]
    pub(crate) fn turn_in_block(&mut self, account: Option<u32>) {
        let Some(charging) = &mut self.charging else {
            return;
        };
        charging.turned = true;
        if let Some(account) = account {
            self.tally.bring_cycles(self.cycle);
            charging.turn(account, &mut self.tally);
        }
    }

    /// Charges to `account` from now on, outside of blocks.
    pub(crate) fn turn_to(&mut self, account: u32, blocks: &Blocks) {
        self.tally.bring_cycles(self.cycle);
        self.tally.beyond_hot |= COUNTED;
        if let Some(charging) = &mut self.charging {
            charging.turn(account, &mut self.tally);
            charging.take_place(blocks, &mut self.tally);
        }
    }

    /// Adds all that is pending to `bank`, of supervisor mode if `s`, up to `cycle`. Blocks are metered.
    pub(crate) fn flush_to(&mut self, bank: &mut CoreBank, s: bool, cycle: u64) {
        self.tally.bring_cycles(cycle);
        if let Some(charging) = &mut self.charging {
            charging.charge_all(&mut self.tally);
        }
        self.tally.flush(bank, s, cycle);
        if let Some(charging) = &mut self.charging {
            charging.charged.counted = self.tally.counted;
            charging.charged.meters = self.tally.meters;
            charging.accounts.is_charged(bank);
        }
    }

    /// Begins to charge accounts, or ends it, with what is in `bank`. Nothing is pending in blocks.
    pub(crate) fn choose_accounts(&mut self, chosen: bool, bank: Option<&CoreBank>) {
        match (chosen, &self.charging) {
            (true, None) => {
                let mut charging = Box::new(Charging::new(bank, &self.tally));
                // What is pending belongs to the first account.
                charging.charged.meters = [0; Meter::COUNT];
                charging.charged.counted = Default::default();
                self.tally.beyond_hot = EVERYTHING;
                self.charging = Some(charging);
            }
            (false, Some(_)) => self.charging = None,
            _ => {}
        }
    }
}
