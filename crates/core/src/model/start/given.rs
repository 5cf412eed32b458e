//! Given start: words begin at word vectors from a file.
//!
//! Vectors are centred at the mean word of the documents read as text ([`Texts`]).
//! With fewer dimensions than the vectors have, words start at the projections of their vectors on the leading principal
//! axes; lengths are unchanged.
//! A word without a vector starts at the weighted mean of its co-occurring words in these documents.
//! Without co-occurring words it starts at the origin.
//!
//! Cost: two products with sparse rows, `V d²` and one decomposition of a d × d matrix. Memory: some `(n + V) × d`.

use ndarray::{Array1, Array2, ArrayView1, Axis, s};

use super::texts::Texts;
use crate::{corpus::WordVectors, model::ModelError, solver::dense::symmetric_eigen};

/// Initial word positions from given word vectors (V × q).
///
/// # Errors
/// Returns an error if there are no vectors, or they have fewer than q dimensions.
pub(in crate::model) fn given(vectors: Option<&WordVectors>, texts: &Texts, q: usize) -> Result<Array2<f64>, ModelError> {
    let Some(vectors) = vectors else {
        return Err(ModelError::data(
            "words are to start at given vectors and none are given",
            "name a file of word vectors, or let words start elsewhere: spectral vectors need no file",
        ));
    };
    let d = vectors.dimension();
    if q > d {
        let problem = format!("the vectors of {} have {d} dimensions and q is {q}", vectors.source);
        return Err(ModelError::data(problem, format!("give q={d} or less")));
    }
    let mut x = leading(vectors, q);
    let rows = texts.unit_rows();
    let occurrences = occurrences(x.nrows(), (0..rows.rows()).flat_map(|row| rows.entries(row)));
    centre(&mut x, vectors, &occurrences, texts.source_words);
    fill(&mut x, &vectors.known, texts);
    Ok(x)
}

/// Projects vectors on their at most q leading principal axes, about the origin (V × q); unchanged if they have no more.
pub(super) fn leading(vectors: &WordVectors, q: usize) -> Array2<f64> {
    let axes = if q < vectors.dimension() { principal_axes(vectors, q) } else { None };
    match axes {
        Some(axes) => vectors.x.dot(&axes),
        None => vectors.x.slice(s![.., ..q.min(vectors.dimension())]).to_owned(),
    }
}

/// Leading principal axes of the known words' vectors (d × q); `None` if the decomposition fails.
fn principal_axes(vectors: &WordVectors, q: usize) -> Option<Array2<f64>> {
    let known: Vec<usize> = (0..vectors.known.len()).filter(|&word| vectors.known[word]).collect();
    let x = vectors.x.select(Axis(0), &known);
    let centred = &x - &x.mean_axis(Axis(0))?;
    let (_, mut axes) = symmetric_eigen(centred.t().dot(&centred).view()).ok()?;
    for mut axis in axes.columns_mut() {
        let side = super::axes::dominant_sign(&axis.to_owned());
        axis *= side;
    }
    Some(axes.slice(s![.., ..q]).to_owned())
}

/// Centres the vectors of the known words, unless these keep their origin.
pub(super) fn centre(x: &mut Array2<f64>, vectors: &WordVectors, occurrences: &Array1<f64>, source_words: usize) {
    if !vectors.keeps_origin {
        subtract_mean(x, &vectors.known, occurrences, source_words);
    }
}

/// Sum of each word's entries in documents (V).
pub(super) fn occurrences(words: usize, entries: impl Iterator<Item = (usize, f64)>) -> Array1<f64> {
    let mut sums = Array1::zeros(words);
    entries.for_each(|(word, weight)| sums[word] += weight);
    sums
}

/// Subtracts the mean of the known words, weighted by their occurrences (V), from the known words;
/// the words of each side of pairs have a separate mean.
pub(super) fn subtract_mean(x: &mut Array2<f64>, known: &[bool], occurrences: &Array1<f64>, source_words: usize) {
    let weight: Array1<f64> = occurrences.iter().zip(known).map(|(sum, known)| if *known { *sum } else { 0.0 }).collect();
    for side in [0..source_words, source_words..x.nrows()] {
        let weight = weight.slice(s![side.clone()]);
        let total = weight.sum();
        if total > 0.0 {
            let mean = weight.dot(&x.slice(s![side.clone(), ..])) / total;
            side.filter(|&word| known[word]).for_each(|word| x.row_mut(word).scaled_add(-1.0, &mean));
        }
    }
}

