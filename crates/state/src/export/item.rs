//! Something that can leave the window.

use wordfield_output::{EXPORTERS, Exporter, Kind};

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
    /// Pairs of documents with verdicts.
    Pairs,
    /// The listed entries of the learned dictionary.
    Dictionary,
    /// Positions and predictions as named arrays.
    Arrays {
        /// Whether the kernel matrix of all documents is among them.
        gram: bool,
    },
    /// State of the sandbox.
    Sandbox,
    /// Vectors of a part of the words of a file of word vectors.
    Space(SpacePart),
}

/// A part of the words of a file of word vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpacePart {
    /// The drawn words.
    Drawn,
    /// The words found by the search.
    Found,
    /// The words of both lists.
    Lists,
}

impl Item {
    /// Every item besides tables, in the order of the dialog.
    pub const OTHERS: [Self; 11] = [
        Self::Pairs,
        Self::Dictionary,
        Self::Vectors { selected: true },
        Self::Vectors { selected: false },
        Self::Arrays { gram: false },
        Self::Arrays { gram: true },
        Self::Animation,
        Self::Sandbox,
        Self::Space(SpacePart::Drawn),
        Self::Space(SpacePart::Found),
        Self::Space(SpacePart::Lists),
    ];

    /// Kinds of formats: the item's own ones, and tables.
    fn kinds(self) -> &'static [Kind] {
        match self {
            Self::Table(_) => &[Kind::Table],
            Self::Vectors { .. } | Self::Space(_) => &[Kind::Vectors, Kind::Table],
            Self::Animation => &[Kind::Frames],
            Self::Pairs => &[Kind::Table, Kind::Pairs],
            Self::Dictionary => &[Kind::Table, Kind::Dictionary],
            Self::Arrays { .. } => &[Kind::Arrays],
            Self::Sandbox => &[Kind::State],
        }
    }

    /// Formats of the item, the default first.
    pub fn formats(self) -> impl Iterator<Item = &'static Exporter> {
        self.kinds().iter().flat_map(|&kind| EXPORTERS.iter().filter(move |exporter| exporter.kind() == kind))
    }

    /// Name in file names.
    pub fn name(self) -> &'static str {
        match self {
            Self::Table(name) => name,
            Self::Vectors { selected: false } => "vectors",
            Self::Vectors { selected: true } => "selected-vectors",
            Self::Animation => "run",
            Self::Pairs => "reviewed-pairs",
            Self::Dictionary => "dictionary",
            Self::Arrays { gram: false } => "model",
            Self::Arrays { gram: true } => "model-with-gram",
            Self::Sandbox => "points",
            Self::Space(SpacePart::Drawn) => "drawn-vectors",
            Self::Space(SpacePart::Found) => "found-vectors",
            Self::Space(SpacePart::Lists) => "list-vectors",
        }
    }

    /// Title in the dialog, of items that are no tables.
    pub fn title(self) -> &'static str {
        match self {
            Self::Table(name) => name,
            Self::Vectors { selected: false } => "Word vectors",
            Self::Vectors { selected: true } => "Word vectors of the selected words",
            Self::Animation => "Recorded run as an animation",
            Self::Pairs => "Reviewed pairs with both texts",
            Self::Dictionary => "Learned dictionary",
            Self::Arrays { gram: false } => "Positions and predictions",
            Self::Arrays { gram: true } => "Positions, predictions and Gram matrix",
            Self::Sandbox => "State of the sandbox",
            Self::Space(SpacePart::Drawn) => "Vectors of the drawn words",
            Self::Space(SpacePart::Found) => "Vectors of the found words",
            Self::Space(SpacePart::Lists) => "Vectors of the words of both lists",
        }
    }
}
