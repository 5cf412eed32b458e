//! Decision field: `h(x) = Σ_t c_t k(x_t, x) + b` of a pair of classes, or of a class against all others.
//!
//! Up to 5,000 words the kernel sum is exact. Beyond, the weights are spread over a grid with cells of at most an eighth of
//! the kernel width and blurred with the kernel, with an error of a few thousandths. Cost: 2-10 ms at 128², on the
//! background thread; memory: a grid of f32 and an image.

use eframe::egui::{Color32, ColorImage};
use ndarray::{Array2, ArrayView2};

use crate::ui::field::{
    background::{
        contour_lines::{Line, Raster, level_lines, level_lines_above},
        kde::{blur, splat},
        single_word::{SingleWordField, signs},
    },
    camera::view::{Extent, Solid},
    placement::projection::Projection,
};
use crate::{
    kernel::{Grid, field_on_grid},
    ldk::Embedding,
    model::Regressor,
    state::{FieldOf, Scene},
    ui::palette::{ground_color, side_color, single_color},
};

/// Cells on each side of the field's image.
const CELLS: usize = 128;
/// Grid for the colour scale: cells per side in the plane; cells per side and number of levels in space.
const COARSE: Coarse = Coarse { plane: 32, level: 20, levels: 12 };
/// Grid for the colour scale of standard deviations.
const COARSE_DEVIATIONS: Coarse = Coarse { plane: DEVIATION_CELLS / 3, level: 6, levels: 5 };
/// Cells on each side of a standard deviation's image; each cell costs a pass over the training documents.
const DEVIATION_CELLS: usize = 36;
/// Cells on each side of the image of a document function; each cell costs a pass over the support documents.
const FUNCTION_CELLS: usize = 64;
/// Maximum number of words for the exact kernel sum.
const DIRECT: usize = 5_000;

/// A field as an image with contour lines.
#[derive(Clone, Debug)]
pub struct FieldPicture {
    /// Extent of the image.
    pub extent: Extent,
    /// Values at the cells.
    pub raster: Raster,
    /// Pixels, top row first.
    pub image: ColorImage,
    /// Contour line at the middle value.
    pub zero: Vec<Line>,
    /// Contour lines at the requested levels.
    pub levels: Vec<Line>,
    /// Value of the strongest colour on the high side.
    pub most: f32,
    /// Value in the middle of the colours.
    pub middle: f32,
    /// Value of the strongest colour on the low side, or of the weakest colour.
    pub least: f32,
}

/// Colour scheme of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldColours {
    /// Two sides: colours where the field is positive and negative.
    Sides([Color32; 2]),
    /// Diverging colours around a middle value, red below and blue above, with contour lines.
    Rating {
        /// Value without colour, in the units of the rating.
        middle: f32,
        /// Levels of the contour lines.
        levels: Vec<f32>,
        /// Ends beyond which no value has a stronger colour.
        limits: [f32; 2],
    },
}

/// Weights (V) and offset of one of the scene's fields.
pub fn weights_of(of: FieldOf, scene: &Scene) -> (Vec<f64>, f64) {
    match of {
        FieldOf::Class(_) | FieldOf::Pair(_) => weights_of_pairs(of, &scene.coefficients, &scene.bias, &scene.pairs),
        FieldOf::Rating(rating) if rating < scene.coefficients.ncols() => {
            (scene.coefficients.column(rating).to_vec(), scene.bias.get(rating).copied().unwrap_or(0.0))
        }
        FieldOf::Witness { .. } | FieldOf::Sets => (scene.witness().map(|weights| weights.to_vec()).unwrap_or_default(), 0.0),
        FieldOf::Mean => (scene.mean.as_ref().map(|mean| mean.weights.to_vec()).unwrap_or_default(), 0.0),
        FieldOf::Rating(_) | FieldOf::Deviation(_) => (Vec::new(), 0.0),
    }
}

/// Weights (V) and offset of a class's or a pair's field from all pairs' `coefficients` (V × P) and `bias` (P).
fn weights_of_pairs(of: FieldOf, coefficients: &Array2<f64>, bias: &[f64], pairs: &[(usize, usize)]) -> (Vec<f64>, f64) {
    let signs = signs(of, coefficients.ncols(), pairs);
    let weights = coefficients.outer_iter().map(|row| row.iter().zip(&signs).map(|(c, s)| c * s).sum()).collect();
    (weights, bias.iter().zip(&signs).map(|(b, s)| b * s).sum())
}

/// Resolution for measuring the colour scale.
#[derive(Clone, Copy)]
struct Coarse {
    plane: usize,
    level: usize,
    levels: usize,
}

