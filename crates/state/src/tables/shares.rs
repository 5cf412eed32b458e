//! Tables of the words' contributions to a prediction or a distance.

use std::sync::Arc;

use crate::{Workspace, explain, rated};
use wordfield_core::{corpus::Dataset, ldk::Source, model::Predictions};
use wordfield_output::Table;

/// Every word's share of the open document's decision or rating, largest first; the shares sum to it.
pub(super) fn shares(workspace: &Workspace) -> Option<Table<'_>> {
    let dataset = workspace.corpus.dataset.as_deref()?;
    let snapshot = workspace.run.snapshot.as_deref()?;
    let document = workspace.documents.shown.filter(|&document| document < dataset.corpus.len())?;
    let (column, shares) = match &snapshot.predictions {
        Predictions::Classes(found) => {
            let chosen = workspace.documents.view.classes.explain_pair.filter(|&pair| pair < found.pairs.len());
            let pair = chosen.or_else(|| explain::telling_pair(dataset, found, document))?;
            let [first, second] = [found.pairs[pair].0, found.pairs[pair].1].map(|class| &dataset.corpus.classes[class]);
            (format!("share of {first} (+) against {second} (-)"), explain::shares(dataset, snapshot, document, pair))
        }
        Predictions::Ratings(_) => {
            let rating = workspace.field.layers.rating();
            ("share of the rating".to_owned(), rated::shares(dataset, snapshot, document, rating))
        }
        Predictions::Matches(_) => return None,
    };
    let shares = Arc::new(shares);
    let at = || {
        let shares = Arc::clone(&shares);
        move |row: usize| shares[row]
    };
    let (word, weight, share) = (at(), at(), at());
    let mut table = Table::new(format!("contributions, {}", dataset.corpus.short_title(document)), shares.len())
        .text("word", move |row| dataset.words[word(row).word].as_str())
        .number("weight", 4, move |row| weight(row).weight)
        .number(column, 4, move |row| share(row).share);
    for source in sources(shares.first().map(|of| of.parts)) {
        let part = at();
        table = table.number(source.label(), 4, move |row| part(row).parts[source.index()].unwrap_or(0.0));
    }
    Some(table)
}

/// The components that shares have parts of.
fn sources(parts: Option<[Option<f64>; Source::COUNT]>) -> impl Iterator<Item = Source> {
    Source::ALL.into_iter().filter(move |source| parts.is_some_and(|parts| parts[source.index()].is_some()))
}

/// Every word's share of the squared distance of the two compared documents, largest first.
pub(super) fn pair_shares(workspace: &Workspace) -> Option<Table<'_>> {
    let compared = workspace.documents.view.pairs.compared.as_deref()?;
    let dataset: &Dataset = compared.dataset(workspace.corpus.dataset.as_ref()?);
    let shares = &compared.shares.shares[..];
    let table = Table::new("contributions to the distance", shares.len())
        .text("word", |row| dataset.words[shares[row].word].as_str())
        .number("share of the distance", 4, |row| shares[row].share);
    Some(sources(shares.first().map(|of| of.parts)).fold(table, |table, source| {
        table.number(source.label(), 4, move |row| shares[row].parts[source.index()].unwrap_or(0.0))
    }))
}
