//! Questions to word vectors, `vectors`: nearest words, analogies, an axis, a comparison of two lists, as a table.

use std::path::PathBuf;

use anyhow::bail;
use clap::{ArgGroup, Args};

use super::{Ending, Usage, output, places, table::TableArgs};
use crate::{
    corpus::{Cancel, VectorFiles},
    memory::Budget,
    output::Table,
    word_space::{self, LONGEST, ListTest, Measure, Question, SemanticAxis, WordSpace},
};

/// Permutations of the test of two lists.
const PERMUTATIONS: usize = 999;

/// Arguments of `vectors`.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("question").required(true))]
pub(super) struct SpaceArgs {
    /// Word vectors: word2vec (text or binary), GloVe, fastText (.vec), or an array (.npy) with a list of its words
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Nearest words of the mean of these words
    #[arg(long, value_name = "WORD", num_args = 1.., group = "question")]
    neighbours: Vec<String>,
    /// Nearest words of b - a + c: "a is to b as c is to …"
    #[arg(long, value_names = ["A", "B", "C"], num_args = 3, group = "question")]
    analogy: Vec<String>,
    /// Every word along the axis from one list to another, words separated by commas
    #[arg(long, value_names = ["LIST", "LIST"], num_args = 2, group = "question")]
    axis: Vec<String>,
    /// Squared maximum mean discrepancy of two lists with its permutation test, and the witness of each word
    #[arg(long, value_names = ["LIST", "LIST"], num_args = 2, group = "question")]
    compare: Vec<String>,
    /// Number of nearest words [default: 20], or of words along the axis [default: all]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    count: Option<u32>,
    /// Subtract the mean of all directions before words are compared
    #[arg(long)]
    centred: bool,
    /// Read the first words of the file only
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    first: Option<u32>,
    /// Words of an array of vectors, one a line [default: beside it, its name with .txt or .words, or words.txt]
    #[arg(long, value_name = "FILE")]
    vector_words: Option<PathBuf>,
    /// Memory that the vectors may take, such as 6G [default: half of the memory]
    #[arg(long, value_name = "AMOUNT")]
    memory: Option<Budget>,
    #[command(flatten)]
    table: TableArgs,
}

/// Answers one question.
pub(super) fn run(args: &SpaceArgs) -> anyhow::Result<Ending> {
    let files = VectorFiles { file: args.file.clone(), words: args.vector_words.clone(), ..VectorFiles::default() };
    places::check(&[("--out", args.table.path())], &files.paths())?;
    let first = args.first.map(|first| first as usize);
    let space = word_space::read(&files, first, args.memory.unwrap_or_default(), &Cancel::default(), |_| ())?;
    space.notes().iter().for_each(output::note);
    let measure = if args.centred { Measure::Centred } else { Measure::Plain };
    if !args.axis.is_empty() {
        let [a, b] = lists(&space, &args.axis)?;
        let Some(axis) = SemanticAxis::between(&space, &a, &b, measure) else {
            bail!(Usage("both lists of --axis have the same mean direction: give different words".to_owned()));
        };
        args.table.write(along(&space, &axis, args.count))?;
    } else if args.compare.is_empty() {
        let question = match &args.analogy[..] {
            [] => Question::Mean(words(&space, &args.neighbours)?),
            given => {
                let found = given.iter().map(|word| Ok(words(&space, std::slice::from_ref(word))?[0]));
                let found: Vec<u32> = found.collect::<anyhow::Result<_>>()?;
                Question::Analogy([found[0], found[1], found[2]])
            }
        };
        let near = space.neighbours(&question, measure, args.count.unwrap_or(20) as usize);
        let table = Table::new("nearest words", near.len())
            .text("word", |row| space.word(near[row].word))
            .number("cosine", 4, |row| f64::from(near[row].cosine))
            .integer("rank", |row| Some(near[row].word as usize + 1));
        args.table.write(table)?;
    } else {
        return compare(args, &space, measure);
    }
    Ok(Ending::Done)
}

/// The words of a list, each in the file.
fn words(space: &WordSpace, texts: &[String]) -> anyhow::Result<Vec<u32>> {
    let (words, unknown) = space.words_of(&texts.join(","));
    match unknown.first() {
        Some(word) => bail!("{}: there is no word \"{word}\": check its spelling", space.origin().file.display()),
        None if words.is_empty() => bail!(Usage("a list has no words: give some, separated by commas".to_owned())),
        None => Ok(words),
    }
}

/// The words of two lists.
fn lists(space: &WordSpace, texts: &[String]) -> anyhow::Result<[Vec<u32>; 2]> {
    Ok([words(space, &texts[..1])?, words(space, &texts[1..])?])
}

/// Words along an axis: all, or as many from each end.
fn along<'a>(space: &'a WordSpace, axis: &'a SemanticAxis, count: Option<u32>) -> Table<'a> {
    let words: Vec<u32> = axis.outermost(count.map_or(usize::MAX, |count| count as usize)).collect();
    let order = std::sync::Arc::new(words.into_iter().map(|word| word as usize).collect::<Vec<usize>>());
    Table::new("axis", space.len())
        .text("word", |word| space.word(word as u32))
        .number("value", 4, |word| f64::from(axis.values[word]))
        .integer("rank", |word| Some(word + 1))
        .in_order(order)
}

/// Compares two lists: the numbers of the test on standard error, the witness of each word as the table.
fn compare(args: &SpaceArgs, space: &WordSpace, measure: Measure) -> anyhow::Result<Ending> {
    let [a, b] = lists(space, &args.compare)?;
    let Some(found) = ListTest::of(space, [&a, &b], measure, PERMUTATIONS, 0, |_| true) else {
        bail!(Usage(format!("a list of --compare has more than {LONGEST} words: leave some out")));
    };
    let (mmd, gamma) = (found.test.mmd, found.gamma);
    let unbiased = mmd.unbiased.map_or_else(String::new, |value| format!(", unbiased {value:.6}"));
    let p = found.test.p;
    output::say(format_args!(
        "MMD² biased {:.6}{unbiased}; p-value {p:.3} of {PERMUTATIONS} permutations; gamma {gamma:.4}",
        mmd.biased
    ));
    let table = Table::new("witness", found.witness.len())
        .text("list", |row| if row < a.len() { "A" } else { "B" })
        .text("word", |row| space.word(found.witness[row].0))
        .number("witness", 6, |row| found.witness[row].1);
    args.table.write(table)?;
    Ok(Ending::Done)
}
