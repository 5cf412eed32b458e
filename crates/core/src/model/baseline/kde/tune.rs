//! Choice of the hyper-parameters `σ_x`, `σ_y`, `γ` and number of axes in kernel dependency estimation.
//! Criteria: the development pairs, or the accuracy on the development part or over folds of the training part.
//!
//! Pairs of texts are evaluated by precision@1.
//! Rows of numbers (`weighting=raw`) may be the targets of several sources: their criterion is the loss `2 - 2 exp(-d² / 2σ²)`
//! of the training target ranked first, at distance `d` from the true one, where `σ` is the given `σ_y`,
//! or the root mean squared distance of training targets.
//!
//! Cost: one decomposition for each tried width of either kernel, and one product for each setting.

use ndarray::{Array2, ArrayView1, ArrayView2, s};

use super::{
    InputKernel, KdeClassesParams, KdeParams,
    outputs::{Outputs, indicators},
    regression::Regression,
};
use crate::{
    cancel,
    corpus::{Csr, Dataset, Weighting},
    memory::Budget,
    model::{
        ModelError,
        baseline::{
            canonical::{Kernel, distances},
            folds::best_over_folds,
            kernel_svm::mean_squared_distance,
            linear_classifier::places,
        },
        pairs::{Sides, gain, ranked},
    },
};

/// Tried kernel widths, in root mean squared distances of training documents.
const WIDTHS: [f64; 4] = [2.0, 1.0, 0.5, 0.25];
/// Kernel width without development pairs, in root mean squared distances of training documents.
const WIDTH: f64 = 0.5;
/// Tried ridges `γ`, in mean kernel values of a document with itself.
const GAMMAS: [f64; 5] = [1.0, 1e-1, 1e-2, 1e-3, 1e-4];
/// Ridge `γ` without development pairs, in mean kernel values of a document with itself.
const GAMMA: f64 = 1e-2;
/// Numbers of output axes among which the best is chosen.
const DIMENSIONS: [usize; 6] = [8, 16, 32, 64, 128, 256];
/// Number of output axes if there are no development pairs.
pub(super) const DIMENSION: usize = 64;

/// Number of n × n matrices in memory at once: the kernel values, their eigenvectors, and the copy that is decomposed,
/// besides the eigenvectors of every tried kernel of the target documents.
const MATRICES: usize = 3;

/// Gaussian kernel `exp(-d² / 2σ²)` of distances `d` between documents.
pub(super) fn gaussian(sigma: f64) -> Kernel<'static> {
    Kernel::Gaussian { scale: 2.0 * sigma * sigma }
}

/// Input kernel between documents: Gaussian with a width, linear without one.
pub(super) fn input_kernel(sigma_x: Option<f64>) -> Kernel<'static> {
    sigma_x.map_or(Kernel::Linear, gaussian)
}

/// Squared length of each point, a row (n).
#[allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]
pub(super) fn squares(points: ArrayView2<'_, f64>) -> Vec<f64> {
    points.outer_iter().map(|row| row.dot(&row)).collect()
}

/// Hyper-parameters of a fit of kernel dependency estimation to pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Choice {
    /// Width `σ_x` of the Gaussian kernel between source documents; `None` under the linear kernel.
    pub sigma_x: Option<f64>,
    /// Width `σ_y` of the Gaussian kernel between target documents.
    pub sigma_y: f64,
    /// Ridge `γ` of the kernel regression.
    pub gamma: f64,
    /// Maximum number of output axes.
    pub dimension: usize,
}

/// Tried widths of a Gaussian kernel, widest first: a given one, else the grid, or without it the default.
fn widths(given: Option<f64>, rows: &Csr, grid: bool) -> Vec<f64> {
    let tried = if grid { &WIDTHS[..] } else { &[WIDTH] };
    given.map_or_else(
        || {
            let unit = mean_squared_distance(rows).sqrt();
            tried.iter().map(|width| width * unit).collect()
        },
        |given| vec![given],
    )
}

/// Tried widths of the kernel between input documents; `None` under the linear kernel.
fn input_widths(kernel: InputKernel, given: Option<f64>, rows: &Csr, grid: bool) -> Vec<Option<f64>> {
    match kernel {
        InputKernel::Linear => vec![None],
        InputKernel::Gaussian => widths(given, rows, grid).into_iter().map(Some).collect(),
    }
}

