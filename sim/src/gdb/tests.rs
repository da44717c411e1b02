//! Packets in, packets out.

use super::conversation::{Conversation, Left, Turn};
use super::driven::Alone;
use super::link::{Door, Link, PATIENCE};
use super::shown::Shown;
use super::target::Board;
use conformance::random::Random;
use conformance::two_kinds;
use gdbstub::conn::Connection;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;
use trueboard::internals::board::{Options, Session, open_board};

/// A debugger that says its packets one after the other, each once the one before was answered.
struct Script {
    packets: VecDeque<Vec<u8>>,
    bytes: VecDeque<u8>,
    said: Rc<RefCell<String>>,
    answered: usize,
}

impl Connection for Script {
    type Error = io::Error;

    fn write(&mut self, byte: u8) -> io::Result<()> {
        self.said.borrow_mut().push(char::from(byte));
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Link for Script {
    fn next(&mut self, wait: Duration) -> io::Result<Option<u8>> {
        if self.bytes.is_empty() {
            // A packet, or that the one before cannot be read.
            let answers = self.said.borrow().matches(['#', '-']).count();
            // While the board runs, only an interruption may come.
            let interrupts = self.packets.front().is_some_and(|p| p[..] == [3]);
            let due = match interrupts {
                true => wait.is_zero(),
                false => answers >= self.answered && !wait.is_zero(),
            };
            if !due {
                return Ok(None);
            }
            let Some(p) = self.packets.pop_front() else {
                return Err(io::ErrorKind::UnexpectedEof.into());
            };
            if !interrupts {
                self.answered += 1;
            }
            self.bytes.extend(p);
        }
        Ok(self.bytes.pop_front())
    }

    fn send_again(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn packet(text: &str) -> Vec<u8> {
    if text == "\u{3}" {
        return vec![3];
    }
    let sum = text.bytes().fold(0u8, u8::wrapping_add);
    format!("+${text}#{sum:02x}").into_bytes()
}

fn session(image: &str) -> Session {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../firmware/prebuilt/gr740")
        .join(image);
    let options = Options {
        images: vec![(path, vec![0])],
        ..Options::default()
    };
    let board = open_board("gr740", &[]).expect("the board");
    Session::new(&board, options).expect("a session")
}

/// What the stub answers to these packets.
fn talk(session: &mut Session, packets: &[&str]) -> (Result<Left, String>, Vec<String>) {
    let shown = Shown::new(session.machine(), None).expect("cores that can be shown");
    talk_of(session, shown, packets)
}

/// Serves a debugger until it leaves, or the connection is lost.
fn converse(board: &mut Board<Alone<'_>>, link: Script) -> Result<Left, String> {
    let mut talk = Conversation::begin(board, link)?;
    loop {
        talk = match talk.turn(board, PATIENCE)? {
            Turn::Quiet(talk) | Turn::Busy(talk) => talk,
            Turn::Over(left) => return Ok(left),
        }
    }
}

/// What the stub answers to these packets when these cores are shown.
fn talk_of(
    session: &mut Session,
    shown: Shown,
    packets: &[&str],
) -> (Result<Left, String>, Vec<String>) {
    let said = Rc::new(RefCell::new(String::new()));
    let script = Script {
        packets: packets.iter().map(|p| packet(p)).collect(),
        bytes: VecDeque::new(),
        said: said.clone(),
        answered: 0,
    };
    let mut console = Vec::new();
    let alone = Alone::new(session, None, &mut console);
    let left = converse(&mut Board::new(alone, shown, Vec::new()), script);
    let text = said.borrow();
    let answers = text.split('$').skip(1);
    let answers = answers.map(|a| a.split('#').next().unwrap_or("").to_owned());
    (left, answers.collect())
}

#[test]
fn registers_are_big_endian_and_in_gdbs_order() {
    let mut s = session("hello.elf");
    let (_, a) = talk(
        &mut s,
        &["?", "p44", "p45", "g", "P9=12345678", "p9", "p60"],
    );
    assert_eq!(a[1], "00001000");
    assert_eq!(a[2], "00001004");
    assert_eq!(a[3].len(), 8 * 72);
    assert_eq!(a[3][8 * 68..][..16], *"0000100000001004");
    assert_eq!(a[4], "OK");
    assert_eq!(a[5], "12345678");
    assert!(a[6].starts_with('E') || a[6].is_empty(), "{}", a[6]);
}

#[test]
fn memory_is_read_and_written() {
    let mut s = session("hello.elf");
    let (_, a) = talk(&mut s, &["?", "M3000,4:cafe0102", "m3000,4", "m70000000,4"]);
    assert_eq!(a[1], "OK");
    assert_eq!(a[2], "cafe0102");
    assert!(a[3].starts_with('E'), "{}", a[3]);
}

#[test]
fn a_read_of_everything_is_answered_in_part() {
    let mut s = session("hello.elf");
    let (_, a) = talk(&mut s, &["?", "m0,ffffffff", "m1000,4"]);
    assert_eq!(a[1].len(), 2 * 4096);
    assert_eq!(a[2].len(), 8);
}

#[test]
fn every_core_is_a_thread() {
    let mut s = session("hello.elf");
    let (_, a) = talk(&mut s, &["?", "qfThreadInfo", "qThreadExtraInfo,2"]);
    assert!(a[0].starts_with('T') || a[0].starts_with('S'), "{}", a[0]);
    assert_eq!(a[1].replace("p01.", "").replace('0', ""), "m1,2,3,4");
    let hex: String = b"cpu1 held".iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!(a[2], hex);
}

#[test]
fn breakpoint_step_and_exit() {
    let mut s = session("hello.elf");
    let main = s.machine().image_of(0).and_then(|i| i.symbol("main"));
    let main = main.expect("main").at;
    let (z, r) = (format!("Z0,{main:x},4"), format!("z0,{main:x},4"));
    let (left, a) = talk(
        &mut s,
        &[
            "qSupported:swbreak+",
            "?",
            &z,
            "vCont;c",
            "p44",
            &r,
            "vCont;s:1",
            "p44",
            "vCont;c",
        ],
    );
    assert!(a[0].contains("swbreak+"), "{}", a[0]);
    assert!(a[3].contains("swbreak"), "{}", a[3]);
    assert_eq!(a[4], format!("{main:08x}"));
    assert!(a[6].starts_with("T05thread:"), "{}", a[6]);
    assert_eq!(a[7], format!("{:08x}", main + 4));
    assert_eq!(a[8], "W00");
    assert_eq!(left, Ok(Left::End));
}

/// A breakpoint that was removed stops nobody, although the function is called again.
#[test]
fn a_removed_breakpoint_is_gone() {
    let mut s = session("hello.elf");
    let putc = s.machine().image_of(0).and_then(|i| i.symbol("uart_putc"));
    let putc = putc.expect("uart_putc").at;
    let (z, r) = (format!("Z0,{putc:x},4"), format!("z0,{putc:x},4"));
    let supports = "qSupported:swbreak+";
    let (_, a) = talk(
        &mut s,
        &[supports, "?", &z, "vCont;c", "vCont;c", &r, "vCont;c"],
    );
    assert!(
        a[3].contains("swbreak") && a[4].contains("swbreak"),
        "{a:?}"
    );
    assert_eq!((a[5].as_str(), a[6].as_str()), ("OK", "W00"));
}

/// A run on a board with three TriCores and a LEON.
fn of_two_kinds(dir: &Path) -> Session {
    let board = two_kinds::board(dir);
    let board = open_board(board.to_str().expect("UTF-8"), &[]).expect("the board");
    let options = Options {
        images: vec![
            (two_kinds::tricore_image(dir), vec![0]),
            (two_kinds::leon_image(dir), vec![two_kinds::LEON]),
        ],
        start: vec![two_kinds::LEON],
        ..Options::default()
    };
    Session::new(&board, options).expect("a session")
}

/// The TriCore comes by its breakpoint, which is none of the LEON's; a write of the TriCore to watched memory stops.
#[test]
fn a_core_that_is_not_shown_stops_nobody() {
    let dir = tempfile::tempdir().expect("there is room");
    let mut s = of_two_kinds(dir.path());
    let leons = Shown::new(s.machine(), Some("leon")).expect("a LEON");
    let z = format!("Z0,{:x},4", two_kinds::START);
    let supports = "qSupported:swbreak+";
    let watch = "Z2,90000004,4";
    let packets = [
        supports,
        "?",
        "qfThreadInfo",
        "Hg4",
        "p44",
        "qXfer:features:read:target.xml:0,400",
        &z,
        watch,
        "vCont;c",
        "vCont;c",
    ];
    let (left, a) = talk_of(&mut s, leons, &packets);
    assert_eq!(a[2].replace("p01.", "").replace('0', ""), "m4", "{a:?}");
    assert_eq!(a[4], "00001000", "{a:?}");
    assert!(a[5].contains("sparc"), "{a:?}");
    let watched = a[8].contains("watch:90000004") && a[8].contains("thread:");
    assert!(watched && !a[8].contains("swbreak"), "{a:?}");
    assert_eq!((a[9].as_str(), left), ("W2b", Ok(Left::End)), "{a:?}");
}

/// The TriCore waits for the word at 0x90000000, and stores that at 0x90000004 before the LEON loads it.
#[test]
fn loads_of_watched_memory_stop() {
    let dir = tempfile::tempdir().expect("there is room");
    let loads = |kind: &str, core: u8, packets: &[&str]| {
        let mut s = of_two_kinds(dir.path());
        let shown = Shown::new(s.machine(), Some(kind)).expect("such a core");
        let (_, a) = talk_of(&mut s, shown, packets);
        let pc = s.machine().pc(core);
        let behind = s.machine().memory().peek(pc - 4, 4).map(<[u8]>::to_vec);
        (a, behind.unwrap_or_default())
    };
    let (set, unset) = ("Z3,90000004,4", "z3,90000004,4");
    let (a, behind) = loads("leon", 3, &["?", set, "vCont;c"]);
    assert!(a[2].contains("rwatch:90000004"), "{a:?}");
    // ld [%l0 + 4], %g1
    assert_eq!(behind, [0xc2, 0x04, 0x20, 0x04]);
    let (a, behind) = loads("leon", 3, &["?", "Z4,90000004,2", "vCont;c", "vCont;c"]);
    let both = a[2..].iter().all(|a| a.contains("awatch:90000004"));
    assert!(both && a.len() == 4, "{a:?}");
    assert_eq!(behind, [0xc2, 0x04, 0x20, 0x04]);
    let (a, _) = loads("tricore", 0, &["?", "Z3,90000000,4", "vCont;c"]);
    assert!(a[2].contains("rwatch:90000000"), "{a:?}");
    // One that was removed stops nobody, and none holds for memory that is not there.
    let (a, _) = loads("leon", 3, &["?", set, unset, "Z3,fffffff0,4", "vCont;c"]);
    assert_eq!((a[1].as_str(), a[2].as_str()), ("OK", "OK"), "{a:?}");
    assert!(a[3].is_empty() || a[3].starts_with('E'), "{a:?}");
    assert_eq!(a[4], "W2b", "{a:?}");
}

#[test]
fn the_cores_shown_are_those_of_the_first_with_an_image() {
    let dir = tempfile::tempdir().expect("there is room");
    let s = of_two_kinds(dir.path());
    let m = s.machine();
    let usual = Shown::new(m, None).expect("TriCores");
    assert_eq!(usual.cores(), [0, 1, 2]);
    let line = usual.others(m).unwrap_or_default();
    assert!(line.contains("leon0 (--gdb-cores leon)"), "{line}");
    let leons = Shown::new(m, Some("leon")).expect("a LEON");
    assert_eq!(leons.cores(), [3]);
    let line = leons.others(m).unwrap_or_default();
    assert!(
        line.contains("cpu0, cpu1, cpu2 (--gdb-cores tricore)"),
        "{line}"
    );
    let wrong = Shown::new(m, Some("epiphany")).err().unwrap_or_default();
    assert!(wrong.contains("there are tricore, leon"), "{wrong}");
}

/// `monitor time` is that of the core whose registers the debugger read last; another one is elsewhere.
#[test]
fn the_time_is_that_of_the_core_looked_at() {
    let mut s = session("hello.elf");
    let main = s.machine().image_of(0).and_then(|i| i.symbol("main"));
    let main = main.expect("main").at;
    let z = format!("Z0,{main:x},4");
    let command = format!("qRcmd,{}", hex("time"));
    let packets = [
        "?", &z, "vCont;c", "Hg1", "g", &command, "Hg2", "g", &command,
    ];
    let (_, a) = talk(&mut s, &packets);
    let text = a.join(" ");
    let now = s.machine().core_time(0).0;
    assert_ne!(now, 0);
    let of = |core: u8, ticks: u64| hex(&format!("cpu{core}: {ticks} ticks of "));
    assert!(text.contains(&of(0, now)), "{text}");
    assert!(text.contains(&of(1, s.machine().core_time(1).0)), "{text}");
}

#[test]
fn an_interruption_stops_a_running_board() {
    let mut s = session("lu.elf");
    let (left, a) = talk(&mut s, &["?", "vCont;c", "\u{3}", "D"]);
    assert!(a[1].starts_with("T02thread:"), "{}", a[1]);
    assert_eq!(left, Ok(Left::GoOn));
}

#[test]
fn monitor_commands_answer_and_a_lost_connection_is_told() {
    let mut s = session("hello.elf");
    let command = format!("qRcmd,{}", hex("where"));
    let (left, a) = talk(&mut s, &["?", &command]);
    assert!(a[1].contains(&hex("_start")), "{}", a[1]);
    assert!(left.is_err_and(|e| e.contains("lost")));
}

/// Whatever a debugger says, it gets an answer; the session ends only where it says so, or with the firmware.
#[test]
fn any_packets_are_survived() {
    const WORDS: &[&str] = &[
        "?",
        "g",
        "G",
        "p",
        "P",
        "m",
        "M",
        "X",
        "Z0,",
        "Z1,",
        "Z2,",
        "z0,",
        "vCont;c",
        "vCont;s:",
        "vCont?",
        "Hg",
        "Hc",
        "T",
        "qRcmd,",
        "qXfer:features:read:target.xml:",
        "qSupported:",
        "qfThreadInfo",
        "qsThreadInfo",
        "qThreadExtraInfo,",
        "qC",
        "qAttached",
        "D",
        "k",
        "R",
        "!",
        "1000",
        "ffffffff",
        "7fffffffffffffffff",
        "-1",
        "0",
        "p1.1",
        ",",
        ";",
        ":",
        "=",
        "#",
        "$",
        "}",
        "*",
        "4",
        "777265",
        "686561702030",
    ];
    let mut s = session("hello.elf");
    let mut r = Random::new(9);
    for _ in 0..150 {
        let mut script = vec!["?".to_owned()];
        for _ in 0..r.below(12) {
            let n = 1 + r.below(5);
            script.push((0..n).map(|_| *r.pick(WORDS)).collect());
        }
        let packets: Vec<&str> = script.iter().map(String::as_str).collect();
        let (left, _) = talk(&mut s, &packets);
        // All that it wanted to say was said.
        let lost = left.as_ref().err();
        let end = lost.is_none_or(|e| e.contains("unexpected end of file"));
        assert!(end, "{left:?}: {packets:?}");
    }
    let (_, a) = talk(&mut session("hello.elf"), &["?", "p44"]);
    assert_eq!(a[1], "00001000");
}

/// Each of these is answered, and the session goes on; none of them is an end of it.
#[test]
fn malformed_packets_are_answered() {
    let refused = [
        "Hgzz",
        "Hg63",
        "Hgp1.63",
        "T63",
        "Tzz",
        "mzz,4",
        "m0",
        "pzz",
        "pffff",
        "P0",
        "P0=1234",
        "Pffff=00",
        "G00",
        "G0",
        "M0,4:0102",
        "M0,2:010203",
        "Z0,1000",
        "Z2,0,0",
        "Z2,0,ffffffff",
        "Z0,1000,4;X5,2201002202",
        "qRcmd,zz",
        "vCont;c:0;zz",
        "vCont;",
        "vCont;Q",
        "vCont;s:63",
        "vCont;t",
        "vCont;r1000,1010:1",
        "s1000",
        "vKill;2",
        "D;2",
        "qThreadExtraInfo,p1.63",
        "qXfer:features:read:nosuch.xml:0,20",
        "m70000000,4",
    ];
    for text in refused {
        let mut s = session("hello.elf");
        let (_, a) = talk(&mut s, &["?", text, "qAttached:1"]);
        assert!(a[1].starts_with('E'), "{text}: {a:?}");
        assert_eq!(a[2..], ["1"], "{text}: {a:?}");
    }
    for text in [
        "qC",
        "QNonStop:1",
        "vRun;61",
        "!",
        "Z9,0,4",
        "jThreadsInfo",
        "i",
        "C05",
    ] {
        let mut s = session("hello.elf");
        let (_, a) = talk(&mut s, &["?", text, "qAttached:1"]);
        assert_eq!(a[1..], ["", "1"], "{text}: {a:?}");
    }
}

#[test]
fn a_step_of_no_thread_is_one_of_the_thread_that_is_looked_at() {
    for step in ["vCont;s", "vCont;s:0", "vCont;s:-1", "vCont;s:p1.1", "s"] {
        let mut s = session("hello.elf");
        let (_, a) = talk(&mut s, &["?", "Hg1", "g", step, "p44"]);
        assert!(a[3].starts_with("T05thread:"), "{step}: {a:?}");
        assert_eq!(a[4], "00001004", "{step}: {a:?}");
    }
}

#[test]
fn a_kill_that_wants_an_answer_gets_one() {
    let (left, a) = talk(&mut session("hello.elf"), &["?", "vKill;1"]);
    assert_eq!((left, a[1].as_str()), (Ok(Left::End), "OK"));
}

fn hex(text: &str) -> String {
    text.bytes().map(|b| format!("{b:02x}")).collect()
}

/// Whatever was written before: registers, memory, memory at the very first instruction.
#[test]
fn a_reset_undoes_what_was_written() {
    for word in ["reset", "reset halt", "reset init"] {
        let mut s = session("hello.elf");
        let main = s.machine().image_of(0).and_then(|i| i.symbol("main"));
        let main = main.expect("main").at;
        let fresh = s.machine().memory().peek(main, 4).expect("code").to_vec();
        let (z, m) = (format!("Z0,{main:x},4"), format!("M{main:x},4:01000000"));
        let reset = format!("qRcmd,{}", hex(word));
        let packets = [
            "?",
            &m,
            &z,
            "vCont;c",
            "P9=12345678",
            "M3000,4:cafe0102",
            &reset,
            "p44",
            "p9",
        ];
        let (_, a) = talk(&mut s, &packets);
        assert!(a[6].contains(&hex("at 0.000000000 s")), "{word}: {a:?}");
        assert_eq!(a[8..], ["00001000", "00000000"], "{word}: {a:?}");
        let memory = s.machine().memory();
        assert_eq!(memory.peek(0x3000, 4), Some(&[0; 4][..]), "{word}");
        assert_eq!(memory.peek(main, 4), Some(&fresh[..]), "{word}");
        // It runs as ever, and its console shows it all.
        let mut console = Vec::new();
        s.run(&mut console, &std::sync::atomic::AtomicBool::new(false));
        let text = String::from_utf8_lossy(&console);
        assert!(text.starts_with("Hello"), "{word}: {text}");
    }
}

/// Signals by GDB's numbers (include/gdb/signals.def): SIGILL 4, SIGFPE 8, SIGBUS 10. The first trap counts, not the
/// illegal instruction at the vector of a handler that is not there.
#[test]
fn a_crash_has_the_signal_and_the_place_of_its_first_trap() {
    use conformance::asm::assemble;
    use conformance::tiny::{CODE, Part, Tiny};
    let dir = tempfile::tempdir().expect("a folder");
    for (signal, text) in [
        ("0a", "set 0x4001, %l0; here: ld [%l0], %g1; nop"),
        (
            "08",
            "wr %g0, 0, %y; nop; nop; nop; set 5, %l0; here: udiv %l0, %g0, %g1; nop",
        ),
        ("04", "nop; here: .word 0; nop"),
        // In a delay slot.
        (
            "0a",
            "set 0x4002, %l0; ba done; here: st %g1, [%l0]; done: nop",
        ),
    ] {
        let program = assemble(CODE, text);
        let bytes = program.words.iter().flat_map(|w| w.to_be_bytes()).collect();
        let image = Tiny {
            parts: vec![Part { at: CODE, bytes }],
            ..Tiny::new(&[])
        };
        let options = Options {
            images: vec![(image.write(dir.path(), "trap"), vec![0])],
            ..Options::default()
        };
        let board = open_board("gr740", &[]).expect("the board");
        let mut s = Session::new(&board, options).expect("a session");
        let (left, a) = talk(&mut s, &["?", "vCont;c", "p44", "vCont;c"]);
        assert!(
            a[1].starts_with(&format!("T{signal}thread:")),
            "{text}: {a:?}"
        );
        assert_eq!(a[2], format!("{:08x}", program.label("here")), "{text}");
        assert_eq!(
            (&a[3][..3], left),
            (&format!("X{signal}")[..], Ok(Left::End)),
            "{text}"
        );
        let report = s.finish();
        assert_eq!(format!("{:?}", report.outcome.kind), "Crash", "{text}");
    }
}

/// What is written in front of the first trap may mend it: the run goes on from there.
#[test]
fn a_crash_that_is_mended_does_not_come() {
    use conformance::asm::assemble;
    use conformance::tiny::{CODE, Tiny};
    let dir = tempfile::tempdir().expect("a folder");
    let program = assemble(
        CODE,
        "set 0x2000, %g2; wr %g2, 0, %tbr; nop; nop; nop; set 0x4001, %l0; here: ld [%l0], %g1
         set 0, %o0; set 1, %g1; set 0xf80, %g2; wr %g2, 0, %psr; nop; nop; nop; ta 0",
    );
    let options = Options {
        images: vec![(Tiny::new(&program.words).write(dir.path(), "trap"), vec![0])],
        ..Options::default()
    };
    let board = open_board("gr740", &[]).expect("the board");
    let mut s = Session::new(&board, options).expect("a session");
    // %l0 is register 16.
    let (left, a) = talk(&mut s, &["?", "vCont;c", "P10=00004000", "vCont;c"]);
    assert!(a[1].starts_with("T0athread:"), "{a:?}");
    assert_eq!(
        (a[2].as_str(), a[3].as_str(), left),
        ("OK", "W00", Ok(Left::End)),
        "{a:?}"
    );
}

#[test]
fn addresses_that_cannot_be_used() {
    let error = |a: &str| Door::open(a).err().unwrap_or_default();
    assert!(error("nonsense").contains("write HOST:PORT or unix:PATH"));
    let first = Door::open("127.0.0.1:0").expect("a free port");
    assert!(error(&first.name()).contains("already in use"));
}
