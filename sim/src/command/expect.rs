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
use trueboard::board::describe::describe;
use trueboard::board::{BoardModel, NotThere, Options, Report, Session, did_you_mean};
use trueboard::core::meter::Dictionary;
use trueboard::truth::region::{Call, Calls, Selector};
use trueboard::truth::windows::Window;

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
        meter(e, meters)?;
        values::check(e, session)?;
    }
    Ok(())
}

/// The place of the meter in the dictionary of its core.
fn meter(e: &Expectation, meters: &Dictionary) -> Result<usize, Failure> {
    let found = meters.by_name(&e.is).map(|m| m.place());
    found.ok_or_else(|| {
        let names: Vec<&str> = meters.defs.iter().map(|d| d.name).collect();
        let near = did_you_mean(&e.is, names.iter().copied());
        Failure::input(format!(
            "{}: core {} has no meter `{}`{near}; its meters are {}",
            e.value,
            e.core,
            e.is,
            names.join(", ")
        ))
    })
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
    let meters_of_events = meters_of_events(board)?;
    let places: BTreeMap<(u8, u64), &str> = report
        .places
        .iter()
        .map(|p| ((p.core, p.pc), p.place.as_str()))
        .collect();
    let run = Run {
        session,
        report,
        console,
        meters_of_events,
        places,
    };
    all.iter().map(|e| run.verdict(e)).collect()
}

/// The meter that is the truth of each event that counters of the board count, by the event's name.
fn meters_of_events(board: &BoardModel) -> Result<BTreeMap<String, String>, Failure> {
    let units = pmu_events(board).into_iter();
    let units = units.filter_map(|e| Some((e.name.to_owned(), e.meter?.to_owned())));
    let cores = describe(board)?.cores.into_iter();
    let cores = cores.flat_map(|c| c.counters);
    let cores = cores.map(|c| (c.name.to_owned(), c.meter.to_owned()));
    Ok(units.chain(cores).collect())
}

/// A run that is over.
struct Run<'a> {
    session: &'a Session,
    report: &'a Report,
    console: &'a [u8],
    meters_of_events: BTreeMap<String, String>,
    places: BTreeMap<(u8, u64), &'a str>,
}

impl Run<'_> {
    fn verdict(&self, e: &Expectation) -> Result<Judged, Failure> {
        let region = self.region(e, e.core)?;
        let meter = meter(e, region.meters)?;
        let (chosen, advanced) = self.chosen(e, region)?;
        let of = |c: &Call| c.meters.get(meter).copied().unwrap_or(0);
        let cores = 0..self.session.machine().core_count() as u8;
        let elsewhere = cores.filter(|&core| core != e.core).filter_map(|core| {
            let region = self.region(e, core).ok()?;
            let (_, advanced) = self.chosen(e, region).ok()?;
            Some((core, advanced.get(e.is.as_str()).copied()?))
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
            meter_of: &|w: &Window| self.meters_of_events.get(&w.event_name).map(String::as_str),
            place: &|core, pc| self.places.get(&(core, pc)).copied(),
            hz: self.report.time.hz,
            ticks_per_cycle: self.session.machine().ticks_per_cycle(e.core),
        };
        let nth = e.nth.map_or(String::new(), |n| format!(" ({n})"));
        let expected = Expected {
            value: format!("{}{nth}", e.value),
            meter: e.is.clone(),
            region: e.of.0.clone(),
            core: e.core,
            call: e.call,
            within: e.within.0,
        };
        Ok(judge(&expected, &evidence))
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