/// Region in which the colour scale is measured.
#[derive(Clone, Copy)]
pub enum ScaleRegion<'a> {
    /// An extent of the plane.
    Plane(&'a Projection, &'a Extent),
    /// A box in space, sampled on parallel planes, so that colours are comparable between slices.
    Space(&'a Projection, &'a Solid),
}

impl ScaleRegion<'_> {
    /// Values of a field in the region; `field` evaluates it on a number of cells of a plane's extent.
    fn values(&self, coarse: Coarse, field: impl Fn(&Projection, &Extent, usize) -> Vec<f32>) -> Vec<f32> {
        let (words, space) = match *self {
            Self::Plane(plane, extent) => return field(plane, extent, coarse.plane),
            Self::Space(words, space) => (words, space),
        };
        let ([left, bottom, low], [right, top, high]) = (space.min, space.max);
        let (extent, thick) = (Extent { min: [left, bottom], max: [right, top] }, (high - low) / coarse.levels as f64);
        let at = |level: usize| words.slice(2, low + (level as f64 + 0.5) * thick);
        (0..coarse.levels).flat_map(|level| field(&at(level), &extent, coarse.level)).collect()
    }
}

/// Inputs for drawing a field.
#[derive(Clone, Copy)]
pub struct Field<'a> {
    /// Kernel between words.
    pub embedding: Embedding,
    /// Word vectors (V × q).
    pub latent: &'a Array2<f64>,
    /// Drawn coordinates of the words.
    pub plane: &'a Projection,
    /// Document function, for fields that are no sum over words.
    pub single: Option<&'a SingleWordField<'a>>,
    /// Weights of the words (V).
    pub weights: &'a [f64],
    /// Constant added everywhere.
    pub offset: f64,
}

/// Share of the words at which a field without bound may exceed the strongest colour.
const OUTERMOST: f64 = 0.02;

/// Image of a field on `extent`, for a dark or light window.
///
/// The strongest colour belongs to the value farthest from the middle within `home`, so that colours are comparable between
/// zoom levels and slices. A field that grows without bound away from the words has its strongest colour at the words.
pub fn field_picture(
    field: &Field<'_>,
    extent: &Extent,
    home: ScaleRegion<'_>,
    colours: &FieldColours,
    dark: bool,
) -> FieldPicture {
    let cells = if field.single.is_some() { FUNCTION_CELLS } else { CELLS };
    let raster = field.on_cells(extent, cells, DIRECT);
    let coarse = home.values(COARSE, |plane, home, cells| Field { plane, ..*field }.on_cells(home, cells, DIRECT).values);
    let (middle, levels, limits) = match colours {
        FieldColours::Sides(_) => (0.0, &[][..], [f32::NEG_INFINITY, f32::INFINITY]),
        FieldColours::Rating { middle, levels, limits } => (*middle, &levels[..], *limits),
    };
    let most = coarse.iter().filter(|v| v.is_finite()).fold(1e-12_f32, |most, v| most.max(v.abs()));
    let most = field.most_at_words().map_or(most, |at_words| most.min(at_words.max(1e-12)));
    // A constant field shows the middle colour only.
    let most = most.max(1e-5 * middle.abs());
    let [below, above] = [(middle - limits[0]).clamp(1e-12, most), (limits[1] - middle).clamp(1e-12, most)];
    let image = picture(&raster, |value| match colours {
        FieldColours::Sides(sides) => side_color(value / most, *sides, dark),
        FieldColours::Rating { .. } => ground_color(value / if value < 0.0 { below } else { above }, dark),
    });
    FieldPicture {
        extent: *extent,
        image,
        zero: level_lines_above(&raster, 0.0, 1e-3 * most),
        levels: levels.iter().flat_map(|&level| level_lines(&raster, level - middle)).collect(),
        raster,
        most: middle + above,
        middle,
        least: middle - below,
    }
}

/// Shares of the highest value at which the contour lines of a kernel mean are drawn.
pub const MEAN_LEVELS: [f32; 2] = [0.5, 0.1];

/// Image of a kernel mean on `extent`, with contour lines at [`MEAN_LEVELS`] of `peak`, or of the highest value within `home`.
pub fn mean_picture(field: &Field<'_>, extent: &Extent, home: ScaleRegion<'_>, peak: Option<f32>, dark: bool) -> FieldPicture {
    let raster = field.on_cells(extent, CELLS, DIRECT);
    let coarse = home.values(COARSE, |plane, home, cells| Field { plane, ..*field }.on_cells(home, cells, DIRECT).values);
    let values = || coarse.iter().chain(&raster.values).copied().filter(|value| value.is_finite());
    let most = peak.unwrap_or_else(|| values().fold(1e-12, f32::max));
    let least = values().fold(0.0, f32::min);
    let image = picture(&raster, |value| single_color((value - least) / (most - least), dark));
    let [zero, levels] = MEAN_LEVELS.map(|share| level_lines(&raster, share * most));
    FieldPicture { extent: *extent, raster, image, zero, levels, most, middle: 0.5 * (least + most), least }
}

