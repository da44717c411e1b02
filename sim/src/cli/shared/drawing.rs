//! One style for diagrams: colours and marks that colour-blind readers and readers of grey prints tell apart.

use plotters::coord::Shift;
use plotters::prelude::*;

/// An area of a diagram.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Colours of lines: the palette of Okabe and Ito (Color Universal Design, 2008) without yellow, which is too light on
/// white.
const LINES: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    BLACK,
];
/// Reference lines.
pub const IDEAL: RGBColor = RGBColor(130, 130, 130);

/// Colours of shares from 0 to 1: lightness rises evenly, from dark blue to yellow (cividis; Nunez, Anderton and Renslow,
/// PLoS ONE 13(7), 2018).
const SHARES: [(u8, u8, u8); 5] = [
    (0, 32, 77),
    (64, 77, 107),
    (124, 123, 120),
    (186, 174, 107),
    (255, 233, 69),
];

/// The width of a legend beside a diagram, in pixels.
const LEGEND: u32 = 170;
/// The height of a legend's line.
const ROW: i32 = 20;

/// The colour of line number `i`.
pub fn colour(i: usize) -> RGBColor {
    LINES[i % LINES.len()]
}

/// The colour of a share; those outside of 0 to 1 have that of the nearest.
pub fn share(value: f64) -> RGBColor {
    let last = SHARES.len() - 1;
    let at = value.clamp(0.0, 1.0) * last as f64;
    let below = (at as usize).min(last - 1);
    let part = at - below as f64;
    let (from, to) = (SHARES[below], SHARES[below + 1]);
    let mixed = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
    RGBColor(
        mixed(from.0, to.0),
        mixed(from.1, to.1),
        mixed(from.2, to.2),
    )
}

/// The colour of text on the field of a share.
pub fn on_share(value: f64) -> RGBColor {
    match value < 0.5 {
        true => WHITE,
        false => BLACK,
    }
}

/// The mark of line number `i`, around a point: each of four lines has a shape of its own.
pub fn mark(i: usize) -> (Vec<(i32, i32)>, ShapeStyle) {
    let path = match i % 4 {
        0 => vec![(-4, -4), (4, -4), (4, 4), (-4, 4), (-4, -4)],
        1 => vec![(-5, 4), (0, -5), (5, 4), (-5, 4)],
        2 => vec![(-5, 0), (0, -5), (5, 0), (0, 5), (-5, 0)],
        _ => vec![(-4, -4), (4, 4), (0, 0), (-4, 4), (4, -4)],
    };
    (path, colour(i).stroke_width(2))
}

/// The part of an area for the diagram, and the part beside it for the legend.
pub fn beside<'a>(area: &Area<'a>) -> (Area<'a>, Area<'a>) {
    let (width, _) = area.dim_in_pixel();
    area.split_horizontally(width.saturating_sub(LEGEND))
}

/// Writes a legend: a line with its mark, and a name, for each series; then the reference line, if there is one.
///
/// # Errors
/// The back end cannot draw.
pub fn legend(area: &Area<'_>, names: &[String], ideal: Option<&str>) -> Result<(), String> {
    let fail = |e: &dyn std::fmt::Display| e.to_string();
    let label = |y: i32, text: &str| {
        let text = Text::new(text.to_owned(), (34, y - 6), ("sans-serif", 13));
        area.draw(&text).map_err(|e| fail(&e))
    };
    let mut y = 40;
    for (i, name) in names.iter().enumerate() {
        let line = PathElement::new([(4, y), (28, y)], colour(i).stroke_width(2));
        area.draw(&line).map_err(|e| fail(&e))?;
        let (path, style) = mark(i);
        let path: Vec<_> = path.into_iter().map(|(dx, dy)| (16 + dx, y + dy)).collect();
        area.draw(&PathElement::new(path, style))
            .map_err(|e| fail(&e))?;
        label(y, name)?;
        y += ROW;
    }
    if let Some(text) = ideal {
        let line = PathElement::new([(4, y), (28, y)], IDEAL.stroke_width(1));
        area.draw(&line).map_err(|e| fail(&e))?;
        label(y, text)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance of sRGB (IEC 61966-2-1).
    fn luminance(c: RGBColor) -> f64 {
        let linear = |v: u8| {
            let v = f64::from(v) / 255.0;
            match v <= 0.04045 {
                true => v / 12.92,
                false => ((v + 0.055) / 1.055).powf(2.4),
            }
        };
        0.2126 * linear(c.0) + 0.7152 * linear(c.1) + 0.0722 * linear(c.2)
    }

    #[test]
    fn shares_become_lighter() {
        let all: Vec<f64> = (0..=20)
            .map(|i| luminance(share(f64::from(i) / 20.0)))
            .collect();
        assert!(all.windows(2).all(|w| w[0] < w[1]), "{all:?}");
        assert_eq!((share(-1.0), share(2.0)), (share(0.0), share(1.0)));
    }

    /// A contrast of 3 to 1 with white (WCAG 2.1, 1.4.11), but for light blue and orange: their marks tell these apart.
    #[test]
    fn lines_are_seen_on_white() {
        let contrast = |c| 1.05 / (luminance(c) + 0.05);
        let faint = LINES.iter().filter(|&&c| contrast(c) < 3.0).count();
        assert_eq!(faint, 2);
        assert!(LINES.iter().all(|&c| contrast(c) > 2.0));
    }
}
