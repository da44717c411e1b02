//! The records of a Paraver trace, a `.prv` file: one application of one task, a thread per row. Format: "Paraver trace
//! file format" of the Barcelona Supercomputing Center.
//!
//! The file is valid at every moment. The end time in the header, the ends of open states and the arrivals of messages
//! have room for any number, and each write of bytes fills them in. Records therefore keep the order of their begin
//! without waiting for their end. The date in the header is a constant, since equal runs must give equal bytes.

use super::TraceError;
use super::sink::{Budget, Sink};
use std::collections::BTreeMap;
use std::path::Path;

const BEFORE_END: &str = "#Paraver (01/01/2000 at 00:00):";
/// User functions, as Extrae numbers them, so that stock views work.
pub(crate) const FUNCTION: u32 = 60_000_019;

/// The file. Times are in ns.
pub(crate) struct Prv {
    sink: Sink,
    budget: Budget,
    rows: Vec<Row>,
    /// How the events of each row begin, those of no row first.
    heads: Vec<String>,
    /// The type of functions as text: that of most events.
    function: String,
    /// Digits that the number of a state has at least.
    digits: usize,
    /// Where the times stand at which messages arrive that are on their way, by their numbers.
    under_way: BTreeMap<u64, u64>,
    /// Such places, and what is to be filled in once the arrival is safely in the file.
    arrived: Vec<(u64, u64)>,
    /// Time of the newest record.
    last: u64,
    /// Time of the newest record that is safely in the file.
    safe: u64,
}

/// A row, by its open state.
struct Row {
    state: u8,
    begin: u64,
    /// Where its end and its number stand.
    end_at: u64,
    state_at: u64,
    /// Place of the end of its newest state that is safely in the file.
    filed: u64,
    /// When that state ended, to be filled in once the state after it is in the file too.
    filed_end: Option<u64>,
}

impl Prv {
    /// A trace of so many rows, initially in `state`. Numbers of states have at least so many digits.
    pub(crate) fn create(
        path: &Path,
        budget: Budget,
        rows: usize,
        state: u8,
        digits: usize,
    ) -> Result<Prv, TraceError> {
        let mut p = Prv {
            sink: Sink::create(path)?,
            budget,
            rows: Vec::new(),
            heads: (0..=rows)
                .map(|cpu| format!("2:{cpu}:1:1:{}:", cpu.max(1)))
                .collect(),
            function: format!(":{FUNCTION}:"),
            digits,
            under_way: BTreeMap::new(),
            arrived: Vec::new(),
            last: 0,
            safe: 0,
        };
        let n = rows.max(1);
        let head = format!("{BEFORE_END}{:020}_ns:1({n}):1:1({n}:1),0\n", 0);
        p.sink.put(head.as_bytes());
        for row in 0..rows {
            let (end_at, state_at) = p.open_state(row, 0, state);
            p.rows.push(Row {
                state,
                begin: 0,
                end_at,
                state_at,
                filed: 0,
                filed_end: None,
            });
        }
        p.flush()?;
        Ok(p)
    }

    /// Bytes so far.
    pub(crate) fn size(&self) -> u64 {
        self.sink.pos()
    }

    /// How many rows there are.
    pub(crate) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// What comes from here on is of this time. The end of the trace is the latest one.
    pub(crate) fn advance(&mut self, at: u64) -> Result<(), TraceError> {
        if self.sink.full() {
            self.flush()?;
        }
        self.last = self.last.max(at);
        Ok(())
    }

    /// The state of a row, and since when it lasts.
    pub(crate) fn open(&self, row: usize) -> Option<(u8, u64)> {
        self.rows.get(row).map(|r| (r.state, r.begin))
    }

    /// A row is in another state from `at` on.
    pub(crate) fn state(&mut self, row: usize, at: u64, state: u8) -> Result<(), TraceError> {
        let Some(r) = self.rows.get_mut(row) else {
            return Ok(());
        };
        if r.end_at == r.filed {
            r.filed_end = Some(at);
        } else {
            self.sink.patch(r.end_at, format!("{at:020}").as_bytes())?;
        }
        let (end_at, state_at) = self.open_state(row, at, state);
        if let Some(r) = self.rows.get_mut(row) {
            (r.state, r.begin, r.end_at, r.state_at) = (state, at, end_at, state_at);
        }
        Ok(())
    }

