//! Texts of the lessons and the glossary, one file per language; texts missing in a language are shown in English.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use crate::Lesson;

/// Code and text file of every language; English is the first. To add a language, add its file and a row.
const FILES: &[(&str, &str)] =
    &[("en", include_str!("../../assets/texts/en.json")), ("de", include_str!("../../assets/texts/de.json"))];

/// A language of the lesson texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Language(usize);

/// Texts of lessons and glossary in one language.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// Name of the language in itself, as in "Deutsch".
    pub language: String,
    /// Headings of the lessons panel.
    pub headings: Headings,
    /// Texts of the lessons panel.
    pub panel: PanelTexts,
    /// Texts of the lessons by their ids.
    pub lessons: BTreeMap<String, LessonTexts>,
    /// Texts of the terms of [`crate::glossary`] by their ids.
    pub terms: BTreeMap<String, TermTexts>,
}

/// Texts of a glossary term; missing symbols and formulas are taken from English.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TermTexts {
    /// Name of the glossary term.
    pub name: String,
    /// Symbol of the term in formulas; empty without one.
    #[serde(default)]
    pub symbol: String,
    /// Explanation of the term in two sentences.
    pub text: String,
    /// Formula of the term; empty without one.
    #[serde(default)]
    pub formula: String,
    /// Effect of raising and lowering the parameter; empty for terms that are not parameters.
    #[serde(default)]
    pub effect: String,
}

/// Texts of the lessons panel, in which `{step}`, `{all}` and `{title}` are placeholders.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PanelTexts {
    /// Introduction above the list of lessons.
    pub intro: String,
    /// Text of the button that starts a lesson.
    pub start: String,
    /// Text of the button that continues a lesson at a step.
    pub resume: String,
    /// Text of the label with the number of the lesson step.
    pub step: String,
    /// Text of the button to the next lesson step.
    pub next: String,
    /// Text of the button after the last lesson step.
    pub finish: String,
    /// Text of the button that skips the current lesson step.
    pub skip: String,
    /// Text of the button to the previous lesson step.
    pub previous: String,
    /// Text of the button that sets up the step's view again.
    pub again: String,
    /// Button back to the user's own workspace.
    pub leave: String,
    /// Explanation of the button back to the user's own workspace.
    pub leave_hint: String,
    /// Text of the button back to the list of lessons.
    pub close: String,
    /// Text of the button to the next lesson.
    pub next_lesson: String,
    /// Text of the button that starts the lesson again.
    pub once_more: String,
    /// Message while the documents are being read.
    pub reading: String,
    /// Message while the word positions are computed.
    pub placing: String,
    /// Message shown instead of numbers that would answer the open quiz question.
    pub hidden: String,
}

/// Headings of the list of lessons and of printed handouts.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Headings {
    /// Heading of the lessons in the sandbox.
    pub points: String,
    /// Heading of the lessons about documents.
    pub words: String,
    /// Heading of the answers in a handout.
    pub answers: String,
    /// Heading before the conclusion of a lesson.
    pub after: String,
    /// Caption below the picture of the words.
    pub picture: String,
    /// Caption of the picture of the sandbox points.
    pub drawn: String,
}

/// Texts of a lesson in one language.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonTexts {
    /// Title of the lesson.
    pub title: String,
    /// Goal of the lesson, in one sentence.
    pub goal: String,
    /// Conclusion of the lesson, in one sentence.
    pub after: String,
    /// Texts of the lesson's steps by their ids.
    pub steps: BTreeMap<String, StepTexts>,
}

/// Texts of a lesson step.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepTexts {
    /// Text of the step: its task and the expected observation.
    pub text: String,
    /// Reply once the condition of the step is met; empty if the step only waits for the reader.
    #[serde(default)]
    pub done: String,
    /// Texts of the choices of the step's quiz question by their ids.
    #[serde(default)]
    pub choices: BTreeMap<String, ChoiceTexts>,
}

/// Texts of a choice of a quiz question.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChoiceTexts {
    /// Text of an answer to choose.
    pub text: String,
    /// Reply to the chosen answer.
    pub reply: String,
}

impl Texts {
    /// Completes missing texts of glossary terms by those in English.
    fn complete(&mut self, english: &Self) {
        for (id, english) in &english.terms {
            let own = self.terms.entry(id.clone()).or_insert_with(|| english.clone());
            for (own, english) in [(&mut own.symbol, &english.symbol), (&mut own.formula, &english.formula)] {
                if own.is_empty() {
                    own.clone_from(english);
                }
            }
        }
    }
}

impl Language {
    /// All languages of the lesson texts; English is the first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..FILES.len()).map(Self)
    }

    /// Language of the lesson texts with the given code, if any.
    pub fn of_code(code: &str) -> Option<Self> {
        Self::all().find(|language| language.code() == code)
    }

    /// Code of the language, as in "en".
    pub fn code(self) -> &'static str {
        FILES.get(self.0).map_or("", |(code, _)| code)
    }

    /// Texts of the language. Those of a file that cannot be read are empty; a test reads them all.
    pub fn texts(self) -> &'static Texts {
        static TEXTS: LazyLock<Vec<Texts>> = LazyLock::new(|| {
            let mut all: Vec<Texts> =
                FILES.iter().map(|(_, file)| serde_json::from_slice(file.as_bytes()).unwrap_or_default()).collect();
            if let Some((english, others)) = all.split_first_mut() {
                for texts in others {
                    texts.complete(english);
                }
            }
            all
        });
        // A language is an index of the list of texts.
        &TEXTS[self.0]
    }

    /// Texts of a glossary term; empty for an unknown id.
    pub(crate) fn term(self, id: &str) -> &'static TermTexts {
        static NONE: LazyLock<TermTexts> = LazyLock::new(TermTexts::default);
        self.texts().terms.get(id).unwrap_or(&NONE)
    }

    /// Texts of a lesson in this language, otherwise in English.
    pub fn lesson(self, lesson: &Lesson) -> Option<&'static LessonTexts> {
        let known = |language: Self| language.texts().lessons.get(&lesson.id);
        known(self).or_else(|| known(Self::default()))
    }

    /// Texts of a lesson step in this language, otherwise in English.
    pub fn step(self, lesson: &Lesson, place: usize) -> Option<&'static StepTexts> {
        let id = &lesson.steps.get(place)?.id;
        let known = |language: Self| language.texts().lessons.get(&lesson.id)?.steps.get(id);
        known(self).or_else(|| known(Self::default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_formula_is_that_in_english_and_an_own_one_stays() {
        let term = |formula: &str| TermTexts { formula: formula.to_owned(), ..TermTexts::default() };
        let texts = |first: &str, second: &str| {
            let terms = [("first", first), ("second", second)].map(|(id, formula)| (id.to_owned(), term(formula)));
            Texts { terms: terms.into(), ..Texts::default() }
        };
        let mut german = texts("", "b = 3");
        german.complete(&texts("a = 1", "b = 2"));
        assert_eq!(["first", "second"].map(|id| german.terms[id].formula.as_str()), ["a = 1", "b = 3"]);
    }
}
