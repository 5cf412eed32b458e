//! Tables of the map of documents.

use super::{UNLABELLED, part_of};
use crate::Workspace;
use wordfield_output::Table;

/// Table of the documents on the map with their coordinates and nearest words.
pub(super) fn documents(workspace: &Workspace) -> Option<Table<'_>> {
    let (found, dataset) = (workspace.document_map.study.found()?, workspace.corpus.dataset.as_ref()?);
    let basis = workspace.corpus.basis.as_ref()?;
    let (corpus, documents) = (&dataset.corpus, &found.documents[..]);
    let class = move |row: usize| dataset.label(documents[row]).map_or(UNLABELLED, |class| corpus.classes[class].as_str());
    let nearest = move |row: usize| {
        let words: Vec<&str> = found.nearest_words[row].iter().map(|&word| dataset.words[word].as_str()).collect();
        words.join(", ")
    };
    let table = Table::new("document-map", documents.len()).text("document", move |row| corpus.short_title(documents[row]));
    let table = table.items(move |row| documents[row]).text(corpus.task.kind().group(), class);
    let table = table.text("part", move |row| part_of(dataset, basis, documents[row]));
    let coordinate = move |axis: usize| move |row: usize| f64::from(found.at[[row, axis]]);
    let table = table.number("x", 4, coordinate(0)).number("y", 4, coordinate(1)).text("nearest words", nearest);
    Some(table.hint("among the characteristic words of the map, at most 200, nearest first under the kernel"))
}

/// Table of the words on the map of documents, with their coordinates before the scale of the picture.
pub(super) fn words(workspace: &Workspace) -> Option<Table<'_>> {
    let (found, dataset) = (workspace.document_map.study.found()?, workspace.corpus.dataset.as_ref()?);
    let words = &found.words[..];
    let table = Table::new("document-map-words", words.len()).text("word", move |row| dataset.words[words[row]].as_str());
    let coordinate = move |axis: usize| move |row: usize| f64::from(found.words_at[[row, axis]]);
    Some(table.items(move |row| words[row]).number("x", 4, coordinate(0)).number("y", 4, coordinate(1)))
}
