//! Images that cannot be run: exit code 3, one line with file, cause and remedy.

use crate::common::{file, refused, run, say};
use conformance::prebuilt;
use conformance::tiny::{self, Part, Tiny};
use std::path::Path;

#[track_caller]
fn refuse(bytes: &[u8], parts: &[&str]) {
    let (_dir, path) = file(bytes);
    let mut all = vec!["image.elf: "];
    all.extend(parts);
    refused(&run(&path, &[]), 3, &all);
}

fn good() -> Tiny {
    Tiny::new(&tiny::exit(0))
}

#[test]
fn a_sound_tiny_image_runs() {
    let (_dir, path) = file(&good().bytes());
    let said = run(&path, &["--quiet"]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let (_dir, path) = file(&Tiny::new(&tiny::exit(7)).bytes());
    let said = run(&path, &["--quiet"]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert!(said.err.contains("status 7"), "{}", said.err);
}

#[test]
fn no_such_file() {
    let said = run(Path::new("no/such.elf"), &[]);
    refused(&said, 3, &["no/such.elf: cannot be read", "No such file"]);
}

#[test]
fn a_directory() {
    let said = run(Path::new("/"), &[]);
    refused(&said, 3, &["/: cannot be read", "directory"]);
}

#[test]
fn empty_and_no_elf() {
    refuse(b"", &["is empty", "give the linked firmware image"]);
    refuse(
        b"hello\n",
        &["is not an ELF file", "give the linked firmware image"],
    );
    refuse(b"\x7fEL", &["is not an ELF file"]);
    let dir = tempfile::tempdir().expect("a temporary directory");
    let source = dir.path().join("app.c");
    std::fs::write(&source, "int main(void) { return 0; }\n").expect("it can be written");
    let said = run(&source, &[]);
    refused(&said, 3, &["is source code; compile and link it"]);
}

#[test]
fn images_for_other_machines() {
    if Path::new("/bin/true").exists() {
        let said = run(Path::new("/bin/true"), &[]);
        refused(
            &said,
            3,
            &[
                "/bin/true: ",
                "e_machine",
                "runs SPARC V8",
                "built for this board",
            ],
        );
    }
    let mut t = good();
    t.machine = 44;
    refuse(&t.bytes(), &["is for TRICORE", "e_machine 44", "SPARC V8"]);
    t.machine = 2;
    t.little_endian = true;
    refuse(&t.bytes(), &["is little-endian", "built for this board"]);
}

#[test]
fn objects_are_not_executables() {
    let mut t = good();
    t.kind = 1;
    refuse(&t.bytes(), &["not an executable", "link it"]);
}

#[test]
fn truncated_images() {
    for name in ["hello", "lu"] {
        let whole = std::fs::read(prebuilt(name)).expect("the image is there");
        let n = whole.len();
        for cut in [
            5,
            16,
            40,
            52,
            60,
            100,
            0x1000,
            n / 4,
            n / 2,
            3 * n / 4,
            n - 1000,
        ] {
            refuse(&whole[..cut], &["truncated", "again"]);
        }
    }
}

#[test]
fn segments_that_overlap() {
    let mut t = good();
    t.parts[1].at = 0x800;
    refuse(
        &t.bytes(),
        &[
            "segment 1 at 0x800 overlaps the one at 0x0",
            "linker script",
        ],
    );
}

#[test]
fn segments_outside_memory() {
    let mut t = good();
    t.parts.push(Part {
        at: 0xd000_0000,
        bytes: vec![0; 16],
    });
    refuse(
        &t.bytes(),
        &[
            "segment at 0xd0000000",
            "outside the board's memories",
            "sdram",
            "link for this board",
        ],
    );
    // Half in, half out.
    t.parts[2].at = 0x0fff_fff8;
    refuse(
        &t.bytes(),
        &["segment at 0xffffff8", "outside the board's memories"],
    );
    t.parts[2].at = 0xffff_fff8;
    refuse(&t.bytes(), &["segment"]);
}

#[test]
fn impossible_sizes() {
    let mut bytes = good().bytes();
    // The first program header's p_memsz, below its p_filesz.
    bytes[52 + 20..52 + 24].copy_from_slice(&4u32.to_be_bytes());
    refuse(&bytes, &["segment 0 has impossible sizes"]);
    bytes[52 + 20..52 + 24].copy_from_slice(&0xffff_ffffu32.to_be_bytes());
    refuse(
        &bytes,
        &["0xffffffff bytes", "outside the board's memories"],
    );
}

#[test]
fn entries_outside_memory() {
    let mut bytes = std::fs::read(prebuilt("hello")).expect("the image is there");
    bytes[24..28].copy_from_slice(&0xe000_0000u32.to_be_bytes());
    refuse(
        &bytes,
        &[
            "the entry 0xe0000000 is outside the board's memories",
            "link for this board",
        ],
    );
    bytes[24..28].copy_from_slice(&2u32.to_be_bytes());
    refuse(&bytes, &["the entry 0x2 is not on a word boundary"]);
}

#[test]
fn other_commands_refuse_likewise() {
    refused(
        &say(&["disasm", "no/such.elf"]),
        3,
        &["no/such.elf: cannot be read"],
    );
    let (_dir, path) = file(b"hello");
    let path = path.to_str().expect("UTF-8");
    refused(&say(&["disasm", path]), 3, &["is not an ELF file"]);
    let hello = prebuilt("hello");
    let hello = hello.to_str().expect("UTF-8");
    refused(
        &say(&["disasm", hello, "--function", "nobody*"]),
        3,
        &["no function matches `nobody*`"],
    );
}
