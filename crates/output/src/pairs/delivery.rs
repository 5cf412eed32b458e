//! Reviewed pairs handed over: the kept pairs in the form of the original or as a table, and the rejected ones with reasons.
//!
//! Cost: one pass over the pairs; in the form of the original, one over its files. Memory: the files.

use std::{borrow::Cow, str::FromStr};

use super::{DeliveredPair, PairUnits, ReviewedPairs};
use crate::{ExportError, ExportKind, Exporter, Sink, exporter::Format};

/// Cause given for a line of the original that is no pair.
pub const NO_PAIR: &str = "empty side or no partner";

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

/// Kept pairs.
pub struct Delivery<'a> {
    /// The kept pairs, in the order of their lines.
    pub kept: Vec<DeliveredPair<'a>>,
    /// The same pairs with their texts and reviews.
    pub pairs: ReviewedPairs<'a>,
    /// Cuts the original into its units.
    pub original: Box<dyn Fn() -> Result<Cow<'a, PairUnits>, ExportError> + 'a>,
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
    (delivery.original)()?.write(&delivery.kept, delivery.pairs.sides, sink)
}
