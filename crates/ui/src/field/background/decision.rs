//! Decision field: `h(x) = Σ_t c_t k(x_t, x) + b` of a pair of classes, or of a class against all others.
//!
//! Up to 5,000 words the kernel sum is exact.
//! With more words, the weights are spread over a grid and blurred with the kernel, with an error of a few thousandths.
//! Grid cells have at most an eighth of the kernel width.
//! Cost: 2-10 ms at 128², in a task beside the frame; memory: a grid of f32 and an image.

use ndarray::{Array2, ArrayView1, ArrayView2};

use crate::field::{
    background::{
        contour_lines::Raster,
        kde::{blur, splat},
    },
    camera::view::{Extent, Solid},
    placement::projection::Projection,
};
use wordfield_core::{
    kernel::{Grid, field_on_grid},
    ldk::{DocumentFunction, Embedding},
};
use wordfield_state::{FieldOf, Scene};

/// Number of cells on each side of a decision field's image.
pub(super) const CELLS: usize = 128;
/// Grid for measuring the colour scale: cells per side in the plane; cells per side and number of levels in space.
pub(super) const COARSE: Coarse = Coarse { plane: 32, level: 20, levels: 12 };
/// Grid for measuring the colour scale of standard deviations.
pub(super) const COARSE_DEVIATIONS: Coarse = Coarse { plane: DEVIATION_GRID_CELLS / 3, level: 6, levels: 5 };
/// Cells on each side of the image of a standard deviation; each cell costs a pass over the training documents.
pub(super) const DEVIATION_GRID_CELLS: usize = 36;
/// Cells on each side of the image of a document function; each cell costs a pass over the support documents.
pub(super) const FUNCTION_GRID_CELLS: usize = 64;
/// Maximum number of words for which a field is summed exactly.
pub(super) const DIRECT: usize = 5_000;

/// Weights of the words (V) and offset, for one of the scene's fields.
pub(crate) fn weights_of(of: FieldOf, scene: &Scene) -> (Vec<f64>, f64) {
    match of {
        FieldOf::Class(_) | FieldOf::Pair(_) => weights_of_pairs(of, &scene.coefficients, &scene.bias, &scene.pairs),
        FieldOf::Rating(rating) if rating < scene.coefficients.ncols() => {
            (scene.coefficients.column(rating).to_vec(), scene.bias.get(rating).copied().unwrap_or(0.0))
        }
        FieldOf::Witness { .. } | FieldOf::Sets => (scene.witness().map(|weights| weights.to_vec()).unwrap_or_default(), 0.0),
        FieldOf::Mean => (scene.mean.as_ref().map(|mean| mean.weights.to_vec()).unwrap_or_default(), 0.0),
        FieldOf::Novelty(_) => scene.novelty_of(of).map_or((Vec::new(), 0.0), |found| {
            let weights = found.weights.as_ref().map(|weights| weights.to_vec()).unwrap_or_default();
            (weights, found.function.bias.iter().sum())
        }),
        FieldOf::Rating(_) | FieldOf::Deviation(_) => (Vec::new(), 0.0),
    }
}

/// Weights (V) and offset of a class's or a pair's field from all pairs' `coefficients` (V × P) and `bias` (P).
fn weights_of_pairs(of: FieldOf, coefficients: &Array2<f64>, bias: &[f64], pairs: &[(usize, usize)]) -> (Vec<f64>, f64) {
    let signs = signs(of, coefficients.ncols(), pairs);
    let weights = coefficients.outer_iter().map(|row| row.iter().zip(&signs).map(|(c, s)| c * s).sum()).collect();
    (weights, bias.iter().zip(&signs).map(|(b, s)| b * s).sum())
}

/// Resolution of the grid for measuring the colour scale.
#[derive(Clone, Copy)]
pub(super) struct Coarse {
    plane: usize,
    level: usize,
    levels: usize,
}

/// Region of the plane or of space in which the colour scale is measured.
#[derive(Clone, Copy)]
pub(crate) enum ScaleRegion<'a> {
    /// Extent of the plane in which the colour scale is measured.
    Plane(&'a Projection, &'a Extent),
    /// Box in space, sampled on parallel planes, so that colours are comparable between slices.
    Space(&'a Projection, &'a Solid),
}

impl ScaleRegion<'_> {
    /// Values of a field in the region of the colour scale; `field` evaluates it on a number of cells of a plane's extent.
    pub(super) fn values(&self, coarse: Coarse, field: impl Fn(&Projection, &Extent, usize) -> Vec<f32>) -> Vec<f32> {
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

/// Inputs for computing a field: kernel, words and their weights.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    /// Embedding kernel between words.
    pub embedding: Embedding,
    /// Positions of the words in latent space (V × q).
    pub latent: &'a Array2<f64>,
    /// Drawn coordinates of the words, and of the plane on which the field is evaluated.
    pub plane: &'a Projection,
    /// Document function, for a field that is not a sum over words.
    pub single: Option<&'a SingleWordField<'a>>,
    /// Weights of the words in the field (V).
    pub weights: &'a [f64],
    /// Constant that is added to the field everywhere.
    pub offset: f64,
}

