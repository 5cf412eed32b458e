//! k-means clustering by Lloyd's iterations from k-means++ starts (Arthur and Vassilvitskii 2007), the best of several.
//!
//! Conventions: a point goes to the first of equally near centres;
//! a cluster that loses its points continues from the point farthest from its own centre,
//! so that a cluster is empty only if there are fewer different points than clusters.
//! Clusters are numbered by size, largest first, those of equal size by their first points.
//! The result depends on the seed, not on the number of threads.
//!
//! Cost: `n k d` an iteration, for some ten iterations of each of [`RESTARTS`] starts, which run in parallel.
//! Memory: one number a point for each start.

#![allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]

use std::cmp::Reverse;

use ndarray::{Array2, ArrayView1, ArrayView2};
use rand::{Rng, SeedableRng, rngs::StdRng};
use rayon::prelude::*;

use crate::{cancel, stats::squared_distance};

/// Number of random starts of k-means by k-means++.
const RESTARTS: usize = 20;
/// Maximum number of Lloyd's iterations from each start.
const ITERATIONS: usize = 300;

/// Clusters of points around their means, found by k-means.
#[derive(Clone, Debug, PartialEq)]
pub struct KMeans {
    /// Index of each point's cluster (n).
    pub assigned: Vec<usize>,
    /// Means of the clusters (k × d).
    pub centres: Array2<f64>,
    /// Sum of squared distances of points from the means of their clusters.
    pub inertia: f64,
}

impl KMeans {
    /// Finds `clusters` clusters of points (n × d) by k-means. Undefined if the caller's [`cancel`] flag is raised.
    ///
    /// # Panics
    /// Panics if there are points and no clusters.
    pub fn fit(points: ArrayView2<'_, f64>, clusters: usize, seed: u64) -> Self {
        assert!(clusters > 0 || points.nrows() == 0, "a cluster for the points");
        if points.nrows() == 0 {
            return Self { assigned: Vec::new(), centres: Array2::zeros((clusters, points.ncols())), inertia: 0.0 };
        }
        let mut seeds = StdRng::seed_from_u64(seed);
        let seeds: Vec<u64> = (0..RESTARTS).map(|_| seeds.random()).collect();
        let cancellation = cancel::inherited();
        let all: Vec<Self> = seeds
            .into_par_iter()
            .map(|seed| cancellation.within(|| Self::from_start(points, plus_plus(points, clusters, seed))))
            .collect();
        let best = all.into_iter().reduce(|best, next| if next.inertia < best.inertia { next } else { best });
        best.map_or_else(|| Self { assigned: Vec::new(), centres: Array2::zeros((0, 0)), inertia: 0.0 }, Self::numbered)
    }

    /// Runs Lloyd's iterations from the given centres.
    fn from_start(points: ArrayView2<'_, f64>, mut centres: Array2<f64>) -> Self {
        let (mut assigned, mut apart) = nearest(points, &centres);
        let cancellation = cancel::inherited();
        for _ in 0..ITERATIONS {
            if cancellation.requested() {
                break;
            }
            move_to_means(points, &assigned, &mut apart, &mut centres);
            let (next, distances) = nearest(points, &centres);
            apart = distances;
            let settled = next == assigned;
            assigned = next;
            if settled {
                break;
            }
        }
        Self { assigned, centres, inertia: apart.iter().sum() }
    }

    /// Renumbers the clusters by their sizes.
    fn numbered(self) -> Self {
        let clusters = self.centres.nrows();
        let (mut sizes, mut first) = (vec![0_usize; clusters], vec![usize::MAX; clusters]);
        for (point, &cluster) in self.assigned.iter().enumerate() {
            sizes[cluster] += 1;
            first[cluster] = first[cluster].min(point);
        }
        let mut order: Vec<usize> = (0..clusters).collect();
        order.sort_by_key(|&cluster| (Reverse(sizes[cluster]), first[cluster]));
        let mut number = vec![0; clusters];
        order.iter().enumerate().for_each(|(new, &old)| number[old] = new);
        let centres = self.centres.select(ndarray::Axis(0), &order);
        Self { assigned: self.assigned.iter().map(|&old| number[old]).collect(), centres, ..self }
    }
}

/// Draws k-means++ centres from the points, with probabilities proportional to the squared distance from the previous centres.
fn plus_plus(points: ArrayView2<'_, f64>, clusters: usize, seed: u64) -> Array2<f64> {
    let (n, mut rng) = (points.nrows(), StdRng::seed_from_u64(seed));
    let mut chosen = vec![rng.random_range(0..n)];
    let mut apart = vec![f64::INFINITY; n];
    while chosen.len() < clusters {
        let last = points.row(chosen[chosen.len() - 1]);
        apart.iter_mut().zip(points.rows()).for_each(|(apart, point)| *apart = apart.min(squared_distance(&point, &last)));
        let mut left = rng.random::<f64>() * apart.iter().sum::<f64>();
        let drawn = apart.iter().position(|apart| {
            left -= apart;
            left < 0.0
        });
        // Rounding may leave a remainder of the drawn number after the last point; equal points have no distances.
        chosen.push(drawn.unwrap_or_else(|| rng.random_range(0..n)));
    }
    points.select(ndarray::Axis(0), &chosen)
}

