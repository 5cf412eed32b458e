//! Categories of errors in rejected pairs: short, as the Multidimensional Quality Metrics (MQM) name them.

/// Category of the error in a rejected pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// Accuracy error: the target has another meaning.
    Accuracy,
    /// Omission error: the target lacks content of the source.
    Omission,
    /// Addition error: the target has content that the source lacks.
    Addition,
    /// Terminology error: a term is wrong.
    Terminology,
    /// Language error: spelling, grammar, or another language.
    Language,
    /// Style error: the register or the wording does not fit.
    Style,
    /// Alignment error: the texts belong to different lines.
    Alignment,
}

impl Category {
    /// All error categories, with their names in files, keys (with Shift) and descriptions.
    pub const ALL: [(Self, &'static str, &'static str, &'static str); 7] = [
        (Self::Accuracy, "accuracy", "A", "the target has another meaning"),
        (Self::Omission, "omission", "O", "something of the source is missing"),
        (Self::Addition, "addition", "I", "the target says more than the source"),
        (Self::Terminology, "terminology", "T", "a term is wrong"),
        (Self::Language, "language", "L", "spelling, grammar, or another language"),
        (Self::Style, "style", "S", "the register or the wording does not fit"),
        (Self::Alignment, "alignment", "M", "the texts belong to other lines"),
    ];

    /// Name of the error category in files.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|row| row.0 == self).map_or("", |row| row.1)
    }

    /// Error category with the given name in files.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|row| row.1 == name).map(|row| row.0)
    }
}
