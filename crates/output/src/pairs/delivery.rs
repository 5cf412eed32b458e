//! Reviewed pairs handed over: the kept pairs in the form of the original or as a table, and the rejected ones with reasons.
//!
//! Cost: one pass over the pairs; in the form of the original, one over its files. Memory: the files.

use std::borrow::Cow;

use super::{DeliveredPair, PairUnits, ReviewedPairs};
use crate::{AsTable, ExportError, Kind, Sink, Table, exporter::Format};

/// Kept pairs.
pub struct Delivery<'a> {
    /// The kept pairs, in the order of their lines.
    pub kept: Vec<DeliveredPair>,
    /// The same pairs with their texts and reviews.
    pub pairs: ReviewedPairs<'a>,
    /// Cuts the original into its units.
    pub original: Box<dyn Fn() -> Result<Cow<'a, PairUnits>, ExportError> + 'a>,
}

impl Kind for Delivery<'static> {
    type Contents<'a> = Delivery<'a>;

    const FORMATS: &'static [Format<Self>] = &[Format::<Self>::files(
        ["original", ""],
        "The form of the original file, byte for byte",
        "the programs that wrote it",
        original,
    )];
    const AS_TABLE: AsTable = AsTable::Last;

    fn as_table<'a>(delivery: &'a Delivery<'_>) -> Option<Table<'a>> {
        Some(delivery.pairs.table())
    }
}

fn original(delivery: &Delivery<'_>, sink: &mut Sink<'_>) -> Result<(), ExportError> {
    (delivery.original)()?.write(&delivery.kept, delivery.pairs.sides, sink)
}
