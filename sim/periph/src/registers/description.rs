//! What a board file says of a described device, and what of that cannot be.

use crate::{BuildEnv, there_are};
use serde::Deserialize;
use std::fmt;
use trueboard_core::duration::picoseconds;

/// Parameters in a board file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// Its registers.
    pub registers: Vec<Register>,
    /// What drives its output lines.
    #[serde(default)]
    pub interrupts: Vec<Interrupt>,
}

/// A register.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Register {
    /// Its name in the manual.
    pub name: String,
    /// Its first byte.
    pub offset: u32,
    /// Its bits: 8, 16 or 32.
    #[serde(default = "word")]
    pub width: u32,
    /// Its value after reset.
    #[serde(default)]
    pub reset: u32,
    /// Bits that software writes; those that nothing else concerns where it is left out.
    #[serde(default, deserialize_with = "given")]
    pub writable: Option<u32>,
    /// Bits that a written 1 clears.
    #[serde(default)]
    pub clear: u32,
    /// Bits that show bits of another register.
    #[serde(default)]
    pub follows: Vec<Follow>,
    /// The values of successive reads, the last of which stays.
    #[serde(default)]
    pub reads: Vec<u32>,
    /// The first value comes after the last one.
    #[serde(default)]
    pub again: bool,
    /// The register whose write begins the values anew.
    #[serde(default, deserialize_with = "given")]
    pub restart: Option<String>,
    /// Bits that change at a time.
    #[serde(default)]
    pub changes: Vec<Change>,
    /// What it is, in a line.
    #[serde(default)]
    pub doc: String,
}

/// Bits that show bits of another register.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Follow {
    /// These bits.
    pub bits: u32,
    /// The other register.
    pub register: String,
    /// The bits there; the same numbers where it is left out.
    #[serde(default, deserialize_with = "given")]
    pub mask: Option<u32>,
    /// How long the other bits must have held their value.
    #[serde(default)]
    pub after: Span,
}

/// Bits that change at a time after a write or read of a register, or after reset.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Change {
    /// These bits.
    pub bits: u32,
    /// Their new value.
    pub to: u32,
    /// The register whose write is the cause.
    #[serde(default, deserialize_with = "given")]
    pub written: Option<String>,
    /// Of the value written, one of these bits must be 1; any write will do where it is left out.
    #[serde(default, deserialize_with = "given")]
    pub when: Option<u32>,
    /// The register whose read is the cause.
    #[serde(default, deserialize_with = "given")]
    pub read: Option<String>,
    /// The time from the cause on.
    #[serde(default)]
    pub after: Span,
}

/// What drives an output line.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Interrupt {
    /// The line's number.
    #[serde(default)]
    pub line: u16,
    /// It is high while a bit of this register is 1.
    #[serde(default, deserialize_with = "given")]
    pub status: Option<String>,
    /// Only these bits of it count.
    #[serde(default, deserialize_with = "given")]
    pub bits: Option<u32>,
    /// Of the bits, those count that are 1 in this register.
    #[serde(default, deserialize_with = "given")]
    pub enable: Option<String>,
    /// It has a pulse after a write of this register.
    #[serde(default, deserialize_with = "given")]
    pub written: Option<String>,
    /// As of a [`Change`].
    #[serde(default, deserialize_with = "given")]
    pub when: Option<u32>,
    /// The time from the write to the pulse.
    #[serde(default)]
    pub after: Span,
}

/// A value without `Some` around it.
fn given<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

fn word() -> u32 {
    32
}

/// Cycles of the device's clock, or a time with its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Span {
    Cycles(u64),
    Picoseconds(u128),
}

impl Default for Span {
    fn default() -> Span {
        Span::Cycles(0)
    }
}

impl Span {
    /// In cycles of a clock, rounded up: nothing happens early.
    pub fn cycles(self, hz: u64) -> u64 {
        match self {
            Span::Cycles(n) => n,
            Span::Picoseconds(ps) => {
                let cycles = ps.saturating_mul(hz.into()).div_ceil(1_000_000_000_000);
                u64::try_from(cycles).unwrap_or(u64::MAX)
            }
        }
    }
}

/// Base ticks that a span may have: beyond the end of every run.
const LONGEST: u64 = 1 << 60;

/// An error of a span that no run can wait for.
fn in_reach(span: Span, env: &BuildEnv) -> Result<(), (&'static str, String)> {
    let cycles = span.cycles(env.clock_hz);
    let ticks = cycles.checked_mul(env.clock.ticks_per_cycle());
    match ticks.filter(|t| *t <= LONGEST) {
        Some(_) => Ok(()),
        None => Err((
            "after",
            format!("{cycles} cycles are longer than any run; shorten it"),
        )),
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Span, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Span;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("cycles (100) or a time in quotes (\"10us\")")
            }
            fn visit_u64<E: serde::de::Error>(self, n: u64) -> Result<Span, E> {
                Ok(Span::Cycles(n))
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Span, E> {
                let found = picoseconds(text).map(Span::Picoseconds);
                found.ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }
        from.deserialize_any(Visitor)
    }
}

