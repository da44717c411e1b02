//! The folder of `--nfs`: what firmware makes there, and what is refused.

use crate::common::{file, holds, image, refused, run, say};
use conformance::prebuilt;
use conformance::tiny::{self, G1, G2, Part, Tiny};
use std::fs;

/// GRETH 0: CTRL with TE and SP, TDTABLE.
const CTRL: u32 = 0xff94_0000;
const TE_AND_SP: u32 = 0x81;
const TDTABLE: u32 = CTRL + 0x14;
/// A table of one descriptor, and the frame.
const TABLE: u32 = 0x2_0000;
const FRAME: u32 = 0x2_1000;

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_be_bytes()).collect()
}

/// An Ethernet frame with NFS' call CREATE of a file `made` in the folder itself.
fn create() -> Vec<u8> {
    // xid, call, RPC 2, NFS 2, CREATE, and two empty credentials.
    let mut call = words(&[1, 0, 2, 100_003, 2, 9, 0, 0, 0, 0]);
    let handle = [words(&[1]), vec![0; 28]].concat();
    call.extend([handle, words(&[4]), b"made".to_vec(), words(&[u32::MAX; 8])].concat());
    let udp = (8 + call.len()) as u16;
    let header = [
        0x45, 0, 0, 0, 0, 1, 0, 0, 64, 17, 0, 0, 10, 0, 0, 2, 10, 0, 0, 1,
    ];
    let mut ip: Vec<u8> = header.to_vec();
    ip[2..4].copy_from_slice(&(20 + udp).to_be_bytes());
    let pairs = ip.chunks(2).map(|p| u32::from(p[0]) << 8 | u32::from(p[1]));
    let sum: u32 = pairs.sum();
    let sum = !((sum & 0xffff) + (sum >> 16)) as u16;
    ip[10..12].copy_from_slice(&sum.to_be_bytes());
    let ports: [&[u8]; 4] = [
        &[3, 0],
        &2049_u16.to_be_bytes(),
        &udp.to_be_bytes(),
        &[0, 0],
    ];
    let ethernet = [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0];
    [&ethernet[..], &ip, &ports.concat(), &call].concat()
}

/// Sends that frame, waits until the transmitter has stopped, and ends with success.
fn sender() -> Tiny {
    let mut code = tiny::set(TDTABLE, G1).to_vec();
    code.extend(tiny::set(TABLE, G2));
    code.push(tiny::st(G2, G1));
    code.extend(tiny::set(CTRL, G1));
    code.extend(tiny::set(TE_AND_SP, G2));
    code.push(tiny::st(G2, G1));
    let turn = [
        tiny::ld(G1, G2),
        tiny::sll(G2, 31, G2),
        tiny::addcc(G2, 0, G2),
    ];
    code.extend(turn);
    code.extend([tiny::branch(tiny::NOT_EQUAL, -3), tiny::nop()]);
    code.extend(tiny::exit(0));
    let mut tiny = Tiny::new(&code);
    let frame = create();
    // EN and WR.
    let control = 0x1800 | frame.len() as u32;
    tiny.parts.push(Part {
        at: TABLE,
        bytes: words(&[control, FRAME]),
    });
    tiny.parts.push(Part {
        at: FRAME,
        bytes: frame,
    });
    tiny
}

#[test]
fn what_firmware_makes_is_in_the_folder() {
    let (_dir, path) = file(&sender().bytes());
    let folder = tempfile::tempdir().expect("a temporary directory");
    let (below, there) = (
        folder.path().join("below"),
        folder.path().join("below/there"),
    );
    fs::create_dir(&below).expect("made");
    fs::write(&there, "as it was").expect("written");
    let nfs = folder.path().to_str().expect("UTF-8");
    let said = run(&path, &["--quiet", "--nfs", nfs]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    assert_eq!(fs::read(folder.path().join("made")).expect("there"), b"");
    assert_eq!(fs::read(&there).expect("there"), b"as it was");
    // Nothing is plugged in: the frame is lost.
    let said = run(&path, &["--quiet"]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
}

#[test]
fn folders_and_boards_that_do_not_do() {
    let (dir, path) = image(&tiny::exit(0));
    let nowhere = dir.path().join("nowhere");
    let said = run(&path, &["--nfs", nowhere.to_str().expect("UTF-8")]);
    refused(&said, 3, &["--nfs", "nowhere"]);
    let tc275 = prebuilt("tc275/c_tests");
    let folder = tempfile::tempdir().expect("a temporary directory");
    let nfs = folder.path().to_str().expect("UTF-8");
    let elf = tc275.to_str().expect("UTF-8");
    let said = say(&["run", elf, "--board", "tc275", "--nfs", nfs]);
    assert_eq!(said.code, Some(3));
    holds(&said.err, &["tc275", "no port for a network"]);
}
