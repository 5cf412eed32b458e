//! Tables of pairs: candidates and the learned dictionary.

use crate::Workspace;
use wordfield_output::Table;

/// Target documents nearest to the open source document.
pub(super) fn candidates(workspace: &Workspace) -> Option<Table<'_>> {
    let corpus = &workspace.corpus.dataset.as_ref()?.corpus;
    let compared = workspace.documents.view.pairs.compared.as_deref()?;
    let partner = corpus.task.pairs().and_then(|pairs| pairs.partner[compared.source]);
    let found = &compared.candidates[..];
    let table = Table::new(format!("candidates of {}", corpus.short_title(compared.source)), found.len())
        .integer("rank", |row| Some(row + 1))
        .text("candidate", |row| corpus.display_title(found[row].0))
        .number("distance", 4, |row| found[row].1)
        .flag("true partner", move |row| partner.map(|partner| partner == found[row].0));
    Some(table)
}

/// The listed entries of the dictionary.
pub(super) fn dictionary(workspace: &Workspace) -> Option<Table<'_>> {
    let dataset = workspace.corpus.dataset.as_deref()?;
    let (dictionary, places) = workspace.dictionary()?;
    let entry = |row: usize| dictionary.entries[places[row]];
    let [source, target] = [0, 1].map(|side| dataset.corpus.classes[side].as_str());
    let table = Table::new("dictionary", places.len())
        .text(source, move |row| dataset.words[entry(row).word].as_str())
        .text(target, move |row| dataset.words[entry(row).other].as_str())
        .flag("mutual", move |row| Some(entry(row).mutual))
        .hint("mutual nearest neighbours")
        .number("score", 2, move |row| entry(row).tells)
        .hint("pointwise mutual information of the two words in paired documents, in nats, reduced for rare co-occurrences")
        .integer("pairs with both", move |row| Some(entry(row).together as usize));
    Some(table)
}
