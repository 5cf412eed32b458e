//! Terms of ratings: the posterior of a Gaussian process, its scales, and errors.

use super::{Term, show, values};
use crate::{Workspace, rated::RatedDocument};
use wordfield_core::corpus::TaskKind;

const RATED: &[TaskKind] = &[TaskKind::Ratings];

terms! {
    RATINGS:
    POSTERIOR_MEAN = Term::new(
        "Posterior mean",
        "ŷ",
        "The posterior mean is the model's best guess of a rating after seeing the training documents. With a linear level-2 kernel it is \
         the mean of the drawn field over a document's words.",
        "ŷ_i = mean rating + Σ_l M_il h(x_l)",
        posterior_mean,
    )
    .of(RATED)
    .seen(show::field)
    .taught("gp");
    DEVIATION = Term::new(
        "Posterior standard deviation",
        "σ",
        "The deviation says how unsure the model is: small near words of many training documents, large elsewhere. For a new rating \
         the noise is added.",
        "σ² = signal variance + 1/β",
        deviation,
    )
    .of(RATED)
    .seen(show::deviation)
    .taught("gp");
    INTERVAL = Term::new(
        "95 % interval",
        "",
        "The interval should contain the true rating of 95 of 100 documents. If fewer fall inside, the model is too sure of \
         itself.",
        "ŷ - 1.96 σ to ŷ + 1.96 σ",
        interval,
    )
    .of(RATED)
    .seen(show::evaluation)
    .taught("gp");
    RESIDUAL = Term::new(
        "Residual",
        "",
        "The residual is the true rating minus the predicted one. A positive residual means that the document was rated better than \
         the model expected.",
        "residual = y - ŷ",
        residual,
    )
    .of(RATED)
    .seen(show::evaluation);
    ALPHA = Term::new(
        "Scale of the signal",
        "α",
        "1/α is the variance of the ratings that the words explain, for ratings scaled to variance one. It is learned beside the \
         positions.",
        "covariance = S/α + I/β",
        |workspace| Some(format!("α = {}: signal variance {}", number(workspace, 0)?, inverse(workspace, 0)?)),
    )
    .parameter(&["alpha"], "A larger first α begins with a weaker signal and predictions near the mean rating.")
    .of(RATED)
    .seen(show::parameters);
    BETA = Term::new(
        "Noise precision",
        "β",
        "1/β is the variance of the ratings that no word explains, for ratings scaled to variance one. With much noise the model \
         follows the training ratings less.",
        "noise = scale of the rating / √β",
        beta,
    )
    .parameter(&["beta"], "A larger first β begins with less noise, so that the model follows the training ratings closely.")
    .of(RATED)
    .seen(show::parameters);
    RMSE = Term::new(
        "RMSE",
        "",
        "The root mean squared error is the typical size of a residual, in units of the rating. Predicting the mean rating for every \
         document gives about the standard deviation of the ratings.",
        "RMSE = √(mean of (y - ŷ)²)",
        rmse,
    )
    .of(RATED)
    .seen(show::evaluation)
    .taught("overfitting");
}

/// The document of the examples with its rating.
fn rated(workspace: &Workspace) -> Option<(String, RatedDocument)> {
    let (dataset, document) = (values::dataset(workspace)?, values::document(workspace)?);
    let rating = workspace.field.layers.rating();
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

/// The learned `[α, β]`.
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
    let rating = workspace.field.layers.rating();
    let (scale, noise) = (*fitted.scales().get(rating)?, fitted.noise(rating)?);
    let [scale, noise] = [scale, noise].map(values::number);
    Some(format!("β = {0}: {scale} / √{0} = {noise}", number(workspace, 1)?))
}

fn rmse(workspace: &Workspace) -> Option<String> {
    let scale = values::snapshot(workspace)?.rated()?.fitted.as_ref()?.scales().first().copied()?;
    let (scores, deciding) = (values::scores(workspace)?, values::deciding(workspace));
    Some(format!("{scores}; standard deviation {}{deciding}", values::number(scale)))
}
