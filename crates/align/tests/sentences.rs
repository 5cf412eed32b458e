//! Sentences by Unicode and by SRX rules.

use proptest::prelude::*;
use wordfield_align::{SrxError, SrxRules, sentences};

fn texts<'a>(text: &'a str, language: Option<&str>) -> Vec<&'a str> {
    sentences(text, language).into_iter().map(|range| &text[range]).collect()
}

#[test]
fn sentences_of_several_languages() {
    let cases: [(&str, &[&str]); 7] = [
        ("en", &["Mr. Smith met Dr. J. Jones at 3.15 p.m.", "They talked.", "\"Why?\" she asked."]),
        ("de", &["Am 3. Oktober kam Prof. Meier, z.B. mit Nr. 123.", "Er blieb.", "Warum?"]),
        ("fr", &["M. Dupont est arrivé.", "Il a dit : « Bonjour ! »", "Puis rien."]),
        ("it", &["Il dott. Rossi è arrivato.", "Perché?", "Non si sa."]),
        ("fi", &["Kokous on 5. Joulukuuta pidetään.", "Niin sanoi prof. Virtanen.", "Miksi?"]),
        ("ja", &["今日は雨です。", "「傘は？」と聞いた。", "いいえ！"]),
        ("el", &["Ήρθε χθες.", "Έφυγε σήμερα!"]),
    ];
    for (language, expected) in cases {
        let separator = if language == "ja" { "" } else { " " };
        assert_eq!(texts(&expected.join(separator), Some(language)), expected, "{language}");
    }
}

#[test]
fn line_break_ends_a_sentence_also_after_an_abbreviation() {
    assert_eq!(texts("Chapter one, by Mr.\nIt rained.\r\n\r\n  ", Some("en")), ["Chapter one, by Mr.", "It rained."]);
}

#[test]
fn abbreviations_need_a_language() {
    assert_eq!(texts("Dr. Jones left.", None), ["Dr.", "Jones left."]);
    assert_eq!(texts("Dr. Jones left.", Some("en-GB")), ["Dr. Jones left."]);
}

#[test]
fn text_without_sentences_has_none() {
    assert!(texts("", Some("en")).is_empty());
    assert!(texts(" \n\u{3000}\n", None).is_empty());
}

const SRX: &str = r#"<?xml version="1.0"?>
<srx xmlns="http://www.lisa.org/srx20" version="2.0">
<header segmentsubflows="yes" cascade="CASCADE"/>
<body><languagerules>
  <languagerule languagerulename="English">
    <rule break="no"><beforebreak>\b(Mr|etc)\.</beforebreak><afterbreak>\s</afterbreak></rule>
    <rule break="no"><beforebreak>&lt;br&gt;\.</beforebreak><afterbreak></afterbreak></rule>
  </languagerule>
  <languagerule languagerulename="Default">
    <rule break="yes"><beforebreak>[.?!]+</beforebreak><afterbreak>\s+\p{Lu}</afterbreak></rule>
    <rule><beforebreak></beforebreak><afterbreak>\n</afterbreak></rule>
  </languagerule>
</languagerules><maprules>
  <languagemap languagepattern="en.*" languagerulename="English"/>
  <languagemap languagepattern=".*" languagerulename="Default"/>
</maprules></body></srx>"#;

fn srx<'a>(cascade: &str, text: &'a str, language: &str) -> Vec<&'a str> {
    let rules = SrxRules::read(&SRX.replace("CASCADE", cascade)).expect("valid rules");
    rules.sentences(text, language).into_iter().map(|range| &text[range]).collect()
}

#[test]
fn first_srx_rule_that_holds_decides() {
    let text = "Mr. Ö came... He left! 3. no\nnew line <br>. Same. End";
    assert_eq!(srx("yes", text, "en-US"), ["Mr. Ö came...", "He left! 3. no", "new line <br>. Same.", "End"]);
    // The rules of other languages lack the exceptions.
    assert_eq!(srx("yes", "Mr. Ö came. Yes", "de"), ["Mr.", "Ö came.", "Yes"]);
    // Without cascade only the first language map counts, whose rules have no break.
    assert_eq!(srx("no", "He came. She left.", "en"), ["He came. She left."]);
}

#[test]
fn srx_errors_name_the_cause() {
    let read = |from: &str, to: &str| SrxRules::read(&SRX.replace(from, to)).unwrap_err();
    assert!(matches!(read("</srx>", ""), SrxError::Xml { .. }));
    assert!(matches!(read("(Mr|etc)", "(Mr|etc"), SrxError::Pattern { pattern, .. } if pattern.contains("(Mr|etc")));
    assert!(matches!(read("(Mr|etc)", r"(Mr)\1"), SrxError::Pattern { .. }));
    assert!(
        matches!(read("rulename=\"English\"/>", "rulename=\"Englisch\"/>"), SrxError::UnknownRules(name) if name == "Englisch")
    );
    assert!(matches!(read("&lt;", "&unknown;"), SrxError::Xml { message, .. } if message.contains("unknown")));
    assert!(matches!(SrxRules::read("<srx/>"), Err(SrxError::NoMaps)));
    assert!(matches!(SrxRules::read("no XML <"), Err(SrxError::Xml { .. })));
}

proptest! {
    #[test]
    fn sentences_keep_all_text_but_white_space(text in "[aAä1あ「」『».?!;(\"\r\n \u{3000}Mr]{0,40}") {
        let solid = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        let rules = SrxRules::read(&SRX.replace("CASCADE", "yes")).unwrap();
        for found in [sentences(&text, Some("de")), sentences(&text, None), rules.sentences(&text, "en")] {
            let parts: Vec<&str> = found.iter().map(|range| &text[range.clone()]).collect();
            prop_assert_eq!(solid(&parts.concat()), solid(&text));
            prop_assert!(parts.iter().all(|part| !part.is_empty() && part.trim() == *part));
        }
    }
}
