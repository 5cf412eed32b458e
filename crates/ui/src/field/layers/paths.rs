//! Paths drawn over the words: trails, forces, displacements.

use egui::{Color32, Pos2, Shape, Stroke};
use ndarray::Array2;

use wordfield_state::{PathKind, Paths};

/// Length and width of an arrow head on a path, in screen points.
const HEAD: [f32; 2] = [7.0, 3.5];

/// Draws paths through latent space; `places` maps points of latent space (points × q) to the screen.
pub(crate) fn path_shapes(
    paths: &Paths,
    places: impl Fn(&Array2<f64>) -> Vec<Pos2>,
    ink: Color32,
    dark: bool,
    shapes: &mut Vec<Shape>,
) {
    for (kind, path) in paths.all() {
        let points = places(&path.points);
        // Paths that reach behind the camera are not drawn.
        if !points.iter().all(|point| point.x.is_finite() && point.y.is_finite()) {
            continue;
        }
        let (Some(&first), Some(&last)) = (points.first(), points.last()) else { continue };
        let stroke = stroke(kind, ink, dark);
        match kind {
            PathKind::Trail => {
                let legs = points.len().max(2) as f32 - 1.0;
                shapes.extend(points.windows(2).enumerate().map(|(leg, ends)| {
                    let share = 0.15 + 0.85 * (leg as f32 + 1.0) / legs;
                    Shape::line_segment([ends[0], ends[1]], Stroke::new(stroke.width, stroke.color.gamma_multiply(share)))
                }));
            }
            PathKind::Ghost => {
                shapes.extend(Shape::dashed_line(&points, stroke, 5.0, 4.0));
                shapes.push(Shape::circle_stroke(first, 6.0, stroke));
            }
            PathKind::Attraction | PathKind::Repulsion | PathKind::Net | PathKind::Moved => {
                shapes.push(Shape::line(points.clone(), stroke));
                shapes.extend(head(points[points.len().saturating_sub(2)], last, stroke.color));
            }
        }
    }
}

fn stroke(kind: PathKind, ink: Color32, dark: bool) -> Stroke {
    let [attraction, repulsion] = if dark { [[86, 180, 233], [240, 130, 60]] } else { [[0, 98, 158], [196, 76, 0]] }
        .map(|[r, g, b]| Color32::from_rgb(r, g, b));
    match kind {
        PathKind::Trail => Stroke::new(1.4, ink.gamma_multiply(0.8)),
        PathKind::Attraction => Stroke::new(1.6, attraction),
        PathKind::Repulsion => Stroke::new(1.6, repulsion),
        PathKind::Net => Stroke::new(2.2, ink),
        PathKind::Ghost => Stroke::new(1.4, ink.gamma_multiply(0.7)),
        PathKind::Moved => Stroke::new(1.2, ink.gamma_multiply(0.6)),
    }
}

/// Head of an arrow that ends at `to`; `None` for very short arrows.
fn head(from: Pos2, to: Pos2, color: Color32) -> Option<Shape> {
    let offset = to - from;
    let [length, width] = HEAD;
    (offset.length() > 0.6 * length).then(|| {
        let (along, across) = (offset.normalized() * length, offset.normalized().rot90() * width);
        Shape::convex_polygon(vec![to, to - along + across, to - along - across], color, Stroke::NONE)
    })
}
