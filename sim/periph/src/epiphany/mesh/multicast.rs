//! A write to all nodes of the chip (Epiphany Architecture Reference, eMesh, multicast): it goes
//! outwards from the sender, along the row both ways, and from each router of the row along the
//! column both ways. One packet is on each link; every node looks whether the address is its own.

use super::route::{Port, Step};
use super::{Mesh, NETS, Net, Walk};
use trueboard_core::bus::{Served, Timing, Txn};
use trueboard_core::meter::Meters;
use trueboard_core::time::Tick;

/// The packet at a router: where it is, where it came from, and when.
type At = ((u8, u8), Port, Tick);

impl Mesh {
    /// See the module. For each node its first address, and when the packet is in it.
    pub(super) fn multicast_to_all(
        &mut self,
        t: &Txn,
        meters: &mut Meters,
    ) -> (Timing, Vec<(u64, Tick)>) {
        let from = self.place(t.master);
        let i = self.number(t.master);
        let leave = t.at.max(self.ways[i][Net::C as usize].open);
        let mut walk: Option<Walk> = None;
        let mut nodes = Vec::with_capacity(self.ways.len());
        let mut routers: Vec<At> = vec![(from, Port::Core, leave)];
        while let Some((place, came, at)) = routers.pop() {
            for to in [Port::Core, Port::South, Port::North, Port::West, Port::East] {
                let Some(next) = self.beyond(place, came, to) else {
                    continue;
                };
                let asked = if came == Port::Core { t.at } else { at };
                let granted = self.spread(place, (came, to), (i as u8, asked, at), meters);
                let there = granted + self.times.hop[Net::C as usize];
                match to {
                    Port::Core => nodes.push((self.address(place), there)),
                    _ => routers.push((next, opposite(to), there)),
                }
                let w = walk.get_or_insert(Walk {
                    granted,
                    passed: granted,
                    end: there,
                    waited: 0,
                });
                if came == Port::Core {
                    w.granted = w.granted.max(granted);
                }
                if granted > at {
                    w.passed = w.passed.max(granted);
                }
                w.end = w.end.max(there);
            }
        }
        self.book.packet(Net::C, t, meters);
        let (granted, passed, done) =
            walk.map_or((leave, leave, leave), |w| (w.granted, w.passed, w.end));
        let open = granted + self.times.link;
        let room = self.ways[i][Net::C as usize].push(open, passed.max(granted), self.queue);
        let timing = Timing {
            granted,
            freed: t.at.max(room),
            done,
            first: Tick::NEVER,
            split: false,
            served_by: Served::Memory,
        };
        (timing, nodes)
    }

    /// Where a packet that came into the router of `place` from `came` is when it has left to `to`,
    /// if it does: outwards only, and along a column only outwards in it.
    fn beyond(&self, (row, col): (u8, u8), came: Port, to: Port) -> Option<(u8, u8)> {
        let column = matches!(came, Port::North | Port::South);
        let goes = to != came || to == Port::Core;
        let next = match to {
            Port::Core => Some((row, col)),
            Port::North => row.checked_sub(1).map(|row| (row, col)),
            Port::South => Some((row + 1, col)),
            Port::West if !column => col.checked_sub(1).map(|col| (row, col)),
            Port::East if !column => Some((row, col + 1)),
            Port::West | Port::East => None,
        };
        next.filter(|&(row, col)| goes && row < self.rows && col < self.cols)
    }

    /// Takes a link of the cMesh for a packet that is at a router at `at`.
    fn spread(
        &mut self,
        (row, col): (u8, u8),
        (from, to): (Port, Port),
        (who, asked, at): (u8, Tick, Tick),
        meters: &mut Meters,
    ) -> Tick {
        let node = usize::from(row * self.cols + col);
        let links = &mut self.links[node * NETS + Net::C as usize];
        let (granted, blocker) = links[to as usize].take(at, self.times.link, who);
        let step = Step { node, from, to };
        self.book
            .hop(Net::C, &step, who, blocker, (asked, granted), meters);
        granted
    }

    /// First address of a node's window.
    fn address(&self, (row, col): (u8, u8)) -> u64 {
        u64::from(self.origin.0 + row) << 26 | u64::from(self.origin.1 + col) << 20
    }
}

/// The side on which the next router gets what left on side `to`.
fn opposite(to: Port) -> Port {
    match to {
        Port::Core => Port::Core,
        Port::South => Port::North,
        Port::North => Port::South,
        Port::West => Port::East,
        Port::East => Port::West,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Rig, hops, sram, txn};
    use super::*;
    use trueboard_core::bus::{Op, Stage};
    use trueboard_core::meter::BusMeter;

    /// Each node has it 1.5 cycles for each router after it was sent (ticks are half cycles), over
    /// 16 links into nodes and 15 between them.
    #[test]
    fn every_node_gets_it_once_by_the_shortest_way() {
        for from in 0..16u8 {
            let mut rig = Rig::new();
            let t = txn(from, 10, 0x8000_0000, Op::Write);
            let (timing, mut nodes) = rig.mesh.multicast(&t, &mut rig.meters).unwrap();
            nodes.sort_unstable();
            let expected: Vec<(u64, Tick)> = (0..16)
                .map(|n| (sram(n, 0), Tick(20 + 3 * (hops(from.into(), n) + 1))))
                .collect();
            assert_eq!(nodes, expected, "from {from}");
            let last = nodes.iter().map(|n| n.1).max().unwrap();
            assert_eq!((timing.granted, timing.done), (Tick(20), last));
            assert_eq!(rig.meters.buses[0].get(BusMeter::Used), 31);
        }
    }

    /// A second one follows a cycle later, on every link.
    #[test]
    fn multicasts_follow_each_other() {
        let mut rig = Rig::new();
        let mut arrivals = |cycle| {
            let t = txn(0, cycle, 0x8000_0000, Op::Write);
            rig.mesh.multicast(&t, &mut rig.meters).unwrap().1
        };
        let (first, second) = (arrivals(10), arrivals(10));
        for (a, b) in first.iter().zip(&second) {
            assert_eq!((a.0, a.1 + 2), (b.0, b.1));
        }
    }
}
