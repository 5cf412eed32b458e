//! Tests of the layer of documents.

use super::*;
use wordfield_core::corpus::Builtin;
use wordfield_testing::built_in;

/// Scene with documents, whose words lie on circles.
fn documents(which: Builtin, q: usize) -> Scene {
    let dataset = Arc::new(built_in(which));
    let basis = Arc::new(Basis::new(&dataset));
    let at = |(word, k): (usize, usize)| ((word * (k + 2)) as f64 * 0.37).sin();
    let latent = Arc::new(Array2::from_shape_fn((dataset.words.len(), q), at));
    let coefficients = Arc::new(Array2::zeros((dataset.words.len(), 0)));
    Scene { run: 1, latent, basis, coefficients, dataset: Some(dataset), ..Scene::default() }
}

fn shown() -> Layers {
    Layers::default().with(Layer::Documents, true)
}

#[test]
fn a_click_on_a_document_selects_it_in_the_plane_and_in_space() {
    for q in [1, 2, 3, 5] {
        let (mut stage, scene, layers) = (Stage::new(), documents(Builtin::Topics, q), shown());
        stage.frame(&scene, &layers, Focus::None, vec![]);
        let dataset = scene.dataset.as_ref().expect("documents");
        let alone = (0..dataset.corpus.len())
            .filter_map(|document| stage.field.documents.screen_of(document))
            .find(|at| stage.field.documents.under(*at).is_some_and(|(_, found)| found.distance(*at) < 0.01))
            .expect("a document in sight");
        let (document, _) = stage.field.documents.under(alone).expect("the document");
        let button =
            |pressed| Event::PointerButton { pos: alone, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        let mut actions = Vec::new();
        for events in [vec![Event::PointerMoved(alone)], vec![button(true)], vec![button(false)]] {
            actions.extend(stage.frame(&scene, &layers, Focus::None, events));
        }
        let selected =
            actions.iter().any(|action| matches!(action, Action::Look(Look::Select(Focus::Document(one))) if *one == document));
        assert!(selected, "q = {q}: {actions:?}");
        stage.frame(&scene, &layers, Focus::Document(document), vec![]);
        stage.frame(&scene, &Layers::default(), Focus::None, vec![]);
        assert!(stage.field.documents.under(alone).is_none(), "the layer is off");
    }
}

#[test]
fn documents_of_every_task_and_scenes_without_documents_are_drawn() {
    for which in [Builtin::Topics, Builtin::Reviews, Builtin::Pairs] {
        let scene = documents(which, 2);
        let (mut stage, layers, all) = (Stage::new(), shown(), scene.dataset.as_ref().map_or(0, |dataset| dataset.corpus.len()));
        let half = Arc::new(Members::of(all, 0..all / 2));
        let chosen = Shown { lit_documents: Some(&half), ..Shown::new(&scene, &layers, Focus::Class(0)) };
        stage.show(&chosen, vec![]);
        assert!((0..all).any(|document| stage.field.documents.screen_of(document).is_some()));
    }
    Stage::new().frame(&scene(2), &shown(), Focus::Document(3), vec![]);
}
