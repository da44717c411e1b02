//! Serial lines of a run on the host: `--interactive`, `--serial DEVICE=TARGET` and `--replay-input`.
//!
//! Input from the host comes when it comes. The run records it with the simulated time at which it was typed, and
//! `--replay-input` repeats that run to the cycle.

mod pty;
mod terminal;

use super::super::{Failure, files};
use super::Run;
use crate::say;
use pty::Pty;
use std::fs::File;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use trueboard::internals::board::dialogue::{Recorded, Replay, Typed};
use trueboard::internals::board::partner::{Lines, Partner};
use trueboard::internals::board::{Report, Session};
use trueboard::internals::core::time::Tick;

pub use terminal::restore as restore_terminal;

/// Meetings with the host in a second of simulated time.
const MEETINGS: u64 = 1000;

/// How long a run that waits for input sleeps before it looks whether it is to end.
const NAP: Duration = Duration::from_millis(50);

/// The file of `--out` with what was typed.
pub const RECORD: &str = "input.ron";

/// Where a serial line ends on the host.
enum Target {
    Pty,
    Tcp(u16),
    File(String),
}

/// `DEVICE=TARGET`.
fn parse(text: &str) -> Result<(String, Target), Failure> {
    let wrong = || {
        Failure::usage(format!(
            "--serial {text}: must be DEVICE=pty, DEVICE=tcp:PORT or DEVICE=FILE, as in uart1=pty"
        ))
    };
    let (device, target) = text.split_once('=').ok_or_else(wrong)?;
    if device.is_empty() || target.is_empty() {
        return Err(wrong());
    }
    let target = match (target, target.strip_prefix("tcp:")) {
        ("pty", _) => Target::Pty,
        (_, Some(port)) => Target::Tcp(port.parse().map_err(|_| wrong())?),
        _ => Target::File(target.to_owned()),
    };
    Ok((device.to_owned(), target))
}

/// The files that lines are written to.
pub fn files_of(a: &Run) -> impl Iterator<Item = String> {
    let parsed = a.serial.iter().filter_map(|text| parse(text).ok());
    parsed.filter_map(|(_, target)| match target {
        Target::File(path) => Some(path),
        _ => None,
    })
}

/// What was typed, for the record.
type Record = Arc<Mutex<Vec<Typed>>>;

/// A run with its serial lines on the host.
pub struct Serial {
    record: Record,
    /// The terminal as it was.
    _terminal: Option<terminal::Quiet>,
}

/// Gives `session` the partner that the options ask for; none without them.
///
/// # Errors
/// An option that cannot be carried out, with its reason.
pub fn connect(
    a: &Run,
    session: &mut Session,
    stop: &Arc<AtomicBool>,
) -> Result<Option<Serial>, Failure> {
    if let Some(path) = &a.replay_input {
        replay(path, session)?;
        return Ok(None);
    }
    if !a.interactive && a.serial.is_empty() {
        return Ok(None);
    }
    let asked: Result<Vec<_>, Failure> = a.serial.iter().map(|text| parse(text)).collect();
    let asked = asked?;
    let names: Vec<String> = asked.iter().map(|(device, _)| device.clone()).collect();
    for (i, device) in names.iter().enumerate() {
        if names.iter().take(i).any(|other| other == device) {
            return Err(Failure::usage(format!(
                "--serial: {device} has two targets; name one"
            )));
        }
    }
    let refused = |e| Failure::input(format!("--serial: {e}"));
    session.hear(&names).map_err(refused)?;
    let (send, input) = channel();
    let mut lines = Vec::new();
    for (text, (device, target)) in a.serial.iter().zip(asked) {
        lines.push(
            open(&device, target, lines.len(), &send, stop)
                .map_err(|e| Failure::input(format!("--serial {text}: {e}")))?,
        );
    }
    let mut terminal = None;
    if a.interactive {
        terminal = terminal::Quiet::of_stdin();
        let number = lines.len();
        lines.push(Line {
            device: String::new(),
            to: None,
        });
        listen(io::stdin(), number, send.clone());
    }
    drop(send);
    let record = Record::default();
    let every = (session.machine().base_hz / MEETINGS).max(1);
    let host = Host {
        lines,
        input: Some(input),
        record: record.clone(),
        every,
        anchor: (Instant::now(), 0),
        stop: stop.clone(),
    };
    session.partner(Box::new(host), names).map_err(refused)?;
    Ok(Some(Serial {
        record,
        _terminal: terminal,
    }))
}

impl Serial {
    /// Keeps what was typed.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(&self, dir: Option<&Path>, report: &Report) -> Result<(), Failure> {
        let Some(dir) = dir else { return Ok(()) };
        let typed = self.record.lock().unwrap_or_else(PoisonError::into_inner);
        let recorded = Recorded {
            board: report.board.clone(),
            typed: typed.clone(),
        };
        let text = recorded
            .text()
            .map_err(|e| Failure::input(format!("{RECORD}: {e}")))?;
        files::write(&dir.join(RECORD), text.as_bytes())
    }
}

fn replay(path: &Path, session: &mut Session) -> Result<(), Failure> {
    let refused = |e: &dyn std::fmt::Display| {
        Failure::input(format!("--replay-input {}: {e}", path.display()))
    };
    let text = trueboard_files::read_text(path).map_err(|e| refused(&e))?;
    let recorded = Recorded::read(&text).map_err(|e| {
        refused(&format!(
            "{e}; `run --interactive --out DIR` records it as DIR/{RECORD}"
        ))
    })?;
    let board = &session.machine().name;
    if *board != recorded.board {
        return Err(refused(&format!(
            "was recorded on {}, and this run is on {board}",
            recorded.board
        )));
    }
    let lines = recorded.lines();
    let replay = Replay::new(recorded.typed);
    session
        .partner(Box::new(replay), lines)
        .map_err(|e| refused(&e))
}

