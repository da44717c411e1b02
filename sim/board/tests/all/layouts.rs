//! What an ELF file loads, for layouts of several linkers, held against BFD's view of its sections: GDB's `load` and
//! objcopy write what BFD marks as LOAD to the load address that it names (`objdump -h`). Layouts that these linkers make
//! and others that they do not are made by hand, too.

use std::path::{Path, PathBuf};
use std::process::Command;
use trueboard_board::{Expected, Image, Options, Segment, Session, open_board};

/// SPARC, i386, x86-64.
const BIG: Expected = Expected {
    machines: &[2],
    name: "SPARC",
    big_endian: true,
    entry_bytes: 1,
};
const LITTLE: Expected = Expected {
    machines: &[3, 62],
    name: "x86",
    big_endian: false,
    entry_bytes: 1,
};

/// Sections of odd sizes, notes, zeros; the notes come first where a linker puts them there.
const SOURCE: &str = "
    .section .note.mine,\"a\",@note
    .long 4, 4, 1
    .asciz \"abc\"
    .long 0x01020304
    .section .rodata,\"a\"
    .byte 1, 2, 3
    .section .text,\"ax\"
    .globl _start
_start:
    .long 0x11223344, 0x55667788
    .byte 9
    .section .data,\"aw\"
    .balign 8
    .long 0x01abcdef
    .byte 7
    .bss
    .balign 64
    .skip 100
";

/// The header in the first segment, data loaded elsewhere than they are used, and zeros that the linker gives the load
/// address of the data.
const SCRIPT: &str = "
PHDRS { text PT_LOAD FILEHDR PHDRS; data PT_LOAD; zeros PT_LOAD; }
SECTIONS {
    . = 0x10000 + SIZEOF_HEADERS;
    .note : { *(.note*) } :text
    .text : { *(.text) *(.rodata) } :text
    .data 0x20001 : AT(0x30003) { *(.data) } :data
    .bss 0x20040 : AT(0x30003) { *(.bss) } :zeros
    /DISCARD/ : { *(.comment) *(.eh_frame*) *(.gnu*) }
}
";

const OPTIONS: &[&[&str]] = &[
    &[],
    &["-N"],
    &["-n"],
    &["-z", "noseparate-code"],
    &["-z", "separate-code"],
    &["--build-id=sha1"],
    &["-z", "noseparate-code", "--build-id=sha1"],
    &["-Ttext=0x400000"],
    &["-Ttext=0x123457", "-N"],
    &["-Tdata=0x700003"],
    &["-T", "script.ld"],
    &["-s"],
];

/// An assembler, how its objects are read, and linkers for them.
struct Target {
    assembler: &'static [&'static str],
    objdump: &'static str,
    linkers: &'static [&'static [&'static str]],
    expected: Expected,
}

const TARGETS: &[Target] = &[
    Target {
        assembler: &["sparc64-linux-gnu-as", "-32"],
        objdump: "sparc64-linux-gnu-objdump",
        linkers: &[
            &["sparc64-linux-gnu-ld.bfd", "-m", "elf32_sparc"],
            &["sparc64-linux-gnu-ld.gold", "-m", "elf32_sparc"],
        ],
        expected: BIG,
    },
    Target {
        assembler: &["as", "--32"],
        objdump: "objdump",
        linkers: &[
            &["ld.bfd", "-m", "elf_i386"],
            &["ld.gold", "-m", "elf_i386"],
            &["ld.lld", "-m", "elf_i386"],
            &["mold", "-m", "elf_i386"],
        ],
        expected: LITTLE,
    },
    Target {
        assembler: &["as", "--64"],
        objdump: "objdump",
        linkers: &[&["ld.bfd"], &["ld.gold"], &["ld.lld"], &["mold"]],
        expected: LITTLE,
    },
];

/// A section that BFD loads.
#[derive(Debug)]
struct Section {
    name: String,
    size: u64,
    lma: u64,
    offset: u64,
}

/// Runs a tool in `dir`: what it prints, or nothing if it is not there or refuses.
fn tool(dir: &Path, words: &[&str], more: &[&str]) -> Option<String> {
    let mut words = words.iter().chain(more);
    let done = Command::new(words.next()?)
        .args(words)
        .current_dir(dir)
        .output();
    let done = done.ok().filter(|d| d.status.success())?;
    String::from_utf8(done.stdout).ok()
}

