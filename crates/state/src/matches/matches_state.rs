//! State of a model of pairs: learned dictionary, and check of the pairs.

use std::sync::Arc;

use crate::{
    DictionaryView, Memo, Same, Study,
    matches::{checking::CheckKey, held_out::CheckFound},
};
use wordfield_core::{corpus::Dataset, model::pairs::Dictionary};

/// The learned dictionary with its listed entries, and the check of the pairs.
#[derive(Debug, Default)]
pub struct MatchesState {
    pub(crate) dictionary: Option<(Same<Dataset>, Arc<Dictionary>)>,
    pub(crate) entries: Memo<(Same<Dictionary>, DictionaryView), Vec<usize>>,
    /// Check of the pairs out of fold.
    pub(crate) check: Study<CheckKey, CheckFound>,
}
