//! The scheduler: lends the core that is furthest behind a slice, after events, power-grid points and arrivals that are
//! due.

pub(crate) mod naive;
pub(crate) mod nowhere;
pub(crate) mod pace;
pub(crate) mod spans;
pub(crate) mod starts;
pub(crate) mod stillness;
pub(crate) mod untimed;
pub(crate) mod upset;
pub(crate) mod waiters;
pub(crate) mod watch;

use crate::machine::Machine;
use crate::machine::ended::Ended;
use crate::machine::fabric::Bounds;
use crate::machine::fabric::network_queue::InFlight;
use crate::machine::schedule::pace::Slice;
use crate::machine::schedule::waiters::Waiters;
use crate::machine::schedule::watch::Watching;
use trueboard_core::bus::{BusFault, CoreBus};
use trueboard_core::cpu::{ArmedStops, ErrorStop, PeerAccess, RunCx, Stop};
use trueboard_core::fact::CoreState;
use trueboard_core::net::Delivery;
use trueboard_core::time::Tick;

/// True when the end of a slice needs no action.
fn goes_on(stop: &Stop) -> bool {
    matches!(stop, Stop::Horizon | Stop::EarlyEnd | Stop::Sync)
}

/// A decision of the scheduler.
pub(crate) enum Choice {
    /// An action was done; decide again.
    Again,
    /// A core continues.
    Run(Slice),
    /// The run, or this piece of it, is over.
    End(Ended),
}

impl Machine {
    pub(crate) fn note_times(&mut self) {
        let mut times = std::mem::take(&mut self.times);
        times.clear();
        times.extend((0..self.cores.len()).map(|i| (self.time_of(i), i)));
        times.sort_unstable();
        self.times = times;
    }

    pub(crate) fn run_on(&mut self, until: Tick) -> Ended {
        self.disarm();
        for core in &mut self.cores {
            core.look_again();
        }
        self.note_times();
        if let Some(slice) = &self.held {
            // It continues as the slice that was chosen.
            self.set_time(slice.core, slice.from);
        }
        let mut next = self.held.take().map(Choice::Run);
        loop {
            let end = match next.take().unwrap_or_else(|| self.choose(until)) {
                Choice::Again => None,
                Choice::End(end) => Some(end),
                Choice::Run(slice) => {
                    let (slice, stop) = self.run_slices::<false>(slice, until);
                    self.after_slice(&slice, stop)
                }
            };
            if let Some(end) = end {
                return end;
            }
        }
    }

    /// Runs `slice` and those that follow it, as [`Machine::choose`] would choose them, until one ends in a way that
    /// needs an action, or the next actor is no core. Returns the last slice. `D`: a debugger's stops are armed; an
    /// access to a watchpoint is one, and `reached` is true if the last slice made it.
    pub(crate) fn run_slices<const D: bool>(&mut self, slice: Slice, until: Tick) -> (Slice, Stop) {
        let may_go_on = !D && self.accesses_may_go_on();
        self.fabric.bounds = may_go_on.then(|| Bounds {
            event: self.fabric.queue.next_at(),
            until,
        });
        self.fabric.stirred = false;
        let last = self.run_slice_and_more::<D>(slice, until);
        self.fabric.bounds = None;
        last
    }

    /// Whether slices may go on behind complete device accesses, which raise no interrupt, event or signal: no sampling,
    /// no watchpoint, no `--strict`, no planted register. On a network a packet may follow an access.
    fn accesses_may_go_on(&self) -> bool {
        let fabric = &self.fabric;
        !self.watching.any()
            && !self.strict
            && self.sample_due() == Tick::NEVER
            && fabric.network_queue.is_unused()
            && fabric.faults.is_none()
            && fabric.interposed.is_none()
    }

    /// [`Machine::run_slices`].
    #[inline(always)]
    fn run_slice_and_more<const D: bool>(&mut self, slice: Slice, until: Tick) -> (Slice, Stop) {
        let armed = if D { ArmedStops::All } else { ArmedStops::None };
        let stop = self.lend_once(&slice, slice.until, armed, false, None);
        if !goes_on(&stop) {
            // The machine acts, which may change when other cores go on.
            let stop = self.resolve(stop, &slice, slice.until, armed);
            self.notes_reached::<D>();
            return (slice, stop);
        }
        if self.notes_reached::<D>() || self.watching.any() || self.strict {
            return (slice, stop);
        }
        let edge = self.next_edge();
        let sample = self.sample_due();
        let other = edge.min(until).min(sample);
        // Only its core has acted in this slice: the times of the other cores are unchanged.
        let mut waiters = std::mem::take(&mut self.waiters);
        waiters.begin(self.pace);
        let last = self.run_more_slices::<D>((slice, stop), (edge, other), &mut waiters);
        self.waiters = waiters;
        last
    }

