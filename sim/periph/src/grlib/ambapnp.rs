//! AMBA plug&play: the read-only records by which software finds what is on a bus (GR740 UM 2.9
//! ch. 2; record layout as RTEMS' `ambapp.c` decodes it).
//!
//! A board file gives each record by what it means; the words are computed here. An AHB area holds
//! master records from 0x000 and slave records from 0x800, an APB area its records from 0x000.

mod record;
#[cfg(test)]
mod tests;

use crate::BuildEnv;
use crate::params::parse;
use record::{Ahb, Apb};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Cx, Device, ResetPhase};
use trueboard_core::regs::RegDesc;
use trueboard_core::time::Tick;

trueboard_core::regs! {
    /// The area.
    pub enum Reg: MAP {
        WORD @ 0x000 [1024; 4] = 0, rw 0; "records: AHB 8 words each, slaves from 0x800; APB 2 words each";
    }
}

/// Where the slave records of an AHB area begin, in words.
const SLAVES: usize = 0x200;
const WORDS: usize = 0x400;

/// Parameters in a board file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Params {
    masters: Vec<Ahb>,
    slaves: Vec<Ahb>,
    apb: Vec<Apb>,
    /// Further words: byte offset and value.
    words: Vec<(u32, u32)>,
}

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ambapnp {
    words: Vec<u32>,
}

impl Ambapnp {
    /// Builds one from a board file's parameters.
    ///
    /// # Errors
    /// When a record cannot be encoded, or does not fit the area, or two are in one place.
    pub fn build(params: ron::Value, _: &BuildEnv) -> Result<Ambapnp, String> {
        let p: Params = parse("ambapnp", params)?;
        let mut words = vec![0; WORDS];
        for r in &p.masters {
            let what = format!("masters: slot {}", r.slot);
            place(&mut words[..SLAVES], 8 * r.slot, &r.encode(), &what)?;
        }
        for r in &p.slaves {
            let what = format!("slaves: slot {}", r.slot);
            place(&mut words[SLAVES..], 8 * r.slot, &r.encode(), &what)?;
        }
        for r in &p.apb {
            let what = format!("apb: slot {}", r.slot);
            place(&mut words, 2 * r.slot, &r.encode(), &what)?;
        }
        for &(off, value) in &p.words {
            let what = format!("words: {off:#x}");
            place(&mut words, off as usize / 4, &Ok([value]), &what)?;
        }
        Ok(Ambapnp { words })
    }
}

/// Puts a record at its place in the area.
fn place<const N: usize>(
    area: &mut [u32],
    at: usize,
    record: &Result<[u32; N], String>,
    what: &str,
) -> Result<(), String> {
    let record = record.as_ref().map_err(|e| format!("{what}: {e}"))?;
    let room = area.get_mut(at..at.saturating_add(N));
    let room = room.ok_or_else(|| format!("{what} is beyond the end of the area"))?;
    if room.iter().any(|w| *w != 0) {
        return Err(format!("{what} is taken already"));
    }
    room.copy_from_slice(record);
    Ok(())
}

impl Device for Ambapnp {
    fn kind(&self) -> &'static str {
        "ambapnp"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn reset(&mut self, _: ResetPhase, _: &mut Cx<'_>) {}

    fn read(&mut self, off: u32, _: &mut Cx<'_>) -> Result<u32, BusFault> {
        Ok(self.words.get(off as usize / 4).copied().unwrap_or(0))
    }

    fn write(&mut self, off: u32, _: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        cx.warn(off, "plug&play area is read-only: write lost");
        Ok(())
    }

    fn peek(&self, off: u32, _: Tick) -> Option<u32> {
        self.words.get(off as usize / 4).copied()
    }

    trueboard_core::serde_state!();
}
