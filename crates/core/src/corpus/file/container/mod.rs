//! Text of container files: Parquet, spreadsheets and text documents.
//!
//! | file | text |
//! |---|---|
//! | Parquet; the first sheet of a spreadsheet (XLSX, ODS) | comma-separated values with the header, a row a line |
//! | text document (DOCX, ODT) | a paragraph a line; empty paragraphs are left out |
//!
//! Readers of formats then see the text, and number the rows of a table or the paragraphs of a document.
//! Cost: one pass. Memory: the file and its text, each at most the bound of unpacked files.

mod office;
mod parquet;
mod spreadsheet;

use std::{
    fmt::Display,
    io::{self, Cursor, Read},
    path::Path,
};

use csv::WriterBuilder;
use zip::ZipArchive;

use super::bytes::failure;
use crate::corpus::{
    CorpusError, ErrorKind, Limits,
    limits::{COLUMNS, SHEET_CELLS},
};

/// Magic bytes of a Parquet file and of a ZIP archive.
const PARQUET: &[u8] = b"PAR1";
const ZIP: &[u8] = b"PK\x03\x04";
/// Number of bytes of an archive's manifest that are read.
const MANIFEST: u64 = 1 << 20;

/// Container file: Parquet, spreadsheet or text document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Container {
    Parquet,
    Xlsx,
    Ods,
    /// Text document, with the name of the archive entry that holds its text.
    Document(&'static str),
}

/// Text extracted from a container file.
pub(super) struct ContainerText {
    /// Extracted text, one row or paragraph per line.
    pub text: String,
    /// What the container file is, how it is read, and what is left out, in one sentence.
    pub note: String,
}

/// Whether a file that begins with `head` may be a Parquet file, spreadsheet or text document.
pub(crate) fn is_container(head: &[u8]) -> bool {
    head.starts_with(PARQUET) || head.starts_with(ZIP)
}

/// Extracts the text of a file that begins with `head`, if it is a container (Parquet, spreadsheet or text document).
pub(super) fn text(file: &Path, head: &[u8], input: &mut dyn Read, limits: Limits) -> Result<Option<ContainerText>, CorpusError> {
    if !is_container(head) {
        return Ok(None);
    }
    let most = limits.unpacked();
    let mut bytes = head.to_vec();
    input.take(most).read_to_end(&mut bytes).map_err(|error| failure(file, 0, &error))?;
    if bytes.len() as u64 > most {
        return Err(too_much(file, most));
    }
    let container = Container::of(&bytes, most).map_err(|failure| failure.error(file, most))?;
    let Some(container) = container else { return Ok(None) };
    let contained = match container {
        Container::Parquet => parquet::text(bytes, most),
        Container::Xlsx => spreadsheet::xlsx(bytes, most),
        Container::Ods => spreadsheet::ods(bytes, most),
        Container::Document(member) => office::text(&bytes, member, limits),
    };
    contained.map(Some).map_err(|failure| failure.error(file, most))
}

impl Container {
    /// Detects the kind of a container file; a ZIP archive without the entries of one is not one.
    fn of(bytes: &[u8], most: u64) -> Result<Option<Self>, Failure> {
        if bytes.starts_with(PARQUET) {
            return Ok(Some(Self::Parquet));
        }
        let Ok(mut archive) = ZipArchive::new(Cursor::new(bytes)) else { return Ok(None) };
        let has = |name: &str| archive.index_for_name(name).is_some();
        let (workbook, word, content) = (has("xl/workbook.xml"), has("word/document.xml"), has("content.xml"));
        if !workbook && !word && !content {
            return Ok(None);
        }
        let mut text_of = |name: &str| {
            let mut text = String::new();
            archive.by_name(name).ok().and_then(|member| member.take(MANIFEST).read_to_string(&mut text).ok());
            text
        };
        let (kind, manifest) = (text_of("mimetype"), text_of("META-INF/manifest.xml"));
        if manifest.contains("encryption-data") {
            return Err(Failure::Encrypted);
        }
        // The sizes that an archive declares may be wrong, so members are unpacked to nowhere.
        let mut unpacked = 0;
        for i in 0..archive.len() {
            unpacked += io::copy(&mut archive.by_index(i)?.take(most + 1 - unpacked), &mut io::sink())?;
            if unpacked > most {
                return Err(Failure::TooMuch);
            }
        }
        let sheet = kind.contains("spreadsheet");
        Ok(Some(match (workbook, word) {
            (true, _) => Self::Xlsx,
            (_, true) => Self::Document("word/document.xml"),
            _ if sheet => Self::Ods,
            _ => Self::Document("content.xml"),
        }))
    }
}

