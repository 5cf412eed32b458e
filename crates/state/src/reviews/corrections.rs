//! Corrected texts of reviewed pairs.
//!
//! Cost: proportional to the texts returned. Memory: only references.

use super::verdicts::{Reviews, Verdict};
use wordfield_core::corpus::Corpus;

impl Reviews {
    /// Target document kept by a source document: the accepted one, otherwise the file's.
    pub fn target(&self, source: usize, corpus: &Corpus) -> Option<usize> {
        match self.get(source).and_then(|review| review.verdict) {
            Some((Verdict::Accepted, target)) => Some(target),
            _ => corpus.partner(source),
        }
    }

    /// Corrected texts of a pair; `None` if it keeps the texts of its documents.
    pub fn correction(&self, source: usize) -> Option<&[[String; 2]]> {
        self.get(source)?.correction.as_deref()
    }

    /// Whether a pair is merged into the one before it.
    pub fn is_merged(&self, source: usize) -> bool {
        self.correction(source).is_some_and(<[_]>::is_empty)
    }

    /// Texts of a pair as delivered: one pair, several if it is split, none if it is merged into the pair before it.
    pub fn texts<'a>(&'a self, source: usize, corpus: &'a Corpus) -> Vec<[&'a str; 2]> {
        if let Some(texts) = self.correction(source) {
            return texts.iter().map(|pair| [pair[0].as_str(), pair[1].as_str()]).collect();
        }
        let target = self.target(source, corpus);
        target.map(|target| [source, target].map(|document| corpus.texts[document].as_str())).into_iter().collect()
    }
}

/// Joins two texts, with a space between them unless both sides of the seam are of a script without spaces.
pub(crate) fn joined(first: &str, second: &str) -> String {
    let ends = (first.trim_end(), second.trim_start());
    let unspaced = |letter: Option<char>| {
        letter.is_some_and(|letter| matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}'))
    };
    let space = if unspaced(ends.0.chars().next_back()) && unspaced(ends.1.chars().next()) { "" } else { " " };
    format!("{}{space}{}", ends.0, ends.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wordfield_core::corpus::{Builtin, builtin};

    #[test]
    fn a_pair_has_its_own_texts_until_they_are_corrected() {
        let (corpus, mut reviews) = (builtin(Builtin::Pairs), Reviews::default());
        let own = |document: usize| corpus.texts[document].as_str();
        let pair = |a: &str, b: &str| [a.to_owned(), b.to_owned()];
        let partner = corpus.partner(3).expect("a partner");
        assert_eq!(reviews.texts(3, &corpus), [[own(3), own(partner)]]);
        reviews.put_verdict(3, 290, Verdict::Accepted);
        assert_eq!(reviews.texts(3, &corpus), [[own(3), own(290)]]);
        reviews.put_verdict(3, 290, Verdict::Rejected);
        assert_eq!(reviews.texts(3, &corpus), [[own(3), own(partner)]], "a rejected candidate is not kept");
        reviews.correct(3, partner, Some(vec![pair("a", "b"), pair("c", "d")]));
        assert_eq!(reviews.texts(3, &corpus), [["a", "b"], ["c", "d"]]);
        reviews.correct(3, partner, Some(Vec::new()));
        assert!(reviews.is_merged(3) && reviews.texts(3, &corpus).is_empty());
        reviews.put_verdict(3, partner, Verdict::Rejected);
        assert!(reviews.is_merged(3), "a verdict leaves the texts");
    }

    #[test]
    fn corrections_are_saved_with_their_pair_and_blank_ones_are_not_restored() {
        let (mut corpus, mut reviews) = (builtin(Builtin::Pairs), Reviews::default());
        let texts = |text: &str| Some(vec![[text.to_owned(), "b".to_owned()]]);
        reviews.correct(3, 283, texts("a"));
        reviews.correct(4, 284, Some(Vec::new()));
        reviews.correct(5, 285, texts(" "));
        let saved = reviews.to_save(&corpus);
        let back = Reviews::of_saved(&saved, &corpus);
        assert_eq!((back.get(3), back.get(4)), (reviews.get(3), reviews.get(4)));
        assert_eq!(back.correction(5), None, "no pair has an empty side");
        corpus.titles[283] = "another document".to_owned();
        assert_eq!(Reviews::of_saved(&saved, &corpus).get(3), None, "of a pair with another target");
        let json = serde_json::to_value(&saved).expect("JSON");
        assert_eq!((&json[0]["correction"], &json[1]["correction"]), (&serde_json::json!([["a", "b"]]), &serde_json::json!([])));
        let mut plain = Reviews::default();
        plain.note(3, "look".to_owned());
        assert!(!serde_json::to_string(&plain.to_save(&corpus)).expect("JSON").contains("correction"), "as before without one");
    }

    #[test]
    fn texts_are_joined_by_a_space_where_their_script_has_spaces() {
        assert_eq!(joined("a. ", " b"), "a. b");
        assert_eq!(joined("お茶。", "ご飯"), "お茶。ご飯");
        assert_eq!(joined("お茶", "tea"), "お茶 tea");
    }
}