impl Register {
    /// All its bits.
    pub fn all(&self) -> u32 {
        match self.width {
            32 => u32::MAX,
            n => (1 << n) - 1,
        }
    }

    pub fn bytes(&self) -> u32 {
        self.width / 8
    }

    /// The bits that show bits of other registers.
    pub fn following(&self) -> u32 {
        self.follows.iter().fold(0, |bits, f| bits | f.bits)
    }

    /// The bits that software writes.
    pub fn rw(&self) -> u32 {
        let free = match self.reads.is_empty() {
            true => self.all() & !self.clear & !self.following(),
            false => 0,
        };
        self.writable.unwrap_or(free)
    }
}

impl Follow {
    /// The bits of the other register.
    pub fn source(&self) -> u32 {
        self.mask.unwrap_or(self.bits)
    }

    /// What these bits are while the other register has this value.
    pub fn shown(&self, value: u32) -> u32 {
        let low = (value & self.source()) >> self.source().trailing_zeros();
        low << self.bits.trailing_zeros()
    }
}

impl Params {
    /// The number of the register called `name`.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.registers.iter().position(|r| r.name == name)
    }

    /// The first thing that cannot be, with its path.
    ///
    /// # Errors
    /// Path, cause, remedy.
    pub fn check(&self, env: &BuildEnv) -> Result<(), String> {
        if self.registers.is_empty() {
            return Err("registers: is empty; name at least one register".to_owned());
        }
        for (i, r) in self.registers.iter().enumerate() {
            let wrong = |(key, why): (&str, String)| format!("registers[{i}].{key}: {why}");
            self.register(i, r, env).map_err(wrong)?;
            for (n, f) in r.follows.iter().enumerate() {
                let wrong = |(key, why): (&str, String)| {
                    format!("registers[{i}].follows[{n}].{key}: {why}")
                };
                self.follow(r, n, f)
                    .and_then(|()| in_reach(f.after, env))
                    .map_err(wrong)?;
            }
            for (n, c) in r.changes.iter().enumerate() {
                let wrong = |(key, why): (&str, String)| {
                    format!("registers[{i}].changes[{n}].{key}: {why}")
                };
                self.change(r, c)
                    .and_then(|()| in_reach(c.after, env))
                    .map_err(wrong)?;
            }
        }
        for (n, interrupt) in self.interrupts.iter().enumerate() {
            let wrong = |(key, why): (&str, String)| format!("interrupts[{n}].{key}: {why}");
            self.interrupt(n, interrupt)
                .and_then(|()| in_reach(interrupt.after, env))
                .map_err(wrong)?;
        }
        Ok(())
    }

    fn known(&self, key: &'static str, name: &str) -> Result<&Register, (&'static str, String)> {
        self.number(name)
            .map(|n| &self.registers[n])
            .ok_or_else(|| {
                let names: Vec<&str> = self.registers.iter().map(|r| &*r.name).collect();
                let there = there_are(&names);
                (key, format!("no register is called `{name}`; {there}"))
            })
    }

    fn register(
        &self,
        i: usize,
        r: &Register,
        env: &BuildEnv,
    ) -> Result<(), (&'static str, String)> {
        if r.name.is_empty() {
            return Err(("name", "is empty; give the register its name".to_owned()));
        }
        let earlier = &self.registers[..i];
        if earlier.iter().any(|e| e.name == r.name) {
            let why = format!("two registers are called `{}`; rename one", r.name);
            return Err(("name", why));
        }
        if ![8, 16, 32].contains(&r.width) {
            return Err(("width", format!("{} bits; must be 8, 16 or 32", r.width)));
        }
        let bytes = r.bytes();
        if !r.offset.is_multiple_of(bytes) {
            let why = format!(
                "{:#x} of `{}` must be a multiple of {bytes}, for {} bits",
                r.offset, r.name, r.width
            );
            return Err(("offset", why));
        }
        let end = u64::from(r.offset) + u64::from(bytes);
        if env.size > 0 && end > env.size {
            let why = format!(
                "`{}` ends at {end:#x}, beyond the device's {:#x} bytes; enlarge `size`",
                r.name, env.size
            );
            return Err(("offset", why));
        }
        let meets = |e: &&Register| {
            e.offset < r.offset.saturating_add(bytes)
                && r.offset < e.offset.saturating_add(e.bytes())
        };
        if let Some(e) = earlier.iter().find(meets) {
            let why = format!(
                "`{}` and `{}` share bytes at {:#x}; move one, or narrow it by `width`",
                e.name, r.name, r.offset
            );
            return Err(("offset", why));
        }
        let fields = [
            ("reset", r.reset),
            ("writable", r.writable.unwrap_or(0)),
            ("clear", r.clear),
        ];
        for (key, value) in fields {
            fits(key, r, value)?;
        }
        for value in &r.reads {
            fits("reads", r, *value)?;
        }
        if r.rw() & r.clear != 0 {
            let both = r.rw() & r.clear;
            let why = format!("bits {both:#x} are writable as well; leave them out of `writable`");
            return Err(("clear", why));
        }
        if let Some(name) = &r.restart {
            self.known("restart", name)?;
        }
        if r.reads.is_empty() && (r.again || r.restart.is_some()) {
            let key = if r.again { "again" } else { "restart" };
            return Err((
                key,
                "there are no `reads` to begin anew; list them".to_owned(),
            ));
        }
        let moved = r.clear != 0 || !r.follows.is_empty() || !r.changes.is_empty();
        if !r.reads.is_empty() && (moved || r.rw() != 0) {
            let why = format!(
                "`{}` reads as these values only; leave out `writable`, `clear`, `follows` and `changes`",
                r.name
            );
            return Err(("reads", why));
        }
        Ok(())
    }

    fn follow(&self, r: &Register, n: usize, f: &Follow) -> Result<(), (&'static str, String)> {
        fits("bits", r, f.bits)?;
        let source = self.known("register", &f.register)?;
        fits("mask", source, f.source())?;
        let form = |bits: u32| bits >> bits.trailing_zeros().min(31);
        if f.bits == 0 || form(f.bits) != form(f.source()) {
            let why = format!(
                "{:#x} and the {:#x} of `{}` must be as many bits, as far apart, and one at least",
                f.bits,
                f.source(),
                f.register
            );
            return Err(("bits", why));
        }
        let earlier = r.follows[..n].iter().fold(0, |bits, e| bits | e.bits);
        let taken = f.bits & (r.rw() | r.clear | earlier);
        if taken != 0 {
            let why = format!(
                "bits {taken:#x} are writable, are cleared or follow already; leave them out there"
            );
            return Err(("bits", why));
        }
        if source.following() & f.source() != 0 || !source.reads.is_empty() {
            let why = format!(
                "bits {:#x} of `{}` follow others, or come from `reads`; name where they come from",
                f.source(),
                f.register
            );
            return Err(("register", why));
        }
        Ok(())
    }

    fn change(&self, r: &Register, c: &Change) -> Result<(), (&'static str, String)> {
        fits("bits", r, c.bits)?;
        if c.bits == 0 {
            return Err(("bits", "are none; name those that change".to_owned()));
        }
        if c.to & !c.bits != 0 {
            let why = format!(
                "{:#x} has bits besides {:#x}; add them to `bits`",
                c.to, c.bits
            );
            return Err(("to", why));
        }
        if c.bits & r.following() != 0 {
            let why = format!(
                "bits {:#x} follow another register; change that one",
                c.bits & r.following()
            );
            return Err(("bits", why));
        }
        if c.written.is_some() && c.read.is_some() {
            let why = "a change has one cause; leave out `read` or `written`";
            return Err(("read", why.to_owned()));
        }
        if let Some(name) = &c.read {
            self.known("read", name)?;
        }
        self.cause(c.written.as_deref(), c.when)
    }

    /// A write is a cause of something.
    fn cause(
        &self,
        written: Option<&str>,
        when: Option<u32>,
    ) -> Result<(), (&'static str, String)> {
        match (written, when) {
            (None, Some(_)) => Err((
                "when",
                "bits of which write? Name the register: written: \"NAME\"".to_owned(),
            )),
            (None, None) => Ok(()),
            (Some(name), when) => {
                let register = self.known("written", name)?;
                when.map_or(Ok(()), |bits| fits("when", register, bits))
            }
        }
    }

    fn interrupt(&self, n: usize, i: &Interrupt) -> Result<(), (&'static str, String)> {
        match (&i.status, &i.written) {
            (Some(_), Some(_)) | (None, None) => {
                let why = "its cause is either `status`, a register whose bits raise it, or `written`, a register \
                           whose write does";
                return Err(("status", why.to_owned()));
            }
            (Some(name), None) => {
                let status = self.known("status", name)?;
                fits("bits", status, i.bits.unwrap_or(0))?;
                if !status.reads.is_empty() {
                    let why = format!("`{name}` changes by being read; name one without `reads`");
                    return Err(("status", why));
                }
                if i.when.is_some() || i.after != Span::default() {
                    let key = if i.when.is_some() { "when" } else { "after" };
                    return Err((key, "is of an interrupt by `written`".to_owned()));
                }
            }
            (None, Some(_)) if i.bits.is_some() || i.enable.is_some() => {
                let key = if i.bits.is_some() { "bits" } else { "enable" };
                return Err((key, "is of an interrupt by `status`".to_owned()));
            }
            (None, Some(_)) => {}
        }
        if let Some(name) = &i.enable {
            self.known("enable", name)?;
        }
        self.cause(i.written.as_deref(), i.when)?;
        if self.interrupts[..n].iter().any(|e| e.line == i.line) {
            let why = format!("two interrupts drive line {}; give each its own", i.line);
            return Err(("line", why));
        }
        Ok(())
    }
}

/// An error unless `value` has the bits of a register alone.
fn fits(key: &'static str, r: &Register, value: u32) -> Result<(), (&'static str, String)> {
    match value & !r.all() {
        0 => Ok(()),
        _ => Err((
            key,
            format!(
                "{value:#x} does not fit the {} bits of `{}`; shorten it, or widen `width`",
                r.width, r.name
            ),
        )),
    }
}
