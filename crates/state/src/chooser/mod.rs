//! Windows that choose words: text search, semantic axis, and the summary of the selection set.

pub(super) mod axis;
pub(super) mod chooser_state;
pub(super) mod find;
pub(super) mod linked;
pub(super) mod summary;
pub(super) mod update;

pub use axis::{Axis, OnAxis, Ranking};
pub use chooser_state::Chooser;
pub use find::{Find, Hits};
pub use linked::Linked;
pub use summary::Summary;
