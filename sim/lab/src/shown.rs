//! What is shown, worked out.

pub(crate) mod activity;
mod code;
pub(crate) mod measured;

use crate::lab::Lab;
use crate::panels::Panel;
use crate::place::place;
use crate::view::{Core, Meters, Outcome, Register, Time, View, Watched};
use trueboard_board::Machine;
use trueboard_core::meter::{CoreMeter, cpi};

impl Lab {
    /// The view, with these panels.
    pub fn view(&mut self, panels: &[Panel]) -> View {
        View {
            panels: self.panels(panels),
            ..self.standing()
        }
    }

    /// What is always shown.
    fn standing(&self) -> View {
        let m = self.session.machine();
        let recorded = self.session.recorded(self.core);
        let tick = m.core_stands_at(self.core);
        let ended = self.session.outcome();
        let over = self.stop.kind == crate::StopKind::Ended;
        View {
            board: m.name.clone(),
            time: Time {
                tick: tick.0,
                hz: m.base_hz,
                seconds: tick.0 as f64 / m.base_hz.max(1) as f64,
                cycle: m.core_clock(self.core).cycles_at(tick),
                recorded: self.not_recorded.is_none(),
                not_recorded: self.not_recorded.clone(),
                earliest: recorded.first().map_or(tick.0, |t| t.0),
                latest: self.latest.max(tick.0),
            },
            stop: self.stop.clone(),
            outcome: over.then(|| Outcome {
                kind: serde_json::to_value(ended.kind)
                    .ok()
                    .and_then(|v| v.as_str().map(str::to_owned))
                    .unwrap_or_default(),
                detail: ended.detail,
                status: ended.status,
            }),
            core: self.core,
            cores: (0..m.core_count() as u8).map(|c| core(m, c)).collect(),
            breakpoints: self
                .breakpoints
                .keys()
                .map(|&at| place(m, self.core, at))
                .collect(),
            watchpoints: self
                .watched
                .iter()
                .map(|(&at, p)| Watched {
                    at,
                    bytes: p.len,
                    reads: p.kind.reads(),
                })
                .collect(),
            ..View::default()
        }
    }

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

fn core(m: &Machine, id: u8) -> Core {
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
