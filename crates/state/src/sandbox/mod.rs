//! Sandbox of point sets: the values computed from them, and their permutation test.

mod action;
mod edit;
pub(crate) mod update;

pub use action::{SandboxAction, SandboxTool, SetEdit};

use std::sync::Arc;

use crate::core::Lazy;
use wordfield_core::{
    metric::MmdTest,
    sandbox::{Sandbox, Surface, TwoSamples, Values},
};

/// State of the sandbox: its model, its values, and how it is shown.
#[derive(Debug)]
pub struct SandboxState {
    /// Model of the sandbox to which the values belong.
    pub model: Arc<Sandbox>,
    /// Kernel values of the point sets, and the surface behind them.
    pub values: Arc<Values>,
    /// Tool of the sandbox: the effect of dragging.
    pub tool: SandboxTool,
    /// Index of the active point set, to which points are added.
    pub active: usize,
    /// Selected point and the previously selected one, each as indices of set and point.
    pub selected: [Option<(usize, usize)>; 2],
    /// Number of changes of the sandbox, which seeds random points.
    pub(crate) changes: u64,
    /// Permutation test of the compared sets and the half width of the witness band.
    pub(crate) test: Lazy<Arc<TwoSamples>, (Arc<MmdTest>, Option<f64>)>,
}

impl Default for SandboxState {
    fn default() -> Self {
        let model = Arc::new(Sandbox::default());
        let values = Arc::new(Values::of(&model));
        Self::of(model, values)
    }
}

impl SandboxState {
    /// Creates the state of a sandbox model with its values.
    fn of(model: Arc<Sandbox>, values: Arc<Values>) -> Self {
        Self { model, values, tool: SandboxTool::default(), active: 0, selected: [None; 2], changes: 0, test: Lazy::default() }
    }

    /// Sandbox with its values, without a running job, for printing.
    pub(crate) fn printed(&self) -> Self {
        Self { test: self.test.printed(), ..Self::of(Arc::clone(&self.model), Arc::clone(&self.values)) }
    }

    /// Last permutation test, and whether its points are the current ones.
    pub fn test(&self) -> Option<(&Arc<MmdTest>, bool)> {
        let (of, (test, _)) = self.test.last()?;
        Some((test, self.values.samples.as_ref() == Some(of)))
    }

    /// Half width of the witness band, by which a test is divided; `None` before the permutation test.
    /// Points that move keep the band of their last test until the next is done.
    pub fn band(&self) -> Option<f64> {
        let ((of, (test, band)), now) = (self.test.last()?, self.values.samples.as_ref()?);
        let same = of.embedding == now.embedding && of.first == now.first && of.weights.len() == now.weights.len();
        // Point sets of single points have only one split.
        band.filter(|_| test.mmd.unbiased.is_some() && same)
    }

    /// Position of a point of the sandbox.
    pub fn point(&self, (set, point): (usize, usize)) -> Option<[f64; 2]> {
        Some(self.model.sets.get(set)?.points.get(point)?.at)
    }

    /// Distance between the two selected points, and the kernel value between them.
    pub fn selected_pair(&self) -> Option<(f64, f64)> {
        let [first, second] = self.selected;
        let (a, b) = (self.point(first?)?, self.point(second?)?);
        let place = ndarray::array![[a[0], a[1]], [b[0], b[1]]];
        let unit = ndarray::array![[0.0], [1.0]];
        let value = self.model.embedding.sums().product(place.view(), place.view(), unit.view())[[0, 0]];
        Some(((a[0] - b[0]).hypot(a[1] - b[1]), value))
    }

    /// Mean of the witness function over the points of a set.
    pub fn mean_witness(&self, set: usize) -> Option<f64> {
        let (s, [a, b]) = (&self.values.s, self.model.compared);
        let points = self.model.sets.get(set).is_some_and(|set| !set.points.is_empty());
        (points && self.values.samples.is_some()).then(|| s[[set, a]] - s[[set, b]])
    }

    /// Largest absolute value of the witness function over the points of the compared sets.
    pub fn largest_witness(&self) -> Option<f64> {
        let samples = self.values.samples.as_ref()?;
        let at = Surface::Witness.at(&self.model, &self.values, samples.x.view())?;
        at.into_iter().map(f64::abs).reduce(f64::max)
    }

    /// Computes the values of the model of the sandbox if it changed.
    pub(crate) fn follow(&mut self, model: &Arc<Sandbox>) {
        if self.model == *model {
            return;
        }
        self.values = Arc::new(Values::of(model));
        self.active = self.active.min(model.sets.len() - 1);
        self.model = Arc::clone(model);
        let known = |of: &(usize, usize)| self.point(*of).is_some();
        self.selected = self.selected.map(|point| point.filter(known));
    }
}
