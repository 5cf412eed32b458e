//! Glossary terms of kernels: between words, between documents, and the space they span.

use super::{FIELDS, Term, View, show, values};
use crate::{Panel, Tab, Workspace};
use wordfield_core::{
    corpus::TaskKind,
    ldk::{Embedding, Level2, Source},
    param::Choices,
    stats::squared_distance,
};

pub(super) static KERNELS: &[&Term] =
    &[&KERNEL, &GAMMA, &MEAN, &GRAM, &LEVEL2, &NED, &NGD, &PRIVATE, &ALIKE, &COMPONENTS, &POSITION, &DIMENSIONS, &EFFECTIVE];

pub static KERNEL: Term = Term::new("kernel", kernel).parameter(&["embedding"]).seen(View::Tab(Tab::Gram)).taught("kernel");
pub static GAMMA: Term = Term::new("gamma", gamma).parameter(&["gamma"]).seen(View::Tab(Tab::Gram)).taught("bandwidth");
pub static MEAN: Term = Term::new("mean", mean).seen(View::Actions(show::mean)).taught("mean");
pub static GRAM: Term = Term::new("gram", gram).seen(View::Tab(Tab::Gram)).taught("gram");
pub static LEVEL2: Term = Term::new("level2", level2).parameter(&["level2"]).seen(View::Tab(Tab::Gram));
static NED: Term = Term::new("ned", |workspace| curved(workspace, Level2::Ned))
    .of(&[TaskKind::Classes, TaskKind::Pairs])
    .seen(View::Tab(Tab::Gram));
pub static NGD: Term = Term::new("ngd", |workspace| curved(workspace, Level2::Ngd)).seen(View::Tab(Tab::Gram));
pub static PRIVATE: Term = Term::new("private", private).parameter(&["private"]).of(FIELDS).seen(View::Panel(Panel::Model));
pub static ALIKE: Term =
    Term::new("alike", private).parameter(&["private"]).of(&[TaskKind::Pairs]).seen(View::Panel(Panel::Model));
pub static COMPONENTS: Term = Term::new("components", components)
    .parameter(&["map_weight", "identity_weight", "spectral_weight", "given_weight"])
    .seen(View::Panel(Panel::Model));
static POSITION: Term = Term::new("position", position).seen(View::Actions(show::word)).taught("forces");
pub static DIMENSIONS: Term = Term::new("dimensions", dimensions).parameter(&["q"]).seen(View::Panel(Panel::Model));
pub static EFFECTIVE: Term = Term::new("effective", effective).seen(View::Panel(Panel::Model));

fn kernel(workspace: &Workspace) -> Option<String> {
    let (kernel, latent) = (values::ldk(workspace)?.embedding, values::latent(workspace)?);
    let [a, b] = [values::word(workspace)?, values::other_word(workspace)?];
    let squared = squared_distance(&latent.row(a), &latent.row(b));
    let value = formula(kernel, squared, latent.row(a).dot(&latent.row(b)));
    Some(format!("{} and {}: k = {value}", values::quoted(workspace, a), values::quoted(workspace, b)))
}

/// Value of an embedding kernel from squared distance and inner product, with the numbers put into its formula.
pub(super) fn formula(kernel: Embedding, squared: f64, dot: f64) -> String {
    match kernel {
        Embedding::Rbf { gamma } => {
            let value = (-0.5 * gamma * squared).exp();
            format!("exp(-{}/2 · {}) = {}", values::number(gamma), values::number(squared), values::number(value))
        }
        Embedding::Linear => format!("x · x' = {}", values::number(dot)),
        Embedding::Polynomial { offset, degree, divisor } => {
            let value: f64 = std::iter::repeat_n((dot + offset) / divisor, degree).product();
            let unit =
                if divisor.to_bits() == 1.0_f64.to_bits() { String::new() } else { format!(" / {}", values::number(divisor)) };
            format!("((x · x' + {}){unit})^{degree} = {}", values::number(offset), values::number(value))
        }
        Embedding::Identity => "0, since the identity kernel has no positions".to_owned(),
    }
}

