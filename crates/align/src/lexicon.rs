//! Bilingual lexicon: translation probabilities learned from the confident pairs of the texts themselves (Moore 2002).
//!
//! IBM Model 1 (Brown et al. 1993): each word w of the target translates a source word v with probability `t(w | v)`.
//! All words of the source, and none, are equally probable a priori.
//! A bead scores the logarithm of the ratio of this probability to the frequency of the word:
//!
//! `Σ_w ln ( (1 - λ) + λ Σ_v t(w | v) / (|s| p(w)) )`
//!
//! Expected counts are reduced by [`DISCOUNT`], so that a pair of lines is not evidence for itself.
//! Words seen together once therefore have no translation probability.
//! Both directions (source to target, target to source) are trained and averaged.
//!
//! Time: O(pairs × words²) for training, O(nodes × words) for scores. Memory: 8 bytes for two words seen together.

use std::ops::Range;

use crate::{
    bead::{LONGEST, SHAPES},
    lattice::Lattice,
    text::{Lists, Piece, Text, Texts},
};

/// Number of rounds of expectation-maximization.
const ROUNDS: usize = 5;
/// Maximum number of line pairs on which the lexicon is trained.
const PAIRS: usize = 10_000;
/// Discount subtracted from each expected count.
const DISCOUNT: f64 = 0.6;
/// Share λ of target words that translate a word of the source.
const TRANSLATED_SHARE: f32 = 0.5;

/// Translation probabilities from words of one text to words of the other.
struct Translations {
    /// Index of the first entry of each source word.
    starts: Vec<usize>,
    /// Translations: target word and `t(w | v) / p(w)`, ascending for each source word.
    entries: Vec<(u32, f32)>,
    /// Whether each target word is a translation of some source word; other target words are no evidence.
    known: Vec<bool>,
}

pub(crate) struct Lexicon {
    forth: Translations,
    back: Translations,
    weight: f32,
}

impl Lexicon {
    /// Trains the lexicon in both directions on pairs of lines. `weight` multiplies all scores.
    pub(crate) fn train(texts: &Texts, pairs: &[(usize, usize)], weight: f64) -> Self {
        let stride = pairs.len().div_ceil(PAIRS).max(1);
        let pairs: Vec<_> = pairs.iter().copied().step_by(stride).collect();
        let turned: Vec<_> = pairs.iter().map(|&(i, j)| (j, i)).collect();
        Self {
            forth: Translations::train(&texts.source, &texts.target, &pairs),
            back: Translations::train(&texts.target, &texts.source, &turned),
            weight: weight as f32,
        }
    }

    /// Adds the lexicon's scores to the beads of a lattice over a piece of the texts.
    pub(crate) fn add(&self, texts: &Texts, Piece { source, target }: &Piece, lattice: &mut Lattice) {
        let mut sums = Sums::new(texts.target.vocabulary);
        for row in 0..source.len() {
            let columns = lattice.band.row(row);
            let others = target.start + columns.start..target.end.min(target.start + columns.end + LONGEST);
            let scores = self.forth.scores(&texts.source, source.start + row..source.end, &texts.target, others, &mut sums);
            for column in columns.clone() {
                self.add_bead(row, column, lattice, |s, t| sum(&scores[s - 1], column - columns.start, t));
            }
        }
        let mut sums = Sums::new(texts.source.vocabulary);
        // Range of rows whose columns contain the current column; these rows are consecutive.
        let mut rows = 0..0;
        for column in 0..target.len() {
            while rows.end < source.len() && lattice.band.row(rows.end).start <= column {
                rows.end += 1;
            }
            while rows.start < rows.end && lattice.band.row(rows.start).end <= column {
                rows.start += 1;
            }
            let others = source.start + rows.start..source.end.min(source.start + rows.end + LONGEST);
            let scores = self.back.scores(&texts.target, target.start + column..target.end, &texts.source, others, &mut sums);
            for row in rows.clone() {
                self.add_bead(row, column, lattice, |s, t| sum(&scores[t - 1], row - rows.start, s));
            }
        }
    }

    /// Adds half of `score(source lines, target lines)` to the beads of a node.
    fn add_bead(&self, row: usize, column: usize, lattice: &mut Lattice, score: impl Fn(usize, usize) -> f32) {
        let Some(cell) = lattice.band.cell(row, column) else { return };
        for (shape, lines) in SHAPES.iter().enumerate().filter(|(_, shape)| !shape.is_gap()) {
            lattice.scores[cell][shape] += 0.5 * self.weight * score(lines.source, lines.target);
        }
    }
}

/// Sum of `count` scores from index `first`; 0 (no evidence) if the list is shorter.
fn sum(scores: &[f32], first: usize, count: usize) -> f32 {
    scores.get(first..first + count).map_or(0.0, |scores| scores.iter().sum())
}

