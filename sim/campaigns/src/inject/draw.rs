//! The faults of a campaign: those that are named, and those that are drawn by a seed.

use super::golden::Golden;
use super::place::{self, Unit};
use super::spec::Request;
use crate::engine::MOST;
use crate::error::Error;
use serde::{Deserialize, Serialize};
use trueboard_analyses::uncertainty::Random;
use trueboard_board::{Machine, Upset};
use trueboard_core::time::Tick;

/// A fault, and when it happens.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// The number of the entry of `--faults`.
    pub group: usize,
    /// As the command line names it, without its time.
    pub name: String,
    pub what: Upset,
    /// The chip corrects it by itself, without time.
    pub corrected: bool,
    pub at: Tick,
}

impl Fault {
    /// The core whose moment it is, if it is in a core.
    pub fn core(&self) -> Option<u8> {
        match self.what {
            Upset::Register { core, .. } | Upset::Parity { core, .. } => Some(core),
            _ => None,
        }
    }
}

/// An entry of `--faults`: PLACE[#BIT[+BIT]][@TIME].
pub struct Entry {
    pub place: String,
    units: Vec<Unit>,
    /// How many bits the units have.
    bits: u64,
    /// The bits that flip, if the entry says so.
    wanted: Option<Vec<u64>>,
    /// The time, if it says so.
    at: Option<Tick>,
}

impl Entry {
    pub fn parse(
        text: &str,
        golden: &Golden,
        m: &Machine,
        unprotected: bool,
    ) -> Result<Entry, Error> {
        let wrong = |cause: String| Error::usage(format!("--faults {text}: {cause}"));
        let (rest, at) = match text.split_once('@') {
            Some((rest, at)) => {
                let at = Golden::ticks(at, m).map_err(|e| wrong(e.text().to_owned()))?;
                (rest, Some(at))
            }
            None => (text, None),
        };
        if let Some(late) = at.filter(|at| *at >= golden.end) {
            return Err(wrong(past_the_end(late, golden)));
        }
        if let Some(early) = at.filter(|at| *at < golden.begin) {
            return Err(wrong(before_the_begin(early, golden)));
        }
        let (place, bits) = match rest.split_once('#') {
            Some((place, bits)) => (place, Some(bits)),
            None => (rest, None),
        };
        let units = place::units(place, m, unprotected)?;
        let numbers = bits.map(|b| {
            b.split('+')
                .map(str::parse)
                .collect::<Result<Vec<u64>, _>>()
        });
        let wanted = numbers
            .transpose()
            .map_err(|_| wrong("write bits as #3 or #3+4".to_owned()))?;
        if units.iter().map(Unit::bits).sum::<u64>() == 0 {
            return Err(wrong("has no bits to flip".to_owned()));
        }
        for u in &units {
            m.can_upset(&u.fault(0, 1).0).map_err(wrong)?;
        }
        let width = units.iter().map(Unit::width).max().unwrap_or(0);
        if let Some(b) = wanted.iter().flatten().find(|b| **b >= width) {
            return Err(wrong(format!(
                "there is no bit {b}: {place} has bits 0 to {}",
                width.max(1) - 1
            )));
        }
        if wanted.as_ref().is_some_and(|w| w.iter().any(|b| *b > 7)) {
            for u in &units {
                u.all_there(wanted.as_deref().unwrap_or_default(), m)
                    .map_err(wrong)?;
            }
        }
        Ok(Entry {
            place: place.to_owned(),
            bits: units.iter().map(Unit::bits).sum(),
            units,
            wanted,
            at,
        })
    }

    /// True when nothing is left to draw.
    fn is_one(&self) -> bool {
        let whole = |u: &Unit| u.is_whole();
        let bits = self.wanted.is_some() || self.bits == 1;
        self.at.is_some() && bits && matches!(self.units.as_slice(), [u] if whole(u))
    }

    /// How many different faults there are between two moments, at most.
    fn kinds(&self, from: Tick, to: Tick) -> u128 {
        let moments = if self.at.is_some() { 1 } else { to.0 - from.0 };
        // With the bits named, what has one word leaves nothing open.
        let named = |u: &Unit| self.wanted.is_some() && u.is_whole();
        let open = self
            .units
            .iter()
            .map(|u| if named(u) { 1 } else { u.bits() });
        open.map(u128::from).sum::<u128>() * u128::from(moments)
    }

