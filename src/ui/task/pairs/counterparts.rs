//! Counterparts of a hovered word in the other text of a pair: the same spelling, and the nearest words by position.
//!
//! Cost: one kernel value for each word of the other text.

use crate::{corpus::Dataset, model::pairs::Matcher};

/// Largest number of counterparts by position.
const MOST: usize = 3;
/// Least cosine of two positions, in units of the best one of the text.
const CLOSE: f64 = 0.7;

/// Words of a document that correspond to a word of the other side, likeliest first.
pub fn counterparts(dataset: &Dataset, fitted: &dyn Matcher, word: usize, document: usize) -> Vec<usize> {
    let alike = fitted.spelled_alike().and_then(|(alike, _)| alike.counterpart(word));
    let mut found: Vec<usize> = alike.into_iter().collect();
    let Some(latent) = fitted.latent().filter(|latent| latent.nrows() == dataset.words.len()) else { return found };
    let own = latent.row(word);
    let near = |other: usize| {
        let at = latent.row(other);
        let apart = at.iter().zip(own).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
        // In many dimensions lengths differ by frequency, so directions are compared.
        if latent.ncols() > 3 {
            at.dot(&own) / (at.dot(&at) * own.dot(&own)).sqrt().max(1e-300)
        } else {
            1.0 / (1.0 + apart.sqrt())
        }
    };
    let mut words: Vec<(usize, f64)> = dataset.counts.entries(document).map(|(other, _)| (other, near(other))).collect();
    words.sort_by(|a, b| b.1.total_cmp(&a.1));
    let best = words.first().map_or(0.0, |best| best.1);
    let close = words.into_iter().take(MOST).filter(|(_, near)| *near > 0.0 && *near >= CLOSE * best).map(|(other, _)| other);
    for other in close {
        if !found.contains(&other) {
            found.push(other);
        }
    }
    found
}
