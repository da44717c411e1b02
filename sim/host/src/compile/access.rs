//! Reads, writes, and waits for words.

use super::{Compiler, Which, relative};
use crate::poll::Poll;
use crate::program::{Read, Step};

impl Compiler<'_> {
    pub(super) fn write(
        &mut self,
        core: Which,
        at: &str,
        value: Option<u32>,
        bytes: Option<&[u8]>,
    ) {
        let bytes = match (value, bytes) {
            (Some(v), None) => v.to_le_bytes().to_vec(),
            (None, Some(b)) if !b.is_empty() => b.to_vec(),
            _ => return self.problem("write: give one of `value` and `bytes`"),
        };
        self.call("e_write");
        for core in self.cores(core) {
            if let Some((at, _)) = self.at(Some(core), at) {
                self.push(Step::Write {
                    at,
                    bytes: bytes.clone(),
                });
            }
        }
        self.push(Step::End);
    }

    pub(super) fn read(
        &mut self,
        core: Which,
        place: &str,
        bytes: Option<u32>,
        expect: Option<u64>,
        print: bool,
        save: Option<&str>,
    ) {
        const MOST: u32 = 32 << 20;
        if let Some(problem) = save.and_then(relative) {
            return self.problem(format!("read: save: {problem}"));
        }
        self.call("e_read");
        for core in self.cores(core) {
            let Some((at, size)) = self.at(Some(core), place) else {
                break;
            };
            let bytes = bytes.or(size).unwrap_or(4);
            if bytes == 0 || bytes > MOST || (expect.is_some() && bytes > 8) {
                self.problem(format!(
                    "read: {bytes} bytes; it must be 1 to {MOST}, and at most 8 with `expect`"
                ));
                break;
            }
            self.push(Step::Read(Read {
                at,
                bytes,
                expect,
                print,
                save: save.map(str::to_owned),
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
