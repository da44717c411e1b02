//! The host against frames and calls made here.

use super::folder::{Error, Folder, ROOT};
use super::ip::{Assembler, Datagram, packets, sum};
use super::rpc::{MOUNT, NFS, PORTMAPPER};
use super::xdr::{Reader, Writer};
use super::{Peer, nfs};
use std::collections::BTreeMap;
use trueboard_core::device::FolderChanges;

pub(crate) const BOARD: [u8; 4] = [192, 168, 0, 2];
pub(crate) const HOST: [u8; 4] = [192, 168, 0, 1];
pub(crate) const MAC: [u8; 6] = [0, 0, 0x7a, 0xcc, 0, 1];

/// The board's request for the hardware address of `asked`.
pub(crate) fn arp_request(asked: [u8; 4]) -> Vec<u8> {
    let head: &[u8] = &[0, 1, 8, 0, 6, 4, 0, 1];
    let frame: [&[u8]; 9] = [
        &[0xff; 6],
        &MAC,
        &[8, 6],
        head,
        &MAC,
        &BOARD,
        &[0; 6],
        &asked,
        &[0; 18],
    ];
    frame.concat()
}

#[test]
fn the_host_does_not_claim_the_address_of_the_board() {
    let mut peer = Peer::new(Vec::new()).expect("room");
    assert!(peer.frame(&arp_request(BOARD)).is_empty());
    assert_eq!(peer.frame(&arp_request(HOST)).len(), 1);
}

#[test]
fn fragments_in_any_order_make_a_datagram() {
    let datagram = Datagram {
        from: BOARD,
        to: HOST,
        protocol: 17,
        payload: (0..6720).map(|i| i as u8).collect(),
    };
    let mut parts = packets(&datagram, 7);
    assert_eq!(parts.len(), 5);
    assert!(parts.iter().all(|p| p.len() <= 1500 && sum(&p[..20]) == 0));
    parts.swap(0, 4);
    let mut assembler = Assembler::default();
    let taken: Vec<_> = parts.iter().map(|p| assembler.take(p)).collect();
    assert_eq!(taken[..4], [None, None, None, None]);
    assert_eq!(taken[4].as_ref(), Some(&datagram));
    // A header whose sum is wrong.
    parts[0][8] ^= 1;
    assert_eq!(assembler.take(&parts[0]), None);
}

/// Calls the host and gives the results.
fn call(peer: &mut Peer, port: u16, program: u32, procedure: u32, arguments: &[u8]) -> Vec<u8> {
    let mut w = Writer::default();
    for word in [9, 0, 2, program, 2, procedure, 1, 8, 0, 0, 0, 0] {
        w.u32(word);
    }
    w.0.extend(arguments);
    let length = (8 + w.0.len()) as u16;
    let udp = [
        &[3, 0xff],
        &port.to_be_bytes()[..],
        &length.to_be_bytes(),
        &[0, 0],
        &w.0,
    ]
    .concat();
    let datagram = Datagram {
        from: BOARD,
        to: HOST,
        protocol: 17,
        payload: udp,
    };
    let frames = packets(&datagram, 1).into_iter().flat_map(|p| {
        let frame = [&[2, 0, 0, 0, 0, 1], &MAC[..], &[8, 0], &p].concat();
        peer.frame(&frame)
    });
    let mut assembler = Assembler::default();
    let answers: Vec<Vec<u8>> = frames.collect();
    let whole = answers.iter().find_map(|f| assembler.take(&f[14..]));
    let payload = whole.expect("an answer").payload;
    let mut r = Reader(&payload[8..]);
    let head: Vec<u32> = (0..6).filter_map(|_| r.u32()).collect();
    assert_eq!(head, [9, 1, 0, 0, 0, 0], "accepted and successful");
    r.0.to_vec()
}

/// The first two words of results.
fn words(results: &[u8]) -> (u32, u32) {
    let mut r = Reader(results);
    (r.u32().expect("a word"), r.u32().expect("another"))
}

/// A handle and a name, and what follows.
fn named(n: u32, name: &str, rest: &[u32]) -> Vec<u8> {
    let mut w = Writer::default();
    nfs::handle(n, &mut w);
    w.opaque(name.as_bytes());
    rest.iter().for_each(|v| w.u32(*v));
    w.0
}

/// Attributes of which none is set.
const UNSET: [u32; 8] = [u32::MAX; 8];

