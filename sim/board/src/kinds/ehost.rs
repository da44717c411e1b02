//! The host of a Parallella.

use super::{
    Built, CoreKind, PC_ALONE, Runs, Site, UNCHECKED, as_halted, checked, never_found, no_counters,
    no_trap_name, nothing_judged,
};
use trueboard_host::meters::METERS;
use trueboard_host::{EHost, Params, Program};

pub(super) static KIND: CoreKind = CoreKind {
    name: "ehost",
    runs: Runs::HostScript,
    meters: &METERS,
    debug: None,
    not_observed: None,
    checks: UNCHECKED,
    build,
    trap_name: no_trap_name,
    ended: as_halted,
    at_entry: PC_ALONE,
    serves_traps: None,
    found_running: never_found,
    counters: no_counters,
    judged: nothing_judged,
};

/// One without a script; a run that has one puts another in its place.
fn build(params: ron::Value, site: Site) -> Built {
    let params = checked(params, Params::check)?;
    let base_hz = site.hz * site.clock.ticks_per_cycle();
    let idle = Program::default();
    Ok(Box::new(EHost::new(
        params, site.id, site.clock, base_hz, idle,
    )))
}
