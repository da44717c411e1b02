//! Energy and temperature of a run.

use crate::model::PowerModel;
use crate::thermal::Start;
use serde::{Deserialize, Serialize};
use trueboard_core::meter::Meters;
use trueboard_core::snapshot::{self, SnapshotError};
use trueboard_core::time::Tick;

/// Mean power of an interval, and temperatures at its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// End of the interval.
    pub at: Tick,
    /// Microwatts, rounded.
    pub uw: u64,
    /// Microwatts of each component, in the order of [`PowerState::components`]; rounded one by
    /// one, so that their sum may differ from `uw` by some.
    pub components_uw: Vec<u64>,
    /// Die temperature in thousandths of a degree Celsius.
    pub die_mc: i64,
    /// Package temperature in thousandths of a degree Celsius.
    pub package_mc: i64,
}

/// What a model has added up so far.
///
/// ```
/// use trueboard_core::{meter::{CoreBank, CoreMeter, Meters}, time::Tick};
/// use trueboard_cpu_sparcv8::meters::METERS;
/// use trueboard_power::{PowerModel, PowerState};
/// let text = include_str!("../../../models/power/gr740.ron");
/// let model = PowerModel::from_ron(text, "gr740.ron", &[&METERS]).unwrap();
/// let mut power = PowerState::new(model, 4);
/// let mut meters = Meters { cores: vec![CoreBank::new(&METERS); 4], ..Meters::default() };
/// for core in &mut meters.cores {
///     core.add(true, CoreMeter::CYCLES, 250_000);
/// }
/// let sample = power.advance(Tick(0), Tick(500_000), 500_000_000, &meters);
/// assert_eq!(sample.uw, 1_045_280);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PowerState {
    model: PowerModel,
    names: Vec<String>,
    /// Per core and term, the meter at the end of the last interval.
    counted: Vec<Vec<u64>>,
    energy_nj: Vec<f64>,
    seconds: f64,
    die_rise_k: f64,
    package_rise_k: f64,
    last: Sample,
}

impl PowerState {
    /// Nothing used yet, on a board with `cores` cores; temperatures as the model says.
    pub fn new(model: PowerModel, cores: usize) -> PowerState {
        let mut names: Vec<String> = model.fixed.iter().map(|f| f.0.clone()).collect();
        names.extend((0..cores).map(|i| format!("core{i}")));
        let mut state = PowerState {
            counted: vec![vec![0; model.per_core.len()]; cores],
            energy_nj: vec![0.0; names.len()],
            seconds: 0.0,
            die_rise_k: 0.0,
            package_rise_k: 0.0,
            last: Sample {
                at: Tick(0),
                uw: 0,
                components_uw: vec![0; names.len()],
                die_mc: 0,
                package_mc: 0,
            },
            names,
            model,
        };
        state.set_start(state.model.start);
        state
    }

    /// Sets the temperatures.
    pub fn set_start(&mut self, start: Start) {
        let nw = match start {
            Start::Cold => 0.0,
            Start::Steady { nw } => nw,
        };
        self.die_rise_k = self.model.die.steady(nw);
        self.package_rise_k = self.model.package.steady(nw);
        (self.last.die_mc, self.last.package_mc) = (self.die_mc(), self.package_mc());
    }

    /// The model in use.
    pub fn model(&self) -> &PowerModel {
        &self.model
    }

    /// Names of the components: the fixed ones, then `core0`, `core1`, ….
    pub fn components(&self) -> &[String] {
        &self.names
    }

    /// The last sample; before the first, no power and the start temperatures.
    pub fn last(&self) -> &Sample {
        &self.last
    }

    /// Energy so far, by component, in microjoules.
    pub fn energy_uj(&self) -> Vec<(&str, f64)> {
        let names = self.names.iter().map(String::as_str);
        names.zip(self.energy_nj.iter().map(|e| e * 1e-3)).collect()
    }

    /// Mean power since the start in microwatts.
    pub fn mean_uw(&self) -> u64 {
        if self.seconds > 0.0 {
            let nj: f64 = self.energy_nj.iter().sum();
            (nj / self.seconds * 1e-3).round() as u64
        } else {
            0
        }
    }

    /// Die temperature in thousandths of a degree Celsius, as the sensor is to see it.
    pub fn die_mc(&self) -> i64 {
        millis(self.model.ambient_c + self.package_rise_k + self.die_rise_k)
    }

    /// Package temperature in thousandths of a degree Celsius.
    pub fn package_mc(&self) -> i64 {
        millis(self.model.ambient_c + self.package_rise_k)
    }

    /// Adds the interval `from..to` of a board with `base_hz` ticks per second; `meters` are those
    /// at `to`. The power of an interval is taken as constant. An interval without length changes
    /// nothing.
    pub fn advance(&mut self, from: Tick, to: Tick, base_hz: u64, meters: &Meters) -> Sample {
        let ticks = to.since(from);
        if ticks == 0 || base_hz == 0 {
            return self.last.clone();
        }
        let seconds = ticks as f64 / base_hz as f64;
        let mut used_nj = self.fixed_nj(seconds);
        used_nj.extend((0..self.counted.len()).map(|core| self.core_nj(core, meters)));
        let mut total_nj = 0.0;
        for (sum, nj) in self.energy_nj.iter_mut().zip(&used_nj) {
            *sum += nj;
            total_nj += nj;
        }
        let nw = total_nj / seconds;
        self.seconds += seconds;
        self.die_rise_k = self.model.die.after(self.die_rise_k, nw, seconds);
        self.package_rise_k = self.model.package.after(self.package_rise_k, nw, seconds);
        let uw = |nj: f64| (nj / seconds * 1e-3).round() as u64;
        self.last = Sample {
            at: to,
            uw: uw(total_nj),
            components_uw: used_nj.iter().map(|&nj| uw(nj)).collect(),
            die_mc: self.die_mc(),
            package_mc: self.package_mc(),
        };
        self.last.clone()
    }

    fn fixed_nj(&self, seconds: f64) -> Vec<f64> {
        let die_c = self.model.ambient_c + self.package_rise_k + self.die_rise_k;
        let growth = |i: usize| match self.model.leakage {
            Some(l) if l.component == i => libm::exp2((die_c - l.reference_c) / l.doubles_k),
            _ => 1.0,
        };
        let fixed = self.model.fixed.iter().enumerate();
        fixed.map(|(i, (_, nw))| nw * growth(i) * seconds).collect()
    }

    fn core_nj(&mut self, core: usize, meters: &Meters) -> f64 {
        let Some(bank) = meters.cores.get(core) else {
            return 0.0;
        };
        let mut nj = 0.0;
        for (term, counted) in self.model.per_core.iter().zip(&mut self.counted[core]) {
            let now = bank.get(term.meter);
            nj += now.saturating_sub(*counted) as f64 * term.nj;
            *counted = now;
        }
        nj
    }

    /// The state as bytes, for snapshots and the digest.
    pub fn save(&self) -> Vec<u8> {
        snapshot::to_bytes(self)
    }

    /// Takes a saved state.
    ///
    /// # Errors
    /// When the bytes are not a power state.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        *self = snapshot::from_bytes(bytes)?;
        Ok(())
    }
}

fn millis(celsius: f64) -> i64 {
    (celsius * 1e3).round() as i64
}