/// Ridges `γ` to try, largest first.
fn gammas(kernel: InputKernel, given: Option<f64>, rows: &Csr, grid: bool) -> Vec<f64> {
    let tried = if grid { &GAMMAS[..] } else { &[GAMMA] };
    given.map_or_else(
        || {
            let unit = match kernel {
                InputKernel::Gaussian => 1.0,
                InputKernel::Linear => rows.row_squared_norms().sum::<f64>() / rows.rows().max(1) as f64,
            };
            tried.iter().map(|gamma| gamma * unit).collect()
        },
        |given| vec![given],
    )
}

/// Criterion by which hyper-parameters are chosen on the development pairs.
enum Criterion<'a> {
    /// Precision@1, then the mean reciprocal rank, of partners (by source document) among the development targets.
    Precision(&'a [Option<usize>]),
    /// Mean loss of each training target as the prediction for each source document with a partner, with the source's index.
    Loss(Vec<usize>, Array2<f64>),
}

impl Criterion<'_> {
    /// Creates the criterion: the squared loss for pairs of number rows, otherwise precision@1.
    fn of<'a>(training: &Sides, dev: &'a Sides, params: &KdeParams) -> Criterion<'a> {
        if params.weighting != Weighting::Raw {
            return Criterion::Precision(&dev.partner);
        }
        let sigma = params.sigma_y_tuning.given().unwrap_or_else(|| mean_squared_distance(&training.target).sqrt());
        let (sources, targets): (Vec<usize>, Vec<usize>) = dev.pairs().into_iter().unzip();
        let alike = gaussian(sigma).between(&dev.target.select(&targets), &training.target);
        Criterion::Loss(sources, alike.mapv_into(|alike| 2.0 - 2.0 * alike))
    }

    /// Quality of predictions for the development sources, given the coordinates of development and training
    /// targets; larger is better.
    fn gain(&self, [predicted, dev, training]: [ArrayView2<'_, f64>; 3]) -> (Option<f64>, Option<f64>) {
        let apart = |candidates: ArrayView2<'_, f64>| {
            distances(predicted.dot(&candidates.t()), [&squares(predicted), &squares(candidates)])
        };
        match self {
            Self::Precision(partner) => gain(&ranked(&apart(dev).view(), partner)),
            Self::Loss(sources, losses) => {
                let apart = apart(training);
                let nearest = |row: ArrayView1<'_, f64>| {
                    (1..row.len()).fold(0, |best, other| if row[other] < row[best] { other } else { best })
                };
                let of = |(pair, &source): (usize, &usize)| losses[[pair, nearest(apart.row(source))]];
                let sum: f64 = sources.iter().enumerate().map(of).sum();
                (Some(-sum / sources.len().max(1) as f64), None)
            }
        }
    }
}

