//! The images of a machine, and which of them each core executes.

use std::sync::Arc;
use trueboard_image::Image;

/// See the module.
pub(crate) struct Firmware {
    /// In the order in which they were given.
    pub images: Vec<Arc<Image>>,
    /// Index of the image of each core.
    pub of_core: Vec<Option<usize>>,
}

impl Firmware {
    /// None yet, for so many cores.
    pub fn new(cores: usize) -> Firmware {
        Firmware {
            images: Vec::new(),
            of_core: vec![None; cores],
        }
    }

    /// The image of a core: its own, or that of the first core which has one.
    pub fn image_of(&self, core: usize) -> Option<&Arc<Image>> {
        let own = self.of_core.get(core).copied().flatten();
        self.images.get(own.or(self.first())?)
    }

    /// Index of the image of the first core that has one.
    pub fn first(&self) -> Option<usize> {
        self.of_core.iter().flatten().next().copied()
    }
}
