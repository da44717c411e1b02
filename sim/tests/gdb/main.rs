//! `--gdb` over a socket, with a client that knows just enough of the protocol.

mod back;
mod robust;
mod stock;

use conformance::two_kinds;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// `BOARD/NAME`.
fn image(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../firmware/prebuilt")
        .join(name)
}

fn trueboard(image: &Path, more: &[&str]) -> Command {
    let mut c = Command::new(env!("CARGO_BIN_EXE_trueboard"));
    let board = image.parent().and_then(Path::file_name).expect("a board");
    c.arg("run").arg(image).arg("--board").arg(board);
    c.args(["--quiet", "--console", "none"]).args(more);
    c.stdout(Stdio::piped()).stderr(Stdio::piped());
    c
}

/// A run that waits for its debugger, and the debugger.
struct Client {
    run: Child,
    link: TcpStream,
}

impl Client {
    fn attach(image: &Path, more: &[&str]) -> Client {
        let mut run = trueboard(image, more)
            .args(["--gdb", "127.0.0.1:0"])
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let err = run.stderr.as_mut().expect("standard error");
        BufReader::new(err).read_line(&mut line).expect("a line");
        let address = line.split_whitespace().last().expect("an address");
        let link = TcpStream::connect(address).expect("a connection");
        link.set_nodelay(true).expect("small packets");
        link.set_read_timeout(Some(Duration::from_secs(60)))
            .expect("a timeout");
        Client { run, link }
    }

    fn byte(&mut self) -> u8 {
        let mut b = [0];
        self.link.read_exact(&mut b).expect("an answer");
        b[0]
    }

    /// Sends a packet; answers the reply.
    fn ask(&mut self, text: &str) -> String {
        let sum = text.bytes().fold(0u8, u8::wrapping_add);
        let packet = format!("${text}#{sum:02x}");
        self.link.write_all(packet.as_bytes()).expect("a link");
        assert_eq!(self.byte(), b'+', "{text} is acknowledged");
        while self.byte() != b'$' {}
        let mut reply = String::new();
        loop {
            match self.byte() {
                b'#' => break,
                b => reply.push(char::from(b)),
            }
        }
        let _sum = (self.byte(), self.byte());
        self.link.write_all(b"+").expect("a link");
        reply
    }

    /// Lets core `thread` - 1 make a step; what comes is the end of that step, and no other stop.
    #[track_caller]
    fn step(&mut self, thread: u8) {
        let stop = self.ask(&format!("vCont;s:{thread:x};c"));
        let stepped = stop.starts_with("T05thread:") && !stop.contains("break");
        assert!(stepped && of(&stop) == thread, "{stop}");
    }

    /// Goes on to a breakpoint; answers the thread that reached it.
    #[track_caller]
    fn until_breakpoint(&mut self, how: &str) -> u8 {
        let stop = self.ask(how);
        assert!(
            stop.starts_with("T05") && stop.contains("swbreak:"),
            "{stop}"
        );
        of(&stop)
    }

    /// The exit code, once the program has ended.
    fn end(mut self) -> Option<i32> {
        self.run.wait().expect("an end").code()
    }
}

/// The thread that a stop is of.
#[track_caller]
fn of(stop: &str) -> u8 {
    let thread = stop.split("thread:").nth(1);
    let thread = thread.and_then(|t| t.split(';').next());
    // With or without the process before the point.
    let thread = thread.and_then(|t| t.rsplit('.').next());
    let thread = thread.and_then(|t| u8::from_str_radix(t, 16).ok());
    thread.unwrap_or_else(|| panic!("no thread in {stop}"))
}

fn report(dir: &Path, name: &str) -> PathBuf {
    dir.join(format!("{name}.json"))
}

