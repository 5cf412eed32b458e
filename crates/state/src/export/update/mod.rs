//! Steps and contents of exports.

mod contents;
pub(crate) mod exporting;
