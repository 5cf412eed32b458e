use proptest::prelude::*;
use quick_xml::{Reader, escape::unescape, events::Event};

use super::*;
use crate::{Example, ExportKind, exporter};

/// XML element with a text: the names from the root to it, its type or the language of its section, and the text.
type Leaf = (String, String, String);

/// The XML elements with a text, as an XML parser reads them.
fn leaves(bytes: &[u8]) -> Vec<Leaf> {
    let mut reader = Reader::from_reader(bytes);
    let (mut open, mut text, mut leaves) = (Vec::<(String, String)>::new(), String::new(), Vec::new());
    let mut has_children = false;
    loop {
        match reader.read_event().expect("well-formed") {
            Event::Start(tag) => {
                let attribute = |key: &str| {
                    let found = tag.attributes().flatten().find(|one| one.key.as_ref() == key.as_bytes());
                    found.map(|one| String::from_utf8(one.value.into_owned()).expect("UTF-8"))
                };
                let name = String::from_utf8(tag.name().as_ref().to_vec()).expect("UTF-8");
                open.push((name, attribute("type").or(attribute("xml:lang")).unwrap_or_default()));
                (text, has_children) = (String::new(), false);
            }
            Event::Text(part) => text.push_str(std::str::from_utf8(&part).expect("UTF-8")),
            Event::GeneralRef(name) => text.extend(["&", std::str::from_utf8(&name).expect("UTF-8"), ";"]),
            Event::End(_) => {
                if !has_children {
                    let path: Vec<&str> = open.iter().map(|(name, _)| name.as_str()).collect();
                    let kind = open.iter().rev().map(|(_, kind)| kind).find(|kind| !kind.is_empty()).expect("the root's");
                    leaves.push((path.join("/"), kind.clone(), unescape(&text).expect("escaped").into_owned()));
                }
                has_children = true;
                open.pop().expect("an open element");
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert!(open.is_empty());
    leaves
}

fn bytes(dictionary: &WordPairs<'_>) -> Result<Vec<u8>, ExportError> {
    WordPairs::bytes(dictionary, exporter("tbx").expect("a format"))
}

/// Terms of the TBX file with their language.
fn terms(leaves: &[Leaf]) -> Vec<[String; 2]> {
    let term = |leaf: &&Leaf| leaf.0.ends_with("termSec/term");
    leaves.iter().filter(term).map(|(_, language, text)| [language.clone(), text.clone()]).collect()
}

fn entry<'a>(words: [&'a str; 2], examples: &[Example<'a>]) -> WordPair<'a> {
    WordPair { words, distance: 0.25, mutual: true, pairs: [5, 4], together: 3, examples: examples.to_vec(), ..<_>::default() }
}

#[test]
fn a_concept_has_both_terms_its_counts_and_its_examples_with_their_lines() {
    let example = Example { lines: [3, 8], texts: ["tea & <milk>", "お茶"] };
    let entries = vec![entry(["tea", "お茶"], &[example]), WordPair { mutual: false, ..entry(["a", "b"], &[]) }];
    let bytes = bytes(&WordPairs { sides: ["en", "ja"], entries }).unwrap();
    let found = leaves(&bytes);
    let concept: Vec<(&str, &str, &str)> = found
        .iter()
        .filter_map(|(path, kind, text)| Some((path.strip_prefix("tbx/text/body/conceptEntry/")?, kind.as_str(), text.as_str())))
        .collect();
    let (note, sections) = concept.split_first().unwrap();
    assert_eq!(note.0, "note");
    for part in ["distance 0.25", "both words 3", "source word 5", "target word 4"] {
        assert!(note.2.contains(part), "no {part} in {}", note.2);
    }
    let section = |language, word, text, line| {
        [
            ("langSec/termSec/term", language, word),
            ("langSec/termSec/descripGrp/descrip", "context", text),
            ("langSec/termSec/descripGrp/admin", "source", line),
        ]
    };
    let expected = [section("en", "tea", "tea & <milk>", "en, line 3"), section("ja", "お茶", "お茶", "ja, line 8")].concat();
    assert_eq!(sections, expected);
    let head = String::from_utf8(bytes).unwrap();
    let root = "<tbx type=\"TBX-Basic\" style=\"dca\" xml:lang=\"en\" xmlns=\"urn:iso:std:iso:30042:ed-2\">";
    assert!(head.contains(root), "{head}");
}

#[test]
fn a_dictionary_without_mutual_entries_is_refused_with_a_remedy() {
    for entries in [Vec::new(), vec![WordPair::default()], vec![entry(["\u{1}", "b"], &[])]] {
        let message = bytes(&WordPairs { sides: ["en", "ja"], entries }).unwrap_err().to_string();
        assert!(message.contains("no entry is mutual") && message.contains("table format such as csv"), "{message}");
    }
}

proptest! {
    #[test]
    fn terms_and_contexts_of_any_characters_are_read_back(
        rows in prop::collection::vec(prop::array::uniform4("[\\x00-\\x20<>&\"';\\]a-c\u{85}\u{fffd}-\u{10002}茶]{0,6}"), 1..6),
    ) {
        let entries: Vec<WordPair<'_>> = rows
            .iter()
            .map(|[a, b, c, d]| entry([a, b], &[Example { lines: [1, 2], texts: [c, d] }]))
            .collect();
        let dictionary = WordPairs { sides: ["en", "de"], entries };
        let kept: Vec<&WordPair<'_>> = dictionary.terms().collect();
        if kept.is_empty() {
            prop_assert!(bytes(&dictionary).is_err());
            return Ok(());
        }
        let found = leaves(&bytes(&dictionary).unwrap());
        let expected: Vec<[String; 2]> = kept
            .iter()
            .flat_map(|entry| [["en".to_owned(), clean(entry.words[0])], ["de".to_owned(), clean(entry.words[1])]])
            .collect();
        prop_assert_eq!(terms(&found), expected);
        let contexts: Vec<&str> = found.iter().filter(|leaf| leaf.1 == "context").map(|leaf| leaf.2.as_str()).collect();
        let expected: Vec<String> = kept.iter().flat_map(|entry| entry.examples[0].texts.map(clean)).collect();
        prop_assert_eq!(contexts, expected);
    }
}
