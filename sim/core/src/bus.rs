//! The contract between a core and all shared parts: turns, costs of transfers, answers of devices. Also the stages
//! (bus, shared cache, memory controller) that a transfer passes on its way.

use crate::device::{Cx, Device};
use crate::fact::Fact;
use crate::lane::{self, Lane};
use crate::meter::Meters;
use crate::net::Packet;
use crate::time::Tick;
pub use crate::transfer::{BusFault, Op, Txn};
use crate::uarch::cache::Cache;
use serde::{Deserialize, Serialize};

/// When the parts of a transfer happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// The bus was granted.
    pub granted: Tick,
    /// The requested word is at the master (reads); the write is accepted (writes).
    pub first: Tick,
    /// The last beat is over: a line is complete, a write buffer is free again.
    pub done: Tick,
    /// The deepest level that served the transfer.
    pub served_by: Served,
    /// The requesting bus is free again (for stages: the value that a bus reads of the stages below it). With `split`
    /// it is the end of the SPLIT response.
    pub freed: Tick,
    /// The bus was freed before there was an answer. `first` and `done` are then the times at
    /// which the answer's parts are ready to be fetched, and the bus adds its own part.
    pub split: bool,
}

impl Timing {
    /// A transfer that costs nothing.
    pub fn free(at: Tick) -> Timing {
        Timing {
            granted: at,
            first: at,
            done: at,
            served_by: Served::Memory,
            freed: at,
            split: false,
        }
    }
}

/// Who answered a transfer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Served {
    /// The shared cache had it.
    SharedCache,
    /// A memory behind the caches.
    #[default]
    Memory,
    /// A device register.
    Device,
    /// A memory or cache that has corrected an error on the way, which may have raised an interrupt.
    Corrected,
    /// As any of these, but the core's own cache must be emptied: the parity of the line there was wrong.
    Refetched,
    /// Nothing: the error there cannot be corrected, and the bus answers with an error.
    Failed,
}

/// What a core has to know of the transfer of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineTimes {
    /// Its first word is there.
    pub first: Tick,
    /// All of it is there.
    pub done: Tick,
    /// Who has served it, if the core has to look after that.
    pub special: Option<Served>,
}

impl LineTimes {
    /// Those of a transfer.
    #[inline]
    #[must_use]
    pub fn of(timing: &Timing) -> LineTimes {
        LineTimes {
            first: timing.first,
            done: timing.done,
            special: Some(timing.served_by).filter(|served| served.is_special()),
        }
    }
}

impl Served {
    /// The core has to look after it.
    #[inline]
    #[must_use]
    pub fn is_special(self) -> bool {
        self as u8 >= Served::Corrected as u8
    }
}

/// Why an access did not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is not this core's turn yet: stop before the access, unchanged, and try again later.
    Sync,
    /// The bus answers with an error.
    Fault(BusFault),
}

/// What a core says to the host and to the user, and hears from them.
pub trait Host {
    /// Appends to a file of the run, called `name`, that the outside world keeps: what a host drains
    /// from a board.
    fn stream(&mut self, name: &str, bytes: &[u8]) {
        let _ = (name, bytes);
    }

    /// `core` prints through whoever serves its console calls.
    fn print(&mut self, core: u8, at: Tick, bytes: &[u8]) {
        let _ = (core, at, bytes);
    }

    /// At most `most` bytes of those that were typed for `core`, and that it has not had yet.
    fn typed(&mut self, core: u8, most: usize) -> Vec<u8> {
        let _ = (core, most);
        Vec::new()
    }

    /// Nanoseconds of simulated time from the beginning to `at`.
    fn nanoseconds(&self, at: Tick) -> u64 {
        at.0
    }

    /// A message of `core` to the user: a line of the report's warnings.
    fn warn(&mut self, core: u8, at: Tick, what: &str) {
        let _ = (core, at, what);
    }

