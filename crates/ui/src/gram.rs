//! Tab "Gram matrix": the kernel between documents as an image, the documents of a cell, and the kernel between their words.
//!
//! Cost: a texture per matrix, one look-up a pixel; one image a frame.

mod cell;
mod controls;
mod level2;
mod words;

use std::sync::Arc;

use egui::{
    Color32, ColorImage, Key, Modifiers, PointerButton, PopupAnchor, Pos2, Rect, Response, Role, Sense, Stroke, StrokeKind,
    TextStyle, TextureFilter, TextureHandle, TextureOptions, Tooltip, Ui, WidgetInfo, pos2, vec2,
};

use super::{
    field::{class_color_of, label_color},
    focus::keep_arrows,
    pacing::RefreshThrottle,
    palette::single_color,
    task::Texts,
    widgets::note,
};
use wordfield_state::{Action, Basis, GramAction, GramFound, GramKey, Layer, Same, StudyAction, UNLABELLED, Workspace};

/// Width of the class bars along the edges of the Gram matrix, in points.
const EDGE: f32 = 10.0;
/// Width of the Gram matrix's colour bar with its numbers, in points.
const BAR: f32 = 74.0;
/// Gap between the Gram matrix and the words of the open cell, in points.
const GAP: f32 = 24.0;

/// Tab "Gram matrix" with its texture.
#[derive(Default)]
pub(crate) struct GramTab {
    drawn: Option<(Same<GramFound>, [bool; 2])>,
    texture: Option<TextureHandle>,
    pacing: RefreshThrottle<GramKey>,
    texts: Texts,
}

fn act(action: GramAction) -> Action {
    Action::Study(StudyAction::Gram(action))
}

impl GramTab {
    /// Draws the tab "Gram matrix".
    pub(crate) fn show(&mut self, ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
        let (Some(basis), Some(key)) = (&workspace.corpus.basis, workspace.gram_key()) else {
            ui.centered_and_justified(|ui| ui.label("The Gram matrix appears with the first iteration."));
            return;
        };
        let study = &workspace.gram.study;
        let same = |other: &GramKey| other.is_over_same(&key) && other.look == key.look;
        let seconds = study.found().map(|found| found.seconds);
        if self.pacing.is_due((ui, workspace.is_running()), (study, &key), same, seconds) {
            actions.push(act(GramAction::Make));
        }
        controls::show(ui, workspace, actions);
        if let Some(problem) = study.problem() {
            ui.label(problem);
        }
        let Some(found) = study.found().filter(|found| found.key.is_over_same(&key)) else { return };
        self.update_texture(ui, workspace, found);
        controls::summary(ui, workspace, found, actions);
        cell::show(ui, workspace, &mut self.texts, actions);
        self.matrix(ui, workspace, basis, found, actions);
    }

    /// Updates the texture if the Gram matrix, the theme or the scale has changed.
    fn update_texture(&mut self, ui: &Ui, workspace: &Workspace, found: &Arc<GramFound>) {
        let rescaled = workspace.choices.layers.shows(Layer::Rescaled);
        let of = (Same::of(found), [ui.visuals().dark_mode, rescaled]);
        if self.drawn.as_ref() == Some(&of) {
            return;
        }
        let colors: Vec<Color32> = (0..=255_u8).map(|level| single_color(f32::from(level) / 255.0, of.1[0])).collect();
        let scale = found.scale(rescaled);
        let pixels = found.picture.iter().map(|&value| colors[(255.0 * scale.share(value)) as usize]).collect();
        let (down, across) = found.picture.dim();
        let image = ColorImage::new([across, down], pixels);
        let options = TextureOptions {
            magnification: TextureFilter::Nearest,
            minification: TextureFilter::Linear,
            ..TextureOptions::default()
        };
        match &mut self.texture {
            Some(texture) => texture.set(image, options),
            None => self.texture = Some(ui.ctx().load_texture("Gram matrix", image, options)),
        }
        self.drawn = Some(of);
    }

