//! Option values of `trueboard run`.

use crate::cli::Failure;
use crate::cli::run::Run;
use crate::cli::run::Translation;
use crate::cli::run::checks;
use crate::cli::shared::options::{budget, fast, firmware, size, trace_format};
use std::path::{Path, PathBuf};
use trueboard::analysis::analysis::by_name;
use trueboard::analysis::profile::request::{EachInstruction, Functions};
use trueboard::analysis::regions::{Selector, request as regions};
use trueboard::internals::board::{
    Analyses, FactClass, Options, Question, Sampling, Translate, WINDOW, did_you_mean,
};
use trueboard::internals::trace::Format;

/// Turns the command line into [`Options`]. `cores` is how many run images.
pub fn options(a: &Run, cores: usize) -> Result<Options, Failure> {
    Ok(Options {
        fast: match a.sample_windows {
            Some(_) => None,
            None => fast(&a.fast)?,
        },
        strict: a.strict,
        traces: a
            .trace
            .iter()
            .map(|t| trace(t, a.out.as_deref()))
            .collect::<Result<_, _>>()?,
        events: a
            .events
            .iter()
            .map(|e| class(e))
            .collect::<Result<_, _>>()?,
        trace_limit: a.trace_limit.as_deref().map(size).transpose()?,
        sample: a
            .sample
            .as_deref()
            .map(|t| budget("--sample", t))
            .transpose()?,
        analyses: analyses(a)?,
        lanes: a.html.is_some(),
        checks: checks::asked(a)?,
        free: a.free.clone(),
        free_optional: a.free_optional.clone(),
        translate: match a.translate {
            Translation::Never => Translate::Never,
            Translation::Hot => Translate::WhenHot,
            Translation::Once => Translate::AtOnce,
        },
        dumps: a.dump.iter().map(|d| dump(d)).collect::<Result<_, _>>()?,
        restore: a.restore.clone(),
        save: a.save.clone(),
        streams: a.out.as_ref().map(|dir| dir.join("streams")),
        ..firmware(&a.firmware, cores)?
    })
}

/// The sample windows of a run.
pub fn sampling(a: &Run) -> Result<Option<Sampling>, Failure> {
    let Some(windows) = a.sample_windows else {
        return Ok(None);
    };
    if windows < 2 {
        return Err(Failure::usage(format!(
            "--sample-windows {windows}: an interval needs 2 windows at least; ask for 10 or more"
        )));
    }
    if a.window_length == 0 {
        return Err(Failure::usage(
            "--window-length 0: must be at least 1 instruction",
        ));
    }
    Ok(Some(Sampling {
        windows,
        length: a.window_length,
        warm: a.fast.asked().warmed(WINDOW)?,
    }))
}

fn trace(text: &str, out: Option<&Path>) -> Result<(Format, PathBuf), Failure> {
    let (name, path) = match text.split_once('=') {
        Some((n, p)) => (n, Some(PathBuf::from(p))),
        None => (text, None),
    };
    let format = trace_format(&format!("--trace {text}"), name)?;
    let path = path.or_else(|| Some(format.default_path(&out?.join(name))));
    path.map(|p| (format, p)).ok_or_else(|| {
        Failure::usage(format!(
            "--trace {text}: say where: --out DIR, or --trace {name}=PATH"
        ))
    })
}

fn analyses(a: &Run) -> Result<Analyses, Failure> {
    let regions = a.region.iter().map(|r| Selector::named(r)).collect();
    let functions = Functions {
        lengths: a.profile_median,
    };
    let functions = (a.profile || a.html.is_some()).then_some(functions);
    // Instruction by instruction anyway, so that what lies behind stalls costs little more.
    let why = (a.html.is_some() && a.profile_instructions).then(Question::default);
    let mut analyses = Analyses::default()
        .with_some(regions::Request::of(regions))
        .with_some(functions)
        .with_some(a.profile_instructions.then_some(EachInstruction))
        .with_some(why);
    for text in &a.analyse {
        let asked = analyses.ask_by_name(text);
        asked.map_err(|e| {
            let name = text.split('=').next().unwrap_or_default();
            let known = by_name()
                .map(|(row, _)| row.name)
                .filter(|known| *known != name);
            let near = did_you_mean(name, known);
            Failure::usage(format!("--analyse {e}{near}"))
        })?;
    }
    Ok(analyses)
}

fn class(name: &str) -> Result<FactClass, Failure> {
    FactClass::ALL
        .iter()
        .find(|c| c.0 == name)
        .map(|c| c.1)
        .ok_or_else(|| {
            let known: Vec<&str> = FactClass::ALL.iter().map(|c| c.0).collect();
            let near = did_you_mean(name, known.iter().copied());
            Failure::usage(format!(
                "--events {name}: there is no such kind of events{near}; known are {}",
                known.join(", ")
            ))
        })
}

fn dump(text: &str) -> Result<(String, Option<u64>), Failure> {
    match text.split_once(':') {
        None => Ok((text.to_owned(), None)),
        Some((symbol, bytes)) => match bytes.parse() {
            Ok(n) => Ok((symbol.to_owned(), Some(n))),
            Err(_) => Err(Failure::usage(format!(
                "--dump {text}: `{bytes}` is no number of bytes"
            ))),
        },
    }
}
