//! Kernel between the words of two documents; its weighted mean is the inner product of their kernel means (T Fig 3.1).
//!
//! Cost: one kernel value for each pair of words. Memory: the kernel between the listed words.

use ndarray::{Array2, Axis};

use wordfield_core::ldk::Embedding;

/// Maximum number of words listed for a document.
const MAX_WORDS: usize = 16;

/// Kernel between the words of two documents.
#[derive(Clone, Debug)]
pub struct WordMatrix {
    /// Words with the largest weights in each of the two documents, largest first.
    pub words: [Vec<(usize, f64)>; 2],
    /// Number of words of each of the two documents.
    pub counts: [usize; 2],
    /// Kernel between the listed words of two documents (words of the first × words of the second).
    pub kernel: Array2<f64>,
    /// Mean of the kernel over all words of both documents: the inner product of their kernel means.
    pub inner: f64,
    /// Mean of the identity kernel over all words of both documents, to which only words in both contribute.
    pub common: f64,
}

impl WordMatrix {
    /// Word matrix of two documents, whose weights of words are the columns of `spread` (V × 2), over words at `latent` (V × q).
    pub fn of(spread: &Array2<f64>, latent: &Array2<f64>, embedding: Embedding) -> Self {
        let sides = [0, 1].map(|side| {
            let weights = spread.column(side);
            let mut words: Vec<(usize, f64)> = weights.iter().copied().enumerate().filter(|(_, weight)| *weight > 0.0).collect();
            words.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            words
        });
        let at = |words: &[(usize, f64)]| latent.select(Axis(0), &words.iter().map(|of| of.0).collect::<Vec<_>>());
        let weights = |words: &[(usize, f64)]| Array2::from_shape_fn((words.len(), 1), |(place, _)| words[place].1);
        let [first, second] = &sides;
        let sums = embedding.sums();
        let means = sums.product(at(first).view(), at(second).view(), weights(second).view());
        let inner = first.iter().zip(&means).map(|((_, weight), mean)| weight * mean).sum();
        let words = sides.each_ref().map(|words| words[..words.len().min(MAX_WORDS)].to_vec());
        let one = Array2::eye(words[1].len());
        let kernel = sums.product(at(&words[0]).view(), at(&words[1]).view(), one.view());
        let common = (&spread.column(0) * &spread.column(1)).sum();
        Self { counts: sides.each_ref().map(Vec::len), words, kernel, inner, common }
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn the_inner_product_is_the_weighted_mean_of_the_kernel() {
        let spread = array![[0.5, 0.0], [0.5, 0.25], [0.0, 0.75]];
        let latent = array![[0.0, 0.0], [1.0, 0.0], [0.0, 2.0]];
        let matrix = WordMatrix::of(&spread, &latent, Embedding::Rbf { gamma: 0.8 });
        let k = |squared: f64| (-0.4 * squared).exp();
        assert_eq!(matrix.words[0], [(0, 0.5), (1, 0.5)]);
        assert_eq!(matrix.words[1], [(2, 0.75), (1, 0.25)]);
        let expected = array![[k(4.0), k(1.0)], [k(5.0), 1.0]];
        assert!((&matrix.kernel - &expected).iter().all(|apart| apart.abs() < 1e-9));
        let inner = 0.5 * (0.75 * k(4.0) + 0.25 * k(1.0)) + 0.5 * (0.75 * k(5.0) + 0.25);
        assert!((matrix.inner - inner).abs() < 1e-9);
        assert!((matrix.common - 0.125).abs() < 1e-12, "the second word alone is in both");
        let empty = WordMatrix::of(&Array2::zeros((3, 2)), &latent, Embedding::Rbf { gamma: 0.8 });
        assert!(empty.kernel.is_empty() && empty.inner.abs() < 1e-12);
    }
}
