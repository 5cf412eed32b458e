//! Byte ranges of texts within a line, with which texts are replaced.
//! Texts are table cells, JSON fields, or texts behind an identifier.
//!
//! Cost: one pass over the line. Memory: one range for each cell.

use std::ops::Range;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Deserializer;

use wordfield_core::corpus::{Dialect, Format};

/// Line end of a table row; empty if the row has none.
pub(super) fn line_end(row: &[u8]) -> &[u8] {
    let text = row.strip_suffix(b"\n").map_or(row, |row| row.strip_suffix(b"\r").unwrap_or(row));
    &row[text.len()..]
}

/// Syntax of a delimited table: separator and quotation marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells {
    /// Byte that separates the cells of a table row.
    pub separator: u8,
    /// Whether a cell in quotation marks may hold separators and line ends; otherwise the marks belong to its bytes.
    pub quoting: bool,
    /// Whether every cell of the table's header is quoted.
    pub quoted: bool,
    /// Number of cells of the table's header; 0 without a header.
    pub width: usize,
}

/// State of the table row's parser within a cell.
#[derive(Clone, Copy)]
enum State {
    Start,
    Bare,
    Quoted,
    Closed,
}

impl Cells {
    /// Syntax of a tab-separated table without a header.
    pub(super) const TAB_SEPARATED: Self = Self { separator: b'\t', quoting: false, quoted: false, width: 0 };

    /// Syntax of a table with a header, and the line of the header.
    pub(super) fn of_table(text: &str, format: Format) -> (Self, &str) {
        let Dialect { separator, quoting, declared } = format.dialect(text);
        let line = text.split_inclusive('\n').nth(usize::from(declared)).unwrap_or_default();
        let header = line.as_bytes();
        let cells = Self { separator, quoting, quoted: false, width: 0 };
        let is_quoted = |cell: Range<usize>| cell.len() > 1 && header[cell.start] == b'"' && header[cell.end - 1] == b'"';
        let quoted = !cells.quoting && cells.of(header).into_iter().all(is_quoted);
        (Self { quoted, width: cells.of(header).len(), ..cells }, line)
    }

    /// Column names in a table header.
    pub(super) fn names(self, header: &[u8]) -> impl Iterator<Item = String> {
        let header = header.strip_prefix("\u{feff}".as_bytes()).unwrap_or(header);
        let named = Self { quoted: true, ..self };
        let name = move |(place, cell): (usize, Range<usize>)| match named.text(&header[cell]).trim() {
            "" => format!("column {}", place + 1),
            name => name.to_owned(),
        };
        self.of(header).into_iter().enumerate().map(name)
    }

    /// Byte ranges of the cells of a table row, quotation marks included, without the blank lines before it.
    pub(super) fn of(self, row: &[u8]) -> Vec<Range<usize>> {
        let end = row.len() - line_end(row).len();
        let blank = row[..end].iter().take_while(|&&byte| byte == b'\n').count();
        let (mut cells, mut state, mut begin) = (Vec::new(), State::Start, blank);
        for (at, &byte) in row.iter().enumerate().take(end).skip(blank) {
            state = match (state, byte) {
                (State::Start, b'"') if self.quoting => State::Quoted,
                (State::Quoted, b'"') => State::Closed,
                // A doubled quotation mark stands for one quotation mark in the text.
                (State::Quoted, _) | (State::Closed, b'"') => State::Quoted,
                (_, byte) if byte == self.separator => {
                    cells.push(begin..at);
                    begin = at + 1;
                    State::Start
                }
                _ => State::Bare,
            };
        }
        cells.push(begin..end);
        cells
    }

    /// Text of a table cell without its quotation marks.
    pub(super) fn text(self, cell: &[u8]) -> String {
        let text = String::from_utf8_lossy(cell);
        let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).filter(|_| self.quoting || self.quoted);
        inner.map_or_else(|| text.to_string(), |inner| inner.replace("\"\"", "\""))
    }

    /// Cell with a new text; `None` if the text has a line end or separator that the cell cannot hold.
    pub(super) fn cell(self, text: &str, before: &[u8]) -> Option<String> {
        let held = |byte: u8| byte == self.separator || byte == b'\n' || byte == b'\r';
        let quotes = if self.quoting {
            before.starts_with(b"\"") || text.starts_with('"') || text.bytes().any(held)
        } else if text.bytes().any(held) {
            return None;
        } else {
            // A reader removes doubled quotation marks, and all quotation marks if the header is quoted:
            // texts with them are quoted.
            self.quoted || text.starts_with('"') && text.ends_with('"')
        };
        Some(if quotes { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() })
    }
}

/// Byte range of the value of a field in a JSON object, of the last field if there are several of the name.
pub(super) fn field(object: &[u8], name: &str) -> Option<Range<usize>> {
    let skip = |mut at: usize| {
        while object.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        at
    };
    let expect = |at: usize, byte: u8| (object.get(at) == Some(&byte)).then(|| skip(at + 1));
    let (mut at, mut found) = (expect(skip(0), b'{')?, None);
    loop {
        let (key, end): (String, usize) = value(object, at)?;
        at = expect(skip(end), b':')?;
        let (_, end): (IgnoredAny, usize) = value(object, at)?;
        if key == name {
            found = Some(at..end);
        }
        at = skip(end);
        match expect(at, b',') {
            Some(next) => at = next,
            None => return found,
        }
    }
}

