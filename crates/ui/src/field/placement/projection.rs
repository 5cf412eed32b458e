//! Projection of the word vectors to the plane or to space.
//!
//! Two latent dimensions, or three in space, are drawn without projection.
//! One dimension is drawn against the rank by how characteristic a word is.
//! More dimensions are projected on principal axes or chosen dimensions ([`Axes`]).
//! Cost: O(V q) a snapshot, plus the axes; memory: 16 bytes a word.

use ndarray::Array2;

use crate::field::placement::axes::Axes;
use wordfield_state::{Along, SecondAxis, Viewpoint};

/// Settings of the projection of word vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProjectionSettings {
    /// Quantity on the vertical axis. Unless it is latent, the horizontal axis is the first principal axis.
    pub second: SecondAxis,
    /// Whether the projection is three-dimensional.
    pub deep: bool,
    /// Axes on which the words are projected.
    pub along: Along,
}

impl ProjectionSettings {
    /// Projection settings of a viewpoint for `q` dimensions; always two-dimensional unless the vertical axis is latent.
    pub(crate) fn new(viewpoint: &Viewpoint, q: usize, second: SecondAxis) -> Self {
        let along = viewpoint.dimensions(q).map_or(Along::Principal, Along::Dimensions);
        Self { second, deep: second == SecondAxis::Latent && viewpoint.is_deep(q), along }
    }
}

/// Projection of the words: their drawn coordinates and the axes.
#[derive(Clone, Debug, Default)]
pub struct Projection {
    /// First two drawn coordinates of every word (V).
    pub at: Vec<[f32; 2]>,
    /// Third coordinate of every word (V); empty in the plane.
    pub third: Vec<f32>,
    /// Squared distance of every word from the drawn plane or space; empty if all are zero.
    pub off: Vec<f32>,
    /// Number of latent dimensions of the words.
    pub q: usize,
    /// Whether the second drawn coordinate is not latent, so that fields are constant along it.
    pub upright: bool,
    /// Drawn axes; `None` if they are the latent dimensions.
    pub axes: Option<Axes>,
    /// Share of the words' variance along each drawn axis.
    pub shares: Vec<f64>,
}

impl Projection {
    /// Whether the drawn coordinates are three-dimensional.
    pub fn is_deep(&self) -> bool {
        !self.third.is_empty()
    }

    /// Drawn coordinates of a word; the third is zero in the plane.
    pub fn word(&self, word: usize) -> [f32; 3] {
        let [x, y] = self.at[word];
        [x, y, self.third.get(word).copied().unwrap_or(0.0)]
    }

    /// Point of latent space with two or three given drawn coordinates.
    pub fn point(&self, at: &[f64]) -> Vec<f64> {
        match &self.axes {
            Some(axes) if self.upright => axes.point(&at[..1]),
            Some(axes) => axes.point(at),
            None => at[..self.q.min(at.len())].to_vec(),
        }
    }

    /// Drawn coordinates of a point of latent space.
    pub fn of_point(&self, point: &[f64]) -> [f64; 3] {
        match &self.axes {
            Some(axes) => {
                let ([x, y, z], _) = axes.of(point.iter());
                if self.upright { [x, 0.0, 0.0] } else { [x, y, z] }
            }
            None => [0, 1, 2].map(|axis| point.get(axis).copied().unwrap_or(if axis == 1 { 0.5 } else { 0.0 })),
        }
    }

    /// Drawn coordinates of several points of latent space (points × q).
    pub fn of_points(&self, points: &Array2<f64>) -> Vec<[f64; 3]> {
        match &self.axes {
            Some(axes) if axes.mean.len() == points.ncols() => {
                let mut at = axes.of_all(points);
                if self.upright {
                    for [_, y, z] in &mut at {
                        (*y, *z) = (0.0, 0.0);
                    }
                }
                at
            }
            _ => points.outer_iter().map(|point| self.of_point(&point.to_vec())).collect(),
        }
    }

    /// Moves a point of latent space along the drawn axes.
    pub fn shift(&self, point: &mut [f64], by: [f64; 3]) {
        let axes = if self.upright { 1 } else { 3 };
        match &self.axes {
            Some(drawn) => drawn.shift(point, &by[..axes]),
            None => point.iter_mut().zip(&by[..axes]).for_each(|(x, by)| *x += by),
        }
    }

    /// Projection to the plane orthogonal to an axis of space, at position `place` on the axis.
    pub fn slice(&self, across: usize, place: f64) -> Self {
        let [a, b] = beside(across);
        let word = |word: usize| self.word(word);
        let words = 0..self.at.len();
        let off = words.clone().map(|w| self.off.get(w).copied().unwrap_or(0.0) + (word(w)[across] - place as f32).powi(2));
        let unit = |axis: usize| (0..self.q).map(|k| f64::from(u8::from(k == axis))).collect::<Vec<f64>>();
        let along = |axis: usize| self.axes.as_ref().map_or_else(|| unit(axis), |axes| axes.along[axis].clone());
        let mut mean = self.axes.as_ref().map_or_else(|| vec![0.0; self.q], |axes| axes.mean.clone());
        mean.iter_mut().zip(along(across)).for_each(|(x, n)| *x += place * n);
        Self {
            at: words.map(|w| [word(w)[a], word(w)[b]]).collect(),
            third: Vec::new(),
            off: off.collect(),
            q: self.q,
            upright: false,
            axes: Some(Axes { mean, along: vec![along(a), along(b)], dimensions: None }),
            shares: Vec::new(),
        }
    }

