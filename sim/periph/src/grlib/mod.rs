//! Devices of the GRLIB IP library, of which the GR740 is made. Sources: "GR740 UM" is the GR740 data sheet and user's
//! manual; register offsets are those of RTEMS' drivers and headers. Memory controllers and the L2 cache of the library
//! are stages (`stages/`); statistics unit, temperature sensor and AHB are crates of their own.

pub(crate) mod ahbstat;
pub(crate) mod ambapnp;
pub(crate) mod apbuart;
pub(crate) mod clkgate;
#[cfg(test)]
mod field_tests;
pub(crate) mod gprbank;
pub(crate) mod gpreg;
pub(crate) mod gptimer;
pub(crate) mod greth;
pub(crate) mod grgpio;
pub(crate) mod griommu;
pub(crate) mod irqamp;
pub(crate) mod memscrub;
