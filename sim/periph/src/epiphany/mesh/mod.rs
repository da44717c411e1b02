//! The network of an Epiphany-III chip (E16G301) and what it leads to: cMesh for writes on the chip
//! and answers to reads, rMesh for requests of reads, xMesh for writes off the chip; the East link,
//! behind which are FPGA, memory controller and host.
//!
//! When a packet is sent, its whole way is reserved at once: router after router, each link taking
//! one packet at a time, in the order in which packets are sent (`link.rs`). So packets of one node
//! to another one over one mesh stay in order, and nothing else does: that is the weak order of
//! memory accesses of the chip.
//!
//! A packet that has to wait on its way keeps its place in the sender's queue until then, and holds up
//! those behind it: routers have room for one packet only, so that waiting is felt back to the sender.
//! Not modelled: packets to other places that wait behind it in a
//! router; round robin among packets that wait together (they go in the order of sending); priority
//! of reads' answers over a node's own writes; bank conflicts in the answer of a read;
//! reads and writes sharing the wires of the link off the chip.

mod book;
mod link;
mod multicast;
mod offchip;
mod params;
mod route;
#[cfg(test)]
mod tests;

use book::Book;
use link::Link;
use offchip::{Elink, HostWay};
pub use params::Params;
use params::Ticks;
use route::{PORTS, Port, Route, routers};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::{Below, Op, Served, Stage, Timing, Txn};
use trueboard_core::device::{Cx, Device, ResetPhase};
use trueboard_core::meter::{Dictionary, Meters};
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::{Clock, Tick};

/// The chip's three networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Net {
    /// Writes on the chip, and what reads answer.
    C,
    /// Requests of reads.
    R,
    /// Writes off the chip.
    X,
}

const NETS: usize = 3;
/// Nodes that a chip may have.
const MOST_NODES: usize = 64;
/// Packets that a queue may hold.
const MOST_QUEUED: usize = 8;

/// A core's way into one network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Way {
    /// When the next packet may leave.
    open: Tick,
    /// When the places of the last packets were free again.
    places: [Tick; MOST_QUEUED],
    next: u8,
}

impl Way {
    /// Notes that a packet's place is free at `place`, and that the next one may leave at `open`.
    /// Answers when one of `queue` places is free.
    #[inline]
    fn push(&mut self, open: Tick, place: Tick, queue: u8) -> Tick {
        self.open = open;
        self.places[usize::from(self.next) % MOST_QUEUED] = place;
        self.next = self.next.wrapping_add(1);
        self.places[usize::from(self.next.wrapping_sub(queue)) % MOST_QUEUED]
    }
}

/// What became of a packet on its way.
#[derive(Clone, Copy, Debug)]
struct Walk {
    /// It got its first link.
    granted: Tick,
    /// It got the last link that it had to wait for.
    passed: Tick,
    /// It is there.
    end: Tick,
    /// Ticks that it waited after the first link.
    waited: u64,
}

/// Numbers in ticks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Times {
    hop: [u64; NETS],
    link: u64,
    request: u64,
    turn: u64,
}

/// See the module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mesh {
    clock: Clock,
    rows: u8,
    cols: u8,
    origin: (u8, u8),
    entry: (u8, u8),
    host_master: u8,
    queue: u8,
    times: Times,
    links: Vec<[Link; PORTS]>,
    ways: Vec<[Way; NETS]>,
    elink: Elink,
    reads_pass_writes: bool,
    /// When the newest write off the chip of each node is in the memory.
    landed: Vec<Tick>,
    host: HostWay,
    book: Book,
}

impl Mesh {
    /// An empty network with these indices of its buses' meters, on a board with these dictionaries of cores; the first
    /// cores are those of the nodes.
    ///
    /// # Errors
    /// Says which number cannot be.
    pub fn new(
        p: &Params,
        clock: Clock,
        buses: [usize; 4],
        cores: &[&Dictionary],
    ) -> Result<Mesh, String> {
        let (rows, cols) = p.nodes;
        let nodes = usize::from(rows) * usize::from(cols);
        if nodes == 0 || nodes > MOST_NODES {
            return Err(format!(
                "params: nodes are {rows} rows of {cols}, but must be 1 to {MOST_NODES} in all"
            ));
        }
        if p.entry.0 >= rows || p.entry.1 >= cols {
            return Err("params: entry is no node of the chip".to_owned());
        }
        if usize::from(p.host_master) < nodes {
            return Err("params: host_master is the number of a core".to_owned());
        }
        if p.queue == 0 || usize::from(p.queue) > MOST_QUEUED {
            return Err(format!("params: queue must be 1 to {MOST_QUEUED}"));
        }
        let mut ticks = Ticks::new(clock);
        let times = Times {
            hop: [
                ticks.of("hop_cycles.0", p.hop_cycles.0),
                ticks.of("hop_cycles.1", p.hop_cycles.1),
                ticks.of("hop_cycles.2", p.hop_cycles.2),
            ],
            link: ticks.some("link_cycles", p.link_cycles),
            request: ticks.some("read_request_cycles", p.read_request_cycles),
            turn: ticks.of("read_turn_cycles", p.read_turn_cycles),
        };
        let elink = Elink::new(&p.offchip, &mut ticks)?;
        let host = HostWay::new(&p.host, &mut ticks);
        ticks.check()?;
        Ok(Mesh {
            clock,
            rows,
            cols,
            origin: p.origin,
            entry: p.entry,
            host_master: p.host_master,
            queue: p.queue,
            times,
            links: vec![[Link::default(); PORTS]; nodes * NETS],
            ways: vec![[Way::default(); NETS]; nodes],
            elink,
            reads_pass_writes: p.offchip.reads_pass_writes,
            landed: vec![Tick(0); nodes],
            host,
            book: Book::new(clock, buses, &cores[..nodes.min(cores.len())])?,
        })
    }

