//! Language model of one side of a corpus (source or target): the language's name, and trigrams of letters.
//!
//! The surprise of a text is the mean of −log of its trigrams' shares in the side.
//! The surprise needs no knowledge of the language.
//! A trigram counts one less than its occurrences, so that a text is not evidence for itself.
//! Frequent trigrams of other languages stay rare as long as few texts are in these languages.
//! The deviation is (surprise − median) / √(a + b/n) for n trigrams, with a and b from the corpus as in the length model.
//!
//! Names are ignored: capitalised words of the opposite side are left out,
//! and Latin letters where a quarter of the letters belong to other scripts.
//! A text deviates only if the language detector names another language than the side's.
//! Detectors are wrong about short texts: a short text in the side's script deviates only if it deviates with its neighbouring
//! rows too. The side's language is that of its joined texts, so that a side of short lines has one.
//!
//! Memory: at most `SAMPLE` texts are counted, some 10⁵ trigrams.

use std::collections::{HashMap, HashSet};

use whatlang::{Detector, Lang, detect_script};

use super::median_model::MedianModel;
use crate::text::{is_name, is_unspaced_script, words};

/// Maximum number of texts whose trigrams are counted.
const SAMPLE: usize = 20_000;
/// Minimum number of trigrams in a text that is checked.
const SHORT: usize = 8;
/// Number of trigrams below which a detector is trusted about the script alone.
const UNCERTAIN: f64 = 30.0;
/// Number of rows before and after a short text that are judged with it.
const NEIGHBOURS: usize = 5;
/// Minimum size in bytes of the joined texts whose language is detected.
const JOINED: usize = 240;
/// Number of standard deviations above which another language is considered.
const MIN_SURPRISE_DEVIATION: f64 = 1.5;
/// Share of texts that must agree on the language of the source or target side.
const AGREEMENT: f64 = 0.6;

/// Language model of the source or the target side of a corpus.
#[derive(Clone, Debug)]
pub(crate) struct SideLanguage {
    /// Language of most texts on the side, if they agree.
    pub own: Option<Lang>,
    /// Surprise of each trigram: the negative logarithm of its share.
    trigrams: HashMap<u64, f32>,
    /// Surprise of a trigram that was not seen: the negative logarithm of its share.
    unseen: f32,
    /// Surprise of a text, by its number of trigrams.
    surprises: MedianModel,
    /// Unusual short texts, joined with their neighbours, by row.
    joined: HashMap<usize, String>,
}

/// Deviation of a text from the language of its side, source or target.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Deviation {
    /// Deviation of the surprise in standard deviations; 0 if no other language is more probable.
    pub value: f64,
    /// Name of the more probable language, or `unknown`.
    pub language: &'static str,
}

impl SideLanguage {
    /// Fits the language model to one side of a corpus of pairs, source (0) or target (1).
    pub(crate) fn of(pairs: &[[&str; 2]], side: usize) -> Self {
        let step = pairs.len().div_ceil(SAMPLE).max(1);
        let sample: Vec<&str> = pairs.iter().step_by(step).map(|texts| texts[side]).collect();
        let mut trigrams = HashMap::new();
        for text in &sample {
            for trigram in trigrams_of(text) {
                *trigrams.entry(trigram).or_insert(0) += 1;
            }
        }
        let total: f64 = trigrams.values().map(|&count| f64::from(count)).sum();
        let surprise = |seen: u32| -((f64::from(seen) + 0.5) / (total + 0.5)).ln() as f32;
        trigrams.retain(|_, count| *count > 1);
        let mut model = Self {
            own: majority(&sample),
            trigrams: trigrams.into_iter().map(|(trigram, count): (u64, u32)| (trigram, surprise(count - 1))).collect(),
            unseen: surprise(0),
            surprises: MedianModel::of(Vec::new(), 1.0),
            joined: HashMap::new(),
        };
        model.surprises = MedianModel::of(sample.iter().filter_map(|text| model.surprise(text)).collect(), 1.0);
        let unusual = |row: &usize| model.is_short(pairs[*row][side]) && model.value(pairs[*row][side]) > MIN_SURPRISE_DEVIATION;
        let joined = |row: usize| {
            let near = &pairs[row.saturating_sub(NEIGHBOURS)..pairs.len().min(row + NEIGHBOURS + 1)];
            (row, near.iter().map(|texts| texts[side]).collect::<Vec<_>>().join(" "))
        };
        model.joined = (0..pairs.len()).filter(unusual).map(joined).collect();
        model
    }

