//! Reviewed pairs handed over: the kept pairs in the form of the original or as a table, and the rejected ones with reasons.
//!
//! Cost: one pass over the pairs; in the form of the original, one over its files. Memory: the files.

use std::{fmt, str::FromStr};

use super::{DeliveredPair, PairUnits, ReviewedPairs};
use crate::{ExportError, ExportKind, Exporter, Sink, exporter::Format};

/// Rule by which a pair is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Keep {
    /// All but rejected pairs.
    #[default]
    NotRejected,
    /// Accepted pairs.
    Accepted,
    /// Accepted pairs, and those without a verdict whose doubt is below a number.
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
    /// Cause for which the rule omits a pair without a verdict. `doubt` is `None` for a pair that is not checked.
    pub fn omits(self, doubt: Option<f64>) -> Option<OmissionCause> {
        match (self, doubt) {
            (Self::NotRejected, _) => None,
            (Self::Below(most), Some(doubt)) if doubt < most => None,
            (Self::Below(_), Some(doubt)) => Some(OmissionCause::Doubt(doubt)),
            (Self::Accepted | Self::Below(_), _) => Some(OmissionCause::NotAccepted),
        }
    }
}

/// Cause for which a line of the original is not delivered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OmissionCause {
    /// The pair is rejected.
    Rejected,
    /// The pair has no verdict.
    NotAccepted,
    /// The pair has no verdict, and this doubt.
    Doubt(f64),
    /// The line is no pair.
    NoPair,
    /// The pair is merged into a pair that is omitted.
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

/// Kept pairs.
pub struct Delivery<'a> {
    /// The kept pairs, in the order of their lines.
    pub kept: Vec<DeliveredPair<'a>>,
    /// The same pairs with their texts and reviews.
    pub pairs: ReviewedPairs<'a>,
    /// Units of the original, which its form needs.
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

    /// The form of the original, and those of reviewed pairs.
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
