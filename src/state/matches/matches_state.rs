//! State of the learned dictionary of a model of pairs.

use std::sync::Arc;

use crate::{
    corpus::Dataset,
    model::pairs::Dictionary,
    state::{DictionaryView, Memo, Same},
};

/// The learned dictionary and its listed entries.
#[derive(Debug, Default)]
pub struct MatchesState {
    pub(in crate::state) dictionary: Option<(Same<Dataset>, Arc<Dictionary>)>,
    pub(in crate::state) entries: Memo<(Same<Dictionary>, DictionaryView), Vec<usize>>,
}
