//! What is shown, worked out.

pub(crate) mod activity;
mod code;
pub(crate) mod measured;

use crate::lab::Lab;
use crate::place::place;
use crate::view::{Core, Meters, Register};
use trueboard_board::Machine;
use trueboard_core::meter::{CoreMeter, cpi};

impl Lab {
    pub(crate) fn registers(&self) -> Vec<Register> {
        let m = self.session.machine();
        let before = self.before.get(usize::from(self.core));
        let names = m.registers(self.core).iter().enumerate();
        names
            .map(|(i, r)| {
                let value = m.register(self.core, i);
                Register {
                    name: r.name.to_owned(),
                    value,
                    bits: r.bits,
                    changed: before
                        .and_then(|b| b.get(i))
                        .is_some_and(|&old| old != value),
                }
            })
            .collect()
    }
}

pub(crate) fn core(m: &Machine, id: u8) -> Core {
    let pc = m.pc(id);
    let bank = m.meters().cores.get(usize::from(id));
    let of = |meter| bank.map_or(0, |b| b.get(meter));
    Core {
        id,
        name: m.core_state(id).map_or("", |s| s.0).to_owned(),
        kind: m.core_kind(id).map_or("", |k| k.name).to_owned(),
        state: m.state_word(id).to_owned(),
        pc: place(m, id, pc),
        instruction: m.disassembled(id, pc).map_or(String::new(), |d| d.0),
        cycles: m.core_cycles(id),
        instructions: of(CoreMeter::INSTRUCTIONS),
        cpi: cpi(of(CoreMeter::CYCLES), of(CoreMeter::INSTRUCTIONS)),
    }
}

pub(crate) fn meters(m: &Machine) -> Vec<Meters> {
    let of = |core: u8| {
        let bank = m.meters().cores.get(usize::from(core))?;
        let dictionary = m.dictionary(core)?;
        let value = |&meter: &CoreMeter| (dictionary.name(meter).to_owned(), bank.get(meter));
        Some(Meters {
            core,
            values: dictionary
                .counted
                .iter()
                .map(value)
                .filter(|v| v.1 != 0)
                .collect(),
            stack: dictionary.stack.iter().map(value).collect(),
        })
    };
    (0..m.core_count() as u8).filter_map(of).collect()
}
