//! The host's way to the chip and to memory: transfers of its threads, word by word.

use crate::host::EHost;
use trueboard_core::bus::{BusFault, Op, Txn};
use trueboard_core::cpu::RunCx;
use trueboard_core::net::{Delivery, Packet};
use trueboard_core::time::Tick;

impl EHost {
    /// Moves the next bytes of thread `i`'s transfer.
    pub(crate) fn move_on(&mut self, i: usize, cx: &mut RunCx<'_>) {
        let now = self.state.now;
        let Some(task) = self.state.tasks.get_mut(i) else {
            return;
        };
        let Some(m) = &mut task.moving else { return };
        let at = m.at.wrapping_add(m.done);
        let left = m.bytes.len() as u32 - m.done;
        let bytes = [4, 2, 1]
            .into_iter()
            .find(|b| at.is_multiple_of(*b) && *b <= left)
            .unwrap_or(1);
        let from = m.done as usize;
        let mut value = [0; 8];
        let part = m.bytes.get(from..from + bytes as usize).unwrap_or_default();
        if let Some(v) = value.get_mut(..part.len()) {
            v.copy_from_slice(part);
        }
        let packet = Packet {
            txn: Txn {
                master: self.id,
                at: now,
                pa: at.into(),
                bytes: bytes as u16,
                op: if m.reads { Op::Read } else { Op::Write },
                line: false,
                uncached: true,
                pc: task.pc.into(),
            },
            value: if m.reads {
                0
            } else {
                u64::from_le_bytes(value)
            },
            tag: self.state.tag,
        };
        let timing = cx.bus.send(&packet, cx.meters);
        if m.reads {
            if timing.first == Tick::NEVER {
                // The bus of the ARM answers with an error where the chip does not answer.
                let answer = Delivery::Answer {
                    tag: self.state.tag,
                    value: Err(BusFault::Unmapped),
                };
                self.state.asked = Some((i as u32, bytes));
                self.answered(&answer, now);
                let what = format!("nothing answers a read of {at:#010x}; it is taken for 0");
                cx.bus.warn(self.id, now, &what);
                return;
            }
            self.state.asked = Some((i as u32, bytes));
            return;
        }
        m.done += bytes;
        let over = m.done as usize >= m.bytes.len();
        self.state.port_free = timing.freed;
        if over {
            task.ready = self.state.port_free;
            task.moving = None;
            task.got.clear();
        }
    }

    /// Takes an answer that came at `at`.
    pub(crate) fn answered(&mut self, delivery: &Delivery, at: Tick) {
        let Delivery::Answer { tag, value } = delivery else {
            return;
        };
        if *tag != self.state.tag {
            return;
        }
        let Some((i, bytes)) = self.state.asked.take() else {
            return;
        };
        self.state.tag = self.state.tag.wrapping_add(1);
        let Some(task) = self.state.tasks.get_mut(i as usize) else {
            return;
        };
        let Some(m) = &mut task.moving else { return };
        let from = m.done as usize;
        let word = value.unwrap_or(0).to_le_bytes();
        if let (Some(to), Some(got)) = (
            m.bytes.get_mut(from..from + bytes as usize),
            word.get(..bytes as usize),
        ) {
            to.copy_from_slice(got);
        }
        m.done += bytes;
        self.state.port_free = at;
        if m.done as usize >= m.bytes.len() {
            task.got = std::mem::take(&mut m.bytes);
            task.moving = None;
            task.ready = at;
        }
    }
}
