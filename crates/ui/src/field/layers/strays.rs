//! Arrows to words outside the fitted picture: one at the edge for each direction, with the number of words; a click goes there.
//!
//! Cost: one pass over the words.

use egui::{Align2, FontId, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, Vec2};

use crate::{
    field::{WordField, camera::lens::Lens, layers::plane::PictureFrame},
    widgets::{counted, named},
};

/// Number of directions in which words outside the picture are counted.
const DIRECTIONS: usize = 16;
/// Distance of a direction arrow from the edge of the picture, and its size, in points.
const INSET: f32 = 12.0;
const SIZE: f32 = 6.0;
/// Maximum number of words that an arrow's tooltip names.
const NAMED: usize = 6;

impl WordField {
    /// Draws arrows to the words outside the picture, while it follows the words in the plane.
    pub(in crate::field) fn strays(&mut self, ui: &mut Ui, frame: &PictureFrame<'_>) {
        if !self.camera.follows() || !matches!(self.mapping.lens, Lens::Flat(_)) {
            return;
        }
        let strays = by_direction(frame.rect, &self.screen);
        let mut visited = None;
        for (direction, words) in strays.iter().enumerate().filter(|(_, words)| !words.is_empty()) {
            let angle = (direction as f32 + 0.5) / DIRECTIONS as f32 * std::f32::consts::TAU - std::f32::consts::PI;
            let towards = Vec2::angled(angle);
            let mut tip = at_edge(frame.rect.shrink(INSET), towards);
            if let Some(caption) = self.caption_rect.filter(|caption| caption.expand(SIZE).contains(tip)) {
                tip.y = caption.max.y + INSET;
            }
            let response = ui.interact(
                Rect::from_center_size(tip, Vec2::splat(18.0)),
                ui.scope_id().with(("stray", direction)),
                Sense::click(),
            );
            let ink = if response.hovered() { frame.theme.ink } else { frame.theme.ink.gamma_multiply(0.6) };
            let side = towards.rot90() * SIZE * 0.7;
            let base = tip - towards * SIZE;
            ui.painter().add(Shape::convex_polygon(vec![tip + towards * SIZE, base + side, base - side], ink, Stroke::NONE));
            if words.len() > 1 {
                let font = FontId::proportional(0.8 * frame.theme.text);
                let align = Align2::CENTER_CENTER;
                ui.painter().text(tip - towards * (2.0 * SIZE + 4.0), align, words.len().to_string(), font, ink);
            }
            let some: Vec<&str> =
                words.iter().take(NAMED).filter_map(|&word| frame.scene.basis.words.get(word)).map(|word| &**word).collect();
            let more = if words.len() > NAMED { ", …" } else { "" };
            let text = format!("{} outside the picture: {}{more}", counted(words.len(), "word"), some.join(", "));
            named(&response, Role::Button, &text);
            if response.on_hover_text(format!("{text}. Click to go there; 0 returns")).clicked() {
                visited = Some(words.clone());
            }
        }
        if let Some(words) = visited {
            self.see(words);
        }
    }
}

/// Words outside a rectangle, grouped by direction from its centre.
fn by_direction(rect: Rect, words: &[Pos2]) -> [Vec<usize>; DIRECTIONS] {
    let mut strays: [Vec<usize>; DIRECTIONS] = Default::default();
    let centre = rect.center();
    for (word, at) in words.iter().enumerate().filter(|(_, at)| !rect.contains(**at) && at.x.is_finite() && at.y.is_finite()) {
        let turn = ((*at - centre).angle() + std::f32::consts::PI) / std::f32::consts::TAU;
        strays[((turn * DIRECTIONS as f32) as usize).min(DIRECTIONS - 1)].push(word);
    }
    strays
}

/// Point on the edge of a rectangle, in a direction from its centre.
fn at_edge(rect: Rect, towards: Vec2) -> Pos2 {
    let half = 0.5 * rect.size();
    let reach = |half: f32, by: f32| if by.abs() < 1e-6 { f32::INFINITY } else { half / by.abs() };
    let length = reach(half.x, towards.x).min(reach(half.y, towards.y));
    rect.center() + towards * length
}

#[cfg(test)]
mod tests {
    use egui::{pos2, vec2};

    use super::*;

    #[test]
    fn words_outside_are_listed_once_in_their_direction() {
        let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(100.0, 60.0));
        let words = [pos2(50.0, 30.0), pos2(200.0, 31.0), pos2(210.0, 32.0), pos2(50.0, -90.0), pos2(f32::NAN, 3.0)];
        let strays = by_direction(rect, &words);
        let listed: Vec<&Vec<usize>> = strays.iter().filter(|words| !words.is_empty()).collect();
        assert_eq!(listed, [&vec![3], &vec![1, 2]], "above, then right");
    }

    #[test]
    fn arrows_lie_on_the_edge() {
        let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(100.0, 60.0));
        assert_eq!(at_edge(rect, vec2(1.0, 0.0)), pos2(100.0, 30.0));
        assert_eq!(at_edge(rect, vec2(0.0, -1.0)), pos2(50.0, 0.0));
        let corner = at_edge(rect, vec2(1.0, 1.0).normalized());
        assert!((corner - pos2(80.0, 60.0)).length() < 1e-3, "{corner:?}");
    }
}
