//! The machine as analyses see it: names, meters, observers.

use crate::machine::Machine;
use crate::machine::symbols::ImageSymbols;
use crate::near::{NotThere, did_you_mean};
use std::any::Any;
use std::sync::Arc;
use trueboard_analyses::profile::observe::{CodeNames, Names};
use trueboard_analyses::why::observe::DataNames;
use trueboard_analyses::{Subject, Symbols};
use trueboard_core::duration::Timebase;
use trueboard_core::meter::{Accounts, Dictionary, Meters};
use trueboard_core::time::Tick;
use trueboard_image::Symbol;

fn symbols(m: &Machine) -> impl Iterator<Item = &Symbol> {
    m.firmware.images.iter().flat_map(|i| i.symbols())
}

impl Timebase for Machine {
    fn ticks_per_second(&self) -> u64 {
        self.base_hz
    }

    fn ticks_per_cycle(&self) -> u64 {
        self.info.first().map_or(1, |i| i.clock.ticks_per_cycle())
    }
}

impl Subject for Machine {
    fn dictionaries(&self) -> Vec<&'static Dictionary> {
        self.cores.iter().map(|core| core.meters()).collect()
    }

    fn symbols(&self) -> Arc<dyn Symbols> {
        Arc::new(ImageSymbols::new(self))
    }

    fn names(&self) -> Box<dyn DataNames + '_> {
        Box::new(Named::new(self))
    }

    fn functions(&self) -> Vec<&str> {
        let code = symbols(self).filter(|s| s.code);
        code.map(|s| s.name.as_str()).collect()
    }

    fn objects(&self) -> Vec<(u64, u64, String)> {
        let data = symbols(self).filter(|s| !s.code && s.size != 0);
        let mut objects: Vec<(u64, u64, String)> =
            data.map(|s| (s.at, s.size, s.name.clone())).collect();
        objects.sort();
        objects.dedup_by_key(|o| o.0);
        objects
    }

    fn masters(&self) -> Vec<(u8, u8)> {
        let stages = self.fabric.stages.iter();
        let masters = stages.filter_map(|s| s.masters_of_a_core());
        masters.map(|(bus, n)| (bus as u8, n)).collect()
    }

    fn meters(&self) -> &Meters {
        &self.meters
    }

    fn core(&self, core: u8) -> (Tick, Option<&Accounts>) {
        match self.cores.get(usize::from(core)) {
            Some(core) => (core.now(), core.accounts()),
            None => (Tick(0), None),
        }
    }

    fn near(&self, name: &str) -> String {
        did_you_mean(name, Subject::functions(self))
    }

    fn missing_core(&self, core: u8) -> Option<String> {
        let cores = self.cores.len();
        let missing = usize::from(core) >= cores;
        missing.then(|| NotThere::core(&self.name, core, cores).to_string())
    }

    fn observers(&self) -> Box<dyn Iterator<Item = &dyn Any> + '_> {
        Box::new(self.core_facts.observers().map(|o| o as &dyn Any))
    }
}

/// Names code and data of a machine by its images.
pub(super) struct Named<'a> {
    machine: &'a Machine,
    symbols: ImageSymbols,
    objects: Vec<(u64, u64, String)>,
}

impl Named<'_> {
    pub fn new(machine: &Machine) -> Named<'_> {
        Named {
            machine,
            symbols: ImageSymbols::new(machine),
            objects: machine.objects(),
        }
    }
}

impl Names for Named<'_> {
    fn function(&self, core: u8, entry: u64) -> String {
        match self.symbols.function(core, entry) {
            Some((name, 0)) => name.to_owned(),
            Some((name, offset)) => format!("{name}+{offset:#x}"),
            None => format!("{entry:#x}"),
        }
    }

    fn source(&self, core: u8, entry: u64) -> Option<String> {
        let image = self.machine.image_of(core)?;
        image.line_at(self.machine.linked(core, image, entry))
    }

    fn trap(&self, core: u8, tt: u16) -> String {
        let info = self.machine.info.get(usize::from(core));
        let name = info.map_or("", |i| (i.kind.trap_name)(tt));
        match name {
            "" => format!("{tt:#x}"),
            name => name.to_owned(),
        }
    }
}

impl CodeNames for Named<'_> {
    fn within(&self, core: u8, pc: u64) -> String {
        let name = |at: u64| Some(self.symbols.function(core, at)?.0.to_owned());
        let image = self.machine.image_of(core);
        let at = image.map_or(pc, |image| self.machine.linked(core, image, pc));
        name(at).unwrap_or_default()
    }

    fn text(&self, core: u8, pc: u64) -> String {
        self.machine.instruction_at(core, pc)
    }
}

impl DataNames for Named<'_> {
    fn object(&self, place: usize) -> Option<String> {
        self.objects.get(place).map(|(_, _, name)| name.clone())
    }

    fn device(&self, address: u64) -> Option<String> {
        let fabric = &self.machine.fabric;
        let id = fabric.find(address)?;
        let attached = fabric.attached.get(usize::from(id.0))?;
        Some(attached.name.clone())
    }

    fn bus(&self, bus: u8) -> String {
        let name = self.machine.buses.get(usize::from(bus));
        name.cloned().unwrap_or_default()
    }
}
