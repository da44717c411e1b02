//! Sources of assembly as images: where the board's memory is.

use crate::boardfile::schema::BoardFile;
use crate::error::InputError;
use std::path::Path;
use trueboard_asm::{Isa, Placement, Program, assemble_at};
use trueboard_image::{EM_ADAPTEVA_EPIPHANY, EM_SPARC, EM_TRICORE, Expected};

/// The instruction set of cores that accept these images.
#[must_use]
pub fn isa(expected: &Expected) -> Option<Isa> {
    let accepts = |machine| expected.machines.contains(&machine);
    match () {
        () if accepts(EM_SPARC) => Some(Isa::Sparc),
        () if accepts(EM_TRICORE) => Some(Isa::TriCore),
        () if accepts(EM_ADAPTEVA_EPIPHANY) => Some(Isa::Epiphany),
        () => None,
    }
}

/// The instruction set of a board's boot core, and where its programs go. None for a board without machine code.
#[must_use]
pub fn target(file: &BoardFile) -> Option<(Isa, Placement)> {
    let isa = isa(&file.cores.first()?.kind()?.images()?)?;
    Some((isa, placement(file, isa)))
}

/// Where a program of this board goes, unless it names addresses.
#[must_use]
pub fn placement(file: &BoardFile, isa: Isa) -> Placement {
    match isa {
        // The first memory that programs may write.
        Isa::Sparc => {
            let mut memories = file.memories.iter();
            let memory = memories.find(|m| !m.rom && !m.assumed);
            let code = memory.map_or(0, |m| u32::try_from(m.at).unwrap_or(0));
            Placement { code, data: None }
        }
        // PFLASH0, cached, and the DSPR of core 0 (TC27x User's Manual, memory maps).
        Isa::TriCore => Placement {
            code: 0x8000_0000,
            data: Some(0x7000_0000),
        },
        // A core's own memory, behind the interrupt vectors (firmware/parallella/start/link.ld).
        Isa::Epiphany => Placement {
            code: 0x100,
            data: None,
        },
    }
}

/// The file is a source of assembly, by its name.
#[must_use]
pub fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "s" || e == "S")
}

/// Assembles a source, for the address `at` if there is one.
///
/// # Errors
/// The first error of the source, and how many more there are.
pub fn program(
    file: &BoardFile,
    isa: Isa,
    path: &Path,
    bytes: &[u8],
    at: Option<u64>,
) -> Result<Program, InputError> {
    let name = path.display().to_string();
    let source = std::str::from_utf8(bytes)
        .map_err(|_| InputError::Source(format!("{name}: is no UTF-8 text; save it as such")))?;
    let mut placement = placement(file, isa);
    if let Some(at) = at {
        placement.code = u32::try_from(at)
            .map_err(|_| InputError::Source(format!("--at {at:#x}: has more than 32 bits")))?;
    }
    assemble_at(isa, placement, &name, source).map_err(|errors| {
        let first = errors.first().map(ToString::to_string).unwrap_or_default();
        InputError::Source(match errors.len() {
            0 | 1 => first,
            more => format!("{first} ({} more: trueboard asm lists them)", more - 1),
        })
    })
}
