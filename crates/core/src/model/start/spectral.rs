//! Spectral word vectors: words that occur in the same documents point in the same direction.
//!
//! Let `T` be the tf-idf rows of the documents read as text ([`Texts`]), with normalised columns.
//! `TᵀT` then holds the cosines between words.
//! A word's vector is its row of the matrix of leading eigenvectors (V × q), normalised as in spectral clustering.
//! Every axis of the spectral vectors has the same weight.
//! Weighting axes by the roots of the eigenvalues costs one point of accuracy on WebKB.
//! A word that occurs in none of the documents is at the origin.
//!
//! Cost and memory: those of the axes with fewer rounds, since a rotation between nearly equal axes does not matter.

use ndarray::{Array2, Axis};
use rand::Rng;

use super::{
    axes::{EXTRA_AXES, Rows},
    random,
    texts::Texts,
};
use crate::corpus::Csr;

/// Number of rounds of subspace iteration for spectral vectors.
const ROUNDS: usize = 6;

/// Scales the columns of a sparse matrix to unit length; empty columns stay empty.
fn unit_columns(rows: &Csr) -> Csr {
    let mut squares = vec![0.0; rows.cols()];
    (0..rows.rows()).flat_map(|row| rows.entries(row)).for_each(|(word, weight)| squares[word] += weight * weight);
    let row = |row: usize| rows.entries(row).map(|(word, weight)| (word as u32, weight / squares[word].sqrt())).collect();
    Csr::from_rows(rows.cols(), (0..rows.rows()).map(row))
}

/// Spectral unit vectors of the words (V × q), zero for words of no document; coordinates beyond the number of axes are 0.
pub(in crate::model) fn spectral(texts: &Texts, q: usize, rng: &mut impl Rng) -> Array2<f64> {
    after(ROUNDS, texts, q, rng)
}

