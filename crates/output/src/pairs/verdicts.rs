//! Table of verdicts on text pairs, as the window exports reviewed pairs and as `check` writes them.
//! Columns: `unit`, `id`, `line`, two `… text`, `verdict` or `doubt`, and optional `note`, `target unit`, `target line`,
//! `partner text`, `category`, `correction` and two `corrected …`. A split pair has a row for each of its texts.
//!
//! A verdict follows its texts: it belongs to the pair that has them, wherever it stands now. Only a table without texts names pairs
//! by unit and id.
//!
//! Cost: one pass over the file. Memory: one entry for each verdict.

use std::{
    io::BufReader,
    path::{Path, PathBuf},
};

use csv::{ReaderBuilder, StringRecord};

use wordfield_core::project::{ProjectError, open_regular};

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

/// Review of a pair: verdict, note and correction, with the doubt of a check.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairReview {
    /// Verdict of the reviewer; `None` without one.
    pub verdict: Option<PairVerdict>,
    /// Note of the reviewer on the pair.
    pub note: String,
    /// Error category of a rejected pair; empty if none was named.
    pub category: String,
    /// Doubt about the pair, if the table is the report of a check.
    pub doubt: Option<f64>,
    /// Corrected texts of source and target: one, several if the pair is split, none if it is merged into the pair
    /// before it. `None`: the pair has its own texts.
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
    /// Source and target text, if the table has both; the target text is empty beside another target.
    pub texts: Option<[String; 2]>,
    /// Number of the other target's unit or line, and its text, if the source belongs to another target.
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
    pub row: u64,
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
    /// Rows with a verdict, note, doubt or correction, in their order; one for a split pair.
    pub rows: Vec<VerdictRow>,
}

