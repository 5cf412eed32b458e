//! Names and tooltips of a run's objective and scores.

use egui::{Label, RichText, Ui};

use wordfield_core::{
    model::Metric,
    param::{Choices, Value},
};
use wordfield_state::{
    Curves, Workspace,
    glossary::{self, Term},
};

/// Names the documents of the run if the front tab shows different documents, to which the scores would seem to belong.
/// Returns whether a name was drawn.
pub(super) fn owner(ui: &mut Ui, workspace: &Workspace) -> bool {
    let Some(name) = workspace.other_documents() else { return false };
    let text = RichText::new(format!("run on {name}")).weak();
    let hint = format!("The run belongs to the documents \"{name}\", not to this tab. Other tabs show its scores.");
    ui.add(Label::new(text).truncate()).on_hover_text(hint);
    true
}

/// Glossary term of a metric.
pub(super) fn term_of(metric: Metric) -> &'static Term {
    match metric {
        Metric::Accuracy => &glossary::ACCURACY,
        Metric::Rmse => &glossary::RMSE,
        Metric::Precision => &glossary::PRECISION,
    }
}

/// Glossary term of a part of the corpus: training, development or test.
pub(super) fn term_of_part(name: &str) -> &'static Term {
    match name {
        "train" => &glossary::TRAIN_PART,
        "test" => &glossary::TEST_PART,
        _ => &glossary::DEVELOPMENT_PART,
    }
}

/// Title of the scores, with the name and unit of the rating if there are several.
pub(super) fn score_title(workspace: &Workspace) -> String {
    let metric = workspace.choices.settings.params.kind().info().metric;
    let names = workspace.corpus.basis.as_ref().map(|basis| &basis.rating_names[..]).unwrap_or_default();
    match names {
        [first, _, ..] if metric == Metric::Rmse => {
            format!("{} of {} together, in units of {first}", metric.name(), names.join(", "))
        }
        _ => metric.name().to_owned(),
    }
}

/// Tooltip on the reliability of a part's score; `chose`: whether the iteration was chosen by this part.
pub(super) fn score_hint(part: &str, chose: bool) -> &'static str {
    match part {
        "test" => "on test documents, which chose nothing",
        "train" => "on training documents, which the model fits",
        _ if chose => "on development documents, which choose the iteration that early stopping restores",
        _ => "on development documents, which are for the choice of parameters",
    }
}

/// Name of the objective, with the SVMs whose gradient moves the words.
pub(super) fn objective_name(workspace: &Workspace) -> &'static str {
    let of_steps = workspace.choices.settings.params.value("map_c");
    if matches!(of_steps, Some(Value::Real(c)) if c > 0.0) { "objective of the steps: the map's SVMs" } else { "objective" }
}

/// Tooltip of the baseline score.
pub(super) const BASELINE_HINT: &str = "error of predicting the mean of the training part for every document of the test part";

/// Tooltip about the last change of the basis of decisions; `None` without a change.
pub(super) fn decided(curves: &Curves) -> Option<String> {
    curves.deciders.last().map(|(from, decider)| format!("dotted: from iteration {from} decided by {}", decider.choice().label))
}
