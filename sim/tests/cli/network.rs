//! The folder of `--nfs`: what firmware makes there, what others make meanwhile, and what is refused.

use crate::common::{file, holds, image, refused, run, say, until, wait};
use conformance::asm::assemble;
use conformance::tiny::{self, Part, Tiny};
use conformance::{BOARD, prebuilt};
use std::fs;
use std::io::Read;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Where the table of descriptors is, and the frames.
const TABLE: u32 = 0x2_0000;
const FRAMES: u32 = 0x2_1000;
const FRAME: u32 = 0x800;
/// NFS version 2 (RFC 1094, 2.2).
const WRITE: u32 = 8;
const CREATE: u32 = 9;
const REMOVE: u32 = 10;
const MKDIR: u32 = 14;
const READ: u32 = 6;
/// The handle of the folder itself; others are numbers in the order in which they come, those of the beginning in
/// order of their paths.
const ROOT: u32 = 1;
/// Attributes of which none is set.
const UNSET: [u32; 8] = [u32::MAX; 8];

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_be_bytes()).collect()
}

/// Bytes with their count in front, filled up to a multiple of four (RFC 4506, 4.10).
fn opaque(bytes: &[u8]) -> Vec<u8> {
    let mut all = [words(&[bytes.len() as u32]), bytes.to_vec()].concat();
    all.resize(all.len().next_multiple_of(4), 0);
    all
}

