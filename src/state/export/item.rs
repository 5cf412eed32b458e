//! Something that can leave the window.

use crate::output::Kind;

/// Something that can leave the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A table, by its name.
    Table(&'static str),
}

impl Item {
    /// Kind of the contents, which decides the formats.
    pub fn kind(self) -> Kind {
        match self {
            Self::Table(_) => Kind::Table,
        }
    }

    /// Name in file names.
    pub fn name(self) -> &'static str {
        match self {
            Self::Table(name) => name,
        }
    }
}