#[test]
fn a_client_looks_steps_and_detaches() {
    let dir = tempfile::tempdir().expect("a directory");
    let (with, without) = (report(dir.path(), "with"), report(dir.path(), "without"));
    let hello = image("gr740/hello.elf");
    let mut c = Client::attach(&hello, &["--report", with.to_str().expect("UTF-8")]);
    assert!(c.ask("qSupported:swbreak+").contains("PacketSize="));
    assert!(
        c.ask("qXfer:features:read:target.xml:0,400")
            .contains("sparc")
    );
    assert_eq!(of(&c.ask("?")), 1);
    assert_eq!(c.ask("p44"), "00001000");
    assert!(c.ask("g").len() > 100);
    assert_eq!(c.ask("m1000,4").len(), 8);
    c.step(1);
    assert_eq!(c.ask("p44"), "00001004");
    assert_eq!(c.ask("Z0,100c,4"), "OK");
    assert_eq!(c.until_breakpoint("c"), 1);
    assert_eq!(c.ask("p44"), "0000100c");
    assert_eq!(c.ask("z0,100c,4"), "OK");
    for _ in 0..500 {
        c.step(1);
    }
    assert_eq!(c.ask("D"), "OK");
    assert_eq!(c.end(), Some(0));

    let plain = trueboard(&hello, &["--report", without.to_str().expect("UTF-8")]).status();
    assert_eq!(plain.expect("it runs").code(), Some(0));
    let read = |p: &Path| std::fs::read_to_string(p).expect("a report");
    assert_eq!(read(&with), read(&without));
}

#[test]
fn a_client_looks_at_a_little_endian_board() {
    let dir = tempfile::tempdir().expect("a directory");
    let (with, without) = (report(dir.path(), "with"), report(dir.path(), "without"));
    let hello = image("tc275/hello.elf");
    let mut c = Client::attach(&hello, &["--report", with.to_str().expect("UTF-8")]);
    assert!(c.ask("qSupported:swbreak+").contains("PacketSize="));
    let description = c.ask("qXfer:features:read:target.xml:0,400");
    assert!(description.contains("tricore"), "{description}");
    // Register 36 is the program counter, low byte first.
    let pc = |c: &mut Client| {
        let text = c.ask("p24");
        u32::from_str_radix(&text, 16)
            .expect("a number")
            .swap_bytes()
    };
    let start = pc(&mut c);
    assert_eq!(start >> 28, 8, "{start:#x}");
    // The same bytes in the other view of the flash.
    let other = start | 0xa000_0000;
    assert_eq!(
        c.ask(&format!("m{start:x},8")),
        c.ask(&format!("m{other:x},8"))
    );
    let (mut at, mut steps) = (start, 0);
    while steps < 300 {
        c.step(1);
        let next = pc(&mut c);
        steps += 1;
        if next == at {
            break;
        }
        at = next;
    }
    assert!(steps > 100, "{steps} steps to {at:#x}");
    assert_eq!(c.ask("D"), "OK");
    assert_eq!(c.end(), Some(0));
    let plain = trueboard(&hello, &["--report", without.to_str().expect("UTF-8")]).status();
    assert_eq!(plain.expect("it runs").code(), Some(0));
    let read = |p: &Path| std::fs::read_to_string(p).expect("a report");
    assert_eq!(read(&with), read(&without));
}

#[test]
fn all_cores_run_to_the_end_under_a_debugger() {
    let dir = tempfile::tempdir().expect("a directory");
    for name in ["gr740/lu.elf", "tc275/epapi_contention.elf"] {
        let (with, without) = (report(dir.path(), "with"), report(dir.path(), "without"));
        let image = image(name);
        let mut c = Client::attach(&image, &["--report", with.to_str().expect("UTF-8")]);
        assert_eq!(of(&c.ask("?")), 1);
        assert_eq!(c.ask("vCont;c"), "W00", "{name}");
        drop(c.link.shutdown(std::net::Shutdown::Both));
        assert_eq!(c.end(), Some(0), "{name}");
        let plain = trueboard(&image, &["--report", without.to_str().expect("UTF-8")]).status();
        assert_eq!(plain.expect("it runs").code(), Some(0), "{name}");
        let read = |p: &Path| std::fs::read_to_string(p).expect("a report");
        assert_eq!(read(&with), read(&without), "{name}");
    }
}

