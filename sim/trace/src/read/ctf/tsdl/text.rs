//! The text of a metadata file: plain, or in packets (section 7.1).

const MAGIC: u32 = 0x75d1_1d57;
/// Bytes of a metadata packet's header.
const HEADER: usize = 37;

/// The text of a metadata file.
///
/// # Errors
/// What is wrong, and what to do about it.
pub(in super::super) fn text(file: &[u8]) -> Result<String, (String, &'static str)> {
    let plain = match file.first_chunk::<4>() {
        Some(&m) if u32::from_le_bytes(m) == MAGIC => unpack(file, u32::from_le_bytes)?,
        Some(&m) if u32::from_be_bytes(m) == MAGIC => unpack(file, u32::from_be_bytes)?,
        _ if file.starts_with(&[0x1e]) => {
            return Err((
                "the metadata is that of CTF 2, a JSON sequence".to_owned(),
                "convert the trace to CTF 1.8, with babeltrace2 2.1 for example",
            ));
        }
        _ => file.to_vec(),
    };
    String::from_utf8(plain).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        let cause = format!("byte {at} of the metadata text is not UTF-8");
        (cause, "copy the file anew; this one is damaged")
    })
}

fn unpack(file: &[u8], u32_of: fn([u8; 4]) -> u32) -> Result<Vec<u8>, (String, &'static str)> {
    let mut text = Vec::with_capacity(file.len());
    let (mut at, mut number) = (0, 0);
    while at < file.len() {
        let bad = |what: &str| {
            let cause = format!("metadata packet {number} at byte {at} {what}");
            Err((cause, "copy the file anew; this one is damaged"))
        };
        let rest = file.get(at..).unwrap_or_default();
        let Some(header) = rest.first_chunk::<HEADER>() else {
            return bad("ends within its header");
        };
        let word = |i: usize| header.get(i..i + 4).and_then(|b| b.try_into().ok());
        let word = |i: usize| word(i).map_or(0, u32_of);
        let (content, packet) = (word(24) as usize / 8, word(28) as usize / 8);
        if word(0) != MAGIC {
            return bad("does not begin with the magic number 0x75d11d57");
        }
        if header.get(32..35) != Some(&[0, 0, 0]) {
            return bad("is compressed, encrypted or has a checksum, which nobody writes");
        }
        if content < HEADER || content > packet || packet > rest.len() {
            return bad(&format!(
                "says that it has {content} bytes of {packet}, with {} left in the file",
                rest.len()
            ));
        }
        text.extend_from_slice(rest.get(HEADER..content).unwrap_or_default());
        at += packet;
        number += 1;
    }
    Ok(text)
}
