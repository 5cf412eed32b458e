//! Rule for untranslated copies: the target has the words of the source.
//!
//! The number is the share of the longer side's words that the shorter side has too, counted with repetition.
//! Letter case, punctuation and spaces are ignored.
//! Names and titles are copied in good translations, so words count only if most of a line's words are not written like names.

use std::collections::HashMap;

use super::{Case, Measured, Rule, RuleKind};
use crate::text::{is_name, words};

pub(super) const RULE: Rule =
    Rule::new(RuleKind::Error, "copy", "share of common words", 0.8, "The target repeats the source's words.", measure);

/// Minimum number of equal words at which a line of names counts as a copy.
const NAMES: usize = 6;
/// Minimum number of words in a line that is nearly a copy.
const SHORT: usize = 4;

fn measure(case: &Case) -> Option<Measured> {
    let sides = case.texts.map(|text| words(text).filter(|word| word.chars().any(char::is_alphabetic)).collect::<Vec<_>>());
    let longest = sides[0].len().max(sides[1].len());
    let plain = sides.each_ref().map(|words| words.iter().filter(|word| !is_name(word)).count());
    if sides.iter().any(Vec::is_empty) || (plain[0].max(plain[1]) * 3 < longest && longest < NAMES) {
        return None;
    }
    let mut counts = HashMap::new();
    for word in &sides[0] {
        *counts.entry(word.to_lowercase()).or_insert(0_usize) += 1;
    }
    let common = sides[1]
        .iter()
        .filter(|word| {
            counts.get_mut(&word.to_lowercase()).is_some_and(|count| {
                let left = *count > 0;
                *count -= usize::from(left);
                left
            })
        })
        .count();
    let share = common as f64 / longest as f64;
    if common == 0 || (longest < SHORT && common < longest) {
        return None;
    }
    Some(Measured { value: share, text: if common == longest { String::new() } else { format!("{:.0} %", 100.0 * share) } })
}

#[cfg(test)]
mod tests {
    use super::{super::testing::*, RULE};

    #[test]
    fn copies_are_flagged_in_any_script() {
        for text in ["The house is red.", "Come on.", "家は赤いです。", "Дом красный."] {
            assert!(flags(&RULE, text, text), "{text}");
            assert!(flags(&RULE, text, &text.to_uppercase()), "{text}");
        }
        assert!(flags(&RULE, "The house there is old and red.", "The house, there, is old and blue"));
    }

    #[test]
    fn names_numbers_and_translations_are_not_flagged() {
        for (source, target) in [
            ("Donald Trump", "Donald Trump"),
            ("Manchester United - Real Madrid", "Manchester United – Real Madrid"),
            ("12:30", "12:30"),
            ("東京", "东京"),
            ("Der Film heißt Star Wars", "The film is called Star Wars"),
            ("Die Hand ist in Sand", "The hand is in sand"),
        ] {
            assert!(!flags(&RULE, source, target), "{source}");
        }
    }
}
