//! One-to-one assignment of source to target lines, from a sparse list of candidates, with the smallest sum of distances.
//!
//! A source line without a partner costs more than any distances can, so that assignments with the most pairs win.
//! The shortest augmenting path algorithm (Jonker and Volgenant 1987) runs on the list:
//! each source line is assigned along a cheapest path of reduced distances, found with a heap (Dijkstra),
//! to a free target line or to a dummy of its own.
//!
//! Time: O(sources × candidates × log candidates) at worst, near linear where most lines have one clear partner.
//! Memory: O(candidates).

use std::{cmp::Reverse, collections::BinaryHeap};

/// Pair of an assignment: source line, target line and distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assigned {
    /// Index of the source line.
    pub source: usize,
    /// Index of the target line.
    pub target: usize,
    /// Distance between the source and the target line.
    pub distance: f64,
    /// Smallest distance of either line to another candidate, minus `distance`; negative where a line gave up a nearer candidate.
    /// The margin is infinite where neither line has another candidate.
    pub margin: f64,
}

/// Assigns at most one target line to each source line, and the reverse.
/// Of the assignments with the most pairs and the smallest sum of distances, one is returned, ascending by source line.
/// Ties are broken deterministically.
///
/// A candidate is (source, target, distance).
/// Candidates with a non-finite distance are ignored; of several candidates for the same lines the nearest counts.
pub fn assign(candidates: &[(usize, usize, f64)]) -> Vec<Assigned> {
    let graph = Graph::new(candidates);
    let mut state = State::new(&graph);
    for source in 0..graph.sources.len() {
        state.join(&graph, source);
    }
    let mut nearest_of_target = vec![[f64::INFINITY; 2]; graph.targets.len()];
    for &(target, distance) in graph.edges.iter().flatten() {
        insert(&mut nearest_of_target[target], distance);
    }
    let mut assigned = Vec::new();
    for (source, edges) in graph.edges.iter().enumerate() {
        let Some(target) = state.target_of[source] else { continue };
        let mut nearest_of_source = [f64::INFINITY; 2];
        for &(_, distance) in edges {
            insert(&mut nearest_of_source, distance);
        }
        let Some(&(_, distance)) = edges.iter().find(|edge| edge.0 == target) else { continue };
        // The best alternative candidate is the second nearest for a line with its nearest candidate, else the nearest.
        let other = |nearest: [f64; 2]| if nearest[0] < distance { nearest[0] } else { nearest[1] };
        let margin = other(nearest_of_source).min(other(nearest_of_target[target])) - distance;
        assigned.push(Assigned { source: graph.sources[source], target: graph.targets[target], distance, margin });
    }
    assigned
}

fn insert(nearest: &mut [f64; 2], distance: f64) {
    if distance < nearest[0] {
        *nearest = [distance, nearest[0]];
    } else if distance < nearest[1] {
        nearest[1] = distance;
    }
}

/// Candidate pairs as a graph by source line, with source and target lines renumbered contiguously.
struct Graph {
    sources: Vec<usize>,
    targets: Vec<usize>,
    /// Target and distance of each source line's candidates, ascending by target.
    edges: Vec<Vec<(usize, f64)>>,
    /// Cost of leaving a source line without a target, above the sum of all other distances.
    alone: f64,
    /// Smallest distance of all candidates, which is subtracted from each.
    least: f64,
}

impl Graph {
    fn new(candidates: &[(usize, usize, f64)]) -> Self {
        let mut finite: Vec<_> = candidates.iter().copied().filter(|candidate| candidate.2.is_finite()).collect();
        finite.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2)));
        finite.dedup_by_key(|candidate| (candidate.0, candidate.1));
        let distinct = |mut lines: Vec<usize>| {
            lines.sort_unstable();
            lines.dedup();
            lines
        };
        let sources = distinct(finite.iter().map(|candidate| candidate.0).collect());
        let targets = distinct(finite.iter().map(|candidate| candidate.1).collect());
        let mut edges = vec![Vec::new(); sources.len()];
        for &(s, t, distance) in &finite {
            edges[sources.partition_point(|&line| line < s)].push((targets.partition_point(|&line| line < t), distance));
        }
        let least = finite.iter().map(|candidate| candidate.2).fold(f64::INFINITY, f64::min);
        let most = finite.iter().map(|candidate| candidate.2).fold(f64::NEG_INFINITY, f64::max);
        let alone = (most - least) * (sources.len() + 1) as f64 + 1.0;
        Self { sources, targets, edges, alone, least }
    }
}

/// End of a search path, ordered by cost, then by target.
#[derive(PartialEq)]
struct Reached {
    cost: f64,
    target: usize,
}

impl Eq for Reached {}

impl Ord for Reached {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.cost.total_cmp(&other.cost).then(self.target.cmp(&other.target))
    }
}

impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

struct State {
    target_of: Vec<Option<usize>>,
    source_of: Vec<Option<usize>>,
    /// Dual prices: `cost - price of the source - price of the target` is never negative, and zero for assigned pairs.
    source_price: Vec<f64>,
    target_price: Vec<f64>,
    /// Cost of the cheapest path to each target in the current search.
    cost: Vec<f64>,
    /// Source line before each target on its cheapest path.
    before: Vec<usize>,
}

impl State {
    fn new(graph: &Graph) -> Self {
        let (sources, targets) = (graph.sources.len(), graph.targets.len());
        Self {
            target_of: vec![None; sources],
            source_of: vec![None; targets],
            source_price: vec![0.0; sources],
            target_price: vec![0.0; targets],
            cost: vec![f64::INFINITY; targets],
            before: vec![usize::MAX; targets],
        }
    }

