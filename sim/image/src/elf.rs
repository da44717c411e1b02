//! ELF images: segments to load, symbols, source lines.

use crate::{EM_ADAPTEVA_EPIPHANY, Expected, Refused};
use goblin::elf::{Elf, header, program_header::PT_LOAD, sym};
use sha2::{Digest, Sha256};
use std::fmt::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

mod segments;

/// A loaded segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Where it is loaded.
    pub pa: u64,
    /// Where the program knows it: symbols and debug information name this address.
    pub va: u64,
    /// Bytes from the file.
    pub bytes: Vec<u8>,
    /// Size in memory; what the file does not give is zero.
    pub mem_size: u64,
    /// Notes, which no program needs: where there is no memory for them they are left out.
    pub notes: bool,
}

impl Segment {
    /// Bytes for the place at which the program uses them.
    pub fn of(at: u64, bytes: Vec<u8>) -> Segment {
        Segment {
            pa: at,
            va: at,
            mem_size: bytes.len() as u64,
            bytes,
            notes: false,
        }
    }

    /// How many bytes of memory have to be at [`Segment::pa`]. What is loaded elsewhere than it is used has its zeros
    /// only there, and start code makes them.
    pub fn room(&self) -> u64 {
        match self.pa == self.va {
            true => self.mem_size,
            false => self.bytes.len() as u64,
        }
    }
}

/// A symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Address.
    pub at: u64,
    /// Size in bytes, 0 when unknown.
    pub size: u64,
    /// Name in the source.
    pub name: String,
    /// Name in the file, where the compiler made another one of it: that of C++ or Rust.
    pub link_name: Option<String>,
    /// It is code.
    pub code: bool,
}

/// Bytes of a section, in the order of the image.
pub type Bytes = gimli::EndianReader<gimli::RunTimeEndian, Arc<[u8]>>;
/// Debug information.
pub type Debug = gimli::Dwarf<Bytes>;
type Lines = addr2line::Context<Bytes>;

/// A section that memory is set aside for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    /// Its name.
    pub name: String,
    /// Its address.
    pub at: u64,
    /// Its size.
    pub size: u64,
    /// It holds instructions.
    pub code: bool,
    /// The program changes it.
    pub writable: bool,
    /// The file has its bytes, and they are loaded where they are used.
    pub loaded: bool,
}

/// An ELF image.
pub struct Image {
    /// Where it came from.
    pub path: PathBuf,
    /// Of the whole file.
    pub sha256: String,
    /// Where it starts.
    pub entry: u64,
    /// What it loads.
    pub segments: Vec<Segment>,
    symbols: Vec<Symbol>,
    /// Names of sections, their addresses and sizes.
    sections: Vec<(String, u64, u64)>,
    /// Those that memory is set aside for.
    laid: Vec<Laid>,
    lines: Option<std::sync::Mutex<Lines>>,
    debug: Option<Arc<Debug>>,
}