/// An Ethernet frame with a call of NFS.
fn call(procedure: u32, handle: u32, rest: &[Vec<u8>]) -> Vec<u8> {
    // xid, call, RPC 2, NFS 2, and two empty credentials.
    let mut call = words(&[1, 0, 2, 100_003, 2, procedure, 0, 0, 0, 0]);
    call.extend([words(&[handle]), vec![0; 28], rest.concat()].concat());
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

fn create(folder: u32, name: &str) -> Vec<u8> {
    call(CREATE, folder, &[opaque(name.as_bytes()), words(&UNSET)])
}

fn write(file: u32, text: &str) -> Vec<u8> {
    call(WRITE, file, &[words(&[0, 0, 0]), opaque(text.as_bytes())])
}

fn remove(folder: u32, name: &str) -> Vec<u8> {
    call(REMOVE, folder, &[opaque(name.as_bytes())])
}

fn mkdir(folder: u32, name: &str) -> Vec<u8> {
    call(MKDIR, folder, &[opaque(name.as_bytes()), words(&UNSET)])
}

/// Sends these frames, waits until the transmitter has stopped, and goes on with `rest`.
fn sender(frames: &[Vec<u8>], rest: &str) -> Tiny {
    // GRETH 0: TDTABLE, and CTRL with TE and SP, until TE is 0.
    let text = format!(
        "set 0xff940014, %g1; set {TABLE}, %g2; st %g2, [%g1]; set 0xff940000, %g1; set 0x81, %g2; st %g2, [%g1]
         w: ld [%g1], %g2; andcc %g2, 1, %g0; bne w; nop; {rest}"
    );
    let mut tiny = Tiny::new(&assemble(tiny::CODE, &text).words);
    for (n, frame) in (0..).zip(frames) {
        let at = FRAMES + n * FRAME;
        // EN and the length.
        let control = 0x800 | frame.len() as u32;
        tiny.parts.push(Part {
            at: TABLE + 8 * n,
            bytes: words(&[control, at]),
        });
        tiny.parts.push(Part {
            at,
            bytes: frame.clone(),
        });
    }
    tiny
}

/// The end, with success.
const EXIT: &str = "set 0xe8000000, %g1; st %g0, [%g1]; here: ba here; nop";

/// A folder, and a file of its own beside it.
fn folder(files: &[(&str, &str)]) -> (tempfile::TempDir, std::path::PathBuf) {
    let around = tempfile::tempdir().expect("a temporary directory");
    let nfs = around.path().join("nfs");
    fs::create_dir(&nfs).expect("made");
    for (path, text) in files {
        let path = nfs.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
    (around, nfs)
}

/// Paths below a folder, and what is there.
fn all(dir: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut todo = vec![dir.to_owned()];
    while let Some(at) = todo.pop() {
        for entry in fs::read_dir(&at).expect("a folder").flatten() {
            let (path, kind) = (entry.path(), entry.file_type().expect("a kind"));
            let name = path.strip_prefix(dir).expect("below").display().to_string();
            let what = if kind.is_dir() {
                todo.push(path);
                "(folder)".to_owned()
            } else if kind.is_symlink() {
                "(link)".to_owned()
            } else {
                fs::read_to_string(&path).expect("text")
            };
            found.push((name, what));
        }
    }
    found.sort();
    found
}

fn pairs(wanted: &[(&str, &str)]) -> Vec<(String, String)> {
    let pair = |(a, b): &(&str, &str)| ((*a).to_owned(), (*b).to_owned());
    wanted.iter().map(pair).collect()
}

#[test]
fn what_firmware_changes_is_in_the_folder() {
    // A file becomes a folder, and a folder a file.
    let frames = [
        create(ROOT, "made"),
        remove(ROOT, "x"),
        mkdir(ROOT, "x"),
        // made is 6, x 7.
        create(7, "y"),
        write(8, "new data"),
        call(15, ROOT, &[opaque(b"empty")]),
        create(ROOT, "empty"),
        mkdir(ROOT, "none"),
    ];
    let (_dir, path) = file(&sender(&frames, EXIT).bytes());
    // below/ is 2, below/there 3, empty/ 4, x 5.
    let (_around, nfs) = folder(&[("below/there", "as it was"), ("x", "precious")]);
    fs::create_dir(nfs.join("empty")).expect("made");
    let there = fs::metadata(nfs.join("below/there"))
        .expect("there")
        .modified();
    let said = run(&path, &["--quiet", "--nfs", nfs.to_str().expect("UTF-8")]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let wanted = [
        ("below", "(folder)"),
        ("below/there", "as it was"),
        ("empty", ""),
        ("made", ""),
        ("none", "(folder)"),
        ("x", "(folder)"),
        ("x/y", "new data"),
    ];
    assert_eq!(all(&nfs), pairs(&wanted));
    let after = fs::metadata(nfs.join("below/there"))
        .expect("there")
        .modified();
    assert_eq!(after.ok(), there.ok(), "not written again");
    // Nothing is plugged in: the frames are lost.
    let said = run(&path, &["--quiet"]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
}

/// What another program makes, changes and removes during the run stays as that program has it.
#[test]
fn what_others_do_meanwhile_is_kept() {
    // both is 2, gone 3, mine 4, removed 5, room/ 6, room/old 7.
    let frames = [
        create(ROOT, "fromguest"),
        write(8, "hello"),
        write(2, "GUEST"),
        write(3, "again"),
        remove(ROOT, "removed"),
        remove(6, "old"),
        call(15, ROOT, &[opaque(b"room")]),
    ];
    // A byte to the console says that all of them are sent; then it counts for minutes.
    let rest = "set 0xff900000, %g1; set 3, %g2; st %g2, [%g1 + 8]; set 33, %g2; st %g2, [%g1]; set 0x7fffffff, %g3
                c: subcc %g3, 1, %g3; bne c; nop";
    let (_dir, path) = file(&sender(&frames, rest).bytes());
    let (_around, nfs) = folder(&[
        ("both", "first"),
        ("gone", "gone"),
        ("mine", "mine"),
        ("removed", "removed"),
        ("room/old", "old"),
    ]);
    let (image, dir) = (path.to_str().expect("UTF-8"), nfs.to_str().expect("UTF-8"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_trueboard"))
        .args(["run", image, "--board", BOARD, "--quiet", "--nfs", dir])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut byte = [0];
    let mut out = child.stdout.take().expect("a pipe");
    out.read_exact(&mut byte).expect("a byte of the console");
    fs::write(nfs.join("others"), "others").expect("written");
    fs::write(nfs.join("mine"), "mine, longer").expect("written");
    fs::write(nfs.join("both"), "others too").expect("written");
    fs::write(nfs.join("removed"), "not for you").expect("written");
    fs::write(nfs.join("room/new"), "new").expect("written");
    fs::remove_file(nfs.join("gone")).expect("removed");
    let pid = child.id().to_string();
    let killed = Command::new("kill").args(["-TERM", &pid]).status();
    assert!(killed.is_ok_and(|s| s.success()));
    let (code, err) = wait(child);
    assert_eq!(code, Some(143), "{err}");
    holds(
        &err,
        &[
            "/both: was changed by another program, and stays as it is; what firmware wrote is in ",
            "/removed: firmware removed it, and another program changed it; it stays",
            "/room: firmware removed it, and another program has put something into it; it stays",
        ],
    );
    let kept = err
        .split("what firmware wrote is in ")
        .nth(1)
        .expect("a place");
    let kept = Path::new(kept.lines().next().expect("a place"));
    assert_eq!(fs::read_to_string(kept).expect("there"), "GUEST");
    fs::remove_dir_all(kept.parent().expect("a folder")).expect("removed");
    let wanted = [
        ("both", "others too"),
        ("fromguest", "hello"),
        ("gone", "again"),
        ("mine", "mine, longer"),
        ("others", "others"),
        ("removed", "not for you"),
        ("room", "(folder)"),
        ("room/new", "new"),
    ];
    assert_eq!(all(&nfs), pairs(&wanted));
}

/// Links in the folder lead nowhere: what firmware writes under their names is kept beside them.
#[test]
fn nothing_outside_of_the_folder_is_touched() {
    let frames = [
        create(ROOT, "link"),
        write(2, "guest"),
        mkdir(ROOT, "door"),
        create(3, "made"),
        write(4, "guest too"),
        create(ROOT, "fifo"),
    ];
    let (_dir, path) = file(&sender(&frames, EXIT).bytes());
    let (around, nfs) = folder(&[]);
    let outside = around.path().join("outside");
    fs::create_dir(&outside).expect("made");
    fs::write(outside.join("secret"), "secret").expect("written");
    symlink(outside.join("secret"), nfs.join("link")).expect("a link");
    symlink(&outside, nfs.join("door")).expect("a link");
    let made = Command::new("mkfifo").arg(nfs.join("fifo")).status();
    assert!(made.is_ok_and(|s| s.success()));
    let said = run(&path, &["--quiet", "--nfs", nfs.to_str().expect("UTF-8")]);
    assert_eq!(said.code, Some(3), "{}", said.err);
    holds(&said.err, &["/link: ", "/door", "/door/made: ", "/fifo: "]);
    assert_eq!(all(&outside), pairs(&[("secret", "secret")]));
    for link in ["link", "door"] {
        let meta = fs::symlink_metadata(nfs.join(link)).expect("there");
        assert!(meta.is_symlink(), "{link}");
    }
    for (name, text) in [("/link: ", "guest"), ("/door/made: ", "guest too")] {
        let line = said.err.lines().find(|l| l.contains(name)).expect("a line");
        let kept = line
            .split("what firmware wrote is in ")
            .nth(1)
            .expect("a place");
        assert_eq!(fs::read_to_string(kept).expect("there"), text);
    }
}

/// Peak of the resident memory of a run in KiB (`VmHWM` of proc(5)), read again and again until it has ended.
fn peak(path: &Path, nfs: &Path) -> u64 {
    let (image, dir) = (path.to_str().expect("UTF-8"), nfs.to_str().expect("UTF-8"));
    let words = ["run", image, "--board", BOARD, "--quiet", "--nfs", dir];
    let mut child = Command::new(env!("CARGO_BIN_EXE_trueboard"))
        .args(words)
        .spawn()
        .expect("the program starts");
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    until("the program ends", || {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|l| l.strip_prefix("VmHWM:"));
        let kib = line.and_then(|l| l.split_whitespace().next()?.parse().ok());
        most = most.max(kib.unwrap_or(0));
        child.try_wait().is_ok_and(|s| s.is_some())
    });
    most
}

/// Neither large files nor answers that nobody takes make the host's memory grow without a bound.
#[test]
fn memory_that_firmware_makes_the_host_use_is_bounded() {
    let huge = |n: u32| {
        let mut attributes = UNSET;
        attributes[3] = 0x1000_0000;
        call(
            CREATE,
            ROOT,
            &[opaque(format!("f{n}").as_bytes()), words(&attributes)],
        )
    };
    let frames: Vec<Vec<u8>> = (0..40).map(huge).collect();
    let (_dir, path) = file(&sender(&frames, EXIT).bytes());
    let (_around, nfs) = folder(&[]);
    let begun = Instant::now();
    let most = peak(&path, &nfs);
    // 40 files of 256 MiB would be 10 GiB.
    assert!(most < 600 << 10, "{most} KiB after {:?}", begun.elapsed());
    // 127 reads of 8 KiB, sent over and over, with no receiver: 1 MiB waits.
    let text = "a".repeat(8192);
    let (_around, nfs) = folder(&[("file", &text)]);
    let read = call(READ, 2, &[words(&[0, 8192, 8192])]);
    let again = format!(
        "set 100, %g4; r: set {TABLE}, %g5; set 127, %g6
         d: ld [%g5], %g2; set 0x800, %g3; or %g2, %g3, %g2; st %g2, [%g5]; add %g5, 8, %g5; subcc %g6, 1, %g6; bne d; nop
         set 0xff940014, %g1; set {TABLE}, %g2; st %g2, [%g1]; set 0xff940000, %g1; set 0x81, %g2; st %g2, [%g1]
         v: ld [%g1], %g2; andcc %g2, 1, %g0; bne v; nop; subcc %g4, 1, %g4; bne r; nop; {EXIT}"
    );
    let frames = vec![read; 127];
    let (_dir, path) = file(&sender(&frames, &again).bytes());
    // 12,700 answers of 8 KiB would be 100 MiB.
    let most = peak(&path, &nfs);
    assert!(most < 120 << 10, "{most} KiB");
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
    // Holes take no room on the disk, but they would in memory.
    let large = fs::File::create(folder.path().join("large")).expect("made");
    large.set_len(300 << 20).expect("a size");
    let said = run(&path, &["--nfs", nfs]);
    refused(
        &said,
        3,
        &["--nfs", "more than 256 MiB", "give a smaller folder"],
    );
}
