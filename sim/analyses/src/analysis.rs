//! The contract of an analysis: a request that a run attaches observers for, and that adds its result to the report.
//!
//! A new analysis is a folder with an [`Analysis`] and a row of [`ANALYSES`]. The session, the command
//! line (`run --analyse NAME`), the report and Python know it by this row.

use crate::ANALYSES;
use crate::profile::observe::{CoreInstructions, CoreProfile};
use crate::regions::Region;
use crate::sheet::Sheet;
use crate::symbols::Symbols;
use crate::why::observe::DataNames;
use serde_json::Value;
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use trueboard_core::duration::Timebase;
use trueboard_core::meter::{Accounts, Dictionary, Meters};
use trueboard_core::observe::Observer;
use trueboard_core::time::Tick;

/// Depth of calls at which an observer's shadow stack begins again.
pub const STACK_LIMIT: usize = 1024;

/// The run that an analysis is about: its machine at the start, when observers are attached, or at the end.
pub trait Subject: Timebase {
    /// The meters that each core has.
    fn dictionaries(&self) -> Vec<&'static Dictionary>;

    /// Names of functions, for observers.
    fn symbols(&self) -> Arc<dyn Symbols>;

    /// Names of code, data and devices, for results.
    fn names(&self) -> Box<dyn DataNames + '_>;

    /// The names of all functions of the images.
    fn functions(&self) -> Vec<&str>;

    /// First address, size and name of each object of the images, by address.
    fn objects(&self) -> Vec<(u64, u64, String)>;

    /// Buses on which a core has several masters, with the number of masters.
    fn masters(&self) -> Vec<(u8, u8)>;

    /// The meters of the board.
    fn meters(&self) -> &Meters;

    /// The time of a core, and the accounts to which it charges.
    fn core(&self, core: u8) -> (Tick, Option<&Accounts>);

    /// ` (did you mean `NAME`?)` for the function that is nearly `name`, or nothing.
    fn near(&self, name: &str) -> String;

    /// What an error says of the core number `core` if the board does not have it.
    fn missing_core(&self, core: u8) -> Option<String>;

    /// The observers that are attached.
    fn observers(&self) -> Box<dyn Iterator<Item = &dyn Any> + '_>;
}

/// The first observer of type `T` of a run.
#[must_use]
pub fn observer<T: Observer>(run: &dyn Subject) -> Option<&T> {
    run.observers().find_map(|o| o.downcast_ref())
}

/// Results in the report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// Meters of regions.
    pub regions: Vec<Region>,
    /// Costs of functions, by core.
    pub profile: Option<Vec<CoreProfile>>,
    /// Costs of instructions, by core.
    pub instructions: Option<Vec<CoreInstructions>>,
    /// Results of the other analyses, by name.
    pub named: BTreeMap<String, Value>,
}

/// A request to follow a run.
pub trait Analysis: Any + Send + Sync + fmt::Debug {
    /// Refuses names that the images do not have, before the run is booted.
    ///
    /// # Errors
    /// A line for the user.
    fn check(&self, run: &dyn Subject) -> Result<(), String> {
        let _ = run;
        Ok(())
    }

    /// The observers that collect. `past` is what [`Analysis::save`] left in the snapshot from which the run goes on.
    ///
    /// # Errors
    /// A line for the user.
    fn attach(
        &self,
        run: &dyn Subject,
        past: Option<&[u8]>,
    ) -> Result<Vec<Box<dyn Observer>>, String>;

    /// Adds the result to the report; nothing for an analysis whose result has an interface of its own.
    fn result(&self, run: &dyn Subject, results: &mut Results) {
        let _ = (run, results);
    }

    /// The collected data, for a snapshot; none of an analysis that begins anew behind it, as one without a row of
    /// [`ANALYSES`] does.
    fn save(&self, run: &dyn Subject) -> Option<Vec<u8>> {
        let _ = run;
        None
    }

    /// A copy of the request.
    fn boxed(&self) -> Box<dyn Analysis>;
}

/// A row of [`ANALYSES`].
pub struct Row {
    /// The name in options and in the report.
    pub name: &'static str,
    /// What it answers, in a line.
    pub about: &'static str,
    /// A request of this type.
    pub is: fn(&dyn Any) -> bool,
    /// How `--analyse NAME[=ARGUMENT]` asks for it; none of an analysis with options of its own.
    pub named: Option<Named>,
}

/// An analysis that is asked for by its name.
#[derive(Clone, Copy)]
pub struct Named {
    /// The request with this argument, empty without one.
    ///
    /// # Errors
    /// What is wrong with the argument.
    pub ask: fn(&str) -> Result<Box<dyn Analysis>, String>,
    /// The table of its result, for readers: names with a space and a unit in place of names of fields.
    pub sheet: fn(&Value) -> Sheet,
}

