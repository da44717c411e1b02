//! Accesses to the registers of devices, and to memories with stores as commands.

use super::{Fabric, Refusal};
use trueboard_core::bus::{Below, BusFault, Timing, Txn};
use trueboard_core::device::{Accessor, BusError, Cx, DevId};
use trueboard_core::fact::{Fact, FactKind, Source};
use trueboard_core::interpose::Register;
use trueboard_core::meter::Meters;
use trueboard_core::time::Tick;

impl Fabric {
    /// The stage to which a store to the memory at `pa` is a command.
    pub(super) fn commanded(&self, pa: u64) -> Option<DevId> {
        let memory = self.memories.iter().find(|m| pa >= m.base && pa < m.end)?;
        let id = DevId((*memory.route.last()?).into());
        self.device_ref(id).takes_commands(pa).then_some(id)
    }

    /// Makes a store that is a command to stage `id`.
    pub(super) fn command(
        &mut self,
        id: DevId,
        t: &Txn,
        value: u64,
        meters: &mut Meters,
    ) -> (Result<u64, BusFault>, Timing) {
        let Some(i) = self.memory_at(t.pa) else {
            return (Err(BusFault::Unmapped), Timing::free(t.at));
        };
        let route = std::mem::take(&mut self.memories[i].route);
        let timing = self.route_time(&route, t, meters);
        self.memories[i].route = route;
        self.accessing = t.master;
        let accessor = Some(Accessor {
            core: t.master,
            pc: t.pc,
        });
        let bytes = t.bytes as u8;
        let answer = self.call(id, t.at, accessor, meters, |d, cx| {
            d.command(t.pa, value, bytes, cx)
        });
        if let Err(fault) = answer {
            self.refuse(t, fault);
        }
        (answer.map(|()| value), timing)
    }

    /// Reads or writes whole register words of a device, through the injector before it. Reports, also to the judge,
    /// have the firmware's values.
    pub(super) fn word(
        &mut self,
        id: DevId,
        t: &Txn,
        off: u32,
        write: Option<u32>,
        meters: &mut Meters,
    ) -> Result<u32, BusFault> {
        if self.watched.any() {
            let pa = self.attached[usize::from(id.0)].at + u64::from(off);
            self.watched.note(pa, write.is_some());
        }
        let Some(mut between) = self.interposed.take() else {
            let value = match self.faults {
                None => self.device_word(id, t, off, write, meters)?,
                Some(_) => self.faulty_word(id, t, off, write, meters)?,
            };
            self.report_word(id, t, off, (write.is_some(), value), meters);
            return Ok(value);
        };
        let at = Register::Device(self.attached[usize::from(id.0)].at + u64::from(off));
        let answer = match write {
            None => {
                let off = off.wrapping_add_signed(between.leaks(at));
                let value = self.device_word(id, t, off, None, meters);
                value.map(|value| between.read(at, value))
            }
            Some(value) => match between.write(at, value) {
                None => Ok(value),
                taken => self.device_word(id, t, off, taken, meters).map(|_| value),
            },
        };
        self.interposed = Some(between);
        let value = answer?;
        self.report_word(id, t, off, (write.is_some(), value), meters);
        Ok(value)
    }

    /// [`Fabric::device_word`] in a machine with faults.
    #[cold]
    fn faulty_word(
        &mut self,
        id: DevId,
        t: &Txn,
        off: u32,
        write: Option<u32>,
        meters: &mut Meters,
    ) -> Result<u32, BusFault> {
        if self.is_refused(t) {
            return Err(BusFault::Refused);
        }
        let value = self.device_word(id, t, off, write, meters)?;
        match write {
            None => Ok(self.shown(id, t, off, value)),
            Some(written) => {
                self.forgets(id, off, written);
                Ok(value)
            }
        }
    }

