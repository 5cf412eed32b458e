//! Document marks at the mean positions of their words, in colour and marker of their class.
//! Marks of training documents are filled, all others hollow. Documents that a one-class SMM rejects have a rim.
//!
//! Cost: one square a training document and two any other, one more with a rim, 12 ns each. Memory: 150 bytes a document.

use std::sync::Arc;

use egui::{Color32, Context, Pos2, Rect, Shape, Stroke};

use crate::{
    field::{
        HOVER_RADIUS,
        camera::lens::ScreenMapping,
        input::nearest::nearest,
        layers::{
            colours,
            depth::{DepthFade, sorted},
            marks::{Distance, Mark, MarkMesh, Marks},
            plane::{PictureFrame, Theme},
        },
        placement::documents::DocumentPlaces,
    },
    palette::{class_shape, mark_color},
};
use wordfield_core::corpus::Dataset;
use wordfield_state::{Basis, Focus, Layer, Members, Same, explain::Part};

/// Opacity of word marks, out of 255, while documents are drawn.
pub(crate) const WORDS_BEHIND: u8 = 60;
/// Opacity of a document mark, from 0 to 1.
const OPACITY: f32 = 0.8;
/// Opacity of documents outside the selection and of muted classes, from 0 to 1.
const DIM: f32 = 0.1;
/// Radius of the hole in a hollow document mark, relative to the mark's radius.
const HOLE: f32 = 0.55;
/// Width of the rim around a rejected document's mark, in points.
const RIM: f32 = 1.0;
/// Squares of a document's mark: the mark, its hole, its rim.
const SQUARES: usize = 3;

/// Inputs that determine the appearance of the documents.
#[derive(Clone, Copy)]
pub(crate) struct DocumentLook<'a> {
    pub dataset: &'a Arc<Dataset>,
    pub basis: &'a Basis,
    pub selection: &'a Focus,
    /// Muted classes, whose documents are dimmed.
    pub muted: &'a Members,
    /// Documents of the current selection; all others are dimmed.
    pub lit: Option<&'a Arc<Members>>,
    /// Documents that the drawn one-class SMM rejects.
    pub rejected: Option<&'a Arc<Members>>,
    /// Position of each document on the scale of the column that colours show.
    pub values: Option<&'a Arc<Vec<f32>>>,
    pub theme: Theme,
}

/// Inputs from which the document marks were computed, as a key.
#[derive(PartialEq)]
struct Key {
    dataset: Same<Dataset>,
    muted: Members,
    selection: Focus,
    lit: Option<Same<Members>>,
    rejected: Option<Same<Members>>,
    values: Option<Same<Vec<f32>>>,
    paper: Color32,
}

/// Marks of the documents, with their positions in the last frame.
#[derive(Default)]
pub(crate) struct DocumentMarks {
    places: DocumentPlaces,
    key: Option<Key>,
    /// Mark of each document, followed by the hole and then by the rim of each document's mark (3n).
    marks: Vec<Mark>,
    /// Indices of the documents in drawing order, dimmed ones first.
    order: Vec<u32>,
    /// Number of dimmed documents, which are drawn first.
    back: usize,
    /// Whether each document's mark is hollow (n).
    hollow: Vec<bool>,
    /// Whether each document's mark has a rim (n).
    rimmed: Vec<bool>,
    /// Screen positions of marks, holes and rims, empty while no document is drawn (3n).
    screen: Vec<Pos2>,
    /// Distances of the documents from the camera in space (n).
    depths: Vec<f32>,
}

impl DocumentMarks {
    /// Updates the positions and the appearance of the document marks.
    pub(crate) fn update(&mut self, frame: &PictureFrame<'_>, mapping: &ScreenMapping, still: bool) {
        let PictureFrame { ctx, scene, selection, muted, lit_documents: lit, theme, .. } = *frame;
        let Some(dataset) = scene.dataset.as_ref().filter(|_| frame.layers.shows(Layer::Documents)) else {
            self.screen.clear();
            return;
        };
        self.places.update(ctx, &mapping.plane, dataset, still);
        let rejected = scene.novelty_in(frame.layers).map(|found| &found.rejected);
        let values = scene.basis.column_colours(frame.layers).map(|colours| &colours.documents);
        self.apply_look(&DocumentLook { dataset, basis: &scene.basis, selection, muted, lit, rejected, values, theme });
        mapping.points(self.places.of(dataset).iter().copied(), &mut self.screen, &mut self.depths);
        self.repeat();
    }

