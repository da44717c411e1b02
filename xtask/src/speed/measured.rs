//! What `tests/speed/compare --write` measured.

use serde::Deserialize;

/// All of it.
#[derive(Deserialize)]
pub struct Measured {
    /// Processor of the machine.
    pub machine: String,
    /// How often each program ran on each simulator.
    pub rounds: u32,
    /// Names and versions of the simulators beside ours; one that was missing has none.
    pub peers: Vec<Peer>,
    /// A program on a board each.
    pub rows: Vec<Row>,
}

/// A simulator.
#[derive(Deserialize)]
pub struct Peer {
    /// As `Row` has it in its speeds.
    pub name: String,
    /// What it says of itself.
    pub version: Option<String>,
}

/// A program on a board.
#[derive(Deserialize)]
pub struct Row {
    /// Board.
    pub board: String,
    /// Program.
    pub program: String,
    /// Instructions of all cores.
    pub instructions: u64,
    /// Ours first, then the peers.
    pub speeds: Vec<Option<Speed>>,
}

/// How fast one simulator ran a program.
#[derive(Clone, Copy, Deserialize)]
pub struct Speed {
    /// Million instructions a second of CPU time, the median of the rounds.
    pub mips: f64,
    /// How many times as fast as ours, the median over the rounds of both in one.
    pub ratio: f64,
}

impl Measured {
    /// From the text of the file.
    ///
    /// # Errors
    /// When it is none, or a row has not a speed for each simulator.
    pub fn of(text: &str) -> Result<Measured, String> {
        let measured: Measured =
            serde_json::from_str(text).map_err(|e| format!("measured.json: {e}"))?;
        let all = measured.peers.len() + 1;
        match measured.rows.iter().find(|r| r.speeds.len() != all) {
            Some(row) => Err(format!("measured.json: {}: not {all} speeds", row.program)),
            None => Ok(measured),
        }
    }
}
