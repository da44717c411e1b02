//! The results of a campaign, a line of JSON for each run, in a file that survives a kill at any moment.
//!
//! A record is appended by one write, newline included, and carries a check sum. A process that is killed leaves at most
//! one torn line at the end, which is cut off when the file is opened again. One process at a time has the file to write
//! it, and what is no such file is left as it is. Only the places of records are kept in memory.

use super::error::CampaignError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use trueboard_files::open_alone;

/// What identifies a run: 128 bits of SHA-256 over all that decides its result, as hexadecimal digits.
#[must_use]
pub fn key(identity: &impl Serialize) -> String {
    let text = serde_json::to_vec(identity).unwrap_or_default();
    let sum = Sha256::digest(&text);
    sum.iter().take(16).map(|b| format!("{b:02x}")).collect()
}

/// What a line has besides its check sum.
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

/// How a line begins. Behind it come the check sum and the members of the record.
const HEAD: &str = "{\"sum\":\"";
/// Hexadecimal digits of a check sum: 64 bits of SHA-256.
const DIGITS: usize = 16;
/// Between check sum and record.
const NEXT: &str = "\",";
/// The longest line, in bytes.
const LONGEST: u64 = 1 << 28;

fn sum(record: &[u8]) -> String {
    let sum = Sha256::digest(record);
    sum.iter()
        .take(DIGITS / 2)
        .map(|b| format!("{b:02x}"))
        .collect()
}

/// The line of a record, newline included.
fn line(record: &impl Serialize) -> serde_json::Result<String> {
    let text = serde_json::to_string(record)?;
    // The members, without the bracket in front of them.
    let members = text.get(1..).unwrap_or_default();
    Ok(format!(
        "{HEAD}{}{NEXT}{members}\n",
        sum(members.as_bytes())
    ))
}

/// The key of a line, or what is wrong with the line.
fn key_of(line: &[u8]) -> Result<String, String> {
    let no_record = || "it is no record of a campaign".to_owned();
    let rest = line.strip_prefix(HEAD.as_bytes()).ok_or_else(no_record)?;
    let (digits, rest) = rest.split_at_checked(DIGITS).ok_or_else(no_record)?;
    let members = rest.strip_prefix(NEXT.as_bytes()).ok_or_else(no_record)?;
    if sum(members.trim_ascii_end()).as_bytes() != digits {
        return Err("its check sum is another one, so it was torn or altered".to_owned());
    }
    let known: Keyed = serde_json::from_slice(line).map_err(|e| e.to_string())?;
    Ok(known.key)
}

/// The beginning of a line, as a kill leaves it.
fn is_torn(tail: &[u8]) -> bool {
    HEAD.as_bytes().starts_with(tail) || tail.starts_with(HEAD.as_bytes())
}

/// Calls `each` for the lines of a file: beginning, and the line with its newline. Answers where the first byte behind
/// them is, and what stands there without a newline.
fn lines(
    file: &File,
    path: &Path,
    mut each: impl FnMut(u64, &[u8]) -> Result<(), CampaignError>,
) -> Result<(u64, Vec<u8>), CampaignError> {
    let fail = |cause: String| CampaignError::File {
        path: path.to_owned(),
        cause,
    };
    let mut reader = BufReader::new(file);
    let (mut at, mut line) = (0, Vec::new());
    loop {
        line.clear();
        let mut one = (&mut reader).take(LONGEST);
        let read = one.read_until(b'\n', &mut line);
        let n = read.map_err(|e| fail(format!("cannot be read: {e}")))? as u64;
        if line.last() != Some(&b'\n') {
            if n == LONGEST {
                return Err(fail("has a line of 256 MiB or more, so it is no file of results; name another folder".to_owned()));
            }
            return Ok((at, line));
        }
        each(at, &line)?;
        at += n;
    }
}

/// Bytes that grow: a file, or memory.
enum Place {
    File(File),
    Memory(Vec<u8>),
}

