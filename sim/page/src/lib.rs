//! A run as one page of HTML that needs nothing else: what each core executed, with interrupts; the counters that
//! firmware read beside what happened; use of buses, power and temperature on the same axis of time; the profile; what
//! made the cycles. `docs/user/howto/html.md` says how to read it.
//!
//! What is drawn comes from [`trueboard_analyses::lanes`], which is bounded, so that the page of a long run is no larger
//! than that of a short one with many calls. Equal runs make equal pages.

mod columns;
mod data;
mod readings;
mod tables;

use trueboard_analyses::lanes::Lanes;
use trueboard_analyses::markup::escaped;
use trueboard_analyses::profile::observe::Names;
use trueboard_analyses::why::Answer;
use trueboard_board::{Report, Series};

const STYLE: &str = include_str!("assets/page.css");
/// In the order in which they are executed: each uses what those before it define.
const SCRIPTS: [&str; 7] = [
    include_str!("assets/data.js"),
    include_str!("assets/view.js"),
    include_str!("assets/lanes.js"),
    include_str!("assets/charts.js"),
    include_str!("assets/profile.js"),
    include_str!("assets/flame.js"),
    include_str!("assets/main.js"),
];

/// What a page is made of.
pub struct Page<'a> {
    /// What was run: images, a script or a workload.
    pub title: &'a str,
    /// The run.
    pub report: &'a Report,
    /// What its cores executed.
    pub lanes: &'a Lanes,
    /// Numbers over its time.
    pub series: &'a Series,
    /// Names of functions and traps.
    pub names: &'a dyn Names,
    /// What the terminal shows of it.
    pub summary: &'a str,
    /// What made its cycles, if that was followed.
    pub why: Option<&'a Answer>,
    /// Of the program that has run it.
    pub version: &'a str,
}

impl Page<'_> {
    /// The page.
    #[must_use]
    pub fn html(&self) -> String {
        let r = self.report;
        let title = escaped(&format!("{} on {}", self.title, r.board));
        let mut script = SCRIPTS.concat();
        // The end of the element is nothing that our scripts have; a string in one might.
        script = script.replace("</script", "<\\/script");
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
             style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"generator\" content=\"Trueboard {version}\">\n\
             <title>{title} - Trueboard</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             {body}<script type=\"application/json\" id=\"data\">{data}</script>\n\
             <script>\n{script}</script>\n</body>\n</html>\n",
            version = escaped(self.version),
            body = tables::body(self, &title),
            data = data::json(self),
        )
    }
}
