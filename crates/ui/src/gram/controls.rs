//! Controls of the tab "Gram matrix": documents, order, kernels; colour bar; class means as a table.

use egui::{Align2, FontId, Rect, Slider, Ui, UiBuilder, pos2, vec2};

use super::{BAR, act};
use crate::{
    colour_bar, data_table, export,
    palette::single_color,
    term,
    widgets::{choose, choose_beside, computing, note, part_choice},
};
use wordfield_core::{
    corpus::TaskKind,
    ldk::{Embedding, Level2},
    model::LiveChange,
    param::{Choices, Value},
};
use wordfield_state::{Action, GramAction, GramFound, GramLook, GramOrder, PanelSpace, Run, ValueScale, Workspace, glossary};

/// Draws the controls of the Gram matrix: documents, order, kernels, gamma, progress.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    // In a low window the controls are omitted in favour of the Gram matrix.
    if workspace.layout.arrangement.room.is_some_and(PanelSpace::is_low) {
        ui.collapsing("Order and kernels", |ui| choices(ui, workspace, actions));
    } else {
        choices(ui, workspace, actions);
    }
    ui.horizontal(|ui| width(ui, workspace, actions));
}

/// Draws the choice of documents, order and kernels, and the progress.
fn choices(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let look = workspace.gram.look;
    let task = workspace.corpus.dataset.as_ref().map(|dataset| dataset.corpus.task.kind()).unwrap_or_default();
    let orders = GramOrder::ALL.into_iter().filter(|(order, _)| task == TaskKind::Ratings || *order != GramOrder::Rating);
    let orders: Vec<(GramOrder, &str)> =
        orders.map(|(order, name)| (order, if order == GramOrder::Class { task.group() } else { name })).collect();
    ui.horizontal_wrapped(|ui| {
        let mut changed = None;
        if let Some(order) = choose(ui, "order", 70.0, &look.order, &orders) {
            changed = Some(GramLook { order, ..look });
        }
        let mut part = look.part;
        if part_choice(ui, &mut part) {
            changed = Some(GramLook { part, ..look });
        }
        let label = term::label(ui, workspace, &glossary::KERNEL, "word kernel", actions);
        if let Some(embedding) = choose_beside(ui, ("word kernel", &label), 110.0, &look.embedding, &kernels::<Embedding>()) {
            changed = Some(GramLook { embedding, ..look });
        }
        let label = term::label(ui, workspace, &glossary::LEVEL2, "document kernel", actions);
        if let Some(level2) = choose_beside(ui, ("document kernel", &label), 110.0, &look.level2, &kernels::<Level2>()) {
            changed = Some(GramLook { level2, ..look });
        }
        actions.extend(changed.map(|look| act(GramAction::Look(look))));
        if computing(ui, &workspace.gram.study, workspace.is_running()) {
            actions.push(act(GramAction::Stop));
        }
    });
}

/// Kernels to choose from: the model's kernel, and all further kernels with their default parameters.
fn kernels<K: Choices>() -> Vec<(Option<K>, &'static str)> {
    [(None, "the model's")].into_iter().chain(K::USUAL.iter().map(|kernel| (Some(*kernel), kernel.choice().label))).collect()
}

/// Draws the control of gamma, the parameter of the model's word kernel; a change affects the whole model.
fn width(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let gamma = workspace.parameters().iter().find(|view| view.key == "gamma");
    let Some(Value::Real(now)) = gamma.and_then(|view| view.value) else { return };
    let mut value = now;
    let hint = "Inverse squared width of the word kernel; affects field, matrix and decisions";
    let label = term::label(ui, workspace, &glossary::GAMMA, "gamma", actions).on_hover_text(hint);
    let slider = ui.add(Slider::new(&mut value, 1e-3..=1e3).logarithmic(true).max_decimals(4)).labelled_by(label.id);
    if slider.changed() && (value - now).abs() > 0.0 {
        actions.push(Action::Run(Run::Change(LiveChange::real("gamma", value))));
    }
}

/// Draws the Gram matrix's number of documents and iteration, and the class means as a table.
pub(super) fn summary(ui: &mut Ui, workspace: &Workspace, found: &GramFound, actions: &mut Vec<Action>) {
    let (n, of) = (found.documents.len(), found.of);
    let some = if n < of { format!("{n} of {of} documents, evenly sampled") } else { format!("{n} documents") };
    let kernel_note = if workspace.gram.look.embedding.is_some() || workspace.gram.look.level2.is_some() {
        ", with another kernel than the model's"
    } else {
        ""
    };
    let low = workspace.layout.arrangement.room.is_some_and(PanelSpace::is_low);
    let hint = if low { "" } else { " Click a cell to open both documents." };
    ui.horizontal_wrapped(|ui| {
        term::note(ui, workspace, &glossary::GRAM, "Gram matrix", actions);
        note(ui, format!("of {some}, at iteration {}{kernel_note}.{hint}", found.iteration));
        export::button(ui, "gram", actions);
    });
    let Some(dataset) = &workspace.corpus.dataset else { return };
    ui.collapsing("Gram matrix as a table", |ui| {
        let group = match dataset.corpus.task.kind() {
            TaskKind::Classes => "classes",
            TaskKind::Ratings => "levels of the rating",
            TaskKind::Pairs => "sides",
        };
        note(ui, format!("Mean kernel value between the documents of two {group}."));
        data_table::show(ui, workspace, "gram-means", 170.0, actions);
    });
}

/// Draws the colour bar of the Gram matrix, and the switch between both scales; without `actions`, as in print, no switch.
pub(super) fn colours(ui: &mut Ui, rect: Rect, scale: &ValueScale, actions: Option<&mut Vec<Action>>) {
    const STEPS: usize = 48;
    const TEXT: f32 = 11.5;
    let dark = ui.visuals().dark_mode;
    let step = rect.height() / STEPS as f32;
    for place in 0..STEPS {
        let top = rect.max.y - (place + 1) as f32 * step;
        let band = Rect::from_min_max(pos2(rect.min.x, top), pos2(rect.max.x, top + step + 0.5));
        ui.painter().rect_filled(band, 0.0, single_color(place as f32 / (STEPS - 1) as f32, dark));
    }
    let text = |at, align, value: f32| {
        ui.painter().text(at, align, format!("{value:.3}"), FontId::proportional(TEXT), ui.visuals().text_color());
    };
    text(rect.right_top() + vec2(4.0, 0.0), Align2::LEFT_TOP, scale.high);
    text(rect.right_center() + vec2(4.0, 0.0), Align2::LEFT_CENTER, scale.middle);
    text(rect.right_bottom() + vec2(4.0, 0.0), Align2::LEFT_BOTTOM, scale.low);
    let below = Rect::from_min_size(rect.left_bottom() + vec2(0.0, 6.0), vec2(BAR - 10.0, 3.0 * TEXT));
    ui.scope_builder(UiBuilder::new().max_rect(below), |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        colour_bar::rescale(ui, scale, TEXT, actions);
    });
}
