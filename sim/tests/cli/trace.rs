//! `trace cat`, `trace check` and `trace convert`: what they print, and traces that are damaged.

use crate::common::{Said, holds, refused, say};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// One event, `tick`, with a number of 32 bits; packets with sizes, times and numbers.
const METADATA: &str = "/* CTF 1.8 */
typealias integer { size = 8; align = 8; } := u8;
typealias integer { size = 32; align = 8; } := u32;
trace { major = 1; minor = 8; byte_order = le; packet.header := struct { u32 magic; u8 stream_id; }; };
clock { name = c; freq = 1000000; };
typealias integer { size = 64; align = 8; map = clock.c.value; } := ts;
stream { id = 0; packet.context := struct { u32 packet_size; u32 content_size;
  ts timestamp_begin; ts timestamp_end; u32 events_discarded; u32 packet_seq_num; };
  event.header := struct { u8 id; ts timestamp; }; };
event { name = tick; id = 0; stream_id = 0; fields := struct { u32 _n; }; };
event { name = tock; id = 1; stream_id = 0; };
";

/// Bytes of header and context, of a packet with two events, and of one event `tick`.
const HEAD: usize = 37;
const PACKET: usize = HEAD + TICK + 9 + 3;
const TICK: usize = 13;

/// Packet number `n`: a `tick` at 1000 n and a `tock` 500 us later; three bytes of padding.
fn packet(n: u32) -> Vec<u8> {
    let begin = 1000 * u64::from(n);
    let mut p = 0xc1fc_1fc1u32.to_le_bytes().to_vec();
    p.push(0);
    p.extend((8 * PACKET as u32).to_le_bytes());
    p.extend((8 * (PACKET - 3) as u32).to_le_bytes());
    p.extend(begin.to_le_bytes());
    p.extend((begin + 500).to_le_bytes());
    p.extend(0u32.to_le_bytes());
    p.extend(n.to_le_bytes());
    assert_eq!(p.len(), HEAD);
    p.push(0);
    p.extend(begin.to_le_bytes());
    p.extend(n.to_le_bytes());
    p.push(1);
    p.extend((begin + 500).to_le_bytes());
    p.extend([0x55; 3]);
    p
}

fn trace(metadata: &str, stream: &[u8]) -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    fs::write(dir.path().join("metadata"), metadata).expect("written");
    fs::write(dir.path().join("stream"), stream).expect("written");
    dir
}

/// Three packets, changed by `change`.
fn changed(change: impl FnOnce(&mut Vec<u8>)) -> TempDir {
    let mut bytes: Vec<u8> = (0..3).flat_map(packet).collect();
    change(&mut bytes);
    trace(METADATA, &bytes)
}

fn word(dir: &Path) -> &str {
    dir.to_str().expect("UTF-8")
}

fn on(command: &str, dir: &TempDir, more: &[&str]) -> Said {
    let mut words = vec!["trace", command, word(dir.path())];
    words.extend(more);
    say(&words)
}

#[test]
fn events_are_printed_in_order_and_chosen_by_time_and_name() {
    let dir = changed(|_| ());
    let all = on("cat", &dir, &[]);
    assert_eq!((all.code, all.err.as_str()), (Some(0), ""));
    let expected = "[0.000000000] tick: { n = 0 }\n[0.000500000] tock: \n\
        [0.001000000] tick: { n = 1 }\n[0.001500000] tock: \n\
        [0.002000000] tick: { n = 2 }\n[0.002500000] tock: \n";
    assert_eq!(all.out, expected);
    let some = on(
        "cat",
        &dir,
        &["--begin", "1ms", "--end", "0.002", "--event", "ti*"],
    );
    assert_eq!(
        some.out,
        "[0.001000000] tick: { n = 1 }\n[0.002000000] tick: { n = 2 }\n"
    );
    let cycles = on("cat", &dir, &["--cycles", "--begin", "2500us"]);
    assert_eq!(cycles.out, "[00000000000000002500] tock: \n");
    let json = on("cat", &dir, &["--json", "--end", "0"]);
    let event: serde_json::Value = serde_json::from_str(&json.out).expect("one object");
    assert_eq!(
        (&event["name"], &event["fields"]["n"]),
        (&"tick".into(), &0.into())
    );
    let typo = on("cat", &dir, &["--event", "tik"]);
    refused(&typo, 3, &["--event tik", "did you mean `tick`?", "tock"]);
    let wrong = on("cat", &dir, &["--begin", "soon"]);
    refused(&wrong, 2, &["`soon` is no time"]);
}

