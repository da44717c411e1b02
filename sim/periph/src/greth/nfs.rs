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

/// The size of a set of attributes; the others have no effect.
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

/// Entries from the cookie on, as many as have room; `.` and `..`, then the others by name.
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
