//! Our own core, the first of the Parallella board.

use crate::Machine;
use crate::program::{DATA, END, Image};
use trueboard_board::{BoardModel, machine, open_board};
use trueboard_core::time::Tick;

/// Base ticks after which a program counts as lost: code off the chip takes 125 cycles for a byte.
const LIMIT: Tick = Tick(400_000_000);

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
        Self::with(&[])
    }

    /// The same board without a network: whatever is sent is there at once, so that all accesses are in
    /// the order of the program.
    ///
    /// # Errors
    /// When the board cannot be built.
    pub fn at_once() -> Result<Self, String> {
        Self::with(&["network=None".to_owned()])
    }

    fn with(sets: &[String]) -> Result<Self, String> {
        let model = open_board("parallella", sets).map_err(|e| e.to_string())?;
        Ok(Self { model })
    }
}

impl Machine for Ours {
    fn run(&mut self, image: &Image) -> Result<Vec<u8>, String> {
        let mut board =
            machine(&self.model.place, &self.model.file, false).map_err(|e| e.to_string())?;
        for (at, bytes) in &image.parts {
            if !board.patch(0, u64::from(*at), bytes) {
                return Err("the image does not fit".to_owned());
            }
        }
        board.start_at(0, 0)?;
        board.run(LIMIT);
        let mut out = vec![0; (END - DATA) as usize];
        let at = image.places.data + DATA;
        if board.look(0, at.into(), &mut out) < out.len() {
            return Err("the program's data cannot be read".to_owned());
        }
        Ok(out)
    }
}
