//! Pending queries of the current run.

use crate::state::{
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
    pub(in crate::state) documents: PendingQuery<CompareQuery>,
    pub(in crate::state) live: PendingQuery<CompareQuery>,
    pub(in crate::state) word: PendingQuery<WordQuery>,
    /// The word of the last answer, and the answer.
    pub(in crate::state) word_answer: Option<(usize, WordAnswer)>,
    pub(in crate::state) dictionary: PendingQuery<DictionaryQuery>,
    pub(in crate::state) typed: PendingQuery<TypedQuery>,
    pub(in crate::state) neighbours: PendingQuery<NeighboursQuery>,
    pub(in crate::state) pictures: PendingQuery<PictureQuery>,
    pub(in crate::state) pictures_found: Option<Pictures>,
    pub(in crate::state) offer: PendingQuery<OfferQuery>,
    /// The last offer to let the components decide with the map.
    pub(in crate::state) offered: Option<Offered>,
}
