//! Our own core, the first of the Parallella board.

use crate::Machine;
use crate::program::{DATA, END, Image};
use trueboard_board::{BoardModel, machine, open_board};
use trueboard_core::time::Tick;

/// Base ticks after which a program counts as lost.
const LIMIT: Tick = Tick(20_000_000);

/// Address of the first core's memory for everybody.
const WINDOW: u64 = 0x8080_0000;

/// A board that is made anew for each program.
pub struct Ours {
    model: BoardModel,
}

impl Ours {
    /// The board `parallella`.
    ///
    /// # Errors
    /// When the board cannot be built.
    pub fn new() -> Result<Self, String> {
        let model = open_board("parallella", &[]).map_err(|e| e.to_string())?;
        Ok(Self { model })
    }
}

impl Machine for Ours {
    fn run(&mut self, image: &Image) -> Result<Vec<u8>, String> {
        let mut board =
            machine(&self.model.place, &self.model.file, false).map_err(|e| e.to_string())?;
        if !board.patch(0, WINDOW, &image.bytes) {
            return Err("the image does not fit".to_owned());
        }
        board.start_at(0, 0)?;
        board.run(LIMIT);
        let mut out = vec![0; (END - DATA) as usize];
        if board.look(0, WINDOW + u64::from(DATA), &mut out) < out.len() {
            return Err("the core's memory cannot be read".to_owned());
        }
        Ok(out)
    }
}
