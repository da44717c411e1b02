//! The third count: windows as a plain reading of the manuals defines them, from the list of what
//! firmware did, and happenings counted one by one. It knows neither meters nor registers.

use trueboard_judge::{Cause, Verdict, Window};

/// xorshift64*.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }
}

/// What firmware did to a counter.
#[derive(Clone, Copy, Debug)]
pub enum Act<S> {
    /// A control register was written: what it selects (nothing: as before), and whether it counts.
    Control(Option<S>, bool),
    /// The counter was set, or cleared by a read.
    Set(u32),
    /// It was read.
    Read,
}

/// One act: after this many steps, when the register showed this.
#[derive(Clone, Copy, Debug)]
pub struct Done<S> {
    pub step: usize,
    pub register: u32,
    pub act: Act<S>,
}

/// A window.
#[derive(Clone, Copy, Debug)]
pub struct Plain<S> {
    pub asked: S,
    /// From this step on, up to that one.
    pub open: usize,
    pub close: usize,
    /// Where the last start was that opened a window.
    pub start: usize,
    /// It counted at some time.
    pub counted: bool,
    /// It stood still between two times at which it counted.
    pub pause: bool,
    /// What the register held at the opening.
    pub held: u32,
    pub held_cause: Option<Cause>,
}

/// The window of a read after `now` steps, of a counter that selected `reset` after reset.
pub fn window<S: Copy + PartialEq>(done: &[Done<S>], reset: S, now: usize) -> Plain<S> {
    let mut w = Plain {
        asked: reset,
        open: 0,
        close: 0,
        start: 0,
        counted: false,
        pause: false,
        held: 0,
        held_cause: None,
    };
    let (mut on, mut read, mut stopped) = (false, false, 0);
    for d in done {
        let opens = |cause| Plain {
            asked: w.asked,
            open: d.step,
            close: 0,
            start: w.start,
            counted: false,
            pause: false,
            held: d.register,
            held_cause: if d.register == 0 { None } else { cause },
        };
        match d.act {
            Act::Set(value) => {
                w = opens(Some(Cause::Preset));
                (w.held, w.counted) = (value, on);
                w.held_cause = w.held_cause.or(Some(Cause::Preset)).filter(|_| value != 0);
                read = false;
            }
            Act::Read => read |= !on,
            Act::Control(selection, count) => {
                let other = selection.is_some_and(|s| s != w.asked);
                let starts = count && !on;
                if other || starts && (!w.counted || read) {
                    // What was written and has not moved since is still what was written.
                    let unmoved = d.register == w.held;
                    let cause = match w.held_cause {
                        Some(c @ (Cause::Preset | Cause::SelectionChanged)) if unmoved => c,
                        _ if other => Cause::SelectionChanged,
                        _ => Cause::NotCleared,
                    };
                    w = opens(Some(cause));
                    w.start = d.step;
                    w.asked = selection.unwrap_or(w.asked);
                    read = false;
                } else if starts {
                    w.pause = true;
                }
                if on && !count {
                    stopped = d.step;
                }
                if count {
                    (w.counted, read) = (true, false);
                }
                on = count;
            }
        }
    }
    w.close = if on || !w.counted { now } else { stopped };
    w
}

/// Holds what the judge says of a faithful counter against the plain window; of a `hazy` one nobody
/// knows what it shows.
pub fn check<S: Copy + std::fmt::Debug>(
    w: &Window,
    plain: &Plain<S>,
    truth: Option<u64>,
    hazy: bool,
) {
    let of = || format!("{w:?}\n{plain:?}\ntruth {truth:?}");
    assert_eq!(w.truth, truth, "{}", of());
    let has = |c| w.causes.contains(&c);
    assert_eq!(has(Cause::NeverEnabled), !plain.counted, "{}", of());
    assert_eq!(has(Cause::PartlyEnabled), plain.pause, "{}", of());
    let held = [Cause::Preset, Cause::NotCleared, Cause::SelectionChanged];
    let named: Vec<Cause> = held.into_iter().filter(|&c| has(c)).collect();
    if hazy {
        assert_eq!(named.is_empty(), plain.held_cause.is_none(), "{}", of());
    } else {
        assert_eq!(named, plain.held_cause.as_slice(), "{}", of());
    }
    verdict(w, truth, hazy);
}

/// Exact is what shows the truth with nothing in the way; whatever else is explained.
pub fn verdict(w: &Window, truth: Option<u64>, hazy: bool) {
    let expected = match truth {
        _ if hazy => Verdict::NotJudged,
        None => Verdict::NotJudged,
        Some(t) if t == u64::from(w.measured) && w.causes.is_empty() => Verdict::Exact,
        Some(_) => Verdict::Explained,
    };
    assert_eq!(w.verdict, expected, "{w:?}");
}
