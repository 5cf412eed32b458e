//! Arguments about a corpus: which files, how to read them, how to cut texts into words.

use std::{path::PathBuf, sync::LazyLock};

use clap::{Args, ValueEnum, builder::PossibleValue};

use crate::corpus::{Format, Language, Limits, ReadOptions, StopWords, TaskKind, TextChoice, TextOptions};

/// How to read files.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Reading")]
pub(super) struct ReadArgs {
    /// The files' form; recognised where not given
    #[arg(long, value_enum)]
    format: Option<FormatArg>,
    /// Columns or JSON fields that hold the text; of a file of pairs, the source's and the target's
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    text_column: Vec<String>,
    /// Words of a LIBSVM file, one a line; or the XML file that names the tags of an ARFF file
    #[arg(long, value_name = "FILE")]
    vocabulary: Option<PathBuf>,
    /// Character encoding, as in windows-1252 or utf-16le; recognised where not given
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
    /// The longest line, row, document or list of words, in MiB [default: 64]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..))]
    max_document: Option<u32>,
    /// The most memory documents may take as read, in MiB; a gzip file may unpack to twice that [default: 2048]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..))]
    max_corpus: Option<u32>,
}

/// Where the class stands.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Reading")]
pub(super) struct LabelArgs {
    /// Column or JSON field that holds the class
    #[arg(long, value_name = "NAME")]
    pub label_column: Option<String>,
}

/// Where the ratings stand.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Reading")]
pub(super) struct RatingArgs {
    /// Columns or JSON fields that hold ratings; several are learned together
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', num_args = 1..)]
    pub target: Vec<String>,
}

/// The two sides of pairs, in two files or in one.
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

/// How to cut texts into words.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Words")]
pub(super) struct TextArgs {
    /// Whether words are lower-cased [default: true]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true", action = clap::ArgAction::Set)]
    lower_case: Option<bool>,
    /// Words left out: none, the words of grammar of a language (any that has a stemmer, or japanese), or a file with one
    /// word a line [default: none; of ratings in the window: english]
    #[arg(long, value_name = "WHICH")]
    stop_words: Option<String>,
    /// Reduce words to their stems
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    stemmer: Option<Stemmer>,
    /// The fewest characters of a word [default: 1]
    #[arg(long, value_name = "N")]
    min_length: Option<usize>,
}

/// How to cut texts of the target side into words, where it differs from the source side.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Words of the target side, where they differ")]
pub(super) struct TargetTextArgs {
    /// Whether words of the target side are lower-cased
    #[arg(long, value_name = "BOOL")]
    target_lower_case: Option<bool>,
    /// Words of the target side left out: none, a language's, or a file with one word a line
    #[arg(long, value_name = "WHICH")]
    target_stop_words: Option<String>,
    /// Reduce words of the target side to their stems
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    target_stemmer: Option<Stemmer>,
    /// Leave words of the target side unstemmed
    #[arg(long, conflicts_with = "target_stemmer")]
    no_target_stemmer: bool,
    /// The fewest characters of a word of the target side
    #[arg(long, value_name = "N")]
    target_min_length: Option<usize>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatArg {
    /// Lines of class, tab, text
    Lines,
    /// Lines of rating, title, text
    Rated,
    /// Lines of identifier, title, text, or without title: one side of pairs
    Identified,
    /// Lines of text alone: one side of pairs
    Plain,
    /// Lines of two texts: pairs
    Parallel,
    /// Lines of words and tags: pairs
    Tagged,
    /// A TMX translation memory: pairs
    Tmx,
    /// An ARFF file of words and tags: pairs
    Arff,
    /// Comma-separated values with a header
    Csv,
    /// Tab-separated values with a header
    Tsv,
    /// One JSON object a line
    JsonLines,
    /// Lines of class and index:value pairs
    LibSvm,
    /// A folder for each class
    Folder,
}

impl ReadArgs {
    /// As the readers take them, for this task.
    pub fn options(&self, task: Option<TaskKind>) -> ReadOptions {
        ReadOptions {
            format: self.format.map(|format| match format {
                FormatArg::Lines => Format::Lines,
                FormatArg::Rated => Format::Rated,
                FormatArg::Identified => Format::Identified,
                FormatArg::Plain => Format::Plain,
                FormatArg::Parallel => Format::Parallel,
                FormatArg::Tagged => Format::Tagged,
                FormatArg::Tmx => Format::Tmx,
                FormatArg::Arff => Format::Arff,
                FormatArg::Csv => Format::Csv,
                FormatArg::Tsv => Format::Tsv,
                FormatArg::JsonLines => Format::JsonLines,
                FormatArg::LibSvm => Format::LibSvm,
                FormatArg::Folder => Format::Folder,
            }),
            text_columns: self.text_column.clone(),
            task,
            vocabulary: self.vocabulary.clone(),
            encoding: self.encoding.clone(),
            limits: self.limits(),
            ..ReadOptions::default()
        }
    }
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
    /// What was said.
    pub fn choice(&self) -> TextChoice {
        TextChoice {
            lower_case: self.lower_case,
            stop_words: self.stop_words.as_deref().map(stop_words),
            stemmer: self.stemmer.map(|language| Some(language.0)),
            min_length: self.min_length,
        }
    }

    /// As the cutter takes them.
    pub fn options(&self) -> TextOptions {
        self.choice().over(&TextOptions::default())
    }
}

impl TargetTextArgs {
    /// As the cutter takes them: those of the source side but for what was given.
    pub fn options(&self, source: &TextOptions) -> TextOptions {
        self.choice().over(source)
    }

    /// What was said.
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

/// A language whose stemmer is at hand.
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
