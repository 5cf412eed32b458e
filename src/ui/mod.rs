//! Panels and views: read the workspace, return actions.
//!
//! [`Views::show`] draws one frame. Views keep only what has no meaning outside the picture (where one has scrolled,
//! textures, laid-out texts); everything else lives in [`crate::state::Workspace`], which no view changes.

pub mod field;
pub mod palette;

mod confusion;
mod data;
mod document;
mod documents;
mod field_tab;
mod inspector;
mod keys;
mod model;
mod preview;
mod run;
mod status;
mod widgets;

use eframe::egui::{self, CentralPanel, Panel, ScrollArea, Ui};

pub use status::Meter;

use crate::state::{Action, Tab, Workspace};

/// All views and what they remember between frames.
#[derive(Default)]
pub struct Views {
    field: field_tab::FieldTab,
    document: document::DocumentView,
}

impl Views {
    /// Draws one frame and returns what the person did in it.
    pub fn show(&mut self, ui: &mut Ui, workspace: &Workspace, meter: &Meter) -> Vec<Action> {
        let mut actions = Vec::new();
        if keys::read(ui.ctx(), workspace, &mut actions) {
            self.field.follow();
        }
        Panel::bottom("status").show(ui, |ui| status::show(ui, workspace, meter, &mut actions));
        Panel::bottom("run").default_size(180.0).min_size(110.0).resizable(true).show(ui, |ui| {
            run::show(ui, workspace, &mut actions);
        });
        Panel::left("data and model").default_size(270.0).min_size(220.0).resizable(true).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                data::show(ui, workspace, &mut actions);
                ui.add_space(8.0);
                model::show(ui, workspace, &mut actions);
            });
        });
        Panel::right("inspector").default_size(290.0).min_size(220.0).resizable(true).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| inspector::show(ui, workspace, &mut actions));
        });
        CentralPanel::default().show(ui, |ui| {
            tabs(ui, workspace, &mut actions);
            match workspace.tab {
                Tab::Field => self.field.show(ui, workspace, &mut actions),
                Tab::Documents => documents::show(ui, workspace, &mut self.document, &mut actions),
                Tab::Confusion => confusion::show(ui, workspace, &mut actions),
            }
        });
        preview::show(ui.ctx(), workspace, &mut actions);
        actions
    }
}

fn tabs(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        for (tab, name) in [(Tab::Field, "Word field"), (Tab::Documents, "Documents"), (Tab::Confusion, "Confusion")] {
            let text = egui::RichText::new(name).size(15.0);
            if ui.selectable_label(workspace.tab == tab, text).clicked() {
                actions.push(Action::ShowTab(tab));
            }
        }
    });
    ui.separator();
}