#[test]
fn an_address_in_use_is_one_line_and_exit_code_3() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let out = trueboard(&image("gr740/hello.elf"), &["--gdb", &address]).output();
    let out = out.expect("it runs");
    let err = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(3), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    assert!(err.contains(&address) && err.contains("in use"), "{err}");
}

/// The value of register number `n` (hexadecimal) of core `thread` - 1, sent low byte first.
fn little(c: &mut Client, thread: u8, n: &str) -> u32 {
    assert_eq!(c.ask(&format!("Hg{thread:x}")), "OK");
    let text = c.ask(&format!("p{n}"));
    let word = u32::from_str_radix(&text, 16);
    word.unwrap_or_else(|e| panic!("p{n}: {text}: {e}"))
        .swap_bytes()
}

/// All sixteen cores run the program; breakpoints, steps, registers and memory of several of them
/// are looked at and written, and the run ends as if nobody had been there.
#[test]
fn a_client_looks_at_several_ecores() {
    let dir = tempfile::tempdir().expect("a directory");
    let (with, without) = (report(dir.path(), "with"), report(dir.path(), "without"));
    let ring = image("parallella/pingring.elf");
    let others = format!("1-15={}", ring.display());
    let all = ["--image", &others, "--start", "1-15", "--report"];
    let options = [&all[..], &[with.to_str().expect("UTF-8")]].concat();
    let mut c = Client::attach(&ring, &options);
    assert!(c.ask("qSupported:swbreak+").contains("PacketSize="));
    let description = c.ask("qXfer:features:read:target.xml:0,400");
    assert!(description.contains("epiphany"), "{description}");
    let threads = c.ask("qfThreadInfo");
    // Sixteen eCores; the host is none of GDB's.
    assert_eq!(threads.split(',').count(), 16, "{threads}");
    // Register 101 is COREID: row 32 + n / 4, column 8 + n % 4; 66 is PC.
    assert_eq!(little(&mut c, 1, "65"), 0x808);
    assert_eq!(little(&mut c, 16, "65"), 0x8cb);
    let pc = |c: &mut Client, thread| little(c, thread, "42");
    let start = pc(&mut c, 1);
    assert_eq!(pc(&mut c, 16), start);
    // The same word by a core's own address and by its global one; another core has it elsewhere.
    assert_eq!(c.ask("Hg6"), "OK");
    assert_eq!(c.ask("m100,8"), c.ask("m84900100,8"));
    assert_eq!(c.ask("M4000,4:78563412"), "OK");
    assert_eq!(c.ask("m84904000,4"), "78563412");
    assert_eq!(c.ask("Hg1"), "OK");
    assert_eq!(c.ask("m84904000,4"), "78563412");
    assert_eq!(c.ask("m4000,4"), "00000000");
    assert_eq!(c.ask("M84904000,4:00000000"), "OK");
    // A register is written and put back.
    assert_eq!(c.ask("Hg2"), "OK");
    let before = c.ask("p5");
    assert_eq!(c.ask("P5=44332211"), "OK");
    assert_eq!(c.ask("p5"), "44332211");
    assert_eq!(c.ask(&format!("P5={before}")), "OK");
    // Steps of one core.
    let mut places = std::collections::BTreeSet::new();
    for _ in 0..200 {
        c.step(2);
        places.insert(pc(&mut c, 2));
    }
    assert!(places.len() > 20, "{places:x?}");
    // Everybody comes to where core 1 is now, each core by itself.
    let here = pc(&mut c, 2);
    assert_eq!(c.ask(&format!("Z0,{here:x},2")), "OK");
    let mut stopped = std::collections::BTreeSet::new();
    for _ in 0..200 {
        let thread = c.until_breakpoint("vCont;c");
        assert_eq!(pc(&mut c, thread), here, "thread {thread}");
        stopped.insert(thread);
        if stopped.len() >= 3 {
            break;
        }
    }
    assert!(stopped.len() >= 3, "{stopped:?}");
    assert_eq!(c.ask(&format!("z0,{here:x},2")), "OK");
    assert_eq!(c.ask("D"), "OK");
    assert_eq!(c.end(), Some(0));

    let options = [&all[..], &[without.to_str().expect("UTF-8")]].concat();
    let plain = trueboard(&ring, &options).status();
    assert_eq!(plain.expect("it runs").code(), Some(0));
    let read = |p: &Path| std::fs::read_to_string(p).expect("a report");
    let (with, without) = (read(&with), read(&without));
    let differs = with.lines().zip(without.lines()).find(|(a, b)| a != b);
    assert_eq!(differs, None, "the reports differ");
    assert_eq!(with.len(), without.len());
}

