//! Tables of the topics of a topic model.

use crate::Workspace;
use wordfield_output::{Rows, Table};

/// Table of the topics of the model, the largest first.
pub(super) fn topics(workspace: &Workspace) -> Option<Table<'_>> {
    let shares: Vec<f64> = workspace.inspect.topics.value()?.iter().map(|topic| topic.share).collect();
    table(workspace, "topics".to_owned(), &shares, "share of the words of the training documents")
}

/// Table of the topics of the document in focus, the largest first.
pub(super) fn of_document(workspace: &Workspace) -> Option<Table<'_>> {
    let corpus = &workspace.corpus.dataset.as_deref()?.corpus;
    let (document, shares) = workspace.inspect.document_topics.entry().map(|(key, shares)| (key.1, shares))?;
    table(workspace, format!("topics, {}", corpus.short_title(document)), shares, "share of the words of the document")
}

fn table<'a>(workspace: &'a Workspace, name: String, shares: &[f64], hint: &'static str) -> Option<Table<'a>> {
    let (dataset, topics) = (workspace.corpus.dataset.as_deref()?, workspace.inspect.topics.value()?);
    let mut order: Vec<usize> = (0..topics.len().min(shares.len())).collect();
    order.sort_by(|&a, &b| shares[b].total_cmp(&shares[a]));
    let rows: Rows<(usize, f64)> = order.into_iter().map(|topic| (topic, 100.0 * shares[topic])).collect();
    let table = Table::new(name, rows.len())
        .integer("topic", rows.cells(|&(topic, _)| Some(topic + 1)))
        .hint("number of the topic in the model")
        .styled(rows.cells(|(topic, _)| format!("topic {}", topic + 1)))
        .number("share %", 1, rows.cells(|&(_, share)| share))
        .hint(hint)
        .styled(rows.cells(|(_, share)| format!("{share:.1} %")));
    let words = |side: usize, topic: usize| -> String {
        let words = topics[topic].words[side].iter().filter_map(|&word| dataset.words.get(word));
        words.map(String::as_str).collect::<Vec<_>>().join(" ")
    };
    let count = topics.first().map_or(0, |topic| topic.words.len());
    Some((0..count).fold(table, |table, side| {
        let title = if count > 1 { format!("{} words", dataset.corpus.classes[side]) } else { "words".to_owned() };
        table
            .text(title, rows.cells(move |&(topic, _)| words(side, topic)))
            .hint("the most probable words, the most probable first")
    }))
}
