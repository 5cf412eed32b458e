//! Documents of a table's rows: the one way from rows to documents, by the roles of their columns.
//!
//! Cost: one pass. Memory: the documents and the first rows.

use std::{collections::HashMap, sync::Arc};

use super::{
    collector::{Collector, Purpose, place},
    column_profile::Sample,
    columns::Columns,
};
use crate::corpus::{
    CorpusError, Fields, PairUnit, ReadOptions,
    error::list,
    limits::COLUMNS,
    printable::{are, shown},
    rows::{Cell, Row, RowReader},
};

/// Reads the rows of a table as documents.
pub(super) fn read(mut rows: RowReader<'_, '_>, options: &ReadOptions, collector: &mut Collector) -> Result<(), CorpusError> {
    let blank = |rows: &RowReader<'_, '_>| rows.as_objects().map_or(0, |objects| objects.blank);
    if rows.header().is_empty() && rows.next()?.is_none() {
        collector.blank += blank(&rows);
        return Ok(());
    }
    let (file, line) = (rows.source().file.clone(), rows.header_line());
    let columns = names(rows.header());
    let mut places = HashMap::new();
    if let Some((_, twice)) = columns.iter().enumerate().find(|(column, name)| places.insert((*name).clone(), *column).is_some())
    {
        let problem = format!("the header names the column \"{twice}\" twice");
        return Err(CorpusError::format(&file, line, problem, "rename one of the two, so that it is clear which is meant"));
    }
    let texts = |row: &Row| (0..columns.len()).map(|column| row.text(column).to_owned()).collect();
    let sample = Sample { rows: rows.first().map(texts).collect(), columns: columns.clone() };
    let chosen = Columns::choose(collector, &rows, &sample, options)?;
    let (mut header, begun) = (chosen.header(&columns), collector.documents.len());
    let first_header = Arc::new(header.clone());
    let is_sheet = rows.source().is_container();
    let are_lines = rows.as_objects().is_some_and(|objects| objects.in_lines);
    let mut number = 0;
    while let Some(row) = rows.next()? {
        if is_sheet && collector.purpose != Purpose::Side && row.is_blank() {
            collector.blank += 1;
            continue;
        }
        number += 1;
        let lacks = |name: &&String| row.cells.get(places[*name]).is_none_or(|cell| *cell == Cell::Missing);
        if let Some(name) = chosen.texts.iter().find(lacks) {
            let have = rows.header().iter().zip(&row.cells).filter(|(_, cell)| **cell != Cell::Missing);
            let remedy = format!("add it, or choose among {}", list(&have.map(|(name, _)| name.clone()).collect::<Vec<_>>()));
            return Err(CorpusError::format(&file, row.line, format!("the object has no field \"{name}\""), remedy));
        }
        // Objects may have fields that the first ones lack.
        header.kept.extend_from_slice(&rows.header()[places.len()..]);
        places.extend(rows.header().iter().cloned().zip(0..).skip(places.len()));
        collector.row = Fields::new(&first_header, header.kept.iter().map(|name| row.text(places[name])));
        let field = |name: &String| match row.cells.get(places[name]) {
            Some(Cell::Nested(kind)) => {
                let problem = format!("the field \"{name}\" holds {kind}");
                Err(CorpusError::format(&file, row.line, problem, "write a string, a number or a list of strings"))
            }
            cell => Ok(cell.map_or("", Cell::text).to_owned()),
        };
        let number = if are_lines { row.line } else { number };
        let unit = PairUnit { number, line: row.line, bytes: [row.bytes.clone(), row.bytes.clone()] };
        if !chosen.take(collector, &file, unit, field)? {
            break;
        }
    }
    if header.kept.len() > first_header.kept.len() {
        let header = Some(Arc::new(header));
        collector.documents[begun..].iter_mut().for_each(|document| document.fields.header.clone_from(&header));
    }
    if let Some((count, line)) = rows.as_objects().and_then(|objects| objects.left_out) {
        let (fields, first) = (are(count, "field is", "fields are"), place(&file, line));
        collector.notes.push(format!("{fields} left out: a table has {COLUMNS} columns at most (the first: {first})."));
    }
    collector.blank += blank(&rows);
    Ok(())
}

/// Names of a table's columns for display; a column without a name is named by its number.
pub(super) fn names(header: &[String]) -> Vec<String> {
    let name = |(column, name): (usize, &String)| match name.as_str() {
        "" => format!("column {}", column + 1),
        name => shown(name),
    };
    header.iter().enumerate().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Cancel, read};

    #[test]
    fn objects_of_a_file_share_the_header_with_all_fields() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.jsonl");
        let object = |row: usize| format!("{{\"label\": {}, \"text\": \"x\", \"f{row}\": {row}}}\n", row % 2);
        std::fs::write(&path, (0..200).map(object).collect::<String>()).expect("a file");
        let corpus = read(&[path], &ReadOptions::default(), &Cancel::default()).expect("a corpus");
        let headers: Vec<_> = corpus.documents.iter().filter_map(|document| document.fields.header.as_ref()).collect();
        assert_eq!((headers.len(), headers[0].kept.len()), (200, 200));
        assert!(headers.iter().all(|header| Arc::ptr_eq(header, headers[0])));
        let last = corpus.documents[199].fields.pairs().last();
        assert_eq!(last, Some(("f199", "199")));
    }
}