#[test]
fn a_folder_is_mounted_and_a_file_written_renamed_and_read() {
    let before = vec![
        ("z/last".to_owned(), vec![7]),
        ("first".to_owned(), vec![1, 2]),
    ];
    let mut peer = Peer::new(before).expect("room");
    let asks = |program, version| [program, version, 17_u32, 0].map(u32::to_be_bytes).concat();
    let mount = call(&mut peer, PORTMAPPER, 100_000, 3, &asks(100_005, 1));
    assert_eq!(mount, u32::from(MOUNT).to_be_bytes());
    let nfs3 = call(&mut peer, PORTMAPPER, 100_000, 3, &asks(100_003, 3));
    assert_eq!(nfs3, [0; 4], "version 3 is not served");
    let mut path = Writer::default();
    path.opaque(b"/anything");
    let root = call(&mut peer, MOUNT, 100_005, 1, &path.0);
    assert_eq!(root[..8], [0, 0, 0, 0, 0, 0, 0, ROOT as u8]);

    let made = call(&mut peer, NFS, 100_003, 9, &named(ROOT, "t.ttmp", &UNSET));
    let file = words(&made).1;
    let mut w = Writer::default();
    nfs::handle(file, &mut w);
    [0, 3, 6720].iter().for_each(|v| w.u32(*v));
    w.opaque(&[5; 6720]);
    let written = call(&mut peer, NFS, 100_003, 8, &w.0);
    assert_eq!(words(&written), (0, 1));
    assert_eq!(
        u32::from_be_bytes(written[24..28].try_into().expect("size")),
        6723
    );
    let both = [named(ROOT, "t.ttmp", &[]), named(ROOT, "t.mpit", &[])].concat();
    assert_eq!(call(&mut peer, NFS, 100_003, 11, &both), [0; 4]);
    let gone = call(&mut peer, NFS, 100_003, 4, &named(ROOT, "t.ttmp", &[]));
    assert_eq!(gone, (Error::NoEntry as u32).to_be_bytes());

    let mut w = Writer::default();
    nfs::handle(file, &mut w);
    [2, 3, 0].iter().for_each(|v| w.u32(*v));
    let read = call(&mut peer, NFS, 100_003, 6, &w.0);
    assert_eq!(read[72..], [0, 0, 0, 3, 0, 5, 5, 0]);

    let mut w = Writer::default();
    nfs::handle(ROOT, &mut w);
    [0, 4096].iter().for_each(|v| w.u32(*v));
    let listed = call(&mut peer, NFS, 100_003, 16, &w.0);
    let names = String::from_utf8_lossy(&listed);
    let places: Vec<_> = ["first", "t.mpit", "z"].map(|n| names.find(n)).into();
    assert!(
        places.iter().all(Option::is_some) && places.is_sorted(),
        "{names:?}"
    );
    assert_eq!(
        listed[listed.len() - 8..],
        [0, 0, 0, 0, 0, 0, 0, 1],
        "all of them"
    );
    let changes = peer.changes();
    let content = [[0; 3].to_vec(), [5; 6720].to_vec()].concat();
    assert_eq!(changes.written, [("t.mpit".to_owned(), &content[..])]);
    let rest = FolderChanges {
        written: Vec::new(),
        ..changes
    };
    assert_eq!(rest, FolderChanges::default());
}

/// A folder with these files.
fn holding(files: &[(&str, &[u8])]) -> Folder {
    let files = files.iter().map(|(p, b)| ((*p).to_owned(), b.to_vec()));
    Folder::new(files.collect()).expect("room")
}

