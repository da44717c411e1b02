//! Calls (RFC 5531, version 2 of RPC over UDP) of the three services that a mount needs: the portmapper (RFC 1833,
//! version 2), MOUNT version 1 and NFS version 2 (RFC 1094).

use super::folder::{Folder, ROOT};
use super::nfs;
use super::xdr::{Reader, Writer};

/// Ports.
pub(super) const PORTMAPPER: u16 = 111;
pub(super) const MOUNT: u16 = 635;
pub(super) const NFS: u16 = 2049;

/// Programs.
const PROGRAM_PORTMAPPER: u32 = 100_000;
const PROGRAM_NFS: u32 = 100_003;
const PROGRAM_MOUNT: u32 = 100_005;

/// `msg_type` and `accept_stat`.
const REPLY: u32 = 1;
const SUCCESS: u32 = 0;
const PROG_UNAVAIL: u32 = 1;
const PROC_UNAVAIL: u32 = 3;
const GARBAGE_ARGS: u32 = 4;

/// The portmapper's GETPORT; MOUNT's MNT, UMNT, UMNTALL.
const GETPORT: u32 = 3;
const MNT: u32 = 1;
const UMNT: u32 = 3;
const UMNTALL: u32 = 4;
/// IP's number of UDP.
const UDP: u32 = 17;

/// Why a call has no results.
pub(super) enum Refusal {
    /// No such procedure.
    Procedure,
    /// Its arguments could not be read.
    Arguments,
}

/// The answer to a call that came to `port`. None if it is no call.
pub(super) fn answer(folder: &mut Folder, port: u16, message: &[u8]) -> Option<Vec<u8>> {
    let mut r = Reader(message);
    let (xid, kind, version) = (r.u32()?, r.u32()?, r.u32()?);
    let (program, _, procedure) = (r.u32()?, r.u32()?, r.u32()?);
    if kind != 0 || version != 2 {
        return None;
    }
    for _credential_and_verifier in 0..2 {
        r.u32()?;
        r.opaque()?;
    }
    let mut results = Writer::default();
    let served = match (port, program, procedure) {
        (PORTMAPPER | MOUNT | NFS, _, 0) => Ok(()),
        (PORTMAPPER, PROGRAM_PORTMAPPER, _) => portmapper(procedure, &mut r, &mut results),
        (MOUNT, PROGRAM_MOUNT, _) => mount(procedure, &mut r, &mut results),
        (NFS, PROGRAM_NFS, _) => nfs::call(folder, procedure, &mut r, &mut results),
        _ => return Some(reply(xid, PROG_UNAVAIL, &[])),
    };
    Some(match served {
        Ok(()) => reply(xid, SUCCESS, &results.0),
        Err(Refusal::Procedure) => reply(xid, PROC_UNAVAIL, &[]),
        Err(Refusal::Arguments) => reply(xid, GARBAGE_ARGS, &[]),
    })
}

fn reply(xid: u32, status: u32, results: &[u8]) -> Vec<u8> {
    let mut w = Writer::default();
    // Accepted, with an empty verifier.
    for word in [xid, REPLY, 0, 0, 0, status] {
        w.u32(word);
    }
    w.0.extend(results);
    w.0
}

fn portmapper(procedure: u32, r: &mut Reader<'_>, w: &mut Writer) -> Result<(), Refusal> {
    if procedure != GETPORT {
        return Err(Refusal::Procedure);
    }
    let mut word = || r.u32().ok_or(Refusal::Arguments);
    let (program, version, protocol) = (word()?, word()?, word()?);
    let port = match (program, version, protocol) {
        (PROGRAM_MOUNT, 1, UDP) => MOUNT,
        (PROGRAM_NFS, 2, UDP) => NFS,
        (PROGRAM_PORTMAPPER, 2, UDP) => PORTMAPPER,
        _ => 0,
    };
    w.u32(port.into());
    Ok(())
}

/// Whatever path is mounted, it is the folder.
fn mount(procedure: u32, r: &mut Reader<'_>, w: &mut Writer) -> Result<(), Refusal> {
    match procedure {
        MNT => {
            r.opaque().ok_or(Refusal::Arguments)?;
            w.u32(0);
            nfs::handle(ROOT, w);
            Ok(())
        }
        UMNT | UMNTALL => Ok(()),
        _ => Err(Refusal::Procedure),
    }
}