/// Colours of a raster, top row first.
fn picture(raster: &Raster, color: impl Fn(f32) -> Color32) -> ColorImage {
    let (columns, rows) = (raster.grid.columns, raster.grid.rows);
    let value = |at: usize| raster.values[(rows - 1 - at / columns) * columns + at % columns];
    ColorImage::new([columns, rows], (0..rows * columns).map(|at| color(value(at))).collect())
}

/// Image of the standard deviation of a rating's field on `extent`, evaluated cell by cell.
pub fn deviation_picture(
    fitted: &dyn Regressor,
    rating: usize,
    plane: &Projection,
    extent: &Extent,
    home: ScaleRegion<'_>,
    dark: bool,
) -> FieldPicture {
    let on_cells = |plane: &Projection, extent: &Extent, cells: usize| {
        let grid = grid_of(extent, cells, plane);
        let column = |all: Array2<f64>| all.column(rating.min(all.ncols().saturating_sub(1))).mapv(|v| v as f32).to_vec();
        let cells = grid.columns * grid.rows;
        let values = fitted.deviation_at(&points_of(&grid, plane)).map_or_else(|| vec![f32::NAN; cells], column);
        Raster { grid, values }
    };
    let raster = on_cells(plane, extent, DEVIATION_CELLS);
    let coarse = home.values(COARSE_DEVIATIONS, |plane, home, cells| on_cells(plane, home, cells).values);
    let finite = || coarse.iter().copied().filter(|value| value.is_finite());
    let (least, most) = (finite().fold(f32::INFINITY, f32::min), finite().fold(0.0, f32::max));
    let least = if least.is_finite() { least } else { 0.0 };
    let image = picture(&raster, |value| single_color((value - least) / (most - least).max(1e-12), dark));
    FieldPicture {
        extent: *extent,
        raster,
        image,
        zero: Vec::new(),
        levels: Vec::new(),
        most,
        middle: 0.5 * (least + most),
        least,
    }
}

impl Field<'_> {
    /// Magnitude that the field exceeds at [`OUTERMOST`] of the words; `None` if its kernel is bounded, or it is no sum over words.
    fn most_at_words(&self) -> Option<f32> {
        let unbounded = matches!(self.embedding, Embedding::Linear | Embedding::Polynomial { .. });
        if self.single.is_some() || !unbounded || self.latent.nrows() != self.weights.len() {
            return None;
        }
        let weights = ArrayView2::from_shape((self.weights.len(), 1), self.weights).ok()?;
        let values = self.embedding.sums().product(self.latent.view(), self.latent.view(), weights);
        let mut sizes: Vec<f64> = values.iter().map(|value| (value + self.offset).abs()).collect();
        sizes.sort_unstable_by(f64::total_cmp);
        sizes.get(((1.0 - OUTERMOST) * sizes.len() as f64) as usize).map(|size| *size as f32)
    }

    /// The field on `cells`² cells of `extent`, as exact sum up to `direct` words.
    fn on_cells(&self, extent: &Extent, cells: usize, direct: usize) -> Raster {
        let grid = grid_of(extent, cells, self.plane);
        let mut values = match (self.single, self.embedding.gamma()) {
            (Some(single), _) => single.at(&points_of(&grid, self.plane)),
            (None, Some(gamma)) => self.by_width(gamma, &grid, direct),
            (None, None) => self.by_points(&grid),
        };
        for value in &mut values {
            *value += self.offset as f32;
        }
        if grid.rows == 1 {
            let copies = 32;
            return Raster { grid: Grid { rows: copies, ..grid }, values: values.repeat(copies) };
        }
        Raster { grid, values }
    }

    /// The field for any kernel, point by point.
    fn by_points(&self, grid: &Grid) -> Vec<f32> {
        let weights = Array2::from_shape_fn((self.latent.nrows(), 1), |(word, _)| self.weights.get(word).copied().unwrap_or(0.0));
        let points = points_of(grid, self.plane);
        self.embedding.sums().product(points.view(), self.latent.view(), weights.view()).iter().map(|&v| v as f32).collect()
    }

    /// The field for a Gaussian kernel, over the drawn words.
    fn by_width(&self, gamma: f64, grid: &Grid, direct: usize) -> Vec<f32> {
        let Self { plane, weights: c, .. } = *self;
        // A word off the plane acts through its orthogonal projection, weakened by its distance.
        let weaken = |word: usize| plane.off.get(word).map_or(1.0, |off| (-0.5 * gamma * f64::from(*off)).exp());
        let strength = |word: usize| c.get(word).copied().unwrap_or(0.0) * weaken(word);
        let up = |at: [f32; 2]| if plane.upright { grid.bottom + 0.5 * grid.height } else { f64::from(at[1]) };
        if plane.at.len() <= direct || plane.upright {
            let x = Array2::from_shape_fn((plane.at.len(), 2), |(word, axis)| {
                if axis == 0 { f64::from(plane.at[word][0]) } else { up(plane.at[word]) }
            });
            let weights = Array2::from_shape_fn((plane.at.len(), 1), |(word, _)| strength(word));
            field_on_grid(gamma, x.view(), weights.view(), grid).into_iter().collect()
        } else {
            spread(gamma, plane, strength, grid)
        }
    }
}

