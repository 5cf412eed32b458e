//! Tables of pairs: candidates and the learned dictionary.

use crate::Workspace;
use wordfield_output::{Look, Mark, Place, Table, Tone};

/// Table of target documents nearest to the open source document.
pub(super) fn candidates(workspace: &Workspace) -> Option<Table<'_>> {
    let corpus = &workspace.corpus.dataset.as_ref()?.corpus;
    let compared = workspace.matches.view.compared.as_deref()?;
    let partner = corpus.partner(compared.source);
    let found = &compared.candidates[..];
    let table = Table::new(format!("candidates of {}", corpus.short_title(compared.source)), found.len())
        .integer("rank", |row| Some(row + 1))
        .text("candidate", |row| corpus.display_title(found[row].0))
        .items(|row| found[row].0)
        .number("distance", 4, |row| found[row].1)
        .flag("true partner", move |row| partner.map(|partner| partner == found[row].0));
    Some(table)
}

/// Table of the listed entries of the learned dictionary.
pub(super) fn dictionary(workspace: &Workspace) -> Option<Table<'_>> {
    let dataset = workspace.corpus.dataset.as_deref()?;
    let (dictionary, places) = workspace.dictionary()?;
    let entry = |row: usize| dictionary.entries[places[row]];
    let [source, target] = [0, 1].map(|side| dataset.corpus.classes[side].as_str());
    let table = Table::new("dictionary", places.len())
        .named(source, &dataset.words, Mark::Item, move |row| Some(entry(row).word))
        .hint("source word")
        .named(target, &dataset.words, Mark::Item, move |row| Some(entry(row).other))
        .hint("nearest target word")
        .flag("mutual", move |row| Some(entry(row).mutual))
        .hint("mutual nearest neighbours")
        .wide(44.0)
        .styled(move |row| Look::from((if entry(row).mutual { "=" } else { "" }, Tone::Plain)).tip("mutual nearest neighbours"))
        .number("score", 2, move |row| entry(row).tells)
        .hint("pointwise mutual information of the two words in paired documents, in nats, reduced for rare co-occurrences")
        .wide(54.0)
        .styled(move |row| {
            let together = format!("in {} training pairs together", entry(row).together);
            Look::from(format!("{:.1}", entry(row).tells)).tip(together)
        })
        .integer("pairs with both", move |row| Some(entry(row).together as usize))
        .only(Place::File);
    Some(table)
}
