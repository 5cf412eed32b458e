//! One picture of the word field: its layers from back to front, the selection, the labels.

use eframe::egui::{Color32, Context, Rect, Shape};

use super::{
    WordField,
    background::Sight,
    colours,
    labels::LabelFrame,
    overlay::{contour_shapes, document_shapes, field_shapes, selected_shapes},
    paths::path_shapes,
    view::View,
};
use crate::state::{Layer, Layers, Members, Scene, Selection};

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
    pub view: &'a View,
    pub scene: &'a Scene,
    pub layers: &'a Layers,
    pub selection: &'a Selection,
    pub muted: &'a Members,
    pub theme: Theme,
}

impl WordField {
    /// Everything between the axes.
    pub(super) fn shapes(&mut self, frame: &PictureFrame<'_>) -> Vec<Shape> {
        let PictureFrame { ctx, rect, view, scene, layers, selection, muted, theme } = *frame;
        self.screen.clear();
        let on_screen = view.on_screen(rect);
        self.screen.extend(self.plane.at.iter().map(|at| on_screen(*at)));
        let home = self.camera.home();
        let sight = Sight { plane: &self.plane, home, seen: view.extent(rect.size()), dark: theme.dark, still: self.still };
        self.background.update(ctx, scene, layers, &sight);
        let fitted = View::fit(&home, rect.size(), !self.plane.upright);
        let zoom = (fitted.scale[0] / view.scale[0]) as f32;
        let grow = zoom.max(0.05).powf(0.3).clamp(0.7, 2.2);
        let mut shapes = Vec::new();
        if let Some(field) = self.background.field.as_ref().filter(|_| layers.shows(Layer::Field)) {
            field_shapes(field, view, rect, theme.dark, &mut shapes);
        }
        if layers.shows(Layer::Contours) {
            let color = |kind| colours::class(scene, scene.class_of_density(kind), theme.dark);
            contour_shapes(&self.background.contours, color, (selection, muted), view, rect, &mut shapes);
        }
        if layers.shows(Layer::Words) {
            let looks = &self.looks;
            shapes.push(self.marks.draw(ctx, rect, &self.screen, &looks.marks, &looks.order, grow));
        }
        let selected = match selection {
            Selection::Word(word) => Some(*word).filter(|&word| word < self.screen.len()),
            _ => None,
        };
        if let Some(word) = selected {
            selected_shapes(&self.screen, word, &self.looks.near, theme.ink, theme.paper, &mut shapes);
        }
        if let Some(witness) = scene.witness().filter(|_| matches!(selection, Selection::Document(_))) {
            let side = |word: usize| scene.side_of(word);
            document_shapes(&self.screen, &self.looks.near, witness, side, theme.dark, &mut shapes);
        }
        path_shapes(&scene.paths, |point| on_screen(self.plane.of_point(point)), theme.ink, theme.dark, &mut shapes);
        self.label(frame, (zoom, grow), selected.as_slice(), &mut shapes);
        shapes
    }

    /// The words' names: the selected one's always, the others' where they are shown and as many as fit.
    fn label(&mut self, frame: &PictureFrame<'_>, (zoom, grow): (f32, f32), forced: &[usize], shapes: &mut Vec<Shape>) {
        let PictureFrame { ctx, rect, scene, layers, selection, theme, .. } = *frame;
        let looks = &self.looks;
        let blocked: Vec<Rect> = self.legend.rect.into_iter().chain(self.bars).collect();
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
