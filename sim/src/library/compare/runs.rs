//! Measured values of runs beside the true ones, another run's, or published figures.

use super::{RECORDS, images, report_of, unusable};
use crate::Error;
use crate::run::{Follow, Run, read, read_report};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use trueboard_analyses::{
    Bound, Comparison, Differences, Figures, Measurement, Numbers, Tolerance, compare, differences,
    measurements,
};
use trueboard_board::numbers::numbers;
use trueboard_board::report::TracingReport;
use trueboard_board::{Report, built_in, did_you_mean, names as built_in_names};
use trueboard_judge::Verdict;

pub use trueboard_analyses::Published;

/// A question that compares runs.
#[derive(Clone, Default)]
pub struct RunsRequest {
    /// The runs, one at least.
    pub runs: Vec<Run>,
    /// Further values to compare with, besides the truth.
    pub against: Option<Against>,
    /// How far a read may be from the truth, and a number from the other run's. 0 if nothing is said; reads that are
    /// explained then do not count where there are traces.
    pub tolerance: Option<Tolerance>,
    /// Tolerances of single numbers of the other run.
    pub bounds: Vec<Bound>,
    /// How far a measurement may be from its published figure; nothing of that is judged if nothing is said.
    pub published_tolerance: Option<Tolerance>,
    /// The other run may be of other firmware.
    pub other_firmware: bool,
}

/// Values that runs are compared with.
#[derive(Clone)]
pub enum Against {
    /// Another run.
    Run(Box<Report>),
    /// Figures of measurements that firmware leaves in memory.
    Figures(Published),
}

impl Against {
    /// What a text names: a report, the directory of a run, a `.ron` file of figures, or figures that are built in.
    ///
    /// # Errors
    /// There is none of this name, or it cannot be read.
    pub fn named(spec: &str) -> Result<Against, Error> {
        let path = Path::new(spec);
        let published = |place: &str, text: &str| {
            let p = Published::parse(place, text).map_err(|e| Error::Unusable(e.to_string()))?;
            Ok(Against::Figures(p))
        };
        if path.extension().is_some_and(|e| e == "ron") {
            return published(spec, &read(path)?);
        }
        if !path.exists()
            && let Some(text) = built_in(&format!("published/{spec}.ron"))
        {
            return published(&format!("models/published/{spec}.ron"), text);
        }
        if !path.exists() {
            let known = built_in_names("published");
            let hint = did_you_mean(spec, known.iter().map(String::as_str));
            return Err(Error::Unusable(format!(
                "--against {spec}: there is no such report or directory, and no published figures of this \
                 name{hint} (there are {})",
                known.join(", ")
            )));
        }
        Ok(Against::Run(Box::new(read_report(path)?)))
    }
}

/// Runs beside the truth, and beside the other values of the request.
#[derive(Clone, Debug, Serialize)]
pub struct Runs {
    /// Each of the runs.
    pub runs: Vec<Compared>,
    /// Measurements that their firmware left in memory.
    pub measurements: Vec<Row>,
    /// The published figures of the comparison.
    pub published: Option<Published>,
    /// Whether no value is wrong or beyond its tolerance.
    pub passes: bool,
}

/// A run beside the truth, and beside another one.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    /// Images of the run.
    pub images: Vec<String>,
    /// Measured beside true.
    #[serde(flatten)]
    pub comparison: Comparison,
    /// Its numbers beside another run's.
    pub against: Option<Differences>,
    /// Traces that firmware made and a host drained, beside what happened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tracing: Vec<TracingReport>,
    /// Reads that are not as far from the truth as they seem: in a run whose traces are compared, those that are
    /// explained, of clocks of tracers and of loops that wait for a counter to run down.
    pub explained: u64,
    /// Parts that could not be compared, in sentences.
    pub not_judged: Vec<String>,
    /// All that is known of the run.
    #[serde(skip)]
    pub report: Report,
}

/// A measurement that firmware left in memory.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Measured beside true.
    #[serde(flatten)]
    pub measured: Measurement,
    /// Its published figures.
    pub published: Option<Figures>,
    /// How far it may be from the published figure.
    #[serde(skip)]
    pub allowed: Option<Tolerance>,
    /// Whether it is beyond that tolerance.
    pub beyond: bool,
}

/// Compares runs with the truth, and with the other values of the request.
///
/// # Errors
/// A request that contradicts itself, runs that cannot be used or were no success, and runs that do not fit the other
/// one. [`Runs::verdict`] says whether anything was compared.
pub fn runs(a: &RunsRequest, follow: &dyn Follow) -> Result<Runs, Error> {
    let (other, published) = match &a.against {
        Some(Against::Run(r)) => (Some(&**r), None),
        Some(Against::Figures(p)) => (None, Some(p)),
        None => (None, None),
    };
    if published.is_none() && a.published_tolerance.is_some() {
        let text = "--against-tolerance is for published figures: give some with --against";
        return Err(Error::Request(text.to_owned()));
    }
    if other.is_none() && (!a.bounds.is_empty() || a.other_firmware) {
        let text = "--bound and --other-firmware are for two runs: give the other with --against";
        return Err(Error::Request(text.to_owned()));
    }
    let mut all = Vec::new();
    let mut rows = Vec::new();
    for run in &a.runs {
        let report = report_of(run, |_| (), follow)?;
        let found = report.dumps.get(RECORDS).map(|dump| {
            let place = run.name().display();
            measurements(dump, &report.windows.windows)
                .map_err(|e| unusable(&place, format_args!("{RECORDS}: {e}")))
        });
        for m in found.transpose()?.unwrap_or_default() {
            let figures = published.and_then(|p| p.find(&m.event, &m.program, &m.variant));
            rows.push(Row {
                beyond: figures.is_some_and(|f| beyond(&m, f, a.published_tolerance)),
                published: figures.cloned(),
                allowed: a.published_tolerance,
                measured: m,
            });
        }
        let against = other.map(|o| against(run, &report, o, a)).transpose()?;
        let tolerance = a.tolerance.unwrap_or_default();
        let comparison = compare(&report.windows, &report.regions, tolerance);
        let lenient = a.tolerance.is_none();
        all.push(Compared::new(report, comparison, against, lenient));
    }
    if published.is_some() && rows.iter().all(|r| r.published.is_none()) {
        return Err(Error::NotJudged(format!(
            "nothing was compared: none of the runs left a measurement in `{RECORDS}` for which \
             there is a published figure",
        )));
    }
    Ok(Runs {
        passes: all.iter().all(Compared::passes) && !rows.iter().any(|r| r.beyond),
        runs: all,
        measurements: rows,
        published: published.cloned(),
    })
}

