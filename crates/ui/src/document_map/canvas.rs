//! Picture of the document map: marks of documents, labels of words, legend, caption; pointer and keys.

use std::sync::Arc;

use egui::{
    CursorIcon, FontId, Galley, Key, PointerButton, PopupAnchor, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Tooltip, Ui,
    Vec2, WidgetInfo, pos2, vec2,
};

use ndarray::Array2;

use super::NAME;
use crate::{
    camera::{Camera, Extent},
    colour_bar::{in_corner, of_marks, width_in},
    field::{
        DocumentLook, DocumentMarks, Gesture, LabelFrame, Labels, Marks, Pointer, Theme, class_color_of, clicked_document,
        describe_document, nearest,
    },
    focus,
    palette::class_shape,
    style::TEXT,
    widgets::picture_caption,
};
use wordfield_core::corpus::Dataset;
use wordfield_output::figure::LegendPlace;
use wordfield_state::{Action, Basis, Choose, DocumentMap, Focus, Look, Same, SelectionSet, Workspace};

/// Maximum distance between the pointer and the word that it selects, in points.
const REACHED: f32 = 8.0;
/// Radius of a word's mark on the document map, in points.
const WORD: f32 = 1.4;
/// Maximum number of classes in a legend inside the document map.
const LEGEND: usize = 12;

/// Distance between the document map and a legend at its right, in points.
const BESIDE: f32 = 5.0;

/// Picture of the document map and its camera.
#[derive(Default)]
pub(super) struct Canvas {
    camera: Camera,
    labels: Labels,
    documents: DocumentMarks,
    marks: Marks,
    gesture: Gesture,
    prepared: Option<Prepared>,
    /// Screen positions of the drawn documents, in points.
    places: Vec<Pos2>,
    /// Screen positions of the one-word documents, in points.
    words: Vec<Pos2>,
    /// Distances of the documents from the camera; empty on a plane.
    depths: Vec<f32>,
    /// Index of each document (n) among the drawn documents; `None` if it is not drawn.
    place_of: Vec<Option<u32>>,
}

/// Document map prepared for drawing, with the texts and scaled coordinates of its words.
struct Prepared {
    map: Same<DocumentMap>,
    extent: Extent,
    words_at: Array2<f32>,
    texts: Vec<String>,
    ranked: Vec<u32>,
}

impl Prepared {
    fn of(map: &Arc<DocumentMap>, dataset: &Dataset) -> Self {
        Self {
            map: Same::of(map),
            extent: Extent::of(&map.at),
            words_at: map.words_at.mapv(|value| value * map.words_scale),
            texts: map.words.iter().map(|&word| dataset.words[word].clone()).collect(),
            ranked: (0..map.words.len() as u32).collect(),
        }
    }
}

/// Rows of the document map's legend: the classes, and the meaning of hollow marks.
struct LegendRows {
    rows: Vec<Arc<Galley>>,
    /// Number of legend rows for classes, which come first.
    classes: usize,
    /// Height of a legend row in points.
    row: f32,
    size: Vec2,
}

impl LegendRows {
    /// Rows of the legend at a position; many classes are listed only in a column next to the picture.
    /// `rims`: whether rejected documents have a rim.
    /// `by_class`: whether colours show classes, and not a column.
    fn of(
        ui: &Ui,
        (map, basis): (&DocumentMap, &Basis),
        (place, beside): (LegendPlace, bool),
        (by_class, rims): (bool, bool),
    ) -> Self {
        let (font, ink) = (FontId::proportional(TEXT[0]), ui.visuals().text_color());
        let named = by_class && (beside || basis.class_names.len() <= LEGEND);
        let classes = if named { &basis.class_names[..] } else { &[] };
        let parts = if map.key.part.is_none() { &["filled: training", "hollow: other parts"][..] } else { &[] };
        let rims = rims.then_some("rim: rejected as novel");
        let texts = classes.iter().map(String::as_str).chain(parts.iter().copied()).chain(rims);
        let texts = texts.filter(|_| place != LegendPlace::None);
        let rows: Vec<_> = texts.map(|text| ui.painter().layout_no_wrap(text.to_owned(), font.clone(), ink)).collect();
        let row = 1.4 * font.size;
        let widest = rows.iter().map(|galley| galley.size().x).fold(0.0, f32::max) + row;
        let size = vec2(widest + 10.0, rows.len() as f32 * row + 6.0);
        Self { rows, classes: classes.len(), row, size }
    }

    /// Corner of the legend inside the document map.
    fn corner(&self, picture: Rect) -> Pos2 {
        pos2(picture.max.x - self.size.x - 5.0, picture.min.y + 5.0)
    }
}

/// Inputs for drawing one frame of the document map.
#[derive(Clone, Copy)]
struct Frame<'a> {
    workspace: &'a Workspace,
    map: &'a DocumentMap,
    dataset: &'a Arc<Dataset>,
    basis: &'a Basis,
    theme: Theme,
    rect: Rect,
}

