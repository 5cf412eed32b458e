//! Sentences in CoNLL-U: words, parts of speech, documents and their comments.

use super::corpus_readers::{fails, fails_as};
use wordfield_core::corpus::{Body, Cancel, Format, Limits, ReadOptions, preview, read};
use wordfield_testing::{Place, open, open_as};

const ANALYSED: &str = "\
# newdoc id = d1
# meta::genre = news
# sent_id = 1
# text = The cats won't sleep.
1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\t_
2\tcats\tcat\tNOUN\tNNS\t_\t5\tnsubj\t_\t_
3-4\twon't\t_\t_\t_\t_\t_\t_\t_\t_
3\two\twill\tAUX\tMD\t_\t5\taux\t_\t_
4\tn't\tnot\tPART\tRB\t_\t5\tadvmod\t_\t_
5\tsleep\tsleep\tVERB\tVB\t_\t0\troot\t_\t_
6\t.\t.\tPUNCT\t.\t_\t5\tpunct\t_\t_

# sent_id = 2
1\tNew York\tNew York\tPROPN\tNNP\t_\t0\troot\t_\t_
1.1\tis\tbe\tAUX\t_\t_\t_\t_\t_\t_

# newdoc id = d2
# meta::genre = prose
1\tDogs\t_\tNOUN\tNNS\t_\t0\troot\t_\t_
";

#[test]
fn analysed_sentences_give_lemmas_of_documents() {
    let place = Place::new();
    let path = place.file("a.conllu", ANALYSED);
    let choose = |columns: &[&str]| ReadOptions {
        text_columns: columns.iter().map(|&column| column.to_owned()).collect(),
        ..ReadOptions::default()
    };
    let read = |columns: &[&str]| {
        let corpus = open_as(&path, &choose(columns));
        corpus.documents.into_iter().map(|document| (document.label, document.body)).collect::<Vec<_>>()
    };
    let expected = |first: &str, second: &str| {
        [("news", first), ("prose", second)].map(|(label, words)| (label.to_owned(), Body::Tokens(words.to_owned())))
    };
    assert_eq!(read(&[]), expected("the cat will not sleep New_York", "Dogs"));
    assert_eq!(read(&["form"]), expected("The cats wo n't sleep New_York", "Dogs"));
    assert_eq!(read(&["lemma+upos", "NOUN", "VERB"]), expected("cat_NOUN sleep_VERB", "Dogs_NOUN"));
    let seen = preview(&path, &ReadOptions::default()).unwrap();
    assert_eq!((seen.format, seen.label_column.as_deref()), (Format::Conllu, Some("genre")));
    assert!(seen.recognised.contains("words as lemma, class \"genre\""), "{}", seen.recognised);
    // Without documents every sentence is one.
    let sentences = place.file("b.txt", ANALYSED.replace("# newdoc id", "# part"));
    assert_eq!((open(&sentences).documents.len(), open(&sentences).format), (3, Format::Conllu));
    fails_as(&path, &choose(&["Lemma"]), &["no column \"Lemma\"", "lemma+upos"]);
    fails_as(&path, &choose(&["lemma", "form"]), &["\"lemma\" and \"form\" at once", "choose one of"]);
    fails(&place.file("c.conllu", "1\tone\n"), &["c.conllu:1", "has 2 fields", "ten fields of CoNLL-U"]);
}

#[test]
fn comments_without_words_are_bounded_and_chosen_tags_always_known() {
    let place = Place::new();
    let comments = "# key = value of some length\n".repeat(100);
    let path = place.file("a.conllu", format!("{comments}1\tone\tone\tNUM\t_\t_\t0\troot\t_\t_\n"));
    let narrow = ReadOptions { limits: Limits { document: 1000, ..Limits::default() }, ..ReadOptions::default() };
    fails_as(&path, &narrow, &["longer than"]);
    let tags: String = (b'A'..=b'Z').flat_map(|first| [[first, b'A'], [first, b'B']]).map(word).collect();
    let many = place.file("b.conllu", tags);
    let chosen = ReadOptions { text_columns: vec!["lemma".into(), "ZB".into()], ..ReadOptions::default() };
    let corpus = read(&[many], &chosen, &Cancel::default()).unwrap();
    assert!(!corpus.notes.iter().any(|note| note.contains("part of speech")), "{:?}", corpus.notes);
}

#[test]
fn empty_fields_at_the_end_of_a_line_are_fields() {
    let place = Place::new();
    let word = |end: &str| format!("# genre = x\n1\tone\tone\tNUM\t_\t_\t0\troot\t_\t{end}\n \n");
    let corpus = open(&place.file("a.conllu", [word("_"), word(""), word(" ")].concat()));
    assert_eq!(corpus.documents.iter().filter(|document| document.body == Body::Tokens("one".into())).count(), 3, "{corpus:?}");
    assert!(!corpus.notes.iter().any(|note| note.contains("left out")), "{:?}", corpus.notes);
}

/// A sentence of a word with a part of speech, whose last letter is its class.
fn word(tag: [u8; 2]) -> String {
    let tag = tag.map(char::from).iter().collect::<String>();
    format!("# genre = {}\n1\tone\tone\t{tag}\t_\t_\t0\troot\t_\t_\n\n", &tag[1..])
}
