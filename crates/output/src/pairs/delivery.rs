//! Delivery of reviewed pairs: kept pairs in the form of their original file or as a table, and omitted ones with reasons.
//!
//! Cost: one pass over the pairs; in the form of the original, one over its files. Memory: the files.

use std::{fmt, str::FromStr};

use super::{DeliveredPair, PairUnits, ReviewedPairs};
use crate::{ExportError, ExportKind, Exporter, Sink, exporter::Format};

/// Rule that decides which reviewed pairs are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Keep {
    /// Keep all pairs except rejected ones.
    #[default]
    NotRejected,
    /// Keep accepted pairs only.
    Accepted,
    /// Keep accepted pairs, and unreviewed pairs whose doubt is below the given number.
    Below(f64),
}

impl FromStr for Keep {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let below = || text.strip_prefix("doubt<")?.trim().parse().ok().filter(|doubt: &f64| doubt.is_finite());
        match text {
            "not-rejected" => Ok(Self::NotRejected),
            "accepted" => Ok(Self::Accepted),
            _ => below().map(Self::Below).ok_or_else(|| "give not-rejected, accepted, or doubt< and a number".to_owned()),
        }
    }
}

impl Keep {
    /// Why the rule omits a pair without a verdict; `None` if it is kept. `doubt` is `None` for a pair that is not checked.
    pub fn omits(self, doubt: Option<f64>) -> Option<OmissionCause> {
        match (self, doubt) {
            (Self::NotRejected, _) => None,
            (Self::Below(most), Some(doubt)) if doubt < most => None,
            (Self::Below(_), Some(doubt)) => Some(OmissionCause::Doubt(doubt)),
            (Self::Accepted | Self::Below(_), _) => Some(OmissionCause::NotAccepted),
        }
    }
}

/// Reason why a line of the original file is omitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OmissionCause {
    /// Omitted because the reviewer rejected the pair.
    Rejected,
    /// Omitted because the pair has no verdict.
    NotAccepted,
    /// Omitted because the pair has no verdict and this doubt.
    Doubt(f64),
    /// Omitted because the line contains no pair.
    NoPair,
    /// Omitted because the pair is merged into an omitted pair.
    Merged,
}

impl fmt::Display for OmissionCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected => f.write_str("rejected"),
            Self::NotAccepted => f.write_str("not accepted"),
            Self::Doubt(doubt) => write!(f, "doubt {doubt:.2}"),
            Self::NoPair => f.write_str("empty side or no partner"),
            Self::Merged => f.write_str("merged into a pair that is not kept"),
        }
    }
}

/// Reviewed pairs to be delivered, with the original file's units.
pub struct Delivery<'a> {
    /// Kept pairs, in the order of their lines.
    pub kept: Vec<DeliveredPair<'a>>,
    /// Kept pairs with their texts and reviews.
    pub pairs: ReviewedPairs<'a>,
    /// Units of the original file; needed to write the kept pairs in its form.
    pub original: Option<&'a PairUnits>,
}

impl ExportKind for Delivery<'static> {
    type Contents<'a> = Delivery<'a>;

    const FORMATS: &'static [Format<Self>] = &[Format::<Self>::files(
        ["original", ""],
        "The form of the original file, byte for byte",
        "the programs that wrote it",
        original,
    )];

    /// Export formats of a delivery: the form of the original file, and the formats of reviewed pairs.
    fn formats() -> Vec<&'static Exporter> {
        [Self::own_formats(), ReviewedPairs::formats()].concat()
    }

    fn write(delivery: &Delivery<'_>, exporter: &Exporter, mut sink: Sink<'_>) -> Result<(), ExportError> {
        if !exporter.is_of::<Self>() {
            return ReviewedPairs::write(&delivery.pairs, exporter, sink);
        }
        original(delivery, &mut sink)?;
        sink.commit()
    }
}

fn original(delivery: &Delivery<'_>, sink: &mut Sink<'_>) -> Result<(), ExportError> {
    let refused = || ExportError::Unsuitable("the original is not cut into its pairs: choose a table".to_owned());
    delivery.original.ok_or_else(refused)?.write(&delivery.kept, delivery.pairs.sides, sink)
}
