//! Something that can leave the window.

/// Something that can leave the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A table, by its name.
    Table(&'static str),
    /// Other contents, by the name of their row.
    Other(&'static str),
}

impl Item {
    /// Learned dictionary, as a table too.
    pub const DICTIONARY: Self = Self::Other("dictionary");
    /// Reviewed pairs of documents.
    pub const PAIRS: Self = Self::Other("reviewed-pairs");
    /// Pairs of the file that are not rejected.
    pub const CLEAN: Self = Self::Other("clean-pairs");
    /// State of the sandbox.
    pub const SANDBOX: Self = Self::Other("points");

    /// Name, which begins the file name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table(name) | Self::Other(name) => name,
        }
    }
}
