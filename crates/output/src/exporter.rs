//! Kinds of exported contents, with the file formats of each.
//!
//! A kind of contents is a type that implements [`ExportKind`], which lists its formats; [`exporters`] lists all kinds.

use std::{io, path::Path};

use super::{AlignedLines, Arrays, Delivery, ExportError, Frames, ReviewedPairs, SandboxText, Sink, Table, Vectors, WordPairs};

/// Export format: name, file extension, title and readers.
#[derive(Debug)]
pub struct Exporter {
    /// Name of the export format on the command line.
    pub name: &'static str,
    /// File extension of the export format.
    pub extension: &'static str,
    /// Title of the export format in the window.
    pub title: &'static str,
    /// Programs that read the export format.
    pub readers: &'static str,
}

/// Function that writes contents of one kind to a single file.
type ToFile<K> = fn(&<K as ExportKind>::Contents<'_>, &mut dyn io::Write) -> io::Result<()>;
/// Function that writes contents of one kind to the files of a sink.
type ToSink<K> = fn(&<K as ExportKind>::Contents<'_>, &mut Sink<'_>) -> Result<(), ExportError>;

enum Write<K: ExportKind + ?Sized> {
    File(ToFile<K>),
    Files(ToSink<K>),
}

/// Export format of one kind of contents, with the function that writes it.
pub struct Format<K: ExportKind + ?Sized> {
    exporter: Exporter,
    write: Write<K>,
}

impl<K: ExportKind + ?Sized> Format<K> {
    /// Export format of a single file: name and extension, title, readers, and the function that writes it.
    pub(super) const fn file(
        [name, extension]: [&'static str; 2],
        title: &'static str,
        readers: &'static str,
        write: ToFile<K>,
    ) -> Self {
        Self { exporter: Exporter { name, extension, title, readers }, write: Write::File(write) }
    }

    /// Creates an export format whose function opens its files itself.
    pub(super) const fn files(
        [name, extension]: [&'static str; 2],
        title: &'static str,
        readers: &'static str,
        write: ToSink<K>,
    ) -> Self {
        Self { exporter: Exporter { name, extension, title, readers }, write: Write::Files(write) }
    }
}

/// Position of the table formats among the formats of a kind of contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsTable {
    /// Table formats come before the kind's own formats.
    First,
    /// Table formats come after the kind's own formats.
    Last,
    /// Table formats are not added, because the contents are not a table, or already one.
    Never,
}

/// Kind of exported contents, with the file formats that hold it.
pub trait ExportKind: 'static {
    /// Type of the exported contents of this kind.
    type Contents<'a>: ?Sized;
    /// Formats for this kind of contents only, without table formats, the default first.
    const FORMATS: &'static [Format<Self>];
    /// Position of the table formats among the formats of this kind.
    const AS_TABLE: AsTable = AsTable::Never;

    /// Converts the contents to a table, which the table formats write.
    fn as_table<'a>(_contents: &'a Self::Contents<'_>) -> Option<Table<'a>> {
        None
    }

    /// Formats for this kind of contents only, without table formats.
    fn own_formats() -> Vec<&'static Exporter> {
        Self::FORMATS.iter().map(|format| &format.exporter).collect()
    }

    /// All formats that hold this kind of contents, the default first.
    fn formats() -> Vec<&'static Exporter> {
        let (own, tables) = (Self::own_formats(), Table::own_formats());
        match Self::AS_TABLE {
            AsTable::First => [tables, own].concat(),
            AsTable::Last => [own, tables].concat(),
            AsTable::Never => own,
        }
    }

    /// Writes the contents in an export format to all files of a sink.
    ///
    /// # Errors
    /// Returns an error if the format is for another kind, the contents do not fit it, an I/O operation fails,
    /// or the export is cancelled; no target is then changed.
    fn write(contents: &Self::Contents<'_>, exporter: &Exporter, mut sink: Sink<'_>) -> Result<(), ExportError> {
        Self::fill(contents, exporter, &mut sink)?;
        sink.commit()
    }

    /// Writes the contents in an export format to the files of a sink, which do not appear yet.
    ///
    /// # Errors
    /// Returns the errors of [`ExportKind::write`].
    fn fill(contents: &Self::Contents<'_>, exporter: &Exporter, sink: &mut Sink<'_>) -> Result<(), ExportError> {
        match exporter.of::<Self>().map(|format| &format.write) {
            Some(Write::File(write)) => sink.fill(None, |to| write(contents, to)),
            Some(Write::Files(write)) => write(contents, sink),
            None => {
                let table = Self::as_table(contents).ok_or_else(|| exporter.is_for_another_kind())?;
                Table::fill(&table, exporter, sink)
            }
        }
    }

    /// Contents in an export format of a single file, as bytes.
    ///
    /// # Errors
    /// Returns an error if the format is for another kind or is several files, or the contents do not fit it.
    fn bytes(contents: &Self::Contents<'_>, exporter: &Exporter) -> Result<Vec<u8>, ExportError> {
        let mut bytes = Vec::new();
        match exporter.of::<Self>().map(|format| &format.write) {
            Some(Write::File(write)) => write(contents, &mut bytes).map_err(|cause| failed(Path::new("memory"), cause))?,
            _ => return Err(exporter.is_for_another_kind()),
        }
        Ok(bytes)
    }
}

