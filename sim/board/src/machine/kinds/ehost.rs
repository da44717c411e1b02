//! The host of a Parallella.

use super::{Built, CoreKind, Runs, Site, checked};
use trueboard_host::meters::METERS;
use trueboard_host::{EHost, Params, Program};

pub(super) static KIND: CoreKind = CoreKind::new("ehost", Runs::HostScript, &METERS, build);

/// One without a script; a run that has one puts another in its place.
fn build(params: ron::Value, site: Site) -> Built {
    let params = checked(params, Params::check)?;
    let base_hz = site.hz * site.clock.ticks_per_cycle();
    let idle = Program::default();
    Ok(Box::new(EHost::new(
        params, site.id, site.clock, base_hz, idle,
    )))
}
