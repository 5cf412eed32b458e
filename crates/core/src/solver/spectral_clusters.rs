//! Spectral clusters of the objects of a Gram matrix: the normalised cut of Ng, Jordan and Weiss (2002).
//!
//! The Gram matrix without its diagonal is the affinity `A`, with the degrees `D = diag(A 1)`. The leading eigenvectors of `D^-½ A D^-½`
//! are the columns of an embedding of the objects, whose rows, at unit length, are the points of [`KMeans`].
//!
//! Decided behaviour: affinities must not be negative, so if the smallest entry `s` off the diagonal is negative, `A = K - s`. Like
//! any constant added to a kernel this leaves the distances of objects unchanged, and it applies to conditionally definite kernels
//! such as the negative distance. An object without any affinity has a row of zeros.
//!
//! Cost: that of [`leading_eigen`] and of [`KMeans`]. Memory: the Gram matrix, scaled in place.

use ndarray::{Array2, Axis, Zip};

use super::{KMeans, dense::NotDecomposed, leading::leading_eigen};

/// Clusters of objects by a kernel between them.
#[derive(Clone, Debug)]
pub struct SpectralClusters {
    /// Cluster of each object, numbered by size (n).
    pub assigned: Vec<usize>,
    /// Leading eigenvalues of the normalised affinity, largest first, at most 1 (k).
    pub eigenvalues: Vec<f64>,
    /// Rows of the embedding, at unit length (n × k).
    pub embedding: Array2<f64>,
    /// Smallest entry of the kernel off its diagonal, if negative, else 0.
    pub shift: f64,
    /// Sum of squared distances of the rows from the means of their clusters.
    pub inertia: f64,
}

impl SpectralClusters {
    /// Finds `clusters` clusters from a Gram matrix (n × n). The seed is that of the starts of k-means.
    ///
    /// # Errors
    /// When the matrix does not decompose, as with values that are not numbers, or the caller's [`cancel`](crate::cancel) flag is
    /// raised.
    ///
    /// # Panics
    /// If the matrix is not square, or there are objects and no clusters.
    pub fn fit(mut gram: Array2<f64>, clusters: usize, seed: u64) -> Result<Self, NotDecomposed> {
        let shift = normalise(&mut gram);
        let (eigenvalues, mut embedding) = leading_eigen(gram.view(), clusters)?;
        for mut row in embedding.rows_mut() {
            let length = row.dot(&row).sqrt();
            if length > 0.0 {
                row /= length;
            }
        }
        let KMeans { assigned, inertia, .. } = KMeans::fit(embedding.view(), clusters, seed);
        Ok(Self { assigned, eigenvalues, embedding, shift, inertia })
    }
}