/// Index of each point's nearest centre, with the squared distance to it.
fn nearest(points: ArrayView2<'_, f64>, centres: &Array2<f64>) -> (Vec<usize>, Vec<f64>) {
    let of = |point: ArrayView1<'_, f64>| {
        let distances = centres.rows().into_iter().map(|centre| squared_distance(&point, &centre)).enumerate();
        distances.fold((0, f64::INFINITY), |best, next| if next.1 < best.1 { next } else { best })
    };
    points.rows().into_iter().map(of).unzip()
}

/// Moves centres to the means of their points, and those without points to the points farthest from their centres.
fn move_to_means(points: ArrayView2<'_, f64>, assigned: &[usize], apart: &mut [f64], centres: &mut Array2<f64>) {
    let mut sizes = vec![0.0; centres.nrows()];
    let mut sums = Array2::<f64>::zeros(centres.raw_dim());
    for (point, &cluster) in points.rows().into_iter().zip(assigned) {
        sizes[cluster] += 1.0;
        sums.row_mut(cluster).scaled_add(1.0, &point);
    }
    for (cluster, size) in sizes.into_iter().enumerate() {
        if size > 0.0 {
            centres.row_mut(cluster).assign(&(&sums.row(cluster) / size));
            continue;
        }
        let far = (0..apart.len()).fold(0, |far, point| if apart[point] > apart[far] { point } else { far });
        centres.row_mut(cluster).assign(&points.row(far));
        apart[far] = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn points(numbers: &[(f64, f64)]) -> Array2<f64> {
        Array2::from_shape_fn((numbers.len(), 2), |(i, axis)| if axis == 0 { numbers[i].0 } else { numbers[i].1 })
    }

    /// Reference: the least inertia of any assignment of points to two clusters.
    fn least_of_two(points: &Array2<f64>) -> f64 {
        let n = points.nrows();
        let inertia = |mask: usize| {
            [false, true]
                .map(|side| {
                    let rows: Vec<usize> = (0..n).filter(|i| ((mask >> i) & 1 == 1) == side).collect();
                    let of = points.select(ndarray::Axis(0), &rows);
                    of.mean_axis(ndarray::Axis(0))
                        .map_or(0.0, |mean| of.rows().into_iter().map(|row| squared_distance(&row, &mean)).sum())
                })
                .iter()
                .sum::<f64>()
        };
        (0..1 << n).map(inertia).fold(f64::INFINITY, f64::min)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(50))]
        #[test]
        fn two_clusters_of_few_points_are_hardly_worse_than_the_best_ones(numbers in prop::collection::vec((-3.0..3.0, -3.0..3.0), 2..9), seed in any::<u64>()) {
            let points = points(&numbers);
            let (found, least) = (KMeans::fit(points.view(), 2, seed), least_of_two(&points));
            prop_assert!((least - 1e-9..=1.5 * least + 1e-9).contains(&found.inertia), "{found:?} for {least}");
        }

        #[test]
        fn clusters_have_their_means_and_fall_by_size(
            numbers in prop::collection::vec((-3.0..3.0, -3.0..3.0), 1..60), clusters in 1_usize..7, seed in any::<u64>(),
        ) {
            let points = points(&numbers);
            let found = KMeans::fit(points.view(), clusters, seed);
            let (assigned, apart) = nearest(points.view(), &found.centres);
            prop_assert_eq!(&assigned, &found.assigned);
            prop_assert!((apart.iter().sum::<f64>() - found.inertia).abs() < 1e-9);
            let size = |cluster: usize| assigned.iter().filter(|of| **of == cluster).count();
            prop_assert!((1..clusters).all(|cluster| size(cluster) <= size(cluster - 1)));
            prop_assert!(size(clusters.min(numbers.len()) - 1) > 0, "no cluster of different points is empty");
        }
    }

    #[test]
    fn a_seed_has_one_result_whatever_the_threads() {
        let points = Array2::from_shape_fn((200, 3), |(i, axis)| ((i * 7 + axis * 13) as f64 * 0.37).sin());
        let fit = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            pool.install(|| KMeans::fit(points.view(), 5, 11))
        };
        assert_eq!(fit(1), fit(3));
    }

    #[test]
    fn equal_points_and_no_points_have_clusters() {
        let equal = KMeans::fit(Array2::from_elem((5, 2), 0.3).view(), 3, 0);
        assert_eq!((equal.assigned, equal.inertia.to_bits()), (vec![0; 5], 0));
        let none = KMeans::fit(Array2::zeros((0, 2)).view(), 3, 0);
        assert!(none.assigned.is_empty() && none.centres.dim() == (3, 2));
    }
}
