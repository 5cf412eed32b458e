//! The plane the words are drawn in.
//!
//! With two latent dimensions the coordinates are the model itself. With one, words lie along it and rise with how
//! characteristic they are. With more, they are drawn in the first two principal axes, found by orthogonal iteration on
//! the q × q covariance of a sample of words, started from the last frame's axes so that the picture turns slowly and
//! never flips. Cost: O(V q) a snapshot and O(sample q²) for the axes, at q = 300 some 20 ms; memory: 12 bytes a word and the
//! sample.

use ndarray::{Array1, Array2, Axis};

/// Words the covariance is measured on, at most and, where they have many coordinates, at least.
const SAMPLE: [usize; 2] = [4_000, 1_000];
/// Coordinates of the sample, as far as its size allows.
const NUMBERS: usize = 1 << 18;

/// Words in the plane.
#[derive(Clone, Debug, Default)]
pub struct Projection {
    /// Position of every word (V).
    pub at: Vec<[f32; 2]>,
    /// Squared distance of every word from the plane, empty when they all lie in it.
    pub off: Vec<f32>,
    /// Latent dimensions.
    pub q: usize,
    /// Whether the second coordinate is no latent one: fields do not change upwards.
    pub upright: bool,
    /// The axes drawn along, where they are not the latent ones.
    pub axes: Option<Axes>,
    /// Share of the words' spread about their mean that is drawn.
    pub share: f64,
}

impl Projection {
    /// The point of the latent space at a place of the plane.
    pub fn point(&self, at: [f64; 2]) -> Vec<f64> {
        match &self.axes {
            Some(Axes { mean, first, second }) => {
                let up = if self.upright { 0.0 } else { at[1] };
                mean.iter().zip(first).zip(second).map(|((mean, first), second)| mean + at[0] * first + up * second).collect()
            }
            None => at[..self.q.min(2)].to_vec(),
        }
    }
}

impl Projection {
    /// The place in the plane of a point of the latent space.
    pub fn of_point(&self, point: &[f64]) -> [f32; 2] {
        let along = |axis: &[f64], mean: &[f64]| -> f64 {
            point.iter().zip(mean).zip(axis).map(|((x, mean), axis)| (x - mean) * axis).sum()
        };
        match &self.axes {
            Some(Axes { mean, first, second }) => {
                [along(first, mean) as f32, if self.upright { 0.0 } else { along(second, mean) as f32 }]
            }
            None => [point.first().map_or(0.0, |x| *x as f32), point.get(1).map_or(0.5, |y| *y as f32)],
        }
    }
}

/// Mean and two orthonormal directions of the plane drawn, kept from snapshot to snapshot.
#[derive(Clone, Debug)]
pub struct Axes {
    mean: Vec<f64>,
    first: Vec<f64>,
    second: Vec<f64>,
}

/// Puts the words `latent` (V × q) in the plane; `height` (V) is the second coordinate when q = 1, or when it is `free`:
/// then the first is the widest direction.
pub fn plane(latent: &Array2<f64>, height: &[f32], free: bool, axes: &mut Option<Axes>) -> Projection {
    let q = latent.ncols();
    if free && q > 1 && latent.nrows() > 0 {
        return beside(latent, height, axes);
    }
    if q == 1 {
        let rise = |word: usize| height.get(word).copied().unwrap_or(0.0);
        let at = latent.column(0).iter().enumerate().map(|(word, x)| [*x as f32, rise(word)]).collect();
        return Projection { at, q, upright: true, ..Projection::default() };
    }
    if q == 2 {
        let at = match latent.as_slice() {
            Some(numbers) => numbers.chunks_exact(2).map(|row| [row[0] as f32, row[1] as f32]).collect(),
            None => latent.outer_iter().map(|row| [row[0] as f32, row[1] as f32]).collect(),
        };
        return Projection { at, off: Vec::new(), q, ..Projection::default() };
    }
    if q == 0 || latent.nrows() == 0 {
        return Projection { at: vec![[0.0; 2]; latent.nrows()], off: Vec::new(), q, ..Projection::default() };
    }
    let found = principal_axes(latent, axes.take());
    let mut at = Vec::with_capacity(latent.nrows());
    let mut off = Vec::with_capacity(latent.nrows());
    let (mut drawn, mut all) = (0.0, 0.0);
    for row in latent.outer_iter() {
        let (mut u, mut v, mut norm) = (0.0, 0.0, 0.0);
        for (k, value) in row.iter().enumerate() {
            let centred = value - found.mean[k];
            u += centred * found.first[k];
            v += centred * found.second[k];
            norm += centred * centred;
        }
        at.push([u as f32, v as f32]);
        off.push((norm - u * u - v * v).max(0.0) as f32);
        drawn += u * u + v * v;
        all += norm;
    }
    *axes = Some(found.clone());
    let share = if all > 0.0 { drawn / all } else { 1.0 };
    Projection { at, off, q, upright: false, axes: Some(found), share }
}

