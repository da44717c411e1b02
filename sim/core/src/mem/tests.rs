use super::*;
use crate::snapshot::{from_bytes, to_bytes};

fn memory() -> Memory {
    let mut m = Memory::default();
    m.add(Region::new("ram", 0x1000, 0x20_2000, true));
    m
}

const END: u64 = 0x20_3000;

#[test]
fn bounds_are_exact() {
    let m = memory();
    assert_eq!(m.find(0x1000, 4), Some(0));
    assert_eq!(m.find(END - 4, 4), Some(0));
    assert_eq!(m.find(END - 3, 4), None);
    assert_eq!(m.find(0xfff, 1), None);
    assert_eq!(m.find(u64::MAX, 8), None);
    // Longer than the memory itself.
    assert_eq!(m.find(0x1000, 0x20_2001), None);
    assert_eq!(m.peek(0x1000, usize::MAX), None);
}

#[test]
fn only_stores_into_decoded_code_are_logged() {
    let mut m = memory();
    m.mark_code(0, 0x40);
    m.put(0, 0x80, [1, 2, 3, 4]);
    assert_eq!(m.code_log().end(), 0);
    m.put(0, 0x7c, [1, 2, 3, 4]);
    assert_eq!(m.code_log().since(0).map(|l| l[0]), Some(0x107c));
}

/// Its first bytes lie in the chunk before the one with the code.
#[test]
fn a_store_that_reaches_into_decoded_code_is_logged() {
    let mut m = memory();
    m.mark_code(0, 0x40);
    m.put(0, 0, [0u8]);
    m.put(0, 0x3e, [1, 2, 3, 4]);
    let log = m.code_log().since(0).unwrap_or_default();
    assert!(log.contains(&0x1041), "{log:x?}");
    assert!(!m.region_mut(0).put_beside_code(0x3e, [5, 6, 7, 8]));
    assert_eq!(m.peek(0x103e, 4), Some(&[1, 2, 3, 4][..]));
}

#[test]
fn snapshots_hold_only_what_is_not_zero() {
    let mut m = memory();
    m.put(0, 0x1004, [7, 0, 0, 9]);
    m.put(0, 0x3000, [0u8; 4]);
    let bytes = to_bytes(&m);
    assert!(bytes.len() < 4200, "{}", bytes.len());
    let back: MemoryImage = from_bytes(&bytes).unwrap();
    let mut other = memory();
    assert!(other.is_of(&back));
    other.restore(&back);
    assert_eq!(other.peek(0x2004, 4), Some(&[7, 0, 0, 9][..]));
    assert_eq!(to_bytes(&other), bytes);
}

#[test]
fn images_share_what_was_not_written_between_them() {
    let mut m = memory();
    m.put(0, 0, [1u8]);
    m.put(0, 0x20_0000, [2u8]);
    let first = m.new_image();
    assert_eq!(first.bytes_held(), 0x2000);
    // Across the border of two pages.
    m.put(0, 0x1fffe, [3, 4, 5, 6]);
    m.mark_code(0, 0x20_0000);
    m.put(0, 0x20_0008, [7u8]);
    let second = m.new_image();
    assert_eq!(second.pages_apart(&first), 3);
    assert_eq!(m.new_image().pages_apart(&second), 0);
    assert!(m.poke(0x1000, &[9; 0x1001]));
    assert_eq!(m.image().pages_apart(&second), 2);

    m.restore(&first);
    assert_eq!(m.peek(0x1000, 2), Some(&[1, 0][..]));
    assert_eq!(m.peek(0x20ffe, 4), Some(&[0, 0, 0, 0][..]));
    assert_eq!(m.peek(0x20_1000, 9), Some(&[2, 0, 0, 0, 0, 0, 0, 0, 0][..]));
    assert!(!m.region(0).is_code(0x20_0000));
    assert_eq!(m.image().pages_apart(&first), 0);
    m.restore(&second);
    assert_eq!(m.peek(0x20ffe, 4), Some(&[3, 4, 5, 6][..]));
    assert_eq!(m.peek(0x20_1008, 1), Some(&[7][..]));
    // A store after going back is seen again.
    m.put(0, 4, [8u8]);
    assert_eq!(m.image().pages_apart(&second), 1);
}

