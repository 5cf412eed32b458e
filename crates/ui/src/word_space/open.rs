//! Start of the tab "Vectors": opening a file of word vectors, and the progress of reading.

use std::sync::atomic::Ordering;

use egui::{Align, Layout, ProgressBar, RichText, Role, TextEdit, Ui, vec2};

use super::act;
use crate::{
    style::{chip, primary},
    widgets::{ResponseExt, choose, escaped, grouped, named, note},
};
use wordfield_core::corpus::VectorFiles;
use wordfield_state::{Action, SpaceAction, SpacePlace, Workspace};

/// Numbers of words that can be read from a file of word vectors.
const READ: [usize; 6] = [10_000, 20_000, 50_000, 100_000, 200_000, 400_000];
/// Width of the row that chooses the number of words, in points.
const ROW: f32 = 220.0;
/// File formats of word vectors that can be read.
const FORMS: &str = "word2vec (text or binary), GloVe, fastText (.vec), or a NumPy array (.npy) with a list of its words beside it; gzip or plain";

/// Draws the tab "Vectors" while no file is open.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.with_layout(Layout::top_down(Align::Center), |ui| {
        ui.add_space(0.2 * ui.available_height());
        ui.label(RichText::new("Word vectors without documents").heading());
        ui.label("Neighbours, analogies, axes and comparisons of words by their vectors.");
        note(ui, format!("Drop a file on the window, or open one: {FORMS}."));
        ui.add_space(12.0);
        let button = primary(ui, "Open word vectors…");
        ui.add(button).on_click(actions, || act(SpaceAction::AskForFile(SpacePlace::First)));
        let hint = "40,000 English words of GloVe in 50 dimensions (PDDL)";
        ui.button("Use the built-in English vectors")
            .on_hover_text(hint)
            .on_click(actions, || act(SpaceAction::Open(SpacePlace::First, VectorFiles::english().file)));
        ui.add_space(8.0);
        path(ui, SpacePlace::First, actions);
        // The row in the middle is as wide as its controls.
        ui.allocate_ui(vec2(ROW, ui.spacing().interact_size.y), |ui| {
            ui.horizontal(|ui| actions.extend(words_read(ui, workspace).map(act)));
        });
        ui.allocate_ui(vec2(ROW, ui.spacing().interact_size.y), |ui| progress(ui, workspace, actions));
        if let Some(problem) = &workspace.word_space.problem {
            ui.add_space(8.0);
            ui.colored_label(ui.visuals().error_fg_color, problem);
        }
    });
}

/// Draws the list of numbers of words to read from a file. Returns a newly chosen number.
pub(super) fn words_read(ui: &mut Ui, workspace: &Workspace) -> Option<SpaceAction> {
    let mut read = vec![(None, "all".to_owned())];
    read.extend(READ.map(|count| (Some(count), format!("the first {}", grouped(count)))));
    choose(ui, "Words read", 90.0, &workspace.word_space.first, &read).map(SpaceAction::First)
}

/// Draws the text field for the path of a file of word vectors.
pub(super) fn path(ui: &mut Ui, place: SpacePlace, actions: &mut Vec<Action>) {
    let name = match place {
        SpacePlace::First => "path of word vectors",
        SpacePlace::Second => "path of the second file",
    };
    let id = ui.scope_id().with(name);
    let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_default();
    let field = ui.add(TextEdit::singleline(&mut text).hint_text("or type a path and press Enter").desired_width(260.0));
    named(&field, Role::TextInput, name);
    let entered = field.lost_focus() && !escaped(&field) && !text.trim().is_empty();
    if entered && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
        actions.push(act(SpaceAction::Open(place, text.trim().into())));
        text.clear();
    }
    ui.data_mut(|data| data.insert_temp(id, text));
}

/// Draws the progress of the files that are being read, with a button that stops it.
pub(super) fn progress(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    for (place, name) in [(SpacePlace::First, "reading"), (SpacePlace::Second, "reading the second file")] {
        let Some(reading) = workspace.word_space.reading(place) else { continue };
        let cancel = &reading.cancel;
        let share = cancel.done.load(Ordering::Relaxed) as f32 / cancel.total.load(Ordering::Relaxed).max(1) as f32;
        let row = chip(ui);
        row.show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.add(ProgressBar::new(share.min(1.0)).desired_width(160.0).text(name));
                let button = ui.small_button("Stop");
                named(&button, Role::Button, &format!("Stop {name}"));
                button.on_click(actions, || act(SpaceAction::Cancel(place)));
            });
        });
        ui.ctx().request_repaint_after(std::time::Duration::from_millis(100));
    }
}