/// The sections that `objdump -h` marks as LOAD.
fn sections(text: &str) -> Vec<Section> {
    let lines: Vec<&str> = text.lines().collect();
    let pairs = lines.windows(2).filter(|pair| pair[1].contains("LOAD"));
    let section = |line: &str| {
        let mut words = line.split_whitespace().skip(1);
        let name = words.next()?.to_owned();
        let mut number = || u64::from_str_radix(words.next()?, 16).ok();
        let (size, _, lma, offset) = (number()?, number()?, number()?, number()?);
        Some(Section {
            name,
            size,
            lma,
            offset,
        })
    };
    let found = pairs.filter_map(|pair| section(pair[0]));
    found.filter(|s| s.size > 0).collect()
}

fn loaded(image: &Image, at: u64) -> Option<u8> {
    let within = |s: &&Segment| at >= s.pa && at - s.pa < s.bytes.len() as u64;
    let segment = image.segments.iter().find(within)?;
    segment.bytes.get((at - segment.pa) as usize).copied()
}

/// All bytes of `sections` are loaded where they belong, and no segment begins with anything else.
fn hold(image: &Image, file: &[u8], sections: &[Section], what: &str) {
    for s in sections {
        for i in 0..s.size {
            let expected = file.get((s.offset + i) as usize).copied();
            let got = loaded(image, s.lma + i);
            assert_eq!(got, expected, "{what}: {} + {i:#x}", s.name);
        }
    }
    for s in image.segments.iter().filter(|s| !s.bytes.is_empty()) {
        let begins = sections.iter().any(|section| section.lma == s.pa);
        assert!(
            begins,
            "{what}: nothing begins at {:#x}: {sections:?}",
            s.pa
        );
    }
}

#[test]
fn linkers_layouts_are_loaded_as_by_sections() {
    let dir = tempfile::tempdir().expect("a folder");
    let dir = dir.path();
    let write = |name: &str, text: &str| std::fs::write(dir.join(name), text).expect("written");
    write("a.s", SOURCE);
    write("script.ld", SCRIPT);
    let mut held = 0;
    for t in TARGETS {
        let assembled = tool(dir, t.assembler, &["a.s", "-o", "a.o"]);
        let reads = tool(dir, &[t.objdump], &["--version"]);
        if assembled.is_none() || reads.is_none() {
            skip::skipped(&format!("there is no {} or {}", t.assembler[0], t.objdump));
            continue;
        }
        for linker in t.linkers {
            if tool(dir, &linker[..1], &["--version"]).is_none() {
                skip::skipped(&format!("there is no {}", linker[0]));
                continue;
            }
            let mut of_linker = 0;
            for options in OPTIONS {
                let what = format!("{} {}", linker.join(" "), options.join(" "));
                let words = [*options, &["a.o", "-o", "a.elf"]].concat();
                // Not every linker has every option.
                if tool(dir, linker, &words).is_none() {
                    continue;
                }
                let file = std::fs::read(dir.join("a.elf")).expect("it was linked");
                let image = Image::parse(Path::new("a.elf"), &file, t.expected);
                let image = image.unwrap_or_else(|e| panic!("{what}: {e}"));
                let text = tool(dir, &[t.objdump], &["-h", "a.elf"]).expect("it is read");
                let sections = sections(&text);
                assert!(sections.len() >= 3, "{what}: {text}");
                assert!(
                    sections.iter().any(|s| s.name.starts_with(".note")),
                    "{what}"
                );
                hold(&image, &file, &sections, &what);
                of_linker += 1;
            }
            assert!(of_linker >= 5, "{}: {of_linker}", linker.join(" "));
            held += of_linker;
        }
    }
    eprintln!("{held} layouts");
}

/// A program header made by hand: file offset and size, load address, address, size in memory.
type Program = (u32, u32, u32, u32, u32);

/// A section made by hand: type, flags, address, file offset, size.
type Made = (u32, u32, u32, u32, u32);

const PROGBITS: u32 = 1;
const NOTE: u32 = 7;
const NOBITS: u32 = 8;
const ALLOC: u32 = 2;

