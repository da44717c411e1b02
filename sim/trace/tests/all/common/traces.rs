//! CTF traces made by hand, byte by byte.

use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Numbers in a byte order.
#[derive(Clone, Copy, Debug)]
pub struct Bytes {
    pub big: bool,
}

impl Bytes {
    pub fn u16(self, v: u16) -> Vec<u8> {
        let b = if self.big {
            v.to_be_bytes()
        } else {
            v.to_le_bytes()
        };
        b.to_vec()
    }

    pub fn u32(self, v: u32) -> Vec<u8> {
        let b = if self.big {
            v.to_be_bytes()
        } else {
            v.to_le_bytes()
        };
        b.to_vec()
    }

    pub fn u64(self, v: u64) -> Vec<u8> {
        let b = if self.big {
            v.to_be_bytes()
        } else {
            v.to_le_bytes()
        };
        b.to_vec()
    }
}

/// A trace of one stream, `stream`.
pub fn trace(metadata: &str, stream: &[u8]) -> TempDir {
    let dir = tempfile::tempdir().expect("temp");
    write(dir.path(), "metadata", metadata.as_bytes());
    write(dir.path(), "stream", stream);
    dir
}

pub fn write(dir: &Path, name: &str, bytes: &[u8]) {
    fs::write(dir.join(name), bytes).expect("write");
}

pub const UUID: [u8; 16] = [
    0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff,
];

/// Two events: `tick`, a number and a text, and `tock`, nothing; a counter of lost events and of
/// packets.
pub const SIMPLE: &str = r#"/* CTF 1.8 */
typealias integer { size = 8; align = 8; signed = false; } := u8;
typealias integer { size = 32; align = 8; signed = false; } := u32;
typealias integer { size = 64; align = 8; signed = false; } := u64;
trace { major = 1; minor = 8; byte_order = le; uuid = "00112233-4455-6677-8899-aabbccddeeff";
  packet.header := struct { u32 magic; u8 uuid[16]; u32 stream_id; }; };
clock { name = c; freq = 1000000000; };
typealias integer { size = 64; align = 8; signed = false; map = clock.c.value; } := ts;
stream { id = 0;
  packet.context := struct { ts timestamp_begin; ts timestamp_end; u64 content_size;
    u64 packet_size; u32 events_discarded; u32 packet_seq_num; };
  event.header := struct { u8 id; ts timestamp; }; };
event { name = tick; id = 0; stream_id = 0; fields := struct { u32 _n; string _text; }; };
event { name = tock; id = 1; stream_id = 0; };
"#;

/// Bytes of header and context of [`SIMPLE`].
pub const SIMPLE_HEAD: usize = 64;

/// A packet of [`SIMPLE`] from its begin, end, lost events, number and events; 16 bytes of padding.
pub fn simple_packet(times: (u64, u64), lost: u32, number: u32, events: &[(u64, u8)]) -> Vec<u8> {
    let le = Bytes { big: false };
    let mut body = Vec::new();
    for &(at, id) in events {
        body.push(id);
        body.extend(le.u64(at));
        if id == 0 {
            body.extend(le.u32(at as u32));
            body.extend(b"at\0");
        }
    }
    let content = (SIMPLE_HEAD + body.len()) as u64;
    let mut p = le.u32(0xc1fc_1fc1);
    p.extend(UUID);
    p.extend(le.u32(0));
    for v in [times.0, times.1, 8 * content, 8 * (content + 16)] {
        p.extend(le.u64(v));
    }
    p.extend(le.u32(lost));
    p.extend(le.u32(number));
    assert_eq!(p.len(), SIMPLE_HEAD);
    p.extend(body);
    p.extend([0x55; 16]);
    p
}

/// Three packets of two, three and one event; two events were lost before the third.
pub fn simple() -> Vec<Vec<u8>> {
    vec![
        simple_packet((10, 30), 0, 0, &[(10, 0), (20, 1)]),
        simple_packet((40, 60), 0, 1, &[(40, 1), (50, 0), (60, 1)]),
        simple_packet((70, 90), 2, 2, &[(80, 0)]),
    ]
}

/// What barectf 3.1.2 makes of the configuration of its Parallella example, types only.
pub const BARECTF: &str = r#"/* CTF 1.8 */
trace {
	major = 1; minor = 8; byte_order = le;
	uuid = "00112233-4455-6677-8899-aabbccddeeff";
	packet.header := struct {
		integer { size = 32; align = 32; signed = false; byte_order = native; base = 10; } magic;
		integer { size = 8; align = 8; signed = false; } uuid[16];
		integer { size = 8; align = 8; signed = false; } stream_id;
	} align(8);
};
env { domain = "bare"; tracer_name = "barectf"; tracer_major = 3; tracer_minor = 1; };
clock { name = my_clock; freq = 1000000000; offset_s = 0; absolute = true; };
stream {
	id = 0;
	packet.context := struct {
		integer { size = 32; align = 32; } packet_size;
		integer { size = 32; align = 32; } content_size;
		integer { size = 64; align = 64; map = clock.my_clock.value; } timestamp_begin;
		integer { size = 64; align = 64; map = clock.my_clock.value; } timestamp_end;
		integer { size = 32; align = 32; } events_discarded;
		integer { size = 6; align = 1; } row;
		integer { size = 6; align = 1; } col;
	} align(8);
	event.header := struct {
		integer { size = 16; align = 16; } id;
		integer { size = 64; align = 64; map = clock.my_clock.value; } timestamp;
	} align(8);
};
event {
	stream_id = 0; id = 0; name = "bit_packed_integers";
	fields := struct {
		integer { size = 1; align = 1; } uint1;
		integer { size = 1; align = 1; signed = true; } int1;
		integer { size = 2; align = 1; } uint2;
		integer { size = 3; align = 1; signed = true; } int3;
		integer { size = 4; align = 1; } uint4;
		integer { size = 5; align = 1; signed = true; } int5;
	} align(1);
};
event {
	stream_id = 0; id = 1; name = "string_and_float";
	fields := struct {
		string { encoding = UTF8; } the_string;
		floating_point { exp_dig = 8; mant_dig = 24; align = 32; byte_order = native; } the_float;
	} align(1);
};
"#;

/// A packet that barectf 3.1.2 made on a PC (row 2, column 3).
pub fn barectf_packet() -> Vec<u8> {
    let mut p = vec![0; 256];
    for (at, bytes) in [
        (0, &[0xc1, 0x1f, 0xfc, 0xc1][..]),
        (4, &UUID),
        (24, &[0x00, 0x08]),
        (28, &[0x40, 0x03]),
        (32, &[0x10, 0x10]),
        (40, &[0x40, 0x10]),
        (52, &[0xc2]),
        (64, &[0x20, 0x10]),
        (72, &[0xeb, 0xe9]),
        (80, &[0x01]),
        (88, &[0x30, 0x10]),
        (96, b"fat"),
        (102, &[0xc0, 0x3f]),
    ] {
        p[at..at + bytes.len()].copy_from_slice(bytes);
    }
    p
}
