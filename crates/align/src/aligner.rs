//! Sentence alignment of two texts in two passes.
//!
//! The first pass scores beads by length and shared forms, fits both models to its confident pairs,
//! and adds a lexicon learned from them.
//! The second pass adds the distances of a [`Similarity`], such as that of a model trained on the first pass's [confident] pairs.
//! Each pass is dynamic programming in a band around the path of the pass before.
//! A band is widened where the path comes near its edge.
//!
//! Time and memory are linear in the number of lines: about 100 nodes of 50 bytes a line.

use crate::{
    band::Band,
    bead::{Bead, PRIOR, SHAPES, confident},
    coarse,
    lattice::{Lattice, Step},
    length::LengthModel,
    lexicon::Lexicon,
    shared::SharedModel,
    similarity::{Calibration, Similarity},
    text::{Piece, Texts},
};

/// Options of a sentence alignment. The default values suit sentences of news and books.
#[derive(Clone, Debug, PartialEq)]
pub struct AlignOptions {
    /// Minimum number of lines on both sides of a path that the band of the next pass holds.
    pub radius: usize,
    /// Number of rounds of the first pass that learn a lexicon. Zero aligns by length and shared forms only.
    pub lexicon_rounds: usize,
    /// Weight of the lexicon's scores in the score of a bead.
    pub lexicon_weight: f64,
    /// Weight of a similarity's scores. Less than one, since its model is trained on the pairs it is calibrated on.
    pub similarity_weight: f64,
    /// Posterior probability from which a one-to-one bead (a pair of lines) trains the models.
    pub confidence: f64,
}

impl Default for AlignOptions {
    fn default() -> Self {
        Self { radius: 24, lexicon_rounds: 2, lexicon_weight: 0.6, similarity_weight: 0.5, confidence: 0.9 }
    }
}

/// Error: the anchors of an alignment are not ascending, or one is beyond the end of a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("anchor {index} (line {source_line} of the source, line {target_line} of the target) is {problem}")]
pub struct AnchorError {
    /// Index of the anchor in the list of anchors.
    pub index: usize,
    /// Source line of the anchor, counted from 0.
    pub source_line: usize,
    /// Target line of the anchor, counted from 0.
    pub target_line: usize,
    /// Problem of the anchor, such as its order.
    pub problem: &'static str,
}

/// Aligner of two texts, with the models that score its beads (pairs of line ranges).
pub struct Aligner {
    texts: Texts,
    /// Pieces of the texts between two anchors.
    pieces: Vec<Piece>,
    options: AlignOptions,
}

/// Number of stages of progress in the work on a piece: scores of lengths, of forms, of words, and the path.
const PARTS: f64 = 4.0;

/// Observer of the progress of an alignment pass.
struct PassObserver<'a> {
    observe: &'a dyn Fn(f64) -> bool,
    pass: usize,
    passes: usize,
    /// Total number of lines in both texts.
    lines: usize,
}

impl PassObserver<'_> {
    /// Reports the share of the work done before a stage of a piece; `None` if the observer ends the work.
    fn go_on(&self, piece: &Piece, part: usize) -> Option<()> {
        let (before, lines) = (piece.source.start + piece.target.start, piece.source.len() + piece.target.len());
        let share = (before as f64 + lines as f64 * part as f64 / PARTS) / self.lines.max(1) as f64;
        (self.observe)((self.pass as f64 + share) / self.passes as f64).then_some(())
    }
}

/// Models that score the beads of an alignment: shapes, lengths, shared forms and lexicon.
struct Models {
    prior: [f64; SHAPES.len()],
    length: LengthModel,
    shared: SharedModel,
    lexicon: Option<Lexicon>,
}

/// Aligns two texts in one pass or, with a similarity, in two passes. See [`Aligner`].
///
/// # Errors
/// Returns the errors of [`Aligner::new`].
pub fn align(
    source: &[&str],
    target: &[&str],
    anchors: &[(usize, usize)],
    similarity: Option<&dyn Similarity>,
    options: &AlignOptions,
) -> Result<Vec<Bead>, AnchorError> {
    let aligner = Aligner::new(source, target, anchors, options)?;
    let first = aligner.first_pass();
    Ok(match similarity {
        Some(similarity) => aligner.second_pass(&first, similarity),
        None => first,
    })
}

