//! Word field in space: axes box, class ellipsoids, slice of the field, and words from back to front.
//! Layers above the words are the same in space as in the plane.

use egui::{Color32, Mesh, Pos2, Rect, Shape, Stroke, TextureId, pos2};

use crate::field::{
    WordField,
    background::{
        Cut, Densities, DrawnField,
        contour_lines::Line,
        ellipsoid::{Shell, shell_shapes},
        many_classes::{levels, unmuted},
    },
    camera::{MARGIN, lens::Lens, orbit::Orbit, view::Extent},
    layers::{
        axes_box::AxesBox,
        colours,
        depth::{DepthFade, sorted},
        documents::WORDS_BEHIND,
        marks::{Distance, MarkMesh},
        overlay::{emphasis, field_lines, line_color, line_shapes},
        plane::{PictureFrame, growth},
    },
};
use wordfield_state::{Focus, Layer};

/// Maximum number of classes whose ellipsoids are drawn with the ellipses through their axes.
const MAX_WIRED_CLASSES: usize = 6;
/// Number of cells on each side of the slice's mesh, for perspective-correct texturing.
const CELLS: usize = 16;
/// Opacity of the slice, out of 255.
const SLICE_OPACITY: u8 = 180;
/// Relative depth up to which words in space have labels.
const NAMED: f32 = 0.56;

impl WordField {
    /// Shapes of all layers of the word field in space.
    pub(in crate::field) fn deep_shapes(&mut self, frame: &PictureFrame<'_>, orbit: &Orbit) -> Vec<Shape> {
        let PictureFrame { ctx, rect, scene, layers, selection, muted, theme, .. } = *frame;
        self.look(frame, Lens::Deep(*orbit), Extent::UNIT);
        let room = self.camera.room();
        let zoom = (self.camera.fitted_orbit(rect, MARGIN).distance / orbit.distance) as f32;
        let (grow, haze) = (growth(zoom), DepthFade::new(orbit, &room));
        let mut shapes = Vec::new();
        let drawn = AxesBox { room: &room, orbit, rect, ink: theme.ink, text: theme.text };
        drawn.shapes(ctx, &self.mapping.plane, &mut shapes);
        if let (true, Densities::Shells(shells)) = (layers.shows(Layer::Contours), &self.background.densities) {
            let (classes, pointed) = (unmuted(shells.len(), muted), self.pointed_class(frame));
            for (class, shell) in shells.iter().enumerate() {
                let emphasised = *selection == Focus::Class(class) || pointed == Some(class);
                let drawn = !muted.contains(class) && !levels(classes, emphasised).is_empty();
                let Some(shell) = shell.as_ref().filter(|_| drawn) else { continue };
                let color = colours::class(scene, scene.class_of_density(class), theme.dark);
                shell_shapes(shell, shell_look(class, color, shells.len(), selection), orbit, rect, &mut shapes);
            }
        }
        let field = self.background.field.as_ref().filter(|_| layers.shows(Layer::Field));
        let cut = field.and_then(|field| field.cut);
        let style = &self.word_style;
        let mut behind = 0;
        if layers.shows(Layer::Words) {
            // Dimmed words come first, on either side of the slice.
            let plane = &self.mapping.plane;
            let front = |word: u32| cut.is_none_or(|cut| is_before(&cut, orbit, plane.word(word as usize)));
            let group = |place: usize, word: u32| 2 * usize::from(front(word)) + usize::from(place >= style.back);
            sorted(&self.depths, &style.order, &haze, 4, group, &mut self.order);
            behind = if cut.is_some() { self.order.partition_point(|&word| !front(word)) } else { 0 };
        }
        let behind_documents = layers.shows(Layer::Documents);
        let distance = |word: u32| {
            let Distance { grow, opacity } = haze.distance(self.depths[word as usize], grow);
            Distance { grow, opacity: if behind_documents { opacity.min(WORDS_BEHIND) } else { opacity } }
        };
        let (far, near) = self.order.split_at(behind.min(self.order.len()));
        if layers.shows(Layer::Words) && !far.is_empty() {
            let words = (&self.screen[..], &style.marks[..], far);
            shapes.push(self.marks.draw(ctx, MarkMesh::Behind, rect, words, distance));
        }
        if let (Some(field), Some(cut)) = (field, cut) {
            slice_shapes(field, &cut, orbit, rect, theme.dark, &mut shapes);
        }
        if layers.shows(Layer::Words) {
            let words = (&self.screen[..], &style.marks[..], near);
            shapes.push(self.marks.draw(ctx, MarkMesh::Words, rect, words, distance));
        }
        shapes.extend(self.documents.draw((ctx, rect), &mut self.marks, grow, Some(&haze)));
        self.name_classes(frame, &mut shapes);
        self.over(frame, (zoom, grow), haze.depth(NAMED), &mut shapes);
        shapes
    }

