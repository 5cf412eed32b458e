//! Word field in two dimensions: layers from back to front, selection, labels.

use std::sync::Arc;

use egui::{Color32, Context, Rect, Shape, TextStyle, Ui};

use crate::field::{
    WordField,
    background::{
        Densities, LayerRequest,
        many_classes::{are_many, unmuted},
    },
    camera::{
        lens::{Lens, ScreenMapping},
        view::{Extent, View},
    },
    labels::{
        LabelFrame,
        class_names::{self, ClassName},
    },
    layers::{
        colours,
        documents::WORDS_BEHIND,
        marks::{Distance, MarkMesh},
        overlay::{contour_shapes, document_shapes, field_shapes, pin_shapes, selected_shapes, typed_shapes},
        paths::path_shapes,
    },
};
use wordfield_state::{Focus, Layer, Layers, Members, Scene};

/// Colours and text size of the word field in one frame.
#[derive(Clone, Copy)]
pub(crate) struct Theme {
    pub dark: bool,
    pub ink: Color32,
    pub paper: Color32,
    pub text: f32,
}

impl Theme {
    /// Colours and text size that the window's style defines.
    pub(crate) fn of(ui: &Ui) -> Self {
        let visuals = ui.visuals();
        Self {
            dark: visuals.dark_mode,
            ink: visuals.strong_text_color(),
            paper: visuals.extreme_bg_color,
            text: TextStyle::Body.resolve(ui.style()).size,
        }
    }
}

/// Inputs for drawing one frame of the word field.
#[derive(Clone, Copy)]
pub(crate) struct PictureFrame<'a> {
    pub ctx: &'a Context,
    pub rect: Rect,
    pub scene: &'a Scene,
    pub layers: &'a Layers,
    pub selection: &'a Focus,
    pub muted: &'a Members,
    /// Words of the current selection; all others are dimmed.
    pub lit: Option<&'a Members>,
    /// Documents of the current selection; all others are dimmed.
    pub lit_documents: Option<&'a Arc<Members>>,
    pub theme: Theme,
}

impl WordField {
    /// Shapes of all layers between the axes of the plane.
    pub(in crate::field) fn flat_shapes(&mut self, frame: &PictureFrame<'_>, view: &View) -> Vec<Shape> {
        let PictureFrame { ctx, rect, scene, layers, selection, muted, theme, .. } = *frame;
        self.look(frame, Lens::Flat(*view), view.extent(rect.size()));
        let fitted = View::fit(&self.camera.home(), rect.size(), !self.mapping.plane.upright);
        let zoom = (fitted.scale[0] / view.scale[0]) as f32;
        let grow = growth(zoom);
        let mut shapes = Vec::new();
        let field = self.background.field.as_ref().filter(|field| layers.shows(Layer::Field) && field.cut.is_none());
        if let Some(field) = field {
            field_shapes(field, view, rect, theme.dark, &mut shapes);
        }
        if let (true, Densities::Lines(contours)) = (layers.shows(Layer::Contours), &self.background.densities) {
            let color = |kind| colours::class(scene, scene.class_of_density(kind), theme.dark);
            contour_shapes(contours, color, (selection, self.pointed_class(frame), muted), view, rect, &mut shapes);
        }
        if layers.shows(Layer::Words) {
            let style = &self.word_style;
            let words = (&self.screen[..], &style.marks[..], &style.order[..]);
            let opacity = if layers.shows(Layer::Documents) { WORDS_BEHIND } else { u8::MAX };
            shapes.push(self.marks.draw(ctx, MarkMesh::Words, rect, words, |_| Distance { grow, opacity }));
        }
        shapes.extend(self.documents.draw((ctx, rect), &mut self.marks, grow, None));
        self.name_classes(frame, &mut shapes);
        self.over(frame, (zoom, grow), f32::INFINITY, &mut shapes);
        shapes
    }

    /// Class whose row in the legend or name in the picture is hovered, while the densities are those of classes.
    pub(in crate::field) fn pointed_class(&self, frame: &PictureFrame<'_>) -> Option<usize> {
        let at = frame.ctx.pointer_hover_pos().filter(|_| !self.still);
        let named = |at| self.class_names.iter().find(|(_, rect)| rect.contains(at)).map(|(class, _)| *class);
        self.legend.pointed.or_else(|| named(at?)).filter(|_| frame.scene.between.is_none())
    }

