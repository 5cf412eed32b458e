//! Order of the table of documents.
//!
//! The order is computed after an action, only if an input changed: predictions, filter, sort column, verdicts.
//! Views read the result, so that a frame costs the same for ten documents and a hundred thousand.
//!
//! Cost of ordering: one pass and a sort over the documents. Memory: one index per document.

use std::collections::BTreeMap;

use crate::{
    Basis, ClassesState, Column, PairMode, RatingsState, Workspace,
    inspect::explain::Part,
    inspect::rated::RatedDocument,
    matches::{
        match_view::{MatchFilter, MatchPart, MatchSort},
        update::checking::checked,
    },
    reviews::verdicts::Verdict,
};
use wordfield_core::{
    corpus::Dataset,
    model::{Classified, Matched, Predictions, Rated, matching::MatchRow},
};
use wordfield_output::by_key;

pub(crate) fn listed(workspace: &Workspace) -> Option<Vec<usize>> {
    let (dataset, basis) = (workspace.corpus.dataset.as_ref()?, workspace.corpus.basis.as_ref()?);
    let mut listed = match &workspace.run.snapshot.as_ref()?.predictions {
        Predictions::Classes(predictions) => {
            let mut listed = classes(workspace, dataset, basis, predictions);
            filter(workspace, dataset, basis, &mut listed);
            sort_classes(workspace, dataset, basis, predictions, &mut listed);
            let view = workspace.choices.classes;
            sort_by_finding(workspace, view.sort, view.descending, &mut listed);
            sort_by_column(dataset, view.sort, view.descending, &mut listed);
            listed
        }
        Predictions::Ratings(predictions) => {
            let view = workspace.choices.ratings;
            let mut listed = ratings((dataset, basis), predictions, view, workspace.choices.layers.rating());
            filter(workspace, dataset, basis, &mut listed);
            if by_share(workspace, view.sort, view.descending) {
                sort_by_share(workspace, view.sort != Column::Share || view.descending, &mut listed);
            }
            sort_by_finding(workspace, view.sort, view.descending, &mut listed);
            sort_by_column(dataset, view.sort, view.descending, &mut listed);
            listed
        }
        Predictions::Matches(_) if workspace.matches.view.mode == PairMode::Check => checked(workspace),
        Predictions::Matches(predictions) => matches(workspace, basis, workspace.matches().unwrap_or(predictions)),
    };
    if let Some(linked) = workspace.linked().filter(|_| workspace.choices.only) {
        let chosen = |document: usize| linked.documents.contains(document);
        listed.retain(|&document| chosen(document) || dataset.corpus.partner(document).is_some_and(chosen));
    }
    Some(listed)
}

fn classes(workspace: &Workspace, dataset: &Dataset, basis: &Basis, predictions: &Classified) -> Vec<usize> {
    let view = workspace.choices.classes;
    let keep = |&document: &usize| {
        let (truth, predicted) = (dataset.corpus.labels[document], predictions.predicted[document]);
        let in_cell =
            view.cell.is_none_or(|cell| cell == (truth, predicted) && basis.parts[document] == Some(workspace.choices.part));
        in_cell && (!view.wrong_only || (truth != predicted && !dataset.split.is_unlabelled(document)))
    };
    (0..dataset.corpus.len().min(predictions.predicted.len())).filter(keep).collect()
}

/// Applies the filter of the table of documents.
fn filter(workspace: &Workspace, dataset: &Dataset, basis: &Basis, listed: &mut Vec<usize>) {
    let filter = &workspace.documents.filter;
    if let Some(found) = workspace.found_texts() {
        listed.retain(|&document| found.contains(document));
    }
    if let Some(class) = filter.class {
        listed.retain(|&document| dataset.corpus.labels[document] == class && !dataset.split.is_unlabelled(document));
    }
    if let Some(part) = filter.part {
        listed.retain(|&document| basis.parts[document] == Some(part));
    }
}