    /// Text with the position of the drawn slice, for the caption.
    pub(in crate::field) fn slice_text(&self) -> Option<String> {
        let cut = self.background.field.as_ref()?.cut?;
        Some(format!(" on the slice {} = {:.2}", self.mapping.plane.name(cut.across), cut.place))
    }
}

/// Whether a word is in front of the slice, on the camera's side.
fn is_before(cut: &Cut, orbit: &Orbit, word: [f32; 3]) -> bool {
    (f64::from(word[cut.across]) > cut.place) == (orbit.eye()[cut.across] > cut.place)
}

fn shell_look(class: usize, color: Color32, classes: usize, selection: &Focus) -> Shell {
    let (selected, others) = emphasis(selection, class);
    let opacity = if others { 0.3 } else { 0.85 };
    Shell {
        color,
        opacity,
        width: if selected { 2.2 } else { 1.4 },
        wires: selected || (classes <= MAX_WIRED_CLASSES && !others),
    }
}

/// Appends the image of the field on the slice, its border and its contour lines to `shapes`.
fn slice_shapes(field: &DrawnField, cut: &Cut, orbit: &Orbit, rect: Rect, dark: bool, shapes: &mut Vec<Shape>) {
    let see = orbit.on_screen(rect);
    let place = |at: [f32; 2]| see(cut.point(at)).0;
    shapes.push(Shape::mesh(pane(field.texture.id(), &field.picture.extent, place)));
    let ([l, b], [r, t]) = (field.picture.extent.min.map(|x| x as f32), field.picture.extent.max.map(|x| x as f32));
    let rim = Line { points: vec![[l, b], [r, b], [r, t], [l, t]], closed: true };
    line_shapes(std::slice::from_ref(&rim), place, Stroke::new(1.0, line_color(dark).gamma_multiply(0.5)), shapes);
    field_lines(&field.picture, place, dark, shapes);
}

/// Mesh of a textured plane in space, subdivided for perspective.
fn pane(texture: TextureId, extent: &Extent, place: impl Fn([f32; 2]) -> Pos2) -> Mesh {
    let mut mesh = Mesh::with_texture(texture);
    let [width, height] = extent.size();
    let share = |step: usize| step as f32 / CELLS as f32;
    for row in 0..=CELLS {
        for column in 0..=CELLS {
            let at = [extent.min[0] as f32 + share(column) * width as f32, extent.min[1] as f32 + share(row) * height as f32];
            let vertex = egui::epaint::Vertex {
                pos: place(at),
                uv: pos2(share(column), 1.0 - share(row)),
                color: Color32::from_white_alpha(SLICE_OPACITY),
            };
            mesh.vertices.push(vertex);
        }
    }
    for row in 0..CELLS {
        for column in 0..CELLS {
            let first = row * (CELLS + 1) + column;
            let corners = [first, first + 1, first + CELLS + 1, first + CELLS + 2];
            // Cells that reach behind the camera are dropped.
            if corners.iter().all(|&corner| mesh.vertices[corner].pos.x.is_finite()) {
                let [a, b, c, d] = corners.map(|corner| corner as u32);
                mesh.add_triangle(a, b, c);
                mesh.add_triangle(b, c, d);
            }
        }
    }
    for vertex in mesh.vertices.iter_mut().filter(|vertex| !vertex.pos.x.is_finite()) {
        vertex.pos = Pos2::ZERO;
    }
    mesh
}

/// Corners of the visible rectangle at the depth of the target, for the overview map.
pub(crate) fn in_sight(orbit: &Orbit, rect: Rect) -> [[f64; 3]; 4] {
    [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()].map(|corner| orbit.under(rect, corner))
}