/// An ELF executable for SPARC of these program headers and sections, with its entry at `entry`. Behind the headers, up
/// to `end`, the byte at each offset of the file is that offset.
fn made(entry: u32, programs: &[Program], sections: &[Made], end: u32) -> Vec<u8> {
    let headers = 52 + 32 * programs.len() as u32;
    let mut out = b"\x7fELF\x01\x02\x01".to_vec();
    out.resize(16, 0);
    let half = |out: &mut Vec<u8>, v: u16| out.extend(v.to_be_bytes());
    let word = |out: &mut Vec<u8>, v: u32| out.extend(v.to_be_bytes());
    half(&mut out, 2);
    half(&mut out, 2);
    let table = if sections.is_empty() { 0 } else { end };
    for v in [1, entry, 52, table, 0] {
        word(&mut out, v);
    }
    let count = if sections.is_empty() {
        0
    } else {
        sections.len() as u16 + 1
    };
    for v in [52, 32, programs.len() as u16, 40, count, 0] {
        half(&mut out, v);
    }
    for &(offset, in_file, pa, va, in_memory) in programs {
        for v in [1, offset, va, pa, in_file, in_memory, 7, 4] {
            word(&mut out, v);
        }
    }
    assert_eq!(out.len() as u32, headers);
    out.extend((headers..end).map(|at| at as u8));
    if !sections.is_empty() {
        out.resize(out.len() + 40, 0);
        for &(kind, flags, at, offset, size) in sections {
            for v in [0, kind, flags, at, offset, size, 0, 0, 4, 0] {
                word(&mut out, v);
            }
        }
    }
    out
}

/// Where segments are loaded, and how many bytes they have in the file and in memory.
fn segments(file: &[u8]) -> Result<Vec<(u64, usize, u64, bool)>, String> {
    let image = Image::parse(Path::new("a.elf"), file, BIG)?;
    let all = image.segments.iter();
    for s in all.clone() {
        // What is loaded is what the file has there.
        let of_file = |b: &u8| file.get(usize::from(*b)) == Some(b);
        assert!(s.bytes.iter().all(of_file), "{:?}", s.bytes);
    }
    Ok(all
        .map(|s| (s.pa, s.bytes.len(), s.room(), s.notes))
        .collect())
}

#[test]
fn notes_behind_the_header_are_loaded() {
    let programs = [(0, 0xc0, 0x1000, 0x1000, 0xc0)];
    let notes = (NOTE, ALLOC, 0x1080, 0x80, 0x20);
    let text = (PROGBITS, ALLOC, 0x10a0, 0xa0, 0x20);
    let file = made(0x10a0, &programs, &[notes, text], 0xc0);
    let expected = vec![(0x1080, 0x20, 0x20, true), (0x10a0, 0x20, 0x20, false)];
    assert_eq!(segments(&file), Ok(expected));
    // Notes behind the text are a part of it, and notes that no memory is set aside for are none.
    let behind = [
        (PROGBITS, ALLOC, 0x1080, 0x80, 0x20),
        (NOTE, ALLOC, 0x10a0, 0xa0, 0x20),
    ];
    let file = made(0x1080, &programs, &behind, 0xc0);
    assert_eq!(segments(&file), Ok(vec![(0x1080, 0x40, 0x40, false)]));
    let file = made(0x10a0, &programs, &[(NOTE, 0, 0, 0x80, 0x20), text], 0xc0);
    assert_eq!(segments(&file), Ok(vec![(0x10a0, 0x20, 0x20, false)]));
    // A segment of notes alone, and one of the header alone.
    let two = [
        (0, 0xa0, 0x1000, 0x1000, 0xa0),
        (0xa0, 0x20, 0x3000, 0x3000, 0x20),
    ];
    let text = (PROGBITS, ALLOC, 0x3000, 0xa0, 0x20);
    let file = made(0x3000, &two, &[notes, text], 0xc0);
    let expected = vec![(0x1080, 0x20, 0x20, true), (0x3000, 0x20, 0x20, false)];
    assert_eq!(segments(&file), Ok(expected));
    let file = made(0x3000, &two, &[text], 0xc0);
    assert_eq!(segments(&file), Ok(vec![(0x3000, 0x20, 0x20, false)]));
    // Without sections nothing is known.
    let file = made(0x1080, &programs, &[], 0xc0);
    let image = Image::parse(Path::new("a.elf"), &file, BIG).expect("it is one");
    assert_eq!(
        (image.segments[0].pa, image.segments[0].bytes.len()),
        (0x1000, 0xc0)
    );
}

/// Padding in front of a section is not loaded, and is in nobody's way.
#[test]
fn padding_in_front_of_a_section_is_left_out() {
    let programs = [
        (0x80, 0x20, 0x1000, 0x1000, 0x20),
        (0x80, 0x40, 0x1000, 0x1000, 0x40),
    ];
    let first = (PROGBITS, ALLOC, 0x1000, 0x80, 0x10);
    let second = (PROGBITS, ALLOC, 0x1020, 0xa0, 0x20);
    // The second segment begins with what the first one has.
    let file = made(0x1000, &programs[..1], &[first, second], 0xc0);
    assert_eq!(segments(&file), Ok(vec![(0x1000, 0x20, 0x20, false)]));
    let behind = [programs[0], (0x90, 0x30, 0x1010, 0x1010, 0x30)];
    let file = made(0x1000, &behind, &[first, second], 0xc0);
    let expected = vec![(0x1000, 0x20, 0x20, false), (0x1020, 0x20, 0x20, false)];
    assert_eq!(segments(&file), Ok(expected));
    let file = made(0x1000, &programs, &[first, second], 0xc0);
    let error = segments(&file).expect_err("both load the same");
    assert!(
        error.contains("segment 1 at 0x1000 overlaps the one at 0x1000"),
        "{error}"
    );
}

