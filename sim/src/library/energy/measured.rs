//! The power of a run.

use super::answer::{Component, CoreUse, Interval, Measured, RegionPower, Way};
use super::grid::Grid;
use super::{RunRequest, clock, shares};
use crate::Error;
use crate::run::{AtItsEnd, Begun, Follow};
use std::collections::BTreeSet;
use trueboard_analyses::energy::{self as charged, CoreShare, FunctionEnergy, Tariff};
use trueboard_analyses::profile::observe::CoreProfile;
use trueboard_analyses::profile::request::Functions;
use trueboard_board::{Analyses, Budget, NotThere, Options, Report, Session};
use trueboard_power::{PowerModel, by_shares};

/// Of the answer as JSON.
const SCHEMA: &str = "trueboard-power-1";
/// Functions in which a core waits for others, unless `--waits` names some.
const WAITS: [&str; 6] = [
    "GOMP_barrier*",
    "GOMP_taskwait*",
    "GOMP_taskgroup_end",
    "__kmpc_barrier",
    "__kmpc_omp_taskwait",
    "__kmpc_end_taskgroup",
];

/// Runs the firmware, and measures its power and energy.
///
/// # Errors
/// A board without a power model, firmware that cannot be used, and what the request names and the run does not have.
pub fn of_run(a: &RunRequest, follow: &dyn Follow) -> Result<Measured, Error> {
    let board = &a.firmware.board;
    let Some(model) = &board.power else {
        return Err(super::no_model(&board.file.name));
    };
    let options = Options {
        analyses: Analyses::one(Functions::default()),
        ..a.firmware.options.clone()
    };
    let mut begun = Begun::new(board, options, follow)?;
    let m = begun.session.machine();
    let every = a.every.unwrap_or(Budget::Picoseconds(
        u128::from(board.file.power_grid_us) * 1_000_000,
    ));
    let every = every.ticks(m);
    if every == 0 {
        let text = "--every: is shorter than a tick of the board";
        return Err(Error::Request(text.to_owned()));
    }
    let [from, to] = [a.from, a.to].map(|moment| moment.map(|b| b.ticks(m)));
    let images = (0..m.core_count() as u8).filter_map(|core| m.image_of(core));
    let symbols = images.flat_map(|i| i.symbols()).filter(|s| s.code);
    let functions: BTreeSet<&str> = symbols.map(|s| s.name.as_str()).collect();
    for pattern in &a.waits {
        NotThere::unless_matched(
            "--waits",
            pattern,
            "function of the images",
            functions.iter().copied(),
        )?;
    }
    begun.session.machine_mut().keep_power();
    let over = begun.run(AtItsEnd::Fails, follow);
    let window = window(from, to, over.report.time.ticks)?;
    let seen = Seen {
        a,
        model,
        report: &over.report,
        session: &over.session,
    };
    let measured = seen.measured(window, every)?;
    Ok(Measured {
        exit_code: over.code,
        ..measured
    })
}

/// The part of the run, in base ticks; the run if neither end is given.
fn window(from: Option<u64>, to: Option<u64>, end: u64) -> Result<Option<(u64, u64)>, Error> {
    if from.is_none() && to.is_none() {
        return Ok(None);
    }
    let (from, to) = (from.unwrap_or(0), to.unwrap_or(end).min(end));
    if from >= to {
        let text = "--from, --to: nothing of the run lies between these moments";
        return Err(Error::Unusable(text.to_owned()));
    }
    Ok(Some((from, to)))
}

/// A run that has ended, with the question about it.
struct Seen<'a> {
    a: &'a RunRequest,
    model: &'a PowerModel,
    report: &'a Report,
    session: &'a Session,
}