    /// Runs the slices that follow `slice`, which has ended with `stop`, until one ends in a way that needs an action,
    /// or the next one begins at `other` or later. `edge` is the time of the next action that is no core's. Slices of
    /// waiting cores are skipped.
    #[inline(always)]
    fn run_more_slices<const D: bool>(
        &mut self,
        (mut slice, mut stop): (Slice, Stop),
        (edge, other): (Tick, Tick),
        waiters: &mut Waiters,
    ) -> (Slice, Stop) {
        let armed = if D { ArmedStops::All } else { ArmedStops::None };
        loop {
            put_back(&mut self.times, self.cores[slice.core].due());
            // A turn that is not executed cannot report that it reads watched bytes.
            if goes_on(&stop) && !(D && self.mem.watches_reads()) {
                waiters.admit(slice.core, &*self.cores[slice.core], &mut self.fabric);
            }
            if !self.hand_over_at_once(edge, other, waiters) {
                self.all_catch_up(waiters);
                return (slice, Stop::EarlyEnd);
            }
            slice = loop {
                let (first, second) = furthest_behind(&self.times);
                if first.0 >= other {
                    self.all_catch_up(waiters);
                    return (slice, Stop::EarlyEnd);
                }
                self.now = self.now.max(first.0);
                let network_queue = &self.fabric.network_queue;
                let (delivery, in_flight) = if network_queue.is_unused() {
                    (Tick::NEVER, Tick::NEVER)
                } else {
                    (network_queue.next_for(first.1), network_queue.next_at())
                };
                let next = self.pace.slice(first, second, edge, delivery, in_flight);
                if !waiters.any() || !waiters.has(first.1) {
                    break next;
                }
                match waiters.end_of(&next) {
                    Some(at) => {
                        put_back(&mut self.times, at);
                        if !self.hand_over_at_once(edge, other, waiters) {
                            self.all_catch_up(waiters);
                            return (slice, Stop::EarlyEnd);
                        }
                    }
                    None => self.waiter_catches_up(waiters, first.1),
                }
            };
            let until = slice.until;
            if D && self.goes_singly(slice.core) {
                self.all_catch_up(waiters);
                self.held = Some(slice);
                return (slice, Stop::EarlyEnd);
            }
            if D {
                self.fabric.asked = Tick::NEVER;
            }
            stop = self.lend_once(&slice, until, armed, false, None);
            while self.fabric.woken != 0 {
                self.woken_catch_up(waiters);
                stop = self.lend_once(&slice, until, armed, false, None);
            }
            if !goes_on(&stop) || self.notes_reached::<D>() {
                self.all_catch_up(waiters);
                let stop = self.resolve(stop, &slice, until, armed);
                self.notes_reached::<D>();
                return (slice, stop);
            }
        }
    }

    /// Delivers packets that arrive before the core that is furthest behind continues, and before `other`. Keeps
    /// `times` valid. A waiting core catches up before a delivery to it. False when [`Machine::choose`] must decide.
    #[inline(always)]
    fn hand_over_at_once(&mut self, edge: Tick, other: Tick, waiters: &mut Waiters) -> bool {
        self.fabric.network_queue.is_unused() || self.hand_over_packets(edge, other, waiters)
    }