#[test]
fn the_log_of_a_memory_that_went_back_makes_everybody_forget() {
    let mut m = memory();
    let image = m.new_image();
    m.restore(&image);
    assert_eq!(m.code_log().since(0), None);
}

#[test]
fn pages_outside_their_memory_are_refused() {
    let wrong = |len: u64, page: u64, bytes: usize| {
        let pages = vec![(page, vec![1u8; bytes])];
        let region = ("ram".to_owned(), 0u64, true, (len, pages));
        from_bytes::<MemoryImage>(&to_bytes(&vec![region])).is_err()
    };
    assert!(!wrong(0x2000, 1, 0x1000));
    assert!(wrong(0x2000, 2, 0x1000));
    assert!(wrong(0x2000, 1, 0x1001));
    assert!(wrong(LARGEST + 1, 0, 1));
    assert!(wrong(0x2000, u64::MAX, 1));
}

/// Watched is what is written from the first byte to the last, whatever was written and decoded before, and
/// nothing else.
#[test]
fn writes_of_watched_memory_are_noted() {
    let mut mem = Memory::default();
    mem.add(Region::new("ram", 0x1000, 0x3000, true));
    mem.mark_code(0, 0x40);
    let written = |mem: &mut Memory, f: &dyn Fn(&mut Memory)| {
        f(mem);
        let written = mem.is_watch_reached();
        mem.forget_reached();
        written
    };
    mem.watch(&[Watchpoint::change(0x1044, 4), Watchpoint::change(0x20fe, 4)]);
    assert!(mem.is_watching());
    for _ in 0..2 {
        assert!(!written(&mut mem, &|m| m.put(0, 0x40, [1; 4])));
        assert!(written(&mut mem, &|m| m.put(0, 0x40, [1; 8])));
        assert!(written(&mut mem, &|m| m.put(0, 0x47, [1])));
        assert!(!written(&mut mem, &|m| m.put(0, 0x48, [1; 8])));
        assert!(written(&mut mem, &|m| m.put(0, 0x10fc, [1; 4])));
        assert!(written(&mut mem, &|m| m.put(0, 0x1100, [1; 2])));
        assert!(!written(&mut mem, &|m| m.put(0, 0x1104, [1; 4])));
        assert!(written(&mut mem, &|m| assert!(m.poke(0x1000, &[0; 0x200]))));
        // Pages are guarded anew.
        let image = mem.new_image();
        mem.restore(&image);
    }
    let seen = mem.code_log().end();
    mem.put(0, 0x1100, [1]);
    assert!(mem.code_log().is_code_unchanged(seen) && mem.code_log().end() == seen + 1);
    mem.watch(&[]);
    assert!(!written(&mut mem, &|m| m.put(0, 0x1100, [1])));
    assert!(!mem.is_watching());
}

/// Reads and writes reach the watchpoints that are for them, and the first that was reached is known.
#[test]
fn reads_reach_watchpoints_of_reads() {
    let mut mem = Memory::default();
    mem.add(Region::new("ram", 0x1000, 0x3000, true));
    let point = |at, kind| Watchpoint { at, len: 4, kind };
    let read = point(0x1044, WatchKind::Read);
    let access = point(0x1046, WatchKind::Access);
    mem.watch(&[Watchpoint::change(0x1040, 8), read, access]);
    assert!(mem.watches_reads());
    let seen = mem.code_log().end();
    assert!(!mem.note_read(0x1040, 4) && !mem.is_watch_reached());
    assert_eq!(mem.code_log().end(), seen);
    assert!(mem.note_read(0x1040, 8) && mem.is_watch_reached());
    assert!(mem.code_log().is_code_unchanged(seen) && mem.code_log().end() == seen + 1);
    assert_eq!(
        (mem.forget_reached(), mem.is_watch_reached()),
        (Some(read), false)
    );
    assert!(mem.note_read(0x1049, 1));
    assert_eq!(mem.forget_reached(), Some(access));
    // The write of a byte before the watchpoint of accesses.
    mem.put(0, 0x45, [1]);
    assert!(mem.is_watch_reached());
    assert_eq!(mem.forget_reached(), None);
    mem.put(0, 0x49, [1]);
    assert_eq!(mem.forget_reached(), Some(access));
    mem.watch(&[Watchpoint::change(0x1040, 8)]);
    assert!(!mem.watches_reads() && !mem.note_read(0x1040, 8));
}
