//! Order of the pairs of the file: filtered by verdict and doubt, sorted by a column.
//!
//! Cost: one pass and a sort over the pairs. Memory: one index per pair.

use std::cmp::Reverse;

use crate::{CheckFilter, CheckSort, Workspace, reviews::pair_verdict::PairVerdict};

/// Source documents of the listed pairs; without a check in the order of the file.
pub(crate) fn checked(workspace: &Workspace) -> Vec<usize> {
    let pairs = workspace.corpus.dataset.as_ref().and_then(|dataset| dataset.corpus.task.pairs());
    let Some(pairs) = pairs else { return Vec::new() };
    let view = &workspace.matches.view;
    let verdict = |source: usize| workspace.pair_verdict(source);
    let found = workspace.found_texts();
    let keep = |source: usize| match view.check_filter {
        CheckFilter::All => true,
        CheckFilter::Unchecked => verdict(source).is_none(),
        CheckFilter::Accepted => verdict(source) == Some(PairVerdict::Accepted),
        CheckFilter::Rejected => matches!(verdict(source), Some(PairVerdict::Rejected | PairVerdict::Partner(_))),
        CheckFilter::Doubtful => workspace.checked_pair(source).is_some_and(|pair| pair.rank > 1 && pair.reverse_rank > 1),
    };
    let with_text = |source, target| found.is_none_or(|found| found.contains(source) || found.contains(target));
    let listed = pairs.matched().filter(|&(source, target)| with_text(source, target) && keep(source));
    let mut sources: Vec<usize> = listed.map(|(source, _)| source).collect();
    let doubt = |source: usize| workspace.checked_pair(source).map_or(0.0, |pair| pair.doubt);
    match view.check_sort {
        CheckSort::Line => {}
        CheckSort::Doubt => sources.sort_by(|&a, &b| doubt(b).total_cmp(&doubt(a))),
        CheckSort::Rank => sources.sort_by_key(|&source| Reverse(workspace.checked_pair(source).map_or(0, |pair| pair.rank))),
        CheckSort::Verdict => sources.sort_by_key(|&source| (verdict(source).is_none(), verdict(source))),
    }
    if view.check_reversed {
        sources.reverse();
    }
    sources
}
