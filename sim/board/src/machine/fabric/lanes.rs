//! The lane of the cores' stores ([`trueboard_core::lane`]): its core, and the accesses that close it.
//!
//! It is open within a slice of that core only. Its knowledge of lines outlasts slices: every other access to a set of
//! the shared cache makes it forget the line of that set.

use super::{Fabric, LINE_SHIFT, MemoryRoute};
use trueboard_core::bus::{Op, Stage, Txn};
use trueboard_core::lane::{Lane, MOST_CORES};
use trueboard_core::meter::Meters;
use trueboard_core::time::{Clock, Tick};
use trueboard_core::uarch::cache::Geometry;

/// See the module.
#[derive(Default)]
pub(crate) struct Lanes {
    /// None if no memory of the board lies behind a bus and a shared cache.
    lane: Option<Box<Lane>>,
    /// Of the cores.
    clocks: Vec<Clock>,
    open: Option<Open>,
    /// Who made the last store that was served at once.
    last: u8,
}

/// For whom the lane is open, and through which stages.
#[derive(Clone, Copy)]
struct Open {
    core: u8,
    route: (u8, u8),
}

/// The bus and the shared cache of a memory, by their index, if a stage is behind them.
#[inline(always)]
fn bus_and_cache(memory: &MemoryRoute) -> Option<(u8, u8)> {
    match memory.route.as_slice() {
        &[bus, cache, _, ..] => Some((bus, cache)),
        _ => None,
    }
}

/// The stage of number `bus`, and the one of number `cache`, which is behind it.
#[inline(always)]
fn both(
    stages: &mut [Box<dyn Stage>],
    (bus, cache): (u8, u8),
) -> Option<(&mut dyn Stage, &mut dyn Stage)> {
    let (above, from) = stages.split_at_mut_checked(usize::from(cache))?;
    Some((
        above.get_mut(usize::from(bus))?.as_mut(),
        from.first_mut()?.as_mut(),
    ))
}

impl Lanes {
    /// The lane, open for the core that runs, or closed.
    #[inline(always)]
    pub(super) fn get(&mut self) -> Option<&mut Lane> {
        self.lane.as_deref_mut()
    }

    /// No line of the set of `pa` is known any more.
    #[inline(always)]
    pub(super) fn forget_set(&mut self, pa: u64) {
        if let Some(lane) = &mut self.lane {
            lane.forget_set(pa);
        }
    }

    /// Opens the lane for stores that take no time, and for the core of this slice.
    #[inline(always)]
    pub(super) fn open_untimed(&mut self) {
        if let Some(lane) = &mut self.lane {
            lane.open_untimed();
        }
    }

    /// Untimed stores are over, or begin: the lane is closed, and no line is known.
    pub(crate) fn close_untimed(&mut self) {
        if let Some(lane) = &mut self.lane {
            lane.close();
            lane.forget();
        }
    }

    /// No line is known any more.
    pub(super) fn forget(&mut self) {
        if let Some(lane) = &mut self.lane {
            lane.forget();
        }
    }
}

impl Fabric {
    /// Gives cores of these clocks a lane, if the board has a shared cache for them.
    pub(crate) fn pave(&mut self, clocks: impl Iterator<Item = Clock>) {
        self.lanes.clocks = clocks.collect();
        let shared = self.memories.iter().filter_map(bus_and_cache);
        let mut caches =
            shared.filter_map(|(_, cache)| self.stages.get(usize::from(cache))?.cache());
        let suits = |g: Geometry| Lane::suits(g.sets, g.line_bytes);
        let suitable = caches.next().is_some_and(|cache| suits(cache.geometry()));
        self.lanes.lane = match self.lanes.clocks.first() {
            Some(&clock) if suitable && self.lanes.clocks.len() <= MOST_CORES => {
                Some(Box::new(Lane::new(clock)))
            }
            _ => None,
        };
    }

    /// The usual store: no other core holds the line, the bus is free, and the shared cache has the line. A core's
    /// second one opens its lane.
    #[inline(always)]
    pub(super) fn store_at_once(&mut self, t: &Txn, meters: &mut Meters) -> Option<Tick> {
        let m = self.memories.get(self.recent)?;
        if t.pa < m.base || t.pa >= m.end || m.is_held_by_others(t) {
            return None;
        }
        let route = bus_and_cache(m)?;
        let (bus, cache) = both(&mut self.stages, route)?;
        let done = bus.store_at_once(t, cache, meters)?;
        let core = t.master;
        if let Some(lane) = &mut self.lanes.lane {
            lane.note(core, t.pa);
            if core == self.lanes.last
                && let Some(&clock) = self.lanes.clocks.get(usize::from(core))
            {
                lane.clock = clock;
                bus.open_lane(lane, core, cache);
                self.lanes.open = lane.is_open().then_some(Open { core, route });
            }
            self.lanes.last = core;
        }
        Some(done)
    }

