//! The measuring devices, which are crates of their own: from a board file's parameters to theirs.

use crate::BuildEnv;
use crate::params::parse;
use serde::Deserialize;
use trueboard_periph_l4stat::{L4stat, Processors, RonParams};
use trueboard_periph_tempsensor::{Params, TempSensor};

pub(crate) fn l4stat(params: ron::Value, env: &BuildEnv) -> Result<L4stat, String> {
    let p: RonParams = parse("l4stat", params)?;
    let params = p.resolve(env.cores, |n| env.bus(n).ok(), |n| env.cache(n).ok());
    let params = params.map_err(|problems| problems.join("; "))?;
    let processors = Processors::new(&env.dictionaries).map_err(|unknown| {
        let unknown: Vec<String> = unknown.iter().map(ToString::to_string).collect();
        unknown.join("; ")
    })?;
    Ok(L4stat::new(params, processors))
}

/// Parameters of the sensor; its clock is the device's.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sensor {
    /// DATA = T - 20 + DCORRECT - 16, as in other ST sensors, instead of DATA = T.
    #[serde(default)]
    st_scheme: bool,
}

pub(crate) fn gr740thsens(params: ron::Value, env: &BuildEnv) -> Result<TempSensor, String> {
    let Sensor { st_scheme } = parse("gr740thsens", params)?;
    let clock_hz = env.clock_hz;
    Ok(TempSensor::new(Params {
        clock_hz,
        st_scheme,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueboard_cpu_sparcv8::meters::METERS;

    #[test]
    fn names_are_resolved() {
        let env = BuildEnv {
            cores: 4,
            dictionaries: vec![&METERS; 4],
            buses: vec!["cpu-ahb".to_owned()],
            caches: vec!["l2".to_owned()],
            clock_hz: 250_000_000,
            ..BuildEnv::default()
        };
        let build = |text: &str| l4stat(ron::from_str(text).unwrap(), &env);
        assert!(build(r#"(bus: "cpu-ahb", l2: Some("l2"))"#).is_ok());
        let e = build(r#"(bus: "ahb9", l2: Some("l3"))"#).unwrap_err();
        assert!(e.contains("ahb9") && e.contains("l3"), "{e}");
        assert!(gr740thsens(ron::Value::Unit, &env).is_ok());
    }
}
