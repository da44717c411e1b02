//! The chart: speeds of all simulators by program, on a logarithmic axis.

use crate::speed::measured::{Measured, Row};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn<T> = Result<T, DrawingAreaErrorKind<std::io::Error>>;

/// Width of the chart, and height of a row, in pixels.
const WIDTH: i32 = 860;
const ROW: i32 = 22;
/// Room above the rows, for the legend, and below them, for the axis.
const TOP: i32 = 56;
const BOTTOM: i32 = 50;
/// Room left of the axis, for names, and right of it.
const LEFT: i32 = 220;
const RIGHT: i32 = 30;
/// What the legend says first; peers follow.
const OURS: &str = "Trueboard, all timing and meters";

/// Colours that all kinds of sight tell apart (Okabe and Ito). Marks differ in shape, too, for print without colour.
const COLOURS: [RGBColor; 3] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 0, 0),
];

/// The chart as SVG.
///
/// # Errors
/// When it cannot be drawn.
pub fn svg(measured: &Measured) -> Drawn<String> {
    let rows = &measured.rows;
    let height = TOP + ROW * rows.len() as i32 + BOTTOM;
    let (low, high) = decades(rows);
    let x = |mips: f64| {
        let share = (mips.log10() - f64::from(low)) / f64::from(high - low);
        LEFT + (share * f64::from(WIDTH - LEFT - RIGHT)).round() as i32
    };
    let y = |row: usize| TOP + ROW * row as i32 + ROW / 2;
    let mut out = String::new();
    {
        let size = (WIDTH as u32, height as u32);
        let area = SVGBackend::with_string(&mut out, size).into_drawing_area();
        area.fill(&WHITE)?;
        axis(&area, low..=high, &x, (TOP, height - BOTTOM))?;
        for (i, row) in rows.iter().enumerate() {
            let name = format!("{}, {}", row.board, row.program);
            let dots = [(LEFT, y(i)), (WIDTH - RIGHT, y(i))];
            area.draw(&PathElement::new(dots, BLACK.mix(0.12)))?;
            text(&area, &name, (LEFT - 10, y(i)), HPos::Right)?;
            for (who, speed) in row.speeds.iter().enumerate() {
                if let Some(speed) = speed {
                    mark(&area, who, (x(speed.mips), y(i)))?;
                }
            }
        }
        let peers = measured.peers.iter().map(|p| p.name.as_str());
        for (who, name) in std::iter::once(OURS).chain(peers).enumerate() {
            let at = LEFT + 10 + who as i32 * 130 + if who > 0 { 110 } else { 0 };
            mark(&area, who, (at, TOP / 2))?;
            text(&area, name, (at + 12, TOP / 2), HPos::Left)?;
        }
        area.present()?;
    }
    Ok(out)
}

/// Powers of ten around all speeds.
fn decades(rows: &[Row]) -> (i32, i32) {
    let all = rows.iter().flat_map(|r| r.speeds.iter().flatten());
    let all: Vec<f64> = all.map(|s| s.mips.log10()).collect();
    let low = all.iter().copied().fold(f64::INFINITY, f64::min);
    let high = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    match low <= high {
        true => (
            low.floor() as i32,
            (high.ceil() as i32).max(low.floor() as i32 + 1),
        ),
        false => (0, 1),
    }
}

/// Lines at 1, 2 and 5 of each power of ten, with their figures.
fn axis(
    area: &Area<'_>,
    powers: std::ops::RangeInclusive<i32>,
    x: &dyn Fn(f64) -> i32,
    (top, bottom): (i32, i32),
) -> Drawn<()> {
    let last = *powers.end();
    for power in powers {
        for digit in [1.0, 2.0, 5.0] {
            let mips = digit * 10f64.powi(power);
            if power == last && digit > 1.0 {
                continue;
            }
            let strength = if digit == 1.0 { 0.5 } else { 0.2 };
            let line = [(x(mips), top), (x(mips), bottom)];
            area.draw(&PathElement::new(line, BLACK.mix(strength)))?;
            text(
                area,
                &format!("{mips}"),
                (x(mips), bottom + 12),
                HPos::Center,
            )?;
        }
    }
    let middle = (LEFT + WIDTH - RIGHT) / 2;
    let unit = "million instructions a second of processor time (logarithmic)";
    text(area, unit, (middle, bottom + 34), HPos::Center)
}

fn text(area: &Area<'_>, what: &str, at: (i32, i32), side: HPos) -> Drawn<()> {
    let style = ("sans-serif", 15).into_text_style(area);
    let style = style.color(&BLACK).pos(Pos::new(side, VPos::Center));
    area.draw_text(what, &style, at)
}

/// A simulator's mark: ours a disc, the first peer a square, the second a cross.
fn mark(area: &Area<'_>, who: usize, (x, y): (i32, i32)) -> Drawn<()> {
    let colour = COLOURS[who.min(COLOURS.len() - 1)];
    match who {
        0 => area.draw(&Circle::new((x, y), 6, colour.filled())),
        1 => {
            let corners = [(x - 5, y - 5), (x + 5, y + 5)];
            area.draw(&Rectangle::new(corners, colour.stroke_width(2)))
        }
        _ => area.draw(&Cross::new((x, y), 5, colour.stroke_width(2))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speed::measured::Measured;

    fn measured(speeds: &str) -> Measured {
        let text = format!(
            r#"{{"machine": "m", "rounds": 1, "peers": [{{"name": "Q", "version": "7"}}],
                 "rows": [{{"board": "b", "program": "p", "instructions": 1, "speeds": [{speeds}]}}]}}"#
        );
        Measured::of(&text).expect("it is a record")
    }

    #[test]
    fn a_speed_has_a_mark_and_a_missing_one_has_none() {
        let ours = r#"{"mips": 20.0, "ratio": 1.0}"#;
        let both = svg(&measured(&format!(
            "{ours}, {{\"mips\": 30.0, \"ratio\": 1.5}}"
        )));
        let one = svg(&measured(&format!("{ours}, null")));
        // The background and the legend have a rectangle each.
        let squares = |svg: Drawn<String>| svg.expect("it is drawn").matches("<rect").count();
        assert_eq!((squares(both), squares(one)), (3, 2));
    }

    #[test]
    fn the_axis_has_all_speeds_within_whole_powers_of_ten() {
        let speeds = r#"{"mips": 20.0, "ratio": 1.0}, {"mips": 3000.0, "ratio": 150.0}"#;
        assert_eq!(decades(&measured(speeds).rows), (1, 4));
        assert_eq!(decades(&measured("null, null").rows), (0, 1));
    }
}
