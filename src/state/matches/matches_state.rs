//! State of a model of pairs: learned dictionary, and check of the pairs.

use std::sync::Arc;

use crate::{
    corpus::Dataset,
    model::pairs::Dictionary,
    state::{
        DictionaryView, Memo, Same, Study,
        matches::{checking::CheckKey, held_out::CheckFound},
    },
};

/// The learned dictionary with its listed entries, and the check of the pairs.
#[derive(Debug, Default)]
pub struct MatchesState {
    pub(in crate::state) dictionary: Option<(Same<Dataset>, Arc<Dictionary>)>,
    pub(in crate::state) entries: Memo<(Same<Dictionary>, DictionaryView), Vec<usize>>,
    /// Check of the pairs out of fold.
    pub(in crate::state) check: Study<CheckKey, CheckFound>,
}