    /// [`Machine::hand_over_at_once`] of a board with a network.
    fn hand_over_packets(&mut self, edge: Tick, other: Tick, waiters: &mut Waiters) -> bool {
        loop {
            let at = self.fabric.network_queue.next_at();
            if at > furthest_behind(&self.times).0.0 {
                return true;
            }
            // What a device may do needs a closer look: it may signal any core. An interrupt controller hears when the
            // receiver changes its state.
            let plain = match self.fabric.network_queue.first() {
                Some(InFlight::Board(p, _)) => self.fabric.is_memory(p.txn.pa),
                _ => self.fabric.irq_controller.is_none(),
            };
            if at >= other || !plain {
                return false;
            }
            let Some((at, in_flight)) = self.fabric.network_queue.take(at) else {
                return false;
            };
            self.now = self.now.max(at);
            let core = match in_flight {
                InFlight::Core(core, ..) => Some(usize::from(core)),
                InFlight::Board(..) => None,
            };
            if let Some(i) = core.filter(|&i| waiters.has(i)) {
                self.waiter_catches_up(waiters, i);
            }
            self.deliver(at, in_flight);
            // A debugger stops behind each packet that reaches watched memory.
            if !self.fabric.quiet() || self.next_edge() != edge || self.mem.is_watch_reached() {
                return false;
            }
            if let Some(i) = core {
                self.note_time(i);
            }
        }
    }

    /// Brings the place of core `i` in `times` up to date.
    #[inline]
    fn note_time(&mut self, i: usize) {
        self.set_time(i, self.time_of(i));
    }

    /// Core `i` is to go on at `at`, as far as `times` is concerned.
    #[inline]
    pub(crate) fn set_time(&mut self, i: usize, at: Tick) {
        let Some(mut place) = self.times.iter().position(|t| t.1 == i) else {
            return;
        };
        self.times[place].0 = at;
        while place > 0 && self.times[place] < self.times[place - 1] {
            self.times.swap(place, place - 1);
            place -= 1;
        }
        put_back(&mut self.times[place..], at);
    }

    /// The time at which core `i` is to go on.
    fn time_of(&self, i: usize) -> Tick {
        match self.states[i] {
            CoreState::Running => self.cores[i].due(),
            _ => Tick::NEVER,
        }
    }

    /// No core runs, no event is scheduled, and no packet is on its way.
    pub(crate) fn is_idle(&self) -> bool {
        let runs = |state: &CoreState| *state == CoreState::Running;
        let events = self.fabric.queue.next_at();
        let packets = self.fabric.network_queue.next_at();
        !self.states.iter().any(runs) && events.min(packets) == Tick::NEVER
    }

    /// The time of the next action that is no core's.
    pub(crate) fn next_edge(&self) -> Tick {
        let grid = self.power.as_ref().map_or(Tick::NEVER, |p| p.next_at());
        self.fabric.queue.next_at().min(grid)
    }

    /// Completes all meters, as of the board's time.
    pub(crate) fn settle(&mut self) {
        self.settle_cores();
        self.fabric.settle(self.now, &mut self.meters);
    }

    /// Completes the cores' banks of meters.
    pub(crate) fn settle_cores(&mut self) {
        for c in &mut self.cores {
            c.settle(&mut self.meters);
        }
    }

    /// After a snapshot was loaded: the run has not ended, and devices name their watches again.
    pub(crate) fn resume(&mut self) {
        // What the devices of the new machine said when they were reset is of another time.
        self.fabric.requests.signals.clear();
        self.fabric.requests.changes.clear();
        self.ended = None;
        self.held = None;
        self.reported.fill(None);
        self.watching = Watching::default();
        self.after_devices();
    }

    /// One decision of the scheduler.
    pub(crate) fn choose(&mut self, until: Tick) -> Choice {
        let event = self.fabric.queue.next_at();
        let grid = self.power.as_ref().map_or(Tick::NEVER, |p| p.next_at());
        self.note_times();
        let (first, second) = furthest_behind(&self.times);
        let next = first.0.min(event);
        let next = next.min(self.fabric.network_queue.next_at());
        if next == Tick::NEVER && !(self.fabric.outside.awaited && until < Tick::NEVER) {
            return Choice::End(Ended::Nothing);
        }
        self.now = self.now.max(next.min(grid).min(until));
        if self.sample_due() <= self.now && !(self.stopped_to_look && next >= until) {
            self.sample();
        }
        // Power advances while all cores sleep, however far away the next event is.
        if grid <= next && grid < until {
            self.advance_power(grid);
            return Choice::Again;
        }
        if next >= until {
            return Choice::End(Ended::Paused);
        }
        if event <= next {
            self.settle_cores();
            self.fabric.run_events(event, &mut self.meters);
            self.deliver_signals();
            return self.after_devices().map_or(Choice::Again, Choice::End);
        }
        if let Some((at, in_flight)) = self.fabric.network_queue.take(next) {
            return self
                .hand_over(at, in_flight)
                .map_or(Choice::Again, Choice::End);
        }
        let delivery = self.fabric.network_queue.next_for(first.1);
        let in_flight = self.fabric.network_queue.next_at();
        let edge = event.min(grid);
        let mut slice = self.pace.slice(first, second, edge, delivery, in_flight);
        if self.watching.any() {
            slice.until = Tick(slice.from.0 + 1);
            slice.planned = slice.until;
        }
        Choice::Run(slice)
    }

