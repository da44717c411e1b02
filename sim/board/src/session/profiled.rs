//! The profile of a run, with names.

use crate::machine::Machine;
use crate::machine::symbols::ImageSymbols;
use trueboard_analyses::Symbols;
use trueboard_analyses::profile::observe::{
    ByLength, CodeNames, CoreInstructions, CoreProfile, Instructions, Lengths, Names, Profile,
};
use trueboard_core::meter::Accounts;

/// Names code of a machine by its images.
pub(super) struct Named<'a> {
    machine: &'a Machine,
    symbols: ImageSymbols,
}

impl Named<'_> {
    pub fn new(machine: &Machine) -> Named<'_> {
        Named {
            machine,
            symbols: ImageSymbols::new(machine),
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

/// What every instruction cost, if that was followed.
pub(super) fn instructions(m: &Machine) -> Option<Vec<CoreInstructions>> {
    let followed = m.observer::<Instructions>()?;
    let names = Named::new(m);
    let cores = (0..).zip(&m.meters.cores);
    let reports = cores.filter_map(|(i, bank)| followed.report(i, bank, &names));
    Some(reports.collect())
}

/// What the cores executed, if that was followed.
pub(super) fn profile(m: &Machine) -> Option<Vec<CoreProfile>> {
    let names = Named::new(m);
    m.observer::<Profile>()
        .map(|p| reports(p, m, &names))
        .or_else(|| Some(reports(m.observer::<Profile<ByLength>>()?, m, &names)))
}

fn reports<L: Lengths>(profile: &Profile<L>, m: &Machine, names: &Named) -> Vec<CoreProfile> {
    let cores = (0..).zip(m.cores.iter().zip(&m.meters.cores));
    // All of a core that nothing happened on is the first context.
    let untouched = Accounts::default();
    let reports = cores.filter_map(|(i, (core, bank))| {
        let accounts = core.accounts().unwrap_or(&untouched);
        profile.report(i, core.now(), (bank, accounts), names)
    });
    reports.collect()
}