    /// The open state of a row is another one, of as many digits.
    pub(crate) fn correct_state(&mut self, row: usize, state: u8) -> Result<(), TraceError> {
        let Some(r) = self.rows.get_mut(row) else {
            return Ok(());
        };
        r.state = state;
        let number = format!("{state:0digits$}", digits = self.digits);
        self.sink.patch(r.state_at, number.as_bytes())
    }

    /// Puts the record of a state that is open; answers where its end and its number stand.
    fn open_state(&mut self, row: usize, at: u64, state: u8) -> (u64, u64) {
        let n = row + 1;
        let sink = &mut self.sink;
        sink.put(b"1:");
        sink.put_number(n);
        sink.put(b":1:1:");
        sink.put_number(n);
        sink.put(b":");
        sink.put_number(at);
        sink.put(b":");
        let end_at = sink.pos();
        sink.put_padded(at, 20);
        sink.put(b":");
        sink.put_padded(state.into(), self.digits);
        sink.put(b"\n");
        (end_at, end_at + 21)
    }

    /// An event: pairs of type and value. Events without a row are in the first one.
    pub(crate) fn event(&mut self, row: Option<usize>, at: u64, pairs: &[(u32, i64)]) {
        let Some(head) = self.heads.get(row.map_or(0, |row| row + 1)) else {
            return;
        };
        let sink = &mut self.sink;
        sink.put(head.as_bytes());
        sink.put_number(at);
        for &(ty, value) in pairs {
            if ty == FUNCTION {
                sink.put(self.function.as_bytes());
            } else {
                sink.put(b":");
                sink.put_number(ty);
                sink.put(b":");
            }
            match value {
                0..=9 => sink.put(&[b'0' + value as u8]),
                10..=99 => sink.put(&[b'0' + (value / 10) as u8, b'0' + (value % 10) as u8]),
                value => sink.put_number(value),
            }
        }
        sink.put(b"\n");
    }

    /// A message leaves one row for another. Until it arrives it ends where it begins.
    pub(crate) fn sent(&mut self, number: u64, (from, to): (usize, usize), at: u64, bytes: u32) {
        let (f, t) = (from + 1, to + 1);
        let head = format!("3:{f}:1:1:{f}:{at}:{at}:{t}:1:1:{t}:");
        let place = self.sink.pos() + head.len() as u64;
        self.under_way.insert(number, place);
        self.sink
            .put_fmt(format_args!("{head}{at:020}:{at:020}:{bytes}:{number}\n"));
    }

    /// A message arrives.
    pub(crate) fn received(&mut self, number: u64, at: u64) {
        if let Some(place) = self.under_way.remove(&number) {
            self.arrived.push((place, at));
        }
    }

    /// Sends bytes out, and makes header and open states agree with them.
    fn flush(&mut self) -> Result<(), TraceError> {
        self.sink.flush(&mut self.budget)?;
        self.safe = self.last;
        for r in &mut self.rows {
            if let Some(end) = r.filed_end.take() {
                self.sink.patch(r.filed, format!("{end:020}").as_bytes())?;
            }
            r.filed = r.end_at;
        }
        for (place, at) in self.arrived.drain(..) {
            let text = format!("{at:020}:{at:020}");
            self.sink.patch(place, text.as_bytes())?;
        }
        self.close(self.safe)
    }

    /// Fills in the end of the trace and of the states that are open.
    fn close(&mut self, end: u64) -> Result<(), TraceError> {
        let text = format!("{end:020}");
        self.sink.patch(BEFORE_END.len() as u64, text.as_bytes())?;
        self.rows
            .iter()
            .try_for_each(|r| self.sink.patch(r.filed, text.as_bytes()))
    }

    /// Ends the trace at its latest time.
    pub(crate) fn finish(&mut self) -> Result<(), TraceError> {
        self.flush()
    }

    /// Takes the trace back to the moment up to which it is complete. The first error is the one
    /// that is reported; these writes only replace bytes.
    pub(crate) fn mend(&mut self) {
        if self.sink.pending() {
            let _ = self.flush();
        }
        let _ = self.close(self.safe);
    }
}
