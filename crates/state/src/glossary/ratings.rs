//! Glossary terms of ratings: the posterior of a Gaussian process, its scales, and errors.

use super::{Term, View, show, values};
use crate::{Panel, Tab, Workspace, rated::RatedDocument};
use wordfield_core::corpus::TaskKind;

const RATED: &[TaskKind] = &[TaskKind::Ratings];

pub(super) static RATINGS: &[&Term] = &[&POSTERIOR_MEAN, &DEVIATION, &INTERVAL, &RESIDUAL, &ALPHA, &BETA, &RMSE];

pub static POSTERIOR_MEAN: Term =
    Term::new("posterior-mean", posterior_mean).of(RATED).seen(View::Actions(show::field)).taught("gp");
pub static DEVIATION: Term = Term::new("deviation", deviation).of(RATED).seen(View::Actions(show::deviation)).taught("gp");
pub static INTERVAL: Term = Term::new("interval", interval).of(RATED).seen(View::Tab(Tab::Evaluation)).taught("gp");
pub static RESIDUAL: Term = Term::new("residual", residual).of(RATED).seen(View::Tab(Tab::Evaluation));
static ALPHA: Term =
    Term::new("alpha", |workspace| Some(format!("α = {}: signal variance {}", number(workspace, 0)?, inverse(workspace, 0)?)))
        .parameter(&["alpha"])
        .of(RATED)
        .seen(View::Panel(Panel::Model));
pub static BETA: Term = Term::new("beta", beta).parameter(&["beta"]).of(RATED).seen(View::Panel(Panel::Model));
pub static RMSE: Term = Term::new("rmse", rmse).of(RATED).seen(View::Tab(Tab::Evaluation)).taught("overfitting");

/// Document of the glossary's examples with its rating.
fn rated(workspace: &Workspace) -> Option<(String, RatedDocument)> {
    let (dataset, document) = (values::dataset(workspace)?, values::document(workspace)?);
    let rating = workspace.choices.layers.rating();
    let found = RatedDocument::of(dataset, values::snapshot(workspace)?.rated()?, document, rating)?;
    Some((values::title(workspace, document), found))
}

fn posterior_mean(workspace: &Workspace) -> Option<String> {
    let (title, rated) = rated(workspace)?;
    Some(format!("{title}: ŷ = {:.2}, true rating {}", rated.mean, values::number(rated.truth)))
}

fn deviation(workspace: &Workspace) -> Option<String> {
    let (title, rated) = rated(workspace)?;
    Some(format!("{title}: ŷ = {:.2} with σ = {:.2}", rated.mean, rated.deviation?))
}

fn interval(workspace: &Workspace) -> Option<String> {
    let (title, rated) = rated(workspace)?;
    let [low, high] = rated.interval()?;
    let verdict = if rated.within() { "inside" } else { "outside" };
    Some(format!("{title}: {low:.2} to {high:.2}; the true {} is {verdict}", values::number(rated.truth)))
}

fn residual(workspace: &Workspace) -> Option<String> {
    let (title, rated) = rated(workspace)?;
    Some(format!("{title}: {} - {:.2} = {:+.2}", values::number(rated.truth), rated.mean, rated.residual()))
}

/// Learned precisions `[α, β]` of the rating model.
fn precisions(workspace: &Workspace) -> Option<[f64; 2]> {
    values::snapshot(workspace)?.rated()?.fitted.as_ref()?.precisions()
}

fn number(workspace: &Workspace, place: usize) -> Option<String> {
    Some(values::number(precisions(workspace)?[place]))
}

fn inverse(workspace: &Workspace, place: usize) -> Option<String> {
    Some(values::number(1.0 / precisions(workspace)?[place]))
}

fn beta(workspace: &Workspace) -> Option<String> {
    let fitted = values::snapshot(workspace)?.rated()?.fitted.as_ref()?;
    let rating = workspace.choices.layers.rating();
    let (scale, noise) = (*fitted.scales().get(rating)?, fitted.noise(rating)?);
    let [scale, noise] = [scale, noise].map(values::number);
    Some(format!("β = {0}: {scale} / √{0} = {noise}", number(workspace, 1)?))
}

fn rmse(workspace: &Workspace) -> Option<String> {
    let scale = values::snapshot(workspace)?.rated()?.fitted.as_ref()?.scales().first().copied()?;
    let (scores, deciding) = (values::scores(workspace)?, values::deciding(workspace));
    Some(format!("{scores}; standard deviation {}{deciding}", values::number(scale)))
}
