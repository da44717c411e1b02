//! The CPUs of the ARM run one Linux. To the DSPs they are one processor; its first CPU takes the interrupts. A CPU
//! that wakes a task of another one, or notifies it, sends it a software generated interrupt (SGI) of the GIC.

use crate::core::{StubCore, Wait};
use crate::layout::{BOX, core_of_cpu, host_cpu, queue};
use crate::memory::{set_word, word};
use crate::meters::Meter;
use crate::micro::{Micro, Notification};
use crate::run::RESCHEDULE;
use trueboard_core::cpu::RunCx;

/// Software generated interrupts beside [`RESCHEDULE`]. Linux on ARM (`arch/arm/kernel/smp.c`) has 3 to call a function; the
/// one that compares clocks is one that it leaves free.
const CALL: u32 = 3;
const EXCHANGE: u32 = 7;

/// Registers of the GIC (ARM GIC architecture version 2, IHI 0048B): GICD_SGIR in the distributor, GICC_IAR and
/// GICC_EOIR in the interface of a CPU.
const SGIR: u32 = 0xf00;
const IAR: u32 = 0x0c;
const EOIR: u32 = 0x10;
/// GICD_SGIR: CPUTargetList begins at bit 16.
const TARGET_LIST: u32 = 16;
/// GICC_IAR: interrupt ID 9:0, which is this when none waits, and CPUID 12:10.
const ID: u32 = 0x3ff;
const SPURIOUS: u32 = 1023;
const CPUID: u32 = 10;

impl StubCore {
    /// The register that says which SGI is here, and by whom.
    pub(crate) fn acknowledge_register(&self) -> u32 {
        self.params.cluster.map_or(0, |c| c.gicc + IAR)
    }

    /// The SGI for core `to`, a CPU of the host, that goes with `what`.
    pub(crate) fn sgi(&self, to: u8, what: Notification) -> Vec<Micro> {
        let id = match what {
            Notification::Message => RESCHEDULE,
            Notification::Interrupt => CALL,
            Notification::Begin(_) | Notification::Answer(_) => EXCHANGE,
        };
        let Some((cluster, cpu)) = self.params.cluster.zip(host_cpu(to)) else {
            return Vec::new();
        };
        let list = 1 << (TARGET_LIST + u32::from(cpu));
        vec![Micro::IoWrite(cluster.gicd + SGIR, list | id)]
    }

    /// The handler has read which SGI is here.
    pub(crate) fn acknowledged(&mut self) {
        let (said, sgi) = (self.io, self.io & ID);
        let Some(cluster) = self.params.cluster.filter(|_| sgi != SPURIOUS) else {
            return;
        };
        let from = core_of_cpu((said >> CPUID & 7) as u8);
        let read_box = Micro::Touch {
            at: self.notify_box(self.id, from),
            bytes: BOX,
            write: false,
        };
        let cost = Micro::Cost(cluster.receive, Meter::TrapCycles);
        let mut all = vec![Micro::IoWrite(cluster.gicc + EOIR, said)];
        all.extend(match sgi {
            EXCHANGE => vec![read_box, Micro::Exchanged(from)],
            CALL => vec![cost, read_box, Micro::Notified(from)],
            _ => vec![cost, Micro::Rescheduled],
        });
        self.first(all);
    }

    /// Another CPU has found that tasks here are to be woken.
    pub(crate) fn rescheduled(&mut self, cx: &RunCx<'_>) -> Result<(), String> {
        let wake = self.waited_for(cx)?.into_iter().map(Micro::Wake);
        self.first(wake.collect());
        Ok(())
    }

    /// Leaves beside a queue of the host how many tasks wait for it, for CPUs that put messages there.
    pub(crate) fn note_waiting(&self, q: u16, cx: &mut RunCx<'_>) -> Result<(), String> {
        if host_cpu(self.id).is_none() {
            return Ok(());
        }
        let waits = |w: Option<Wait>| w == Some(Wait::Queue(q));
        let waiting = self.tasks.iter().filter(|t| waits(t.waits)).count();
        let (at, _) = self.queue_at(q);
        set_word(cx.mem, at + queue::WAITING, waiting as u32)
    }

    /// Queues of other CPUs of the host that have messages for which tasks wait, one of each CPU: all are
    /// served by one interrupt.
    pub(crate) fn waited_for_elsewhere(&self, cx: &RunCx<'_>) -> Result<Vec<u16>, String> {
        let mut found: Vec<(u8, u16)> = Vec::new();
        if host_cpu(self.id).is_none() {
            return Ok(Vec::new());
        }
        let queues = self.program.iter().flat_map(|p| &p.layout.queues);
        for (q, queue) in (0..).zip(queues) {
            let elsewhere = queue.home != self.id && host_cpu(queue.home).is_some();
            if elsewhere && found.iter().all(|f| f.0 != queue.home) && is_waited_for(queue.at, cx)?
            {
                found.push((queue.home, q));
            }
        }
        Ok(found.into_iter().map(|f| f.1).collect())
    }

    /// Interrupts the CPU with a task that waits for a message of queue `q`, if there are such a task and a message.
    pub(crate) fn wake_elsewhere(&mut self, q: u16, cx: &RunCx<'_>) -> Result<(), String> {
        let (at, home) = self.queue_at(q);
        if let Some(cluster) = self.params.cluster
            && is_waited_for(at, cx)?
        {
            let meter = match self.handler {
                Some(_) => Meter::TrapCycles,
                None => Meter::IssueCycles,
            };
            let mut all = vec![Micro::Cost(cluster.send, meter)];
            all.extend(self.sgi(home, Notification::Message));
            self.first(all);
        }
        Ok(())
    }
}

/// Whether the queue with its descriptor at `at` has messages, and tasks that wait for one.
fn is_waited_for(at: u32, cx: &RunCx<'_>) -> Result<bool, String> {
    Ok(word(cx.mem, at + queue::COUNT)? > 0 && word(cx.mem, at + queue::WAITING)? > 0)
}
