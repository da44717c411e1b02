//! The panels of a face, a row each: name, part of the view, and where it comes from. A new panel is a file here with
//! type, computation and lines, and a row of the table; the page draws it by a file and a row of its own
//! (`sim/web/page/panels`).

pub mod mesh;

use crate::lab::Lab;
use crate::place::place;
use crate::shown::{activity, measured, meters};
use crate::trail::Trail;
use crate::view::{Bus, Cache, Code, Counter, Meters, Pipeline, Place, Power, Register, Row};
use serde::{Deserialize, Serialize};
use trueboard_board::Report;

/// Where a panel comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// The machine as it stands.
    Machine,
    /// The last instructions, executed again.
    Trail,
    /// The report up to here.
    Report,
}

/// What panels are computed from.
struct At<'a> {
    lab: &'a Lab,
    trail: Option<&'a Trail>,
    report: Option<&'a Report>,
}

/// The table. `lines` gives the lines of a terminal for a panel that has them in its own file.
macro_rules! panels {
    ($(
        $(#[$doc:meta])*
        $variant:ident $name:literal, $field:ident: $type:ty = $from:ident $shown:expr $(, lines $lines:expr)?;
    )*) => {
        /// A panel of a face. Hidden panels are not computed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        pub enum Panel {
            $($(#[$doc])* #[serde(rename = $name)] $variant,)*
        }

        /// The requested panels of a view; the others are missing.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[serde(default)]
        pub struct Panels {
            $(
                $(#[$doc])*
                #[serde(skip_serializing_if = "Option::is_none")]
                #[cfg_attr(feature = "ts", ts(optional))]
                pub $field: Option<$type>,
            )*
        }

        impl Panel {
            /// All panels with their names, in the order of a terminal's keys.
            pub const ALL: &[(&str, Panel)] = &[$(($name, Panel::$variant)),*];

            fn from(self) -> Origin {
                match self {
                    $(Panel::$variant => Origin::$from,)*
                }
            }

            /// The panel as lines, if its own file makes them.
            #[must_use]
            pub fn lines(self, panels: &Panels) -> Option<Vec<Row>> {
                let _ = panels;
                match self {
                    $($(Panel::$variant => panels.$field.as_ref().map($lines),)?)*
                    #[allow(unreachable_patterns)]
                    _ => None,
                }
            }
        }

        impl Lab {
            /// These panels.
            pub(crate) fn panels(&mut self, wanted: &[Panel]) -> Panels {
                let needs = |from: Origin| wanted.iter().any(|p| p.from() == from);
                let again = needs(Origin::Trail).then(|| self.trail()).flatten();
                let report = needs(Origin::Report).then(|| self.session.report_so_far());
                let at = At {
                    lab: self,
                    trail: again.as_ref().and_then(|a| a.machine().observer()),
                    report: report.as_ref(),
                };
                let mut panels = Panels::default();
                $(if wanted.contains(&Panel::$variant) {
                    panels.$field = view(&at, $shown);
                })*
                panels
            }
        }
    };
}

/// What a panel shows of a moment.
fn view<T>(at: &At<'_>, shown: fn(&At<'_>) -> Option<T>) -> Option<T> {
    shown(at)
}

panels! {
    /// Source and disassembly around the instructions of all cores.
    Code "code", code: Vec<Code> = Machine |at| Some(at.lab.code());
    /// Registers of the chosen core.
    Registers "registers", registers: Vec<Register> = Machine |at| Some(at.lab.registers());
    /// The last instructions of each core with their stalls.
    Pipeline "pipeline", pipeline: Vec<Pipeline> = Trail
        |at| Some(activity::pipeline(at.lab.session.machine(), at.trail));
    /// Caches.
    Caches "caches", caches: Vec<Cache> = Trail |at| Some(at.lab.caches(at.trail));
    /// Buses with owner and waiters.
    Buses "buses", buses: Vec<Bus> = Trail
        |at| Some(activity::buses(at.lab.session.machine(), at.trail));
    /// Counters as the firmware has read them, beside the truth.
    Counters "counters", counters: Vec<Counter> = Report
        |at| Some(measured::counters(at.lab.session.machine(), at.report?));
    /// Power and temperature over time.
    Power "power", power: Power = Report |at| at.lab.power(at.report?);
    /// The console.
    Console "console", console: String = Machine
        |at| Some(String::from_utf8_lossy(at.lab.console()).into_owned());
    /// The calls that led to the chosen core's place, the innermost first.
    Calls "calls", calls: Vec<Place> = Machine |at| Some(calls(at.lab));
    /// The meters of all cores.
    Meters "meters", meters: Vec<Meters> = Machine |at| Some(meters(at.lab.session.machine()));
    /// Cores and links of a mesh.
    Mesh "mesh", mesh: mesh::Mesh = Machine
        |at| mesh::mesh(at.lab.session.machine()), lines mesh::lines;
    /// What the user should know.
    Warnings "warnings", warnings: Vec<String> = Machine |at| Some(at.lab.session.machine().warnings());
}

impl Panel {
    /// The panel is computed by executing the last instructions again: a face asks for it behind the others.
    #[must_use]
    pub fn comes_later(self) -> bool {
        self.from() == Origin::Trail
    }
}

fn calls(lab: &Lab) -> Vec<Place> {
    let m = lab.session.machine();
    let here = std::iter::once(m.pc(lab.core));
    let all = here.chain(m.calls(lab.core));
    all.map(|at| place(m, lab.core, at)).collect()
}
