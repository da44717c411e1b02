//! What ends a run from outside: signals, and the host's clock.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use trueboard::internals::board::StopCause;

/// A run is asked to end, and why.
#[derive(Clone, Default)]
pub struct Stop {
    pub asked: Arc<AtomicBool>,
    pub cause: StopCause,
}

/// What a process ends with that a signal ended is this and the signal's number (POSIX, shells).
const OF_SIGNALS: u8 = 128;

impl Stop {
    /// Takes the signals that ask a program to end: the first one ends the run in good order, the second
    /// at once.
    pub fn listen(&self) {
        self.listen_and(&[], || {});
    }

    /// As [`Stop::listen`]; the signals of `final_ones` end the program at once, as a second one does, and `tidy` is
    /// called before that.
    pub fn listen_and(&self, final_ones: &'static [i32], tidy: fn()) {
        // `nohup` means that a hang-up is to be ignored.
        let hup = (!ignored(SIGHUP)).then_some(SIGHUP);
        let Ok(mut signals) = Signals::new(hup.into_iter().chain([SIGINT, SIGTERM])) else {
            // Without handlers the run still works.
            return;
        };
        let stop = self.clone();
        std::thread::spawn(move || {
            for signal in signals.forever() {
                if stop.asked.load(Ordering::Relaxed) || final_ones.contains(&signal) {
                    tidy();
                    std::process::exit(i32::from(OF_SIGNALS) + signal);
                }
                stop.ask(usize::try_from(signal).unwrap_or(0));
            }
        });
    }

    fn ask(&self, cause: usize) {
        self.cause.0.store(cause, Ordering::Relaxed);
        self.asked.store(true, Ordering::Release);
    }

    /// Asks for the end after `time` of the host.
    pub fn after(&self, time: Duration) {
        let stop = self.clone();
        std::thread::spawn(move || {
            std::thread::sleep(time);
            if !stop.asked.load(Ordering::Relaxed) {
                stop.ask(StopCause::HOST_TIME);
            }
        });
    }

    /// The exit code of a run that a signal stopped: 130 for Ctrl-C, 143 for SIGTERM, 129 for SIGHUP.
    pub fn exit_code(&self) -> Option<u8> {
        let signal = u8::try_from(self.cause.get()).ok().filter(|n| *n != 0)?;
        OF_SIGNALS.checked_add(signal)
    }
}

/// Whoever started the program wants it to ignore the signal (`SigIgn` of proc(5), a mask in
/// hexadecimal).
fn ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|l| l.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|m| u64::from_str_radix(m.trim(), 16).ok());
    mask.is_some_and(|m| m >> (signal - 1) & 1 != 0)
}
