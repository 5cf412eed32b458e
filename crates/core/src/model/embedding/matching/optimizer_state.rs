//! Optimisation of the matching model's positions: Adam on a random subset of the pairs and words, or L-BFGS.
//!
//! The reported objective is the one before the step for Adam (on the kept words, so it fluctuates).
//! For L-BFGS it is the objective after the step.

use std::sync::Arc;

use ndarray::Array2;
use rand::{SeedableRng, rngs::StdRng, seq::index};

use super::{
    MatchParams,
    objective::Objective,
    point::{Point, gradient},
};
use crate::{
    corpus::{Csr, Dataset},
    ldk::{Alike, SidesComponents},
    memory::{Budget, MemoryError},
    model::pairs::Sides,
    model::{
        ModelError,
        descent::{Descent, Moved},
        dropout::dropout,
        start::{Start, StartInputs, Texts, rescale},
    },
};

/// Number of source × target matrices that an iteration of matching holds at the same time.
const COPIES: usize = 5;

/// Number of target documents without a source in a batch of `n` source and `m` target documents.
fn unpaired_targets(params: &MatchParams, n: usize, m: usize) -> usize {
    m.saturating_sub(n) * params.batch.min(n) / n.max(1)
}

/// Checks that an iteration of matching fits into memory; `components`: whether the kernel has fixed components.
///
/// # Errors
/// Returns an error if the distances between the documents of an iteration do not fit.
pub(super) fn ask(params: &MatchParams, sides: &Sides, components: bool, budget: Budget) -> Result<(), MemoryError> {
    let (n, m) = (sides.source.rows(), sides.target.rows());
    let few = params.batch > 0 && params.batch < n.max(m);
    let (sources, targets) =
        if few { (params.batch.min(n), m.min(params.batch.min(n) + unpaired_targets(params, n, m))) } else { (n, m) };
    let batch = params.batch;
    let what = format!("an iteration on {sources} source and {targets} target documents at once (batch={batch}; 1000 is usual)");
    budget.ask_matrix(&what, sources, targets, COPIES + usize::from(components))
}

/// Training documents and words used in one iteration of matching.
#[derive(Clone, Copy, Debug)]
pub(super) struct IterationInputs<'a> {
    /// Training documents and pairs of both sides.
    pub sides: &'a Sides,
    /// Words spelled alike on both sides.
    pub alike: &'a Alike,
    /// Training documents in the kernel's fixed components, if any.
    pub beside: Option<&'a Arc<SidesComponents>>,
}

/// Positions of the matching model and the state of their optimisation.
#[derive(Debug)]
pub(super) struct OptimizerState {
    pub descent: Descent<Point>,
}

/// Initial positions of the source's words, then of the target's (V × q), with the memory for canonical directions.
fn start(params: &MatchParams, sides: &Sides, (data, budget): (Option<&Dataset>, Budget)) -> Result<Array2<f64>, ModelError> {
    let (sources, targets): (Vec<usize>, Vec<usize>) = sides.pairs().into_iter().unzip();
    let (source, target) = (sides.source.select(&sources), sides.target.select(&targets));
    let texts = || data.map_or_else(|| of_pairs(&source, &target), Texts::of);
    let vectors = data.and_then(|data| data.vectors.as_deref());
    let counts = || data.map_or_else(|| of_pairs(&source, &target).counts, Texts::training_counts);
    let inputs = StartInputs { documents: vec![&source, &target], counts: &counts, texts: &texts, vectors, pairs: Some(budget) };
    let mut rng = StdRng::seed_from_u64(params.seed);
    let mut x = params.start.positions((params.q, params.start_scale), &inputs, &mut rng)?;
    if params.start == Start::Random {
        rescale(&mut x, params.start_scale);
    }
    Ok(x)
}

/// Texts of paired documents, with weights instead of counts.
fn of_pairs(source: &Csr, target: &Csr) -> Texts {
    let words = source.cols();
    let row = |row: usize| {
        let across = target.entries(row).map(|(word, weight)| ((words + word) as u32, weight));
        source.entries(row).map(|(word, weight)| (word as u32, weight)).chain(across).collect()
    };
    let both = Csr::from_rows(words + target.cols(), (0..source.rows()).map(row));
    Texts::joined(&both, &(0..both.rows()).map(|row| vec![row]).collect::<Vec<_>>(), words)
}

