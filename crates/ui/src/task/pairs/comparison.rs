//! Comparison of a source document with a candidate: both texts with every word's share of their distance.
//! The comparison also shows the nearest candidates and the verdict.
//!
//! Cost: two texts tokenised once, laid out with every comparison.

use egui::{Button, Label, Panel, RichText, ScrollArea, Sense, TextEdit, Ui};

use super::{
    View, check, correction,
    counterparts::{alike, counterparts},
    held_out, images, rules,
};
use crate::{
    data_table, export,
    task::{
        text::{Explained, MAX_CONTRIBUTIONS, Texts},
        view::Shown,
    },
    term,
    widgets::{ResponseExt, beginning, color, dot, labelled, note},
};
use wordfield_core::{
    corpus::Dataset,
    model::pairs::{PairShares, WordShare},
};
use wordfield_output::Mark;
use wordfield_state::{Action, Compared, Focus, Look, MatchAction, PairMode, Tab, Verdict, explain::Share, glossary};

/// Draws the comparison of a source document with a candidate.
pub(super) fn show(view: &View, ui: &mut Ui, texts: &mut Texts, actions: &mut Vec<Action>) {
    let Shown { workspace, dataset, .. } = view.shown;
    let Some(compared) = &workspace.matches.view.compared else {
        let listed = workspace.choices.shown.zip(workspace.matches()).is_some_and(|(shown, all)| all.row(shown).is_some());
        let missing = "This document has no partner, or no word in the vocabulary. Select another.";
        note(ui, if listed { "The comparison with its candidates is being computed." } else { missing });
        correction::show(ui, workspace, dataset, actions);
        return;
    };
    let PairShares { shares, exact } = &compared.shares;
    let explained = explained(compared);
    // The last comparison is faint while the next is computed, since the verdict buttons refer to the next documents.
    let in_sight = workspace.compared_in_sight().is_some();
    ui.add_enabled_ui(in_sight, |ui| {
        head(view, ui, compared, &explained, actions);
        held_out::caption(view, ui, compared, actions);
        rules::findings(ui, workspace, compared.source, actions);
        check::offer(ui, workspace, dataset, actions);
    });
    correction::show(ui, workspace, dataset, actions);
    if !in_sight {
        ui.disable();
    }
    // The texts keep most of the space in a narrow window.
    let width = ui.available_width();
    Panel::left("candidates").resizable(true).default_size(230.0_f32.min(0.26 * width)).show(ui, |ui| {
        // The scroll position is stored for each source document, so that a new list of candidates starts at the top.
        ScrollArea::vertical().id_salt(("candidates", compared.source)).auto_shrink(false).show(ui, |ui| {
            candidates(ui, dataset, compared, workspace.keyed_candidates().len(), actions);
        });
    });
    Panel::right("match shares").resizable(true).default_size(190.0_f32.min(0.22 * width)).show(ui, |ui| {
        ScrollArea::vertical().id_salt(("match shares", compared.source, compared.target)).auto_shrink(false).show(ui, |ui| {
            if shares.is_empty() && compared.held_out.is_some() {
                note(ui, "No word shares.");
                return;
            }
            if shares.is_empty() {
                let label = view.shown.workspace.choices.settings.params.kind().info().label;
                note(ui, format!("No word shares: distances of the {label} are no sums over words."));
                return;
            }
            let method = if *exact { "" } else { " (integrated gradients)" };
            note(ui, format!("Share of the distance{method}: + increases it, - decreases it"));
            data_table::lines(ui, workspace, "pair-shares", 0..MAX_CONTRIBUTIONS, actions);
        });
    });
    images::show(ui, dataset, compared);
    let of_shares = compared.dataset(dataset);
    ui.columns(2, |columns| {
        for (side, document) in [compared.source, compared.target].into_iter().enumerate() {
            let ui = &mut columns[side];
            // A long title must not widen its column, or the texts would overlap.
            ui.horizontal(|ui| {
                let color = color(ui, side);
                dot(ui, color);
                ui.add(Label::new(dataset.corpus.titles[document].as_str()).truncate());
            });
            // A hovered word highlights its counterparts in the partner's text.
            let other = texts.hovered(1 - side, [compared.target, compared.source][side]);
            let lit = match other.filter(|&word| word < of_shares.words.len()) {
                Some(word) if compared.held_out.is_some() => alike(of_shares, word, document),
                Some(word) => counterparts(dataset, &*view.matches.fitted, word, document),
                None => Vec::new(),
            };
            texts.show_lit(ui, of_shares, side, document, (&explained, &lit));
        }
    });
}

/// Word shares in the distance of the documents: positive ones increase it, negative ones reduce it.
fn explained(compared: &Compared) -> Explained {
    let share = |of: &WordShare| Share { parts: of.parts, ..Share::of_map(of.word, of.weight, of.share) };
    let shares = compared.shares.shares.iter().map(share).collect();
    Explained { shares, marks: [Mark::Change(true), Mark::Change(false)], method: None }
}

