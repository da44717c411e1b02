//! Reading and checking a power file. All problems are reported at once.

use crate::schema::{FileStart, PowerFile, Quantity, SCHEMA, Stage as FileStage, Term as FileTerm};
use crate::thermal::{Stage, Start};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use thiserror::Error;
use trueboard_core::meter::{CoreMeter, Dictionary};

/// Why a power file cannot be used.
#[derive(Debug, Error)]
pub enum PowerError {
    /// It is not RON of the right shape.
    #[error("{file}:{position}: {what}")]
    Syntax {
        /// As given by the caller.
        file: String,
        /// Line and column.
        position: String,
        /// What the parser says.
        what: String,
    },
    /// Its content is wrong.
    #[error("{file}: {}", problems.join("; "))]
    Content {
        /// As given by the caller.
        file: String,
        /// Each with the path of the field.
        problems: Vec<String>,
    },
}

/// A checked model, in base units: nanowatts, nanojoules, degrees Celsius, seconds, hertz.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PowerModel {
    /// Its name.
    pub name: String,
    pub(crate) reference_hz: f64,
    pub(crate) fixed: Vec<(String, f64)>,
    pub(crate) per_core: Vec<Term>,
    pub(crate) reference_ipc: f64,
    pub(crate) leakage: Option<Leakage>,
    pub(crate) ambient_c: f64,
    pub(crate) die: Stage,
    pub(crate) package: Stage,
    /// Where a run starts unless it says otherwise.
    pub start: Start,
    pub(crate) anchors: Vec<Anchor>,
}

/// Nanojoules for each count of a meter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Term {
    pub meter: CoreMeter,
    pub nj: f64,
}

/// Growth of fixed component number `component`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Leakage {
    pub component: usize,
    pub reference_c: f64,
    pub doubles_k: f64,
}

/// A published point.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Anchor {
    pub cores: u32,
    pub utilisation: f64,
    pub nw: f64,
}

type Units = &'static [(&'static str, f64)];
const POWER: Units = &[("nW", 1.0), ("uW", 1e3), ("mW", 1e6), ("W", 1e9)];
const ENERGY: Units = &[("pJ", 1e-3), ("nJ", 1.0), ("uJ", 1e3)];
const CLOCK: Units = &[("Hz", 1.0), ("kHz", 1e3), ("MHz", 1e6), ("GHz", 1e9)];
const CELSIUS: Units = &[("degC", 1.0)];
const KELVIN: Units = &[("K", 1.0)];
const RESISTANCE: Units = &[("K/W", 1.0)];
const TIME: Units = &[("ms", 1e-3), ("s", 1.0)];
const NUMBER: Units = &[("1", 1.0)];

/// What a number may be.
#[derive(Clone, Copy, PartialEq)]
enum Sign {
    Any,
    NotNegative,
    Positive,
}

struct Check<'a> {
    /// Of the board's cores.
    kinds: &'a [&'a Dictionary],
    problems: Vec<String>,
}

impl Check<'_> {
    fn say(&mut self, path: &str, what: impl std::fmt::Display) {
        self.problems.push(format!("{path}: {what}"));
    }

    fn number(&mut self, path: &str, q: &Quantity, units: Units, sign: Sign) -> f64 {
        if q.source.trim().is_empty() {
            self.say(path, "source is empty");
        }
        let Some((_, scale)) = units.iter().find(|(u, _)| *u == q.unit) else {
            let known: Vec<_> = units.iter().map(|u| u.0).collect();
            self.say(
                path,
                format!("unit \"{}\" is not {}", q.unit, known.join(", ")),
            );
            return 1.0;
        };
        let fits = match sign {
            Sign::Any => true,
            Sign::NotNegative => q.value >= 0.0,
            Sign::Positive => q.value > 0.0,
        };
        if !q.value.is_finite() || !fits {
            self.say(path, format!("{} is out of range", q.value));
        }
        q.value * *scale
    }

    fn power(&mut self, path: &str, q: &Quantity) -> f64 {
        // Whole nanowatts: a decimal number in the file is that number, not its binary neighbour.
        self.number(path, q, POWER, Sign::NotNegative).round()
    }

    /// The meter that all cores have under this name, in one place.
    fn meter(&self, name: &str) -> Option<CoreMeter> {
        let mut found = self.kinds.iter().map(|kind| kind.by_name(name));
        match found.next() {
            Some(first) => first.filter(|_| found.all(|other| other == first)),
            None => {
                let mut common = CoreMeter::COMMON.iter();
                common.find(|(_, n)| *n == name).map(|&(m, _)| m)
            }
        }
    }

    fn terms(&mut self, path: &str, terms: &[FileTerm]) -> Vec<Term> {
        let mut seen = HashSet::new();
        let mut all = Vec::new();
        for (i, t) in terms.iter().enumerate() {
            let path = format!("{path}[{i}]");
            let nj = self.number(
                &format!("{path}.energy"),
                &t.energy,
                ENERGY,
                Sign::NotNegative,
            );
            match self.meter(&t.meter) {
                None => self.say(
                    &format!("{path}.meter"),
                    format!(
                        "no meter that all cores of the board have is called \"{}\"; see `trueboard events`",
                        t.meter
                    ),
                ),
                Some(meter) if !seen.insert(meter) => {
                    self.say(&format!("{path}.meter"), format!("\"{}\" twice", t.meter));
                }
                Some(meter) => all.push(Term { meter, nj }),
            }
        }
        all
    }

    fn stage(&mut self, path: &str, s: &FileStage) -> Stage {
        Stage {
            k_per_w: self.number(
                &format!("{path}.resistance"),
                &s.resistance,
                RESISTANCE,
                Sign::NotNegative,
            ),
            tau_s: self.number(
                &format!("{path}.time_constant"),
                &s.time_constant,
                TIME,
                Sign::Positive,
            ),
        }
    }
}

