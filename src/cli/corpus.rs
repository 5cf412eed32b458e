//! Arguments about a corpus: which files, how to read them, how to cut texts into words.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::corpus::{Format, ReadOptions, Stemmer, StopWords, TextOptions};

/// How to read files.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Reading")]
pub(super) struct ReadArgs {
    /// The files' form; recognised where not given
    #[arg(long, value_enum)]
    format: Option<FormatArg>,
    /// Column or JSON field that holds the class
    #[arg(long, value_name = "NAME")]
    label_column: Option<String>,
    /// Columns or JSON fields that hold the text
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    text_column: Vec<String>,
    /// Words of a LIBSVM file, one a line
    #[arg(long, value_name = "FILE")]
    vocabulary: Option<PathBuf>,
    /// Character encoding, as in windows-1252 or utf-16le; recognised where not given
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
}

/// How to cut texts into words.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Words")]
pub(super) struct TextArgs {
    /// Whether words are lower-cased
    #[arg(long, value_name = "BOOL", default_value_t = TextOptions::default().lower_case, num_args = 0..=1,
          default_missing_value = "true", action = clap::ArgAction::Set)]
    lower_case: bool,
    /// Words left out: none, english, or a file with one word a line
    #[arg(long, value_name = "WHICH", default_value = "none")]
    stop_words: String,
    /// Reduce words to their stems
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    stemmer: Option<StemmerArg>,
    /// The fewest characters of a word
    #[arg(long, value_name = "N", default_value_t = TextOptions::default().min_length)]
    min_length: usize,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatArg {
    /// Lines of class, tab, text
    Lines,
    /// Lines of rating, tab, title, tab, text
    Rated,
    /// Lines of identifier, tab, title, tab, text: one side of pairs
    Identified,
    /// Lines of text alone: one side of pairs
    Plain,
    /// Lines of two texts that belong together
    Parallel,
    /// Lines of words, tab, tags
    Tagged,
    /// A TMX translation memory
    Tmx,
    /// An ARFF file of words and tags
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

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StemmerArg {
    English,
    Finnish,
    French,
    German,
    Italian,
    Spanish,
}

impl ReadArgs {
    /// As the readers take them.
    pub fn options(&self) -> ReadOptions {
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
            label_column: self.label_column.clone(),
            text_columns: self.text_column.clone(),
            vocabulary: self.vocabulary.clone(),
            encoding: self.encoding.clone(),
            ..ReadOptions::default()
        }
    }
}

impl TextArgs {
    /// As the cutter takes them.
    pub fn options(&self) -> TextOptions {
        TextOptions {
            lower_case: self.lower_case,
            stop_words: match self.stop_words.as_str() {
                "none" => StopWords::None,
                "english" => StopWords::English,
                file => StopWords::File(file.into()),
            },
            stemmer: self.stemmer.map(|stemmer| match stemmer {
                StemmerArg::English => Stemmer::English,
                StemmerArg::Finnish => Stemmer::Finnish,
                StemmerArg::French => Stemmer::French,
                StemmerArg::German => Stemmer::German,
                StemmerArg::Italian => Stemmer::Italian,
                StemmerArg::Spanish => Stemmer::Spanish,
            }),
            min_length: self.min_length,
        }
    }
}
