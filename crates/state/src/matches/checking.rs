//! Check of the file's pairs in the background: each pair is scored by models that were not trained on it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{
    core::{Underway, memo::Same},
    matches::held_out::CheckFound,
};
use wordfield_core::{
    corpus::{Cancel, Corpus, VocabularyOptions},
    experiment::{CheckError, CheckOptions, CheckProgress, DataRecipe, check_recipe, check_with_shares},
};

/// Maximum number of pairs for which opening the list starts the check; above, the check starts at a click.
pub const CHECKED_AT_ONCE: usize = 3000;

/// Task on pairs of documents: check them or find partners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairMode {
    /// Task: check whether the pairs of the file correspond.
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
    /// Order by score, the pairs that are most probably wrong first; by doubt until there are scores.
    #[default]
    #[serde(alias = "learned")]
    Score,
    /// Order by doubt, most doubtful pairs first.
    Doubt,
    /// Order of the pairs in the file.
    Line,
    /// Order by the rank of the pair's target, out of fold.
    Rank,
    /// Order by findings: pairs with a finding of a rule first, the most doubtful ones first.
    Reasons,
    /// Order by the verdict on the pair.
    Verdict,
    /// Order by the score of pairs in their file, smallest first.
    FileScore,
}

/// Filter of the list of checked pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckFilter {
    /// Filter: all checked pairs.
    #[default]
    All,
    /// Filter: checked pairs without a verdict.
    Unchecked,
    /// Filter: checked pairs that the user accepted.
    Accepted,
    /// Filter: checked pairs that the user rejected or assigned another partner.
    Rejected,
    /// Filter: pairs of documents that are not each other's nearest neighbours, in either direction.
    Doubtful,
    /// Filter: pairs in which a rule finds an error.
    Reasons,
    /// Filter: pairs with a different verdict of a second reviewer.
    Conflicts,
    /// Filter: pairs whose target is also the target of another pair.
    TargetConflicts,
    /// Filter: pairs with corrected texts.
    Corrected,
    /// Filter: pairs in which the rule with the given index finds an error.
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

/// Checks the pairs of a corpus; `None` if it is cancelled.
pub(crate) fn check(corpus: &Arc<Corpus>, key: &CheckKey, underway: &Underway) -> Option<Result<CheckFound, String>> {
    let options = CheckOptions::new(0);
    let recipe = check_recipe(DataRecipe { vocabulary: key.vocabulary, ..DataRecipe::default() });
    let built = recipe.dataset(Arc::clone(corpus), options.params.weighting(), None, &Cancel::default());
    let data = match built {
        Ok(built) => Arc::new(built.dataset),
        Err(problem) => return Some(Err(problem.to_string())),
    };
    let mut observe = |progress: CheckProgress| underway.set(progress.done, progress.folds);
    match check_with_shares(&data, &options, &underway.flag, &mut observe) {
        Ok((judged, shares)) => Some(Ok(CheckFound { check: Arc::new(judged), shares: Some((shares, data)), earlier: None })),
        Err(CheckError::Cancelled { .. }) => None,
        Err(problem) => Some(Err(problem.to_string())),
    }
}