    /// Draws class names at the peaks of their densities, if there are too many classes for a contour each.
    pub(in crate::field) fn name_classes(&mut self, frame: &PictureFrame<'_>, shapes: &mut Vec<Shape>) {
        let PictureFrame { ctx, rect, scene, layers, muted, theme, .. } = *frame;
        self.class_names.clear();
        let peaks = self.background.densities.peaks();
        if !layers.shows(Layer::Contours) || !are_many(unmuted(peaks.len(), muted)) {
            return;
        }
        let name = |(class, peak): (usize, Option<[f32; 3]>)| {
            let name = scene.basis.class_names.get(class)?;
            let peak = self.mapping.see(peak.filter(|_| !muted.contains(class))?);
            Some(ClassName { class, name, peak, color: colours::class(scene, class, theme.dark) })
        };
        let names: Vec<ClassName<'_>> = peaks.into_iter().enumerate().filter_map(name).collect();
        let blocked = self.blocked();
        self.class_names = class_names::draw(ctx, (rect.shrink(2.0), &blocked), &names, (theme.text, theme.paper), shapes);
    }

    /// Rectangles over the picture that labels must keep free.
    fn blocked(&self) -> Vec<Rect> {
        let controls = [self.legend.rect, self.bars, self.overview.rect, self.caption_rect];
        controls.into_iter().flatten().chain(self.class_names.iter().map(|(_, rect)| *rect)).collect()
    }

    /// Updates the screen mapping and the background layers of the word field.
    pub(in crate::field) fn look(&mut self, frame: &PictureFrame<'_>, lens: Lens, seen: Extent) {
        self.mapping = ScreenMapping { rect: frame.rect, plane: self.placing.plane.clone(), lens };
        self.mapping.words(&mut self.screen, &mut self.depths);
        self.documents.update(frame, &self.mapping, self.still);
        let request = LayerRequest {
            plane: &self.mapping.plane,
            home: self.camera.home(),
            seen,
            room: self.camera.room(),
            slice: frame.layers.viewpoint.slice,
            rescaled: frame.layers.shows(Layer::Rescaled),
            dark: frame.theme.dark,
            still: self.still,
        };
        self.background.update(frame.ctx, frame.scene, frame.layers, &request);
    }

    /// Appends the shapes above the words: selection, paths, labels; in space words are labelled up to a depth.
    pub(in crate::field) fn over(&mut self, frame: &PictureFrame<'_>, size: (f32, f32), named: f32, shapes: &mut Vec<Shape>) {
        let PictureFrame { scene, selection, theme, .. } = *frame;
        let selected = match selection {
            Focus::Word(word) => Some(*word).filter(|&word| word < self.screen.len()),
            _ => None,
        };
        if let Some(word) = selected {
            selected_shapes(&self.screen, word, &self.word_style.near, theme.ink, theme.paper, shapes);
        }
        if let Some(witness) = scene.witness().filter(|_| matches!(selection, Focus::Document(_))) {
            let side = |word: usize| scene.side_of(word);
            document_shapes(&self.screen, &self.word_style.near, witness, side, theme.dark, shapes);
        }
        if let Focus::Document(document) = *selection {
            self.documents.ring(document, theme, shapes);
        }
        let inks = (theme.ink, theme.paper);
        pin_shapes(&self.screen, &scene.pinned, inks, shapes);
        if let Some(typed) = &scene.typed {
            typed_shapes(&self.screen, typed, inks, shapes);
        }
        path_shapes(&scene.paths, |points| self.mapping.places(points), theme.ink, theme.dark, shapes);
        self.label(frame, size, selected.as_slice(), named, shapes);
    }

    /// Draws word labels: always that of the inspected word, others if they are shown and fit.
    fn label(
        &mut self,
        frame: &PictureFrame<'_>,
        (zoom, grow): (f32, f32),
        forced: &[usize],
        named: f32,
        shapes: &mut Vec<Shape>,
    ) {
        let PictureFrame { ctx, rect, scene, layers, selection, theme, .. } = *frame;
        let style = &self.word_style;
        let blocked = self.blocked();
        let (all, field) = (layers.shows(Layer::Labels), layers.shows(Layer::Field));
        let labels = LabelFrame {
            area: rect.shrink(2.0),
            blocked: &blocked,
            at: &self.screen,
            words: &scene.basis.words,
            ranked: if all { &style.ranked } else { &[] },
            zoom,
            forced,
            preferred: if all { &style.near } else { &[] },
            gap: 4.0 * grow.max(1.0),
            text: 0.95 * theme.text,
            background: theme.paper,
            depths: (&self.depths, named),
            field,
        };
        let towards = if theme.dark { Color32::WHITE } else { Color32::BLACK };
        // Dimmed labels keep more of their opacity over a field.
        let (ink, opacity) = if field { (0.5, 0.75) } else { (0.3, 0.6) };
        let paint = |word: usize| {
            let class = scene.class_of(word);
            let color = colours::word(scene, word, theme.dark).lerp_to_gamma(towards, ink);
            let behind = style.behind(word, class, selection);
            (if behind { color.gamma_multiply(opacity) } else { color }, behind)
        };
        self.labels.draw(ctx, &labels, paint, shapes);
    }
}

/// Factor by which marks grow at the given magnification.
pub(crate) fn growth(zoom: f32) -> f32 {
    zoom.max(0.05).powf(0.3).clamp(0.7, 2.2)
}
