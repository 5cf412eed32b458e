//! Panels and views: read the workspace, return actions.
//!
//! [`Views::show`] draws one frame. Views keep only what has no meaning outside the picture (where one has scrolled,
//! textures, laid-out texts); everything else lives in [`crate::state::Workspace`], which no view changes.

pub mod field;
pub mod palette;

mod centre;
mod compare;
mod concordance;
mod data;
mod documents;
mod evaluation;
mod field_tab;
mod glyphs;
mod gram;
mod inspector;
mod keys;
mod model;
mod preview;
mod run;
mod saving;
mod status;
mod task;
mod text_options;
mod timeline;
mod vectors;
mod widgets;

use eframe::egui::{
    Align2, CentralPanel, Color32, Context, FontId, Frame, Id, LayerId, Order, Panel, ScrollArea, StrokeKind, Theme, Ui,
};

pub use status::Meter;

use crate::state::{Action, Workspace};

/// The window's colours: egui's, with errors and small print that can be read from the last row of a lecture hall.
pub fn dress(ctx: &Context) {
    for (theme, error, warning) in [
        (Theme::Light, Color32::from_rgb(176, 24, 24), Color32::from_rgb(150, 75, 0)),
        (Theme::Dark, Color32::from_rgb(255, 128, 110), Color32::from_rgb(255, 180, 80)),
    ] {
        ctx.style_mut_of(theme, |style| {
            style.visuals.error_fg_color = error;
            style.visuals.warn_fg_color = warning;
            style.visuals.weak_text_alpha = 0.8;
        });
    }
}

/// All views and what they remember between frames.
#[derive(Default)]
pub struct Views {
    centre: centre::Centre,
}

impl Views {
    /// Draws one frame and returns what the person did in it.
    pub fn show(&mut self, ui: &mut Ui, workspace: &Workspace, meter: &Meter) -> Vec<Action> {
        let mut actions = Vec::new();
        if keys::read(ui.ctx(), workspace, &mut actions) {
            self.centre.follow();
        }
        Panel::bottom("status").show(ui, |ui| status::show(ui, workspace, meter, &mut actions));
        Panel::bottom("run").default_size(210.0).min_size(140.0).resizable(true).show(ui, |ui| {
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
        let frame = Frame::central_panel(ui.style()).inner_margin(0);
        CentralPanel::default().frame(frame).show(ui, |ui| self.centre.show(ui, workspace, &mut actions));
        preview::show(ui.ctx(), workspace, &mut actions);
        saving::show(ui.ctx(), workspace, &mut actions);
        drop_here(ui.ctx());
        actions
    }
}

/// While a file is held over the window, says what letting go will do.
fn drop_here(ctx: &Context) {
    if ctx.input(|input| input.raw.hovered_files.is_empty()) {
        return;
    }
    let (area, visuals) = (ctx.content_rect(), ctx.global_style().visuals.clone());
    let painter = ctx.layer_painter(LayerId::new(Order::Foreground, Id::unique("drop")));
    painter.rect_filled(area, 0.0, visuals.extreme_bg_color.gamma_multiply(0.8));
    painter.rect_stroke(area.shrink(12.0), 8.0, visuals.selection.stroke, StrokeKind::Inside);
    let font = FontId::proportional(26.0);
    painter.text(area.center(), Align2::CENTER_CENTER, "Drop to open it", font, visuals.strong_text_color());
}
