//! Panels as lines of text.

use super::app::Row;
use crate::text::grouped;
use trueboard_lab::lesson::{Check, Lesson};
use trueboard_lab::view::{Executed, Place, Stage};
use trueboard_lab::{Panel, View};

fn place(p: &Place) -> String {
    let function = match &p.function {
        Some(f) => format!(" <{f}+{:#x}>", p.offset),
        None => String::new(),
    };
    let line = match (&p.file, p.line) {
        (Some(file), Some(line)) => {
            format!(" {}:{line}", file.rsplit('/').next().unwrap_or_default())
        }
        _ => String::new(),
    };
    format!("{:#010x}{function}{line}", p.at)
}

/// Source and disassembly of the chosen core.
pub fn code(v: &View) -> Vec<Row> {
    let Some(code) = v.code.iter().flatten().find(|c| c.core == v.core) else {
        return Vec::new();
    };
    let mut rows = Vec::new();
    let lines = code.source.iter().flat_map(|s| &s.lines);
    let near = |n: u32| {
        code.source
            .as_ref()
            .is_some_and(|s| n.abs_diff(s.line) <= 4)
    };
    for line in lines.filter(|l| near(l.number)) {
        let mark = if line.current { '>' } else { ' ' };
        let text = line.text.replace('\t', "    ");
        rows.push(Row::plain(format!("{mark}{:5} {text}", line.number)));
    }
    if let (Some(s), true) = (&code.source, rows.is_empty()) {
        rows.push(Row::plain(format!("{}:{}", s.file, s.line)));
    }
    for i in &code.instructions {
        let here = i.cores.contains(&v.core);
        let others: Vec<String> = i
            .cores
            .iter()
            .filter(|c| **c != v.core)
            .map(|c| format!("cpu{c}"))
            .collect();
        let mark = if here { "=>" } else { "  " };
        let stop = if i.breakpoint { '*' } else { ' ' };
        let function = match &i.place.function {
            Some(f) => format!("{f}+{:#x}", i.place.offset),
            None => String::new(),
        };
        rows.push(Row {
            text: format!(
                "{mark}{stop}{:08x} {:<9} {:<30} {function} {}",
                i.place.at,
                i.bytes,
                i.text,
                others.join(" ")
            ),
            strong: here,
            why: None,
        });
    }
    rows
}

/// Columns of a register: name, value, and the blanks behind it.
const REGISTER: usize = 19;

/// The lines of a panel, for so many columns; 0 are those of a screen with one panel.
pub fn rows(name: &str, v: &View, columns: usize) -> Vec<Row> {
    let rows = match name {
        "registers" => registers(
            v,
            if columns == 0 {
                4
            } else {
                (columns / REGISTER).max(1)
            },
        ),
        "pipeline" => pipeline(v, columns),
        "caches" => caches(v),
        "buses" => buses(v),
        "counters" => counters(v),
        "power" => power(v),
        "console" => {
            let text = v.console.as_deref().unwrap_or_default();
            text.lines().map(Row::plain).collect()
        }
        "calls" => v
            .calls
            .iter()
            .flatten()
            .map(|p| Row::plain(place(p)))
            .collect(),
        "meters" => meters(v),
        "warnings" => v.warnings.iter().flatten().map(Row::plain).collect(),
        _ => {
            let mut all = Panel::ALL.iter();
            let panel = all.find(|(known, _)| *known == name);
            panel.and_then(|(_, p)| p.lines(v)).unwrap_or_default()
        }
    };
    match rows.is_empty() {
        true => vec![Row::plain(format!("nothing is in {name} here"))],
        false => rows,
    }
}

fn registers(v: &View, beside: usize) -> Vec<Row> {
    let all: Vec<_> = v.registers.iter().flatten().collect();
    let cell = |r: &&trueboard_lab::view::Register| {
        let mark = if r.changed { '*' } else { ' ' };
        let digits = usize::from(r.bits.div_ceil(4));
        format!("{mark}{:<8}{:0digits$x}", r.name, r.value)
    };
    let line = |some: &[&trueboard_lab::view::Register]| Row {
        text: some.iter().map(cell).collect::<Vec<_>>().join("  "),
        strong: some.iter().any(|r| r.changed),
        why: None,
    };
    all.chunks(beside).map(line).collect()
}