/// Zeros are loaded nowhere: binutils 2.20 of the TriCore package gives them the load address of what lies in front of
/// them, and a place in the file that may be behind its end.
#[test]
fn zeros_overlap_with_nothing() {
    let programs = [
        (0x100, 0x10, 0x8000, 0x2000, 0x10),
        (0x110, 0, 0x8000, 0x3000, 0x100),
        (0x4000, 0, 0x8004, 0x3080, 0x80),
        (0x110, 0x10, 0x8010, 0xa010, 0x400),
        (0x120, 0x10, 0x8020, 0x4000, 0x10),
    ];
    let data = |at: u32, offset: u32| (PROGBITS, ALLOC, at, offset, 0x10);
    let zeros = (NOBITS, ALLOC, 0x3000, 0x110, 0x100);
    let sections = [
        data(0x2000, 0x100),
        zeros,
        data(0xa010, 0x110),
        data(0x4000, 0x120),
    ];
    let file = made(0x2000, &programs, &sections, 0x130);
    let image = Image::parse(Path::new("a.elf"), &file, BIG).expect("it is one");
    let all: Vec<(u64, u64)> = image.segments.iter().map(|s| (s.pa, s.room())).collect();
    let expected = [
        (0x8000, 0x10),
        (0x8000, 0),
        (0x8004, 0),
        (0x8010, 0x10),
        (0x8020, 0x10),
    ];
    assert_eq!(all, expected);
}

/// A session on `board` with the image `file`.
fn session(board: &str, file: &[u8]) -> (Session, PathBuf, tempfile::TempDir) {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("a.elf");
    std::fs::write(&path, file).expect("it can be written");
    let options = Options {
        images: vec![(path.clone(), vec![0])],
        ..Options::default()
    };
    let board = open_board(board, &[]).expect("it is a board");
    (Session::new(&board, options).expect("it loads"), path, dir)
}

/// The zeros of one segment come in front of what another one loads there, in either order.
#[test]
fn zeros_do_not_clear_what_is_loaded() {
    let data = (0xa0, 0x20, 0x2010, 0x2010, 0x20);
    let zeros = (0xc0, 0, 0x2000, 0x2000, 0x100);
    for programs in [[data, zeros], [zeros, data]] {
        let section = (PROGBITS, ALLOC, 0x2010, 0xa0, 0x20);
        let file = made(0x2010, &programs, &[section], 0xc0);
        let (session, _, _dir) = session("gr740", &file);
        let held = session
            .machine()
            .memory()
            .peek(0x2000, 0x40)
            .expect("memory");
        let expected: Vec<u8> = (0xa0..0xc0).collect();
        assert_eq!(&held[0x10..0x30], &expected, "{programs:?}");
        assert!(held[..0x10].iter().chain(&held[0x30..]).all(|&b| b == 0));
    }
}

/// Notes are loaded where there is memory; where there is none they are left out, and a warning says so.
#[test]
fn notes_without_memory_are_left_out_with_a_warning() {
    let notes = |at: u32| (NOTE, ALLOC, at, 0xa0, 0x10);
    let text = (PROGBITS, ALLOC, 0x2000, 0xb0, 0x10);
    for (at, there) in [(0x1000, true), (0xd000_0000, false)] {
        let programs = [
            (0, 0xb0, at - 0xa0, at - 0xa0, 0xb0),
            (0xb0, 0x10, 0x2000, 0x2000, 0x10),
        ];
        let file = made(0x2000, &programs, &[notes(at), text], 0xc0);
        let (session, path, _dir) = session("gr740", &file);
        let machine = session.machine();
        let held = machine.memory().peek(at.into(), 0x10);
        let expected: Vec<u8> = (0xa0..0xb0).collect();
        assert_eq!(held, there.then_some(&expected[..]));
        let warnings = machine.warnings();
        let about = format!(
            "{}: its notes at 0xd0000000 to 0xd0000010 are in no memory of the board and are left out",
            path.display()
        );
        let told = warnings.iter().any(|w| w.contains(&about));
        assert_eq!(told, !there, "{warnings:?}");
    }
}
