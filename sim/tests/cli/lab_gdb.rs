//! `trueboard lab --gdb` in a pseudo terminal, with a GDB as it is shipped: docs/user/howto/lab.md, "With GDB".

use crate::common::until;
use conformance::root;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use terminal::Terminal;

fn image(name: &str) -> String {
    let path = root().join(format!("firmware/prebuilt/gr740/{name}.elf"));
    path.to_str().expect("UTF-8").to_owned()
}

fn program(name: &str, address: &str) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_trueboard"));
    program.args(["lab", &image(name), "--gdb", address]);
    program
}

/// The lab with a door for GDB, and the address of that door.
fn opened(name: &str) -> (Terminal, String) {
    let lab = Terminal::start(program(name, "127.0.0.1:0"), 80, 24);
    lab.shows("target remote 127.0.0.1:");
    let text = lab.text();
    let address = text.split("target remote ").nth(1).unwrap_or_default();
    let end = |c: char| !matches!(c, '0'..='9' | '.' | ':');
    let address = address.split(end).next().unwrap_or_default().to_owned();
    (lab, address)
}

/// A GDB whose user types.
struct Gdb {
    child: Child,
    said: Arc<Mutex<String>>,
}

impl Gdb {
    /// One that has attached; none where there is no GDB.
    fn attach(name: &str, address: &str) -> Option<Gdb> {
        let mut gdb = Command::new("gdb-multiarch");
        gdb.args(["-nx", "-quiet", &image(name)]);
        gdb.stdin(Stdio::piped()).stdout(Stdio::piped());
        let Ok(mut child) = gdb.stderr(Stdio::null()).spawn() else {
            skip::skipped("there is no gdb-multiarch");
            return None;
        };
        let said = Arc::new(Mutex::new(String::new()));
        let (to, mut from) = (said.clone(), child.stdout.take().expect("a pipe"));
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = from.read(&mut bytes) {
                let text = String::from_utf8_lossy(&bytes[..n]);
                *to.lock().unwrap_or_else(PoisonError::into_inner) += &text;
            }
        });
        let mut gdb = Gdb { child, said };
        gdb.types("set confirm off");
        gdb.types("set pagination off");
        gdb.types(&format!("target remote {address}"));
        Some(gdb)
    }

    fn types(&mut self, line: &str) {
        let to = self.child.stdin.as_mut().expect("a pipe");
        writeln!(to, "{line}").expect("it reads");
    }

    fn text(&self) -> String {
        let said = self.said.lock();
        said.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The value of an expression, in hexadecimal digits.
    fn value(&mut self, name: &str, expression: &str) -> String {
        self.types(&format!("printf \"{name}=%08x.\\n\", {expression}"));
        let begin = format!("{name}=");
        let mut value = String::new();
        until(&format!("{name} from gdb"), || {
            let text = self.text();
            let found = text.split(&begin).nth(1).and_then(|v| v.split_once('.'));
            value = found.map_or(String::new(), |v| v.0.to_owned());
            !value.is_empty()
        });
        value
    }
}

