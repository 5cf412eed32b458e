//! Table of verdicts on text pairs, as exported by the window's list of reviewed pairs and by `check`.
//! Columns: `unit`, `id`, `line`, two `… text`, `verdict` or `score`, and optional `note`, `target unit`, `target line`,
//! `partner text`, `category`, `correction` and two `corrected …`.
//! A split pair has a row for each of its texts.
//!
//! A verdict is matched by its texts: it belongs to the pair with these texts, whatever its row.
//! Only a table without texts names pairs by unit and id.
//!
//! Cost: one pass over the file. Memory: one entry for each verdict.

use std::path::{Path, PathBuf};

use wordfield_core::corpus::{Cancel, CorpusError, Row, read_rows};

/// Verdict of a reviewer on a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PairVerdict {
    /// Verdict that the two texts belong together.
    Accepted,
    /// Verdict that the source belongs to the target of another pair, by its index.
    Partner(usize),
    /// Verdict that the two texts do not belong together.
    Rejected,
}

/// Review of a pair: verdict, note and correction, with the score of a check.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairReview {
    /// Verdict of the reviewer; `None` without one.
    pub verdict: Option<PairVerdict>,
    /// Note of the reviewer on the pair.
    pub note: String,
    /// Error category of a rejected pair; empty if none was named.
    pub category: String,
    /// Score of the pair, if the table is the report of a check.
    pub score: Option<f64>,
    /// Corrected texts of source and target: one for an edited pair, several for a split pair,
    /// none for a pair merged into the one before.
    /// `None`: the pair is not corrected.
    pub correction: Option<Vec<[String; 2]>>,
}

/// Pair as a table of verdicts names it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairKey {
    /// Number of the pair's unit in its file, if the table has it.
    pub unit: Option<usize>,
    /// Line of the pair in its file, if the table has it.
    pub line: Option<usize>,
    /// Identifier of the pair, if the table has it.
    pub id: Option<String>,
    /// Source and target text, if the table has both; the target text is empty if the row names another target.
    pub texts: Option<[String; 2]>,
    /// Target of another pair to which the source belongs, if any: number of its unit or line, and its text.
    pub target: Option<TargetKey>,
}

/// Target of another pair as a table of verdicts names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetKey {
    /// Number of the target's unit or line in its file.
    pub number: usize,
    /// Whether the number is that of a unit, not of a line.
    pub is_unit: bool,
    /// Text of the target, if the table has it.
    pub text: Option<String>,
}

/// Row of a table of verdicts: a pair and its review, whose verdict `Partner` has no index yet.
#[derive(Clone, Debug, PartialEq)]
pub struct VerdictRow {
    /// Line of the row in the table, from 1.
    pub row: usize,
    /// Pair that the row names.
    pub key: PairKey,
    /// Review of the pair.
    pub review: PairReview,
}

/// Table of verdicts on text pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct VerdictTable {
    /// Path of the table.
    pub path: PathBuf,
    /// Rows with a verdict, note, score or correction, in table order; the rows of a split pair are one.
    pub rows: Vec<VerdictRow>,
}

/// Error: a table of verdicts cannot be read, or does not fit the pairs.
#[derive(Debug, thiserror::Error)]
pub enum VerdictError {
    /// Error: the file of verdicts cannot be read as a table.
    #[error(transparent)]
    Table(#[from] CorpusError),
    /// Error: the table of verdicts lacks a column.
    #[error("{}: has no column verdict beside unit, line or both texts: export the reviewed pairs as TSV", path.display())]
    Columns {
        /// Path of the file of verdicts.
        path: PathBuf,
    },
    /// Error: a row in the table of verdicts is invalid.
    #[error("{}:{line}: {problem}", path.display())]
    Row {
        /// Path of the file of verdicts.
        path: PathBuf,
        /// Line number of the invalid row, from 1.
        line: usize,
        /// Problem of the invalid row, with a remedy.
        problem: String,
    },
    /// Error: verdicts fit no pair of the file.
    #[error("{}: {problem}: review these pairs again, or go on without these verdicts: --stale ignore, or --stale report, which lists all", path.display())]
    Stale {
        /// Path of the file of verdicts.
        path: PathBuf,
        /// Number of the verdicts that fit no pair, with the first of them.
        problem: String,
    },
}

/// Prefix in the titles of columns with corrected texts, and suffix in those of texts.
const CORRECTED: &str = "corrected ";
const TEXT: &str = " text";
/// Column with the text of another target.
pub(super) const PARTNER_TEXT: &str = "partner text";

/// Columns of a table of verdicts, named by their titles in lower case.
struct Columns {
    titles: Vec<String>,
    /// Columns of the source and the target text.
    texts: Option<[usize; 2]>,
    /// Columns of the corrected source and target text.
    corrected: Option<[usize; 2]>,
}

impl Columns {
    fn of(header: &Row) -> Option<Self> {
        let titles: Vec<String> = header.cells.iter().map(|title| title.text().to_lowercase()).collect();
        let two = |fits: &dyn Fn(&String) -> bool| {
            let mut found = titles.iter().enumerate().filter(|(_, title)| fits(title)).map(|(column, _)| column);
            found.next().zip(found.next()).map(<[usize; 2]>::from)
        };
        let texts = two(&|title| title.ends_with(TEXT) && !title.starts_with(CORRECTED) && title != PARTNER_TEXT);
        let corrected = two(&|title| title.starts_with(CORRECTED));
        let columns = Self { titles, texts, corrected };
        let has = |title: &str| columns.find(title).is_some();
        let names_pairs = has("unit") || has("line") || columns.texts.is_some();
        (names_pairs && (has("verdict") || has("score"))).then_some(columns)
    }

