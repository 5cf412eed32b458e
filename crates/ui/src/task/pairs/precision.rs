//! Plot of Precision@R: share of documents whose true partner is among the R nearest candidates (T 6.15, Fig. 6.2).

use egui::{Response, Ui};
use egui_plot::{Legend, Line, LineStyle, Plot, PlotPoints};

use super::{View, more_dimensions, not_yet};
use crate::{
    data_table,
    figure::printed,
    plot_table,
    task::{
        lists::{empty_part, no_documents, parts},
        view::{Evaluation, Shown},
    },
    term,
    widgets::{color, note, percent},
};
use wordfield_state::{Action, glossary};

/// Name of the plot of Precision@R.
const NAME: &str = "Precision@R";

impl Evaluation for View<'_> {
    fn evaluation(&self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let Shown { workspace, dataset, derived, .. } = self.shown;
        if self.predictions.rows.is_empty() {
            note(ui, not_yet(self));
            return;
        }
        more_dimensions(self.shown, ui, actions);
        ui.horizontal(|ui| parts(ui, workspace, actions));
        let Some(precision) = derived.precision(workspace.choices.part) else { return empty_part(ui) };
        let classes = &dataset.corpus.classes;
        let (pairs, curves) = (precision.pairs, [&precision.there, &precision.back]);
        let names = directions(classes);
        ui.label(format!(
            "{pairs} pairs. Precision@1: {} {}, {} {}. Precision@5: {}, {}.",
            names[0],
            percent(curves[0][0]),
            names[1],
            percent(curves[1][0]),
            percent(curves[0][4]),
            percent(curves[1][4])
        ));
        let interval = |side: usize| {
            let [low, high] = precision.intervals[side].map(|share| 100.0 * share);
            format!(
                "95 % interval of precision@1 {low:.1} to {high:.1} %, mean reciprocal rank {:.3}",
                precision.reciprocal[side]
            )
        };
        ui.label(format!("{}: {}. {}: {}.", names[0], interval(0), names[1], interval(1)));
        let text = "Share of documents whose true partner is among the R nearest candidates of their part.";
        term::note(ui, workspace, &glossary::PRECISION, text, actions);
        if plot_table::switch(ui, NAME) {
            let height = ui.available_height();
            data_table::show(ui, workspace, "precision", height, actions);
            return;
        }
        let drawn = plot(Plot::new(NAME), ui, [&precision.there, &precision.back], &names);
        plot_table::named(&drawn, NAME, &format!("from {} to {}, and back", classes[0], classes[1]));
    }

    fn obstacle(&self) -> Option<String> {
        let Shown { workspace, derived, .. } = self.shown;
        if self.predictions.rows.is_empty() {
            return Some(not_yet(self));
        }
        derived.precision(workspace.choices.part).is_none().then(|| no_documents(workspace))
    }

    fn print(&self, ui: &mut Ui) {
        let Shown { workspace, dataset, derived, .. } = self.shown;
        let Some(precision) = derived.precision(workspace.choices.part) else { return };
        let plain = printed(Plot::new(NAME));
        plot(plain, ui, [&precision.there, &precision.back], &directions(&dataset.corpus.classes));
    }
}

/// Names of both directions of matching, from source to target and back.
fn directions(sides: &[String]) -> [String; 2] {
    [format!("{} to {}", sides[0], sides[1]), format!("{} to {}", sides[1], sides[0])]
}

/// Plot of Precision@R for both directions of matching.
fn plot(plain: Plot<'_>, ui: &mut Ui, curves: [&[f64]; 2], names: &[String; 2]) -> Response {
    let colors = [color(ui, 0), color(ui, 1)];
    plain
        .legend(Legend::default())
        .include_y(0.0)
        .include_y(1.0)
        .include_x(1.0)
        .x_axis_label("R")
        .y_axis_label("Precision@R")
        .allow_scroll(false)
        .show(ui, |plot| {
            for ((curve, name), (color, style)) in
                curves.iter().zip(names).zip(colors.into_iter().zip([LineStyle::Solid, LineStyle::dashed_loose()]))
            {
                let points: PlotPoints<'_> = curve.iter().enumerate().map(|(r, share)| [(r + 1) as f64, *share]).collect();
                plot.line(Line::new(name.as_str(), points).color(color).style(style).width(2.0));
            }
        })
        .response
}