impl Aligner {
    /// Creates an aligner of two texts.
    /// An anchor (i, j) cuts both texts before line i of the source and line j of the target, both from 0.
    /// No bead crosses the cut.
    ///
    /// # Errors
    /// Returns an error if an anchor lies beyond the end of a text, or before the anchor that precedes it on either side.
    pub fn new(
        source: &[&str],
        target: &[&str],
        anchors: &[(usize, usize)],
        options: &AlignOptions,
    ) -> Result<Self, AnchorError> {
        let mut pieces = Vec::with_capacity(anchors.len() + 1);
        let mut start = (0, 0);
        let end = (source.len(), target.len());
        for (index, &anchor) in anchors.iter().chain([&end]).enumerate() {
            let error = |problem| AnchorError { index, source_line: anchor.0, target_line: anchor.1, problem };
            if anchor.0 > end.0 || anchor.1 > end.1 {
                return Err(error("beyond the end of a text"));
            }
            if anchor.0 < start.0 || anchor.1 < start.1 {
                return Err(error("before the anchor that precedes it"));
            }
            pieces.push(Piece { source: start.0..anchor.0, target: start.1..anchor.1 });
            start = anchor;
        }
        Ok(Self { texts: Texts::new(source, target), pieces, options: options.clone() })
    }

    /// Aligns the texts by length, shared forms, and a lexicon learned from the texts.
    pub fn first_pass(&self) -> Vec<Bead> {
        self.first_pass_observed(&|_| true).unwrap_or_default()
    }

    /// Same as [`Self::first_pass`], with an observer of the progress.
    /// The observer gets the share of the work done, in 0..1, before every part of it (about a sixteenth of the work);
    /// parts are repeated where a band is widened. The observer ends the work without a result by returning `false`.
    pub fn first_pass_observed(&self, observe: &dyn Fn(f64) -> bool) -> Option<Vec<Bead>> {
        let passes = self.options.lexicon_rounds + 2;
        let pass = |pass: usize| PassObserver { observe, pass, passes, lines: self.texts.source.len() + self.texts.target.len() };
        let length = LengthModel::of_texts(&self.texts);
        let mut models = Models { prior: PRIOR, length, shared: SharedModel::default(), lexicon: None };
        let bands =
            self.pieces.iter().map(|piece| coarse::band(&self.texts, piece, &models.length, &models.shared, self.options.radius));
        let mut beads = self.pass(bands.collect(), &models, None, &pass(0))?;
        for round in 0..=self.options.lexicon_rounds {
            models = self.fitted(&models, &beads, self.options.lexicon_rounds > 0);
            beads = self.pass(self.bands(&beads), &models, None, &pass(round + 1))?;
        }
        Some(beads)
    }

    /// Aligns again with the distances of `similarity`, calibrated on the confident pairs of `first`,
    /// the beads of an earlier pass.
    /// Distances are ignored without confident pairs, or where confident pairs are no closer than exchanged ones.
    pub fn second_pass(&self, first: &[Bead], similarity: &dyn Similarity) -> Vec<Bead> {
        let length = LengthModel::of_texts(&self.texts);
        let start = Models { prior: PRIOR, length, shared: SharedModel::default(), lexicon: None };
        let models = self.fitted(&start, first, self.options.lexicon_rounds > 0);
        let calibration = Calibration::fit(similarity, &confident(first, self.options.confidence));
        let observer = PassObserver { observe: &|_| true, pass: 0, passes: 1, lines: 0 };
        self.pass(self.bands(first), &models, calibration.map(|calibration| (calibration, similarity)), &observer)
            .unwrap_or_default()
    }

    /// Fits the models to the confident pairs of an alignment.
    fn fitted(&self, models: &Models, beads: &[Bead], with_lexicon: bool) -> Models {
        let pairs = confident(beads, self.options.confidence);
        Models {
            prior: prior(beads),
            length: models.length.fitted(&self.texts, &pairs),
            shared: models.shared.fitted(&self.texts, &pairs),
            lexicon: with_lexicon.then(|| Lexicon::train(&self.texts, &pairs, self.options.lexicon_weight)),
        }
    }

    /// Bands of all pieces around the path of the given beads.
    fn bands(&self, beads: &[Bead]) -> Vec<Band> {
        let mut rest = beads;
        let mut bands = Vec::with_capacity(self.pieces.len());
        for Piece { source, target } in &self.pieces {
            let count = rest.partition_point(|bead| bead.source.end <= source.end && bead.target.end <= target.end);
            let mut nodes = vec![(0, 0)];
            let inside = |bead: &&Bead| bead.source.start >= source.start && bead.target.start >= target.start;
            let node = |bead: &Bead| (bead.source.end - source.start, bead.target.end - target.start);
            nodes.extend(rest[..count].iter().filter(inside).map(node));
            nodes.push((source.len(), target.len()));
            rest = &rest[count..];
            bands.push(Band::around(&coarse::between(&nodes), source.len(), target.len(), self.options.radius));
        }
        bands
    }

