//! Programs as executable ELF files, with symbols and source lines (DWARF 4).

use crate::program::{Program, SymbolKind};
use gimli::write::{
    Address, AttributeValue, DwarfUnit, EndianVec, LineProgram, LineString, Sections,
};
use gimli::{Encoding, Format, LineEncoding, RunTimeEndian};
use object::Endianness;
use object::elf;
use object::write::elf::{FileHeader, ProgramHeader, SectionHeader, SectionIndex, Sym, Writer};

/// Where a section is in the file.
struct Placed {
    offset: u64,
    index: SectionIndex,
    name: object::write::StringId,
}

impl Program {
    /// The program as an executable file of its machine.
    #[must_use]
    pub fn to_elf(&self) -> Vec<u8> {
        // Both writers fail on sizes that an address of 32 bits excludes.
        self.written().unwrap_or_default()
    }

    fn endianness(&self) -> Endianness {
        if self.isa.big_endian() {
            Endianness::Big
        } else {
            Endianness::Little
        }
    }

    fn written(&self) -> object::write::Result<Vec<u8>> {
        let debug = self.debug().unwrap_or_default();
        let mut out = Vec::new();
        let mut w = Writer::new(self.endianness(), false, &mut out);
        w.reserve_null_section_index();
        let mut placed = Vec::new();
        for section in &self.sections {
            placed.push(Placed {
                name: w.add_section_name(section.name.as_bytes()),
                index: w.reserve_section_index(),
                offset: 0,
            });
        }
        let mut extra = Vec::new();
        for (name, _) in &debug {
            let name = w.add_section_name(name.as_bytes());
            w.reserve_section_index();
            extra.push((name, 0));
        }
        w.reserve_symtab_section_index();
        w.reserve_strtab_section_index();
        w.reserve_shstrtab_section_index();
        w.reserve_null_symbol_index();
        // Local symbols first.
        let (locals, globals): (Vec<_>, Vec<_>) = self.symbols.iter().partition(|s| !s.global);
        let mut names = Vec::new();
        for symbol in locals.iter().chain(&globals) {
            names.push(w.add_string(symbol.name.as_bytes()));
            w.reserve_symbol_index(placed_index(&placed, symbol.section));
        }

        w.reserve_file_header();
        w.reserve_program_headers(self.sections.len() as u32);
        for (section, place) in self.sections.iter().zip(&mut placed) {
            let align = section.align.max(1) as usize;
            place.offset = w.reserve(section.bytes.len(), align) as u64;
        }
        for ((_, bytes), (_, offset)) in debug.iter().zip(&mut extra) {
            *offset = w.reserve(bytes.len(), 1) as u64;
        }
        w.reserve_symtab();
        w.reserve_strtab();
        w.reserve_shstrtab();
        w.reserve_section_headers();

        let (machine, flags) = self.isa.elf();
        w.write_file_header(&FileHeader {
            os_abi: elf::ELFOSABI_NONE,
            abi_version: 0,
            e_type: elf::ET_EXEC,
            e_machine: machine,
            e_entry: self.entry.into(),
            e_flags: flags,
        })?;
        w.write_align_program_headers();
        for (section, place) in self.sections.iter().zip(&placed) {
            let mut p_flags = elf::PF_R;
            if section.executable {
                p_flags |= elf::PF_X;
            }
            if section.writable {
                p_flags |= elf::PF_W;
            }
            w.write_program_header(&ProgramHeader {
                p_type: elf::PT_LOAD,
                p_flags,
                p_offset: place.offset,
                p_vaddr: section.address.into(),
                p_paddr: section.address.into(),
                p_filesz: section.bytes.len() as u64,
                p_memsz: section.size.into(),
                p_align: section.align.max(1).into(),
            });
        }
        for section in &self.sections {
            w.write_align(section.align.max(1) as usize);
            w.write(&section.bytes);
        }
        for (_, bytes) in &debug {
            w.write(bytes);
        }
        w.write_null_symbol();
        for (symbol, name) in locals.iter().chain(&globals).zip(names) {
            let kind = match symbol.kind {
                SymbolKind::Function => elf::STT_FUNC,
                SymbolKind::Object => elf::STT_OBJECT,
                SymbolKind::Plain => elf::STT_NOTYPE,
            };
            let binding = if symbol.global {
                elf::STB_GLOBAL
            } else {
                elf::STB_LOCAL
            };
            w.write_symbol(&Sym {
                name: Some(name),
                section: placed_index(&placed, symbol.section),
                st_info: binding << 4 | kind,
                st_other: 0,
                st_shndx: elf::SHN_ABS,
                st_value: symbol.value.into(),
                st_size: symbol.size.into(),
            });
        }
        w.write_strtab();
        w.write_shstrtab();

        w.write_null_section_header();
        for (section, place) in self.sections.iter().zip(&placed) {
            let mut flags = elf::SHF_ALLOC;
            if section.executable {
                flags |= elf::SHF_EXECINSTR;
            }
            if section.writable {
                flags |= elf::SHF_WRITE;
            }
            let contents = section.bytes.len() == section.size as usize;
            w.write_section_header(&SectionHeader {
                name: Some(place.name),
                sh_type: if contents {
                    elf::SHT_PROGBITS
                } else {
                    elf::SHT_NOBITS
                },
                sh_flags: flags.into(),
                sh_addr: section.address.into(),
                sh_offset: place.offset,
                sh_size: section.size.into(),
                sh_link: 0,
                sh_info: 0,
                sh_addralign: section.align.max(1).into(),
                sh_entsize: 0,
            });
        }
        for ((_, bytes), (name, offset)) in debug.iter().zip(extra) {
            w.write_section_header(&SectionHeader {
                name: Some(name),
                sh_type: elf::SHT_PROGBITS,
                sh_flags: 0,
                sh_addr: 0,
                sh_offset: offset,
                sh_size: bytes.len() as u64,
                sh_link: 0,
                sh_info: 0,
                sh_addralign: 1,
                sh_entsize: 0,
            });
        }
        w.write_symtab_section_header(1 + locals.len() as u32);
        w.write_strtab_section_header();
        w.write_shstrtab_section_header();
        Ok(out)
    }

