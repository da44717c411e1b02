//! Plug&play records and their encoding.

use serde::Deserialize;

/// Who a record is about: the first word of every record.
fn identity(vendor: u32, device: u32, version: u32, irq: u32) -> Result<u32, String> {
    for (name, value, most) in [
        ("vendor", vendor, 0xff),
        ("device", device, 0xfff),
        ("version", version, 0x1f),
        ("irq", irq, 0x7f),
    ] {
        if value > most {
            return Err(format!("{name} {value:#x} is more than {most:#x}"));
        }
    }
    let irq_bits = (irq >> 5) << 10 | (irq & 0x1f);
    Ok(vendor << 24 | device << 12 | version << 5 | irq_bits)
}

/// The mask field for `size` bytes in units of `unit`.
fn mask(size: u64, unit: u64) -> Result<u32, String> {
    let units = size / unit;
    if !size.is_power_of_two() || units == 0 || units > 0x1000 {
        return Err(format!(
            "size {size:#x} is not a power of two from {unit:#x} to {:#x}",
            unit << 12
        ));
    }
    Ok((0x1000 - units as u32) << 4)
}

fn gaisler() -> u32 {
    1
}

/// A record of an APB area.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Apb {
    pub slot: usize,
    #[serde(default = "gaisler")]
    pub vendor: u32,
    pub device: u32,
    #[serde(default)]
    pub version: u32,
    #[serde(default)]
    pub irq: u32,
    /// Address; only its place inside the bridge is encoded.
    pub at: u32,
    /// Bytes, 256 or more.
    pub size: u64,
}

impl Apb {
    pub fn encode(&self) -> Result<[u32; 2], String> {
        let id = identity(self.vendor, self.device, self.version, self.irq)?;
        let place = ((self.at >> 8) & 0xfff) << 20;
        Ok([id, place | mask(self.size, 0x100)? | 1])
    }
}

/// A record of an AHB area, of a master or a slave.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ahb {
    pub slot: usize,
    #[serde(default = "gaisler")]
    pub vendor: u32,
    pub device: u32,
    #[serde(default)]
    pub version: u32,
    #[serde(default)]
    pub irq: u32,
    /// The three user words.
    #[serde(default)]
    pub user: [u32; 3],
    /// Up to four address ranges.
    #[serde(default)]
    pub bars: Vec<Bar>,
}

/// An address range of an AHB record.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bar {
    pub at: u32,
    pub size: u64,
    /// In the bus's I/O area, with ranges of 256 bytes or more; otherwise memory, 1 MiB or more.
    #[serde(default)]
    pub io: bool,
    #[serde(default)]
    pub prefetchable: bool,
    #[serde(default)]
    pub cacheable: bool,
}

impl Ahb {
    pub fn encode(&self) -> Result<[u32; 8], String> {
        let mut words = [0; 8];
        words[0] = identity(self.vendor, self.device, self.version, self.irq)?;
        words[1..4].copy_from_slice(&self.user);
        if self.bars.len() > 4 {
            return Err(format!("{} bars, but there is room for 4", self.bars.len()));
        }
        for (word, bar) in words[4..].iter_mut().zip(&self.bars) {
            *word = bar.encode()?;
        }
        Ok(words)
    }
}

impl Bar {
    fn encode(&self) -> Result<u32, String> {
        let flags = u32::from(self.prefetchable) << 17 | u32::from(self.cacheable) << 16;
        Ok(flags
            | if self.io {
                ((self.at >> 8) & 0xfff) << 20 | mask(self.size, 0x100)? | 3
            } else {
                (self.at & 0xfff0_0000) | mask(self.size, 0x10_0000)? | 2
            })
    }
}
