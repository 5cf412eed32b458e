//! Format of word counts in long form: a header, then one row for each document and word.
//!
//! Columns are `document,class,word,count` in any order, comma- or tab-separated, as written by tidytext or a database.
//! Rows of a document need not follow each other; counts of a repeated word are added.
//! Documents come in the order of their first rows.
//! Cost: one pass.
//! Memory: the documents, one word for each row.

use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
};

use crate::corpus::{
    Body, CorpusError, ErrorKind, Format, FormatInfo, NamedColumn, ReadOptions, TaskKind,
    error::list,
    file::source::Source,
    printable::beginning,
    rows::{Row, RowReader},
};

use super::{Reader, collector::Collector, column_names, documents, table};

const DOCUMENT: &str = "document doc doc_id docid document_id id file";
const WORD: &str = "word term token feature lemma";
const COUNT: &str = "count n freq frequency tf counts occurrences weight";

/// File format of word counts in long form.
pub(super) struct WordCounts;

impl Reader for WordCounts {
    fn info(&'static self) -> &'static FormatInfo {
        &FormatInfo {
            key: "word-counts",
            name: "CSV of document, class, word, count",
            help: "Rows of document, class, word and count, with a header",
            extensions: &["csv"],
            side: false,
            uses_text: false,
            named_columns: &[NamedColumn::Label],
            ..FormatInfo::TEXTS
        }
    }

    fn recognises(&self, beginning: &str) -> bool {
        let names = table::columns(beginning, format(beginning));
        // A table of word counts has a role for every column; a table with a further text column is read as an ordinary table.
        let roles = [DOCUMENT, WORD, COUNT].map(|role| find(&names, role));
        let others = (0..names.len()).filter(|&column| !roles.contains(&Some(column)));
        roles.iter().all(Option::is_some) && others.take(2).all(|column| find(&names, column_names::LABEL) == Some(column))
    }

    fn read(&self, source: &mut Source<'_>, options: &ReadOptions, collector: &mut Collector) -> Result<(), CorpusError> {
        let file = source.file.clone();
        let dialect = format(source.beginning()?).dialect(source.beginning()?);
        let mut rows = RowReader::delimited(source, dialect)?;
        if rows.header().is_empty() {
            return Ok(());
        }
        let columns = Columns::choose(&rows, options, collector)?;
        let (mark, mut documents, mut places) = (collector.mark(), Vec::<Document>::new(), HashMap::new());
        while let Some(row) = rows.next()? {
            let (line, (name, label, word, count)) = (row.line, columns.fields(&file, &row)?);
            if !places.contains_key(name) {
                if collector.is_full_with(documents.len()) {
                    break;
                }
                collector.hold(&file, name.len() + label.len() + size_of::<Document>())?;
                places.insert(name.to_owned(), documents.len());
                documents.push(Document { line, name: name.to_owned(), label: label.to_owned(), words: BTreeMap::new() });
            }
            let document = &mut documents[places[name]];
            if document.label != label {
                let problem =
                    format!("the class of \"{}\" is \"{}\" and was \"{}\"", beginning(name), beginning(label), document.label);
                return Err(CorpusError::format(&file, line, problem, "give all rows of a document the same class"));
            }
            if count > 0.0 {
                collector.hold(&file, word.len() + size_of::<(String, f64)>())?;
                *document.words.entry(word.to_owned()).or_default() += count;
            }
        }
        // The memory of each document is counted when the collector takes it.
        collector.rewind(&mark);
        for Document { line, name, label, words } in documents {
            if !collector.push(&file, line, &name, &label, Body::Words(words.into_iter().collect()))? {
                break;
            }
        }
        Ok(())
    }

    fn summary(&self, task: TaskKind, collector: &Collector) -> String {
        let documents = if task == TaskKind::Ratings { "Rated documents" } else { "Documents with classes" };
        let label = collector.label_column.as_ref().map(|label| format!(", class in \"{label}\"")).unwrap_or_default();
        format!("{documents} as word counts, a row for each document and word{label}.")
    }
}

/// Document whose rows of word counts are being read.
struct Document {
    line: usize,
    name: String,
    label: String,
    words: BTreeMap<String, f64>,
}

/// Indices of the columns for document, class, word and count.
struct Columns {
    document: usize,
    /// Index of the class column; `None` where documents are read without their classes.
    label: Option<usize>,
    word: usize,
    count: usize,
}

impl Columns {
    fn choose(rows: &RowReader<'_, '_>, options: &ReadOptions, collector: &mut Collector) -> Result<Self, CorpusError> {
        let names = &documents::names(rows.header());
        names.clone_into(&mut collector.columns);
        let unclear = |what: &str| {
            let problem = format!("it is not clear which column holds the {what}");
            let remedy = format!("name it so; there are {}", list(names));
            CorpusError::at(ErrorKind::Choice, &rows.source().file, rows.header_line(), problem, remedy)
        };
        let role = |role, what| find(names, role).ok_or_else(|| unclear(what));
        let (document, word, count) = (role(DOCUMENT, "document")?, role(WORD, "word")?, role(COUNT, "count")?);
        let named = options.label_column.as_ref().or(options.target_columns.first());
        let label = match named {
            Some(name) => names.iter().position(|column| column == name),
            None => find(names, column_names::LABEL),
        };
        let label = label.filter(|column| ![document, word, count].contains(column));
        if label.is_none() && !collector.alone() {
            return Err(unclear("class"));
        }
        collector.label_column = label.map(|column| names[column].clone());
        collector.text_columns = vec![names[word].clone()];
        Ok(Self { document, label, word, count })
    }

