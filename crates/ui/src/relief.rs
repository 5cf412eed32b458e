//! Surface plot of a function of the plane in a small window over the picture, which can be rotated.
//!
//! Cells are drawn from the farthest to the nearest, so that near hills hide far cells.
//! Cost: one mesh of at most [`CELLS`]² quads a frame; only the direction of view is stored.

use crate::{focus, widgets::remembered};
use egui::{
    Color32, Context, CursorIcon, Id, Mesh, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, Window, vec2,
};

use super::field::Raster;

/// Maximum number of cells on each side of the drawn surface.
const CELLS: usize = 64;
/// Height of the highest point, as a share of the surface's width.
const HEIGHT: f32 = 0.42;
/// Initial direction of view of the surface: yaw and pitch in radians.
const DIRECTION: [f32; 2] = [0.5, 0.65];
/// Lowest and highest pitch of the surface's view, in radians.
const PITCH: [f32; 2] = [0.12, 1.5];
/// Rotation of the surface in radians, per screen point of a drag and per press of an arrow key.
const TURN: (f32, f32) = (0.01, 0.1);

/// Minimum brightness of a surface in a dark window, out of 255.
const LIFT: f32 = 60.0;

/// Surface to draw, given by its values, colours and points.
pub struct Relief<'a> {
    /// Values of the surface on a grid.
    pub raster: &'a Raster,
    /// Colour of each value of the surface, top row first.
    pub colors: &'a [Color32],
    /// Difference of values that is drawn at full height, unless the values differ by more.
    pub extent: f32,
    /// Points on the surface, in the plane of the raster, with their colours.
    pub points: Vec<([f32; 2], Color32)>,
}

/// Draws a window with the surface over the lower right corner of `area`. Returns whether the window remains open.
pub(crate) fn window(ctx: &Context, title: &str, area: Rect, relief: &Relief<'_>) -> bool {
    let size = vec2(400.0_f32.min(0.6 * area.width()), 320.0_f32.min(0.6 * area.height()));
    let mut open = true;
    Window::new(title)
        .id(Id::unique(("relief", title)))
        .open(&mut open)
        .default_size(size)
        .default_pos(area.max - size - vec2(24.0, 48.0))
        .constrain_to(area)
        .show(ctx, |ui| show(ui, title, relief));
    open
}

/// Draws the surface into the remaining space; dragging or the arrow keys rotate it, a double click resets the view.
pub(crate) fn show(ui: &mut Ui, title: &str, relief: &Relief<'_>) -> Response {
    let (rect, response) = ui.allocate_exact_size(ui.available_size().max(Vec2::splat(60.0)), Sense::click_and_drag());
    let direction = remembered(ui, response.id.with("direction"), DIRECTION, |_, direction| turn(&response, direction));
    let name = format!("Surface: {title}; arrows turn it");
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &name));
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 2.0, ui.visuals().extreme_bg_color);
    let view = View::new(rect, direction);
    for side in view.ground() {
        painter.line_segment(side, Stroke::new(1.0, ui.visuals().weak_text_color()));
    }
    let lift = if ui.visuals().dark_mode { LIFT } else { 0.0 };
    painter.add(Shape::mesh(mesh(relief, &view, lift)));
    focus::frame(&painter, &response, 2.0);
    response.on_hover_cursor(CursorIcon::Grab)
}

fn turn(response: &Response, [yaw, pitch]: &mut [f32; 2]) {
    if response.clicked() || response.dragged() {
        response.request_focus();
    }
    let mut by = response.drag_delta() * TURN.0;
    if response.has_focus() {
        by += focus::arrows(response) * TURN.1;
    }
    (*yaw, *pitch) = (*yaw + by.x, (*pitch + by.y).clamp(PITCH[0], PITCH[1]));
    if response.double_clicked() {
        [*yaw, *pitch] = DIRECTION;
    }
}

/// Parallel projection of a surface's box over the unit square to the screen.
struct View {
    centre: Pos2,
    scale: f32,
    yaw: [f32; 2],
    pitch: [f32; 2],
}

impl View {
    fn new(rect: Rect, [yaw, pitch]: [f32; 2]) -> Self {
        // Both the diagonal of the ground and the height of the surface fit in every direction of view.
        let high = std::f32::consts::SQRT_2 * pitch.sin() + HEIGHT * pitch.cos();
        let scale = 0.94 * (rect.width() / std::f32::consts::SQRT_2).min(rect.height() / high);
        let centre = rect.center() + vec2(0.0, 0.5 * HEIGHT * pitch.cos() * scale);
        Self { centre, scale, yaw: [yaw.cos(), yaw.sin()], pitch: [pitch.cos(), pitch.sin()] }
    }

