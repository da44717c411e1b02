//! Diagrams of a sweep: speed-up, efficiency and energy over the cores, and the map of efficiency over inputs and
//! cores, a field for each run and smoothed.

use crate::cli::Failure;
use crate::cli::shared::drawing::{Area, IDEAL, beside, colour, legend, mark, on_share, share};
use plotters::prelude::*;
use std::collections::BTreeSet;
use trueboard::sweep::view::{Group, Quantity, WHOLE};

/// Width and height of a diagram, in pixels.
const SIZE: (u32, u32) = (720, 480);
/// Room above and to the left of a map, for its labels.
const TOP: i32 = 12;
const LEFT: i32 = 84;
/// Fields of a smoothed map between two runs, in each direction.
const BETWEEN: usize = 8;

/// A row of a map: efficiency by number of cores.
type Row = Vec<Option<f64>>;

/// Names of files and their text.
pub fn diagrams(g: &Group<'_>) -> Result<Vec<(String, String)>, Failure> {
    let mut out = Vec::new();
    let wrong = |e: String| Failure::input(format!("diagram: {e}"));
    for subject in g.subjects() {
        let about = format!("{}-{}", g.name, file_name(&subject));
        for (q, title, file, _) in Quantity::ALL {
            if q == Quantity::Seconds {
                continue;
            }
            let title = format!("{} {subject}: {title}{}", g.name, over(g, q, &subject));
            if let Some(text) = lines(g, q, &subject, &title).map_err(wrong)? {
                out.push((format!("{about}-{file}.svg"), text));
            }
        }
        let rows: Vec<Row> = (0..g.inputs.len())
            .map(|i| {
                let of = |&c: &u32| g.value(Quantity::Efficiency, &subject, i, c);
                g.cores.iter().map(of).collect()
            })
            .collect();
        if rows.iter().flatten().all(Option::is_none) {
            continue;
        }
        let one = over(g, Quantity::Efficiency, &subject);
        let title = format!("{} {subject}: efficiency{one}", g.name);
        out.push((
            format!("{about}-map.svg"),
            map(g, &rows, 1, &title).map_err(wrong)?,
        ));
        if g.inputs.len() > 1 && g.cores.len() > 1 {
            let smooth = map(g, &smoothed(&rows), BETWEEN, &title).map_err(wrong)?;
            out.push((format!("{about}-map-smoothed.svg"), smooth));
        }
    }
    Ok(out)
}

/// What ratios are relative to, and that some of the runs have warnings.
fn over(g: &Group<'_>, q: Quantity, subject: &str) -> String {
    let mut text = String::new();
    if matches!(q, Quantity::SpeedUp | Quantity::Efficiency) {
        let bases = (0..g.inputs.len()).filter_map(|i| g.base(subject, i));
        let known = bases.filter(|&b| q == Quantity::SpeedUp || b == 1);
        let bases: BTreeSet<u32> = known.collect();
        let bases: Vec<String> = bases.iter().map(u32::to_string).collect();
        text += &format!(
            " over {} core{}",
            bases.join(" or "),
            if bases == ["1"] { "" } else { "s" }
        );
    }
    let warned: BTreeSet<u32> = g.warnings().iter().map(|w| w.0).collect();
    if !warned.is_empty() {
        let warned: Vec<String> = warned.iter().map(u32::to_string).collect();
        text += &format!(" (warnings: cores {})", warned.join(", "));
    }
    text
}

/// The part of a file's name that names a region.
fn file_name(subject: &str) -> String {
    let kept = |c: char| {
        if c.is_ascii_alphanumeric() || "._".contains(c) {
            c
        } else {
            '_'
        }
    };
    match subject {
        WHOLE => "run".to_owned(),
        name => name.chars().map(kept).collect(),
    }
}

