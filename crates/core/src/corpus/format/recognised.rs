//! Remarks in the preview of a file: its recognised content, and missing labels or partners of its documents.
//!
//! Cost: one pass over the first documents. Memory: a line of text.

use crate::corpus::{Format, RawDocument, TaskKind};

use super::collector::Collector;

/// Summary of a file's recognised content; `aligned`: whether two files were read as the sides of pairs.
pub(crate) fn sentence(format: Format, task: TaskKind, aligned: bool, collector: &Collector) -> String {
    if !aligned {
        return format.reader().summary(task, collector);
    }
    let [from, to] = &collector.sides;
    let unit = match format {
        Format::Identified => "lines with identifiers",
        Format::Plain => "lines of text",
        _ => "rows",
    };
    format!("Pairs: two files of {unit} that belong together, \"{from}\" and \"{to}\".")
}

/// Warning if the documents read so far give nothing to learn; `first` means that more documents may follow.
pub(crate) fn lack(format: Format, task: TaskKind, first: bool, collector: &Collector) -> Option<String> {
    let all = |count: usize| if first { format!("The first {count} documents") } else { "All documents".to_owned() };
    let count = collector.documents.len();
    match task {
        // A class folder gives no warning about classes, since its documents are read class by class.
        TaskKind::Classes if format != Format::Folder => {
            let mut labelled = collector.documents.iter().filter(|document| !document.label.is_empty());
            let remedy =
                if first { "further down there must be a second class" } else { "choose another column, or other files" };
            let Some(RawDocument { label, .. }) = labelled.next() else {
                return (count > 0).then(|| format!("{} have no class: {remedy}.", all(count)));
            };
            let one = count > 1 && labelled.all(|document| document.label == *label);
            one.then(|| format!("{} are of one class, \"{label}\": {remedy}.", all(count)))
        }
        TaskKind::Ratings => {
            let rated = || collector.ratings.iter().filter(|ratings| !ratings.iter().any(|rating| rating.is_nan()));
            let constant = |b: usize| {
                let value = *rated().next()?.get(b)?;
                let one = count > 1 && rated().all(|ratings| ratings.get(b) == Some(&value));
                one.then(|| format!("{} have the same {}, {value}", all(count), collector.rating_names[b]))
            };
            let constant = (0..collector.rating_names.len()).find_map(constant)?;
            let condition = if first { "unless that changes further down, " } else { "" };
            Some(format!("{constant}: {condition}there is nothing to learn from it."))
        }
        _ => None,
    }
}
