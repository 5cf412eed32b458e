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
    fn any_class_has_a_colour_and_a_shape() {
        assert_eq!(class_color(1000, true), class_color(1000 % DARK.len(), true));
        assert!(class_shape(1000) < SHAPES);
    }
}
