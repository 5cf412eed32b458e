//! Panels and views of the window: they read the workspace and return actions.
//!
//! [`Views::show`] draws one frame. Views store only drawing state (scroll offsets, textures, laid-out texts).
//! All other state is in [`wordfield_state::Workspace`], which no view changes.
//!
//! | part of the window | files |
//! |---|---|
//! | around the centre | `commands` (menus, keys, palette: one table), `panels`, `rail`, `data`, `model`, `classes`, `learn`, `run`, `timeline`, `inspector`, `status` |
//! | tabs of the centre | `centre`, `field_tab` with [`field`], `documents` (and the evaluation), `gram`, `document_map`, `compare`, `concordance`, `study` |
//! | task-specific content of these tabs | `task` |
//! | figures for print | [`figure`] |
//! | dialogs | `export`, `preview`, `align_dialog`, `session_dialogs`, `typed_document`, `selection` |
//! | shared by the views | `style` (sizes, colours, icons), `colour_bar`, `axis_marks`, `camera` (pan, zoom and turn of a picture), `pacing` (pauses of views that follow a run), `widgets`, `term` (a term with its card), `palette`, `glyphs`, `data_table` (every list: sorted, filtered, opened and exported), `plot_table` (switch between a plot and its table), `focus`, `keys` |
//!
//! Cost of a frame: the word field (see [`field`]) and the visible rows of lists.
//! Passes over words or documents run in [`wordfield_state`], when their inputs change.

pub mod field;
pub mod figure;
pub mod palette;

mod align_dialog;
mod axis_marks;
mod camera;
mod centre;
mod classes;
mod colour_bar;
mod commands;
mod compare;
mod concordance;
mod data;
mod data_table;
mod document_map;
mod documents;
mod export;
mod field_tab;
mod focus;
mod glyphs;
mod gram;
mod icons;
mod inspector;
mod intervention;
mod keys;
mod learn;
mod level2_curve;
mod model;
mod pacing;
mod panels;
mod path_edit;
mod plot_table;
mod preview;
mod preview_files;
mod profile;
mod rail;
mod recent;
mod relief;
mod run;
mod sandbox;
mod selection;
mod session_dialogs;
mod status;
mod study;
mod style;
mod task;
mod term;
mod text_options;
mod timeline;
mod typed_document;
mod vectors;
mod viewpoint;
mod widgets;
mod word_space;

use egui::{Align2, CentralPanel, Context, FontId, Frame, Id, LayerId, Order, Panel, StrokeKind, Ui};

pub use status::Meter;
pub use style::apply_style;

use self::commands::{
    CommandEffect, ViewCommand,
    command_palette::{CommandPalette, PaletteOutcome},
};
use wordfield_state::{Action, FigureStep, LessonAction, Open, Undo, Workspace};

/// Overlay over the window, which receives all keys while it is open.
#[derive(Default)]
enum Overlay {
    #[default]
    None,
    CommandPalette(CommandPalette),
    KeyList,
    /// Glossary, with the text of its filter.
    Glossary(String),
    Sources,
}

/// All views of the window, with their drawing state.
#[derive(Default)]
pub struct Views {
    centre: centre::Centre,
    overlay: Overlay,
    figure: figure::dialog::Preview,
    keys: keys::Keys,
}

impl Views {
    /// Mapping between latent space and screen in the last frame that drew the word field.
    pub fn screen_mapping(&self) -> &field::ScreenMapping {
        &self.centre.tabs.field.word_field.mapping
    }

    /// Begins the key presses of a frame, before [`Self::press`].
    pub fn begin_keys(&mut self, ctx: &Context) {
        self.keys.begin(ctx, !matches!(self.overlay, Overlay::None));
    }

    /// Takes the next key press of the frame that runs a command, and returns its actions; `None` after the last key press.
    /// The caller applies the actions before taking the next key press, and before any other change in the frame.
    /// Every key press thus acts on the result of the one before.
    pub fn press(&mut self, ctx: &Context, workspace: &Workspace) -> Option<Vec<Action>> {
        if !matches!(self.overlay, Overlay::None) {
            return None;
        }
        let command = self.keys.next(ctx, workspace)?;
        let mut actions = self.run(ctx, workspace, command.effects(workspace));
        self.name_visible_part(&mut actions);
        Some(actions)
    }