/// Error: a table of verdicts cannot be read, or does not fit the pairs.
#[derive(Debug, thiserror::Error)]
pub enum VerdictError {
    /// Error: the file of verdicts cannot be opened.
    #[error(transparent)]
    Open(#[from] ProjectError),
    /// Error: the file is not a table of verdicts on pairs.
    #[error("{}: is not a table of verdicts ({problem}): save it as TSV in UTF-8", path.display())]
    Table {
        /// Path of the file of verdicts.
        path: PathBuf,
        /// Error of the CSV reader.
        problem: csv::Error,
    },
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
        line: u64,
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

/// Column indices of a table of verdicts.
struct Columns {
    unit: Option<usize>,
    line: Option<usize>,
    id: Option<usize>,
    texts: Option<[usize; 2]>,
    verdict: Option<usize>,
    note: Option<usize>,
    target_unit: Option<usize>,
    target_line: Option<usize>,
    partner_text: Option<usize>,
    doubt: Option<usize>,
    category: Option<usize>,
    correction: Option<usize>,
    corrected: Option<[usize; 2]>,
}

impl Columns {
    fn of(header: &StringRecord) -> Option<Self> {
        let titles: Vec<String> = header.iter().map(|title| title.trim_start_matches('\u{feff}').trim().to_lowercase()).collect();
        let column = |name: &str| titles.iter().position(|title| title == name);
        let two = |fits: &dyn Fn(&String) -> bool| {
            let mut found = titles.iter().enumerate().filter(|(_, title)| fits(title)).map(|(column, _)| column);
            found.next().zip(found.next()).map(<[usize; 2]>::from)
        };
        let columns = Self {
            unit: column("unit"),
            line: column("line"),
            id: column("id"),
            texts: two(&|title| title.ends_with(TEXT) && !title.starts_with(CORRECTED) && title != PARTNER_TEXT),
            verdict: column("verdict"),
            note: column("note"),
            target_unit: column("target unit"),
            target_line: column("target line"),
            partner_text: column(PARTNER_TEXT),
            doubt: column("doubt"),
            category: column("category"),
            correction: column("correction"),
            corrected: two(&|title| title.starts_with(CORRECTED)),
        };
        let names_pairs = columns.unit.is_some() || columns.line.is_some() || columns.texts.is_some();
        (names_pairs && columns.verdict.or(columns.doubt).is_some()).then_some(columns)
    }
}

/// Reads a table of verdicts: comma-separated if the file name ends in `.csv`, otherwise tab-separated.
///
/// # Errors
/// When the file cannot be read or has no such columns, a cell is not valid, or two rows judge one pair and are not parts of a
/// split pair.
pub fn read_verdicts(path: &Path) -> Result<VerdictTable, VerdictError> {
    let comma = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    let (opened, _) = open_regular(path)?;
    let mut reader = ReaderBuilder::new().delimiter(if comma { b',' } else { b'\t' }).from_reader(BufReader::new(opened));
    let unreadable = |problem| VerdictError::Table { path: path.to_owned(), problem };
    let header = reader.headers().map_err(unreadable)?;
    let columns = Columns::of(header).ok_or_else(|| VerdictError::Columns { path: path.to_owned() })?;
    let mut rows: Vec<VerdictRow> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(unreadable)?;
        let row = record.position().map_or(0, csv::Position::line);
        let wrong = |problem| VerdictError::Row { path: path.to_owned(), line: row, problem };
        let Some((key, review)) = review(&record, &columns).map_err(wrong)? else { continue };
        // Rows of one pair follow each other, where a pair has a number.
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
fn correction(record: &StringRecord, columns: &Columns, name: &str) -> Result<Option<Vec<[String; 2]>>, String> {
    let cell = |column: usize| record.get(column).unwrap_or_default();
    let kind = columns.correction.map_or("", |column| cell(column).trim());
    let texts = columns.corrected.map_or([""; 2], |columns| columns.map(cell));
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

/// Pair and review in a table row; `None` for a row without pair, or without verdict, note, doubt and correction.
fn review(record: &StringRecord, columns: &Columns) -> Result<Option<(PairKey, PairReview)>, String> {
    let cell = |column: Option<usize>| column.and_then(|column| record.get(column)).unwrap_or_default();
    let number = |text: &str, what: &str| -> Result<usize, String> {
        text.parse().ok().filter(|&line| line > 0).ok_or_else(|| format!("\"{text}\" is not a {what}: give a number from 1"))
    };
    let optional = |column: Option<usize>, what: &str| -> Result<Option<usize>, String> {
        Some(cell(column).trim()).filter(|text| !text.is_empty()).map(|text| number(text, what)).transpose()
    };
    let (unit, line) = (optional(columns.unit, "unit")?, optional(columns.line, "line")?);
    let texts = columns.texts.map(|columns| columns.map(|column| cell(Some(column)).to_owned()));
    let texts = texts.filter(|texts| texts.iter().any(|text| !text.trim().is_empty()));
    if unit.is_none() && line.is_none() && texts.is_none() {
        return Ok(None);
    }
    let (target_unit, target_line) = (optional(columns.target_unit, "unit")?, optional(columns.target_line, "line")?);
    let partner = Some(cell(columns.partner_text)).filter(|text| !text.trim().is_empty()).map(str::to_owned);
    let other_text = || texts.as_ref().map(|texts| texts[1].clone()).filter(|text| !text.trim().is_empty());
    let other = match (target_unit, target_line) {
        (Some(target), _) if Some(target) != unit => Some(TargetKey { number: target, is_unit: true, text: other_text() }),
        (None, Some(target)) if Some(target) != line => Some(TargetKey { number: target, is_unit: false, text: other_text() }),
        _ => None,
    };
    let named = PairKey { unit, line, ..PairKey::default() }.name();
    let mut target = None;
    let verdict = match (cell(columns.verdict).trim(), other) {
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
    let id = columns.id.map(|column| cell(Some(column)).trim().to_owned());
    // The second text of a row whose target stands in a column is that target's, not the pair's own.
    let has_other_text = target_unit.or(target_line).is_some() && target.is_some();
    let texts = texts.map(|[source, own]| if has_other_text { [source, String::new()] } else { [source, own] });
    let doubt = columns.doubt.and_then(|column| cell(Some(column)).trim().parse().ok());
    let text = |column: Option<usize>| cell(column).trim().to_owned();
    let correction = correction(record, columns, &named)?;
    let review = PairReview { verdict, note: text(columns.note), category: text(columns.category), doubt, correction };
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
        assert!(read_verdicts(Path::new("nowhere.tsv")).unwrap_err().to_string().contains("check that the file exists"));
    }
}