    fn draw(&self, group: usize, from: Tick, to: Tick, flips: u32, random: &mut Random) -> Fault {
        let mut bit = random.below(usize::try_from(self.bits).unwrap_or(usize::MAX)) as u64;
        let span = usize::try_from(to.0 - from.0).unwrap_or(usize::MAX);
        let drawn = Tick(from.0 + random.below(span) as u64);
        let mut unit = self.units.first();
        for u in &self.units {
            unit = Some(u);
            if bit < u.bits() {
                break;
            }
            bit -= u.bits();
        }
        let at = self.at.unwrap_or(drawn);
        let (what, name) = match (unit, &self.wanted) {
            (Some(u), None) => u.fault(bit, flips),
            (Some(u), Some(wanted)) => u.fault_in(bit, wanted),
            (None, _) => (
                Upset::Memory {
                    address: 0,
                    bits: 0,
                },
                String::new(),
            ),
        };
        let corrects = matches!(
            unit,
            Some(Unit::Register {
                corrected: true,
                ..
            })
        );
        let single = matches!(what, Upset::Register { bits, .. } if bits.count_ones() == 1);
        Fault {
            group,
            name,
            what,
            corrected: corrects && single,
            at,
        }
    }
}

fn past_the_end(at: Tick, golden: &Golden) -> String {
    let ms = |t: Tick| t.0 as f64 * 1000.0 / golden.base_hz as f64;
    format!(
        "{:.3} ms is past the end: the run without a fault takes {:.3} ms",
        ms(at),
        ms(golden.end)
    )
}

fn before_the_begin(at: Tick, golden: &Golden) -> String {
    let ms = |t: Tick| t.0 as f64 * 1000.0 / golden.base_hz as f64;
    format!(
        "{:.3} ms is in the untimed span (--fast-until), which ends at {:.3} ms",
        ms(at),
        ms(golden.begin)
    )
}

/// Injections of a campaign that says no number.
const COUNT: usize = 1000;
/// Spreads the numbers of injections over the seeds (an odd constant of xoroshiro's authors).
const SPREAD: u64 = 0xD1B5_4A32_D192_ED03;

/// The faults of a campaign, each of which is drawn when it is asked for.
pub struct Faults<'a> {
    entries: &'a [Entry],
    from: Tick,
    to: Tick,
    flips: u32,
    seed: u64,
    count: usize,
}

impl Faults<'_> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Fault number `n`, which depends on the seed and on `n` alone.
    pub fn get(&self, n: usize) -> Option<Fault> {
        // Places in turn, so that each has as many.
        let group = n % self.entries.len().max(1);
        let entry = self.entries.get(group).filter(|_| n < self.count)?;
        let mut random = Random::new(self.seed ^ (n as u64 + 1).wrapping_mul(SPREAD));
        Some(entry.draw(group, self.from, self.to, self.flips, &mut random))
    }
}

/// All faults, in order.
pub fn all<'a>(
    request: &Request,
    entries: &'a [Entry],
    golden: &Golden,
    m: &Machine,
) -> Result<Faults<'a>, Error> {
    let moment = |option: &str, text: &Option<String>, otherwise: Tick| match text {
        None => Ok(otherwise),
        Some(t) => {
            let at = Golden::ticks(t, m)
                .map_err(|e| Error::usage(format!("{option} {t}: {}", e.text())))?;
            if at > golden.end {
                let text = format!("{option} {t}: {}", past_the_end(at, golden));
                return Err(Error::usage(text));
            }
            Ok(at)
        }
    };
    let from = moment("--from", &request.from, golden.begin)?;
    if from < golden.begin {
        let text = format!(
            "--from {}: {}",
            request.from.as_deref().unwrap_or("0"),
            before_the_begin(from, golden)
        );
        return Err(Error::usage(text));
    }
    let to = moment("--to", &request.to, golden.end)?;
    if from >= to {
        return Err(Error::usage(
            "--from must be before --to, and before the end of the run",
        ));
    }
    let single = entries.iter().all(Entry::is_one);
    let count = request
        .count
        .unwrap_or(if single { entries.len() } else { COUNT });
    if count > MOST {
        return Err(Error::usage(format!(
            "--count {count}: a campaign has {MOST} injections at most; make several, each with a --seed of its own"
        )));
    }
    let kinds: u128 = entries.iter().map(|e| e.kinds(from, to)).sum();
    if request.count.is_some() && count as u128 > kinds {
        return Err(Error::usage(format!(
            "--count {count}: there are {kinds} different faults at most between --from and --to; ask for no more, or \
             leave more open"
        )));
    }
    Ok(Faults {
        entries,
        from,
        to,
        flips: request.flips,
        seed: request.seed,
        count,
    })
}
