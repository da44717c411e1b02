//! Packets through the network of a board, without cores: what the network alone takes.

use crate::accuracy::figures::Packets;
use trueboard_board::{BoardModel, CoreKind};
use trueboard_core::bus::{Below, Op, Txn};
use trueboard_core::meter::{BusBank, CoreBank, Dictionary, Meters};
use trueboard_core::time::{Clock, Tick, base_hz};
use trueboard_periph::{BuildEnv, build_stage};

/// Cycles of the network's clock until the last of `packets` is taken, or answered.
pub fn cycles(board: &BoardModel, packets: &Packets) -> Result<f64, String> {
    let file = &board.file;
    let name = file.network.as_ref().ok_or("the board has no network")?;
    let entry = file.stages.iter().find(|s| &s.id == name);
    let entry = entry.ok_or("the network is no stage")?;
    let hz: Vec<u64> = file.clocks.values().copied().collect();
    let base = base_hz(&hz).ok_or("clocks have no common multiple")?;
    let own = file.clocks.get(&entry.clock).ok_or("no such clock")?;
    let clock = Clock::new(base / own);
    let mut dictionaries: Vec<&'static Dictionary> = Vec::new();
    for group in &file.cores {
        let kind = CoreKind::of(&group.kind).ok_or("a kind of core that there is not")?;
        dictionaries.extend((0..group.count).map(|_| kind.meters));
    }
    let env = BuildEnv {
        buses: file.buses.clone(),
        clock,
        dictionaries: dictionaries.clone(),
        ..BuildEnv::default()
    };
    let mut stage = build_stage(&entry.kind, entry.params.clone(), &env)?;
    let cores = dictionaries.len();
    let host = usize::from(packets.master) + 1 == cores;
    let mut meters = Meters {
        cores: dictionaries.into_iter().map(CoreBank::new).collect(),
        buses: vec![BusBank::new(); file.buses.len()],
        caches: Vec::new(),
    };
    let bytes = if host { 4 } else { 8 };
    let (mut at, mut end) = (Tick(0), Tick(0));
    for i in 0..packets.count {
        let t = Txn {
            master: packets.master,
            at,
            pa: packets.at + u64::from(bytes) * i,
            bytes,
            op: if packets.write { Op::Write } else { Op::Read },
            line: !host,
            uncached: false,
            pc: 0,
        };
        let timing = stage.access(&t, at, &mut Below::new(&mut [], &[]), &mut meters);
        at = timing.freed.max(at + clock.ticks(1));
        end = if packets.write { at } else { timing.first };
    }
    Ok(end.0 as f64 / clock.ticks_per_cycle() as f64)
}