    /// The instruction at `pc` of `core` broke a rule for programs: a line of the report's warnings for each place, and
    /// an end of the run under `--strict`. `what` makes the text on demand.
    fn violated(&mut self, core: u8, pc: u64, what: &dyn Fn() -> String) {
        let _ = (core, pc, what);
    }
}

/// What a core sees of the world outside its private caches. Bytes of memories are moved by the
/// core itself through [`crate::mem::Memory`]; this contract gives their *time*, and device
/// registers as a whole.
pub trait CoreBus: Host {
    /// Times a transfer to or from a memory. The core has checked that it is its turn. A write is
    /// a snoop for the other cores; the line of a `line` read is noted as held by this core.
    fn transfer(&mut self, t: &Txn, meters: &mut Meters) -> Timing;

    /// [`CoreBus::transfer`] for an ordinary write, of which only the end matters: when a write buffer
    /// is free again.
    fn store(&mut self, t: &Txn, meters: &mut Meters) -> Tick {
        self.transfer(t, meters).done
    }

    /// [`CoreBus::transfer`] for a read or a fetch of a line: when its first word and all of it are there, and who has
    /// served it if the core has to look after that.
    fn line(&mut self, t: &Txn, meters: &mut Meters) -> LineTimes {
        LineTimes::of(&self.transfer(t, meters))
    }

    /// The lane of stores, if this board has one: open for the core that runs, or closed.
    #[inline]
    fn lane(&mut self) -> Option<&mut Lane> {
        None
    }

    /// In place of [`CoreBus::transfer`], for a transfer that takes no time ([`crate::timeless`]): a write is a snoop
    /// for the other cores, the line of a `line` read is recorded as held by this core, and shared caches take the line
    /// ([`Stage::warm`]). Buses do not see it.
    fn untimed(&mut self, t: &Txn) {
        let _ = t;
    }

    /// An access of a core to a memory of its own, which passes no bus, where bits may be flipped: who served it, and
    /// which bits of the first eight bytes are read wrong.
    fn own_memory(&mut self, t: &Txn, meters: &mut Meters) -> (Served, u64) {
        let _ = (t, meters);
        (Served::Memory, 0)
    }

    /// True when an access to `pa` may read the meters of all cores, which must be settled then.
    fn looks_at_meters(&self, pa: u64) -> bool {
        let _ = pa;
        false
    }

    /// True when the last device access, whose instruction retires before `by`, has left nothing for the board to look
    /// after: no signal, no change of a memory or of the next event, nothing that looks at meters. The slice may go on
    /// then; otherwise it ends behind the access.
    fn is_access_complete(&self, by: Tick) -> bool {
        let _ = by;
        false
    }

    /// True when a store to the read-only memory at `pa` is a command to its device: it is made by
    /// [`CoreBus::io_write`].
    fn takes_commands(&self, pa: u64) -> bool {
        let _ = pa;
        false
    }

    /// Reads `t.bytes` of a device. The value is right-aligned.
    ///
    /// # Errors
    /// [`BusFault`] when nothing answers there; the time spent is in the pair's second part.
    fn io_read(&mut self, t: &Txn, meters: &mut Meters) -> (Result<u64, BusFault>, Timing);

    /// Writes the low `t.bytes` of `value` to a device.
    ///
    /// # Errors
    /// As for [`CoreBus::io_read`].
    fn io_write(
        &mut self,
        t: &Txn,
        value: u64,
        meters: &mut Meters,
    ) -> (Result<(), BusFault>, Timing);

    /// Sends a packet over the board's network. The core has checked that it is its turn. In the answer, `granted` is
    /// when it enters the network, `freed` when the sender's way into it is free again, `done` when it arrives, and
    /// `first` when the answer of what reads is back, as [`crate::net::Delivery::Answer`]; [`Tick::NEVER`] without an
    /// answer.
    fn send(&mut self, packet: &Packet, meters: &mut Meters) -> Timing {
        let _ = meters;
        Timing {
            first: Tick::NEVER,
            ..Timing::free(packet.txn.at)
        }
    }

