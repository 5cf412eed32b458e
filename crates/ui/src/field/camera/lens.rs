//! Mapping of one frame from latent space to the screen.

use std::sync::Arc;

use egui::{Pos2, Rect, Vec2, pos2};
use ndarray::Array2;

use crate::field::{
    camera::{orbit::Orbit, view::View},
    placement::projection::Projection,
};

/// Visible part of the plane or of space as the camera shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lens {
    /// View of a part of the plane, for two dimensions.
    Flat(View),
    /// Orbit camera that shows space from a point, for three dimensions.
    Deep(Orbit),
}

/// Mapping from latent space to the screen in one frame, with the drawn coordinates of the words.
#[derive(Clone, Debug)]
pub struct ScreenMapping {
    /// Rectangle of the picture on the screen.
    pub rect: Rect,
    /// Drawn coordinates of the words.
    pub plane: Arc<Projection>,
    /// Camera view of the visible part.
    pub lens: Lens,
}

impl ScreenMapping {
    /// Screen position of a point of latent space (q); NaN if it is behind the camera.
    pub fn place(&self, latent: &[f64]) -> Pos2 {
        self.see(self.plane.of_point(latent).map(|x| x as f32))
    }

    /// Screen positions of several points of latent space (points × q).
    pub fn places(&self, latent: &Array2<f64>) -> Vec<Pos2> {
        let at = self.plane.of_points(latent).into_iter().map(|at| at.map(|x| x as f32));
        let (mut screen, mut depths) = (Vec::new(), Vec::new());
        self.points(at, &mut screen, &mut depths);
        screen
    }

    /// Screen position of a point given by drawn coordinates.
    pub fn see(&self, at: [f32; 3]) -> Pos2 {
        match &self.lens {
            Lens::Flat(view) => view.on_screen(self.rect)([at[0], at[1]]),
            Lens::Deep(orbit) => orbit.on_screen(self.rect)(at).0,
        }
    }

    /// Screen positions of all words, and in space their distances from the camera; NaN behind the camera.
    pub fn words(&self, screen: &mut Vec<Pos2>, depths: &mut Vec<f32>) {
        self.points((0..self.plane.at.len()).map(|word| self.plane.word(word)), screen, depths);
    }

    /// Screen positions and camera distances of points given by drawn coordinates.
    pub fn points(&self, at: impl Iterator<Item = [f32; 3]>, screen: &mut Vec<Pos2>, depths: &mut Vec<f32>) {
        screen.clear();
        depths.clear();
        match &self.lens {
            Lens::Flat(view) => {
                let see = view.on_screen(self.rect);
                screen.extend(at.map(|[x, y, _]| see([x, y])));
            }
            Lens::Deep(orbit) => {
                let see = orbit.on_screen(self.rect);
                for (at, depth) in at.map(see) {
                    screen.push(at);
                    depths.push(depth);
                }
            }
        }
    }

    /// Point of latent space after a drag by screen points: in space parallel to the screen, at constant depth.
    /// Coordinates along dimensions that are not drawn do not change.
    pub fn dragged(&self, latent: &[f64], by: Vec2) -> Vec<f64> {
        let shift = match &self.lens {
            Lens::Flat(view) => [f64::from(by.x) * view.scale[0], -f64::from(by.y) * view.scale[1], 0.0],
            Lens::Deep(orbit) => {
                let depth = orbit.depth(self.plane.of_point(latent));
                orbit.moved(self.rect, by, depth.max(0.0))
            }
        };
        let mut moved = latent.to_vec();
        self.plane.shift(&mut moved, shift);
        moved
    }
}

impl Default for ScreenMapping {
    fn default() -> Self {
        let rect = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        Self { rect, plane: Arc::default(), lens: Lens::Deep(Orbit::default()) }
    }
}

#[cfg(test)]
mod tests {
    use egui::vec2;

    use super::*;
    use crate::field::{
        camera::view::Extent,
        placement::projection::{ProjectionSettings, place},
    };
    use wordfield_state::{Along, SecondAxis};

    #[test]
    fn a_dragged_word_lands_under_the_pointer() {
        let latent = Array2::from_shape_fn((40, 6), |(word, k)| ((word * (2 * k + 3)) as f64 * 0.7).sin());
        let rect = Rect::from_min_size(pos2(5.0, 9.0), vec2(640.0, 480.0));
        let view = View::fit(&Extent { min: [-1.0; 2], max: [1.0; 2] }, rect.size(), true);
        for q in [2, 3, 6] {
            for (deep, along) in [(false, Along::Principal), (true, Along::Principal), (true, Along::Dimensions([5, 1, 2]))] {
                if deep && q < 3 {
                    continue;
                }
                let latent = latent.slice(ndarray::s![.., ..q]).to_owned();
                let viewpoint = wordfield_state::Viewpoint { deep: Some(deep), along, ..Default::default() };
                let plane = Arc::new(place(&latent, &[], ProjectionSettings::new(&viewpoint, q, SecondAxis::Latent), None));
                let lens = if deep { Lens::Deep(Orbit::default()) } else { Lens::Flat(view) };
                let mapping = ScreenMapping { rect, plane, lens };
                let (mut screen, mut depths) = (Vec::new(), Vec::new());
                mapping.words(&mut screen, &mut depths);
                let at_once = mapping.places(&latent);
                for (word, seen) in screen.iter().enumerate() {
                    assert!((at_once[word] - *seen).length() < 0.02, "q {q} {deep}");
                    let (from, by) = (latent.row(word).to_vec(), vec2(31.0, -17.0));
                    assert!((mapping.place(&from) - *seen).length() < 0.02, "q {q} {deep}");
                    let to = mapping.dragged(&from, by);
                    assert!((mapping.place(&to) - *seen - by).length() < 0.05, "q {q} {deep}");
                    let moved = to.iter().zip(&from).filter(|(a, b)| (*a - *b).abs() > 1e-9).count();
                    assert!(along == Along::Principal || moved <= 3, "dimensions that are not drawn keep their values");
                }
            }
        }
    }
}