/// Results by key. The first record of a key counts.
pub struct Journal {
    path: PathBuf,
    place: Place,
    /// Beginning, bytes and line of each record.
    records: HashMap<String, (u64, usize, usize)>,
    end: u64,
    lines: usize,
}

impl Journal {
    /// A journal that lasts as long as the process.
    #[must_use]
    pub fn memory() -> Journal {
        Journal::empty(Path::new("(memory)"), Place::Memory(Vec::new()))
    }

    fn empty(path: &Path, place: Place) -> Journal {
        Journal {
            path: path.to_owned(),
            place,
            records: HashMap::new(),
            end: 0,
            lines: 0,
        }
    }

    /// The journal in this file, which is made if it is not there, for this process alone. A torn last line is cut off.
    ///
    /// # Errors
    /// [`CampaignError`]: another process has the journal, the file cannot be read or written, or it has something else
    /// than records; it is left as it is then.
    pub fn open(path: &Path) -> Result<Journal, CampaignError> {
        let fail = |cause: String| CampaignError::File {
            path: path.to_owned(),
            cause,
        };
        let file = open_alone(path).map_err(|e| fail(format!("cannot be opened: {e}")))?;
        let Some(file) = file else {
            return Err(CampaignError::Busy(path.to_owned()));
        };
        let mut journal = Journal::empty(path, Place::Memory(Vec::new()));
        let (end, tail) = lines(&file, path, |at, line| {
            journal.lines += 1;
            let key = key_of(line).map_err(|cause| CampaignError::Record {
                path: path.to_owned(),
                line: journal.lines,
                cause,
            })?;
            let at = (at, line.len(), journal.lines);
            journal.records.entry(key).or_insert(at);
            Ok(())
        })?;
        if !is_torn(&tail) {
            return Err(CampaignError::Record {
                path: path.to_owned(),
                line: journal.lines + 1,
                cause: "it is no record of a campaign".to_owned(),
            });
        }
        if !tail.is_empty() {
            file.set_len(end)
                .map_err(|e| fail(format!("cannot be written: {e}")))?;
        }
        journal.end = end;
        journal.place = Place::File(file);
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
        self.others(keys).len()
    }

    /// Keys of results besides these, in order.
    fn others(&self, keys: &[String]) -> Vec<String> {
        let known: HashSet<&str> = keys.iter().map(String::as_str).collect();
        let others = self
            .records
            .keys()
            .filter(|key| !known.contains(key.as_str()));
        let mut others: Vec<String> = others.cloned().collect();
        others.sort();
        others
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
        let wrong = |cause: String| CampaignError::Record {
            path: self.path.clone(),
            line,
            cause,
        };
        key_of(&text).map_err(wrong)?;
        let record: Record<R> = serde_json::from_slice(&text).map_err(|e| wrong(e.to_string()))?;
        Ok(Some(record.result))
    }

    fn bytes(&mut self, at: u64, bytes: usize) -> Result<Vec<u8>, CampaignError> {
        let mut text = vec![0; bytes];
        let read = match &mut self.place {
            Place::File(file) => {
                let found = file.seek(SeekFrom::Start(at));
                found.and_then(|_| file.read_exact(&mut text))
            }
            Place::Memory(all) => {
                let found = all.get(at as usize..at as usize + bytes);
                found
                    .map(|b| text.copy_from_slice(b))
                    .ok_or_else(|| ErrorKind::UnexpectedEof.into())
            }
        };
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
        let text = line(&record).map_err(|e| self.fail(&format!("cannot be written: {e}")))?;
        self.append(key, text.as_bytes())
    }