    /// Sends a write to all nodes of the network; each core decides by its address whether it takes
    /// it. The answer is as of [`CoreBus::send`], with `first` for the first core that it reaches and `done` for the
    /// last node.
    fn multicast(&mut self, packet: &Packet, meters: &mut Meters) -> Timing {
        let timing = self.send(packet, meters);
        Timing {
            first: timing.done,
            ..timing
        }
    }

    /// Lets `core` have [`crate::net::Delivery::Reminder`] at `at`.
    fn remind(&mut self, core: u8, at: Tick, tag: u32) {
        let _ = (core, at, tag);
    }

    /// A transfer was answered with an error: status registers latch it, messages name it.
    fn refused(&mut self, t: &Txn, fault: BusFault);

    /// The core read or wrote a register of its own clock.
    fn clock_access(&mut self, fact: &Fact) {
        let _ = fact;
    }

    /// The core read or wrote a register of its own counters; its meters are settled, and are those
    /// of the moment at which the access takes effect.
    fn measured(&mut self, fact: &Fact, meters: &Meters) {
        let _ = (fact, meters);
    }

    /// What `core` gets where its own counter register `number` holds `value`: another value if a defect is
    /// planted there ([`crate::interpose`]).
    fn interposed_read(&mut self, core: u8, number: u32, value: u32) -> u32 {
        let _ = (core, number);
        value
    }

    /// What its own counter register `number` takes where `core` writes `value`, as
    /// [`CoreBus::interposed_read`]; nothing if the write is lost.
    fn interposed_write(&mut self, core: u8, number: u32, value: u32) -> Option<u32> {
        let _ = (core, number);
        Some(value)
    }

    /// The core takes interrupt `level`; its controller clears what it has to.
    fn irq_ack(&mut self, core: u8, level: u32, at: Tick, meters: &mut Meters);

    /// Whether [`CoreBus::take_snoops`] has any for `core`.
    fn has_snoops(&self, core: u8) -> bool {
        let _ = core;
        true
    }

    /// Whether cores wait ([`crate::cpu::Core::waits`]) that may have to be woken before a write.
    fn anyone_waits(&self) -> bool {
        false
    }

    /// `core` is about to write at `pa`, or, without an address, where that may concern anybody. True
    /// when cores that wait have to come up to this time before: the slice ends with
    /// [`crate::cpu::Stop::Sync`], and the next try will find it done.
    fn wakes(&mut self, core: u8, pa: Option<u64>) -> bool {
        let _ = (core, pa);
        false
    }

    /// Adds the lines that shared caches on the way to `pa` hold where its own goes: an address in each. It is
    /// for observers, and changes nothing.
    fn shared_lines(&self, pa: u64, lines: &mut Vec<u64>) {
        let _ = (pa, lines);
    }

    /// Takes the lines that others have written since the last call.
    fn take_snoops(&mut self, core: u8, lines: &mut Vec<u64>);
}

/// When the parts of a transfer that a stage serves at once happen, in ticks from its arrival.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AtOnce {
    /// As [`Timing::first`].
    pub first: u32,
    /// As [`Timing::done`].
    pub done: u32,
    /// As [`Timing::freed`].
    pub freed: u32,
}

/// [`AtOnce`] in one word, which compares and travels as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Brief(u64);

impl AtOnce {
    /// In one word; none if it does not fit.
    #[inline(always)]
    #[must_use]
    pub fn brief(self) -> Option<Brief> {
        const MOST: u32 = 1 << 21;
        let fits = (self.first | self.done | self.freed) < MOST;
        let word = |v: u32, place: u32| u64::from(v) << (21 * place);
        fits.then(|| Brief(word(self.first, 0) | word(self.done, 1) | word(self.freed, 2)))
    }
}

impl From<Brief> for AtOnce {
    fn from(Brief(word): Brief) -> AtOnce {
        let part = |place: u32| (word >> (21 * place)) as u32 & ((1 << 21) - 1);
        AtOnce {
            first: part(0),
            done: part(1),
            freed: part(2),
        }
    }
}

