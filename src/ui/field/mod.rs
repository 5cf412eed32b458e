//! Word field: the scatter plot of latent word vectors, redrawn while the model trains.
//!
//! Layers from back to front: decision field with its zero line, density contours of each class, a mark for every word,
//! current selection, labels, legend. In three dimensions the field is a slice and each class is an ellipsoid.
//!
//! | folder | content |
//! |---|---|
//! | [`placement`] | coordinates of the words: projection, axes |
//! | [`camera`] | the visible part: zoom and pan in the plane, orbit in space, mapping to and from the screen |
//! | [`layers`] | what a frame draws: plane, space, overview, marks, paths, rings, colours |
//! | [`background`] | layers that take longer than a frame: density contours, decision field, on a thread |
//! | [`labels`] | word labels, legend, colour bar, caption |
//! | [`input`] | pointer and keyboard: navigation, hovering, selecting, dragging a word |
//!
//! Cost of a frame with all words moving and all layers, on the window's thread: 4 ms for 8,000 words, 9 to 11 ms for
//! 70,000, tessellation included (`cargo bench --bench draw`). Memory: a few numbers a word, one picture of the field.

mod background;
mod camera;
mod input;
mod labels;
mod layers;
mod placement;

use std::sync::Arc;

use eframe::egui::{
    Context, Pos2, Rect, Response, RichText, Role, Sense, StrokeKind, TextStyle, Ui, UiBuilder, WidgetInfo, pos2,
};
use egui_plot::{AxisHints, Plot, PlotBounds};

use self::{
    background::Background,
    camera::{Camera, lens::Lens, view::robust_extent},
    input::{
        arrow_keys,
        encircle::{Gesture, Pointer},
        pointer_input::PointerInput,
        word_drag,
    },
    labels::{Labels, legend::Legend},
    layers::{
        marks::Marks,
        overview::Overview,
        plane::{PictureFrame, Theme},
        plot_item::Finished,
        word_style::WordStyle,
    },
    placement::{Placement, PlacementChange, Words, projection::ProjectionSettings},
};
pub use self::{camera::lens::ScreenMapping, input::arrow_keys::Towards, layers::colours::class_color_of};
use crate::state::{
    Action, Choose, Colouring, Focus, Layer, Layers, Members, Neighbours, Scene, SelectionSet, SetOperation, Tool,
};

/// How near to a word the pointer must be, in screen points.
const REACH: f32 = 12.0;

/// Room for the numbers of the upward axis, in heights of a letter: the picture must not jump when one gets a digit more.
const NUMBERS: f32 = 3.2;
/// No class.
const NONE: &Members = &Members::NONE;

/// What the word field is to show.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// Words, positions, fields.
    pub scene: &'a Scene,
    /// What is drawn of them.
    pub layers: &'a Layers,
    /// The one thing looked at.
    pub selection: Focus,
    /// The set at work.
    pub chosen: &'a SelectionSet,
    /// What dragging does.
    pub tool: Tool,
    /// Classes whose words stand back.
    pub muted: &'a Members,
    /// Whether the classes are listed.
    pub legend: bool,
    /// The words of the set at work, before which all others stand back.
    pub lit: Option<&'a Arc<Members>>,
    /// The neighbours of the word looked at, as far as they are known.
    pub near: Option<&'a Arc<Neighbours>>,
}

impl<'a> Shown<'a> {
    /// A scene without a set at work.
    pub fn new(scene: &'a Scene, layers: &'a Layers, selection: Focus) -> Self {
        Self {
            scene,
            layers,
            selection,
            chosen: &SelectionSet::Empty,
            tool: Tool::View,
            muted: NONE,
            legend: true,
            lit: None,
            near: None,
        }
    }
}

/// The word field's own state: textures, labels, view.
#[derive(Default)]
pub struct WordField {
    still: bool,
    run: Option<u64>,
    placing: Placement,
    sight: ScreenMapping,
    screen: Vec<Pos2>,
    depths: Vec<f32>,
    order: Vec<u32>,
    camera: Camera,
    looks: WordStyle,
    marks: Marks,
    labels: Labels,
    background: Background,
    overview: Overview,
    legend: Legend,
    bars: Option<Rect>,
    grip: word_drag::WordDrag,
    place: Option<Rect>,
    gesture: Gesture,
    /// When bare ground was clicked that lets go of a set, until it is certain that no second click shows all words.
    bare: Option<f64>,
    looked_at: Focus,
    /// What was encircled in this frame.
    took: Option<(SetOperation, Vec<usize>)>,
}

impl WordField {
    /// A field that works out everything within the frame and never glides, for pictures and tests.
    pub fn still() -> Self {
        Self { still: true, ..Self::default() }
    }

