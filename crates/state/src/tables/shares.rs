//! Tables of word shares: the words' contributions to a prediction or a distance.

use std::sync::Arc;

use super::beginning;
use crate::{
    TypedPrediction, Workspace,
    explain::{self, Share},
    rated,
};
use wordfield_core::{
    corpus::Dataset,
    ldk::Source,
    model::{Predictions, pairs::WordShare},
};
use wordfield_output::{Look, Mark, Place, Table};

/// Tooltip of a word that has no position in the window.
const UNKNOWN: &str = "the check keeps more words than the vocabulary of the window";

/// Table of every word's share in the open document's decision or rating, largest first; the shares sum to it.
pub(super) fn shares(workspace: &Workspace) -> Option<Table<'_>> {
    let dataset = workspace.corpus.dataset.as_deref()?;
    let snapshot = workspace.run.snapshot.as_deref()?;
    let document = workspace.choices.shown.filter(|&document| document < dataset.corpus.len())?;
    let (column, marks, shares) = match &snapshot.predictions {
        Predictions::Classes(found) => {
            let chosen = workspace.choices.classes.explain_pair.filter(|&pair| pair < found.pairs.len());
            let pair = chosen.or_else(|| explain::deciding_pair(dataset, found, document))?;
            let [first, second] = [found.pairs[pair].0, found.pairs[pair].1];
            let [plus, minus] = [first, second].map(|class| &dataset.corpus.classes[class]);
            let column = format!("share of {plus} (+) against {minus} (-)");
            (column, [first, second].map(Mark::Class), explain::shares(dataset, snapshot, document, pair))
        }
        Predictions::Ratings(_) => {
            let rating = workspace.choices.layers.rating();
            ("share of the rating".to_owned(), RATED, rated::shares(dataset, snapshot, document, rating))
        }
        Predictions::Matches(_) => return None,
    };
    let shares = Arc::new(shares);
    let name = format!("contributions, {}", dataset.corpus.short_title(document));
    let first = shares.first().copied();
    let table = Table::new(name, shares.len());
    Some(share_columns(table, &dataset.words, (column, marks), first, move |row| shares[row]))
}

/// Markers of word shares that raise a rating, and of those that lower it.
pub const RATED: [Mark; 2] = [Mark::Level(0.9), Mark::Level(-0.9)];

/// Adds columns of words with their shares of a value. `column`: title of the shares, and markers of positive and negative ones.
/// `first`: the marker of the shares listed first.
pub fn share_columns<'a>(
    table: Table<'a>,
    words: &'a [String],
    (column, [plus, minus]): (String, [Mark; 2]),
    first: Option<Share>,
    share: impl Fn(usize) -> Share + Send + Sync + Clone + 'a,
) -> Table<'a> {
    let (word, weight, value, look, text) = (share.clone(), share.clone(), share.clone(), share.clone(), share.clone());
    let table = table
        .named("word", words, Mark::Item, move |row| Some(word(row).word))
        .number("weight", 4, move |row| weight(row).weight)
        .only(Place::File)
        .number(column, 4, move |row| value(row).share)
        .styled(move |row| {
            let Share { share, weight, .. } = look(row);
            let mark = if share >= 0.0 { plus } else { minus };
            Look::from(signed(share)).mark(mark).tip(format!("weight {weight:.3}"))
        });
    let parts = first.map(|share| share.parts);
    let table = if sources(parts).next().is_some() {
        table.text("parts", move |row| text(row).by_component().unwrap_or_default()).only(Place::Window)
    } else {
        table
    };
    sources(parts).fold(table, |table, source| {
        let share = share.clone();
        table.number(source.label(), 4, move |row| share(row).parts[source.index()].unwrap_or(0.0)).only(Place::File)
    })
}

/// Formats a word share with its sign, without a minus if it rounds to zero.
fn signed(share: f64) -> String {
    let rounded = (1e4 * share).round() / 1e4;
    format!("{:+.4}", if rounded == 0.0 { 0.0 } else { rounded })
}

/// Components of the kernel among which word shares are divided.
fn sources(parts: Option<[Option<f64>; Source::COUNT]>) -> impl Iterator<Item = Source> {
    Source::ALL.into_iter().filter(move |source| parts.is_some_and(|parts| parts[source.index()].is_some()))
}

/// Table of every word's share in the squared distance of the two compared documents, largest first.
pub(super) fn pair_shares(workspace: &Workspace) -> Option<Table<'_>> {
    let own = workspace.corpus.dataset.as_ref()?;
    let compared = workspace.matches.view.compared.as_deref()?;
    let dataset: &Dataset = compared.dataset(own);
    let shares = &compared.shares.shares[..];
    let share = |row: usize| {
        let WordShare { word, weight, share, parts } = shares[row];
        Share { parts, ..Share::of_map(word, weight, share) }
    };
    let table = Table::new("contributions to the distance", shares.len());
    let of = ("share of the distance".to_owned(), [Mark::Change(true), Mark::Change(false)]);
    let mut table = share_columns(table, &dataset.words, of, shares.first().map(|_| share(0)), share).named(
        "side",
        &dataset.corpus.classes,
        Mark::Class,
        |row| Some(usize::from(shares[row].word >= dataset.source_words)),
    );
    // The pair check keeps more words than the vocabulary of the window.
    table.columns[0].mark(|row| match compared.word_in(own, shares[row].word) {
        Some(word) => Look::from(Mark::Item(word)),
        None => Look::from(Mark::Unknown).tip(UNKNOWN),
    });
    Some(table)
}

/// Table of every word's share in the prediction of the typed text, largest first.
pub(super) fn typed(workspace: &Workspace) -> Option<Table<'_>> {
    let words = &workspace.corpus.dataset.as_ref()?.words[..];
    let analysis = workspace.interventions.typed.analysis.as_ref()?;
    let (marks, shares) = match &analysis.verdict {
        TypedPrediction::Class { decisions, pair, shares, .. } => {
            let ((first, second), _) = decisions[(*pair)?];
            ([first, second].map(Mark::Class), &shares[..])
        }
        TypedPrediction::Rating { shares, .. } => (RATED, &shares[..]),
        _ => return None,
    };
    let table = Table::new("shares of the typed text", shares.len());
    Some(share_columns(table, words, ("share".to_owned(), marks), shares.first().copied(), |row| shares[row]))
}

/// Table of the nearest documents in the opposite language of the typed text.
pub(super) fn typed_partners(workspace: &Workspace) -> Option<Table<'_>> {
    let corpus = &workspace.corpus.dataset.as_ref()?.corpus;
    let analysis = workspace.interventions.typed.analysis.as_ref()?;
    let TypedPrediction::Partners { nearest, .. } = &analysis.verdict else { return None };
    let table = Table::new("partners of the typed text", nearest.len())
        .number("distance", 4, |row| nearest[row].1)
        .wide(64.0)
        .text("document", |row| corpus.titles[nearest[row].0].as_str())
        .styled(|row| {
            let (document, _) = nearest[row];
            let text = beginning(corpus.texts.get(document).map_or("", String::as_str), 60);
            Look::from(format!("{} {text}", corpus.titles[document])).mark(Mark::Item(document))
        })
        .text("text", |row| corpus.texts.get(nearest[row].0).map_or("", String::as_str))
        .only(Place::File);
    Some(table)
}