/// A part that memory transfers pass on their way: a bus, a shared cache, a memory controller. It
/// is a device too, with the registers that control it (possibly none).
pub trait Stage: Device {
    /// Times `t`, which reaches this stage at `at` (`t.at` is the master's request), and calls the stages below as
    /// needed.
    fn access(&mut self, t: &Txn, at: Tick, below: &mut Below<'_>, meters: &mut Meters) -> Timing;

    /// [`Stage::access`] where [`Stage::line_at_once`] has just not served `t`.
    fn access_late(&mut self, t: &Txn, below: &mut Below<'_>, meters: &mut Meters) -> Timing {
        self.access(t, t.at, below, meters)
    }

    /// Serves `t`, which reaches this stage at `at`, if that is an ordinary hit: as
    /// [`Stage::access`] would, from [`Served::SharedCache`]. `None` changes nothing.
    fn at_once(&mut self, t: &Txn, at: Tick, meters: &mut Meters) -> Option<AtOnce> {
        let _ = (t, at, meters);
        None
    }

    /// [`Stage::at_once`] for an ordinary write.
    fn write_at_once(&mut self, t: &Txn, at: Tick, meters: &mut Meters) -> Option<Brief> {
        let _ = (t, at, meters);
        None
    }

    /// Serves an ordinary write that reaches this stage at the master's request, if the stage `next` behind this one
    /// does so at once and no transfer is in the way. Returns [`Timing::done`]. `None` changes nothing.
    fn store_at_once(
        &mut self,
        t: &Txn,
        next: &mut dyn Stage,
        meters: &mut Meters,
    ) -> Option<Tick> {
        let _ = (t, next, meters);
        None
    }

    /// Serves a read or a fetch of a line that reaches this stage at the master's request, if the stage `next` behind
    /// this one does so at once and no transfer is in the way. Returns the times of the first word, of the whole line,
    /// and of the free stage. `None` changes nothing.
    fn line_at_once(
        &mut self,
        t: &Txn,
        next: &mut dyn Stage,
        meters: &mut Meters,
    ) -> Option<[Tick; 3]> {
        let _ = (t, next, meters);
        None
    }

    /// Opens `lane` for stores behind the last one that [`Stage::store_at_once`] served, if that was one of `master` and
    /// the stage `next` behind this one serves ordinary writes at once.
    fn open_lane(&mut self, lane: &mut Lane, master: u8, next: &mut dyn Stage) {
        let _ = (lane, master, next);
    }

    /// Makes up for the stores of `master` that went by `lane`, at least one.
    fn close_lane(&mut self, lane: &Lane, master: u8) {
        let _ = (lane, master);
    }

    /// What [`Stage::write_at_once`] answers to writes of 1, 2, 4 and 8 bytes of lines that were written last of their
    /// sets, from `at` on. `None` if it does not answer at once.
    fn writes_at_once(&mut self, at: Tick) -> Option<[Brief; lane::SIZES]> {
        let _ = at;
        None
    }

    /// Counts so many writes that went by a lane.
    fn count_writes(&mut self, writes: u64, meters: &mut Meters) {
        let _ = (writes, meters);
    }

    /// Takes the line of `t` as [`Stage::access`] would, without time and without counting. True if the stage is a
    /// cache that has the line as dirty and most recently used now.
    fn warm(&mut self, t: &Txn) -> bool {
        let _ = t;
        false
    }

    /// Ticks from `at` for which `t` would hold the bus above when it reaches this stage then, if known beforehand.
    /// `end`: no stage follows on the route. **Invariant**: at least the `freed` that [`Stage::access`] then returns. A
    /// bus uses this to fill the time before a reservation.
    fn holds(&self, t: &Txn, at: Tick, end: bool) -> Option<u64> {
        let _ = (t, at, end);
        None
    }

    /// Times a write to all nodes of a network: for each node its first address, and when the packet
    /// is there. `None` where the stage has no such thing.
    fn multicast(&mut self, t: &Txn, meters: &mut Meters) -> Option<(Timing, Vec<(u64, Tick)>)> {
        let _ = (t, meters);
        None
    }

    /// Brings the meters that grow with time (idle cycles, …) up to `now`.
    fn settle(&mut self, now: Tick, meters: &mut Meters) {
        let _ = (now, meters);
    }

    /// A bus on which each core is several masters: its index in [`Meters::buses`], and how many. Those of core `n`
    /// are that many from the number `n` times as many on.
    fn masters_of_a_core(&self) -> Option<(usize, u8)> {
        None
    }

    /// The cache that it is, for inspection.
    fn cache(&self) -> Option<&Cache> {
        None
    }

    /// Adds the lines of a cache that are where the one of `pa` goes, as [`CoreBus::shared_lines`].
    fn lines(&self, pa: u64, lines: &mut Vec<u64>) {
        let _ = (pa, lines);
    }

    /// The device face of this stage.
    fn device(&mut self) -> &mut dyn Device;

    /// The device face of this stage, read only.
    fn device_ref(&self) -> &dyn Device;

    /// Acts on a register write's side effects that need the stages below (a cache flush, say).
    fn after_write(&mut self, cx: &mut Cx<'_>, below: &mut Below<'_>, meters: &mut Meters) {
        let _ = (cx, below, meters);
    }
}

/// The rest of a route: the stages after the one that is asking.
pub struct Below<'a> {
    stages: &'a mut [Box<dyn Stage>],
    /// Index of `stages[0]` in the board's list.
    offset: usize,
    route: &'a [u8],
}

