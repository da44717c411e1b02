//! The bytes that an ELF file loads, by section, as loaders by sections see them (GDB's `load`, objcopy). The program
//! headers decide.

use super::Segment;
use goblin::elf::program_header::PT_LOAD;
use goblin::elf::section_header::{SHF_ALLOC, SHT_NOBITS, SHT_NOTE, SectionHeader};
use goblin::elf::{Elf, ProgramHeader};

/// The segments that `elf` loads, of the file `bytes`. Notes at the beginning of a segment are one of their own.
///
/// # Errors
/// The cause, without the path: the file is too short, sizes are impossible, the bytes of two segments overlap.
pub(super) fn of(elf: &Elf<'_>, bytes: &[u8]) -> Result<Vec<Segment>, String> {
    let mut out: Vec<(usize, Segment)> = Vec::new();
    let loads = |p: &&ProgramHeader| p.p_type == PT_LOAD && p.p_memsz != 0;
    let numbered = elf.program_headers.iter().enumerate();
    for (i, p) in numbered.filter(|(_, p)| loads(p)) {
        let data = file_bytes(p, bytes).map_err(|e| format!("is truncated: segment {i} {e}"))?;
        if p.p_filesz > p.p_memsz || p.p_paddr.checked_add(p.p_memsz).is_none() {
            return Err(format!("segment {i} has impossible sizes; link it again"));
        }
        let Begin { head, notes } = Begin::of(elf, p);
        let part = |from: u64, bytes: &[u8], mem_size: u64| {
            // Behind the header an address can be beyond the end of 32 bits, and so at their beginning.
            let behind = |at: u64| match at.wrapping_add(from) {
                far if !elf.is_64 && from > 0 => far & 0xffff_ffff,
                at => at,
            };
            Segment {
                pa: behind(p.p_paddr),
                va: behind(p.p_vaddr),
                bytes: bytes.to_vec(),
                mem_size,
                notes: false,
            }
        };
        let data = data.get(head as usize..).unwrap_or_default();
        let (of_notes, rest) = data.split_at_checked(notes as usize).unwrap_or((&[], data));
        let notes = of_notes.len() as u64;
        if notes > 0 {
            let part = part(head, of_notes, notes);
            out.push((
                i,
                Segment {
                    notes: true,
                    ..part
                },
            ));
        }
        let left = p.p_memsz - head - notes;
        if left > 0 {
            out.push((i, part(head + notes, rest, left)));
        }
    }
    overlap(&out)?;
    Ok(out.into_iter().map(|(_, s)| s).collect())
}

/// What the file has of segment `p`. One that has nothing there may begin behind the file's end.
fn file_bytes<'a>(p: &ProgramHeader, bytes: &'a [u8]) -> Result<&'a [u8], String> {
    if p.p_filesz == 0 {
        return Ok(&[]);
    }
    let end = p.p_offset.checked_add(p.p_filesz);
    let range = || {
        let (from, to) = (
            usize::try_from(p.p_offset).ok()?,
            usize::try_from(end?).ok()?,
        );
        bytes.get(from..to)
    };
    range().ok_or_else(|| {
        format!(
            "wants bytes {:#x} to {:#x}, the file has {:#x}; copy it again",
            p.p_offset,
            end.unwrap_or(u64::MAX),
            bytes.len(),
        )
    })
}

/// What is loaded of two segments must not be in one place. Where nothing is loaded there are zeros to begin with.
///
/// # Errors
/// Names the second one.
fn overlap(all: &[(usize, Segment)]) -> Result<(), String> {
    let end = |s: &Segment| s.pa.saturating_add(s.bytes.len() as u64);
    let loads = |(_, s): &&(usize, Segment)| !s.bytes.is_empty();
    for (n, (i, s)) in all.iter().enumerate().filter(|(_, part)| loads(part)) {
        let meets = |o: &Segment| s.pa < end(o) && o.pa < end(s);
        let mut before = all[..n].iter().filter(loads);
        if let Some((_, o)) = before.find(|(_, o)| meets(o)) {
            return Err(format!(
                "segment {i} at {:#x} overlaps the one at {:#x}; mend the linker script",
                s.pa, o.pa,
            ));
        }
    }
    Ok(())
}

/// How a segment begins, in bytes.
struct Begin {
    /// Of the file's own header and of padding, which are in front of the first section: linkers begin the first
    /// segment with the header, even where that is before all memory.
    head: u64,
    /// Of notes behind that.
    notes: u64,
}

impl Begin {
    /// Of segment `p`; of a file without sections nothing is known.
    fn of(elf: &Elf<'_>, p: &ProgramHeader) -> Begin {
        let with_memory = |s: &&SectionHeader| {
            s.sh_flags & u64::from(SHF_ALLOC) != 0 && s.sh_size > 0 && s.sh_type != SHT_NOBITS
        };
        let sections = || elf.section_headers.iter().filter(with_memory);
        let within = sections().filter_map(|s| {
            let at = s.sh_offset.checked_sub(p.p_offset)?;
            (at < p.p_filesz).then_some((at, s.sh_type == SHT_NOTE))
        });
        let within: Vec<(u64, bool)> = within.collect();
        let first = within.iter().map(|s| s.0).min();
        let head = match first {
            // The header alone.
            None if p.p_offset == 0 && sections().next().is_some() => p.p_filesz,
            None => 0,
            // A section over the header is not as linkers make it.
            Some(at) if p.p_offset == 0 && at < elf.header.e_ehsize.into() => 0,
            Some(at) => at,
        };
        let others = within.iter().filter(|s| !s.1).map(|s| s.0).min();
        let notes = match first {
            Some(at) if at == head => others.unwrap_or(p.p_filesz) - head,
            _ => 0,
        };
        Begin { head, notes }
    }
}
