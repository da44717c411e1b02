//! Standard output and standard error: what cannot be printed ends nothing, a message begins on a line of its
//! own, and names from files move no terminal's cursor.

use crate::cli::Failure;
use crate::paint::{Look, Meaning, paint, shown};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::net::SocketAddr;
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::sync::{Mutex, MutexGuard};

/// Standard output or standard error.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum To {
    Out,
    Err,
}

/// What stands where the next line is to go.
#[derive(Default)]
struct Unfinished {
    /// The last line of standard output, and of standard error, has not ended.
    open: [bool; 2],
    /// A status line stands on standard error.
    status: bool,
}

static UNFINISHED: Mutex<Unfinished> = Mutex::new(Unfinished {
    open: [false; 2],
    status: false,
});

/// To the beginning of a terminal's line, and empty it.
const EMPTY: &str = "\r\x1b[2K";

fn unfinished() -> MutexGuard<'static, Unfinished> {
    UNFINISHED.lock().unwrap_or_else(|e| e.into_inner())
}

/// A warning: whoever reaches `at`, where `option` has opened a port to other machines, can do what `danger` says.
pub fn open_to_others(option: &str, at: SocketAddr, danger: &str) {
    warning(&format!(
        "{option} {at} is open to other machines, without a password: who reaches the port {danger}; \
         {option} :{} is open to this machine only",
        at.port()
    ));
}

/// A line on standard error, a terminal, that the next line or the next status replaces. It is left out
/// while another line has not ended.
pub fn status(text: &str) {
    let mut at = unfinished();
    if at.open != [false; 2] {
        return;
    }
    // Without a terminal any more there is no reader.
    let mut err = io::stderr();
    let _ = write!(err, "{EMPTY}{}", plain(text)).and_then(|()| err.flush());
    at.status = true;
}

/// Takes the status line away.
pub fn no_status() {
    clear(&mut unfinished());
}

fn clear(at: &mut Unfinished) {
    if std::mem::take(&mut at.status) {
        let _ = write!(io::stderr(), "{EMPTY}");
    }
}

/// A line for the user on standard error. Whoever closed that does not want it.
pub fn message(text: &str) {
    let _ = lines(To::Err, &format!("trueboard: {}\n", plain(text.trim_end())));
}

/// Why a command did not do what it was to do, on standard error.
pub fn error(text: &str) {
    let name = paint(Meaning::Bad, "trueboard:");
    let _ = lines(To::Err, &format!("{name} {}\n", plain(text.trim_end())));
}

/// Something to be wary of, on standard error.
pub fn warning(text: &str) {
    message(&format!("{} {text}", paint(Meaning::Doubtful, "warning:")));
}

/// Whole lines on standard error, as they are.
pub fn note(text: &str) {
    let _ = lines(To::Err, &plain(text));
}

/// Prints text on standard output; a reader that has gone away (`| head`) is no mistake.
pub fn print(text: &str) -> Result<(), Failure> {
    printed(lines(To::Out, &plain(text)))
}

/// Prints a value as JSON.
pub fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let text =
        serde_json::to_string_pretty(value).map_err(|e| Failure::input(format!("JSON: {e}")))?;
    printed(lines(To::Out, &(json(&text) + "\n")))
}

fn printed(done: io::Result<()>) -> Result<(), Failure> {
    match done {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::input(format!("standard output: {e}")))
        }
        _ => Ok(()),
    }
}

/// Bytes of the console, as they are.
pub fn console(to: To, bytes: &[u8]) -> io::Result<()> {
    let mut at = unfinished();
    clear(&mut at);
    send(&mut at.open, to, bytes)?;
    match to {
        To::Out => io::stdout().flush(),
        To::Err => Ok(()),
    }
}

/// Prints lines, after the end of what the console may have left unfinished in the same place.
fn lines(to: To, text: &str) -> io::Result<()> {
    let mut at = unfinished();
    clear(&mut at);
    let open = &mut at.open;
    let other = match to {
        To::Out => To::Err,
        To::Err => To::Out,
    };
    if open[to as usize] || open[other as usize] && one_place() {
        send(open, to, b"\n")?;
        open[other as usize] = false;
    }
    let look = match to {
        To::Out => Look::of(&io::stdout()),
        To::Err => Look::of(&io::stderr()),
    };
    send(open, to, shown(text, look).as_bytes())?;
    match to {
        To::Out => io::stdout().flush(),
        To::Err => Ok(()),
    }
}

fn send(open: &mut [bool; 2], to: To, bytes: &[u8]) -> io::Result<()> {
    let Some(last) = bytes.last() else {
        return Ok(());
    };
    open[to as usize] = *last != b'\n';
    match to {
        To::Out => io::stdout().write_all(bytes),
        To::Err => io::stderr().write_all(bytes),
    }
}

/// Standard output and standard error are one terminal, one pipe or one file.
fn one_place() -> bool {
    let node = |fd: io::Result<std::os::fd::OwnedFd>| {
        let meta = File::from(fd.ok()?).metadata().ok()?;
        Some((meta.dev(), meta.ino()))
    };
    let out = node(io::stdout().as_fd().try_clone_to_owned());
    out.is_some() && out == node(io::stderr().as_fd().try_clone_to_owned())
}

/// The text without characters that a terminal would take for commands: `\x1b` stands for ESC.
pub fn plain(text: &str) -> Cow<'_, str> {
    escaped(text, |c| format!("\\x{:02x}", c as u32))
}

/// JSON without characters that a terminal would take for commands, which JSON allows in strings.
pub fn json(text: &str) -> String {
    escaped(text, |c| format!("\\u{:04x}", c as u32)).into_owned()
}

fn escaped(text: &str, shown: impl Fn(char) -> String) -> Cow<'_, str> {
    let control = |c: char| c.is_control();
    let command = |c: char| control(c) && c != '\n' && c != '\t';
    if !text.contains(command) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if command(c) {
            out += &shown(c);
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Standard error for logs, which never fails.
pub struct Log;

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        note(&String::from_utf8_lossy(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_get_no_commands() {
        assert_eq!(plain("a\tb\n"), "a\tb\n");
        assert_eq!(
            plain("\x1b[31mred\r\u{9b}2J\x7f"),
            "\\x1b[31mred\\x0d\\x9b2J\\x7f"
        );
        assert_eq!(json("\"\u{9b}2J\""), "\"\\u009b2J\"");
        assert_eq!(plain("µs → é"), "µs → é");
    }
}
