//! Documents without a class or rating in the window.

use wordfield_core::corpus::{Corpus, TaskKind};
use wordfield_state::{LineOrder, LinesAction, LinesOf, StudyAction};

use super::*;

/// Lines of two classes or five levels, every fourth of them without a label.
fn lines(rated: bool) -> String {
    let words = ["dull", "poor", "plain", "great", "superb"];
    let line = |place: usize| {
        let level = place % 5;
        let label = match (place % 4, rated) {
            (3, _) => String::new(),
            (_, true) => (level + 1).to_string(),
            (_, false) => ["neg", "pos"][usize::from(level > 2)].to_owned(),
        };
        format!("{label}\tfilm {} {} {}", words[level], words[(place / 5 + level) % 5], words[level])
    };
    (0..80).map(line).collect::<Vec<_>>().join("\n")
}

fn corpus(window: &Window) -> Option<&Corpus> {
    window.workspace().corpus.dataset.as_ref().map(|dataset| &*dataset.corpus)
}

/// Paused window with these lines as corpus, with predictions.
fn opened(rated: bool) -> (Shown, tempfile::TempDir) {
    let (folder, path) = file("lines.txt", &lines(rated));
    let mut harness = window(Launch::default());
    act(&mut harness, Action::Open(Open::Files(vec![path])));
    until(&mut harness, "the preview", |window| {
        matches!(window.workspace().corpus.loading, Loading::Preview { preview: Ok(_), .. })
    });
    harness.run_steps(3);
    harness.get_by_label_contains(if rated { "5 documents have no rating" } else { "5 documents have no class" });
    assert_eq!(harness.query_all_by_label(if rated { "no rating" } else { "no class" }).count(), 5);
    click(&mut harness, "Read and train");
    until(&mut harness, "the corpus", |window| corpus(window).is_some_and(|corpus| corpus.unlabelled == 20));
    until(&mut harness, "an evaluation", |window| iteration(window) > 3 && window.workspace().evaluated().is_some());
    pause(&mut harness);
    (harness, folder)
}

#[test]
fn documents_without_a_label_are_shown_as_unlabelled_everywhere() {
    for rated in [false, true] {
        let (mut harness, _folder) = opened(rated);
        let task = if rated { TaskKind::Ratings } else { TaskKind::Classes };
        assert_eq!(corpus(the(&harness)).map(|corpus| corpus.task.kind()), Some(task));
        open_panel(&mut harness, Panel::Data);
        harness.get_by_label(if rated { "60, 20 without a rating" } else { "60, 20 without a class" });
        harness.get_by_label("30 / 6 / 24 / 20 unlabelled");
        act(&mut harness, Action::Look(Look::Select(Focus::Document(70))));
        for tab in Tab::ALL {
            act(&mut harness, Action::Look(Look::Tab(tab)));
            if tab == Tab::Gram {
                until(&mut harness, "the matrix", |window| window.workspace().gram.study.found().is_some());
                harness.run_steps(4);
            }
            assert!(harness.query_by_label_contains("NaN").is_none(), "{tab:?}, rated: {rated}");
        }
        let found = the(&harness).workspace().gram.study.found().expect("a matrix").clone();
        let (last, class) = found.runs.last().expect("a run").clone();
        assert_eq!((last.len(), class), (20, None), "the last documents, in grey");
        assert!(found.documents[last].iter().all(|&document| document >= 60));
        let table = the(&harness).workspace().table("documents").expect("a table");
        let labels = (0..table.len()).filter(|&row| table.shown(row, 2).is_empty()).count();
        assert_eq!((table.len(), labels), (80, 20), "an empty class or rating");
        assert!((0..table.len()).all(|row| !table.shown(row, 3).is_empty()), "every document is predicted");
    }
}

#[test]
fn occurrences_in_documents_without_a_class_come_last() {
    let (mut harness, _folder) = opened(false);
    let dataset = the(&harness).workspace().corpus.dataset.clone().expect("a dataset");
    let word = dataset.words.iter().position(|word| word == "great").expect("a word");
    act(&mut harness, Action::Study(StudyAction::Lines(LinesAction::List(LinesOf::Word(word)))));
    act(&mut harness, Action::Look(Look::Tab(Tab::Concordance)));
    until(&mut harness, "the lines", |window| window.workspace().concordance.study.found().is_some());
    act(&mut harness, Action::Study(StudyAction::Lines(LinesAction::Order(LineOrder::Class))));
    let study = &the(&harness).workspace().concordance;
    let found = study.study.found().expect("lines");
    let labels: Vec<Option<usize>> =
        study.places().iter().map(|&place| dataset.corpus.label(found.lines[place as usize].document)).collect();
    let labelled = labels.iter().take_while(|label| label.is_some()).count();
    assert!(labelled > 0 && labelled < labels.len() && labels[labelled..].iter().all(Option::is_none), "{labels:?}");
    assert!(labels[..labelled].is_sorted());
}
