//! Sections, symbols, data and synthetic instructions, by bytes that were worked out by hand.

use trueboard_asm::{Isa, Placement, Program, SymbolKind, assemble, assemble_at};

fn made(isa: Isa, source: &str) -> Program {
    assemble(isa, "t.s", source).unwrap_or_else(|e| panic!("{e:?}"))
}

#[test]
fn data_lies_behind_code_in_the_order_of_bytes_of_the_guest() {
    let source = ".text\nnop\n.data\nx: .word 0x12345678, x, 'a\n.half 1\n.asciz \"a\\n\"\n.bss\nb: .space 8\n";
    let program = made(Isa::Sparc, source);
    let [text, data, bss] = &program.sections[..] else {
        panic!("{:?}", program.sections)
    };
    assert_eq!((text.address, &text.bytes[..]), (0, &[1, 0, 0, 0][..]));
    let bytes = [
        0x12, 0x34, 0x56, 0x78, 0, 0, 0, 4, 0, 0, 0, 0x61, 0, 1, 0x61, 0x0a, 0,
    ];
    assert_eq!((data.address, &data.bytes[..]), (4, &bytes[..]));
    assert_eq!((bss.address, bss.size, bss.bytes.len()), (24, 8, 0));
    let little = made(Isa::TriCore, ".data\n.word 0x12345678\n");
    assert_eq!(little.sections[0].bytes, [0x78, 0x56, 0x34, 0x12]);
}

#[test]
fn sections_are_where_they_are_put() {
    let placement = Placement {
        code: 0x8000_0000,
        data: Some(0x7000_0000),
    };
    let source =
        ".data\nx: .word 1\n.section .fast, \"ax\"\n.address 0x70100000\nnop\n.text\n_start: nop\n";
    let program = assemble_at(Isa::TriCore, placement, "t.s", source).unwrap();
    let at = |name: &str| {
        program
            .sections
            .iter()
            .find(|s| s.name == name)
            .unwrap()
            .address
    };
    assert_eq!(
        (at(".text"), at(".data"), at(".fast")),
        (0x8000_0000, 0x7000_0000, 0x7010_0000)
    );
    assert_eq!(program.entry, 0x8000_0000);
}

/// `sethi` and `or` of 0x12345678: 0x12345678 >> 10 = 0x48d15, and 0x278.
#[test]
fn set_takes_one_or_two_instructions() {
    let words = |source: &str| {
        let bytes = made(Isa::Sparc, source).sections[0].bytes.clone();
        let word = |b: &[u8]| u32::from_be_bytes([b[0], b[1], b[2], b[3]]);
        bytes.chunks(4).map(word).collect::<Vec<_>>()
    };
    assert_eq!(words("set 0x12345678, %g1\n"), [0x0304_8d15, 0x8210_6278]);
    assert_eq!(words("set 5, %g1\n"), [0x8210_2005]);
    assert_eq!(words("set -1, %g1\n"), [0x8210_3fff]);
    assert_eq!(words("set 0x40000000, %g1\n"), [0x0310_0000]);
    // An address takes two, wherever it is.
    assert_eq!(words("x: set x, %g1\n"), [0x0300_0000, 0x8210_6000]);
}

#[test]
fn expressions_have_the_precedence_of_gnu() {
    let source = ".equ a, 3\nb = a + 2 << 1\n.byte b, (a + 2) << 1, ~a & 0xff, 7 / 2 * 2, 1 | 6 ^ 2, end - start\n\
                  start: .byte 1, 2\nend:\n";
    let bytes = &made(Isa::Epiphany, source).sections[0].bytes;
    assert_eq!(bytes[..], [7, 10, 0xfc, 6, 5, 2, 1, 2]);
}

/// A branch of 16 bits reaches 254 bytes ahead on an Epiphany: as it grows, the next one has to grow, too.
#[test]
fn branches_are_as_short_as_their_distance_allows() {
    let source = |room: usize| format!("b end\n.space {room}\nend: nop\n");
    let length = |room| made(Isa::Epiphany, &source(room)).sections[0].bytes.len() - room;
    assert_eq!((length(252), length(254)), (4, 6));
    let local = made(Isa::Epiphany, "1: b 1f\n1: b 1b\n b 1b\n");
    assert_eq!(
        local.sections[0].bytes,
        [0xe0, 0x01, 0xe0, 0x00, 0xe0, 0xff]
    );
}

#[test]
fn an_elf_file_has_symbols_and_is_the_same_every_time() {
    let source = ".global f\n_start: nop\nf: nop\n nop\n.data\n.type v, @object\nv: .word 1\n.size v, 4\nw: .half 2\nx: .byte 1\n.equ n, 7\n";
    let program = made(Isa::Sparc, source);
    let symbol = |name: &str| program.symbols.iter().find(|s| s.name == name).unwrap();
    let f = symbol("f");
    assert_eq!(
        (f.value, f.size, f.kind, f.global),
        (4, 8, SymbolKind::Function, true)
    );
    let v = symbol("v");
    assert_eq!((v.value, v.size, v.kind), (12, 4, SymbolKind::Object));
    let (w, x) = (symbol("w"), symbol("x"));
    assert_eq!((w.value, w.size, w.kind), (16, 2, SymbolKind::Object));
    assert_eq!((x.value, x.size, x.kind), (18, 1, SymbolKind::Object));
    assert_eq!((symbol("n").value, symbol("n").section), (7, None));
    let elf = program.to_elf();
    assert_eq!(elf[..6], [0x7f, b'E', b'L', b'F', 1, 2]);
    // ET_EXEC of EM_SPARC.
    assert_eq!(elf[16..20], [0, 2, 0, 2]);
    assert_eq!(elf, made(Isa::Sparc, source).to_elf());
}

#[test]
fn a_listing_has_addresses_bytes_and_text() {
    let program = made(Isa::Sparc, "! a\n\tnop\nx:\t.word 1, 2, 3\n");
    assert_eq!(
        program.listing(),
        "                              ! a\n\
         00000000  01000000            \tnop\n\
         00000004  0000000100000002..  x:\t.word 1, 2, 3\n"
    );
}
