//! Tables of the Gram matrix.

use crate::Workspace;
use wordfield_output::Table;

/// Gram matrix as a table: a row and a column per shown document.
pub(super) fn matrix(workspace: &Workspace) -> Option<Table<'_>> {
    let found = workspace.gram.study.found()?;
    let corpus = &workspace.corpus.dataset.as_ref()?.corpus;
    let documents = &found.documents[..];
    let mut table = Table::new("Gram matrix", documents.len()).text("document", |row| corpus.short_title(documents[row]));
    for (column, &document) in documents.iter().enumerate() {
        table = table.number(corpus.short_title(document), 4, move |row| f64::from(found.k[[row, column]]));
    }
    Some(table)
}

/// Table of mean kernel values between the documents of two classes, rating levels or sides.
pub(super) fn means(workspace: &Workspace) -> Option<Table<'_>> {
    let means = &workspace.gram.study.found()?.class_means;
    let corpus = &workspace.corpus.dataset.as_ref()?.corpus;
    let classes = &corpus.classes[..];
    let mut table = Table::new("Gram matrix, means", classes.len()).text(corpus.task.kind().group(), |row| classes[row].as_str());
    for (column, class) in classes.iter().enumerate() {
        table = table.number(class, 4, move |row| f64::from(means[[row, column]]));
    }
    Some(table)
}
