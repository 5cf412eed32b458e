//! Arguments on a corpus: files, their format, and the tokenisation of texts.

use std::path::PathBuf;

use anyhow::ensure;
use clap::{
    Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches,
    builder::{PossibleValuesParser, TypedValueParser},
    error::ErrorKind,
};

use super::{Usage, choice::choice_of};
use wordfield_core::corpus::{Corpus, Filter, Format, Limits, ReadOptions, TEXT_OPTIONS, TaskKind, TextChoice, TextRow};
use wordfield_core::experiment::UnusedOption;

/// Reading of files, all of their documents or some.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct ReadArgs {
    #[command(flatten)]
    files: FileArgs,
    #[command(flatten)]
    documents: WhereArgs,
}

/// Condition on documents.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct WhereArgs {
    /// Keep only documents that meet a condition on columns, class or text, as in 'desk = "markets" and date >= 1987-03 and
    /// text ~ /oil|opec/'; of pairs, source.text and target.text
    #[arg(long = "where", value_name = "FILTER", help_heading = "Reading")]
    pub filter: Option<Filter>,
}

impl WhereArgs {
    /// Whether each document of a model's corpus is kept; of pairs both documents.
    ///
    /// # Errors
    /// If the condition does not fit the corpus, or no document meets it.
    pub(super) fn kept(&self, corpus: &Corpus) -> anyhow::Result<Vec<bool>> {
        let Some(filter) = &self.filter else { return Ok(vec![true; corpus.len()]) };
        let kept = filter.mask(corpus)?;
        ensure!(kept.contains(&true), "--where {filter}: no document of the model meets it: give another condition");
        Ok(kept)
    }

    /// The condition as the end of a sentence part, as in ", desk = markets"; empty without one.
    pub(super) fn in_words(&self) -> String {
        self.filter.as_ref().map_or_else(String::new, |filter| format!(", {filter}"))
    }

    /// Reading options with the condition.
    fn within(&self, options: ReadOptions) -> ReadOptions {
        ReadOptions { filter: self.filter.clone(), ..options }
    }
}

/// Reading of files.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Reading")]
pub(super) struct FileArgs {
    /// Format of the files [default: recognised]
    #[arg(long, value_parser = formats())]
    format: Option<Format>,
    /// Columns or JSON fields of the text; in a file of pairs, of source and target. Repeat it for several, or name them with commas
    /// between; a name with a comma stands in double quotes, as in '"a, b",c'
    #[arg(long, value_name = "NAME", value_parser = column_names)]
    text_column: Vec<ColumnNames>,
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
    /// Columns or JSON fields of ratings; several are learned together. A name with a comma stands in double quotes, as in '"a, b"'
    #[arg(long, value_name = "COLUMN", value_parser = column_names, num_args = 1..)]
    target: Vec<ColumnNames>,
}

impl RatingArgs {
    /// Names of the columns of ratings.
    pub(super) fn columns(&self) -> Vec<String> {
        self.target.iter().flat_map(|names| names.0.clone()).collect()
    }
}

/// Names of columns in one value of an option.
#[derive(Clone, Debug)]
struct ColumnNames(Vec<String>);

