//! Table of verdicts on text pairs, as the window exports reviewed pairs and as `check` writes them.
//! Columns: `line`, `verdict` or `doubt`, and optional `note`, `target line`, `category`, `correction` and two `corrected …`.
//! A split pair has a row for each of its texts.
//!
//! Cost: one pass over the file. Memory: one entry for each verdict.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    fmt,
    io::BufReader,
    path::{Path, PathBuf},
};

use csv::{ReaderBuilder, StringRecord};

use wordfield_core::project::{ProjectError, open_regular};

/// Verdict of a reviewer on the pair of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineVerdict {
    /// Verdict of a reviewer: the two texts belong together.
    Accepted,
    /// Verdict of a reviewer: the two texts do not belong together.
    Rejected,
    /// Verdict of a reviewer: the source belongs to the target of the given line.
    Line(usize),
}

/// Review of the pair of a line: verdict, note and correction, with the doubt of a check.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineReview {
    /// Verdict of the reviewer; `None` if the row has none.
    pub verdict: Option<LineVerdict>,
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

/// Error: a table of verdicts cannot be read.
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
    #[error("{}: has no columns line and verdict: export the reviewed pairs as TSV", path.display())]
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
}

impl fmt::Display for LineVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accepted => f.write_str("accepted"),
            Self::Rejected => f.write_str("rejected"),
            Self::Line(line) => write!(f, "line {line}"),
        }
    }
}

/// Prefix in the titles of columns with corrected texts.
const CORRECTED: &str = "corrected ";

/// Column indices of a table of verdicts.
struct Columns {
    line: usize,
    verdict: Option<usize>,
    note: Option<usize>,
    target: Option<usize>,
    doubt: Option<usize>,
    category: Option<usize>,
    correction: Option<usize>,
    corrected: Option<[usize; 2]>,
}

impl Columns {
    fn of(header: &StringRecord) -> Option<Self> {
        let column = |name: &str| header.iter().position(|title| title.trim().eq_ignore_ascii_case(name));
        let (line, verdict, doubt) = (column("line")?, column("verdict"), column("doubt"));
        let correction = column("correction");
        verdict.or(doubt)?;
        let is_corrected = |title: &&str| title.get(..CORRECTED.len()).is_some_and(|start| start.eq_ignore_ascii_case(CORRECTED));
        let mut corrected = header.iter().enumerate().filter(|(_, title)| is_corrected(title)).map(|(column, _)| column);
        let corrected = corrected.next().zip(corrected.next()).map(<[usize; 2]>::from);
        let (note, target, category) = (column("note"), column("target line"), column("category"));
        Some(Self { line, verdict, note, target, doubt, category, correction, corrected })
    }
}

/// Reads a table of verdicts: comma-separated if the file name ends in `.csv`, otherwise tab-separated.
///
/// # Errors
/// When the file cannot be read or has no such columns, a cell is not valid, or two rows judge one line and are not parts of a
/// split pair.
pub fn read_verdicts(path: &Path) -> Result<BTreeMap<usize, LineReview>, VerdictError> {
    let comma = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    let (opened, _) = open_regular(path)?;
    let mut reader = ReaderBuilder::new().delimiter(if comma { b',' } else { b'\t' }).from_reader(BufReader::new(opened));
    let unreadable = |problem| VerdictError::Table { path: path.to_owned(), problem };
    let header = reader.headers().map_err(unreadable)?;
    let columns = Columns::of(header).ok_or_else(|| VerdictError::Columns { path: path.to_owned() })?;
    let mut reviews = BTreeMap::new();
    for record in reader.records() {
        let record = record.map_err(unreadable)?;
        let line = record.position().map_or(0, csv::Position::line);
        let wrong = |problem| VerdictError::Row { path: path.to_owned(), line, problem };
        let Some((judged, review)) = review(&record, &columns).map_err(wrong)? else { continue };
        match reviews.entry(judged) {
            Entry::Vacant(free) => {
                free.insert(review);
            }
            Entry::Occupied(mut known) => {
                if !add_part(known.get_mut(), &review) {
                    return Err(wrong(format!("line {judged} is judged twice: keep one of the rows")));
                }
            }
        }
    }
    Ok(reviews)
}

