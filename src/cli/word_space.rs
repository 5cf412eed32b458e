//! Command `vectors`, which queries word vectors: nearest words, analogies, an axis, a comparison of two lists, as a table.

use std::{collections::HashSet, path::PathBuf};

use anyhow::bail;
use clap::{ArgGroup, Args};

use super::{Usage, output, places, table::TableArgs};
use wordfield_core::{
    corpus::{Cancel, VectorFiles},
    memory::Budget,
    metric::PERMUTATIONS,
    word_space::{self, LONGEST, ListTest, Measure, Question, SemanticAxis, WordSpace},
};
use wordfield_output::answers;

/// Default number of nearest words.
const NEAREST: u32 = 20;

/// Arguments of `vectors`.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("question").required(true))]
pub(super) struct SpaceArgs {
    /// Word vectors: word2vec (text or binary), GloVe, fastText (.vec), or an array (.npy) with a list of its words
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Nearest words of the mean of these words; a word with a space or a comma is one argument
    #[arg(long, value_name = "WORD", num_args = 1.., group = "question")]
    neighbours: Vec<String>,
    /// Nearest words of b - a + c: "a is to b as c is to …"
    #[arg(long, value_names = ["A", "B", "C"], num_args = 3, group = "question")]
    analogy: Vec<String>,
    /// Every word along the axis from one list to another, words separated by commas; a word with a space or a comma in
    /// quotation marks
    #[arg(long, value_names = ["LIST", "LIST"], num_args = 2, group = "question")]
    axis: Vec<String>,
    /// Squared maximum mean discrepancy of two lists with its permutation test, and the witness of each word
    #[arg(long, value_names = ["LIST", "LIST"], num_args = 2, group = "question")]
    compare: Vec<String>,
    /// Number of nearest words [default: 20], or of words along the axis, half of them from each end [default: all]
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

/// Runs `vectors`: answers one query about word vectors.
pub(super) fn run(args: &SpaceArgs) -> anyhow::Result<()> {
    if let (false, Some(_)) = (args.compare.is_empty(), args.count) {
        bail!(Usage("--count has no effect: --compare writes the witness of every word; leave it out".to_owned()));
    }
    let files = VectorFiles { file: args.file.clone(), words: args.vector_words.clone(), ..VectorFiles::default() };
    places::check(&[("--out", args.table.path())], &files.paths())?;
    let first = args.first.map(|first| first as usize);
    let space = word_space::read(&files, first, args.memory.unwrap_or_default(), &Cancel::default(), |_| ())?;
    space.notes.iter().for_each(output::note);
    let measure = if args.centred { Measure::Centred } else { Measure::Plain };
    if !args.axis.is_empty() {
        let [a, b] = lists(&space, &args.axis)?;
        let Some(axis) = SemanticAxis::between(&space, &a, &b, measure) else {
            bail!(Usage("both lists of --axis have the same mean direction: give different words".to_owned()));
        };
        let most = args.count.map_or(usize::MAX, |count| count as usize);
        args.table.write(&answers::axis_words(&space, &axis).outermost(most))?;
    } else if args.compare.is_empty() {
        let question = match &args.analogy[..] {
            [a, b, c] => Question::Analogy([one(&space, a)?, one(&space, b)?, one(&space, c)?]),
            _ => Question::Mean(arguments(&space, &args.neighbours)?),
        };
        let near = space.neighbours(&question, measure, args.count.unwrap_or(NEAREST) as usize);
        args.table.write(&answers::nearest_words(&space, &near))?;
    } else {
        return compare(args, &space, measure);
    }
    Ok(())
}

/// Indices of the words in a list, all of which must be in the vector file.
fn words(space: &WordSpace, text: &str) -> anyhow::Result<Vec<u32>> {
    let (words, unknown) = space.words_of(text);
    match unknown.first() {
        Some(word) => bail!("{}: there is no word \"{word}\": check its spelling", space.origin.file.display()),
        None if words.is_empty() => bail!(Usage("a list has no words: give some, separated by commas".to_owned())),
        None => Ok(words),
    }
}

/// Indices of the words in arguments, each of which is a word of the file or a list.
fn arguments(space: &WordSpace, texts: &[String]) -> anyhow::Result<Vec<u32>> {
    let (mut all, mut known) = (Vec::new(), HashSet::new());
    for text in texts {
        let found = space.find(text).map_or_else(|| words(space, text), |word| Ok(vec![word]))?;
        all.extend(found.into_iter().filter(|word| known.insert(*word)));
    }
    Ok(all)
}

/// Index of the word that the argument names.
fn one(space: &WordSpace, text: &str) -> anyhow::Result<u32> {
    match arguments(space, &[text.to_owned()])?[..] {
        [word] => Ok(word),
        ref several => bail!(Usage(format!("\"{text}\" is {} words: name one word for each part of --analogy", several.len()))),
    }
}

/// Indices of the words of two lists.
fn lists(space: &WordSpace, texts: &[String]) -> anyhow::Result<[Vec<u32>; 2]> {
    Ok([words(space, &texts[0])?, words(space, &texts[1])?])
}

/// Compares two lists of words: the figures of the test on standard error, the witness function at each word as the table.
fn compare(args: &SpaceArgs, space: &WordSpace, measure: Measure) -> anyhow::Result<()> {
    let [a, b] = lists(space, &args.compare)?;
    let Some(found) = ListTest::of(space, [&a, &b], measure, PERMUTATIONS, 0, |_| true) else {
        bail!(Usage(format!("a list of --compare has more than {LONGEST} words: leave some out")));
    };
    let (mmd, gamma) = (found.test.mmd, found.gamma);
    let unbiased = mmd.unbiased.map_or_else(String::new, |value| format!(", unbiased {value:.6}"));
    let p = found.test.p;
    output::say(format_args!(
        "MMD² biased {:.6}{unbiased}; p-value {p:.3} of {}; gamma {gamma:.4}",
        mmd.biased,
        found.test.splits()
    ));
    args.table.write(&answers::witness_words(space, &found, a.len()))?;
    Ok(())
}
