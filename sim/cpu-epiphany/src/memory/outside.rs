//! What is between the core and the meshes: packets out, the lines of code that come, and the one load that
//! can be on its way.

use crate::core::Ecore;
use crate::counters::events::Counted;
use crate::decoded::result;
use crate::exec::mem;
use crate::memory::lines::Line;
use crate::memory::tag;
use crate::memory::ways::{Load, Way};
use crate::pipeline::{HotState, PENDING};
use crate::slice::{Exit, Limits};
use crate::state::config;
use trueboard_core::bus::{Op, Timing, Txn};
use trueboard_core::cpu::RunCx;
use trueboard_core::net::Packet;
use trueboard_core::time::Tick;

impl Ecore {
    /// The way of a packet to `pa`.
    pub(crate) fn way(&self, pa: u64, op: Op) -> Way {
        let p = &self.params;
        let (row, column) = (pa >> 26 & 63, pa >> 20 & 63);
        let on = |at: u64, first: u8, n: u8| {
            (u64::from(first)..u64::from(first) + u64::from(n)).contains(&at)
        };
        match op {
            Op::Write if on(row, p.row, p.rows) && on(column, p.column, p.columns) => Way::Chip,
            Op::Write => Way::Off,
            _ => Way::Read,
        }
    }

    /// Sends a packet in cycle `t`.
    pub(crate) fn send(
        &mut self,
        t: u64,
        to: (u64, u16, Op),
        content: (u64, u32),
        dma: bool,
        cx: &mut RunCx<'_>,
    ) -> Timing {
        let packet = self.packet_of(t, to, content, dma);
        cx.bus.send(&packet, cx.meters)
    }

    fn packet_of(
        &self,
        t: u64,
        (pa, bytes, op): (u64, u16, Op),
        (value, tag): (u64, u32),
        dma: bool,
    ) -> Packet {
        Packet {
            txn: Txn {
                master: self.common.id,
                at: self.tick(t),
                pa,
                bytes,
                op,
                line: dma,
                uncached: true,
                // The DMA engine has none, wherever the program is meanwhile.
                pc: if dma { 0 } else { self.live.pc.into() },
            },
            value,
            tag,
        }
    }

    /// The core's turn to use `way` in cycle `t`, and its way there is free. The slice ends before any effect of the
    /// packet returns.
    fn wait_for_way(
        &mut self,
        way: Way,
        t: u64,
        l: &mut HotState,
        lim: &Limits,
    ) -> Result<(), Exit> {
        let free = self.outside.free[way as usize];
        if free > t {
            l.wait(Counted::MeshFull, free, &mut self.counts);
            return Err(Exit::Again);
        }
        lim.turn(t)
    }

    /// The core stalls, as for a debugger, until all its writes have arrived.
    pub(crate) fn wait_halted(&mut self, l: &mut HotState) -> Exit {
        l.wait(Counted::Halted, self.outside.arrives, &mut self.counts);
        Exit::Again
    }

    /// A packet was sent on `way` in cycle `t`: the cycle from which the way takes another one.
    pub(crate) fn sent(&mut self, way: Way, t: u64, timing: &Timing) -> u64 {
        // Time passes in whole cycles: a packet per cycle does not wait.
        let freed = Tick(timing.freed.0.min(Tick::NEVER.0 - 1));
        let free = self.cycle_of(freed).max(t);
        self.outside.free[way as usize] = free;
        free
    }

