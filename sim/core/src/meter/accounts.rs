//! Accounts: banks that split a core's meters. Each moment belongs to one account, and every advance of a meter in it
//! is charged to that account.

use super::CoreBank;

/// The sums of the accounts of one core. The first account, number 0, has what was metered before another one was
/// chosen.
///
/// ```
/// use trueboard_core::meter::{Accounts, CoreBank, CoreMeter};
/// # trueboard_core::core_meters! {
/// #     pub enum Meter { Loads = "loads", Count, "Loads."; }
/// #     pub static METERS of "toy core";
/// #     stack {} executed { Instructions } changes {}
/// # }
/// let mut bank = CoreBank::new(&METERS);
/// let mut accounts = Accounts::default();
/// bank.add(true, CoreMeter::CYCLES, 10);
/// accounts.turn_to(1, &bank);
/// bank.add(true, CoreMeter::CYCLES, 5);
/// let cycles = |account| accounts.sums(account, &bank)[CoreMeter::CYCLES.place()];
/// assert_eq!([cycles(0), cycles(1)], [10, 5]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Accounts {
    /// How many meters the core has; 0 before the first of [`Accounts::charge`].
    meters: usize,
    /// By account and place in the dictionary. They wrap: a part may be taken back before it is added.
    sums: Vec<u64>,
    current: u32,
    /// What the bank, in both modes together, stood at when all of it was charged.
    charged: Vec<u64>,
}

impl Accounts {
    /// The account that is charged.
    #[inline]
    #[must_use]
    pub fn current(&self) -> u32 {
        self.current
    }

    /// Charges what `bank` has gained since the last call to the account that is current.
    pub fn charge(&mut self, bank: &CoreBank) {
        let [user, supervisor] = bank.modes();
        self.charged.resize(user.len(), 0);
        self.meters = user.len();
        let first = self.current as usize * self.meters;
        self.reach(self.current);
        let sums = self.sums.get_mut(first..).unwrap_or_default();
        let now = user.iter().zip(supervisor);
        for ((sum, charged), (user, supervisor)) in sums.iter_mut().zip(&mut self.charged).zip(now)
        {
            let now = user.wrapping_add(*supervisor);
            *sum = sum.wrapping_add(now.wrapping_sub(std::mem::replace(charged, now)));
        }
    }

    /// Charges what `bank` has gained to the account that is current, which is `account` from now on.
    pub fn turn_to(&mut self, account: u32, bank: &CoreBank) {
        self.charge(bank);
        self.current = account;
    }

    /// Makes `account` current, which has sums; answers the one that was. What was metered before is charged by the core
    /// itself, in [`Accounts::sums_mut`].
    #[inline]
    pub fn turn(&mut self, account: u32) -> u32 {
        std::mem::replace(&mut self.current, account)
    }

    /// `bank` has the values that were charged in [`Accounts::sums_mut`].
    pub fn is_charged(&mut self, bank: &CoreBank) {
        let [user, supervisor] = bank.modes();
        let both = user.iter().zip(supervisor);
        self.charged.clear();
        self.charged
            .extend(both.map(|(user, supervisor)| user.wrapping_add(*supervisor)));
    }

    /// The sums of an account that was current, by place, to add to.
    #[inline(always)]
    pub fn sums_mut(&mut self, account: u32) -> &mut [u64] {
        let first = account as usize * self.meters;
        self.sums
            .get_mut(first..first + self.meters)
            .unwrap_or_default()
    }

    /// The sums of `account`, by place, when the core has settled and its bank is `bank`; empty for one that never was
    /// current.
    #[must_use]
    pub fn sums(&self, account: u32, bank: &CoreBank) -> Vec<u64> {
        let first = account as usize * self.meters;
        let known = self.sums.get(first..first + self.meters);
        let mut sums = known.unwrap_or_default().to_vec();
        if account == self.current {
            sums.resize(bank.modes()[0].len(), 0);
            let before = self.charged.iter().chain(std::iter::repeat(&0));
            for ((sum, now), before) in sums.iter_mut().zip(bank.in_both_modes()).zip(before) {
                *sum = sum.wrapping_add(now.wrapping_sub(*before));
            }
        }
        sums
    }

    /// `account` has sums.
    pub fn reach(&mut self, account: u32) {
        let end = (account as usize + 1) * self.meters;
        if self.sums.len() < end {
            self.sums.resize(end, 0);
        }
    }
}
