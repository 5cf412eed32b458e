//! Sentence boundaries of a text by the rules of Unicode (UAX 29), corrected after abbreviations.
//!
//! The data of sentence boundaries in `icu_segmenter` takes about 50 kB.
//! UAX 29 breaks after a full stop before a capital letter, and so after `Dr.`.
//! Short lists of abbreviations of each language, initials, and ordinal numbers with a full stop undo these breaks.
//! UAX 29 also breaks after a quotation that ends with a question mark;
//! a lower-case letter or hiragana after the break undoes it.
//! A line break always ends a sentence.

use std::ops::Range;

use icu_segmenter::{SentenceSegmenter, options::SentenceBreakInvariantOptions};

/// Abbreviations before names and numbers for each language, in lower case and without their last full stop.
const ABBREVIATIONS: [(&str, &[&str]); 6] = [
    (
        "en",
        &[
            "mr", "mrs", "ms", "dr", "prof", "rev", "gen", "col", "capt", "lt", "sgt", "sen", "rep", "gov", "st", "mt", "no",
            "vs", "e.g", "i.e", "cf", "fig", "vol", "pp",
        ],
    ),
    (
        "de",
        &[
            "dr", "prof", "hr", "fr", "nr", "st", "str", "bzw", "ca", "z.b", "d.h", "u.a", "vgl", "abb", "bd", "hl", "ing",
            "dipl", "geb", "inkl",
        ],
    ),
    ("fr", &["m", "mm", "dr", "pr", "st", "ste", "av", "n", "cf", "p.ex", "fig", "vol", "éd"]),
    ("it", &["sig", "dott", "prof", "avv", "ing", "on", "dr", "n", "cfr", "pag", "fig", "vol", "es", "ecc", "s"]),
    ("fi", &["prof", "tri", "hra", "rva", "nro", "esim", "ks", "vrt", "mm", "ns", "n", "s", "k", "ko", "os"]),
    ("es", &["sr", "sra", "srta", "dr", "dra", "d", "ud", "uds", "núm", "pág", "p.ej", "fig", "vol"]),
];

/// Languages that write ordinal numbers, such as days of a month, with a full stop.
const ORDINALS: [&str; 2] = ["de", "fi"];

/// Sentences of a text, as byte ranges without surrounding white space.
/// `language` is a code such as `en` or `de-CH`; abbreviations are known for English, German, French, Italian,
/// Finnish and Spanish, and for no language if `language` is unknown.
pub fn sentences(text: &str, language: Option<&str>) -> Vec<Range<usize>> {
    let language = language.map(|code| code.split(['-', '_']).next().unwrap_or(code).to_lowercase());
    let known = |(code, _): &&(&str, &'static [&'static str])| language.as_deref() == Some(*code);
    let abbreviations = ABBREVIATIONS.iter().find(known).map_or(&[][..], |(_, list)| list);
    let ordinals = language.as_deref().is_some_and(|code| ORDINALS.contains(&code));
    let segmenter = SentenceSegmenter::new(SentenceBreakInvariantOptions::default());
    let mut sentences = Vec::new();
    let mut start = 0;
    for end in segmenter.segment_str(text).skip(1) {
        // UAX 29 treats an opening bracket without a space before it as a closing bracket.
        let opening = text[start..end].trim_end_matches(['「', '『', '（', '【', '《']);
        let end = if end < text.len() { start + opening.len() } else { end };
        let end = end + closing_mark_bytes(&text[end..]);
        let (before, after) = (&text[start..end], &text[end..]);
        if !is_quoted_part(before, after) && (after.is_empty() || !goes_on(before, abbreviations, ordinals, language.is_some())) {
            sentences.extend(trimmed(text, start..end));
            start = end;
        }
    }
    sentences
}

/// Length in bytes of a closing mark after a space, as French writes it: `Bonjour ! »`.
fn closing_mark_bytes(after: &str) -> usize {
    let rest = after.strip_prefix(['»', '”', '"', ')']);
    let rest = rest.filter(|rest| !rest.starts_with(|c: char| !c.is_whitespace()));
    rest.map_or(0, |rest| after.len() - rest.len())
}

/// Whether a break is at the end of a quotation whose sentence goes on: `"Why?" she asked`, `「傘は？」と聞いた`.
fn is_quoted_part(before: &str, after: &str) -> bool {
    let is_hiragana = |c: char| ('ぁ'..='ゟ').contains(&c);
    !before.ends_with(is_line_break)
        && after.starts_with(|c: char| c.is_lowercase() || before.ends_with(['」', '』']) && is_hiragana(c))
}

/// Whether the text before a break ends with an abbreviation, so that the sentence continues.
fn goes_on(text: &str, abbreviations: &[&str], ordinals: bool, initials: bool) -> bool {
    let words = text.trim_end_matches(|c: char| c.is_whitespace() && !is_line_break(c));
    let Some(words) = words.strip_suffix('.') else { return false };
    let word = words.rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | '"' | '„' | '“' | '«')).next();
    let word = word.unwrap_or(words);
    let lower = word.to_lowercase();
    // An initial as in "Washington D.C. The" may end a sentence, but a lone initial seldom does.
    let is_initial = initials && word.chars().count() == 1 && word.chars().all(char::is_uppercase) && word != "I";
    let is_ordinal = ordinals && (1..=2).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    is_initial || is_ordinal || abbreviations.contains(&lower.as_str())
}

fn is_line_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Byte range without its surrounding white space; `None` if nothing is left.
pub(crate) fn trimmed(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let part = &text[range.clone()];
    let start = range.start + part.len() - part.trim_start().len();
    let end = start + part.trim().len();
    (start < end).then_some(start..end)
}
