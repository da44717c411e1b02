//! The terminal: whether it can be used, the loop over keys, and how it is left as it was.

use super::super::Failure;
use super::app::App;
use crate::stop::Stop;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use ratatui::crossterm::execute;
use signal_hook::consts::SIGHUP;
use std::io::IsTerminal;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How long a key is waited for while nothing runs: signals are looked after as often.
const IDLE: Duration = Duration::from_millis(100);
/// The same while the board runs. crossterm looks at no key if it may not wait at all.
const RUNNING: Duration = Duration::from_millis(1);
/// The exit code of Ctrl-C.
const INTERRUPTED: u8 = 130;
/// The exit code of SIGHUP.
const HUNG_UP: u8 = 129;

/// Refuses what cannot show the lab.
pub fn usable() -> Result<(), Failure> {
    let remedy = "; run it in a terminal, or do a lesson without one: trueboard lab check NAME";
    if !std::io::stdout().is_terminal() || !std::io::stdin().is_terminal() {
        return Err(Failure::usage(format!(
            "lab: standard input and output must be a terminal{remedy}"
        )));
    }
    match std::env::var("TERM") {
        Ok(term) if term != "dumb" && !term.is_empty() => Ok(()),
        term => Err(Failure::usage(format!(
            "lab: a terminal of the kind `{}` cannot show it{remedy}",
            term.unwrap_or_default()
        ))),
    }
}

/// Shows the lab until its user leaves.
pub fn show(mut app: App) -> Result<u8, Failure> {
    let stop = Stop::default();
    // A command may take long, and a second signal does not wait for its end. Without a window keys are never read.
    stop.listen_and(&[SIGHUP], leave);
    app.colour = std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    let unusable = |e: std::io::Error| Failure::input(format!("lab: the terminal: {e}"));
    let ended = within(|terminal| turn(terminal, &mut app, &stop));
    app.desk.close();
    let interrupted = match ended {
        // Its window was closed; SIGHUP may come a moment later.
        Err(_) if !std::io::stdin().is_terminal() => return Ok(HUNG_UP),
        ended => ended.map_err(unusable)?,
    };
    Ok(stop
        .exit_code()
        .unwrap_or(if interrupted { INTERRUPTED } else { 0 }))
}

/// Leaves the terminal as it was, from wherever the program ends.
fn leave() {
    // Without a terminal any more there is nothing to restore, and no place for a message about that.
    let _ = ratatui::try_restore();
    let _ = execute!(std::io::stdout(), Show);
}

/// Takes the terminal over for `work`, and leaves it as it was: behind an error and a panic as well, for `ratatui` has
/// a hook for those.
fn within<T>(
    work: impl FnOnce(&mut ratatui::DefaultTerminal) -> std::io::Result<T>,
) -> std::io::Result<T> {
    let mut terminal = ratatui::try_init()?;
    let ended = work(&mut terminal);
    if !std::io::stdin().is_terminal() {
        // Its window was closed: what its end would say has no place, and ends in a panic.
        std::mem::forget(terminal);
    }
    let restored = ratatui::try_restore();
    let done = ended?;
    restored.map(|()| done)
}

/// Draws and takes keys. True when the user has interrupted it.
fn turn(
    terminal: &mut ratatui::DefaultTerminal,
    app: &mut App,
    stop: &Stop,
) -> std::io::Result<bool> {
    loop {
        terminal.draw(|frame| app.draw(frame))?;
        // GDB is waited for elsewhere.
        let busy = app.running() || app.desk.is_driven();
        let wait = if busy { RUNNING } else { IDLE };
        while event::poll(wait)? {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => app.key(key),
                // A window that was smaller for a moment has lost what it showed, whatever its size is now.
                Event::Resize(..) => terminal.clear()?,
                _ => {}
            }
            if app.left().is_some() || !event::poll(RUNNING)? {
                break;
            }
        }
        if stop.asked.load(Ordering::Relaxed) {
            return Ok(true);
        }
        if let Some(interrupted) = app.left() {
            return Ok(interrupted);
        }
        app.go_on();
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use terminal::Terminal;

    /// Set in the program that the test starts: itself.
    const INSIDE: &str = "TRUEBOARD_TEST_PANICS";

    #[test]
    fn a_panic_leaves_the_terminal_as_it_was() {
        if std::env::var_os(INSIDE).is_some() {
            let never = super::within(|terminal| -> std::io::Result<()> {
                terminal.draw(|f| f.render_widget("press_a_key", f.area()))?;
                super::event::read()?;
                panic!("as planned");
            });
            unreachable!("{never:?}");
        }
        let mut this = Command::new(std::env::current_exe().expect("this program"));
        let name = "cli::lab::terminal::tests::a_panic_leaves_the_terminal_as_it_was";
        // With a backtrace the message may leave the screen.
        this.args(["--exact", name, "--nocapture"])
            .env(INSIDE, "1")
            .env("RUST_BACKTRACE", "0");
        let mut at = Terminal::start(this, 80, 24);
        at.shows("press_a_key");
        assert!(at.is_taken());
        at.keys(b"x");
        assert_ne!(at.ends(), 0);
        at.is_restored();
        at.shows("as planned");
    }
}
