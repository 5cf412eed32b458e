//! Synthetic samples of documents for tests of the two-sample test.

use ndarray::Array2;
use rand::{Rng, SeedableRng, rngs::StdRng};
use wordfield_core::{
    corpus::Csr,
    ldk::{CorpusKernel, Embedding, Ldk, Level2},
    metric::MmdTest,
};

/// Number of words in the vocabulary, and number in each document.
const WORDS: usize = 60;
const LENGTH: usize = 25;
/// Number of documents in each sample.
pub const DOCUMENTS: usize = 20;
/// Number of permutations of each two-sample test.
pub const PERMUTATIONS: usize = 199;

/// Kernels under which the two-sample test is tried: embedding and level-2 kernels, linear or not.
pub fn kernels() -> [(&'static str, Ldk); 3] {
    let plain = Ldk::of(Embedding::Rbf { gamma: 2.0 });
    [
        ("Gaussian, linear", plain.clone()),
        ("Gaussian, negative angle", Ldk { level2: Level2::Ngd, ..plain }),
        ("identity, Gaussian", Ldk { level2: Level2::Rbf { zeta: 4.0 }, ..Ldk::of(Embedding::Identity) }),
    ]
}

/// P-value of the test of two samples of documents; those of the second prefer the second half of the words by `shift`.
pub fn p_value(ldk: Ldk, shift: f64, seed: u64) -> f64 {
    let mut rng = StdRng::seed_from_u64(seed);
    // Positions of both halves of the words are separated, with some overlap.
    let x =
        Array2::from_shape_fn((WORDS, 2), |(word, _)| rng.random_range(-0.8..0.8) + if word < WORDS / 2 { -0.4 } else { 0.4 });
    let mut document = |shift: f64| {
        // Each document has its own preference for a half, so that its words are not independent.
        let leaning: f64 = rng.random_range(0.3..0.7);
        let word = |rng: &mut StdRng| {
            let later = rng.random::<f64>() < (leaning + shift).clamp(0.0, 1.0);
            (rng.random_range(0..WORDS / 2) + if later { WORDS / 2 } else { 0 }) as u32
        };
        (0..LENGTH).map(|_| (word(&mut rng), 1.0 / LENGTH as f64)).collect::<Vec<_>>()
    };
    let rows: Vec<_> = (0..2 * DOCUMENTS).map(|i| document(if i < DOCUMENTS { 0.0 } else { shift })).collect();
    let gathered = CorpusKernel { ldk, x: x.into(), alike: None }.gather(&Csr::from_rows(WORDS, rows));
    let test = MmdTest::run(gathered.k.view(), DOCUMENTS, PERMUTATIONS, seed ^ 0x5eed, |_| true);
    test.expect("two samples").p
}

/// Number of rejections of the two-sample test at the level .05.
pub fn found(ldk: &Ldk, shift: f64, repeats: u64) -> usize {
    (0..repeats).filter(|&seed| p_value(ldk.clone(), shift, seed) <= 0.05).count()
}
