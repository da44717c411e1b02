//! Variables of the images, as they stand.

use super::Session;
use crate::elf::Symbol;

impl Session {
    /// The bytes of a variable, in the order of memory: of the image that `core` runs if that has it, else of the first
    /// one that does. A symbol without a size counts as four bytes.
    #[must_use]
    pub fn variable(&self, core: u8, name: &str) -> Option<Vec<u8>> {
        let m = &self.machine;
        let own = m.image_of(core).and_then(|i| i.symbol(name));
        let (by, s) = match own {
            Some(s) => (usize::from(core), s),
            None => m
                .firmware
                .of_core
                .iter()
                .enumerate()
                .find_map(|(core, image)| {
                    let image = m.firmware.images.get((*image)?)?;
                    Some((core, image.symbol(name)?))
                })?,
        };
        let at = m.physical(by, s.at);
        m.mem
            .peek(at, usize::try_from(s.size.max(4)).ok()?)
            .map(<[u8]>::to_vec)
    }

    /// The names of functions, or of variables, of all images.
    pub fn symbols(&self, code: bool) -> impl Iterator<Item = &str> {
        let images = self.machine.firmware.images.iter();
        let all = images.flat_map(|i| i.symbols());
        all.filter(move |s: &&Symbol| s.code == code)
            .map(|s| s.name.as_str())
    }

    /// True when the board stores the high byte of a word first.
    #[must_use]
    pub fn big_endian(&self) -> bool {
        self.machine.fabric.big_endian
    }
}