    /// Assigns a source line along the cheapest augmenting path, or leaves one source line on the path without a target.
    fn join(&mut self, graph: &Graph, start: usize) {
        let mut heap = BinaryHeap::new();
        let mut settled: Vec<usize> = Vec::new();
        let mut visited: Vec<usize> = Vec::new();
        // Cost of the path to `source`, and the cheapest end so far: a source line without target, reached at this cost.
        let mut source = start;
        let mut source_cost = 0.0;
        let mut alone = (f64::INFINITY, start);
        let end = loop {
            let alone_cost = source_cost + graph.alone - self.source_price[source];
            if alone_cost < alone.0 {
                alone = (alone_cost, source);
            }
            for &(target, distance) in &graph.edges[source] {
                let reduced = distance - graph.least - self.source_price[source] - self.target_price[target];
                let cost = source_cost + reduced.max(0.0);
                if cost < self.cost[target] {
                    if self.cost[target].is_infinite() {
                        visited.push(target);
                    }
                    self.cost[target] = cost;
                    self.before[target] = source;
                    heap.push(Reverse(Reached { cost, target }));
                }
            }
            let Some(reached) = self.next(&mut heap).filter(|reached| reached.cost < alone.0) else { break None };
            settled.push(reached.target);
            match self.source_of[reached.target] {
                Some(next) => (source, source_cost) = (next, reached.cost),
                None => break Some(reached.target),
            }
        };
        let total = end.map_or(alone.0, |target| self.cost[target]);
        self.update_prices(start, total, &settled);
        match end {
            Some(target) => self.turn(start, target),
            None if alone.1 != start => {
                // The source line that stays without a target gives its target to the previous source line of the path.
                let target = self.target_of[alone.1].take();
                if let Some(target) = target {
                    self.source_of[target] = None;
                    self.turn(start, target);
                }
            }
            None => {}
        }
        for target in visited {
            self.cost[target] = f64::INFINITY;
        }
    }

    /// Cheapest target line that the search has reached but not settled.
    fn next(&self, heap: &mut BinaryHeap<Reverse<Reached>>) -> Option<Reached> {
        loop {
            let Reverse(reached) = heap.pop()?;
            // Heap entries that a cheaper path replaced are skipped.
            if reached.cost <= self.cost[reached.target] {
                return Some(reached);
            }
        }
    }

    fn update_prices(&mut self, start: usize, total: f64, settled: &[usize]) {
        self.source_price[start] += total;
        for &target in settled {
            let gain = (total - self.cost[target]).max(0.0);
            self.target_price[target] -= gain;
            if let Some(source) = self.source_of[target] {
                self.source_price[source] += gain;
            }
        }
    }

    /// Exchanges the partners of source and target lines along the path from `start` to `target`.
    fn turn(&mut self, start: usize, mut target: usize) {
        loop {
            let source = self.before[target];
            self.source_of[target] = Some(source);
            let previous = self.target_of[source].replace(target);
            match previous {
                Some(next) if source != start => target = next,
                _ => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    /// Number of pairs, negated, and sum of distances of the best assignment of the sources from `source` on.
    fn brute_force(candidates: &[(usize, usize, f64)], source: usize, used: &mut Vec<usize>) -> (i32, f64) {
        if source > 5 {
            return (0, 0.0);
        }
        let mut best = brute_force(candidates, source + 1, used);
        for &(_, target, distance) in candidates.iter().filter(|candidate| candidate.0 == source) {
            if !used.contains(&target) {
                used.push(target);
                let (pairs, sum) = brute_force(candidates, source + 1, used);
                used.pop();
                if (pairs - 1, sum + distance) < best {
                    best = (pairs - 1, sum + distance);
                }
            }
        }
        best
    }

    proptest! {
        #[test]
        fn assignment_is_the_best_of_all(candidates in vec((0..6_usize, 0..6_usize, -3.0..3.0_f64), 0..16)) {
            let assigned = assign(&candidates);
            let (pairs, sum) = brute_force(&candidates, 0, &mut Vec::new());
            prop_assert_eq!(i32::try_from(assigned.len()).unwrap(), -pairs);
            prop_assert!((assigned.iter().map(|a| a.distance).sum::<f64>() - sum).abs() < 1e-9);
            for a in &assigned {
                prop_assert!(candidates.contains(&(a.source, a.target, a.distance)));
                prop_assert_eq!(assigned.iter().filter(|b| b.target == a.target || b.source == a.source).count(), 1);
            }
        }
    }

    #[test]
    fn margin_is_the_gap_to_the_nearest_other_candidate() {
        let assigned = assign(&[(0, 0, 0.25), (0, 1, 1.0), (1, 1, 0.5), (7, 9, 0.125), (1, 0, f64::NAN)]);
        let margins: Vec<_> = assigned.iter().map(|a| (a.source, a.target, a.margin)).collect();
        assert_eq!(margins, [(0, 0, 0.75), (1, 1, 0.5), (7, 9, f64::INFINITY)]);
    }

    #[test]
    fn long_chain_of_exchanges_is_found() {
        // Test case: each source line prefers the target of the one before, and only the last target is free.
        let n = 20_000;
        let candidates: Vec<_> = (0..n).flat_map(|i| [(i, i, 0.0), (i, i + 1, 0.5)]).chain([(n, 0, 0.0)]).collect();
        let assigned = assign(&candidates);
        assert_eq!(assigned.len(), n + 1);
        assert!(assigned.iter().all(|a| a.target == if a.source == n { 0 } else { a.source + 1 }));
    }
}
