//! The registry of formats: a row per format.

use std::{io, path::Path};

use super::{
    Arrays, ExportError, Frames, ReviewedPairs, Sink, Table, Vectors, WordPairs, arrays, dictionary, frames, pairs, table,
    vectors,
};

/// What can be exported.
pub enum Contents<'a> {
    /// A table of the window or of a command.
    Table(Table<'a>),
    /// Words with their positions.
    Vectors(Vectors<'a>),
    /// Named arrays.
    Arrays(Arrays<'a>),
    /// Pairs of documents with verdicts.
    Pairs(ReviewedPairs<'a>),
    /// A learned dictionary.
    Dictionary(WordPairs<'a>),
    /// Frames of a recorded run.
    Frames(Box<dyn Frames + 'a>),
    /// A state as a text.
    State(&'a str),
}

/// A kind of contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A table.
    Table,
    /// Words with their positions.
    Vectors,
    /// Named arrays.
    Arrays,
    /// Pairs of documents with verdicts.
    Pairs,
    /// A learned dictionary.
    Dictionary,
    /// Frames of a recorded run.
    Frames,
    /// A state as a text.
    State,
}

/// Function that writes one kind of contents.
#[derive(Clone, Copy, Debug)]
pub enum Write {
    /// Writes a table to one file.
    Table(fn(&Table<'_>, &mut dyn io::Write) -> io::Result<()>),
    /// Writes words with their positions.
    Vectors(fn(&Vectors<'_>, &mut Sink<'_>) -> Result<(), ExportError>),
    /// Writes named arrays.
    Arrays(fn(&Arrays<'_>, &mut Sink<'_>) -> Result<(), ExportError>),
    /// Writes the accepted ones of pairs of documents.
    Pairs(fn(&ReviewedPairs<'_>, &mut Sink<'_>) -> Result<(), ExportError>),
    /// Writes a learned dictionary.
    Dictionary(fn(&WordPairs<'_>, &mut Sink<'_>) -> Result<(), ExportError>),
    /// Writes the frames of a recorded run.
    Frames(fn(&dyn Frames, &mut Sink<'_>) -> Result<(), ExportError>),
    /// Writes a state to one file.
    State(fn(&str, &mut dyn io::Write) -> io::Result<()>),
}

/// A format.
#[derive(Debug)]
pub struct Exporter {
    /// Name on the command line.
    pub name: &'static str,
    /// Extension of its files.
    pub extension: &'static str,
    /// Title in the window.
    pub title: &'static str,
    /// Programs that read the format.
    pub readers: &'static str,
    /// Function that writes the format.
    pub write: Write,
}

/// Every format, grouped by kind; the first of a kind is its default.
pub static EXPORTERS: &[Exporter] = &[
    Exporter {
        name: "csv",
        extension: "csv",
        title: "CSV, comma-separated values",
        readers: "spreadsheets, pandas, R",
        write: Write::Table(table::csv),
    },
    Exporter {
        name: "tsv",
        extension: "tsv",
        title: "TSV, tab-separated values",
        readers: "spreadsheets, pandas, R, command-line tools",
        write: Write::Table(table::tsv),
    },
    Exporter {
        name: "json",
        extension: "json",
        title: "JSON, one object per row",
        readers: "JavaScript, Python, jq",
        write: Write::Table(table::json),
    },
    Exporter {
        name: "parquet",
        extension: "parquet",
        title: "Parquet, typed columns",
        readers: "pandas, Polars, DuckDB, Embedding Atlas",
        write: Write::Table(table::parquet),
    },
    Exporter {
        name: "xlsx",
        extension: "xlsx",
        title: "Excel workbook",
        readers: "Excel, LibreOffice, openpyxl",
        write: Write::Table(table::xlsx),
    },
    Exporter {
        name: "latex",
        extension: "tex",
        title: "LaTeX table, with booktabs",
        readers: "LaTeX",
        write: Write::Table(table::latex),
    },
    Exporter {
        name: "word2vec",
        extension: "vec",
        title: "word2vec, text",
        readers: "gensim, fastText, spaCy, Wordfield (--vectors)",
        write: Write::Vectors(vectors::word2vec),
    },
    Exporter {
        name: "word2vec-binary",
        extension: "bin",
        title: "word2vec, binary",
        readers: "gensim, word2vec, Wordfield (--vectors)",
        write: Write::Vectors(vectors::word2vec_binary),
    },
    Exporter {
        name: "glove",
        extension: "txt",
        title: "GloVe, text without a header",
        readers: "gensim (no_header), PyTorch, Wordfield (--vectors)",
        write: Write::Vectors(vectors::glove),
    },
    Exporter {
        name: "projector",
        extension: "tsv",
        title: "TensorFlow Embedding Projector, two files",
        readers: "Embedding Projector, TensorBoard",
        write: Write::Vectors(vectors::projector),
    },
    Exporter {
        name: "npz",
        extension: "npz",
        title: "NumPy archive of named arrays",
        readers: "NumPy",
        write: Write::Arrays(arrays::npz),
    },
    Exporter {
        name: "tmx",
        extension: "tmx",
        title: "TMX translation memory of accepted pairs",
        readers: "OmegaT, Trados, Wordfield",
        write: Write::Pairs(pairs::tmx),
    },
    Exporter {
        name: "moses",
        extension: "",
        title: "Moses, two files of aligned lines of accepted pairs",
        readers: "Moses, fairseq, OPUS tools, Wordfield",
        write: Write::Pairs(pairs::moses),
    },
    Exporter {
        name: "muse",
        extension: "txt",
        title: "MUSE dictionary, two words in a line",
        readers: "MUSE, VecMap",
        write: Write::Dictionary(dictionary::muse),
    },
    Exporter {
        name: "gif",
        extension: "gif",
        title: "GIF, an animation",
        readers: "browsers, slides, chats",
        write: Write::Frames(frames::gif),
    },
    Exporter {
        name: "png-frames",
        extension: "png",
        title: "PNG, a numbered picture per frame",
        readers: "ffmpeg, video editors",
        write: Write::Frames(frames::png_frames),
    },
    Exporter {
        name: "sandbox",
        extension: "sandbox",
        title: "State of the sandbox, a small JSON text",
        readers: "Wordfield, text editors, authors of lessons",
        write: Write::State(|text, to| to.write_all(text.as_bytes())),
    },
];

impl Contents<'_> {
    /// Kind of the contents.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Table(_) => Kind::Table,
            Self::Vectors(_) => Kind::Vectors,
            Self::Arrays(_) => Kind::Arrays,
            Self::Pairs(_) => Kind::Pairs,
            Self::Dictionary(_) => Kind::Dictionary,
            Self::Frames(_) => Kind::Frames,
            Self::State(_) => Kind::State,
        }
    }

    /// Writes the contents to all files of a sink.
    ///
    /// # Errors
    /// When the format is for another kind, the contents do not fit it, the system refuses, or the export is cancelled; no
    /// target is then changed.
    pub fn write(&self, exporter: &Exporter, mut sink: Sink<'_>) -> Result<(), ExportError> {
        match (self, exporter.write) {
            (Self::Table(table), Write::Table(write)) => sink.fill(None, |to| write(table, to))?,
            (Self::Vectors(vectors), Write::Vectors(write)) => write(vectors, &mut sink)?,
            (Self::Arrays(arrays), Write::Arrays(write)) => write(arrays, &mut sink)?,
            (Self::Pairs(pairs), Write::Pairs(write)) => write(pairs, &mut sink)?,
            (Self::Dictionary(words), Write::Dictionary(write)) => write(words, &mut sink)?,
            (Self::Frames(frames), Write::Frames(write)) => write(&**frames, &mut sink)?,
            (Self::State(text), Write::State(write)) => sink.fill(None, |to| write(text, to))?,
            _ => return Err(exporter.is_for_another_kind()),
        }
        sink.commit()
    }

    /// The bytes of a table.
    ///
    /// # Errors
    /// When the contents or the format are of another kind, or the contents do not fit the format.
    pub fn bytes(&self, exporter: &Exporter) -> Result<Vec<u8>, ExportError> {
        let mut bytes = Vec::new();
        match (self, exporter.write) {
            (Self::Table(table), Write::Table(write)) => {
                write(table, &mut bytes).map_err(|cause| failed(Path::new("memory"), cause))?;
            }
            _ => return Err(exporter.is_for_another_kind()),
        }
        Ok(bytes)
    }
}

impl Sink<'_> {
    /// Writes one file: the main one, or the one beside it with a suffix before the extension.
    ///
    /// # Errors
    /// When the path cannot hold a file or belongs to the inputs, the contents do not fit the format, or the system refuses.
    pub(super) fn fill(&mut self, suffix: Option<&str>, write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> Filled {
        let path = self.path().to_owned();
        let mut file = match suffix {
            None => self.main()?,
            Some(suffix) => self.beside(suffix)?,
        };
        write(&mut file).map_err(|cause| failed(&path, cause))
    }

    /// Writes the file whose path is the main one with another extension appended.
    ///
    /// # Errors
    /// As [`Sink::fill`].
    pub(super) fn fill_suffixed(&mut self, suffix: &str, write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> Filled {
        let path = self.path().to_owned();
        write(&mut self.extended(suffix)?).map_err(|cause| failed(&path, cause))
    }
}

type Filled = Result<(), ExportError>;

/// The error of a format inside an error of the system, or the latter.
fn failed(path: &Path, cause: io::Error) -> ExportError {
    cause.downcast().unwrap_or_else(|cause| ExportError::of(path, cause))
}

impl Exporter {
    /// Kind of contents the format holds.
    pub fn kind(&self) -> Kind {
        match self.write {
            Write::Table(_) => Kind::Table,
            Write::Vectors(_) => Kind::Vectors,
            Write::Arrays(_) => Kind::Arrays,
            Write::Pairs(_) => Kind::Pairs,
            Write::Dictionary(_) => Kind::Dictionary,
            Write::Frames(_) => Kind::Frames,
            Write::State(_) => Kind::State,
        }
    }

    fn is_for_another_kind(&self) -> ExportError {
        ExportError::Unsuitable(format!("{} does not hold such contents: choose another format", self.title))
    }
}

/// The format of a name.
pub fn exporter(name: &str) -> Option<&'static Exporter> {
    EXPORTERS.iter().find(|exporter| exporter.name == name)
}

/// The formats of a kind of contents.
pub fn exporters_of(kind: Kind) -> impl Iterator<Item = &'static Exporter> {
    EXPORTERS.iter().filter(move |exporter| exporter.kind() == kind)
}

/// A file name made of the corpus and the contents, such as `webkb-words.csv`; without an extension where the format appends
/// one to each of its files.
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

    #[test]
    fn names_of_formats_are_unique() {
        for (place, row) in EXPORTERS.iter().enumerate() {
            assert!(EXPORTERS.iter().skip(place + 1).all(|other| other.name != row.name), "{}", row.name);
            assert!(!row.readers.is_empty());
        }
    }

    #[test]
    fn a_proposed_name_holds_letters_and_digits_only() {
        let csv = exporter("csv").expect("csv");
        assert_eq!(proposed_name("my corpus/1.txt", "documents (test)", csv), "my-corpus-1-txt-documents-test.csv");
    }
}
