//! Dialect of a delimited table: its separator, whether fields may be quoted, and a first line `sep=;` as spreadsheets write it.
//!
//! Cost: one pass over the first rows. Memory: those rows.

use csv::{ReaderBuilder, StringRecord, Terminator};

/// Separators of fields; of equally good ones the first is taken.
const SEPARATORS: [u8; 4] = [b',', b'\t', b';', b'|'];
/// Number of rows that are compared with the header to recognise the separator.
const ROWS: usize = 20;

/// Separator and quoting of a delimited table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// Byte between two fields of a row.
    pub separator: u8,
    /// Whether a field in quotation marks may hold separators and line ends (RFC 4180).
    /// Otherwise the marks belong to the field, unless the table shows that a program added them.
    pub quoting: bool,
    /// Whether the first line of the table is `sep=` with the separator instead of the header.
    pub declared: bool,
}

impl Dialect {
    /// Dialect of the tab-separated tables that most programs write.
    pub const TABS: Self = Self { separator: b'\t', quoting: false, declared: false };
    /// Dialect in which the rows of spreadsheets and Parquet files are handed on.
    pub(super) const SHEET: Self = Self { separator: b',', quoting: true, declared: false };

    /// Dialect of a table by its first lines: declared, or the separator that gives most rows as many fields as the first.
    pub fn recognise(beginning: &str) -> Self {
        let of = |separator| Self { separator, quoting: separator != b'\t', declared: false };
        if let Some(separator) = declared(beginning) {
            return Self { declared: true, ..of(separator) };
        }
        let fit = |separator: &u8| {
            let mut rows = of(*separator).rows(beginning).map(|row| row.len());
            let width = rows.next().filter(|&width| width > 1)?;
            Some((rows.take(ROWS).filter(|&fields| fields == width).count(), width))
        };
        // The last of several maxima is returned, so the list is reversed.
        of(SEPARATORS.into_iter().rev().max_by_key(fit).unwrap_or(b','))
    }

    /// Reader of rows of any length.
    pub(super) fn reader(self) -> ReaderBuilder {
        let mut builder = ReaderBuilder::new();
        builder.has_headers(false).flexible(true).delimiter(self.separator).quoting(self.quoting);
        builder.terminator(Terminator::Any(b'\n'));
        builder
    }

    /// Rows at the beginning of a table, the header first.
    pub(super) fn rows(self, beginning: &str) -> impl Iterator<Item = StringRecord> {
        let rows = self.reader().from_reader(beginning.as_bytes()).into_records();
        rows.map_while(Result::ok).skip(usize::from(self.declared))
    }
}

/// Separator that the first line of a table declares.
fn declared(beginning: &str) -> Option<u8> {
    let first = beginning.lines().next()?.trim_matches([' ', '\r', '"']);
    let (key, separator) = first.split_at_checked(4)?;
    let separator = *separator.as_bytes().first()?;
    (first.len() == 5 && key.eq_ignore_ascii_case("sep=") && SEPARATORS.contains(&separator)).then_some(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn separator(text: &str) -> char {
        Dialect::recognise(text).separator.into()
    }

    #[test]
    fn separators_are_recognised_by_rows_of_equal_length() {
        assert_eq!(separator("label,text\na,x; y\nb,z\n"), ',');
        assert_eq!(separator("label;text\na;x, y\nb;z, w, v\n"), ';');
        assert_eq!(separator("label|text, or note\na|x, y, z\n"), '|');
        assert_eq!(separator("label\ttext\na\tx, y\n"), '\t');
        assert_eq!(separator("\"what, why\";label\n\"a, b\";c\n"), ';');
        assert_eq!(separator("rating;text\n1,5;x\n2,5;y\n"), ';');
        assert_eq!(separator("text\na; b\n"), ',', "one column");
        assert_eq!(separator(""), ',');
    }

    #[test]
    fn a_declared_separator_is_believed_and_its_line_is_no_row() {
        for (line, expected) in [("sep=;", b';'), ("SEP=|", b'|'), ("\"sep=,\"\r", b','), ("sep=\t", b'\t')] {
            let text = format!("{line}\na,b;c|d\te\n");
            let dialect = Dialect::recognise(&text);
            assert_eq!((dialect.separator, dialect.declared), (expected, true), "{line}");
            assert!(dialect.rows(&text).next().is_some_and(|header| header[0].starts_with('a')), "{line}");
        }
        for line in ["sep", "sep=", "sep=x", "sep=;;", "séparé"] {
            assert!(!Dialect::recognise(line).declared, "{line}");
        }
    }
}
