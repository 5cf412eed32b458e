//! Plot item of `egui_plot` that draws precomputed shapes.

use std::ops::RangeInclusive;

use egui::{Color32, Shape, Ui};
use egui_plot::{PlotBounds, PlotGeometry, PlotItem, PlotItemBase, PlotTransform};

/// Plot item that consists of shapes in screen coordinates.
pub(crate) struct ScreenShapes {
    base: PlotItemBase,
    shapes: Vec<Shape>,
}

impl ScreenShapes {
    /// Plot item that draws `shapes` and does not affect fitting, hovering or the legend.
    pub(crate) fn new(shapes: Vec<Shape>) -> Self {
        Self { base: PlotItemBase::new(String::new()), shapes }
    }
}

impl PlotItem for ScreenShapes {
    fn shapes(&self, _ui: &Ui, _transform: &PlotTransform, shapes: &mut Vec<Shape>) {
        shapes.extend(self.shapes.iter().cloned());
    }

    fn initialize(&mut self, _x_range: RangeInclusive<f64>) {}

    fn color(&self) -> Color32 {
        Color32::TRANSPARENT
    }

    fn allow_hover(&self) -> bool {
        false
    }

    fn geometry(&self) -> PlotGeometry<'_> {
        PlotGeometry::None
    }

    fn bounds(&self) -> PlotBounds {
        PlotBounds::NOTHING
    }

    fn base(&self) -> &PlotItemBase {
        &self.base
    }

    fn base_mut(&mut self) -> &mut PlotItemBase {
        &mut self.base
    }
}