/// docs/user/howto/gdb.md: where GDB finds the sources of the prebuilt images.
#[test]
fn sources_are_found_in_the_directory_of_the_guide() {
    let list = |directory: &[&str]| {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let gdb = std::process::Command::new("gdb-multiarch")
            .args(["-nx", "-batch"])
            .args(directory)
            .args(["-ex", "list main", "firmware/prebuilt/gr740/hello.elf"])
            .current_dir(&root)
            .output();
        gdb.map(|o| String::from_utf8_lossy(&o.stdout).into_owned())
    };
    let guide = include_str!("../../../docs/user/howto/gdb.md");
    let command = "directory firmware";
    assert!(guide.contains(&format!("`{command}`")));
    let Ok(found) = list(&["-ex", command]) else {
        skip::skipped("there is no gdb-multiarch");
        return;
    };
    assert!(found.contains("int main(void)"), "{found}");
    let lost = list(&[]).unwrap_or_default();
    assert!(!lost.contains("int main(void)"), "{lost}");
}

/// docs/user/howto/gdb.md, cores of several kinds: a stock GDB debugs the LEON of a board whose other cores are
/// TriCores.
#[test]
fn gdb_debugs_the_cores_of_one_kind() {
    let dir = tempfile::tempdir().expect("a directory");
    let board = two_kinds::board(dir.path());
    let leon = two_kinds::leon_image(dir.path());
    let tricore = two_kinds::tricore_image(dir.path());
    let of_leon = format!("{}={}", two_kinds::LEON, leon.display());
    let mut run = Command::new(env!("CARGO_BIN_EXE_trueboard"));
    run.arg("run").arg(&tricore).arg("--board").arg(&board);
    run.args(["--image", &of_leon, "--start", "3", "--quiet"]);
    run.args(["--gdb", "127.0.0.1:0", "--gdb-cores", "leon"]);
    run.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut run = run.spawn().expect("the program starts");
    let mut err = BufReader::new(run.stderr.as_mut().expect("standard error"));
    let (mut line, mut others) = (String::new(), String::new());
    err.read_line(&mut line).expect("a line");
    err.read_line(&mut others).expect("a line");
    let not_shown = "not shown: cpu0, cpu1, cpu2 (--gdb-cores tricore)";
    assert!(others.contains(not_shown), "{others}");
    let address = line.split_whitespace().last().expect("an address");
    let commands = [
        "set confirm off",
        &format!("target remote {address}"),
        "info threads",
        "print/x $pc",
        "stepi 2",
        "print/x $l0",
        "print/x *(int *) 0x90000000",
        "watch *(int *) 0x90000004",
        "continue",
        "print/x *(int *) 0x90000004",
        "monitor where",
        "delete",
        "rwatch *(int *) 0x90000004",
        "awatch *(short *) 0x90000004",
        "continue",
        "print/x *(int *) ($pc - 4)",
        "delete",
        "continue",
    ];
    const LOAD: &str = "0xc2042004";
    let mut gdb = Command::new("gdb-multiarch");
    gdb.args(["-nx", "-batch"]);
    for command in commands {
        gdb.args(["-ex", command]);
    }
    let Ok(out) = gdb.arg(&leon).output() else {
        run.kill().expect("it runs");
        run.wait().expect("it ends");
        skip::skipped("there is no gdb-multiarch");
        return;
    };
    let text = String::from_utf8_lossy(&out.stdout);
    let values = text.lines().filter(|l| l.starts_with('$'));
    let values: Vec<&str> = values
        .filter_map(|l| Some(l.split_once(" = ")?.1))
        .collect();
    assert_eq!(
        values,
        [
            "0x1000",
            "0x90000000",
            "0x0",
            "0x2b000000",
            // `ld [%l0 + 4], %g1`, the instruction before.
            LOAD
        ],
        "{text}"
    );
    let threads = text.lines().filter(|l| l.contains("Thread 1.")).count();
    assert!(threads >= 1 && text.contains("Thread 1.4"), "{text}");
    assert!(!text.contains("Thread 1.1 ("), "{text}");
    assert!(text.contains("exited with code 053"), "{text}");
    assert_eq!(run.wait().expect("it ends").code(), Some(1));
}