    /// Name of a drawn axis.
    pub fn name(&self, axis: usize) -> String {
        match &self.axes {
            None => format!("x{}", axis + 1),
            Some(Axes { dimensions: Some(chosen), .. }) => format!("x{}", chosen[axis.min(2)] + 1),
            Some(_) => {
                format!("axis {} ({:.0} %)", axis + 1, 100.0 * self.shares.get(axis).copied().unwrap_or(0.0))
            }
        }
    }
}

/// The two of the three drawn axes other than `across`, in order.
pub(crate) fn beside(across: usize) -> [usize; 2] {
    [[1, 2], [0, 2], [0, 1]][across.min(2)]
}

/// Projects the words `latent` (V × q); the iteration of principal axes starts from the `last` ones.
/// `height` (V) is the second coordinate if q = 1 or if the vertical axis is not latent.
pub(crate) fn place(latent: &Array2<f64>, height: &[f32], settings: ProjectionSettings, last: Option<&Axes>) -> Projection {
    let q = latent.ncols();
    let rise = |word: usize| height.get(word).copied().unwrap_or(0.0);
    if settings.second != SecondAxis::Latent && q > 1 && latent.nrows() > 0 {
        let placed = along(latent, Axes::principal(latent, 1, last));
        let mut at: Vec<[f32; 2]> = placed.at.iter().enumerate().map(|(word, at)| [at[0], rise(word)]).collect();
        if settings.second == SecondAxis::Topic {
            uncorrelate(&mut at);
        }
        return Projection { at, upright: true, ..placed };
    }
    if q == 0 || latent.nrows() == 0 {
        return Projection { at: vec![[0.0; 2]; latent.nrows()], q, ..Projection::default() };
    }
    if q == 1 {
        let at = latent.column(0).iter().enumerate().map(|(word, x)| [*x as f32, rise(word)]).collect();
        return Projection { at, q, upright: true, ..Projection::default() };
    }
    if q == 2 || (q == 3 && settings.deep) {
        let rows = latent.outer_iter();
        let at = match latent.as_slice() {
            Some(numbers) => numbers.chunks_exact(q).map(|row| [row[0] as f32, row[1] as f32]).collect(),
            None => rows.map(|row| [row[0] as f32, row[1] as f32]).collect(),
        };
        let third = if q == 3 { latent.column(2).iter().map(|x| *x as f32).collect() } else { Vec::new() };
        return Projection { at, third, q, ..Projection::default() };
    }
    let count = if settings.deep { 3 } else { 2 };
    let axes = match settings.along {
        Along::Principal => Axes::principal(latent, count, last),
        Along::Dimensions(dimensions) => Axes::of_dimensions(latent, dimensions, count),
    };
    along(latent, axes)
}

/// Subtracts the regression on the first coordinates from the second ones, and scales them to the spread of the first.
fn uncorrelate(at: &mut [[f32; 2]]) {
    let count = at.len().max(1) as f64;
    let mean = [0, 1].map(|axis| at.iter().map(|at| f64::from(at[axis])).sum::<f64>() / count);
    let moment =
        |a: usize, b: usize| at.iter().map(|at| (f64::from(at[a]) - mean[a]) * (f64::from(at[b]) - mean[b])).sum::<f64>() / count;
    let (spread, slope) = (moment(0, 0), moment(0, 1) / moment(0, 0).max(1e-300));
    let rest = (moment(1, 1) - slope * moment(0, 1)).max(1e-300);
    let scale = (spread / rest).sqrt().min(1e6);
    for [x, y] in at {
        *y = (scale * (f64::from(*y) - mean[1] - slope * (f64::from(*x) - mean[0]))) as f32;
    }
}

/// Projection of the words to axes.
fn along(latent: &Array2<f64>, axes: Axes) -> Projection {
    let (words, deep) = (latent.nrows(), axes.along.len() == 3);
    let mut at = Vec::with_capacity(words);
    let mut off = Vec::with_capacity(words);
    let mut third = Vec::with_capacity(if deep { words } else { 0 });
    let (mut sums, mut squares, mut apart, mut numbers) = ([0.0; 3], [0.0; 3], 0.0, 0.0);
    for row in latent.outer_iter() {
        let (place, far) = axes.of(row.iter());
        at.push([place[0] as f32, place[1] as f32]);
        off.push(far as f32);
        if deep {
            third.push(place[2] as f32);
        }
        if far.is_finite() && place.iter().all(|x| x.is_finite()) {
            (0..3).for_each(|axis| {
                sums[axis] += place[axis];
                squares[axis] += place[axis] * place[axis];
            });
            apart += far;
            numbers += 1.0;
        }
    }
    // Axes along chosen dimensions keep the latent origin instead of the mean.
    let spread = [0, 1, 2].map(|axis: usize| squares[axis] - sums[axis] * sums[axis] / f64::max(numbers, 1.0));
    let all = spread.iter().sum::<f64>() + apart;
    let share = |axis: usize| if all > 0.0 { spread[axis] / all } else { 1.0 / axes.along.len() as f64 };
    let shares = (0..axes.along.len()).map(share).collect();
    Projection { at, third, off, q: latent.ncols(), upright: false, axes: Some(axes), shares }
}

#[cfg(test)]
mod tests;
