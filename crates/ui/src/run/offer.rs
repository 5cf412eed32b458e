//! Offer, at the scores, that components contribute to decisions on classes, with the measured gain.
//! Once accepted, the offer is to return to the map alone.

use egui::{Align, Button, Label, Layout, RichText, Ui, vec2};

use crate::widgets::{ResponseExt, grouped, percent};
use wordfield_core::{
    ldk::Source,
    model::{DecideBy, smm::ComponentGain},
};
use wordfield_state::{Action, Run, Workspace, explain::Part};

/// Minimum widths of the run bar at which the offer is written out, named, and shown at all, in points.
const WIDE: f32 = 1640.0;
const MIDDLE: f32 = 1300.0;
const NARROW: f32 = 1000.0;
/// Widths of an offer in points: with full text, with names, and short.
const LONG: f32 = 380.0;
const NAMED: f32 = 250.0;
const SHORT: f32 = 180.0;

/// Width of the offer in the run bar: 0 without an offer or in a narrow bar.
pub(crate) fn width(workspace: &Workspace, bar: f32) -> f32 {
    match workspace.decider() {
        Some(_) if bar >= WIDE => LONG,
        Some(_) if bar >= MIDDLE => NAMED,
        Some(_) if bar >= NARROW => SHORT,
        _ => 0.0,
    }
}

/// Draws the offer in a right-to-left row of constant width, so that accepting the offer moves no control.
pub(crate) fn show(ui: &mut Ui, workspace: &Workspace, width: f32, actions: &mut Vec<Action>) {
    let Some(decider) = workspace.decider().filter(|_| width > 0.0) else { return };
    let size = vec2(width, ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_size(size);
        if workspace.other_documents().is_some() {
            return;
        }
        let offer = workspace.offer();
        let (name, to, text, hint) = match (decider, offer) {
            (DecideBy::Map, Some(offer)) => ("Use", DecideBy::Combined, text(offer, width), hint(offer)),
            (DecideBy::Map, None) => return,
            (DecideBy::Combined, _) => {
                let text = if width >= LONG { "map and components decide" } else { "combined" };
                ("Map alone", DecideBy::Map, text.to_owned(), ALONE.to_owned())
            }
        };
        ui.add(Button::new(name).small()).on_hover_text(&hint).on_click(actions, || Action::Run(Run::decide_by(to)));
        let text = written(workspace, offer, text);
        ui.add(Label::new(text).truncate()).on_hover_text(hint);
    });
}

/// Text with a gain, grey if the run has gone on since the gain was measured.
pub(crate) fn written(workspace: &Workspace, offer: Option<&ComponentGain>, text: String) -> RichText {
    let text = RichText::new(text);
    if offer.is_some_and(|offer| workspace.is_old(offer)) { text.weak() } else { text }
}

/// Tooltip of the button that returns to decisions by the map alone.
const ALONE: &str = "Map and components decide. Map alone: a word is known by its position only, so that what is drawn is what \
                     decides. It takes effect at once, without a restart. Ctrl+Z takes it back.";

/// Text of the offer for a given width.
fn text(offer: &ComponentGain, width: f32) -> String {
    let gain = format!("{:+.1} ± {:.1}", 100.0 * offer.gain.mean, 100.0 * offer.gain.half_width);
    let end = if offer.gain.contains(0.0) { ": no clear gain".to_owned() } else { format!(" at {}", offer.iteration) };
    // Documents that the model fits favour it: the text says so.
    let part = if part(offer) == Part::Train { "training, " } else { "" };
    let shown = format!("{part}{gain}{end}");
    if width >= LONG {
        return format!("with {} {}, {shown}", listed(&offer.sources), percent(offer.accuracy));
    }
    // The gain names its iteration, since the adjacent scores are of another iteration.
    match (offer.gain.contains(0.0), width >= NAMED) {
        (true, true) => format!("combined: {part}no clear gain"),
        (true, false) => format!("{part}no clear gain"),
        (false, true) => format!("combined {shown}"),
        (false, false) => shown,
    }
}