/// docs/user/howto/gdb.md, back in time: by a GDB as it is shipped.
#[test]
fn gdb_goes_back_in_time() {
    let image = image("gr740/hello.elf");
    let mut run = trueboard(&image, &["--gdb", "127.0.0.1:0"])
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let err = run.stderr.as_mut().expect("standard error");
    BufReader::new(err).read_line(&mut line).expect("a line");
    let address = line.split_whitespace().last().expect("an address");
    let target = format!("target remote {address}");
    let pc = "print/x $pc";
    let commands = [
        "set confirm off",
        &target,
        "break uart_putc",
        "continue",
        pc,
        "stepi 3",
        "reverse-stepi 3",
        pc,
        "continue",
        "print c",
        "reverse-continue",
        "print c",
        "delete",
        "reverse-continue",
        pc,
        "continue",
    ];
    let mut gdb = Command::new("gdb-multiarch");
    gdb.args(["-nx", "-batch"]);
    for command in commands {
        gdb.args(["-ex", command]);
    }
    let Ok(out) = gdb.arg(&image).output() else {
        run.kill().expect("it runs");
        run.wait().expect("it ends");
        skip::skipped("there is no gdb-multiarch");
        return;
    };
    let text = String::from_utf8_lossy(&out.stdout);
    let values: Vec<&str> = text.lines().filter(|l| l.starts_with('$')).collect();
    let [first, again, second, back, begin] = values[..] else {
        panic!("{text}");
    };
    let value = |line: &str| line.split_once(" = ").expect("a value").1.to_owned();
    assert_eq!(value(first), value(again), "{text}");
    assert_eq!(
        (value(second), value(back)),
        ("101 'e'".into(), "72 'H'".into()),
        "{text}"
    );
    assert_eq!(value(begin), "0x1000", "{text}");
    assert!(text.contains("No more reverse-execution history"), "{text}");
    assert!(text.contains("exited normally"), "{text}");
    assert_eq!(run.wait().expect("it ends").code(), Some(0));
}

