//! The cores and links of a mesh.

use crate::view::Row;
use serde::{Deserialize, Serialize};
use trueboard_analyses::markup::grouped;
use trueboard_board::Machine;

/// A mesh of cores.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Mesh {
    /// Rows.
    pub rows: u32,
    /// Columns.
    pub columns: u32,
    /// Its nodes.
    pub nodes: Vec<Node>,
    /// What the parts of the network have metered, by part.
    pub meters: Vec<(String, Vec<(String, u64)>)>,
}

/// A node of a mesh.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Node {
    /// The core.
    pub core: u8,
    /// Its row.
    pub row: u32,
    /// Its column.
    pub column: u32,
    /// What it is doing.
    pub state: String,
    /// Meters of its traffic, by name.
    pub traffic: Vec<(String, u64)>,
}

/// The mesh of an Epiphany chip: its cores stand in a square.
pub(super) fn mesh(m: &Machine) -> Option<Mesh> {
    let cores =
        (0..m.core_count() as u8).filter(|&c| m.core_kind(c).is_some_and(|k| k.name == "epiphany"));
    let cores: Vec<u8> = cores.collect();
    let side = (1..=8u32)
        .find(|s| (s * s) as usize == cores.len())
        .filter(|&s| s > 1)?;
    let node = |(i, &core): (usize, &u8)| Node {
        core,
        row: i as u32 / side,
        column: i as u32 % side,
        state: m.state_word(core).to_owned(),
        traffic: traffic(m, core),
    };
    let network = m
        .devices()
        .into_iter()
        .filter(|(_, meters)| !meters.is_empty());
    Some(Mesh {
        rows: side,
        columns: side,
        nodes: cores.iter().enumerate().map(node).collect(),
        meters: network
            .map(|(name, meters)| (name, meters.into_iter().collect()))
            .collect(),
    })
}

/// What a node has sent and got: the meters of its core that are about the mesh.
fn traffic(m: &Machine, core: u8) -> Vec<(String, u64)> {
    let bank = m.meters().cores.get(usize::from(core));
    let all = bank.zip(m.dictionary(core)).into_iter();
    all.flat_map(|(bank, d)| {
        let meters = d.all().map(move |meter| (d.name(meter), bank.get(meter)));
        let about = |name: &str| {
            [
                "mesh", "packet", "remote", "external", "wmesh", "rmesh", "xmesh",
            ]
            .iter()
            .any(|w| name.contains(w))
        };
        meters.filter(move |(name, n)| *n != 0 && about(name))
    })
    .map(|(name, n)| (name.to_owned(), n))
    .collect()
}

/// The mesh on a terminal.
pub(super) fn lines(mesh: &Mesh) -> Vec<Row> {
    let mut lines = Vec::new();
    for row in 0..mesh.rows {
        let nodes = mesh.nodes.iter().filter(|n| n.row == row);
        let cells = nodes.map(|n| {
            let traffic: u64 = n.traffic.iter().map(|t| t.1).sum();
            format!(
                "[{:>2} {:<7} {:>8}]",
                n.core,
                n.state,
                grouped(traffic, '_')
            )
        });
        lines.push(Row::plain(cells.collect::<Vec<_>>().join(" ")));
    }
    for (part, meters) in &mesh.meters {
        for (name, n) in meters {
            lines.push(Row::plain(format!("  {part} {name} {}", grouped(*n, '_'))));
        }
    }
    lines
}
