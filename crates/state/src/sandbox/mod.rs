//! The sandbox: point sets, the values that follow from them, and their permutation test.

mod action;
mod edit;
mod sandbox_state;
mod split_test;
pub(crate) mod update;

pub use action::{SandboxAction, SandboxTool, SetEdit};
pub use sandbox_state::SandboxState;
pub use split_test::SplitTest;