    /// Screen position of a point over the unit square, and its nearness to the viewer.
    fn place(&self, x: f32, y: f32, z: f32) -> (Pos2, f32) {
        let (x, y) = (x - 0.5, y - 0.5);
        let across = self.yaw[0] * x - self.yaw[1] * y;
        let near = -(self.yaw[1] * x + self.yaw[0] * y);
        let at = self.centre + vec2(across, near * self.pitch[1] - z * HEIGHT * self.pitch[0]) * self.scale;
        (at, near)
    }

    /// Edges of the ground below the surface, on the screen.
    fn ground(&self) -> [[Pos2; 2]; 4] {
        let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|[x, y]| self.place(x, y, 0.0).0);
        [0, 1, 2, 3].map(|side| [corners[side], corners[(side + 1) % 4]])
    }
}

/// Mesh of the surface: quads from the farthest to the nearest, each followed by its points.
fn mesh(relief: &Relief<'_>, view: &View, lift: f32) -> Mesh {
    let Raster { grid, values } = relief.raster;
    let stride = grid.columns.max(grid.rows).div_ceil(CELLS).max(1);
    let [columns, rows] = [grid.columns, grid.rows].map(|cells| cells.div_ceil(stride));
    let mut mesh = Mesh::default();
    if columns < 2 || rows < 2 || values.len() != grid.columns * grid.rows || relief.colors.len() != values.len() {
        return mesh;
    }
    let [least, most] = range(values);
    let extent = relief.extent.max(most - least).max(1e-12);
    let height = |value: f32| if value.is_finite() { ((value - least) / extent).clamp(0.0, 1.0) } else { 0.0 };
    let cell =
        |row: usize, column: usize| (row * stride).min(grid.rows - 1) * grid.columns + (column * stride).min(grid.columns - 1);
    let corner = |row: usize, column: usize| {
        let (x, y) = (column as f32 / (columns - 1) as f32, row as f32 / (rows - 1) as f32);
        view.place(x, y, height(values[cell(row, column)])).0
    };
    let slope = 0.5 * HEIGHT * columns as f32;
    let mut points = vec![Vec::new(); (columns - 1) * (rows - 1)];
    for &([x, y], color) in &relief.points {
        let x = ((f64::from(x) - grid.left) / grid.width) as f32;
        let y = ((f64::from(y) - grid.bottom) / grid.height) as f32;
        if (0.0..=1.0).contains(&x) && (0.0..=1.0).contains(&y) {
            let (column, row) = ((x * (columns - 1) as f32) as usize, (y * (rows - 1) as f32) as usize);
            let (row, column) = (row.min(rows - 2), column.min(columns - 2));
            points[row * (columns - 1) + column].push((view.place(x, y, height(values[cell(row, column)])).0, color));
        }
    }
    for row in order(rows - 1, view.place(0.5, 1.0, 0.0).1 < 0.0) {
        for column in order(columns - 1, view.place(1.0, 0.5, 0.0).1 < 0.0) {
            let at = cell(row, column);
            // The light comes from the left: slopes that rise to the right are brighter.
            let rise = height(values[cell(row, column + 1)]) - height(values[at]);
            let color = shaded(
                lift,
                relief.colors[(grid.rows - 1 - at / grid.columns) * grid.columns + at % grid.columns],
                (1.0 + slope * rise).clamp(0.55, 1.4),
            );
            let (first, corners) =
                (mesh.vertices.len() as u32, [(0, 0), (0, 1), (1, 1), (1, 0)].map(|(y, x)| (row + y, column + x)));
            // Beyond the data there is no surface.
            if corners.iter().all(|&(row, column)| values[cell(row, column)].is_finite()) {
                for (row, column) in corners {
                    mesh.colored_vertex(corner(row, column), color);
                }
                mesh.add_triangle(first, first + 1, first + 2);
                mesh.add_triangle(first, first + 2, first + 3);
            }
            for &(place, color) in &points[row * (columns - 1) + column] {
                mesh.add_colored_rect(Rect::from_center_size(place, Vec2::splat(4.0)), color);
            }
        }
    }
    mesh
}

/// Value at the surface's base (at most 0), and its highest value.
fn range(values: &[f32]) -> [f32; 2] {
    values
        .iter()
        .filter(|value| value.is_finite())
        .fold([0.0, 1e-12], |[least, most], &value| [least.min(value), most.max(value)])
}

