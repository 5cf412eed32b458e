//! Table of predictive words, which discriminate between classes or between high and low ratings.

use super::documents::level;
use crate::{
    Workspace,
    inspect::{explain::Part, rated::LoneWord},
};
use wordfield_output::{Mark, Rows, Table};

/// Table of words predictive of each class or rating, clearest first.
pub(super) fn words(workspace: &Workspace) -> Option<Table<'_>> {
    let (dataset, basis) = (workspace.corpus.dataset.as_deref()?, workspace.corpus.basis.as_deref()?);
    let found = basis.predictive_words(dataset);
    if found.is_empty() {
        return None;
    }
    let share = move |row: usize| workspace.derived()?.decision_share(found[row].word, found[row].group);
    let documents = move |row: usize, of: &dyn Fn(usize) -> bool| {
        let trained = |&&document: &&u32| basis.parts[document as usize] == Some(Part::Train);
        basis.holders.row(found[row].word).0.iter().filter(trained).filter(|&&document| of(document as usize)).count()
    };
    let rated = dataset.corpus.task.ratings();
    let none: fn(usize) -> Mark = |_| Mark::None;
    let (title, names, mark) = match rated {
        Some(_) => ("rating", &basis.rating_names, none),
        None => ("class", &basis.class_names, Mark::Class as fn(usize) -> Mark),
    };
    let table = Table::new("predictive-words", found.len()).named(title, names, mark, move |row| Some(found[row].group)).named(
        "word",
        &basis.words,
        Mark::Item,
        move |row| Some(found[row].word),
    );
    let table = if let Some(ratings) = rated {
        table
            .integer("documents", move |row| Some(documents(row, &|_| true)))
            .hint("training documents with the word")
            .number("mean rating", 2, move |row| {
                let holders = basis.holders.row(found[row].word).0.iter().map(|&document| document as usize);
                let trained = holders.filter(|&document| basis.parts[document] == Some(Part::Train));
                let values: Vec<f64> = trained.filter_map(|document| ratings.of(document, found[row].group)).collect();
                values.iter().sum::<f64>() / values.len() as f64
            })
            .hint("mean rating of these documents")
            .number("correlation", 3, move |row| found[row].estimate)
            .hint("correlation of the word's presence with the rating, over the training documents")
    } else {
        let counts = &dataset.class_counts;
        table
            .integer("in class", move |row| Some(counts[[found[row].word, found[row].group]] as usize))
            .hint("occurrences in training documents of the class")
            .integer("elsewhere", move |row| {
                Some((counts.row(found[row].word).sum() - counts[[found[row].word, found[row].group]]) as usize)
            })
            .hint("occurrences in training documents of other classes")
            .integer("documents", move |row| {
                Some(documents(row, &|document| dataset.corpus.label(document) == Some(found[row].group)))
            })
            .hint("training documents of the class with the word")
            .number("log odds", 3, move |row| found[row].estimate)
            .hint("log odds in the class against all others, with a Dirichlet prior (Monroe et al. 2008)")
    };
    let table = table
        .number("from", 3, move |row| found[row].interval[0])
        .hint("lower end of the 95 % interval of this word; of many words some exclude 0 by chance")
        .number("to", 3, move |row| found[row].interval[1])
        .hint("upper end of the 95 % interval")
        .number("share %", 2, move |row| share(row).map_or(f64::NAN, |share| 100.0 * share))
        .hint("share of the word in the decisions about all documents; empty where they are no sums over the map");
    Some(table)
}

/// Table of the words that alone are surely rated high, then of those surely rated low.
pub(super) fn outermost(workspace: &Workspace) -> Option<Table<'_>> {
    let (dataset, basis) = (workspace.corpus.dataset.as_deref()?, workspace.corpus.basis.as_deref()?);
    let rows: Rows<LoneWord> = workspace.outermost()?.iter().flatten().copied().collect();
    let has_intervals = rows.first().is_some_and(|row| row.interval.is_some());
    let table = Table::new("outermost words", rows.len())
        .named("word", &basis.words, Mark::Item, rows.cells(|row| Some(row.word)))
        .number("predicted", 2, rows.cells(|row| row.mean))
        .hint("predicted rating of a document of this word alone")
        .styled(rows.cells(move |row| level(workspace, row.mean)));
    let table = if has_intervals {
        let end = |end: usize| rows.cells(move |row| row.interval.map_or(f64::NAN, |ends| ends[end]));
        table
            .number("low", 2, end(0))
            .hint("lower end of the 95 % interval of that rating; words with the highest come first")
            .number("high", 2, end(1))
            .hint("upper end of the 95 % interval; of low words those with the lowest come first")
    } else {
        table
    };
    let documents = rows.cells(|row| dataset.document_frequency.get(row.word).map(|&documents| documents as usize));
    Some(table.integer("documents", documents).hint("training documents with the word"))
}
