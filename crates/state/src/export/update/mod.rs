//! Steps of an export, and the contents that can be exported.

mod contents;
pub(crate) mod exporting;