/// Spectral vectors after the given number of rounds of subspace iteration.
fn after(rounds: usize, texts: &Texts, q: usize, rng: &mut impl Rng) -> Array2<f64> {
    let columns = unit_columns(&texts.unit_rows());
    let mut x = Array2::zeros((columns.cols(), q));
    let guess = random(columns.cols(), q + EXTRA_AXES, 1.0, rng);
    // Finite numbers have a decomposition; a cancelled run never uses its initial positions.
    if let Ok(axes) = Rows::new(&[&columns]).leading(&guess, rounds) {
        for axis in 0..q.min(axes.values.len()) {
            x.column_mut(axis).assign(&axes.direction(axis));
        }
    }
    for mut vector in x.axis_iter_mut(Axis(0)) {
        let length = vector.dot(&vector).sqrt();
        if length > 0.0 {
            vector /= length;
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng, rngs::StdRng};

    use super::*;
    use crate::solver::dense::symmetric_eigen;

    /// Test documents of four topics with distinct words, and two common words.
    fn topics() -> Texts {
        let row = |i: usize| {
            let topic = i % 4;
            let word = |w: usize| ((topic * 5 + (i * 3 + w * w) % 5) as u32, 1.0 + ((i + w) % 3) as f64);
            (0..4).map(word).chain([(20 + (i % 2) as u32, 1.0)]).collect()
        };
        let counts = Csr::from_rows(23, (0..60).map(row));
        Texts::joined(&counts, &(0..60).map(|row| vec![row]).collect::<Vec<_>>(), 0)
    }

    fn at(texts: &Texts, q: usize, seed: u64) -> Array2<f64> {
        spectral(texts, q, &mut StdRng::seed_from_u64(seed))
    }

    #[test]
    fn vectors_equal_the_dense_eigenvectors_of_the_cosines() {
        let texts = topics();
        let rows = unit_columns(&texts.unit_rows()).to_dense();
        let (_, vectors) = symmetric_eigen(rows.t().dot(&rows).view()).unwrap();
        // The cosines have a gap after two axes and after four; any other cut is arbitrary.
        for q in [2, 4] {
            let mut exact = vectors.slice(ndarray::s![.., ..q]).to_owned();
            for mut vector in exact.axis_iter_mut(Axis(0)) {
                let length = vector.dot(&vector).sqrt().max(1e-300);
                vector /= length;
            }
            let x = at(&texts, q, 0);
            // Axes of equal size may be rotated within their plane; inner products are invariant.
            let gap = x.dot(&x.t()) - exact.dot(&exact.t());
            let known = 22;
            for i in 0..known {
                for j in 0..known {
                    assert!(gap[[i, j]].abs() < 1e-3, "q = {q}, words {i} and {j}: {}", gap[[i, j]]);
                }
            }
        }
    }

    #[test]
    fn singular_values_and_vectors_equal_those_of_scikit_learn() {
        let fixture: serde_json::Value = serde_json::from_str(include_str!("../../../tests/fixtures/svd.json")).unwrap();
        let matrix = |name: &str| {
            let rows: Vec<Vec<f64>> = serde_json::from_value(fixture[name].clone()).unwrap();
            Array2::from_shape_fn((rows.len(), rows[0].len()), |(i, j)| rows[i][j])
        };
        let near = |ours: &Array2<f64>, theirs: &Array2<f64>| (ours - theirs).iter().all(|gap| gap.abs() < 1e-6);
        let counts = matrix("counts");
        let row = |row: usize| {
            counts.row(row).indexed_iter().filter(|(_, count)| **count > 0.0).map(|(word, &count)| (word as u32, count)).collect()
        };
        let counts = Csr::from_rows(counts.ncols(), (0..counts.nrows()).map(row));
        let values: Vec<f64> = serde_json::from_value(fixture["values"].clone()).unwrap();
        let q = values.len();
        let guess = random(counts.cols(), q + EXTRA_AXES, 1.0, &mut StdRng::seed_from_u64(1));
        let axes = Rows::new(&[&counts]).leading(&guess, ROUNDS).unwrap();
        assert!(values.iter().zip(&axes.values).all(|(value, ours)| (value - ours).abs() < 1e-6), "{values:?} {:?}", axes.values);
        // The sign of a singular vector is arbitrary; the projection on their span is not.
        let leading = axes.directions.slice(ndarray::s![.., ..q]);
        assert!(near(&leading.dot(&leading.t()), &matrix("projection")));
        let texts = Texts::joined(&counts, &(0..counts.rows()).map(|row| vec![row]).collect::<Vec<_>>(), 0);
        // The few rounds of a start leave the cosines apart by 3e-5; with more they converge to those of scikit-learn.
        let x = after(30, &texts, q, &mut StdRng::seed_from_u64(2));
        assert!(near(&x.dot(&x.t()), &matrix("cosines")));
    }

    #[test]
    fn vectors_have_unit_length_and_words_of_one_topic_are_similar() {
        let x = at(&topics(), 5, 3);
        let cosines = x.dot(&x.t());
        for word in 0..22 {
            assert!((cosines[[word, word]] - 1.0).abs() < 1e-12);
        }
        assert!(x.row(22).iter().all(|x| *x == 0.0), "a word of no document");
        assert!(cosines[[0, 1]] > 0.6 && cosines[[0, 1]] > cosines[[0, 6]] + 0.5, "{} {}", cosines[[0, 1]], cosines[[0, 6]]);
        assert_eq!(x, at(&topics(), 5, 3), "the same seed gives the same vectors");
    }

    #[test]
    fn dimensions_beyond_the_words_are_zero() {
        let x = at(&topics(), 40, 1);
        assert!((22..40).all(|axis| x.column(axis).iter().all(|x| *x == 0.0)));
        let cosines = x.dot(&x.t());
        // All eigenvectors together distinguish every word.
        assert!(cosines.indexed_iter().all(|((i, j), cosine)| i == j || cosine.abs() < 0.7), "{cosines}");
    }
}