/// Hyper-parameters with the best criterion on the development pairs.
/// Ties go to the widest kernels, the largest `γ` and the fewest axes.
/// Hyper-parameters given by the user are used unchanged.
/// Without development pairs the default values are used.
///
/// # Errors
/// Returns an error if the matrices exceed the memory budget, a kernel is not decomposed, or the work was cancelled.
pub(super) fn choose(training: &Sides, dev: &Sides, params: &KdeParams, budget: Budget) -> Result<Choice, ModelError> {
    let (n, grid) = (training.source.rows(), !dev.pairs().is_empty());
    budget.ask_matrix("the kernel values of the training pairs", n, n, MATRICES)?;
    let sigma_xs = input_widths(params.kernel, params.sigma_x_tuning.given(), &training.source, grid);
    let sigma_ys = widths(params.sigma_y_tuning.given(), &training.target, grid);
    let gammas = gammas(params.kernel, params.gamma_tuning.given(), &training.source, grid);
    let dimensions = match params.dimension_tuning.given() {
        Some(dimension) => vec![dimension],
        None if grid => DIMENSIONS.to_vec(),
        None => vec![DIMENSION],
    };
    let first = Choice { sigma_x: sigma_xs[0], sigma_y: sigma_ys[0], gamma: gammas[0], dimension: dimensions[0] };
    if sigma_xs.len() * sigma_ys.len() * gammas.len() * dimensions.len() == 1 {
        return Ok(first);
    }
    budget.ask_matrix("the kernel values of the training pairs", n, n, MATRICES + sigma_ys.len())?;
    budget.ask_matrix("the distances of the development pairs", dev.source.rows(), dev.target.rows().max(n), 3)?;
    let criterion = Criterion::of(training, dev, params);
    let most = dimensions.iter().copied().fold(0, usize::max);
    let outputs = |&sigma_y: &f64| -> Result<_, ModelError> {
        let outputs = Outputs::new(&training.target, gaussian(sigma_y), most, budget)?;
        Ok((sigma_y, outputs.coordinates(), outputs.of(&dev.target)))
    };
    let outputs = sigma_ys.iter().map(outputs).collect::<Result<Vec<_>, ModelError>>()?;
    let (mut highest, mut best) = (None, first);
    for &sigma_x in &sigma_xs {
        let regression = Regression::new(&training.source, input_kernel(sigma_x), budget)?;
        let along = regression.along(&dev.source);
        for (sigma_y, coordinates, candidates) in &outputs {
            let turned = regression.turned(coordinates);
            let mut possible: Vec<usize> = dimensions.iter().map(|&dimension| dimension.min(turned.ncols())).collect();
            possible.dedup();
            for &gamma in &gammas {
                let predicted = regression.predict(&along, &turned, gamma);
                for &dimension in &possible {
                    let leading = [&predicted, candidates, coordinates].map(|points| points.slice(s![.., ..dimension]));
                    let gain = criterion.gain(leading);
                    if highest.is_none_or(|highest| gain > highest) {
                        (highest, best) = (Some(gain), Choice { sigma_x, sigma_y: *sigma_y, gamma, dimension });
                    }
                }
                if cancel::requested() {
                    return Err(ModelError::Cancelled);
                }
            }
        }
    }
    Ok(best)
}

/// Width `σ_x` and ridge `γ` with the best mean accuracy over the folds; of equal accuracies the first:
/// the widest kernel, then the largest `γ`. Given values are used unchanged.
/// `σ_x` is `None` under the linear kernel.
///
/// # Errors
/// Returns the errors of [`choose`].
pub(super) fn of_classes(
    data: &Dataset,
    train: &[usize],
    params: &KdeClassesParams,
    budget: Budget,
) -> Result<(Option<f64>, f64), ModelError> {
    budget.ask_matrix("the kernel values of the training documents", train.len(), train.len(), MATRICES)?;
    let rows = data.weights.select(train);
    let sigma_xs = input_widths(params.kernel, params.sigma_x_tuning.given(), &rows, true);
    let gammas = gammas(params.kernel, params.gamma_tuning.given(), &rows, true);
    if sigma_xs.len() * gammas.len() == 1 {
        return Ok((sigma_xs[0], gammas[0]));
    }
    let setting = best_over_folds(train, &data.split.dev, |fold| {
        let [fit, predict] = [&fold.fit, &fold.predict].map(|documents| data.weights.select(documents));
        budget.ask_matrix("the kernel values of the development documents", predict.rows(), fit.rows(), 2)?;
        let (classes, places) = places(data, &fold.fit);
        let (outputs, shares) = indicators(&places, classes.len());
        let mut gains = Vec::new();
        for &sigma_x in &sigma_xs {
            let regression = Regression::new(&fit, input_kernel(sigma_x), budget)?;
            let (along, turned) = (regression.along(&predict), regression.turned(&outputs));
            for &gamma in &gammas {
                let scores = regression.predict(&along, &turned, gamma) + &shares;
                let largest = |row: ArrayView1<'_, f64>| {
                    (1..row.len()).fold(0, |best, class| if row[class] > row[best] { class } else { best })
                };
                gains.push(fold.accuracy(data, scores.outer_iter().map(|row| classes[largest(row)])));
            }
            if cancel::requested() {
                return Err(ModelError::Cancelled);
            }
        }
        Ok(gains)
    })?;
    Ok((sigma_xs[setting / gammas.len()], gammas[setting % gammas.len()]))
}