/// Functions that list the export formats of every kind of contents.
static KINDS: &[fn() -> Vec<&'static Exporter>] = &[
    Table::own_formats,
    Vectors::own_formats,
    Arrays::own_formats,
    ReviewedPairs::own_formats,
    AlignedLines::own_formats,
    Delivery::own_formats,
    WordPairs::own_formats,
    <dyn Frames>::own_formats,
    SandboxText::own_formats,
];

/// All export formats, grouped by kind of contents; the first of a kind is its default.
pub fn exporters() -> impl Iterator<Item = &'static Exporter> {
    KINDS.iter().flat_map(|formats| formats())
}

impl Sink<'_> {
    /// Writes one file of a sink: the main file, or a companion whose name has a suffix before the extension.
    ///
    /// # Errors
    /// Returns an error if the path cannot hold a file or belongs to the inputs, the contents do not fit the format,
    /// or an I/O operation fails.
    pub(super) fn fill(&mut self, suffix: Option<&str>, write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> FillResult {
        let path = self.path.clone();
        let mut file = match suffix {
            None => self.main()?,
            Some(suffix) => self.beside(suffix)?,
        };
        write(&mut file).map_err(|cause| failed(&path, cause))
    }

    /// Writes a companion file, whose path is the main path with another extension appended.
    ///
    /// # Errors
    /// Returns the errors of [`Sink::fill`].
    pub(super) fn fill_suffixed(&mut self, suffix: &str, write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> FillResult {
        let path = self.path.clone();
        write(&mut self.extended(suffix)?).map_err(|cause| failed(&path, cause))
    }
}

type FillResult = Result<(), ExportError>;

/// Error of an export format: the one that an I/O error wraps, or that I/O error itself.
fn failed(path: &Path, cause: io::Error) -> ExportError {
    cause.downcast().unwrap_or_else(|cause| ExportError::of(path, cause))
}

impl Exporter {
    /// Whether the export format is for this kind of contents only.
    pub fn is_of<K: ExportKind + ?Sized>(&self) -> bool {
        self.of::<K>().is_some()
    }

    fn of<K: ExportKind + ?Sized>(&self) -> Option<&'static Format<K>> {
        K::FORMATS.iter().find(|format| format.exporter.name == self.name)
    }

    fn is_for_another_kind(&self) -> ExportError {
        ExportError::Unsuitable(format!("{} does not hold such contents: choose another format", self.title))
    }
}

/// Export format with the given command-line name.
pub fn exporter(name: &str) -> Option<&'static Exporter> {
    exporters().find(|exporter| exporter.name == name)
}

/// File name proposed for a corpus and contents, such as `webkb-words.csv`;
/// without an extension if the format appends one to each of its files.
pub fn proposed_name(corpus: &str, contents: &str, exporter: &Exporter) -> String {
    let plain = |text: &str| -> String {
        let text: String = text.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
        text.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
    };
    let dot = if exporter.extension.is_empty() { "" } else { "." };
    format!("{}-{}{dot}{}", plain(corpus), plain(contents), exporter.extension)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WordPair;
    use wordfield_core::project::Inputs;

    #[test]
    fn names_of_formats_are_unique() {
        for (place, row) in exporters().enumerate() {
            assert!(exporters().skip(place + 1).all(|other| other.name != row.name), "{}", row.name);
            assert!(!row.readers.is_empty());
        }
    }

    #[test]
    fn a_proposed_name_holds_letters_and_digits_only() {
        let csv = exporter("csv").expect("csv");
        assert_eq!(proposed_name("my corpus/1.txt", "documents (test)", csv), "my-corpus-1-txt-documents-test.csv");
    }

    #[test]
    fn contents_go_to_formats_of_their_kind_or_of_tables_alone() {
        let entry = WordPair { words: ["Tee", "tea"], mutual: true, ..WordPair::default() };
        let words = WordPairs { sides: ["de", "en"], entries: vec![entry] };
        let names = WordPairs::formats().into_iter().map(|row| row.name).collect::<Vec<_>>();
        assert_eq!(names, ["csv", "tsv", "json", "parquet", "xlsx", "latex", "muse", "tbx"]);
        let (folder, inputs) = (tempfile::tempdir().unwrap(), Inputs::default());
        for row in exporters() {
            let path = folder.path().join(row.name);
            let written = WordPairs::write(&words, row, Sink::new(&path, &inputs, <_>::default()).unwrap());
            let message = written.err().map(|error| error.to_string()).unwrap_or_default();
            assert_eq!(message.contains("choose another format"), !names.contains(&row.name), "{}: {message}", row.name);
            assert_eq!(path.exists(), names.contains(&row.name), "{}", row.name);
        }
    }
}