impl Seen<'_> {
    fn measured(&self, window: Option<(u64, u64)>, every: u64) -> Result<Measured, Error> {
        let r = self.report;
        let hz = r.time.hz.max(1) as f64;
        let names = self.names();
        let points = self.session.machine().power_series();
        let series = Grid::new(points, names.len(), r.cores.len());
        let (from, to) = window.unwrap_or((0, r.time.ticks));
        let used = series.between(from, to);
        let seconds = (to - from) as f64 / hz;
        let energy_uj: f64 = used.uj.iter().sum();
        let profiles = match window {
            None => r.profile.as_deref().unwrap_or_default(),
            Some(_) => &[],
        };
        let cores = match window {
            None => self.uses(profiles, None),
            Some(_) => self.uses_by_meters(&used.cycles, to - from),
        };
        let mean_mw = rate(energy_uj, seconds);
        let tariff = self.tariff(&names);
        let regions = self.a.regions.iter();
        Ok(Measured {
            schema: SCHEMA,
            board: r.board.clone(),
            images: r.images.iter().map(|i| i.path.clone()).collect(),
            exit_code: 0,
            from_s: from as f64 / hz,
            to_s: to as f64 / hz,
            mean_mw,
            energy_uj,
            components: self.components(&names, &used.uj, seconds, window.is_none()),
            ways: self.ways(mean_mw, &cores)?,
            cores,
            regions: regions
                .map(|p| self.region(p, profiles, &tariff))
                .collect::<Result<_, _>>()?,
            functions: self.functions(profiles, &tariff),
            series: self.intervals(&series, from, to, every),
        })
    }

    /// Components as the model has them: the fixed ones, then a core each.
    fn names(&self) -> Vec<String> {
        let cores = self.report.cores.len();
        let shares = vec![(0.0, 0.0); cores];
        let rows = by_shares(self.model, &shares).into_iter();
        rows.map(|r| r.component).collect()
    }

    fn fixed(&self) -> usize {
        by_shares(self.model, &[]).len()
    }

    /// The terms with the names of their meters.
    fn terms(&self) -> Vec<(String, f64)> {
        let dictionary = self.session.machine().dictionary(0);
        let name = |m| dictionary.map_or(String::new(), |d| d.name(m).to_owned());
        self.model.terms().map(|(m, nj)| (name(m), nj)).collect()
    }

    fn tariff(&self, names: &[String]) -> Tariff {
        let spent = self.report.power.as_ref().map(|p| &p.components_uj);
        let of = |n: &String| spent.and_then(|s| s.get(n)).copied().unwrap_or(0.0);
        let fixed: f64 = names.iter().take(self.fixed()).map(of).sum();
        let shares = self.report.time.ticks.max(1) as f64 * self.report.cores.len().max(1) as f64;
        Tariff {
            terms: self.terms(),
            tick_uj: fixed / shares,
        }
    }

    /// Rows of the fixed components and, where a model has several terms for a core and the run is whole, of each term.
    fn components(
        &self,
        names: &[String],
        uj: &[f64],
        seconds: f64,
        whole: bool,
    ) -> Vec<Component> {
        let row = |name: &String, meter: Option<String>, uj: f64| Component {
            name: name.clone(),
            meter,
            uj,
            mw: rate(uj, seconds),
        };
        let fixed = self.fixed();
        let mut rows = Vec::new();
        let terms: Vec<_> = self.terms().into_iter().filter(|t| t.1 != 0.0).collect();
        for (i, (name, &uj)) in names.iter().zip(uj).enumerate() {
            let core = i.checked_sub(fixed).and_then(|c| self.report.cores.get(c));
            match (core, terms.as_slice()) {
                (Some(_), [(meter, _)]) => rows.push(row(name, Some(meter.clone()), uj)),
                (Some(core), terms) if whole && !terms.is_empty() => {
                    let count = |meter: &str| match meter {
                        "cycles" => core.cycles,
                        "instructions" => core.instructions,
                        "idle_cycles" => core.idle_cycles,
                        other => core.meters.get(other).copied().unwrap_or(0),
                    };
                    for (meter, nj) in terms {
                        let uj = count(meter) as f64 * nj * 1e-3;
                        rows.push(row(name, Some(meter.clone()), uj));
                    }
                }
                _ => rows.push(row(name, None, uj)),
            }
        }
        rows
    }

    /// The cores' shares of time in the run, or in a region.
    fn uses(&self, profiles: &[CoreProfile], region: Option<&str>) -> Vec<CoreUse> {
        self.report
            .cores
            .iter()
            .map(|c| {
                let profile = profiles.iter().find(|p| p.core == c.id);
                let share = profile.map(|p| charged::share(p, region, &self.waits()));
                self.core_use(&c.name, c.clock_hz, &share.unwrap_or_default())
            })
            .collect()
    }

    fn core_use(&self, name: &str, clock_hz: u64, share: &CoreShare) -> CoreUse {
        let per_cycle = self.report.time.hz as f64 / clock_hz.max(1) as f64;
        let time = share.costs.ticks as f64;
        let part = |cycles: u64| match time > 0.0 {
            true => (cycles as f64 * per_cycle / time).min(1.0),
            false => 0.0,
        };
        let running = share.costs.meter("cycles");
        let (all, waiting) = (part(running), part(share.waiting));
        CoreUse {
            core: name.to_owned(),
            idle: 1.0 - all,
            running: all,
            waiting: Some(waiting),
            useful: Some(part(running - share.waiting.min(running))),
        }
    }

    /// The cores' shares of time in a part of the run.
    fn uses_by_meters(&self, cycles: &[f64], ticks: u64) -> Vec<CoreUse> {
        let cores = self.report.cores.iter().zip(cycles);
        cores
            .map(|(c, cycles)| {
                let per_cycle = self.report.time.hz as f64 / c.clock_hz.max(1) as f64;
                let running = (cycles * per_cycle / ticks.max(1) as f64).min(1.0);
                CoreUse {
                    core: c.name.clone(),
                    idle: 1.0 - running,
                    running,
                    waiting: None,
                    useful: None,
                }
            })
            .collect()
    }

    fn waits(&self) -> Vec<String> {
        match self.a.waits.as_slice() {
            [] => WAITS.map(str::to_owned).to_vec(),
            some => some.to_vec(),
        }
    }

    /// The mean power by the meters, and by a spreadsheet's formula from shares of time.
    fn ways(&self, meters_mw: f64, cores: &[CoreUse]) -> Result<Vec<Way>, Error> {
        let way = |way: &str, mw: f64| Way {
            way: way.to_owned(),
            mw,
            off_percent: 100.0 * (mw / meters_mw - 1.0),
        };
        let asked = clock(self.a.clock_mhz)?;
        let hz = self
            .report
            .cores
            .iter()
            .map(|c| asked.unwrap_or(c.clock_hz as f64));
        let hz: Vec<f64> = hz.collect();
        let sheet = |shares: Vec<f64>| -> f64 {
            let shares: Vec<_> = shares.into_iter().zip(hz.iter().copied()).collect();
            by_shares(self.model, &shares).iter().map(|c| c.mw).sum()
        };
        let mut ways = vec![way("meters", meters_mw)];
        let running = cores.iter().map(|c| c.running).collect();
        ways.push(way("spreadsheet, running", sheet(running)));
        let useful: Option<Vec<f64>> = cores.iter().map(|c| c.useful).collect();
        if let Some(useful) = useful
            && cores.iter().any(|c| c.waiting.is_some_and(|w| w > 0.0))
        {
            ways.push(way("spreadsheet, useful", sheet(useful)));
        }
        if let Some(given) = shares(&self.a.usage, cores.len())? {
            ways.push(way("spreadsheet, --use", sheet(given)));
        }
        Ok(ways)
    }

    fn region(
        &self,
        pattern: &str,
        profiles: &[CoreProfile],
        tariff: &Tariff,
    ) -> Result<RegionPower, Error> {
        let waits = self.waits();
        let shares = profiles
            .iter()
            .map(|p| charged::share(p, Some(pattern), &waits));
        let (mut ticks, mut uj) = (0, 0.0);
        for share in shares {
            ticks += share.costs.ticks;
            uj += tariff.uj(&share.costs);
        }
        if ticks == 0 {
            let executed = profiles.iter().flat_map(|p| &p.contexts);
            let names = executed.map(|c| c.name.as_str());
            NotThere::unless_matched("--region", pattern, "function that was executed", names)?;
            return Err(Error::Unusable(format!(
                "--region {pattern}: the functions of this name took no time"
            )));
        }
        let r = self.report;
        let seconds = ticks as f64 / r.time.hz.max(1) as f64 / r.cores.len().max(1) as f64;
        let cores = self.uses(profiles, Some(pattern));
        let mean_mw = rate(uj, seconds);
        Ok(RegionPower {
            region: pattern.to_owned(),
            seconds,
            energy_uj: uj,
            mean_mw,
            ways: self.ways(mean_mw, &cores)?,
            cores,
        })
    }

    fn functions(&self, profiles: &[CoreProfile], tariff: &Tariff) -> Vec<FunctionEnergy> {
        let mut rows = charged::functions(profiles, tariff);
        let r = self.report;
        let started = |id: u8| profiles.iter().any(|p| p.core == id);
        let never = r.cores.iter().filter(|c| !started(c.id)).count() as u64;
        if never != 0 && !profiles.is_empty() {
            let ticks = r.time.ticks * never;
            rows.push(FunctionEnergy {
                function: "(never started)".to_owned(),
                cycles: 0,
                ticks,
                uj: ticks as f64 * tariff.tick_uj,
            });
        }
        rows
    }

    fn intervals(&self, series: &Grid<'_>, from: u64, to: u64, every: u64) -> Vec<Interval> {
        let hz = self.report.time.hz.max(1) as f64;
        let to = to.min(series.end());
        let mut rows = Vec::new();
        let mut at = from;
        while at < to {
            let next = at.saturating_add(every).min(to);
            let seconds = (next - at) as f64 / hz;
            let components = series.between(at, next).uj.into_iter();
            let components_mw: Vec<f64> = components.map(|uj| rate(uj, seconds)).collect();
            rows.push(Interval {
                from_s: at as f64 / hz,
                to_s: next as f64 / hz,
                mw: components_mw.iter().sum(),
                components_mw,
                die_c: series.die_mc(next).unwrap_or(0) as f64 / 1000.0,
            });
            at = next;
        }
        rows
    }
}

/// Milliwatts.
fn rate(uj: f64, seconds: f64) -> f64 {
    match seconds > 0.0 {
        true => uj * 1e-3 / seconds,
        false => 0.0,
    }
}
