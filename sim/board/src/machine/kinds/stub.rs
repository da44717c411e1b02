//! The stub cores of a Keystone 2: the CPUs of the ARM and the C66x DSPs, which run described workloads.

use super::{Build, Built, CoreKind, Runs, Site, checked};
use trueboard_cpu_c66x_stub::meters::METERS;
use trueboard_cpu_c66x_stub::{StubCore, params::Params, trap_name};

pub(super) static ARM: CoreKind = kind("arm-stub", |params, site| build(params, site, true));
pub(super) static C66X: CoreKind = kind("c66x-stub", |params, site| build(params, site, false));

const fn kind(name: &'static str, build: Build) -> CoreKind {
    CoreKind {
        trap_name,
        ..CoreKind::new(name, Runs::Workload, &METERS, build)
    }
}

fn build(params: ron::Value, site: Site, arm: bool) -> Built {
    let params = checked(params, Params::check)?;
    let core = StubCore::new(params, site.id, site.clock, site.hz, arm)?;
    Ok(Box::new(core))
}
