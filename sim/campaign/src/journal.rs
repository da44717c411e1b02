//! The results of a campaign, a line of JSON for each run, in a file that survives a kill at any moment.
//!
//! A record is appended by one write, newline included. A process that is killed leaves at most one torn line at the
//! end, which is cut off when the file is opened again. Only the places of records are kept in memory.

use crate::error::CampaignError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{HashMap, HashSet};
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Cursor, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What identifies a run: 128 bits of SHA-256 over all that decides its result, as hexadecimal digits.
#[must_use]
pub fn key(identity: &impl Serialize) -> String {
    let text = serde_json::to_vec(identity).unwrap_or_default();
    let sum = Sha256::digest(&text);
    sum.iter().take(16).map(|b| format!("{b:02x}")).collect()
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Record<R> {
    key: String,
    result: R,
}

/// The key alone.
#[derive(Deserialize)]
struct Keyed {
    key: String,
}

/// Bytes that grow: a file, or memory.
trait Place: Read + Write + Seek + Send {}
impl<T: Read + Write + Seek + Send> Place for T {}

/// Results by key. The first record of a key counts.
pub struct Journal {
    path: PathBuf,
    place: Box<dyn Place>,
    /// Beginning, bytes and line of each record.
    records: HashMap<String, (u64, usize, usize)>,
    end: u64,
    lines: usize,
}

impl Journal {
    /// A journal that lasts as long as the process.
    #[must_use]
    pub fn memory() -> Journal {
        Journal::empty(Path::new("(memory)"), Box::new(Cursor::new(Vec::new())))
    }

    fn empty(path: &Path, place: Box<dyn Place>) -> Journal {
        Journal {
            path: path.to_owned(),
            place,
            records: HashMap::new(),
            end: 0,
            lines: 0,
        }
    }

    /// The journal in this file, which is made if it is not there. A torn last line is cut off.
    ///
    /// # Errors
    /// [`CampaignError`]: the file cannot be read or written, or a line before its last is no record.
    pub fn open(path: &Path) -> Result<Journal, CampaignError> {
        let fail = |cause: String| CampaignError::File {
            path: path.to_owned(),
            cause,
        };
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path);
        let file = file.map_err(|e| fail(format!("cannot be opened: {e}")))?;
        let mut journal = Journal::empty(path, Box::new(Cursor::new(Vec::new())));
        let mut reader = BufReader::new(&file);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = reader.read_until(b'\n', &mut line);
            let n = read.map_err(|e| fail(format!("cannot be read: {e}")))?;
            let whole = line.last() == Some(&b'\n');
            if n == 0 || !whole {
                break;
            }
            journal.lines += 1;
            let known: Keyed =
                serde_json::from_slice(&line).map_err(|e| CampaignError::Record {
                    path: path.to_owned(),
                    line: journal.lines,
                    cause: e.to_string(),
                })?;
            let at = (journal.end, n, journal.lines);
            journal.records.entry(known.key).or_insert(at);
            journal.end += n as u64;
        }
        file.set_len(journal.end)
            .map_err(|e| fail(format!("cannot be written: {e}")))?;
        journal.place = Box::new(file);
        Ok(journal)
    }

    /// True when there is a result for this key.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.records.contains_key(key)
    }

    /// How many results are of other runs than those of these keys.
    #[must_use]
    pub fn strangers(&self, keys: &[String]) -> usize {
        let known: HashSet<&str> = keys.iter().map(String::as_str).collect();
        let stranger = |key: &&String| !known.contains(key.as_str());
        self.records.keys().filter(stranger).count()
    }

    /// The result for this key; none if there is none.
    ///
    /// # Errors
    /// [`CampaignError`]: the file cannot be read, or the record is of another type.
    pub fn get<R: DeserializeOwned>(&mut self, key: &str) -> Result<Option<R>, CampaignError> {
        let Some(&(at, bytes, line)) = self.records.get(key) else {
            return Ok(None);
        };
        let text = self.bytes(at, bytes)?;
        let record: Record<R> =
            serde_json::from_slice(&text).map_err(|e| CampaignError::Record {
                path: self.path.clone(),
                line,
                cause: e.to_string(),
            })?;
        Ok(Some(record.result))
    }

    fn bytes(&mut self, at: u64, bytes: usize) -> Result<Vec<u8>, CampaignError> {
        let mut text = vec![0; bytes];
        let read = self.place.seek(SeekFrom::Start(at));
        let read = read.and_then(|_| self.place.read_exact(&mut text));
        read.map_err(|e| self.fail(&format!("cannot be read: {e}")))?;
        Ok(text)
    }

    fn fail(&self, cause: &str) -> CampaignError {
        CampaignError::File {
            path: self.path.clone(),
            cause: cause.to_owned(),
        }
    }

    /// Appends a result.
    ///
    /// # Errors
    /// [`CampaignError::File`]: it cannot be written.
    pub fn add<R: Serialize>(&mut self, key: &str, result: &R) -> Result<(), CampaignError> {
        let record = Record {
            key: key.to_owned(),
            result,
        };
        let text = serde_json::to_string(&record);
        let text = text.map_err(|e| self.fail(&format!("cannot be written: {e}")))? + "\n";
        let wrote = self.place.seek(SeekFrom::Start(self.end));
        let wrote = wrote.and_then(|_| self.place.write_all(text.as_bytes()));
        wrote.map_err(|e| self.fail(&format!("cannot be written: {e}")))?;
        self.lines += 1;
        let at = (self.end, text.len(), self.lines);
        self.records.entry(key.to_owned()).or_insert(at);
        self.end += text.len() as u64;
        Ok(())
    }

    /// Takes the whole records of another journal over, of those `keys` that are missing here. A file that is not there is
    /// empty; a torn last line is left out, for somebody may be writing it.
    ///
    /// # Errors
    /// [`CampaignError`]: it cannot be read, or this one not be written.
    pub fn merge(&mut self, path: &Path, keys: &[String]) -> Result<(), CampaignError> {
        let fail = |cause: String| CampaignError::File {
            path: path.to_owned(),
            cause,
        };
        let text = match std::fs::read(path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            Err(e) => return Err(fail(format!("cannot be read: {e}"))),
        };
        let wanted: HashSet<&str> = keys.iter().map(String::as_str).collect();
        for line in text
            .split_inclusive(|b| *b == b'\n')
            .filter(|l| l.last() == Some(&b'\n'))
        {
            let known: Keyed = serde_json::from_slice(line).map_err(|e| {
                fail(format!(
                    "a line is no result of a run: {e}; remove the file"
                ))
            })?;
            if self.has(&known.key) || !wanted.contains(known.key.as_str()) {
                continue;
            }
            let wrote = self.place.seek(SeekFrom::Start(self.end));
            let wrote = wrote.and_then(|_| self.place.write_all(line));
            wrote.map_err(|e| self.fail(&format!("cannot be written: {e}")))?;
            self.lines += 1;
            let at = (self.end, line.len(), self.lines);
            self.records.insert(known.key, at);
            self.end += line.len() as u64;
        }
        Ok(())
    }

    /// Copies the records of these keys to `to`, in this order: the bytes do not depend on the order in which the
    /// results came.
    ///
    /// # Errors
    /// [`CampaignError::File`]: the journal cannot be read, or `to` not be written.
    pub fn copy(&mut self, keys: &[String], to: &mut dyn Write) -> Result<(), CampaignError> {
        for key in keys {
            if let Some(&(at, bytes, _)) = self.records.get(key) {
                let text = self.bytes(at, bytes)?;
                to.write_all(&text)
                    .map_err(|e| self.fail(&format!("cannot be copied: {e}")))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_line_is_cut_off_wherever_it_was_torn() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("runs.jsonl");
        let mut j = Journal::open(&path).unwrap();
        j.add("a", &1).unwrap();
        j.add("b", &"two").unwrap();
        drop(j);
        let whole = std::fs::read(&path).unwrap();
        let first = whole.iter().position(|b| *b == b'\n').unwrap() + 1;
        for cut in 0..=whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let mut j = Journal::open(&path).unwrap();
            assert_eq!(j.has("a"), cut >= first, "{cut}");
            assert_eq!(j.has("b"), cut == whole.len(), "{cut}");
            if !j.has("a") {
                j.add("a", &1).unwrap();
            }
            if !j.has("b") {
                j.add("b", &"two").unwrap();
            }
            assert_eq!(j.get::<i32>("a").unwrap(), Some(1));
            drop(j);
            assert_eq!(std::fs::read(&path).unwrap(), whole, "{cut}");
        }
    }

    #[test]
    fn what_others_have_done_is_taken_over_once() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("worker.jsonl");
        let mut worker = Journal::open(&path).unwrap();
        worker.add("a", &1).unwrap();
        worker.add("b", &2).unwrap();
        worker.add("stranger", &3).unwrap();
        let torn = std::fs::read(&path).unwrap();
        std::fs::write(&path, [&torn[..], b"{\"key\":\"c\",\"res"].concat()).unwrap();
        let keys = ["a", "b", "c"].map(str::to_owned);
        let mut all = Journal::memory();
        all.add("b", &2).unwrap();
        for _ in 0..2 {
            all.merge(&path, &keys).unwrap();
            all.merge(&dir.path().join("none"), &keys).unwrap();
        }
        assert!(all.has("a") && !all.has("c") && !all.has("stranger"));
        assert_eq!((all.strangers(&keys), all.strangers(&keys[1..])), (0, 1));
        let mut text = Vec::new();
        all.copy(&keys, &mut text).unwrap();
        assert_eq!(
            text,
            b"{\"key\":\"a\",\"result\":1}\n{\"key\":\"b\",\"result\":2}\n"
        );
        assert_eq!(all.get::<i32>("a").unwrap(), Some(1));
    }

    #[test]
    fn a_line_that_is_no_record_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("runs.jsonl");
        std::fs::write(&path, "{\"key\":\"a\",\"result\":1}\nnonsense\n").unwrap();
        let said = Journal::open(&path).err().unwrap().to_string();
        assert!(said.contains("line 2 is no result"), "{said}");
        std::fs::write(&path, "{\"key\":\"a\",\"result\":1}\n").unwrap();
        let mut j = Journal::open(&path).unwrap();
        assert!(
            j.get::<String>("a")
                .unwrap_err()
                .to_string()
                .contains("line 1")
        );
    }
}
