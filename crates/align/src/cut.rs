//! Units of an alignment: the lines of a text, or the sentences in its lines.

use std::ops::Range;

use crate::{SrxRules, sentences};

/// Rules by which the lines of a text are cut into sentences.
#[derive(Clone, Debug)]
pub enum Cut {
    /// Sentence rules of Unicode (UAX 29).
    Unicode,
    /// Sentence rules of an SRX file.
    Srx(Box<SrxRules>),
}

impl Cut {
    fn sentences(&self, line: &str, language: Option<&str>) -> Vec<Range<usize>> {
        match self {
            Self::Unicode => sentences(line, language),
            Self::Srx(rules) => rules.sentences(line, language.unwrap_or_default()),
        }
    }
}

/// Splits a text into lines, or into sentences if they are cut; sentences have no surrounding white space and are not empty.
/// `language` is a code such as `en`.
pub fn lines(text: &str, cut: Option<&Cut>, language: Option<&str>) -> Vec<String> {
    let Some(cut) = cut else { return text.lines().map(str::to_owned).collect() };
    let of_line = |line: &str| -> Vec<String> {
        let sentences = cut.sentences(line, language).into_iter().map(|range| line[range].trim());
        sentences.filter(|sentence| !sentence.is_empty()).map(str::to_owned).collect()
    };
    text.lines().flat_map(of_line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_kept_and_sentences_are_cut_inside_them() {
        let text = "One. Two.\n\n Three\n";
        assert_eq!(lines(text, None, None), ["One. Two.", "", " Three"]);
        assert_eq!(lines(text, Some(&Cut::Unicode), Some("en")), ["One.", "Two.", "Three"]);
        assert!(lines("", Some(&Cut::Unicode), None).is_empty());
    }
}
