//! Check of the file's pairs: each is judged in the background by models that were not trained on it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{
    core::{Outcome, Underway, memo::Same, query::Query},
    matches::held_out::CheckFound,
};
use wordfield_core::{
    cancel::CancelFlag,
    corpus::{Cancel, Corpus, VocabularyOptions},
    experiment::{CheckError, CheckOptions, CheckProgress, DataRecipe, check_recipe, check_with_shares},
};

/// Largest number of pairs whose check starts when its list is opened; a larger one starts at a click.
pub const CHECKED_AT_ONCE: usize = 3000;

/// Task on pairs of documents: check them or find partners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairMode {
    /// Check whether the pairs of the file belong together.
    #[default]
    Check,
    /// Task: find partners among all candidates.
    Find,
}

impl PairMode {
    /// Both tasks on pairs with their names.
    pub const ALL: [(Self, &'static str); 2] = [(Self::Check, "Check these pairs"), (Self::Find, "Find partners")];
}

/// Order of the list of checked pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckSort {
    /// Order by doubt, most doubtful pairs first.
    #[default]
    Doubt,
    /// Order of the pairs in the file.
    Line,
    /// Order by the rank of the pair's target, out of fold.
    Rank,
    /// Order by reasons: pairs with a reason against them first, the most doubtful ones first.
    Reasons,
    /// Order by the verdict on the pair.
    Verdict,
    /// Order by the score of pairs in their file, smallest first.
    Score,
    /// Order by the probability that a pair is wrong, as learned from the verdicts; before that the most doubtful pairs first.
    Learned,
}

/// Filter of the list of checked pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckFilter {
    /// All checked pairs.
    #[default]
    All,
    /// Checked pairs without a verdict.
    Unchecked,
    /// Checked pairs that the user accepted.
    Accepted,
    /// Checked pairs that the user rejected or assigned another partner.
    Rejected,
    /// Pairs in which neither document is nearest to the other.
    Doubtful,
    /// Pairs in which a rule finds an error.
    Reasons,
    /// Pairs that another reviewer judges differently.
    Conflicts,
    /// Pairs whose target is also taken by another pair.
    TargetConflicts,
    /// Pairs with corrected texts.
    Corrected,
    /// Pairs in which the rule with the given index finds an error.
    Rule(usize),
}

impl CheckFilter {
    /// Filters of the checked pairs with their names, without those of one rule.
    pub const ALL: [(Self, &'static str); 9] = [
        (Self::All, "all"),
        (Self::Unchecked, "unchecked"),
        (Self::Accepted, "accepted"),
        (Self::Rejected, "rejected"),
        (Self::Doubtful, "doubtful"),
        (Self::Reasons, "with a reason"),
        (Self::Conflicts, "conflicts"),
        (Self::TargetConflicts, "target conflicts"),
        (Self::Corrected, "corrected"),
    ];
}

/// Key of a pair check: the corpus and the vocabulary options.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CheckKey {
    corpus: Same<Corpus>,
    vocabulary: VocabularyOptions,
}

impl CheckKey {
    /// Key of the pair check of a corpus.
    pub(crate) fn of(corpus: &Arc<Corpus>, vocabulary: VocabularyOptions) -> Self {
        Self { corpus: Same::of(corpus), vocabulary }
    }
}

/// Query for a check of the pairs.
#[derive(Clone, Debug)]
pub(crate) struct CheckQuery {
    pub(crate) key: CheckKey,
    pub(crate) corpus: Arc<Corpus>,
    pub(crate) underway: Arc<Underway>,
}

impl Query for CheckQuery {
    type Key = CheckKey;
    type Answer = Outcome<CheckFound>;

    const LONG: bool = true;

    fn key(&self) -> CheckKey {
        self.key.clone()
    }

    fn answer(self, cancel: &CancelFlag) -> Outcome<CheckFound> {
        let options = CheckOptions::new(0);
        let recipe = check_recipe(DataRecipe { vocabulary: self.key.vocabulary, ..DataRecipe::default() });
        let built = recipe.dataset(self.corpus, options.params.weighting(), None, &Cancel::default());
        let data = match built {
            Ok(built) => Arc::new(built.dataset),
            Err(problem) => return Some(Err(problem.to_string())),
        };
        let underway = &self.underway;
        let mut observe = |progress: CheckProgress| underway.set(progress.done, progress.folds);
        let checked = check_with_shares(&data, &options, cancel, &mut observe);
        match checked {
            Ok((judged, shares)) => {
                Some(Ok(Arc::new(CheckFound { check: Arc::new(judged), shares: Some((shares, data)), earlier: None })))
            }
            Err(CheckError::Cancelled) => None,
            Err(problem) => Some(Err(problem.to_string())),
        }
    }
}
