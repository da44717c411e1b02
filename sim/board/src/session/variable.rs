//! Current values of the images' variables.

use super::Session;
use trueboard_image::{Image, Symbol};
use trueboard_image::{Part, Step};

impl Session {
    /// The image that has a variable, with a core that runs it: that of `core` if it has one, else the first.
    fn image_with(&self, core: u8, name: &str) -> Option<(usize, &Image, &Symbol)> {
        let firmware = &self.machine.firmware;
        let own = self.machine.image_of(core);
        if let Some((image, s)) = own.and_then(|i| Some((i, i.symbol(name)?))) {
            return Some((usize::from(core), image, s));
        }
        let images = firmware.of_core.iter().enumerate();
        let mut with = images.filter_map(|(core, image)| {
            let image = firmware.images.get((*image)?)?;
            Some((core, &**image, image.symbol(name)?))
        });
        with.next()
    }

    /// The bytes of a variable, in the order of memory: of the image that `core` runs if that has it, else of the first
    /// one that does. A symbol without a size counts as four bytes.
    #[must_use]
    pub fn variable(&self, core: u8, name: &str) -> Option<Vec<u8>> {
        let m = &self.machine;
        let (by, _, s) = self.image_with(core, name)?;
        let at = m.physical(by, s.at);
        let size = usize::try_from(s.size.max(4)).ok()?;
        m.mem.peek(at, size).map(<[u8]>::to_vec)
    }

    /// Where the steps lead in that variable, or why they lead nowhere; nothing without debug information of it.
    #[must_use]
    pub fn part(&self, core: u8, name: &str, steps: &[Step]) -> Option<Result<Part, String>> {
        self.image_with(core, name)?.1.part_of(name, steps)
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
