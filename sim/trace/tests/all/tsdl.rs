//! Metadata that cannot be understood: place, cause and remedy, never more.

use std::path::Path;
use trueboard_trace::read::ctf::Metadata;

const TRACE: &str = "trace { major = 1; minor = 8; byte_order = le; };\n";

/// What is said of a text behind the trace block.
fn said(text: &str) -> String {
    whole(&format!("{TRACE}{text}"))
}

fn whole(text: &str) -> String {
    match Metadata::from_file(text.as_bytes(), Path::new("metadata")) {
        Ok(_) => "nothing".to_owned(),
        Err(e) => e.to_string(),
    }
}

#[test]
fn mistakes_have_a_place_a_cause_and_a_remedy() {
    let u8 = "integer { size = 8; }";
    let field = |f: &str| format!("event {{ name = e; fields := struct {{ {f} }}; }};");
    for (text, expected) in [
        (
            "event { name = e }; ",
            "metadata:2:18: expected `;`, found `}`; an attribute ends with ;",
        ),
        (
            "stream { ",
            "metadata:2:10: expected a name, found the end of the text; the metadata is not TSDL 1.8, or damaged",
        ),
        (
            "event { id = 1; };",
            "metadata:2:1: an event without a name; give it one: name = …;",
        ),
        (
            "typealias foo := bar;",
            "metadata:2:11: no type is called `foo` here; declare it before it is used",
        ),
        (
            &field("integer { size = 65; } x;"),
            "metadata:2:38: an integer of 65 bits; readers take 1 to 64; mend the metadata, or what makes it",
        ),
        (
            &field("integer { size = 8; align = 3; } x;"),
            "metadata:2:38: an alignment of 3 bits; an alignment is a power of two",
        ),
        (
            &field("integer { size = 8; map = clock.c.value; } x;"),
            "metadata:2:58: no clock is called `c`; declare it with `clock { name = …; };`",
        ),
        (
            &field("integer { size = 8; signed = maybe; } x;"),
            "metadata:2:58: `signed` is not true or false; mend the metadata, or what makes it",
        ),
        (
            &field("floating_point { exp_dig = 5; mant_dig = 11; } x;"),
            "metadata:2:38: a floating point number that has neither exp_dig 8 and mant_dig 24 nor 11 and 53; use 32 or 64 bits of IEEE 754",
        ),
        (
            &field(&format!("{u8} a; {u8} _a;")),
            "metadata:2:85: two fields are called `a`; mend the metadata, or what makes it",
        ),
        (
            &field(&format!("{u8} a[n];")),
            "metadata:2:1: the length of `a`: there is no field `n` before it; name an integer or enum that stands before it",
        ),
        (
            &field(&format!("{u8} n; variant <n> {{ {u8} a; }} v;")),
            "metadata:2:1: the tag of the variant `v`: it is no enum; name an integer or enum that stands before it",
        ),
        (
            &field(&format!("enum : {u8} {{ A = 5 ... 2 }} x;")),
            "metadata:2:69: the range 5 ... 2 of `A` is empty; write the lower end first",
        ),
        (
            "event { name = e; stream_id = 3; };",
            "metadata:2:1: event `e` is of stream 3, which is not declared; mend the metadata, or what makes it",
        ),
        (
            "event { name = e; id = 1; };\nevent { name = f; id = 1; };",
            "metadata:3:1: a second event of stream 0 has the id 1 of `e`; mend the metadata, or what makes it",
        ),
        (
            "clock { freq = 3; };",
            "metadata:2:1: a clock without a name; give it one: name = …;",
        ),
        (
            "clock { name = c; freq = 0; };",
            "metadata:2:1: clock `c` has a frequency of 0; mend the metadata, or what makes it",
        ),
        (
            "/* no end",
            "metadata:2:1: this comment has no end; close it with */",
        ),
        (
            "env { x = \"no end\n; };",
            "metadata:2:11: this string has no end; close it with a quote",
        ),
        (
            "env { x = 0x; };",
            "metadata:2:11: `0x` is no number of 64 bits; numbers are decimal, 0x hexadecimal, 0 octal or 0b binary",
        ),
        (
            "§",
            "metadata:2:1: `\\u{a7}` has no meaning here; the metadata is not TSDL, or damaged",
        ),
    ] {
        assert_eq!(said(text), expected);
    }
}

#[test]
fn a_trace_block_is_needed_and_its_version_is_1_8() {
    assert!(whole("").starts_with("metadata:1:1: there is no trace block;"));
    let two = whole("trace { byte_order = le; major = 2; minor = 0; };");
    assert_eq!(
        two,
        "metadata:1:1: this is CTF 2.0; only CTF 1.8 can be read"
    );
    assert!(whole("\u{1e}{}").contains("CTF 2, a JSON sequence"));
    assert!(whole("trace { major = 1; minor = 8; };").contains("no byte_order of its own"));
    assert!(whole("trace { byte_order = le; uuid = \"12\"; };").contains("`12` is no UUID"));
    assert!(said("trace { byte_order = le; };").contains("a second trace block"));
    let bytes = [0xff, 0xfe];
    let error = Metadata::from_file(&bytes, Path::new("metadata")).expect_err("no text");
    assert!(
        error
            .to_string()
            .contains("byte 0 of the metadata text is not UTF-8")
    );
}

#[test]
fn types_that_grow_without_end_are_refused() {
    let deep = format!(
        "event {{ name = e; fields := {} integer {{ size = 8; }} {} ; }};",
        "struct { ".repeat(60),
        "x; }".repeat(60)
    );
    assert!(
        said(&deep).contains("types nest deeper than 48 levels"),
        "{}",
        said(&deep)
    );
    let mut doubled = String::from("struct s0 { integer { size = 8; } x; };\n");
    for i in 0..64 {
        doubled += &format!("struct s{} {{ struct s{i} a; struct s{i} b; }};\n", i + 1);
    }
    assert!(said(&doubled).contains("the types have more than 1048576 fields in all"));
    let mut chain = String::from("typealias integer { size = 8; } := t0;\n");
    for i in 0..200 {
        chain += &format!("typedef t{i} t{}[2];\n", i + 1);
    }
    assert!(said(&chain).contains("types nest deeper than 96 levels"));
}

#[test]
fn metadata_packets_are_checked() {
    let mut packet = 0x75d1_1d57u32.to_le_bytes().to_vec();
    packet.resize(37, 0);
    let error = |bytes: &[u8]| {
        let e = Metadata::from_file(bytes, Path::new("metadata")).expect_err("damaged");
        e.to_string()
    };
    let sizes = error(&packet);
    assert!(
        sizes.contains("metadata packet 0 at byte 0 says that it has 0 bytes of 0"),
        "{sizes}"
    );
    assert!(error(&packet[..20]).contains("ends within its header"));
    packet[24..28].copy_from_slice(&(8 * 37u32).to_le_bytes());
    packet[28..32].copy_from_slice(&(8 * 37u32).to_le_bytes());
    packet[32] = 1;
    assert!(error(&packet).contains("is compressed"));
    packet[32] = 0;
    packet.extend([1; 40]);
    assert!(error(&packet).contains("packet 1 at byte 37 does not begin with the magic number"));
}