/// Whether documents are ordered by the share of selected words: on request, and by default if only a selection is listed.
fn by_share(workspace: &Workspace, sort: Column, descending: bool) -> bool {
    let shares = workspace.linked().is_some_and(|linked| linked.shares.is_some());
    shares && (sort == Column::Share || (workspace.choices.only && sort == Column::Document && !descending))
}

/// Sorts documents by the share of selected words in them.
fn sort_by_share(workspace: &Workspace, descending: bool, listed: &mut [usize]) {
    let Some(shares) = workspace.linked().and_then(|linked| linked.shares.as_ref()) else { return };
    by_key(listed, descending, |document| Some(shares.get(document).copied().map_or(0.0, f64::from)), f64::total_cmp);
}

/// Sorts documents by the decision of the one-class SMM or by the doubt about their labels, if that is the column.
fn sort_by_finding(workspace: &Workspace, sort: Column, descending: bool, listed: &mut [usize]) {
    if sort == Column::Doubt {
        by_key(listed, descending, |document| Some(workspace.checked_label(document)?.doubt), f64::total_cmp);
    }
    if let Some(found) = workspace.novelty().filter(|_| sort == Column::Novelty) {
        let decision = |document: usize| found.decisions.get(document).copied().filter(|decision| !decision.is_nan());
        by_key(listed, descending, decision, f64::total_cmp);
    }
}

/// Sorts documents by a column of their file: by number or date, otherwise by text; documents without a value come last.
fn sort_by_column(dataset: &Dataset, sort: Column, descending: bool, listed: &mut [usize]) {
    let Column::OfFile(column) = sort else { return };
    let columns = &dataset.corpus.columns;
    let Some(column) = columns.iter().nth(column) else { return };
    if column.kind().is_number() {
        return by_key(listed, descending, |document| column.number(columns.row(document)), f64::total_cmp);
    }
    let cell = |document: &usize| column.cell(columns.row(*document));
    listed.sort_by(|a, b| {
        let order = cell(a).cmp(cell(b));
        let order = if descending { order.reverse() } else { order };
        cell(a).is_empty().cmp(&cell(b).is_empty()).then(order)
    });
}

/// Sorts documents of classes by a column.
fn sort_classes(workspace: &Workspace, dataset: &Dataset, basis: &Basis, predictions: &Classified, listed: &mut [usize]) {
    let ClassesState { sort, descending, .. } = workspace.choices.classes;
    if by_share(workspace, sort, descending) {
        return sort_by_share(workspace, sort != Column::Share || descending, listed);
    }
    let unlabelled = |document: &usize| dataset.split.is_unlabelled(*document);
    let key = |document: usize| match sort {
        Column::Part => basis.parts[document].map(|part| f64::from(part as u8)),
        Column::Class => Some(document).filter(|document| !unlabelled(document)).map(|_| dataset.corpus.labels[document] as f64),
        Column::Predicted => Some(predictions.predicted[document] as f64),
        Column::Margin if !predictions.pairs.is_empty() => Some(predictions.margin(document)),
        _ => Some(document as f64),
    };
    by_key(listed, descending, key, f64::total_cmp);
}

fn ratings(
    (dataset, basis): (&Dataset, &Basis),
    predictions: &Rated,
    RatingsState { missed_only, sort, descending }: RatingsState,
    rating: usize,
) -> Vec<usize> {
    let read = |document: usize| Some((document, RatedDocument::of(dataset, predictions, document, rating)?));
    let mut rated_documents: BTreeMap<usize, RatedDocument> = (0..dataset.corpus.len()).filter_map(read).collect();
    let unlabelled = |document: &usize| dataset.split.is_unlabelled(*document);
    rated_documents
        .retain(|document, rated| !(missed_only && rated.deviation.is_some() && (rated.within() || unlabelled(document))));
    let key = |document: usize| {
        let rated = rated_documents.get(&document)?;
        match sort {
            Column::Document
            | Column::Class
            | Column::Margin
            | Column::Share
            | Column::Novelty
            | Column::Doubt
            | Column::OfFile(_) => Some(document as f64),
            Column::Part => basis.parts[document].map(|part| f64::from(part as u8)),
            Column::Rating | Column::Residual if unlabelled(&document) => None,
            Column::Rating => Some(rated.truth),
            Column::Residual => Some(rated.residual()),
            Column::Predicted => Some(rated.mean),
            Column::Deviation => rated.deviation,
        }
    };
    let mut rows: Vec<usize> = rated_documents.keys().copied().collect();
    by_key(&mut rows, descending, key, f64::total_cmp);
    rows
}

