//! A power model without a run.

use super::{BoardRequest, clock, shares};
use crate::Error;
use serde::Serialize;
use trueboard_board::open_board;
use trueboard_power::{AnchorRow, ShareRow, TableRow, anchors, by_shares, static_table};

/// Figures of a power model without a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum BoardPower {
    /// By the number of running cores.
    Cores(CoresPower),
    /// For given shares of time in which cores run.
    Shares(SharesPower),
}

/// Power by the number of running cores.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CoresPower {
    /// A row for each number of cores.
    pub running: Vec<TableRow>,
    /// Published points, beside the model.
    pub anchors: Vec<AnchorRow>,
}

/// Power for given shares.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SharesPower {
    /// Clock of the cores.
    pub clock_mhz: f64,
    /// Each term of the model.
    pub components: Vec<ShareRow>,
    /// Their sum, in milliwatts.
    pub mw: f64,
}

/// Computes figures of a board's power model.
///
/// # Errors
/// No board of this name, one without a power model, or shares that are none.
pub fn of_board(a: &BoardRequest) -> Result<BoardPower, Error> {
    let board = open_board(&a.board, &a.set)?;
    let Some(model) = &board.power else {
        return Err(super::no_model(&a.board));
    };
    let cores = board.file.cores.iter().map(|g| u32::from(g.count)).sum();
    let hz = clock(a.clock_mhz)?.unwrap_or(model.reference_hz());
    let Some(shares) = shares(&a.usage, cores as usize)? else {
        return Ok(BoardPower::Cores(CoresPower {
            running: static_table(model, cores, hz),
            anchors: anchors(model),
        }));
    };
    let shares: Vec<_> = shares.into_iter().map(|s| (s, hz)).collect();
    let components = by_shares(model, &shares);
    Ok(BoardPower::Shares(SharesPower {
        clock_mhz: hz / 1e6,
        mw: components.iter().map(|c| c.mw).sum(),
        components,
    }))
}