impl Drop for Gdb {
    fn drop(&mut self) {
        // One that has ended needs neither.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The beginning of the line of code at which the chosen core stands.
fn stands_at(pc: &str) -> String {
    format!("=> {pc}")
}

const REFUSED: &str = "GDB drives this run; `detach` in GDB hands it over to the lab.";

fn escape(lab: &mut Terminal) {
    lab.keys(b"\x1b");
    std::thread::sleep(Duration::from_millis(200));
}

#[test]
fn gdb_drives_the_run_that_the_lab_shows() {
    let (mut lab, address) = opened("lu");
    let Some(mut gdb) = Gdb::attach("lu", &address) else {
        return;
    };
    lab.shows("GDB drives");
    gdb.types("break lu_update");
    gdb.types("continue");
    lab.shows("is at a breakpoint, ");
    lab.shows("lu_update");
    gdb.types("delete");
    gdb.types("set scheduler-locking step");
    gdb.types("thread 1");
    let there = gdb.value("there", "$pc");
    lab.shows(&stands_at(&there));
    // Time goes back, in the lab as well.
    gdb.types("reverse-stepi 3");
    let earlier = gdb.value("earlier", "$pc");
    assert_ne!(there, earlier);
    lab.shows(&stands_at(&earlier));
    // Panels and questions are the lab's, time is GDB's.
    lab.keys(b"2");
    lab.shows(" registers ");
    for keys in [&b"s"[..], b"b", b"r", b"\x1b[D", b":goto 1\r", b":reset\r"] {
        lab.keys(keys);
        lab.shows(REFUSED);
        escape(&mut lab);
    }
    lab.keys(b"3");
    lab.shows(" pipeline ");
    // The first line with a reason is a few lines down.
    let explained = (0..12).any(|_| {
        lab.keys(b"\x1b[Bw");
        lab.shows("Esc closes");
        let answer = lab.text();
        escape(&mut lab);
        answer.contains("Core 0: ")
    });
    assert!(explained, "{}", lab.text());
    lab.keys(b"1");
    lab.shows(&stands_at(&earlier));
    gdb.types("monitor where");
    gdb.types("stepi");
    let next = gdb.value("next", "$pc");
    lab.shows(&stands_at(&next));
    gdb.types("detach");
    lab.shows("GDB has left; the lab drives.");
    escape(&mut lab);
    lab.keys(b":core 0\rs");
    lab.shows("core 0 is at ");
    until("the lab steps", || !lab.text().contains(&stands_at(&next)));
    lab.keys(b"b");
    lab.shows(&stands_at(&next));
    lab.keys(b"q");
    assert_eq!(lab.ends(), 0);
    lab.is_restored();
}

#[test]
fn a_lab_whose_gdb_is_gone_drives_and_another_comes_where_it_stands() {
    let (mut lab, address) = opened("hello");
    let Some(mut first) = Gdb::attach("hello", &address) else {
        return;
    };
    lab.shows("GDB drives");
    first.types("tbreak main");
    first.types("continue");
    lab.shows("core 0 is at a breakpoint, ");
    first.child.kill().expect("it is there");
    lab.shows("gdb: the connection is lost (");
    escape(&mut lab);
    lab.keys(b":run uart_putc\r");
    lab.shows("core 0 is at a breakpoint, ");
    let mut second = Gdb::attach("hello", &address).expect("as the first one");
    lab.shows("GDB drives");
    let place = second.value("pc", "$pc");
    lab.shows(&stands_at(&place));
    assert_eq!(place, second.value("putc", "(long) &uart_putc"));
    // What was before GDB came is there to go back to.
    second.types("tbreak main");
    second.types("reverse-continue");
    let main = second.value("main", "$pc");
    assert_ne!(main, place);
    lab.shows(&stands_at(&main));
    second.types("kill");
    lab.shows("GDB has left; the lab drives.");
    lab.keys(b"q");
    assert_eq!(lab.ends(), 0);
    lab.is_restored();
}

#[test]
fn a_lab_that_is_left_ends_the_connection() {
    let (mut lab, address) = opened("lu");
    let Some(mut gdb) = Gdb::attach("lu", &address) else {
        return;
    };
    lab.shows("GDB drives");
    // A loop of its own, so that it runs for as long as the test wants.
    gdb.types("set *(unsigned *) $pc = 0x10800000");
    gdb.types("continue");
    lab.shows("GDB lets it run");
    // A second one hears the end of its connection, and the first one is still there.
    let mut second = TcpStream::connect(&address).expect("it listens");
    let patience = Some(Duration::from_secs(60));
    second.set_read_timeout(patience).expect("a timeout");
    assert_eq!(second.read(&mut [0]).expect("an end"), 0);
    lab.shows("GDB lets it run");
    lab.keys(b"q");
    assert_eq!(lab.ends(), 0);
    lab.is_restored();
    until("gdb notices", || gdb.text().contains("terminated with"));
}

#[test]
fn an_address_in_use_is_one_line_and_exit_code_3() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    for (address, cause) in [(address.as_str(), "in use"), ("nonsense", "HOST:PORT")] {
        let mut lab = Terminal::start(program("hello", address), 200, 24);
        assert_eq!(lab.ends(), 3);
        lab.shows(cause);
        lab.is_restored();
    }
}