fn matches(workspace: &Workspace, basis: &Basis, predictions: &Matched) -> Vec<usize> {
    let view = &workspace.choices.matches;
    let judged = |row: &MatchRow| workspace.choices.reviews.get(row.document).and_then(|review| review.verdict);
    let verdict = |row: &MatchRow| judged(row).map(|(verdict, _)| verdict);
    let unseen = |row: &MatchRow| matches!(basis.parts[row.document], Some(Part::Dev | Part::Test));
    let part = if predictions.rows.iter().any(unseen) || view.part != MatchPart::Unseen { view.part } else { MatchPart::All };
    let in_part = |row: &&MatchRow| match part {
        MatchPart::All => true,
        MatchPart::Unseen => unseen(row),
        MatchPart::Of(part) => basis.parts[row.document] == Some(part),
    };
    let found = workspace.found_texts();
    let with_text = |row: &&MatchRow| found.is_none_or(|found| found.contains(row.document) || found.contains(row.best));
    let mut rows: Vec<&MatchRow> = predictions.rows.iter().filter(in_part).filter(with_text).collect();
    match view.filter {
        MatchFilter::All => {}
        MatchFilter::Accepted => rows.retain(|row| verdict(row) == Some(Verdict::Accepted)),
        MatchFilter::Rejected => rows.retain(|row| verdict(row) == Some(Verdict::Rejected)),
        MatchFilter::Wrong => rows.retain(|row| basis.parts[row.document].is_some() && row.rank.is_some_and(|rank| rank > 1)),
        MatchFilter::Unreviewed => rows.retain(|row| judged(row).is_none()),
        MatchFilter::LowMargin => {
            let mut margins: Vec<f64> = rows.iter().map(|row| row.margin).collect();
            margins.sort_by(f64::total_cmp);
            let most = margins.get(margins.len() / 4).copied().unwrap_or(f64::INFINITY);
            rows.retain(|row| row.margin <= most);
        }
    }
    rows.sort_by(|a, b| {
        let (order, blank) = match view.sort {
            MatchSort::Document => (a.document.cmp(&b.document), [false; 2]),
            MatchSort::Rank => (a.rank.cmp(&b.rank), [a, b].map(|row| row.rank.is_none())),
            MatchSort::Distance => (a.best_distance.total_cmp(&b.best_distance), [false; 2]),
            MatchSort::Margin => (a.margin.total_cmp(&b.margin), [false; 2]),
            MatchSort::Reverse => (a.reverse_rank.cmp(&b.reverse_rank), [a, b].map(|row| row.reverse_rank.is_none())),
            MatchSort::Verdict => {
                let rejected = |row| verdict(row) == Some(Verdict::Rejected);
                (rejected(a).cmp(&rejected(b)), [a, b].map(|row| verdict(row).is_none()))
            }
        };
        let order = if view.descending { order.reverse() } else { order };
        // A row of the table without a sort value comes last in both directions.
        blank[0].cmp(&blank[1]).then(order).then(a.document.cmp(&b.document))
    });
    rows.into_iter().map(|row| row.document).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ndarray::Array2;

    use super::*;
    use wordfield_core::corpus::{Builtin, SplitOptions, VocabularyOptions, Weighting, builtin};

    #[test]
    fn every_column_of_ratings_sorts_both_ways_and_can_be_filtered() {
        let corpus = Arc::new(builtin(Builtin::Reviews));
        let dataset =
            Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), Weighting::Sqrt).expect("a dataset");
        let basis = Basis::new(&dataset);
        let n = dataset.corpus.len();
        let predictions = Rated {
            mean: Arc::new(Array2::from_shape_fn((n, 1), |(i, _)| 3.0 + (i as f64).sin())),
            emphasis: Arc::new(vec![1.0; n]),
            deviation: Some(Arc::new(Array2::from_shape_fn((n, 1), |(i, _)| 0.5 + 0.3 * (i as f64 * 0.7).cos()))),
            fitted: None,
        };
        let ordered = |sort, descending, missed_only| {
            ratings((&dataset, &basis), &predictions, RatingsState { missed_only, sort, descending }, 0)
        };
        let rated = |document| RatedDocument::of(&dataset, &predictions, document, 0).expect("a rated document");
        for (column, key) in [
            (Column::Rating, (|r| r.truth) as fn(RatedDocument) -> f64),
            (Column::Predicted, |r| r.mean),
            (Column::Deviation, |r| r.deviation.expect("a deviation")),
            (Column::Residual, |r| r.residual()),
        ] {
            let up = ordered(column, false, false);
            assert!(up.len() == n && up.is_sorted_by_key(|&document| key(rated(document))), "{column:?}");
            let down = ordered(column, true, false);
            assert!(down.is_sorted_by_key(|&document| -key(rated(document))), "{column:?}");
        }
        assert!(ordered(Column::Document, false, false).is_sorted());
        let missed = ordered(Column::Document, false, true);
        assert!(!missed.is_empty() && missed.len() < n && missed.iter().all(|&document| !rated(document).within()));
    }

    #[test]
    fn unlabelled_documents_are_never_wrong() {
        let split = SplitOptions { unlabelled: wordfield_core::corpus::Size::Share(0.2), ..SplitOptions::default() };
        let corpus = Arc::new(builtin(Builtin::Reviews));
        let dataset = Dataset::build(corpus, &split, &VocabularyOptions::default(), Weighting::Sqrt).expect("a dataset");
        let (basis, n) = (Basis::new(&dataset), dataset.corpus.len());
        assert!(!dataset.split.unlabelled.is_empty());
        let predictions = Rated {
            mean: Arc::new(Array2::from_elem((n, 1), 99.0)),
            emphasis: Arc::new(vec![1.0; n]),
            deviation: Some(Arc::new(Array2::from_elem((n, 1), 0.1))),
            fitted: None,
        };
        let ordered = |state| ratings((&dataset, &basis), &predictions, state, 0);
        let missed = ordered(RatingsState { missed_only: true, sort: Column::Residual, descending: true });
        assert_eq!(missed.len(), n - dataset.split.unlabelled.len());
        for descending in [false, true] {
            let all = ordered(RatingsState { missed_only: false, sort: Column::Rating, descending });
            let (read, last) = all.split_at(n - dataset.split.unlabelled.len());
            assert!(!read.iter().any(|&document| dataset.split.is_unlabelled(document)) && !last.is_empty());
        }
        let mut workspace = Workspace::default();
        workspace.choices.classes.wrong_only = true;
        let predicted: Vec<usize> = dataset.corpus.labels.iter().map(|label| label + 1).collect();
        let predictions = Classified {
            pairs: Arc::default(),
            decisions: Arc::new(Array2::zeros((n, 0))),
            predicted: Arc::new(predicted),
            emphasis: Arc::default(),
            fitted: None,
        };
        assert_eq!(classes(&workspace, &dataset, &basis, &predictions).len(), n - dataset.split.unlabelled.len());
        for (sort, descending) in [(Column::Class, false), (Column::Class, true)] {
            (workspace.choices.classes.sort, workspace.choices.classes.descending) = (sort, descending);
            let mut all: Vec<usize> = (0..n).collect();
            sort_classes(&workspace, &dataset, &basis, &predictions, &mut all);
            let (read, last) = all.split_at(n - dataset.split.unlabelled.len());
            assert!(last.iter().all(|&document| dataset.split.is_unlabelled(document)), "descending: {descending}");
            let class = |document: usize| dataset.corpus.labels[document];
            assert!(read.is_sorted_by(|&a, &b| if descending { class(a) >= class(b) } else { class(a) <= class(b) }));
        }
    }
}
