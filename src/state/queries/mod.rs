//! Background computations for the current view.

pub(super) mod inquiry;
pub(super) mod studies;
pub(super) mod update;

pub use inquiry::{Finding, Inquiry, WordFinding};
pub use studies::{StudyAction, StudyAnswer, StudyQuestion};