/// Parser of column names with commas between them; a name with a comma stands in double quotes.
fn column_names(text: &str) -> Result<ColumnNames, String> {
    let (mut names, mut rest) = (Vec::new(), text);
    loop {
        let quoted = rest.strip_prefix('"').and_then(|rest| rest.split_once('"'));
        let (name, after) = match quoted.filter(|(_, after)| after.is_empty() || after.starts_with(',')) {
            Some((name, after)) => (name, after.strip_prefix(',')),
            None if rest.starts_with('"') => return Err("close the double quotes of a name before the next comma".to_owned()),
            None => rest.split_once(',').map_or((rest, None), |(name, after)| (name, Some(after))),
        };
        names.push(name.to_owned());
        let Some(after) = after else { return Ok(ColumnNames(names)) };
        rest = after.trim_start();
    }
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

/// Tokenisation of texts; for pairs, of those on the source side.
pub(super) type TextArgs = SideTextArgs<false>;
/// Tokenisation of the target side of pairs; options left out are those of the source side.
pub(super) type TargetTextArgs = SideTextArgs<true>;

/// Cutting of the texts of a side: an option for each row of [`TEXT_OPTIONS`].
#[derive(Clone, Debug, Default)]
pub(super) struct SideTextArgs<const TARGET: bool>(TextChoice);

impl<const TARGET: bool> SideTextArgs<TARGET> {
    const HEADING: &str = if TARGET { "Words of the target side, where they differ" } else { "Words" };
    /// Index of the side, source or target, in the names and helps of an option.
    const SIDE: usize = TARGET as usize;

    /// Options of tokenisation that the user set.
    pub(super) fn choice(&self) -> TextChoice {
        self.0.clone()
    }

    fn arg(row: &'static TextRow) -> Arg {
        let name = row.names[Self::SIDE];
        let arg = Arg::new(name).long(name).value_name(row.value).help(row.help[Self::SIDE]);
        let texts = row.texts();
        // Switches of the source side take no value.
        let alone = texts.contains(&"true") && !TARGET;
        let arg = if alone { arg.num_args(0..=1).default_missing_value("true") } else { arg };
        if texts.is_empty() {
            arg.value_parser(|text: &str| row.choose(&mut TextChoice::default(), text).map(|()| text.to_owned()))
        } else {
            arg.value_parser(PossibleValuesParser::new(texts))
        }
    }
}

impl<const TARGET: bool> Args for SideTextArgs<TARGET> {
    fn augment_args(command: Command) -> Command {
        TEXT_OPTIONS.iter().fold(command.next_help_heading(Self::HEADING), |command, row| {
            let command = command.arg(Self::arg(row));
            let Some([name, help]) = row.target_off.filter(|_| TARGET) else { return command };
            let off = Arg::new(name).long(name).help(help).action(ArgAction::SetTrue);
            command.arg(off.conflicts_with(row.names[Self::SIDE]))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const TARGET: bool> FromArgMatches for SideTextArgs<TARGET> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut choice = TextChoice::default();
        for row in TEXT_OPTIONS {
            let off = row.target_off.filter(|_| TARGET);
            if let Some(text) = matches.get_one::<String>(row.names[Self::SIDE]) {
                row.choose(&mut choice, text).map_err(|error| Error::raw(ErrorKind::ValueValidation, error))?;
            } else if off.is_some_and(|[name, _]| matches.get_flag(name)) {
                row.switch_off(&mut choice);
            }
        }
        Ok(Self(choice))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Parser for the key of a file format.
fn formats() -> impl TypedValueParser<Value = Format> {
    let named = |format: &Format| (format.info().key, format.info().help, *format);
    choice_of(Format::ALL.iter().map(named).collect::<Vec<_>>())
}

impl SidesArgs {
    /// Paths of the files of pairs: one with both sides, or source and target.
    ///
    /// # Errors
    /// If one side is named in a format that has both sides.
    pub(super) fn paths(&self) -> Result<Vec<PathBuf>, Usage> {
        let (Some(source), Some(target)) = (&self.source, &self.target) else {
            return Ok(self.pairs.iter().cloned().collect());
        };
        for (option, file) in [("--source", source), ("--target", target)] {
            let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().to_lowercase());
            if [".tmx", ".xlf", ".xliff", ".arff"].iter().any(|both| name.contains(both)) {
                return Err(Usage(format!("{option} {}: holds both sides of pairs: name it by --pairs", file.display())));
            }
        }
        Ok(vec![source.clone(), target.clone()])
    }
}

impl ReadArgs {
    /// Reading options for a task, from the arguments.
    pub(super) fn options(&self, task: Option<TaskKind>) -> ReadOptions {
        self.documents.within(self.files.options(task))
    }

    /// Reading options as by [`ReadArgs::options`], with the columns of classes or ratings.
    pub(super) fn labelled(&self, label: &LabelArgs, rating: &RatingArgs, task: Option<TaskKind>) -> ReadOptions {
        self.documents.within(self.files.labelled(label, rating, task))
    }
}

impl FileArgs {
    /// Reading options for a task, from the arguments.
    pub(super) fn options(&self, task: Option<TaskKind>) -> ReadOptions {
        ReadOptions {
            format: self.format,
            text_columns: self.text_column.iter().flat_map(|names| names.0.clone()).collect(),
            task,
            vocabulary: self.vocabulary.clone(),
            encoding: self.encoding.clone(),
            limits: self.limits(),
            ..ReadOptions::default()
        }
    }

    /// Reading options as by [`FileArgs::options`], with the columns of classes or ratings.
    pub(super) fn labelled(&self, label: &LabelArgs, rating: &RatingArgs, task: Option<TaskKind>) -> ReadOptions {
        let (label_column, target_columns) = (label.label_column.clone(), rating.columns());
        ReadOptions { label_column, target_columns, ..self.options(task) }
    }

    fn limits(&self) -> Limits {
        let (default, bytes) = (Limits::default(), |mib: u32| (mib as usize) << 20);
        Limits {
            document: self.max_document.map_or(default.document, bytes),
            corpus: self.max_corpus.map_or(default.corpus, bytes),
        }
    }
}

/// Refuses named columns if the format of the files does not have columns of this kind.
pub(super) fn check_used(options: &ReadOptions, format: Format) -> Result<(), Usage> {
    let no_choice = TextChoice::default();
    let unused = UnusedOption::find(options, [&no_choice, &no_choice], format);
    unused.map_or(Ok(()), |unused| Err(Usage(unused.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_columns_may_hold_commas_in_quotes() {
        let names = |text: &str| column_names(text).map(|names| names.0);
        let of = |names: &[&str]| Ok(names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
        assert_eq!(names("a"), of(&["a"]));
        assert_eq!(names("a,b"), of(&["a", "b"]));
        assert_eq!(names("\"a, b\",c"), of(&["a, b", "c"]));
        assert_eq!(names("c, \"a, b\""), of(&["c", "a, b"]));
        assert_eq!(names("5\" disk,x"), of(&["5\" disk", "x"]), "a quotation mark within");
        assert!(names("\"a, b").is_err() && names("\"a\" b,c").is_err());
    }
}