/// Replaces a kernel by its normalised affinity; returns the shift.
fn normalise(gram: &mut Array2<f64>) -> f64 {
    let mut shift = 0.0_f64;
    Zip::indexed(&*gram).for_each(|(i, j), &value| shift = if i == j { shift } else { shift.min(value) });
    gram.mapv_inplace(|value| value - shift);
    gram.diag_mut().fill(0.0);
    let scale = gram.sum_axis(Axis(1)).mapv(|degree| if degree > 0.0 { degree.sqrt().recip() } else { 0.0 });
    Zip::indexed(gram).for_each(|(i, j), value| *value *= scale[i] * scale[j]);
    shift
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Deserialize;

    use super::*;
    use crate::metric::adjusted_rand_index;

    #[derive(Deserialize)]
    struct Fixture {
        cases: Vec<Case>,
    }

    #[derive(Deserialize)]
    struct Case {
        gram: Vec<Vec<f64>>,
        clusters: usize,
        labels: Vec<usize>,
        products: Vec<Vec<f64>>,
        inertia: f64,
    }

    fn matrix(rows: &[Vec<f64>]) -> Array2<f64> {
        Array2::from_shape_fn((rows.len(), rows[0].len()), |(i, j)| rows[i][j])
    }

    fn agreement(a: &[usize], b: &[usize]) -> f64 {
        adjusted_rand_index(a.iter().copied().zip(b.iter().copied())).expect("objects")
    }

    #[test]
    fn clusters_and_embedding_equal_those_of_scikit_learn() {
        let fixture: Fixture = serde_json::from_str(include_str!("../../tests/fixtures/clusters.json")).expect("the fixture");
        for case in fixture.cases {
            let found = SpectralClusters::fit(matrix(&case.gram), case.clusters, 0).expect("numbers");
            // Eigenvectors are known up to a rotation, which leaves inner products unchanged.
            let far = (found.embedding.dot(&found.embedding.t()) - matrix(&case.products)).mapv(f64::abs);
            assert!(far.iter().all(|far| *far < 1e-6), "{far}");
            assert!((found.inertia - case.inertia).abs() < 1e-6, "{} for {}", found.inertia, case.inertia);
            assert!((agreement(&found.assigned, &case.labels) - 1.0).abs() < 1e-12, "{:?}", found.assigned);
            assert!((found.eigenvalues[0] - 1.0).abs() < 1e-9, "{:?}", found.eigenvalues);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(30))]
        #[test]
        fn separate_blocks_are_clusters_in_any_order(sizes in prop::collection::vec(2_usize..20, 1..5), seed in any::<u64>(), step in 1_usize..7) {
            let n: usize = sizes.iter().sum();
            let blocks: Vec<usize> = sizes.iter().enumerate().flat_map(|(block, &size)| vec![block; size]).collect();
            // A permutation: multiples of a number without a common factor with n.
            let step = (step..).find(|&step| (2..=n).all(|d| step % d != 0 || n % d != 0)).expect("a number");
            let order: Vec<usize> = (0..n).map(|i| i * step % n).collect();
            let known: Vec<usize> = order.iter().map(|&i| blocks[i]).collect();
            let value = |i: usize, j: usize| if known[i] == known[j] { 0.5 + 0.4 * ((order[i] * order[j]) as f64).sin() } else { 0.0 };
            let found = SpectralClusters::fit(Array2::from_shape_fn((n, n), |(i, j)| value(i, j)), sizes.len(), seed).expect("numbers");
            prop_assert!((agreement(&found.assigned, &known) - 1.0).abs() < 1e-12, "{:?} for {known:?}", found.assigned);
        }
    }

    #[test]
    fn a_constant_added_to_a_negative_kernel_changes_no_cluster() {
        let points = [0.0_f64, 0.2, 0.3, 5.0, 5.1, 5.3, 5.4];
        let distance = |constant: f64| Array2::from_shape_fn((7, 7), |(i, j)| constant - (points[i] - points[j]).abs());
        let fits = [-9.0, 0.0].map(|constant| SpectralClusters::fit(distance(constant), 2, 3).expect("numbers"));
        assert_eq!(fits[0].assigned, [1, 1, 1, 0, 0, 0, 0]);
        assert_eq!(fits[1].assigned, fits[0].assigned);
        assert!((fits[0].shift + 14.4).abs() < 1e-12 && (fits[1].shift + 5.4).abs() < 1e-12);
    }

    #[test]
    fn an_object_without_affinity_has_a_cluster_and_broken_numbers_are_an_error() {
        let mut gram = Array2::<f64>::eye(5);
        [(0, 1), (2, 3)].iter().for_each(|&(i, j)| [gram[[i, j]], gram[[j, i]]] = [1.0, 1.0]);
        let found = SpectralClusters::fit(gram.clone(), 2, 0).expect("numbers");
        assert!(found.assigned[0] == found.assigned[1] && found.assigned[2] == found.assigned[3]);
        assert!(found.embedding.row(4).iter().all(|value| value.abs() < 1e-12));
        gram[[1, 0]] = f64::NAN;
        assert!(SpectralClusters::fit(gram, 2, 0).is_err());
        assert!(SpectralClusters::fit(Array2::zeros((0, 0)), 2, 0).expect("nothing").assigned.is_empty());
    }
}