    /// Whether the view follows the words, rather than staying where a person put it.
    pub fn follows(&self) -> bool {
        self.camera.follows()
    }

    /// Shows all words again and follows them.
    pub fn reset_view(&mut self) {
        self.camera.follow();
    }

    /// Brings some words into the middle: one at the present magnification, several so that they fill the picture.
    pub fn see(&mut self, words: impl IntoIterator<Item = usize>) {
        let plane = self.placing.plane();
        let places: Vec<[f32; 3]> =
            words.into_iter().filter(|&word| word < plane.at.len()).map(|word| plane.word(word)).collect();
        match places[..] {
            [] => {}
            [one] => self.camera.look_at(one.map(f64::from)),
            _ => self.camera.show(robust_extent(places.len(), |place| places[place])),
        }
    }

    /// Goes to a word that is looked at anew and is out of sight.
    fn go_to(&mut self, selection: Focus) {
        if self.looked_at == selection {
            return;
        }
        self.looked_at = selection;
        if let (Focus::Word(word), Some(place)) = (selection, self.place)
            && self.screen.get(word).is_some_and(|at| !place.contains(*at))
        {
            self.see([word]);
        }
    }

    /// The word next to another in a direction on the screen; without another, from the middle.
    pub fn next(&self, from: Option<usize>, towards: Towards) -> Option<usize> {
        arrow_keys::next(&self.screen, self.place?, from, towards)
    }

    /// How words came to the screen in the last frame.
    pub fn screen_mapping(&self) -> &ScreenMapping {
        &self.sight
    }