/// The words along their widest direction, `height` across it.
fn beside(latent: &Array2<f64>, height: &[f32], axes: &mut Option<Axes>) -> Projection {
    let found = principal_axes(latent, axes.take());
    let mut at = Vec::with_capacity(latent.nrows());
    let mut off = Vec::with_capacity(latent.nrows());
    for (word, row) in latent.outer_iter().enumerate() {
        let (mut along, mut norm) = (0.0, 0.0);
        for (k, value) in row.iter().enumerate() {
            let centred = value - found.mean[k];
            along += centred * found.first[k];
            norm += centred * centred;
        }
        at.push([along as f32, height.get(word).copied().unwrap_or(0.0)]);
        off.push((norm - along * along).max(0.0) as f32);
    }
    *axes = Some(found.clone());
    Projection { at, off, q: latent.ncols(), upright: true, axes: Some(found), share: 1.0 }
}

fn principal_axes(latent: &Array2<f64>, last: Option<Axes>) -> Axes {
    let q = latent.ncols();
    let sample = (NUMBERS / q.max(1)).clamp(SAMPLE[1], SAMPLE[0]);
    let stride = latent.nrows().div_ceil(sample).max(1);
    let words: Vec<usize> =
        (0..latent.nrows()).step_by(stride).filter(|&w| latent.row(w).iter().all(|x| x.is_finite())).collect();
    let mut sample = latent.select(Axis(0), &words);
    let mean = sample.mean_axis(Axis(0)).unwrap_or_else(|| Array1::zeros(q));
    sample -= &mean;
    let covariance = sample.t().dot(&sample) / words.len().max(1) as f64;
    let mean = mean.to_vec();
    let (rounds, mut first, mut second) = match last {
        Some(last) if last.first.len() == q => (12, last.first, last.second),
        _ => (200, start(q, 0), start(q, 1)),
    };
    for _ in 0..rounds {
        first = normal(times(&covariance, &first), &[], &first);
        second = normal(times(&covariance, &second), &first, &second);
    }
    Axes { mean, first, second }
}

/// A direction not orthogonal to any coordinate, different for every `which`.
fn start(q: usize, which: usize) -> Vec<f64> {
    (0..q).map(|k| if k == which { 1.0 } else { 0.1 / (1.0 + (k + 2 * which) as f64) }).collect()
}

