//! What the scripts of the page draw, as JSON. Long columns are packed: `columns.rs`.

use crate::Page;
use crate::columns::{marks, numbers, rising, segments, wandering};
use crate::readings::readings;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use trueboard_analyses::lanes::{Bins, Doing, Lane, Mark, Node, What};
use trueboard_analyses::profile::observe::CoreProfile;
use trueboard_analyses::stack::FrameKind;
use trueboard_board::{Column, CoreKind};
use trueboard_core::meter::{CoreMeter, Dictionary};

/// Cells of the levels that are drawn, of all the run; and contexts drawn of one.
const CELLS: [u64; 3] = [1 << 15, 1 << 13, 1 << 11];
const DRAWN: usize = 4;
/// Causes of cycles that are shown, and parts of each.
const CAUSES: usize = 300;
const PARTS: usize = 6;

/// Texts by number.
#[derive(Default)]
pub(crate) struct Texts {
    all: Vec<String>,
    known: BTreeMap<String, u64>,
}

impl Texts {
    pub fn number(&mut self, text: &str) -> u64 {
        if let Some(&n) = self.known.get(text) {
            return n;
        }
        let n = self.all.len() as u64;
        self.all.push(text.to_owned());
        self.known.insert(text.to_owned(), n);
        n
    }
}

/// All of it, as it can stand in an element.
pub(crate) fn json(page: &Page<'_>) -> String {
    let r = page.report;
    let mut texts = Texts::default();
    let cores: Vec<Value> = (0..)
        .zip(page.lanes.cores())
        .zip(&r.cores)
        .map(|((id, lane), c)| {
            let mut core = of_lane(page, id, lane, &mut texts);
            core["name"] = json!(c.name);
            core["hz"] = json!(c.clock_hz);
            core["cycles"] = json!(c.cycles);
            core["instructions"] = json!(c.instructions);
            core["idle"] = json!(c.idle_cycles);
            core
        })
        .collect();
    let (console, left_out) = page.lanes.console();
    let value = json!({
        "format": "trueboard.page/1",
        "hz": r.time.hz,
        "begin": page.lanes.begin(),
        "end": page.lanes.end().max(r.time.ticks),
        "events": page.lanes.facts(),
        "cores": cores,
        "counts": counts(page),
        "power": power(page),
        "readings": readings(page, &mut texts),
        "sensors": sensors(page),
        "console": {"lines": console, "left_out": left_out},
        "functions": r.profile.as_deref().map(|p| functions(p, &mut texts)),
        "why": why(page),
        "texts": texts.all,
    });
    // No text can end the element that it stands in.
    value.to_string().replace('<', "\\u003c")
}

fn of_lane(page: &Page<'_>, id: u8, lane: &Lane, texts: &mut Texts) -> Value {
    let (begin, end) = (page.lanes.begin(), page.lanes.end());
    let nodes = lane.tree().nodes();
    let kinds = nodes.iter().map(|n| match n.doing {
        Doing::Start | Doing::Task(_) => 0,
        Doing::Frame(FrameKind::Function, _) => 1,
        Doing::Frame(FrameKind::Trap(_), _) => 2,
        Doing::Frame(FrameKind::Interrupt(_), _) => 3,
        Doing::Asleep => 4,
        Doing::Held => 5,
        Doing::Error => 6,
    });
    let kinds: Vec<u64> = kinds.collect();
    // A task is called by the function in which it began.
    let begun = |place: usize| {
        let above = |n: &&Node| n.caller.is_some_and(|c| c as usize == place);
        nodes.iter().find(above).map(|n| n.doing)
    };
    let core_name = |c: u8| {
        let found = page.report.cores.iter().find(|x| x.id == c);
        found.map_or_else(|| c.to_string(), |c| c.name.clone())
    };
    let name = |place: usize, doing: &Doing| match *doing {
        Doing::Start => "(start)".to_owned(),
        Doing::Task(number) => {
            let begun = match begun(place) {
                Some(Doing::Frame(FrameKind::Function, entry)) => page.names.function(id, entry),
                _ => "?".to_owned(),
            };
            format!("{} task {number}: {begun}", core_name(id))
        }
        Doing::Frame(FrameKind::Function, entry) => page.names.function(id, entry),
        Doing::Frame(FrameKind::Trap(tt), _) => format!("trap {}", page.names.trap(id, tt)),
        Doing::Frame(FrameKind::Interrupt(level), _) => format!("interrupt {level}"),
        Doing::Asleep => "(asleep)".to_owned(),
        Doing::Held => "(held)".to_owned(),
        Doing::Error => "(error)".to_owned(),
    };
    let names: Vec<u64> = nodes
        .iter()
        .enumerate()
        .map(|(i, n)| texts.number(&name(i, &n.doing)))
        .collect();
    let track = lane.track();
    let all = track.segments();
    let mut levels = vec![json!({"cell": track.cell(), "segments": segments(begin, all)})];
    let mut fewest = all.len();
    for cells in CELLS {
        let cell = (end.saturating_sub(begin) / cells).max(1);
        if cell <= track.cell() {
            continue;
        }
        let drawn = track.drawn(cell, end, DRAWN, &|key| lane.tree().caller(key));
        if drawn.len() <= fewest / 2 {
            fewest = drawn.len();
            levels.push(json!({"cell": cell, "segments": segments(begin, &drawn)}));
        }
    }
    // Few labels are marked often.
    let mut labels: Vec<(What, u64)> = Vec::new();
    let mut label = |m: &Mark| {
        if let Some(&(_, label)) = labels.iter().find(|(what, _)| *what == m.what) {
            return label;
        }
        let text = match m.what {
            What::Interrupt(level) => format!("interrupt {level}"),
            What::Trap(tt) => format!("trap {}", page.names.trap(id, tt)),
            What::Sent(to) => format!("message to {}", core_name(to)),
            What::Received(from) => format!("message from {}", core_name(from)),
        };
        let kind = match m.what {
            What::Interrupt(_) => 0,
            What::Trap(_) => 1,
            What::Sent(_) => 2,
            What::Received(_) => 3,
        };
        let label = texts.number(&text) << 2 | kind;
        labels.push((m.what, label));
        label
    };
    json!({
        "callers": numbers(nodes.iter().map(|n| n.caller.map_or(0, |c| u64::from(c) + 1))),
        "kinds": numbers(kinds),
        "names": numbers(names),
        "full": lane.tree().full(),
        "levels": levels,
        "mark_cell": lane.marks().cell(),
        "marks": marks(begin, lane.marks().marks(), &mut label),
    })
}

