//! Corrections of text pairs: new texts that replace those of a pair.
//!
//! A list of one text pair is an edited pair, of several a split pair; an empty list is a pair merged into the pair before it.
//! A table has a row for each corrected text.

/// Correction of a text pair, as one row of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Correction<'a> {
    /// No correction: the pair keeps its texts.
    #[default]
    None,
    /// Edited pair, with its new source and target text.
    Edited([&'a str; 2]),
    /// Part of a split pair, with its source and target text; further rows of the same line hold the remaining parts.
    Split([&'a str; 2]),
    /// Merged pair, whose texts are part of the pair before it.
    Merged,
}

impl<'a> Correction<'a> {
    /// Table rows of a pair's correction, at least one; `None` if the pair keeps its texts.
    pub fn rows(corrected: Option<&'a [[String; 2]]>) -> Vec<Self> {
        let texts = |texts: &'a [String; 2]| [texts[0].as_str(), texts[1].as_str()];
        match corrected {
            None => vec![Self::None],
            Some([]) => vec![Self::Merged],
            Some([one]) => vec![Self::Edited(texts(one))],
            Some(several) => several.iter().map(|one| Self::Split(texts(one))).collect(),
        }
    }

    /// Name of the correction in files; empty without a correction.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Edited(_) => "edited",
            Self::Split(_) => "split",
            Self::Merged => "merged",
        }
    }

    /// Corrected source and target text, if the pair is edited.
    pub fn texts(self) -> Option<[&'a str; 2]> {
        match self {
            Self::None | Self::Merged => None,
            Self::Edited(texts) | Self::Split(texts) => Some(texts),
        }
    }
}