    /// The node that has this address, from the chip's first node.
    #[inline]
    fn node(&self, pa: u64) -> Option<(u8, u8)> {
        let row = ((pa >> 26 & 63) as u8).wrapping_sub(self.origin.0);
        let col = ((pa >> 20 & 63) as u8).wrapping_sub(self.origin.1);
        (pa >> 32 == 0 && row < self.rows && col < self.cols).then_some((row, col))
    }

    /// The node of a master that is a core.
    #[inline]
    fn place(&self, master: u8) -> (u8, u8) {
        let i = master % (self.rows * self.cols);
        (i / self.cols, i % self.cols)
    }

    /// Its number.
    #[inline]
    fn number(&self, master: u8) -> usize {
        usize::from(master % (self.rows * self.cols))
    }

    /// Reserves the links of a route, from `at` on.
    #[inline]
    fn walk(
        &mut self,
        net: Net,
        (from, port, to): ((u8, u8), Port, (u8, u8)),
        (who, asked, at): (u8, Tick, Tick),
        meters: &mut Meters,
    ) -> Walk {
        let hop = self.times.hop[net as usize];
        let (mut now, mut asked) = (at, asked);
        let mut walk = None;
        for step in Route::new(self.cols, from, port, to) {
            let links = &mut self.links[step.node * NETS + net as usize];
            let (granted, blocker) = links[step.to as usize].take(now, self.times.link, who);
            self.book
                .hop(net, &step, who, blocker, (asked, granted), meters);
            // What it waits for the first link, it waits in the queue.
            let w = walk.get_or_insert(Walk {
                granted,
                passed: granted,
                end: granted,
                waited: 0,
            });
            if granted > now && w.granted != granted {
                w.passed = granted;
                w.waited += granted - now;
            }
            now = granted + hop;
            asked = now;
            w.end = now;
        }
        walk.unwrap_or(Walk {
            granted: at,
            passed: at,
            end: at,
            waited: 0,
        })
    }

    /// A packet of core `t.master` to a node or off the chip. Answers when it leaves the queue, when
    /// there is room for another one, and when it is at the end of the mesh.
    #[inline]
    fn go(
        &mut self,
        net: Net,
        t: &Txn,
        at: Tick,
        to: (u8, u8),
        meters: &mut Meters,
    ) -> (Tick, Tick, Tick) {
        let from = self.place(t.master);
        let i = usize::from(from.0 * self.cols + from.1);
        let apart = match net {
            Net::R => self.times.request,
            _ => self.times.link,
        };
        let leave = at.max(self.ways[i][net as usize].open);
        let w = self.walk(net, (from, Port::Core, to), (i as u8, at, leave), meters);
        // It keeps its place until it need not wait any more, and those behind it wait with it.
        let left = w.granted + w.waited;
        let room = self.ways[i][net as usize].push(left + apart, w.passed, self.queue);
        (left, at.max(room), w.end)
    }

    fn write(&mut self, t: &Txn, at: Tick, to: (u8, u8), meters: &mut Meters) -> Timing {
        let (granted, freed, done) = self.go(Net::C, t, at, to, meters);
        self.book.packet(Net::C, t, meters);
        Timing {
            granted,
            freed,
            done,
            first: Tick::NEVER,
            split: false,
            served_by: Served::Memory,
        }
    }

    fn read(&mut self, t: &Txn, at: Tick, to: (u8, u8), meters: &mut Meters) -> Timing {
        let (granted, freed, done) = self.go(Net::R, t, at, to, meters);
        self.book.packet(Net::R, t, meters);
        let back = done + self.times.turn;
        let home = (to, Port::Core, self.place(t.master));
        let first = self.walk(Net::C, home, (t.master, back, back), meters).end;
        Timing {
            granted,
            freed,
            done,
            first,
            split: false,
            served_by: Served::Memory,
        }
    }

