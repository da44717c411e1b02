//! The parts of the book that the program makes: pages of the reference from its command line, boards, registers,
//! meters and events, and pictures of real runs. `docs/user/` holds them, and a test compares.

use std::fmt::Write;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// What stands above each page.
const MADE: &str = "<!-- Made by `cargo run --release -p book -- write`. -->";

/// A file of the book: its path in `docs/user/`, and what belongs into it.
pub struct Made {
    /// Below `docs/user/`.
    pub path: &'static str,
    /// All of it.
    pub text: String,
}

/// What the program prints on standard output, in a folder, without a terminal.
fn says(program: &Path, words: &[&str]) -> io::Result<String> {
    let out = Command::new(program)
        .args(words)
        .env_remove("COLUMNS")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null())
        .output()?;
    if !out.status.success() {
        let err = String::from_utf8_lossy(&out.stderr).into_owned();
        return Err(io::Error::other(format!(
            "trueboard {}: {err}",
            words.join(" ")
        )));
    }
    Ok(String::from_utf8_lossy(&out.stdout).into_owned())
}

/// The commands that a help text lists before its options, in one section or in groups.
fn commands(help: &str) -> Vec<&str> {
    let lines = help.lines().take_while(|l| *l != "Options:");
    let listed = lines.filter_map(|l| l.strip_prefix("  "));
    let names = listed.filter_map(|l| l.split_once("  ").map(|(name, _)| name));
    let letters = |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase());
    names.filter(letters).filter(|n| *n != "help").collect()
}

/// `reference/help.md`.
fn help(program: &Path) -> io::Result<Made> {
    let whole = says(program, &["--help"])?;
    let mut text = format!(
        "# Help of every command\n\n{MADE}\n\nWhat `trueboard COMMAND --help` prints. What the options mean together is in \
         [command-line.md](command-line.md).\n\n```text\n{whole}```\n"
    );
    for name in commands(&whole) {
        let own = says(program, &[name, "--help"])?;
        let _ = write!(text, "\n## {name}\n\n```text\n{own}```\n");
        for part in commands(&own) {
            let own = says(program, &[name, part, "--help"])?;
            let _ = write!(text, "\n### {name} {part}\n\n```text\n{own}```\n");
        }
    }
    Ok(Made {
        path: "reference/help.md",
        text,
    })
}

/// The names of the boards.
fn boards(program: &Path) -> io::Result<Vec<String>> {
    let list = says(program, &["boards"])?;
    let names = list.lines().filter_map(|l| l.split(' ').next());
    Ok(names.map(str::to_owned).collect())
}

/// A page with what `trueboard COMMAND BOARD` prints of each board.
fn by_board(program: &Path, command: &str, path: &'static str, heading: &str) -> io::Result<Made> {
    let mut text = format!("# {heading}\n\n{MADE}\n\nWhat `trueboard {command} BOARD` prints.\n");
    for board in boards(program)? {
        let own = says(program, &[command, &board])?;
        let _ = write!(text, "\n## {board}\n\n```text\n{own}```\n");
    }
    Ok(Made { path, text })
}

/// A picture of what the program shows on a terminal of 80 columns.
fn picture(program: &Path, root: &Path, words: &str, path: &'static str) -> io::Result<Made> {
    let line = format!("stty cols 80; {} {words}", program.display());
    let out = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .current_dir(root)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR")
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .output()?;
    let shown = left_standing(&String::from_utf8_lossy(&out.stdout)).replace('\r', "");
    let shown = format!("\u{1b}[1m$ trueboard {words}\u{1b}[0m\n{shown}");
    Ok(Made {
        path,
        text: anstyle_svg::Term::new().render_svg(&shown),
    })
}

/// The output of a terminal without status lines, of which a slow host shows more: an erased line (EL, ECMA-48) keeps
/// only the text behind the last erasure.
fn left_standing(shown: &str) -> String {
    let left = |line: &str| -> String {
        let emptied = line.rsplit_once("\r\u{1b}[2K");
        emptied.map_or(line, |(_, left)| left).to_owned()
    };
    let lines: Vec<String> = shown.split('\n').map(left).collect();
    lines.join("\n")
}

/// All of them. `root` is the source tree.
///
/// # Errors
/// When the program cannot be run, or does not do what it is asked.
pub fn made(program: &Path, root: &Path) -> io::Result<Vec<Made>> {
    Ok(vec![
        help(program)?,
        by_board(
            program,
            "boards",
            "reference/boards.md",
            "Boards: memory maps and registers",
        )?,
        by_board(
            program,
            "events",
            "reference/events.md",
            "Meters and counter events",
        )?,
        picture(
            program,
            root,
            "run firmware/prebuilt/gr740/lu.elf --board gr740",
            "pictures/run.svg",
        )?,
    ])
}

#[cfg(test)]
mod tests {
    use super::{commands, left_standing};

    #[test]
    fn a_picture_has_no_status_line() {
        let shown = "first\r\n\r\u{1b}[2Khalf\r\u{1b}[2Kmost\r\u{1b}[2Ksecond\r\nthird";
        assert_eq!(left_standing(shown), "first\r\nsecond\r\nthird");
    }

    #[test]
    fn commands_are_found_in_help() {
        let help = "Usage\n\nCommands:\n  run   Run, and\n            more\n  help  Print\n\nOptions:\n  -v\n";
        assert_eq!(commands(help), ["run"]);
        let groups =
            "Usage\n\nRun:\n  run   Run\n  test  Test\n\nAsk:\n  why   Why\n\nOptions:\n  set  x\n";
        assert_eq!(commands(groups), ["run", "test", "why"]);
    }
}
