//! Several clocks: the way from each of them to the reference, over pairs of clocks whose relation is
//! known.

use super::Quality;

/// Two clocks whose relation is known.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The clocks.
    pub clocks: [usize; 2],
    /// How well it is known.
    pub quality: Quality,
    /// How far it can be off, in a unit that all edges share.
    pub bound: f64,
}

/// For every clock the edge that leads towards the root and the clock at its other end, or nothing
/// for the root and for those that no edge connects with it. Every way has the best quality of its
/// worst edge, and among such ways the smallest sum of bounds.
pub fn towards(root: usize, clocks: usize, edges: &[Edge]) -> Vec<Option<(usize, usize)>> {
    let mut next = vec![None; clocks];
    let mut cost = vec![None; clocks];
    if let Some(c) = cost.get_mut(root) {
        *c = Some((Quality::Accurate, 0.0f64));
    }
    // Bellman and Ford: costs only get better, and a way has fewer edges than there are clocks.
    for _ in 1..clocks {
        for (number, edge) in edges.iter().enumerate() {
            let [a, b] = edge.clocks;
            for (from, to) in [(a, b), (b, a)] {
                let Some(Some((quality, bound))) = cost.get(from).copied() else {
                    continue;
                };
                let way = (quality.max(edge.quality), bound + edge.bound);
                let better = |old: &(Quality, f64)| {
                    way.0 < old.0 || way.0 == old.0 && way.1.total_cmp(&old.1).is_lt()
                };
                if to < clocks && cost[to].as_ref().is_none_or(better) {
                    cost[to] = Some(way);
                    next[to] = Some((number, from));
                }
            }
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(a: usize, b: usize, quality: Quality, bound: f64) -> Edge {
        Edge {
            clocks: [a, b],
            quality,
            bound,
        }
    }

    #[test]
    fn the_best_way_is_taken() {
        use Quality::{Accurate, Approximate};
        let edges = [
            edge(0, 1, Accurate, 100.0),
            edge(0, 2, Accurate, 10.0),
            edge(2, 1, Accurate, 20.0),
            edge(0, 3, Approximate, 1.0),
            edge(3, 1, Accurate, 500.0),
        ];
        let next = towards(0, 5, &edges);
        assert_eq!(next, [None, Some((2, 2)), Some((1, 0)), Some((4, 1)), None]);
    }

    #[test]
    fn without_edges_there_is_no_way() {
        assert_eq!(towards(0, 2, &[]), [None, None]);
        assert!(towards(0, 0, &[]).is_empty());
        assert_eq!(towards(0, 1, &[edge(0, 9, Quality::Accurate, 1.0)]), [None]);
    }
}