/// A line for each input.
fn lines(g: &Group<'_>, q: Quantity, subject: &str, title: &str) -> Result<Option<String>, String> {
    let series: Vec<Vec<(f64, f64)>> = (0..g.inputs.len())
        .map(|i| {
            let at = |&c: &u32| Some((f64::from(c), g.value(q, subject, i, c)?));
            g.cores.iter().filter_map(at).collect()
        })
        .collect();
    let most = series.iter().flatten().map(|p| p.1).fold(0.0, f64::max);
    let last = f64::from(g.cores.last().copied().unwrap_or(1));
    if most <= 0.0 {
        return Ok(None);
    }
    let ideal = match q {
        Quantity::SpeedUp => Some((vec![(0.0, 0.0), (last, last)], "ideal: one per core")),
        Quantity::Efficiency => Some((vec![(0.0, 1.0), (last * 1.05, 1.0)], "ideal: 1")),
        Quantity::Seconds | Quantity::Energy => None,
    };
    let most = match q {
        Quantity::SpeedUp => most.max(last),
        Quantity::Efficiency => most.max(1.0),
        Quantity::Seconds | Quantity::Energy => most,
    };
    let mut text = String::new();
    let fail = |e: &dyn std::fmt::Display| e.to_string();
    {
        let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        area.fill(&WHITE).map_err(|e| fail(&e))?;
        let (left, right) = beside(&area);
        let mut chart = ChartBuilder::on(&left)
            .caption(title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(64)
            .build_cartesian_2d(0.0..last * 1.05, 0.0..most * 1.1)
            .map_err(|e| fail(&e))?;
        chart
            .configure_mesh()
            .x_desc("cores")
            .y_desc(axis(q))
            .x_labels(whole_ticks(last))
            .x_label_formatter(&|x| match x.fract() == 0.0 {
                true => format!("{x:.0}"),
                false => String::new(),
            })
            .light_line_style(WHITE)
            .draw()
            .map_err(|e| fail(&e))?;
        if let Some((points, _)) = &ideal {
            let line = LineSeries::new(points.clone(), IDEAL.stroke_width(1));
            chart.draw_series(line).map_err(|e| fail(&e))?;
        }
        for (i, points) in series.into_iter().enumerate() {
            let line = LineSeries::new(points.clone(), colour(i).stroke_width(2));
            chart.draw_series(line).map_err(|e| fail(&e))?;
            let marks = points.into_iter().map(|at| {
                let (path, style) = mark(i);
                EmptyElement::at(at) + PathElement::new(path, style)
            });
            chart.draw_series(marks).map_err(|e| fail(&e))?;
        }
        // The one input of most sweeps has no name.
        let name = |input: &String| match input.as_str() {
            "" => "measured".to_owned(),
            name => name.to_owned(),
        };
        let names: Vec<String> = g.inputs.iter().map(name).collect();
        legend(&right, &names, ideal.map(|(_, name)| name))?;
        area.present().map_err(|e| fail(&e))?;
    }
    Ok(Some(text))
}

/// The title of the axis, with its unit.
fn axis(q: Quantity) -> &'static str {
    match q {
        Quantity::Seconds => "time (ms)",
        Quantity::SpeedUp => "speed-up",
        Quantity::Efficiency => "efficiency (1 = ideal)",
        Quantity::Energy => "energy (uJ)",
    }
}

/// Labels of an axis from 0 to `last`, all of whole numbers.
fn whole_ticks(last: f64) -> usize {
    match last <= 20.0 {
        true => last as usize + 1,
        false => 10,
    }
}

