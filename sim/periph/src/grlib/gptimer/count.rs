//! The counting of a timer unit, in closed form: any number of cycles at once, exactly.

use serde::{Deserialize, Serialize};

pub(super) const WS: u32 = 1 << 8;
pub(super) const WN: u32 = 1 << 7;
pub(super) const CH: u32 = 1 << 5;
pub(super) const IP: u32 = 1 << 4;
pub(super) const IE: u32 = 1 << 3;
pub(super) const LD: u32 = 1 << 2;
pub(super) const RS: u32 = 1 << 1;
pub(super) const EN: u32 = 1 << 0;

/// Most timers that a unit can have.
pub(super) const MAX: usize = 7;

/// One down counter.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Timer {
    pub value: u32,
    pub reload: u32,
    /// TCTRL, without the bit that does not stay.
    pub ctrl: u32,
}

impl Timer {
    /// Counts `n` ticks; answers how often it underflowed.
    fn count(&mut self, n: u64) -> u64 {
        let value = u64::from(self.value);
        if self.ctrl & EN == 0 || n <= value {
            if self.ctrl & EN != 0 {
                self.value = (value - n) as u32;
            }
            return 0;
        }
        if self.ctrl & IE != 0 {
            self.ctrl |= IP;
        }
        if self.ctrl & RS == 0 {
            self.value = u32::MAX;
            self.ctrl &= !EN;
            return 1;
        }
        let period = u64::from(self.reload) + 1;
        let beyond = n - value - 1;
        self.value = self.reload - (beyond % period) as u32;
        1 + beyond / period
    }

    /// Ticks until the `k`-th underflow from now (`k` at least 1).
    fn ticks_to(&self, k: u64) -> Option<u64> {
        if self.ctrl & EN == 0 || (k > 1 && self.ctrl & RS == 0) {
            return None;
        }
        let period = u64::from(self.reload) + 1;
        (u64::from(self.value) + 1).checked_add((k - 1).checked_mul(period)?)
    }
}

/// The prescaler and its timers, as they stand at cycle `at`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Timers {
    at: u64,
    scaler: u32,
    scaler_reload: u32,
    pub timers: Vec<Timer>,
}

impl Timers {
    pub fn new(n: usize) -> Timers {
        Timers {
            at: 0,
            scaler: 0xffff,
            scaler_reload: 0xffff,
            timers: vec![Timer::default(); n],
        }
    }

    /// Lets time begin at `cycle`.
    pub fn restart(&mut self, cycle: u64) {
        self.at = cycle;
    }

    pub fn scaler_value(&self) -> u32 {
        self.scaler
    }

    pub fn scaler_reload(&self) -> u32 {
        self.scaler_reload
    }

    pub fn set_scaler_value(&mut self, v: u32) {
        self.scaler = v;
    }

    /// Sets the reload value, and with it the value.
    pub fn set_scaler_reload(&mut self, v: u32) {
        self.scaler_reload = v;
        self.scaler = v;
    }

    /// Counts up to `cycle`; returns the underflows of each timer. The prescaler stops while no timer is enabled.
    pub fn advance(&mut self, cycle: u64) -> [u64; MAX] {
        let passed = cycle.saturating_sub(self.at);
        self.at = self.at.max(cycle);
        let mut fired = [0; MAX];
        let last = self.ticks_until_off();
        if last == 0 {
            return fired;
        }
        let mut prescaler = Timer {
            value: self.scaler,
            reload: self.scaler_reload,
            ctrl: EN | RS,
        };
        let mut ticks = prescaler.count(passed);
        if ticks >= last {
            (ticks, prescaler.value) = (last, self.scaler_reload);
        }
        self.scaler = prescaler.value;
        let mut before = 0;
        for (t, fired) in self.timers.iter_mut().zip(&mut fired) {
            let n = if t.ctrl & CH != 0 { before } else { ticks };
            before = t.count(n);
            *fired = before;
        }
        fired
    }

