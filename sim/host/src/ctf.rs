//! The host's own trace: CTF 1.8, one stream, a packet for what was recorded together, so that
//! whatever ends the run leaves whole packets.

use trueboard_ctf::{MAGIC, Packet, Uuid, uuid_text};

/// Of the trace, and of its clock: readers that know two clocks by their UUIDs must not take the
/// host's for that of the cores.
const UUID: Uuid = [
    0x5a, 0x1d, 0x0e, 0x6b, 0x7b, 0x54, 0x4c, 0x0d, 0x93, 0x7e, 0x2f, 0x68, 0x6f, 0x73, 0x74, 0x01,
];

/// The stream of the trace in folder `trace`. It has the folder's name too, so that the clock of the
/// one and of the other is called the same.
pub(crate) fn stream(trace: &str) -> String {
    let name = trace.rsplit('/').next().unwrap_or(trace);
    format!("{trace}/{name}")
}

/// An event of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Cause,
    Effect,
}

/// The metadata file.
pub(crate) fn metadata() -> Vec<u8> {
    let uuid = uuid_text(&UUID);
    let event = |id: u32, name: &str| {
        format!(
            "event {{\n\tname = \"{name}\";\n\tid = {id};\n\tstream_id = 0;\n\tfields := struct \
             {{ u32 _seq; u8 _core; }};\n}};\n\n"
        )
    };
    let text = format!(
        "/* CTF 1.8 */\n\n\
         typealias integer {{ size = 8; align = 8; signed = false; }} := u8;\n\
         typealias integer {{ size = 16; align = 8; signed = false; }} := u16;\n\
         typealias integer {{ size = 32; align = 8; signed = false; }} := u32;\n\
         typealias integer {{ size = 64; align = 8; signed = false; map = clock.host.value; }} := stamp;\n\n\
         trace {{\n\tmajor = 1;\n\tminor = 8;\n\tuuid = \"{uuid}\";\n\tbyte_order = le;\n\t\
         packet.header := struct {{ u32 magic; u8 uuid[16]; u32 stream_id; }};\n}};\n\n\
         env {{\n\tdomain = \"host\";\n\ttracer_name = \"trueboard\";\n}};\n\n\
         clock {{\n\tname = host;\n\tuuid = \"{uuid}\";\n\tdescription = \"Clock of the host\";\n\t\
         freq = 1000000000;\n\toffset_s = 0;\n\toffset = 0;\n}};\n\n\
         stream {{\n\tid = 0;\n\tpacket.context := struct {{ u32 packet_size; u32 content_size; \
         stamp timestamp_begin; stamp timestamp_end; }};\n\tevent.header := struct {{ u16 id; stamp \
         timestamp; }};\n}};\n\n{}{}",
        event(Event::Cause as u32, "sync_cause"),
        event(Event::Effect as u32, "sync_effect"),
    );
    text.into_bytes()
}

/// A packet with one event.
pub(crate) fn packet(event: Event, stamp: u64, seq: u32, core: u8) -> Vec<u8> {
    // What metadata() declares, without holes: every type is aligned to bytes.
    const BYTES: u32 = 4 + 16 + 4 + 4 + 4 + 8 + 8 + 2 + 8 + 4 + 1;
    let bits = 8 * BYTES;
    let mut p = Packet::default();
    p.u32(MAGIC).put(&UUID).u32(0);
    p.u32(bits).u32(bits).u64(stamp).u64(stamp);
    p.u16(event as u16).u64(stamp).u32(seq).u8(core);
    p.take()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packet_is_as_long_as_it_says() {
        let p = packet(Event::Effect, 7, 3, 15);
        assert_eq!(
            u32::from_le_bytes(p[24..28].try_into().unwrap()) as usize,
            p.len() * 8
        );
        assert!(metadata().starts_with(b"/* CTF 1.8 */"));
    }
}