/// The numbers of a run beside another one's.
fn against(
    run: &Run,
    here: &Report,
    other: &Report,
    a: &RunsRequest,
) -> Result<Differences, Error> {
    comparable(run, here, other, a)?;
    let (here, there): (Numbers, Numbers) = (numbers(here), numbers(other));
    differences(&here, &there, a.tolerance.unwrap_or_default(), &a.bounds).map_err(|e| {
        let named = |(place, meters): (&String, &BTreeMap<String, u64>)| -> Vec<String> {
            let full = meters.keys().map(|meter| format!("{place}.{meter}"));
            full.chain(meters.keys().cloned()).collect()
        };
        let known: Vec<String> = here.iter().chain(&there).flat_map(named).collect();
        let near = did_you_mean(&e.0, known.iter().map(String::as_str));
        unusable(&"--bound", format_args!("{e}{near}"))
    })
}

impl Runs {
    /// Whether all values agree.
    ///
    /// # Errors
    /// [`Error::NotJudged`] where nothing was compared, or a part was not judged: that is no success.
    pub fn verdict(&self) -> Result<bool, Error> {
        let of = |r: &Compared| r.images.join(", ");
        if let Some(r) = self.runs.iter().find(|r| !r.compared()) {
            return Err(Error::NotJudged(format!(
                "{}: no counter was read: nothing was compared; give another run with --against",
                of(r)
            )));
        }
        if !self.passes {
            return Ok(false);
        }
        match self.runs.iter().find(|r| !r.not_judged.is_empty()) {
            None => Ok(true),
            Some(r) => {
                let more = match r.not_judged.len() {
                    1 => String::new(),
                    n => format!(" (and {} more)", n - 1),
                };
                Err(Error::NotJudged(format!(
                    "{}: nothing differs, but a part was not judged: {}{more}",
                    of(r),
                    r.not_judged.first().map_or("", String::as_str)
                )))
            }
        }
    }
}

impl Compared {
    /// `lenient`: reads that are explained do not count where there are traces.
    fn new(
        report: Report,
        mut comparison: Comparison,
        against: Option<Differences>,
        lenient: bool,
    ) -> Compared {
        let traced = report.tracing.iter().any(|t| t.truth.is_some());
        let all = comparison.beyond.len();
        if lenient && traced {
            comparison
                .beyond
                .retain(|w| w.verdict != Verdict::Explained);
        }
        let streams = report.tracing.iter();
        let streams = streams.filter_map(|t| Some(format!("{}: {}", t.stream, t.not_judged()?)));
        let mut not_judged: Vec<String> = streams.collect();
        not_judged.extend(comparison.not_judged());
        Compared {
            images: images(&report),
            explained: (all - comparison.beyond.len()) as u64,
            comparison,
            against,
            tracing: report.tracing.clone(),
            not_judged,
            report,
        }
    }

    /// Whether any value was compared.
    fn compared(&self) -> bool {
        let read = !self.comparison.events.is_empty() || !self.comparison.clocks.is_empty();
        let traced = self
            .tracing
            .iter()
            .any(|t| t.truth.is_some() || t.not_judged().is_some());
        self.against.is_some() || read || traced
    }

    fn passes(&self) -> bool {
        let equal = |d: &Differences| d.beyond().next().is_none();
        self.comparison.passes()
            && self.against.as_ref().is_none_or(equal)
            && self.tracing.iter().all(|t| t.incomplete().is_none())
    }
}

/// Refuses a comparison without a common value.
fn comparable(run: &Run, here: &Report, other: &Report, a: &RunsRequest) -> Result<(), Error> {
    let refuse = |text: String| Err(unusable(&run.name().display(), text));
    if here.board != other.board {
        return refuse(format!(
            "this run is of the board {}, the other one of {}",
            here.board, other.board
        ));
    }
    let hashes =
        |r: &Report| -> Vec<String> { r.images.iter().map(|i| i.sha256.clone()).collect() };
    let differ = hashes(here) != hashes(other);
    if differ && !a.other_firmware {
        return refuse(
            "the two runs have other firmware (the hashes of their images differ); \
             --other-firmware compares them all the same"
                .to_owned(),
        );
    }
    if run.is_now() && !other.regions.is_empty() {
        return refuse(
            "the other run has regions, and an image that is run now has none: \
             run it with --region and --out, and compare that"
                .to_owned(),
        );
    }
    Ok(())
}

fn beyond(m: &Measurement, f: &Figures, tolerance: Option<Tolerance>) -> bool {
    let far = |s: u64, f: u64| tolerance.is_some_and(|t| t.exceeded(s, f));
    far(m.value.measured, f.value)
        || far(m.cycles.measured, f.cycles)
        || far(m.instructions.measured, f.instructions)
}
