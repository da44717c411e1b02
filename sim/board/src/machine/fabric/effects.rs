//! Calls of devices, and the effects that they request.

use super::Fabric;
use trueboard_core::device::{Accessor, Cx, DevId, Device, Effect, PIN_CLOCK};
use trueboard_core::fact::{FactKind, Source};
use trueboard_core::meter::Meters;
use trueboard_core::time::Tick;

impl Fabric {
    /// Calls a device with its [`Cx`], then carries out what it wants.
    pub(crate) fn call<T>(
        &mut self,
        id: DevId,
        now: Tick,
        accessor: Option<Accessor>,
        meters: &Meters,
        f: impl FnOnce(&mut dyn Device, &mut Cx<'_>) -> T,
    ) -> T {
        let (i, n) = (usize::from(id.0), self.stages.len());
        self.stirred |= self.attached[i].stirs;
        let mut effects = std::mem::take(&mut self.effects);
        let mut cx = Cx {
            id,
            now,
            clock: self.attached[i].clock,
            queue: &mut self.queue,
            effects: &mut effects,
            meters,
            facts: &mut self.facts,
            accessor,
            die_mc: self.die_mc,
            warnings: &mut self.new_warnings,
        };
        let device = if i < n {
            self.lanes.forget();
            self.stages[i].device()
        } else {
            self.devices[i - n].as_mut()
        };
        let answer = f(device, &mut cx);
        if !self.new_warnings.is_empty() {
            for w in self.new_warnings.drain(..) {
                self.noted.warnings.add(w);
            }
        }
        if !effects.is_empty() {
            for e in effects.drain(..) {
                self.carry_out(id, e, now, meters);
            }
        }
        if self.effects.capacity() == 0 {
            self.effects = effects;
        }
        answer
    }

    pub(super) fn carry_out(&mut self, id: DevId, effect: Effect, now: Tick, meters: &Meters) {
        match effect {
            Effect::Line { pin, level } => {
                if let Some(levels) = self.outside.pins.get_mut(&(id, pin)) {
                    levels.push((now, level));
                }
                let targets = self.attached[usize::from(id.0)].wires.get(&pin).cloned();
                for (target, input) in targets.unwrap_or_default() {
                    if self.faults.is_some() && self.keeps_line(target, input, level, now) {
                        continue;
                    }
                    if input == PIN_CLOCK {
                        self.attached[usize::from(target.0)].clocked = level;
                        if let Some(o) = &mut self.judge {
                            o.clock(target, now, level, meters);
                        }
                    }
                    self.call(target, now, None, meters, |d, cx| d.line(input, level, cx));
                }
            }
            Effect::Core { core, signal } => self.requests.signals.push((core, signal, now)),
            Effect::Console(byte) => {
                if self.attached[usize::from(id.0)].console {
                    self.outside.console.push(byte);
                }
                if let Some(heard) = self.outside.heard.get_mut(&id) {
                    heard.push((now, byte));
                }
                self.facts
                    .push(now, Source::Device(id), FactKind::Console { byte });
            }
            Effect::Exit(status) => {
                self.requests.exit = self.requests.exit.or(Some((self.accessing, status)));
            }
            Effect::Memory(change) => self.requests.changes.push((id, now, change)),
            Effect::Scrubbed(from, to) if self.faults.is_some() => {
                self.scrubbed(id, (from, to), now, meters);
            }
            Effect::Scrubbed(..) => {}
            Effect::Reset(why) => self.requests.reset = self.requests.reset.or(Some(why)),
        }
    }
}
