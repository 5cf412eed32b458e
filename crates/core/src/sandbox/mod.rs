//! Sandbox: a few sets of points in the plane, the kernel between them, and the quantities computed from both.
//!
//! A set represents a document, a point the position of a word.
//! [`Values`] holds the Gram matrix of the sets, their MMD and a classifier or a Gaussian process on the sets;
//! [`surface`] draws functions of the plane: the kernel around a point, kernel means, their difference, the learned function.
//! A [`Sandbox`] is a small JSON text, which can be kept in a file, pasted and used as the start of a lesson.
//!
//! Cost: with 2 × 200 points some 2 ms for the values and 1 ms for a surface. Memory: the Gram matrix of the points of two sets.

#![allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]

mod learner;
mod point_set;
mod shape;
pub mod surface;
mod values;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use learner::{Learned, Learner};
pub use point_set::{Generated, Point, PointSet};
pub use shape::Shape;
pub use surface::Surface;
pub use values::{TwoSamples, Values};

use crate::ldk::{Embedding, Ldk, Level2};

/// Maximum absolute coordinate of a sandbox point.
pub const MAX_COORDINATE: f64 = 4.0;
/// Maximum weight of a sandbox point.
pub const HEAVIEST: f64 = 100.0;
/// Maximum number of point sets in a sandbox.
pub const MOST_SETS: usize = 8;
/// Maximum number of points in a sandbox set.
pub const MOST_POINTS: usize = 400;

/// Sandbox: point sets, kernels, and the surface drawn behind the points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sandbox {
    /// Point sets of the sandbox, at least one.
    pub sets: Vec<PointSet>,
    /// Embedding kernel between points.
    #[serde(default)]
    pub embedding: Embedding,
    /// Level-2 kernel between point sets.
    #[serde(default)]
    pub level2: Level2,
    /// Learner that fits the targets of the point sets.
    #[serde(default)]
    pub learner: Learner,
    /// Indices of the two point sets that are compared by their MMD.
    #[serde(default = "first_two")]
    pub compared: [usize; 2],
    /// Function of the plane that is drawn behind the points.
    #[serde(default)]
    pub surface: Surface,
}

fn first_two() -> [usize; 2] {
    [0, 1]
}

/// Error: a text is not a valid sandbox.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SandboxError {
    /// Error: the text is not the JSON form of a sandbox.
    #[error("The text is not a sandbox ({0}). Copy a sandbox with \"Copy state\" or see docs/lessons.md for the format.")]
    Text(String),
    /// Error: the number of point sets is not between 1 and [`MOST_SETS`].
    #[error("A sandbox has 1 to {MOST_SETS} sets, not {0}. Remove some.")]
    Sets(usize),
    /// Error: a point set has too many points.
    #[error("The set \"{0}\" has {1} points. A set has at most {MOST_POINTS}: remove some.")]
    Points(String, usize),
    /// Error: a kernel or a parameter of the learner is out of range.
    #[error("The {0} is not available in the sandbox: choose another, or a value in its range.")]
    Kernel(&'static str),
    /// Error: an index refers to a missing point set or point.
    #[error("Set {0} does not exist; sets are counted from 0.")]
    Missing(usize),
}

impl Default for Sandbox {
    /// Default sandbox: two Gaussian point sets next to each other.
    fn default() -> Self {
        let set = |name: &str, x: f64, seed: u64| PointSet {
            name: name.to_owned(),
            points: Shape::Gaussian.points(30, [x, 0.0], seed),
            target: x.signum(),
            ..PointSet::default()
        };
        Self {
            sets: vec![set("A", -1.0, 1), set("B", 1.0, 2)],
            embedding: Embedding::default(),
            level2: Level2::default(),
            learner: Learner::default(),
            compared: first_two(),
            surface: Surface::default(),
        }
    }
}

impl Sandbox {
    /// Parses the JSON text of a sandbox.
    ///
    /// # Errors
    /// Returns an error if the text is not a sandbox, or its sets, points, kernels or numbers are out of range.
    pub fn from_text(text: &str) -> Result<Self, SandboxError> {
        let sandbox: Self = serde_json::from_slice(text.as_bytes()).map_err(|error| SandboxError::Text(error.to_string()))?;
        sandbox.checked()
    }

    /// Validates the sandbox and adds the points that it asks to generate.
    ///
    /// # Errors
    /// Returns an error if the sandbox's sets, points, kernels or numbers are out of range.
    pub fn checked(mut self) -> Result<Self, SandboxError> {
        self.sets.iter_mut().for_each(PointSet::fill);
        let count = self.sets.len();
        if !(1..=MOST_SETS).contains(&count) {
            return Err(SandboxError::Sets(count));
        }
        if let Some(set) = self.sets.iter().find(|set| set.points.len() > MOST_POINTS) {
            return Err(SandboxError::Points(set.name.clone(), set.points.len()));
        }
        if !self.embedding.is_valid() || !self.embedding.has_places() {
            return Err(SandboxError::Kernel("kernel between points"));
        }
        if !self.level2.is_valid() {
            return Err(SandboxError::Kernel("kernel between sets"));
        }
        if !self.learner.is_valid() || self.sets.iter().any(|set| !set.target.is_finite()) {
            return Err(SandboxError::Kernel("learner or target"));
        }
        // A sandbox with one set has no second set to compare.
        let named = self.compared.into_iter().filter(|_| count > 1).chain(self.surface.sets());
        match named.into_iter().find(|&set| set >= count) {
            Some(missing) => Err(SandboxError::Missing(missing)),
            None => Ok(self),
        }
    }

    /// Sandbox as JSON text, with one line for each point set.
    pub fn to_text(&self) -> String {
        // Conversion to JSON cannot fail, as every field is a number, a text or a list of them.
        let of = |value: serde_json::Result<String>| value.unwrap_or_default();
        let sets: Vec<String> = self.sets.iter().map(|set| of(serde_json::to_string(set))).collect();
        let rest = [
            ("embedding", serde_json::to_string(&self.embedding)),
            ("level2", serde_json::to_string(&self.level2)),
            ("learner", serde_json::to_string(&self.learner)),
            ("compared", serde_json::to_string(&self.compared)),
            ("surface", serde_json::to_string(&self.surface)),
        ];
        let rest: Vec<String> = rest.into_iter().map(|(name, value)| format!("  \"{name}\": {}", of(value))).collect();
        format!("{{\n  \"sets\": [\n    {}\n  ],\n{}\n}}\n", sets.join(",\n    "), rest.join(",\n"))
    }

    /// Latent distribution kernel between point sets.
    pub fn ldk(&self) -> Ldk {
        Ldk { level2: self.level2, ..Ldk::of(self.embedding) }
    }
}

#[cfg(test)]
mod tests;
