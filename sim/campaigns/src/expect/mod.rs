//! Expectations: what a library of counters told its user, held against what happened.
//!
//! [`read`] takes a list from a file. [`ask`] has a run keep what it needs, [`check`] refuses names that the run does
//! not have, and [`verdicts`] judges when the run is over.

mod spec;
mod values;

pub use spec::{Allowed, Expectation, Kind, Region, Value};

use crate::error::Error;
use crate::specification;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use trueboard_analyses::expect::{Evidence, Expected, Judged, Span, judge};
use trueboard_analyses::regions::request::Request;
use trueboard_analyses::regions::{Call, Calls, Regions, Selector};
use trueboard_board::describe::{describe, unit_events};
use trueboard_board::{BoardModel, NotThere, Options, Report, Session, did_you_mean};
use trueboard_core::meter::Dictionary;
use trueboard_judge::Window;

/// A list of expectations, in a file of the form that `page` describes.
///
/// # Errors
/// A file that cannot be read, or is no such list.
pub fn read(path: &Path, page: &str) -> Result<Vec<Expectation>, Error> {
    specification::read(path, page)
}

/// Has a run keep what the expectations need.
pub fn ask(all: &[Expectation], options: &mut Options) {
    for e in all {
        let region = Selector::named(&e.of.0);
        let followed = options.analyses.of::<Request>();
        if !followed.selectors.contains(&region) {
            followed.selectors.push(region);
        }
        followed.each_call = true;
        if let Value::Return(function) = &e.value
            && !options.returns.contains(function)
        {
            options.returns.push(function.clone());
        }
    }
}

/// Refuses expectations that name what the board or the images do not have, before they run.
///
/// # Errors
/// The first name that is not there.
pub fn check(all: &[Expectation], session: &Session) -> Result<(), Error> {
    for e in all {
        let m = session.machine();
        let Some(meters) = m.dictionary(e.core) else {
            return Err(NotThere::core(&m.name, e.core, m.core_count()).into());
        };
        places(e, meters)?;
        values::check(e, session)?;
    }
    Ok(())
}

/// The places of its meters in the dictionary of its core.
fn places(e: &Expectation, meters: &Dictionary) -> Result<Vec<usize>, Error> {
    let place = |name: &String| {
        let found = meters.by_name(name).map(|m| m.place());
        found.ok_or_else(|| {
            let names: Vec<&str> = meters.defs.iter().map(|d| d.name).collect();
            let near = did_you_mean(name, names.iter().copied());
            Error::input(format!(
                "{}: core {} has no meter `{name}`{near}; its meters are {}",
                e.value,
                e.core,
                names.join(", ")
            ))
        })
    };
    e.meters().iter().map(place).collect()
}

/// Holds every expectation against the run that `session` has made.
///
/// # Errors
/// A value or a region that the run does not have.
pub fn verdicts(
    all: &[Expectation],
    board: &BoardModel,
    session: &Session,
    report: &Report,
    console: &[u8],
) -> Result<Vec<Judged>, Error> {
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let events = events(board)?;
    let places: BTreeMap<(u8, u64), &str> = report
        .places
        .iter()
        .map(|p| ((p.core, p.pc), p.place.as_str()))
        .collect();
    let run = Run {
        session,
        report,
        console,
        events,
        places,
    };
    all.iter().map(|e| run.verdict(e)).collect()
}

/// An event that counters of the board count.
struct Event {
    name: String,
    /// Its number, if it has one of its own.
    code: Option<u32>,
    /// The meter that is its truth.
    meter: String,
}

fn events(board: &BoardModel) -> Result<Vec<Event>, Error> {
    let units = unit_events(board).iter().filter_map(|e| {
        Some(Event {
            name: e.name.to_owned(),
            code: Some(e.id.into()),
            meter: e.class.meter()?.to_owned(),
        })
    });
    let cores = describe(board)?.cores.into_iter();
    let cores = cores.flat_map(|c| c.counters).map(|c| Event {
        name: c.name.to_owned(),
        code: None,
        meter: c.meter.to_owned(),
    });
    Ok(units.chain(cores).collect())
}

/// A run that is over.
struct Run<'a> {
    session: &'a Session,
    report: &'a Report,
    console: &'a [u8],
    events: Vec<Event>,
    places: BTreeMap<(u8, u64), &'a str>,
}

