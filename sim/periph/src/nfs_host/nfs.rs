//! The procedures of NFS version 2 (RFC 1094, 2.2). Times are 0, everything belongs to root and is open to all.

use super::folder::{Error, Folder, Node};
use super::rpc::Refusal;
use super::xdr::{Reader, Writer};
use trueboard_core::device::FOLDER_MOST;

const GETATTR: u32 = 1;
const SETATTR: u32 = 2;
const LOOKUP: u32 = 4;
const READ: u32 = 6;
const WRITE: u32 = 8;
const CREATE: u32 = 9;
const REMOVE: u32 = 10;
const RENAME: u32 = 11;
const MKDIR: u32 = 14;
const RMDIR: u32 = 15;
const READDIR: u32 = 16;
const STATFS: u32 = 17;

/// Bytes of a handle and of the data in a call (RFC 1094, 2.3: FHSIZE, MAXDATA).
const HANDLE: usize = 32;
const MAXDATA: u32 = 8192;
/// Bytes of a block.
const BLOCK: u32 = 4096;
/// An attribute that SETATTR leaves as it is.
const AS_IT_IS: u32 = 0xffff_ffff;
/// `ftype` and `mode` of files and folders.
const FILE: (u32, u32) = (1, 0o100_666);
const FOLDER: (u32, u32) = (2, 0o040_777);

/// What a procedure gives: an error of the file system, or one of the call.
enum Failure {
    Of(Error),
    Call,
}

impl From<Error> for Failure {
    fn from(e: Error) -> Failure {
        Failure::Of(e)
    }
}

/// Writes the handle of node `n`.
pub(super) fn handle(n: u32, w: &mut Writer) {
    w.u32(n);
    w.0.resize(w.0.len() + HANDLE - 4, 0);
}

/// Serves a call.
pub(super) fn call(
    folder: &mut Folder,
    procedure: u32,
    r: &mut Reader<'_>,
    w: &mut Writer,
) -> Result<(), Refusal> {
    let mut results = Writer::default();
    let served = match procedure {
        GETATTR => getattr(folder, r, &mut results),
        SETATTR => setattr(folder, r, &mut results),
        LOOKUP => lookup(folder, r, &mut results),
        READ => read(folder, r, &mut results),
        WRITE => write(folder, r, &mut results),
        CREATE => create(folder, r, &mut results),
        REMOVE => remove(folder, r, false),
        RMDIR => remove(folder, r, true),
        RENAME => rename(folder, r),
        MKDIR => mkdir(folder, r, &mut results),
        READDIR => readdir(folder, r, &mut results),
        STATFS => statfs(folder, r, &mut results),
        _ => return Err(Refusal::Procedure),
    };
    match served {
        Ok(()) => {
            w.u32(0);
            w.0.extend(results.0);
            Ok(())
        }
        Err(Failure::Of(e)) => {
            w.u32(e as u32);
            Ok(())
        }
        Err(Failure::Call) => Err(Refusal::Arguments),
    }
}

type Served = Result<(), Failure>;

fn word(r: &mut Reader<'_>) -> Result<u32, Failure> {
    r.u32().ok_or(Failure::Call)
}

fn node(r: &mut Reader<'_>) -> Result<u32, Failure> {
    let bytes = r.bytes(HANDLE).ok_or(Failure::Call)?;
    word(&mut Reader(bytes))
}

fn entry<'a>(r: &mut Reader<'a>) -> Result<(u32, &'a [u8]), Failure> {
    Ok((node(r)?, r.opaque().ok_or(Failure::Call)?))
}

fn attributes(folder: &Folder, n: u32, w: &mut Writer) -> Served {
    let ((kind, mode), links, size) = match folder.node(n)? {
        Node::File(bytes) => (FILE, 1, bytes.len() as u32),
        Node::Folder(_) => (FOLDER, 2, BLOCK),
    };
    let blocks = size.div_ceil(512);
    // type, mode, nlink, uid, gid, size, blocksize, rdev, blocks, fsid, fileid
    for value in [kind, mode, links, 0, 0, size, BLOCK, 0, blocks, 1, n] {
        w.u32(value);
    }
    for _three_times in 0..6 {
        w.u32(0);
    }
    Ok(())
}

fn getattr(folder: &Folder, r: &mut Reader<'_>, w: &mut Writer) -> Served {
    attributes(folder, node(r)?, w)
}

/// The size of a set of attributes; all other attributes have no effect.
fn size(r: &mut Reader<'_>) -> Result<u32, Failure> {
    let mut size = AS_IT_IS;
    for i in 0..8 {
        let value = word(r)?;
        if i == 3 {
            size = value;
        }
    }
    Ok(size)
}

fn resize(folder: &mut Folder, n: u32, size: u32) -> Served {
    if size != AS_IT_IS {
        folder.resize(n, size as usize)?;
    }
    Ok(())
}

fn setattr(folder: &mut Folder, r: &mut Reader<'_>, w: &mut Writer) -> Served {
    let n = node(r)?;
    let size = size(r)?;
    resize(folder, n, size)?;
    attributes(folder, n, w)
}