/// Part of the split on which a gain was measured.
fn part(offer: &ComponentGain) -> Part {
    Part::ALL.get(offer.part).copied().unwrap_or_default()
}

/// Tooltip of the offer: its effect, and the documents on which the gain was measured.
fn hint(offer: &ComponentGain) -> String {
    let ComponentGain { iteration, documents, accuracy, gain, .. } = offer;
    let part = part(offer);
    let biased = if part == Part::Train { ", which both fit" } else { "" };
    format!(
        "Use: {} decide with the map. It takes effect at once, without a restart. Ctrl+Z takes it back.\nMeasured at iteration \
         {iteration} on {} {} documents{biased}: accuracy {}, {:+.1} ± {:.1} points over the map alone, with the 95 % interval of \
         the paired difference. Grey: the run has gone on since; the gain is measured again when it pauses.",
        listed(&offer.sources),
        grouped(*documents),
        part.name(),
        percent(*accuracy),
        100.0 * gain.mean,
        100.0 * gain.half_width,
    )
}

/// Tooltip on the gain by the built-in English word vectors.
pub(crate) const ENGLISH: &str = "Map and components decide in both. The vectors are then a further component: they decide only with the \
                           components, not by the map alone. The 95 % interval is that of the paired difference.";

/// Text with the gain by the built-in English word vectors, and the documents on which it was measured.
pub(crate) fn of_english_vectors(offer: &ComponentGain) -> String {
    let ComponentGain { iteration, documents, accuracy, gain, .. } = offer;
    let clear = if gain.contains(0.0) { ": no clear gain" } else { "" };
    format!(
        "combined: {} with them, {} without, {:+.1} ± {:.1} points{clear} ({} {} documents, iteration {iteration})",
        percent(*accuracy),
        percent(accuracy - gain.mean),
        100.0 * gain.mean,
        100.0 * gain.half_width,
        grouped(*documents),
        part(offer).name(),
    )
}

/// Names of decision components, as in "words, text and vectors".
fn listed(sources: &[Source]) -> String {
    let names: Vec<&str> = sources.iter().map(|source| source.label()).collect();
    match names.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wordfield_core::stats::MeanInterval;

    fn offer(mean: f64, half_width: f64) -> ComponentGain {
        let gain = MeanInterval { mean, half_width };
        let sources = vec![Source::Identity, Source::Spectral];
        ComponentGain { iteration: 960, sources, part: 1, documents: 6774, accuracy: 0.948, gain }
    }

    #[test]
    fn an_offer_names_its_gain_and_whether_it_is_clear() {
        let (clear, unclear) = (offer(0.036, 0.011), offer(0.003, 0.009));
        assert_eq!(text(&clear, LONG), "with words and text 94.8 %, +3.6 ± 1.1 at 960");
        assert_eq!(text(&clear, NAMED), "combined +3.6 ± 1.1 at 960");
        assert_eq!(text(&clear, SHORT), "+3.6 ± 1.1 at 960");
        assert_eq!(text(&unclear, LONG), "with words and text 94.8 %, +0.3 ± 0.9: no clear gain");
        assert_eq!(text(&unclear, NAMED), "combined: no clear gain");
        assert_eq!(text(&unclear, SHORT), "no clear gain");
        assert!(hint(&clear).contains("at iteration 960 on 6,774 development documents: accuracy 94.8 %"), "{}", hint(&clear));
        let fitted = ComponentGain { part: 0, ..clear };
        assert!(hint(&fitted).contains("which both fit"));
        assert_eq!(text(&fitted, SHORT), "training, +3.6 ± 1.1 at 960");
        assert_eq!(text(&ComponentGain { part: 0, ..unclear.clone() }, NAMED), "combined: training, no clear gain");
        let english =
            "combined: 94.8 % with them, 91.2 % without, +3.6 ± 1.1 points (6,774 development documents, iteration 960)";
        assert_eq!(of_english_vectors(&offer(0.036, 0.011)), english);
        assert!(of_english_vectors(&unclear).contains("no clear gain"));
        assert_eq!(listed(&[Source::Identity, Source::Spectral, Source::GivenVectors]), "words, text and vectors");
    }
}