/// The cycles of an instruction in the last `columns` ones up to `end`, a letter each.
fn lane(i: &Executed, end: u64, columns: usize) -> String {
    let first = end.saturating_sub(columns as u64);
    let mut cells = vec![' '; columns];
    let mut at = i.begins;
    for passed in &i.lane {
        let letter = Stage::ALL.iter().find(|(stage, ..)| *stage == passed.stage);
        let over = at.saturating_add(passed.cycles);
        for cycle in at.max(first)..over.min(end) {
            cells[(cycle - first) as usize] = letter.map_or('?', |(_, letter, _)| *letter);
        }
        at = over;
    }
    cells.into_iter().collect()
}

/// Columns of a row of the pipeline beside its lane.
const BESIDE_LANE: usize = 44;

fn pipeline(v: &View, columns: usize) -> Vec<Row> {
    let of = v.pipeline.iter().flatten().find(|p| p.core == v.core);
    let instructions = of.map_or(&[][..], |p| &p.instructions);
    let Some(end) = instructions.iter().map(|i| i.begins + i.cycles).max() else {
        return Vec::new();
    };
    let columns = match columns {
        0 => 24,
        _ => columns.saturating_sub(BESIDE_LANE).clamp(12, 60),
    };
    let stages = Stage::ALL.map(|(_, letter, name)| format!("{letter} {name}"));
    let mut rows = vec![Row::plain(format!("  {}", stages.join("  ")))];
    for i in instructions.iter().rev() {
        let missed = i.access.as_ref().is_some_and(|a| a.missed);
        rows.push(Row {
            text: format!(
                "  {:08x} |{}| {:>3} {}{} {}",
                i.place.at,
                lane(i, end, columns),
                i.cycles,
                i.text,
                if missed { " missed" } else { "" },
                i.fate.word()
            )
            .trim_end()
            .to_owned(),
            strong: false,
            why: i.access.as_ref().and_then(|a| a.why.clone()),
        });
        for s in &i.stalls {
            rows.push(Row {
                text: format!("?   {:>4} cycles: it {}", s.cycles, s.reason),
                strong: false,
                why: Some(s.why.clone()),
            });
        }
    }
    rows
}

fn caches(v: &View) -> Vec<Row> {
    let mut rows = Vec::new();
    for c in v.caches.iter().flatten() {
        let whose = c
            .core
            .map_or("shared".to_owned(), |n| format!("of core {n}"));
        let used = match (c.hits, c.misses) {
            (_, Some(misses)) => format!(", {} misses", grouped(misses)),
            _ => String::new(),
        };
        rows.push(Row {
            text: format!(
                "{} {whose}: {} sets of {} ways of {} bytes, {} lines held{used}",
                c.name, c.sets, c.ways, c.line_bytes, c.lines
            ),
            strong: true,
            why: None,
        });
        for s in &c.rows {
            let way = |w: &trueboard_lab::view::Way| match w.at {
                None => "-".to_owned(),
                Some(at) => {
                    let dirty = if w.dirty { "!" } else { "" };
                    match &w.object {
                        Some(o) => format!("{at:x}{dirty} {o}"),
                        None => format!("{at:x}{dirty}"),
                    }
                }
            };
            let ways: Vec<String> = s.ways.iter().map(way).collect();
            rows.push(Row::plain(format!(
                "  set {:4}  {}",
                s.set,
                ways.join(" | ")
            )));
            if let Some(e) = &s.evicted {
                rows.push(Row {
                    text: format!(
                        "?   {:x} left for core {} at {}",
                        e.at,
                        e.core,
                        place(&e.by)
                    ),
                    strong: false,
                    why: Some(e.why.clone()),
                });
            }
        }
    }
    rows
}

