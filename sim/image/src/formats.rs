//! Images in formats other than ELF: Motorola S-records, Intel hex, and raw binaries, which name no address.

use crate::elf::{Image, Segment};
use crate::srec::Srec;
use ihex::{Reader, Record};
use std::path::Path;

/// Reads an image of any format by its first bytes; `at` is the address of a raw binary.
///
/// # Errors
/// Cause and remedy, without the path.
pub(crate) fn read(path: &Path, bytes: &[u8], at: Option<u64>) -> Option<Result<Image, String>> {
    let unless_at = |read: Result<Image, String>| match at {
        None => read,
        Some(_) => Err("says itself where it is loaded; leave --at out".to_owned()),
    };
    match bytes {
        [0x7f, b'E', b'L', b'F', ..] => at.map(|_| unless_at(Err(String::new()))),
        [b'S', b'0'..=b'9', ..] => Some(unless_at(srec(path, bytes))),
        [b':', b'0'..=b'9' | b'A'..=b'F' | b'a'..=b'f', ..] => Some(unless_at(hex(path, bytes))),
        _ => at.map(|at| raw(path, bytes, at)),
    }
}

fn plain(path: &Path, bytes: &[u8], entry: u64, parts: Vec<(u64, Vec<u8>)>) -> Image {
    let segments = parts.into_iter().map(|(at, bytes)| Segment::of(at, bytes));
    let segments = segments.collect();
    Image::without_symbols(path, bytes, entry, segments)
}

fn srec(path: &Path, bytes: &[u8]) -> Result<Image, String> {
    let srec = Srec::parse(bytes)?;
    let parts = srec.segments.into_iter().map(|(at, b)| (at.into(), b));
    Ok(plain(path, bytes, srec.entry.into(), parts.collect()))
}

/// An image that does not say where it starts starts at its lowest address.
fn hex(path: &Path, bytes: &[u8]) -> Result<Image, String> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| "begins as Intel hex and goes on as something else; convert it again")?;
    let mut parts: Vec<(u64, Vec<u8>)> = Vec::new();
    let mut base = 0u64;
    let mut entry = None;
    let mut ended = false;
    for (i, record) in Reader::new(text).enumerate() {
        let wrong =
            |what: String| format!("record {} of Intel hex: {what}; convert it again", i + 1);
        match record.map_err(|e| wrong(e.to_string()))? {
            Record::Data { offset, value } => {
                let at = base + u64::from(offset);
                match parts.last_mut() {
                    Some((from, bytes)) if *from + bytes.len() as u64 == at => bytes.extend(value),
                    _ => parts.push((at, value)),
                }
            }
            Record::ExtendedSegmentAddress(segment) => base = u64::from(segment) << 4,
            Record::ExtendedLinearAddress(high) => base = u64::from(high) << 16,
            Record::StartSegmentAddress { cs, ip } => {
                entry = Some((u64::from(cs) << 4) + u64::from(ip));
            }
            Record::StartLinearAddress(at) => entry = Some(at.into()),
            Record::EndOfFile => ended = true,
        }
    }
    if !ended {
        return Err("is cut off: there is no end record; convert it again".to_owned());
    }
    let lowest = parts.iter().map(|p| p.0).min();
    let lowest = lowest.ok_or("loads nothing: there is no data record")?;
    Ok(plain(path, bytes, entry.unwrap_or(lowest), parts))
}

/// A binary starts where it lies.
fn raw(path: &Path, bytes: &[u8], at: u64) -> Result<Image, String> {
    if bytes.is_empty() {
        return Err("is empty; give the linked firmware image".to_owned());
    }
    Ok(plain(path, bytes, at, vec![(at, bytes.to_vec())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(bytes: &[u8], at: Option<u64>) -> Result<Image, String> {
        read(Path::new("f"), bytes, at).expect("it is no ELF file")
    }

    /// Made by `objcopy -O ihex` of GNU binutils 2.40 from eight bytes at 0x40000100.
    const HEX: &str = ":020000044000BA\r\n:080100000102030405060708D3\r\n\
                       :0400000540000100B6\r\n:00000001FF\r\n";

    #[test]
    fn intel_hex_is_read() {
        let i = image(HEX.as_bytes(), None).expect("it is good");
        assert_eq!((i.entry, i.segments.len()), (0x4000_0100, 1));
        assert_eq!(i.segments[0].pa, 0x4000_0100);
        assert_eq!(i.segments[0].bytes, [1, 2, 3, 4, 5, 6, 7, 8]);
        let bad = image(HEX.replace("08D3", "08D4").as_bytes(), None);
        assert!(bad.is_err_and(|e| e.starts_with("record 2 of Intel hex: ")));
        let cut = image(HEX.replace(":00000001FF\r\n", "").as_bytes(), None);
        assert!(cut.is_err_and(|e| e.contains("cut off")));
        // Without a start record it starts at its lowest address.
        let i = image(HEX.replace(":0400000540000100B6\r\n", "").as_bytes(), None);
        assert_eq!(i.map(|i| i.entry), Ok(0x4000_0100));
    }

    #[test]
    fn a_binary_is_where_it_is_said_to_be() {
        let i = image(&[1, 2, 3], Some(0x2000)).expect("it is good");
        assert_eq!(
            (i.entry, i.segments[0].pa, i.segments[0].mem_size),
            (0x2000, 0x2000, 3)
        );
        assert!(read(Path::new("f"), &[1, 2, 3], None).is_none());
        assert!(image(HEX.as_bytes(), Some(0)).is_err_and(|e| e.contains("leave --at out")));
        assert!(image(b"\x7fELF", Some(0)).is_err_and(|e| e.contains("leave --at out")));
        assert!(read(Path::new("f"), b"\x7fELF", None).is_none());
    }
}