    /// The sections of debug information: a unit with the lines of all instructions.
    fn debug(&self) -> gimli::write::Result<Vec<(&'static str, Vec<u8>)>> {
        let encoding = Encoding {
            format: Format::Dwarf32,
            version: 4,
            address_size: 4,
        };
        let name = LineString::String(self.source_name.as_bytes().to_vec());
        let directory = LineString::String(b".".to_vec());
        let shortest = LineEncoding {
            minimum_instruction_length: 1,
            ..LineEncoding::default()
        };
        let mut lines = LineProgram::new(encoding, shortest, directory, None, name.clone(), None);
        let file = lines.add_file(name, lines.default_directory(), None);
        let mut code: Vec<_> = self.lines.iter().filter(|l| l.code).collect();
        code.sort_by_key(|l| l.address);
        let mut open: Option<(u32, u32)> = None;
        for line in code {
            match open {
                Some((_, end)) if end == line.address => {}
                _ => {
                    if let Some((start, end)) = open {
                        lines.end_sequence((end - start).into());
                    }
                    lines.begin_sequence(Some(Address::Constant(line.address.into())));
                    open = Some((line.address, line.address));
                }
            }
            let (start, _) = open.unwrap_or((line.address, line.address));
            let row = lines.row();
            row.address_offset = (line.address - start).into();
            row.file = file;
            row.line = line.line as u64;
            lines.generate_row();
            open = Some((start, line.address.wrapping_add(line.size)));
        }
        let Some((start, end)) = open else {
            return Ok(Vec::new());
        };
        lines.end_sequence((end.wrapping_sub(start)).into());

        let mut dwarf = DwarfUnit::new(encoding);
        dwarf.unit.line_program = lines;
        let ranges = self
            .sections
            .iter()
            .filter(|s| s.executable && !s.bytes.is_empty());
        let ranges = ranges.map(|s| gimli::write::Range::StartLength {
            begin: Address::Constant(s.address.into()),
            length: s.size.into(),
        });
        let ranges = dwarf
            .unit
            .ranges
            .add(gimli::write::RangeList(ranges.collect()));
        let root = dwarf.unit.root();
        let root = dwarf.unit.get_mut(root);
        root.set(
            gimli::DW_AT_name,
            AttributeValue::String(self.source_name.clone().into()),
        );
        root.set(gimli::DW_AT_comp_dir, AttributeValue::String(b".".to_vec()));
        root.set(
            gimli::DW_AT_language,
            AttributeValue::Language(gimli::DW_LANG_Mips_Assembler),
        );
        root.set(
            gimli::DW_AT_low_pc,
            AttributeValue::Address(Address::Constant(0)),
        );
        root.set(gimli::DW_AT_ranges, AttributeValue::RangeListRef(ranges));
        let order = if self.isa.big_endian() {
            RunTimeEndian::Big
        } else {
            RunTimeEndian::Little
        };
        let mut sections = Sections::new(EndianVec::new(order));
        dwarf.write(&mut sections)?;
        let mut out = Vec::new();
        sections.for_each(|id, bytes| {
            if !bytes.slice().is_empty() {
                out.push((id.name(), bytes.slice().to_vec()));
            }
            gimli::write::Result::Ok(())
        })?;
        Ok(out)
    }
}

fn placed_index(placed: &[Placed], section: Option<usize>) -> Option<SectionIndex> {
    Some(placed.get(section?)?.index)
}
