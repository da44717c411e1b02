//! What the page says without a script: what was run, what the terminal shows, and measured beside true.

use crate::Page;
use crate::readings::{of_tally, word};
use std::fmt::Write;
use trueboard_analyses::markup::escaped;

/// Parts of the page that scripts fill.
const VIEW: &str = include_str!("assets/view.html");

/// The body of the page, up to its data.
pub(crate) fn body(page: &Page<'_>, title: &str) -> String {
    let r = page.report;
    let mut s = format!("<header>\n<h1>{title}</h1>\n<p class=\"facts\">");
    let _ = write!(
        s,
        "{}; {:.6} s simulated; {} trace events; Trueboard {}",
        escaped(&r.outcome.detail),
        r.time.seconds,
        grouped(page.lanes.facts()),
        escaped(page.version)
    );
    s += "</p>\n<ul class=\"images\">";
    for image in &r.images {
        let cores: Vec<String> = image.cores.iter().map(usize::to_string).collect();
        let _ = write!(
            s,
            "<li>{} on core {}: sha256 <code>{}</code></li>",
            escaped(&image.path),
            cores.join(", "),
            escaped(&image.sha256)
        );
    }
    s += "</ul>\n</header>\n";
    s += VIEW;
    s += "<section id=\"measured\"><h2>What the firmware's counters showed, and what happened</h2>\n";
    s += &counters(page);
    s += "</section>\n<section id=\"summary\"><h2>Summary</h2>\n<pre>";
    s += &escaped(page.summary.trim_matches('\n'));
    s += "</pre>\n";
    if !r.warnings.is_empty() {
        s += "<h3>Warnings</h3>\n<ul>";
        for w in &r.warnings {
            let _ = write!(s, "<li>{}</li>", escaped(w));
        }
        s += "</ul>\n";
    }
    s += "</section>\n</main>\n";
    s
}

/// Sums over all reads of each counter.
fn counters(page: &Page<'_>) -> String {
    let events = &page.report.windows.events;
    if events.is_empty() {
        return "<p>The firmware read no counter.</p>\n".to_owned();
    }
    let mut s = "<div class=\"wide\"><table><thead><tr><th>counter</th>".to_owned();
    for heading in [
        "reads",
        "measured",
        "true",
        "difference",
        "exact",
        "explained",
        "wrong",
        "not judged",
    ] {
        let _ = write!(s, "<th class=\"n\">{heading}</th>");
    }
    s += "<th>causes</th></tr></thead><tbody>\n";
    for e in events {
        let label = escaped(&of_tally(page, e));
        let _ = write!(s, "<tr data-counter=\"{label}\"><td>{label}</td>");
        let difference = i128::from(e.measured) - i128::from(e.truth);
        let sign = ["", "+"][usize::from(difference > 0)];
        for cell in [
            grouped(e.windows),
            grouped(e.measured),
            grouped(e.truth),
            format!("{sign}{difference}"),
            grouped(e.exact),
            grouped(e.explained),
            grouped(e.wrong),
            grouped(e.not_judged),
        ] {
            let _ = write!(s, "<td class=\"n\">{cell}</td>");
        }
        let causes: Vec<String> = e.causes.iter().map(word).collect();
        let _ = writeln!(s, "<td>{}</td></tr>", escaped(&causes.join(", ")));
    }
    s += "</tbody></table></div>\n";
    s
}

/// A number with its digits in groups of three.
fn grouped(n: u64) -> String {
    trueboard_analyses::markup::grouped(n, ',')
}
