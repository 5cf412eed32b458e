//! Colours of classes, safe for colour-blind eyes, shared by every view.
//!
//! Thirty classes have a colour and a marker shape ([`class_shape`]) of their own. The first eight colours are Okabe and
//! Ito's; the others were searched for by `scripts/make_palette.py`. Five colours share a shape, and those are far apart to
//! eyes without red, green or blue cones too, so that colour and shape together tell any two classes apart.

use eframe::egui::Color32;

mod classes;

use self::classes::{DARK, LIGHT};

/// Number of different marker shapes.
pub const SHAPES: usize = 6;

/// The colour of class `index` on a dark or a light background.
pub fn class_color(index: usize, dark: bool) -> Color32 {
    let table = if dark { &DARK } else { &LIGHT };
    let [r, g, b] = table[index % table.len()];
    Color32::from_rgb(r, g, b)
}

/// Colours from the low end over the middle to the high end, readable as marks and letters: red, grey, blue.
const MARKS_LIGHT: [[f32; 3]; 5] =
    [[150.0, 8.0, 24.0], [176.0, 74.0, 70.0], [112.0, 112.0, 112.0], [66.0, 110.0, 176.0], [8.0, 58.0, 140.0]];
const MARKS_DARK: [[f32; 3]; 5] =
    [[255.0, 112.0, 92.0], [226.0, 146.0, 130.0], [168.0, 168.0, 168.0], [128.0, 172.0, 230.0], [92.0, 170.0, 255.0]];
/// The same as a ground under marks, with the paper in the middle.
const GROUND_LIGHT: [[f32; 3]; 5] =
    [[226.0, 120.0, 110.0], [247.0, 196.0, 174.0], [250.0, 250.0, 250.0], [178.0, 212.0, 232.0], [104.0, 162.0, 210.0]];
const GROUND_DARK: [[f32; 3]; 5] =
    [[150.0, 52.0, 44.0], [84.0, 34.0, 32.0], [14.0, 14.0, 16.0], [24.0, 52.0, 88.0], [38.0, 92.0, 150.0]];
/// From nothing to most: paper to purple.
const SINGLE_LIGHT: [[f32; 3]; 3] = [[250.0, 250.0, 250.0], [198.0, 184.0, 222.0], [130.0, 104.0, 178.0]];
const SINGLE_DARK: [[f32; 3]; 3] = [[14.0, 14.0, 16.0], [60.0, 46.0, 96.0], [126.0, 98.0, 190.0]];

/// The colour of a mark whose value lies at -1 (low, red) to 1 (high, blue).
pub fn mark_color(place: f32, dark: bool) -> Color32 {
    mix(if dark { &MARKS_DARK } else { &MARKS_LIGHT }, 0.5 * (place + 1.0))
}

/// The ground where a field's value lies at -1 (low, red) to 1 (high, blue).
pub fn ground_color(place: f32, dark: bool) -> Color32 {
    mix(if dark { &GROUND_DARK } else { &GROUND_LIGHT }, 0.5 * (place + 1.0))
}

/// The ground where a field's value lies at -1 (the second of two sides) over 0 (the paper) to 1 (the first): paler than
/// the sides' marks, which stand on it.
pub fn side_color(place: f32, sides: [Color32; 2], dark: bool) -> Color32 {
    let place = if place.is_finite() { place.clamp(-1.0, 1.0) } else { 0.0 };
    let paper = if dark { [14.0, 14.0, 16.0] } else { [250.0; 3] };
    let share = if dark { 0.5 } else { 0.55 } * place.abs();
    let side = sides[usize::from(place < 0.0)];
    let channel = |k: usize| (paper[k] + share * (f32::from(side[k]) - paper[k])).round() as u8;
    Color32::from_rgb(channel(0), channel(1), channel(2))
}

/// The ground where a value without sign lies at 0 to 1.
pub fn single_color(share: f32, dark: bool) -> Color32 {
    mix(if dark { &SINGLE_DARK } else { &SINGLE_LIGHT }, share)
}

/// The colour at a share of the way through `stops`; a value that is no number is in the middle.
fn mix(stops: &[[f32; 3]], share: f32) -> Color32 {
    let last = stops.len() - 1;
    let t = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.5 } * last as f32;
    let below = (t as usize).min(last - 1);
    let part = t - below as f32;
    let channel = |k: usize| (stops[below][k] + part * (stops[below + 1][k] - stops[below][k])).round() as u8;
    Color32::from_rgb(channel(0), channel(1), channel(2))
}

/// The marker of class `index`: 0 disc, 1 square, 2 triangle, 3 diamond, 4 cross, 5 triangle pointing down. A colour that
/// comes round again has another shape: no two of 180 classes share both.
pub fn class_shape(index: usize) -> usize {
    (index + index / LIGHT.len()) % SHAPES
}

#[cfg(test)]
mod tests;