/// The columns of sums that are not zero all the time.
fn counts(page: &Page<'_>) -> Value {
    let bins = page.series.counts();
    let buses = &page.report.buses;
    let columns = page.series.columns().iter().enumerate();
    let columns: Vec<Value> = columns
        .filter(|(i, _)| bins.column(*i).any(|n| n != 0))
        .map(|(i, column)| {
            let values = numbers(bins.column(i));
            match *column {
                Column::Core(core, m) => {
                    json!({"core": core, "meter": meter(page, core, m), "values": values})
                }
                Column::Bus(bus) => {
                    let name = buses.get(usize::from(bus)).map(|b| &b.name);
                    json!({"bus": bus, "name": name, "values": values})
                }
                Column::Master(bus, master) => {
                    json!({"bus": bus, "master": master, "values": values})
                }
            }
        })
        .collect();
    json!({"begin": bins.begin(), "ends": ends(bins), "columns": columns})
}

fn meter(page: &Page<'_>, core: u8, m: CoreMeter) -> Option<&'static str> {
    dictionary(page, core).map(|d| d.name(m))
}

fn dictionary(page: &Page<'_>, core: u8) -> Option<&'static Dictionary> {
    let core = page.report.cores.iter().find(|c| c.id == core)?;
    Some(CoreKind::of(&core.kind)?.meters)
}

fn ends(bins: &Bins) -> String {
    rising(bins.begin(), bins.ends().iter().copied())
}

fn power(page: &Page<'_>) -> Value {
    let Some(bins) = page.series.energy() else {
        return Value::Null;
    };
    let components = page.series.components().iter().enumerate();
    let used = components.filter(|(i, _)| bins.column(*i).any(|n| n != 0));
    let columns: Vec<Value> = used
        .map(|(i, name)| json!({"name": name, "values": numbers(bins.column(i))}))
        .collect();
    let levels = bins.levels();
    json!({
        "begin": bins.begin(),
        "ends": ends(bins),
        "columns": columns,
        "min": wandering(levels.iter().map(|l| l.0)),
        "max": wandering(levels.iter().map(|l| l.1)),
        "last": wandering(levels.iter().map(|l| l.2)),
    })
}

/// Reads of sensors: tick, degrees shown, thousandths of a degree that it had.
fn sensors(page: &Page<'_>) -> Value {
    let reads = page.report.sensors.reads.iter();
    let every = page.report.sensors.reads.len().div_ceil(4096).max(1);
    let rows: Vec<Value> = reads
        .step_by(every)
        .map(|w| json!([w.at_tick, w.measured_c, w.truth_mc]))
        .collect();
    json!({"rows": rows, "every": every})
}

/// What a function costs on a core, without its callees.
#[derive(Default, Serialize)]
struct Function {
    core: u8,
    name: u64,
    calls: u64,
    cycles: u64,
    instructions: u64,
    stalls: BTreeMap<String, u64>,
}

fn functions(profile: &[CoreProfile], texts: &mut Texts) -> Vec<Function> {
    let mut all: BTreeMap<(u8, &str), Function> = BTreeMap::new();
    for core in profile {
        for context in &core.contexts {
            let meter = |name: &str| context.meters.get(name).copied().unwrap_or(0);
            let f = all.entry((core.core, &context.name)).or_default();
            f.core = core.core;
            f.name = texts.number(&context.name);
            f.calls += context.calls;
            f.cycles += meter("cycles");
            f.instructions += meter("instructions");
            for part in core.stack.iter().filter(|part| meter(part) != 0) {
                *f.stalls.entry(part.clone()).or_default() += meter(part);
            }
        }
    }
    all.into_values().collect()
}

fn why(page: &Page<'_>) -> Option<Value> {
    let answer = page.why?;
    let causes = answer.causes.iter().take(CAUSES).map(|c| {
        let behind = c
            .what
            .behind
            .iter()
            .map(|p| (p.percent, p.cycles, &p.sentence));
        let owners = c
            .what
            .owners
            .iter()
            .map(|p| (p.percent, p.cycles, &p.sentence));
        json!({
            "percent": c.percent,
            "cycles": c.cycles,
            "sentence": c.sentence,
            "function": c.what.place.function,
            "behind": behind.take(PARTS).collect::<Vec<_>>(),
            "owners": owners.take(PARTS).collect::<Vec<_>>(),
        })
    });
    Some(json!({
        "cycles": answer.cycles,
        "causes": causes.collect::<Vec<_>>(),
        "left_out": answer.causes.len().saturating_sub(CAUSES),
    }))
}
