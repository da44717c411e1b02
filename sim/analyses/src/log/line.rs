//! The text of a line.

use std::fmt::Write;

/// An instruction of a log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Picoseconds since reset, at its end.
    pub picoseconds: u128,
    pub core: u8,
    pub pc: u64,
    /// It was completed; otherwise it trapped, or an interrupt was taken in front of it, or it was annulled.
    pub completed: bool,
    /// It is the annulled delay slot of a branch.
    pub annulled: bool,
    /// Cycles of the instruction, stalls included.
    pub cycles: u64,
    /// The cycle of the core, counted from reset, in which it ends; cycles asleep count.
    pub ends: u64,
    /// Meters of the CPI stack with their cycles, in the order in which these pass, issue left out.
    pub stalls: Vec<(&'static str, u64)>,
    /// How many of `stalls` are in front of issue.
    pub before_issue: usize,
    pub access: Option<Accessed>,
    /// Registers with their new values.
    pub changed: Vec<(&'static str, u64)>,
}

/// A load or store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accessed {
    pub address: u64,
    pub bytes: u8,
    pub load: bool,
    pub store: bool,
    /// The bytes behind the access: of memory in their order there, of a device's register from the high end on.
    pub value: Vec<u8>,
}

impl Line {
    /// The line: its code as `bytes` and `text`, in `function`.
    pub fn text(&self, bytes: &[u8], text: &str, function: &str) -> String {
        let ns = self.picoseconds / 1000;
        let ps = self.picoseconds % 1000;
        let code: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
        let code = if code.is_empty() { "-" } else { &code };
        let mut out = format!(
            "{ns:>9}.{ps:03} {:>2} {:08x} {code:<8} {:>4} {function:<24} {text:<32}",
            self.core, self.pc, self.cycles
        );
        let stalls = self.stalls.iter().map(|(cause, n)| format!(" {cause}={n}"));
        let trap = match (self.completed, self.annulled) {
            (true, _) => "",
            (false, true) => " annulled",
            (false, false) => " trap",
        };
        let effects = trap.to_owned() + &stalls.collect::<String>() + &self.effects();
        if effects.is_empty() {
            out.truncate(out.trim_end().len());
        } else {
            out += " ;";
            out += &effects;
        }
        out.push('\n');
        out
    }

    /// The accessed memory and the changed registers, each behind a space.
    pub fn effects(&self) -> String {
        let mut out = String::new();
        if let Some(a) = &self.access {
            let direction = match (a.load, a.store) {
                (true, true) => "rw",
                (false, true) => "w",
                _ => "r",
            };
            let _ = write!(out, " {direction}{}[{:08x}]", a.bytes, a.address);
            for (i, byte) in a.value.iter().enumerate() {
                let _ = write!(out, "{}{byte:02x}", if i == 0 { ":" } else { "" });
            }
        }
        for (name, value) in &self.changed {
            let _ = write!(out, " {name}={value:x}");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_all_parts_in_their_order() {
        let line = Line {
            picoseconds: 1_234_567,
            core: 3,
            pc: 0x4000_1000,
            completed: true,
            annulled: false,
            cycles: 21,
            ends: 0,
            stalls: vec![("dcache_miss_stall_cycles", 20)],
            before_issue: 0,
            access: Some(Accessed {
                address: 0x4001_0000,
                bytes: 4,
                load: false,
                store: true,
                value: vec![0xde, 0xad, 0xbe, 0xef],
            }),
            changed: vec![("g1", 0x2a)],
        };
        assert_eq!(
            line.text(&[0xc2, 0x22, 0x60, 0], "st %g1, [ %o1 ]", "main+0x10"),
            "     1234.567  3 40001000 c2226000   21 main+0x10                st %g1, [ %o1 ]                  ; \
             dcache_miss_stall_cycles=20 w4[40010000]:deadbeef g1=2a\n"
        );
    }
}
