//! Lines with exact coefficients, and the conversion of time stamps along them.

use super::point::{Line, Point};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};

/// The line y = slope · x + offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Affine {
    /// α, ticks of y per tick of x.
    pub slope: BigRational,
    /// β, ticks of y.
    pub offset: BigRational,
}

/// A whole number as a fraction.
pub fn whole(n: impl Into<BigInt>) -> BigRational {
    BigRational::from_integer(n.into())
}

impl Affine {
    /// y = x.
    pub fn identity() -> Affine {
        Affine {
            slope: whole(1),
            offset: whole(0),
        }
    }

    /// The line through two points.
    pub fn through(line: &Line) -> Affine {
        let (height, width) = line.slope();
        let slope = BigRational::new(height.into(), width.into());
        Affine::with_slope_through(&slope, line.from)
    }

    /// The line of this slope through a point.
    pub fn with_slope_through(slope: &BigRational, p: Point) -> Affine {
        Affine {
            slope: slope.clone(),
            offset: whole(p.y) - slope * whole(p.x),
        }
    }

    /// The line `share` of the way from this one to the other, for coefficients and heights alike.
    pub fn mix(&self, other: &Affine, share: &BigRational) -> Affine {
        let mix = |a: &BigRational, b: &BigRational| a + share * (b - a);
        Affine {
            slope: mix(&self.slope, &other.slope),
            offset: mix(&self.offset, &other.offset),
        }
    }

    /// The height at x.
    pub fn at(&self, x: &BigRational) -> BigRational {
        &self.slope * x + &self.offset
    }

    /// The same line with x and y exchanged; a level line has none.
    pub fn inverse(&self) -> Option<Affine> {
        if self.slope == whole(0) {
            return None;
        }
        let slope = self.slope.recip();
        let offset = -(&self.offset * &slope);
        Some(Affine { slope, offset })
    }

    /// First this one, then `next`.
    pub fn then(&self, next: &Affine) -> Affine {
        Affine {
            slope: &self.slope * &next.slope,
            offset: next.at(&self.offset),
        }
    }

    /// The same relation for coordinates that count from other origins: what was 0 on the axes
    /// becomes `x` and `y`.
    pub fn moved(&self, x: &BigRational, y: &BigRational) -> Affine {
        Affine {
            slope: self.slope.clone(),
            offset: y + &self.offset - &self.slope * x,
        }
    }
}

/// Converts whole ticks to whole ticks, rounded down, exactly. It never turns the order of two time
/// stamps round.
#[derive(Clone, Debug)]
pub struct Converter {
    /// floor((factor · value + summand) / divisor), in 128 bits where they suffice.
    short: Option<[i128; 3]>,
    long: [BigInt; 3],
}

impl Converter {
    /// The converter along a rising line; other lines have none.
    pub fn new(line: &Affine) -> Option<Converter> {
        if !line.slope.is_positive() {
            return None;
        }
        let divisor = line.slope.denom().lcm(line.offset.denom());
        let scaled = |c: &BigRational| c.numer() * (&divisor / c.denom());
        let long = [scaled(&line.slope), scaled(&line.offset), divisor];
        let [a, b, c] = long.each_ref().map(|n| n.to_i128());
        let short = match (a, b, c) {
            (Some(a), Some(b), Some(c)) => Some([a, b, c]),
            _ => None,
        };
        Some(Converter { short, long })
    }

    /// Converts a time stamp; `None` when the answer does not fit.
    pub fn convert(&self, value: i64) -> Option<i64> {
        let fast = || {
            let [factor, summand, divisor] = self.short?;
            let sum = factor.checked_mul(value.into())?.checked_add(summand)?;
            Some(sum.div_euclid(divisor))
        };
        match fast() {
            Some(n) => n.to_i64(),
            None => {
                let [factor, summand, divisor] = &self.long;
                (factor * value + summand).div_floor(divisor).to_i64()
            }
        }
    }
}

/// The nearest number in floating point.
#[must_use]
pub fn float(r: &BigRational) -> f64 {
    r.to_f64().unwrap_or(f64::NAN)
}

/// A number with three decimals, exactly, rounded down.
#[must_use]
pub fn decimal(r: &BigRational) -> String {
    let milli = (r * whole(1000)).floor().to_integer();
    let sign = if milli < 0.into() { "-" } else { "" };
    let digits = format!("{:0>4}", milli.magnitude().to_string());
    let (n, fraction) = digits.split_at(digits.len() - 3);
    format!("{sign}{n}.{fraction}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(a: (i64, i64), b: (i64, i64)) -> Affine {
        let [from, to] = [a, b].map(|(x, y)| Point { x, y });
        Affine::through(&Line { from, to })
    }

    #[test]
    fn a_line_its_inverse_and_what_follows() {
        let l = line((2, 7), (5, 16));
        assert_eq!((&l.slope, &l.offset), (&whole(3), &whole(1)));
        let inverse = l.inverse().unwrap();
        assert_eq!(l.then(&inverse), Affine::identity());
        assert_eq!(inverse.at(&whole(16)), whole(5));
        assert_eq!(l.moved(&whole(10), &whole(100)).at(&whole(12)), whole(107));
        assert!(line((0, 3), (1, 3)).inverse().is_none());
    }

    /// Nanoseconds since 1970 with 50 ppm of drift: every tick counts, which 64-bit floating point,
    /// with steps of 128 ns there, would lose.
    #[test]
    fn late_time_stamps_stay_exact() {
        let start = 1_700_000_000_000_000_000;
        let clock = Affine {
            slope: BigRational::new(1_000_050.into(), 1_000_000.into()),
            offset: whole(-3),
        };
        let there = Converter::new(&clock).unwrap();
        let back = Converter::new(&clock.inverse().unwrap()).unwrap();
        for ns in (start..start + 100_000).step_by(7) {
            let seen = there.convert(ns).unwrap();
            assert_eq!(
                i128::from(seen),
                (i128::from(ns) * 1_000_050).div_euclid(1_000_000) - 3
            );
            assert!((0..=1).contains(&(ns - back.convert(seen).unwrap())));
        }
    }

    #[test]
    fn long_coefficients_and_large_answers() {
        let tiny = BigRational::new(BigInt::from(3), BigInt::from(1u128 << 100));
        let slope = whole(1) + &tiny;
        let c = Converter::new(&Affine {
            slope,
            offset: -tiny,
        })
        .unwrap();
        assert_eq!(c.convert(i64::MAX), Some(i64::MAX));
        assert_eq!(c.convert(0), Some(-1));
        assert_eq!(c.convert(i64::MIN + 1), Some(i64::MIN));
        let double = Affine {
            slope: whole(2),
            offset: whole(0),
        };
        assert_eq!(Converter::new(&double).unwrap().convert(i64::MAX), None);
        let down = Affine {
            slope: whole(-1),
            offset: whole(0),
        };
        assert!(Converter::new(&down).is_none());
    }

    #[test]
    fn numbers_with_three_decimals() {
        let r = |n: i64, d: i64| decimal(&BigRational::new(n.into(), d.into()));
        assert_eq!(r(1, 3), "0.333");
        assert_eq!(r(-1, 2), "-0.500");
        assert_eq!(r(1_700_000_000_000_000_000, 1), "1700000000000000000.000");
        assert_eq!(r(0, 1), "0.000");
    }
}
