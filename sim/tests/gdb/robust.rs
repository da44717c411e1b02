//! Debuggers that do not behave, and addresses that others reach.

use super::{image, report, trueboard};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The exit code of a program that ends within a time; one that does not is killed.
fn ends_within(run: &mut Child, time: Duration) -> Option<i32> {
    let end = Instant::now() + time;
    while Instant::now() < end {
        if let Some(status) = run.try_wait().expect("it can be waited for") {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    run.kill().and_then(|()| run.wait()).expect("it runs");
    None
}

/// A debugger asks for memory again and again and never reads an answer: SIGTERM still ends the run, with its report.
#[test]
fn a_debugger_that_does_not_read_holds_nobody_up() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = report(dir.path(), "report");
    let path_text = path.to_str().expect("UTF-8");
    // A Unix socket: TCP's window probes let a full connection take some bytes more as time passes.
    let door = dir.path().join("gdb");
    let address = format!("unix:{}", door.display());
    let more = ["--report", path_text, "--gdb", &address];
    let mut program = trueboard(&image("gr740/hello.elf"), &more);
    let mut run = program.spawn().expect("the program starts");
    let (mut err, mut line) = (run.stderr.take().expect("standard error"), String::new());
    BufReader::new(&mut err)
        .read_line(&mut line)
        .expect("a line");
    let mut link = UnixStream::connect(&door).expect("a connection");
    let patience = Some(Duration::from_secs(1));
    link.set_write_timeout(patience).expect("a timeout");
    // Some 8 KiB of answer each, more than any buffers between the two hold, until the program takes no more.
    let questions = b"$m1000,1000#1b".repeat(1000);
    let asked = (0..3000).take_while(|_| link.write_all(&questions).is_ok());
    assert!(asked.count() < 3000, "somebody reads it all");
    // The last write may have failed for a slow host: what was asked is answered, up to where that holds somebody up.
    let pid = run.id().to_string();
    let mut asleep = 0;
    while asleep < 20 {
        std::thread::sleep(Duration::from_millis(50));
        asleep = if sleeps(&pid) { asleep + 1 } else { 0 };
    }
    let killed = Command::new("kill").args(["-TERM", &pid]).status();
    assert!(killed.expect("kill").success());
    // As a shell says it of SIGTERM.
    let ended = ends_within(&mut run, Duration::from_secs(30));
    assert_eq!(ended, Some(143));
    let report = std::fs::read_to_string(&path).expect("a report");
    assert!(report.contains("\"outcome\""), "{report}");
}

/// No thread of the process runs, or could run if the host had time for it.
fn sleeps(pid: &str) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).expect("threads");
    let mut states = threads.map(|thread| {
        let stat = thread.expect("a thread").path().join("stat");
        // `pid (name) state …`; a thread may have ended.
        let text = std::fs::read_to_string(stat).unwrap_or_default();
        text.rsplit(')')
            .next()
            .and_then(|rest| rest.trim_start().chars().next())
    });
    states.all(|state| state != Some('R'))
}

#[test]
fn an_address_that_others_reach_is_warned_of() {
    for (address, others) in [
        ("0.0.0.0:0", true),
        ("[::]:0", true),
        ("127.0.0.1:0", false),
        (":0", false),
    ] {
        let mut run = trueboard(&image("gr740/hello.elf"), &["--gdb", address]);
        let mut run = run.stdout(Stdio::null()).spawn().expect("it starts");
        let mut err = BufReader::new(run.stderr.take().expect("standard error"));
        let (mut line, mut more) = (String::new(), String::new());
        err.read_line(&mut line).expect("a line");
        if !line.contains("waiting for gdb") {
            // No IPv6 here.
            run.wait().expect("it ends");
            continue;
        }
        if others {
            err.read_line(&mut more).expect("a line");
            assert!(more.contains("open to other machines"), "{address}: {more}");
        }
        run.kill().expect("it runs");
        run.wait().expect("it ends");
        if !others {
            err.read_line(&mut more).expect("the rest");
            assert_eq!(more, "", "{address}");
        }
    }
}