#[test]
fn a_sound_trace_passes_with_a_line_per_stream() {
    let said = on("check", &changed(|_| ()), &[]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let expected = "stream  packets  events  lost  defects  first ns  last ns\n\
        stream        3       6     0        0         0  2500000\n";
    assert_eq!(said.out, expected);
}

/// What is damaged, what is said of it, and events that are left.
type Case = (
    &'static str,
    fn(&mut Vec<u8>),
    &'static [&'static str],
    usize,
);

const DAMAGED: &[Case] = &[
    (
        "torn",
        |b| b.truncate(2 * PACKET + HEAD + 20),
        &[
            "stream: packet 2, event 1, byte 181",
            "the packet is torn: it says that it has 62 bytes, but there are 57",
        ],
        5,
    ),
    (
        "torn within its header",
        |b| b.truncate(2 * PACKET + 7),
        &[
            "stream: packet 2, byte 129",
            "the packet is torn: there are 7 bytes of it, fewer than header and context have",
        ],
        4,
    ),
    (
        "overwritten with nothing of sense",
        |b| b[PACKET + 2..PACKET + 50].fill(0xee),
        &[
            "stream: packet 1, byte 62",
            "the magic number is 0xeeee1fc1, not 0xc1fc1fc1",
        ],
        4,
    ),
    (
        "overwritten by an older packet",
        |b| b[2 * PACKET..].copy_from_slice(&packet(1)),
        &[
            "stream: packet 2, byte 124",
            "packet_seq_num is 1, expected 2",
            "timestamp_begin 1000 is before the end 1500",
        ],
        6,
    ),
    (
        "wrong magic",
        |b| b[0] = 0,
        &["stream: packet 0, byte 0", "the magic number is 0xc1fc1f00"],
        4,
    ),
    (
        "a stream that the metadata does not have",
        |b| b[PACKET + 4] = 7,
        &[
            "stream: packet 1, byte 62",
            "the metadata has no stream 7; use the metadata that was made together with the tracer",
        ],
        4,
    ),
    (
        "an event that the metadata does not have",
        |b| b[HEAD + TICK] = 9,
        &[
            "stream: packet 0, event 1, byte 50",
            "stream 0 has no event 9",
        ],
        5,
    ),
    (
        "an event longer than its packet",
        |b| b[PACKET + HEAD + TICK] = 0,
        &[
            "stream: packet 1, event 1 `tick`, byte 121",
            "a number of 32 bits at bit 472, but the content ends at bit 472",
        ],
        5,
    ),
    (
        "a time that runs back",
        |b| b[PACKET + HEAD + TICK + 2] = 0,
        &[
            "stream: packet 1, event 1 `tock`, byte 112",
            "its time 220 is before timestamp_begin 1000",
        ],
        6,
    ),
    (
        "sizes of nonsense",
        |b| b[PACKET + 9..PACKET + 13].fill(0xff),
        &[
            "stream: packet 1, byte 62",
            "content_size is 4294967295 bits, more than packet_size, 496 bits",
        ],
        4,
    ),
];

#[test]
fn damage_is_told_with_its_place_and_the_rest_is_read() {
    for (what, change, parts, events) in DAMAGED {
        let dir = changed(change);
        let check = on("check", &dir, &[]);
        assert_eq!(check.code, Some(1), "{what}: {}", check.err);
        holds(&check.err, parts);
        for line in check.err.lines() {
            assert!(line.starts_with("trueboard: "), "{what}: {line}");
        }
        // Nothing else is blamed for it.
        assert!(
            check.err.lines().count() < parts.len(),
            "{what}: {}",
            check.err
        );
        let cat = on("cat", &dir, &[]);
        assert_eq!(cat.out.lines().count(), *events, "{what}: {}", cat.out);
        let json = on("check", &dir, &["--json"]);
        let value: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
        assert_eq!(
            (json.code, &value["passes"]),
            (Some(1), &false.into()),
            "{what}"
        );
        assert_eq!(value["streams"][0]["events"], *events, "{what}");
        assert!(value["defects"][0]["byte"].is_u64(), "{what}");
        // What can be read is converted, but for what runs back in time, and is sound then.
        let out = tempfile::tempdir().expect("a temporary directory");
        let to = out.path().join("plain");
        let converted = on("convert", &dir, &["--to", "ctf", "--out", word(&to)]);
        assert_eq!(converted.code, Some(1), "{what}");
        let left_out = converted.err.matches("it is left out").count();
        let sound = say(&["trace", "check", word(&to)]);
        assert_eq!(sound.code, Some(0), "{what}: {}", sound.err);
        let again = say(&["trace", "cat", word(&to)]);
        assert_eq!(again.code, Some(0), "{what}");
        assert_eq!(again.out.lines().count() + left_out, *events, "{what}");
        assert!(again.out.lines().all(|l| cat.out.contains(l)), "{what}");
    }
}