impl Canvas {
    /// Draws the document map into the remaining space, with the legend in a corner or in a column at the right.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        workspace: &Workspace,
        (map, place): (&Arc<DocumentMap>, LegendPlace),
        actions: &mut Vec<Action>,
    ) {
        let (Some(dataset), Some(basis)) = (&workspace.corpus.dataset, &workspace.corpus.basis) else { return };
        let all = ui.available_rect_before_wrap();
        let colours = basis.column_colours(&workspace.choices.layers);
        let beside = place.is_beside(colours.is_none() && basis.class_names.len() > LEGEND);
        let means = (colours.is_none(), workspace.novelty().is_some());
        let legend = LegendRows::of(ui, (map, basis), (place, beside), means);
        let rect = if beside { all.with_max_x(all.max.x - legend.size.x - BESIDE) } else { all };
        let response = ui.allocate_rect(rect, Sense::click_and_drag());
        let caption = map.caption(workspace.document_map.look.words);
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, format!("{NAME}: {caption}")));
        if self.prepared.as_ref().is_none_or(|prepared| prepared.map != Same::of(map)) {
            self.prepared = Some(Prepared::of(map, dataset));
            self.place_of = vec![None; dataset.corpus.len()];
            for (place, &document) in (0..).zip(&map.documents) {
                self.place_of[document] = Some(place);
            }
        }
        let frame = Frame { workspace, map, dataset, basis, theme: Theme::of(ui), rect };
        self.encircle(&frame, &response, actions);
        if self.gesture.outline.is_none() {
            self.camera.steer(ui, &response, false);
        }
        self.place(&frame);
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, 0.0, frame.theme.paper);
        let under = response.hover_pos().filter(|_| !response.dragged()).and_then(|at| self.documents.under(at));
        painter.extend(self.partner_lines(&frame, under.map(|(document, _)| document)));
        painter.extend(self.documents.draw((ui.ctx(), rect), &mut self.marks, 1.0, None));
        let mut shapes = Vec::new();
        if let Focus::Document(document) = workspace.choices.focus {
            self.documents.ring(document, frame.theme, &mut shapes);
        }
        painter.extend(shapes);
        let caption = picture_caption(ui, rect, &caption);
        let bar = colours.zip(width_in(rect)).filter(|_| place != LegendPlace::None).map_or(Rect::NOTHING, |(colours, width)| {
            in_corner(ui, rect, width, |ui| of_marks(ui, ("documents", &colours.scale), false, width))
        });
        let corner = if beside { pos2(all.max.x - legend.size.x, all.min.y + BESIDE) } else { legend.corner(rect) };
        let below = if beside { 0.0 } else { bar.height().max(0.0) };
        let legend = self.legend(ui, &frame, legend, corner + vec2(0.0, below));
        if workspace.document_map.look.words {
            self.word_labels(ui, &frame, &[caption, legend, bar]);
        }
        if let Some(outline) = self.gesture.outline() {
            outline.draw(&painter, frame.theme.ink);
        }
        focus::frame(&painter, &response, 0.0);
        self.hover_and_click(ui, &frame, &response, under, actions);
    }

    /// Selects documents by a rectangle or lasso on the document map.
    fn encircle(&mut self, frame: &Frame<'_>, response: &Response, actions: &mut Vec<Action>) {
        let tool = frame.workspace.choices.tool;
        if let Some((how, inside)) = self.gesture.frame(tool, &Pointer::over(response), &self.places) {
            let documents = inside.into_iter().filter_map(|place| frame.map.documents.get(place).copied());
            let set = SelectionSet::documents(frame.dataset.corpus.len(), documents);
            actions.push(Action::Choose(Choose::Region(how, set)));
        }
    }

    /// Updates the screen positions and the appearance of the documents on the map.
    fn place(&mut self, frame: &Frame<'_>) {
        let Some(prepared) = &self.prepared else { return };
        let Frame { workspace, map, dataset, basis, theme, rect } = *frame;
        self.camera.place(rect, &prepared.extent, &map.at, &mut self.places, &mut self.depths);
        self.camera.place(rect, &prepared.extent, &prepared.words_at, &mut self.words, &mut self.depths);
        let at = |place: &Option<u32>| place.map_or(pos2(f32::NAN, f32::NAN), |place| self.places[place as usize]);
        let screen = self.place_of.iter().map(at);
        let (selection, muted, lit) = (&workspace.choices.focus, &workspace.choices.muted, workspace.lit_documents());
        let rejected = workspace.novelty().map(|found| &found.rejected);
        let values = basis.column_colours(&workspace.choices.layers).map(|colours| &colours.documents);
        self.documents.update_at(&DocumentLook { dataset, basis, selection, muted, lit, rejected, values, theme }, screen);
    }

    /// Lines from the hovered and the inspected document to their partners.
    fn partner_lines(&self, frame: &Frame<'_>, under: Option<usize>) -> Vec<Shape> {
        let inspected = if let Focus::Document(document) = frame.workspace.choices.focus { Some(document) } else { None };
        let stroke = Stroke::new(1.5, frame.theme.ink.gamma_multiply(0.7));
        let line = |document: usize| {
            let ends = [self.documents.screen_of(document)?, self.documents.screen_of(frame.dataset.corpus.partner(document)?)?];
            Some(Shape::line_segment(ends, stroke))
        };
        under.into_iter().chain(inspected).filter_map(line).collect()
    }

    /// Draws marks and labels of the map's words, in the colours of their classes; selected words come before others.
    fn word_labels(&mut self, ui: &Ui, frame: &Frame<'_>, blocked: &[Rect]) {
        let Some(prepared) = &self.prepared else { return };
        let Frame { workspace, map, basis, theme, rect, .. } = *frame;
        let lit = workspace.lit();
        let is_by_class = basis.column_colours(&workspace.choices.layers).is_none();
        // Words have the colours of classes only where documents have them.
        let color = |place: usize| match workspace.class_of_word(map.words[place]) {
            Some(class) if is_by_class => class_color_of(basis, class, theme.dark),
            _ => theme.ink,
        };
        let dimmed = |place: usize| lit.is_some_and(|lit| !lit.contains(map.words[place]));
        let painter = ui.painter_at(rect);
        let mark = |place: usize| {
            Shape::circle_filled(self.words[place], WORD, color(place).gamma_multiply(if dimmed(place) { 0.2 } else { 0.6 }))
        };
        painter.extend((0..self.words.len()).map(mark));
        let focus = if let Focus::Word(word) = workspace.choices.focus { Some(word) } else { None };
        let forced: Vec<usize> = focus.and_then(|word| map.words.iter().position(|&known| known == word)).into_iter().collect();
        let labels = LabelFrame {
            area: rect,
            blocked,
            at: &self.words,
            words: &prepared.texts,
            ranked: &prepared.ranked,
            zoom: self.camera.zoom,
            forced: &forced,
            preferred: &[],
            gap: WORD + 2.0,
            text: TEXT[0] + 0.5,
            background: theme.paper,
            depths: (&[], 0.0),
            field: false,
        };
        let mut shapes = Vec::new();
        self.labels.draw(ui.ctx(), &labels, |place| (color(place), dimmed(place)), &mut shapes);
        painter.extend(shapes);
    }

    /// Draws the legend of the document map; returns its rectangle.
    fn legend(&mut self, ui: &Ui, frame: &Frame<'_>, legend: LegendRows, corner: Pos2) -> Rect {
        let area = Rect::from_min_size(corner, legend.size);
        if legend.rows.is_empty() {
            return Rect::NOTHING;
        }
        let (row, ink) = (legend.row, ui.visuals().text_color());
        ui.painter().rect_filled(area, 3.0, frame.theme.paper.gamma_multiply(0.88));
        for (place, galley) in legend.rows.into_iter().enumerate() {
            let at = area.min + vec2(3.0, 3.0 + place as f32 * row);
            if place < legend.classes {
                let square = Rect::from_center_size(at + vec2(0.4 * row, 0.5 * row), vec2(0.75 * row, 0.75 * row));
                let color = class_color_of(frame.basis, place, frame.theme.dark);
                ui.painter().add(self.marks.single(ui.ctx(), square, class_shape(place), color));
            }
            ui.painter().galley(at + vec2(row, 0.5 * (row - galley.size().y)), galley, ink);
        }
        area
    }

    /// Draws the tooltip of the hovered document or word. A click inspects it; Enter inspects the next document.
    fn hover_and_click(
        &self,
        ui: &Ui,
        frame: &Frame<'_>,
        response: &Response,
        under: Option<(usize, Pos2)>,
        actions: &mut Vec<Action>,
    ) {
        let Frame { workspace, map, dataset, basis, theme, rect } = *frame;
        if let Some((document, at)) = under {
            ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
            ui.painter_at(rect).circle_stroke(at, 6.0, (1.5, theme.ink));
            Tooltip::always_open(ui.ctx().clone(), response.layer_id, response.id, PopupAnchor::Pointer).gap(14.0).show(|ui| {
                describe_document(ui, (basis, dataset), document);
                let near = map.place(document).map(|place| &map.nearest_words[place]).filter(|near| !near.is_empty());
                if let Some(near) = near {
                    let words: Vec<&str> = near.iter().map(|&word| dataset.words[word].as_str()).collect();
                    ui.label(format!("nearest of {} drawn words: {}", map.words.len(), words.join(", ")));
                }
            });
            actions.extend(clicked_document(response, dataset.corpus.len(), document));
        } else if response.clicked_by(PointerButton::Primary) && !response.double_clicked() && response.hover_pos().is_some() {
            let words = if workspace.document_map.look.words { &self.words[..] } else { &[] };
            let word = response.interact_pointer_pos().and_then(|at| nearest(words, &[], at, REACHED));
            actions.push(Action::Look(Look::Select(word.map_or(Focus::None, |place| Focus::Word(map.words[place])))));
        }
        if response.has_focus() && ui.input(|input| input.key_pressed(Key::Enter)) && !map.documents.is_empty() {
            let now = if let Focus::Document(document) = workspace.choices.focus { map.place(document) } else { None };
            let next = map.documents[now.map_or(0, |now| (now + 1) % map.documents.len())];
            actions.push(Action::Look(Look::Select(Focus::Document(next))));
        }
    }
}