/// JSON value that begins at a byte offset, with the offset of its end.
fn value<T: DeserializeOwned>(bytes: &[u8], at: usize) -> Option<(T, usize)> {
    let mut values = Deserializer::from_slice(bytes.get(at..)?).into_iter();
    let value = values.next()?.ok()?;
    Some((value, at + values.byte_offset()))
}

/// Byte range and replacement of the text in a line `id<TAB>text` or `id<TAB>title<TAB>text`;
/// a title is the first line of its text. `None` for a text without the title, or with line ends or tabs.
pub(super) fn identified(line: &[u8], text: &str) -> Option<(Range<usize>, String)> {
    let end = line.len() - line_end(line).len();
    let tabs: Vec<usize> = line[..end].iter().enumerate().filter(|(_, byte)| **byte == b'\t').map(|(at, _)| at).take(2).collect();
    let first = tabs.first()? + 1;
    let title = tabs.get(1).map(|&second| line[first..second].trim_ascii());
    let (begin, text) = match (title, text.split_once('\n')) {
        (None, None) => (first, text.to_owned()),
        (Some(b""), None) => (tabs[1] + 1, text.to_owned()),
        (Some(title), Some((own, text))) if !title.is_empty() && !own.contains('\t') && !text.contains('\t') => {
            (first, format!("{own}\t{text}"))
        }
        _ => return None,
    };
    (!text.contains(['\n', '\r'])).then_some((begin..end, text))
}

#[cfg(test)]
mod tests {
    use csv::{ReaderBuilder, Terminator, WriterBuilder};
    use proptest::prelude::*;

    use super::*;

    const CSV: Cells = Cells { separator: b',', quoting: true, quoted: false, width: 3 };
    const TSV: Cells = Cells { separator: b'\t', quoting: false, quoted: false, width: 0 };

    fn texts(cells: Cells, row: &str) -> Vec<String> {
        cells.of(row.as_bytes()).into_iter().map(|range| cells.text(&row.as_bytes()[range])).collect()
    }

    #[test]
    fn cells_of_tables_are_found() {
        assert_eq!(texts(CSV, "\n\na,\"b,\n\"\"c\"\"\",,d\"e\r\n"), ["a", "b,\n\"c\"", "", "d\"e"]);
        assert_eq!(texts(CSV, "\"\",\"\"\"\"\n"), ["", "\""]);
        assert_eq!(texts(TSV, "\"a\tb\"\n"), ["\"a", "b\""]);
        assert_eq!(texts(Cells { quoted: true, ..TSV }, "\"a\"\"\"\tb"), ["a\"", "b"]);
    }

    #[test]
    fn a_cell_of_a_tsv_holds_neither_tab_nor_line_end() {
        assert!(["a\tb", "a\nb", "a\rb"].iter().all(|text| TSV.cell(text, b"").is_none()));
        assert_eq!(TSV.cell("\"a\" b", b"").as_deref(), Some("\"a\" b"));
        assert_eq!(Cells { quoted: true, ..TSV }.cell("a\"", b"").as_deref(), Some("\"a\"\"\""));
    }

    #[test]
    fn fields_of_json_objects_are_found_by_their_decoded_names() {
        let object = " {\"a\" : [1, {\"b\": 2}], \"\\u0062\":-1.5e3, \"c\": \"x\\\"}\", \"a\":null } ";
        let at = |name| field(object.as_bytes(), name).map(|range| &object[range]);
        assert_eq!((at("a"), at("b"), at("c")), (Some("null"), Some("-1.5e3"), Some("\"x\\\"}\"")));
        assert_eq!((at("d"), field(b"[1]", "a"), field(b"{\"a\" 1}", "a"), field(b"{}", "a")), (None, None, None, None));
    }

    #[test]
    fn the_text_behind_an_identifier_keeps_it_and_its_title() {
        let with = |line: &str, text: &str| {
            identified(line.as_bytes(), text).map(|(at, text)| format!("{}{text}{}", &line[..at.start], &line[at.end..]))
        };
        assert_eq!(with("q\tb\r\n", "c").as_deref(), Some("q\tc\r\n"));
        assert_eq!(with("q\tT\tb\n", "U\nc").as_deref(), Some("q\tU\tc\n"));
        assert_eq!(with("q\t \tb", "c").as_deref(), Some("q\t \tc"));
        assert_eq!([with("b", "c"), with("q\tT\tb", "c"), with("q\tb", "c\nd"), with("q\tT\tb", "U\nc\nd")], [const { None }; 4]);
    }

    proptest! {
        #[test]
        fn cells_are_those_of_the_reader(cells in prop::collection::vec("[a\",;\n\r ]{0,6}", 1..6), place in 0..6_usize, text in "[a\",;\n\r ]{1,6}") {
            let mut writer = WriterBuilder::new().from_writer(Vec::new());
            writer.write_record(&cells).unwrap();
            let row = writer.into_inner().unwrap();
            let places = CSV.of(&row);
            let read = |row: &[u8]| -> Vec<String> {
                let mut builder = ReaderBuilder::new();
                builder.has_headers(false).terminator(Terminator::Any(b'\n'));
                let record = builder.from_reader(row).into_records().next().expect("a row").expect("cells");
                record.iter().map(str::to_owned).collect()
            };
            prop_assert_eq!(places.iter().map(|range| CSV.text(&row[range.clone()])).collect::<Vec<_>>(), cells.clone());
            let place = place % cells.len();
            let cell = CSV.cell(&text, &row[places[place].clone()]).expect("a cell");
            let mut after = cells;
            after[place] = text;
            let edited = [&row[..places[place].start], cell.as_bytes(), &row[places[place].end..]].concat();
            prop_assert_eq!(read(&edited), after);
        }
    }
}
