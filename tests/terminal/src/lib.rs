//! Programs in a pseudo terminal, for tests: keys and signals go in, the screen can be read, and at the end it is seen
//! whether the terminal was left as it was.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags, open};
use rustix::io::ioctl_fionread;
pub use rustix::process::Signal;
use rustix::process::{Pid, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcgetattr, tcsetwinsize};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long something is waited for.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program and its terminal. The program is killed when this goes out of scope.
pub struct Terminal {
    /// The end that a terminal emulator has; none once it is closed.
    ours: Option<File>,
    /// Has the reader of that end let go of it.
    closed: Arc<AtomicBool>,
    /// The end that the program has.
    theirs: OwnedFd,
    child: Child,
    /// What was written so far, as a terminal shows it.
    screen: Arc<Mutex<vt100::Parser>>,
    /// The modes of the line before the program ran.
    before: String,
}

impl Terminal {
    /// Starts a program in a terminal of this many columns and rows.
    ///
    /// # Panics
    /// When the system gives no pseudo terminal, or the program does not start.
    #[must_use]
    pub fn start(mut program: Command, columns: u16, rows: u16) -> Terminal {
        // A program that has this end of its own terminal would never lose it.
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)
            .expect("a pseudo terminal");
        grantpt(&ours).expect("it is ours");
        unlockpt(&ours).expect("it can be opened");
        let name = ptsname(&ours, Vec::new()).expect("its name");
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let theirs = open(name.as_c_str(), flags, Mode::empty()).expect("its other end");
        let ours = File::from(ours);
        tcsetwinsize(&ours, size(columns, rows)).expect("it has a size");
        let before = modes(&theirs);
        let end = || theirs.try_clone().expect("another descriptor");
        program.stdin(end()).stdout(end()).stderr(end());
        let child = program
            .env("TERM", "xterm-256color")
            .spawn()
            .expect("the program starts");
        // It holds descriptors of the terminal.
        drop(program);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(rows, columns, 0)));
        let seen = Arc::clone(&screen);
        let mut reader = ours.try_clone().expect("another descriptor");
        let closed = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&closed);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The window is closed with the last descriptor of it, which may be this one.
            while !over.load(Ordering::Acquire) {
                let wait = Timespec {
                    tv_sec: 0,
                    tv_nsec: 20_000_000,
                };
                let mut fds = [PollFd::new(&reader, PollFlags::IN)];
                if !matches!(poll(&mut fds, Some(&wait)), Ok(1..)) {
                    continue;
                }
                let Ok(n @ 1..) = reader.read(&mut bytes) else {
                    break;
                };
                take(&seen, &bytes[..n]);
            }
        });
        Terminal {
            ours: Some(ours),
            closed,
            theirs,
            child,
            screen,
            before,
        }
    }

    /// The text on the screen.
    #[must_use]
    pub fn text(&self) -> String {
        self.look(|s| s.contents())
    }

    fn look<T>(&self, at: impl FnOnce(&vt100::Screen) -> T) -> T {
        let screen = self.screen.lock();
        at(screen.unwrap_or_else(PoisonError::into_inner).screen())
    }

    /// Waits until the screen has this text.
    ///
    /// # Panics
    /// When it never has.
    #[track_caller]
    pub fn shows(&self, text: &str) {
        let begun = Instant::now();
        while !self.text().contains(text) {
            let screen = self.text();
            assert!(begun.elapsed() < PATIENCE, "never `{text}`:\n{screen}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Types bytes, as a terminal sends them.
    ///
    /// # Panics
    /// When the terminal is closed.
    pub fn keys(&mut self, bytes: &[u8]) {
        let ours = self.ours.as_mut().expect("an open terminal");
        ours.write_all(bytes).expect("it takes keys");
    }

    /// The program has taken all keys.
    ///
    /// # Panics
    /// When the system cannot say.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        ioctl_fionread(&self.theirs).expect("bytes that wait") == 0
    }

    /// Makes the terminal as large as this.
    ///
    /// # Panics
    /// When the terminal is closed.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        let ours = self.ours.as_ref().expect("an open terminal");
        // The screen has its size before the program hears of it, and can draw.
        let mut screen = self.screen.lock().unwrap_or_else(PoisonError::into_inner);
        screen.set_size(rows, columns);
        tcsetwinsize(ours, size(columns, rows)).expect("it takes a size");
    }

    /// Sends a signal to the program.
    ///
    /// # Panics
    /// When the program is gone.
    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("a program to be signalled");
    }

    /// The program is still there.
    ///
    /// # Panics
    /// When the system cannot say.
    pub fn alive(&mut self) -> bool {
        self.child.try_wait().expect("its state").is_none()
    }

    /// Closes the window: the program's terminal is no more.
    pub fn close(&mut self) {
        self.ours = None;
        self.closed.store(true, Ordering::Release);
    }

    /// Waits for the end of the program; answers its exit code.
    ///
    /// # Panics
    /// When it does not end, or a signal ended it.
    #[track_caller]
    pub fn ends(&mut self) -> i32 {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("its state") {
                return code(status);
            }
            let screen = self.text();
            assert!(begun.elapsed() < PATIENCE, "it does not end:\n{screen}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The terminal is as it was before the program: its modes, the screen that it had, and a cursor.
    ///
    /// # Panics
    /// When it is not.
    #[track_caller]
    pub fn is_restored(&self) {
        assert_eq!(modes(&self.theirs), self.before, "the modes of the line");
        // What was written last may still be on its way.
        let begun = Instant::now();
        while self.look(|s| s.alternate_screen() || s.hide_cursor()) {
            let screen = self.text();
            assert!(
                begun.elapsed() < Duration::from_secs(3),
                "the screen is not the one before, or has no cursor:\n{screen}"
            );
            std::thread::sleep(Duration::from_millis(10));
        }
        let mouse = self.look(|s| s.mouse_protocol_mode());
        assert_eq!(mouse, vt100::MouseProtocolMode::None, "no mouse is taken");
    }

    /// The program has taken the terminal over: keys come one by one, and the screen is another one.
    #[must_use]
    pub fn is_taken(&self) -> bool {
        modes(&self.theirs) != self.before && self.look(|s| s.alternate_screen())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A program that is gone needs neither.
        self.close();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Shows bytes that the program has written.
///
/// `vt100` panics at some of those that come while its screen becomes smaller than what is drawn: a terminal would not.
/// It goes on with an empty screen then, which programs fill when they draw for the next size.
fn take(screen: &Mutex<vt100::Parser>, bytes: &[u8]) {
    let mut screen = screen.lock().unwrap_or_else(PoisonError::into_inner);
    let shown = catch_unwind(AssertUnwindSafe(|| screen.process(bytes)));
    if shown.is_err() {
        let (rows, columns) = screen.screen().size();
        *screen = vt100::Parser::new(rows, columns, 0);
    }
}

#[track_caller]
fn code(status: ExitStatus) -> i32 {
    status
        .code()
        .unwrap_or_else(|| panic!("it ended by {status}"))
}

fn size(columns: u16, rows: u16) -> Winsize {
    Winsize {
        ws_row: rows,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    }
}

fn modes(line: &OwnedFd) -> String {
    format!("{:?}", tcgetattr(line).expect("the modes of a line"))
}

#[cfg(test)]
mod tests {
    use super::Terminal;
    use std::process::Command;

    fn shell(script: &str) -> Terminal {
        let mut shell = Command::new("sh");
        shell.args(["-c", script]);
        Terminal::start(shell, 80, 24)
    }

    /// A line that is wrapped on a screen of one row makes `vt100` 0.15 panic.
    #[test]
    fn a_screen_of_one_character_is_outlived() {
        let mut shell = Command::new("sh");
        shell.args(["-c", "read a; echo many words; read b; echo more"]);
        let mut tiny = Terminal::start(shell, 1, 1);
        tiny.keys(b"\n");
        // The first words are out, whatever became of them, when the second line is read.
        while !tiny.is_idle() {
            std::thread::yield_now();
        }
        tiny.resize(80, 24);
        tiny.keys(b"\n");
        tiny.shows("more");
        assert_eq!(tiny.ends(), 0);
    }

    #[test]
    fn what_is_left_behind_is_noticed() {
        let mut tidy = shell("read line; echo \"got $line\"");
        tidy.keys(b"this\n");
        tidy.shows("got this");
        assert_eq!(tidy.ends(), 0);
        assert!(!tidy.is_taken());
        tidy.is_restored();
        for untidy in ["stty raw", "printf '\\033[?1049h'", "printf '\\033[?25l'"] {
            let mut left = shell(untidy);
            assert_eq!(left.ends(), 0);
            std::thread::sleep(std::time::Duration::from_millis(100));
            let seen =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| left.is_restored()));
            assert!(seen.is_err(), "{untidy}");
        }
    }
}