fn buses(v: &View) -> Vec<Row> {
    let mut rows = Vec::new();
    for b in v.buses.iter().flatten() {
        let text = format!("{}: {} cycles", b.name, grouped(b.cycles));
        rows.push(Row {
            text,
            strong: true,
            why: None,
        });
        for m in &b.masters {
            rows.push(Row::plain(format!(
                "  {:<10} owned it {:>12}, waited {:>12}",
                m.name,
                grouped(m.used),
                grouped(m.waited)
            )));
        }
        for w in &b.waits {
            rows.push(Row {
                text: format!(
                    "?   core {} waited {} cycles for master {} at {}",
                    w.core,
                    w.cycles,
                    w.owner,
                    place(&w.place)
                ),
                strong: false,
                why: Some(w.why.clone()),
            });
        }
    }
    rows
}

fn counters(v: &View) -> Vec<Row> {
    let row = |c: &trueboard_lab::view::Counter| Row {
        text: format!(
            "? {} {:<8} {:<28} shown {:>11} true {:>11} {} {}",
            c.device,
            c.register,
            c.event,
            grouped(c.shown),
            c.truth.map_or("-".to_owned(), grouped),
            c.verdict,
            c.causes.join(", ")
        ),
        strong: c.truth.is_some_and(|t| t != c.shown),
        why: Some(c.why.clone()),
    };
    v.counters.iter().flatten().rev().map(row).collect()
}

fn power(v: &View) -> Vec<Row> {
    let Some(p) = &v.power else {
        return Vec::new();
    };
    let mut rows = vec![Row::plain(format!(
        "{:.2} mW on average, {:.1} uJ, die {:.2} degC",
        p.mean_mw, p.energy_uj, p.die_c
    ))];
    for (name, uj) in &p.components_uj {
        rows.push(Row::plain(format!("  {name:<20} {uj:>12.2} uJ")));
    }
    let most = p.points.iter().map(|q| q.mw).fold(1.0, f64::max);
    for q in p.points.iter().rev().take(200) {
        let bar = "#".repeat((q.mw / most * 40.0) as usize);
        let us = q.tick as f64 * 1e6 / v.time.hz.max(1) as f64;
        rows.push(Row::plain(format!(
            "{us:>10.0} us {:>9.2} mW {:>7.2} degC {bar}",
            q.mw, q.die_c
        )));
    }
    rows
}

fn meters(v: &View) -> Vec<Row> {
    let mut rows = Vec::new();
    for m in v.meters.iter().flatten().filter(|m| m.core == v.core) {
        for (name, n) in &m.values {
            let part = m.stack.iter().any(|(s, _)| s == name);
            let mark = if part { "  part of the cycles" } else { "" };
            rows.push(Row::plain(format!("{name:<36} {:>16}{mark}", grouped(*n))));
        }
    }
    rows
}

/// The text of a lesson and its tasks.
pub fn lesson(lesson: Option<&Lesson>) -> Vec<Row> {
    let Some(l) = lesson else {
        return vec![Row::plain(
            "no lesson is open; `trueboard lab list` has them all",
        )];
    };
    let strong = |text: String| Row {
        text,
        strong: true,
        why: None,
    };
    let mut rows = vec![strong(l.title.clone())];
    rows.extend(l.text.trim().lines().map(Row::plain));
    rows.push(Row::plain(format!("What you can change: {}", l.change)));
    for (i, t) in (1..).zip(&l.tasks) {
        rows.push(strong(format!("Task {i}: {}", t.title)));
        rows.extend(t.text.trim().lines().map(Row::plain));
        for c in &t.checks {
            if let Check::Answer { name, ask, .. } | Check::Word { name, ask, .. } = c {
                rows.push(Row::plain(format!("  {name}: {ask}")));
            }
        }
    }
    rows.push(Row::plain(
        "Check it with `trueboard lab check`; ? shows the keys.",
    ));
    rows
}
