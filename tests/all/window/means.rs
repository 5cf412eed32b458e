//! Kernel around a word, kernel mean of documents and classes, and the kernel between two words.

use wordfield_core::{corpus::Builtin, ldk::Level2};
use wordfield_state::{Choose, Field, FieldOf, GramAction, Layer, Members, SelectionSet, StudyAction};

use super::*;

fn mean(harness: &Shown) -> Option<(String, Vec<f64>)> {
    let scene = the(harness).workspace().field.scene.clone()?;
    scene.mean.as_ref().map(|mean| (mean.name.clone(), mean.weights.to_vec()))
}

#[test]
fn the_kernel_mean_follows_the_selection() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    act(&mut harness, Action::Look(Look::Select(Focus::Word(3))));
    harness.get_by_label("Show kernel").scroll_to_me();
    harness.run_steps(20);
    click(&mut harness, "Show kernel");
    harness.run_steps(6);
    let word = the(&harness).workspace().corpus.basis.as_ref().expect("a basis").words[3].clone();
    assert_eq!(the(&harness).workspace().choices.layers.field_of, FieldOf::Mean);
    assert_eq!(mean(&harness).expect("a kernel").0, format!("“{word}”"));
    harness.get_by_label_contains(&format!("kernel around “{word}”, lines at 0.5 and 0.1"));
    act(&mut harness, Action::Look(Look::Select(Focus::Document(7))));
    let dataset = the(&harness).workspace().corpus.dataset.clone().expect("a dataset");
    let (_, weights) = mean(&harness).expect("a mean");
    assert!(dataset.weights.entries(7).all(|(word, weight)| (weights[word] - weight).abs() < 1e-12));
    act(&mut harness, Action::Look(Look::Select(Focus::Class(2))));
    assert_eq!(mean(&harness).expect("a mean").0, dataset.corpus.classes[2], "the layer stays the kernel mean");
    act(&mut harness, Action::Look(Look::Select(Focus::None)));
    assert_eq!(mean(&harness), None);
    harness.run_steps(4);
    harness.get_by_label_contains("kernel mean: select a word, a document or a class");
}

#[test]
fn two_selected_words_show_their_distance_and_kernel() {
    let mut harness = on_gaussian();
    let scene = the(&harness).workspace().field.scene.clone().expect("a scene");
    let gamma = scene.embedding.gamma().expect("a Gaussian kernel");
    let words = SelectionSet::Words(std::sync::Arc::new(Members::of(scene.latent.nrows(), [2, 9])));
    act(&mut harness, Action::Choose(Choose::Set(words)));
    let apart = &scene.latent.row(2) - &scene.latent.row(9);
    let squared = apart.dot(&apart);
    let text = format!("distance {:.3}, kernel k(x, x') = {:.3}", squared.sqrt(), (-0.5 * gamma * squared).exp());
    until(&mut harness, "the summary", |window| window.workspace().summary().is_some());
    harness.run_steps(3);
    harness.get_by_label(&text);
}

#[test]
fn the_words_of_an_open_cell_are_compared_one_by_one() {
    let mut harness = on_gaussian();
    act(&mut harness, Action::Look(Look::Tab(Tab::Gram)));
    until(&mut harness, "the matrix", |window| window.workspace().gram.study.found().is_some());
    act(&mut harness, Action::Study(StudyAction::Gram(GramAction::Open([4, 70]))));
    until(&mut harness, "the words", |window| window.workspace().word_matrix().is_some());
    harness.run_steps(3);
    let workspace = the(&harness).workspace();
    let (dataset, scene) =
        (workspace.corpus.dataset.clone().expect("a dataset"), workspace.field.scene.clone().expect("a scene"));
    let gamma = scene.embedding.gamma().expect("a Gaussian kernel");
    let mut inner = 0.0;
    for (word, weight) in dataset.weights.entries(4) {
        for (other, by) in dataset.weights.entries(70) {
            let apart = &scene.latent.row(word) - &scene.latent.row(other);
            inner += weight * by * (-0.5 * gamma * apart.dot(&apart)).exp();
        }
    }
    // Means of documents of unit length, and the part of the map among several components.
    let documents = &workspace.run.snapshot.as_ref().expect("a snapshot").documents;
    let lengths = documents.ldk.lengths(&dataset.weights.select(&[4, 70]), &documents.x);
    inner /= lengths.root[0] * lengths.root[1];
    let matrix = workspace.word_matrix().expect("the words").clone();
    assert!((matrix.inner - inner).abs() < 1e-6, "{} and {inner}", matrix.inner);
    harness.get_by_label_contains(&format!("word-by-word kernel of two documents, mean {:.4}", matrix.inner));
    harness.get_by_label("learned kernel");
}

