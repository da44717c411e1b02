//! The results of a sweep as tables have them: by what is measured, input and cores.

use super::plan::Job;
use super::result::RunResult;

/// Runs that differ in nothing but input and cores.
pub struct Group<'a> {
    /// What is common to them: the image, and the values of further axes.
    pub name: String,
    /// Names of the inputs, in order; one without a name if there is no such axis.
    pub inputs: Vec<String>,
    /// Numbers of cores, in order.
    pub cores: Vec<u32>,
    /// Input, cores and result of each run.
    pub runs: Vec<(usize, u32, &'a Job, &'a RunResult)>,
}

/// What a row of a table is about: the run, or a region of it.
pub const WHOLE: &str = "(run)";

/// What a table shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// Simulated time, in ms.
    Seconds,
    /// How often faster than the run on the base number of cores ([`Group::base`]), which has 1.
    SpeedUp,
    /// Speed-up over one core, by the number of cores; not known without a run on one core.
    Efficiency,
    /// Energy, in uJ.
    Energy,
}

impl Quantity {
    /// All of them, with names for headings, for files, and digits behind the point.
    pub const ALL: [(Quantity, &'static str, &'static str, usize); 4] = [
        (Quantity::Seconds, "time in ms", "time", 4),
        (Quantity::SpeedUp, "speed-up", "speedup", 3),
        (Quantity::Efficiency, "efficiency", "efficiency", 3),
        (Quantity::Energy, "energy in uJ", "energy", 1),
    ];
}

/// Sorts runs into groups, in the order in which they come.
#[must_use]
pub fn groups<'a>(runs: &[(&'a Job, &'a RunResult)]) -> Vec<Group<'a>> {
    let mut all: Vec<Group<'a>> = Vec::new();
    for &(job, result) in runs {
        let own = |axis: &str| job.point.iter().find(|p| p.0 == axis).map(|p| p.1.clone());
        let others = job
            .point
            .iter()
            .filter(|p| p.0 != "input" && p.0 != "cores");
        let name: Vec<&str> = others.map(|p| p.1.as_str()).collect();
        let name = name.join("-");
        let place = all.iter().position(|g| g.name == name).unwrap_or_else(|| {
            all.push(Group {
                name,
                inputs: Vec::new(),
                cores: Vec::new(),
                runs: Vec::new(),
            });
            all.len() - 1
        });
        let group = &mut all[place];
        let input = own("input").unwrap_or_default();
        let cores = job.cores;
        let input = group
            .inputs
            .iter()
            .position(|i| *i == input)
            .unwrap_or_else(|| {
                group.inputs.push(input);
                group.inputs.len() - 1
            });
        if !group.cores.contains(&cores) {
            group.cores.push(cores);
            group.cores.sort_unstable();
        }
        group.runs.push((input, cores, job, result));
    }
    all
}

impl Group<'_> {
    /// The run, and the names of its regions as they come.
    #[must_use]
    pub fn subjects(&self) -> Vec<String> {
        let mut found = vec![WHOLE.to_owned()];
        for (.., r) in &self.runs {
            for region in &r.regions {
                if !found.contains(&region.name) {
                    found.push(region.name.clone());
                }
            }
        }
        found
    }

    /// Time and energy of a subject for an input and a number of cores.
    fn measured(&self, subject: &str, input: usize, cores: u32) -> Option<(f64, Option<f64>)> {
        let (.., r) = self.runs.iter().find(|r| r.0 == input && r.1 == cores)?;
        if subject == WHOLE {
            return Some((r.seconds, r.energy_uj));
        }
        let region = r.regions.iter().find(|g| g.name == subject)?;
        Some((region.seconds, region.energy_uj))
    }

    /// The number of cores whose run the speed-ups of a row are relative to: one, or the fewest that there is a run on.
    #[must_use]
    pub fn base(&self, subject: &str, input: usize) -> Option<u32> {
        let cores = self.cores.iter().copied();
        let mut known = cores.filter(|&c| self.measured(subject, input, c).is_some());
        known.next()
    }

    /// Some rows have no run on one core, so that no efficiency is known of them.
    #[must_use]
    pub fn lacks_one_core(&self) -> bool {
        let rows = |input| {
            let subjects = self.subjects();
            subjects
                .iter()
                .any(|s| self.base(s, input).is_some_and(|b| b != 1))
        };
        (0..self.inputs.len()).any(rows)
    }

    /// A quantity; none where there is no such run or region, or no run that it is relative to.
    #[must_use]
    pub fn value(&self, q: Quantity, subject: &str, input: usize, cores: u32) -> Option<f64> {
        let (seconds, energy) = self.measured(subject, input, cores)?;
        let base = self.base(subject, input)?;
        let speed_up = || {
            let (of_base, _) = self.measured(subject, input, base)?;
            (seconds > 0.0).then(|| of_base / seconds)
        };
        match q {
            Quantity::Seconds => Some(seconds * 1e3),
            Quantity::SpeedUp => speed_up(),
            Quantity::Efficiency if base != 1 => None,
            Quantity::Efficiency => Some(speed_up()? / f64::from(cores)),
            Quantity::Energy => energy,
        }
    }

    /// What the runs on a number of cores warn of, each once, with the inputs that it was on.
    #[must_use]
    pub fn warnings(&self) -> Vec<(u32, String, Vec<String>)> {
        let mut all: Vec<(u32, String, Vec<String>)> = Vec::new();
        for (input, cores, _, r) in &self.runs {
            let name = self.inputs.get(*input).cloned().unwrap_or_default();
            for warning in &r.warnings {
                match all.iter_mut().find(|w| w.0 == *cores && w.1 == *warning) {
                    Some(found) => found.2.push(name.clone()),
                    None => all.push((*cores, warning.clone(), vec![name.clone()])),
                }
            }
        }
        all.sort_by_key(|w| w.0);
        all
    }
}

#[cfg(test)]
mod tests;