/// docs/user/howto/gdb.md, back in time: four cores, a variable, the store that wrote it, by a GDB as it is shipped.
#[test]
fn gdb_goes_back_over_a_store_among_four_cores() {
    let image = image("gr740/lu.elf");
    let mut run = trueboard(&image, &["--gdb", "127.0.0.1:0"])
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let err = run.stderr.as_mut().expect("standard error");
    BufReader::new(err).read_line(&mut line).expect("a line");
    let address = line.split_whitespace().last().expect("an address");
    let mut commands = vec![
        "set confirm off".to_owned(),
        format!("target remote {address}"),
    ];
    // In each core.
    for thread in 1..=4 {
        commands.push(format!("tbreak lu_update thread {thread}"));
        commands.push("continue".to_owned());
        commands.push("print $_thread".to_owned());
    }
    let word = "*(unsigned *) &parallel.block[7][7][0][0]";
    commands.push(format!("watch {word}"));
    for command in [
        // To a store of the variable, over it backwards, and forwards again.
        "continue",
        &format!("print/x {word}"),
        "disable",
        // Without this GDB lets the stub choose the core.
        "set scheduler-locking step",
        "reverse-stepi",
        &format!("print/x {word}"),
        "stepi",
        &format!("print/x {word}"),
        "print $_thread",
        "print/x $pc",
        // From somewhere later to the last write.
        "stepi 200",
        "enable",
        "set scheduler-locking off",
        "reverse-continue",
        &format!("print/x {word}"),
        "monitor info sys",
        "monitor perf",
        "kill",
    ] {
        commands.push(command.to_owned());
    }
    let mut gdb = Command::new("gdb-multiarch");
    gdb.args(["-nx", "-batch"]);
    for command in commands {
        gdb.args(["-ex", &command]);
    }
    let Ok(out) = gdb.arg(&image).output() else {
        run.kill().expect("it runs");
        run.wait().expect("it ends");
        skip::skipped("there is no gdb-multiarch");
        return;
    };
    let text = String::from_utf8_lossy(&out.stdout);
    let values = text.lines().filter(|l| l.starts_with('$'));
    let values: Vec<&str> = values
        .filter_map(|l| Some(l.split_once(" = ")?.1))
        .collect();
    let [a, b, c, d, stored, before, again, _thread, _pc, last] = values[..] else {
        panic!("{text}");
    };
    assert_eq!([a, b, c, d], ["1", "2", "3", "4"], "{text}");
    assert_ne!(stored, before, "{text}");
    assert_eq!(stored, again, "{text}");
    assert_eq!(last, stored, "{text}");
    // GDB prints what a target says on its standard error.
    let target = String::from_utf8_lossy(&out.stderr);
    assert!(target.contains("l4stat"), "{target}");
    assert_eq!(run.wait().expect("it ends").code(), Some(130), "killed");
}

/// docs/user/howto/gdb.md, cores of several kinds: what a stock GDB makes of a processor that it does not know.
#[test]
fn a_stock_gdb_shows_no_registers_of_a_tricore() {
    let image = image("tc275/hello.elf");
    let mut run = trueboard(&image, &["--gdb", "127.0.0.1:0"])
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let err = run.stderr.as_mut().expect("standard error");
    BufReader::new(err).read_line(&mut line).expect("a line");
    let address = line.split_whitespace().last().expect("an address");
    let mut gdb = Command::new("gdb-multiarch");
    gdb.args(["-nx", "-batch"]);
    for command in [
        "set confirm off",
        &format!("target remote {address}"),
        "show architecture",
        "info threads",
        "print/x $pc",
        "x/1xw 0x80000020",
        "monitor where",
        "kill",
    ] {
        gdb.args(["-ex", command]);
    }
    let Ok(out) = gdb.output() else {
        run.kill().expect("it runs");
        run.wait().expect("it ends");
        skip::skipped("there is no gdb-multiarch");
        return;
    };
    assert_eq!(run.wait().expect("it ends").code(), Some(130), "killed");
    let text = String::from_utf8_lossy(&out.stdout);
    let said = String::from_utf8_lossy(&out.stderr);
    if !said.contains("Target description specified unknown architecture \"tricore\"") {
        skip::skipped(
            "this gdb-multiarch knows TriCore: docs/user/howto/gdb.md, cores of several kinds",
        );
        return;
    }
    for shown in [
        "i386",
        "cpu0 running",
        "cpu2 held",
        "$1 = 0x0",
        "0x80000020:\t0xf8001091",
    ] {
        assert!(text.contains(shown), "{shown}: {text}");
    }
    assert!(said.contains("cpu0: running at 0x80000020"), "{said}");
}
