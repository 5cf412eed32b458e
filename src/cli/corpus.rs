//! Arguments of a corpus: files, their format, and the cutting of texts into words.

use std::{path::PathBuf, sync::LazyLock};

use clap::{Args, ValueEnum, builder::PossibleValue};

use super::Usage;
use wordfield_core::corpus::{Format, Language, Limits, ReadOptions, StopWords, TaskKind, TextChoice};
use wordfield_core::experiment::UnusedOption;

/// Reading of files.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Reading")]
pub(super) struct ReadArgs {
    /// Format of the files [default: recognised]
    #[arg(long, value_enum)]
    format: Option<FormatArg>,
    /// Columns or JSON fields of the text; in a file of pairs, of source and target
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    text_column: Vec<String>,
    /// Words of a LIBSVM file, one per line; or the XML file that names the tags of an ARFF file
    #[arg(long, value_name = "FILE")]
    vocabulary: Option<PathBuf>,
    /// Character encoding, such as windows-1252 or utf-16le [default: recognised]
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
    /// Maximum length of a line, row, document or list of words, in MiB [default: 64]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..))]
    max_document: Option<u32>,
    /// Maximum memory of the documents read, in MiB; a gzip file may unpack to twice that [default: 2048]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..))]
    max_corpus: Option<u32>,
}

/// Column of the class.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Reading")]
pub(super) struct LabelArgs {
    /// Column or JSON field of the class
    #[arg(long, value_name = "NAME")]
    pub label_column: Option<String>,
}

/// Columns of the ratings.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Reading")]
pub(super) struct RatingArgs {
    /// Columns or JSON fields of ratings; several are learned together
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', num_args = 1..)]
    pub target: Vec<String>,
}

/// Files of pairs: one for each side, or one for both.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct SidesArgs {
    /// Documents of the source side
    #[arg(long, value_name = "FILE", required_unless_present = "pairs", requires = "target")]
    pub source: Option<PathBuf>,
    /// Documents of the target side
    #[arg(long, value_name = "FILE", required_unless_present = "pairs", requires = "source")]
    pub target: Option<PathBuf>,
    /// A file of pairs: two columns of text, lines of words and tags, TMX, or ARFF
    #[arg(long, value_name = "FILE", conflicts_with_all = ["source", "target"])]
    pub pairs: Option<PathBuf>,
}

/// Cutting of texts into words.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Words")]
pub(super) struct TextArgs {
    /// Whether words are lower-cased [default: true]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true", action = clap::ArgAction::Set)]
    lower_case: Option<bool>,
    /// Stop words to remove: none, those of a language (any that has a stemmer, or japanese), or a file with one word per
    /// line [default: english for ratings, else none]
    #[arg(long, value_name = "WHICH")]
    stop_words: Option<String>,
    /// Reduce words to their stems
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    stemmer: Option<Stemmer>,
    /// Minimum number of characters of a word [default: 1]
    #[arg(long, value_name = "N")]
    min_length: Option<usize>,
}

/// Cutting of the target side of pairs; what is not given is as on the source side.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Words of the target side, where they differ")]
pub(super) struct TargetTextArgs {
    /// Whether words of the target side are lower-cased
    #[arg(long, value_name = "BOOL")]
    target_lower_case: Option<bool>,
    /// Stop words of the target side: none, those of a language, or a file with one word per line
    #[arg(long, value_name = "WHICH")]
    target_stop_words: Option<String>,
    /// Reduce words of the target side to their stems
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    target_stemmer: Option<Stemmer>,
    /// Do not stem words of the target side
    #[arg(long, conflicts_with = "target_stemmer")]
    no_target_stemmer: bool,
    /// Minimum number of characters of a word of the target side
    #[arg(long, value_name = "N")]
    target_min_length: Option<usize>,
}

/// A file format by its key.
#[derive(Clone, Copy, Debug)]
struct FormatArg(Format);

impl ValueEnum for FormatArg {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<FormatArg>> = LazyLock::new(|| Format::ALL.iter().copied().map(FormatArg).collect());
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let info = self.0.info();
        Some(PossibleValue::new(info.key).help(info.help))
    }
}

impl SidesArgs {
    /// The files: one of pairs, or source and target.
    ///
    /// # Errors
    /// When a side is named by a format that holds both sides.
    pub fn paths(&self) -> Result<Vec<PathBuf>, Usage> {
        let (Some(source), Some(target)) = (&self.source, &self.target) else {
            return Ok(self.pairs.iter().cloned().collect());
        };
        for (option, file) in [("--source", source), ("--target", target)] {
            let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().to_lowercase());
            if name.contains(".tmx") || name.contains(".arff") {
                return Err(Usage(format!("{option} {}: holds both sides of pairs: name it by --pairs", file.display())));
            }
        }
        Ok(vec![source.clone(), target.clone()])
    }
}

impl ReadArgs {
    /// The options of the readers for this task.
    pub fn options(&self, task: Option<TaskKind>) -> ReadOptions {
        ReadOptions {
            format: self.format.map(|format| format.0),
            text_columns: self.text_column.clone(),
            task,
            vocabulary: self.vocabulary.clone(),
            encoding: self.encoding.clone(),
            limits: self.limits(),
            ..ReadOptions::default()
        }
    }
}

/// Refuses named columns that the format of the files does not have.
pub(super) fn check_used(options: &ReadOptions, format: Format) -> Result<(), Usage> {
    let no_choice = TextChoice::default();
    let unused = UnusedOption::find(options, [&no_choice, &no_choice], format);
    unused.map_or(Ok(()), |unused| Err(Usage(unused.to_string())))
}

impl ReadArgs {
    fn limits(&self) -> Limits {
        let (default, bytes) = (Limits::default(), |mib: u32| (mib as usize) << 20);
        Limits {
            document: self.max_document.map_or(default.document, bytes),
            corpus: self.max_corpus.map_or(default.corpus, bytes),
        }
    }
}

impl TextArgs {
    /// The options that were given.
    pub fn choice(&self) -> TextChoice {
        TextChoice {
            lower_case: self.lower_case,
            stop_words: self.stop_words.as_deref().map(stop_words),
            stemmer: self.stemmer.map(|language| Some(language.0)),
            min_length: self.min_length,
        }
    }
}

impl TargetTextArgs {
    /// The options that were given.
    pub fn choice(&self) -> TextChoice {
        TextChoice {
            lower_case: self.target_lower_case,
            stop_words: self.target_stop_words.as_deref().map(stop_words),
            stemmer: self.target_stemmer.map(|language| Some(language.0)).or(self.no_target_stemmer.then_some(None)),
            min_length: self.target_min_length,
        }
    }
}

fn stop_words(which: &str) -> StopWords {
    match Language::of_key(which) {
        _ if which == "none" => StopWords::None,
        Some(language) => StopWords::Of(language),
        None => StopWords::File(which.into()),
    }
}

/// A language that has a stemmer.
#[derive(Clone, Copy, Debug)]
struct Stemmer(Language);

impl ValueEnum for Stemmer {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Stemmer>> =
            LazyLock::new(|| Language::all().filter(|language| language.has_stemmer()).map(Stemmer).collect());
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.key()))
    }
}