/// Draws the distance of the compared documents, the sum of the words' shares, and the verdict.
fn head(view: &View, ui: &mut Ui, compared: &Compared, explained: &Explained, actions: &mut Vec<Action>) {
    let Shown { workspace, dataset, .. } = view.shown;
    let review = workspace.choices.reviews.get(compared.source);
    let verdict = review.and_then(|review| review.verdict);
    ui.horizontal_wrapped(|ui| {
        let partner = dataset.corpus.partner(compared.source);
        let checks = workspace.matches.view.mode == PairMode::Check;
        ui.strong(match (partner == Some(compared.target), checks) {
            (true, true) => "pair of the file",
            (true, false) => "true partner",
            (false, _) => "another document",
        });
        if let Some(pair) = workspace.checked_pair(compared.source).filter(|pair| checks && pair.target == compared.target) {
            let score = workspace.score(pair.source).map_or_else(String::new, |score| format!("score {score:.2}, "));
            let text = format!("{score}doubt {:.1}, ranks {} / {}", pair.doubt, pair.rank, pair.reverse_rank);
            term::label(ui, workspace, &glossary::DOUBT, text, actions)
                .on_hover_text("by a model that was not trained on this pair");
        }
        let text = format!("squared distance {:.5}", compared.distance);
        term::label(ui, workspace, &glossary::DISTANCE, text, actions);
        if !explained.shares.is_empty() {
            note(ui, format!("= {:.5} summed over {} words", explained.sum(), explained.shares.len()));
        }
        let about = dataset
            .corpus
            .task
            .pairs()
            .map_or_else(String::new, |pairs| format!("{} ↔ {}", pairs.name(compared.source), pairs.unit(compared.target)));
        for (kind, text, key) in [(Verdict::Accepted, "Accept", "Y"), (Verdict::Rejected, "Reject", "X")] {
            let selected = verdict == Some((kind, compared.target));
            let text = format!("{text} {about}");
            ui.add(Button::selectable(selected, text))
                .on_hover_text(format!("key {key}; again to undo"))
                .on_click(actions, || Action::Match(MatchAction::SetVerdict(kind)));
        }
        if let Some((kind, about)) = verdict.filter(|(_, about)| *about != compared.target) {
            let name = dataset.corpus.task.pairs().map_or_else(String::new, |pairs| pairs.name(about));
            note(ui, format!("{} with {name}: {}", kind.name(), dataset.corpus.display_title(about)));
        }
        let mut text = review.map(|review| review.note.clone()).unwrap_or_default();
        let edit = TextEdit::singleline(&mut text).desired_width(180.0).hint_text("Note");
        labelled(ui, "Note", edit).on_change(actions, || Action::Match(MatchAction::Note(text)));
    });
}

/// Draws the nearest candidates; the first `keyed` of them have shortcut keys.
fn candidates(ui: &mut Ui, dataset: &Dataset, compared: &Compared, keyed: usize, actions: &mut Vec<Action>) {
    export::heading(ui, "Nearest candidates", "candidates", actions);
    if keyed > 0 {
        note(ui, format!("keys 1 to {keyed} take one"));
    }
    let (some, all) = compared.among;
    if some < all {
        note(ui, format!("among {some} of the {all} documents of this part"));
    }
    let partner = dataset.corpus.partner(compared.source);
    for (rank, &(target, distance)) in compared.candidates.iter().enumerate() {
        let text = format!("{}  {distance:.4}  {}", rank + 1, dataset.corpus.titles[target]);
        let text = if partner == Some(target) { RichText::new(text).strong() } else { RichText::new(text) };
        candidate(ui, dataset, compared, target, text, actions);
    }
    if let Some(partner) = partner.filter(|partner| !compared.candidates.iter().any(|(target, _)| target == partner)) {
        let rank = compared.held_out.as_ref().map(|held_out| held_out.pair.rank);
        note(
            ui,
            rank.map_or("The true partner is farther away:".to_owned(), |rank| {
                format!("Its partner in the file has rank {rank}:")
            }),
        );
        candidate(ui, dataset, compared, partner, RichText::new(dataset.corpus.titles[partner].as_str()), actions);
    }
    if compared.between.is_some() && ui.small_button("Show both in the word field").clicked() {
        actions.push(Action::Look(Look::Select(Focus::Document(compared.source))));
        actions.push(Action::Look(Look::Tab(Tab::Field)));
    }
}

/// Draws the row of a candidate document.
fn candidate(ui: &mut Ui, dataset: &Dataset, compared: &Compared, target: usize, text: RichText, actions: &mut Vec<Action>) {
    let row = ui.add(Button::selectable(compared.target == target, text).truncate());
    let words = &dataset.corpus.texts[target];
    let first = ui.add(Label::new(RichText::new(beginning(words, 80)).small().weak()).truncate().sense(Sense::click()));
    row.union(first).on_hover_text(beginning(words, 300)).on_click(actions, || Action::Match(MatchAction::Compare(target)));
}
