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
    /// How often faster than on the fewest cores, times these.
    SpeedUp,
    /// Speed-up by the number of cores.
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
        let cores = own("cores").and_then(|c| c.parse().ok()).unwrap_or(1);
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

    /// A quantity; none where there is no such run or region. The base of speed-ups is the run with the fewest cores.
    #[must_use]
    pub fn value(&self, q: Quantity, subject: &str, input: usize, cores: u32) -> Option<f64> {
        let (seconds, energy) = self.measured(subject, input, cores)?;
        let least = *self.cores.first()?;
        let speed_up = || {
            let (base, _) = self.measured(subject, input, least)?;
            (seconds > 0.0).then(|| base * f64::from(least) / seconds)
        };
        match q {
            Quantity::Seconds => Some(seconds * 1e3),
            Quantity::SpeedUp => speed_up(),
            Quantity::Efficiency => Some(speed_up()? / f64::from(cores)),
            Quantity::Energy => energy,
        }
    }
}
