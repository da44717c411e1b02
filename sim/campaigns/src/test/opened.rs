//! The run of a test, before it begins.

use super::DEFAULT_BUDGET;
use super::spec::{self, Spec, Test};
use crate::error::Error;
use crate::expect;
use std::path::{Path, PathBuf};
use trueboard_analyses::coverage::request as coverage;
use trueboard_analyses::profile::request::Functions;
use trueboard_analyses::regions::{Selector, request as regions};
use trueboard_board::asked::{Program, budget};
use trueboard_board::checked::CheckOptions;
use trueboard_board::dialogue::{Dialogue, Turn};
use trueboard_board::{Analyses, BoardModel, Options, Session, StopCause};

/// A run that can begin.
pub struct Opened {
    pub board: BoardModel,
    pub session: Session,
    /// Why the run was stopped, if it was.
    pub cause: StopCause,
}

/// The checks of a test.
fn checks(test: &Test, at: &dyn Fn(&PathBuf) -> PathBuf) -> Result<Option<CheckOptions>, Error> {
    let Some(list) = &test.check else {
        return Ok(None);
    };
    let files: Vec<PathBuf> = test.check_suppress.iter().map(at).collect();
    let options = CheckOptions::asked("check", list, &files).map_err(Error::input)?;
    Ok(Some(options))
}

/// The turns of a test's dialogue, in ticks of this run.
pub fn dialogue(test: &Test, session: &Session) -> Result<Dialogue, Error> {
    let turn = |turn: &spec::Turn| {
        let within = turn.within.as_deref().map(|text| budget("within", text));
        Ok(Turn {
            line: turn.line.clone().unwrap_or_default(),
            wait: turn.wait.clone(),
            within: within.transpose()?.map(|b| b.ticks(session.machine())),
            bytes: turn.text.clone().unwrap_or_default().into_bytes(),
        })
    };
    let turns = test.dialogue.iter().map(turn);
    let turns: Result<Vec<Turn>, Error> = turns.collect();
    Ok(Dialogue::new(turns?, session.machine().base_hz))
}

/// Opens what a test of the file at `path` runs. `covered` adds coverage.
///
/// # Errors
/// What the test names and cannot be used.
pub fn open(path: &Path, spec: &Spec, test: &Test, covered: bool) -> Result<Opened, Error> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let at = |file: &PathBuf| folder.join(file);
    // A workload that is a file is named like one.
    let described = |name: &String| match name.ends_with(".ron") {
        true => folder.join(name).display().to_string(),
        false => name.clone(),
    };
    let images = test.images.iter();
    let firmware = Program {
        elf: test.image.iter().map(at).collect(),
        host: test.host.as_ref().map(at),
        board: test.board.as_ref().or(spec.board.as_ref()).map(described),
        image: images
            .map(|(cores, file)| format!("{cores}={}", at(file).display()))
            .collect(),
        workload: test.workload.as_ref().map(described),
        start: test.start.clone(),
        device: test.device.iter().map(at).collect(),
        on: test.on.clone(),
        at: test.at.clone(),
        poke: test.poke.clone(),
        nfs: test.nfs.as_ref().map(at),
        set: spec.set.iter().chain(&test.set).cloned().collect(),
        ..Program::default()
    };
    let (board, cores) = firmware.open()?;
    let until = test.until.as_deref().or(spec.until.as_deref());
    let until = until.unwrap_or(DEFAULT_BUDGET);
    let regions = test.regions.iter().map(|r| Selector::named(r)).collect();
    let cause = StopCause::default();
    let mut options = Options {
        stopped: cause.clone(),
        until: Some(budget("until", until)?),
        stdin: test.stdin.clone().into_bytes(),
        analyses: Analyses::default()
            .with_some(regions::Request::of(regions))
            .with_some(covered.then_some(coverage::Request))
            .with_some(test.profile.then(Functions::default)),
        strict: test.strict,
        checks: checks(test, &at)?,
        ..firmware.options(cores)?
    };
    expect::ask(&test.expect, &mut options);
    let session = Session::new(&board, options)?;
    expect::check(&test.expect, &session)?;
    Ok(Opened {
        board,
        session,
        cause,
    })
}
