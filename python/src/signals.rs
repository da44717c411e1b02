//! Work of the library that takes long, while Python handles its signals, Ctrl-C above all.

use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// From one look at the signals to the next.
const LOOK: Duration = Duration::from_millis(10);

/// Does the work without Python's lock. What a signal raises sets `stop`, and is the error when the work is over.
pub fn watched<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (done, signal) = py.detach(|| {
        std::thread::scope(|scope| {
            let work = scope.spawn(work);
            let mut signal = None;
            while !work.is_finished() {
                std::thread::sleep(LOOK);
                if let Err(e) = Python::attach(|py| py.check_signals()) {
                    stop.store(true, Ordering::Relaxed);
                    signal = Some(e);
                }
            }
            match work.join() {
                Ok(done) => (done, signal),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    });
    signal.map_or(Ok(done), Err)
}