fn found(folder: &Folder, n: u32, w: &mut Writer) -> Served {
    handle(n, w);
    attributes(folder, n, w)
}

fn lookup(folder: &Folder, r: &mut Reader<'_>, w: &mut Writer) -> Served {
    let (at, name) = entry(r)?;
    found(folder, folder.look_up(at, name)?, w)
}

fn read(folder: &Folder, r: &mut Reader<'_>, w: &mut Writer) -> Served {
    let (n, offset, count) = (node(r)?, word(r)?, word(r)?);
    let bytes = folder.read(n, offset, count.min(MAXDATA))?;
    attributes(folder, n, w)?;
    w.opaque(bytes);
    Ok(())
}

fn write(folder: &mut Folder, r: &mut Reader<'_>, w: &mut Writer) -> Served {
    let (n, _, offset, _) = (node(r)?, word(r)?, word(r)?, word(r)?);
    let bytes = r.opaque().ok_or(Failure::Call)?;
    folder.write(n, offset, bytes)?;
    attributes(folder, n, w)
}

fn create(folder: &mut Folder, r: &mut Reader<'_>, w: &mut Writer) -> Served {
    let (at, name) = entry(r)?;
    let size = size(r)?;
    let there = folder.look_up(at, name).is_ok();
    let n = folder.create(at, name)?;
    if let Err(e) = resize(folder, n, size) {
        if !there {
            folder.remove(at, name, false)?;
        }
        return Err(e);
    }
    found(folder, n, w)
}

fn remove(folder: &mut Folder, r: &mut Reader<'_>, of_folder: bool) -> Served {
    let (at, name) = entry(r)?;
    Ok(folder.remove(at, name, of_folder)?)
}

fn rename(folder: &mut Folder, r: &mut Reader<'_>) -> Served {
    let (from, to) = (entry(r)?, entry(r)?);
    Ok(folder.rename(from, to)?)
}

fn mkdir(folder: &mut Folder, r: &mut Reader<'_>, w: &mut Writer) -> Served {
    let (at, name) = entry(r)?;
    let n = folder.make_folder(at, name)?;
    found(folder, n, w)
}

/// Entries from the cookie on, as many as have room; `.` and `..`, then the files by name.
fn readdir(folder: &Folder, r: &mut Reader<'_>, w: &mut Writer) -> Served {
    let (n, cookie, count) = (node(r)?, word(r)?, word(r)?);
    let own = [(".", n), ("..", folder.parent(n))];
    let entries = folder.entries(n)?;
    let all = own
        .into_iter()
        .chain(entries.iter().map(|(s, n)| (s.as_str(), *n)));
    let mut room = count.min(MAXDATA) as usize;
    let mut whole = true;
    for ((name, n), next) in all.zip(1_u32..).skip(cookie as usize) {
        let bytes = 16 + name.len().next_multiple_of(4);
        if bytes + 8 > room {
            whole = false;
            break;
        }
        room -= bytes;
        w.u32(1);
        w.u32(n);
        w.opaque(name.as_bytes());
        w.u32(next);
    }
    w.u32(0);
    w.u32(whole.into());
    Ok(())
}

