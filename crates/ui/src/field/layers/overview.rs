//! Overview map of all words and of the visible part, in a corner of the word field while the view is zoomed in.
//!
//! A click or drag on the map moves the view. Cost: at most two thousand marks.

use egui::{Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, pos2};

use wordfield_state::Focus;

use crate::field::{
    WordField,
    camera::{
        MARGIN,
        lens::{Lens, ScreenMapping},
        orbit::{along, dot},
        view::View,
    },
    layers::{
        marks::{Distance, Mark, MarkMesh},
        plane::PictureFrame,
        space::in_sight,
    },
};

/// Magnification above which the overview map appears.
const ZOOMED: f32 = 1.25;
/// Longer side of the overview map in points, and its maximum share of the picture's sides.
const SIDE: f32 = 150.0;
const SHARE: f32 = 0.28;
/// Approximate number of words on the overview map.
const WORDS: usize = 2_000;

/// State of the word field's overview map.
#[derive(Default)]
pub(crate) struct Overview {
    /// Rectangle of the overview map while it is shown.
    pub rect: Option<Rect>,
}

impl WordField {
    /// Draws the overview map if the view is zoomed in, and moves the view on clicks.
    pub(in crate::field) fn overview(&mut self, ui: &mut Ui, frame: &PictureFrame<'_>) {
        self.overview.rect = None;
        let picture = frame.rect;
        let size = picture.size() * (SIDE / picture.size().max_elem()).min(SHARE);
        if self.zoom() < ZOOMED || size.min_elem() < 40.0 {
            return;
        }
        let rect = self.overview_place(frame, size);
        self.overview.rect = Some(rect);
        let whole =
            ScreenMapping { rect: rect.shrink(3.0), plane: self.mapping.plane.clone(), lens: self.fitted(rect.shrink(3.0), 0.0) };
        let painter = ui.painter().with_clip_rect(rect);
        painter.rect_filled(rect, 3.0, frame.theme.paper.gamma_multiply(0.92));
        painter.add(self.overview_words(frame, &whole));
        let stroke = Stroke::new(1.5, frame.theme.ink);
        painter.extend(self.part_in_sight(&whole).map(|corners| Shape::closed_line(corners.to_vec(), stroke)));
        painter.rect_stroke(rect, 3.0, (1.0, frame.theme.ink.gamma_multiply(0.5)), StrokeKind::Inside);
        let response = ui.interact(rect, ui.scope_id().with("overview"), Sense::click_and_drag());
        crate::widgets::named(&response, egui::Role::Button, "overview of all words; click to move the view");
        self.go(&response, &whole);
    }

    /// Rectangle of the overview map: in a corner without legend and selected words, otherwise in the lower left one.
    fn overview_place(&self, frame: &PictureFrame<'_>, size: Vec2) -> Rect {
        let free = frame.rect.shrink(8.0);
        let corners = [pos2(free.min.x, free.max.y - size.y), free.max - size, pos2(free.max.x - size.x, free.min.y)];
        let selected = if let Focus::Word(word) = *frame.selection { Some(word) } else { None };
        let lit = frame.lit.into_iter().flat_map(|lit| lit.iter().take(WORDS));
        let words: Vec<Pos2> = selected.into_iter().chain(lit).filter_map(|word| self.screen.get(word).copied()).collect();
        let rects = corners.map(|corner| Rect::from_min_size(corner, size));
        let clear = |rect: &&Rect| {
            let taken =
                [self.legend.rect, self.bars, self.caption_rect].into_iter().flatten().any(|other| other.intersects(**rect));
            !taken && !words.iter().any(|at| rect.contains(*at))
        };
        *rects.iter().find(clear).unwrap_or(&rects[0])
    }

    /// Magnification of the view relative to the fit.
    fn zoom(&self) -> f32 {
        match (&self.mapping.lens, self.fitted(self.mapping.rect, MARGIN)) {
            (Lens::Flat(view), Lens::Flat(fitted)) => (fitted.scale[0] / view.scale[0]) as f32,
            (Lens::Deep(orbit), Lens::Deep(fitted)) => (fitted.distance / orbit.distance) as f32,
            _ => 1.0,
        }
    }

    /// Camera view that shows all words in a rectangle.
    fn fitted(&self, rect: Rect, margin: f64) -> Lens {
        match self.mapping.lens {
            Lens::Flat(_) => Lens::Flat(View::fit(&self.camera.home(), rect.size(), !self.mapping.plane.upright)),
            Lens::Deep(_) => Lens::Deep(self.camera.fitted_orbit(rect, margin)),
        }
    }

    fn overview_words(&mut self, frame: &PictureFrame<'_>, whole: &ScreenMapping) -> Shape {
        let stride = self.word_style.order.len().div_ceil(WORDS).max(1);
        let words: Vec<usize> = self.word_style.order.iter().step_by(stride).map(|word| *word as usize).collect();
        let at: Vec<Pos2> = words.iter().map(|&word| whole.see(whole.plane.word(word))).collect();
        let marks: Vec<Mark> = words.iter().map(|&word| Mark { radius: 1.1, ..self.word_style.marks[word] }).collect();
        let order: Vec<u32> = (0..words.len() as u32).collect();
        let near = |_| Distance { grow: 1.0, opacity: 190 };
        self.marks.draw(frame.ctx, MarkMesh::Overview, whole.rect, (&at, &marks, &order), near)
    }

    /// Corners of the field's visible part on the overview map.
    fn part_in_sight(&self, whole: &ScreenMapping) -> Option<[Pos2; 4]> {
        let corners = match &self.mapping.lens {
            Lens::Flat(view) => {
                let seen = view.extent(self.mapping.rect.size());
                let ([l, b], [r, t]) = (seen.min, seen.max);
                [[l, b, 0.0], [r, b, 0.0], [r, t, 0.0], [l, t, 0.0]]
            }
            Lens::Deep(orbit) => in_sight(orbit, self.mapping.rect),
        };
        let corners = corners.map(|corner| whole.see(corner.map(|x| x as f32)));
        corners.iter().all(|corner| corner.x.is_finite()).then_some(corners)
    }

    /// Moves the view to the clicked position on the overview map.
    fn go(&mut self, response: &Response, whole: &ScreenMapping) {
        let Some(pointer) = response.interact_pointer_pos().filter(|_| response.clicked() || response.dragged()) else { return };
        match (&self.mapping.lens, &whole.lens) {
            (Lens::Flat(_), Lens::Flat(fitted)) => {
                let [x, y] = fitted.to_plane(whole.rect, pointer);
                self.camera.look_at([x, y, 0.0]);
            }
            (Lens::Deep(orbit), Lens::Deep(fitted)) => {
                // The move keeps the distance from the camera.
                let [.., back] = orbit.directions();
                let depth = dot(along(orbit.target, -1.0, fitted.target), back);
                self.camera.look_at(along(fitted.under(whole.rect, pointer), depth, back));
            }
            _ => {}
        }
        response.ctx.request_repaint();
    }
}
