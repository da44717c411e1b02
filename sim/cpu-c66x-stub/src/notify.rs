//! Processors interrupt each other by the IPC registers; why, they leave in a box in shared memory
//! (as TI IPC's Notify does).

use crate::core::{StubCore, Wait};
use crate::layout::{BOX, PROCESSORS, host_cpu, notify, processor_of, queue};
use crate::memory::{set_word, word};
use crate::meters::Meter;
use crate::micro::{Micro, Notification};
use trueboard_core::cpu::RunCx;

/// Offsets of IPCGR0 and IPCAR0 in the device (66AK2H data manual, SPRS866, boot configuration).
const IPCGR: u32 = 0x240;
const IPCAR: u32 = 0x280;
/// The registers of the host are behind those of eight DSPs.
const HOST: u32 = 8;
/// IPCG: the bit that makes the interrupt.
const GENERATE: u32 = 1;

/// Number of the registers of a processor.
fn index(processor: u8) -> u32 {
    match processor {
        0 => HOST,
        n => u32::from(n) - 1,
    }
}

/// The source flag of a processor: DSP k is bit 4 + k, the host bit 31.
fn source(processor: u8) -> u32 {
    match processor {
        0 => 1 << 31,
        n => 1 << (3 + n),
    }
}

/// The source flag of a processor for exchanges, one of those that TI IPC and Linux leave free: DSP k
/// is bit 12 + k, the host bit 30.
fn exchange_source(processor: u8) -> u32 {
    match processor {
        0 => 1 << 30,
        n => 1 << (11 + n),
    }
}

impl StubCore {
    /// The register that shows and acknowledges the sources of `processor`'s interrupt.
    pub(crate) fn ipc_ack(&self, processor: u8) -> u32 {
        self.params.ipc + IPCAR + 4 * index(processor)
    }

    /// Notifies core `to` and interrupts it: a CPU of one's own cluster by its GIC, another processor by the IPC
    /// registers.
    pub(crate) fn notification(&self, to: u8, what: Notification) -> Vec<Micro> {
        let mut all = vec![
            Micro::Notify(to, what),
            Micro::Touch {
                at: self.notify_box(to, self.id),
                bytes: BOX,
                write: true,
            },
        ];
        if host_cpu(self.id).is_some() && host_cpu(to).is_some() {
            all.extend(self.sgi(to, what));
        } else {
            let me = processor_of(self.id);
            let source = match what {
                Notification::Message | Notification::Interrupt => source(me),
                Notification::Begin(_) | Notification::Answer(_) => exchange_source(me),
            };
            let register = self.params.ipc + IPCGR + 4 * index(processor_of(to));
            all.push(Micro::IoWrite(register, source | GENERATE));
        }
        all
    }

    pub(crate) fn notify_box(&self, to: u8, from: u8) -> u32 {
        let program = self.program.as_ref();
        program.map_or(0, |p| p.layout.notify_box(to, from))
    }

    /// Leaves `what` in the box for core `to`.
    pub(crate) fn notify(
        &mut self,
        to: u8,
        what: Notification,
        cx: &mut RunCx<'_>,
    ) -> Result<(), String> {
        let at = self.notify_box(to, self.id);
        let mut add = |off: u32| {
            let n = word(cx.mem, at + off)?;
            set_word(cx.mem, at + off, n.saturating_add(1))
        };
        match what {
            Notification::Message => add(notify::MESSAGES),
            Notification::Interrupt => add(notify::INTERRUPTS),
            Notification::Begin(n) => set_word(cx.mem, at + notify::BEGUN, n),
            Notification::Answer(n) => set_word(cx.mem, at + notify::ANSWERED, n),
        }
    }

    /// The handler has read the sources of the interrupt: it acknowledges each and reads its reason, exchanges of
    /// clocks first.
    pub(crate) fn sources(&mut self) {
        let flags = self.io;
        let mut all = Vec::new();
        for from in (0..PROCESSORS).filter(|&p| flags & exchange_source(p) != 0) {
            all.extend([
                Micro::IoWrite(self.ipc_ack(self.id), exchange_source(from)),
                Micro::Touch {
                    at: self.notify_box(self.id, from),
                    bytes: BOX,
                    write: false,
                },
                Micro::Exchanged(from),
            ]);
        }
        for from in (0..PROCESSORS).filter(|&p| flags & source(p) != 0) {
            all.extend([
                Micro::IoWrite(self.ipc_ack(self.id), source(from)),
                Micro::Cost(self.params.costs.notify, Meter::TrapCycles),
                Micro::Touch {
                    at: self.notify_box(self.id, from),
                    bytes: BOX,
                    write: false,
                },
                Micro::Notified(from),
            ]);
        }
        self.first(all);
    }

    /// Handles a notification by core `from`.
    pub(crate) fn notified(&mut self, from: u8, cx: &mut RunCx<'_>) -> Result<(), String> {
        let at = self.notify_box(self.id, from);
        let messages = word(cx.mem, at + notify::MESSAGES)?;
        let interrupts = word(cx.mem, at + notify::INTERRUPTS)?;
        for off in [notify::MESSAGES, notify::INTERRUPTS] {
            set_word(cx.mem, at + off, 0)?;
        }
        let mut all = Vec::new();
        if let Some(h) = &mut self.handler {
            h.calls = h.calls.saturating_add(interrupts);
        }
        if messages > 0 {
            let each = self.params.costs.notify_message;
            let cycles = each.saturating_mul(messages.into());
            all.push(Micro::Cost(cycles, Meter::TrapCycles));
            all.extend(self.waited_for(cx)?.into_iter().map(Micro::Wake));
            all.extend(
                self.waited_for_elsewhere(cx)?
                    .into_iter()
                    .map(Micro::WakeElsewhere),
            );
        }
        self.first(all);
        Ok(())
    }

    /// Own queues that have messages and for which a task waits.
    pub(crate) fn waited_for(&self, cx: &RunCx<'_>) -> Result<Vec<u16>, String> {
        let mut out = Vec::new();
        let Some(p) = &self.program else {
            return Ok(out);
        };
        for t in &self.tasks {
            if let Some(Wait::Queue(q)) = t.waits
                && !out.contains(&q)
                && let Some(at) = p.layout.queues.get(usize::from(q))
                && word(cx.mem, at.at + queue::COUNT)? > 0
            {
                out.push(q);
            }
        }
        Ok(out)
    }
}