/// What a plain map of paths makes of the operations is what the folder says that firmware has changed.
#[test]
fn changes_are_those_of_a_map_of_paths() {
    let first: [(&str, &[u8]); 5] = [
        ("a", b"a"),
        ("d/f", b"df"),
        ("d/e/g", b"deg"),
        ("empty/", b""),
        ("x", b"x"),
    ];
    let mut seed = 1_u32;
    let mut next = move |n: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) % n
    };
    for _ in 0..200 {
        let mut folder = holding(&first);
        // Paths of files with their content; those of folders end in `/`.
        let mut model: BTreeMap<String, Vec<u8>> = ["d/", "d/e/"]
            .iter()
            .map(|p| ((*p).to_owned(), Vec::new()))
            .chain(first.map(|(p, b)| (p.to_owned(), b.to_vec())))
            .collect();
        let before = model.clone();
        for _ in 0..12 {
            // A folder at random, and a name in it.
            let folders: Vec<String> = std::iter::once(String::new())
                .chain(model.keys().filter(|p| p.ends_with('/')).cloned())
                .collect();
            let within = folders[next(folders.len() as u32) as usize].clone();
            let name = ["a", "d", "f", "x", "y"][next(5) as usize];
            let mut at = ROOT;
            for part in within.split_terminator('/') {
                at = folder.look_up(at, part.as_bytes()).expect("as in the map");
            }
            let (file, sub) = (format!("{within}{name}"), format!("{within}{name}/"));
            let (is_file, is_folder) = (model.contains_key(&file), model.contains_key(&sub));
            match next(5) {
                0 => {
                    let made = folder.make_folder(at, name.as_bytes());
                    assert_eq!(made.is_ok(), !is_file && !is_folder);
                    if made.is_ok() {
                        model.insert(sub, Vec::new());
                    }
                }
                1 | 2 => {
                    let byte = next(3) as u8;
                    let made = folder.create(at, name.as_bytes());
                    assert_eq!(made.is_ok(), !is_folder);
                    if let Ok(n) = made {
                        folder.write(n, 0, &[byte]).expect("room");
                        let content = model.entry(file).or_default();
                        content.resize(content.len().max(1), 0);
                        content[0] = byte;
                    }
                }
                3 => {
                    let empty = model.keys().filter(|p| p.starts_with(&sub)).count() == 1;
                    let removed = folder.remove(at, name.as_bytes(), is_folder);
                    assert_eq!(removed.is_ok(), is_file || is_folder && empty);
                    if removed.is_ok() {
                        model.remove(&file);
                        model.remove(&sub);
                    }
                }
                _ => {
                    // To the top, under a name that is nobody's but this one's.
                    let moved = folder.rename((at, name.as_bytes()), (ROOT, b"moved"));
                    let there = model.contains_key("moved/");
                    if moved.is_ok() && file != "moved" && (is_file || is_folder) {
                        assert!(!there);
                        model.remove("moved");
                        let old: Vec<String> = model
                            .keys()
                            .filter(|p| **p == file || p.starts_with(&sub))
                            .cloned()
                            .collect();
                        for p in old {
                            let content = model.remove(&p).expect("there");
                            model.insert(format!("moved{}", &p[file.len()..]), content);
                        }
                    } else {
                        assert!(there || !is_file && !is_folder);
                    }
                }
            }
        }
        let changes = folder.changes();
        // What the host does with them brings the old map to the new one.
        let mut host = before.clone();
        for p in &changes.removed_files {
            assert!(host.remove(*p).is_some(), "{p}");
        }
        for p in &changes.removed_folders {
            let p = format!("{p}/");
            assert!(host.remove(&p).is_some(), "{p}");
            assert!(!host.keys().any(|k| k.starts_with(&p)), "{p} is not empty");
        }
        for p in &changes.made_folders {
            let above = p.rsplit_once('/').map(|(above, _)| format!("{above}/"));
            assert!(above.is_none_or(|a| host.contains_key(&a)), "{p}");
            assert!(host.insert(format!("{p}/"), Vec::new()).is_none(), "{p}");
        }
        for (p, content) in &changes.written {
            host.insert(p.clone(), content.to_vec());
        }
        assert_eq!(host, model);
        // Nothing is written that nobody touched.
        for (p, content) in &before {
            let untouched =
                model.get(p) == Some(content) && !["a", "f", "x"].iter().any(|n| p.ends_with(n));
            assert!(
                !untouched || changes.written.iter().all(|w| w.0 != *p),
                "{p}"
            );
        }
    }
}

