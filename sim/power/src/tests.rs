//! The shipped model against its published points, and the state's arithmetic.

use super::*;
use crate::schema::PowerFile;
use trueboard_core::meter::{CoreBank, CoreMeter, Meters};
use trueboard_core::time::Tick;
use trueboard_cpu_sparcv8::meters::METERS;

const TEXT: &str = include_str!("../../../models/power/gr740.ron");
const HZ: u64 = 250_000_000;
/// Base ticks in a cycle of 250 MHz.
const TICKS: u64 = 2;

fn model() -> PowerModel {
    PowerModel::from_ron(TEXT, "gr740.ron", &[&METERS]).unwrap()
}

fn file() -> PowerFile {
    PowerFile::parse(TEXT).unwrap()
}

/// A state with its meters, in cycles.
struct Run {
    state: PowerState,
    meters: Meters,
    cycle: u64,
}

impl Run {
    fn new(model: PowerModel) -> Run {
        Run {
            state: PowerState::new(model, 4),
            meters: Meters {
                cores: vec![CoreBank::new(&METERS); 4],
                ..Meters::default()
            },
            cycle: 0,
        }
    }

    /// `cycles` in which core i runs `busy[i]` and sleeps the rest.
    fn go(&mut self, cycles: u64, busy: [u64; 4]) -> Sample {
        for (bank, busy) in self.meters.cores.iter_mut().zip(busy) {
            bank.add(busy % 2 == 0, CoreMeter::CYCLES, busy);
            bank.add(true, CoreMeter::IDLE_CYCLES, cycles - busy);
            bank.add(true, CoreMeter::INSTRUCTIONS, busy * 7 / 10);
        }
        let from = Tick(self.cycle * TICKS);
        self.cycle += cycles;
        let to = Tick(self.cycle * TICKS);
        self.state.advance(from, to, HZ * TICKS, &self.meters)
    }
}

#[test]
fn published_points_to_the_digit() {
    let rows = anchors(&model());
    let printed: Vec<String> = rows.iter().map(|r| format!("{:.2}", r.model_mw)).collect();
    assert_eq!(printed, ["1045.28", "944.50"]);
    assert!(
        rows.iter()
            .all(|r| (r.model_mw - r.published_mw).abs() < 1e-6)
    );
    let mut run = Run::new(model());
    assert_eq!(run.go(1_000_000, [1_000_000; 4]).uw, 1_045_280);
    let sample = run.go(1_000_000, [1_000_000, 1_000_000, 742_800, 700_000]);
    assert_eq!(sample.uw, 944_500);
}

#[test]
fn table_of_running_cores() {
    let rows = static_table(&model(), 4, 250e6);
    let mw: Vec<String> = rows.iter().map(|r| format!("{:.2}", r.mw)).collect();
    assert_eq!(mw, ["321.81", "502.67", "683.54", "864.41", "1045.28"]);
    assert_eq!(
        format!("{:.1} {:.1}", rows[0].die_c, rows[4].die_c),
        "44.3 54.1"
    );
}

#[test]
fn components_and_energy_add_up() {
    let mut run = Run::new(model());
    let s = run.go(250_000, [250_000, 125_000, 0, 0]);
    assert_eq!(
        run.state.components(),
        [
            "leakage",
            "l2_bus_clock_io",
            "core0",
            "core1",
            "core2",
            "core3"
        ]
    );
    assert_eq!(s.components_uw, [100_000, 221_805, 180_869, 90_434, 0, 0]);
    run.go(250_000, [250_000; 4]);
    let uj: f64 = run.state.energy_uj().iter().map(|e| e.1).sum();
    assert!((uj - f64::from(u32::try_from(run.state.mean_uw()).unwrap()) * 0.002).abs() < 0.01);
    assert!((run.state.energy_uj()[0].1 - 200.0).abs() < 1e-6);
}

#[test]
fn half_the_clock_halves_the_cores_only() {
    let mut run = Run::new(model());
    for bank in &mut run.meters.cores {
        bank.add(true, CoreMeter::CYCLES, 125_000);
    }
    let s = run
        .state
        .advance(Tick(0), Tick(500_000), HZ * TICKS, &run.meters);
    assert_eq!(s.uw, 321_805 + 361_737 + 1);
}

#[test]
fn starts_steady_and_stays() {
    let mut run = Run::new(model());
    assert_eq!(run.state.die_mc(), 54_111);
    let s = run.go(250_000_000, [250_000_000; 4]);
    assert_eq!((s.die_mc, s.package_mc), (54_111, 50_975));
}

#[test]
fn a_dip_shows_on_the_die_within_a_run() {
    let mut run = Run::new(model());
    let s = run.go(HZ, [0; 4]);
    assert!((51_600..52_000).contains(&s.die_mc), "{}", s.die_mc);
    assert!(s.package_mc > 50_800);
}

#[test]
fn cold_start_and_the_slow_way_up() {
    let mut run = Run::new(model());
    run.state.set_start(Start::Cold);
    assert_eq!(run.state.die_mc(), 40_000);
    for _ in 0..60 {
        run.go(HZ, [HZ; 4]);
    }
    // One time constant: 1 - 1/e of the way.
    let way = (run.state.package_mc() - 40_000) as f64 / (1.04528 * 10.5e3);
    assert!((way - 0.632).abs() < 0.001, "{way}");
}

#[test]
fn one_step_or_many_are_the_same_temperature() {
    let mut one = Run::new(model());
    let mut many = Run::new(model());
    one.go(1_000_000, [500_000; 4]);
    for _ in 0..100 {
        many.go(10_000, [5_000; 4]);
    }
    assert_eq!(one.state.die_mc(), many.state.die_mc());
}

