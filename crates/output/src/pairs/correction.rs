//! Corrections of pairs: the texts that replace those of a pair.
//!
//! A list of one is an edited pair, of several a split one; an empty list is a pair that is merged into the one before it. A
//! table has a row for each corrected text.

/// Correction in a row of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Correction<'a> {
    /// The pair has its own texts.
    #[default]
    None,
    /// The pair has these texts of source and target.
    Edited([&'a str; 2]),
    /// The pair has these texts and those of the other rows of its line.
    Split([&'a str; 2]),
    /// The texts of the pair are part of the pair before it.
    Merged,
}

impl<'a> Correction<'a> {
    /// The rows of a pair, one at least; `None`: it has its own texts.
    pub fn rows(corrected: Option<&'a [[String; 2]]>) -> Vec<Self> {
        let texts = |texts: &'a [String; 2]| [texts[0].as_str(), texts[1].as_str()];
        match corrected {
            None => vec![Self::None],
            Some([]) => vec![Self::Merged],
            Some([one]) => vec![Self::Edited(texts(one))],
            Some(several) => several.iter().map(|one| Self::Split(texts(one))).collect(),
        }
    }

    /// Name in files; empty without a correction.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Edited(_) => "edited",
            Self::Split(_) => "split",
            Self::Merged => "merged",
        }
    }

    /// Corrected texts of source and target.
    pub fn texts(self) -> Option<[&'a str; 2]> {
        match self {
            Self::None | Self::Merged => None,
            Self::Edited(texts) | Self::Split(texts) => Some(texts),
        }
    }
}
