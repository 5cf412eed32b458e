//! What was recognised of a file, in one plain sentence.
//!
//! Cost and memory: a line of text.

use super::collector::Collector;
use crate::corpus::{Format, RawDocument, TaskKind};

/// The sentence; `aligned` says that two files were looked at.
pub(crate) fn sentence(format: Format, task: TaskKind, aligned: bool, collector: &Collector) -> String {
    let columns = |names: &[String]| names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let [from, to] = &collector.sides;
    if aligned {
        let what = match format {
            Format::Identified => "lines with identifiers",
            Format::Plain => "lines of text",
            _ => "rows",
        };
        return format!("Pairs: two files of {what} that belong together, \"{from}\" and \"{to}\".");
    }
    match (format, task) {
        (Format::Lines, TaskKind::Ratings) => "Rated documents: rating, tab, text on every line.".to_owned(),
        (Format::Lines, _) => "Documents with classes: class, tab, text on every line.".to_owned(),
        (Format::Rated, _) => "Rated documents: rating, tab, title, tab, text on every line.".to_owned(),
        (Format::Identified | Format::Plain, _) => {
            "One side of pairs: open it together with the file of the other side.".to_owned()
        }
        (Format::Parallel, _) => "Pairs: two texts with a tab between them on every line.".to_owned(),
        (Format::Tagged, _) => "Pairs: words, tab, tags on every line.".to_owned(),
        (Format::Tmx, _) => format!("Pairs: a translation memory, \"{from}\" to \"{to}\"."),
        (Format::Arff, _) => "Pairs: the words and the tags of an ARFF file.".to_owned(),
        (Format::LibSvm, TaskKind::Ratings) => "Rated documents as counted words (LIBSVM).".to_owned(),
        (Format::LibSvm, _) => "Documents with classes as counted words (LIBSVM).".to_owned(),
        (Format::Folder, _) => "Documents with classes: a folder for each class.".to_owned(),
        (Format::Csv | Format::Tsv | Format::JsonLines, task) => {
            let kind = match format {
                Format::Csv => "comma-separated values",
                Format::Tsv => "tab-separated values",
                _ => "JSON Lines",
            };
            let texts = columns(&collector.text_columns);
            let name = collector.name_column.as_ref().map(|name| format!(", name in \"{name}\"")).unwrap_or_default();
            match task {
                TaskKind::Pairs => format!("Pairs: {kind}, the two sides in {texts}{name}."),
                TaskKind::Ratings => {
                    format!("Rated documents: {kind}, rating in {}, text in {texts}{name}.", columns(&collector.target_columns))
                }
                TaskKind::Classes => match &collector.label_column {
                    Some(label) => format!("Documents with classes: {kind}, class in \"{label}\", text in {texts}{name}."),
                    None => format!("A table: {kind}."),
                },
            }
        }
    }
}

/// What the documents looked at lack so far to be learned from; `first`: there may be more of them.
pub(crate) fn lack(format: Format, task: TaskKind, first: bool, collector: &Collector) -> Option<String> {
    let all = |count: usize| if first { format!("the first {count} documents") } else { "all documents".to_owned() };
    let count = collector.documents.len();
    match task {
        // Of folders the first is looked at.
        TaskKind::Classes if format != Format::Folder => {
            let RawDocument { label, .. } = collector.documents.first()?;
            let one = count > 1 && !label.is_empty() && collector.documents.iter().all(|document| document.label == *label);
            let learn =
                if first { "somewhere below there must be a second one" } else { "choose another column, or other files" };
            one.then(|| format!("So far {} are of one class, \"{label}\": {learn}.", all(count)))
        }
        TaskKind::Ratings => {
            let constant = |b: usize| {
                let value = *collector.ratings.first()?.get(b)?;
                let one = count > 1 && collector.ratings.iter().all(|ratings| ratings.get(b) == Some(&value));
                one.then(|| format!("So far {} have the same {}, {value}", all(count), collector.rating_names[b]))
            };
            let constant = (0..collector.rating_names.len()).find_map(constant)?;
            let learn = if first { "unless that changes below" } else { "so" };
            Some(format!("{constant}: {learn}, there is nothing to learn from it."))
        }
        _ => None,
    }
}