impl OptimizerState {
    /// Starts the optimisation at the initial positions of the parameters.
    pub(super) fn new(
        params: &MatchParams,
        sides: &Sides,
        (data, budget): (Option<&Dataset>, Budget),
    ) -> Result<Self, ModelError> {
        let x = start(params, sides, (data, budget))?;
        let point = Point { x, kernels: params.learned().first, sharpness: params.sharpness };
        let rng = StdRng::seed_from_u64(params.seed ^ 0x5EED);
        let descent = Descent::new(point, rng, params.ema_decay > 0.0).frozen(params.positions_are_fixed());
        Ok(Self { descent: descent.anchored(params.anchor) })
    }

    /// Samples a subset of the pairs, and of each document's words; the fixed components keep all words.
    fn drawn(&mut self, params: &MatchParams, all: &IterationInputs<'_>) -> Option<(Sides, Option<Arc<SidesComponents>>)> {
        let sides = all.sides;
        let (n, m) = (sides.source.rows(), sides.target.rows());
        let few = params.batch > 0 && params.batch < n.max(m);
        let mut drawn = few.then(|| {
            let mut sources: Vec<usize> = index::sample(&mut self.descent.rng, n, params.batch.min(n)).into_vec();
            sources.sort_unstable();
            let mut targets: Vec<usize> = sources.iter().filter_map(|&i| sides.partner[i]).collect();
            // Target documents without a source are sampled as candidates too, in proportion to the sources.
            let extra = unpaired_targets(params, n, m);
            let more = index::sample(&mut self.descent.rng, m, extra.min(m)).into_vec();
            targets.extend(more);
            targets.sort_unstable();
            targets.dedup();
            let beside = all.beside.map(|beside| Arc::new(beside.select(&sources, &targets)));
            (sides.select(&sources, &targets), beside)
        });
        if params.word_keep_rate < 1.0 {
            let (all, beside) = drawn.take().map_or_else(|| (None, all.beside.cloned()), |(some, beside)| (Some(some), beside));
            let all = all.as_ref().unwrap_or(sides);
            let mut thinned = |side| dropout(side, params.word_keep_rate, params.weighting, &mut self.descent.rng);
            let (source, target) = (thinned(&all.source), thinned(&all.target));
            drawn = Some((Sides { source, target, partner: all.partner.clone() }, beside));
        }
        drawn
    }

    /// Runs one outer iteration of matching, with step sizes multiplied by `factor`.
    pub(super) fn advance(
        &mut self,
        params: &MatchParams,
        all: IterationInputs<'_>,
        iteration: usize,
        factor: f64,
    ) -> Result<Moved, ModelError> {
        self.descent.step_size(params.optimiser.rate().map(|rate| rate * factor));
        let before = self.descent.begin();
        let drawn = self.drawn(params, &all);
        let (kept, beside) = drawn.as_ref().map_or((all.sides, all.beside), |(some, beside)| (some, beside.as_ref()));
        let weight = all.sides.pairs().len() as f64 / kept.pairs().len().max(1) as f64;
        let centre = self.descent.centre.clone();
        let objective = Objective {
            params,
            sides: kept,
            alike: all.alike,
            beside: beside.map(|beside| &**beside),
            weight,
            centre: centre.as_deref(),
        };
        let descent = &mut self.descent;
        let slope = |point: &Point| {
            let slope = objective.slope(point);
            (slope.value, gradient(params, point, &slope))
        };
        let moved = descent.by(params.optimiser, params, drawn.is_some(), slope);
        // A batch that holds all pairs counts as drawn too, so that parameters alone determine whether `converge` has an effect.
        let moved = Moved { drawn: moved.drawn || params.batch > 0, ..moved };
        descent.finish_iteration(params, before, moved, params.ema_decay, iteration)
    }
}