    fn find(&self, title: &str) -> Option<usize> {
        self.titles.iter().position(|own| own == title)
    }

    /// Cell of a table row under a title; empty without such a column.
    fn cell<'a>(&self, row: &'a Row, title: &str) -> &'a str {
        self.find(title).map_or("", |column| row.text(column))
    }

    /// Cells of a table row in two columns, if the table has them.
    fn two(row: &Row, columns: Option<[usize; 2]>) -> Option<[&str; 2]> {
        columns.map(|columns| columns.map(|column| row.text(column)))
    }
}

/// Reads a table of verdicts, whose form and encoding are recognised.
///
/// # Errors
/// Returns an error if the file cannot be read or has no such columns, a cell is not valid,
/// or two rows judge one pair and are not parts of a split pair.
pub fn read_verdicts(path: &Path) -> Result<VerdictTable, VerdictError> {
    let (header, records) = read_rows(path, &Cancel::default())?;
    let columns = Columns::of(&header).ok_or_else(|| VerdictError::Columns { path: path.to_owned() })?;
    let mut rows: Vec<VerdictRow> = Vec::new();
    for record in &records {
        let row = record.line;
        let wrong = |problem| VerdictError::Row { path: path.to_owned(), line: row, problem };
        let Some((key, review)) = review(record, &columns).map_err(wrong)? else { continue };
        // Rows of one pair are consecutive, if a pair has a number.
        let known = rows.last_mut().filter(|known| known.key == key && (key.unit.is_some() || key.line.is_some()));
        match known {
            Some(known) => {
                if !add_part(&mut known.review, &review) {
                    return Err(wrong(format!("{} is judged twice: keep one of the rows", key.name())));
                }
            }
            None => rows.push(VerdictRow { row, key, review }),
        }
    }
    Ok(VerdictTable { path: path.to_owned(), rows })
}

impl PairKey {
    /// Name of the pair in messages.
    pub fn name(&self) -> String {
        match (self.unit, self.line) {
            (Some(unit), _) => format!("unit {unit}"),
            (None, Some(line)) => format!("line {line}"),
            (None, None) => "the pair".to_owned(),
        }
    }
}

/// Adds the text of another row of a split pair; `false` if the row is not another part of it.
fn add_part(known: &mut PairReview, row: &PairReview) -> bool {
    let rest = |review: &PairReview| PairReview { correction: None, ..review.clone() };
    let is_part = rest(known) == rest(row);
    match (&mut known.correction, &row.correction) {
        (Some(parts), Some(part)) if is_part && !parts.is_empty() && !part.is_empty() => {
            parts.extend(part.iter().cloned());
            true
        }
        _ => false,
    }
}

/// Corrected texts in a row of a table of verdicts.
fn correction(record: &Row, columns: &Columns, name: &str) -> Result<Option<Vec<[String; 2]>>, String> {
    let kind = columns.cell(record, "correction").trim();
    let texts = Columns::two(record, columns.corrected).unwrap_or_default();
    let missing = |side: usize| texts[side].trim().is_empty();
    match kind {
        "merged" => Ok(Some(Vec::new())),
        "" | "edited" | "split" => match (missing(0), missing(1)) {
            (false, false) => Ok(Some(vec![texts.map(str::to_owned)])),
            (true, true) if kind.is_empty() => Ok(None),
            _ => Err(format!("a corrected text of {name} is missing: export the reviewed pairs, or write both texts")),
        },
        _ => Err(format!("\"{kind}\" is not a correction: write edited, split or merged")),
    }
}