    /// Repeats the documents' screen positions for their holes and rims.
    fn repeat(&mut self) {
        let documents = self.screen.len();
        (1..SQUARES).for_each(|_| self.screen.extend_from_within(..documents));
    }

    /// Updates the appearance of the marks, and the documents' screen positions, which are not finite for hidden documents.
    pub(crate) fn update_at(&mut self, look: &DocumentLook<'_>, screen: impl IntoIterator<Item = Pos2>) {
        self.apply_look(look);
        self.screen.clear();
        self.screen.extend(screen);
        self.repeat();
    }

    fn apply_look(&mut self, look: &DocumentLook<'_>) {
        let DocumentLook { dataset, selection, muted, lit, rejected, values, theme, .. } = *look;
        let (muted, lit, rejected) = (muted.clone(), lit.map(Same::of), rejected.map(Same::of));
        let values = values.map(Same::of);
        let key = Key { dataset: Same::of(dataset), muted, selection: *selection, lit, rejected, values, paper: theme.paper };
        if self.key.as_ref() != Some(&key) {
            self.paint(look);
            self.key = Some(key);
        }
    }

    fn paint(&mut self, look: &DocumentLook<'_>) {
        let DocumentLook { dataset, basis, selection, muted, lit, rejected, values, theme } = *look;
        let documents = dataset.corpus.len();
        let class = |document: usize| dataset.label(document);
        let dimmed = |document: usize| {
            let other = matches!(selection, Focus::Class(of) if class(document) != Some(*of));
            let muted = class(document).is_some_and(|class| muted.contains(class));
            other || muted || lit.is_some_and(|lit| !lit.contains(document))
        };
        let rimmed = |document: usize| rejected.is_some_and(|rejected| rejected.contains(document));
        // The rim does not shine through a mark.
        let opaque = |document: usize, color: Color32| {
            if rimmed(document) && !dimmed(document) { theme.paper.blend(color) } else { color }
        };
        let radius = (4.0 * (1000.0 / documents.max(1) as f32).powf(0.17)).clamp(2.0, 4.2);
        let color = |document: usize| match values {
            Some(values) => values.get(document).filter(|place| place.is_finite()).map(|&place| mark_color(place, theme.dark)),
            None => class(document).map(|class| colours::class_color_of(basis, class, theme.dark)),
        };
        let mark = |document: usize| {
            let color = color(document).unwrap_or(theme.ink.gamma_multiply(0.5)).gamma_multiply(if dimmed(document) {
                DIM
            } else {
                OPACITY
            });
            // Documents coloured by a column have one shape, as colours no longer show the class.
            let shape = class(document).filter(|_| values.is_none()).map_or(0, class_shape) as u8;
            Mark { color: opaque(document, color), radius, shape }
        };
        self.marks = (0..documents).map(mark).collect();
        let hole = |document: usize| Mark {
            color: theme.paper.gamma_multiply(if dimmed(document) { DIM } else { 1.0 }),
            radius: HOLE * radius,
            ..self.marks[document]
        };
        let rim = |document: usize| Mark {
            color: theme.ink.gamma_multiply(if dimmed(document) { DIM } else { 1.0 }),
            radius: radius + RIM,
            ..self.marks[document]
        };
        let further: Vec<Mark> = (0..documents).map(hole).chain((0..documents).map(rim)).collect();
        self.marks.extend(further);
        self.rimmed = (0..documents).map(rimmed).collect();
        self.hollow = basis.parts.iter().map(|part| *part != Some(Part::Train)).collect();
        // Files list their classes one after another: in a shuffled drawing order no class covers the others.
        self.order = (0..documents as u32).collect();
        self.order.sort_by_key(|document| (!dimmed(*document as usize), document.wrapping_mul(2_654_435_761)));
        self.back = (0..documents).filter(|&document| dimmed(document)).count();
    }

