//! An image on a simulated board, and on the judge.

use crate::torture::ending::Ending;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use trueboard_board::{BoardModel, Budget, Options, Session};

/// Seconds after which a judge that hangs is stopped: a program takes a fraction of one, but the host
/// may be busy.
const PATIENCE: &str = "600";

/// What a simulator made of a program.
pub struct Seen {
    /// Its end.
    pub ending: Ending,
    /// All that it printed.
    pub console: String,
}

impl Seen {
    fn new(console: String) -> Seen {
        Seen {
            ending: Ending::of(&console),
            console,
        }
    }
}

/// Runs an image on the board for so many cycles at most. What goes wrong with the simulator is text on the console, too: no
/// program passes by it.
pub fn on_board(board: &BoardModel, image: &Path, cycles: u64) -> Seen {
    match catch_unwind(AssertUnwindSafe(|| session(board, image, cycles))) {
        Ok(Ok(text)) => Seen::new(text),
        Ok(Err(text)) => Seen::new(format!("{text}\n")),
        Err(_) => Seen::new("the simulator panicked\n".to_owned()),
    }
}

fn session(board: &BoardModel, image: &Path, cycles: u64) -> Result<String, String> {
    let options = Options {
        images: vec![(image.to_owned(), vec![0])],
        until: Some(Budget::Cycles(cycles)),
        ..Options::default()
    };
    let mut session = Session::new(board, options).map_err(|e| e.to_string())?;
    let mut console = Vec::new();
    let outcome = session.run(&mut console, &AtomicBool::new(false)).outcome;
    let console = String::from_utf8_lossy(&console).into_owned();
    // The end on the console, and the one that the board saw.
    let agree = match outcome.status {
        Some(status) => (status == 0) == (Ending::of(&console) == Ending::PASS),
        None => false,
    };
    if agree {
        Ok(console)
    } else {
        Err(format!("{console}\n{}", outcome.detail))
    }
}

/// Runs an image on the judge.
///
/// # Errors
/// When the judge cannot be started.
pub fn on_judge(judge: &[&str], image: &Path) -> Result<Seen, String> {
    let out = Command::new("timeout")
        .args(["--signal=KILL", PATIENCE])
        .args(judge)
        .arg(image)
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("{}: {e}", judge.join(" ")))?;
    // As `timeout` answers when the command is missing.
    if matches!(out.status.code(), Some(126 | 127)) {
        return Err(String::from_utf8_lossy(&out.stderr).into_owned());
    }
    Ok(Seen::new(String::from_utf8_lossy(&out.stdout).into_owned()))
}
