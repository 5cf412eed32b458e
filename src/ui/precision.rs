//! The tab "Precision": how often the true partner is among the R nearest candidates (T 6.15, Fig. 6.2), live.

use eframe::egui::Ui;
use egui_plot::{Legend, Line, LineStyle, Plot, PlotPoints};

use super::widgets::{color, note, percent};
use crate::state::{Action, Workspace, explain::Part};

/// Draws the tab.
pub fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let said = workspace.snapshot.as_ref().and_then(|snapshot| snapshot.matched()).filter(|said| !said.rows.is_empty());
    let (Some(dataset), Some(digest), Some(_)) = (&workspace.dataset, &workspace.digest, said) else {
        ui.centered_and_justified(|ui| ui.label("The curve appears with the first evaluation."));
        return;
    };
    ui.horizontal(|ui| {
        for part in Part::ALL {
            if ui.selectable_label(workspace.part == part, part.name()).clicked() {
                actions.push(Action::Part(part));
            }
        }
    });
    let Some(precision) = digest.precision(workspace.part) else {
        note(ui, "This part has no pairs: give it documents under Data, Words and split.");
        return;
    };
    let classes = &dataset.corpus.classes;
    let (pairs, curves) = (precision.pairs, [&precision.there, &precision.back]);
    let names = [format!("{} to {}", classes[0], classes[1]), format!("{} to {}", classes[1], classes[0])];
    ui.label(format!(
        "{pairs} pairs. First place: {} {}, {} {}. Among five: {}, {}.",
        names[0],
        percent(curves[0][0]),
        names[1],
        percent(curves[1][0]),
        percent(curves[0][4]),
        percent(curves[1][4])
    ));
    note(ui, "Share of documents whose true partner is among the R nearest candidates of their part.");
    let colors = [color(ui, 0), color(ui, 1)];
    Plot::new("precision at R")
        .legend(Legend::default())
        .include_y(0.0)
        .include_y(1.0)
        .include_x(1.0)
        .x_axis_label("R")
        .y_axis_label("precision@R")
        .allow_scroll(false)
        .show(ui, |plot| {
            for ((curve, name), (color, style)) in
                curves.iter().zip(&names).zip(colors.into_iter().zip([LineStyle::Solid, LineStyle::dashed_loose()]))
            {
                let points: PlotPoints<'_> = curve.iter().enumerate().map(|(r, share)| [(r + 1) as f64, *share]).collect();
                plot.line(Line::new(name.as_str(), points).color(color).style(style).width(2.0));
            }
        });
}
