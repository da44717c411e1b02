//! `trueboard events`: the dictionary.

use crate::cli::shared::answer::Answer;
use std::path::PathBuf;
mod presets;

use super::Example;
use super::Failure;
use clap::Args;
use std::fmt::Write;
use trueboard::catalogue::{Dictionary, events};
use trueboard::internals::core::meter::Unit;

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[(
    "What the GR740's counters count, and all meters",
    "trueboard events gr740",
)];

#[derive(Args)]
pub struct Events {
    /// Add the counter events of this board (name or .ron file)
    pub board: Option<String>,
    /// PAPI's presets: how far the counters of the board have each; with a run, what the bounds are
    /// worth in it
    #[arg(long, value_name = "RUN", num_args = 0..=1, requires = "board")]
    pub presets: Option<Option<PathBuf>>,
    #[command(flatten)]
    pub answer: Answer,
}

pub fn run(a: &Events) -> Result<u8, Failure> {
    if let (Some(of), Some(board)) = (&a.presets, &a.board) {
        presets::run(board, of.as_deref(), a.answer)?;
        return Ok(0);
    }
    let d = events(a.board.as_deref())?;
    let rows = ["meters", "pmu_events", "core_counters/events"];
    a.answer.print(&d, &rows, || text(&d))?;
    Ok(0)
}

fn text(d: &Dictionary) -> String {
    let mut s = String::new();
    let mut last = "";
    for m in &d.meters {
        if m.of != last {
            let _ = writeln!(
                s,
                "{}meters of a {}",
                if last.is_empty() { "" } else { "\n" },
                m.of
            );
            last = m.of;
        }
        let _ = writeln!(s, "  {} [{}]\n      {}", m.name, unit(m.unit), m.doc);
    }
    if !d.pmu_events.is_empty() {
        s += "\ncounter events (L4STAT)\n";
        for e in &d.pmu_events {
            let meter = e.meter.map_or(String::new(), |m| format!(", meter {m}"));
            let _ = writeln!(
                s,
                "  {:#04x} {} [{}{meter}]\n      {}",
                e.id,
                e.name,
                unit(e.unit),
                e.doc
            );
        }
    }
    for c in &d.core_counters {
        let _ = writeln!(s, "\ncounters of {}", c.cores.join(", "));
        for e in &c.events {
            let code = e.code.map_or(String::new(), |n| format!(" = {n}"));
            let _ = writeln!(
                s,
                "  {}{code} {} [meter {}]\n      {}",
                e.counter, e.name, e.meter, e.doc
            );
        }
    }
    s
}

fn unit(u: Unit) -> &'static str {
    match u {
        Unit::Count => "count",
        Unit::Cycles => "cycles",
        Unit::Bytes => "bytes",
    }
}

#[cfg(test)]
mod tests {
    use trueboard::internals::judge::l4stat::cctrl::Event as Judged;
    use trueboard::internals::l4stat::Event;

    /// As below, of the counters of eCores. MESH_0 and MESH_1 are what MESHCFG says.
    #[test]
    fn an_event_of_an_ecore_has_one_name() {
        use trueboard::internals::judge::epiphany::event_name;
        use trueboard_cpu_epiphany::counters::events::EVENTS;
        for code in 0..16 {
            let listed = EVENTS.iter().find(|e| !e.mesh && e.code == code);
            let listed = listed.map_or("", |e| e.name);
            let unlisted = ["OFF", "reserved", "MESH_0", "MESH_1"];
            let name = event_name(code);
            assert!(
                listed == name || listed.is_empty() && unlisted.contains(&name),
                "{code:#x}"
            );
        }
    }

    /// The unit and its judge share no code; what they call an event is checked.
    #[test]
    fn an_event_has_one_name() {
        for id in 0..=255 {
            let name = Judged::by_id(id).map(|e| e.name);
            assert_eq!(Event::by_id(id).map(|e| e.name), name, "{id:#04x}");
        }
    }
}
