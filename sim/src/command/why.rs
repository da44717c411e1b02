//! `trueboard why`.

mod text;

use super::followed::Followed;
use super::{Failure, check, files, options, print, print_json};
use crate::cli::{Firmware, ProfileBy, Why};
use std::path::Path;
use trueboard::analysis::why::Grain;
use trueboard::why::{Moment, Request, answer};

pub fn run(a: &Why) -> Result<u8, Failure> {
    check(&files::of_why(a))?;
    if a.function.is_none()
        && a.late.is_none()
        && a.core.is_none()
        && a.from.is_none()
        && a.to.is_none()
    {
        let text = "nothing is asked: name --function, --core, --from and --to, or --late";
        if a.against.is_none() {
            return Err(Failure::usage(text));
        }
    }
    let moment = |option: &str, text: &Option<String>| -> Result<Option<Moment>, Failure> {
        let Some(text) = text.clone() else {
            return Ok(None);
        };
        let at = options::budget(option, &text)?;
        Ok(Some(Moment { text, at }))
    };
    let period = a.period.as_deref();
    let period = period.map(|t| options::budget("--period", t));
    let request = Request {
        run: options::run(&a.firmware, a.firmware.elf.first())?,
        against: match &a.against {
            Some(other) => Some(options::run(&other_firmware(a, other), Some(other))?),
            None => None,
        },
        against_set: a.against_set.clone(),
        function: a.function.clone(),
        itself: a.itself,
        late: a.late.clone(),
        period: period.transpose()?,
        core: a.core,
        from: moment("--from", &a.from)?,
        to: moment("--to", &a.to)?,
        by: match a.by {
            ProfileBy::Function => Grain::Function,
            ProfileBy::Line => Grain::Line,
            ProfileBy::Instruction => Grain::Instruction,
        },
    };
    let answer = answer(&request, &Followed::default())?;
    match a.json {
        true => print_json(&answer)?,
        false => print(&text::text(&answer, a.top))?,
    }
    Ok(answer.exit_code)
}

/// The firmware of `--against`.
fn other_firmware(a: &Why, other: &Path) -> Firmware {
    let mut firmware = a.firmware.clone();
    firmware.elf = vec![other.to_owned()];
    firmware.set.extend(a.against_set.iter().cloned());
    firmware
}