    /// Draws the scene into what is left of `ui` and returns what the person did.
    pub fn show(&mut self, ui: &mut Ui, shown: &Shown<'_>) -> Vec<Action> {
        let Shown { scene, layers, ref selection, .. } = *shown;
        if scene.basis.words.is_empty() || scene.latent.nrows() != scene.basis.words.len() {
            ui.centered_and_justified(|ui| ui.weak("No words yet."));
            return Vec::new();
        }
        // Of a step looked back at, positions alone are known.
        let layers = &layers.with(Layer::Field, layers.shows(Layer::Field) && !scene.past);
        let visuals = ui.visuals();
        let theme = Theme {
            dark: visuals.dark_mode,
            ink: visuals.strong_text_color(),
            paper: visuals.extreme_bg_color,
            text: TextStyle::Body.resolve(ui.style()).size,
        };
        let ctx = ui.ctx().clone();
        self.refresh(&ctx, shown, layers, theme);
        if self.placing.plane().at.len() != scene.basis.words.len() {
            ui.centered_and_justified(|ui| ui.weak("Placement the words…"));
            self.place = None;
            return Vec::new();
        }
        self.go_to(shown.selection);
        ui.add(eframe::egui::Label::new(RichText::new(self.caption(scene, layers)).size(0.88 * theme.text).weak()).truncate());
        let whole = ui.available_rect_before_wrap();
        let picture = if shown.legend { self.legend.picture(ui, whole, scene) } else { whole };
        // The densities of two documents or sets are no class's.
        let muted = if scene.between.is_some() { NONE } else { shown.muted };
        let frame = PictureFrame { ctx: &ctx, rect: picture, scene, layers, selection, muted, theme };
        let inner = ui.scope_builder(UiBuilder::new().max_rect(picture), |ui| {
            if self.placing.plane().is_deep() { self.deep(ui, &frame, shown.tool) } else { self.flat(ui, &frame, shown.tool) }
        });
        let response = inner.inner;
        self.place = Some(response.rect);
        let keys = if self.placing.plane().is_deep() { "arrows turn, with shift they pan" } else { "arrows pan" };
        let described = format!("word field at iteration {}; {keys}, plus and minus zoom, 0 shows all", scene.iteration);
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, described.as_str()));
        if response.has_focus() {
            ui.painter().rect_stroke(response.rect, 2.0, ui.visuals().selection.stroke, StrokeKind::Inside);
        }
        let mut actions: Vec<Action> = self.point(&ctx, &response, shown, theme).into_iter().collect();
        actions.extend(self.let_go_of_set(&ctx));
        actions.extend(self.grip.moved(&response, scene, &self.sight));
        if let Some((how, words)) = self.took.take() {
            actions.push(Action::Choose(Choose::Take(how, SelectionSet::words(scene.basis.words.len(), words))));
        }
        if let Some(outline) = self.gesture.outline() {
            outline.draw(&ui.painter().with_clip_rect(response.rect), theme.ink);
        }
        self.overview(ui, &PictureFrame { rect: response.rect, ..frame });
        self.bars = labels::colour_bar::show(ui, response.rect, scene, layers, self.background.field.as_ref());
        let classes = matches!(scene.colouring, Colouring::Classes) || layers.shows(Layer::Contours);
        self.legend.rect = None;
        if shown.legend && scene.basis.class_names.len() > 1 && classes {
            let top = self.bars.map_or(response.rect.min.y, |bars| bars.max.y);
            let free = Rect::from_min_max(pos2(response.rect.min.x, top), pos2(whole.max.x, response.rect.max.y));
            actions.extend(self.legend.show(ui, free, shown, &self.looks.counts, &mut self.marks));
        }
        actions
    }

    /// What dragging does to the view: nothing where a word is taken.
    fn take(&mut self, response: &Response, tool: Tool) -> Tool {
        let at = (&self.screen[..], &self.depths[..]);
        let tool = self.grip.take(response, tool, |response| word_drag::nearest(at, response));
        self.camera.hold(self.grip.holds());
        tool
    }

    /// The picture in the plane, between axes.
    fn flat(&mut self, ui: &mut Ui, frame: &PictureFrame<'_>, tool: Tool) -> Response {
        let equal = !self.placing.plane().upright;
        let plot = Plot::new("word field")
            .allow_zoom(false)
            .allow_drag(false)
            .allow_scroll(false)
            .allow_boxed_zoom(false)
            .allow_double_click_reset(false)
            .allow_axis_zoom_drag(false)
            .show_crosshair(false)
            .show_axes([true, equal || frame.layers.shows(Layer::FrequencyAxis)])
            .custom_y_axes(vec![AxisHints::new_y().min_thickness(NUMBERS * frame.theme.text)])
            .show_grid(!frame.layers.shows(Layer::Field))
            .grid_color(frame.theme.ink.gamma_multiply(0.12));
        let shown = plot.show(ui, |plot_ui| {
            let response = plot_ui.response().clone();
            let tool = self.take(&response, tool);
            let tool = self.encircle(&response, tool);
            let hands = PointerInput::read(frame.ctx, &response, false, tool);
            let lens = self.camera.flat(frame.ctx, response.rect, &hands, equal, self.still);
            let Lens::Flat(view) = lens else { return };
            let seen = view.extent(response.rect.size());
            plot_ui.set_plot_bounds(PlotBounds::from_min_max(seen.min, seen.max));
            let shapes = self.flat_shapes(&PictureFrame { rect: response.rect, ..*frame }, &view);
            plot_ui.add(Finished::new(shapes));
        });
        shown.response
    }

    /// The picture in space.
    fn deep(&mut self, ui: &mut Ui, frame: &PictureFrame<'_>, tool: Tool) -> Response {
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        let tool = self.take(&response, tool);
        let tool = self.encircle(&response, tool);
        let hands = PointerInput::read(frame.ctx, &response, true, tool);
        if let Lens::Deep(orbit) = self.camera.deep(frame.ctx, rect, &hands, self.still) {
            let shapes = self.deep_shapes(&PictureFrame { rect, ..*frame }, &orbit);
            let painter = ui.painter().with_clip_rect(rect);
            painter.rect_filled(rect, 2.0, frame.theme.paper);
            painter.extend(shapes);
        }
        response
    }

    /// Goes on with what is drawn around words; what dragging does meanwhile.
    fn encircle(&mut self, response: &Response, tool: Tool) -> Tool {
        self.took = self.gesture.frame(tool, &Pointer::over(response), &self.screen);
        if self.gesture.is_under_way() && tool == Tool::View { Tool::Lasso } else { tool }
    }

    /// Takes note of a new run, new positions, another selection, another viewpoint.
    fn refresh(&mut self, ctx: &Context, shown: &Shown<'_>, layers: &Layers, theme: Theme) {
        let scene = shown.scene;
        if self.run != Some(scene.run) {
            self.run = Some(scene.run);
            self.legend.rect = None;
            self.background.reset();
        }
        self.looks.update(shown, theme.dark);
        let manner = ProjectionSettings::new(&layers.viewpoint, scene.latent.ncols(), layers.shows(Layer::FrequencyAxis));
        let height = if manner.free { &scene.basis.log_frequency } else { &self.looks.height };
        let words = Words { run: scene.run, latent: &scene.latent, height, manner };
        let placed = self.placing.update(ctx, &words, self.still);
        if placed == PlacementChange::Reset {
            self.camera.reset();
        }
        if placed != PlacementChange::Unchanged {
            self.camera.words_moved(self.placing.plane());
        }
    }
}

#[cfg(test)]
mod tests;
