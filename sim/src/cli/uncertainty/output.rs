//! A study as tables and as comma-separated values.

use crate::text::{Table, grouped};
use std::fmt::Write;
use trueboard::analysis::sheet::quoted;
use trueboard::analysis::uncertainty::Effect;
use trueboard::campaigns::uncertainty::{Meter, Study, TIME};

/// The interval of each number, and the constants by what they do.
pub fn text(s: &Study) -> String {
    let mut out = format!(
        "{} on {}: {} estimated constants, {} runs\n\n",
        s.program,
        s.identity.board,
        s.constants.len(),
        s.runs
    );
    let mut t = Table::new(&["number", "nominal", "low", "high", "- %", "+ %"]);
    for m in &s.meters {
        t.row(&[
            m.meter.clone(),
            grouped(m.nominal),
            grouped(m.low),
            grouped(m.high),
            format!("{:.2}", -m.low_percent + 0.0),
            format!("{:.2}", m.high_percent),
        ]);
    }
    let _ = writeln!(out, "{t}");
    let _ = writeln!(out, "{}", constants(s));
    let none: Vec<&str> = s
        .constants
        .iter()
        .enumerate()
        .filter(|(i, _)| largest(s, *i).is_none())
        .map(|(_, c)| c.path.as_str())
        .collect();
    if !none.is_empty() {
        let _ = writeln!(out, "without effect: {}", none.join(", "));
    }
    let time = s.meters.iter().find(|m| m.meter == TIME);
    let of_time = time.and_then(|m| Some((m, *m.effects.first()?)));
    let most = of_time.filter(|(_, e)| e.size_percent > 0.0);
    let _ = match (s.constants.first(), most.or(largest(s, 0))) {
        (Some(c), Some((m, e))) => writeln!(
            out,
            "{} matters most: {} by {} to {} %",
            c.path,
            m.meter,
            signed(e.low_percent),
            signed(e.high_percent)
        ),
        _ => writeln!(out, "no number depends on an estimated constant"),
    };
    out
}

/// A row for each constant that does something.
fn constants(s: &Study) -> Table {
    let time = s.meters.iter().find(|m| m.meter == TIME);
    let heading = [
        "constant", "value", "from", "to", "time %", "to %", "most %", "to %", "of",
    ];
    let mut t = Table::with_text_columns(&heading, |c| c == 0 || c == 8);
    for (i, c) in s.constants.iter().enumerate() {
        let Some((meter, most)) = largest(s, i) else {
            continue;
        };
        let of_time = time
            .and_then(|m| m.effects.get(i))
            .copied()
            .unwrap_or_default();
        t.row(&[
            c.path.clone(),
            c.value.clone(),
            c.low.clone(),
            c.high.clone(),
            signed(of_time.low_percent),
            signed(of_time.high_percent),
            signed(most.low_percent),
            signed(most.high_percent),
            meter.meter.clone(),
        ]);
    }
    t
}

/// The number on which a constant has the greatest effect.
fn largest(s: &Study, constant: usize) -> Option<(&Meter, Effect)> {
    let all = s
        .meters
        .iter()
        .filter_map(|m| Some((m, *m.effects.get(constant)?)));
    all.filter(|(_, e)| e.size_percent > 0.0).reduce(|a, b| {
        if b.1.size_percent > a.1.size_percent {
            b
        } else {
            a
        }
    })
}

fn signed(percent: f64) -> String {
    let text = format!("{percent:+.2}");
    match text.as_str() {
        "+0.00" | "-0.00" => "0.00".to_owned(),
        _ => text,
    }
}

/// A row for each number and constant, and before them one of the number by itself.
pub fn csv(s: &Study) -> String {
    let mut out =
        "number,nominal,low,high,low_percent,high_percent,constant,value,from,to\n".to_owned();
    for m in &s.meters {
        let _ = writeln!(
            out,
            "{},{},{},{},{:.4},{:.4},,,,",
            m.meter, m.nominal, m.low, m.high, m.low_percent, m.high_percent
        );
        for (c, e) in s.constants.iter().zip(&m.effects) {
            let _ = writeln!(
                out,
                "{},{},,,{:.4},{:.4},{},{},{},{}",
                m.meter,
                m.nominal,
                e.low_percent,
                e.high_percent,
                c.path,
                quoted(&c.value),
                quoted(&c.low),
                quoted(&c.high)
            );
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueboard::campaigns::uncertainty::{Constant, Identity};

    /// One constant, whose value is a pair, and its effect on one number.
    fn study() -> Study {
        let effect = Effect {
            low_percent: -1.0,
            high_percent: 2.5,
            size_percent: 2.5,
        };
        Study {
            schema: String::new(),
            identity: Identity {
                board: "gr740".to_owned(),
                models: String::new(),
                images: Vec::new(),
                poke: Vec::new(),
                input: None,
            },
            program: "hello".to_owned(),
            screening: String::new(),
            seed: 1,
            runs: 5,
            constants: vec![Constant {
                path: "a.b".to_owned(),
                value: "(2,3)".to_owned(),
                low: "(1,3)".to_owned(),
                high: "4".to_owned(),
                reason: String::new(),
            }],
            together: 1,
            meters: vec![Meter {
                meter: TIME.to_owned(),
                nominal: 1000,
                low: 990,
                high: 1025,
                low_percent: -1.0,
                high_percent: 2.5,
                effects: vec![effect],
            }],
            failed: Vec::new(),
            code: 0,
        }
    }

    /// By RFC 4180, 2.6: a field with a comma is in quotation marks.
    #[test]
    fn a_row_has_a_cell_for_every_column() {
        let csv = csv(&study());
        let rows: Vec<&str> = csv.lines().skip(1).collect();
        assert_eq!(
            rows,
            [
                "run.nanoseconds,1000,990,1025,-1.0000,2.5000,,,,",
                "run.nanoseconds,1000,,,-1.0000,2.5000,a.b,\"(2,3)\",\"(1,3)\",4"
            ]
        );
    }

    #[test]
    fn what_matters_most_is_said_with_its_sign() {
        let text = text(&study());
        let most = "a.b matters most: run.nanoseconds by -1.00 to +2.50 %";
        assert!(text.contains(most), "{text}");
        assert!(!text.contains("without effect"), "{text}");
    }
}
