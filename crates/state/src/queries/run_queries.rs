//! Pending queries of the current run.

use crate::{
    core::query::PendingQuery,
    edit::typed::TypedQuery,
    field::pictures::{PictureQuery, Pictures},
    inspect::{
        neighbours::NeighboursQuery,
        word_query::{WordAnswer, WordQuery},
    },
    matches::{compared::CompareQuery, dictionary::DictionaryQuery},
    run::offer::{OfferQuery, Offered},
};

/// Pending queries of the current run. Cleared when a new run starts, so answers that arrive late are dropped.
#[derive(Debug, Default)]
pub struct RunQueries {
    pub(crate) documents: PendingQuery<CompareQuery>,
    pub(crate) live: PendingQuery<CompareQuery>,
    pub(crate) word: PendingQuery<WordQuery>,
    /// The word of the last answer, and the answer.
    pub(crate) word_answer: Option<(usize, WordAnswer)>,
    pub(crate) dictionary: PendingQuery<DictionaryQuery>,
    pub(crate) typed: PendingQuery<TypedQuery>,
    pub(crate) neighbours: PendingQuery<NeighboursQuery>,
    pub(crate) pictures: PendingQuery<PictureQuery>,
    pub(crate) pictures_found: Option<Pictures>,
    pub(crate) offer: PendingQuery<OfferQuery>,
    /// The last offer to let the components decide with the map.
    pub(crate) offered: Option<Offered>,
}
