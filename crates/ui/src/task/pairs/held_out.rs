//! Model behind a comparison of texts: in a check of pairs, the held-out model that was not trained on the pair.

use egui::Ui;

use super::View;
use crate::{task::lists::part_of, widgets::note};
use wordfield_core::model::Matched;
use wordfield_state::{
    Action, Compared, MatchAction, PairMode,
    explain::Part,
    glossary::{self, Term},
};

/// Note that the numbers in the check of pairs come from held-out models.
pub(super) const CAPTION: &str = "By a model trained without this pair.";

/// Names the model behind candidates and word shares in the check of pairs; a check without word shares can be repeated.
pub(super) fn caption(view: &View<'_>, ui: &mut Ui, compared: &Compared, actions: &mut Vec<Action>) {
    let workspace = view.shown.workspace;
    let Some(held_out) = &compared.held_out else {
        if workspace.matches.view.mode == PairMode::Check {
            let trained = part_of(view.shown, compared.source) == Part::Train.name();
            let pair = if trained { ", which is trained on this pair" } else { "" };
            note(ui, format!("Candidates and word shares by the model of the run{pair}."));
        }
        return;
    };
    if !compared.shares.shares.is_empty() {
        note(ui, "Candidates, ranks and word shares by a model trained without this pair.");
        return;
    }
    ui.horizontal_wrapped(|ui| {
        note(ui, "Candidates and ranks by a model trained without this pair; its word shares are not kept.");
        let again = held_out.dataset.is_none() && workspace.check_progress().is_none();
        if again && ui.small_button("Check again").on_hover_text("judges all pairs, and keeps the word shares").clicked() {
            actions.push(Action::Match(MatchAction::StartCheck));
        }
    });
}

/// Facts about a compared pair: ranks, distance and margin.
pub(super) fn facts(matches: &Matched, compared: &Compared) -> [(&'static Term, &'static str, String); 4] {
    let row = matches.row(compared.source);
    let (rank, reverse_rank, margin) = match &compared.held_out {
        Some(held_out) => (Some(held_out.pair.rank), Some(held_out.pair.reverse_rank), held_out.pair.margin()),
        None => (row.and_then(|row| row.rank), row.and_then(|row| row.reverse_rank), row.map(|row| row.margin)),
    };
    let rank_text = |rank: Option<usize>| rank.map_or("none".to_owned(), |rank| rank.to_string());
    [
        (&glossary::RANK, "rank of the partner", rank_text(rank)),
        (&glossary::REVERSE_RANK, "reverse rank", rank_text(reverse_rank)),
        (&glossary::DISTANCE, "squared distance", format!("{:.5}", compared.distance)),
        (&glossary::MATCH_MARGIN, "margin", margin.map_or_else(String::new, |margin| format!("{margin:.5}"))),
    ]
}