    /// The cycle of the next underflow that interrupts, or that is of timer `heard`.
    pub fn next_underflow(&self, heard: Option<usize>) -> Option<u64> {
        (0..self.timers.len())
            .filter(|&i| self.timers[i].ctrl & IE != 0 || heard == Some(i))
            .filter_map(|i| self.cycles_to(i))
            .min()
            .and_then(|c| self.at.checked_add(c))
    }

    /// Cycles until timer `i` underflows next.
    fn cycles_to(&self, i: usize) -> Option<u64> {
        let period = u64::from(self.scaler_reload) + 1;
        let more = (self.ticks_to(i)? - 1).checked_mul(period)?;
        (u64::from(self.scaler) + 1).checked_add(more)
    }

    /// Ticks of the prescaler until timer `i` underflows next.
    fn ticks_to(&self, i: usize) -> Option<u64> {
        let mut n = self.timers[i].ticks_to(1)?;
        let mut j = i;
        while self.timers[j].ctrl & CH != 0 {
            // The first timer has none before it: chained, it never counts.
            j = j.checked_sub(1)?;
            n = self.timers[j].ticks_to(n)?;
        }
        Some(n)
    }

    /// Ticks until no timer is enabled: 0 when none is now, `u64::MAX` when one stays on.
    fn ticks_until_off(&self) -> u64 {
        let off = |i: usize| match self.timers[i].ctrl & (EN | RS) {
            EN => self.ticks_to(i).unwrap_or(u64::MAX),
            0 | RS => 0,
            _ => u64::MAX,
        };
        (0..self.timers.len()).map(off).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As above, one cycle at a time, as a reader of the manual would write it.
    fn step(t: &mut Timers) -> [u64; MAX] {
        let mut fired = [0; MAX];
        t.at += 1;
        if t.timers.iter().all(|t| t.ctrl & EN == 0) {
            return fired;
        }
        if t.scaler != 0 {
            t.scaler -= 1;
            return fired;
        }
        t.scaler = t.scaler_reload;
        let mut before = 0;
        for (t, fired) in t.timers.iter_mut().zip(&mut fired) {
            let ticked = t.ctrl & EN != 0 && (t.ctrl & CH == 0 || before != 0);
            before = 0;
            if ticked && t.value != 0 {
                t.value -= 1;
            } else if ticked {
                before = 1;
                t.ctrl |= if t.ctrl & IE != 0 { IP } else { 0 };
                if t.ctrl & RS != 0 {
                    t.value = t.reload;
                } else {
                    t.value = u32::MAX;
                    t.ctrl &= !EN;
                }
            }
            *fired = before;
        }
        fired
    }

    #[test]
    fn closed_form_equals_stepping() {
        let mut seed = 0x2545_f491_4f6c_dd1du64;
        let mut random = |n: u64| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 20) % n
        };
        for _ in 0..3000 {
            let mut a = Timers::new(4);
            a.scaler = random(6) as u32;
            a.scaler_reload = random(6) as u32;
            for t in &mut a.timers {
                t.value = random(9) as u32;
                t.reload = random(9) as u32;
                t.ctrl = random(64) as u32 & (EN | RS | IE | CH);
            }
            let mut b = a.clone();
            let n = random(400);
            let heard = (random(2) == 1).then_some(3);
            let next = a.next_underflow(heard);
            let mut first = None;
            let mut sum = [0; MAX];
            for _ in 0..n {
                let fired = step(&mut b);
                for (s, f) in sum.iter_mut().zip(fired) {
                    *s += f;
                }
                let loud = |i: usize| b.timers[i].ctrl & IE != 0 || heard == Some(i);
                let loud = (0..4).any(|i| fired[i] != 0 && loud(i));
                first = first.or(loud.then_some(b.at));
            }
            assert_eq!(a.advance(n), sum);
            assert_eq!(format!("{a:?}"), format!("{b:?}"));
            match (first, next) {
                (Some(f), _) => assert_eq!(next, Some(f)),
                (None, Some(at)) => assert!(at > n || at == 0, "{at} {n}"),
                (None, None) => {}
            }
        }
    }
}