/// Reason why a container file has no text.
#[derive(Debug)]
enum Failure {
    TooMuch,
    Damaged(String),
    Encrypted,
    /// A table has too many columns.
    Wide(usize),
    /// A sheet has too many cells, empty ones included.
    Cells(u64),
    /// Values are compressed by a method that is not read.
    Compression(&'static str),
    /// A member of the archive has a fault.
    Refused(CorpusError),
}

impl Failure {
    fn error(self, file: &Path, most: u64) -> CorpusError {
        let limit = |problem, remedy| CorpusError::at(ErrorKind::Limit, file, None, problem, remedy);
        match self {
            Self::TooMuch => too_much(file, most),
            Self::Damaged(reason) => {
                let remedy = "save it again in its program, or as CSV or plain text";
                CorpusError::format(file, None, format!("the file is damaged ({reason})"), remedy)
            }
            Self::Encrypted => CorpusError::file(file, "the file is encrypted", "save it without a password"),
            Self::Wide(columns) => {
                let problem = format!("the table has {columns} columns and may have {COLUMNS}");
                limit(problem, "remove cells far to the right of the table, or columns")
            }
            Self::Cells(cells) => {
                let problem = format!("its sheets have {cells} cells, empty ones included, and may have {SHEET_CELLS}");
                limit(problem, "remove cells far below or to the right of the table, or save it as XLSX or CSV")
            }
            Self::Compression(method) => {
                let remedy = "write it with zstd or snappy, as with to_parquet(file, compression=\"zstd\")";
                CorpusError::file(file, format!("its values are compressed with {method}, which is not read"), remedy)
            }
            Self::Refused(error) => CorpusError::at(error.kind, file, None, error.problem, error.remedy),
        }
    }
}

impl<E: Display> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Damaged(error.to_string())
    }
}

/// Collector of table rows as comma-separated values, up to a maximum number of bytes.
struct Rows {
    writer: csv::Writer<Vec<u8>>,
    bytes: u64,
    most: u64,
}

impl Rows {
    fn new(most: u64) -> Self {
        Self { writer: WriterBuilder::new().flexible(true).from_writer(Vec::new()), bytes: 0, most }
    }

    /// Adds a table row of comma-separated values.
    fn push(&mut self, cells: impl Iterator<Item = String>) -> Result<(), Failure> {
        let cells: Vec<String> = cells.map(|cell| cell.replace("\r\n", "\n").replace('\r', "\n")).collect();
        self.bytes += cells.iter().map(|cell| cell.len() as u64 + 1).sum::<u64>();
        if self.bytes > self.most {
            return Err(Failure::TooMuch);
        }
        Ok(self.writer.write_record(&cells)?)
    }

    fn text(self) -> Result<String, Failure> {
        let bytes = self.writer.into_inner().map_err(|error| error.to_string())?;
        Ok(String::from_utf8(bytes)?)
    }
}

fn too_much(file: &Path, most: u64) -> CorpusError {
    let problem = format!("the file unpacks to more than {} MiB", most >> 20);
    let remedy = "open a part of it, or raise the limit (--max-corpus)";
    CorpusError::at(ErrorKind::Limit, file, None, problem, remedy)
}