impl PowerModel {
    /// Reads the text of a power file; `file` is its name for messages. It is for boards whose cores are of the kinds
    /// with these dictionaries, and names meters that all of them have, in one place.
    ///
    /// # Errors
    /// Where the text cannot be parsed, or all that is wrong with its content.
    pub fn from_ron(
        text: &str,
        file: &str,
        kinds: &[&Dictionary],
    ) -> Result<PowerModel, PowerError> {
        let parsed = PowerFile::parse(text).map_err(|e| PowerError::Syntax {
            file: file.into(),
            position: e.span.start.to_string(),
            what: e.code.to_string(),
        })?;
        PowerModel::new(&parsed, kinds).map_err(|problems| PowerError::Content {
            file: file.into(),
            problems,
        })
    }

    /// Checks a power file that was read, or changed after it was read; `kinds` as for [`PowerModel::from_ron`].
    ///
    /// # Errors
    /// All that is wrong with it, each with the path of the field.
    pub fn new(f: &PowerFile, kinds: &[&Dictionary]) -> Result<PowerModel, Vec<String>> {
        let mut c = Check {
            kinds,
            problems: Vec::new(),
        };
        if f.schema != SCHEMA {
            c.say("schema", format!("\"{}\" is not \"{SCHEMA}\"", f.schema));
        }
        let reference_hz = c.number("reference_clock", &f.reference_clock, CLOCK, Sign::Positive);
        let fixed = fixed(&mut c, f);
        let mut per_core = c.terms("per_core", &f.per_core);
        let mut reference_ipc = 0.0;
        if let Some(a) = &f.activity {
            let finer = c.terms("activity.per_core", &a.per_core);
            let ipc = c.number(
                "activity.reference_ipc",
                &a.reference_ipc,
                NUMBER,
                Sign::Positive,
            );
            if a.enabled {
                (per_core, reference_ipc) = (finer, ipc);
            }
        }
        let leakage = leakage(&mut c, f);
        let t = &f.thermal;
        let ambient_c = c.number("thermal.ambient", &t.ambient, CELSIUS, Sign::Any);
        let die = c.stage("thermal.die_over_package", &t.die_over_package);
        let package = c.stage("thermal.package_over_ambient", &t.package_over_ambient);
        let start = match &t.start {
            FileStart::Cold => Start::Cold,
            FileStart::Steady(q) => Start::Steady {
                nw: c.power("thermal.start", q),
            },
        };
        let anchors = anchors(&mut c, f);
        if !c.problems.is_empty() {
            return Err(c.problems);
        }
        Ok(PowerModel {
            name: f.name.clone(),
            reference_hz,
            fixed,
            per_core,
            reference_ipc,
            leakage,
            ambient_c,
            die,
            package,
            start,
            anchors,
        })
    }
}

fn fixed(c: &mut Check<'_>, f: &PowerFile) -> Vec<(String, f64)> {
    let mut names = HashSet::new();
    let mut all = Vec::new();
    for (i, part) in f.fixed.iter().enumerate() {
        if !names.insert(&part.name) {
            c.say(
                &format!("fixed[{i}].name"),
                format!("\"{}\" twice", part.name),
            );
        }
        let nw = c.power(&format!("fixed[{i}].power"), &part.power);
        all.push((part.name.clone(), nw));
    }
    all
}

fn leakage(c: &mut Check<'_>, f: &PowerFile) -> Option<Leakage> {
    let l = f.leakage_over_temperature.as_ref()?;
    let at = "leakage_over_temperature";
    let reference_c = c.number(&format!("{at}.reference"), &l.reference, CELSIUS, Sign::Any);
    let doubles_k = c.number(
        &format!("{at}.doubles_every"),
        &l.doubles_every,
        KELVIN,
        Sign::Positive,
    );
    let component = f.fixed.iter().position(|x| x.name == l.component);
    if component.is_none() {
        c.say(
            &format!("{at}.component"),
            format!("no fixed component is called \"{}\"", l.component),
        );
    }
    let component = component.filter(|_| l.enabled)?;
    Some(Leakage {
        component,
        reference_c,
        doubles_k,
    })
}

fn anchors(c: &mut Check<'_>, f: &PowerFile) -> Vec<Anchor> {
    let mut all = Vec::new();
    for (i, a) in f.anchors.iter().enumerate() {
        let at = format!("anchors[{i}]");
        let utilisation = c.number(
            &format!("{at}.utilisation"),
            &a.utilisation,
            NUMBER,
            Sign::NotNegative,
        );
        if utilisation > 1.0 {
            c.say(&format!("{at}.utilisation"), "is above 1");
        }
        let nw = c.power(&format!("{at}.power"), &a.power);
        all.push(Anchor {
            cores: a.cores,
            utilisation,
            nw,
        });
    }
    all
}