    /// Draws the Gram matrix for print, with the class names at its edge.
    pub(crate) fn print(&mut self, ui: &mut Ui, workspace: &Workspace) {
        let (Some(basis), Some(found)) = (&workspace.corpus.basis, workspace.gram.study.found()) else { return };
        self.update_texture(ui, workspace, found);
        let (whole, font) = (ui.available_rect_before_wrap(), TextStyle::Body.resolve(ui.style()));
        let ink = ui.visuals().text_color();
        let names: Vec<_> =
            basis.class_names.iter().map(|name| ui.painter().layout_no_wrap(name.clone(), font.clone(), ink)).collect();
        let widest = names.iter().map(|name| name.size().x).fold(0.0, f32::max);
        let beside = BAR.max(widest + 1.5 * font.size + 12.0);
        let side = (whole.width() - EDGE - beside).min(whole.height() - EDGE - 1.0);
        let left = 0.5 * (whole.width() - EDGE - beside - side);
        let rect = Rect::from_min_size(whole.min + vec2(left + EDGE, EDGE), vec2(side, side));
        self.image(ui, workspace, basis, found, &Cells { rect, n: found.documents.len() }, None);
        let top = rect.min.y + bar_height(side) + 4.0 * font.size;
        let row = (1.4 * font.size).min((rect.max.y - top) / names.len().max(1) as f32);
        for (class, name) in names.into_iter().enumerate() {
            let at = pos2(rect.max.x + 10.0, top + class as f32 * row);
            let square = Rect::from_min_size(at + vec2(0.0, 0.2 * font.size), vec2(0.8, 0.8) * font.size);
            ui.painter().rect_filled(square, 0.0, class_color_of(basis, class, ui.visuals().dark_mode));
            ui.painter().galley(at + vec2(1.3 * font.size, 0.6 * font.size - 0.5 * name.size().y), name, ink);
        }
    }

    /// Draws the Gram matrix with the classes along its edges and the colour bar.
    fn image(
        &self,
        ui: &mut Ui,
        workspace: &Workspace,
        basis: &Basis,
        found: &GramFound,
        places: &Cells,
        actions: Option<&mut Vec<Action>>,
    ) {
        let rect = places.rect;
        if let Some(texture) = &self.texture {
            // The last pixel of the image may cover fewer documents than the others.
            let drawn = found.documents.len() as f32 / (found.step * found.picture.nrows()) as f32;
            ui.painter().image(texture.id(), rect, Rect::from_min_max(Pos2::ZERO, pos2(drawn, drawn)), Color32::WHITE);
        }
        ui.painter().rect_stroke(rect, 0.0, ui.visuals().widgets.noninteractive.bg_stroke, StrokeKind::Outside);
        edges(ui, basis, found, places);
        let bar = Rect::from_min_size(pos2(rect.max.x + 10.0, rect.min.y), vec2(12.0, bar_height(rect.height())));
        controls::colours(ui, bar, &found.scale(workspace.choices.layers.shows(Layer::Rescaled)), actions);
    }

    /// Draws the image of the Gram matrix, with the hovered and the open cell.
    fn matrix(&self, ui: &mut Ui, workspace: &Workspace, basis: &Basis, found: &GramFound, actions: &mut Vec<Action>) {
        let whole = ui.available_rect_before_wrap();
        let side = (whole.width() - EDGE - BAR).min(whole.height() - EDGE).floor();
        if side < 40.0 {
            note(ui, "The pane is too small for the matrix.");
            return;
        }
        let rect = Rect::from_min_size(whole.min + vec2(EDGE, EDGE), vec2(side, side));
        let response = ui.interact(rect, ui.scope_id().with("cells"), Sense::click());
        let places = Cells { rect, n: found.documents.len() };
        self.image(ui, workspace, basis, found, &places, Some(actions));
        let open_cell = workspace.gram.cell.and_then(|[a, b]| Some([found.place(a)?, found.place(b)?]));
        if let Some(cell) = open_cell {
            mark(ui, &places, cell, 2.0);
        }
        if let Some(cell) = keys(ui, &response, open_cell, places.n) {
            actions.push(act(match cell {
                Step::To(cell) => GramAction::Cell(cell.map(|place| found.documents[place])),
                Step::Open(cell) => GramAction::Open(cell.map(|place| found.documents[place])),
            }));
        }
        let described = open_cell.map_or_else(String::new, |cell| format!("; {}", cell_text(workspace, found, cell)));
        let text = format!("Gram matrix of {} documents; arrows move the cell, Enter opens it{described}", places.n);
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, text.as_str()));
        if response.has_focus() {
            ui.painter().rect_stroke(rect, 0.0, ui.visuals().selection.stroke, StrokeKind::Outside);
        }
        let beside = Rect::from_min_max(pos2(rect.max.x + BAR + GAP, whole.min.y), whole.max);
        if let Some([first, second]) = workspace.gram.cell
            && let Some(matrix) = workspace.word_matrix()
        {
            let label = |document: usize| workspace.corpus.dataset.as_ref().and_then(|dataset| dataset.label(document));
            let colors = [first, second].map(|document| label_color(ui, basis, label(document)));
            words::show(ui, beside, matrix, basis, colors, !workspace.lesson.hides_numbers());
        } else {
            level2::show(ui, beside, found, basis);
        }
        let Some(cell) = response.hover_pos().and_then(|at| places.at(at)) else { return };
        mark(ui, &places, cell, 1.0);
        Tooltip::always_open(ui.ctx().clone(), response.layer_id, response.id, PopupAnchor::Pointer).gap(14.0).show(|ui| {
            ui.label(cell_text(workspace, found, cell));
        });
        // Enter on a focused image also counts as a click, but belongs to the cell selected by the keys.
        if response.clicked_by(PointerButton::Primary) {
            response.request_focus();
            actions.push(act(GramAction::Open(cell.map(|place| found.documents[place]))));
        }
        ui.advance_cursor_after_rect(whole);
    }
}

