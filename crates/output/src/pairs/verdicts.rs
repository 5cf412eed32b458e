//! Verdicts on pairs, by line: a table with the columns `line`, `verdict` or `doubt`, and perhaps `note`, `target line` and `category`,
//! as the window exports reviewed pairs and as `check` writes them.
//!
//! Cost: one pass over the file. Memory: one entry a verdict.

use std::{
    collections::BTreeMap,
    fmt,
    io::BufReader,
    path::{Path, PathBuf},
};

use csv::{ReaderBuilder, StringRecord};

use wordfield_core::project::{ProjectError, open_regular};

/// The verdict on the pair of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineVerdict {
    /// The two texts belong together.
    Accepted,
    /// The two texts do not belong together.
    Rejected,
    /// The source belongs to the target of this line.
    Line(usize),
}

/// Verdict and note on a line, with the doubt of a check.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineReview {
    /// The verdict.
    pub verdict: Option<LineVerdict>,
    /// Note of the reviewer.
    pub note: String,
    /// Kind of the error in a rejected pair; empty if none was named.
    pub category: String,
    /// Doubt about the pair, where the table is the report of a check.
    pub doubt: Option<f64>,
}

/// Fault of a table of verdicts.
#[derive(Debug, thiserror::Error)]
pub enum VerdictError {
    /// The file cannot be opened.
    #[error(transparent)]
    Open(#[from] ProjectError),
    /// The file is no table.
    #[error("{}: is not a table of verdicts ({problem}): save it as TSV in UTF-8", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// The reader's error.
        problem: csv::Error,
    },
    /// A column is missing.
    #[error("{}: has no columns line and verdict: export the reviewed pairs as TSV", path.display())]
    Columns {
        /// The file.
        path: PathBuf,
    },
    /// A row is not valid.
    #[error("{}:{line}: {problem}", path.display())]
    Row {
        /// The file.
        path: PathBuf,
        /// Line of the file, from 1.
        line: u64,
        /// The problem and its remedy.
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

/// Columns of the table.
struct Columns {
    line: usize,
    verdict: Option<usize>,
    note: Option<usize>,
    target: Option<usize>,
    doubt: Option<usize>,
    category: Option<usize>,
}

impl Columns {
    fn of(header: &StringRecord) -> Option<Self> {
        let column = |name: &str| header.iter().position(|title| title.trim().eq_ignore_ascii_case(name));
        let (line, verdict, doubt) = (column("line")?, column("verdict"), column("doubt"));
        verdict.or(doubt)?;
        Some(Self { line, verdict, note: column("note"), target: column("target line"), doubt, category: column("category") })
    }
}

/// Reads the verdicts of a file: comma-separated where its name ends in `.csv`, otherwise tab-separated.
///
/// # Errors
/// When the file cannot be read or has no such columns, a cell is not valid, or two rows judge one line.
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
        if let Some((judged, review)) = review(&record, &columns).map_err(wrong)?
            && reviews.insert(judged, review).is_some()
        {
            return Err(wrong(format!("line {judged} is judged twice: keep one of the rows")));
        }
    }
    Ok(reviews)
}

/// The review of a row; `None` for a row without line, or without verdict, note and doubt.
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
    let review = LineReview { verdict, note: text(columns.note), category: text(columns.category), doubt };
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
    fn wrong_tables_are_refused_with_a_remedy() {
        for (text, problem) in [
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
