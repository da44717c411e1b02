//! The page of a run: `trueboard run --html`.

use super::summary;
use crate::cli::Failure;
use crate::cli::files;
use crate::cli::shared::firmware::Firmware;
use crate::paint::{Look, shown};
use std::path::Path;
use trueboard::analysis::why::{self, Grain, answer};
use trueboard::internals::board::{CoreKind, Question, Report, Session};
use trueboard_page::Page;

/// Writes it.
pub fn write(path: &Path, f: &Firmware, session: &Session, report: &Report) -> Result<(), Failure> {
    let Some((lanes, series)) = session.lanes() else {
        return Ok(());
    };
    let kinds = |core: u8| {
        let core = report.cores.get(usize::from(core));
        let kind = core.and_then(|c| CoreKind::of(&c.kind));
        kind.map_or_else(why::CoreKind::default, |kind| why::CoreKind {
            name: kind.name,
            meters: Some(kind.meters),
        })
    };
    let why = Question::causes(session.machine()).map(|mut causes| {
        // A board that sleeps most of the time has no other causes worth a percent.
        causes.rows.retain(|row| row.part != "idle_cycles");
        answer(&causes.rows, &kinds, Grain::Function)
    });
    let page = Page {
        title: &title(f, report),
        report,
        lanes,
        series,
        names: &*session.names(),
        summary: &shown(&summary::summary(report), Look::FILE),
        why: why.as_ref(),
        version: env!("CARGO_PKG_VERSION"),
    };
    files::write(path, page.html().as_bytes())
}

/// What was run: the images, or the script of the host that has loaded them.
fn title(f: &Firmware, report: &Report) -> String {
    match &f.host {
        Some(script) => script.display().to_string(),
        None => {
            let paths: Vec<&str> = report.images.iter().map(|i| i.path.as_str()).collect();
            paths.join(", ")
        }
    }
}