/// Pair and review in a table row; `None` for a row without pair, or without verdict, note, score and correction.
fn review(record: &Row, columns: &Columns) -> Result<Option<(PairKey, PairReview)>, String> {
    let cell = |title: &str| columns.cell(record, title).trim();
    let number = |text: &str, what: &str| -> Result<usize, String> {
        text.parse().ok().filter(|&line| line > 0).ok_or_else(|| format!("\"{text}\" is not a {what}: give a number from 1"))
    };
    let optional = |title: &str, what: &str| -> Result<Option<usize>, String> {
        Some(cell(title)).filter(|text| !text.is_empty()).map(|text| number(text, what)).transpose()
    };
    let (unit, line) = (optional("unit", "unit")?, optional("line", "line")?);
    let texts = Columns::two(record, columns.texts).map(|texts| texts.map(str::to_owned));
    let texts = texts.filter(|texts| texts.iter().any(|text| !text.trim().is_empty()));
    if unit.is_none() && line.is_none() && texts.is_none() {
        return Ok(None);
    }
    let (target_unit, target_line) = (optional("target unit", "unit")?, optional("target line", "line")?);
    let partner = Some(columns.cell(record, PARTNER_TEXT)).filter(|text| !text.trim().is_empty()).map(str::to_owned);
    let other_text = || texts.as_ref().map(|texts| texts[1].clone()).filter(|text| !text.trim().is_empty());
    let other = match (target_unit, target_line) {
        (Some(target), _) if Some(target) != unit => Some(TargetKey { number: target, is_unit: true, text: other_text() }),
        (None, Some(target)) if Some(target) != line => Some(TargetKey { number: target, is_unit: false, text: other_text() }),
        _ => None,
    };
    let named = PairKey { unit, line, ..PairKey::default() }.name();
    let mut target = None;
    let verdict = match (cell("verdict"), other) {
        ("", other) => {
            target = other;
            None
        }
        ("rejected", Some(other)) => {
            target = Some(other);
            None
        }
        ("accepted", Some(other)) => {
            target = Some(other);
            Some(PairVerdict::Partner(0))
        }
        ("accepted", None) => Some(PairVerdict::Accepted),
        ("rejected", None) => Some(PairVerdict::Rejected),
        (text, _) => {
            let words =
                text.strip_prefix("unit ").map(|rest| (rest, true)).or(text.strip_prefix("line ").map(|rest| (rest, false)));
            let (rest, is_unit) =
                words.ok_or_else(|| format!("\"{text}\" is not a verdict: write accepted, rejected, or unit and a number"))?;
            target =
                Some(TargetKey { number: number(rest.trim(), if is_unit { "unit" } else { "line" })?, is_unit, text: partner });
            Some(PairVerdict::Partner(0))
        }
    };
    let id = columns.find("id").map(|_| cell("id").to_owned());
    // If a row has a column for another target, its second text is that of the target, not of the pair.
    let has_other_text = target_unit.or(target_line).is_some() && target.is_some();
    let texts = texts.map(|[source, own]| if has_other_text { [source, String::new()] } else { [source, own] });
    let (note, category, score) = (cell("note").to_owned(), cell("category").to_owned(), cell("score").parse().ok());
    let review = PairReview { verdict, note, category, score, correction: correction(record, columns, &named)? };
    let key = PairKey { unit, line, id, texts, target };
    Ok((review != PairReview::default()).then_some((key, review)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Vec<VerdictRow>, VerdictError> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("verdicts.tsv");
        std::fs::write(&path, text).expect("a file");
        read_verdicts(&path).map(|table| table.rows)
    }

    #[test]
    fn verdicts_of_exports_and_reports_are_read() {
        let rows = parse(
            "en\tverdict\tnote\tline\ttarget line\ten text\tde text\na\taccepted\t\t3\t3\ts\tt\nb\taccepted\tmoved\t4\t9\tu\tv\n\
             c\trejected\t\t5\t8\tw\tx\nd\trejected\t\t6\t6\t\t\ne\t\tlook\t7\t\t\t\nf\tline 12\t\t8\t\ty\tz\n",
        );
        let own = |source: &str, target: &str| Some([source.to_owned(), target.to_owned()]);
        let target = |number, text: Option<&str>| Some(TargetKey { number, is_unit: false, text: text.map(str::to_owned) });
        let partner = Some(PairVerdict::Partner(0));
        let expected = [
            (3, own("s", "t"), None, Some(PairVerdict::Accepted)),
            (4, own("u", ""), target(9, Some("v")), partner),
            (6, None, None, Some(PairVerdict::Rejected)),
            (7, None, None, None),
            (8, own("y", "z"), target(12, None), partner),
        ];
        let found = rows
            .expect("verdicts")
            .into_iter()
            .map(|row| (row.key.line.expect("a line"), row.key.texts, row.key.target, row.review.verdict));
        assert_eq!(found.collect::<Vec<_>>(), expected);
        let rows = parse("unit\tid\tverdict\tpartner text\n2\tx\tunit 4\tt\n").expect("verdicts");
        let key = &rows[0].key;
        assert_eq!((key.unit, key.id.as_deref(), rows[0].row), (Some(2), Some("x"), 2));
        assert_eq!(key.target, Some(TargetKey { number: 4, is_unit: true, text: Some("t".to_owned()) }));
    }

    #[test]
    fn tables_of_other_programs_are_read() {
        let place = tempfile::tempdir().expect("a folder");
        let expected = parse("line\tverdict\tnote\n2\trejected\ta; \"b\"\n5\taccepted\t\n").expect("verdicts");
        let semicolons = "sep=;\r\nline;verdict;note\r\n\r\n2;rejected;\"a; \"\"b\"\"\"\r\n5;accepted;\r\n";
        let wide: Vec<u8> = format!("\u{feff}{semicolons}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        let json =
            "[{\"line\": 2, \"verdict\": \"rejected\", \"note\": \"a; \\\"b\\\"\"}, {\"line\": 5, \"verdict\": \"accepted\"}]";
        for (name, bytes) in [("a.csv", semicolons.as_bytes()), ("wide.txt", &wide), ("a.json", json.as_bytes())] {
            let path = place.path().join(name);
            std::fs::write(&path, bytes).expect("a file");
            let rows = read_verdicts(&path).expect("verdicts").rows;
            let of = |rows: &[VerdictRow]| rows.iter().map(|row| (row.key.clone(), row.review.clone())).collect::<Vec<_>>();
            assert_eq!(of(&rows), of(&expected), "{name}");
            assert_eq!(rows[0].row, if name == "a.json" { 1 } else { 4 }, "{name}");
        }
    }

    #[test]
    fn categories_are_read_where_there_are_any() {
        let category = |text: &str| parse(text).expect("verdicts")[0].review.category.clone();
        assert_eq!(category("line\tverdict\tcategory\n3\trejected\tomission\n"), "omission");
        assert_eq!(category("line\tverdict\n3\trejected\n"), "", "of an earlier version");
    }

    #[test]
    fn corrected_texts_are_read_as_they_are_written() {
        let rows = parse(
            "line\tverdict\tcorrection\tcorrected en\tcorrected de\n1\taccepted\tedited\t a \tb\n2\taccepted\tsplit\tc\td\n\
             2\taccepted\tsplit\te\tf\n3\taccepted\tmerged\t\t\n4\taccepted\t\t\t\n5\t\t\tg\th\n",
        );
        let corrections: Vec<_> = rows.expect("verdicts").into_iter().map(|row| row.review.correction).collect();
        let texts = |texts: &[[&str; 2]]| Some(texts.iter().map(|pair| pair.map(str::to_owned)).collect::<Vec<_>>());
        let expected = [texts(&[[" a ", "b"]]), texts(&[["c", "d"], ["e", "f"]]), texts(&[]), None, texts(&[["g", "h"]])];
        assert_eq!(corrections, expected);
    }

    #[test]
    fn wrong_tables_are_refused_with_a_remedy() {
        for (text, problem) in [
            ("line\tverdict\tcorrection\n1\taccepted\tedited\n", ":2: a corrected text of line 1 is missing: export"),
            ("line\tverdict\tcorrection\n1\taccepted\tbent\n", ":2: \"bent\" is not a correction: write"),
            ("line\tverdict\tcorrected a\tcorrected b\n1\t\ta\t\n", ":2: a corrected text of line 1 is missing"),
            ("line\tverdict\tcorrected a\tcorrected b\n1\t\ta\tb\n1\taccepted\tc\td\n", ":3: line 1 is judged twice"),
            ("unit\tverdict\tcorrection\n1\taccepted\tmerged\n1\taccepted\tmerged\n", ":3: unit 1 is judged twice"),
            ("line\tnote\n1\ta\n", "no column verdict beside unit, line or both texts: export"),
            ("line\tverdict\n1\tperhaps\n", ":2: \"perhaps\" is not a verdict: write"),
            ("line\tverdict\n0\taccepted\n", ":2: \"0\" is not a line: give"),
            ("line\tverdict\n1\taccepted\n1\trejected\n", ":3: line 1 is judged twice: keep"),
        ] {
            let message = parse(text).unwrap_err().to_string();
            assert!(message.contains(problem), "{message}");
        }
        assert!(read_verdicts(Path::new("nowhere.tsv")).unwrap_err().to_string().contains("no such file"));
    }
}