    /// Appends a line by one write; a file that has room for a part of it only is left without that part.
    fn append(&mut self, key: &str, line: &[u8]) -> Result<(), CampaignError> {
        let wrote = match &mut self.place {
            Place::Memory(all) => {
                all.extend(line);
                Ok(())
            }
            Place::File(file) => {
                let whole = match file.write(line) {
                    Ok(n) if n == line.len() => Ok(()),
                    Ok(_) => Err(ErrorKind::WriteZero.into()),
                    Err(e) => Err(e),
                };
                if whole.is_err() {
                    // The error that came first is the one to report.
                    let _ = file.set_len(self.end);
                }
                whole
            }
        };
        wrote.map_err(|e| self.fail(&format!("cannot be written: {e}")))?;
        self.lines += 1;
        let at = (self.end, line.len(), self.lines);
        self.records.entry(key.to_owned()).or_insert(at);
        self.end += line.len() as u64;
        Ok(())
    }

    /// Takes the whole records of another journal over, of those `keys` that are missing here. A file that is not there is
    /// empty; a torn last line is left out, for somebody may be writing it.
    ///
    /// # Errors
    /// [`CampaignError`]: it cannot be read, or this one not be written.
    pub fn merge(&mut self, path: &Path, keys: &[String]) -> Result<(), CampaignError> {
        let file = match trueboard_files::open(path) {
            Ok(file) => file,
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(()),
            Err(e) => {
                return Err(CampaignError::File {
                    path: path.to_owned(),
                    cause: format!("cannot be read: {e}"),
                });
            }
        };
        let wanted: HashSet<&str> = keys.iter().map(String::as_str).collect();
        let mut number = 0;
        lines(&file, path, |_, line| {
            number += 1;
            let key = key_of(line).map_err(|cause| CampaignError::Record {
                path: path.to_owned(),
                line: number,
                cause,
            })?;
            if !self.has(&key) && wanted.contains(key.as_str()) {
                self.append(&key, line)?;
            }
            Ok(())
        })?;
        Ok(())
    }

    /// Copies the records of these keys to `to`, in this order, and behind them those of other runs: the bytes do not
    /// depend on the order in which the results came.
    ///
    /// # Errors
    /// [`CampaignError::File`]: the journal cannot be read, or `to` not be written.
    pub fn copy(&mut self, keys: &[String], to: &mut dyn Write) -> Result<(), CampaignError> {
        let others = self.others(keys);
        for key in keys.iter().chain(&others) {
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
        std::fs::write(
            &path,
            [&torn[..], b"{\"sum\":\"0123\",\"key\":\"c\",\"res"].concat(),
        )
        .unwrap();
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
        // The sums are those of `printf '"key":"a","result":1}' | sha256sum`.
        assert_eq!(
            String::from_utf8(text).unwrap(),
            "{\"sum\":\"6560ab6969b8e5c9\",\"key\":\"a\",\"result\":1}\n\
             {\"sum\":\"11b421cf4148eb15\",\"key\":\"b\",\"result\":2}\n"
        );
        assert_eq!(all.get::<i32>("a").unwrap(), Some(1));
    }

    #[test]
    fn a_line_that_is_no_record_is_named_and_nothing_is_cut_off() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("runs.jsonl");
        let one = line(&Record {
            key: "a".to_owned(),
            result: 1,
        })
        .unwrap();
        let refused = |text: &[u8]| {
            std::fs::write(&path, text).unwrap();
            let said = Journal::open(&path).err().unwrap().to_string();
            assert_eq!(std::fs::read(&path).unwrap(), text, "left as it is");
            said
        };
        for text in [
            format!("{one}nonsense\n"),
            format!("{one}nonsense"),
            format!("{one}\n{one}"),
        ] {
            let said = refused(text.as_bytes());
            assert!(said.contains("line 2 is no result"), "{said}");
        }
        // Somebody's own files, whole or without a last newline.
        for text in [
            "my notes",
            "{\"key\":\"a\",\"result\":1}\n",
            "\u{feff}",
            "\n",
            "[1, 2]",
        ] {
            let said = refused(text.as_bytes());
            assert!(said.contains("line 1 is no result"), "{said}");
        }
        refused(&[0xff; 100]);
        std::fs::write(&path, one).unwrap();
        let mut j = Journal::open(&path).unwrap();
        assert!(
            j.get::<String>("a")
                .unwrap_err()
                .to_string()
                .contains("line 1")
        );
    }