    /// The usual read or fetch of a line: the bus is free, and the shared cache behind it has the line. Returns the
    /// times of its first word and of the whole line; otherwise whether a bus was used.
    #[inline(always)]
    pub(super) fn line_at_once(&mut self, t: &Txn, meters: &mut Meters) -> Result<[Tick; 2], bool> {
        let open = self.lanes.open;
        let lane = self.lanes.get().ok_or(false)?;
        let used = open.is_some() && lane.stores() != 0;
        self.close_lane(meters);
        let i = self.memory_at(t.pa).ok_or(false)?;
        let m = &mut self.memories[i];
        let route = bus_and_cache(m).ok_or(false)?;
        let (bus, cache) = both(&mut self.stages, route).ok_or(false)?;
        let [first, done, end] = bus.line_at_once(t, cache, meters).ok_or(true)?;
        if t.op == Op::Read {
            let line = ((t.pa - m.base) >> LINE_SHIFT) as usize;
            m.holders.add(line, 1 << (t.master & 15));
        }
        self.lanes.forget_set(t.pa);
        if used {
            self.open_lane_again(t, i, end);
        }
        Ok([first, done])
    }

    /// Opens the lane again that was open and used when `t` was served at once: the bus is free from `end` on. A line of
    /// memory `i` that was read and that the shared cache has as dirty is known.
    #[inline(never)]
    fn open_lane_again(&mut self, t: &Txn, i: usize, end: Tick) {
        let m = &self.memories[i];
        let (Some(route), Some(lane)) = (bus_and_cache(m), &mut self.lanes.lane) else {
            return;
        };
        let core = t.master;
        lane.open_again(lane.clock.cycle_of(end));
        self.lanes.open = Some(Open { core, route });
        let cache = self
            .stages
            .get(usize::from(route.1))
            .and_then(|s| s.cache());
        if t.op == Op::Read && !m.is_held_by_others(t) && cache.is_some_and(|c| c.is_dirty(t.pa)) {
            lane.note(core, t.pa);
        }
    }

    /// Lets the shared cache of memory `i` take in the line of a transfer that takes no time. The lane knows the line if
    /// further stores of the core change nothing there.
    pub(super) fn warm_shared(&mut self, i: usize, t: &Txn) {
        let m = &self.memories[i];
        let Some((_, cache)) = bus_and_cache(m) else {
            return;
        };
        self.lanes.forget_set(t.pa);
        let warm = self
            .stages
            .get_mut(usize::from(cache))
            .is_some_and(|s| s.warm(t));
        if warm && let Some(lane) = &mut self.lanes.lane {
            lane.note(t.master, t.pa);
        }
    }

    /// Brings bus and shared cache up to what went by the lane, and closes it.
    #[inline(always)]
    pub(crate) fn close_lane(&mut self, meters: &mut Meters) {
        if let Some(open) = self.lanes.open.take() {
            self.close_open_lane(open, meters);
        }
    }

    #[inline(never)]
    fn close_open_lane(&mut self, open: Open, meters: &mut Meters) {
        let Some(lane) = &mut self.lanes.lane else {
            return;
        };
        let stores = lane.stores();
        if stores != 0
            && let Some((bus, cache)) = both(&mut self.stages, open.route)
        {
            bus.close_lane(lane, open.core);
            cache.count_writes(stores, meters);
        }
        lane.close();
    }
}

#[cfg(test)]
mod tests {
    use super::Lanes;
    use crate::{Machine, machine, open_board};
    use trueboard_core::bus::{CoreBus, Op, Txn};
    use trueboard_core::time::Tick;

    fn gr740() -> Machine {
        let model = open_board("gr740", &[]).expect("it is compiled in");
        machine(&model.place, &model.file, false).expect("the board is sound")
    }

    struct Random(u64);

