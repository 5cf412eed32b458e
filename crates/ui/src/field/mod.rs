//! Word field: the scatter plot of latent word vectors, redrawn while the model trains.
//!
//! Back layers: decision field with its zero line, density contours of each class.
//! Front layers: a mark for every word, a mark for every document, current selection, labels, legend.
//! In three dimensions the field is a slice and each class is an ellipsoid.
//!
//! | folder | content |
//! |---|---|
//! | `placement` | coordinates of the words: projection, axes |
//! | `camera` | the visible part: zoom and pan in the plane, orbit in space, mapping to and from the screen |
//! | `layers` | layers of a frame: plane, space, overview, marks, paths, rings, colours |
//! | `background` | layers that take longer than a frame: density contours, decision field, beside the frames |
//! | `labels` | word labels, legend, colour bar, caption |
//! | `input` | pointer and keyboard: navigation, hovering, selecting, dragging a word |
//! | `print`, `shown` | the picture of a figure; the inputs of a frame |
//!
//! Cost of a frame with all words moving and all layers, on the window's thread:
//! 4 ms for 8,000 words, 9 to 11 ms for 70,000, tessellation included (`cargo bench --bench draw`).
//! Memory: a few numbers a word, one picture of the field.

mod background;
mod camera;
mod input;
mod labels;
mod layers;
mod placement;
mod print;
mod shown;

use egui::{Context, Pos2, Rect, Response, Role, Sense, TextStyle, Ui, UiBuilder, WidgetInfo, pos2};
use egui_plot::{AxisHints, PlotBounds};

use self::{
    background::Background,
    camera::{Camera, lens::Lens, view::robust_extent},
    input::{arrow_keys, pointer_input::PointerInput, word_drag},
    labels::legend::{self, Legend},
    layers::{overview::Overview, plane::PictureFrame, plot_item::ScreenShapes, word_style::WordStyle},
    placement::{Placement, PlacementChange, Words, projection::ProjectionSettings},
};
pub use self::{
    background::{
        contour_lines::{Line, Raster, level_lines},
        worker::run_beside,
    },
    camera::lens::ScreenMapping,
    input::arrow_keys::Direction,
    labels::{LabelFrame, Labels, caption::short, rank},
    layers::colours::{class_color_of, label_color},
    shown::Shown,
};
pub(crate) use self::{
    input::{
        encircle::{Gesture, Pointer},
        hover::{clicked_document, describe_document},
        nearest::nearest,
    },
    layers::{
        documents::{DocumentLook, DocumentMarks},
        marks::Marks,
        plane::Theme,
    },
};
use super::{focus, relief::Relief, widgets::fixed_plot};
use wordfield_state::{Action, Choose, Focus, Layer, Layers, SecondAxis, SelectionSet, SetOperation, Tool};

/// Maximum distance between the pointer and a word it hovers, in screen points.
const HOVER_RADIUS: f32 = 12.0;

/// Distances of the horizontal axis's numbers at which they appear and are at full strength, in heights of the text.
const APART: [f32; 2] = [3.4, 4.2];
/// Width of the vertical axis' numbers, in text heights: constant, so that the picture does not move when numbers get longer.
const NUMBERS: f32 = 3.2;
/// Maximum width of the legend and the colour bars, in points.
const CORNER_WIDTH: f32 = 260.0;

/// Word field with its drawing state: textures, labels, view.
#[derive(Default)]
pub struct WordField {
    still: bool,
    /// Whether the view is fixed while words move.
    held: bool,
    run: Option<u64>,
    placing: Placement,
    /// Screen mapping of the word field in the last frame.
    pub mapping: ScreenMapping,
    screen: Vec<Pos2>,
    depths: Vec<f32>,
    order: Vec<u32>,
    camera: Camera,
    word_style: WordStyle,
    marks: Marks,
    documents: DocumentMarks,
    labels: Labels,
    /// Classes named in the picture of the last frame, with the rectangles of their names.
    class_names: Vec<(usize, Rect)>,
    background: Background,
    overview: Overview,
    legend: Legend,
    bars: Option<Rect>,
    caption_rect: Option<Rect>,
    grip: word_drag::WordDrag,
    /// Rectangle of the word field's picture in the last frame.
    pub picture_rect: Option<Rect>,
    gesture: Gesture,
    /// Time of the last click on the background; it clears the selection unless it becomes a double click.
    background_click: Option<f64>,
    inspected: Focus,
    /// Set operation and words of a selection gesture that ended in this frame.
    gesture_result: Option<(SetOperation, Vec<usize>)>,
}

impl WordField {
    /// Word field that computes everything within the frame and never animates, for pictures and tests.
    pub fn still() -> Self {
        Self { still: true, ..Self::default() }
    }

    /// Whether the view of the word field follows the words.
    pub fn follows(&self) -> bool {
        self.camera.follows()
    }

    /// Fits the view to all words and makes it follow them.
    pub fn reset_view(&mut self) {
        self.camera.follow();
    }