    /// Draws one frame and returns the user's actions, except those of [`Self::press`].
    pub fn show(&mut self, ui: &mut Ui, workspace: &Workspace, meter: &Meter) -> Vec<Action> {
        let mut effects = self.overlay_effects(ui.ctx(), workspace);
        let presenting = workspace.layout.arrangement.presenting;
        if !presenting {
            effects.extend(
                Panel::top("menu")
                    .show(ui, |ui| {
                        focus::part(ui, "menu");
                        commands::menu::show(ui, workspace)
                    })
                    .inner,
            );
        }
        let mut actions = self.run(ui.ctx(), workspace, effects);
        if !presenting {
            Panel::bottom("status").show(ui, |ui| {
                focus::part(ui, "status");
                status::show(ui, workspace, meter, &mut actions);
            });
        }
        panels::around(ui, workspace, &mut actions);
        let frame = Frame::central_panel(ui.style()).inner_margin(0);
        let centre = CentralPanel::default().frame(frame).show(ui, |ui| {
            focus::part(ui, "panel centre");
            self.centre.show(ui, workspace, &mut actions);
        });
        panels::over(ui.ctx(), workspace, centre.response.rect, &mut actions);
        status::notice(ui.ctx(), workspace, centre.response.rect, self.centre.legend(), &mut actions);
        if workspace.corpus.types_path {
            actions.extend(data::type_path(ui.ctx(), workspace));
            actions.push(Action::Open(Open::PathFocused));
        }
        if workspace.align.dialog.is_none() {
            preview::show(ui.ctx(), workspace, &mut actions);
        }
        align_dialog::show(ui.ctx(), workspace, &mut actions);
        session_dialogs::save(ui.ctx(), workspace, &mut actions);
        vectors::dialog(ui.ctx(), workspace, &mut actions);
        export::show(ui.ctx(), workspace, &mut actions);
        self.figure.show(ui.ctx(), workspace, &mut actions);
        session_dialogs::close(ui.ctx(), workspace, &mut actions);
        session_dialogs::consent(ui.ctx(), workspace, &mut actions);
        typed_document::show(ui.ctx(), workspace, &mut actions);
        selection::windows(ui.ctx(), workspace, &mut actions);
        timeline::tick(ui.ctx(), workspace, &mut actions);
        intervention::let_go(ui.ctx(), workspace, &mut actions);
        focus::ring(ui.ctx());
        drop_message(ui.ctx());
        self.name_visible_part(&mut actions);
        self.keys.end(ui.ctx());
        let held = ui.input(|input| input.pointer.any_down());
        if workspace.lesson.open.is_some() && workspace.lesson.held != held {
            actions.push(Action::Lesson(LessonAction::Held(held)));
        }
        if workspace.undo.open && ui.input(|input| input.pointer.any_released()) {
            actions.push(Action::Undo(Undo::EndGesture));
        }
        actions
    }

    /// Draws the open palette or list over the window. Returns the effects of the command that the user chose.
    fn overlay_effects(&mut self, ctx: &Context, workspace: &Workspace) -> Vec<CommandEffect> {
        let (open, effects) = match &mut self.overlay {
            Overlay::None => return Vec::new(),
            Overlay::CommandPalette(palette) => match palette.show(ctx, workspace) {
                PaletteOutcome::Closed(effects) => (false, effects),
                PaletteOutcome::Open => return Vec::new(),
            },
            Overlay::KeyList => (commands::key_list::show(ctx, workspace), Vec::new()),
            Overlay::Glossary(filter) => (commands::glossary::show(ctx, workspace, filter), Vec::new()),
            Overlay::Sources => (commands::sources::show(ctx), Vec::new()),
        };
        if !open {
            self.overlay = Overlay::None;
        }
        effects
    }

    /// Applies effects to the views, and returns the effects that are actions.
    fn run(&mut self, ctx: &Context, workspace: &Workspace, effects: Vec<CommandEffect>) -> Vec<Action> {
        let run = |effect| match effect {
            CommandEffect::Do(action) => Some(action),
            CommandEffect::View(ViewCommand::NextPart) => {
                focus::next_part(ctx);
                None
            }
            CommandEffect::View(ViewCommand::EditPath) => data::type_path(ctx, workspace),
            CommandEffect::View(command) => self.run_view_command(command, workspace),
        };
        effects.into_iter().filter_map(run).collect()
    }

    /// Adds the visible part of the word field to actions that open the figure dialog.
    fn name_visible_part(&self, actions: &mut [Action]) {
        for action in actions {
            if let Action::Figure(FigureStep::Ask(_, part)) = action {
                *part = self.centre.tabs.field.word_field.visible_part();
            }
        }
    }

    fn run_view_command(&mut self, command: ViewCommand, workspace: &Workspace) -> Option<Action> {
        match command {
            ViewCommand::WordTowards(direction) => return self.centre.word_towards(workspace, direction),
            ViewCommand::Fit => self.centre.tabs.field.word_field.reset_view(),
            ViewCommand::FitSelection => self.centre.tabs.field.fit_selection(workspace),
            ViewCommand::Layout(layout) => self.centre.lay_out(layout),
            ViewCommand::CommandPalette => self.overlay = Overlay::CommandPalette(CommandPalette::default()),
            ViewCommand::KeyList => self.overlay = Overlay::KeyList,
            ViewCommand::Glossary => self.overlay = Overlay::Glossary(String::new()),
            ViewCommand::Sources => self.overlay = Overlay::Sources,
            ViewCommand::NextPart | ViewCommand::EditPath => {}
        }
        None
    }
}

/// Draws a message over the window while a file is dragged over it.
fn drop_message(ctx: &Context) {
    if ctx.input(|input| input.raw.hovered_files.is_empty()) {
        return;
    }
    let (area, visuals) = (ctx.content_rect(), ctx.global_style().visuals.clone());
    let painter = ctx.layer_painter(LayerId::new(Order::Foreground, Id::unique("drop")));
    painter.rect_filled(area, 0.0, visuals.extreme_bg_color.gamma_multiply(0.8));
    painter.rect_stroke(area.shrink(12.0), 8.0, visuals.selection.stroke, StrokeKind::Inside);
    let font = FontId::proportional(26.0);
    painter.text(area.center(), Align2::CENTER_CENTER, "Drop to open", font, visuals.strong_text_color());
}
