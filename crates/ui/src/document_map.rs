//! Tab "Document map": the documents on the two leading principal axes of their kernel, with one-word documents among them.
//!
//! The map follows a running model with pauses.
//! Cost of a frame: a number for every document, a mark for every drawn one, and some labels.

mod canvas;

use egui::Ui;

use self::canvas::Canvas;
use crate::{
    data_table,
    pacing::RefreshThrottle,
    widgets::{computing, halves, note, part_choice, switch},
};
use wordfield_output::figure::LegendPlace;
use wordfield_state::{Action, DocumentMapAction, DocumentMapKey, DocumentMapLook, StudyAction, Workspace};

/// Name of the document map in the accessibility tree.
const NAME: &str = "Document map";
/// Height of the tables below the document map, in points.
const TABLES: f32 = 200.0;

/// Tab "Document map" with its picture.
#[derive(Default)]
pub(crate) struct DocumentMapTab {
    canvas: Canvas,
    pacing: RefreshThrottle<DocumentMapKey>,
}

fn act(action: DocumentMapAction) -> Action {
    Action::Study(StudyAction::DocumentMap(action))
}

/// Reason why there is no document map; `None` if there is one.
pub(crate) fn obstacle(workspace: &Workspace) -> Option<String> {
    workspace.document_map.study.obstacle("map", NAME)
}

impl DocumentMapTab {
    /// Draws the tab "Document map".
    pub(crate) fn show(&mut self, ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
        let Some(key) = workspace.document_map_key() else {
            ui.centered_and_justified(|ui| ui.label("The map of documents appears with the first iteration."));
            return;
        };
        let study = &workspace.document_map.study;
        let same = |other: &DocumentMapKey| other.is_over_same(&key);
        let seconds = study.found().map(|found| found.seconds);
        if self.pacing.is_due((ui, workspace.is_running()), (study, &key), same, seconds) {
            actions.push(act(DocumentMapAction::Make));
        }
        let presents = workspace.layout.arrangement.presenting;
        if !presents {
            controls(ui, workspace, actions);
        }
        if let Some(problem) = study.problem() {
            ui.label(problem);
        }
        let Some(found) = study.found().filter(|found| found.key.is_over_same(&key)) else { return };
        if !presents {
            ui.collapsing(format!("{NAME} as a table"), |ui| {
                note(
                    ui,
                    "Words stand at the coordinates of one-word documents; sorted by x or y, the ends of an axis come first.",
                );
                halves(ui, |ui, place| {
                    data_table::show(ui, workspace, ["document-map", "document-map-words"][place], TABLES, actions);
                });
            });
        }
        self.canvas.show(ui, workspace, (found, LegendPlace::Inside), actions);
    }

    /// Draws the document map for print.
    pub(crate) fn print(&mut self, ui: &mut Ui, workspace: &Workspace, legend: LegendPlace) {
        if let Some(found) = workspace.document_map.study.found() {
            self.canvas.show(ui, workspace, (found, legend), &mut Vec::new());
        }
    }
}

/// Draws the map's controls (part of the corpus, words) and its progress.
fn controls(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let look = workspace.document_map.look;
    ui.horizontal_wrapped(|ui| {
        let mut part = look.part;
        if part_choice(ui, &mut part) {
            actions.push(act(DocumentMapAction::Look(DocumentMapLook { part, ..look })));
        }
        let words = switch(ui, look.words, "words", "draws the most characteristic words as documents of one word");
        actions.extend(words.map(|words| act(DocumentMapAction::Look(DocumentMapLook { words, ..look }))));
        if computing(ui, &workspace.document_map.study, workspace.is_running()) {
            actions.push(act(DocumentMapAction::Stop));
        }
    });
}