    /// Centres words in the view: a single one at the current magnification, several so that they fill the picture.
    pub fn see(&mut self, words: impl IntoIterator<Item = usize>) {
        let plane = &self.placing.plane;
        let places: Vec<[f32; 3]> =
            words.into_iter().filter(|&word| word < plane.at.len()).map(|word| plane.word(word)).collect();
        match places[..] {
            [] => {}
            [one] => self.camera.look_at(one.map(f64::from)),
            _ => self.camera.show(robust_extent(places.len(), |picture_rect| places[picture_rect])),
        }
    }

    /// Centres a newly inspected word that lies outside the picture.
    fn go_to(&mut self, selection: Focus) {
        if self.inspected == selection {
            return;
        }
        self.inspected = selection;
        if let (Focus::Word(word), Some(picture_rect)) = (selection, self.picture_rect)
            && self.screen.get(word).is_some_and(|at| !picture_rect.contains(*at))
        {
            self.see([word]);
        }
    }

    /// Surface of the drawn field; `None` without a field.
    pub fn relief(&self) -> Option<Relief<'_>> {
        let picture = &self.background.field.as_ref()?.picture;
        let (raster, colors) = (&picture.raster, &picture.image.pixels);
        Some(Relief { raster, colors, extent: picture.extent_of_values(), points: Vec::new() })
    }

    /// Rectangle of the legend in the last frame; `None` if it was not drawn.
    pub fn legend(&self) -> Option<Rect> {
        self.legend.rect
    }

    /// Nearest word in a direction on the screen; without `from`, starting at the centre.
    pub fn next(&self, from: Option<usize>, direction: Direction) -> Option<usize> {
        arrow_keys::next(&self.screen, self.picture_rect?, from, direction)
    }

    /// Space for chips in the upper left of the picture, below the caption and clear of the legend and the colour bars.
    pub fn chip_space(&self) -> Option<Rect> {
        let picture = self.picture_rect?;
        let top = self.caption_rect.map_or(picture.min.y, |caption| caption.max.y) + 4.0;
        let beside = [self.legend.rect, self.bars].into_iter().flatten().filter(|rect| rect.min.x > picture.center().x);
        let right = beside.map(|rect| rect.min.x).fold(picture.max.x, f32::min) - 8.0;
        Some(Rect::from_min_max(pos2(picture.min.x + 6.0, top), pos2(right, picture.max.y)))
    }

    /// Draws the word field into the remaining space of `ui` and returns the user's actions.
    pub fn show(&mut self, ui: &mut Ui, shown: &Shown<'_>) -> Vec<Action> {
        let Shown { scene, ref selection, .. } = *shown;
        if scene.basis.words.is_empty() || scene.latent.nrows() != scene.basis.words.len() {
            ui.centered_and_justified(|ui| ui.weak("No words yet."));
            return Vec::new();
        }
        let layers = &shown.filled_layers();
        let theme = Theme::of(ui);
        let ctx = ui.ctx().clone();
        self.refresh(&ctx, shown, layers, theme);
        if self.placing.plane.at.len() != scene.basis.words.len() {
            ui.centered_and_justified(|ui| ui.weak("Placing the words…"));
            self.picture_rect = None;
            return Vec::new();
        }
        self.go_to(shown.selection);
        let area = ui.available_rect_before_wrap();
        // Densities of two compared documents or sets belong to no class.
        let muted = if scene.between.is_some() { shown::NONE } else { shown.muted };
        let frame = PictureFrame {
            ctx: &ctx,
            rect: area,
            scene,
            layers,
            selection,
            muted,
            lit: shown.lit.map(|lit| &**lit),
            lit_documents: shown.lit_documents,
            theme,
        };
        let inner = ui.scope_builder(UiBuilder::new().max_rect(area), |ui| {
            if self.placing.plane.is_deep() { self.deep(ui, &frame, shown.tool) } else { self.flat(ui, &frame, shown.tool) }
        });
        let response = inner.inner;
        self.picture_rect = Some(response.rect);
        let keys = if self.placing.plane.is_deep() { "arrows rotate, with Shift they pan" } else { "arrows pan" };
        let described = format!("word field at iteration {}; {keys}, plus and minus zoom, 0 fits all", scene.iteration);
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, described.as_str()));
        focus::frame(ui.painter(), &response, 2.0);
        let mut actions: Vec<Action> = self.point(&ctx, &response, shown, theme).into_iter().collect();
        actions.extend(self.clear_selection(&ctx));
        actions.extend(self.grip.moved(&response, scene, &self.mapping));
        if let Some((how, words)) = self.gesture_result.take() {
            actions.push(Action::Choose(Choose::Region(how, SelectionSet::words(scene.basis.words.len(), words))));
        }
        if let Some(outline) = self.gesture.outline() {
            outline.draw(&ui.painter().with_clip_rect(response.rect), theme.ink);
        }
        self.caption_rect = Some(self.caption_chip(ui, response.rect, scene, layers));
        self.overview(ui, &PictureFrame { rect: response.rect, ..frame });
        // A long caption reaches the upper right corner: then the legend and the colour bars begin below it.
        let long = self.caption_rect.filter(|caption| caption.max.x > response.rect.max.x - CORNER_WIDTH);
        let below = response.rect.with_min_y(long.map_or(response.rect.min.y, |caption| caption.max.y));
        self.bars = labels::colour_bar::show(ui, below, (scene, layers), self.background.field.as_ref(), Some(&mut actions));
        if shown.legend && legend::is_needed(scene, layers) {
            let free = below.with_min_y(self.bars.map_or(below.min.y, |bars| bars.max.y));
            let counts = (&self.word_style.counts[..], &mut self.marks);
            actions.extend(self.legend.show(ui, free, shown, &self.screen, counts));
        } else {
            (self.legend.rect, self.legend.pointed) = (None, None);
        }
        self.strays(ui, &PictureFrame { rect: response.rect, ..frame });
        actions
    }

    /// Pointer tool for the view: none while a word is dragged.
    fn take(&mut self, response: &Response, tool: Tool) -> Tool {
        let at = (&self.screen[..], &self.depths[..]);
        let tool = self.grip.take(response, tool, |response| word_drag::nearest(at, response));
        self.camera.hold(self.held || self.grip.word.is_some());
        tool
    }

    /// Draws the word field in the plane, with axes.
    fn flat(&mut self, ui: &mut Ui, frame: &PictureFrame<'_>, tool: Tool) -> Response {
        let second = frame.layers.second_axis(frame.scene.latent.ncols());
        let equal = !self.placing.plane.upright;
        let plot = fixed_plot("word field")
            .allow_double_click_reset(false)
            .allow_axis_zoom_drag(false)
            .show_crosshair(false)
            .show_axes([true, equal || second != SecondAxis::Latent])
            // The axis has the height of its numbers even where none fits, so that the picture does not move.
            .custom_x_axes(vec![
                AxisHints::new_x()
                    .min_thickness(ui.text_style_height(&TextStyle::Body))
                    .label_spacing(APART[0] * frame.theme.text..=APART[1] * frame.theme.text),
            ])
            .custom_y_axes(vec![AxisHints::new_y().min_thickness(NUMBERS * frame.theme.text)])
            .show_grid(!frame.layers.shows(Layer::Field))
            .grid_color(frame.theme.ink.gamma_multiply(0.12));
        let shown = plot.show(ui, |plot_ui| {
            let response = plot_ui.response().clone();
            let tool = self.take(&response, tool);
            let tool = self.encircle(&response, tool);
            let input = PointerInput::read(frame.ctx, &response, false, tool);
            let lens = self.camera.flat(frame.ctx, response.rect, &input, equal, self.still);
            let Lens::Flat(view) = lens else { return };
            let seen = view.extent(response.rect.size());
            plot_ui.set_plot_bounds(PlotBounds::from_min_max(seen.min, seen.max));
            let shapes = self.flat_shapes(&PictureFrame { rect: response.rect, ..*frame }, &view);
            plot_ui.add(ScreenShapes::new(shapes));
        });
        shown.response
    }

    /// Draws the word field in three dimensions.
    fn deep(&mut self, ui: &mut Ui, frame: &PictureFrame<'_>, tool: Tool) -> Response {
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        let tool = self.take(&response, tool);
        let tool = self.encircle(&response, tool);
        let input = PointerInput::read(frame.ctx, &response, true, tool);
        if let Lens::Deep(orbit) = self.camera.deep(frame.ctx, rect, &input, self.still) {
            let shapes = self.deep_shapes(&PictureFrame { rect, ..*frame }, &orbit);
            let painter = ui.painter().with_clip_rect(rect);
            painter.rect_filled(rect, 2.0, frame.theme.paper);
            painter.extend(shapes);
        }
        response
    }

    /// Continues a selection gesture. Returns the pointer tool for the view.
    fn encircle(&mut self, response: &Response, tool: Tool) -> Tool {
        self.gesture_result = self.gesture.frame(tool, &Pointer::over(response), &self.screen);
        if self.gesture.outline.is_some() && tool == Tool::View { Tool::Lasso } else { tool }
    }

    /// Updates everything that depends on the run, the positions, the selection and the projection.
    fn refresh(&mut self, ctx: &Context, shown: &Shown<'_>, layers: &Layers, theme: Theme) {
        let scene = shown.scene;
        if self.run != Some(scene.run) {
            self.run = Some(scene.run);
            self.legend.rect = None;
            self.background.reset();
        }
        self.word_style.update(shown, theme.dark);
        let q = scene.latent.ncols();
        let settings = ProjectionSettings::new(&layers.viewpoint, q, layers.second_axis(q));
        let height = match settings.second {
            SecondAxis::Latent => &self.word_style.height,
            SecondAxis::Frequency => &scene.basis.log_frequency,
            SecondAxis::Topic => &scene.basis.topic,
        };
        let words = Words { run: scene.run, latent: &scene.latent, height, settings };
        let placed = self.placing.update(ctx, &words, self.still);
        if placed == PlacementChange::Reset {
            self.camera.reset();
        }
        if placed != PlacementChange::Unchanged {
            self.camera.words_moved(&self.placing.plane);
        }
    }
}

#[cfg(test)]
mod tests;
