//! Values of the current state for glossary formulas: numbers as text, and the word and the document of the examples.

use std::sync::Arc;

use ndarray::{Array2, Axis};

use crate::{Focus, Workspace, explain::Part};
use wordfield_core::{
    corpus::{Csr, Dataset},
    ldk::{CorpusKernel, Ldk},
    model::{ParamView, Params, Snapshot, smm::Reader},
    param::{Choices, Value},
    stats::significant,
};

/// Longest title of a document in an example, in characters.
const TITLE: usize = 28;

/// Text of a number with three significant digits, without trailing zeros.
pub(super) fn number(value: f64) -> String {
    significant(value, 3)
}

/// The dataset of the workspace, if one is open.
pub(super) fn dataset(workspace: &Workspace) -> Option<&Dataset> {
    workspace.corpus.dataset.as_deref()
}

/// The snapshot that the window shows, if any.
pub(super) fn snapshot(workspace: &Workspace) -> Option<&Snapshot> {
    workspace.run.snapshot.as_deref()
}

/// Kernel between documents of the shown model, if it has word positions.
pub(super) fn ldk(workspace: &Workspace) -> Option<Ldk> {
    snapshot(workspace).filter(|snapshot| snapshot.embedding.is_some()).map(|snapshot| snapshot.documents.ldk.clone())
}

/// Word positions of the shown model (V × q).
pub(super) fn latent(workspace: &Workspace) -> Option<&Array2<f64>> {
    snapshot(workspace)?.latent().map(AsRef::as_ref)
}

fn parameter<'a>(workspace: &'a Workspace, key: &str) -> Option<&'a ParamView> {
    workspace.parameters().iter().find(|view| view.key == key)
}

/// Value of a hyper-parameter that is a real number.
pub(super) fn real(workspace: &Workspace, key: &str) -> Option<f64> {
    if let Some(Value::Real(value)) = parameter(workspace, key)?.value { Some(value) } else { None }
}

/// Value of a hyper-parameter that is a switch.
pub(super) fn switch(workspace: &Workspace, key: &str) -> Option<bool> {
    if let Some(Value::Switch(value)) = parameter(workspace, key)?.value { Some(value) } else { None }
}

/// Word of the glossary's examples: the one in focus, or the most characteristic one.
pub(super) fn word(workspace: &Workspace) -> Option<usize> {
    let words = workspace.corpus.basis.as_ref()?;
    match workspace.choices.focus {
        Focus::Word(word) if word < words.words.len() => Some(word),
        _ => words.by_priority.first().copied(),
    }
}

/// Second characteristic word for the glossary's examples, different from the first.
pub(super) fn other_word(workspace: &Workspace) -> Option<usize> {
    let word = word(workspace)?;
    workspace.corpus.basis.as_ref()?.by_priority.iter().copied().find(|&other| other != word)
}

/// Spelling of a word in quotation marks.
pub(super) fn quoted(workspace: &Workspace, word: usize) -> String {
    let spelling = dataset(workspace).and_then(|dataset| dataset.words.get(word)).map_or("", String::as_str);
    format!("“{spelling}”")
}

/// Documents of the glossary's examples, all with known words.
/// The document in focus or open comes first, then those of the test part and the training part.
pub(super) fn documents(workspace: &Workspace) -> impl Iterator<Item = usize> + '_ {
    let focus = if let Focus::Document(document) = workspace.choices.focus { Some(document) } else { None };
    let own = focus.or(workspace.choices.shown);
    let parts = dataset(workspace)
        .into_iter()
        .flat_map(|dataset| [Part::Test, Part::Train].into_iter().flat_map(move |part| part.documents(dataset).iter().copied()));
    let known = |&document: &usize| {
        dataset(workspace).is_some_and(|dataset| document < dataset.corpus.len()) && !workspace.has_no_known_words(document)
    };
    own.into_iter().chain(parts.filter(move |&other| Some(other) != own)).filter(known)
}