#[test]
fn saved_state_goes_on_with_the_same_bits() {
    let mut a = Run::new(model());
    a.go(12_345, [1, 2, 3, 4]);
    let mut b = Run::new(model());
    b.state.load(&a.state.save()).unwrap();
    (b.meters, b.cycle) = (a.meters.clone(), a.cycle);
    assert_eq!(a.go(777, [7; 4]), b.go(777, [7; 4]));
    assert_eq!(a.state.save(), b.state.save());
}

#[test]
fn an_empty_interval_changes_nothing() {
    let mut run = Run::new(model());
    run.go(1000, [500; 4]);
    let saved = run.state.save();
    run.go(0, [0; 4]);
    assert_eq!(run.state.save(), saved);
}

#[test]
fn activity_meets_the_point_at_its_reference() {
    let mut f = file();
    f.activity.as_mut().unwrap().enabled = true;
    let m = PowerModel::new(&f, &[&METERS]).unwrap();
    assert_eq!(format!("{:.2}", anchors(&m)[0].model_mw), "1045.28");
    let mut run = Run::new(m);
    assert_eq!(run.go(1_000_000, [1_000_000; 4]).uw, 1_045_280);
}

#[test]
fn leakage_grows_when_asked() {
    let mut f = file();
    f.leakage_over_temperature.as_mut().unwrap().enabled = true;
    f.thermal.ambient.value = 84.0;
    f.thermal.start = schema::FileStart::Cold;
    let mut run = Run::new(PowerModel::new(&f, &[&METERS]).unwrap());
    let s = run.go(100, [0; 4]);
    assert_eq!(s.components_uw[0], 200_000);
}

#[test]
fn all_problems_at_once() {
    let mut f = file();
    f.schema = "x".into();
    f.fixed[0].power.unit = "J".into();
    f.fixed[1].name = "leakage".into();
    f.per_core[0].meter = "cycels".into();
    f.per_core[1].energy.value = -1.0;
    f.thermal.die_over_package.time_constant.value = 0.0;
    f.thermal.ambient.source = " ".into();
    f.leakage_over_temperature.as_mut().unwrap().component = "none".into();
    f.anchors[1].utilisation.value = 1.5;
    let problems = PowerModel::new(&f, &[&METERS]).unwrap_err();
    assert_eq!(problems.len(), 9, "{problems:#?}");
    assert!(
        problems
            .iter()
            .any(|p| p.contains("per_core[0].meter") && p.contains("cycels"))
    );
}

/// A board with cores of several kinds has the common meters in one place, others not.
#[test]
fn a_meter_of_some_cores_is_refused() {
    trueboard_core::core_meters! {
        /// What a toy core counts.
        pub enum Toy {
            Branches = "branches", Count, "Branches.";
        }
        /// The meters of a toy core.
        pub static TOY of "toy core";
        stack {}
        executed { Instructions }
        changes {}
    }
    let mut f = file();
    assert!(PowerModel::new(&f, &[&METERS, &TOY]).is_ok());
    f.per_core[0].meter = "branches".into();
    assert!(PowerModel::new(&f, &[&METERS]).is_ok());
    assert!(PowerModel::new(&f, &[&TOY]).is_ok());
    for kinds in [&[&METERS, &TOY][..], &[]] {
        let problems = PowerModel::new(&f, kinds).unwrap_err();
        assert!(problems[0].contains("branches"), "{problems:?}");
    }
}

#[test]
fn syntax_errors_tell_the_place() {
    let text = TEXT.replacen("name: \"gr740\"", "name: \"gr740\", colour: 1", 1);
    let e = PowerModel::from_ron(&text, "x.ron", &[&METERS])
        .unwrap_err()
        .to_string();
    assert!(e.starts_with("x.ron:") && e.contains("colour"), "{e}");
}

/// 1 W lasts: the die is 3 K above the package, that 10.5 K above 70.5 degC, so the die has 84 degC. That is
/// one doubling of 30 K above 54 degC: 200 mW of leakage. At the package's 81 degC they would be 186.6 mW.
/// The other component stays.
#[test]
fn leakage_follows_the_die_not_the_package() {
    let mut f = file();
    f.leakage_over_temperature.as_mut().unwrap().enabled = true;
    f.thermal.ambient.value = 70.5;
    let schema::FileStart::Steady(power) = &mut f.thermal.start else {
        panic!("the model starts after a long time");
    };
    power.value = 1000.0;
    let mut run = Run::new(PowerModel::new(&f, &[&METERS]).unwrap());
    assert_eq!(run.state.die_mc(), 84_000);
    let s = run.go(100, [0; 4]);
    assert_eq!(s.components_uw[..2], [200_000, 221_805]);
}

/// With nothing running the table has the fixed components only: 100 + 221.805484 mW.
#[test]
fn sleeping_cores_execute_nothing_in_the_table() {
    let mut f = file();
    f.activity.as_mut().unwrap().enabled = true;
    let rows = static_table(&PowerModel::new(&f, &[&METERS]).unwrap(), 4, 250e6);
    assert_eq!(format!("{:.2}", rows[0].mw), "321.81");
    assert_eq!(format!("{:.2}", rows[4].mw), "1045.28");
}

/// 88.47, 85.92, 88.56 and 81.33 % are 944.50 mW (Extrae/GR740 paper, ICPP 2020, table 1 and 5.2.2).
#[test]
fn published_shares_give_the_published_average() {
    let shares = [0.8847, 0.8592, 0.8856, 0.8133].map(|s| (s, 250e6));
    let rows = by_shares(&model(), &shares);
    let sum: f64 = rows.iter().map(|r| r.mw).sum();
    assert_eq!((rows.len(), format!("{sum:.2}")), (6, "944.50".to_owned()));
}