    fn device_word(
        &mut self,
        id: DevId,
        t: &Txn,
        off: u32,
        write: Option<u32>,
        meters: &mut Meters,
    ) -> Result<u32, BusFault> {
        if !self.attached[usize::from(id.0)].clocked {
            return Ok(0);
        }
        self.touched += 1;
        self.accessing = t.master;
        let accessor = Some(Accessor {
            core: t.master,
            pc: t.pc,
        });
        if self.attached[usize::from(id.0)].looks {
            self.settle(t.at, meters);
        }
        let bytes = u32::from(t.bytes);
        if bytes >= 4 {
            let Some(v) = write else {
                return self.call(id, t.at, accessor, meters, |d, cx| d.read(off, cx));
            };
            self.call(id, t.at, accessor, meters, |d, cx| d.write(off, v, cx))?;
            return Ok(v);
        }
        let lanes = ((1 << (8 * bytes)) - 1) << self.lane(t.pa as u32, bytes);
        let Some(v) = write else {
            return self.call(id, t.at, accessor, meters, |d, cx| {
                d.read_lanes(off, lanes, cx)
            });
        };
        self.call(id, t.at, accessor, meters, |d, cx| {
            d.write_lanes(off, v, lanes, cx)
        })?;
        Ok(v)
    }

    /// Reports an access to a measuring device or clock to judge and observers: read or write, and the firmware's
    /// value.
    fn report_word(
        &mut self,
        id: DevId,
        t: &Txn,
        offset: u32,
        (write, value): (bool, u32),
        meters: &mut Meters,
    ) {
        let attached = &self.attached[usize::from(id.0)];
        if !attached.clocked {
            return;
        }
        let (measures, keeps_time) = (attached.measures, attached.keeps_time);
        if measures || keeps_time {
            let (core, pc) = (t.master, t.pc);
            let kind = match write {
                false => FactKind::RegRead {
                    core,
                    pc,
                    offset,
                    value,
                },
                true => FactKind::RegWrite {
                    core,
                    pc,
                    offset,
                    value,
                },
            };
            let fact = Fact {
                at: t.at,
                source: Source::Device(id),
                kind,
            };
            self.judge_access(id, &fact, meters);
            if measures {
                self.facts.push(fact.at, fact.source, fact.kind);
            }
        }
        if write && usize::from(id.0) < self.stages.len() {
            self.stage_after_write(id, t, meters);
        }
    }

    /// Shows the judge an access to a device that measures or keeps time.
    fn judge_access(&mut self, id: DevId, fact: &Fact, meters: &Meters) {
        let keeps_time = self.attached[usize::from(id.0)].keeps_time;
        match &mut self.judge {
            Some(judge) if keeps_time => judge.clock_access(fact),
            Some(judge) => judge.access(fact, meters, self.die_mc),
            None => {}
        }
    }

    /// Shows the judge what a debug monitor has written to a device before the run.
    pub(crate) fn report_boot(&mut self, id: DevId, offset: u32, value: u32, meters: &Meters) {
        let attached = &self.attached[usize::from(id.0)];
        if attached.measures || attached.keeps_time {
            let kind = FactKind::RegWrite {
                core: 0,
                pc: 0,
                offset,
                value,
            };
            let fact = Fact {
                at: Tick(0),
                source: Source::Device(id),
                kind,
            };
            self.judge_access(id, &fact, meters);
        }
    }

    /// A register write may start work in the stages below (a cache flush).
    pub(super) fn stage_after_write(&mut self, id: DevId, t: &Txn, meters: &mut Meters) {
        let i = usize::from(id.0);
        let below: Vec<u8> = self
            .memories
            .iter()
            .find_map(|m| {
                let at = m.route.iter().position(|&s| usize::from(s) == i)?;
                Some(
                    m.route[at + 1..]
                        .iter()
                        .map(|&s| s - id.0 as u8 - 1)
                        .collect(),
                )
            })
            .unwrap_or_default();
        let snapshot = meters.clone();
        let mut effects = Vec::new();
        self.lanes.forget();
        let (head, tail) = self.stages.split_at_mut(i + 1);
        let mut cx = Cx {
            id,
            now: t.at,
            clock: self.attached[i].clock,
            queue: &mut self.queue,
            effects: &mut effects,
            meters: &snapshot,
            facts: &mut self.facts,
            accessor: Some(Accessor {
                core: t.master,
                pc: t.pc,
            }),
            die_mc: self.die_mc,
            warnings: &mut self.new_warnings,
        };
        if let Some(stage) = head.last_mut() {
            stage.after_write(&mut cx, &mut Below::new(tail, &below), meters);
        }
        for e in effects {
            self.carry_out(id, e, t.at, meters);
        }
    }

