//! The terminal of an interactive run.

#[cfg(unix)]
use std::io;
#[cfg(unix)]
use std::sync::{Mutex, PoisonError};

/// A terminal that echoes nothing and hands over each key, for the firmware answers itself. As it was at the end.
pub struct Quiet;

#[cfg(unix)]
static BEFORE: Mutex<Option<rustix::termios::Termios>> = Mutex::new(None);

impl Quiet {
    #[cfg(unix)]
    pub fn of_stdin() -> Option<Quiet> {
        use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
        let before = tcgetattr(io::stdin()).ok()?;
        let mut quiet = before.clone();
        quiet.local_modes -= LocalModes::ECHO | LocalModes::ICANON;
        *BEFORE.lock().unwrap_or_else(PoisonError::into_inner) = Some(before);
        tcsetattr(io::stdin(), OptionalActions::Now, &quiet).ok()?;
        Some(Quiet)
    }

    #[cfg(not(unix))]
    pub fn of_stdin() -> Option<Quiet> {
        None
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal of an interactive run.
pub fn restore() {
    #[cfg(unix)]
    {
        use rustix::termios::{OptionalActions, tcsetattr};
        let mut before = BEFORE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(before) = before.take() {
            // A terminal that is gone needs no restoring.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, &before);
        }
    }
}