fn gamma(workspace: &Workspace) -> Option<String> {
    let embedding = values::ldk(workspace)?.embedding;
    let Some(gamma) = embedding.gamma() else {
        return Some(format!("γ: none, the words are compared by the {} kernel", embedding.choice().label));
    };
    let half = (2.0 * std::f64::consts::LN_2 / gamma).sqrt();
    Some(format!("γ = {}: words at distance {} have k = 0.5", values::number(gamma), values::number(half)))
}

fn mean(workspace: &Workspace) -> Option<String> {
    let (dataset, document) = (values::dataset(workspace)?, values::document(workspace)?);
    let (word, weight) = dataset.weights.entries(document).max_by(|a, b| a.1.total_cmp(&b.1))?;
    let count = dataset.weights.row(document).0.len();
    let (title, word) = (values::title(workspace, document), values::quoted(workspace, word));
    Some(format!("{title}: {count} different words, most weight M = {} on {word}", values::number(weight)))
}

fn gram(workspace: &Workspace) -> Option<String> {
    let n = values::dataset(workspace)?.corpus.len();
    let size = format!("{n} × {n} documents");
    let pair: Vec<usize> = values::documents(workspace).take(2).collect();
    let Some([ab, aa, _]) = pair.try_into().ok().and_then(|pair| values::kernel_of(workspace, pair)) else { return Some(size) };
    let [a, b] = [0, 1].map(|place| values::documents(workspace).nth(place).unwrap_or_default());
    let [title, other] = [a, b].map(|document| values::title(workspace, document));
    Some(format!("{size}; {title} with {other}: {}, with itself: {}", values::number(ab), values::number(aa)))
}

fn level2(workspace: &Workspace) -> Option<String> {
    Some(chosen(values::ldk(workspace)?.level2, "documents"))
}

/// Level-2 kernel of documents or sets, with an example of its values.
pub(super) fn chosen(kernel: Level2, of: &str) -> String {
    format!("chosen: {}; two {of} with S = 0.5 have K = {}", kernel.choice().label, values::number(half(kernel)))
}

/// Kernel value of two documents of unit length whose inner product is one half.
fn half(kernel: Level2) -> f64 {
    kernel.value(0.5, 1.0, 1.0)
}

fn curved(workspace: &Workspace, kernel: Level2) -> Option<String> {
    let now = values::ldk(workspace)?.level2;
    let chosen = if now == kernel { "chosen".to_owned() } else { format!("not chosen (now {})", now.choice().label) };
    Some(format!("{chosen}; two documents of unit length with S = 0.5 have K = {}", values::number(half(kernel))))
}

fn private(workspace: &Workspace) -> Option<String> {
    let ldk = values::ldk(workspace)?;
    let shared = values::snapshot(workspace)?.matched().and_then(|matched| matched.fitted.spelled_alike());
    let count = shared.map_or_else(String::new, |(alike, _)| format!(", {} words spelled alike", alike.count()));
    Some(format!("w = {}{count}", values::number(ldk.private)))
}

fn components(workspace: &Workspace) -> Option<String> {
    let parts = &workspace.field.scene.as_ref()?.parts;
    let part = |(source, part): &(Source, f64)| format!("{} {:.0} %", source.label(), 100.0 * part);
    let held: Vec<String> = parts.iter().map(part).collect();
    let of = if values::dataset(workspace)?.corpus.task.pairs().is_some() { "similarities" } else { "decisions" };
    Some(if held.is_empty() { "map: the only component".to_owned() } else { format!("{of}: {}", held.join(", ")) })
}

fn position(workspace: &Workspace) -> Option<String> {
    let (word, latent) = (values::word(workspace)?, values::latent(workspace)?);
    let first: Vec<String> = latent.row(word).iter().take(3).map(|&x| values::number(x)).collect();
    let more = if latent.ncols() > first.len() { ", …" } else { "" };
    Some(format!("{}: x = ({}{more})", values::quoted(workspace, word), first.join(", ")))
}

fn dimensions(workspace: &Workspace) -> Option<String> {
    let (words, q) = values::latent(workspace)?.dim();
    Some(format!("q = {q}: {words} words × {q} coordinates"))
}

fn effective(workspace: &Workspace) -> Option<String> {
    let (q, scene) = (values::latent(workspace)?.ncols(), workspace.field.scene.as_ref()?);
    Some(format!("{} of q = {q}", values::number(scene.dimension)))
}
