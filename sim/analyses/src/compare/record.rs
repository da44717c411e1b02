//! Measurements that firmware leaves in memory (`struct epapi_record`, docs/user/howto/epapi.md), and the
//! windows in which its counters were read.
//!
//! A record names the counters whose sum is the value. The reads of these counters, of the cycle
//! and of the instruction counter that show what the record says are its windows: their truth is the
//! truth of the record.

use serde::Serialize;
use trueboard_judge::{Cause, Quantity, Verdict, Window};

/// Bytes of a record.
const BYTES: usize = 16 + 12 + 4 + 24 + 6 * 4;

/// Why a dump holds no records.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum RecordError {
    /// Not hexadecimal digits.
    #[error("the dump is not hexadecimal")]
    NotHex,
    /// Not whole records.
    #[error("{0} bytes are not whole records of {BYTES}")]
    Size(usize),
    /// A record that says what cannot be.
    #[error("record {0} is damaged")]
    Damaged(usize),
    /// No reads of counters belong to a record.
    #[error("no reads of the counters of core {core} show what record {index} ({event}) says")]
    NoWindows {
        /// Which one.
        index: usize,
        /// Its core.
        core: u8,
        /// Its event.
        event: String,
    },
}

/// A number beside its truth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// What firmware says.
    pub measured: u64,
    /// What happened; `None` when it is not known.
    pub truth: Option<u64>,
}

impl Shown {
    /// Measured minus truth.
    #[must_use]
    pub fn difference(&self) -> Option<i64> {
        Some(self.measured.cast_signed() - self.truth?.cast_signed())
    }
}

/// A record and its truth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Measurement {
    /// What was measured.
    pub program: String,
    /// How.
    pub variant: String,
    /// Where.
    pub core: u8,
    /// What was counted.
    pub event: String,
    /// Its count.
    pub value: Shown,
    /// Cycles.
    pub cycles: Shown,
    /// Instructions.
    pub instructions: Shown,
    /// What makes measured and true differ.
    pub causes: Vec<Cause>,
    /// True when a read shows something that nothing explains.
    pub wrong: bool,
}

struct Record {
    program: String,
    variant: String,
    core: u32,
    event: String,
    counters: u32,
    cycle_counter: u32,
    instruction_counter: u32,
    cycles: u32,
    instructions: u32,
    value: u32,
}

/// The records in a dump, with the truth of the windows that belong to them.
///
/// # Errors
/// [`RecordError`] when the dump holds something else, or the report lacks the windows.
pub fn measurements(dump: &str, windows: &[Window]) -> Result<Vec<Measurement>, RecordError> {
    let bytes = unhex(dump).ok_or(RecordError::NotHex)?;
    let rows = bytes.chunks_exact(BYTES);
    if !rows.remainder().is_empty() {
        return Err(RecordError::Size(bytes.len()));
    }
    let mut from = 0;
    let mut out = Vec::new();
    for (index, row) in rows.take_while(|r| r[0] != 0).enumerate() {
        let r = record(row).ok_or(RecordError::Damaged(index))?;
        let m = found(&r, windows, &mut from).ok_or_else(|| RecordError::NoWindows {
            index,
            core: r.core as u8,
            event: r.event.clone(),
        })?;
        out.push(m);
    }
    Ok(out)
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text.chars().map(|c| Some(c.to_digit(16)? as u8)).collect();
    let digits = digits?;
    let pairs = digits.chunks_exact(2);
    pairs
        .remainder()
        .is_empty()
        .then(|| pairs.map(|p| p[0] << 4 | p[1]).collect())
}

