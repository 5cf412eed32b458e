//! Glossary terms of classes: field, decision, margin, accuracy, picture, novelty.

use super::{FIELDS, Term, View, show, values};
use crate::{Layer, Panel, Tab, Workspace, explain, rated};
use wordfield_core::{corpus::TaskKind, metric::mean_positions};

const CLASSES: &[TaskKind] = &[TaskKind::Classes];

pub(super) static DECISIONS: &[&Term] = &[&FIELD, &DECISION, &MARGIN, &C, &SHARE, &ACCURACY, &PICTURE, &NOVELTY];

pub static FIELD: Term = Term::new("field", field).of(FIELDS).seen(View::Actions(show::field));
pub static DECISION: Term = Term::new("decision", decision).of(CLASSES).seen(View::Actions(show::field));
pub static MARGIN: Term = Term::new("margin", margin).of(CLASSES).seen(View::Actions(show::margins));
pub static C: Term = Term::new("c", |workspace| {
    Some(format!("C = {0}: every weight lies between 0 and {0}", values::number(values::real(workspace, "c")?)))
})
.parameter(&["c", "map_c"])
.of(CLASSES)
.seen(View::Panel(Panel::Model));
pub static SHARE: Term = Term::new("share", share).of(FIELDS).seen(View::Tab(Tab::Documents));
pub static ACCURACY: Term = Term::new("accuracy", |workspace| Some(values::scores(workspace)? + &values::deciding(workspace)))
    .of(CLASSES)
    .seen(View::Tab(Tab::Evaluation));
pub static PICTURE: Term = Term::new("picture", picture).of(CLASSES).seen(View::Layer(Layer::Documents));
pub static NOVELTY: Term = Term::new("novelty", |workspace| {
    let nu = workspace.field.novelty.nu;
    let bound = || format!("ν = {nu}: at most {} % of the fitted documents are rejected", values::number(100.0 * nu));
    Some(workspace.novelty().map_or_else(bound, |found| found.report.clone()))
})
.of(FIELDS)
.seen(View::Actions(show::novelty));

fn picture(workspace: &Workspace) -> Option<String> {
    let (latent, document) = (values::latent(workspace)?, values::document(workspace)?);
    let row = values::dataset(workspace)?.weights.select(&[document]);
    let at = mean_positions(latent, &row).row(0).iter().take(3).map(|x| values::number(*x)).collect::<Vec<_>>().join(", ");
    let rest = if latent.ncols() > 3 { ", …" } else { "" };
    let found = workspace.pictures().and_then(|found| Some((found.iteration, found.most_unbiased()?)));
    let judged = found.map_or_else(String::new, |(iteration, (part, picture))| {
        let average = 100.0 * picture.macro_average;
        format!("; at iteration {iteration} {}, {average:.1} % in the mean of the classes", picture.sentence(part.name()))
    });
    Some(format!("{} stands at ({at}{rest}){judged}", values::title(workspace, document)))
}

fn field(workspace: &Workspace) -> Option<String> {
    let (snapshot, word) = (values::snapshot(workspace)?, values::word(workspace)?);
    let words = snapshot.words.as_ref()?;
    let quoted = values::quoted(workspace, word);
    if let Some(predictions) = snapshot.classified().filter(|predictions| !predictions.pairs.is_empty()) {
        let class = workspace.class_of_word(word)?;
        let value = explain::class_value(words, predictions, word, class);
        return Some(format!("at {quoted}: {} for {}", values::number(value), class_name(workspace, class)));
    }
    let value = *words.values.get([word, workspace.choices.layers.rating()])?;
    Some(format!("at {quoted}: {}", values::number(value)))
}

fn class_name(workspace: &Workspace, class: usize) -> &str {
    values::dataset(workspace).and_then(|dataset| dataset.corpus.classes.get(class)).map_or("", String::as_str)
}

fn decision(workspace: &Workspace) -> Option<String> {
    let (predictions, document) = (values::snapshot(workspace)?.classified()?, values::document(workspace)?);
    let pair = explain::deciding_pair(values::dataset(workspace)?, predictions, document)?;
    let (first, second) = predictions.pairs[pair];
    let [first, second] = [first, second].map(|class| class_name(workspace, class));
    let value = predictions.decisions[[document, pair]];
    Some(format!("{}, {first} against {second}: f = {}", values::title(workspace, document), values::number(value)))
}

fn margin(workspace: &Workspace) -> Option<String> {
    let (predictions, document) = (values::snapshot(workspace)?.classified()?, values::document(workspace)?);
    let margin = Some(predictions.margin(document)).filter(|_| !predictions.pairs.is_empty())?;
    let (title, class) = (values::title(workspace, document), class_name(workspace, predictions.predicted[document]));
    Some(format!("{title}, predicted as {class}: margin = {}", values::number(margin)))
}

fn share(workspace: &Workspace) -> Option<String> {
    let (dataset, snapshot) = (values::dataset(workspace)?, values::snapshot(workspace)?);
    let document = values::document(workspace)?;
    // Shares of words under other kernels are integrals along a path, too slow for a frame.
    snapshot.words.as_ref().filter(|words| words.function.is_none())?;
    let shares = match snapshot.classified() {
        Some(predictions) => {
            explain::shares(dataset, snapshot, document, explain::deciding_pair(dataset, predictions, document)?)
        }
        None => rated::shares(dataset, snapshot, document, workspace.choices.layers.rating()),
    };
    let (largest, sum) = (shares.first()?, shares.iter().map(|share| share.share).sum());
    let [share, sum] = [largest.share, sum].map(values::number);
    let word = values::quoted(workspace, largest.word);
    Some(format!("{}: {share} from {word}, {sum} from all {} words", values::title(workspace, document), shares.len()))
}