impl Row {
    /// A row for requests of type `A`.
    pub const fn of<A: Analysis>(name: &'static str, about: &'static str) -> Row {
        Row {
            name,
            about,
            is: |request| request.is::<A>(),
            named: None,
        }
    }

    /// The row of an analysis that `--analyse` asks for.
    #[must_use]
    pub const fn asked(self, named: Named) -> Row {
        Row {
            named: Some(named),
            ..self
        }
    }
}

/// The requests of a run, at most one of a type.
#[derive(Debug, Default)]
pub struct Analyses(Vec<Box<dyn Analysis>>);

impl Clone for Analyses {
    fn clone(&self) -> Analyses {
        Analyses(self.0.iter().map(|a| a.boxed()).collect())
    }
}

impl Analyses {
    /// One request.
    #[must_use]
    pub fn one(request: impl Analysis) -> Analyses {
        Analyses::default().with(request)
    }

    /// These and `request`, which replaces one of its type.
    #[must_use]
    pub fn with(mut self, request: impl Analysis) -> Analyses {
        self.ask(Box::new(request));
        self
    }

    /// These, and `request` if there is one.
    #[must_use]
    pub fn with_some(self, request: Option<impl Analysis>) -> Analyses {
        match request {
            Some(request) => self.with(request),
            None => self,
        }
    }

    /// Adds a request, which replaces one of its type.
    pub fn ask(&mut self, request: Box<dyn Analysis>) {
        let kind = |a: &dyn Analysis| (a as &dyn Any).type_id();
        let new = kind(&*request);
        self.0.retain(|a| kind(&**a) != new);
        self.0.push(request);
        self.0.sort_by_key(|a| place(&**a));
    }

    /// The request of type `A`.
    #[must_use]
    pub fn get<A: Analysis>(&self) -> Option<&A> {
        self.0
            .iter()
            .find_map(|a| (&**a as &dyn Any).downcast_ref())
    }

    /// The request of type `A`, to be changed; the default one is added if there was none.
    pub fn of<A: Analysis + Default>(&mut self) -> &mut A {
        if self.get::<A>().is_none() {
            self.ask(Box::new(A::default()));
        }
        let mut found = self.0.iter_mut();
        let found = found.find_map(|a| (&mut **a as &mut dyn Any).downcast_mut());
        found.unwrap_or_else(|| unreachable!("it was added"))
    }

    /// Adds the analysis that `text` names: `NAME`, or `NAME=ARGUMENT`.
    ///
    /// # Errors
    /// An unknown name, with the names that there are, or an argument that the analysis refuses.
    pub fn ask_by_name(&mut self, text: &str) -> Result<(), String> {
        let (name, argument) = text.split_once('=').unwrap_or((text, ""));
        let named = by_name().find(|(row, _)| row.name == name);
        let Some((_, named)) = named else {
            let known: Vec<&str> = by_name().map(|(row, _)| row.name).collect();
            return Err(format!(
                "`{name}` is no analysis; there are {}",
                known.join(", ")
            ));
        };
        self.ask((named.ask)(argument).map_err(|e| format!("{text}: {e}"))?);
        Ok(())
    }

    /// Nothing is asked for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The requests, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = &dyn Analysis> {
        self.0.iter().map(|a| &**a)
    }

    /// The results of all requests.
    #[must_use]
    pub fn results(&self, run: &dyn Subject) -> Results {
        let mut results = Results::default();
        self.iter().for_each(|a| a.result(run, &mut results));
        results
    }

    /// What the requests leave in a snapshot, by name.
    #[must_use]
    pub fn save(&self, run: &dyn Subject) -> BTreeMap<String, Vec<u8>> {
        let saved = self.iter();
        let saved = saved.filter_map(|a| Some((name(a)?.to_owned(), a.save(run)?)));
        saved.collect()
    }
}

/// The analyses that `--analyse` knows.
pub fn by_name() -> impl Iterator<Item = (&'static Row, Named)> {
    ANALYSES.iter().filter_map(|row| Some((row, row.named?)))
}

/// The results of a report as tables, by the names of their analyses.
pub fn sheets(
    named: &BTreeMap<String, Value>,
) -> impl Iterator<Item = (&'static str, Sheet)> + use<'_> {
    by_name().filter_map(|(row, n)| Some((row.name, (n.sheet)(named.get(row.name)?))))
}

/// The name of an analysis in the table; none of one that is not there.
#[must_use]
pub fn name(a: &dyn Analysis) -> Option<&'static str> {
    Some(ANALYSES.get(place(a))?.name)
}

/// The place of an analysis in the table; one that is not there comes last.
fn place(a: &dyn Analysis) -> usize {
    let found = ANALYSES.iter().position(|row| (row.is)(a));
    found.unwrap_or(ANALYSES.len())
}