    /// Sends a load, or TESTSET of `value`, on its way; what comes is for register `rd`.
    pub(crate) fn load_outside(
        &mut self,
        rd: u8,
        address: u32,
        (bytes, op, value): (u16, Op, u64),
        t: u64,
        l: &mut HotState,
        (cx, lim): (&mut RunCx<'_>, &Limits),
    ) -> Result<(), Exit> {
        if let Some(load) = self.outside.load {
            return Err(self.wait_for_load(load, l));
        }
        self.wait_for_way(Way::Read, t, l, lim)?;
        let timing = self.send(
            t,
            (address.into(), bytes, op),
            (value, tag::LOAD),
            false,
            cx,
        );
        self.sent(Way::Read, t, &timing);
        l.end(self.cycle_of(timing.done));
        let double = bytes == 8;
        self.outside.load = Some(Load {
            register: rd,
            double,
            first: self.cycle_of(timing.first),
        });
        self.ready.set_loaded(rd, double, PENDING);
        self.loads_outside();
        self.counts.add(Counted::MeshLoads, 1);
        Ok(())
    }

    /// Sends a store on its way: to one node, or to many (AR, eMesh, multicast).
    pub(crate) fn store_outside(
        &mut self,
        address: u32,
        bytes: u16,
        value: u64,
        t: u64,
        l: &mut HotState,
        (cx, lim): (&mut RunCx<'_>, &Limits),
    ) -> Result<(), Exit> {
        let mode = self.st.config >> config::CTRLMODE_SHIFT & 15;
        let (way, tag) = match mode {
            config::MULTICAST => (Way::Chip, tag::MULTICAST),
            config::MESSAGE => (self.way(address.into(), Op::Write), tag::MESSAGE),
            _ => (self.way(address.into(), Op::Write), 0),
        };
        self.wait_for_way(way, t, l, lim)?;
        let to = (address.into(), bytes, Op::Write);
        let (timing, arrives) = if mode == config::MULTICAST {
            self.warn_of_multicast(t, cx);
            let packet = self.packet_of(t, to, (value, tag), false);
            let timing = cx.bus.multicast(&packet, cx.meters);
            (timing, timing.first)
        } else {
            let timing = self.send(t, to, (value, tag), false, cx);
            (timing, timing.done)
        };
        self.sent(way, t, &timing);
        // The slice ends where the first receiver has it.
        l.end(self.cycle_of(arrives));
        if timing.done != Tick::NEVER {
            let done = self.cycle_of(timing.done);
            self.outside.arrives = self.outside.arrives.max(done);
        }
        self.counts.add(Counted::MeshStores, 1);
        Ok(())
    }

    /// On the Epiphany-III only the nodes at the edge may send multicasts (AR, versions: the first
    /// column; a program that was run on a board sends from the first row too); others hang the chip.
    fn warn_of_multicast(&mut self, t: u64, cx: &mut RunCx<'_>) {
        let edge = self.common.id < self.params.columns
            || self.common.id.is_multiple_of(self.params.columns);
        if !edge && !std::mem::replace(&mut self.warned_multicast, true) {
            let what = format!(
                "core {}: multicast from a node that is neither in the first row nor in the first \
                 column: an Epiphany-III hangs; here it is delivered",
                self.common.id
            );
            cx.bus.warn(self.common.id, self.tick(t), &what);
        }
    }

    /// The first cycle in which the instruction of `len` bytes at the program counter is there.
    pub(crate) fn fetch(&mut self, len: u8, cx: &mut RunCx<'_>, lim: &Limits) -> Result<u64, Exit> {
        let pc = self.live.pc;
        let (line, last) = (pc >> 3, pc.wrapping_add(u32::from(len) - 1) >> 3);
        self.enter(line, cx, lim)?;
        if last != line {
            self.enter(last, cx, lim)?;
        }
        Ok(self.lines.first())
    }

    /// Makes line `number` of instructions the current one, and requests the one behind it.
    fn enter(&mut self, number: u32, cx: &mut RunCx<'_>, lim: &Limits) -> Result<(), Exit> {
        if self.lines.is_behind(number) {
            return Ok(());
        }
        let now = self.live.now;
        if self.lines.lacks(number) {
            self.lines.settle(now, &mut self.counts);
            self.lines.next = Some(self.ask(number, cx, lim)?);
        }
        if !self.lines.enter(number, now, &mut self.counts) {
            self.outside.hangs = true;
            return Err(Exit::Hang);
        }
        if self.lines.next.is_none() && now >= self.lines.first() {
            self.lines.next = Some(self.ask(number.wrapping_add(1), cx, lim)?);
        }
        Ok(())
    }

    fn ask(&mut self, number: u32, cx: &mut RunCx<'_>, lim: &Limits) -> Result<Line, Exit> {
        let t = self.live.now;
        lim.turn(t)?;
        let from = (u64::from(number) << 3, 8, Op::Fetch);
        let timing = self.send(t, from, (0, tag::FETCH), false, cx);
        self.live.end(self.cycle_of(timing.done));
        self.counts.add(Counted::MeshFetches, 1);
        Ok(Line {
            number,
            first: self.cycle_of(timing.first),
            asked: t,
        })
    }

    /// An instruction needs the result of `load`, or its place.
    pub(crate) fn wait_for_load(&mut self, load: Load, l: &mut HotState) -> Exit {
        if load.first == u64::MAX {
            self.outside.hangs = true;
            return Exit::Hang;
        }
        l.wait(Counted::RawExternal, load.first, &mut self.counts);
        Exit::Sync
    }

    /// The answer of the load that waits.
    pub(crate) fn loaded(&mut self, value: u64) {
        let Some(load) = self.outside.load.take() else {
            return;
        };
        let ready = 8 * load.first + result::EXTERNAL;
        match load.double {
            true => {
                let pair = [value as u32, (value >> 32) as u32];
                mem::put_pair(&mut self.st, load.register, pair);
            }
            false => self.st.set_reg(load.register, value as u32),
        }
        self.ready.set_loaded(load.register, load.double, ready);
        self.loads_outside();
        self.pending_work = true;
    }
}
