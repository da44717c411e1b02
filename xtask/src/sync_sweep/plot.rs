//! The plot: error by exchanges per second, and what the exchanges cost.

use crate::sync_sweep::sweep::{SECONDS, Sweep};
use plotters::prelude::*;

type Drawn = Result<String, DrawingAreaErrorKind<std::io::Error>>;

/// The plot as SVG.
pub fn svg(s: &Sweep) -> Drawn {
    let mut out = String::new();
    {
        let root = SVGBackend::with_string(&mut out, (900, 560)).into_drawing_area();
        root.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&root)
            .caption(
                "Error of the synchronisation over 10 s, drift 50 ppm (model)",
                ("sans-serif", 20),
            )
            .margin(12)
            .x_label_area_size(45)
            .y_label_area_size(70)
            .right_y_label_area_size(70)
            .build_cartesian_2d((0.2f64..500.0).log_scale(), (1f64..100_000.0).log_scale())?
            .set_secondary_coord((0.2f64..500.0).log_scale(), (1e-6f64..1e-1).log_scale());
        chart
            .configure_mesh()
            .x_desc("exchanges per second")
            .y_desc("largest error, ns (median of runs)")
            .draw()?;
        chart
            .configure_secondary_axes()
            .y_desc("share of the slave's time (dashed)")
            .y_label_formatter(&|v| format!("{v:.0e}"))
            .draw()?;
        let rate = |number: i64| number as f64 / SECONDS as f64;
        for (i, curve) in s.curves.iter().enumerate() {
            let color = Palette99::pick(i).to_rgba();
            let at = |p: &crate::sync_sweep::sweep::Point| (rate(p.number), p.max_ns);
            let points: Vec<(f64, f64)> = curve.points.iter().map(at).collect();
            chart
                .draw_series(LineSeries::new(points.clone(), color.stroke_width(2)).point_size(3))?
                .label(format!("{}, wander {}", curve.board, curve.wander))
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color));
        }
        if let Some(curve) = s.curves.first() {
            let cost = curve.points.iter().map(|p| (rate(p.number), p.cost));
            let dashed = DashedLineSeries::new(cost, 5, 5, BLACK.mix(0.6).stroke_width(1));
            chart.draw_secondary_series(dashed)?;
        }
        chart
            .configure_series_labels()
            .background_style(WHITE.mix(0.85))
            .border_style(BLACK.mix(0.4))
            .position(SeriesLabelPosition::UpperRight)
            .draw()?;
        root.present()?;
    }
    Ok(out)
}
