//! Tests of the map of documents.

use ndarray::Array2;

use super::{studies::trained, *};
use crate::{DocumentMap, DocumentMapAction, DocumentMapLook, NEIGHBOURS_COMPARED, explain::Part};
use wordfield_core::{memory::Budget, solver::dense::symmetric_eigen};

fn act(workspace: &mut Workspace, action: DocumentMapAction) -> Vec<Effect> {
    update(workspace, Action::Study(StudyAction::DocumentMap(action)))
}

/// Computes the map and applies the answer.
fn map(workspace: &mut Workspace) -> Arc<DocumentMap> {
    let effects = act(workspace, DocumentMapAction::Make);
    let query = effects.iter().find_map(|effect| if let Effect::Run(query) = effect { Some(query) } else { None });
    update(workspace, query.expect("a query").answer());
    workspace.document_map.study.found().cloned().expect("a map")
}

/// Indices of the other items by ascending distance, for one row of distances.
fn by_distance(n: usize, row: usize, distance: impl Fn(usize) -> f64) -> Vec<usize> {
    let mut others: Vec<usize> = (0..n).filter(|&other| other != row).collect();
    others.sort_by(|&a, &b| distance(a).total_cmp(&distance(b)));
    others
}

/// Explained variance and share of nearest documents kept of a map, from all eigenvectors and full sorts.
fn naive(k: &Array2<f64>, at: &Array2<f32>) -> (f64, f64) {
    let n = k.nrows();
    let centring = Array2::<f64>::eye(n) - 1.0 / n as f64;
    let values = symmetric_eigen(centring.dot(k).dot(&centring).view()).expect("numbers").0;
    let share = (values[0] + values[1]) / values.iter().sum::<f64>();
    let kept = |row: usize| {
        let near = by_distance(n, row, |other| k[[row, row]] + k[[other, other]] - 2.0 * k[[row, other]]);
        let drawn = |other: usize| (0..2).map(|axis| f64::from(at[[row, axis]] - at[[other, axis]]).powi(2)).sum::<f64>();
        let shown = by_distance(n, row, drawn);
        near[..NEIGHBOURS_COMPARED].iter().filter(|other| shown[..NEIGHBOURS_COMPARED].contains(other)).count()
    };
    (share, (0..n).map(kept).sum::<usize>() as f64 / (n * NEIGHBOURS_COMPARED) as f64)
}

#[test]
fn numbers_of_the_caption_are_those_of_the_drawn_documents() {
    for (which, kind, settings) in [
        (Builtin::Topics, ModelKind::Smm, &[("private", "2")][..]),
        (Builtin::Topics, ModelKind::LinearSvm, &[]),
        (Builtin::Topics, ModelKind::RbfSvm, &[]),
        (Builtin::Reviews, ModelKind::Gp, &[]),
        (Builtin::Pairs, ModelKind::Matching, &[]),
    ] {
        let mut workspace = trained(which, kind, settings);
        let found = map(&mut workspace);
        let dataset = workspace.corpus.dataset.clone().expect("a dataset");
        let together = workspace.corpus_kernel().expect("a kernel");
        let k = together.gather(&dataset.weights.select(&found.documents)).k;
        let (share, kept) = naive(&k, &found.at);
        let found_share = found.share.expect("a definite kernel");
        assert!((found_share - share).abs() < 1e-6, "{kind:?}: {found_share} for {share}");
        let found_kept = found.kept.expect("many documents");
        // The order of distances that differ only by rounding may change.
        assert!((found_kept - kept).abs() < 2e-3, "{kind:?}: {found_kept} for {kept}");
        let caption = found.caption(true);
        for part in [
            format!("{} documents", found.documents.len()),
            together.ldk.name(),
            format!("{:.0} % of the kernel's variance", 100.0 * found_share),
            format!("of a document's {NEIGHBOURS_COMPARED} nearest, {:.0} % kept on average", 100.0 * found_kept),
        ] {
            assert!(caption.contains(&part), "{kind:?}: {part} in {caption}");
        }
        // The explained variance in the caption is that of the picture.
        let at = found.at.mapv(f64::from);
        let held = at.iter().map(|x| x * x).sum::<f64>();
        let total = k.diag().sum() - k.sum() / k.nrows() as f64;
        assert!((held / total - share).abs() < 1e-4, "{kind:?}: {held} of {total}");
        assert!(at.columns().into_iter().all(|column| column.sum().abs() < 1e-3 * held.sqrt()));
    }
}