/// Adds the text of another row of a split pair; `false` if the row is not another part of it.
fn add_part(known: &mut LineReview, row: &LineReview) -> bool {
    let rest = |review: &LineReview| LineReview { correction: None, ..review.clone() };
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
fn correction(record: &StringRecord, columns: &Columns, line: usize) -> Result<Option<Vec<[String; 2]>>, String> {
    let cell = |column: usize| record.get(column).unwrap_or_default();
    let name = columns.correction.map_or("", |column| cell(column).trim());
    let texts = columns.corrected.map_or([""; 2], |columns| columns.map(cell));
    let missing = |side: usize| texts[side].trim().is_empty();
    match name {
        "merged" => Ok(Some(Vec::new())),
        "" | "edited" | "split" => match (missing(0), missing(1)) {
            (false, false) => Ok(Some(vec![texts.map(str::to_owned)])),
            (true, true) if name.is_empty() => Ok(None),
            _ => Err(format!("a corrected text of line {line} is missing: export the reviewed pairs, or write both texts")),
        },
        _ => Err(format!("\"{name}\" is not a correction: write edited, split or merged")),
    }
}

/// Review in a table row; `None` for a row without line, or without verdict, note, doubt and correction.
fn review(record: &StringRecord, columns: &Columns) -> Result<Option<(usize, LineReview)>, String> {
    let cell = |column: usize| record.get(column).unwrap_or_default().trim();
    let number = |text: &str| -> Result<usize, String> {
        text.parse().ok().filter(|&line| line > 0).ok_or_else(|| format!("\"{text}\" is not a line: give a number from 1"))
    };
    if cell(columns.line).is_empty() {
        return Ok(None);
    }
    let line = number(cell(columns.line))?;
    let target = columns.target.map(cell).filter(|target| !target.is_empty()).map(number).transpose()?;
    let other = target.filter(|&target| target != line);
    let verdict = match (columns.verdict.map(cell).unwrap_or_default(), other) {
        ("", _) | ("rejected", Some(_)) => None,
        ("accepted", Some(other)) => Some(LineVerdict::Line(other)),
        ("accepted", None) => Some(LineVerdict::Accepted),
        ("rejected", None) => Some(LineVerdict::Rejected),
        (text, _) => match text.strip_prefix("line ") {
            Some(other) => Some(LineVerdict::Line(number(other.trim())?)),
            None => return Err(format!("\"{text}\" is not a verdict: write accepted, rejected, or line and a number")),
        },
    };
    let doubt = columns.doubt.map(cell).and_then(|doubt| doubt.parse().ok());
    let text = |column: Option<usize>| column.map(cell).unwrap_or_default().to_owned();
    let correction = correction(record, columns, line)?;
    let review = LineReview { verdict, note: text(columns.note), category: text(columns.category), doubt, correction };
    Ok((review != LineReview::default()).then_some((line, review)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<BTreeMap<usize, LineReview>, VerdictError> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("verdicts.tsv");
        std::fs::write(&path, text).expect("a file");
        read_verdicts(&path)
    }

    #[test]
    fn verdicts_of_exports_and_reports_are_read_by_line() {
        let reviews = parse(
            "en\tverdict\tnote\tline\ttarget line\na\taccepted\t\t3\t3\nb\taccepted\tmoved\t4\t9\nc\trejected\t\t5\t8\n\
             d\trejected\t\t6\t6\ne\t\tlook\t7\t\nf\tline 12\t\t8\t\n",
        );
        let verdict = |verdict, note: &str| LineReview { verdict, note: note.to_owned(), ..LineReview::default() };
        let expected = [
            (3, verdict(Some(LineVerdict::Accepted), "")),
            (4, verdict(Some(LineVerdict::Line(9)), "moved")),
            (6, verdict(Some(LineVerdict::Rejected), "")),
            (7, verdict(None, "look")),
            (8, verdict(Some(LineVerdict::Line(12)), "")),
        ];
        assert_eq!(reviews.expect("verdicts").into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn categories_are_read_where_there_are_any() {
        let category = |text: &str| parse(text).expect("verdicts")[&3].category.clone();
        assert_eq!(category("line\tverdict\tcategory\n3\trejected\tomission\n"), "omission");
        assert_eq!(category("line\tverdict\n3\trejected\n"), "", "of an earlier version");
    }

    #[test]
    fn corrected_texts_are_read_as_they_are_written() {
        let reviews = parse(
            "line\tverdict\tcorrection\tcorrected en\tcorrected de\n1\taccepted\tedited\t a \tb\n2\taccepted\tsplit\tc\td\n\
             2\taccepted\tsplit\te\tf\n3\taccepted\tmerged\t\t\n4\taccepted\t\t\t\n5\t\t\tg\th\n",
        );
        let corrections: Vec<_> = reviews.expect("verdicts").into_values().map(|review| review.correction).collect();
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
            ("line\tverdict\tcorrection\n1\taccepted\tmerged\n1\taccepted\tmerged\n", ":3: line 1 is judged twice"),
            ("line\tnote\n1\ta\n", "no columns line and verdict: export"),
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
