//! The wires that all nodes of an Epiphany chip share: SYNC, the wired AND of WAND, and the
//! breakpoint of MBKPT (Epiphany Architecture Reference; `sim/epiphany` of Adapteva's simulator).
//!
//! A wave goes from core to node, from node to node, each in so many cycles, and from the last node to its core. It
//! does not go beyond the edges that MESHCFG sets. Cores carry out SYNC, WAND and MBKPT by writes to registers here.
//! The device answers by lines into the cores, with the numbers of the interrupts.
//!
//! WAND: a node passes its term on north and west as soon as it is set, and the terms from the south
//! and from the east are. When that arrives in the north-west corner of the region, the interrupt goes
//! out to south and east, and clears the terms.
//!
//! So the last core has executed the IDLE behind its WAND before the interrupt arrives. Programs for the chip rely on
//! that for all cores: `multicast` of the parallella-examples, with the corner's core last;
//! `chip_testing/hardware_barrier` of the epiphany-examples; `e_trace.c` of the epiphany-libs. Had the wave no way from
//! and to the core in the corner, its interrupt would come between the two instructions, and IDLE would wait for one
//! that was served.
//!
//! Edges bound a region. Estimated: SYNC stops at edges, as WAND and MBKPT do.

use crate::BuildEnv;
use crate::params::{parse, within};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::BusFault;
use trueboard_core::device::{CoreSignal, Cx, Device, ResetPhase};
use trueboard_core::regs::RegDesc;
use trueboard_core::serde_state;
use trueboard_core::time::Tick;

trueboard_core::regs! {
    /// What a core does to the wires; of each register it sees its own one.
    pub enum Reg: MAP {
        SYNC @ 0x0 = 0, rw 0xffff_ffff; "a write sends SYNC (interrupt 0) to the region";
        WAND @ 0x4 = 0, rw 0xffff_ffff; "a write sets the core's term; reads 1 until the wave has come";
        MESHCFG @ 0x8 = 0, rw 0xffff_ffff; "the core's MESHCFG: edges WEST 12, EAST 13, NORTH 14, SOUTH 15";
        MBKPT @ 0xc = 0, rw 0xffff_ffff; "a write sends the breakpoint (line 16) to the others of the region";
    }
}

/// Lines into a core.
const LINE_SYNC: u8 = 0;
const LINE_WAND: u8 = 8;
const LINE_MBKPT: u8 = 16;

/// MESHCFG.
const WEST_EDGE: u32 = 1 << 12;
const EAST_EDGE: u32 = 1 << 13;
const NORTH_EDGE: u32 = 1 << 14;
const SOUTH_EDGE: u32 = 1 << 15;

/// Parameters in a board file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {
    /// Rows and columns of the chip.
    nodes: (u8, u8),
    /// Cycles from node to node.
    hop_cycles: u64,
    /// Cycles from a core to its node, and from a node to its core.
    #[serde(default = "default_node_cycles")]
    node_cycles: u64,
}

/// For board files that do not have it; the reason is in `models/boards/parallella.ron`.
fn default_node_cycles() -> u64 {
    2
}

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ewires {
    rows: usize,
    cols: usize,
    hop_cycles: u64,
    node_cycles: u64,
    meshcfg: Vec<u32>,
    /// When each core's term was set.
    terms: Vec<Option<Tick>>,
    syncs: u64,
    wands: u64,
}

impl Ewires {
    /// Builds one.
    ///
    /// # Errors
    /// Says what cannot be.
    pub fn build(params: ron::Value, env: &BuildEnv) -> Result<Ewires, String> {
        let p: Params = parse("ewires", params)?;
        let nodes = usize::from(p.nodes.0) * usize::from(p.nodes.1);
        if nodes == 0 || nodes > env.cores {
            return Err(format!(
                "params: nodes are {} rows of {}, and the board has {} cores",
                p.nodes.0, p.nodes.1, env.cores
            ));
        }
        within("hop_cycles", p.hop_cycles, 1..=1000)?;
        within("node_cycles", p.node_cycles, 1..=1000)?;
        Ok(Ewires {
            rows: usize::from(p.nodes.0),
            cols: usize::from(p.nodes.1),
            hop_cycles: p.hop_cycles,
            node_cycles: p.node_cycles,
            meshcfg: vec![0; nodes],
            terms: vec![None; nodes],
            syncs: 0,
            wands: 0,
        })
    }

    /// True when a wave passes from a node to the one that is so much farther.
    fn open(&self, from: usize, to: usize, out: u32, into: u32) -> bool {
        self.meshcfg[from] & out == 0 && self.meshcfg[to] & into == 0
    }