/// A name from a file, without characters that would move a terminal's cursor or begin a line.
fn shown(name: &str) -> String {
    let mut shown = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_control() {
            shown += &format!("\\x{:02x}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Bytes of a name in the source: a short name in the file can stand for any number of them.
const LONGEST_NAME: usize = 1000;

/// A name in the making, up to [`LONGEST_NAME`].
#[derive(Default)]
struct Bounded(String);

impl fmt::Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > LONGEST_NAME {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

/// The name in the source, and the name in the file where that is another one.
fn names(name: &str) -> (String, Option<String>) {
    match source_name(name) {
        Some(source) => (shown(&source), Some(shown(name))),
        None => (shown(name), None),
    }
}

/// What Rust and C++ compilers (Itanium C++ ABI, chapter 5) made this name of.
fn source_name(name: &str) -> Option<String> {
    let mut source = Bounded::default();
    let made = if let Ok(rust) = rustc_demangle::try_demangle(name) {
        // Without the hash.
        write!(source, "{rust:#}")
    } else {
        let symbol = name
            .starts_with("_Z")
            .then(|| cpp_demangle::Symbol::new(name))?;
        let options = cpp_demangle::DemangleOptions::default();
        symbol.ok()?.structured_demangle(&mut source, &options)
    };
    made.is_ok().then_some(source.0)
}

/// The machine (`e_machine`) of an ELF file; `None` if it is none.
pub fn machine_of(elf: &[u8]) -> Option<u16> {
    let header = Elf::parse_header(elf).ok()?;
    Some(header.e_machine)
}

/// The file is text by its content, and source code by its name.
fn source_code(path: &Path, bytes: &[u8]) -> bool {
    let named = [
        "c", "cc", "cpp", "cxx", "h", "s", "S", "asm", "rs", "ada", "adb",
    ];
    let ending = path.extension().and_then(|e| e.to_str());
    ending.is_some_and(|e| named.contains(&e)) && std::str::from_utf8(bytes).is_ok()
}

impl Image {
    /// An image that is no ELF file: a described workload with what it lays into memory.
    pub fn described(
        path: &Path,
        text: &str,
        entry: u64,
        segments: Vec<Segment>,
        mut symbols: Vec<Symbol>,
    ) -> Image {
        symbols.sort_by_key(|s| s.at);
        Image {
            path: path.to_owned(),
            sha256: hex_digits(&Sha256::digest(text)),
            entry,
            segments,
            symbols,
            sections: Vec::new(),
            laid: Vec::new(),
            lines: None,
            debug: None,
        }
    }

    /// An image that is no ELF file: bytes in memory, and where to start.
    pub(crate) fn without_symbols(
        path: &Path,
        bytes: &[u8],
        entry: u64,
        segments: Vec<Segment>,
    ) -> Image {
        Image {
            path: path.to_owned(),
            sha256: hex_digits(&Sha256::digest(bytes)),
            entry,
            segments,
            symbols: Vec::new(),
            sections: Vec::new(),
            laid: Vec::new(),
            lines: None,
            debug: None,
        }
    }

    /// Checks an image: an ELF executable, S-records or Intel hex; with `at`, its address, a raw binary.
    ///
    /// # Errors
    /// Of no known format, of another machine, truncated, with overlapping segments, or `at` for an image that says itself
    /// where it is loaded.
    pub fn of(
        path: &Path,
        bytes: &[u8],
        expected: Expected,
        at: Option<u64>,
    ) -> Result<Image, Refused> {
        match crate::formats::read(path, bytes, at) {
            Some(image) => Ok(image?),
            None => Image::parse(path, bytes, expected),
        }
    }

    /// Checks an ELF executable that is at hand.
    ///
    /// # Errors
    /// The cause, without the path.
    pub fn parse(path: &Path, bytes: &[u8], expected: Expected) -> Result<Image, Refused> {
        if bytes.is_empty() {
            return Err("is empty; give the linked firmware image".into());
        }
        if bytes.get(..4) != Some(b"\x7fELF") && source_code(path, bytes) {
            return Err("is source code; compile and link it, and give the executable".into());
        }
        if bytes.get(..4) != Some(b"\x7fELF") {
            return Err(format!(
                "is not an ELF file (it starts with {:02x?}); give the linked firmware image, \
                 or say where this one is loaded: --at ADDRESS",
                bytes.get(..4.min(bytes.len())).unwrap_or_default()
            )
            .into());
        }
        let elf = Elf::parse(bytes).map_err(|e| {
            format!("is a damaged or truncated ELF file: {e}; build or copy it again")
        })?;
        check_header(&elf, expected)?;
        let segments = segments::of(&elf, bytes)?;
        if segments.is_empty() {
            return Err("loads nothing (no PT_LOAD segment); link it as an executable".into());
        }
        let mut symbols: Vec<Symbol> = elf
            .syms
            .iter()
            .filter(|s| {
                matches!(
                    s.st_type(),
                    sym::STT_FUNC | sym::STT_OBJECT | sym::STT_NOTYPE
                )
            })
            .filter(|s| s.st_shndx != 0)
            .filter_map(|s| {
                let name = elf.strtab.get_at(s.st_name)?;
                if name.is_empty() || name.starts_with('$') {
                    return None;
                }
                // An absolute symbol is a number, not a place in the code.
                const SHN_ABS: usize = 0xfff1;
                let code = s.st_type() != sym::STT_OBJECT && s.st_shndx != SHN_ABS;
                let (name, link_name) = names(name);
                Some(Symbol {
                    at: s.st_value,
                    size: s.st_size,
                    name,
                    link_name,
                    code,
                })
            })
            .collect();
        // Of several names for one place the sized, then the alphabetically first, is found.
        symbols.sort_by(|a, b| (a.at, b.size, &a.name).cmp(&(b.at, a.size, &b.name)));
        let debug = debug(&elf, bytes);
        Ok(Image {
            path: path.to_owned(),
            sha256: hex_digits(&Sha256::digest(bytes)),
            entry: elf.entry,
            segments,
            symbols,
            laid: laid(&elf),
            sections: sections(&elf),
            lines: debug.clone().and_then(lines).map(std::sync::Mutex::new),
            debug,
        })
    }

    /// The symbol called `name`, in the source or in the file.
    pub fn symbol(&self, name: &str) -> Option<&Symbol> {
        let called = |s: &&Symbol| s.name == name || s.link_name.as_deref() == Some(name);
        self.symbols.iter().find(called)
    }

    /// The address of the section called `name`.
    pub fn section(&self, name: &str) -> Option<u64> {
        let found = self.sections.iter().find(|s| s.0 == name);
        found.map(|s| s.1)
    }

    /// The first address of the section called `name`, and the one behind its last.
    pub fn section_range(&self, name: &str) -> Option<(u64, u64)> {
        let found = self.sections.iter().find(|s| s.0 == name);
        found.map(|&(_, at, size)| (at, at.saturating_add(size)))
    }

    /// The sections that memory is set aside for.
    pub fn laid(&self) -> &[Laid] {
        &self.laid
    }

    /// Names of all sections.
    pub fn section_names(&self) -> Vec<&str> {
        self.sections.iter().map(|s| s.0.as_str()).collect()
    }

    /// Whether it loads bytes other than zeros into the `len` bytes at `at`.
    pub fn loads(&self, at: u64, len: u64) -> bool {
        self.segments.iter().any(|s| {
            let from = at.saturating_sub(s.va);
            let to = at.saturating_add(len).saturating_sub(s.va);
            let bytes = s.bytes.iter().skip(from as usize);
            bytes
                .take(to.saturating_sub(from) as usize)
                .any(|&b| b != 0)
        })
    }

    /// All symbols, by address.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// The function or label that holds `at`, and the offset in it.
    pub fn symbol_at(&self, at: u64) -> Option<(&Symbol, u64)> {
        let end = self.symbols.partition_point(|s| s.at <= at);
        let loaded = self
            .segments
            .iter()
            .any(|s| at >= s.va && at - s.va < s.mem_size);
        if !loaded {
            return None;
        }
        let near = self.symbols[..end].iter().rev().take(64).find(|s| {
            s.code
                && if s.size == 0 {
                    true
                } else {
                    at - s.at < s.size
                }
        })?;
        // The first of the symbols at one address.
        let first = self.symbols.partition_point(|s| s.at < near.at);
        let best = self.symbols[first..end]
            .iter()
            .find(|s| s.code && s.size == near.size)?;
        Some((best, at - best.at))
    }

    /// `len` loaded bytes at `at`.
    pub fn bytes_at(&self, at: u64, len: usize) -> Option<&[u8]> {
        let s = self
            .segments
            .iter()
            .find(|s| at >= s.va && at - s.va < s.bytes.len() as u64)?;
        let off = (at - s.va) as usize;
        s.bytes.get(off..off.checked_add(len)?)
    }

    /// Its debug information.
    pub fn debug(&self) -> Option<&Debug> {
        self.debug.as_deref()
    }

    /// File and line of `at`, from the debug information.
    pub fn source_at(&self, at: u64) -> Option<(String, u32)> {
        let lines = self.lines.as_ref()?.lock().ok()?;
        let location = lines.find_location(at).ok()??;
        Some((location.file?.to_owned(), location.line?))
    }

    /// The first address of line `line`, or of the first line behind it with code, of a file with a path that ends with
    /// `file`, from the debug information.
    pub fn address_of_line(&self, file: &str, line: u32) -> Option<u64> {
        let lines = self.lines.as_ref()?.lock().ok()?;
        let code = self.segments.iter().map(|s| (s.va, s.va + s.mem_size));
        let (low, high) = code.fold((u64::MAX, 0), |(l, h), (a, b)| (l.min(a), h.max(b)));
        let found = lines.find_location_range(low, high).ok()?;
        let named = |path: &str| {
            path.strip_suffix(file)
                .is_some_and(|dir| dir.is_empty() || dir.ends_with('/'))
        };
        let of_file = found.filter(|(_, _, l)| l.file.is_some_and(named));
        let behind = of_file.filter_map(|(at, _, l)| Some((l.line?, at)));
        behind.filter(|(l, _)| *l >= line).min().map(|(_, at)| at)
    }

    /// All code that the debug information gives a line: first address, bytes, file and line, by address.
    pub fn lines_of_code(&self) -> Vec<(u64, u64, String, u32)> {
        let Some(Ok(lines)) = self.lines.as_ref().map(|l| l.lock()) else {
            return Vec::new();
        };
        let code = self.laid.iter().filter(|s| s.code && s.loaded);
        let mut found = Vec::new();
        for section in code {
            let end = section.at.saturating_add(section.size);
            let Ok(rows) = lines.find_location_range(section.at, end) else {
                continue;
            };
            let known = rows.filter_map(|(at, size, l)| {
                let line = l.line.filter(|line| *line != 0)?;
                Some((at, size, l.file?.to_owned(), line))
            });
            found.extend(known);
        }
        found.sort_unstable();
        found
    }

    /// `file:line` of `at`, from the debug information.
    pub fn line_at(&self, at: u64) -> Option<String> {
        let lines = self.lines.as_ref()?.lock().ok()?;
        let location = lines.find_location(at).ok()??;
        Some(format!("{}:{}", location.file?, location.line?))
    }
}

/// The processor with this number (`e_machine`), for messages.
pub fn processor(machine: u16) -> String {
    let name = match machine {
        EM_ADAPTEVA_EPIPHANY => "Epiphany",
        known => header::machine_to_str(known),
    };
    format!("{name} (e_machine {machine})")
}

/// How to compile a program for a processor that boards have, where this one is another kind of its family.
pub fn rebuilt(machine: u16) -> Option<&'static str> {
    match machine {
        header::EM_SPARC32PLUS => Some("compiled with -mcpu=leon3 or -mcpu=v8"),
        header::EM_SPARCV9 => Some("compiled with -m32 -mcpu=leon3"),
        _ => None,
    }
}

fn check_header(elf: &Elf<'_>, expected: Expected) -> Result<(), Refused> {
    let machine = elf.header.e_machine;
    if !expected.machines.contains(&machine) {
        let how = rebuilt(machine);
        return Err(Refused {
            cause: format!(
                "is for {}; this core runs {}: use an image built for this board{}",
                processor(machine),
                expected.name,
                how.map_or(String::new(), |how| format!(", {how}")),
            ),
            other_machine: how.is_none().then_some(machine),
        });
    }
    if elf.little_endian == expected.big_endian {
        return Err(format!(
            "is {}-endian, {} is not; use an image built for this board",
            if elf.little_endian { "little" } else { "big" },
            expected.name,
        )
        .into());
    }
    if elf.header.e_type != header::ET_EXEC {
        return Err(format!(
            "is {} (e_type {}), not an executable; link it{}",
            header::et_to_str(elf.header.e_type),
            elf.header.e_type,
            match elf.header.e_type {
                header::ET_DYN => " with -no-pie or -static",
                _ => "",
            }
        )
        .into());
    }
    Ok(())
}

/// The sections that memory is set aside for.
fn laid(elf: &Elf<'_>) -> Vec<Laid> {
    use goblin::elf::section_header::{SHF_ALLOC, SHF_EXECINSTR, SHF_WRITE, SHT_NOBITS};
    let has = |flags: u64, flag: u32| flags & u64::from(flag) != 0;
    let moved = |at: u64| {
        let mut of = elf.program_headers.iter().filter(|p| p.p_type == PT_LOAD);
        of.any(|p| at >= p.p_vaddr && at - p.p_vaddr < p.p_memsz && p.p_vaddr != p.p_paddr)
    };
    let all = elf.section_headers.iter();
    let laid = all.filter(|s| has(s.sh_flags, SHF_ALLOC) && s.sh_size != 0);
    laid.map(|s| Laid {
        name: shown(elf.shdr_strtab.get_at(s.sh_name).unwrap_or("")),
        at: s.sh_addr,
        size: s.sh_size,
        code: has(s.sh_flags, SHF_EXECINSTR),
        writable: has(s.sh_flags, SHF_WRITE),
        loaded: s.sh_type != SHT_NOBITS && !moved(s.sh_addr),
    })
    .collect()
}

fn sections(elf: &Elf<'_>) -> Vec<(String, u64, u64)> {
    let named = elf.section_headers.iter().filter_map(|s| {
        let name = elf.shdr_strtab.get_at(s.sh_name)?;
        (!name.is_empty()).then(|| (name.to_owned(), s.sh_addr, s.sh_size))
    });
    named.collect()
}

fn lines(debug: Arc<Debug>) -> Option<Lines> {
    addr2line::Context::from_arc_dwarf(debug).ok()
}

fn debug(elf: &Elf<'_>, bytes: &[u8]) -> Option<Arc<Debug>> {
    let endian = if elf.little_endian {
        gimli::RunTimeEndian::Little
    } else {
        gimli::RunTimeEndian::Big
    };
    let section = |id: gimli::SectionId| -> Result<_, gimli::Error> {
        let data = elf
            .section_headers
            .iter()
            .find(|s| elf.shdr_strtab.get_at(s.sh_name) == Some(id.name()))
            .and_then(|s| bytes.get(s.file_range()?))
            .unwrap_or_default();
        Ok(gimli::EndianReader::new(Arc::from(data), endian))
    };
    gimli::Dwarf::load(section).ok().map(Arc::new)
}

/// Bytes as hexadecimal digits.
pub fn hex_digits(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut s, b| {
        let _ = write!(s, "{b:02x}");
        s
    })
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_NAME, names};

    #[test]
    fn names_are_those_of_the_source() {
        let of = |name: &str| names(name).0;
        assert_eq!(of("_ZN5motor4stepEi"), "motor::step(int)");
        assert_eq!(
            of("_ZNK4RingIhLj16EE4fullEv"),
            "Ring<unsigned char, (unsigned int)16>::full() const"
        );
        assert_eq!(
            of("_ZN4core9panicking5panic17h0123456789abcdefE"),
            "core::panicking::panic"
        );
        assert_eq!(of("_RNvCs1234_7mycrate3foo"), "mycrate::foo");
        // What no compiler made stays as it is.
        for name in ["main", "_Z", "_ZN", "_start", "_ZN5motor", "__ZZZ"] {
            assert_eq!(names(name), (name.to_owned(), None));
        }
        // A name that doubles with each step has an end.
        let long = format!("_Z1fI{}iE", "S_IS_".repeat(60));
        assert!(names(&long).0.len() <= LONGEST_NAME);
        assert_eq!(names("_Z1fv").1.as_deref(), Some("_Z1fv"));
    }

    /// Names made of pieces of the two manglings.
    #[test]
    fn any_name_has_an_end() {
        const PIECES: [&str; 24] = [
            "_Z",
            "_R",
            "N",
            "E",
            "S_",
            "S0_",
            "St",
            "I",
            "J",
            "T_",
            "K",
            "P",
            "R",
            "F",
            "v",
            "i",
            "3foo",
            "L",
            "X",
            "dt",
            "17h0123456789abcdefE",
            "B",
            "C",
            "9",
        ];
        let mut seed = 1u64;
        for _ in 0..20_000 {
            let mut name = String::from("_");
            for _ in 0..24 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                name += PIECES[(seed >> 33) as usize % PIECES.len()];
            }
            for name in [name.as_str(), &name[1..]] {
                assert!(names(name).0.len() <= LONGEST_NAME.max(name.len()));
            }
        }
    }
}
