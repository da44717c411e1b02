//! Motorola S-records, the images of the Epiphany SDK's older tools: header (S0), data with addresses of 16, 24 or 32
//! bits (S1, S2, S3), the number of data records (S5, S6), and the end with the entry (S9, S8, S7).

/// What a file of S-records loads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Srec {
    /// Address and bytes of each stretch, in the order of the file; records that follow each other
    /// without a gap are one.
    pub segments: Vec<(u32, Vec<u8>)>,
    /// The entry.
    pub entry: u32,
}

impl Srec {
    /// Reads a whole file.
    ///
    /// # Errors
    /// The first wrong line, with cause and remedy.
    pub fn parse(bytes: &[u8]) -> Result<Srec, String> {
        let text = std::str::from_utf8(bytes)
            .ok()
            .filter(|t| t.is_ascii())
            .ok_or("is neither an ELF file nor S-records; give the linked firmware image")?;
        let mut image = Srec::default();
        let mut data_records = 0u32;
        let mut ended = false;
        for (i, line) in text.lines().enumerate() {
            let line = line.trim_end();
            if line.is_empty() {
                continue;
            }
            let wrong = |what: String| format!("line {}: {what}; convert it again", i + 1);
            if ended {
                return Err(wrong("there is something behind the end record".to_owned()));
            }
            let (kind, body) = record(line).map_err(wrong)?;
            match kind {
                b'0' => {}
                b'1'..=b'3' => {
                    let (at, data) = address(&body, kind - b'0' + 1).map_err(wrong)?;
                    data_records += 1;
                    image.add(at, data).map_err(wrong)?;
                }
                b'5' | b'6' => {
                    let count = body.iter().fold(0, |n, &b| n << 8 | u32::from(b));
                    if count != data_records {
                        return Err(wrong(format!(
                            "it counts {count} data records, but there are {data_records} before it"
                        )));
                    }
                }
                b'7'..=b'9' => {
                    image.entry = address(&body, b'9' - kind + 2).map_err(wrong)?.0;
                    ended = true;
                }
                other => {
                    return Err(wrong(format!(
                        "there are no records of type S{}",
                        char::from(other)
                    )));
                }
            }
        }
        if !ended {
            return Err(
                "is cut off: there is no end record (S7, S8 or S9); convert it again".to_owned(),
            );
        }
        if image.segments.is_empty() {
            return Err("loads nothing: there is no data record (S1, S2 or S3)".to_owned());
        }
        Ok(image)
    }

    fn add(&mut self, at: u32, data: &[u8]) -> Result<(), String> {
        if at.checked_add(data.len() as u32).is_none() {
            return Err(format!("data at {at:#x} goes beyond 32 bits of address"));
        }
        match self.segments.last_mut() {
            Some((from, bytes)) if from.wrapping_add(bytes.len() as u32) == at => {
                bytes.extend(data);
            }
            _ if data.is_empty() => {}
            _ => self.segments.push((at, data.to_vec())),
        }
        Ok(())
    }
}

/// Type and body of a record with right length and checksum.
fn record(line: &str) -> Result<(u8, Vec<u8>), String> {
    let [b'S', kind, digits @ ..] = line.as_bytes() else {
        return Err("this is no S-record".to_owned());
    };
    let digit = |d: u8| char::from(d).to_digit(16);
    let bytes: Option<Vec<u8>> = digits
        .chunks(2)
        .map(|pair| match pair {
            [high, low] => Some((digit(*high)? << 4 | digit(*low)?) as u8),
            _ => None,
        })
        .collect();
    let bytes = bytes.ok_or("there are characters that are no pairs of hexadecimal digits")?;
    let [count, body @ .., sum] = bytes.as_slice() else {
        return Err("the record is cut off".to_owned());
    };
    if usize::from(*count) != body.len() + 1 {
        return Err(format!(
            "the record says {count} bytes, but has {}",
            body.len() + 1
        ));
    }
    let want = !body.iter().fold(*count, |s, &b| s.wrapping_add(b));
    if want != *sum {
        return Err(format!("the checksum is {sum:02X}, but must be {want:02X}"));
    }
    Ok((*kind, body.to_vec()))
}

/// The address at the beginning of `body`, of so many bytes, and what is behind it.
fn address(body: &[u8], bytes: u8) -> Result<(u32, &[u8]), String> {
    let (at, data) = body
        .split_at_checked(bytes.into())
        .ok_or("the record is too short for an address")?;
    Ok((at.iter().fold(0, |n, &b| n << 8 | u32::from(b)), data))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made by `epiphany-elf-objcopy -O srec --srec-forceS3` of GNU binutils 2.40 from eight bytes at
    /// 0x100.
    const GOOD: &str = "S01100002F746D702F68732F612E73726563F9\r\n\
                        S30D000001000102030405060708CD\r\nS70500000100F9\r\n";

    #[test]
    fn records_are_read() {
        let image = Srec::parse(GOOD.as_bytes()).unwrap();
        assert_eq!(image.segments, [(0x100, (1..=8).collect::<Vec<u8>>())]);
        assert_eq!(image.entry, 0x100);
    }

    /// These bytes as `objcopy -O srec` writes them for addresses of 16 and of 24 bits.
    #[test]
    fn addresses_of_all_widths_are_read() {
        for text in [
            "S10B01000102030405060708CF\nS9030100FB\n",
            "S20C0001000102030405060708CE\nS804000100FA\n",
        ] {
            let image = Srec::parse(text.as_bytes()).unwrap();
            assert_eq!(image.segments, [(0x100, (1..=8).collect::<Vec<u8>>())]);
            assert_eq!(image.entry, 0x100);
        }
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        let wrong =
            |from: &str, to: &str| Srec::parse(GOOD.replace(from, to).as_bytes()).unwrap_err();
        assert_eq!(
            wrong("08CD", "09CD"),
            "line 2: the checksum is CD, but must be CC; convert it again"
        );
        assert!(wrong("S30D", "S30E").starts_with("line 2: the record says 14 bytes, but has 13"));
        assert!(wrong("S30D0000", "S3").starts_with("line 2: "));
        assert!(wrong("0708CD", "07zzCD").contains("no pairs"));
        assert!(wrong("0708CD", "0708C").contains("no pairs"));
        assert!(wrong("S30D", "S40D").contains("type S4"));
        assert!(wrong("S70500000100F9\r\n", "").contains("cut off"));
        assert!(wrong("S7", "nonsense\nS7").starts_with("line 3: this is no S-record"));
        assert!(Srec::parse(&[0xff, 0]).unwrap_err().contains("neither"));
        assert!(Srec::parse(format!("{GOOD}S00600004844521B").as_bytes()).is_err());
        // A count record.
        assert!(Srec::parse(GOOD.replace("S7", "S5030001FB\nS7").as_bytes()).is_ok());
        assert!(wrong("S7", "S5030002FA\nS7").contains("counts 2"));
    }
}
