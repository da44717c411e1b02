//! What comes from outside: packets for the window of the core, answers, reminders.

use crate::core::Ecore;
use crate::memory::map::SRAM;
use crate::memory::map::{REGISTERS, REGISTERS_END};
use crate::memory::tag;
use crate::state::irq;
use trueboard_core::bus::{BusFault, Op};
use trueboard_core::cpu::RunCx;
use trueboard_core::fact::CoreState;
use trueboard_core::net::{Delivery, Packet};
use trueboard_core::time::Tick;

/// The reminder to test the counters.
const LOOK: u32 = 1;

impl Ecore {
    /// Takes what is here at `at`.
    pub(crate) fn take_mail(
        &mut self,
        delivery: &Delivery,
        at: Tick,
        cx: &mut RunCx<'_>,
    ) -> Result<u64, BusFault> {
        let t = self.cycle_of(at);
        self.spin.forget();
        if !self.find_sram(cx) {
            return Err(BusFault::Unmapped);
        }
        let answer = match *delivery {
            Delivery::Packet(p) => match self.for_this_core(p) {
                Some(p) => self.packet(&p, t, cx),
                None => return Ok(0),
            },
            Delivery::Answer { tag, value } => {
                self.answer(tag, value.unwrap_or(0), t, cx);
                Ok(0)
            }
            Delivery::Reminder { tag: LOOK } => {
                if self.activity.state != CoreState::Running {
                    self.skip(t);
                    let bank = cx.meters.cores.get(usize::from(self.common.id));
                    self.look_at_timers(t, bank);
                }
                Ok(0)
            }
            Delivery::Reminder { tag } => {
                self.dma_step(tag as usize & 1, at, cx);
                Ok(0)
            }
        };
        self.pending_work = true;
        self.wake_if_due(t);
        self.remind_alarm(cx);
        answer
    }

    /// An idle core tests its counters when one may have reached 0.
    pub(crate) fn remind_alarm(&mut self, cx: &mut RunCx<'_>) {
        let next = self.alarm_asleep();
        if self.activity.state != CoreState::Running && next != u64::MAX && self.reminded != next {
            self.reminded = next;
            let at = self.tick(next.max(self.live.now + 1));
            cx.bus.remind(self.common.id, at, LOOK);
        }
    }

    /// A packet for this core; one of a multicast only if it has the core's MULTICAST.
    fn for_this_core(&self, mut p: Packet) -> Option<Packet> {
        if p.txn.op == Op::Write && p.tag == tag::MULTICAST {
            if p.txn.pa >> 20 != u64::from(self.st.multicast) {
                return None;
            }
            p.txn.pa = self.base() | p.txn.pa & 0xf_ffff;
        }
        Some(p)
    }

    fn packet(&mut self, p: &Packet, t: u64, cx: &mut RunCx<'_>) -> Result<u64, BusFault> {
        let (offset, bytes) = ((p.txn.pa & 0xf_ffff) as u32, p.txn.bytes);
        let writes = p.txn.op.writes();
        if offset < SRAM {
            self.reach(offset, t, writes);
            let answer = if writes && self.protected(offset, (p.txn.master, p.txn.pc), cx) {
                Ok(0)
            } else {
                cx.mem.packet(p)
            };
            if p.txn.op == Op::Write && p.tag == tag::MESSAGE {
                self.request(irq::MESSAGE, t);
            }
            return answer;
        }
        self.skip_idle(t);
        if !(REGISTERS..REGISTERS_END).contains(&offset) || p.txn.op == Op::Rmw {
            return Ok(0);
        }
        if writes {
            let by = (p.txn.master, p.txn.pc);
            self.write_registers((offset, bytes), p.value, t, by, cx);
            return Ok(0);
        }
        Ok(self.read_registers((offset, bytes), t, p.txn.pc as u32, cx))
    }

    fn answer(&mut self, tag: u32, value: u64, t: u64, cx: &mut RunCx<'_>) {
        match tag {
            tag::LOAD => self.loaded(value),
            tag if tag & tag::DMA != 0 => {
                let channel = (tag >> 16 & 1) as usize;
                self.dma_answer((channel, tag as u16), value, t, cx);
            }
            // A line of instructions: they are decoded where they lie.
            _ => {}
        }
    }
}
