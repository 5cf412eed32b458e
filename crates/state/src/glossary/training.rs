//! Terms of training: objective, parameters of the search, parts of the corpus.

use super::{Term, show, values};
use crate::Workspace;
use wordfield_core::corpus::TaskKind;

terms! {
    TRAINING:
    OBJECTIVE = Term::new(
        "Objective",
        "J",
        "The objective is the number that training makes small: the loss on the training documents plus the price of spread positions. \
         A lower one fits the training documents better, not always new ones.",
        "J(X) = loss(X) + ρ/2 ‖X‖²",
        objective,
    )
    .seen(show::curves);
    RHO = Term::new(
        "Strength of the prior",
        "ρ",
        "The prior pulls every word to the origin, or to its start, like a spring. Words that the documents do not need stay in the \
         middle.",
        "ρ/2 ‖X‖²",
        rho,
    )
    .parameter(&["rho"], "Raising ρ keeps words together and the model simple; lowering it lets words spread and fit more closely.")
    .seen(show::parameters)
    .taught("overfitting");
    KEEP_RATE = Term::new(
        "Word keep rate (word dropout)",
        "",
        "Each iteration sees a random share of every document's words only. The model cannot rely on single words, which \
         works against overfitting.",
        "words seen ≈ rate · words of the document",
        keep_rate,
    )
    .parameter(&["word_keep_rate"], "Lowering the rate regularises more and makes the objective noisy; 1 keeps all words.")
    .seen(show::parameters)
    .taught("overfitting");
    FORCE = Term::new(
        "Force",
        "-∂J/∂x",
        "The force on a word points where the objective falls fastest. Attraction by other words and repulsion are drawn as separate \
         arrows.",
        "f_l = -∂J/∂x_l",
        |workspace| Some(force(workspace)),
    )
    .seen(show::forces)
    .taught("forces");
    AVERAGE = Term::new(
        "Moving average",
        "",
        "The positions that are drawn and evaluated are a running mean of the last iterations. It smooths the noise of random words \
         and batches.",
        "mean ← decay · mean + (1 - decay) · X",
        |workspace| Some(format!("decay = {}", values::number(values::real(workspace, "ema_decay")?))),
    )
    .parameter(&["ema_decay"], "Raising the decay smooths more and follows later; 0 shows the positions themselves.")
    .seen(show::parameters);
    TRAIN_PART = Term::new(
        "Training part",
        "",
        "The model learns from the labels of these documents only. Its score on them is too good, since it has seen the answers.",
        "training + development + test = documents used",
        parts,
    )
    .seen(show::split)
    .taught("overfitting");
    DEVELOPMENT_PART = Term::new(
        "Development part",
        "",
        "These documents decide when training stops and which setting is best. The model does not learn from them, but choices do, so \
         the test part gives the honest score.",
        "training + development + test = documents used",
        parts,
    )
    .seen(show::split);
    TEST_PART = Term::new(
        "Test part",
        "",
        "Neither training nor any choice uses the labels of these documents. Their score estimates how well the model does on \
         new documents.",
        "training + development + test = documents used",
        parts,
    )
    .seen(show::split)
    .taught("overfitting");
    SHARPNESS = Term::new(
        "Sharpness",
        "b",
        "The model chooses a partner by a softmax over the candidates' distances. The sharpness b says how much nearer the best one \
         has to be.",
        "P(j | i) = exp(-b d_ij) / Σ_t exp(-b d_it)",
        sharpness,
    )
    .parameter(&["sharpness"], "Raising b makes only the nearest candidates count; lowering it spreads the choice over many.")
    .of(&[TaskKind::Pairs])
    .seen(show::parameters);
}

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
