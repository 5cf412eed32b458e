//! Collections used in research, where they are available.

use super::*;

#[test]
fn research_pairs_are_recognised() {
    for (from, to, count, side) in [
        ("kyoto-wiki/kyoto.ja.tsv.gz", "kyoto-wiki/kyoto.en.tsv.gz", 3000, ["ja", "en"]),
        ("kyoto-wiki/kyoto.ja.tok.txt.gz", "kyoto-wiki/kyoto.en.tok.txt.gz", 3000, ["ja", "en"]),
        ("ntrex/ntrex.fi.tsv.gz", "ntrex/ntrex.en.tsv.gz", 1997, ["fi", "en"]),
        ("ntrex/ntrex.fi.tok.txt.gz", "ntrex/ntrex.ja.tok.txt.gz", 1990, ["fi", "ja"]),
    ] {
        let (Some(from), Some(to)) = (data(from), data(to)) else { continue };
        let corpus = read(&both(&from, &to), &ReadOptions::default(), &Cancel::default()).unwrap();
        assert_eq!(sides(&corpus), side);
        assert_eq!(
            corpus.documents[0].title.split(' ').next(),
            corpus.documents[corpus.documents.len() / 2].title.split(' ').next()
        );
        assert_eq!(corpus.documents.len() / 2, count, "{}", from.display());
        assert_eq!(matches!(corpus.documents[0].body, Body::Tokens(_)), from.to_string_lossy().contains(".tok."));
    }
    for (name, format, count) in [
        ("delicious/delicious.tsv.gz", Format::Tagged, 16_105 - 14),
        ("corel16k/corel16k001.tsv.gz", Format::Tagged, 13_766),
        ("delicious/delicious.arff.gz", Format::Arff, 16_105 - 14),
    ] {
        let Some(path) = data(name) else { continue };
        let corpus = open(&path);
        assert_eq!((corpus.format, corpus.documents.len() / 2), (format, count), "{name}");
        let seen = preview(&path, &ReadOptions::default()).unwrap();
        assert_eq!((seen.task, seen.documents.len(), seen.counterparts.len()), (TaskKind::Pairs, 20, 20), "{name}");
    }
}

/// Number of words of each side, counted independently.
#[test]
fn research_pairs_have_the_measured_sizes() {
    let words = |raw: RawCorpus| {
        let corpus = Corpus::build(raw, &TextOptions::default()).unwrap();
        let source = corpus.task.pairs().unwrap().source_words;
        let frequent = |range: std::ops::Range<usize>| {
            let mut frequency = vec![0; corpus.lexicon.len()];
            (0..corpus.len()).for_each(|i| corpus.counts.row(i).0.iter().for_each(|&word| frequency[word as usize] += 1));
            range.filter(|&word| frequency[word] >= 30).count()
        };
        (source, corpus.lexicon.len() - source, frequent(0..source), frequent(source..corpus.lexicon.len()))
    };
    if let (Some(from), Some(to)) = (data("kyoto-wiki/kyoto.ja.tok.txt.gz"), data("kyoto-wiki/kyoto.en.tok.txt.gz")) {
        let raw = read(&both(&from, &to), &ReadOptions::default(), &Cancel::default()).unwrap();
        assert_eq!(words(raw), (48_222, 48_802, 2_554, 2_751));
    }
    if let Some(path) = data("corel16k/corel16k001.tsv.gz") {
        let (words, tags, _, _) = words(open(&path));
        assert_eq!((words, tags), (500, 153));
    }
    let (Some(lines), Some(arff)) = (data("delicious/delicious.tsv.gz"), data("delicious/delicious.arff.gz")) else { return };
    let (lines, arff) = (open(&lines), open(&arff));
    let sorted = |corpus: &RawCorpus| {
        let sorted = |text: &str| {
            let mut words: Vec<&str> = text.split(' ').collect();
            words.sort_unstable();
            words.join(" ")
        };
        pairs(corpus).iter().map(|(from, to)| (sorted(from), sorted(to))).collect::<Vec<_>>()
    };
    assert_eq!(sorted(&lines), sorted(&arff), "the same pages in both forms");
    let (words, tags, _, _) = words(lines);
    assert_eq!((words, tags), (500, 983));
}