/// A field for each input and number of cores, the lighter the more efficient; `parts` fields make up a run's.
fn map(g: &Group<'_>, rows: &[Row], parts: usize, title: &str) -> Result<String, String> {
    let columns = rows.first().map_or(0, Vec::len);
    let (wide, high) = (columns as f64, rows.len() as f64);
    let mut text = String::new();
    let fail = |e: &dyn std::fmt::Display| e.to_string();
    {
        let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        area.fill(&WHITE).map_err(|e| fail(&e))?;
        let area = area
            .titled(title, ("sans-serif", 18))
            .map_err(|e| fail(&e))?;
        let (area, right) = beside(&area);
        scale(&right)?;
        // What is drawn beyond an area is moved to its border: labels are on the outer one.
        let (outer, area) = (area.clone(), area.margin(TOP, 56, LEFT, 12));
        let label = |text: &str, (x, y): (i32, i32)| {
            let label = Text::new(text.to_owned(), (x + LEFT, y + TOP), ("sans-serif", 14));
            outer.draw(&label).map_err(|e| fail(&e))
        };
        let (w, h) = area.dim_in_pixel();
        let x = |column: f64| (f64::from(w) * column / wide.max(1.0)) as i32;
        let y = |row: f64| (f64::from(h) * row / high.max(1.0)) as i32;
        for (r, row) in rows.iter().enumerate() {
            for (c, value) in row.iter().enumerate() {
                let Some(value) = value else {
                    continue;
                };
                let colour = share(*value);
                let (c0, r0) = (c as f64, r as f64);
                let field = [(x(c0), y(r0)), (x(c0 + 1.0), y(r0 + 1.0))];
                area.draw(&Rectangle::new(field, colour.filled()))
                    .map_err(|e| fail(&e))?;
                if parts == 1 {
                    let at = (x(c0 + 0.4), y(r0 + 0.45));
                    let style = ("sans-serif", 14).into_font().color(&on_share(*value));
                    let label = Text::new(format!("{value:.3}"), at, style);
                    area.draw(&label).map_err(|e| fail(&e))?;
                }
            }
        }
        let (of_column, of_row) = match parts {
            1 => (
                wide / g.cores.len().max(1) as f64,
                high / g.inputs.len().max(1) as f64,
            ),
            _ => (BETWEEN as f64, BETWEEN as f64),
        };
        let middle = if parts == 1 { 0.5 } else { 0.0 };
        for (i, c) in g.cores.iter().enumerate() {
            label(
                &c.to_string(),
                (x((i as f64 + middle) * of_column), y(high) + 8),
            )?;
        }
        for (i, input) in g.inputs.iter().enumerate() {
            label(input, (-40, y((i as f64 + middle) * of_row)))?;
        }
        label("cores", (x(wide / 2.0) - 16, y(high) + 28))?;
        if g.inputs.iter().any(|name| !name.is_empty()) {
            label("input", (-72, y(0.0)))?;
        }
        area.present().map_err(|e| fail(&e))?;
    }
    Ok(text)
}

/// The colours of a map from 0 to 1, from the bottom to the top.
fn scale(area: &Area<'_>) -> Result<(), String> {
    const STEPS: i32 = 20;
    const HEIGHT: i32 = 12;
    let fail = |e: &dyn std::fmt::Display| e.to_string();
    let text = |what: &str, at| {
        let label = Text::new(what.to_owned(), at, ("sans-serif", 13));
        area.draw(&label).map_err(|e| fail(&e))
    };
    text("efficiency", (20, 10))?;
    for step in 0..STEPS {
        let top = 36 + (STEPS - 1 - step) * HEIGHT;
        let colour = share(f64::from(step) / f64::from(STEPS - 1));
        let field = Rectangle::new([(20, top), (44, top + HEIGHT)], colour.filled());
        area.draw(&field).map_err(|e| fail(&e))?;
    }
    text("1", (52, 30))?;
    text("0.5", (52, 30 + STEPS * HEIGHT / 2))?;
    text("0", (52, 30 + STEPS * HEIGHT))
}

/// Values between those of the runs, by straight lines in both directions.
fn smoothed(rows: &[Row]) -> Vec<Row> {
    let across: Vec<Row> = rows.iter().map(|r| between(r)).collect();
    let columns = across.first().map_or(0, Vec::len);
    let columns = (0..columns).map(|c| {
        let column: Row = across.iter().map(|r| r.get(c).copied().flatten()).collect();
        between(&column)
    });
    let columns: Vec<Row> = columns.collect();
    let high = columns.first().map_or(0, Vec::len);
    (0..high)
        .map(|r| {
            columns
                .iter()
                .map(|c| c.get(r).copied().flatten())
                .collect()
        })
        .collect()
}

fn between(values: &[Option<f64>]) -> Row {
    let mut out = Vec::new();
    for pair in values.windows(2) {
        let [a, b] = pair else {
            continue;
        };
        // A run is shown also beside one that is not there.
        out.push(*a);
        for i in 1..BETWEEN {
            let part = i as f64 / BETWEEN as f64;
            out.push(a.zip(*b).map(|(a, b)| a + (b - a) * part));
        }
    }
    out.extend(values.last().copied());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_two_runs_there_is_a_straight_line() {
        let s = smoothed(&[vec![Some(1.0), Some(0.5)], vec![Some(0.0), None]]);
        let middle = BETWEEN / 2;
        assert_eq!((s.len(), s[0].len()), (BETWEEN + 1, BETWEEN + 1));
        assert_eq!(s[0][middle], Some(0.75));
        assert_eq!(s[middle][0], Some(0.5));
        assert_eq!(s[BETWEEN][middle], None);
    }
}
