//! Items that can be exported or copied from the window.

/// An item that can be exported or copied from the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// Table of the window as an exported item, by its name.
    Table(&'static str),
    /// Contents other than a table as an exported item, by their name.
    Other(&'static str),
}

impl Item {
    /// Learned dictionary as an exported item, also available as a table.
    pub const DICTIONARY: Self = Self::Other("dictionary");
    /// Reviewed pairs of documents as an exported item.
    pub const PAIRS: Self = Self::Other("reviewed-pairs");
    /// Pairs of the file that are not rejected, as an exported item.
    pub const CLEAN: Self = Self::Other("clean-pairs");
    /// State of the sandbox as an exported item.
    pub const SANDBOX: Self = Self::Other("points");

    /// Name of the exported item, with which the file name begins.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table(name) | Self::Other(name) => name,
        }
    }
}