    /// Surprise of a text (mean of −log of its trigrams' shares), and the number of trigrams; `None` for short texts.
    fn surprise(&self, text: &str) -> Option<(f64, f64)> {
        let (mut sum, mut count) = (0.0, 0);
        for trigram in trigrams_of(text) {
            sum += f64::from(*self.trigrams.get(&trigram).unwrap_or(&self.unseen));
            count += 1;
        }
        (count >= SHORT).then(|| (sum / count as f64, count as f64))
    }

    /// Whether a text has too few trigrams for a detector of languages.
    fn is_short(&self, text: &str) -> bool {
        self.surprise(text).is_none_or(|(_, count)| count < UNCERTAIN)
    }

    /// Deviation of a row's text from the language of its side. `other` is the text of the opposite side.
    pub(crate) fn deviation(&self, row: usize, text: &str, other: &str) -> Deviation {
        let usual = Deviation { value: 0.0, language: "unknown" };
        if self.value(text) <= MIN_SURPRISE_DEVIATION {
            return usual;
        }
        let (is_short, text) = (self.is_short(text), without_names(text, other));
        let value = self.value(&text);
        let detected = whatlang::detect_lang(&text);
        let is_own = |language: Option<Lang>| language.is_some() && language == self.own;
        if value <= MIN_SURPRISE_DEVIATION || is_own(detected) {
            return usual;
        }
        // The text with its neighbours is in the side's script unless all of them are in another one.
        let is_usual = |near: &String| {
            let in_script = detect_script(&text) == detect_script(near);
            in_script && (self.value(near) <= MIN_SURPRISE_DEVIATION || is_own(whatlang::detect_lang(near)))
        };
        if is_short && self.joined.get(&row).is_none_or(is_usual) {
            return usual;
        }
        Deviation { value, language: detected.map_or(usual.language, |language| language.code()) }
    }

    /// Deviation of a text's surprise from the median, in standard deviations; 0 for short texts.
    fn value(&self, text: &str) -> f64 {
        self.surprise(text).map_or(0.0, |(surprise, count)| self.surprises.deviation(surprise, count))
    }
}

/// Text without the capitalised words of the opposite side; without Latin letters if a quarter
/// of its letters are of other scripts.
fn without_names(text: &str, other: &str) -> String {
    let latin = |letter: char| matches!(letter, 'A'..='Z' | 'a'..='z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}');
    let letters = text.chars().filter(|letter| letter.is_alphabetic());
    let (all, others) = letters.fold((0, 0), |(all, others), letter| (all + 1, others + usize::from(!latin(letter))));
    if 4 * others >= all {
        return text.chars().map(|letter| if latin(letter) { ' ' } else { letter }).collect();
    }
    let names: HashSet<&str> = words(other).filter(|word| is_name(word)).collect();
    let common: Vec<&str> = words(text).filter(|word| !names.contains(word)).collect();
    common.join(" ")
}

/// Trigrams of a text's lower-case letters, with a space for anything between words. Chinese and Japanese: single letters.
fn trigrams_of(text: &str) -> impl Iterator<Item = u64> {
    let mut window = [' '; 3];
    let letters = text.chars().flat_map(char::to_lowercase).map(|letter| if letter.is_alphabetic() { letter } else { ' ' });
    letters.chain([' ']).filter_map(move |letter| {
        if letter == ' ' && window[2] == ' ' {
            return None;
        }
        if is_unspaced_script(letter) {
            window = [' '; 3];
            return Some(u64::from(letter));
        }
        window = [window[1], window[2], letter];
        Some(window.iter().fold(0, |key, &letter| key << 21 | u64::from(letter)))
    })
}

/// Language of most of the sampled texts, if they agree. Texts are joined until they are long enough to be told apart.
fn majority(sample: &[&str]) -> Option<Lang> {
    let detector = Detector::new();
    let mut counts: HashMap<Lang, usize> = HashMap::new();
    let (mut total, mut joined) = (0, String::new());
    for (place, text) in sample.iter().enumerate() {
        joined = joined + text + " ";
        if joined.len() >= JOINED || place + 1 == sample.len() && total == 0 {
            total += 1;
            if let Some(language) = detector.detect_lang(&joined) {
                *counts.entry(language).or_insert(0) += 1;
            }
            joined.clear();
        }
        if total == 1000 {
            break;
        }
    }
    let (language, count) = counts.into_iter().max_by_key(|&(language, count)| (count, language.code()))?;
    (count as f64 >= AGREEMENT * f64::from(total)).then_some(language)
}
