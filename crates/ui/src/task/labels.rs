//! Check of labels above the table of documents, and the judgement and correction of one document's label.

use egui::{DragValue, RichText, Ui};

use super::view::Shown;
use crate::widgets::{ResponseExt, choose, counted, job_progress, note, percent, warning};
use wordfield_core::experiment::PredictedLabel;
use wordfield_output::reasons;
use wordfield_state::{Action, LabelAction, StudyAction, Workspace};

fn act(action: LabelAction) -> Action {
    Action::Study(StudyAction::Labels(action))
}

/// Draws the button that checks the labels, its progress or problem, and the number of corrections.
pub(super) fn check(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let study = &workspace.labels.check;
    if let Some(underway) = study.under_way() {
        job_progress(ui, underway, 120.0, "labels checked");
        ui.button("Stop").on_click(actions, || act(LabelAction::Stop));
    } else if workspace.label_check().is_none() {
        let hint = "judges every label by models that were not trained on its document, and lists the most doubtful first";
        ui.button("Check these labels").on_hover_text(hint).on_click(actions, || act(LabelAction::Check));
        warning(ui, study.problem());
    }
    if !workspace.choices.corrected.is_empty() {
        ui.weak(format!("{} corrected or accepted", counted(workspace.choices.corrected.len(), "label")));
        crate::export::button(ui, "corrected-labels", actions);
    }
}

/// Draws the judgement of a document's label by models that were not trained on it, and its correction.
pub(super) fn judgement(ui: &mut Ui, shown: Shown<'_>, document: usize, actions: &mut Vec<Action>) {
    let (workspace, corpus) = (shown.workspace, &shown.dataset.corpus);
    let Some(label) = workspace.checked_label(document) else { return };
    ui.horizontal_wrapped(|ui| {
        let (own, predicted) = match label.predicted {
            PredictedLabel::Class(class) => (corpus.class_name(document).to_owned(), corpus.classes[class].clone()),
            PredictedLabel::Rating(rating, value) => {
                let own = corpus.task.ratings().and_then(|ratings| ratings.of(document, rating));
                (own.map_or_else(String::new, |own| own.to_string()), format!("{value:.2}"))
            }
        };
        note(ui, "out of fold:");
        ui.label(RichText::new(&predicted).strong());
        note(ui, format!("probability of {own} {}, doubt {:.2}", percent(label.probability), label.doubt));
        let corrected = workspace.choices.corrected.get(&document);
        if corrected != Some(&own) {
            let accept = ui.button(format!("Keep {own}")).on_hover_text("accepts the label (0: and opens the next document)");
            accept.on_click(actions, || act(LabelAction::Correct(document, Some(own.clone()))));
        }
        if let PredictedLabel::Class(_) = label.predicted {
            let current = corrected.unwrap_or(&own);
            let names: Vec<(String, String)> = corpus.classes.iter().map(|name| (name.clone(), name.clone())).collect();
            let chosen = choose(ui, "label", 160.0, current, &names);
            actions.extend(chosen.map(|name| act(LabelAction::Correct(document, Some(name)))));
        } else {
            let mut value = corrected.unwrap_or(&own).parse().unwrap_or(0.0);
            let field = ui.add(DragValue::new(&mut value).speed(0.0).update_while_editing(false));
            if field.on_hover_text("corrected rating").changed() {
                actions.push(act(LabelAction::Correct(document, Some(value.to_string()))));
            }
        }
        if corrected.is_some() {
            ui.button("Undo the correction").on_click(actions, || act(LabelAction::Correct(document, None)));
        }
    });
    note(ui, reasons(corpus, label));
}
