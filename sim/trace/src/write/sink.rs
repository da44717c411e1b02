//! A file that grows by whole pieces, with places that are filled in later.

use super::TraceError;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Buffered bytes before they are written.
const CHUNK: usize = 64 * 1024;

/// How many bytes a trace may still write; past them it behaves as on a full disk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget(pub Option<u64>);

/// The file.
#[derive(Debug)]
pub(crate) struct Sink {
    path: PathBuf,
    file: File,
    /// Bytes safely in the file.
    base: u64,
    /// What comes behind them.
    buf: Vec<u8>,
}

impl Sink {
    pub(crate) fn create(path: &Path) -> Result<Sink, TraceError> {
        let file = OpenOptions::new()
            .create(true)
            .truncate(true)
            .write(true)
            .open(path)
            .map_err(|e| io_error(path, e))?;
        Ok(Sink {
            path: path.into(),
            file,
            base: 0,
            buf: Vec::with_capacity(CHUNK),
        })
    }

    /// Where the next byte will stand in the file.
    pub(crate) fn pos(&self) -> u64 {
        self.base + self.buf.len() as u64
    }

    /// Adds bytes; they reach the file with the next [`Sink::flush`].
    pub(crate) fn put(&mut self, bytes: &[u8]) {
        self.buf.extend_from_slice(bytes);
    }

    /// Adds an integer in decimal.
    pub(crate) fn put_number(&mut self, n: impl itoa::Integer) {
        self.put(itoa::Buffer::new().format(n).as_bytes());
    }

    /// Adds an integer in decimal, with zeros in front of it where it has fewer than `digits`.
    pub(crate) fn put_padded(&mut self, n: u64, digits: usize) {
        let mut buffer = itoa::Buffer::new();
        let text = buffer.format(n);
        let zeros = digits.saturating_sub(text.len());
        self.buf.resize(self.buf.len() + zeros, b'0');
        self.put(text.as_bytes());
    }

    /// Adds an integer in hexadecimal, behind `0x`.
    pub(crate) fn put_hex(&mut self, n: u64) {
        self.put(b"0x");
        let zeros = (n | 1).leading_zeros() as usize / 4;
        let digits = ((u128::from(hex(n >> 32 & 0xffff_ffff)) << 64)
            | u128::from(hex(n & 0xffff_ffff)))
        .to_be_bytes();
        self.put(digits.get(zeros..).unwrap_or_default());
    }

    /// Adds a JSON string of `text`.
    pub(crate) fn put_quoted(&mut self, text: &str) {
        // Writing to a vector cannot fail, and any text is a JSON string.
        let _ = serde_json::to_writer(&mut self.buf, text);
    }

    /// Adds a text, as [`Sink::put`] does.
    pub(crate) fn put_fmt(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a vector cannot fail.
        let _ = self.buf.write_fmt(text);
    }

    /// Adds all of `bytes` and gives it another buffer with meaningless contents: nothing is copied if no bytes are
    /// pending.
    pub(crate) fn exchange(&mut self, bytes: &mut Vec<u8>) {
        if self.buf.is_empty() {
            std::mem::swap(&mut self.buf, bytes);
        } else {
            self.buf.append(bytes);
        }
    }

    /// True when bytes are pending.
    pub(crate) fn pending(&self) -> bool {
        !self.buf.is_empty()
    }

    /// True when it is time to flush.
    pub(crate) fn full(&self) -> bool {
        self.buf.len() >= CHUNK
    }

    /// Replaces bytes that were put before; never makes the file longer, so it works on a full
    /// disk too.
    pub(crate) fn patch(&mut self, pos: u64, bytes: &[u8]) -> Result<(), TraceError> {
        if let Some(at) = pos.checked_sub(self.base) {
            let at = at as usize;
            self.buf[at..at + bytes.len()].copy_from_slice(bytes);
            return Ok(());
        }
        let done = self
            .file
            .seek(SeekFrom::Start(pos))
            .and_then(|_| self.file.write_all(bytes))
            .and_then(|()| self.file.seek(SeekFrom::Start(self.base)));
        done.map(|_| ()).map_err(|e| io_error(&self.path, e))
    }

    /// Writes what is buffered, or nothing of it: after an error the file ends where it ended
    /// before the call.
    pub(crate) fn flush(&mut self, budget: &mut Budget) -> Result<(), TraceError> {
        let n = self.buf.len() as u64;
        let done = match &mut budget.0 {
            Some(left) if *left < n => {
                let part = *left as usize;
                *left = 0;
                self.file
                    .write_all(&self.buf[..part])
                    .and(Err(io::ErrorKind::StorageFull.into()))
            }
            Some(left) => {
                *left -= n;
                self.file.write_all(&self.buf)
            }
            None => self.file.write_all(&self.buf),
        };
        self.buf.clear();
        match done {
            Ok(()) => {
                self.base += n;
                Ok(())
            }
            Err(e) => {
                // Nothing more can be done if this fails as well; the first error is the one to
                // report.
                let _ = self.file.set_len(self.base);
                let _ = self.file.seek(SeekFrom::Start(self.base));
                Err(io_error(&self.path, e))
            }
        }
    }
}

/// The eight digits of `n`, which is below 2^32, in hexadecimal, the first one in the highest byte.
fn hex(n: u64) -> u64 {
    // A digit in each byte.
    let n = (n | n << 16) & 0x0000_ffff_0000_ffff;
    let n = (n | n << 8) & 0x00ff_00ff_00ff_00ff;
    let n = (n | n << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    // Ones where a digit is above 9.
    let letters = (n + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101;
    n + 0x3030_3030_3030_3030 + letters * u64::from(b'a' - b'0' - 10)
}

/// Names the file in an error.
pub(crate) fn io_error(path: &Path, source: io::Error) -> TraceError {
    TraceError::Io {
        path: path.into(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_hexadecimal_have_no_zeros_in_front() {
        let dir = tempfile::tempdir().unwrap();
        let mut sink = Sink::create(&dir.path().join("f")).unwrap();
        let numbers = [0, 9, 0xa, 0x1f, 0x4000_09bc, 0xffff_ffff, 1 << 32, u64::MAX];
        for n in numbers {
            sink.buf.clear();
            sink.put_hex(n);
            assert_eq!(sink.buf, format!("{n:#x}").as_bytes());
        }
    }
}
