//! Shapes of random point sets, all with their mean at the centre.

use rand::{Rng, SeedableRng, rngs::StdRng};
use rand_distr::{Distribution, StandardNormal, StudentT};
use serde::{Deserialize, Serialize};
use std::f64::consts::{PI, TAU};

use super::Point;

/// Shape of a random point set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// Shape: normal distribution with standard deviation 0.6 in each direction.
    Gaussian,
    /// Shape: normal distribution with standard deviation 1.2, with the mean of [`Shape::Gaussian`] and another spread.
    Wide,
    /// Shape: ring of radius 1.5.
    Ring,
    /// Shape: upper of two interleaved half circles.
    UpperMoon,
    /// Shape: lower of two interleaved half circles.
    LowerMoon,
    /// Shape: two normal distributions at both sides of the centre.
    Clusters,
    /// Shape: Student's t distribution with two degrees of freedom, most points close to the centre, some far away.
    HeavyTails,
}

impl Shape {
    /// All shapes of random point sets.
    pub const ALL: [Self; 7] =
        [Self::Gaussian, Self::Wide, Self::Ring, Self::UpperMoon, Self::LowerMoon, Self::Clusters, Self::HeavyTails];

    /// Name of the shape in the window.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gaussian => "Gaussian",
            Self::Wide => "wide Gaussian",
            Self::Ring => "ring",
            Self::UpperMoon => "upper moon",
            Self::LowerMoon => "lower moon",
            Self::Clusters => "two clusters",
            Self::HeavyTails => "heavy tails",
        }
    }

    /// Draws `count` random points around `centre`, deterministic given the seed.
    pub fn points(self, count: usize, centre: [f64; 2], seed: u64) -> Vec<Point> {
        let mut rng = StdRng::seed_from_u64(seed);
        (0..count)
            .map(|_| {
                let [x, y] = self.point(&mut rng);
                Point::new([centre[0] + x, centre[1] + y])
            })
            .collect()
    }

    fn point(self, rng: &mut StdRng) -> [f64; 2] {
        let normal = |rng: &mut StdRng, deviation: f64| -> [f64; 2] {
            std::array::from_fn(|_| {
                let value: f64 = StandardNormal.sample(rng);
                deviation * value
            })
        };
        let beside = |[x, y]: [f64; 2], [dx, dy]: [f64; 2]| [x + dx, y + dy];
        match self {
            Self::Gaussian => normal(rng, 0.6),
            Self::Wide => normal(rng, 1.2),
            Self::Ring => {
                let angle = rng.random_range(0.0..TAU);
                beside(normal(rng, 0.12), [1.5 * angle.cos(), 1.5 * angle.sin()])
            }
            Self::UpperMoon | Self::LowerMoon => {
                let (angle, side) = (rng.random_range(0.0..PI), if self == Self::UpperMoon { 1.0 } else { -1.0 });
                beside(normal(rng, 0.12), [side * (1.2 * angle.cos() - 0.6), side * (1.2 * angle.sin() - 0.3)])
            }
            Self::Clusters => {
                let side = if rng.random_bool(0.5) { 1.2 } else { -1.2 };
                beside(normal(rng, 0.35), [side, 0.0])
            }
            Self::HeavyTails => {
                let scale = 0.45;
                match StudentT::new(2.0) {
                    Ok(tails) => std::array::from_fn(|_| scale * tails.sample(rng)),
                    Err(_) => normal(rng, scale),
                }
            }
        }
    }
}
