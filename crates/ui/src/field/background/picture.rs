//! Images of fields: colours by a value scale, contour lines, and the ratio of a test to the values that random splits reach.
//!
//! Cost: one evaluation of the field on the image's cells, and one on the coarse cells of its colour scale.
//! Memory: an image of 128² cells and its values.

use egui::{Color32, ColorImage};
use ndarray::Array2;

use crate::{
    field::{
        background::{
            contour_lines::{Line, Raster, level_lines, level_lines_above},
            decision::{
                CELLS, COARSE, COARSE_DEVIATIONS, DEVIATION_GRID_CELLS, DIRECT, FUNCTION_GRID_CELLS, Field, ScaleRegion,
                SingleWordField, grid_of, points_of, weights_of,
            },
        },
        camera::view::Extent,
        layers::colours,
        placement::projection::Projection,
    },
    palette::{class_color, ground_color, ratio_color, side_color, single_color},
};
use wordfield_core::model::Regressor;
use wordfield_state::{FieldOf, Scene, ValueScale};

/// Image of a field, with contour lines.
#[derive(Clone, Debug)]
pub(crate) struct FieldPicture {
    /// Extent of the field's image.
    pub extent: Extent,
    /// Values of the field at its cells.
    pub raster: Raster,
    /// Pixels of the field's image, top row first.
    pub image: ColorImage,
    /// Contour line of the field at its middle value.
    pub zero: Vec<Line>,
    /// Contour lines at the requested levels of the field.
    pub levels: Vec<Line>,
    /// Scale that assigns the colours to the field's values.
    pub scale: ValueScale,
    /// Style in which the field is drawn.
    pub style: FieldStyle,
}

impl FieldPicture {
    /// Image of a field without contour lines.
    fn new(extent: &Extent, raster: Raster, scale: ValueScale, style: FieldStyle) -> Self {
        let image = picture(&raster, |value| style.color(&scale, value));
        Self { extent: *extent, raster, image, zero: Vec::new(), levels: Vec::new(), scale, style }
    }

    /// Difference between the value of the strongest colour and the value without colour.
    pub(crate) fn extent_of_values(&self) -> f32 {
        self.scale.high - if self.style.is_one_sided() { self.scale.low } else { self.scale.middle }
    }
}

/// Drawing style of a field: colours, scale and contour lines.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FieldStyle {
    /// Colours for the values of the field.
    pub colours: FieldColours,
    /// Value of the field that has no colour.
    pub middle: f32,
    /// Range of the field's possible values; `None` if it is unbounded.
    pub possible: Option<[f32; 2]>,
    /// Whether the field's colours end at the extreme values shown.
    pub rescaled: bool,
    /// Levels of the field's contour lines.
    pub levels: Vec<f32>,
    /// Half width of the band of random splits, if the field is a test: its ratio to the band decides the colour.
    pub band: Option<f32>,
    /// Whether the window's theme is dark.
    pub dark: bool,
}

/// Colours for the values of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum FieldColours {
    /// Two colours, for positive and for negative values of the field.
    Sides([Color32; 2]),
    /// Diverging colours, red below the middle and blue above. Values beyond the possible range have the colours of the ends.
    Rating,
    /// Colours of unsigned values, from the background to the strongest colour.
    Single,
}

impl FieldStyle {
    /// Whether the colours begin at the smallest value instead of a middle one.
    pub(crate) fn is_one_sided(&self) -> bool {
        self.colours == FieldColours::Single
    }

    /// Colour of a value on a scale; `value` is the distance from the middle of a scale with two sides.
    pub(crate) fn color(&self, scale: &ValueScale, value: f32) -> Color32 {
        match (self.colours, self.band) {
            (FieldColours::Single, _) => single_color(scale.share(value), self.dark),
            (FieldColours::Sides(sides), Some(band)) => ratio_color(value / band, scale.high / band, sides, self.dark),
            (FieldColours::Sides(sides), None) => side_color(scale.place(value), sides, self.dark),
            (FieldColours::Rating, _) => ground_color(scale.place(value), self.dark),
        }
    }
}

