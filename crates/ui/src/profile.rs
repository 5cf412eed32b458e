//! Window with a rating's posterior mean and uncertainty band along the line through the two selected words.

use egui::{Context, Rect, Window, vec2};
use egui_plot::{FilledArea, Line, PlotPoint, PlotPoints, Text, VLine};

use super::{palette::class_color, plot_table, widgets::fixed_plot};
use wordfield_core::stats::Z95;
use wordfield_state::{Action, Field, Layer, Profile, Workspace};

/// Draws the profile window over the lower left corner of `area`, while its layer is shown and two words are selected.
pub(crate) fn window(ctx: &Context, workspace: &Workspace, area: Rect, actions: &mut Vec<Action>) {
    let (Some(profile), Some(basis)) = (workspace.profile(), &workspace.corpus.basis) else { return };
    let rating = basis.rating_names.get(profile.of.3).map_or("rating", String::as_str);
    let size = vec2(420.0_f32.min(0.7 * area.width()), 260.0_f32.min(0.6 * area.height()));
    let mut open = true;
    Window::new(format!("Posterior of {rating} along the line"))
        .id(egui::Id::unique("profile"))
        .open(&mut open)
        .default_size(size)
        .default_pos(area.left_bottom() + vec2(24.0, -size.y - 60.0))
        .constrain_to(area)
        .show(ctx, |ui| {
            let dark = ui.visuals().dark_mode;
            let (blue, ink) = (class_color(0, dark), ui.visuals().text_color());
            let plot = fixed_plot("profile").x_axis_label("distance from the first word").y_axis_label(rating);
            let shown = plot.show(ui, |plot| {
                if let Some(deviation) = &profile.deviation {
                    let side = |sign: f64| -> Vec<f64> {
                        profile.mean.iter().zip(deviation).map(|(mean, deviation)| mean + sign * Z95 * deviation).collect()
                    };
                    let band = FilledArea::new("95 % band", &profile.along, &side(-1.0), &side(1.0));
                    plot.add(band.fill_color(blue.gamma_multiply(0.25)));
                }
                let mean: Vec<[f64; 2]> = profile.along.iter().zip(&profile.mean).map(|(x, y)| [*x, *y]).collect();
                plot.line(Line::new("posterior mean", PlotPoints::from(mean)).color(blue).width(2.0));
                let low = plot.plot_bounds().min()[1];
                for (place, (word, along)) in profile.near.iter().enumerate() {
                    let name = basis.words.get(*word).map_or("", String::as_str);
                    let strong = place < 2;
                    plot.vline(VLine::new(name, *along).color(ink.gamma_multiply(if strong { 0.8 } else { 0.25 })).width(1.0));
                    if strong {
                        plot.text(
                            Text::new(name, PlotPoint::new(*along, low), name).anchor(egui::Align2::LEFT_BOTTOM).color(ink),
                        );
                    }
                }
            });
            plot_table::named(&shown.response, "Profile", &summary(profile));
        });
    if !open {
        actions.push(Action::Field(Field::Toggle(Layer::Profile)));
    }
}

/// Description of the rating profile in one sentence.
fn summary(profile: &Profile) -> String {
    let middle = profile.mean.len() / 2;
    let deviation = profile.deviation.as_ref().map_or_else(String::new, |all| format!(" ± {:.2}", all[middle]));
    format!("posterior mean along the line; {:.2}{deviation} in the middle", profile.mean[middle])
}
