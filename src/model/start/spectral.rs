//! Spectral vectors: words that stand in the same documents point the same way.
//!
//! With `T` the tf-idf rows of all documents whose labels are not needed ([`Texts`]) and its columns brought to unit length,
//! `TᵀT` holds the words' cosines. A word's vector is its row of the matrix of the leading eigenvectors (V × q), brought to
//! unit length, as spectral clustering has it: every axis counts alike, however much of the cosines it holds (with the roots
//! of the eigenvalues, documents of WebKB are told one point worse). A word that stands in none of the documents is at the
//! origin.
//!
//! Cost and memory: those of the axes, at fewer rounds, since what lies between two axes of nearly one size is as good in
//! either.

use ndarray::{Array2, Axis};
use rand::Rng;

use super::{
    axes::{Rows, SPARE},
    random,
    texts::Texts,
};
use crate::corpus::Csr;

/// Rounds of subspace iteration.
const ROUNDS: usize = 6;

/// The same with columns of unit length; empty ones stay empty.
fn unit_columns(rows: &Csr) -> Csr {
    let mut squares = vec![0.0; rows.cols()];
    (0..rows.rows()).flat_map(|row| rows.entries(row)).for_each(|(word, weight)| squares[word] += weight * weight);
    let row = |row: usize| rows.entries(row).map(|(word, weight)| (word as u32, weight / squares[word].sqrt())).collect();
    Csr::from_rows(rows.cols(), (0..rows.rows()).map(row))
}

/// Unit vectors of the words (V × q), those of no document zero; coordinates beyond the axes there are stay zero.
pub(super) fn spectral(texts: &Texts, q: usize, rng: &mut impl Rng) -> Array2<f64> {
    let columns = unit_columns(&texts.unit_rows());
    let mut x = Array2::zeros((columns.cols(), q));
    let guess = random(columns.cols(), q + SPARE, 1.0, rng);
    // Finite numbers decompose; a run that is cancelled meanwhile never looks at its start.
    if let Ok(axes) = Rows::new(&[&columns]).leading(&guess, ROUNDS) {
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

    /// Documents of four topics with words of their own, and two words that stand anywhere.
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
    fn vectors_are_those_of_the_dense_eigenvectors_of_the_cosines() {
        let texts = topics();
        let rows = unit_columns(&texts.unit_rows()).to_dense();
        let (_, vectors) = symmetric_eigen(rows.t().dot(&rows).view()).unwrap();
        // The cosines have a gap after two axes and after four; where they have none, any cut will do.
        for q in [2, 4] {
            let mut exact = vectors.slice(ndarray::s![.., ..q]).to_owned();
            for mut vector in exact.axis_iter_mut(Axis(0)) {
                let length = vector.dot(&vector).sqrt().max(1e-300);
                vector /= length;
            }
            let x = at(&texts, q, 0);
            // Axes of equal size may be turned within their plane: inner products say nothing of that.
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
    fn vectors_have_unit_length_and_words_of_one_topic_point_the_same_way() {
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
    fn more_dimensions_than_words_stay_empty() {
        let x = at(&topics(), 40, 1);
        assert!((22..40).all(|axis| x.column(axis).iter().all(|x| *x == 0.0)));
        let cosines = x.dot(&x.t());
        // All eigenvectors together tell every word from every other.
        assert!(cosines.indexed_iter().all(|((i, j), cosine)| i == j || cosine.abs() < 0.7), "{cosines}");
    }
}
