//! The page of a run: `trueboard run --html`.

use super::{Failure, summary};
use std::path::Path;
use trueboard::analysis::why::{self, Grain, answer};
use trueboard::board::files::write_whole;
use trueboard::board::{CoreKind, Report, Session};
use trueboard_page::Page;

/// Writes it.
pub fn write(path: &Path, session: &Session, report: &Report) -> Result<(), Failure> {
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
    let causes = session.causes();
    let why = causes.map(|c| answer(&c.rows, &kinds, Grain::Function));
    let page = Page {
        report,
        lanes,
        series,
        names: &*session.names(),
        summary: &summary::summary(report),
        why: why.as_ref(),
        version: env!("CARGO_PKG_VERSION"),
    };
    write_whole(path, page.html().as_bytes())
        .map_err(|e| Failure::input(format!("{}: cannot be written: {e}", path.display())))
}
