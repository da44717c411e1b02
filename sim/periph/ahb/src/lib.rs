//! AMBA AHB: who owns the bus, who waits for whom (AMBA 2.0 specification ch. 3; GR740 UM 2.9
//! ch. 2, "Processor AHB bus").
//!
//! Requests are granted in the order in which they are made. A transfer holds the bus from its
//! grant to its last beat; an answer of SPLIT frees it, and the data phase is reserved for the
//! time at which the slave will be ready. Reservations are promises: later requests use the time
//! before them only when they fit. A locked read and write (atomics) holds the bus throughout and
//! is never split.
//!
//! Not modelled: BUSY, RETRY and ERROR responses; the overlap of one transfer's address phase
//! with the last beat of the transfer before it; other arbitration than first come first served.
//! A transfer that was split counts as one NONSEQ transfer though its address is sent twice.
//!
//! The meters are those of [`BusMeter`]. Beats and waits are booked when the transfer is granted,
//! cycles as they pass.
#![deny(missing_docs)]

mod params;
mod slots;
#[cfg(test)]
mod tests;

pub use params::Params;
use params::Scale;
use serde::{Deserialize, Serialize};
pub use slots::Pulse;
use slots::Slots;
use trueboard_core::bus::{Below, BusFault, Op, Stage, Timing, Txn};
use trueboard_core::device::{Cx, Device, ResetPhase};
use trueboard_core::meter::{BUS_MASTERS, BusBank, BusMeter, Meters};
use trueboard_core::regs::RegDesc;
use trueboard_core::serde_state;
use trueboard_core::time::{Clock, Tick};

/// A bus with its owner at every time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ahb {
    params: Params,
    scale: Scale,
    width_shift: u32,
    /// Its index in [`Meters::buses`].
    bus: usize,
    slots: Slots,
    /// End of the last transfer that was granted in order: nobody overtakes it.
    busy_until: Tick,
    record: bool,
    pulses: Vec<Pulse>,
}

/// When the bus is held, and when the master has what it asked for.
struct Phase {
    granted: Tick,
    first: Tick,
    done: Tick,
}

impl Ahb {
    /// An idle bus that counts in bus `bus` of the meters. The parameters must pass
    /// [`Params::check`].
    pub fn new(params: Params, clock: Clock, bus: usize) -> Ahb {
        let scale = Scale::new(clock);
        Ahb {
            params,
            scale,
            width_shift: params.width_bytes.trailing_zeros(),
            bus,
            slots: Slots::new(scale.ticks(params.handover_cycles)),
            busy_until: Tick(0),
            record: false,
            pulses: Vec::new(),
        }
    }

    /// Switches the recording of every interval of ownership on or off.
    pub fn record(&mut self, on: bool) {
        self.record = on;
    }

    /// Takes what was recorded since the last call, in the order of granting. Data phases after a
    /// SPLIT may lie in the future.
    pub fn take_pulses(&mut self) -> Vec<Pulse> {
        std::mem::take(&mut self.pulses)
    }

    #[inline]
    fn own(&mut self, index: usize, master: u8, start: Tick, end: Tick) {
        let pulse = Pulse { start, end, master };
        if self.record {
            self.pulses.push(pulse);
        }
        self.slots.insert(index, pulse);
    }

    #[inline]
    fn beats(&self, t: &Txn) -> u64 {
        let bytes = u64::from(t.bytes.max(1)) + u64::from(self.params.width_bytes) - 1;
        bytes >> self.width_shift
    }

    /// Asks the stages below when `t` is granted at `granted`; all times on edges of this bus.
    #[inline]
    fn ask(&self, t: &Txn, granted: Tick, below: &mut Below<'_>, meters: &mut Meters) -> Timing {
        let at = granted + self.scale.ticks(self.params.address_cycles);
        let mut answer = if below.is_end() {
            let end = at + self.scale.ticks(self.params.register_cycles);
            Timing {
                first: end,
                done: end,
                freed: end,
                ..Timing::free(at)
            }
        } else if t.op == Op::Rmw {
            // The write follows the read's last beat with an address phase of its own, the bus
            // locked in between.
            let read = below.access(&Txn { at, ..*t }, meters);
            let turn = self.scale.edge(read.done.max(read.freed));
            let write = Txn {
                at: turn + self.scale.ticks(self.params.address_cycles),
                op: Op::Write,
                ..*t
            };
            let written = below.access(&write, meters);
            Timing {
                first: read.first,
                done: written.done,
                freed: written.freed.max(written.done),
                split: false,
                ..written
            }
        } else {
            below.access(&Txn { at, ..*t }, meters)
        };
        answer.first = self.scale.edge(answer.first);
        answer.done = self.scale.edge(answer.done);
        answer.freed = self.scale.edge(answer.freed);
        answer
    }

