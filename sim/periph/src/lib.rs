//! Device kinds shared by boards, a folder for each family, and the registry that builds them by name.
//!
//! ```
//! use trueboard_periph::{BuildEnv, build};
//! let env = BuildEnv { cores: 4, ..BuildEnv::default() };
//! let uart = build("apbuart", ron::from_str("(fifo: 16)").unwrap(), &env).unwrap();
//! assert_eq!(uart.kind(), "apbuart");
//! assert!(build("uart", ron::Value::Unit, &env).err().unwrap().contains("apbuart"));
//! ```

mod epiphany;
mod exitdev;
mod grlib;
mod keystone;
mod measuring;
mod nfs_host;
mod own;
mod params;
mod registers;
mod stages;
mod storage;
#[cfg(test)]
mod storage_tests;
mod tc27x;
#[cfg(test)]
mod testing;
mod unmodelled;

pub use own::{Io, Mapped, Own, Peripheral};
pub use params::typed;
pub use stages::build_stage;
pub use tc27x::mtu::{Controller, mtu_controller};

use std::collections::BTreeMap;
use trueboard_core::device::Device;
use trueboard_core::meter::Dictionary;
use trueboard_core::time::Clock;

/// What the builders of devices may know of the board around them.
#[derive(Clone, Debug, Default)]
pub struct BuildEnv {
    /// How many cores the board has.
    pub cores: usize,
    /// The dictionaries of their meters, core by core.
    pub dictionaries: Vec<&'static Dictionary>,
    /// Names of the buses, in the order of their meters.
    pub buses: Vec<String>,
    /// Names of the shared caches, in the order of their meters.
    pub caches: Vec<String>,
    /// Frequencies of the board's clocks in Hz, by name.
    pub clocks: BTreeMap<String, u64>,
    /// Frequency of the device's own clock.
    pub clock_hz: u64,
    /// The device's own clock in base ticks; stages compute time between accesses with it.
    pub clock: Clock,
    /// Bytes of the device's register area; 0 where nothing bounds it.
    pub size: u64,
    /// The processors' byte order: a narrow register at the lowest address is the high end of its word.
    pub big_endian: bool,
}

impl BuildEnv {
    /// Index of the bus called `name`.
    ///
    /// # Errors
    /// Names the buses that there are.
    pub fn bus(&self, name: &str) -> Result<usize, String> {
        index("bus", &self.buses, name)
    }

    /// Frequency of the clock called `name`.
    ///
    /// # Errors
    /// Names the clocks that there are.
    pub fn hz(&self, name: &str) -> Result<u64, String> {
        let known: Vec<&str> = self.clocks.keys().map(String::as_str).collect();
        let hz = self.clocks.get(name).copied();
        hz.ok_or_else(|| format!("no clock is called `{name}`; {}", there_are(&known)))
    }

    /// Index of the shared cache called `name`.
    ///
    /// # Errors
    /// Names the caches that there are.
    pub fn cache(&self, name: &str) -> Result<usize, String> {
        index("shared cache", &self.caches, name)
    }
}

fn index(what: &str, names: &[String], name: &str) -> Result<usize, String> {
    names
        .iter()
        .position(|n| n == name)
        .ok_or_else(|| format!("no {what} is called `{name}`; {}", there_are(names)))
}

/// The end of a message about a name that nothing has.
pub fn there_are<T: AsRef<str>>(names: &[T]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    if names.is_empty() {
        "there is none at all".to_owned()
    } else {
        format!("there are: {}", names.join(", "))
    }
}

type Builder = fn(ron::Value, &BuildEnv) -> Result<Box<dyn Device>, String>;

/// A kind of device that board files may name.
#[derive(Clone, Copy)]
pub struct KindInfo {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a line.
    pub doc: &'static str,
    /// Accesses to it order what cores do: it interrupts them, or they meet there.
    pub orders: bool,
    build: Builder,
}

macro_rules! kinds {
    ($( $name:literal, $doc:literal, $build:expr $(, orders $orders:literal)?; )*) => {
        &[ $( KindInfo {
            name: $name,
            doc: $doc,
            orders: false $( || $orders )?,
            build: |params, env| Ok(Box::new($build(params, env)?)),
        }, )* ]
    };
}

