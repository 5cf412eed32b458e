//! Chips over the word field, below its caption: earlier iteration, current selection, legend of forces, offers for new users.

use std::sync::Arc;

use egui::{Rect, Ui, UiBuilder, vec2};

use crate::{
    intervention::six_digits,
    recent, selection,
    style::{Icon, SPACE, chip, icon_button},
    term, timeline,
    widgets::ResponseExt,
};
use wordfield_state::{
    Action, Choose, FieldOf, Layer, LessonAction, Look, Open, Panel, Recovery, SelectionSet, Show, Workspace, glossary, tour,
};

/// Draws the chips from the upper left corner of `free` downwards.
pub(super) fn show(ui: &mut Ui, free: Rect, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.scope_builder(UiBuilder::new().max_rect(free), |ui| {
        ui.set_clip_rect(free.intersect(ui.clip_rect()));
        // Text is not selectable: it would consume the drags that begin on a chip.
        ui.style_mut().interaction.selectable_labels = false;
        ui.spacing_mut().item_spacing = vec2(SPACE[1], SPACE[0]);
        // A chip with a choice comes first, so that its buttons do not move when another chip appears.
        if let Some(recovery) = &workspace.corpus.recovery {
            chip(ui).show(ui, |ui| recoverable(ui, recovery, actions));
        }
        timeline::band(ui, workspace);
        if !workspace.choices.selection.is_empty() {
            chip(ui).show(ui, |ui| ui.horizontal(|ui| selection::current(ui, workspace, actions)));
        }
        field_chip(ui, workspace, actions);
        contour_chip(ui, workspace, actions);
        picture_chip(ui, workspace, actions);
        if workspace.choices.layers.shows(Layer::Forces) && workspace.interventions.drawn.is_some() {
            let text = forces_legend(workspace.interventions.longest);
            chip(ui).show(ui, |ui| term::note(ui, workspace, &glossary::FORCE, text, actions));
        }
        if let Some(text) = moved(workspace) {
            chip(ui).show(ui, |ui| term::note(ui, workspace, &glossary::OBJECTIVE, text, actions));
        }
        if workspace.makes_offers() {
            chip(ui).show(ui, |ui| offers(ui, workspace, actions));
        }
    });
}

/// Chip with the name of the drawn field.
fn field_chip(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let (Some(scene), layers) = (&workspace.field.scene, &workspace.choices.layers) else { return };
    let term = match layers.field_of {
        FieldOf::Class(_) => &glossary::FIELD,
        FieldOf::Pair(_) => &glossary::DECISION,
        FieldOf::Rating(_) => &glossary::POSTERIOR_MEAN,
        FieldOf::Deviation(_) => &glossary::DEVIATION,
        FieldOf::Witness { .. } | FieldOf::Sets => &glossary::WITNESS,
        FieldOf::Mean => &glossary::MEAN,
        FieldOf::Novelty(_) => &glossary::NOVELTY,
    };
    let listed = scene.fields().contains(&layers.field_of) || scene.between.is_some();
    if layers.shows(Layer::Field) && listed && !workspace.layout.arrangement.presenting {
        let name = scene.field_name(layers.field_of);
        let text = match (workspace.novelty(), workspace.no_novelty()) {
            (Some(found), _) if layers.shows(Layer::Documents) => format!("field: {} Rim: rejected documents.", found.report),
            (Some(found), _) => format!("field: {}", found.report),
            (None, Some(reason)) => format!("field: {name}: {reason}"),
            (None, None) => format!("field: {name}"),
        };
        chip(ui).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                term::note(ui, workspace, term, text, actions);
                rejected(ui, workspace, actions);
            });
        });
    }
}

/// Draws the button that selects the documents rejected by the drawn one-class SMM.
fn rejected(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(found) = workspace.novelty().filter(|found| !found.rejected.is_empty()) else { return };
    ui.small_button("Select rejected")
        .on_hover_text("selects the documents with a negative decision")
        .on_click(actions, || Action::Choose(Choose::Set(SelectionSet::Documents(Arc::clone(&found.rejected)))));
}

/// Chip with the reason why no contours are drawn.
fn contour_chip(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let compared = workspace.field.scene.as_ref().is_some_and(|scene| scene.between.is_some());
    if let Some(text) = workspace.hidden_contours().filter(|_| workspace.choices.layers.shows(Layer::Contours) && !compared) {
        chip(ui).show(ui, |ui| term::note(ui, workspace, &glossary::ACCURACY, text, actions));
    }
}

/// Chip with the separation of the classes by the drawn documents.
fn picture_chip(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(found) = workspace.pictures().filter(|_| workspace.choices.layers.shows(Layer::Documents)) else { return };
    if let Some((part, picture)) = found.most_unbiased() {
        let at = if found.iteration == workspace.shown() { String::new() } else { format!(" at iteration {}", found.iteration) };
        let text = format!("picture{at}: {}", picture.sentence(part.name()));
        chip(ui).show(ui, |ui| term::note(ui, workspace, &glossary::PICTURE, text, actions));
    }
}

/// Text on the change of the objective by the last moved word; `None` once training has moved the words further.
fn moved(workspace: &Workspace) -> Option<String> {
    let drag = workspace.interventions.drag.as_ref()?;
    let found = drag.effect.as_ref()?;
    let word = workspace.corpus.basis.as_ref()?.words.get(drag.taken.word)?;
    let [was, is] = [found.before.objective?, found.after.objective?].map(six_digits);
    Some(format!("{word} moved: objective {was} → {is}"))
}

/// Text of the legend for force arrows.
fn forces_legend(longest: Option<f64>) -> String {
    match longest {
        Some(longest) => format!(
            "forces: blue attracts, orange repels, for few words their sum is drawn too; the longest arrow is a gradient of {longest:.2e}"
        ),
        None => "forces: none; no document of the objective contains the inspected words".to_owned(),
    }
}

/// Draws the offer to recover or discard the work of an earlier window that ended without closing.
fn recoverable(ui: &mut Ui, recovery: &Recovery, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.label(format!("An earlier window ended without closing: {}.", recovery.description));
        ui.button("Recover").on_hover_text("opens its work again").on_click(actions, || Action::Open(Open::Recover));
        ui.button("Discard").on_hover_text("removes its work for good").on_click(actions, || Action::Open(Open::DiscardRecovery));
    });
}

/// Draws hints for new users, once the initial motion of words has settled.
fn offers(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        let tour = tour().map(|tour| Action::Lesson(LessonAction::Start(tour, 0)));
        let offers = [
            ("Look around", "a short tour of the window, with these documents", tour),
            ("Learn", "lessons on kernels, forces, overfitting and more", Some(Action::Show(Show::Panel(Panel::Learn)))),
            ("Open your own", "documents of your own, or a saved model", Some(Action::Open(Open::AskForFile))),
        ];
        for (name, hint, action) in offers {
            if let Some(action) = action.filter(|_| ui.button(name).on_hover_text(hint).clicked()) {
                actions.extend([action, Action::Look(Look::DismissHint)]);
            }
        }
        actions.extend(recent::menu(ui, workspace));
        icon_button(ui, true, Icon::X, "Dismiss", "the menu Help has these offers too")
            .on_click(actions, || Action::Look(Look::DismissHint));
    });
}
