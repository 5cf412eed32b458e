//! Repeated documents: copies with the same text, or with the same word counts.
//!
//! Copies on both sides of a split inflate development and test scores.
//! Cost: one pass over the texts.
//! Memory: a reference and three numbers for each different text; the text of word counts.

use std::{borrow::Cow, collections::HashMap};

use crate::corpus::Dataset;

/// Group of documents that have the same text.
#[derive(Default)]
struct Group {
    documents: usize,
    trained: bool,
    evaluated: usize,
}

/// Note on repeated documents, or on repeated pairs (both texts equal); `None` where every text is different.
/// Documents without text are not counted.
pub(super) fn note(data: &Dataset) -> Option<String> {
    let (corpus, split) = (&data.corpus, &data.split);
    let (mut trained, mut evaluated) = (vec![false; corpus.len()], vec![false; corpus.len()]);
    split.train.iter().for_each(|&document| trained[document] = true);
    split.dev.iter().chain(&split.test).for_each(|&document| evaluated[document] = true);
    let content = |document: usize| corpus.content(document);
    let units: Vec<(usize, [Cow<'_, str>; 2])> = match corpus.task.pairs() {
        Some(pairs) => pairs.matched().map(|(source, target)| (source, [content(source), content(target)])).collect(),
        None => (0..corpus.len()).map(|document| (document, [content(document), Cow::default()])).collect(),
    };
    let mut groups: HashMap<[Cow<'_, str>; 2], Group> = HashMap::new();
    for (document, texts) in units.into_iter().filter(|(_, texts)| texts.iter().any(|text| !text.trim().is_empty())) {
        let group = groups.entry(texts).or_default();
        group.documents += 1;
        group.trained |= trained[document];
        group.evaluated += usize::from(evaluated[document]);
    }
    let copies = groups.values().map(|group| group.documents - 1).sum();
    let leaked = groups.values().filter(|group| group.trained).map(|group| group.evaluated).sum();
    sentence(copies, leaked, if corpus.task.pairs().is_some() { "pair" } else { "document" })
}

fn sentence(copies: usize, leaked: usize, what: &str) -> Option<String> {
    let number = |count: usize| if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") };
    let each = |count: usize, one: &'static str, many: &'static str| if count == 1 { one } else { many };
    let verb = each(copies, "repeats", "repeat");
    let note = format!("{} {verb} the text of an earlier one", number(copies));
    (copies > 0).then_some(match leaked {
        0 => format!("{note}."),
        _ => format!(
            "{note}; {} of the development and test parts {} in the training part too, so that their figures are too good.",
            number(leaked),
            each(leaked, "stands", "stand")
        ),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::corpus::{Builtin, Split, SplitOptions, VocabularyOptions, Weighting, builtin};

    fn with_copies(which: Builtin, copies: &[(usize, usize)], split: Option<Split>) -> Option<String> {
        let mut corpus = builtin(which);
        for &(from, to) in copies {
            corpus.texts[to] = corpus.texts[from].clone();
        }
        let split = SplitOptions { given: split, ..SplitOptions::default() };
        let data = Dataset::build(Arc::new(corpus), &split, &VocabularyOptions::default(), Weighting::Count).unwrap();
        note(&data)
    }

    #[test]
    fn repeated_documents_are_counted_and_leaks_are_named() {
        assert_eq!(with_copies(Builtin::Topics, &[], None), None);
        let rows = builtin(Builtin::Topics).len();
        let split = Split { train: (0..rows - 2).collect(), test: vec![rows - 2, rows - 1], ..Split::default() };
        let note = with_copies(Builtin::Topics, &[(0, 1), (2, rows - 1)], Some(split)).unwrap();
        assert!(note.starts_with("2 documents repeat the text of an earlier one; 1 document of the development"), "{note}");
    }

    #[test]
    fn word_counts_repeat_only_with_equal_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.txt");
        let rows = ["a\t1 2 3", "b\t1 2 4", "a\t1 2 3", "b\t-1 .5 2", "a\t2 2 3", "b\t3 2 1"].map(|row| format!("{row}\n"));
        std::fs::write(&path, rows.concat()).unwrap();
        let read = crate::corpus::ReadOptions { format: Some(crate::corpus::Format::Numbers), ..Default::default() };
        let corpus = crate::experiment::DataRecipe::files(&[path], read).corpus(&crate::corpus::Cancel::default()).unwrap();
        let (split, words) = (SplitOptions::default(), VocabularyOptions::default());
        let data = Dataset::build(Arc::new(corpus), &split, &words, Weighting::Raw).unwrap();
        assert!(note(&data).is_some_and(|note| note.starts_with("1 document repeats")), "{:?}", note(&data));
    }

    #[test]
    fn a_pair_repeats_only_with_both_texts() {
        let corpus = builtin(Builtin::Pairs);
        let [(a, b), (c, d)] = [0, 1].map(|place| corpus.task.pairs().unwrap().matched().nth(place).unwrap());
        assert_eq!(with_copies(Builtin::Pairs, &[(a, c)], None), None);
        assert!(with_copies(Builtin::Pairs, &[(a, c), (b, d)], None).unwrap().starts_with("1 pair repeats"));
    }
}
