//! Actions on the sandbox.

use serde::Deserialize;

use wordfield_core::{
    ldk::{Embedding, Level2},
    sandbox::{Learner, Sandbox, Shape, Surface},
};

/// An action on the sandbox.
#[derive(Clone, Debug)]
pub enum SandboxAction {
    /// Replace everything.
    Replace(Box<Sandbox>),
    /// Replace everything by the sandbox of a pasted or opened text.
    Text(String),
    /// The text of an opened file, or the reason why it cannot be read.
    Opened(Result<String, String>),
    /// Copy the text of the sandbox to the clipboard.
    Copy,
    /// Change a set.
    Edit(usize, SetEdit),
    /// Add an empty set.
    AddSet,
    /// Set the kernel between points.
    Embedding(Embedding),
    /// Set the kernel between sets.
    Level2(Level2),
    /// Set the learner.
    Learner(Learner),
    /// Set the two compared sets.
    Compare([usize; 2]),
    /// Draw another surface.
    Surface(Surface),
    /// Set the effect of a drag.
    Tool(SandboxTool),
    /// Set the set to which points are added.
    Active(usize),
    /// Select a point; the point selected before it remains selected as its partner.
    Select(Option<(usize, usize)>),
}

/// A change of one set.
#[derive(Clone, Debug, PartialEq)]
pub enum SetEdit {
    /// Add a point.
    Add([f64; 2]),
    /// Add a few random points around a place.
    Spray([f64; 2]),
    /// Move a point.
    Move(usize, [f64; 2]),
    /// Move all points by a vector.
    Shift([f64; 2]),
    /// Multiply all distances from the mean.
    Stretch(f64),
    /// Remove a point.
    Remove(usize),
    /// Remove the points within a distance of a place.
    Erase([f64; 2], f64),
    /// Set the weight of a point.
    Weight(usize, f64),
    /// Replace the points by random ones of a shape around the present mean.
    Generate(Shape, usize),
    /// Set the name.
    Name(String),
    /// Set the target.
    Target(f64),
    /// Remove the set.
    Delete,
}

/// Effect of dragging in the sandbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SandboxTool {
    /// Moves the point below the pointer.
    #[default]
    MovePoint,
    /// Moves the whole active set.
    MoveSet,
    /// Adds points to the active set along the way.
    Draw,
    /// Adds random points around the pointer.
    Spray,
    /// Removes points of every set.
    Erase,
}

impl SandboxTool {
    /// All tools, in the order of the toolbar.
    pub const ALL: [Self; 5] = [Self::MovePoint, Self::MoveSet, Self::Draw, Self::Spray, Self::Erase];
}
