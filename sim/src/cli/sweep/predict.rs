//! Times of many cores from those of few.
//!
//! The time on p cores is taken for a + b / p + c p: a serial part, one that is shared out (Amdahl), and from three
//! measured counts on one that grows with the cores, such as waiting for a bus (as in Gunther's scalability law).
//! The three are those with the smallest sum of squared relative differences.

use crate::cli::Failure;
use crate::text::Table;
use trueboard::sweep::view::{Group, Quantity};

/// For each subject and input: what the fit says, and how far off it is for the core counts that it has not seen.
pub fn table(groups: &[Group<'_>], seen: usize) -> Result<String, Failure> {
    let mut out = String::new();
    for g in groups {
        if seen < 2 || g.cores.len() <= seen {
            return Err(Failure::usage(format!(
                "--predict {seen}: {} has runs on {} numbers of cores; give 2 or more, and fewer than that",
                g.name,
                g.cores.len()
            )));
        }
        let (known, rest) = g.cores.split_at(seen);
        let mut heading = vec![
            "region".to_owned(),
            "input".to_owned(),
            "serial %".to_owned(),
        ];
        for c in rest {
            heading.extend([
                format!("{c}: ms"),
                "predicted".to_owned(),
                "off by %".to_owned(),
            ]);
        }
        let heading: Vec<&str> = heading.iter().map(String::as_str).collect();
        let mut t = Table::with_texts(&heading, 2);
        for subject in g.subjects() {
            for (input, name) in g.inputs.iter().enumerate() {
                let time = |c: u32| g.value(Quantity::Seconds, &subject, input, c);
                let points = known.iter().filter_map(|&c| Some((f64::from(c), time(c)?)));
                let points: Vec<(f64, f64)> = points.collect();
                let Some(fit) = Fit::new(&points) else {
                    continue;
                };
                let serial = 100.0 * fit.terms[0] / fit.at(1.0);
                let mut row = vec![subject.clone(), name.clone(), format!("{serial:.2}")];
                for &c in rest {
                    let predicted = fit.at(f64::from(c));
                    let measured = time(c);
                    row.push(measured.map_or("-".to_owned(), |m| format!("{m:.4}")));
                    row.push(format!("{predicted:.4}"));
                    let off = measured.map(|m| 100.0 * (predicted / m - 1.0));
                    row.push(off.map_or("-".to_owned(), |o| format!("{o:+.1}")));
                }
                t.row(&row);
            }
        }
        let known: Vec<String> = known.iter().map(u32::to_string).collect();
        let known = known.join(", ");
        out += &format!("{}: predicted from {known} cores\n{t}\n", g.name);
    }
    Ok(out)
}

/// a, b and c.
struct Fit {
    terms: [f64; 3],
}

impl Fit {
    /// By least squares; nothing if there are not two points.
    fn new(points: &[(f64, f64)]) -> Option<Fit> {
        let n = points.len().min(3);
        if n < 2 || points.iter().any(|p| p.1 <= 0.0) {
            return None;
        }
        // Normal equations, augmented.
        let mut m = [[0.0_f64; 4]; 3];
        for &(p, time) in points {
            let basis = [1.0, 1.0 / p, p];
            for (row, a) in m.iter_mut().zip(basis).take(n) {
                for (cell, b) in row.iter_mut().zip(basis).take(n) {
                    *cell += a * b / (time * time);
                }
                row[3] += a / time;
            }
        }
        for i in 0..n {
            let pivot = m[i];
            if pivot[i].abs() < f64::MIN_POSITIVE {
                return None;
            }
            for (k, row) in m.iter_mut().enumerate().take(n) {
                if k != i {
                    let factor = row[i] / pivot[i];
                    for (cell, p) in row.iter_mut().zip(pivot) {
                        *cell -= factor * p;
                    }
                }
            }
        }
        let mut terms = [0.0; 3];
        for (i, term) in terms.iter_mut().enumerate().take(n) {
            *term = m[i][3] / m[i][i];
        }
        Some(Fit { terms })
    }

    fn at(&self, p: f64) -> f64 {
        self.terms[0] + self.terms[1] / p + self.terms[2] * p
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_the_law_is_found() {
        let law = |p: f64| (p, 2.0 + 8.0 / p + 0.25 * p);
        let fit = Fit::new(&[law(1.0), law(2.0), law(4.0), law(6.0)]).unwrap();
        assert!((fit.at(8.0) - law(8.0).1).abs() < 1e-6);
        let amdahl = |p: f64| (p, 1.0 + 9.0 / p);
        let fit = Fit::new(&[amdahl(1.0), amdahl(2.0)]).unwrap();
        assert!((fit.at(16.0) - amdahl(16.0).1).abs() < 1e-9);
        assert!(Fit::new(&[(1.0, 1.0)]).is_none());
    }
}