    /// Lets the core of `slice` go on, until `until` at most.
    #[inline(always)]
    pub(crate) fn lend(&mut self, slice: &Slice, until: Tick, armed: ArmedStops) -> Stop {
        let stop = self.lend_once(slice, until, armed, false, None);
        self.resolve(stop, slice, until, armed)
    }

    /// Gives the core what it stopped for, if another part of the machine had to act, and lets it
    /// go on. A slice in which another core has changed its state ends behind the instruction that did it, by
    /// [`Stop::Yield`]: that core may be the next one.
    #[inline(always)]
    fn resolve(
        &mut self,
        mut stop: Stop,
        slice: &Slice,
        mut until: Tick,
        armed: ArmedStops,
    ) -> Stop {
        let before = self.state_changes;
        loop {
            let changed = self.state_changes != before;
            stop = match stop {
                Stop::Settle => {
                    self.settle_cores();
                    self.lend_once(slice, until, armed, true, None)
                }
                Stop::Peer(access) => {
                    let answer = self.peer(slice.core, access);
                    if self.state_changes != before {
                        until = until.min(self.cores[slice.core].now().after(1));
                        self.fabric.asked = self.fabric.asked.min(until);
                    }
                    self.lend_once(slice, until, armed, false, Some(answer))
                }
                Stop::Horizon | Stop::EarlyEnd if changed => return Stop::Yield,
                other => return other,
            }
        }
    }

    /// Core `from` accesses a register of another core.
    #[cold]
    pub(crate) fn peer(&mut self, from: usize, access: PeerAccess) -> Result<u32, BusFault> {
        self.fabric.touched += 1;
        let at = self.cores[from].now();
        let i = usize::from(access.core);
        let core = self.cores.get_mut(i).ok_or(BusFault::Unmapped)?;
        let answer = core.peer(access, at, &mut self.meters);
        self.note_state(i);
        let mut starts = std::mem::take(&mut self.starts);
        let running = answer.is_ok_and(|a| (self.info[i].kind.found_running)(access, a));
        starts.accessed(from, i, running, || {
            self.place(from as u8, self.cores[from].pc())
        });
        self.starts = starts;
        answer
    }

    /// Delivers what arrives at `at`, and looks after what that left behind.
    fn hand_over(&mut self, at: Tick, in_flight: InFlight) -> Option<Ended> {
        let device = matches!(in_flight, InFlight::Board(p, _) if !self.fabric.is_memory(p.txn.pa));
        self.deliver(at, in_flight);
        if device || self.strict || !self.fabric.quiet() {
            self.deliver_signals();
            return self.after_devices();
        }
        None
    }

    /// Delivers what arrives at `at`.
    pub(crate) fn deliver(&mut self, at: Tick, in_flight: InFlight) {
        let answer = match in_flight {
            InFlight::Core(core, delivery, answered) => {
                let i = usize::from(core);
                let mut room = None;
                let mut cx = RunCx {
                    mem: &mut self.mem,
                    bus: self.fabric.as_bus(&mut room),
                    meters: &mut self.meters,
                    facts: &mut self.core_facts,
                    until: at,
                    planned: at,
                    ends: at,
                    shared_until: at,
                    sync_until: at,
                    settled: false,
                    armed: ArmedStops::None,
                    answer: None,
                };
                let Some(receiver) = self.cores.get_mut(i) else {
                    return;
                };
                let value = receiver.receive(&delivery, at, &mut cx);
                self.note_state(i);
                match delivery {
                    Delivery::Packet(p) => answered.map(|back| (p, back, value)),
                    _ => None,
                }
            }
            InFlight::Board(p, answered) => {
                if self.fabric.looks_at_meters(p.txn.pa) {
                    self.settle_cores();
                }
                let value = self.fabric.packet(&p, at, &mut self.mem, &mut self.meters);
                answered.map(|back| (p, back, value))
            }
        };
        if let Some((p, back, value)) = answer {
            let delivery = Delivery::Answer { tag: p.tag, value };
            self.fabric
                .network_queue
                .put(back, InFlight::Core(p.txn.master, delivery, None));
        }
    }