impl Run<'_> {
    fn verdict(&self, e: &Expectation) -> Result<Judged, Error> {
        let region = self.region(e, e.core)?;
        let meters = places(e, region.meters)?;
        let (chosen, advanced) = self.chosen(e, region)?;
        let of = |c: &Call| -> u64 {
            let all = meters.iter().filter_map(|&m| c.meters.get(m));
            all.sum()
        };
        let cores = 0..self.session.machine().core_count() as u8;
        let elsewhere = cores.filter(|&core| core != e.core).filter_map(|core| {
            let region = self.region(e, core).ok()?;
            let (_, advanced) = self.chosen(e, region).ok()?;
            let names = e.meters();
            let all = names.iter().filter_map(|m| advanced.get(m.as_str()));
            Some((core, all.sum()))
        });
        let evidence = Evidence {
            returned: values::value(e, self.session, self.console)?,
            spans: chosen
                .iter()
                .map(|c| Span {
                    from: c.entered.0,
                    to: c.left.0,
                })
                .collect(),
            meters: advanced,
            calls: region.kept.iter().map(of).collect(),
            elsewhere: elsewhere.collect(),
            windows: &self.report.windows.windows,
            codes: self.codes(e),
            meter_of: &|w: &Window| {
                let event = self.events.iter().find(|known| known.name == w.event_name);
                event.map(|e| e.meter.as_str())
            },
            place: &|core, pc| self.places.get(&(core, pc)).copied(),
            hz: self.report.time.hz,
            ticks_per_cycle: self.session.machine().ticks_per_cycle(e.core),
        };
        let nth = e.nth.map_or(String::new(), |n| format!(" ({n})"));
        let expected = Expected {
            value: format!("{}{nth}", e.value),
            meters: e.meters(),
            region: e.of.0.clone(),
            core: e.core,
            call: e.call,
            within: e.within.0,
        };
        Ok(judge(&expected, &evidence))
    }

    /// The numbers of the events that count what is meant.
    fn codes(&self, e: &Expectation) -> Vec<u32> {
        let meters = e.meters();
        let meant = self
            .events
            .iter()
            .filter(|event| meters == [event.meter.as_str()]);
        let codes: BTreeSet<u32> = meant.filter_map(|event| event.code).collect();
        codes.into_iter().collect()
    }

    /// The calls of the region on a core.
    fn region(&self, e: &Expectation, core: u8) -> Result<Calls<'_>, Error> {
        let regions = self.session.machine().observer::<Regions>();
        regions.and_then(|r| r.calls(core, &e.of.0)).ok_or_else(|| {
            let of = |core: Option<u8>| -> BTreeSet<String> {
                let all = self.report.regions.iter();
                let all = all.filter(|r| core.is_none_or(|c| c == r.core));
                all.map(|r| format!("{} on core {}", r.name, r.core))
                    .collect()
            };
            let known: Vec<String> = of(None).into_iter().collect();
            let known = match known.as_slice() {
                [] => "no region of these expectations was entered".to_owned(),
                all => format!("entered were {}", all.join(", ")),
            };
            Error::input(format!(
                "{}: core {core} never entered `{}`; {known}",
                e.value, e.of.0
            ))
        })
    }

    /// The calls that are meant, as many as were kept, and what each meter advanced in all of them.
    fn chosen<'a>(
        &self,
        e: &Expectation,
        region: Calls<'a>,
    ) -> Result<(&'a [Call], BTreeMap<&'static str, u64>), Error> {
        let kept = region.kept;
        let calls = match e.call {
            None if region.completed == kept.len() as u64 => kept,
            None => &[],
            Some(n) => {
                let place = usize::try_from(n).ok().and_then(|n| n.checked_sub(1));
                let found = place.and_then(|i| kept.get(i..=i));
                found.ok_or_else(|| {
                    let more = match region.completed > kept.len() as u64 {
                        true => format!(", of which the first {} are kept", kept.len()),
                        false => String::new(),
                    };
                    Error::input(format!(
                        "{}: `call` is {n}, and {} calls of {} ended{more}",
                        e.value, region.completed, e.of.0
                    ))
                })?
            }
        };
        let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
        for (place, def) in region.meters.defs.iter().enumerate() {
            let of = |c: &Call| c.meters.get(place).copied().unwrap_or(0);
            sums.insert(def.name, calls.iter().map(of).sum());
        }
        if e.call.is_none() && calls.is_empty() {
            let all = self.report.regions.iter();
            let mut all = all.filter(|r| r.core == e.core && r.name == e.of.0);
            let meters = all.next().map(|r| &r.meters);
            for (name, sum) in &mut sums {
                *sum = meters.and_then(|m| m.get(*name)).copied().unwrap_or(0);
            }
        }
        Ok((calls, sums))
    }
}