    /// Draws the marks of all documents with a position in a rectangle; none until positions are known.
    pub(crate) fn draw(
        &self,
        (ctx, area): (&Context, Rect),
        marks: &mut Marks,
        grow: f32,
        haze: Option<&DepthFade>,
    ) -> Option<Shape> {
        let documents = self.screen.len() / SQUARES;
        if documents == 0 {
            return None;
        }
        let mut order = Vec::with_capacity(2 * documents);
        match haze {
            Some(haze) => sorted(&self.depths, &self.order, haze, 2, |place, _| usize::from(place >= self.back), &mut order),
            None => order.clone_from(&self.order),
        }
        let is = |all: &[bool], document: u32| all.get(document as usize).is_some_and(|is| *is);
        let squares_of = |document: u32| {
            let [hole, rim] = [1, 2].map(|square| document + square * documents as u32);
            let (hollow, rimmed) = (is(&self.hollow, document), is(&self.rimmed, document));
            [rimmed.then_some(rim), Some(document), hollow.then_some(hole)].into_iter().flatten()
        };
        let squares: Vec<u32> = order.into_iter().flat_map(squares_of).collect();
        let near = Distance { grow, opacity: u8::MAX };
        let distance = |square: u32| haze.map_or(near, |haze| haze.distance(self.depths[square as usize % documents], grow));
        Some(marks.draw(ctx, MarkMesh::Documents, area, (&self.screen, &self.marks, &squares), distance))
    }

    /// Draws a ring around a document's mark.
    pub(crate) fn ring(&self, document: usize, theme: Theme, shapes: &mut Vec<Shape>) {
        if let Some(at) = self.screen_of(document) {
            shapes.push(Shape::circle_stroke(at, 7.0, Stroke::new(4.0, theme.paper.gamma_multiply(0.8))));
            shapes.push(Shape::circle_stroke(at, 7.0, Stroke::new(2.0, theme.ink)));
        }
    }

    /// Screen position of a document's mark, if it is drawn.
    pub(crate) fn screen_of(&self, document: usize) -> Option<Pos2> {
        self.screen[..self.screen.len() / SQUARES].get(document).copied().filter(|at| at.is_finite())
    }

    /// Document at a screen position, with the position of its mark.
    pub(crate) fn under(&self, pointer: Pos2) -> Option<(usize, Pos2)> {
        let documents = self.screen.len() / SQUARES;
        let document = nearest(&self.screen[..documents], &self.depths, pointer, HOVER_RADIUS)?;
        Some((document, self.screen[document]))
    }
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;
    use wordfield_core::corpus::Builtin;
    use wordfield_testing::built_in;

    #[test]
    fn a_rejected_document_has_one_more_square_beneath_its_mark() {
        let (dataset, ctx) = (Arc::new(built_in(Builtin::Topics)), Context::default());
        let (basis, documents) = (Basis::new(&dataset), dataset.corpus.len());
        let theme = Theme { dark: false, ink: Color32::BLACK, paper: Color32::WHITE, text: 12.0 };
        let area = Rect::from_min_max(pos2(0.0, 0.0), pos2(1000.0, 1000.0));
        let squares = |rejected: Option<&Arc<Members>>| {
            let (selection, muted) = (&Focus::None, &Members::NONE);
            let look =
                DocumentLook { dataset: &dataset, basis: &basis, selection, muted, lit: None, rejected, values: None, theme };
            let mut marks = DocumentMarks::default();
            marks.update_at(&look, (0..documents).map(|document| pos2(document as f32, 5.0)));
            assert!(marks.under(pos2(7.0, 5.0)).is_some_and(|(found, _)| found == 7), "rims are not hit");
            match marks.draw((&ctx, area), &mut Marks::default(), 1.0, None) {
                Some(Shape::Mesh(mesh)) => mesh.vertices.chunks(4).map(|square| (square[0].pos.x, square[1].pos.x)).collect(),
                _ => Vec::new(),
            }
        };
        let (plain, rimmed) = (squares(None), squares(Some(&Arc::new(Members::of(documents, [3, 7])))));
        assert_eq!(rimmed.len(), plain.len() + 2);
        for centre in [3.0, 7.0] {
            let own = |all: &[(f32, f32)]| -> Vec<f32> {
                let of = |(left, right): &&(f32, f32)| (0.5 * (left + right) - centre).abs() < 1e-3;
                all.iter().filter(of).map(|(left, right)| right - left).collect()
            };
            let (before, after) = (own(&plain), own(&rimmed));
            assert!(after[1..] == before[..] && after[0] > before[0], "the rim is wider and drawn first: {after:?}");
        }
    }
}