fn record(row: &[u8]) -> Option<Record> {
    // A counter is one of at most sixteen: in the other byte order the low half is empty.
    let counters = word(row, 56)?;
    let little = u32::from_le_bytes(counters) & 0xffff != 0;
    let number = |at: usize| {
        let bytes = word(row, at)?;
        Some(match little {
            true => u32::from_le_bytes(bytes),
            false => u32::from_be_bytes(bytes),
        })
    };
    let r = Record {
        program: text(row.get(0..16)?)?,
        variant: text(row.get(16..28)?)?,
        core: number(28)?,
        event: text(row.get(32..56)?)?,
        counters: number(56)?,
        cycle_counter: number(60)?,
        instruction_counter: number(64)?,
        cycles: number(68)?,
        instructions: number(72)?,
        value: number(76)?,
    };
    let sound = r.core < 256 && (1..0x1_0000).contains(&r.counters);
    let counters = r.cycle_counter < 16 && r.instruction_counter < 16;
    (sound && counters).then_some(r)
}

fn word(row: &[u8], at: usize) -> Option<[u8; 4]> {
    row.get(at..at + 4)?.try_into().ok()
}

fn text(field: &[u8]) -> Option<String> {
    let end = field.iter().position(|&b| b == 0)?;
    let text = str::from_utf8(&field[..end]).ok()?;
    let printable = !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic() || c == ' ');
    printable.then(|| text.to_owned())
}

/// The first read from number `from` of that core's on that shows the cycles, and the nearest reads
/// of the other counters, if they show the rest.
fn found(r: &Record, windows: &[Window], from: &mut usize) -> Option<Measurement> {
    /// No library reads more between two counters of a measurement.
    const NEAR: usize = 64;
    let counts = |w: &&Window| u32::from(w.reader) == r.core && w.quantity == Quantity::Count;
    let mine: Vec<&Window> = windows.iter().filter(counts).collect();
    let shows = |w: &Window, counter: u32, value: u32| {
        u32::from(w.counter) == counter && w.measured == value
    };
    for at in *from..mine.len() {
        let cycles = mine[at];
        if !shows(cycles, r.cycle_counter, r.cycles) {
            continue;
        }
        let first = at.saturating_sub(NEAR);
        // Counters of one measurement were started together.
        let apart = |i: usize| mine[i].opened_at_tick.abs_diff(cycles.opened_at_tick);
        let nearest = |is: &dyn Fn(&Window) -> bool| {
            let reads = (first..(at + NEAR).min(mine.len())).filter(|&i| is(mine[i]));
            let best = reads.min_by_key(|&i| (apart(i), i.abs_diff(at)));
            best.map(|i| mine[i])
        };
        let instructions = nearest(&|w| shows(w, r.instruction_counter, r.instructions));
        let parts: Option<Vec<&Window>> = (0..16)
            .filter(|c| r.counters >> c & 1 == 1)
            .map(|c| nearest(&|w| u32::from(w.counter) == c))
            .collect();
        let (Some(instructions), Some(parts)) = (instructions, parts) else {
            continue;
        };
        let sum: u64 = parts.iter().map(|w| u64::from(w.measured)).sum();
        if sum == u64::from(r.value) {
            *from = at + 1;
            return Some(measurement(r, cycles, instructions, &parts));
        }
    }
    None
}

fn measurement(
    r: &Record,
    cycles: &Window,
    instructions: &Window,
    parts: &[&Window],
) -> Measurement {
    let all = || parts.iter().copied().chain([cycles, instructions]);
    let mut causes: Vec<Cause> = all().flat_map(|w| w.causes.iter().copied()).collect();
    causes.sort_unstable();
    causes.dedup();
    let shown = |w: &Window| Shown {
        measured: w.measured.into(),
        truth: w.truth,
    };
    Measurement {
        program: r.program.clone(),
        variant: r.variant.clone(),
        core: r.core as u8,
        event: r.event.clone(),
        value: Shown {
            measured: r.value.into(),
            truth: parts.iter().map(|w| w.truth).sum(),
        },
        cycles: shown(cycles),
        instructions: shown(instructions),
        causes,
        wrong: all().any(|w| w.verdict == Verdict::Wrong),
    }
}