    #[inline(always)]
    pub(crate) fn lend_once(
        &mut self,
        slice: &Slice,
        until: Tick,
        armed: ArmedStops,
        settled: bool,
        answer: Option<Result<u32, BusFault>>,
    ) -> Stop {
        let mut room = None;
        let mut cx = RunCx {
            mem: &mut self.mem,
            bus: self.fabric.as_bus(&mut room),
            meters: &mut self.meters,
            facts: &mut self.core_facts,
            until,
            planned: slice.planned,
            // What the core has sent ends the slice earlier, whether it is run in one go or not.
            ends: slice.until,
            shared_until: slice.shared_until,
            sync_until: slice.sync_until,
            settled,
            armed,
            answer,
        };
        let stop = self.cores[slice.core].run(&mut cx);
        self.fabric.close_lane(&mut self.meters);
        stop
    }

    /// Looks after what a slice left behind. A run that ends has the time of the core that ended it, wherever the last
    /// slice began.
    #[inline]
    pub(crate) fn after_slice(&mut self, slice: &Slice, stop: Stop) -> Option<Ended> {
        let ended = self.what_follows(slice, stop);
        if ended.is_some() {
            self.now = self.now.max(self.cores[slice.core].now());
        }
        ended
    }

    #[inline(always)]
    fn what_follows(&mut self, slice: &Slice, stop: Stop) -> Option<Ended> {
        let i = slice.core;
        if self.watching.any() {
            self.report_pulses(slice.from, i);
        }
        // A refused store to read-only memory does not end the slice by itself.
        if self.strict
            && let Some(what) = self.strict_violation()
        {
            self.note_state(i);
            return Some(Ended::Strict { what });
        }
        if let Some(what) = self.starts.stuck() {
            return Some(Ended::Strict { what });
        }
        match stop {
            Stop::Horizon
            | Stop::EarlyEnd
            | Stop::Sync
            | Stop::Settle
            | Stop::Peer(_)
            | Stop::Breakpoint
            | Stop::Watched => None,
            Stop::Yield => {
                self.deliver_signals();
                self.note_state(i);
                self.after_devices()
            }
            Stop::Idle => {
                self.deliver_signals();
                self.note_state(i);
                self.after_devices()
            }
            Stop::Error(error) => {
                self.note_state(i);
                Some(self.end_of(i, error))
            }
            Stop::Break(what) => Some(Ended::Strict { what }),
        }
    }

    pub(crate) fn end_of(&self, i: usize, error: ErrorStop) -> Ended {
        let core = i as u8;
        match error.exit {
            None => Ended::Crash { core, error },
            Some(status) => {
                let ended = self.info[i].kind.ended;
                let image = self.image_of(core);
                let has = |symbol: &str| image.is_some_and(|i| i.symbol(symbol).is_some());
                ended(core, self.cores[i].as_ref(), &has, status)
            }
        }
    }
}

/// The first two of `times`, which are in order.
#[inline(always)]
fn furthest_behind(times: &[(Tick, usize)]) -> ((Tick, usize), (Tick, usize)) {
    let at = |i: usize| times.get(i).copied().unwrap_or((Tick::NEVER, 0));
    (at(0), at(1))
}

/// Below this number of cores, a linear search of their times costs less than a binary one.
const FEW: usize = 8;

/// Puts the core that was first in `times`, and now is at `at`, in its place.
#[inline(always)]
fn put_back(times: &mut [(Tick, usize)], at: Tick) {
    let Some((first, rest)) = times.split_first() else {
        return;
    };
    let entry = (at, first.1);
    if rest.len() < FEW {
        let mut place = 0;
        while let Some(&next) = times.get(place + 1)
            && next < entry
        {
            times[place] = next;
            place += 1;
        }
        times[place] = entry;
        return;
    }
    // Of sixteen cores the one that went goes behind most: a comparison with each of them would show.
    let behind = rest.partition_point(|other| *other < entry);
    times.copy_within(1..=behind, 0);
    times[behind] = entry;
}