impl Translations {
    fn train(source: &Text, target: &Text, pairs: &[(usize, usize)]) -> Self {
        let together = together(source, target, pairs);
        let mut frequency = vec![0_u32; target.vocabulary];
        pairs.iter().flat_map(|&(_, j)| target.words.line(j)).for_each(|&w| frequency[w as usize] += 1);
        let total: f64 = frequency.iter().map(|&count| f64::from(count)).sum();
        // Probabilities are equal at the start; the constant cancels in each word's shares.
        let mut probability = vec![1.0_f64; together.entries.len()];
        let mut counts = vec![0.0_f64; together.entries.len()];
        // Entries of the words of each pair of lines, looked up once: for each target word those of the source's words.
        let mut places: Vec<u32> = Vec::new();
        let mut ends: Vec<(u32, usize)> = Vec::new();
        for &(i, j) in pairs {
            for &w in target.words.line(j) {
                places.extend(source.words.line(i).iter().filter_map(|&v| together.place(v, w)).map(|place| place as u32));
                ends.push((w, places.len()));
            }
        }
        for _ in 0..ROUNDS {
            counts.fill(0.0);
            let mut start = 0;
            for &(w, end) in &ends {
                let places = places[start..end].iter().map(|&place| place as usize);
                start = end;
                // A word without translation is explained by its own frequency.
                let none = f64::from(frequency[w as usize]) / total.max(1.0);
                let sum: f64 = places.clone().map(|place| probability[place]).sum::<f64>() + none;
                places.for_each(|place| counts[place] += probability[place] / sum);
            }
            for v in 0..source.vocabulary {
                let places = together.starts[v]..together.starts[v + 1];
                let sum: f64 = counts[places.clone()].iter().sum();
                for place in places {
                    probability[place] = (counts[place] - DISCOUNT).max(0.0) / sum.max(f64::MIN_POSITIVE);
                }
            }
        }
        let mut starts = Vec::with_capacity(together.starts.len());
        let mut entries = Vec::new();
        for v in 0..source.vocabulary {
            starts.push(entries.len());
            let places = together.starts[v]..together.starts[v + 1];
            for (&(w, _), probability) in together.entries[places.clone()].iter().zip(&probability[places]) {
                let ratio = probability * total / f64::from(frequency[w as usize]);
                if ratio > 1.0 {
                    entries.push((w, ratio as f32));
                }
            }
        }
        starts.push(entries.len());
        let mut known = vec![false; target.vocabulary];
        for &(w, _) in &entries {
            known[w as usize] = true;
        }
        Self { starts, entries, known }
    }

    /// Scores of the lines `others` of one text given the first one, two and three of `lines` of the opposite text.
    fn scores(
        &self,
        text: &Text,
        lines: Range<usize>,
        other: &Text,
        others: Range<usize>,
        sums: &mut Sums,
    ) -> [Vec<f32>; LONGEST] {
        let mut scores: [Vec<f32>; LONGEST] = Default::default();
        let mut words = 0;
        for (scores, line) in scores.iter_mut().zip(lines) {
            let list = text.words.line(line);
            words += list.len();
            sums.add(self, list);
            scores.extend(others.clone().map(|line| sums.score(other.words.line(line), words, &self.known)));
        }
        sums.clear();
        scores
    }

    fn of(&self, word: u32) -> &[(u32, f32)] {
        &self.entries[self.starts[word as usize]..self.starts[word as usize + 1]]
    }

    fn place(&self, source: u32, target: u32) -> Option<usize> {
        let found = self.of(source).binary_search_by_key(&target, |entry| entry.0).ok()?;
        Some(self.starts[source as usize] + found)
    }
}

/// Word pairs of both texts that occur together in at least two pairs of lines, with ratio zero.
fn together(source: &Text, target: &Text, pairs: &[(usize, usize)]) -> Translations {
    let mut lines = Lists::default();
    for &(i, _) in pairs {
        lines.push(source.words.line(i).to_vec());
    }
    let pairs_of = lines.inverted(source.vocabulary);
    let mut starts = Vec::with_capacity(source.vocabulary + 1);
    let mut entries: Vec<(u32, f32)> = Vec::new();
    let mut seen = Vec::new();
    for v in 0..source.vocabulary {
        starts.push(entries.len());
        let of_word = pairs_of.line(v);
        // A word that occurs once has no translations.
        if of_word.len() < 2 {
            continue;
        }
        seen.clear();
        for &pair in of_word {
            seen.extend_from_slice(target.words.line(pairs[pair as usize].1));
        }
        seen.sort_unstable();
        entries.extend(seen.chunk_by(|a, b| a == b).filter(|run| run.len() > 1).map(|run| (run[0], 0.0)));
    }
    starts.push(entries.len());
    Translations { starts, entries, known: Vec::new() }
}

/// Sums of translation ratios t(w | v) / p(w) over a line's words, for each word of the other text.
struct Sums {
    values: Vec<f32>,
    set: Vec<u32>,
}

impl Sums {
    fn new(vocabulary: usize) -> Self {
        Self { values: vec![0.0; vocabulary], set: Vec::new() }
    }

    fn add(&mut self, translations: &Translations, words: &[u32]) {
        for &(w, ratio) in words.iter().flat_map(|&v| translations.of(v)) {
            self.values[w as usize] += ratio;
            self.set.push(w);
        }
    }

    /// Log ratio of a line's probability given `words` words of the other text to that of its words' frequencies.
    fn score(&self, line: &[u32], words: usize, known: &[bool]) -> f32 {
        let scale = TRANSLATED_SHARE / words.max(1) as f32;
        // Products of a few factors stay finite and need a single logarithm.
        let mut product = 1.0_f32;
        let mut sum = 0.0;
        for &w in line.iter().filter(|&&w| known[w as usize]) {
            product *= 1.0 - TRANSLATED_SHARE + scale * self.values[w as usize];
            if !(1e-25..1e25).contains(&product) {
                sum += product.ln();
                product = 1.0;
            }
        }
        sum + product.ln()
    }

    fn clear(&mut self) {
        for w in self.set.drain(..) {
            self.values[w as usize] = 0.0;
        }
    }
}