fn statfs(folder: &Folder, r: &mut Reader<'_>, w: &mut Writer) -> Served {
    folder.node(node(r)?)?;
    // tsize, bsize, blocks, bfree, bavail
    let blocks = |bytes: u64| (bytes / u64::from(BLOCK)) as u32;
    let (all, free) = (blocks(FOLDER_MOST), blocks(folder.free()));
    for value in [MAXDATA, BLOCK, all, free, free] {
        w.u32(value);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nfs_host::folder::ROOT;

    fn folder(files: &[(&str, usize)]) -> Folder {
        let files = files.iter();
        let files = files.map(|&(name, size)| (name.to_owned(), vec![7; size]));
        Folder::new(files.collect()).expect("room")
    }

    /// The words of the results, the status first, of a procedure on node `n`.
    fn results(folder: &mut Folder, procedure: u32, n: u32, rest: &[u32]) -> Vec<u32> {
        let mut arguments = Writer::default();
        handle(n, &mut arguments);
        rest.iter().for_each(|&word| arguments.u32(word));
        let mut w = Writer::default();
        let served = call(folder, procedure, &mut Reader(&arguments.0), &mut w);
        assert!(served.is_ok(), "{procedure}");
        let words =
            w.0.chunks_exact(4)
                .map(|b| b.try_into().unwrap_or_default());
        words.map(u32::from_be_bytes).collect()
    }

    fn found(folder: &Folder, name: &str) -> u32 {
        folder.look_up(ROOT, name.as_bytes()).expect("it is there")
    }

    /// `size` and `blocks` among the attributes, behind the status (RFC 1094, 2.3.5).
    fn size_and_blocks(results: &[u32]) -> (u32, u32) {
        (results[6], results[9])
    }

    #[test]
    fn a_read_has_what_there_is_and_eight_kibibytes_at_most() {
        let mut folder = folder(&[("f", 10_000)]);
        let n = found(&folder, "f");
        for (offset, count, read) in [
            (0, 20_000, 8192),
            (1800, 8192, 8192),
            (1809, 8192, 8191),
            (9999, 5, 1),
            (10_000, 5, 0),
            (10_001, 5, 0),
            (u32::MAX, u32::MAX, 0),
        ] {
            // Behind status and attributes, 17 words.
            let results = results(&mut folder, READ, n, &[offset, count, 0]);
            assert_eq!(results[18], read, "{offset} {count}");
            assert_eq!(results.len(), 19 + read.div_ceil(4) as usize);
        }
    }

    #[test]
    fn attributes_have_size_and_blocks_of_512_bytes() {
        for (size, blocks) in [(0, 0), (1, 1), (511, 1), (512, 1), (513, 2)] {
            let mut folder = folder(&[("f", size as usize)]);
            let n = found(&folder, "f");
            let results = results(&mut folder, GETATTR, n, &[]);
            assert_eq!(size_and_blocks(&results), (size, blocks));
        }
    }

    /// mode, uid, gid, size, and two times (RFC 1094, 2.3.6).
    #[test]
    fn of_attributes_that_are_set_the_size_has_an_effect() {
        let mut folder = folder(&[("f", 100)]);
        let n = found(&folder, "f");
        let mut set = |attributes: [u32; 8]| {
            size_and_blocks(&results(&mut folder, SETATTR, n, &attributes)).0
        };
        let no = AS_IT_IS;
        assert_eq!(set([0o644, 5, 6, no, no, no, no, no]), 100);
        assert_eq!(set([no, no, no, 30, 1, 2, 3, 4]), 30);
        assert_eq!(set([no, no, no, 60, no, no, no, no]), 60);
    }

    #[test]
    fn a_folder_is_listed_in_pieces_of_any_size_with_each_entry_once() {
        let names = ["a", "bb", "ccc", "dddd", "eeeee", "ffffff", "ggggggg"];
        let mut folder = folder(&names.map(|name| (name, 1)));
        for count in [36, 48, 64, 100, 4096] {
            let mut listed: Vec<String> = Vec::new();
            let mut cookie = 0;
            loop {
                let results = results(&mut folder, READDIR, ROOT, &[cookie, count]);
                assert!(
                    4 * (results.len() - 1) <= count as usize,
                    "{count}: {results:?}"
                );
                // Entries: 1, number, length, name, cookie; then 0, and whether these are all.
                let mut rest = &results[1..];
                while let [1, _, length, behind @ ..] = rest {
                    let (name, behind) = behind.split_at(length.div_ceil(4) as usize);
                    let bytes = name.iter().flat_map(|word| word.to_be_bytes());
                    let bytes: Vec<u8> = bytes.take(*length as usize).collect();
                    listed.push(String::from_utf8(bytes).expect("a name"));
                    (cookie, rest) = (behind[0], &behind[1..]);
                }
                match rest {
                    [0, 1] => break,
                    [0, 0] => {}
                    other => panic!("{count}: {other:?}"),
                }
                assert!(listed.len() <= 9, "{count}: {listed:?}");
            }
            let all: Vec<&str> = [".", ".."].into_iter().chain(names).collect();
            assert_eq!(listed, all, "{count}");
        }
    }

    #[test]
    fn what_is_free_is_what_files_leave_of_all() {
        let of = |files: &[(&str, usize)]| -> Vec<u32> {
            let mut folder = folder(files);
            results(&mut folder, STATFS, ROOT, &[])
        };
        let all = (FOLDER_MOST / 4096) as u32;
        let (none, one) = (of(&[]), of(&[("f", 40_960)]));
        assert_eq!((&none[..3], none[3]), (&[0, MAXDATA, 4096][..], all));
        assert_eq!((one[3], one[5]), (all, one[4]));
        // Ten blocks of content; the folder itself and the file count half of one besides.
        assert_eq!((none[4], one[4]), (all - 1, all - 11));
    }

    #[test]
    fn a_renamed_file_is_there_and_a_moved_folder_knows_where() {
        let mut folder = folder(&[("d/f", 3), ("e/g", 3)]);
        let (d, e) = (found(&folder, "d"), found(&folder, "e"));
        let f = folder.look_up(d, b"f").expect("it is there");
        assert_eq!(folder.rename((d, b"f"), (d, b"f")), Ok(()));
        assert_eq!(folder.look_up(d, b"f"), Ok(f));
        assert_eq!(folder.read(f, 0, 9), Ok(&[7; 3][..]));
        assert_eq!(folder.rename((ROOT, b"d"), (e, b"h")), Ok(()));
        assert_eq!(folder.look_up(d, b".."), Ok(e));
        assert_eq!(folder.look_up(e, b"h"), Ok(d));
        assert_eq!(folder.look_up(e, b".."), Ok(ROOT));
    }
}