    /// Runs one pass of dynamic programming over all pieces; `None` if the observer ended it.
    fn pass(
        &self,
        bands: Vec<Band>,
        models: &Models,
        similarity: Option<(Calibration, &dyn Similarity)>,
        observer: &PassObserver<'_>,
    ) -> Option<Vec<Bead>> {
        let mut beads = Vec::with_capacity(self.texts.source.len());
        for (piece, mut band) in self.pieces.iter().zip(bands) {
            let most = WIDEST * band.cells();
            let steps = loop {
                let lattice = self.lattice(piece, band, models, similarity, observer)?;
                observer.go_on(piece, 3)?;
                let steps = lattice.likely_path();
                let touched = touched(&lattice.band, &steps, piece.target.len(), self.options.radius);
                if !touched.contains(&true) {
                    break steps;
                }
                band = lattice.band.widened(&touched, piece.target.len());
                if band.cells() > most || band == lattice.band {
                    break steps;
                }
            };
            beads.extend(steps.iter().map(|step| bead(piece, *step)));
        }
        Some(beads)
    }

    fn lattice(
        &self,
        piece: &Piece,
        band: Band,
        models: &Models,
        similarity: Option<(Calibration, &dyn Similarity)>,
        observer: &PassObserver<'_>,
    ) -> Option<Lattice> {
        let (source, target) = (&piece.source, &piece.target);
        observer.go_on(piece, 0)?;
        let mut lattice = Lattice::new(band, &models.prior.map(f64::ln));
        lattice.add_to_beads(|_, s, t| {
            let s = source.start + s.start..source.start + s.end;
            let t = target.start + t.start..target.start + t.end;
            models.length.score(&self.texts, &s, &t) as f32
        });
        observer.go_on(piece, 1)?;
        models.shared.add(&self.texts, piece, &mut lattice);
        observer.go_on(piece, 2)?;
        if let Some(lexicon) = &models.lexicon {
            lexicon.add(&self.texts, piece, &mut lattice);
        }
        if let Some((calibration, similarity)) = similarity {
            calibration.add(similarity, self.options.similarity_weight, piece, &mut lattice);
        }
        Some(lattice)
    }
}

/// Maximum ratio of a widened band's nodes to the first band's nodes.
/// The path of texts without similarity is near the edge everywhere, so that no wider band helps.
const WIDEST: usize = 2;

/// Rows of the band near which the path comes close to an inner edge, one that is not an edge of the piece.
fn touched(band: &Band, steps: &[Step], columns: usize, radius: usize) -> Vec<bool> {
    let mut touched = vec![false; band.rows()];
    for &Step { from: (i, j), .. } in steps {
        let row = band.row(i);
        if (j < row.start + 4 && row.start > 0) || (j + 4 >= row.end && row.end <= columns) {
            let near = i.saturating_sub(2 * radius)..band.rows().min(i + 2 * radius);
            touched[near].fill(true);
        }
    }
    touched
}

/// Probabilities of bead shapes, estimated from the beads of an alignment and 30 beads of the prior.
fn prior(beads: &[Bead]) -> [f64; SHAPES.len()] {
    let mut counts = PRIOR.map(|p| 30.0 * p);
    for bead in beads {
        let shape = SHAPES.iter().position(|s| s.source == bead.source.len() && s.target == bead.target.len());
        // Beads of two source and two target lines are not counted:
        // pairs that are hard to tell apart would raise their probability.
        if let Some(shape) = shape.filter(|&shape| SHAPES[shape].source + SHAPES[shape].target < 4) {
            counts[shape] += bead.score;
        }
    }
    let sum: f64 = counts.iter().sum();
    counts.map(|count| count / sum)
}

fn bead(piece: &Piece, step: Step) -> Bead {
    let ((i, j), (k, l)) = (step.from, step.to());
    let (i, k) = (piece.source.start + i, piece.source.start + k);
    let (j, l) = (piece.target.start + j, piece.target.start + l);
    Bead { source: i..k, target: j..l, score: step.posterior }
}
