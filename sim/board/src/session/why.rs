//! Causes of a run's cycles: the question to the machine, and the answer.

use super::options::Question;
use super::profiled::Named;
use super::{Budget, Session};
use crate::machine::Machine;
use crate::machine::symbols::ImageSymbols;
use crate::near::{NotThere, did_you_mean};
use std::sync::Arc;
use trueboard_analyses::profile::observe::{CodeNames, Names};
use trueboard_analyses::regions::matches;
use trueboard_analyses::why::observe::{Asked, Causes, DataNames, Why};
use trueboard_core::time::Tick;
use trueboard_trace::TraceOptions;

/// Lets the machine record the data for `question`.
pub(super) fn follow(
    m: &mut Machine,
    question: &Question,
    symbols: Arc<ImageSymbols>,
) -> Result<(), String> {
    let asked = asked(m, question)?;
    let places = objects(m).into_iter().map(|(at, size, _)| (at, size));
    let limit = TraceOptions::default().stack_limit;
    let stages = m.fabric.stages.iter();
    let masters = stages.filter_map(|s| s.masters_of_a_core());
    let masters: Vec<(u8, u8)> = masters.map(|(bus, n)| (bus as u8, n)).collect();
    let (cores, places) = (m.dictionaries(), places.collect());
    let why = Why::new(asked, &cores, places, &masters, symbols, limit);
    m.observe(Box::new(why));
    Ok(())
}

fn asked(m: &Machine, q: &Question) -> Result<Asked, String> {
    let tick = |b: Budget| Tick(b.ticks(m));
    let (from, to) = (q.from.map_or(Tick(0), tick), q.to.map(tick));
    if to.is_some_and(|to| to <= from) {
        return Err("--from, --to: the window is empty: --to must be later than --from".to_owned());
    }
    if let Some(core) = q.core
        && usize::from(core) >= m.cores.len()
    {
        let none = NotThere::core(&m.name, core, m.cores.len());
        return Err(format!("--core {core}: {none}"));
    }
    let mut asked = q.function.clone();
    if let Some(function) = &q.function {
        let option = if q.intervals { "--late" } else { "--function" };
        let mut code = (m.firmware.images.iter())
            .flat_map(|i| i.symbols())
            .filter(|s| s.code)
            .map(|s| s.name.as_str())
            .peekable();
        if code.peek().is_none() {
            return Err(format!(
                "{option} {function}: the image has no symbols of functions; use one that was not stripped"
            ));
        }
        let names: Vec<&str> = code.collect();
        let mut found = names.clone();
        found.retain(|name| *name == function || matches(function, name));
        found.sort_unstable();
        found.dedup();
        asked = match found.as_slice() {
            [] => {
                let near = did_you_mean(function, names);
                return Err(format!(
                    "{option} {function}: the image has no function of this name{near}"
                ));
            }
            [one] => Some((*one).to_owned()),
            several => {
                return Err(format!(
                    "{option} {function}: {} functions match, {}; name one of them",
                    several.len(),
                    several[..several.len().min(4)].join(", ")
                ));
            }
        };
    }
    Ok(Asked {
        function: asked,
        itself: q.itself,
        intervals: q.intervals,
        core: q.core,
        from,
        to,
    })
}

/// First address, size and name of what the images call data, by address.
fn objects(m: &Machine) -> Vec<(u64, u64, String)> {
    let symbols = m.firmware.images.iter().flat_map(|i| i.symbols());
    let data = symbols.filter(|s| !s.code && s.size != 0);
    let mut objects: Vec<(u64, u64, String)> =
        data.map(|s| (s.at, s.size, s.name.clone())).collect();
    objects.sort();
    objects.dedup_by_key(|o| o.0);
    objects
}

/// Names of a machine and its images.
struct All<'a> {
    machine: &'a Machine,
    code: Named<'a>,
    objects: Vec<(u64, u64, String)>,
}

impl Names for All<'_> {
    fn function(&self, core: u8, entry: u64) -> String {
        self.code.function(core, entry)
    }

    fn source(&self, core: u8, entry: u64) -> Option<String> {
        self.code.source(core, entry)
    }

    fn trap(&self, core: u8, tt: u16) -> String {
        self.code.trap(core, tt)
    }
}

impl CodeNames for All<'_> {
    fn within(&self, core: u8, pc: u64) -> String {
        self.code.within(core, pc)
    }

    fn text(&self, core: u8, pc: u64) -> String {
        self.code.text(core, pc)
    }
}

impl DataNames for All<'_> {
    fn object(&self, place: usize) -> Option<String> {
        self.objects.get(place).map(|(_, _, name)| name.clone())
    }

    fn device(&self, address: u64) -> Option<String> {
        let fabric = &self.machine.fabric;
        let id = fabric.find(address)?;
        let attached = fabric.attached.get(usize::from(id.0))?;
        Some(attached.name.clone())
    }

    fn bus(&self, bus: u8) -> String {
        let name = self.machine.buses.get(usize::from(bus));
        name.cloned().unwrap_or_default()
    }
}

impl Session {
    /// The causes of the cycles in [`Options::why`](super::Options::why), up to here; `None` without a question.
    #[must_use]
    pub fn causes(&self) -> Option<Causes> {
        let m = self.machine();
        let names = All {
            machine: m,
            code: Named::new(m),
            objects: objects(m),
        };
        Some(m.observer::<Why>()?.report(&names))
    }
}