impl<'a> Below<'a> {
    /// The route through `stages` by `route`, with rising indices.
    pub fn new(stages: &'a mut [Box<dyn Stage>], route: &'a [u8]) -> Below<'a> {
        Below {
            stages,
            offset: 0,
            route,
        }
    }

    /// True when no stage follows: the bus itself leads to what is accessed.
    pub fn is_end(&self) -> bool {
        self.route.is_empty()
    }

    /// [`Stage::holds`] of the next stage; nothing is held at the end of the route.
    #[inline]
    pub fn holds(&self, t: &Txn, at: Tick) -> Option<u64> {
        let Some((&next, route)) = self.route.split_first() else {
            return Some(0);
        };
        self.stages
            .get(next as usize - self.offset)?
            .holds(t, at, route.is_empty())
    }

    /// [`Stage::at_once`] of the next stage.
    #[inline(always)]
    pub fn at_once(&mut self, t: &Txn, at: Tick, meters: &mut Meters) -> Option<AtOnce> {
        let next = usize::from(*self.route.first()?);
        self.stages
            .get_mut(next - self.offset)?
            .at_once(t, at, meters)
    }

    /// Passes `t` to the first stage, which has just not served it by [`Stage::line_at_once`].
    #[inline]
    pub fn access_late(&mut self, t: &Txn, meters: &mut Meters) -> Timing {
        match self.split() {
            Some((stage, mut below)) => stage.access_late(t, &mut below, meters),
            None => Timing::free(t.at),
        }
    }

    /// Passes `t` to the first stage at the master's request.
    #[inline]
    pub fn access(&mut self, t: &Txn, meters: &mut Meters) -> Timing {
        self.access_at(t, t.at, meters)
    }

    /// Passes `t` to the next stage, which it reaches at `at`; at the end of the route it costs
    /// nothing more.
    #[inline]
    pub fn access_at(&mut self, t: &Txn, at: Tick, meters: &mut Meters) -> Timing {
        match self.split() {
            Some((stage, mut below)) => stage.access(t, at, &mut below, meters),
            None => Timing::free(at),
        }
    }

    /// The next stage, and the route behind it.
    #[inline(always)]
    fn split(&mut self) -> Option<(&mut dyn Stage, Below<'_>)> {
        let (&next, route) = self.route.split_first()?;
        let behind = self.stages.get_mut(next as usize - self.offset..)?;
        let (stage, stages) = behind.split_first_mut()?;
        let offset = next as usize + 1;
        Some((
            stage.as_mut(),
            Below {
                stages,
                offset,
                route,
            },
        ))
    }
}
