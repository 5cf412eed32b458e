use std::collections::BTreeSet;

use super::*;
use crate::{Language, StepTexts, lesson::update::course, quantities};
use wordfield_core::{
    corpus::{Dataset, SplitOptions, VocabularyOptions, Weighting, builtin},
    model::{ModelKind, Params},
};

/// Maximum number of words in a step.
const LENGTH: usize = 60;

fn unique<'a>(ids: impl Iterator<Item = &'a String>) -> BTreeSet<&'a String> {
    let ids: Vec<&String> = ids.collect();
    let set: BTreeSet<&String> = ids.iter().copied().collect();
    assert_eq!(set.len(), ids.len(), "{ids:?}");
    set
}

#[test]
fn every_file_can_be_read_and_is_named_after_its_lesson() {
    for file in FILES {
        if let Err(error) = serde_json::from_str::<Lesson>(file) {
            panic!("{error}: {file}");
        }
    }
    assert!(tour().is_some_and(|tour| !tour.has_own_workspace()), "the tour shows the documents of the user");
    let ids = unique(lessons().iter().map(|lesson| &lesson.id));
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/lessons");
    let files = std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    let named: BTreeSet<String> = files
        .map(|path| path.file_stem().expect("a name").to_string_lossy().split_once('-').expect("NN-id").1.to_owned())
        .collect();
    assert_eq!(named.iter().collect::<BTreeSet<_>>(), ids, "each file has a row in the list");
}

#[test]
fn texts_are_complete_in_every_language_and_nothing_is_left_over() {
    for language in Language::all() {
        let texts = language.texts();
        assert!(!texts.language.is_empty(), "{}: the file cannot be read", language.code());
        let words = &texts.panel;
        assert!(words.resume.contains("{step}") && words.step.contains("{all}") && words.next_lesson.contains("{title}"));
        let of = &texts.headings;
        let headings = [&of.points, &of.words, &of.answers, &of.after, &of.picture];
        assert!(headings.iter().all(|heading| !heading.is_empty()), "{}", language.code());
        let ids: BTreeSet<&String> = lessons().iter().map(|lesson| &lesson.id).collect();
        assert_eq!(texts.lessons.keys().collect::<BTreeSet<_>>(), ids, "{}", language.code());
        for lesson in lessons() {
            let own = &texts.lessons[&lesson.id];
            assert!([&own.title, &own.goal, &own.after].iter().all(|text| !text.is_empty()), "{}", lesson.id);
            let steps = unique(lesson.steps.iter().map(|step| &step.id));
            assert_eq!(own.steps.keys().collect::<BTreeSet<_>>(), steps, "{}: {}", language.code(), lesson.id);
            for step in &lesson.steps {
                check(&format!("{} {} {}", language.code(), lesson.id, step.id), step, &own.steps[&step.id]);
            }
        }
    }
}

/// Checks the texts of a step.
fn check(name: &str, step: &Step, texts: &StepTexts) {
    let choices = match &step.wait {
        Wait::Word(_) => BTreeSet::new(),
        Wait::Answer { answer, right } => {
            assert!(answer.contains(right) && answer.len() > 1, "{name}");
            unique(answer.iter())
        }
        Wait::Quantity { quantity, above, below } => {
            assert!(quantities::quantity(quantity).is_some() && (above.is_some() || below.is_some()), "{name}: {quantity}");
            assert!(!texts.done.is_empty(), "{name}: a reply is missing");
            BTreeSet::new()
        }
    };
    assert_eq!(texts.choices.keys().collect::<BTreeSet<_>>(), choices, "{name}");
    assert!(
        (1..=LENGTH).contains(&texts.text.split_whitespace().count()),
        "{name}: {} words",
        texts.text.split_whitespace().count()
    );
    let of_choices = texts.choices.values().flat_map(|choice| [&choice.text, &choice.reply]);
    for text in of_choices.clone() {
        assert!(!text.is_empty(), "{name}");
    }
    for text in [&texts.text, &texts.done].into_iter().chain(of_choices) {
        for quantity in quantities::names(text) {
            assert!(quantities::quantity(quantity).is_some(), "{name}: {{{quantity}}}");
        }
    }
}

#[test]
fn starts_and_views_name_what_their_corpus_has() {
    for lesson in lessons() {
        let sandboxes = lesson.start.sandbox.iter().chain(lesson.steps.iter().filter_map(|step| step.show.sandbox.as_ref()));
        for sandbox in sandboxes {
            sandbox.clone().checked().unwrap_or_else(|error| panic!("{}: {error}", lesson.id));
        }
        let trains = |step: &Step| step.show.train.is_some() || !step.show.set.is_empty();
        assert!(lesson.start.corpus.is_some() || !lesson.steps.iter().any(trains), "{}: only runs of its own train", lesson.id);
        let Some(corpus) = lesson.start.corpus else { continue };
        let raw = builtin(corpus);
        let kind = ModelKind::of(raw.task.kind());
        let params = course::params(lesson, lesson.steps.len(), kind).unwrap_or_else(|error| panic!("{}: {error}", lesson.id));
        let documents = raw.len();
        let data = Dataset::build(raw.into(), &SplitOptions::default(), &VocabularyOptions::default(), Weighting::default())
            .expect("data");
        for step in &lesson.steps {
            let (name, show) = (format!("{} {}", lesson.id, step.id), &step.show);
            let mut changed: Params = params.clone();
            for (key, text) in &show.set {
                assert_eq!(changed.key(key), Some(key.as_str()), "{name}");
                changed.set(key, text).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
            changed.check().unwrap_or_else(|error| panic!("{name}: {error}"));
            for word in show.select.iter().flat_map(SelectedWords::words) {
                assert!(data.words.contains(word), "{name}: {word}");
            }
            let named = show.document.into_iter().chain(show.cell.into_iter().flatten());
            named.for_each(|document| assert!(document < documents, "{name}: {document}"));
        }
    }
}

#[test]
fn iterations_hold_until_a_step_gives_others() {
    let overfitting = lesson("overfitting").expect("a lesson");
    assert_eq!([0, 1, 2, 3, 5, 99].map(|place| overfitting.trained(place)), [0, 0, 5, 100, 100, 100]);
}

#[test]
fn no_text_names_a_button_of_another_language() {
    for language in Language::all() {
        let others: Vec<&str> =
            Language::all().filter(|other| *other != language).map(|other| other.texts().panel.next.as_str()).collect();
        for step in language.texts().lessons.values().flat_map(|lesson| lesson.steps.values()) {
            let replies = step.choices.values().flat_map(|choice| [&choice.text, &choice.reply]);
            for text in [&step.text, &step.done].into_iter().chain(replies) {
                assert!(!others.iter().any(|other| text.contains(other)), "{}: {text}", language.code());
            }
        }
    }
}

#[test]
fn the_page_for_authors_names_every_number() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/lessons.md")).expect("the page");
    for quantity in quantities::QUANTITIES {
        assert!(page.contains(&format!("`{}`", quantity.name)), "{}", quantity.name);
    }
}
