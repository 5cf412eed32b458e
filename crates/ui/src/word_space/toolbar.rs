//! Toolbar above the picture of word vectors, in one row: file, drawn words, coordinates, measure, clicks.

use egui::Ui;

use super::{NAME, TabView, act, open};
use crate::{
    plot_table,
    style::{Icon, SPACE, icon_button, icon_switch},
    widgets::{choose, grouped, switch},
};
use wordfield_core::word_space::{Measure, PlaneKernel};
use wordfield_state::{Action, ClickAdds, DRAWN, Drawn, Export, Projection, SpaceAction, SpacePlace, Workspace};

/// Draws the toolbar; in a narrow tab with the switch between picture and side column.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, wide: bool, view: &mut TabView, actions: &mut Vec<Action>) {
    let state = &workspace.word_space;
    let mut chosen: Vec<SpaceAction> = Vec::new();
    let mut push = |action: Option<SpaceAction>| chosen.extend(action);
    let mut exports = false;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE[0];
        let hint = "opens another file of word vectors; a file dropped on the window does the same";
        let opened = icon_button(ui, true, Icon::FolderOpen, "Open word vectors", hint).clicked();
        push(opened.then_some(SpaceAction::AskForFile(SpacePlace::First)));
        push(open::words_read(ui, workspace));
        ui.separator();
        drawn(ui, workspace, &mut push);
        coordinates(ui, workspace, &mut push);
        let hint = "subtracts the mean of all directions before words are compared: words differ more, frequent ones most";
        let centred = switch(ui, state.measure == Measure::Centred, "centred", hint);
        push(centred.map(|centred| SpaceAction::Measure(if centred { Measure::Centred } else { Measure::Plain })));
        ui.separator();
        let clicks =
            [(ClickAdds::Nothing, "inspects"), (ClickAdds::List(0), "adds to list A"), (ClickAdds::List(1), "adds to list B")];
        push(choose(ui, "A click", 80.0, &state.click, &clicks).map(SpaceAction::Click));
        ui.separator();
        let hint = "writes vectors of drawn, found or listed words";
        exports = icon_button(ui, true, Icon::Download, "Export vectors", hint).clicked();
        view.table = plot_table::icon_switch(ui, NAME);
        if !wide {
            let hint = "search, lists and answers instead of the picture";
            if icon_switch(ui, view.questions, Icon::ChartColumn, "Questions", hint).clicked() {
                view.questions = !view.questions;
            }
        }
    });
    actions.extend(chosen.into_iter().map(act));
    actions.extend(exports.then_some(Action::Export(Export::Open(None))));
}

/// Draws the list of choices for the words that are drawn.
fn drawn(ui: &mut Ui, workspace: &Workspace, push: &mut impl FnMut(Option<SpaceAction>)) {
    let state = &workspace.word_space;
    let now = (state.drawn, if state.drawn == Drawn::Frequent { state.count() } else { 0 });
    let frequent = DRAWN.map(|count| ((Drawn::Frequent, count), format!("the first {}", grouped(count))));
    let mut options = frequent.to_vec();
    options.push(((Drawn::Found, 0), "words found".to_owned()));
    options.push(((Drawn::Lists, 0), "lists A and B".to_owned()));
    push(choose(ui, "Drawn", 100.0, &now, &options).map(|(drawn, count)| match drawn {
        Drawn::Frequent => SpaceAction::Count(count),
        other => SpaceAction::Drawn(other),
    }));
}

/// Draws the list of projections, with the controls of each.
fn coordinates(ui: &mut Ui, workspace: &Workspace, push: &mut impl FnMut(Option<SpaceAction>)) {
    let state = &workspace.word_space;
    let options = [
        (Projection::Principal(2), "principal axes, plane"),
        (Projection::Principal(3), "principal axes, space"),
        (Projection::Learned(PlaneKernel::Student), "neighbours, Student kernel"),
        (Projection::Learned(PlaneKernel::Gaussian), "neighbours, Gaussian kernel"),
    ];
    push(choose(ui, "Picture", 160.0, &state.projection, &options).map(SpaceAction::Projection));
    match state.projection {
        Projection::Principal(_) => {
            let hint = "axes along which all words of the file vary most, instead of the drawn ones";
            push(switch(ui, state.all_axes, "axes of all words", hint).map(SpaceAction::AllAxes));
        }
        Projection::Learned(_) => {
            let button = icon_button(ui, true, Icon::RotateCcw, "Learn again", "begins the learned plane again");
            push(button.clicked().then_some(SpaceAction::RestartPlane));
        }
    }
}