/// Document of the glossary's examples: the first of them.
pub(super) fn document(workspace: &Workspace) -> Option<usize> {
    documents(workspace).next()
}

/// Title of a document in quotation marks.
pub(super) fn title(workspace: &Workspace, document: usize) -> String {
    let title = dataset(workspace).map_or_else(String::new, |dataset| dataset.corpus.short_title(document));
    let start: String = title.chars().take(TITLE).collect();
    if start.len() < title.len() { format!("“{}…”", start.trim_end()) } else { format!("“{start}”") }
}

/// Kernel between two documents and of each with itself: `K_ab`, `K_aa`, `K_bb`.
/// `None` if words spelled alike contribute, which needs both sides' vocabularies.
pub(super) fn kernel_of(workspace: &Workspace, [a, b]: [usize; 2]) -> Option<[f64; 3]> {
    let (dataset, together) = (dataset(workspace)?, &snapshot(workspace)?.documents);
    if together.x.ncols() == 0 || (together.alike.is_some() && together.ldk.own() > 0.0) {
        return None;
    }
    let mut words: Vec<usize> = [a, b].iter().flat_map(|&row| dataset.weights.entries(row).map(|(word, _)| word)).collect();
    words.sort_unstable();
    words.dedup();
    let row = |document: usize| {
        let place = |word: usize| words.binary_search(&word).ok().map(|place| place as u32);
        dataset.weights.entries(document).filter_map(|(word, weight)| Some((place(word)?, weight))).collect()
    };
    let m = Csr::from_rows(words.len(), [row(a), row(b)]);
    let components = together.ldk.components.as_ref().map(|components| Arc::new(components.select(&words)));
    let ldk = Ldk { components, ..together.ldk.clone() };
    let kernel = CorpusKernel { ldk, x: together.x.select(Axis(0), &words).into(), alike: None };
    let k = kernel.gather(&m).k;
    Some([k[[0, 1]], k[[0, 0]], k[[1, 1]]])
}

/// The shown scores of the parts: "train 98.1 %, development 91.0 %, test 90.2 %".
pub(super) fn scores(workspace: &Workspace) -> Option<String> {
    let metric = workspace.choices.settings.params.kind().info().metric;
    let parts = Part::ALL.iter().zip(workspace.scores_shown().parts);
    let shown: Vec<String> = parts.filter_map(|(part, score)| Some(format!("{} {}", part.name(), metric.show(score?)))).collect();
    (!shown.is_empty()).then(|| shown.join(", "))
}

/// Basis of decisions and kernels that move and read words, as a line after the scores; empty for models without positions.
pub(super) fn deciding(workspace: &Workspace) -> String {
    let decider = snapshot(workspace).and_then(Snapshot::decides_by);
    let Some((decider, kernels)) = decider.zip(kernels(&workspace.choices.settings.params)) else { return String::new() };
    format!("\ndecided by {}; {kernels}", decider.choice().label)
}

/// Names of the kernels, over words × documents, that move the words and that read their positions.
/// The result is `None` for models without positions.
fn kernels(params: &Params) -> Option<String> {
    let (shared, reader) = match params {
        Params::Smm(params) => (&params.shared, params.reader),
        Params::Gp(params) => (&params.shared, Reader::Same),
        Params::Matching(params) => (&params.shared, Reader::Same),
        _ => return None,
    };
    if !shared.embedding.has_places() {
        return None;
    }
    let documents = shared.level2.key();
    let moves = format!("{} × {documents}", shared.embedding.key());
    let moved = if shared.frozen { "words stay at their start".to_owned() } else { format!("words moved by {moves}") };
    Some(match reader {
        Reader::Same if shared.frozen => format!("{moved}, read by {moves}"),
        Reader::Same => format!("{moved}, read by the same"),
        Reader::Polynomial { reader_degree } => {
            format!("{moved}, read by polynomial × {documents} (reader=polynomial, degree {reader_degree})")
        }
    })
}
