//! A second ELF reader sees what ours sees.

use conformance::{IMAGES, prebuilt, sparc};
use elf::ElfBytes;
use elf::abi::{PT_LOAD, SHN_UNDEF, STT_FUNC, STT_NOTYPE, STT_OBJECT};
use elf::endian::AnyEndian;
use trueboard_board::{Image, Segment};

#[test]
fn segments_and_symbols_agree() {
    for name in IMAGES {
        let path = prebuilt(name);
        let bytes = std::fs::read(&path).expect("the image is there");
        let other = ElfBytes::<AnyEndian>::minimal_parse(&bytes).expect("it is an ELF file");
        let ours = Image::parse(&path, &bytes, sparc()).expect("ours takes it");
        assert_eq!(ours.entry, other.ehdr.e_entry, "{name}");

        let segments: Vec<Segment> = other
            .segments()
            .expect("it has segments")
            .iter()
            .filter(|p| p.p_type == PT_LOAD && p.p_memsz > 0)
            .map(|p| {
                let bytes = other.segment_data(&p).expect("they are there");
                Segment {
                    pa: p.p_paddr,
                    mem_size: p.p_memsz,
                    ..Segment::of(p.p_vaddr, bytes.to_vec())
                }
            })
            .collect();
        assert_eq!(ours.segments, segments, "{name}");

        let (table, strings) = other
            .symbol_table()
            .expect("it is sound")
            .expect("it has symbols");
        let kinds = [STT_FUNC, STT_OBJECT, STT_NOTYPE];
        let mut symbols: Vec<(u64, u64, String)> = table
            .iter()
            .filter(|s| kinds.contains(&s.st_symtype()) && s.st_shndx != SHN_UNDEF)
            .map(|s| {
                let name = strings.get(s.st_name as usize).expect("a name");
                (s.st_value, s.st_size, name.to_owned())
            })
            .filter(|s| !s.2.is_empty() && !s.2.starts_with('$'))
            .collect();
        let mut of_ours: Vec<(u64, u64, String)> = ours
            .symbols()
            .iter()
            .map(|s| (s.at, s.size, s.name.clone()))
            .collect();
        symbols.sort();
        of_ours.sort();
        assert!(symbols.len() > 20, "{name}");
        assert_eq!(of_ours, symbols, "{name}");
    }
}
