//! The profile of a run, with names.

use crate::machine::Machine;
use crate::symbols::ImageSymbols;
use trueboard_truth::Symbols;
use trueboard_truth::profile::{CoreProfile, Names, Profile};

struct Named<'a> {
    machine: &'a Machine,
    symbols: ImageSymbols,
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
        self.machine.image_of(core)?.line_at(entry)
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

/// What the cores executed, if that was followed.
pub(super) fn profile(m: &Machine) -> Option<Vec<CoreProfile>> {
    let profile = m.call_observer::<Profile>()?;
    let names = Named {
        machine: m,
        symbols: ImageSymbols::new(m),
    };
    let cores = (0..).zip(m.cores.iter().zip(&m.meters.cores));
    let reports = cores.filter_map(|(i, (core, bank))| profile.report(i, core.now(), bank, &names));
    Some(reports.collect())
}
