//! The lanes of the cores' stores ([`trueboard_core::lane`]): which one is open, and what closes it.
//!
//! A lane is open within a slice of its core only. What a lane knows of lines outlasts slices: every other access to a
//! line takes it from all lanes.

use super::{Fabric, MemoryRoute};
use trueboard_core::bus::{Stage, Txn};
use trueboard_core::lane::Lane;
use trueboard_core::meter::Meters;
use trueboard_core::time::{Clock, Tick};

/// See the module.
#[derive(Default)]
pub(crate) struct Lanes {
    /// By core; none if no memory of the board lies behind a bus and a shared cache.
    of: Vec<Lane>,
    open: Option<Open>,
    /// Who made the last store that was served at once.
    last: u8,
}

/// Whose lane is open, and through which stages.
#[derive(Clone, Copy)]
struct Open {
    core: u8,
    bus: u8,
    cache: u8,
}

/// The bus and the shared cache of a memory, by their index, if something is behind them.
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
    /// No lane knows the line of `pa` any more, nor another line of its set.
    #[inline(always)]
    pub(super) fn forget_line(&mut self, pa: u64) {
        for lane in &mut self.of {
            lane.lines.note(pa, false);
        }
    }

    /// No lane knows any line.
    pub(super) fn forget(&mut self) {
        for lane in &mut self.of {
            lane.lines.forget();
        }
    }
}

impl Fabric {
    /// Gives cores of these clocks lanes, if the board has a shared cache for them.
    pub(crate) fn pave(&mut self, clocks: impl Iterator<Item = Clock>) {
        let shared = self.memories.iter().filter_map(bus_and_cache);
        let mut caches =
            shared.filter_map(|(_, cache)| self.stages.get(usize::from(cache))?.cache());
        self.lanes.of = match caches.next().map(|cache| cache.geometry()) {
            Some(g) => clocks
                .map(|clock| Lane::new(clock, g.sets, g.line_bytes))
                .collect(),
            None => Vec::new(),
        };
    }

    /// The lane of `core`.
    #[inline(always)]
    pub(super) fn lane_of(&mut self, core: u8) -> Option<&mut Lane> {
        self.lanes.of.get_mut(usize::from(core))
    }

    /// The usual store: the line is nobody else's, the bus is free, and the shared cache behind it has
    /// the line. The lane is open behind the second one of the same core.
    #[inline(always)]
    pub(super) fn store_at_once(&mut self, t: &Txn, meters: &mut Meters) -> Option<Tick> {
        let m = self.memories.get(self.recent)?;
        if t.pa < m.base || t.pa >= m.end || m.is_held_by_others(t) {
            return None;
        }
        let route = bus_and_cache(m)?;
        let (bus, cache) = both(&mut self.stages, route)?;
        let done = bus.store_at_once(t, cache, meters)?;
        if let Some(lane) = self.lanes.of.get_mut(usize::from(t.master)) {
            if t.master == self.lanes.last {
                bus.open_lane(lane, t.master, cache);
                if lane.is_open() {
                    let (bus, cache) = route;
                    let core = t.master;
                    self.lanes.open = Some(Open { core, bus, cache });
                }
            }
            self.lanes.last = t.master;
            self.lanes.forget_line(t.pa);
            self.lanes.of[usize::from(t.master)].lines.note(t.pa, true);
        }
        Some(done)
    }

    /// Brings bus and shared cache up to what went by the open lane, and closes it.
    #[inline(always)]
    pub(crate) fn close_lane(&mut self, meters: &mut Meters) {
        if let Some(open) = self.lanes.open.take() {
            self.close_open_lane(open, meters);
        }
    }

    #[inline(never)]
    fn close_open_lane(&mut self, open: Open, meters: &mut Meters) {
        let Some(lane) = self.lanes.of.get_mut(usize::from(open.core)) else {
            return;
        };
        let stores = lane.stores();
        if stores != 0
            && let Some((bus, cache)) = both(&mut self.stages, (open.bus, open.cache))
        {
            bus.close_lane(lane, open.core);
            cache.count_writes(stores, meters);
        }
        lane.close();
    }
}
