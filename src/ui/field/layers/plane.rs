//! One picture of the word field in the plane: its layers from back to front, the selection, the labels.

use eframe::egui::{Color32, Context, Rect, Shape};

use crate::state::{Focus, Layer, Layers, Members, Scene};
use crate::ui::field::{
    WordField,
    background::{Densities, LayerRequest},
    camera::{
        lens::{Lens, ScreenMapping},
        view::{Extent, View},
    },
    labels::LabelFrame,
    layers::{
        colours,
        marks::{Distance, Which},
        overlay::{contour_shapes, document_shapes, field_shapes, selected_shapes},
        paths::path_shapes,
        rings::{pin_shapes, typed_shapes},
    },
};

/// The colours of one frame, and the size of its letters.
#[derive(Clone, Copy)]
pub struct Theme {
    pub dark: bool,
    pub ink: Color32,
    pub paper: Color32,
    pub text: f32,
}

/// What is drawn, and where.
#[derive(Clone, Copy)]
pub struct PictureFrame<'a> {
    pub ctx: &'a Context,
    pub rect: Rect,
    pub scene: &'a Scene,
    pub layers: &'a Layers,
    pub selection: &'a Focus,
    pub muted: &'a Members,
    pub theme: Theme,
}

impl WordField {
    /// Everything between the axes of the plane, seen so.
    pub(in crate::ui::field) fn flat_shapes(&mut self, frame: &PictureFrame<'_>, view: &View) -> Vec<Shape> {
        let PictureFrame { ctx, rect, scene, layers, selection, muted, theme } = *frame;
        self.look(frame, Lens::Flat(*view), view.extent(rect.size()));
        let fitted = View::fit(&self.camera.home(), rect.size(), !self.sight.plane.upright);
        let zoom = (fitted.scale[0] / view.scale[0]) as f32;
        let grow = growth(zoom);
        let mut shapes = Vec::new();
        let field = self.background.field.as_ref().filter(|field| layers.shows(Layer::Field) && field.cut.is_none());
        if let Some(field) = field {
            field_shapes(field, view, rect, theme.dark, &mut shapes);
        }
        if let (true, Densities::Lines(contours)) = (layers.shows(Layer::Contours), &self.background.densities) {
            let color = |kind| colours::class(scene, scene.class_of_density(kind), theme.dark);
            contour_shapes(contours, color, (selection, muted), view, rect, &mut shapes);
        }
        if layers.shows(Layer::Words) {
            let looks = &self.looks;
            let words = (&self.screen[..], &looks.marks[..], &looks.order[..]);
            shapes.push(self.marks.draw(ctx, Which::Words, rect, words, |_| Distance { grow, clear: u8::MAX }));
        }
        self.over(frame, (zoom, grow), f32::INFINITY, &mut shapes);
        shapes
    }

    /// Takes note of what is in sight, puts the words there and asks for the layers that take long.
    pub(in crate::ui::field) fn look(&mut self, frame: &PictureFrame<'_>, lens: Lens, seen: Extent) {
        self.sight = ScreenMapping { rect: frame.rect, plane: self.placing.plane().clone(), lens };
        self.sight.words(&mut self.screen, &mut self.depths);
        let wanted = LayerRequest {
            plane: &self.sight.plane,
            home: self.camera.home(),
            seen,
            room: self.camera.room(),
            slice: frame.layers.viewpoint.slice,
            dark: frame.theme.dark,
            still: self.still,
        };
        self.background.update(frame.ctx, frame.scene, frame.layers, &wanted);
    }

    /// What stands over the words: the selection, lines, labels; in space words are named up to a depth.
    pub(in crate::ui::field) fn over(&mut self, frame: &PictureFrame<'_>, size: (f32, f32), named: f32, shapes: &mut Vec<Shape>) {
        let PictureFrame { scene, selection, theme, .. } = *frame;
        let selected = match selection {
            Focus::Word(word) => Some(*word).filter(|&word| word < self.screen.len()),
            _ => None,
        };
        if let Some(word) = selected {
            selected_shapes(&self.screen, word, &self.looks.near, theme.ink, theme.paper, shapes);
        }
        if let Some(witness) = scene.witness().filter(|_| matches!(selection, Focus::Document(_))) {
            let side = |word: usize| scene.side_of(word);
            document_shapes(&self.screen, &self.looks.near, witness, side, theme.dark, shapes);
        }
        let inks = (theme.ink, theme.paper);
        pin_shapes(&self.screen, &scene.pinned, inks, shapes);
        if let Some(typed) = &scene.typed {
            typed_shapes(&self.screen, typed, inks, shapes);
        }
        path_shapes(&scene.paths, |points| self.sight.places(points), theme.ink, theme.dark, shapes);
        self.label(frame, size, selected.as_slice(), named, shapes);
    }

    /// The words' names: the selected one's always, the others' where they are shown and as many as fit.
    fn label(
        &mut self,
        frame: &PictureFrame<'_>,
        (zoom, grow): (f32, f32),
        forced: &[usize],
        named: f32,
        shapes: &mut Vec<Shape>,
    ) {
        let PictureFrame { ctx, rect, scene, layers, selection, theme, .. } = *frame;
        let looks = &self.looks;
        let blocked: Vec<Rect> = self.legend.rect.into_iter().chain(self.bars).chain(self.overview.rect).collect();
        let (all, field) = (layers.shows(Layer::Labels), layers.shows(Layer::Field));
        let labels = LabelFrame {
            area: rect.shrink(2.0),
            blocked: &blocked,
            at: &self.screen,
            words: &scene.basis.words,
            ranked: if all { &looks.ranked } else { &[] },
            zoom,
            forced,
            preferred: if all { &looks.near } else { &[] },
            gap: 4.0 * grow.max(1.0),
            text: 0.95 * theme.text,
            background: theme.paper,
            depths: (&self.depths, named),
            field,
        };
        let towards = if theme.dark { Color32::WHITE } else { Color32::BLACK };
        // Over the field's colours a pale label is lost: there it keeps more of its ink.
        let (ink, opacity) = if field { (0.5, 0.75) } else { (0.3, 0.6) };
        let paint = |word: usize| {
            let class = scene.basis.word_class.get(word).copied().unwrap_or(0);
            let color = colours::word(scene, word, theme.dark).lerp_to_gamma(towards, ink);
            let behind = looks.behind(word, class, selection);
            (if behind { color.gamma_multiply(opacity) } else { color }, behind)
        };
        self.labels.draw(ctx, &labels, paint, shapes);
    }
}

/// How much larger marks are at some magnification.
pub fn growth(zoom: f32) -> f32 {
    zoom.max(0.05).powf(0.3).clamp(0.7, 2.2)
}
