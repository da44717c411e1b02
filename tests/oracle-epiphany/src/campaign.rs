//! Programs run on both sides, and what differs made small.

use crate::Machine;
use crate::generate::{Generator, with};
use crate::known::{EXAMPLES, Example};
use crate::places::Places;
use crate::program::{DATA, DATA_BYTES, Item, LOG, Piece, Program, REGISTERS, Reserved, TURNS};
use std::collections::BTreeSet;
use trueboard_cpu_epiphany::isa::Encoding;
use trueboard_cpu_epiphany::isa::table::{decode_op, disasm};

/// What has been run.
#[derive(Default)]
pub struct Tally {
    /// Programs.
    pub programs: u64,
    /// Instructions executed, about.
    pub instructions: u64,
    /// Encodings that were in a program.
    pub encodings: BTreeSet<Encoding>,
    /// Programs with a difference.
    pub different: u64,
}

/// The first place where two results differ, in words.
#[must_use]
pub fn difference(ours: &[u8], theirs: &[u8]) -> Option<String> {
    // The log first: what comes later may follow from it.
    let log = (LOG - DATA) as usize..(REGISTERS - DATA) as usize;
    let rest = [log.end..ours.len(), 0..log.start];
    let words = |at: usize| {
        let word = |bytes: &[u8]| {
            let b = bytes.get(at..at + 4)?;
            Some(u32::from_le_bytes(b.try_into().ok()?))
        };
        (word(ours), word(theirs))
    };
    let mut places = std::iter::once(log).chain(rest).flatten().step_by(4);
    let at = places.find(|&at| words(at).0 != words(at).1)?;
    let (Some(a), Some(b)) = words(at) else {
        return Some("one result is shorter".to_owned());
    };
    let address = at as u32 + DATA;
    let place = match address {
        REGISTERS.. => format!("register {}", (address - REGISTERS) / 4),
        LOG.. => format!("log word {}", (address - LOG) / 4),
        _ => format!("data at {address:#x}"),
    };
    Some(format!(
        "{place}: ours {a:#010x}, theirs {b:#010x}, xor {:#010x}",
        a ^ b
    ))
}

/// Runs a program on both sides; what differs.
///
/// # Errors
/// When a side cannot run it to its end.
pub fn compare(
    ours: &mut dyn Machine,
    theirs: &mut dyn Machine,
    program: &Program,
) -> Result<Option<String>, String> {
    let image = program.image();
    let (a, b) = (ours.run(&image)?, theirs.run(&image)?);
    Ok(difference(&a, &b))
}

impl Tally {
    /// Runs the next program of a generator, in one of these places; a difference as text.
    ///
    /// # Errors
    /// When a side cannot run it to its end.
    pub fn round(
        &mut self,
        ours: &mut dyn Machine,
        theirs: &mut dyn Machine,
        generator: &mut Generator,
        places: &[Places],
    ) -> Result<Option<String>, String> {
        let program = generator.program_in(places);
        self.programs += 1;
        for piece in &program.pieces {
            self.instructions += u64::from(piece.executed * TURNS);
            let insns = piece.items.iter().filter_map(|item| match item {
                Item::Insn(word) => decode_op(*word),
                Item::Align | Item::Address(..) => None,
            });
            self.encodings.extend(insns);
        }
        if compare(ours, theirs, &program)?.is_none() {
            return Ok(None);
        }
        self.different += 1;
        let small = shrink(ours, theirs, &program);
        let what = compare(ours, theirs, &small)?.unwrap_or_default();
        Ok(Some(format!("{what}\n{}", listing(&small))))
    }
}

/// The known differences that are none.
///
/// # Errors
/// When a side cannot run a program to its end.
pub fn outdated(ours: &mut dyn Machine, theirs: &mut dyn Machine) -> Result<Vec<Example>, String> {
    let mut none = Vec::new();
    for example in EXAMPLES {
        if compare(ours, theirs, &alone(&example))?.is_none() {
            none.push(example);
        }
    }
    Ok(none)
}

/// A program of one operation.
fn alone(example: &Example) -> Program {
    let reserved = Reserved {
        log: 63,
        scratch: 62,
        count: 61,
    };
    let mut values = [0; 64];
    values[1..4].copy_from_slice(&example.values);
    let fixed = example.operation.row().form.fixed.value;
    let word = [("d", 1), ("n", 2), ("m", 3)]
        .into_iter()
        .fold(fixed, |word, (name, r)| {
            with(word, example.operation, name, r)
        });
    Program {
        places: Places::OWN,
        reserved,
        values,
        data: vec![0; DATA_BYTES as usize],
        pieces: vec![Piece {
            name: "known difference",
            mode: example.mode,
            items: vec![Item::Insn(word)],
            logged: 0,
            executed: 1,
        }],
    }
}

/// Leaves out pieces as long as something differs.
fn shrink(ours: &mut dyn Machine, theirs: &mut dyn Machine, program: &Program) -> Program {
    let mut small = program.clone();
    let mut part = small.pieces.len().div_ceil(2);
    while part > 0 {
        let mut at = 0;
        while at < small.pieces.len() {
            let mut less = small.clone();
            less.pieces.drain(at..(at + part).min(small.pieces.len()));
            match compare(ours, theirs, &less) {
                Ok(Some(_)) => small = less,
                Ok(None) | Err(_) => at += part,
            }
        }
        part /= 2;
    }
    small
}

/// The pieces as text, with the values of the registers at the start.
fn listing(program: &Program) -> String {
    let image = program.image();
    let mut text = format!("  {:#x?}\n", program.places);
    for (piece, start) in program.pieces.iter().zip(&image.starts) {
        text.push_str(&format!(
            "  {:#06x} {} ({:?})\n",
            start, piece.name, piece.mode
        ));
        for item in &piece.items {
            let line = match item {
                Item::Insn(word) => format!("{word:08x} {}", disasm(*word, 0)),
                other => format!("{other:?}"),
            };
            text.push_str(&format!("    {line}\n"));
        }
    }
    let values = program.values.chunks(8).zip((0..).step_by(8));
    for (row, first) in values {
        let row: Vec<String> = row.iter().map(|v| format!("{v:08x}")).collect();
        text.push_str(&format!("  r{first:<2} {}\n", row.join(" ")));
    }
    text
}