#[test]
fn what_cannot_be_read_at_all_is_one_line() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let none = on("check", &dir, &[]);
    refused(
        &none,
        3,
        &["is no CTF trace: there is no file `metadata`; name the directory"],
    );
    let missing = say(&["trace", "cat", "/nowhere/at/all"]);
    refused(&missing, 3, &["/nowhere/at/all"]);
    let file = say(&[
        "trace",
        "check",
        word(&changed(|_| ()).path().join("stream")),
    ]);
    refused(
        &file,
        3,
        &["stream is no CTF trace: it is a file; name the directory"],
    );
    let wrong = trace(&METADATA.replace("u32 _n", "u33 _n"), &packet(0));
    let said = on("check", &wrong, &[]);
    refused(
        &said,
        3,
        &[
            "metadata:10:",
            "no type is called `u33` here; declare it before",
        ],
    );
    let order = trace(
        &METADATA.replace("byte_order = le", "byte_order = be"),
        &packet(0),
    );
    let said = on("check", &order, &[]);
    assert_eq!(said.code, Some(1));
    holds(
        &said.err,
        &["packet 0, byte 0", "the metadata has the wrong byte_order"],
    );
}

#[test]
fn conversions_say_where_they_went_or_why_not() {
    let dir = changed(|_| ());
    let out = tempfile::tempdir().expect("a temporary directory");
    for (format, name) in [
        ("paraver", "t.prv"),
        ("perfetto", "t.json"),
        ("ctf", "plain"),
    ] {
        let to = out.path().join(name);
        let said = on("convert", &dir, &["--to", format, "--out", word(&to)]);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
        assert_eq!(
            said.out,
            format!("6 events of 1 streams to {}\n", to.display())
        );
        assert!(to.exists());
    }
    let to = word(out.path());
    let format = on("convert", &dir, &["--to", "fst", "--out", to]);
    refused(
        &format,
        2,
        &["--to fst: unknown trace format `fst`; known are ctf, paraver, perfetto and vcd"],
    );
    let foreign = on("convert", &dir, &["--to", "ctf", "--out", to]);
    refused(&foreign, 3, &["is not empty and holds"]);
    let itself = on("convert", &dir, &["--to", "ctf", "--out", word(dir.path())]);
    refused(&itself, 2, &["--out", "overwrite an input"]);
}

/// Addresses that firmware traced get the names of an image's functions, of those streams that run it.
#[test]
fn addresses_of_functions_get_names() {
    let elf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../firmware/prebuilt/gr740/lu.elf");
    let elf = word(&elf);
    let listing = say(&["disasm", elf, "--function", "main"]).out;
    let main = listing.lines().find_map(|l| l.strip_suffix(" <main>:"));
    let main = u32::from_str_radix(main.expect("the address of main"), 16).expect("a number");
    let metadata = METADATA
        .replace("name = tick", "name = func_entry")
        .replace("_n", "_addr")
        .replace("name = tock", "name = func_exit");
    let stream: Vec<u8> = [main, main + 4, 0xfff0_0000]
        .into_iter()
        .zip(0..)
        .flat_map(|(at, n)| {
            let mut p = packet(n);
            p[HEAD + 9..HEAD + TICK].copy_from_slice(&at.to_le_bytes());
            p
        })
        .collect();
    let dir = trace(&metadata, &stream);
    let out = dir.path().with_extension("json");
    let to = |symbols: &str| {
        let words = [
            "--to",
            "perfetto",
            "--out",
            word(&out),
            "--symbols",
            symbols,
        ];
        on("convert", &dir, &words)
    };
    for symbols in [elf.to_owned(), format!("str*={elf}")] {
        assert_eq!(to(&symbols).code, Some(0));
        let text = fs::read_to_string(&out).expect("written");
        holds(&text, &["\"main\"", "\"main+0x4\"", "\"0xfff00000\""]);
    }
    refused(
        &to(&format!("other={elf}")),
        3,
        &["other", "there are stream"],
    );
    refused(&to("sobl"), 3, &["sobl", "sobel"]);
    let copy = dir.path().with_extension("copy");
    let words = ["--to", "ctf", "--out", word(&copy), "--symbols", elf];
    refused(&on("convert", &dir, &words), 2, &["paraver"]);
    fs::remove_file(out).expect("it was written");
}