/// Whatever firmware sends, the folder takes no more than its bound; what it removes can be written again.
#[test]
fn a_folder_has_one_bound_for_all_that_is_in_it() {
    let mut peer = Peer::new(vec![("old".to_owned(), vec![1; 1000])]).expect("room");
    let no_space = (Error::NoSpace as u32).to_be_bytes();
    let size = |bytes: u32| {
        let mut attributes = UNSET;
        attributes[3] = bytes;
        attributes
    };
    // Forty files of 256 MiB, by a packet each.
    for n in 0..40 {
        let asked = named(ROOT, &format!("f{n}"), &size(0x1000_0000));
        assert_eq!(call(&mut peer, NFS, 100_003, 9, &asked), no_space);
    }
    assert!(
        peer.changes().is_empty(),
        "a file that has no room is not made"
    );
    let megabyte = size(1 << 20);
    let made = |peer: &mut Peer, name: &str| {
        call(peer, NFS, 100_003, 9, &named(ROOT, name, &megabyte)) != no_space
    };
    let fit = (0..400)
        .take_while(|n| made(&mut peer, &format!("m{n}")))
        .count();
    assert_eq!(
        fit, 255,
        "256 MiB less the entries and the file that was there"
    );
    let entries = (0..400).take_while(|n| {
        let asked = named(ROOT, &format!("d{n}"), &UNSET);
        call(&mut peer, NFS, 100_003, 14, &asked) != no_space
    });
    // 1 MiB, less 1000 bytes and 257 entries of 2 KiB: what is left in entries.
    assert_eq!(entries.count(), ((1 << 20) - 1000 - 257 * 2048) / 2048);
    let removed = call(&mut peer, NFS, 100_003, 10, &named(ROOT, "m0", &[]));
    assert_eq!(removed, [0; 4]);
    assert!(made(&mut peer, "again"));
    let long = vec![("x".to_owned(), vec![0; 256 << 20])];
    assert!(Peer::new(long).is_err_and(|e| e.contains("256 MiB")));
}

/// Paths are as long as RFC 1094 lets them be, whoever moves what where.
#[test]
fn paths_have_a_bound() {
    let mut folder = holding(&[]);
    let name = [b'n'; 255];
    let mut at = ROOT;
    for _ in 0..4 {
        at = folder.make_folder(at, &name).expect("4 times 256 bytes");
    }
    assert_eq!(folder.create(at, b"f"), Err(Error::NameTooLong));
    let top = folder.make_folder(ROOT, b"top").expect("room");
    assert_eq!(
        folder.rename((ROOT, &name), (top, b"n")),
        Ok(()),
        "4 + 2 + 3 times 256 bytes"
    );
    let renamed = folder.rename((top, b"n"), (top, &name));
    assert_eq!(
        renamed,
        Err(Error::NameTooLong),
        "what lies in it would be too long"
    );
    assert_eq!(folder.create(at, b"f"), Ok(7));
}

#[test]
fn pieces_of_no_datagram_have_a_bound() {
    let mut assembler = Assembler::default();
    for n in 0..20_000_u32 {
        let piece = Datagram {
            from: BOARD,
            to: HOST,
            protocol: 17,
            payload: vec![0; 1480],
        };
        let mut packet = packets(&piece, n as u16 % 64).remove(0);
        // More pieces follow; each begins 8 bytes behind the one before.
        packet[6..8].copy_from_slice(&(0x2000 | (n / 64 % 4096) as u16).to_be_bytes());
        packet[10..12].copy_from_slice(&[0; 2]);
        let check = sum(&packet[..20]).to_be_bytes();
        packet[10..12].copy_from_slice(&check);
        assert_eq!(assembler.take(&packet), None);
    }
    assert!(assembler.bytes() <= 64 * 65_535, "{}", assembler.bytes());
}

#[test]
fn names_that_lead_elsewhere_are_refused() {
    let mut folder = holding(&[("d/f", b"")]);
    for name in ["", "a/b", "a\\b", "a\0"] {
        assert_eq!(
            folder.create(ROOT, name.as_bytes()),
            Err(Error::Access),
            "{name:?}"
        );
    }
    assert_eq!(folder.create(ROOT, b".."), Err(Error::IsFolder));
    assert_eq!(folder.create(ROOT, &[b'n'; 256]), Err(Error::NameTooLong));
    let d = folder.look_up(ROOT, b"d").expect("there");
    assert_eq!(folder.remove(ROOT, b"d", true), Err(Error::NotEmpty));
    assert_eq!(folder.rename((ROOT, b"d"), (d, b"e")), Err(Error::Access));
    assert_eq!(folder.write(99, 0, &[1]), Err(Error::Stale));
    assert_eq!(folder.resize(d, 1), Err(Error::IsFolder));
}

#[test]
fn whatever_comes_in_does_no_harm() {
    let mut peer = Peer::new(vec![("f".to_owned(), vec![0; 100])]).expect("room");
    let mut x = 1_u32;
    for n in 0..3000_usize {
        let mut frame: Vec<u8> = (0..n % 200)
            .map(|_| {
                x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (x >> 24) as u8
            })
            .collect();
        if let Some(kind) = frame.get_mut(12..14) {
            kind.copy_from_slice(if n % 2 == 0 { &[8, 0] } else { &[8, 6] });
        }
        peer.frame(&frame);
        super::rpc::answer(&mut holding(&[]), NFS, &frame);
    }
    assert!(peer.changes().is_empty());
}
