//! Colours of classes, told apart by colour-blind eyes: Okabe and Ito's first, then Tableau's and Paired hues.

use eframe::egui::Color32;

/// Okabe and Ito's set, the most different first; black is left out, it is ink.
const OKABE_ITO: [Color32; 7] = [
    Color32::from_rgb(0, 114, 178),
    Color32::from_rgb(230, 159, 0),
    Color32::from_rgb(0, 158, 115),
    Color32::from_rgb(204, 121, 167),
    Color32::from_rgb(213, 94, 0),
    Color32::from_rgb(86, 180, 233),
    Color32::from_rgb(196, 182, 30),
];

/// Neutral grey for what belongs to no class, readable on light and dark ground.
pub const NO_CLASS: Color32 = Color32::from_rgb(128, 128, 128);

/// The colour of a class; from the eighth on, further hues, and beyond them the set again.
pub fn class_color(index: usize) -> Color32 {
    if let Some(&color) = OKABE_ITO.get(index) {
        return color;
    }
    let further: Vec<colorous::Color> = [&colorous::PAIRED[..], &colorous::TABLEAU10[..]].concat();
    let color = further[(index - OKABE_ITO.len()) % further.len()];
    Color32::from_rgb(color.r, color.g, color.b)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn twenty_classes_have_twenty_colours() {
        let colors: HashSet<_> = (0..20).map(class_color).collect();
        assert_eq!(colors.len(), 20);
    }
}
