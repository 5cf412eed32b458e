//! Class ellipsoids in space: mean and covariance of the words of each class.
//!
//! An ellipsoid contains half of normally distributed words. Outliers far outside the drawn box are ignored.
//! Cost: O(V) a class; about a hundred points a class for drawing.

use egui::{Color32, Pos2, Rect, Shape, Stroke};

use crate::field::{
    camera::{
        orbit::{Orbit, Point, along, dot},
        view::Solid,
    },
    placement::projection::Projection,
};

/// Radius of a class ellipsoid in standard deviations: the median distance in three dimensions.
const RADIUS: f64 = 1.538;
/// Number of vertices of a drawn ellipse.
const CORNERS: usize = 72;

/// Ellipsoid, given by its centre and half axes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ellipsoid {
    /// Centre of the ellipsoid in space.
    pub centre: Point,
    /// Half axes of the ellipsoid, orthogonal to each other.
    pub half: [Point; 3],
}

/// Class ellipsoid of the weighted words inside the axes box `room`; `None` if their weights are 0.
pub(crate) fn ellipsoid(words: &Projection, weights: impl Iterator<Item = f64>, room: &Solid) -> Option<Ellipsoid> {
    let (mut sum, mut first, mut second) = (0.0, [0.0; 3], [[0.0; 3]; 3]);
    for (word, weight) in weights.enumerate().take(words.at.len()).filter(|(_, weight)| *weight > 0.0) {
        let at = words.word(word).map(f64::from);
        if !room.holds(at) {
            continue;
        }
        sum += weight;
        for i in 0..3 {
            first[i] += weight * at[i];
            for j in 0..=i {
                second[i][j] += weight * at[i] * at[j];
            }
        }
    }
    if sum <= 0.0 {
        return None;
    }
    let centre = first.map(|x| x / sum);
    let covariance = std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let (high, low) = (i.max(j), i.min(j));
            second[high][low] / sum - centre[high] * centre[low]
        })
    });
    let (values, vectors) = eigen(covariance);
    let half = std::array::from_fn(|k| vectors[k].map(|x| RADIUS * values[k].max(1e-12 * room.radius().powi(2)).sqrt() * x));
    Some(Ellipsoid { centre, half })
}

/// Eigenvalues and eigenvectors of a symmetric matrix, by Jacobi rotations.
fn eigen(mut a: [[f64; 3]; 3]) -> ([f64; 3], [Point; 3]) {
    let mut vectors = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for _ in 0..16 {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            if a[p][q].abs() < 1e-300 {
                continue;
            }
            let theta = 0.5 * (2.0 * a[p][q]).atan2(a[p][p] - a[q][q]);
            let (s, c) = theta.sin_cos();
            let rotated = |row: Point, other: Point| {
                (std::array::from_fn(|k| c * row[k] + s * other[k]), std::array::from_fn(|k| c * other[k] - s * row[k]))
            };
            (a[p], a[q]) = rotated(a[p], a[q]);
            for row in &mut a {
                (row[p], row[q]) = (c * row[p] + s * row[q], c * row[q] - s * row[p]);
            }
            (vectors[p], vectors[q]) = rotated(vectors[p], vectors[q]);
        }
    }
    ([a[0][0], a[1][1], a[2][2]], vectors)
}

impl Ellipsoid {
    /// Point of the ellipsoid that corresponds to a point of the unit sphere.
    fn point(&self, u: Point) -> Point {
        (0..3).fold(self.centre, |at, k| along(at, u[k], self.half[k]))
    }

    /// Outline of the ellipsoid seen from a point outside it; `None` from inside.
    pub(crate) fn outline(&self, eye: Point) -> Option<Vec<Point>> {
        // Coordinates that map the ellipsoid to the unit sphere: there the outline is the circle u · e = 1.
        let way = along(eye, -1.0, self.centre);
        let e = self.half.map(|axis| dot(way, axis) / dot(axis, axis).max(1e-300));
        let size = dot(e, e);
        if size.is_nan() || size <= 1.0 {
            return None;
        }
        let (middle, radius) = (e.map(|x| x / size), (1.0 - 1.0 / size).sqrt());
        let least = (0..3).min_by(|&a, &b| e[a].abs().total_cmp(&e[b].abs())).unwrap_or(0);
        let mut aside = [0.0; 3];
        aside[least] = 1.0;
        let aside = along(aside, -e[least] / size, e);
        let aside = aside.map(|x| x / dot(aside, aside).sqrt());
        let across = cross(e, aside).map(|x| x / size.sqrt());
        Some(ring(|c, s| self.point(along(along(middle, radius * c, aside), radius * s, across))))
    }

    /// Ellipse through two of the ellipsoid's half axes.
    pub(crate) fn great(&self, a: usize, b: usize) -> Vec<Point> {
        ring(|c, s| along(along(self.centre, c, self.half[a]), s, self.half[b]))
    }
}

fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn ring(point: impl Fn(f64, f64) -> Point) -> Vec<Point> {
    let turn = |corner: usize| (std::f64::consts::TAU * corner as f64 / CORNERS as f64).sin_cos();
    (0..CORNERS).map(turn).map(|(s, c)| point(c, s)).collect()
}

/// Drawing style of an ellipsoid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shell {
    pub color: Color32,
    pub opacity: f32,
    pub width: f32,
    /// Whether to draw the ellipses through the axes, in addition to the outline.
    pub wires: bool,
}

/// Appends the shapes of an ellipsoid on the screen to `shapes`.
pub(crate) fn shell_shapes(of: &Ellipsoid, look: Shell, orbit: &Orbit, rect: Rect, shapes: &mut Vec<Shape>) {
    let see = orbit.on_screen(rect);
    let project = |points: Vec<Point>| -> Vec<Pos2> {
        let seen = points.into_iter().map(|p| see(p.map(|x| x as f32)).0);
        let seen: Vec<Pos2> = seen.collect();
        // A line partly behind the camera is not drawn.
        if seen.iter().all(|p| p.x.is_finite() && p.y.is_finite()) { seen } else { Vec::new() }
    };
    let color = look.color.gamma_multiply(look.opacity);
    if let Some(outline) = of.outline(orbit.eye()).map(project).filter(|outline| !outline.is_empty()) {
        shapes.push(Shape::convex_polygon(outline.clone(), look.color.gamma_multiply(0.07 * look.opacity), Stroke::NONE));
        shapes.push(Shape::closed_line(outline, Stroke::new(look.width, color)));
    }
    if look.wires {
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            let stroke = Stroke::new(0.5 * look.width, color.gamma_multiply(0.5));
            shapes.push(Shape::closed_line(project(of.great(a, b)), stroke));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Solid = Solid { min: [-9.0; 3], max: [9.0; 3] };

    fn cloud() -> Projection {
        // Independent waves, two of them rotated by 30 degrees against the axes.
        let wave = |word: usize, k: f64| (word as f64 * k).sin();
        let at = |word: usize| {
            let (a, b) = (2.0 * wave(word, 0.731), 0.5 * wave(word, 1.317));
            [(0.866 * a - 0.5 * b + 1.0) as f32, (0.5 * a + 0.866 * b) as f32]
        };
        let third = (0..4000).map(|word| wave(word, 2.113) as f32 - 3.0).collect();
        Projection { at: (0..4000).map(at).collect(), third, q: 3, ..Projection::default() }
    }

    #[test]
    fn an_ellipsoid_has_the_mean_and_the_principal_axes() {
        let shell = ellipsoid(&cloud(), std::iter::repeat(1.0), &ROOM).expect("an ellipsoid");
        for (found, expected) in shell.centre.iter().zip([1.0, 0.0, -3.0]) {
            assert!((found - expected).abs() < 0.01);
        }
        let mut lengths = shell.half.map(|axis| dot(axis, axis).sqrt() / RADIUS);
        lengths.sort_by(f64::total_cmp);
        // A sine's variance is one half.
        for (found, expected) in lengths.iter().zip([0.5, 1.0, 2.0]) {
            assert!((found / (expected * 0.5_f64.sqrt()) - 1.0).abs() < 0.01, "{lengths:?}");
        }
        let longest = shell.half.into_iter().max_by(|a, b| dot(*a, *a).total_cmp(&dot(*b, *b))).expect("three axes");
        assert!((longest[0] / longest[1] - 0.866 / 0.5).abs() < 0.02, "{longest:?}");
        assert!(ellipsoid(&cloud(), std::iter::repeat(0.0), &ROOM).is_none());
    }

    #[test]
    fn the_outline_is_tangent_to_the_line_of_sight() {
        let shell = Ellipsoid { centre: [1.0, 2.0, 3.0], half: [[2.0, 0.0, 0.0], [0.0, 0.6, 0.8], [0.0, -0.4, 0.3]] };
        let eye = [5.0, -7.0, 4.0];
        let outline = shell.outline(eye).expect("an outline");
        for point in outline {
            let from_centre = along(point, -1.0, shell.centre);
            let u = shell.half.map(|axis| dot(from_centre, axis) / dot(axis, axis));
            assert!((dot(u, u) - 1.0).abs() < 1e-9, "on the ellipsoid");
            let normal = (0..3).fold([0.0; 3], |sum, k| along(sum, u[k] / dot(shell.half[k], shell.half[k]), shell.half[k]));
            assert!(dot(normal, along(point, -1.0, eye)).abs() < 1e-9, "the line of sight is in the tangent plane");
        }
        assert!(shell.outline([1.1, 2.0, 3.0]).is_none(), "no outline from inside");
    }
}
