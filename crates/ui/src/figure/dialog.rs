//! Dialog that exports a figure: view, size, font, legend, caption, format, path and preview.

use std::{path::Path, sync::Arc};

use egui::{
    self, Align2, Color32, ColorImage, Context, DragValue, Rect, Sense, StrokeKind, TextEdit, TextureHandle, TextureId,
    TextureOptions, Ui, Vec2, vec2,
};

use super::{FigureView, VIEWS};
use crate::{
    style::primary,
    widgets::{self, ResponseExt, browse, choose, entered, escaped, labelled, note, tell_place},
};
use wordfield_core::corpus::TaskKind;
use wordfield_output::figure::{FileFormat, Image, LegendPlace};
use wordfield_state::{Action, FieldOf, FigureChoice, FigureDialog, FigureStep, Place, Tab, Workspace};

/// Size of the frame around the figure's preview, in points.
const FRAME: Vec2 = vec2(480.0, 360.0);
/// Options for the position of a figure's legend, with their names.
const PLACES: [(LegendPlace, &str); 4] = [
    (LegendPlace::Auto, "automatic"),
    (LegendPlace::Inside, "inside"),
    (LegendPlace::Beside, "beside"),
    (LegendPlace::None, "none"),
];
/// File formats of a figure, with their names.
const FORMATS: [(FileFormat, &str); 3] = [(FileFormat::Pdf, "PDF"), (FileFormat::Svg, "SVG"), (FileFormat::Png, "PNG")];

/// Preview of a figure, as a texture.
#[derive(Default)]
pub struct Preview {
    drawn: Option<(Arc<Image>, TextureHandle)>,
}

/// Key of the figure view that the front tab shows.
pub fn view_of(workspace: &Workspace) -> &'static str {
    let task = workspace.corpus.dataset.as_ref().map(|dataset| dataset.corpus.task.kind()).unwrap_or_default();
    match (workspace.layout.tab, task) {
        (Tab::Evaluation, TaskKind::Classes) => "confusion",
        (Tab::Evaluation, TaskKind::Ratings) => "predictions",
        (Tab::Evaluation, TaskKind::Pairs) => "precision",
        (Tab::Gram, _) => "gram",
        (Tab::DocumentMap, _) => "document-map",
        (Tab::Compare, _) => "histogram",
        (Tab::Sandbox, _) => "sandbox",
        (Tab::Vectors, _) => "vectors",
        _ if workspace.choices.layers.field_of == FieldOf::Sets => "witness",
        _ => "field",
    }
}

impl Preview {
    /// Draws the figure dialog while it is open.
    pub fn show(&mut self, ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
        let Some(dialog) = &workspace.session.figure else {
            self.drawn = None;
            return;
        };
        let mut steps = Vec::new();
        crate::keys::note_dialog(ctx);
        let window = egui::Window::new("Export figure").collapsible(false).resizable(false);
        window.anchor(Align2::CENTER_CENTER, Vec2::ZERO).show(ctx, |ui| {
            ui.horizontal_top(|ui| {
                ui.vertical(|ui| {
                    ui.set_width(300.0);
                    options(ui, dialog, &mut steps);
                });
                self.picture(ui, dialog);
            });
            ui.separator();
            place(ui, workspace, dialog, &mut steps);
        });
        actions.extend(steps.into_iter().map(Action::Figure));
    }

    /// Draws the preview of the figure on a grey background.
    fn picture(&mut self, ui: &mut Ui, dialog: &FigureDialog) {
        let (frame, response) = ui.allocate_exact_size(FRAME, Sense::hover());
        widgets::named(&response, egui::Role::Image, "preview of the figure");
        ui.painter().rect_filled(frame, 2.0, ui.visuals().faint_bg_color);
        match &dialog.preview {
            Some(Ok(image)) => {
                let texture = self.texture(ui.ctx(), image);
                let size = vec2(image.size[0] as f32, image.size[1] as f32);
                let fit = (frame.shrink(8.0).size() / size).min_elem();
                let rect = Rect::from_center_size(frame.center(), size * fit);
                let whole = Rect::from_min_max(egui::Pos2::ZERO, egui::pos2(1.0, 1.0));
                ui.painter().image(texture, rect, whole, Color32::WHITE);
                ui.painter().rect_stroke(rect, 0.0, ui.visuals().widgets.noninteractive.bg_stroke, StrokeKind::Outside);
            }
            Some(Err(problem)) => {
                ui.put(frame.shrink(30.0), egui::Label::new(problem).wrap());
            }
            None => {}
        }
        if dialog.drawing.is_some() {
            ui.put(Rect::from_center_size(frame.center(), Vec2::splat(24.0)), egui::Spinner::new());
        }
    }