#[test]
fn nearest_words_are_those_under_the_kernel() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[]);
    let found = map(&mut workspace);
    let dataset = workspace.corpus.dataset.clone().expect("a dataset");
    let together = workspace.corpus_kernel().expect("a kernel");
    let document = found.documents[7];
    let distance = |word: usize| {
        let rows =
            [dataset.weights.entries(document).map(|(word, weight)| (word as u32, weight)).collect(), vec![(word as u32, 1.0)]];
        let k = together.gather(&wordfield_core::corpus::Csr::from_rows(dataset.words.len(), rows)).k;
        k[[0, 0]] + k[[1, 1]] - 2.0 * k[[0, 1]]
    };
    let nearest = found.words.iter().map(|&word| distance(word)).fold(f64::INFINITY, f64::min);
    assert!((distance(found.nearest_words[7][0]) - nearest).abs() < 1e-6);
    let table = workspace.table("document-map").expect("a table");
    assert_eq!(table.len(), found.documents.len());
    assert!(table.shown(7, 5).starts_with(&dataset.words[found.nearest_words[7][0]]));
    assert_eq!(workspace.table("document-map-words").expect("a table").len(), found.words.len());
}

#[test]
fn a_map_is_turned_to_the_preceding_one() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[]);
    let first = map(&mut workspace);
    // A reflected and rotated picture of the same positions; the next map is aligned to it.
    let turn = ndarray::array![[0.6_f32, 0.8], [0.8, -0.6]];
    let preceding = Arc::new(DocumentMap { at: first.at.dot(&turn), ..(*first).clone() });
    let key = first.key.clone();
    workspace.document_map.study.set(key, Ok(Arc::clone(&preceding)));
    let second = map(&mut workspace);
    assert!((&second.at - &preceding.at).iter().all(|far| far.abs() < 1e-4), "no flip between two pictures");
    let share = |map: &DocumentMap| map.share.expect("a definite kernel");
    assert!((share(&second) - share(&first)).abs() < 1e-9 && second.kept.is_some());
}

#[test]
fn a_part_is_mapped_alone_and_too_few_documents_are_refused() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[]);
    act(&mut workspace, DocumentMapAction::Look(DocumentMapLook { part: Some(Part::Test), ..DocumentMapLook::default() }));
    let found = map(&mut workspace);
    let dataset = workspace.corpus.dataset.clone().expect("a dataset");
    assert_eq!(found.documents.len(), dataset.split.test.len());
    assert!(found.caption(false).contains("documents of the test part") && !found.caption(false).contains("words drawn"));
}

#[test]
fn an_indefinite_kernel_has_no_share_of_the_variance() {
    for level2 in ["sigmoid", "diffusion"] {
        let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[("level2", level2)]);
        let found = map(&mut workspace);
        let caption = found.caption(true);
        assert!(found.share.is_none() && !caption.contains("variance"), "{level2}: {caption}");
        assert!(caption.contains("fitted on all drawn documents") && caption.contains("kept on average"), "{level2}: {caption}");
    }
}

#[test]
fn a_kernel_that_is_not_the_model_s_is_not_named_as_its_own() {
    for (which, kind, settings, own) in [
        (Builtin::Pairs, ModelKind::KernelCca, &[("kernel", "gaussian")][..], false),
        (Builtin::Pairs, ModelKind::KernelCca, &[], true),
        (Builtin::Pairs, ModelKind::KnnPairs, &[], true),
        (Builtin::Topics, ModelKind::LinearSvm, &[], true),
        (Builtin::Topics, ModelKind::NaiveBayes, &[], false),
    ] {
        let mut workspace = trained(which, kind, settings);
        let (found, name) = (map(&mut workspace), workspace.corpus_kernel().expect("a kernel").ldk.name());
        let says = if own { format!("the model's kernel: {name}") } else { format!("shown under the {name}") };
        assert!(found.caption(false).contains(&says), "{kind:?}: {says} in {}", found.caption(false));
        assert_eq!(found.caption(false).contains("model's kernel"), own, "{kind:?}");
        assert!(kind != ModelKind::KnnPairs || name.contains("unit length"), "{name}");
    }
}

#[test]
fn a_map_beyond_the_memory_is_refused() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[]);
    workspace.session.memory = Budget::new(1 << 10);
    let effects = act(&mut workspace, DocumentMapAction::Make);
    let query = effects.iter().find_map(|effect| if let Effect::Run(query) = effect { Some(query) } else { None });
    update(&mut workspace, query.expect("a query").answer());
    let study = &workspace.document_map.study;
    assert!(study.problem().is_some_and(|problem| problem.contains("--memory")), "{:?}", study.problem());
}