    /// The nodes that a wave reaches from a node.
    fn neighbours(&self, n: usize) -> impl Iterator<Item = usize> {
        let (row, col) = (n / self.cols, n % self.cols);
        let ways = [
            (row > 0, n.wrapping_sub(self.cols), NORTH_EDGE, SOUTH_EDGE),
            (row + 1 < self.rows, n + self.cols, SOUTH_EDGE, NORTH_EDGE),
            (col > 0, n.wrapping_sub(1), WEST_EDGE, EAST_EDGE),
            (col + 1 < self.cols, n + 1, EAST_EDGE, WEST_EDGE),
        ];
        ways.map(|(exists, to, out, into)| (exists && self.open(n, to, out, into)).then_some(to))
            .into_iter()
            .flatten()
    }

    /// The nodes of a region and how many nodes away from one of them each is.
    fn region(&self, from: usize) -> Vec<(usize, u64)> {
        let mut found = vec![(from, 0)];
        let mut next = 0;
        while let Some(&(n, away)) = found.get(next) {
            for to in self.neighbours(n) {
                if found.iter().all(|f| f.0 != to) {
                    found.push((to, away + 1));
                }
            }
            next += 1;
        }
        found
    }

    /// Cycles between a core and the node that is `away` nodes away from its own.
    fn way(&self, away: u64) -> u64 {
        self.node_cycles + away * self.hop_cycles
    }

    /// Sends a wave, which is at a node at `at`, to all of its region.
    fn wave(&self, from: usize, at: Tick, line: u8, cx: &mut Cx<'_>) {
        // MBKPT has stopped its own core itself.
        let skip = usize::from(line == LINE_MBKPT);
        for (node, away) in self.region(from).into_iter().skip(skip) {
            let ticks = cx.clock.ticks(self.way(away));
            cx.schedule(at + ticks, u32::from(line) << 8 | node as u32);
        }
    }

    /// A term was set: when all of the region are, the wave goes out.
    fn wand(&mut self, core: usize, cx: &mut Cx<'_>) {
        if self.terms[core].is_some() {
            return;
        }
        self.terms[core] = Some(cx.now);
        let corner = self.region(core).into_iter().map(|r| r.0).min();
        let Some(corner) = corner else { return };
        let region = self.region(corner);
        let mut all = Tick(0);
        for &(node, away) in &region {
            let Some(set) = self.terms[node] else {
                return;
            };
            all = all.max(set + cx.clock.ticks(self.way(away)));
        }
        self.wands += 1;
        self.wave(corner, all, LINE_WAND, cx);
    }

    /// When what a core does now is at its node.
    fn at_node(&self, cx: &Cx<'_>) -> Tick {
        cx.now + cx.clock.ticks(self.way(0))
    }

    fn accessor(&self, cx: &Cx<'_>) -> Result<usize, BusFault> {
        let core = cx.accessor.map(|a| usize::from(a.core));
        core.filter(|&c| c < self.terms.len())
            .ok_or(BusFault::Refused)
    }
}

impl Device for Ewires {
    fn kind(&self) -> &'static str {
        "ewires"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn reset(&mut self, phase: ResetPhase, _: &mut Cx<'_>) {
        if phase == ResetPhase::Enter {
            self.meshcfg.fill(0);
            self.terms.fill(None);
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        let core = self.accessor(cx)?;
        Ok(match Reg::at(off) {
            Some((Reg::WAND, _)) => u32::from(self.terms[core].is_some()),
            Some((Reg::MESHCFG, _)) => self.meshcfg[core],
            _ => 0,
        })
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        let core = self.accessor(cx)?;
        match Reg::at(off) {
            Some((Reg::SYNC, _)) => {
                self.syncs += 1;
                self.wave(core, self.at_node(cx), LINE_SYNC, cx);
            }
            Some((Reg::WAND, _)) => self.wand(core, cx),
            Some((Reg::MESHCFG, _)) => self.meshcfg[core] = value,
            Some((Reg::MBKPT, _)) => self.wave(core, self.at_node(cx), LINE_MBKPT, cx),
            None => return Err(BusFault::Refused),
        }
        Ok(())
    }

    fn event(&mut self, tag: u32, cx: &mut Cx<'_>) {
        let (line, core) = ((tag >> 8) as u8, tag as u8);
        if line == LINE_WAND
            && let Some(term) = self.terms.get_mut(usize::from(core))
        {
            *term = None;
        }
        cx.core(
            core,
            CoreSignal::Line {
                pin: line,
                level: true,
            },
        );
    }

    fn peek(&self, _: u32, _: Tick) -> Option<u32> {
        None
    }

    fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![("syncs", self.syncs), ("wands", self.wands)]
    }

    serde_state!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Rig;
    use trueboard_core::device::{Accessor, Effect};
    use trueboard_core::regs::check_map;

    fn rig() -> Rig<Ewires> {
        let env = BuildEnv {
            cores: 16,
            ..BuildEnv::default()
        };
        let params = ron::from_str("(nodes: (4, 4), hop_cycles: 3, node_cycles: 2)").unwrap();
        Rig::new(Ewires::build(params, &env).unwrap())
    }