    /// Texture of the figure's preview image.
    fn texture(&mut self, ctx: &Context, image: &Arc<Image>) -> TextureId {
        if let Some((drawn, texture)) = &self.drawn
            && Arc::ptr_eq(drawn, image)
        {
            return texture.id();
        }
        let pixels = image.pixels.iter().map(|[r, g, b, _]| Color32::from_rgb(*r, *g, *b)).collect();
        let texture = ctx.load_texture("figure", ColorImage::new(image.size, pixels), TextureOptions::LINEAR);
        let id = texture.id();
        self.drawn = Some((Arc::clone(image), texture));
        id
    }
}

fn chosen(steps: &mut Vec<FigureStep>, choice: FigureChoice) {
    steps.push(FigureStep::Choose(Box::new(choice)));
}

/// Draws the figure's options: view, size, font, resolution, legend, caption, format.
fn options(ui: &mut Ui, dialog: &FigureDialog, steps: &mut Vec<FigureStep>) {
    let choice = &dialog.choice;
    let views: Vec<(&str, &str)> = VIEWS.iter().map(|view| (view.key, view.title)).collect();
    ui.horizontal(|ui| {
        if let Some(view) = choose(ui, "View", 220.0, &choice.view, &views) {
            chosen(steps, FigureChoice { view, ..choice.clone() });
        }
    });
    let mut options = choice.options.clone();
    let number = |ui: &mut Ui, label: &str, value: &mut f32, range: std::ops::RangeInclusive<f32>, unit: &str| {
        labelled(ui, label, DragValue::new(value).range(range).max_decimals(1).suffix(unit));
    };
    ui.horizontal(|ui| {
        number(ui, "Width", &mut options.size_mm[0], 10.0..=2000.0, " mm");
        number(ui, "Height", &mut options.size_mm[1], 10.0..=2000.0, " mm");
    });
    ui.horizontal(|ui| {
        number(ui, "Font", &mut options.font_pt, 2.0..=72.0, " pt");
        if choice.format == FileFormat::Png {
            number(ui, "Resolution", &mut options.dpi, 30.0..=2400.0, " dpi");
        }
    });
    ui.horizontal(|ui| {
        if let Some(legend) = choose(ui, "Legend", 110.0, &options.legend, &PLACES) {
            options.legend = legend;
        }
    });
    ui.checkbox(&mut options.caption, "Caption").on_hover_text("names corpus, model, settings and scores below the figure");
    if dialog.seen.is_some() && ["field", "witness"].contains(&choice.view) {
        let mut same = options.part.is_some();
        if ui.checkbox(&mut same, "As in the window").on_hover_text("the visible part, from the same direction").changed() {
            options.part = dialog.seen.filter(|_| same);
        }
    }
    if options != choice.options {
        chosen(steps, FigureChoice { options, ..choice.clone() });
    }
    ui.horizontal(|ui| {
        if let Some(format) = choose(ui, "Format", 110.0, &choice.format, &FORMATS) {
            chosen(steps, choice.clone().in_format(format));
        }
    });
}

/// Draws the path field and the buttons of the figure dialog.
fn place(ui: &mut Ui, workspace: &Workspace, dialog: &FigureDialog, steps: &mut Vec<FigureStep>) {
    let choice = &dialog.choice;
    let mut path = choice.path.clone();
    let field = labelled(ui, "File", TextEdit::singleline(&mut path).desired_width(f32::INFINITY));
    let entered = entered(&field);
    if field.changed() {
        let format = FileFormat::of(Path::new(path.trim())).unwrap_or(choice.format);
        chosen(steps, FigureChoice { path: path.clone(), format, ..choice.clone() });
    }
    let [place, _] = workspace.places();
    tell_place(ui, place);
    widgets::error(ui, dialog.problem.as_ref());
    let drawable = FigureView::of(choice.view).is_some() && !matches!(dialog.preview, Some(Err(_)));
    let ready = drawable && !dialog.busy && !path.trim().is_empty() && place != Place::Folder;
    ui.horizontal(|ui| {
        if ui.add_enabled(ready, primary(ui, "Export")).clicked() || (ready && entered) {
            steps.push(FigureStep::Go);
        }
        browse(ui).on_click(steps, || FigureStep::Dialog);
        if ui.button("Close").clicked() || escaped(&field) {
            steps.push(FigureStep::Close);
        }
        if dialog.busy {
            ui.spinner();
            note(ui, "Writing.");
        }
    });
}