/// Moves each word without a vector to the mean of the words it co-occurs with.
fn fill(x: &mut Array2<f64>, known: &[bool], texts: &Texts) {
    if known.iter().all(|&known| known) {
        return;
    }
    let rows = texts.unit_rows();
    let has: Array1<f64> = known.iter().map(|&known| f64::from(u8::from(known))).collect();
    // Weight of the known words in each document, and the mean of their vectors.
    let weight = rows.dot(has.insert_axis(Axis(1)).view());
    let mut mean = rows.dot(x.view());
    for (mut mean, weight) in mean.outer_iter_mut().zip(&weight) {
        if *weight > 0.0 {
            mean /= *weight;
        }
    }
    let has_known_words = weight.mapv(|weight| f64::from(u8::from(weight > 0.0)));
    let by_word = rows.transpose();
    let (sums, weights) = (by_word.dot(mean.view()), by_word.dot(has_known_words.view()));
    for word in (0..known.len()).filter(|&word| !known[word]) {
        let place: ArrayView1<'_, f64> = sums.row(word);
        let weight = weights[[word, 0]];
        x.row_mut(word).assign(&place.mapv(|sum| if weight > 0.0 { sum / weight } else { 0.0 }));
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "exact values")]
mod tests {
    use ndarray::array;

    use super::*;
    use crate::corpus::Csr;

    fn texts(rows: Vec<Vec<(u32, f64)>>) -> Texts {
        let places = (0..rows.len()).map(|row| vec![row]).collect::<Vec<_>>();
        Texts::joined(&Csr::from_rows(4, rows), &places, 0)
    }

    fn vectors() -> WordVectors {
        let x = array![[3.0, 0.1, 1.0], [-1.0, -0.1, 1.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]];
        WordVectors { source: "v.txt".into(), x, known: vec![true, true, false, false], keeps_origin: true }
    }

    #[test]
    fn vectors_of_q_dimensions_are_kept() {
        // The third word occurs once with the first, and once with both at equal weight; the fourth word with no other word.
        let texts = texts(vec![vec![(0, 1.0), (2, 1.0)], vec![(3, 1.0)]]);
        let x = given(Some(&vectors()), &texts, 3).unwrap();
        assert_eq!(x.slice(s![..2, ..]), vectors().x.slice(s![..2, ..]));
        assert!((&x.row(2) - &x.row(0)).iter().all(|gap| gap.abs() < 1e-12), "{x}");
        assert!(x.row(3).iter().all(|x| *x == 0.0));
    }

    #[test]
    fn vectors_are_centred_at_the_mean_word_of_the_texts() {
        // The first word occurs three times as often as the second.
        let texts = texts([vec![vec![(0, 1.0)]; 3], vec![vec![(1, 1.0)]]].concat());
        let x = given(Some(&WordVectors { keeps_origin: false, ..vectors() }), &texts, 3).unwrap();
        let mean = 0.75 * &x.row(0) + 0.25 * &x.row(1);
        assert!(mean.iter().all(|mean| mean.abs() < 1e-12), "{x}");
        assert!(((&x.row(0) - &x.row(1)) - array![4.0, 0.2, 0.0]).iter().all(|gap| gap.abs() < 1e-12), "{x}");
        assert!(x.row(3).iter().all(|x| *x == 0.0), "a word without a vector and without neighbours");
    }

    #[test]
    fn a_word_without_a_vector_starts_between_its_co_occurring_words() {
        let texts = texts(vec![vec![(0, 1.0), (1, 1.0), (2, 1.0)]; 3]);
        let x = given(Some(&vectors()), &texts, 3).unwrap();
        assert!((&x.row(2) - &array![1.0, 0.0, 1.0]).iter().all(|gap| gap.abs() < 1e-12), "{x}");
    }

    #[test]
    fn fewer_dimensions_are_the_leading_axes() {
        let texts = texts(vec![vec![(0, 1.0)]]);
        let x = given(Some(&vectors()), &texts, 1).unwrap();
        let apart = (x[[0, 0]] - x[[1, 0]]).abs();
        approx::assert_relative_eq!(apart, 4.0_f64.hypot(0.2), max_relative = 1e-12);
        // The origin is kept: the first word is three times as far from it as the second.
        approx::assert_relative_eq!(x[[0, 0]] / x[[1, 0]], -3.0, max_relative = 0.02);
    }

    #[test]
    fn vectors_of_fewer_dimensions_than_a_component_are_kept() {
        assert_eq!(leading(&vectors(), 100), vectors().x);
        assert_eq!(leading(&vectors(), 1).dim(), (4, 1));
    }

    #[test]
    fn missing_or_short_vectors_are_refused_with_a_remedy() {
        let texts = texts(vec![vec![(0, 1.0)]]);
        let none = given(None, &texts, 2).unwrap_err().to_string();
        assert!(none.contains("name a file of word vectors") && none.contains("spectral"), "{none}");
        let short = given(Some(&vectors()), &texts, 4).unwrap_err().to_string();
        assert!(short.contains("v.txt have 3 dimensions and q is 4") && short.contains("q=3 or less"), "{short}");
    }
}
