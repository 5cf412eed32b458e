//! Something that can leave the window.

use crate::output::Kind;

/// Something that can leave the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A table, by its name.
    Table(&'static str),
    /// Word vectors: of every word, or of the selected words only.
    Vectors {
        /// Whether only the selected words are exported.
        selected: bool,
    },
    /// The recorded run as an animation of the word field.
    Animation,
}

impl Item {
    /// Kind of the contents, which decides the formats.
    pub fn kind(self) -> Kind {
        match self {
            Self::Table(_) => Kind::Table,
            Self::Vectors { .. } => Kind::Vectors,
            Self::Animation => Kind::Frames,
        }
    }

    /// Name in file names.
    pub fn name(self) -> &'static str {
        match self {
            Self::Table(name) => name,
            Self::Vectors { selected: false } => "vectors",
            Self::Vectors { selected: true } => "selected-vectors",
            Self::Animation => "run",
        }
    }
}