    /// Reserves the data phase of a transfer whose SPLIT response ended at `answer.freed`.
    fn resume(&mut self, t: &Txn, answer: &Timing, bank: &mut BusBank) -> (Phase, u64) {
        let cycle = self.scale.ticks(1);
        let head = self.scale.ticks(self.params.address_cycles) + cycle;
        let more = self.scale.ticks(self.beats(t) - 1);
        let ready = answer.first.max(answer.freed);
        // The first beat follows the repeated address phase; the last one is then as late as the
        // slave is, or as the beats need. A write's beats do not wait for anything.
        let end_when = |start: Tick| {
            let by_beats = start + head + more;
            if t.op.writes() {
                by_beats
            } else {
                by_beats.max(answer.done + head)
            }
        };
        let (start, index) = self
            .slots
            .place(ready, t.master, |s| Some(end_when(s).since(s)));
        let end = end_when(start);
        self.slots
            .charge(t.master, (ready, start), index, self.scale, bank);
        bank.add(BusMeter::Split, 1);
        bank.add(
            BusMeter::SplitDelay,
            self.scale.cycles(ready.since(answer.freed)),
        );
        self.own(index, t.master, start, end);
        let done = if t.op.writes() {
            end + answer.done.since(answer.first)
        } else {
            end
        };
        let phase = Phase {
            granted: start,
            first: start + head,
            done,
        };
        (phase, self.scale.cycles(end.since(start)))
    }

    /// Books the beats of `t`, which held the bus for `held` cycles.
    #[inline]
    fn count(&self, t: &Txn, held: u64, bank: &mut BusBank) {
        let beats = self.beats(t);
        let size = match t.bytes.min(self.params.width_bytes) {
            0 | 1 => BusMeter::Byte,
            2 => BusMeter::Half,
            3 | 4 => BusMeter::Word,
            5..=8 => BusMeter::Double,
            9..=16 => BusMeter::Quad,
            _ => BusMeter::Oct,
        };
        // One check of the length instead of one for each meter.
        let Some(v) = bank.values.first_chunk_mut::<{ BusMeter::ALL.len() }>() else {
            return;
        };
        let (bursts, total) = if t.op == Op::Rmw {
            v[BusMeter::Locked as usize] += held;
            (2, 2 * beats)
        } else {
            (1, beats)
        };
        if t.op != Op::Write {
            v[BusMeter::Reads as usize] += beats;
        }
        if t.op.writes() {
            v[BusMeter::Writes as usize] += beats;
        }
        v[BusMeter::NonSeq as usize] += bursts;
        v[BusMeter::Seq as usize] += total - bursts;
        v[size as usize] += total;
        v[BusMeter::WaitStates as usize] += held.saturating_sub(total);
    }
}

impl Stage for Ahb {
    fn access(&mut self, t: &Txn, below: &mut Below<'_>, meters: &mut Meters) -> Timing {
        let asked = self.scale.edge(t.at);
        let scale = self.scale;
        let Some(bank) = meters.buses.get_mut(self.bus) else {
            return below.access(t, meters);
        };
        self.slots.retire(asked, scale, bank);
        let address = scale.ticks(self.params.address_cycles);
        let (granted, index) = self
            .slots
            .place(asked.max(self.busy_until), t.master, |start| match t.op {
                Op::Rmw => None,
                _ if below.is_end() => Some(address + scale.ticks(self.params.register_cycles)),
                _ => {
                    let at = start + address;
                    below.holds(&Txn { at, ..*t }).map(|held| {
                        let held = scale.edge(at + held).since(start);
                        held.max(address + scale.ticks(self.beats(t)))
                    })
                }
            });
        self.slots
            .charge(t.master, (asked, granted), index, scale, bank);

        let answer = self.ask(t, granted, below, meters);
        let beats = address + scale.ticks(self.beats(t));
        let end = answer.freed.max(granted + beats);
        self.own(index, t.master, granted, end);
        self.busy_until = end;
        let mut held = scale.cycles(end.since(granted));

        let Some(bank) = meters.buses.get_mut(self.bus) else {
            return answer;
        };
        let phase = if answer.split {
            let split = Timing {
                freed: end,
                ..answer
            };
            let (phase, more) = self.resume(t, &split, bank);
            held += more;
            phase
        } else {
            Phase {
                granted,
                first: answer.first,
                done: answer.done.max(answer.first),
            }
        };
        self.count(t, held, bank);
        debug_assert!(phase.granted >= granted);
        Timing {
            granted,
            first: phase.first,
            done: phase.done,
            freed: end,
            split: false,
            served_by: answer.served_by,
        }
    }

    fn settle(&mut self, now: Tick, meters: &mut Meters) {
        let Some(bank) = meters.buses.get_mut(self.bus) else {
            return;
        };
        self.slots.settle(now, self.scale, bank);
        let cycles = self.scale.cycles(now.0);
        let used = bank.get(BusMeter::Used);
        bank.values[BusMeter::Cycles as usize] = cycles;
        // Cores that run ahead may have used the bus beyond `now` already.
        bank.values[BusMeter::Idle as usize] = cycles.saturating_sub(used);
    }

    fn device(&mut self) -> &mut dyn Device {
        self
    }

    fn device_ref(&self) -> &dyn Device {
        self
    }
}

/// A bus has no registers.
impl Device for Ahb {
    fn kind(&self) -> &'static str {
        "ahb"
    }

    fn map(&self) -> &'static [RegDesc] {
        &[]
    }

    fn reset(&mut self, phase: ResetPhase, cx: &mut Cx<'_>) {
        // Transfers on their way end as promised; time goes on.
        let _ = (phase, cx);
    }

    fn read(&mut self, _off: u32, _cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        Err(BusFault::Refused)
    }

    fn write(&mut self, _off: u32, _value: u32, _cx: &mut Cx<'_>) -> Result<(), BusFault> {
        Err(BusFault::Refused)
    }

    fn peek(&self, _off: u32, _now: Tick) -> Option<u32> {
        None
    }

    serde_state!();
}

const _: () = assert!(BUS_MASTERS.is_power_of_two());
