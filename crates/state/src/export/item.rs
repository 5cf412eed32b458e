//! Items that can be exported or copied from the window.

/// An item that can be exported or copied from the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A table to export, by its name.
    Table(&'static str),
    /// Exported contents other than a table, by the name of their row.
    Other(&'static str),
}

impl Item {
    /// The learned dictionary as an exported item, as a table too.
    pub const DICTIONARY: Self = Self::Other("dictionary");
    /// The reviewed pairs of documents as an exported item.
    pub const PAIRS: Self = Self::Other("reviewed-pairs");
    /// The pairs of the file that are not rejected, as an exported item.
    pub const CLEAN: Self = Self::Other("clean-pairs");
    /// The state of the sandbox as an exported item.
    pub const SANDBOX: Self = Self::Other("points");

    /// Name of the exported item, which begins the file name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table(name) | Self::Other(name) => name,
        }
    }
}
