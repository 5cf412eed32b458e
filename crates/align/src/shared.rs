//! Alignment evidence from shared forms: numbers, names and words spelled alike in both texts.
//!
//! A form of a source line occurs in its translation with probability p, which depends on the kind of form.
//! By chance the form occurs with probability q, its share of the lines near by.
//! A form found in a target line scores `ln (p + (1 - p) q) / q`, a missing form `ln (1 - p)`.
//! The rarer a form, the more it scores.
//! The scores of both directions are averaged.
//!
//! Time: O(forms × occurrences in the band). Forms in more than [`MAX_FORM_SHARE`] lines near by score nothing.

use crate::{
    band::Band,
    lattice::Lattice,
    text::{FormKind, Piece, Texts, within},
};

/// Share of lines above which a form is too common to be evidence.
const MAX_FORM_SHARE: f64 = 0.25;
/// Number of lines with a form beyond which coarse levels ignore it, so that their time stays linear.
pub(crate) const MAX_RARE_LINES: usize = 64;
/// Half the number of neighbouring source lines in which the frequency of a form is counted.
const NEAR: usize = 32;

/// Probabilities that a translation repeats a number, a name, or another word.
pub(crate) struct SharedModel {
    number: f64,
    name: f64,
    word: f64,
}

impl Default for SharedModel {
    fn default() -> Self {
        Self { number: 0.7, name: 0.6, word: 0.15 }
    }
}

impl SharedModel {
    fn probability(&self, kind: FormKind) -> f64 {
        match kind {
            FormKind::Number => self.number,
            FormKind::Name => self.name,
            FormKind::Word => self.word,
        }
    }

    /// Model of shared forms fitted to pairs of lines; the values of this model are a prior that counts as 20 forms.
    pub(crate) fn fitted(&self, texts: &Texts, pairs: &[(usize, usize)]) -> Self {
        let share = |kind: FormKind| {
            let (mut found, mut all) = (20.0 * self.probability(kind), 20.0);
            for &(i, j) in pairs {
                let target = texts.target.forms.line(j);
                for form in texts.source.forms.line(i).iter().filter(|&&form| texts.kinds[form as usize] == kind) {
                    all += 1.0;
                    found += f64::from(u8::from(target.binary_search(form).is_ok()));
                }
            }
            (found / all).clamp(0.02, 0.9)
        };
        Self { number: share(FormKind::Number), name: share(FormKind::Name), word: share(FormKind::Word) }
    }

    /// Score of a form in both lines of a pair, relative to that of a missing form.
    fn found(&self, kind: FormKind, q: f64) -> f64 {
        let p = self.probability(kind);
        ((p + (1.0 - p) * q) / q).ln() - (1.0 - p).ln()
    }

    /// Adds the scores of shared forms to the beads of a lattice over a piece of the texts.
    pub(crate) fn add(&self, texts: &Texts, piece: &Piece, lattice: &mut Lattice) {
        let pairs = self.pairs(texts, piece, &lattice.band, 1, usize::MAX);
        let missing = |forms: &[u32]| {
            let sum: f64 = forms.iter().map(|&form| (1.0 - self.probability(texts.kinds[form as usize])).ln()).sum();
            0.5 * sum as f32
        };
        let in_source: Vec<f32> = piece.source.clone().map(|i| missing(texts.source.forms.line(i))).collect();
        let in_target: Vec<f32> = piece.target.clone().map(|j| missing(texts.target.forms.line(j))).collect();
        lattice.add_to_beads(|band, lines_s, lines_t| {
            let pair = |i: usize, j: usize| band.cell(i, j).map_or(0.0, |cell| pairs[cell]);
            let (i, j) = (lines_s.start, lines_t.start);
            let sum = if lines_s.len() == 2 && lines_t.len() == 2 {
                // A form that is repeated in neighbouring lines counts once.
                (pair(i, j) + pair(i + 1, j + 1)).max(pair(i, j + 1) + pair(i + 1, j))
            } else {
                lines_s.clone().flat_map(|i| lines_t.clone().map(move |j| (i, j))).map(|(i, j)| pair(i, j)).sum()
            };
            sum + in_source[lines_s].iter().sum::<f32>() + in_target[lines_t].iter().sum::<f32>()
        });
    }

    /// Scores of the shared forms that at most `rare` lines of each text contain, summed over the pairs of lines in blocks
    /// of `block` lines, for each node of a band over blocks.
    pub(crate) fn pairs(&self, texts: &Texts, piece: &Piece, band: &Band, block: usize, rare: usize) -> Vec<f32> {
        let Piece { source, target } = piece;
        let mut sums = vec![0.0; band.cells()];
        for i in source.clone() {
            let row = (i - source.start) / block;
            let columns = band.row(row);
            let near_t = target.start + columns.start * block..target.end.min(target.start + columns.end * block);
            let near_s = source.start.max(i.saturating_sub(NEAR * block))..source.end.min(i + NEAR * block);
            for &form in texts.source.forms.line(i) {
                let lines_t = texts.target.form_lines.line(form as usize);
                let lines_s = texts.source.form_lines.line(form as usize);
                if lines_t.len().max(lines_s.len()) > rare {
                    continue;
                }
                let found = within(lines_t, &near_t);
                if found.is_empty() {
                    continue;
                }
                let share = |count: usize, lines: usize| (count as f64 + 0.5) / (lines as f64 + 1.0);
                let q = share(found.len(), near_t.len()).max(share(within(lines_s, &near_s).len(), near_s.len()));
                if q > MAX_FORM_SHARE {
                    continue;
                }
                let score = self.found(texts.kinds[form as usize], q) as f32;
                for &j in &lines_t[found] {
                    if let Some(cell) = band.cell(row, (j as usize - target.start) / block) {
                        sums[cell] += score;
                    }
                }
            }
        }
        sums
    }
}
