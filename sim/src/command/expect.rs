//! Expectations: what a library of counters told its user, held against what happened. For `test` and `compare`.

pub mod spec;
mod values;

use super::Failure;
use super::boards::pmu_events;
use crate::paint::{Meaning, paint};
use crate::text::Table;
use spec::{Expectation, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use trueboard::analysis::expect::{Evidence, Expected, Judged, Span, judge};
use trueboard::analysis::regions::{Call, Calls, Selector};
use trueboard::board::describe::describe;
use trueboard::board::{BoardModel, NotThere, Options, Report, Session, did_you_mean};
use trueboard::core::meter::Dictionary;
use trueboard::judge::Window;

/// Has a run keep what the expectations need.
pub fn ask(all: &[Expectation], options: &mut Options) {
    for e in all {
        let region = Selector::named(&e.of.0);
        if !options.regions.contains(&region) {
            options.regions.push(region);
        }
        if let Value::Return(function) = &e.value
            && !options.returns.contains(function)
        {
            options.returns.push(function.clone());
        }
        options.each_call = true;
    }
}

/// Refuses expectations that name what the board or the images do not have, before they run.
pub fn check(all: &[Expectation], session: &Session) -> Result<(), Failure> {
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
fn places(e: &Expectation, meters: &Dictionary) -> Result<Vec<usize>, Failure> {
    let place = |name: &String| {
        let found = meters.by_name(name).map(|m| m.place());
        found.ok_or_else(|| {
            let names: Vec<&str> = meters.defs.iter().map(|d| d.name).collect();
            let near = did_you_mean(name, names.iter().copied());
            Failure::input(format!(
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
pub fn verdicts(
    all: &[Expectation],
    board: &BoardModel,
    session: &Session,
    report: &Report,
    console: &[u8],
) -> Result<Vec<Judged>, Failure> {
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

fn events(board: &BoardModel) -> Result<Vec<Event>, Failure> {
    let units = pmu_events(board).into_iter().filter_map(|e| {
        Some(Event {
            name: e.name.to_owned(),
            code: Some(e.id.into()),
            meter: e.meter?.to_owned(),
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
    fn verdict(&self, e: &Expectation) -> Result<Judged, Failure> {
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
    fn region(&self, e: &Expectation, core: u8) -> Result<Calls<'_>, Failure> {
        let regions = self.session.regions();
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
            Failure::input(format!(
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
    ) -> Result<(&'a [Call], BTreeMap<&'static str, u64>), Failure> {
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
                    Failure::input(format!(
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

/// The verdicts as a table, with the causes of those that are not met.
pub fn text(all: &[Judged]) -> String {
    let heading = [
        "value",
        "is",
        "of",
        "told",
        "true",
        "difference",
        "within",
        "",
    ];
    let mut t = Table::with_text_columns(&heading, |c| c < 3 || c == 7);
    for v in all {
        let word = match v.met {
            true => paint(Meaning::Good, "met"),
            false => paint(Meaning::Bad, "NOT MET"),
        };
        t.row(&[
            v.value.clone(),
            v.is.clone(),
            v.span(),
            v.returned.to_string(),
            v.expected.to_string(),
            v.off(),
            v.within.to_string(),
            word.to_string(),
        ]);
    }
    let mut s = t.to_string();
    for v in all.iter().filter(|v| !v.met) {
        let _ = writeln!(s, "{} is not {}:", v.value, v.is);
        if v.causes.is_empty() {
            s += "  no cause was found that numbers prove\n";
        }
        for cause in &v.causes {
            let _ = writeln!(s, "  {}", cause.text);
        }
    }
    s
}
