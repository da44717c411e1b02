//! Reads, writes, and waits for words.

use super::{Compiler, Which, relative};
use crate::poll::Poll;
use crate::program::{Expect, Read, Step};
use crate::script::Op;

/// Most bytes of one access: all of the shared memory.
const MOST: u32 = 32 << 20;

impl Compiler<'_> {
    /// What a `write` writes.
    pub(super) fn source(
        &mut self,
        value: Option<u32>,
        bytes: Option<&[u8]>,
        zeros: Option<u32>,
        file: Option<&str>,
    ) -> Option<Vec<u8>> {
        let bytes = match (value, bytes, zeros, file) {
            (Some(v), None, None, None) => v.to_le_bytes().to_vec(),
            (None, Some(b), None, None) => b.to_vec(),
            (None, None, Some(n), None) if n <= MOST => vec![0; n as usize],
            (None, None, None, Some(name)) => self.contents("write", name)?,
            _ => Vec::new(),
        };
        if bytes.is_empty() || bytes.len() > MOST as usize {
            self.problem(format!(
                "write: give one of `value`, `bytes`, `zeros` and `file`, of 1 to {MOST} bytes"
            ));
            return None;
        }
        Some(bytes)
    }

    fn contents(&mut self, who: &str, name: &str) -> Option<Vec<u8>> {
        let found = self.files.file(name);
        found.map_err(|e| self.problem(format!("{who}: {e}"))).ok()
    }

    pub(super) fn write(&mut self, core: Which, at: &str, bytes: &[u8]) {
        self.call("e_write");
        for core in self.cores(core) {
            if let Some((at, _)) = self.at(Some(core), at) {
                self.push(Step::Write {
                    at,
                    bytes: bytes.to_vec(),
                });
            }
        }
        self.push(Step::End);
    }

    pub(super) fn read(&mut self, op: &Op) {
        let Op::Read {
            core,
            at: place,
            bytes,
            expect,
            between,
            expect_text,
            expect_in_text,
            expect_file,
            print,
            text,
            save,
        } = op
        else {
            return;
        };
        if let Some(problem) = save.as_deref().and_then(relative) {
            return self.problem(format!("read: save: {problem}"));
        }
        let file = match expect_file
            .as_deref()
            .map(|f| (f, self.contents("read", f)))
        {
            Some((name, Some(bytes))) => Some(Expect::File(name.to_owned(), bytes)),
            Some((_, None)) => return,
            None => None,
        };
        let wants = [
            expect.map(Expect::Value),
            between.map(|(from, to)| Expect::Between(from, to)),
            expect_text.clone().map(Expect::Text),
            expect_in_text.clone().map(Expect::InText),
            file,
        ];
        let mut wants = wants.into_iter().flatten();
        let expect = wants.next();
        if wants.next().is_some() {
            return self.problem(
                "read: give one of `expect`, `between`, `expect_text`, `expect_in_text` and \
                 `expect_file`",
            );
        }
        let length = match &expect {
            Some(Expect::File(_, b)) => u32::try_from(b.len()).ok(),
            _ => None,
        };
        let number = matches!(expect, Some(Expect::Value(_) | Expect::Between(..)));
        self.call("e_read");
        for core in self.cores(*core) {
            let Some((at, size)) = self.at(Some(core), place) else {
                break;
            };
            let bytes = bytes.or(length).or(size).unwrap_or(4);
            if bytes == 0 || bytes > MOST || (number && bytes > 8) {
                self.problem(format!(
                    "read: {bytes} bytes; it must be 1 to {MOST}, and at most 8 with `expect` and \
                     `between`"
                ));
                break;
            }
            self.push(Step::Read(Read {
                at,
                bytes,
                expect: expect.clone(),
                print: *print,
                text: *text,
                save: save.clone(),
                what: format!("{place} of {}", core.name()),
            }));
        }
        self.push(Step::End);
    }

    /// Waits for a word of each core: `poll` says for what, but not where.
    pub(super) fn wait(&mut self, core: Which, place: &str, poll: Poll) {
        self.call(&poll.what);
        for core in self.cores(core) {
            let Some((at, _)) = self.at(Some(core), place) else {
                break;
            };
            self.push(Step::Poll(Poll {
                at,
                what: format!("{}: {place} of {}", poll.what, core.name()),
                ..poll.clone()
            }));
        }
        self.push(Step::End);
    }
}
