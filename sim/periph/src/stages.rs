//! The stages that a transfer to memory or to a device passes, by their `kind` in board files.

mod bridge;
mod ftmctrl;
mod l2cache;
mod pmu;
mod sdctrl;
mod sram;
mod sri;
#[cfg(test)]
mod tests;

use crate::BuildEnv;
use crate::epiphany::mesh;
use crate::params::parse;
use serde::Deserialize;
use trueboard_core::bus::Stage;
use trueboard_periph_ahb as ahb;

/// Parameters of the `ahb` kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AhbParams {
    /// The bus whose meters it keeps.
    bus: String,
    /// Bytes of the data bus.
    width_bytes: u16,
    /// See [`ahb::Params::address_cycles`].
    address_cycles: u64,
    /// See [`ahb::Params::handover_cycles`].
    handover_cycles: u64,
    /// See [`ahb::Params::register_cycles`].
    register_cycles: u64,
}

/// Builds the stage `kind` with its parameters.
///
/// # Errors
/// Names the kind, or the parameter, that cannot be.
pub fn build_stage(
    kind: &str,
    params: ron::Value,
    env: &BuildEnv,
) -> Result<Box<dyn Stage>, String> {
    Ok(match kind {
        "ahb" => {
            let p: AhbParams = parse(kind, params)?;
            let bus = env.bus(&p.bus)?;
            let numbers = ahb::Params {
                width_bytes: p.width_bytes,
                address_cycles: p.address_cycles,
                handover_cycles: p.handover_cycles,
                register_cycles: p.register_cycles,
            };
            numbers.check()?;
            Box::new(ahb::Ahb::new(numbers, env.clock, bus))
        }
        "l2cache" => {
            let p: l2cache::Params = parse(kind, params)?;
            let cache = env.cache(&p.cache)?;
            p.check()?;
            Box::new(l2cache::L2Cache::new(p, env.clock, cache))
        }
        "sdctrl" => {
            let p: sdctrl::Params = parse(kind, params)?;
            p.check()?;
            Box::new(sdctrl::SdCtrl::new(p, env.clock))
        }
        "bridge" => Box::new(bridge::Bridge::new(parse(kind, params)?, env.clock)),
        "ftmctrl" => Box::new(ftmctrl::Ftmctrl::new(parse(kind, params)?, env.clock)),
        "sri" => {
            let p: sri::Params = parse(kind, params)?;
            let bus = env.bus(&p.bus)?;
            Box::new(sri::Sri::new(&p, env.clock, bus)?)
        }
        "sram" => Box::new(sram::Sram::new(parse(kind, params)?, env.clock)?),
        "pmu" => Box::new(pmu::Pmu::new(parse(kind, params)?, env.clock)?),
        "emesh" => {
            let p: mesh::Params = parse(kind, params)?;
            let mut buses = [0; 4];
            for (index, name) in buses.iter_mut().zip(&p.buses) {
                *index = env.bus(name)?;
            }
            Box::new(mesh::Mesh::new(&p, env.clock, buses, &env.dictionaries)?)
        }
        _ => {
            return Err(format!(
                "no stage of kind \"{kind}\": there are ahb, l2cache, sdctrl, bridge, ftmctrl, \
                 sri, sram, pmu, emesh"
            ));
        }
    })
}