fn times(matrix: &Array2<f64>, vector: &[f64]) -> Vec<f64> {
    matrix.outer_iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// `vector` made orthogonal to `other` and of length one; `fallback` likewise when nothing is left of it.
fn normal(vector: Vec<f64>, other: &[f64], fallback: &[f64]) -> Vec<f64> {
    let size = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    for (mut candidate, small) in [(vector, size * 1e-9), (fallback.to_vec(), 1e-9), (start(fallback.len(), 1), 0.0)] {
        let along: f64 = candidate.iter().zip(other).map(|(a, b)| a * b).sum();
        candidate.iter_mut().zip(other).for_each(|(a, b)| *a -= along * b);
        let norm = candidate.iter().map(|x| x * x).sum::<f64>().sqrt();
        if norm > small && norm.is_finite() {
            for x in &mut candidate {
                *x /= norm;
            }
            return candidate;
        }
    }
    fallback.to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cloud(v: usize) -> Array2<f64> {
        // Wide along dimension 3, less along 1, hardly along the others.
        Array2::from_shape_fn((v, 5), |(i, k)| {
            let wave = ((i * (2 * k + 3)) as f64 * 0.7).sin();
            wave * [0.01, 1.0, 0.02, 3.0, 0.01][k] + 4.0
        })
    }

    #[test]
    fn two_dimensions_are_drawn_as_they_are() {
        let x = Array2::from_shape_vec((2, 2), vec![1.0, -2.0, 0.5, 3.0]).expect("shape");
        let plane = plane(&x, &[], false, &mut None);
        assert_eq!(plane.at, [[1.0, -2.0], [0.5, 3.0]]);
        assert!(plane.off.is_empty());
    }

    #[test]
    fn one_dimension_rises_with_the_height_given() {
        let x = Array2::from_shape_vec((2, 1), vec![1.0, -2.0]).expect("shape");
        assert_eq!(plane(&x, &[0.25, 0.75], false, &mut None).at, [[1.0, 0.25], [-2.0, 0.75]]);
    }

    #[test]
    fn many_dimensions_are_drawn_along_the_widest_two() {
        let x = cloud(500);
        let mut axes = None;
        let plane = plane(&x, &[], false, &mut axes);
        let axes = axes.expect("axes");
        assert!(axes.first[3].abs() > 0.99 && axes.second[1].abs() > 0.99, "{axes:?}");
        let dot: f64 = axes.first.iter().zip(&axes.second).map(|(a, b)| a * b).sum();
        assert!(dot.abs() < 1e-9);
        assert!(plane.off.iter().all(|&off| off < 0.01));
        assert!(plane.share > 0.999 && plane.share <= 1.0, "{}", plane.share);
        let flat = super::plane(&x.slice(ndarray::s![.., ..3]).to_owned(), &[], false, &mut None);
        assert!(flat.share > 0.9999, "what is not drawn is hardly there: {}", flat.share);
    }

    #[test]
    fn a_free_axis_stands_beside_the_widest_direction() {
        let x = cloud(500);
        let height: Vec<f32> = (0..500).map(|word| word as f32).collect();
        let plane = plane(&x, &height, true, &mut None);
        assert!(plane.upright && plane.at.iter().zip(&height).all(|(at, height)| (at[1] - *height).abs() < 1e-6));
        let widest = |word: usize| (x[[word, 3]] - x.column(3).sum() / 500.0) as f32;
        let sign = plane.at[1][0].signum() * widest(1).signum();
        assert!((0..500).all(|word| (sign * plane.at[word][0] - widest(word)).abs() < 0.15));
    }

    #[test]
    fn a_place_of_the_plane_is_the_word_s_point_where_the_word_lies_in_it() {
        for q in [2, 5] {
            let x = cloud(300).slice(ndarray::s![.., ..q]).to_owned();
            let plane = plane(&x, &[], false, &mut None);
            for word in 0..300 {
                let point = plane.point(plane.at[word].map(f64::from));
                let apart: f64 = x.row(word).iter().zip(&point).map(|(a, b)| (a - b).powi(2)).sum();
                let again = plane.of_point(&x.row(word).to_vec());
                assert!((0..2).all(|axis| (again[axis] - plane.at[word][axis]).abs() < 1e-5));
                assert!((apart - f64::from(plane.off.get(word).copied().unwrap_or(0.0))).abs() < 1e-4);
            }
        }
    }

    #[test]
    fn axes_do_not_flip_from_one_snapshot_to_the_next() {
        let mut axes = None;
        let before = plane(&cloud(500), &[], false, &mut axes);
        let after = plane(&(cloud(500) * 1.01), &[], false, &mut axes);
        for (a, b) in before.at.iter().zip(&after.at) {
            assert!((a[0] - b[0]).abs() < 0.2 && (a[1] - b[1]).abs() < 0.2, "{a:?} {b:?}");
        }
    }

    #[test]
    fn words_all_in_one_place_still_have_a_plane() {
        let plane = plane(&Array2::zeros((7, 4)), &[], false, &mut None);
        assert!(plane.at.iter().all(|at| at[0].abs() < 1e-6 && at[1].abs() < 1e-6));
    }
}
