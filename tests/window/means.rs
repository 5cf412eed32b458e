//! Kernel around a word, kernel mean of documents and classes, and the kernel between two words.

use wordfield::{
    corpus::Builtin,
    state::{Choose, FieldOf, Members, SelectionSet},
};

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
    assert_eq!(the(&harness).workspace().field.layers.field_of, FieldOf::Mean);
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
    let mut harness = on_dimensions(Builtin::Topics, 2);
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