/// Grid of `cells` columns over `extent`, with as many rows; a single row in one latent dimension.
fn grid_of(extent: &Extent, cells: usize, plane: &Projection) -> Grid {
    let [width, height] = extent.size();
    let rows = if plane.upright { 1 } else { cells };
    Grid { left: extent.min[0], bottom: extent.min[1], width, height, columns: cells, rows }
}

/// Points of the latent space at the cell centres (cells × q).
fn points_of(grid: &Grid, plane: &Projection) -> Array2<f64> {
    let mut points = Array2::zeros((grid.rows * grid.columns, plane.q));
    for (at, mut row) in points.outer_iter_mut().enumerate() {
        let x = grid.left + ((at % grid.columns) as f64 + 0.5) * grid.width / grid.columns as f64;
        let y = grid.bottom + ((at / grid.columns) as f64 + 0.5) * grid.height / grid.rows as f64;
        row.iter_mut().zip(plane.point(&[x, y])).for_each(|(to, from)| *to = from);
    }
    points
}

/// The field by spreading the weights over a separate grid, blurring it, and interpolating at the cells of `grid`.
fn spread(gamma: f64, plane: &Projection, strength: impl Fn(usize) -> f64, grid: &Grid) -> Vec<f32> {
    let sigma = 1.0 / gamma.max(1e-12).sqrt();
    let pad = 4.0 * sigma;
    let cells = |extent: f64, shown: usize| {
        let cell = (extent / shown as f64).max(sigma / 8.0);
        ((extent + 2.0 * pad) / cell).ceil().clamp(8.0, 1024.0) as usize
    };
    let own = Grid {
        left: grid.left - pad,
        bottom: grid.bottom - pad,
        width: grid.width + 2.0 * pad,
        height: grid.height + 2.0 * pad,
        columns: cells(grid.width, grid.columns),
        rows: cells(grid.height, grid.rows),
    };
    let mut raster = Raster { grid: own, values: vec![0.0; own.columns * own.rows] };
    for (word, at) in plane.at.iter().enumerate() {
        splat(&mut raster, *at, strength(word) as f32);
    }
    blur(&mut raster, [sigma / own.width * own.columns as f64, sigma / own.height * own.rows as f64], false);
    (0..grid.columns * grid.rows)
        .map(|at| {
            let x = grid.left + ((at % grid.columns) as f64 + 0.5) * grid.width / grid.columns as f64;
            let y = grid.bottom + ((at / grid.columns) as f64 + 0.5) * grid.height / grid.rows as f64;
            read(&raster, x, y)
        })
        .collect()
}

/// Bilinear interpolation between cell centres.
fn read(raster: &Raster, x: f64, y: f64) -> f32 {
    let grid = &raster.grid;
    let across = ((x - grid.left) / grid.width * grid.columns as f64 - 0.5).clamp(0.0, (grid.columns - 1) as f64);
    let upward = ((y - grid.bottom) / grid.height * grid.rows as f64 - 0.5).clamp(0.0, (grid.rows - 1) as f64);
    let (column, row) = ((across as usize).min(grid.columns - 2), (upward as usize).min(grid.rows - 2));
    let (s, t) = ((across - column as f64) as f32, (upward - row as f64) as f32);
    let at = row * grid.columns + column;
    let v = &raster.values;
    let low = v[at] * (1.0 - s) + v[at + 1] * s;
    let high = v[at + grid.columns] * (1.0 - s) + v[at + grid.columns + 1] * s;
    low * (1.0 - t) + high * t
}

#[cfg(test)]
mod tests;