/// Share of the words at which an unbounded field may exceed the value of the strongest colour.
const OUTERMOST: f64 = 0.02;

impl Field<'_> {
    /// Magnitude that the field exceeds at [`OUTERMOST`] of the words; `None` if its kernel is bounded or it is no word sum.
    pub(super) fn most_at_words(&self) -> Option<f32> {
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

    /// Values of the field on a raster of `cells`² cells over `extent`, as an exact sum for up to `direct` words.
    pub(super) fn on_cells(&self, extent: &Extent, cells: usize, direct: usize) -> Raster {
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

    /// Values of the field for any kernel, point by point.
    fn by_points(&self, grid: &Grid) -> Vec<f32> {
        let weights = Array2::from_shape_fn((self.latent.nrows(), 1), |(word, _)| self.weights.get(word).copied().unwrap_or(0.0));
        let points = points_of(grid, self.plane);
        self.embedding.sums().product(points.view(), self.latent.view(), weights.view()).iter().map(|&v| v as f32).collect()
    }

    /// Values of the field for a Gaussian kernel, as a sum over the drawn words.
    fn by_width(&self, gamma: f64, grid: &Grid, direct: usize) -> Vec<f32> {
        let Self { plane, weights: c, .. } = *self;
        // Words off the plane act through their orthogonal projection, weakened by their distance.
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

/// Grid of `cells` columns and as many rows over `extent`; a single row for one latent dimension.
pub(super) fn grid_of(extent: &Extent, cells: usize, plane: &Projection) -> Grid {
    let [width, height] = extent.size();
    let rows = if plane.upright { 1 } else { cells };
    Grid { left: extent.min[0], bottom: extent.min[1], width, height, columns: cells, rows }
}

/// Points of latent space at a grid's cell centres (cells × q).
pub(super) fn points_of(grid: &Grid, plane: &Projection) -> Array2<f64> {
    let mut points = Array2::zeros((grid.rows * grid.columns, plane.q));
    for (at, mut row) in points.outer_iter_mut().enumerate() {
        let x = grid.left + ((at % grid.columns) as f64 + 0.5) * grid.width / grid.columns as f64;
        let y = grid.bottom + ((at / grid.columns) as f64 + 0.5) * grid.height / grid.rows as f64;
        row.iter_mut().zip(plane.point(&[x, y])).for_each(|(to, from)| *to = from);
    }
    points
}

/// Values of the field at a grid's cells: the weights are spread over a separate grid, blurred, and interpolated.
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

/// Value of a raster at a point, by bilinear interpolation between cell centres.
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

/// Factors with which `count` document functions are summed to one of the scene's fields.
pub(in crate::field) fn signs(of: FieldOf, count: usize, pairs: &[(usize, usize)]) -> Vec<f64> {
    let sign = |pair: usize| match of {
        FieldOf::Pair(wanted) | FieldOf::Rating(wanted) => f64::from(u8::from(pair == wanted)),
        FieldOf::Class(class) if pairs.get(pair).is_some_and(|p| p.0 == class) => 1.0,
        FieldOf::Class(class) if pairs.get(pair).is_some_and(|p| p.1 == class) => -1.0,
        FieldOf::Witness { .. } | FieldOf::Sets | FieldOf::Novelty(_) => 1.0,
        _ => 0.0,
    };
    (0..count).map(sign).collect()
}

/// Field that is no sum over words but a sum of document functions, each multiplied by a factor.
pub(crate) struct SingleWordField<'a> {
    function: &'a DocumentFunction,
    signs: Vec<f64>,
}

impl<'a> SingleWordField<'a> {
    /// Field `of` of the scene from its document functions; `None` if the field is a sum over words.
    pub(crate) fn of(of: FieldOf, scene: &'a Scene) -> Option<Self> {
        let function = scene.function_of(of)?;
        Some(Self { function, signs: signs(of, function.bias.len(), &scene.pairs) })
    }

    /// Values of the field at points of latent space (points × q), without offsets.
    pub(in crate::field) fn at(&self, points: &Array2<f64>) -> Vec<f32> {
        let values = self.function.at(points.view()) - ArrayView1::from(self.function.bias.as_slice());
        values.dot(&ArrayView1::from(self.signs.as_slice())).iter().map(|&value| value as f32).collect()
    }
}

#[cfg(test)]
mod tests;