    /// A packet of a core off the chip. It leaves the queue when its waits are over. Also returns the times at which it
    /// leaves, room for another packet is free, and it continues.
    fn go_off(&mut self, net: Net, t: &Txn, at: Tick, meters: &mut Meters) -> (Tick, Tick, Tick) {
        let from = self.place(t.master);
        let i = usize::from(from.0 * self.cols + from.1);
        let travel = u64::from(self.cols - from.1) * self.times.hop[net as usize];
        let leave = at.max(self.ways[i][net as usize].open);
        let (slot, apart) = match net {
            Net::R => (self.elink.read(t, leave + travel), self.times.request),
            _ => (self.elink.write(t, leave + travel), self.times.link),
        };
        self.book.off(t, slot, at + travel, meters);
        let departs = Tick(slot.start - Tick(travel));
        let out = (from, Port::Core, (from.0, self.cols));
        let w = self.walk(net, out, (i as u8, at, departs), meters);
        let place = if departs > at { w.end } else { w.granted };
        let room = self.ways[i][net as usize].push(w.granted + apart, place, self.queue);
        self.book.packet(net, t, meters);
        (w.granted, at.max(room), w.end)
    }

    fn write_off(&mut self, t: &Txn, at: Tick, meters: &mut Meters) -> Timing {
        let (granted, freed, end) = self.go_off(Net::X, t, at, meters);
        let done = end + self.elink.write_latency();
        let node = self.number(t.master);
        self.landed[node] = done;
        Timing {
            granted,
            freed,
            done,
            first: Tick::NEVER,
            split: false,
            served_by: Served::Memory,
        }
    }

    fn read_off(&mut self, t: &Txn, at: Tick, meters: &mut Meters) -> Timing {
        let (granted, freed, end) = self.go_off(Net::R, t, at, meters);
        let fetch = t.op == Op::Fetch;
        let mut done = end + self.elink.request_latency();
        let mut back = end + self.elink.latency(t);
        if !self.reads_pass_writes && !fetch {
            let behind = self.landed[self.number(t.master)].since(done);
            (done, back) = (done + behind, back + behind);
        }
        let home = (self.entry, Port::East, self.place(t.master));
        let first = self.walk(Net::C, home, (t.master, back, back), meters).end;
        Timing {
            granted,
            freed,
            done,
            first,
            split: false,
            served_by: Served::Memory,
        }
    }

    /// An access of the host. On the chip it takes its place on the links; its time is its own.
    fn of_host(&mut self, t: &Txn, at: Tick, meters: &mut Meters) -> Timing {
        let node = self.node(t.pa);
        let (granted, freed) = self.host.take(t, at, node.is_some());
        let mut done = freed;
        if let Some(to) = node {
            let net = if t.op == Op::Write { Net::C } else { Net::R };
            let travel = routers(self.entry, to) * self.times.hop[net as usize];
            let enters = Tick(freed.since(Tick(travel))).max(granted);
            let way = (self.entry, Port::East, to);
            done = self.walk(net, way, (t.master, enters, enters), meters).end;
        }
        Timing {
            granted,
            freed,
            done,
            first: done.max(freed),
            split: false,
            served_by: Served::Memory,
        }
    }
}

impl Stage for Mesh {
    fn access(&mut self, t: &Txn, at: Tick, _: &mut Below<'_>, meters: &mut Meters) -> Timing {
        if t.master == self.host_master {
            return self.of_host(t, at, meters);
        }
        match (self.node(t.pa), t.op) {
            (Some(to), Op::Write) => self.write(t, at, to, meters),
            (Some(to), _) => self.read(t, at, to, meters),
            (None, Op::Write) => self.write_off(t, at, meters),
            (None, _) => self.read_off(t, at, meters),
        }
    }

    fn multicast(&mut self, t: &Txn, meters: &mut Meters) -> Option<(Timing, Vec<(u64, Tick)>)> {
        Some(self.multicast_to_all(t, meters))
    }

    fn settle(&mut self, now: Tick, meters: &mut Meters) {
        self.book.settle(now, meters);
    }

    fn device(&mut self) -> &mut dyn Device {
        self
    }

    fn device_ref(&self) -> &dyn Device {
        self
    }
}

/// It has no registers of its own: MESHCFG and the routing registers are those of the cores.
impl Device for Mesh {
    fn kind(&self) -> &'static str {
        "emesh"
    }

    trueboard_core::no_registers!();

    fn reset(&mut self, _: ResetPhase, _: &mut Cx<'_>) {}

    fn meters(&self) -> Vec<(&'static str, u64)> {
        let mut all = self.elink.meters();
        all.extend(self.host.meters());
        all.extend(self.book.meters());
        all
    }

    fn save(&self) -> Vec<u8> {
        to_bytes(self)
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let mut state: Mesh = from_bytes(bytes)?;
        state.book.take_nodes(&mut self.book);
        *self = state;
        Ok(())
    }
}
