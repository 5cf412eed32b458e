//! Actions on the kernel sandbox.

use serde::Deserialize;

use wordfield_core::{
    ldk::{Embedding, Level2},
    sandbox::{Learner, Sandbox, Shape, Surface},
};

/// Action on the sandbox of point sets.
#[derive(Clone, Debug)]
pub enum SandboxAction {
    /// Replace all contents of the sandbox.
    Replace(Box<Sandbox>),
    /// Replace the whole sandbox by the content of a pasted or opened text.
    Text(String),
    /// Deliver the text of an opened sandbox file, or the reason why it cannot be read.
    Opened(Result<String, String>),
    /// Copy the text of the sandbox to the clipboard.
    Copy,
    /// Change one point set.
    Edit(usize, SetEdit),
    /// Add an empty point set.
    AddSet,
    /// Set the kernel between points of the sandbox.
    Embedding(Embedding),
    /// Set the kernel between point sets of the sandbox.
    Level2(Level2),
    /// Set the learner of the sandbox.
    Learner(Learner),
    /// Set the two compared point sets.
    Compare([usize; 2]),
    /// Draw another surface behind the points of the sandbox.
    Surface(Surface),
    /// Set the tool of the sandbox: the effect of a drag.
    Tool(SandboxTool),
    /// Set the active point set, to which points are added.
    Active(usize),
    /// Select a point, and keep the previously selected point as its partner.
    Select(Option<(usize, usize)>),
}

/// Change of one point set of the sandbox.
#[derive(Clone, Debug, PartialEq)]
pub enum SetEdit {
    /// Add a point to the set.
    Add([f64; 2]),
    /// Add a few random points to the set around a position.
    Spray([f64; 2]),
    /// Move a point of the set.
    Move(usize, [f64; 2]),
    /// Move all points of the set by a vector.
    Shift([f64; 2]),
    /// Multiply the distances of the set's points from their mean by a factor.
    Stretch(f64),
    /// Remove a point of the set.
    Remove(usize),
    /// Remove the points of the set within a distance of a position.
    Erase([f64; 2], f64),
    /// Set the weight of a point of the set.
    Weight(usize, f64),
    /// Replace the points of the set by random points of a shape around the current mean.
    Generate(Shape, usize),
    /// Set the name of the point set.
    Name(String),
    /// Set the target value of the point set.
    Target(f64),
    /// Delete the point set.
    Delete,
}

/// Tool of the sandbox: the effect of dragging.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SandboxTool {
    /// Tool that moves the point below the pointer.
    #[default]
    MovePoint,
    /// Tool that moves the whole active set.
    MoveSet,
    /// Tool that adds points to the active set along the pointer's path.
    Draw,
    /// Tool that adds random points around the pointer.
    Spray,
    /// Tool that removes points of any set.
    Erase,
}

impl SandboxTool {
    /// All tools of the sandbox, in the order of the toolbar.
    pub const ALL: [Self; 5] = [Self::MovePoint, Self::MoveSet, Self::Draw, Self::Spray, Self::Erase];
}
