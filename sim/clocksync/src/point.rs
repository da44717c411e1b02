//! Messages as points of the plane, and convex hulls, all in exact arithmetic.

use std::cmp::Ordering;

/// Coordinates lie strictly between -`LIMIT` and `LIMIT`: their differences then stay below 2^62, and
/// cross products below 2^125, inside `i128`. In nanoseconds that is 73 years.
pub const LIMIT: i64 = 1 << 61;

/// A message: when it was sent or received on the reference (x) and on the other clock (y), in ticks
/// of the respective clock since an origin of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The reference clock.
    pub x: i64,
    /// The other clock.
    pub y: i64,
}

/// Which way a message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// From the reference to the other clock.
    ToOther,
    /// From the other clock to the reference.
    ToReference,
}

/// A message with its way. Messages to the other clock lie above the true line, since they arrive
/// late on y; messages to the reference lie below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// Where it went.
    pub way: Way,
    /// When.
    pub point: Point,
}

/// The cross product of `a - p` and `b - p`: positive when `b` lies to the left of the way from `p`
/// through `a`.
pub fn cross(p: Point, a: Point, b: Point) -> i128 {
    let d = |to: i64, from: i64| i128::from(to) - i128::from(from);
    d(a.x, p.x) * d(b.y, p.y) - d(a.y, p.y) * d(b.x, p.x)
}

/// A line through two points, the first one to the left of the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The left point.
    pub from: Point,
    /// The right point.
    pub to: Point,
}

impl Line {
    /// Compares the slopes of two lines.
    pub fn cmp_slope(&self, other: &Line) -> Ordering {
        let (ay, ax) = self.slope();
        let (by, bx) = other.slope();
        (ay * bx).cmp(&(by * ax))
    }

    /// The slope, as height and (positive) width.
    pub fn slope(&self) -> (i128, i128) {
        let d = |to: i64, from: i64| i128::from(to) - i128::from(from);
        (d(self.to.y, self.from.y), d(self.to.x, self.from.x))
    }
}

/// The lower convex hull, from left to right: what binds of the points above a line.
pub fn lower_hull(points: Vec<Point>) -> Vec<Point> {
    hull(points, 1)
}

/// The upper convex hull, from left to right: what binds of the points below a line.
pub fn upper_hull(points: Vec<Point>) -> Vec<Point> {
    hull(points, -1)
}

/// Andrew's monotone chain; `turn` is the direction of turns that stay. Of points one above the
/// other the innermost one stays.
fn hull(mut points: Vec<Point>, turn: i128) -> Vec<Point> {
    points.sort_unstable_by_key(|p| (p.x, i128::from(p.y) * turn));
    points.dedup_by_key(|p| p.x);
    let mut out: Vec<Point> = Vec::new();
    for p in points {
        while let [.., a, b] = out[..]
            && turn * cross(a, b, p) <= 0
        {
            out.pop();
        }
        out.push(p);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(list: &[(i64, i64)]) -> Vec<Point> {
        list.iter().map(|&(x, y)| Point { x, y }).collect()
    }

    #[test]
    fn hulls_keep_what_binds() {
        let all = points(&[(0, 0), (0, 3), (1, 1), (2, 5), (3, -1), (4, 0), (4, 4)]);
        assert_eq!(lower_hull(all.clone()), points(&[(0, 0), (3, -1), (4, 0)]));
        assert_eq!(upper_hull(all), points(&[(0, 3), (2, 5), (4, 4)]));
        assert_eq!(lower_hull(points(&[(5, 5)])), points(&[(5, 5)]));
        assert!(lower_hull(Vec::new()).is_empty());
    }

    /// The differences that overflow 64-bit arithmetic (3.03e9 squared), and the largest allowed.
    #[test]
    fn cross_products_do_not_overflow() {
        for far in [4_000_000_000, LIMIT - 1] {
            let [p, a, b] = [(-far, -far), (far, far), (far, far - 1)].map(|(x, y)| Point { x, y });
            assert_eq!(cross(p, a, b), -2 * i128::from(far));
            assert_eq!(cross(p, b, a), 2 * i128::from(far));
            assert_eq!(cross(p, a, a), 0);
        }
    }
}
