//! Tests of the matrix of the kernel between documents.

use super::{studies::trained, *};
use crate::{GramAction, GramFound, GramLook, GramOrder, SetOf};

fn gram(workspace: &mut Workspace, look: GramLook) -> Arc<GramFound> {
    let act = |workspace: &mut Workspace, action| update(workspace, Action::Study(StudyAction::Gram(action)));
    act(workspace, GramAction::Look(look));
    let effects = act(workspace, GramAction::Make);
    let [Effect::Run(query)] = &effects[..] else { panic!("{effects:?}") };
    update(workspace, query.clone().answer());
    workspace.gram.study.found().cloned().expect("a matrix")
}

#[test]
fn the_matrix_has_the_kernel_in_the_selected_order() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[("private", "2")]);
    let dataset = workspace.corpus.dataset.clone().expect("a dataset");
    let labels = &dataset.corpus.labels;
    let by_class = gram(&mut workspace, GramLook::default());
    assert!(by_class.documents.is_sorted_by_key(|&document| labels[document]));
    assert_eq!(by_class.runs.len(), dataset.corpus.classes.len());
    let snapshot = workspace.run.snapshot.clone().expect("a snapshot");
    let (ldk, m) = (snapshot.documents.ldk.clone(), dataset.weights.select(&by_class.documents));
    let lengths = ldk.lengths(&m, snapshot.latent().unwrap());
    let known = ldk.cross((&m, &lengths), (&m, &lengths), snapshot.latent().unwrap());
    assert!(by_class.k.iter().zip(&known).all(|(found, known)| (f64::from(*found) - known).abs() < 1e-5));
    assert!(by_class.range[0] < by_class.range[1]);
    let [within, across] = [by_class.class_means[[0, 0]], by_class.class_means[[0, 1]]];
    assert!(within > across, "documents of a class are alike: {within} {across}");

    let by_cluster = gram(&mut workspace, GramLook { order: GramOrder::Cluster, ..GramLook::default() });
    let place = |document: &usize| by_class.place(*document).expect("the same documents");
    let (first, last) = (&by_cluster.documents[0], &by_cluster.documents[1]);
    assert!((by_cluster.k[[0, 1]] - by_class.k[[place(first), place(last)]]).abs() < 1e-6);
    let neighbours = |found: &GramFound| (1..found.documents.len()).map(|i| found.k[[i - 1, i]]).sum::<f32>();
    assert!(neighbours(&by_cluster) > neighbours(&by_class), "like stands next to like");
    let test = gram(&mut workspace, GramLook { part: Some(Part::Test), ..GramLook::default() });
    assert_eq!(test.documents.len(), dataset.split.test.len());
    let angle = gram(&mut workspace, GramLook { level2: Some(wordfield_core::ldk::Level2::Ngd), ..GramLook::default() });
    assert!((angle.k[[0, 0]] - std::f32::consts::PI).abs() < 1e-4, "another kernel, for looking only");
}

#[test]
fn every_order_of_ratings_and_pairs_is_a_permutation() {
    for (which, kind) in [(Builtin::Reviews, ModelKind::Gp), (Builtin::Pairs, ModelKind::Matching)] {
        let mut workspace = trained(which, kind, &[]);
        let all = workspace.corpus.dataset.as_ref().expect("a dataset").corpus.len();
        for (order, name) in GramOrder::ALL {
            let mut documents = gram(&mut workspace, GramLook { order, ..GramLook::default() }).documents.clone();
            documents.sort_unstable();
            documents.dedup();
            assert_eq!(documents.len(), all, "{kind:?} by {name}");
        }
    }
}

#[test]
fn a_cell_opens_both_documents_and_draws_their_witness() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[]);
    let effects = update(&mut workspace, Action::Study(StudyAction::Gram(GramAction::Open([3, 90]))));
    let query = effects.iter().find_map(|effect| if let Effect::Run(query) = effect { Some(query) } else { None });
    update(&mut workspace, query.expect("a comparison").clone().answer());
    assert_eq!((workspace.choices.focus, workspace.gram.cell), (Focus::Document(3), Some([3, 90])));
    let (found, scene) = (workspace.compare.sets.study.found().expect("found"), workspace.field.scene.as_ref().expect("a scene"));
    assert_eq!(found.key.sets, [SetOf::Document(3), SetOf::Document(90)]);
    assert!(scene.witness().is_some_and(|witness| Arc::ptr_eq(witness, &found.between.witness)));
}
