//! The hulls of all links as a picture in SVG: time of the reference to the right, distance from the answer
//! upwards, so that nanoseconds can be seen over seconds.

use crate::cli::Failure;
use crate::cli::shared::drawing::{IDEAL, colour};
use plotters::coord::Shift;
use plotters::prelude::*;
use trueboard::internals::clocksync::hulls::Scale;
use trueboard::internals::clocksync::network::Link;
use trueboard::internals::clocksync::point::{Line, Point, Way};
use trueboard::internals::clocksync::report::NamedClock;

/// Width, and height for each link, in pixels.
const SIZE: (u32, u32) = (860, 380);
/// Room above and below the hulls, as a share of their height.
const ROOM: f64 = 0.25;
/// The colours of messages to the other clock and to the reference, and of their hulls.
const TO_OTHER: usize = 0;
const TO_REFERENCE: usize = 1;
/// The lines of extreme slope.
const EXTREME: RGBColor = IDEAL;

/// Draws a panel for each link.
pub fn svg(links: &[Link], sources: &[NamedClock]) -> Result<String, Failure> {
    let rows = u32::try_from(links.len()).unwrap_or(u32::MAX).max(1);
    let mut text = String::new();
    let wrong = |e: String| Failure::input(format!("--svg: {e}"));
    {
        let size = (SIZE.0, SIZE.1.saturating_mul(rows));
        let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
        area.fill(&WHITE).map_err(|e| wrong(e.to_string()))?;
        for (link, panel) in links.iter().zip(area.split_evenly((rows as usize, 1))) {
            draw(&panel, link, sources).map_err(wrong)?;
        }
        area.present().map_err(|e| wrong(e.to_string()))?;
    }
    Ok(text)
}

type Panel<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn draw(panel: &Panel<'_>, link: &Link, sources: &[NamedClock]) -> Result<(), String> {
    let fail = |e: &dyn std::fmt::Display| e.to_string();
    let [reference, other] = [link.reference, link.other].map(|n| sources[n].ns.clone());
    let scale = Scale::new(link, reference, other);
    let xs = || link.messages.iter().map(|m| m.point.x);
    let (first, last) = (xs().min().unwrap_or(0), xs().max().unwrap_or(0));
    let at = |p: &Point| (scale.since_ns(p.x, first) / 1e9, scale.above_ns(*p));
    let extreme = |line: &Line| {
        [first, last].map(|x| {
            let seconds = scale.since_ns(x, first) / 1e9;
            (seconds, scale.line_above_ns(line, x))
        })
    };
    let lower: Vec<_> = link.fit.lower.iter().map(at).collect();
    let upper: Vec<_> = link.fit.upper.iter().map(at).collect();
    let lines: Vec<_> = [&link.fit.steepest, &link.fit.flattest]
        .into_iter()
        .flatten()
        .map(extreme)
        .collect();
    let seen = || lower.iter().chain(&upper).chain(lines.iter().flatten());
    let least = seen().map(|p| p.1).fold(0.0, f64::min);
    let most = seen().map(|p| p.1).fold(0.0, f64::max);
    let room = (most - least).max(1.0) * ROOM;
    let (bottom, top) = (least - room, most + room);
    let end = (scale.since_ns(last, first) / 1e9).max(1e-9);
    let title = format!(
        "{} - {}: {}",
        sources[link.reference].name, sources[link.other].name, link.quality
    );
    let mut chart = ChartBuilder::on(panel)
        .caption(title, ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(72)
        .build_cartesian_2d(0.0..end * 1.02, bottom..top)
        .map_err(|e| fail(&e))?;
    chart
        .configure_mesh()
        .x_desc("s of the reference since the first message")
        .y_desc("ns above the answer")
        .light_line_style(WHITE)
        .draw()
        .map_err(|e| fail(&e))?;
    for line in &lines {
        let line = LineSeries::new(*line, EXTREME.stroke_width(1));
        chart.draw_series(line).map_err(|e| fail(&e))?;
    }
    let answer = LineSeries::new([(0.0, 0.0), (end, 0.0)], BLACK.stroke_width(2));
    chart
        .draw_series(answer)
        .map_err(|e| fail(&e))?
        .label("answer, and the lines of extreme slope")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], BLACK));
    let ways = [
        (Way::ToOther, lower, TO_OTHER, "to the other clock"),
        (Way::ToReference, upper, TO_REFERENCE, "to the reference"),
    ];
    for (way, hull, number, label) in ways {
        let colour = colour(number);
        // Late messages decide nothing: those outside of the picture are left out.
        let of_way = link.messages.iter().filter(|m| m.way == way);
        let dots = of_way.map(|m| at(&m.point));
        let dots = dots.filter(|p| (bottom..top).contains(&p.1));
        let dots = dots.map(|p| Circle::new(p, 1, colour.mix(0.5).filled()));
        chart.draw_series(dots).map_err(|e| fail(&e))?;
        let line = LineSeries::new(hull, colour.stroke_width(2)).point_size(3);
        chart
            .draw_series(line)
            .map_err(|e| fail(&e))?
            .label(format!("{label}: hull and messages"))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour));
    }
    chart
        .configure_series_labels()
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .draw()
        .map_err(|e| fail(&e))
}