    fn write(rig: &mut Rig<Ewires>, core: u8, off: u32, value: u32) {
        rig.with(|d, cx| {
            cx.accessor = Some(Accessor { core, pc: 0 });
            d.write(off, value, cx).unwrap();
        });
    }

    /// (cycle, core) of every pulse of `line` in the next cycles.
    fn pulses(rig: &mut Rig<Ewires>, line: u8, cycles: u64) -> Vec<(u64, u8)> {
        let mut came = Vec::new();
        let now = rig.clock.cycles_at(rig.now);
        for cycle in now..=now + cycles {
            rig.go(cycle);
            for e in rig.took() {
                let Effect::Core { core, signal } = e else {
                    panic!("{e:?}")
                };
                assert_eq!(
                    signal,
                    CoreSignal::Line {
                        pin: line,
                        level: true
                    }
                );
                came.push((cycle, core));
            }
        }
        came
    }

    /// Cycles from node to node of two cores.
    fn away(a: u8, b: u8) -> u64 {
        3 * u64::from((a / 4).abs_diff(b / 4) + (a % 4).abs_diff(b % 4))
    }

    /// Cycles from a core to its node and from a node to its core.
    const IN_AND_OUT: u64 = 2 + 2;

    #[test]
    fn sync_reaches_everybody_node_by_node() {
        let mut rig = rig();
        write(&mut rig, 5, 0, 1);
        let mut came = pulses(&mut rig, LINE_SYNC, 20);
        came.sort_by_key(|c| c.1);
        let expected: Vec<_> = (0..16).map(|c| (IN_AND_OUT + away(5, c), c)).collect();
        assert_eq!(came, expected);
        write(&mut rig, 0, 0xc, 1);
        let others = pulses(&mut rig, LINE_MBKPT, 30);
        assert_eq!(others.len(), 15);
        assert!(others.iter().all(|c| c.1 != 0));
    }

    /// To the corner from the last term, and back out from there.
    #[test]
    fn wand_waits_for_all_and_comes_from_the_corner() {
        let mut rig = rig();
        for core in (0..16).rev().filter(|&c| c != 10) {
            write(&mut rig, core, 4, 1);
        }
        assert_eq!(pulses(&mut rig, LINE_WAND, 100), []);
        // Once more changes nothing.
        write(&mut rig, 3, 4, 1);
        let now = rig.clock.cycles_at(rig.now);
        write(&mut rig, 10, 4, 1);
        let mut came = pulses(&mut rig, LINE_WAND, 50);
        came.sort_by_key(|c| c.1);
        let corner = now + IN_AND_OUT + away(10, 0);
        let expected: Vec<_> = (0..16).map(|c| (corner + away(0, c), c)).collect();
        assert_eq!(came, expected);
        // The terms are clear: one alone starts nothing.
        write(&mut rig, 10, 4, 1);
        assert_eq!(pulses(&mut rig, LINE_WAND, 50), []);
        rig.check_snapshot();
    }

    /// Rows 2 and 3, columns 0 and 1: an edge on one side of a link is enough.
    #[test]
    fn edges_part_regions() {
        let mut rig = rig();
        for core in [8, 9] {
            write(&mut rig, core, 8, NORTH_EDGE);
        }
        for core in [10, 14] {
            write(&mut rig, core, 8, WEST_EDGE);
        }
        for core in [8, 9, 12] {
            write(&mut rig, core, 4, 1);
        }
        assert_eq!(pulses(&mut rig, LINE_WAND, 50), []);
        let now = rig.clock.cycles_at(rig.now);
        write(&mut rig, 13, 4, 1);
        let came = pulses(&mut rig, LINE_WAND, 50);
        assert_eq!(
            came,
            [(6, 8), (9, 12), (9, 9), (12, 13)].map(|(hops, c)| (now + IN_AND_OUT + hops, c))
        );
        write(&mut rig, 0, 0, 1);
        assert_eq!(pulses(&mut rig, LINE_SYNC, 50).len(), 12);
    }

    #[test]
    fn what_cannot_be_is_told() {
        check_map(MAP).unwrap();
        let build = |params: &str| {
            let env = BuildEnv {
                cores: 16,
                ..BuildEnv::default()
            };
            Ewires::build(ron::from_str(params).unwrap(), &env).map(|_| ())
        };
        assert!(build("(nodes: (4, 5), hop_cycles: 1)").is_err());
        assert!(build("(nodes: (4, 4), hop_cycles: 0)").is_err());
        assert!(build("(nodes: (4, 4), hop_cycles: 1, node_cycles: 0)").is_err());
        assert!(build("(nodes: (4, 4), hop_cycles: 1)").is_ok());
        let mut rig = rig();
        let host = rig.with(|d, cx| {
            cx.accessor = Some(Accessor { core: 16, pc: 0 });
            d.write(0, 1, cx)
        });
        assert_eq!(host, Err(BusFault::Refused));
    }
}
