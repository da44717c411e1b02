//! Option values of `trueboard run`.

use crate::cli::Failure;
use crate::cli::shared::firmware::Fast;
use crate::cli::shared::firmware::Firmware;
use crate::say;
use std::path::{Path, PathBuf};
use std::time::Duration;
use trueboard::analysis::Tolerance;
use trueboard::internals::board::asked::{self, Chosen};
use trueboard::internals::board::files::Files;
use trueboard::internals::board::{
    BoardModel, Budget, FastForward, Options, decimal, did_you_mean,
};
use trueboard::internals::trace::{Format, Place};
use trueboard::is_recorded;

/// [`Options`] of a run of this firmware; `cores` is how many run images.
pub fn firmware(f: &Firmware, cores: usize) -> Result<Options, Failure> {
    Ok(f.asked().options(cores)?)
}

/// The board that the firmware runs on, and how many of its cores run images.
pub fn open(f: &Firmware, quiet: bool) -> Result<(BoardModel, usize), Failure> {
    let program = f.asked();
    let board = program.chosen()?;
    if !quiet {
        say_board(&board);
    }
    Ok(program.open_on(&board)?)
}

/// The name of that board.
pub fn board(f: &Firmware, quiet: bool) -> Result<String, Failure> {
    let board = f.asked().chosen()?;
    if !quiet {
        say_board(&board);
    }
    Ok(board.name)
}

/// Says which board it is, where the command line does not.
fn say_board(board: &Chosen) {
    if let Chosen {
        name,
        only_for: Some(image),
    } = board
    {
        say::message(&format!("--board {name}, the only one that {image} is for"));
    }
}

/// The firmware on its board, as questions of the library take it.
pub fn opened(f: &Firmware) -> Result<trueboard::Firmware, Failure> {
    let (board, cores) = open(f, true)?;
    Ok(trueboard::Firmware {
        name: f.named(),
        board: board.into(),
        options: firmware(f, cores)?,
    })
}

/// A run that was recorded, if `first` names one, or the firmware.
pub fn run(f: &Firmware, first: Option<&PathBuf>) -> Result<trueboard::Run, Failure> {
    match first {
        Some(path) if is_recorded(path) => Ok(trueboard::Run::Recorded(path.clone())),
        _ => Ok(opened(f)?.into()),
    }
}

/// An amount of simulated time; `option` is what an error begins with.
pub fn budget(option: &str, text: &str) -> Result<Budget, Failure> {
    Ok(asked::budget(option, text)?)
}

/// The untimed span that a run begins with.
pub fn fast(f: &Fast) -> Result<Option<FastForward>, Failure> {
    Ok(f.asked().span()?)
}

/// An address, in hexadecimal behind `0x`.
pub fn address(option: &str, text: &str) -> Result<u64, Failure> {
    asked::address(option, text).map_err(Failure::usage)
}

/// Bytes: a number, with k, M or G for thousands of them, and a B behind that if one likes.
pub fn size(text: &str) -> Result<u64, Failure> {
    let units = [("k", 3), ("M", 6), ("G", 9), ("", 0)];
    let digits = text.strip_suffix('B').unwrap_or(text);
    let found = units
        .iter()
        .find_map(|(unit, places)| decimal(digits.strip_suffix(unit)?.trim(), *places));
    found.filter(|n| *n > 0).ok_or_else(|| {
        Failure::usage(format!(
            "--trace-limit {text}: is no size; write bytes (1000000) or a unit (500k, 20M, 1G)"
        ))
    })
}

/// Time of the host: seconds, or a number with ms, s, m or h.
pub fn timeout(text: &str) -> Result<Duration, Failure> {
    Ok(asked::host_time("--timeout", text)?)
}

/// A share: `2`, `2%` or `0.5%`.
pub fn percent(option: &str, text: &str) -> Result<Tolerance, Failure> {
    Ok(asked::percent(option, text)?)
}

/// Enters the files of a trace that `option` writes.
pub fn trace_files(files: &mut Files, option: &str, format: Format, path: &Path) {
    match format.place() {
        Place::Directory => files.fills(option, path),
        Place::Files(_) => {
            let all = format.files(path);
            all.iter().for_each(|file| files.writes(option, file));
        }
    }
}

/// The format of this name; `option` is what names it.
pub fn trace_format(option: &str, name: &str) -> Result<Format, Failure> {
    name.parse().map_err(|e| {
        let near = did_you_mean(name, Format::all().map(Format::name));
        Failure::usage(format!("{option}: {e}{near}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(size("20M").ok(), Some(20_000_000));
        assert_eq!(size("1.5k").ok(), Some(1500));
        assert_eq!(size("7").ok(), Some(7));
        assert_eq!(size("1MB").ok(), Some(1_000_000));
        assert!(size("0").is_err() && size("much").is_err() && size("-1").is_err());
    }

    #[test]
    fn times_of_the_host() {
        let seconds = |text| timeout(text).ok().map(|t| t.as_secs_f64());
        assert_eq!(seconds("60"), Some(60.0));
        assert_eq!(seconds("60s"), Some(60.0));
        assert_eq!(seconds("1.5m"), Some(90.0));
        assert_eq!(seconds("500ms"), Some(0.5));
        assert_eq!(seconds("0"), None);
        assert_eq!(seconds("1 week"), None);
    }
}
