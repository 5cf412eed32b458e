//! Model of lines: trained on known pairs of lines of two texts, it embeds all lines in one space and finds partners.
//!
//! The model is the matching of `check`: 300 dimensions in closed form, with every word that occurs.
//!
//! Cost: one training. Memory: the positions of all words, and the kernel means of the lines.

use std::sync::Arc;

use anyhow::Context;

use wordfield_core::{
    corpus::{
        Body, Corpus, Csr, Dataset, Fields, Format, Lexicon, Pairs, RawCorpus, RawDocument, Side, Size, Split, SplitOptions,
        Task, TextOptions, Weighting,
    },
    experiment::CheckOptions,
    memory::Budget,
    model::{
        FittedModel, FittedRef,
        pairs::{Matcher, Part, Prepared},
    },
};

/// Names of both sides of the paired lines.
const SIDES: [&str; 2] = ["source", "target"];

/// All lines of two texts, with a model trained on known pairs of them.
pub(super) struct LineModel {
    data: Dataset,
    fitted: FittedModel,
    sources: usize,
}

impl LineModel {
    /// Trains a model of lines on known pairs, counted from 0.
    ///
    /// # Errors
    /// If no word occurs or the model cannot be trained.
    pub(super) fn train(texts: [&[&str]; 2], pairs: &[(usize, usize)], memory: Budget) -> anyhow::Result<Self> {
        let corpus = Arc::new(corpus(texts, pairs)?);
        let options = CheckOptions::new(0);
        let split = Split { train: both(pairs, texts[0].len()), ..Split::default() };
        let data = Dataset::over(Arc::clone(&corpus), &everything(), &lexicon(&corpus, options.params.weighting()))?;
        let data = Dataset { split, ..data };
        let fitted = options.params.start_within(Arc::new(data.clone()), memory)?.trained();
        Ok(Self { data, fitted, sources: texts[0].len() })
    }

    fn matcher(&self) -> anyhow::Result<&dyn Matcher> {
        match self.fitted.fitted_ref() {
            FittedRef::Matcher(matcher) => Ok(matcher),
            _ => anyhow::bail!("the model finds no partners"),
        }
    }

    /// Kernel means of each side's lines (n × q, row by row), and q.
    pub(super) fn means(&self) -> anyhow::Result<([Vec<f32>; 2], usize)> {
        let positions = self.matcher()?.positions().context("the model has no positions")?;
        let means = self.data.weights.dot(positions.view());
        let numbers: Vec<f32> = means.iter().map(|&x| x as f32).collect();
        let (source, target) = numbers.split_at(self.sources * positions.ncols());
        Ok(([source.to_vec(), target.to_vec()], positions.ncols()))
    }

    /// Candidate pairs of the given lines as source, target, squared distance: the `top` nearest lines of each line.
    pub(super) fn candidates(&self, lines: [&[usize]; 2], top: usize) -> anyhow::Result<Vec<(usize, usize, f64)>> {
        let matcher = self.matcher()?;
        let documents: Vec<usize> = (0..self.data.corpus.len()).collect();
        let all = Part::of(&self.data, &documents);
        let prepared = |side: Side, weights: &Csr, lines: &[usize]| -> Prepared { matcher.prepare(side, weights.select(lines)) };
        let source = prepared(Side::Source, &all.sides.source, lines[0]);
        let target = prepared(Side::Target, &all.sides.target, lines[1]);
        let there = matcher.nearest(&source, &target, top);
        let back = matcher.nearest(&target, &source, top);
        let of = |rows: Vec<Vec<(usize, f64)>>, swap: bool| {
            let pair = move |a: usize, (b, distance): (usize, f64)| if swap { (b, a, distance) } else { (a, b, distance) };
            rows.into_iter()
                .enumerate()
                .flat_map(move |(a, near)| near.into_iter().map(move |near| pair(a, near)))
                .collect::<Vec<_>>()
        };
        let mut found = [of(there, false), of(back, true)].concat();
        found.sort_by_key(|candidate| (candidate.0, candidate.1));
        found.dedup_by_key(|candidate| (candidate.0, candidate.1));
        Ok(found.into_iter().map(|(source, target, distance)| (lines[0][source], lines[1][target], distance)).collect())
    }
}

/// Indices of both documents of each pair, the source documents first.
fn both(pairs: &[(usize, usize)], sources: usize) -> Vec<usize> {
    let mut pairs = pairs.to_vec();
    pairs.sort_unstable();
    pairs.iter().map(|pair| pair.0).chain(pairs.iter().map(|pair| sources + pair.1)).collect()
}

/// Split that uses all pairs for training.
fn everything() -> SplitOptions {
    SplitOptions { train: Size::Share(1.0), dev: Size::Count(0), test: Some(Size::Count(0)), ..SplitOptions::default() }
}

/// Corpus with the lines as documents, of which known pairs are paired.
fn corpus(texts: [&[&str]; 2], pairs: &[(usize, usize)]) -> anyhow::Result<Corpus> {
    let sources = texts[0].len();
    let document = |(side, text): (usize, &&str)| RawDocument {
        title: String::new(),
        label: SIDES[side].to_owned(),
        body: Body::Text((*text).to_owned()),
        fields: Fields::default(),
    };
    let documents: Vec<RawDocument> =
        (0..2).flat_map(|side| texts[side].iter().map(move |text| document((side, text)))).collect();
    let mut partner = vec![None; documents.len()];
    for &(source, target) in pairs {
        (partner[source], partner[sources + target]) = (Some(sources + target), Some(source));
    }
    let pairs = Pairs { source_documents: sources, partner, ..Pairs::default() };
    let raw = RawCorpus {
        name: "lines".to_owned(),
        format: Format::Plain,
        task: Task::Pairs(pairs),
        documents,
        unlabelled: 0,
        files: Vec::new(),
        notes: Vec::new(),
    };
    Ok(Corpus::build(raw, &TextOptions::default())?)
}

/// Lexicon of all words in the corpus, with document frequencies over all lines of their side.
fn lexicon(corpus: &Corpus, weighting: Weighting) -> Lexicon {
    let (sources, source_words) = corpus.task.pairs().map_or((0, 0), |pairs| (pairs.source_documents, pairs.source_words));
    let mut frequency = vec![0_usize; corpus.lexicon.len()];
    (0..corpus.len()).for_each(|line| corpus.counts.row(line).0.iter().for_each(|&word| frequency[word as usize] += 1));
    let lines = |word: usize| if word < source_words { sources } else { corpus.len() - sources };
    let idf = |(word, &count): (usize, &usize)| if count == 0 { 0.0 } else { (lines(word) as f64 / count as f64).ln() };
    Lexicon {
        words: corpus.lexicon.clone(),
        source_words,
        weighting,
        idf: frequency.iter().enumerate().map(idf).collect(),
        text_options: TextOptions::default(),
        target_options: None,
    }
}