/// Indices of rows or columns in drawing order: the last one first if it is the farthest.
fn order(count: usize, last_is_far: bool) -> impl Iterator<Item = usize> {
    (0..count).map(move |place| if last_is_far { count - 1 - place } else { place })
}

/// Colour shaded by a light; `lift` keeps shaded parts visible on a dark background.
fn shaded(lift: f32, color: Color32, by: f32) -> Color32 {
    let channel = |value: u8| ((lift + (1.0 - lift / 255.0) * f32::from(value)) * by).clamp(0.0, 255.0) as u8;
    Color32::from_rgb(channel(color.r()), channel(color.g()), channel(color.b()))
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;
    use wordfield_core::kernel::Grid;

    fn view(yaw: f32, pitch: f32) -> View {
        View::new(Rect::from_min_size(pos2(0.0, 0.0), vec2(400.0, 300.0)), [yaw, pitch])
    }

    #[test]
    fn the_whole_box_fits_from_every_direction() {
        for step in 0..24_u8 {
            for pitch in [PITCH[0], 0.5, 1.0, PITCH[1]] {
                let view = view(0.3 * f32::from(step), pitch);
                for corner in 0..8_u8 {
                    let [x, y, z] = [corner & 1, corner >> 1 & 1, corner >> 2].map(f32::from);
                    let at = view.place(x, y, z).0;
                    assert!((0.0..=400.0).contains(&at.x) && (0.0..=300.0).contains(&at.y), "{at:?}");
                }
            }
        }
    }

    #[test]
    fn nearer_cells_are_drawn_later_and_a_point_after_its_cell() {
        let grid = Grid { left: 0.0, bottom: 0.0, width: 1.0, height: 1.0, columns: 5, rows: 4 };
        let raster = Raster { grid, values: vec![0.5; 20] };
        let colors = vec![Color32::GRAY; 20];
        for yaw in [0.2, 1.9, 3.3, 5.0] {
            let relief = Relief { raster: &raster, colors: &colors, extent: 0.5, points: vec![([0.5, 0.5], Color32::RED)] };
            let (view, mesh) = (view(yaw, 0.6), mesh(&relief, &view(yaw, 0.6), 0.0));
            assert_eq!(mesh.vertices.len(), 4 * (4 * 3 + 1));
            // On a level surface, nearer points are lower on the screen.
            let low = |quad: usize| mesh.vertices[4 * quad..4 * quad + 4].iter().map(|vertex| vertex.pos.y).sum::<f32>();
            assert!(low(0) < low(12), "yaw {yaw}");
            let point = mesh.vertices.iter().position(|vertex| vertex.color == Color32::RED).expect("the point");
            assert_eq!(point % 4, 0);
            let centre = view.place(0.5, 0.5, 1.0).0;
            assert!(mesh.vertices[point].pos.distance(centre) < 6.0);
        }
    }

    #[test]
    fn a_weak_difference_is_a_low_hill() {
        let grid = Grid { left: 0.0, bottom: 0.0, width: 1.0, height: 1.0, columns: 2, rows: 2 };
        let top = |values: [f32; 4], extent: f32| {
            let raster = Raster { grid, values: values.to_vec() };
            let relief = Relief { raster: &raster, colors: &[Color32::GRAY; 4], extent, points: vec![] };
            let view = view(0.3, 0.6);
            let flat = Raster { grid, values: vec![0.0; 4] };
            let flat = Relief { raster: &flat, colors: &[Color32::GRAY; 4], extent, points: vec![] };
            let [hill, ground] = [&relief, &flat].map(|relief| mesh(relief, &view, 0.0).vertices[2].pos.y);
            ground - hill
        };
        let [strong, weak, rescaled] = [([0.0, 0.0, 0.0, 1.0], 1.0), ([0.0, 0.0, 0.0, 0.1], 1.0), ([0.0, 0.0, 0.0, 0.1], 0.1)]
            .map(|(values, extent)| top(values, extent));
        assert!(strong > 20.0 && (weak - 0.1 * strong).abs() < 0.5 && (rescaled - strong).abs() < 0.5, "{weak} of {strong}");
    }

    #[test]
    fn an_empty_raster_draws_nothing() {
        let grid = Grid { left: 0.0, bottom: 0.0, width: 1.0, height: 1.0, columns: 1, rows: 4 };
        let raster = Raster { grid, values: vec![f32::NAN; 4] };
        let relief = Relief { raster: &raster, colors: &[Color32::GRAY; 4], extent: 0.0, points: vec![] };
        assert!(mesh(&relief, &view(0.0, 0.6), 0.0).vertices.is_empty());
    }
}