    /// Of two records of one run the first one counts, whether both are read or one is added; a record of another type is
    /// named by its line.
    #[test]
    fn the_first_record_of_a_key_counts() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("runs.jsonl");
        let lines = [("x", 9), ("a", 1), ("a", 2)].map(|(key, result)| {
            let key = key.to_owned();
            line(&Record { key, result }).unwrap()
        });
        std::fs::write(&path, lines.concat()).unwrap();
        let mut j = Journal::open(&path).unwrap();
        j.add("x", &8).unwrap();
        j.add("b", &3).unwrap();
        assert_eq!(j.get::<i32>("a").unwrap(), Some(1));
        assert_eq!(j.get::<i32>("x").unwrap(), Some(9));
        for (key, line) in [("x", "line 1"), ("a", "line 2"), ("b", "line 5")] {
            let said = j.get::<String>(key).unwrap_err().to_string();
            assert!(said.contains(line), "{key}: {said}");
        }
    }

    /// No byte of a record can be another one, and no two lines can run into each other.
    #[test]
    fn records_that_were_altered_are_found() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("runs.jsonl");
        let mut j = Journal::open(&path).unwrap();
        j.add("a", &"one").unwrap();
        j.add("b", &2).unwrap();
        drop(j);
        let whole = std::fs::read(&path).unwrap();
        let first = whole.iter().position(|b| *b == b'\n').unwrap();
        for at in 0..whole.len() - 1 {
            let mut altered = whole.clone();
            altered[at] = if altered[at] == b'1' { b'2' } else { b'1' };
            std::fs::write(&path, &altered).unwrap();
            let said = Journal::open(&path).err().unwrap().to_string();
            let line = if at <= first { "line 1" } else { "line 2" };
            assert!(said.contains(line), "{at}: {said}");
            let merged = Journal::memory().merge(&path, &["a".to_owned()]);
            assert!(merged.is_err(), "{at}");
        }
        // Altered while the process has it.
        std::fs::write(&path, &whole).unwrap();
        let mut j = Journal::open(&path).unwrap();
        let text = String::from_utf8(whole).unwrap().replace("one", "two");
        std::fs::write(&path, text).unwrap();
        let said = j.get::<String>("a").unwrap_err().to_string();
        assert!(said.contains("torn or altered"), "{said}");
        assert_eq!(j.get::<i32>("b").unwrap(), Some(2));
    }

    #[test]
    fn a_journal_is_of_one_process_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("runs.jsonl");
        let mut j = Journal::open(&path).unwrap();
        j.add("a", &1).unwrap();
        let said = Journal::open(&path).err().unwrap().to_string();
        assert!(said.contains("another process"), "{said}");
        // Results are read while somebody writes them.
        let mut all = Journal::memory();
        all.merge(&path, &["a".to_owned()]).unwrap();
        assert!(all.has("a"));
        drop(j);
        assert!(Journal::open(&path).unwrap().has("a"));
    }

    #[test]
    fn results_of_other_runs_are_kept() {
        let mut j = Journal::memory();
        for (key, n) in [("d", 4), ("b", 2), ("c", 3), ("a", 1)] {
            j.add(key, &n).unwrap();
        }
        let mut text = Vec::new();
        j.copy(&["c".to_owned(), "none".to_owned()], &mut text)
            .unwrap();
        let keys: Vec<String> = text
            .split_inclusive(|b| *b == b'\n')
            .map(|l| key_of(l).unwrap())
            .collect();
        assert_eq!(keys, ["c", "a", "b", "d"]);
    }
}
