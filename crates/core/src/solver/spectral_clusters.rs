//! Spectral clustering of the objects of a Gram matrix: the normalised cut of Ng, Jordan and Weiss (2002).
//!
//! The Gram matrix without its diagonal is the affinity `A`, with the degrees `D = diag(A 1)`.
//! The leading eigenvectors of `D^-½ A D^-½` are the columns of an embedding of the objects, whose rows, at unit length,
//! are the points of [`KMeans`].
//! (scikit-learn clusters the rows of `D^-½` times these eigenvectors, whose lengths differ.)
//!
//! Convention: affinities must not be negative ([`NegativeValues`]).
//! Under a definite or indefinite kernel a negative value counts as affinity 0.
//! The values of a conditionally definite kernel, such as the negative distance, are known up to a constant.
//! The smallest value off the diagonal, if negative, is subtracted.
//! An object without any affinity has a row of zeros.
//!
//! Cost: that of [`leading_eigen`] and of [`KMeans`]. Memory: the Gram matrix, which is overwritten.

use ndarray::{Array2, Axis, Zip};

use super::{KMeans, dense::NotDecomposed, leading::leading_eigen};

/// Treatment of negative kernel values in the affinity of two objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NegativeValues {
    /// Negative kernel values count as affinity 0.
    Clipped,
    /// The smallest kernel value, if negative, is subtracted from all.
    Shifted,
}

/// Spectral clusters of objects, given the kernel between them.
#[derive(Clone, Debug)]
pub struct SpectralClusters {
    /// Index of each object's cluster, numbered by size (n).
    pub assigned: Vec<usize>,
    /// Leading eigenvalues of the normalised affinity matrix, largest first, at most 1 (k).
    pub eigenvalues: Vec<f64>,
    /// Embedding of each object as a row of unit length (n × k).
    pub embedding: Array2<f64>,
    /// Share of negative values among the kernel values between two objects.
    pub negative: f64,
    /// Constant that was subtracted from the kernel: its smallest value between two objects
    /// if [shifted](NegativeValues::Shifted) and negative, else 0.
    pub shift: f64,
    /// Sum of squared distances of the embedding's rows from the means of their clusters.
    pub inertia: f64,
}

impl SpectralClusters {
    /// Finds `clusters` spectral clusters from a Gram matrix (n × n). The seed is that of the starts of k-means.
    ///
    /// # Errors
    /// Returns an error if the decomposition does not converge, as with NaN values,
    /// or the caller's [`cancel`](crate::cancel) flag is raised.
    ///
    /// # Panics
    /// Panics if the matrix is not square, or there are objects and no clusters.
    pub fn fit(mut gram: Array2<f64>, negative: NegativeValues, clusters: usize, seed: u64) -> Result<Self, NotDecomposed> {
        let (negative, shift) = normalise(&mut gram, negative);
        let (eigenvalues, mut embedding) = leading_eigen(gram.view(), clusters)?;
        for mut row in embedding.rows_mut() {
            let length = row.dot(&row).sqrt();
            if length > 0.0 {
                row /= length;
            }
        }
        let KMeans { assigned, inertia, .. } = KMeans::fit(embedding.view(), clusters, seed);
        Ok(Self { assigned, eigenvalues, embedding, negative, shift, inertia })
    }
}

/// Replaces a Gram matrix by its normalised affinity; returns the share of negative values and the shift.
fn normalise(gram: &mut Array2<f64>, negative: NegativeValues) -> (f64, f64) {
    gram.diag_mut().fill(0.0);
    let (count, least) =
        gram.iter().fold((0_usize, 0.0_f64), |(count, least), &value| (count + usize::from(value < 0.0), least.min(value)));
    let share = count as f64 / (gram.len().saturating_sub(gram.nrows())).max(1) as f64;
    let shift = if negative == NegativeValues::Shifted { least } else { 0.0 };
    // A NaN value stays, so that the decomposition fails.
    gram.mapv_inplace(|value| if value < shift { 0.0 } else { value - shift });
    gram.diag_mut().fill(0.0);
    let scale = gram.sum_axis(Axis(1)).mapv(|degree| if degree > 0.0 { degree.sqrt().recip() } else { 0.0 });
    Zip::indexed(gram).for_each(|(i, j), value| *value *= scale[i] * scale[j]);
    (share, shift)
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
        shifted: bool,
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
            let negative = if case.shifted { NegativeValues::Shifted } else { NegativeValues::Clipped };
            let found = SpectralClusters::fit(matrix(&case.gram), negative, case.clusters, 0).expect("numbers");
            assert_eq!(found.shift < 0.0, case.shifted);
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
            // Test permutation: multiples of a number without a common factor with n.
            let coprime = |step: &usize| (2..=n).all(|d| !step.is_multiple_of(d) || !n.is_multiple_of(d));
            let step = (step..=step + n).find(coprime).expect("one in n numbers has no common factor with n");
            let order: Vec<usize> = (0..n).map(|i| i * step % n).collect();
            let known: Vec<usize> = order.iter().map(|&i| blocks[i]).collect();
            let value = |i: usize, j: usize| if known[i] == known[j] { 0.5 + 0.4 * ((order[i] * order[j]) as f64).sin() } else { 0.0 };
            let gram = Array2::from_shape_fn((n, n), |(i, j)| value(i, j));
            let found = SpectralClusters::fit(gram, NegativeValues::Clipped, sizes.len(), seed).expect("numbers");
            prop_assert!((agreement(&found.assigned, &known) - 1.0).abs() < 1e-12, "{:?} for {known:?}", found.assigned);
        }
    }

    #[test]
    fn a_constant_added_to_a_shifted_kernel_changes_no_cluster() {
        let points = [0.0_f64, 0.2, 0.3, 5.0, 5.1, 5.3, 5.4];
        let distance = |constant: f64| Array2::from_shape_fn((7, 7), |(i, j)| constant - (points[i] - points[j]).abs());
        let fit = |constant| SpectralClusters::fit(distance(constant), NegativeValues::Shifted, 2, 3).expect("numbers");
        let fits = [-9.0, 0.0].map(fit);
        assert_eq!(fits[0].assigned, [1, 1, 1, 0, 0, 0, 0]);
        assert_eq!(fits[1].assigned, fits[0].assigned);
        assert!((fits[0].shift + 14.4).abs() < 1e-12 && (fits[1].shift + 5.4).abs() < 1e-12);
        assert!((fits[0].negative - 1.0).abs() < 1e-12);
    }

    #[test]
    fn an_object_without_affinity_has_a_cluster_and_broken_numbers_are_an_error() {
        let mut gram = Array2::<f64>::eye(5);
        for (i, j) in [(0, 1), (2, 3)] {
            [gram[[i, j]], gram[[j, i]]] = [1.0, 1.0];
        }
        let found = SpectralClusters::fit(gram.clone(), NegativeValues::Clipped, 2, 0).expect("numbers");
        assert!(found.assigned[0] == found.assigned[1] && found.assigned[2] == found.assigned[3]);
        assert!(found.embedding.row(4).iter().all(|value| value.abs() < 1e-12));
        gram[[1, 0]] = f64::NAN;
        assert!(SpectralClusters::fit(gram, NegativeValues::Clipped, 2, 0).is_err());
        assert!(
            SpectralClusters::fit(Array2::zeros((0, 0)), NegativeValues::Clipped, 2, 0).expect("nothing").assigned.is_empty()
        );
    }
}
