//! Class colours, safe for colour-blind eyes, shared by every view.
//!
//! Thirty classes have their own combination of colour and marker shape ([`class_shape`]).
//! The first eight colours are those of Okabe and Ito; `scripts/make_palette.py` searched the rest.
//! Five colours share a marker shape; they are distinct for protanopes, deuteranopes and tritanopes too.
//! Colour and shape together therefore distinguish any two classes.

use egui::Color32;

mod classes;

use self::classes::{DARK, LIGHT};

/// Number of distinct marker shapes for classes.
pub const SHAPES: usize = 6;

/// Colour of class `index` on a dark or a light background.
pub fn class_color(index: usize, dark: bool) -> Color32 {
    let table = if dark { &DARK } else { &LIGHT };
    let [r, g, b] = table[index % table.len()];
    Color32::from_rgb(r, g, b)
}

/// Diverging colours for marks and letters: from red (low) over grey to blue (high).
const MARKS_LIGHT: [[f32; 3]; 5] =
    [[150.0, 8.0, 24.0], [176.0, 74.0, 70.0], [112.0, 112.0, 112.0], [66.0, 110.0, 176.0], [8.0, 58.0, 140.0]];
const MARKS_DARK: [[f32; 3]; 5] =
    [[255.0, 112.0, 92.0], [226.0, 146.0, 130.0], [168.0, 168.0, 168.0], [128.0, 172.0, 230.0], [92.0, 170.0, 255.0]];
/// Diverging colours for areas behind marks, with the background colour in the middle.
const GROUND_LIGHT: [[f32; 3]; 5] =
    [[226.0, 120.0, 110.0], [247.0, 196.0, 174.0], [250.0, 250.0, 250.0], [178.0, 212.0, 232.0], [104.0, 162.0, 210.0]];
const GROUND_DARK: [[f32; 3]; 5] =
    [[150.0, 52.0, 44.0], [84.0, 34.0, 32.0], [14.0, 14.0, 16.0], [24.0, 52.0, 88.0], [38.0, 92.0, 150.0]];
/// Sequential colours, from background to purple.
const SINGLE_LIGHT: [[f32; 3]; 3] = [[250.0, 250.0, 250.0], [198.0, 184.0, 222.0], [130.0, 104.0, 178.0]];
const SINGLE_DARK: [[f32; 3]; 3] = [[14.0, 14.0, 16.0], [60.0, 46.0, 96.0], [126.0, 98.0, 190.0]];

/// Colour of a mark for a value from -1 (low, red) to 1 (high, blue).
pub fn mark_color(place: f32, dark: bool) -> Color32 {
    mix(if dark { &MARKS_DARK } else { &MARKS_LIGHT }, 0.5 * (place + 1.0))
}

/// Colour of the field for a value from -1 (low, red) to 1 (high, blue).
pub fn ground_color(place: f32, dark: bool) -> Color32 {
    mix(if dark { &GROUND_DARK } else { &GROUND_LIGHT }, 0.5 * (place + 1.0))
}

/// Colour of a field for a value from -1 (second side) over 0 (background) to 1 (first side). Paler than the marks drawn on it.
pub fn side_color(place: f32, sides: [Color32; 2], dark: bool) -> Color32 {
    let place = if place.is_finite() { place.clamp(-1.0, 1.0) } else { 0.0 };
    let paper = if dark { [14.0, 14.0, 16.0] } else { [250.0; 3] };
    let share = if dark { 0.5 } else { 0.55 } * place.abs();
    let side = sides[usize::from(place < 0.0)];
    let channel = |k: usize| (paper[k] + share * (f32::from(side[k]) - paper[k])).round() as u8;
    Color32::from_rgb(channel(0), channel(1), channel(2))
}

/// Colour of a test by its ratio to the band of random splits: grey within ±1, beyond it the colour of a side, from half strength
/// to full strength at `most`.
pub fn ratio_color(ratio: f32, most: f32, sides: [Color32; 2], dark: bool) -> Color32 {
    let beyond = (ratio.abs() - 1.0) / (most - 1.0).max(1e-3);
    if beyond <= 0.0 {
        return side_color(0.5 * ratio, [Color32::GRAY; 2], dark);
    }
    side_color((0.5 + 0.5 * beyond).copysign(ratio), sides, dark)
}

/// Colour of the field for an unsigned value from 0 to 1.
pub fn single_color(share: f32, dark: bool) -> Color32 {
    mix(if dark { &SINGLE_DARK } else { &SINGLE_LIGHT }, share)
}

/// Colour by linear interpolation in `stops`; a non-finite share gives the middle.
fn mix(stops: &[[f32; 3]], share: f32) -> Color32 {
    let last = stops.len() - 1;
    let t = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.5 } * last as f32;
    let below = (t as usize).min(last - 1);
    let part = t - below as f32;
    let channel = |k: usize| (stops[below][k] + part * (stops[below + 1][k] - stops[below][k])).round() as u8;
    Color32::from_rgb(channel(0), channel(1), channel(2))
}

/// Marker shape of class `index`: 0 disc, 1 square, 2 triangle, 3 diamond, 4 cross, 5 triangle pointing down.
/// Each reuse of a colour has another shape: 180 classes differ in colour or shape.
pub fn class_shape(index: usize) -> usize {
    (index + index / LIGHT.len()) % SHAPES
}

#[cfg(test)]
mod tests;
