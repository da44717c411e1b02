//! Our own cores, on the TC275 board.

use crate::Machine;
use crate::batch::{Batch, OUT, OUT_BYTES, Outcome};
use trueboard_board::{BoardModel, machine, open_board};
use trueboard_core::time::Tick;

/// Base ticks after which a batch counts as lost.
const LIMIT: Tick = Tick(200_000_000);

/// One of the board's cores.
pub struct Ours {
    model: BoardModel,
    core: u8,
}

impl Ours {
    /// Core number `core` of `board`; of the TC275 0 is a TC1.6E, 1 and 2 are TC1.6P.
    ///
    /// # Errors
    /// When the board cannot be built.
    pub fn new(board: &str, core: u8) -> Result<Ours, String> {
        let model = open_board(board, &[]).map_err(|e| e.to_string())?;
        Ok(Ours { model, core })
    }
}

impl Machine for Ours {
    fn name(&self) -> String {
        format!("trueboard tc275 core {}", self.core)
    }

    fn id(&self) -> &'static str {
        "ours"
    }

    fn run(&mut self, batch: &Batch) -> Result<Vec<Option<Outcome>>, String> {
        let mut board =
            machine(&self.model.place, &self.model.file, false).map_err(|e| e.to_string())?;
        for (at, bytes) in &batch.pieces {
            if !board.patch(self.core, (*at).into(), bytes) {
                return Err(format!("no memory at {at:#x}"));
            }
        }
        board.start_at(
            self.core,
            batch.entries.first().copied().unwrap_or(0).into(),
        )?;
        board.run(LIMIT);
        let mut out = vec![0; OUT_BYTES];
        let n = board.look(self.core, OUT.into(), &mut out);
        if n < OUT_BYTES {
            return Err(format!("no memory at {OUT:#x}"));
        }
        Ok(batch.outcomes(&out).into_iter().map(Some).collect())
    }
}