    impl Random {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (self.0 >> 33) % n
        }
    }

    /// One access, whether it used a lane, and the time at which its core continues.
    fn access(m: &mut Machine, t: &Txn, cycle: u64) -> (bool, u64) {
        let fabric = &mut m.fabric;
        if t.op == Op::Write && !t.line {
            let lane = fabric.lanes.get().and_then(|lane| match t.bytes {
                1 => lane.store::<1>(t.master, t.pa as u32, cycle),
                2 => lane.store::<2>(t.master, t.pa as u32, cycle),
                4 => lane.store::<4>(t.master, t.pa as u32, cycle),
                _ => lane.store::<8>(t.master, t.pa as u32, cycle),
            });
            return match lane {
                Some(free) => (true, free),
                None => {
                    let done = fabric.store(t, &mut m.meters);
                    (false, m.info[usize::from(t.master)].clock.cycle_of(done))
                }
            };
        }
        let done = match t.line && t.op != Op::Rmw {
            true => fabric.line(t, &mut m.meters).done,
            false => fabric.transfer(t, &mut m.meters).done,
        };
        (false, m.info[usize::from(t.master)].clock.cycle_of(done))
    }

    /// Stores by lanes leave bus, caches and meters as those through the stages do, and take their time.
    #[test]
    fn a_lane_does_what_the_stages_do() {
        let (mut with, mut without) = (gr740(), gr740());
        without.fabric.lanes = Lanes::default();
        let mut r = Random(5);
        let (mut cycle, mut core, mut by_lane) = (1000, 0, 0);
        for step in 0..60_000 {
            if r.below(24) == 0 {
                core = r.below(4) as u8;
                with.fabric.close_lane(&mut with.meters);
            }
            cycle += r.below(12);
            // A few lines of some sets of the shared cache, some of them in one set.
            let line = r.below(4) * 0x20
                + r.below(2) * 0x1000
                + r.below(6) * 0x10_0000 * u64::from(r.below(8) == 0);
            let (op, bytes, whole) = match r.below(40) {
                0 => (Op::Read, 32, true),
                1 => (Op::Fetch, 32, true),
                2 => (Op::Rmw, 4, false),
                3 => (Op::Read, 4, false),
                _ => (Op::Write, 1u64 << r.below(4), false),
            };
            let t = Txn {
                master: core,
                at: Tick(with.info[0].clock.ticks(cycle)),
                pa: line + (r.below(32) & !(bytes - 1) & 31),
                bytes: bytes as u16,
                op,
                line: whole,
                uncached: op == Op::Read && !whole,
                pc: 0,
            };
            let (lane, free) = access(&mut with, &t, cycle);
            let (_, expected) = access(&mut without, &t, cycle);
            assert_eq!(free, expected, "step {step}: {t:?}, by lane: {lane}");
            by_lane += u64::from(lane);
            if lane && by_lane % 500 == 0 {
                with.fabric.close_lane(&mut with.meters);
                assert_eq!(with.digest_parts(), without.digest_parts(), "step {step}");
            }
            cycle = free;
            if r.below(2000) == 0 {
                // The registers of the shared cache: all of it is flushed.
                for m in [&mut with, &mut without] {
                    let t = Txn {
                        pa: 0xf000_0008,
                        bytes: 4,
                        op: Op::Write,
                        line: false,
                        uncached: true,
                        ..t
                    };
                    let (done, _) = m.fabric.io_write(&t, 7, &mut m.meters);
                    done.expect("there is a register");
                }
                cycle += 400_000;
            }
        }
        for m in [&mut with, &mut without] {
            m.fabric.settle(Tick(1000 * cycle), &mut m.meters);
        }
        assert_eq!(with.digest_parts(), without.digest_parts());
        assert_eq!(with.meters.buses, without.meters.buses);
        assert_eq!(with.meters.caches, without.meters.caches);
        assert!(by_lane > 10_000, "{by_lane} stores went by lanes");
    }

    /// In an untimed span a store reaches the caches of other cores, by the lane and beside it, and the shared cache
    /// has its line, uncounted.
    #[test]
    fn untimed_stores_reach_the_caches_of_other_cores() {
        let mut m = gr740();
        m.set_untimed(true);
        let line = |master, op| Txn {
            master,
            at: Tick(100),
            pa: 0x40,
            bytes: if op == Op::Read { 32 } else { 4 },
            op,
            line: op == Op::Read,
            uncached: false,
            pc: 0,
        };
        let by_lane = |m: &mut Machine, core| {
            let mut room = None;
            let bus = m.fabric.as_bus(&mut room);
            let lane = bus.lane().expect("the board has one");
            lane.store::<4>(core, 0x40, 50)
        };
        let snooped = |m: &mut Machine| {
            let mut lines = Vec::new();
            m.fabric.take_snoops(1, &mut lines);
            lines
        };
        for turn in 0..2 {
            m.fabric.untimed(&line(1, Op::Read));
            assert_eq!(by_lane(&mut m, 0), None, "turn {turn}");
            m.fabric.untimed(&line(0, Op::Write));
            assert_eq!(snooped(&mut m), [0x40], "turn {turn}");
            assert_eq!(by_lane(&mut m, 0), Some(50), "turn {turn}");
            assert!(snooped(&mut m).is_empty(), "turn {turn}");
        }
        m.set_untimed(false);
        assert!(m.fabric.lanes.get().is_some_and(|lane| !lane.is_open()));
        let dirty = |s: &dyn trueboard_core::bus::Stage| s.cache().map(|c| c.is_dirty(0x40));
        assert!(
            m.fabric
                .stages
                .iter()
                .any(|s| dirty(s.as_ref()) == Some(true))
        );
        assert!(m.meters.caches.iter().all(|c| *c == Default::default()));
    }
}
