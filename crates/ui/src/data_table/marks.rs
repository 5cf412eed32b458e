//! Markers and text styles of table cells, as the cells specify them.

use egui::{Color32, RichText, Role, Ui};

use crate::{
    palette::mark_color,
    widgets::{bar, color, dot, named},
};
use wordfield_output::{Mark, Tone};

/// Draws the marker before a cell's text.
pub(super) fn mark(ui: &mut Ui, mark: Mark, name: &str) {
    match mark {
        Mark::None | Mark::Item(_) | Mark::Unknown => {}
        Mark::Share(share) => {
            let color = color_of(ui, mark);
            bar(ui, share as f32, color, 24.0);
        }
        Mark::Class(_) | Mark::Level(_) | Mark::Change(_) => {
            let color = color_of(ui, mark);
            let dot = dot(ui, color);
            if let Mark::Class(_) = mark {
                named(&dot, Role::Label, &format!("colour of {name}"));
            }
        }
    }
}

/// Colour of a cell's marker.
pub(crate) fn color_of(ui: &Ui, mark: Mark) -> Color32 {
    let dark = ui.visuals().dark_mode;
    match mark {
        Mark::None | Mark::Item(_) | Mark::Unknown => ui.visuals().text_color(),
        Mark::Class(class) => color(ui, class),
        Mark::Level(level) => mark_color(level as f32, dark),
        // Colours of a change are distinct from the colours of the two sides.
        Mark::Change(true) if dark => Color32::from_rgb(255, 130, 110),
        Mark::Change(false) if dark => Color32::from_rgb(90, 200, 150),
        Mark::Change(true) => Color32::from_rgb(200, 60, 40),
        Mark::Change(false) => Color32::from_rgb(0, 140, 90),
        Mark::Share(_) => ui.visuals().selection.bg_fill,
    }
}

/// Text of a table cell, styled by its tone.
pub(super) fn toned(ui: &Ui, text: &str, tone: Tone) -> RichText {
    let (text, visuals) = (RichText::new(text), ui.visuals());
    match tone {
        Tone::Plain => text,
        Tone::Weak => text.weak(),
        Tone::Good => text.color(color(ui, 2)),
        Tone::Doubtful => text.strong().color(visuals.warn_fg_color),
        Tone::Wrong => text.strong().color(visuals.error_fg_color),
        Tone::Rejected => text.color(visuals.error_fg_color),
        Tone::Class(class) => text.strong().color(color(ui, class)),
    }
}