/// A serial line, and where its bytes go on the host; the console's go where --console says.
struct Line {
    device: String,
    to: Option<Box<dyn Write + Send>>,
}

/// Opens the host's end of line number `number`.
fn open(
    device: &str,
    target: Target,
    number: usize,
    send: &Sender<(usize, Vec<u8>)>,
    stop: &AtomicBool,
) -> io::Result<Line> {
    let to: Box<dyn Write + Send> = match target {
        Target::File(path) => Box::new(File::create(path)?),
        Target::Pty => {
            let (pty, name) = Pty::open()?;
            say::message(&format!("{device} is {name}"));
            let to = pty.writer()?;
            listen(pty, number, send.clone());
            Box::new(to)
        }
        Target::Tcp(port) => {
            let listener = TcpListener::bind(("127.0.0.1", port))?;
            let at = listener.local_addr()?;
            say::message(&format!("{device} waits for a connection to {at}"));
            let socket = accept(&listener, stop)?;
            socket.set_nodelay(true)?;
            listen(socket.try_clone()?, number, send.clone());
            Box::new(socket)
        }
    };
    Ok(Line {
        device: device.to_owned(),
        to: Some(to),
    })
}

/// Waits for a connection, or until the run is to end.
fn accept(listener: &TcpListener, stop: &AtomicBool) -> io::Result<TcpStream> {
    listener.set_nonblocking(true)?;
    loop {
        match listener.accept() {
            Ok((socket, _)) => {
                socket.set_nonblocking(false)?;
                return Ok(socket);
            }
            Err(e) if e.kind() != io::ErrorKind::WouldBlock => return Err(e),
            Err(_) if stop.load(Ordering::Relaxed) => {
                return Err(io::Error::other("nothing was connected"));
            }
            Err(_) => std::thread::sleep(NAP),
        }
    }
}

/// Sends what comes from `from`, until it ends.
fn listen(mut from: impl Read + Send + 'static, line: usize, send: Sender<(usize, Vec<u8>)>) {
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(n @ 1..) = from.read(&mut bytes) {
            if send.send((line, bytes[..n].to_vec())).is_err() {
                return;
            }
        }
    });
}

/// The host as the partner of a run. Simulated time does not run ahead of the host's while input may come.
struct Host {
    lines: Vec<Line>,
    /// None once no input can come any more.
    input: Option<Receiver<(usize, Vec<u8>)>>,
    record: Record,
    every: u64,
    /// A moment of the host, and the base ticks of the board then.
    anchor: (Instant, u64),
    stop: Arc<AtomicBool>,
}

impl Host {
    fn show(&mut self, lines: &Lines<'_>) {
        for line in &mut self.lines {
            let fresh = lines.fresh(&line.device);
            if fresh.is_empty() {
                continue;
            }
            if let Some(to) = &mut line.to
                && let Err(e) = to.write_all(fresh).and_then(|()| to.flush())
            {
                say::warning(&format!(
                    "{}: {e}; its output is lost from here on",
                    line.device
                ));
                line.to = None;
            }
        }
    }

    /// Types what comes within `time`; false if nothing came.
    fn take(&mut self, lines: &mut Lines<'_>, time: Duration) -> bool {
        let Some(input) = &self.input else {
            return false;
        };
        let (number, bytes) = match input.recv_timeout(time) {
            Ok(came) => came,
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => {
                self.input = None;
                return false;
            }
        };
        let line = self.lines.get(number).map_or("", |l| l.device.as_str());
        lines.type_in(line, &bytes);
        let mut record = self.record.lock().unwrap_or_else(PoisonError::into_inner);
        record.push(Typed {
            at: lines.now().0,
            line: line.to_owned(),
            bytes,
        });
        true
    }

    fn ends(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl Partner for Host {
    fn next(&self, now: Tick) -> Tick {
        Tick((now.0 / self.every + 1).saturating_mul(self.every))
    }

    fn meet(&mut self, lines: &mut Lines<'_>) {
        self.show(lines);
        while !self.ends() {
            let (begun, ticks) = self.anchor;
            let passed = lines.now().0.saturating_sub(ticks) as f64;
            let due = Duration::from_secs_f64(passed / lines.ticks_per_second() as f64);
            let ahead = due.saturating_sub(begun.elapsed());
            if self.take(lines, ahead.min(NAP)) || ahead.is_zero() || self.input.is_none() {
                return;
            }
        }
    }

    fn idle(&mut self, lines: &mut Lines<'_>) -> bool {
        self.show(lines);
        while self.input.is_some() && !self.ends() {
            if self.take(lines, NAP) {
                self.anchor = (Instant::now(), lines.now().0);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{Target, parse};

    #[test]
    fn targets_are_read() {
        assert!(matches!(parse("uart1=pty"), Ok((d, Target::Pty)) if d == "uart1"));
        assert!(matches!(
            parse("uart1=tcp:4000"),
            Ok((_, Target::Tcp(4000)))
        ));
        assert!(matches!(parse("uart1=a=b"), Ok((_, Target::File(f))) if f == "a=b"));
        for wrong in ["uart1", "=pty", "uart1=", "uart1=tcp:", "uart1=tcp:70000"] {
            let code = parse(wrong).err().map(|e| e.code);
            assert_eq!(code, Some(2), "{wrong}");
        }
    }
}