#[test]
fn the_field_is_a_relief_beside_the_picture() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    for layer in [Layer::Field, Layer::Relief] {
        act(&mut harness, Action::Field(Field::Toggle(layer)));
    }
    until(&mut harness, "the field", |window| window.workspace().choices.layers.shows(Layer::Relief));
    appears(&mut harness, "Surface: ");
    let before = harness.get_by_label_contains("word field at iteration").rect();
    harness.get_by_label_contains("Surface: ");
    act(&mut harness, Action::Field(Field::Toggle(Layer::Relief)));
    assert!(harness.query_by_label_contains("Surface: ").is_none());
    assert_eq!(harness.get_by_label_contains("word field at iteration").rect(), before, "the picture does not move");
}

#[test]
fn the_posterior_has_a_profile_through_two_words() {
    let mut harness = on_dimensions(Builtin::Reviews, 2);
    let words = the(&harness).workspace().field.scene.as_ref().expect("a scene").latent.nrows();
    act(&mut harness, Action::Choose(Choose::Set(SelectionSet::Words(std::sync::Arc::new(Members::of(words, [2, 9]))))));
    assert!(the(&harness).workspace().profile().is_none(), "the layer is off");
    act(&mut harness, Action::Field(Field::Toggle(Layer::Profile)));
    until(&mut harness, "the profile", |window| window.workspace().profile().is_some());
    let workspace = the(&harness).workspace();
    let (profile, scene) = (workspace.profile().expect("a profile").clone(), workspace.field.scene.clone().expect("a scene"));
    let apart = &scene.latent.row(2) - &scene.latent.row(9);
    assert!((profile.near[1].1 - apart.dot(&apart).sqrt()).abs() < 1e-9);
    let deviation = profile.deviation.as_ref().expect("a Gaussian process");
    assert!(deviation.len() == profile.mean.len() && deviation.iter().all(|deviation| *deviation > 0.0));
    harness.get_by_label_contains("Profile: posterior mean along the line");
    act(&mut harness, Action::Choose(Choose::Clear));
    assert!(the(&harness).workspace().profile().is_none());
}

#[test]
fn a_level_2_kernel_is_a_curve_beside_its_matrix() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    act(&mut harness, Action::Look(Look::Tab(Tab::Gram)));
    let mut look = the(&harness).workspace().gram.look;
    look.level2 = Some(Level2::Rbf { zeta: 2.0 });
    act(&mut harness, Action::Study(StudyAction::Gram(GramAction::Look(look))));
    let of_kernel = |window: &Window| window.workspace().gram.study.found().is_some_and(|found| !found.pairs.is_empty());
    until(&mut harness, "the matrix", of_kernel);
    let found = the(&harness).workspace().gram.study.found().expect("a matrix").clone();
    assert_eq!(found.pairs.len(), 60 * 59 / 2);
    // The kernel falls with the distance, and inner products of equal norms order distances.
    assert!(found.pairs.iter().all(|pair| pair.k > 0.0 && pair.k <= 1.0) && found.square > 0.0);
    harness.run_steps(4);
    harness.get_by_label_contains("Level-2 kernel: kernel K against inner product S of 1770 pairs");
}

#[test]
fn two_compared_sets_show_both_means_and_their_difference() {
    let mut harness = on_gaussian();
    act(&mut harness, Action::Look(Look::Tab(Tab::Compare)));
    until(&mut harness, "the comparison", |window| window.workspace().compare.sets.study.found().is_some());
    let found = the(&harness).workspace().compare.sets.study.found().expect("sets").clone();
    assert!(found.surfaces.is_some());
    harness.run_steps(4);
    for name in ["mean of the first", "mean of the second", "difference: witness"] {
        harness.get_by_label(name);
    }
}