/// Colours of one of the scene's fields, its value without colour, and the levels of its contour lines.
fn look(scene: &Scene, of: FieldOf, dark: bool) -> (FieldColours, f32, Vec<f32>) {
    let class = |class: usize| colours::class(scene, class, dark);
    let rest = Color32::from_gray(if dark { 150 } else { 110 });
    let sides = |sides| (FieldColours::Sides(sides), 0.0, Vec::new());
    match of {
        FieldOf::Class(one) | FieldOf::Novelty(Some(one)) => sides([class(one), rest]),
        // Grey is the colour of no class.
        FieldOf::Novelty(None) => sides([class_color(scene.basis.class_names.len(), dark), rest]),
        // The contour lines mark the margins of a decision.
        FieldOf::Pair(pair) => {
            let (one, other) = scene.pairs.get(pair).copied().unwrap_or((0, 1));
            (FieldColours::Sides([class(one), class(other)]), 0.0, vec![-1.0, 1.0])
        }
        FieldOf::Witness { .. } | FieldOf::Sets => sides([0, 1].map(|kind| class(scene.class_of_density(kind)))),
        FieldOf::Rating(b) => {
            let middle = scene.bias.get(b).copied().unwrap_or(0.0) as f32;
            (FieldColours::Rating, middle, scene.basis.rating_levels.get(b).cloned().unwrap_or_default())
        }
        FieldOf::Deviation(_) | FieldOf::Mean => (FieldColours::Single, 0.0, Vec::new()),
    }
}

/// Image of one of the scene's fields, such as a decision field.
pub(crate) fn scene_picture(
    (scene, of): (&Scene, FieldOf),
    plane: &Projection,
    extent: &Extent,
    home: ScaleRegion<'_>,
    (rescaled, dark): (bool, bool),
) -> FieldPicture {
    let (colours, middle, levels) = look(scene, of, dark);
    let (possible, band) = (scene.possible_values(of), scene.band(of));
    let style = FieldStyle { colours, middle, possible, rescaled, levels, band, dark };
    if let (FieldOf::Deviation(rating), Some(fitted)) = (of, &scene.fitted) {
        return deviation_picture((&**fitted, rating), plane, extent, home, style);
    }
    let (weights, offset) = weights_of(of, scene);
    let single = SingleWordField::of(of, scene);
    // A rating's field is computed relative to its middle; adding the middle would lose digits of f32.
    let offset = if style.colours == FieldColours::Rating { 0.0 } else { offset };
    let field =
        Field { embedding: scene.embedding, latent: &scene.latent, plane, single: single.as_ref(), weights: &weights, offset };
    if style.is_one_sided() {
        let peak = scene.kernel_peak().filter(|_| of == FieldOf::Mean);
        return mean_picture(&field, extent, home, peak, &style);
    }
    field_picture(&field, extent, home, &style)
}

/// Values of a field on `cells`² cells of `extent`, and those from which its colour scale is measured.
fn sampled(field: &Field<'_>, extent: &Extent, home: ScaleRegion<'_>, cells: usize) -> (Raster, Vec<f32>) {
    let coarse = home.values(COARSE, |plane, home, cells| Field { plane, ..*field }.on_cells(home, cells, DIRECT).values);
    (field.on_cells(extent, cells, DIRECT), coarse)
}

