//! What the network counts: per mesh who used it and who waited for whom, and per node what its
//! router saw on each side (the mesh events of CTIMER).

use super::Net;
use super::offchip::Turn;
use super::route::Step;
use serde::{Deserialize, Serialize};
use trueboard_core::bus::{Op, Txn};
use trueboard_core::meter::{BUS_MASTERS, BusMeter, CoreMeter, Dictionary, Meters, UnknownMeter};
use trueboard_core::time::{Clock, Tick};

/// The meters of a node, by the side on which packets come in.
const ACCESS: [&str; 5] = [
    "mesh_core_accesses",
    "mesh_south_accesses",
    "mesh_north_accesses",
    "mesh_west_accesses",
    "mesh_east_accesses",
];
const WAIT: [&str; 5] = [
    "mesh_core_wait_cycles",
    "mesh_south_wait_cycles",
    "mesh_north_wait_cycles",
    "mesh_west_wait_cycles",
    "mesh_east_wait_cycles",
];

/// Those of them of one side.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Side {
    access: CoreMeter,
    wait: CoreMeter,
}

/// The sides of nodes with cores of these dictionaries; none without cores.
fn sides(cores: &[&Dictionary]) -> Result<Vec<Side>, String> {
    let of = |core: &Dictionary| -> Result<Vec<Side>, UnknownMeter> {
        let named = ACCESS.iter().zip(WAIT);
        let side = |(access, wait): (&&str, &str)| {
            Ok(Side {
                access: core.need(access)?,
                wait: core.need(wait)?,
            })
        };
        named.map(side).collect()
    };
    let all: Result<Vec<Vec<Side>>, UnknownMeter> = cores.iter().map(|core| of(core)).collect();
    let mut all = all.map_err(|e| format!("the core at a node: {e}"))?;
    if all.windows(2).any(|pair| pair[0] != pair[1]) {
        return Err("the cores at the nodes are of several kinds".to_owned());
    }
    Ok(all.pop().unwrap_or_default())
}

/// See the module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Book {
    clock: Clock,
    /// Of cMesh, rMesh, xMesh and the link off the chip.
    buses: [usize; 4],
    /// Of every node; of the board, and no part of the state.
    #[serde(skip)]
    sides: Vec<Side>,
    /// Cycles that the host waited for cores, and cores for the host.
    host_waited: u64,
    waited_for_host: u64,
}

impl Book {
    /// Of a network with nodes that have cores of these dictionaries.
    ///
    /// # Errors
    /// When a core has no meters of its node.
    pub fn new(clock: Clock, buses: [usize; 4], cores: &[&Dictionary]) -> Result<Book, String> {
        Ok(Book {
            clock,
            buses,
            sides: sides(cores)?,
            host_waited: 0,
            waited_for_host: 0,
        })
    }

    /// Counts at the nodes of `before`.
    pub fn take_nodes(&mut self, before: &mut Book) {
        self.sides = std::mem::take(&mut before.sides);
    }

    /// A packet of `who` gets a link.
    #[inline]
    pub fn hop(
        &mut self,
        net: Net,
        step: &Step,
        who: u8,
        blocker: u8,
        (asked, granted): (Tick, Tick),
        meters: &mut Meters,
    ) {
        let side = self.sides.get(step.from as usize).copied();
        if let (Some(core), Some(side)) = (meters.cores.get_mut(step.node), side) {
            core.add(true, side.access, 1);
            if granted > asked {
                core.add(true, side.wait, self.cycles(asked, granted));
            }
        }
        self.used(net as usize, who, 1, meters);
        if granted > asked {
            self.waited(net as usize, who, blocker, (asked, granted), meters);
        }
    }

    /// A core's packet that was ready to leave the chip at `asked` gets its turn.
    pub fn off(&mut self, t: &Txn, turn: Turn, asked: Tick, meters: &mut Meters) {
        const OFF: usize = 3;
        self.used(OFF, turn.before, self.clock.cycles(turn.had), meters);
        self.count(OFF, t, meters);
        if turn.start > asked {
            self.waited(OFF, t.master, turn.before, (asked, turn.start), meters);
        }
    }

    /// A core sends a packet.
    #[inline]
    pub fn packet(&mut self, net: Net, t: &Txn, meters: &mut Meters) {
        self.count(net as usize, t, meters);
    }

    #[inline]
    fn count(&self, bus: usize, t: &Txn, meters: &mut Meters) {
        let Some(bank) = meters.buses.get_mut(self.buses[bus]) else {
            return;
        };
        let size = match t.bytes {
            1 => BusMeter::Byte,
            2 => BusMeter::Half,
            4 => BusMeter::Word,
            _ => BusMeter::Double,
        };
        let kind = if t.op == Op::Write {
            BusMeter::Writes
        } else {
            BusMeter::Reads
        };
        for m in [BusMeter::NonSeq, kind, size] {
            bank.add_for(usize::from(t.master), m, 1);
        }
    }

    #[inline]
    fn used(&mut self, bus: usize, who: u8, n: u64, meters: &mut Meters) {
        let Some(bank) = meters.buses.get_mut(self.buses[bus]) else {
            return;
        };
        bank.add(BusMeter::Used, n);
        if let Some(used) = bank.used.get_mut(usize::from(who)) {
            *used += n;
        }
    }

    /// The report has a row for each core; what the host has to do with is counted apart.
    fn waited(
        &mut self,
        bus: usize,
        who: u8,
        blocker: u8,
        (asked, granted): (Tick, Tick),
        meters: &mut Meters,
    ) {
        let cycles = self.cycles(asked, granted);
        let (a, b) = (usize::from(who), usize::from(blocker));
        let Some(bank) = meters.buses.get_mut(self.buses[bus]) else {
            return;
        };
        bank.add(BusMeter::Waits, cycles);
        if a >= BUS_MASTERS {
            self.host_waited += cycles;
            return;
        }
        bank.waited[a] += cycles;
        if b >= BUS_MASTERS {
            self.waited_for_host += cycles;
        } else {
            bank.waited_for[a][b] += cycles;
        }
    }

    fn cycles(&self, asked: Tick, granted: Tick) -> u64 {
        self.clock.cycles_at(granted) - self.clock.cycles_at(asked)
    }

    pub fn settle(&self, now: Tick, meters: &mut Meters) {
        let cycles = self.clock.cycles_at(now);
        for &bus in &self.buses {
            if let Some(bank) = meters.buses.get_mut(bus) {
                bank.values[BusMeter::Cycles as usize] = cycles;
            }
        }
    }

    pub fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("host_waited_cycles", self.host_waited),
            ("waited_for_host_cycles", self.waited_for_host),
        ]
    }
}
