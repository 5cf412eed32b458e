//! Interventions with every model: dragged, restored and pinned words, forces, left-out words and documents, typed text.

use eframe::egui::PointerButton;
use wordfield_core::{corpus::Builtin, model::LeftOut};
use wordfield_state::{PathKind, Tool, TypedPrediction};

use super::*;

const ALL: [Builtin; 3] = [Builtin::Topics, Builtin::Reviews, Builtin::Pairs];

/// Position of a word in the model.
fn place(harness: &Shown, word: usize) -> Vec<f64> {
    the(harness).workspace().run.latest.as_ref().expect("a snapshot").latent().expect("word positions").row(word).to_vec()
}

fn apart(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

/// Waits until the model has a word near a position.
fn stands(harness: &mut Shown, word: usize, at: &[f64]) {
    let near = |window: &Window| {
        let latent = &window.workspace().run.latest.as_ref().expect("a snapshot").latent().expect("word positions");
        apart(&latent.row(word).to_vec(), at) < 1e-5
    };
    until(harness, "the word in its place", near);
}

#[test]
fn a_drag_moves_the_model_and_is_undone_and_redone() {
    for (builtin, q) in [(Builtin::Topics, 2), (Builtin::Topics, 3), (Builtin::Reviews, 2), (Builtin::Pairs, 2)] {
        let mut harness = on_dimensions(builtin, q);
        if builtin == Builtin::Reviews {
            // Both latent dimensions are drawn instead of the topics, which are not learned.
            act(&mut harness, Action::Field(Field::Toggle(Layer::TopicAxis)));
            harness.run_steps(40);
        }
        let word = lonely(&harness)[0];
        key(&mut harness, Key::W);
        assert_eq!(the(&harness).workspace().choices.tool, Tool::Drag);
        // The tool's hint may change the height of the field, so the word is located afterwards.
        harness.run_steps(4);
        let (before, from) = (place(&harness, word), places(&harness)[word]);
        let to = from + vec2(60.0, -40.0);
        hold_along(&mut harness, PointerButton::Primary, Modifiers::NONE, &[from, to]);
        harness.run_steps(2);
        let held = the(&harness).workspace().interventions.drag.as_ref().expect("a drag").held;
        assert!(held && places(&harness)[word].distance(to) < 4.0, "{builtin:?} {q}: it is under the pointer");
        harness.drop_at(to);
        let done = |window: &Window| {
            let drag = window.workspace().interventions.drag.as_ref();
            drag.is_some_and(|drag| !drag.held && drag.effect.as_ref().is_some_and(|found| found.all > 0))
        };
        until(&mut harness, "what changes", done);
        let workspace = the(&harness).workspace();
        assert_eq!(workspace.choices.focus, Focus::Word(word));
        let taken = workspace.interventions.drag.as_ref().expect("a drag").taken.clone();
        assert!(taken.word == word && apart(&taken.from, &before) < 1e-9 && apart(&taken.to, &before) > 1e-3);
        let ghosts = workspace.field.paths.of(PathKind::Ghost).to_vec();
        assert!(ghosts.len() == 1 && ghosts[0].word == word, "a ghost is where it was");
        assert!(harness.query_all_by_label_contains("Moved").count() > 0);
        stands(&mut harness, word, &taken.to);
        click(&mut harness, "Restore");
        stands(&mut harness, word, &before);
        undo(&mut harness, 1);
        stands(&mut harness, word, &taken.to);
        undo(&mut harness, 1);
        stands(&mut harness, word, &before);
        redo(&mut harness);
        stands(&mut harness, word, &taken.to);
        // With Alt the pan tool drags words; without Alt the word does not move.
        key(&mut harness, Key::V);
        harness.run_steps(20);
        let from = places(&harness)[word];
        let moves = the(&harness).workspace().choices.touched.moves.len();
        drag_along(&mut harness, PointerButton::Primary, Modifiers::ALT, &[from, from + vec2(-50.0, 10.0)]);
        assert_eq!(the(&harness).workspace().choices.touched.moves.len(), moves + 1, "{builtin:?} {q}");
        let from = places(&harness)[word];
        drag_along(&mut harness, PointerButton::Primary, Modifiers::NONE, &[from, from + vec2(-50.0, 10.0)]);
        assert_eq!(the(&harness).workspace().choices.touched.moves.len(), moves + 1, "it moved the view");
    }
}

#[test]
fn pinned_words_stay_while_the_others_learn() {
    for builtin in ALL {
        let mut harness = on_dimensions(builtin, 2);
        let words = lonely(&harness);
        let at = places(&harness)[words[0]];
        click_at(&mut harness, at, Modifiers::NONE);
        key(&mut harness, Key::P);
        let pinned = |harness: &Shown| the(harness).workspace().choices.touched.pinned.iter().collect::<Vec<_>>();
        assert_eq!(pinned(&harness), [words[0]]);
        let at = places(&harness)[words[1]];
        click_at(&mut harness, at, Modifiers::NONE);
        click(&mut harness, "pinned");
        assert_eq!(pinned(&harness).len(), 2, "{builtin:?}");
        let before: Vec<Vec<f64>> = words.iter().map(|&word| place(&harness, word)).collect();
        let then = iteration(the(&harness));
        keys(&mut harness, Modifiers::SHIFT, Key::ArrowRight);
        until(&mut harness, "ten iterations", |window| iteration(window) == then + 10);
        assert!((0..2).all(|k| place(&harness, words[k]) == before[k]), "{builtin:?}: those pinned stay");
        assert!((2..words.len()).any(|k| place(&harness, words[k]) != before[k]), "others move");
        undo(&mut harness, 1);
        assert_eq!(pinned(&harness), [words[0]]);
        menu(&mut harness, &["Edit words", "Unpin all words"]);
        assert!(pinned(&harness).is_empty());
        undo(&mut harness, 1);
        assert_eq!(pinned(&harness), [words[0]]);
    }
}

#[test]
fn forces_are_drawn_on_focused_words() {
    for builtin in ALL {
        let mut harness = on_dimensions(builtin, 2);
        key(&mut harness, Key::A);
        until(&mut harness, "forces", |window| window.workspace().interventions.longest.is_some());
        harness.get_by_label_contains("blue attracts, orange repels");
        // A word that no document with weight in the objective contains is not drawn.
        let drawn = the(&harness).workspace().interventions.drawn.clone().expect("forces").forces;
        let is_drawn = |&word: &usize| drawn.attraction.row(word).iter().any(|&force| force != 0.0);
        let word = lonely(&harness).into_iter().find(is_drawn).expect("a word with forces");
        let at = places(&harness)[word];
        click_at(&mut harness, at, Modifiers::NONE);
        let arrows = |window: &Window| {
            let paths = &window.workspace().field.paths;
            [PathKind::Attraction, PathKind::Repulsion]
                .map(|kind| paths.of(kind).iter().map(|path| path.word).collect::<Vec<_>>())
        };
        let own = |window: &Window| {
            let all = arrows(window).concat();
            !all.is_empty() && all.iter().all(|&of| of == word)
        };
        until(&mut harness, "its own", own);
        key(&mut harness, Key::A);
        assert!(arrows(the(&harness)).concat().is_empty(), "{builtin:?}");
    }
}

#[test]
fn words_and_documents_are_left_out_and_restored() {
    for builtin in ALL {
        let mut harness = on_dimensions(builtin, 2);
        let word = lonely(&harness)[0];
        let at = places(&harness)[word];
        click_at(&mut harness, at, Modifiers::NONE);
        let left = |window: &Window| window.workspace().interventions.left.as_ref().map(|left| (left.what, left.found.is_some()));
        click(&mut harness, "Exclude");
        until(&mut harness, "what changes", |window| left(window) == Some((LeftOut::Word(word), true)));
        assert!(harness.query_all_by_label_contains("Excluded").count() > 0);
        click(&mut harness, "Include again");
        assert_eq!(left(the(&harness)), None);
        let document = the(&harness).workspace().corpus.dataset.as_ref().expect("a dataset").split.train[0];
        act(&mut harness, Action::Look(Look::Select(Focus::Document(document))));
        menu(&mut harness, &["Edit words", "Exclude"]);
        until(&mut harness, "what changes", |window| left(window) == Some((LeftOut::Document(document), true)));
        menu(&mut harness, &["Edit words", "Include again"]);
        assert_eq!(left(the(&harness)), None, "{builtin:?}");
    }
}

#[test]
fn a_typed_document_is_predicted_letter_by_letter() {
    for builtin in ALL {
        let mut harness = on_dimensions(builtin, 2);
        let dataset = the(&harness).workspace().corpus.dataset.clone().expect("a dataset");
        let document = dataset.split.train[0];
        let mut words: Vec<&str> = dataset.counts.entries(document).map(|(word, _)| dataset.words[word].as_str()).collect();
        words.truncate(6);
        key(&mut harness, Key::E);
        harness.run_steps(3);
        harness.event(eframe::egui::Event::Text(format!("{} unheardof", words.join(" "))));
        let read = |window: &Window| {
            let analysis = window.workspace().interventions.typed.analysis.as_ref();
            analysis.is_some_and(|analysis| analysis.words.len() == words.len() && analysis.unknown == ["unheardof"])
        };
        until(&mut harness, "the analysis", read);
        let analysis = the(&harness).workspace().interventions.typed.analysis.clone().expect("an analysis");
        let judged = match (&analysis.verdict, builtin) {
            (TypedPrediction::Class { shares, .. }, Builtin::Topics)
            | (TypedPrediction::Rating { shares, .. }, Builtin::Reviews) => shares.len() == words.len(),
            (TypedPrediction::Partners { nearest, .. }, Builtin::Pairs) => !nearest.is_empty(),
            _ => false,
        };
        assert!(judged, "{builtin:?}: {:?}", analysis.verdict);
        let scene = the(&harness).workspace().field.scene.clone().expect("a scene");
        assert_eq!(scene.typed.as_ref().map(|typed| typed.len()), Some(words.len()), "its words are ringed");
        harness.get_by_label_contains("not in the vocabulary: unheardof");
        if builtin == Builtin::Pairs {
            let found: Vec<_> = harness.query_all_by_label(&dataset.corpus.classes[1]).collect();
            found.last().expect("the other side").click();
            drop(found);
            harness.run_steps(3);
            assert!(the(&harness).workspace().interventions.typed.target);
        }
        // The first Escape leaves the text field, the second closes the window.
        key(&mut harness, Key::Escape);
        key(&mut harness, Key::Escape);
        assert!(!the(&harness).workspace().interventions.typed.open, "{builtin:?}");
    }
}