/// Reason why there is no Gram matrix; `None` if there is one.
pub(crate) fn obstacle(workspace: &Workspace) -> Option<String> {
    workspace.gram.study.obstacle("matrix", "Gram matrix")
}

/// Height of the colour bar of a Gram matrix, in points.
fn bar_height(side: f32) -> f32 {
    side.min(180.0)
}

/// Geometry of the Gram matrix's cells on the screen.
struct Cells {
    rect: Rect,
    n: usize,
}

impl Cells {
    /// Row and column of the cell at a screen position.
    fn at(&self, at: Pos2) -> Option<[usize; 2]> {
        let place = |offset: f32, length: f32| (offset / length * self.n as f32) as usize;
        let cell = [place(at.y - self.rect.min.y, self.rect.height()), place(at.x - self.rect.min.x, self.rect.width())];
        (self.rect.contains(at) && cell.iter().all(|&place| place < self.n)).then_some(cell)
    }

    /// Distance of a row or column from the first one, in points.
    fn offset(&self, place: usize) -> f32 {
        self.rect.width() * place as f32 / self.n as f32
    }
}

/// Draws the outline of a cell, with lines along its row and column.
fn mark(ui: &Ui, cells: &Cells, [row, column]: [usize; 2], width: f32) {
    let ink = ui.visuals().strong_text_color();
    let (rect, painter) = (cells.rect, ui.painter());
    let side = cells.offset(1).max(3.0);
    let from = rect.min + vec2(cells.offset(column), cells.offset(row));
    let faint = Stroke::new(1.0, ink.gamma_multiply(0.35));
    let middle = from + vec2(0.5, 0.5) * cells.offset(1);
    painter.hline(rect.x_range(), middle.y, faint);
    painter.vline(middle.x, rect.y_range(), faint);
    painter.rect_stroke(
        Rect::from_center_size(middle, vec2(side + 2.0, side + 2.0)),
        0.0,
        Stroke::new(width, ink),
        StrokeKind::Outside,
    );
}

/// Draws the classes of rows and columns along the edges of the Gram matrix.
fn edges(ui: &Ui, basis: &Basis, found: &GramFound, cells: &Cells) {
    let rect = cells.rect;
    for (run, class) in &found.runs {
        let color = label_color(ui, basis, *class);
        let (from, to) = (cells.offset(run.start), cells.offset(run.end));
        let top = Rect::from_min_max(pos2(rect.min.x + from, rect.min.y - EDGE), pos2(rect.min.x + to, rect.min.y - 3.0));
        let left = Rect::from_min_max(pos2(rect.min.x - EDGE, rect.min.y + from), pos2(rect.min.x - 3.0, rect.min.y + to));
        ui.painter().rect_filled(top, 0.0, color);
        ui.painter().rect_filled(left, 0.0, color);
    }
}

/// Text with the titles and classes of both documents of a cell, and the kernel value.
fn cell_text(workspace: &Workspace, found: &GramFound, [row, column]: [usize; 2]) -> String {
    let Some(dataset) = &workspace.corpus.dataset else { return String::new() };
    let corpus = &dataset.corpus;
    let one = |place: usize| {
        let document = found.documents[place];
        let class = dataset.label(document).map_or(UNLABELLED, |class| corpus.classes[class].as_str());
        format!("{} ({class})", corpus.display_title(document))
    };
    format!("{}\n{}\nkernel {:.5}", one(row), one(column), found.k[[row, column]])
}

enum Step {
    To([usize; 2]),
    Open([usize; 2]),
}

/// Cell to which the keyboard navigates, while the Gram matrix has the focus.
fn keys(ui: &Ui, response: &Response, from: Option<[usize; 2]>, n: usize) -> Option<Step> {
    if !response.has_focus() {
        return None;
    }
    keep_arrows(response);
    let steps = [(Key::ArrowUp, 0, -1), (Key::ArrowDown, 0, 1), (Key::ArrowLeft, 1, -1), (Key::ArrowRight, 1, 1)];
    ui.input_mut(|input| {
        for (key, axis, by) in steps {
            for (modifiers, far) in [(Modifiers::SHIFT, 10), (Modifiers::NONE, 1)] {
                let presses = input.count_and_consume_key(modifiers, key);
                if presses > 0 {
                    let mut cell = from.unwrap_or([0, 0]);
                    cell[axis] = cell[axis].saturating_add_signed(by * far * presses.cast_signed()).min(n - 1);
                    return Some(Step::To(cell));
                }
            }
        }
        from.filter(|_| input.consume_key(Modifiers::NONE, Key::Enter)).map(Step::Open)
    })
}
