//! Words of the lessons and of the glossary's cards, one file a language. A text that a language lacks is shown in English.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use crate::Lesson;

/// Code and file of every language; English is the first. To add a language, add its file and a row.
const FILES: &[(&str, &str)] =
    &[("en", include_str!("../../assets/texts/en.json")), ("de", include_str!("../../assets/texts/de.json"))];

/// A language of the lessons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Language(usize);

/// Texts in one language.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// Name of the language, in the language itself.
    pub language: String,
    /// Headings of the panel.
    pub headings: Headings,
    /// Words of the panel.
    pub panel: PanelTexts,
    /// Texts of the lessons by their ids.
    pub lessons: BTreeMap<String, LessonTexts>,
    /// Texts of the terms of [`crate::glossary`] by their ids.
    pub terms: BTreeMap<String, TermTexts>,
}

/// Texts of a term of the glossary. Symbol and formula that a language lacks are those in English.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TermTexts {
    /// Name of the term.
    pub name: String,
    /// Symbol in formulas; empty without one.
    #[serde(default)]
    pub symbol: String,
    /// Explanation in two sentences.
    pub text: String,
    /// Formula of the term; empty without one.
    #[serde(default)]
    pub formula: String,
    /// Effect of raising and lowering a parameter; empty for other terms.
    #[serde(default)]
    pub effect: String,
}

/// Texts of the panel. `{step}`, `{all}` and `{title}` are replaced by their values.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PanelTexts {
    /// Above the list of lessons.
    pub intro: String,
    /// Button that starts a lesson.
    pub start: String,
    /// Button that continues a lesson with a step.
    pub resume: String,
    /// Number of the step.
    pub step: String,
    /// Button to the next step.
    pub next: String,
    /// Button behind the last step.
    pub finish: String,
    /// Button to the next step without doing this one.
    pub skip: String,
    /// Button to the previous step.
    pub previous: String,
    /// Button that sets up the view again.
    pub again: String,
    /// Button back to the user's own workspace.
    pub leave: String,
    /// Explanation of that button.
    pub leave_hint: String,
    /// Button back to the list.
    pub close: String,
    /// Button to the next lesson.
    pub next_lesson: String,
    /// Button that starts the lesson again.
    pub once_more: String,
    /// While the texts are being read.
    pub reading: String,
    /// While the words are being placed.
    pub placing: String,
    /// In place of numbers that can answer the open question.
    pub hidden: String,
}

/// Headings of the list of lessons and of a printed lesson.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Headings {
    /// Heading of the lessons in the sandbox.
    pub points: String,
    /// Heading of the lessons on documents.
    pub words: String,
    /// Heading of the answers.
    pub answers: String,
    /// Before the sentence that one can say afterwards.
    pub after: String,
    /// Below the picture of the words.
    pub picture: String,
    /// Below the picture of the points.
    pub drawn: String,
}

/// Texts of a lesson.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonTexts {
    /// Title of the lesson.
    pub title: String,
    /// Goal of the lesson, in one sentence.
    pub goal: String,
    /// Conclusion of the lesson, in one sentence.
    pub after: String,
    /// Texts of the steps by their ids.
    pub steps: BTreeMap<String, StepTexts>,
}

/// Texts of a step.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepTexts {
    /// Task of the step and what to observe.
    pub text: String,
    /// Reply once the condition of the step is met; empty where the step only waits for the reader.
    #[serde(default)]
    pub done: String,
    /// Texts of the choices of a question by their ids.
    #[serde(default)]
    pub choices: BTreeMap<String, ChoiceTexts>,
}

/// Texts of a choice.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChoiceTexts {
    /// Text of the choice.
    pub text: String,
    /// Reply to the choice.
    pub reply: String,
}

impl Texts {
    /// Takes the texts of terms that are missing from those in English.
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
    /// All languages; English is the first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..FILES.len()).map(Self)
    }

    /// The language of this code.
    pub fn of_code(code: &str) -> Option<Self> {
        Self::all().find(|language| language.code() == code)
    }

    /// Code: "en".
    pub fn code(self) -> &'static str {
        FILES.get(self.0).map_or("", |(code, _)| code)
    }

    /// The texts. Those of a file that cannot be read are empty; a test reads them all.
    pub fn texts(self) -> &'static Texts {
        static TEXTS: LazyLock<Vec<Texts>> = LazyLock::new(|| {
            let mut all: Vec<Texts> = FILES.iter().map(|(_, file)| serde_json::from_str(file).unwrap_or_default()).collect();
            if let Some((english, others)) = all.split_first_mut() {
                for texts in others {
                    texts.complete(english);
                }
            }
            all
        });
        // A language is a place of the list.
        &TEXTS[self.0]
    }

    /// The texts of a term; empty for an unknown id.
    pub(crate) fn term(self, id: &str) -> &'static TermTexts {
        static NONE: LazyLock<TermTexts> = LazyLock::new(TermTexts::default);
        self.texts().terms.get(id).unwrap_or(&NONE)
    }

    /// The texts of a lesson.
    pub fn lesson(self, lesson: &Lesson) -> Option<&'static LessonTexts> {
        let known = |language: Self| language.texts().lessons.get(&lesson.id);
        known(self).or_else(|| known(Self::default()))
    }

    /// The texts of a step of a lesson.
    pub fn step(self, lesson: &Lesson, place: usize) -> Option<&'static StepTexts> {
        let id = &lesson.steps.get(place)?.id;
        let known = |language: Self| language.texts().lessons.get(&lesson.id)?.steps.get(id);
        known(self).or_else(|| known(Self::default()))
    }
}