const KINDS: &[KindInfo] = kinds! {
    "ahbstat", "AHBSTAT, latches the first failing access of a bus", grlib::ahbstat::Ahbstat::build;
    "ambapnp", "AMBA plug&play area: records of what is on a bus", grlib::ambapnp::Ambapnp::build;
    "apbuart", "APBUART, a serial port with FIFOs: the console", grlib::apbuart::Apbuart::build;
    "clkgate", "GRCLKGATE, clock gating unit", grlib::clkgate::Clkgate::build;
    "exitdev", "our own: ends the run with a status, prints without a driver", exitdev::Exitdev::build;
    "efpga", "registers of the FPGA end of a Parallella link (storage)", epiphany::ioregs::fpga;
    "elinks", "registers at the links of an Epiphany chip (storage)", epiphany::ioregs::links;
    "ewires", "SYNC, WAND and breakpoint wires of an Epiphany chip", epiphany::ewires::Ewires::build, orders true;
    "gr740thsens", "GR740THSENS, temperature sensor controller", measuring::gr740thsens;
    "gprbank", "GRGPRBANK, pin functions, PLL configuration, drive strengths (storage)", grlib::gprbank::build;
    "gpreg", "general purpose register: bootstrap signals", grlib::gpreg::build;
    "gptimer", "GPTIMER, a prescaler and up to seven timers", grlib::gptimer::Gptimer::build;
    "greth", "GRETH, Ethernet MAC; with a network, a host on it exports a folder by NFS", grlib::greth::build;
    "grgpio", "GRGPIO, general purpose I/O port", grlib::grgpio::Grgpio::build;
    "griommu", "GRIOMMU, I/O memory management unit (storage)", grlib::griommu::build;
    "irqamp", "IRQ(A)MP, multiprocessor interrupt controller", grlib::irqamp::Irqamp::build, orders true;
    "keystone-bootcfg", "Keystone 2 boot configuration: IPC interrupts between processors, KICK protection", keystone::bootcfg::Bootcfg::build;
    "keystone-gic", "GIC-400 of Keystone 2: interrupts between the CPUs of the ARM", keystone::gic::Gic::build, orders true;
    "keystone-psc", "Keystone 2 power and sleep controller: releases DSPs", keystone::psc::Psc::build;
    "l4stat", "L4STAT, statistics unit: counts what cores, bus and L2 cache do", measuring::l4stat;
    "memscrub", "memory scrubber and AHB status register", grlib::memscrub::build;
    "registers", "a part that the board file describes by its registers: values, bits that follow, times, interrupts", registers::Registers::build;
    "tc27x-asclin", "TC27x ASCLIN, a serial interface with FIFOs: the console", tc27x::asclin::Asclin::build;
    "tc27x-cbs", "TC27x Cerberus: identification, enable of the debug system", tc27x::cbs::Cbs::build;
    "tc27x-dma", "TC27x DMA controller: transactions between memories, requested by software", tc27x::dma::Dma::build;
    "tc27x-ir", "TC27x interrupt router: service request nodes and their arbitration", tc27x::ir::Ir::build, orders true;
    "tc27x-mtu", "TC27x memory test unit: errors that memories' codes have met", tc27x::mtu::Mtu::build;
    "tc27x-port", "TC27x port, general purpose pins", tc27x::port::Port::build;
    "tc27x-scu", "TC27x system control: clocks, reset, power, traps, watchdogs and ENDINIT", tc27x::scu::Scu::build;
    "tc27x-smu", "TC27x safety management unit: alarms, and what is done about them", tc27x::smu::Smu::build, orders true;
    "tc27x-stm", "TC27x system timer with two compare registers", tc27x::stm::Stm::build;
    "unmodelled", "a part that is not modelled: answers 0 and tells of every access", unmodelled::Unmodelled::build;
};

/// All kinds of devices, by name.
pub fn kinds() -> &'static [KindInfo] {
    KINDS
}

/// Builds a device.
///
/// # Errors
/// When the kind is unknown or its parameters are not possible; the text says what would be.
pub fn build(kind: &str, params: ron::Value, env: &BuildEnv) -> Result<Box<dyn Device>, String> {
    let Some(k) = KINDS.iter().find(|k| k.name == kind) else {
        let known: Vec<&str> = KINDS.iter().map(|k| k.name).collect();
        return Err(format!(
            "unknown kind of device `{kind}`; known are: {}",
            known.join(", ")
        ));
    };
    (k.build)(params, env)
}
