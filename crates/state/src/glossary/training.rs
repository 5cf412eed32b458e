//! Glossary terms of training: objective, parameters of the search, parts of the corpus.

use super::{Term, View, values};
use crate::{Layer, Panel, Workspace};
use wordfield_core::corpus::TaskKind;

pub(super) static TRAINING: &[&Term] =
    &[&OBJECTIVE, &RHO, &KEEP_RATE, &FORCE, &AVERAGE, &TRAIN_PART, &DEVELOPMENT_PART, &TEST_PART, &SHARPNESS];

pub static OBJECTIVE: Term = Term::new("objective", objective).seen(View::Panel(Panel::Curves));
pub static RHO: Term = Term::new("rho", rho).parameter(&["rho"]).seen(View::Panel(Panel::Model)).taught("overfitting");
static KEEP_RATE: Term =
    Term::new("keep-rate", keep_rate).parameter(&["word_keep_rate"]).seen(View::Panel(Panel::Model)).taught("overfitting");
pub static FORCE: Term = Term::new("force", |workspace| Some(force(workspace))).seen(View::Layer(Layer::Forces)).taught("forces");
static AVERAGE: Term =
    Term::new("average", |workspace| Some(format!("decay = {}", values::number(values::real(workspace, "ema_decay")?))))
        .parameter(&["ema_decay"])
        .seen(View::Panel(Panel::Model));
pub static TRAIN_PART: Term = Term::new("train-part", parts).seen(View::Panel(Panel::Data)).taught("overfitting");
pub static DEVELOPMENT_PART: Term = Term::new("development-part", parts).seen(View::Panel(Panel::Data));
pub static TEST_PART: Term = Term::new("test-part", parts).seen(View::Panel(Panel::Data)).taught("overfitting");
static SHARPNESS: Term =
    Term::new("sharpness", sharpness).parameter(&["sharpness"]).of(&[TaskKind::Pairs]).seen(View::Panel(Panel::Model));

fn objective(workspace: &Workspace) -> Option<String> {
    let (iteration, value) = workspace.objective_shown()?;
    Some(format!("J = {} at iteration {iteration}", values::number(value)))
}

fn rho(workspace: &Workspace) -> Option<String> {
    let rho = values::real(workspace, "rho")?;
    let anchored = values::switch(workspace, "anchor").unwrap_or(false);
    let Some(latent) = values::latent(workspace).filter(|_| !anchored) else {
        return Some(format!("ρ = {}, from the start of each word", values::number(rho)));
    };
    let square: f64 = latent.iter().map(|x| x * x).sum();
    let [rho, square, price] = [rho, square, 0.5 * rho * square].map(values::number);
    Some(format!("ρ = {rho}: {rho}/2 · {square} = {price}"))
}

fn keep_rate(workspace: &Workspace) -> Option<String> {
    let (rate, document) = (values::real(workspace, "word_keep_rate")?, values::document(workspace)?);
    let count = values::dataset(workspace)?.weights.row(document).0.len();
    let seen = (rate * count as f64).round().max(1.0);
    Some(format!("rate = {}: about {seen} of the {count} words of {}", values::number(rate), values::title(workspace, document)))
}

fn force(workspace: &Workspace) -> String {
    match workspace.interventions.longest {
        Some(longest) => format!("the longest arrow is a gradient of {}", values::number(longest)),
        None => "not drawn: switch on the layer forces (A)".to_owned(),
    }
}

fn parts(workspace: &Workspace) -> Option<String> {
    let split = &values::dataset(workspace)?.split;
    let [train, dev, test] = [split.train.len(), split.dev.len(), split.test.len()];
    Some(format!("{train} + {dev} + {test} = {}", train + dev + test))
}

fn sharpness(workspace: &Workspace) -> Option<String> {
    let b = values::real(workspace, "sharpness")?;
    let farther = values::number(std::f64::consts::LN_2 / b);
    Some(format!("b = {}: a candidate farther by {farther} is half as likely", values::number(b)))
}