/// Image of a field on `extent`, with a colour scale measured within `home`.
///
/// The measured region makes colours comparable between zoom levels and slices.
/// A diverging scale is as wide as the possible values, and wider if a decision exceeds the margin.
/// A field that grows without bound away from the words has its strongest colour at the words.
pub(crate) fn field_picture(field: &Field<'_>, extent: &Extent, home: ScaleRegion<'_>, style: &FieldStyle) -> FieldPicture {
    let cells = if field.single.is_some() { FUNCTION_GRID_CELLS } else { CELLS };
    let (raster, coarse) = sampled(field, extent, home, cells);
    let most = coarse.iter().filter(|v| v.is_finite()).fold(1e-12_f32, |most, v| most.max(v.abs()));
    let most = field.most_at_words().map_or(most, |at_words| most.min(at_words.max(1e-12)));
    let possible = match style.colours {
        FieldColours::Sides(_) => style.possible.map(|[low, high]| [low.min(-most), high.max(most)]),
        _ => style.possible,
    };
    let scale = ValueScale::two_sided(possible, style.middle, most, style.rescaled);
    let band = style.band.iter().flat_map(|&band| [-band, band]);
    let levels = style.levels.iter().map(|level| level - style.middle).chain(band);
    let levels = levels.flat_map(|level| level_lines(&raster, level)).collect();
    let zero = level_lines_above(&raster, 0.0, 1e-3 * most);
    FieldPicture { zero, levels, ..FieldPicture::new(extent, raster, scale, style.clone()) }
}

/// Shares of the highest value at which contour lines of a kernel mean are drawn.
pub(crate) const MEAN_LEVELS: [f32; 2] = [0.5, 0.1];

/// Image of a kernel mean on `extent`, with contour lines at [`MEAN_LEVELS`] of `peak`, or of the highest value within `home`.
pub(crate) fn mean_picture(
    field: &Field<'_>,
    extent: &Extent,
    home: ScaleRegion<'_>,
    peak: Option<f32>,
    style: &FieldStyle,
) -> FieldPicture {
    let (raster, coarse) = sampled(field, extent, home, CELLS);
    let values = || coarse.iter().chain(&raster.values).copied().filter(|value| value.is_finite());
    let most = peak.unwrap_or_else(|| values().fold(1e-12, f32::max));
    let least = values().fold(0.0, f32::min);
    let scale = ValueScale::one_sided(style.possible, [least, most], style.rescaled);
    let style = FieldStyle { colours: FieldColours::Single, ..style.clone() };
    let [zero, levels] = MEAN_LEVELS.map(|share| level_lines(&raster, share * most));
    FieldPicture { zero, levels, ..FieldPicture::new(extent, raster, scale, style) }
}

/// Colours of a raster's cells, top row first.
fn picture(raster: &Raster, color: impl Fn(f32) -> Color32) -> ColorImage {
    let (columns, rows) = (raster.grid.columns, raster.grid.rows);
    let value = |at: usize| raster.values[(rows - 1 - at / columns) * columns + at % columns];
    ColorImage::new([columns, rows], (0..rows * columns).map(|at| color(value(at))).collect())
}

/// Image of the standard deviation of a rating's field on `extent`, evaluated cell by cell.
fn deviation_picture(
    (fitted, rating): (&dyn Regressor, usize),
    plane: &Projection,
    extent: &Extent,
    home: ScaleRegion<'_>,
    style: FieldStyle,
) -> FieldPicture {
    let on_cells = |plane: &Projection, extent: &Extent, cells: usize| {
        let grid = grid_of(extent, cells, plane);
        let column = |all: Array2<f64>| all.column(rating.min(all.ncols().saturating_sub(1))).mapv(|v| v as f32).to_vec();
        let cells = grid.columns * grid.rows;
        let values = fitted.deviation_at(&points_of(&grid, plane)).map_or_else(|| vec![f32::NAN; cells], column);
        Raster { grid, values }
    };
    let raster = on_cells(plane, extent, DEVIATION_GRID_CELLS);
    let coarse = home.values(COARSE_DEVIATIONS, |plane, home, cells| on_cells(plane, home, cells).values);
    let finite = || coarse.iter().copied().filter(|value| value.is_finite());
    let (least, most) = (finite().fold(f32::INFINITY, f32::min), finite().fold(0.0, f32::max));
    let least = if least.is_finite() { least } else { 0.0 };
    let scale = ValueScale::one_sided(style.possible, [least, most], style.rescaled);
    FieldPicture::new(extent, raster, scale, style)
}

#[cfg(test)]
mod tests;
