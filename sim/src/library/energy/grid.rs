//! Energy that a run has used up to any moment. Between two points of the power grid power is constant, as in the
//! model.

use trueboard_board::PowerPoint;

/// Sums since the beginning of the run.
pub struct Grid<'a> {
    points: &'a [PowerPoint],
    components: usize,
    cores: usize,
}

/// Energy and cycles up to a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Used {
    /// Microjoules by component.
    pub uj: Vec<f64>,
    /// Cycles that each core ran.
    pub cycles: Vec<f64>,
}

impl<'a> Grid<'a> {
    /// Sums of a run with so many components and cores.
    pub fn new(points: &'a [PowerPoint], components: usize, cores: usize) -> Grid<'a> {
        Grid {
            points,
            components,
            cores,
        }
    }

    /// Base ticks at the end.
    pub fn end(&self) -> u64 {
        self.points.last().map_or(0, |p| p.at.0)
    }

    /// Energy and cycles up to this base tick.
    pub fn until(&self, tick: u64) -> Used {
        let next = self.points.partition_point(|p| p.at.0 < tick);
        let before = next.checked_sub(1).and_then(|i| self.points.get(i));
        let Some(after) = self.points.get(next).or(before) else {
            return self.nothing();
        };
        let from = before.map_or(0, |p| p.at.0);
        let length = after.at.0.saturating_sub(from);
        // A point itself is its own sums, without a rounding.
        let part = match tick.min(after.at.0).saturating_sub(from) {
            passed if passed >= length => 1.0,
            passed => passed as f64 / length as f64,
        };
        let between = |a: f64, b: f64| if part == 1.0 { b } else { a + (b - a) * part };
        let start = |values: Option<&f64>| values.copied().unwrap_or(0.0);
        let uj = after.energy_uj.iter().enumerate();
        let cycles = after.cycles.iter().enumerate();
        Used {
            uj: uj
                .map(|(i, &e)| between(start(before.and_then(|p| p.energy_uj.get(i))), e))
                .collect(),
            cycles: cycles
                .map(|(i, &c)| {
                    let first = before.and_then(|p| p.cycles.get(i)).copied().unwrap_or(0);
                    between(first as f64, c as f64)
                })
                .collect(),
        }
    }

    /// Energy and cycles from one base tick to another.
    pub fn between(&self, from: u64, to: u64) -> Used {
        let (a, b) = (self.until(from), self.until(to));
        let less = |b: Vec<f64>, a: Vec<f64>| b.iter().zip(&a).map(|(b, a)| b - a).collect();
        Used {
            uj: less(b.uj, a.uj),
            cycles: less(b.cycles, a.cycles),
        }
    }

    /// Die temperature at the last point up to this base tick, in thousandths of a degree Celsius.
    pub fn die_mc(&self, tick: u64) -> Option<i64> {
        let next = self.points.partition_point(|p| p.at.0 < tick);
        let point = self.points.get(next).or(self.points.last())?;
        Some(point.die_mc)
    }

    fn nothing(&self) -> Used {
        Used {
            uj: vec![0.0; self.components],
            cycles: vec![0.0; self.cores],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueboard_core::time::Tick;

    fn point(at: u64, uj: f64, cycles: u64) -> PowerPoint {
        PowerPoint {
            at: Tick(at),
            energy_uj: vec![uj],
            cycles: vec![cycles],
            die_mc: at as i64,
        }
    }

    #[test]
    fn parts_add_up_and_points_are_exact() {
        let points = [point(10, 0.3, 5), point(20, 0.7, 5), point(23, 1.1, 8)];
        let s = Grid::new(&points, 1, 1);
        assert_eq!(s.until(20).uj, [0.7]);
        assert_eq!(s.until(23).uj, [1.1]);
        assert_eq!(s.until(99).uj, [1.1]);
        assert_eq!(s.until(0).uj, [0.0]);
        assert_eq!(s.until(5).cycles, [2.5]);
        assert_eq!(s.die_mc(15), Some(20));
        let parts = [(0, 7), (7, 12), (12, 22), (22, 23)].map(|(a, b)| s.between(a, b).uj[0]);
        assert!((parts.iter().sum::<f64>() - 1.1).abs() < 1e-12);
    }
}
