//! Firmware images, from bytes at hand: what an image loads, where it starts, its symbols, source lines and variables.
//!
//! ```
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../firmware/prebuilt/gr740/hello.elf");
//! use trueboard_image::{Expected, Image};
//!
//! /// `e_machine` of SPARC.
//! const EM_SPARC: u16 = 2;
//! let sparc = Expected { machines: &[EM_SPARC], name: "SPARC V8", big_endian: true, entry_bytes: 4 };
//! let bytes = std::fs::read(path)?;
//! let image = Image::of(path.as_ref(), &bytes, sparc, None)?;
//! let main = image.symbol("main").expect("a program has one");
//! assert_eq!(image.symbol_at(main.at + 4).map(|(s, offset)| (s.name.as_str(), offset)), Some(("main", 4)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod elf;
mod formats;
mod srec;
mod variables;

pub use elf::{
    Bytes, Debug, Image, Laid, Segment, Symbol, hex_digits, machine_of, processor, rebuilt,
};
pub use goblin::elf::header::{EM_SPARC, EM_TRICORE};
pub use srec::Srec;
pub use variables::{Part, Step};

use thiserror::Error;

/// The machine of ELF files for the Epiphany (GNU binutils, `include/elf/common.h`).
pub const EM_ADAPTEVA_EPIPHANY: u16 = 0x1223;

/// What a processor accepts.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    /// ELF machine numbers.
    pub machines: &'static [u16],
    /// Name of the architecture, for messages.
    pub name: &'static str,
    /// Byte order.
    pub big_endian: bool,
    /// An entry is a multiple of this many bytes.
    pub entry_bytes: u64,
}

/// Bytes that are no usable image: cause and remedy, without the path.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{cause}")]
pub struct Refused {
    /// Cause and remedy.
    pub cause: String,
    /// The machine of the ELF file, if the processor is of another one and the image is sound otherwise as far as its
    /// header goes.
    pub other_machine: Option<u16>,
}

impl From<String> for Refused {
    fn from(cause: String) -> Refused {
        Refused {
            cause,
            other_machine: None,
        }
    }
}

impl From<&str> for Refused {
    fn from(cause: &str) -> Refused {
        cause.to_owned().into()
    }
}

impl From<Refused> for String {
    fn from(refused: Refused) -> String {
        refused.cause
    }
}