    pub(super) fn refuse(&mut self, t: &Txn, fault: BusFault) {
        // Of what a device refuses, its own warning says more.
        if fault != BusFault::Refused {
            let refusal = Refusal {
                core: t.master,
                pc: t.pc,
                write: t.op.writes(),
                fault,
            };
            self.noted.refused(refusal, t.pa);
        }
        if let Some(id) = self.error_latch {
            let error = BusError {
                write: t.op.writes(),
                master: t.master,
                size: u8::try_from(t.bytes.max(1).ilog2()).unwrap_or(7),
                address: t.pa as u32,
            };
            // A status register reads no meters.
            let none = Meters::default();
            self.call(id, t.at, None, &none, |d, cx| {
                if let Some(latch) = d.error_latch() {
                    latch.bus_error(error, cx);
                }
            });
        }
    }

    /// The shift that brings `bytes` at `off` of a register word to the right.
    pub(super) fn lane(&self, off: u32, bytes: u32) -> u32 {
        let at = off & 3;
        8 * if self.big_endian { 4 - at - bytes } else { at }
    }

    /// The first words of a word pair.
    pub(super) fn join(&self, first: u32, second: u32) -> u64 {
        let (hi, lo) = if self.big_endian {
            (first, second)
        } else {
            (second, first)
        };
        u64::from(hi) << 32 | u64::from(lo)
    }

    pub(super) fn access(
        &mut self,
        t: &Txn,
        write: Option<u64>,
        meters: &mut Meters,
    ) -> (Result<u64, BusFault>, Timing) {
        let Some(id) = self.find(t.pa) else {
            if let (Some(value), Some(id)) = (write, self.commanded(t.pa)) {
                return self.command(id, t, value, meters);
            }
            if let Some(i) = self.holes.iter().position(|h| t.pa >= h.0 && t.pa < h.1) {
                let route = std::mem::take(&mut self.holes[i].2);
                let timing = self.route_time(&route, t, meters);
                self.holes[i].2 = route;
                return (Ok(0), timing);
            }
            self.wanted.note(t.pa, t.bytes, write);
            self.refuse(t, BusFault::Unmapped);
            // The default slave answers in two cycles with ERROR (AMBA 2.0, 3.9.3).
            return (Err(BusFault::Unmapped), Timing::free(t.at));
        };
        self.close_lane(meters);
        self.lanes.forget_set(t.pa);
        let attached = &self.attached[usize::from(id.0)];
        let off = (t.pa - attached.at) as u32;
        if attached.unmodelled {
            self.wanted.note(t.pa, t.bytes, write);
        }
        let timing = Below::new(&mut self.stages, &attached.route).access(t, meters);
        let bytes = u32::from(t.bytes);
        let value = match (bytes, write) {
            (8, None) => self.word(id, t, off, None, meters).and_then(|a| {
                self.word(id, t, off + 4, None, meters)
                    .map(|b| self.join(a, b))
            }),
            (8, Some(v)) => {
                let (a, b) = if self.big_endian {
                    (v >> 32, v)
                } else {
                    (v, v >> 32)
                };
                self.word(id, t, off, Some(a as u32), meters)
                    .and_then(|_| self.word(id, t, off + 4, Some(b as u32), meters))
                    .map(u64::from)
            }
            (4, v) => self
                .word(id, t, off, v.map(|v| v as u32), meters)
                .map(u64::from),
            (_, None) => {
                let shift = self.lane(off, bytes);
                let mask = (1u64 << (8 * bytes)) - 1;
                self.word(id, t, off & !3, None, meters)
                    .map(|w| u64::from(w >> shift) & mask)
            }
            (_, Some(v)) if self.device_ref(id).byte_enables() => {
                let shift = self.lane(off, bytes);
                let mask = (((1u64 << (8 * bytes)) - 1) << shift) as u32;
                let shown = self.device_ref(id).peek(off & !3, t.at).unwrap_or(0);
                let word = (shown & !mask) | (((v as u32) << shift) & mask);
                self.word(id, t, off & !3, Some(word), meters)
                    .map(u64::from)
            }
            (_, Some(v)) => {
                // APB has no byte lanes: the master drives the value on all of them.
                let v = v as u32 & ((1u64 << (8 * bytes)) - 1) as u32;
                let all = if bytes == 1 {
                    v * 0x0101_0101
                } else {
                    v * 0x0001_0001
                };
                self.word(id, t, off & !3, Some(all), meters).map(u64::from)
            }
        };
        if let Err(fault) = value {
            self.refuse(t, fault);
        }
        (value, timing)
    }
}