    /// Document, class, word and count in a row of a word-count table.
    fn fields<'a>(&self, file: &Path, row: &'a Row) -> Result<(&'a str, &'a str, &'a str, f64), CorpusError> {
        let text = |column: usize| row.text(column).trim();
        let count = text(self.count);
        let number = count.parse().ok().filter(|count: &f64| count.is_finite() && *count >= 0.0);
        let number = number.ok_or_else(|| {
            let problem = format!("the count \"{}\" is not a number of 0 or more", beginning(count));
            CorpusError::format(file, row.line, problem, "correct the row, or choose another format")
        })?;
        Ok((text(self.document), self.label.map_or("", text), text(self.word), number))
    }
}

/// Index of the first column whose name is on a list of known names.
fn find(names: &[String], list: &str) -> Option<usize> {
    list.split_whitespace().find_map(|name| names.iter().position(|column| column.to_lowercase() == name))
}

/// Format of the table that begins so: comma- or tab-separated.
fn format(beginning: &str) -> Format {
    if beginning.lines().next().is_some_and(|header| header.contains('\t')) { Format::Tsv } else { Format::Csv }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Cancel, RawCorpus, read};

    fn open(text: &str) -> Result<RawCorpus, CorpusError> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("counts.csv");
        std::fs::write(&path, text).expect("a file");
        read(&[path], &ReadOptions::default(), &Cancel::default())
    }

    #[test]
    fn rows_become_documents_in_the_order_of_their_first_rows() {
        for separator in [",", "\t"] {
            let text = "doc,label,term,n\nd2,b,cat,2\nd1,a,dog,1\nd2,b,ant,1\nd2,b,cat,0.5\n".replace(',', separator);
            let corpus = open(&text).expect("a corpus");
            assert_eq!(corpus.format, Format::WordCounts);
            let found: Vec<_> =
                corpus.documents.iter().map(|document| (&*document.title, &*document.label, &document.body)).collect();
            let words = |words: &[(&str, f64)]| Body::Words(words.iter().map(|(word, n)| ((*word).to_owned(), *n)).collect());
            let (first, second) = (words(&[("ant", 1.0), ("cat", 2.5)]), words(&[("dog", 1.0)]));
            assert_eq!(found, [("counts.csv:2 d2", "b", &first), ("counts.csv:3 d1", "a", &second)]);
        }
    }

    #[test]
    fn errors_name_the_line_and_the_remedy() {
        for (text, parts) in [
            ("doc,label,word,count\nd,a,x,1\nd,b,y,1\n", ["counts.csv:3", "the class of \"d\"", "same class"]),
            ("doc,label,word,count\nd,a,x,many\n", ["counts.csv:2", "the count \"many\"", "correct the row"]),
            ("doc,label,word,count\nd,a,x\n", ["counts.csv:2", "the row has 3 fields", "separator"]),
            ("sep=;\ndoc;word;count\nd;x;1\n", ["counts.csv:2", "which column holds the class", "\"word\""]),
        ] {
            let message = open(text).expect_err("refused").to_string();
            assert!(parts.iter().all(|part| message.contains(part)), "{message}");
        }
    }

    #[test]
    fn a_table_with_a_text_is_no_table_of_counts() {
        for header in ["id,word,count,text", "id,text", "word,count", "label,word,count"] {
            assert!(!WordCounts.recognises(&format!("{header}\n")), "{header}");
        }
    }
}
