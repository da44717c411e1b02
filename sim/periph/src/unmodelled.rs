//! A part of the chip that is not modelled: it answers, and every access is a warning by name.
//! Reads give 0, writes are lost.

use crate::BuildEnv;
use crate::params::parse;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Cx, Device, ResetPhase};
use trueboard_core::regs::RegDesc;
use trueboard_core::time::Tick;

/// Parameters in a board file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// What the part is called.
    pub name: String,
    /// Names of its registers, by offset.
    #[serde(default)]
    pub registers: BTreeMap<u32, String>,
}

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unmodelled {
    params: Params,
    accesses: u64,
}

impl Unmodelled {
    /// Builds one from a board file's parameters.
    ///
    /// # Errors
    /// When it has no name.
    pub fn build(params: ron::Value, _: &BuildEnv) -> Result<Unmodelled, String> {
        let params = parse("unmodelled", params)?;
        Ok(Unmodelled {
            params,
            accesses: 0,
        })
    }

    fn warn(&mut self, off: u32, what: &str, cx: &mut Cx<'_>) {
        self.accesses += 1;
        let name = &self.params.name;
        let register = self.params.registers.get(&off);
        let place = register.map_or_else(|| format!("offset {off:#x}"), Clone::clone);
        cx.warn(off, format!("{name} is not modelled: {place} {what}"));
    }
}

impl Device for Unmodelled {
    fn kind(&self) -> &'static str {
        "unmodelled"
    }

    fn map(&self) -> &'static [RegDesc] {
        &[]
    }

    fn reset(&mut self, _: ResetPhase, _: &mut Cx<'_>) {}

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        self.warn(off, "read as 0", cx);
        Ok(0)
    }

    fn write(&mut self, off: u32, _: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        self.warn(off, "written, value lost", cx);
        Ok(())
    }

    fn peek(&self, _: u32, _: Tick) -> Option<u32> {
        Some(0)
    }

    fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![("accesses", self.accesses)]
    }

    trueboard_core::serde_state!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Rig;

    #[test]
    fn every_access_is_told() {
        let p = ron::from_str(r#"(name: "GRETH 0", registers: {0: "CTRL"})"#).unwrap();
        let mut r = Rig::new(Unmodelled::build(p, &BuildEnv::default()).unwrap());
        r.write(0, 1);
        assert_eq!(r.read(0x20), 0);
        let warnings: Vec<&str> = r.warnings.iter().map(|w| &*w.what).collect();
        assert_eq!(
            warnings,
            [
                "GRETH 0 is not modelled: CTRL written, value lost",
                "GRETH 0 is not modelled: offset 0x20 read as 0"
            ]
        );
        r.check_snapshot();
        assert!(Unmodelled::build(ron::Value::Unit, &BuildEnv::default()).is_err());
    }
}
