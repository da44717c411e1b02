//! Which routers a packet passes: along its row to the column, then along the column (Epiphany
//! Architecture Reference, eMesh, table of routing rules).

/// Where a packet comes into a router, or leaves it. The order is that of the meters of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Port {
    /// The node itself.
    Core,
    /// The link to the row below.
    South,
    /// To the row above.
    North,
    /// To the column on the left.
    West,
    /// To the column on the right.
    East,
}

/// How many [`Port`]s there are.
pub(super) const PORTS: usize = 5;

/// A router on the way of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The node of the router.
    pub node: usize,
    /// Where the packet comes from.
    pub from: Port,
    /// Where it goes.
    pub to: Port,
}

/// The way to a node, or off the chip along a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Route {
    cols: i16,
    at: (i16, i16),
    to: (i16, i16),
    from: Port,
    over: bool,
}

impl Route {
    /// From a node (or its `from` link) to another one of a chip with `cols` columns. A column
    /// beyond the last one is off the chip, on the East side.
    pub fn new(cols: u8, at: (u8, u8), from: Port, to: (u8, u8)) -> Route {
        let pair = |(row, col): (u8, u8)| (i16::from(row), i16::from(col));
        Route {
            cols: i16::from(cols),
            at: pair(at),
            to: pair(to),
            from,
            over: false,
        }
    }
}

/// Routers that a packet passes from a node to another one.
pub(super) fn routers(a: (u8, u8), b: (u8, u8)) -> u64 {
    1 + u64::from(a.0.abs_diff(b.0)) + u64::from(a.1.abs_diff(b.1))
}

impl Iterator for Route {
    type Item = Step;

    #[inline]
    fn next(&mut self) -> Option<Step> {
        let (row, col) = self.at;
        if self.over || col >= self.cols {
            return None;
        }
        let node = (row * self.cols + col) as usize;
        let from = self.from;
        let to = if self.to.1 > col {
            self.at.1 += 1;
            self.from = Port::West;
            Port::East
        } else if self.to.1 < col {
            self.at.1 -= 1;
            self.from = Port::East;
            Port::West
        } else if self.to.0 < row {
            self.at.0 -= 1;
            self.from = Port::South;
            Port::North
        } else if self.to.0 > row {
            self.at.0 += 1;
            self.from = Port::North;
            Port::South
        } else {
            self.over = true;
            Port::Core
        };
        Some(Step { node, from, to })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(a: (u8, u8), b: (u8, u8)) -> Vec<(usize, Port, Port)> {
        Route::new(4, a, Port::Core, b)
            .map(|s| (s.node, s.from, s.to))
            .collect()
    }

    #[test]
    fn column_first_then_row_then_into_the_node() {
        use Port::*;
        assert_eq!(
            steps((0, 0), (1, 2)),
            [
                (0, Core, East),
                (1, West, East),
                (2, West, South),
                (6, North, Core)
            ]
        );
        assert_eq!(
            steps((3, 3), (2, 2)),
            [(15, Core, West), (14, East, North), (10, South, Core)]
        );
        assert_eq!(steps((1, 1), (1, 1)), [(5, Core, Core)]);
        // Off the chip along the own row, whatever the row of the destination.
        assert_eq!(steps((2, 2), (2, 4)), [(10, Core, East), (11, West, East)]);
    }

    #[test]
    fn every_pair_takes_one_router_more_than_its_distance() {
        for a in 0..16u8 {
            for b in 0..16u8 {
                let (from, to) = ((a / 4, a % 4), (b / 4, b % 4));
                let way = steps(from, to);
                assert_eq!(way.len() as u64, routers(from, to), "{a} to {b}");
                assert_eq!(
                    way.last().map(|s| (s.0, s.2)),
                    Some((usize::from(b), Port::Core))
                );
            }
        }
    }
}
