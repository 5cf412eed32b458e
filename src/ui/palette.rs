//! Colours of classes, safe for colour-blind eyes, shared by every view.
//!
//! Up to eight classes take Okabe and Ito's colours; more take a larger qualitative set after them, and then repeat. A
//! class's marker shape ([`class_shape`]) carries the same information without colour.

use eframe::egui::Color32;

/// Number of different marker shapes.
pub const SHAPES: usize = 6;

const LIGHT: [[u8; 3]; 18] = [
    [0, 114, 178],   // blue
    [230, 159, 0],   // orange
    [0, 158, 115],   // bluish green
    [204, 121, 167], // reddish purple
    [213, 94, 0],    // vermilion
    [86, 180, 233],  // sky blue
    [176, 164, 0],   // yellow, darkened: the original vanishes on white
    [70, 70, 70],    // black, lightened: the original is the text's colour
    [51, 34, 136],
    [136, 34, 85],
    [17, 119, 51],
    [153, 153, 51],
    [170, 68, 153],
    [68, 170, 153],
    [136, 120, 200],
    [204, 102, 119],
    [102, 85, 34],
    [120, 144, 156],
];

const DARK: [[u8; 3]; 18] = [
    [64, 156, 222],
    [240, 175, 30],
    [20, 190, 142],
    [222, 146, 188],
    [240, 120, 40],
    [130, 205, 248],
    [240, 228, 66],
    [200, 200, 200],
    [140, 125, 230],
    [205, 95, 150],
    [80, 180, 105],
    [190, 190, 90],
    [208, 115, 192],
    [105, 205, 188],
    [175, 160, 235],
    [230, 140, 155],
    [175, 150, 85],
    [160, 184, 196],
];

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

/// The marker of class `index`: 0 disc, 1 square, 2 triangle, 3 diamond, 4 cross, 5 triangle pointing down.
pub fn class_shape(index: usize) -> usize {
    index % SHAPES
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The squared distance of two colours, each channel in 0..=255.
    fn apart(a: Color32, b: Color32) -> i32 {
        let square = |x: u8, y: u8| (i32::from(x) - i32::from(y)).pow(2);
        square(a.r(), b.r()) + square(a.g(), b.g()) + square(a.b(), b.b())
    }

    #[test]
    fn the_first_classes_differ_clearly_on_both_backgrounds() {
        for dark in [false, true] {
            let background = if dark { Color32::from_gray(20) } else { Color32::WHITE };
            for i in 0..8 {
                assert!(apart(class_color(i, dark), background) > 60 * 60, "class {i} vanishes, dark {dark}");
                for j in 0..i {
                    assert!(apart(class_color(i, dark), class_color(j, dark)) > 40 * 40, "{i} and {j}, dark {dark}");
                }
            }
        }
    }

    #[test]
    fn low_and_high_differ_from_each_other_and_from_the_ground_they_stand_on() {
        for dark in [false, true] {
            let paper = if dark { Color32::from_gray(20) } else { Color32::WHITE };
            for place in [-1.0, -0.5, 0.0, 0.5, 1.0] {
                assert!(apart(mark_color(place, dark), paper) > 100 * 100, "{place} vanishes, dark {dark}");
                assert!(
                    apart(mark_color(place, dark), ground_color(place, dark)) > 80 * 80,
                    "{place} on its ground, dark {dark}"
                );
            }
            assert!(apart(mark_color(-1.0, dark), mark_color(1.0, dark)) > 120 * 120);
            assert!(
                mark_color(-1.0, dark).r() > mark_color(-1.0, dark).b() && mark_color(1.0, dark).b() > mark_color(1.0, dark).r()
            );
            assert_eq!(mark_color(f32::NAN, dark), mark_color(0.0, dark));
            assert_eq!(single_color(0.0, dark), ground_color(0.0, dark));
        }
    }

    #[test]
    fn marks_stand_out_from_their_own_side_and_the_sides_from_each_other() {
        for dark in [false, true] {
            assert_eq!(side_color(0.0, [Color32::RED; 2], dark), ground_color(0.0, dark));
            assert_eq!(side_color(f32::NAN, [Color32::RED; 2], dark), ground_color(0.0, dark));
            for i in 0..8 {
                let sides = [class_color(i, dark), class_color((i + 1) % 8, dark)];
                let grounds = [1.0, -1.0].map(|place| side_color(place, sides, dark));
                assert!(apart(grounds[0], sides[0]) > 60 * 60, "class {i}, dark {dark}");
                assert!(apart(grounds[0], grounds[1]) > 25 * 25, "class {i} and the next, dark {dark}");
            }
        }
    }

    #[test]
    fn any_class_has_a_colour_and_a_shape() {
        assert_eq!(class_color(1000, true), class_color(1000 % DARK.len(), true));
        assert!(class_shape(1000) < SHAPES);
    }
}
