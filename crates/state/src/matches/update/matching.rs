//! Actions on the review of matches. Documents are compared on a thread.

use std::sync::Arc;

use crate::{
    Effect, Focus, HeldMatches, Layer, Message, PairMode, Verdict, Workspace, matches::compared::Compared,
    matches::match_view::MatchAction, matches::update::checking, selection::update::choose,
};
use wordfield_core::corpus::Side;

/// Applies an action.
pub fn apply(workspace: &mut Workspace, action: MatchAction) -> Option<Effect> {
    match action {
        MatchAction::Mode(mode) => {
            workspace.documents.view.pairs.mode = mode;
            if let Some(source) = workspace.documents.view.pairs.source {
                workspace.documents.view.pairs.chosen = own_partner(workspace, source).filter(|_| mode == PairMode::Check);
            }
        }
        MatchAction::FilterChecked(filter) => workspace.documents.view.pairs.check_filter = filter,
        MatchAction::SortChecked(sort) => {
            let view = &mut workspace.documents.view.pairs;
            view.check_reversed = view.check_sort == sort && !view.check_reversed;
            view.check_sort = sort;
        }
        MatchAction::StartCheck => return checking::start(workspace).map(Effect::Ask),
        MatchAction::StopCheck => workspace.matches.check.stop(),
        MatchAction::TakePartner(target) => {
            let view = &mut workspace.documents.view.pairs;
            if let Some(source) = view.source {
                view.reviews.put_verdict(source, target, Verdict::Accepted);
                view.chosen = Some(target);
            }
        }
        MatchAction::Sort(sort) => {
            let view = &mut workspace.documents.view.pairs;
            view.descending = view.sort == sort && !view.descending;
            view.sort = sort;
        }
        MatchAction::Filter(filter) => workspace.documents.view.pairs.filter = filter,
        MatchAction::OfPart(part) => workspace.documents.view.pairs.part = part,
        MatchAction::Renew => renew(workspace),
        MatchAction::Follow(follow) => {
            workspace.documents.view.pairs.follow = follow;
            if follow {
                renew(workspace);
            }
        }
        MatchAction::Compare(target) => workspace.documents.view.pairs.chosen = Some(target),
        MatchAction::Dictionary(view) => workspace.documents.view.pairs.dictionary = view,
        MatchAction::Next => walk(workspace, 1),
        MatchAction::Previous => walk(workspace, -1),
        MatchAction::SetVerdict(verdict) => {
            if let Some(compared) = in_sight(workspace) {
                let reviews = &mut workspace.documents.view.pairs.reviews;
                reviews.judge(compared.source, compared.target, verdict);
                if reviews.get(compared.source).is_none_or(|review| review.verdict.is_none()) {
                    let text = format!("The verdict \"{}\" is removed; the same key or Ctrl+Z restores it.", verdict.name());
                    workspace.session.message = Some(Message { text, error: false });
                }
            }
        }
        MatchAction::Note(note) => {
            if let Some(compared) = in_sight(workspace) {
                workspace.documents.view.pairs.reviews.note(compared.source, note);
            }
        }
    }
    None
}

/// Partner of a document in the file.
fn own_partner(workspace: &Workspace, document: usize) -> Option<usize> {
    workspace.corpus.dataset.as_ref()?.corpus.task.pairs()?.partner.get(document).copied().flatten()
}

/// The two compared documents, if they are the requested ones.
fn in_sight(workspace: &Workspace) -> Option<Arc<Compared>> {
    let view = &workspace.documents.view.pairs;
    let asked_for = |compared: &&Arc<Compared>| {
        Some(compared.source) == view.source && view.chosen.is_none_or(|chosen| chosen == compared.target)
    };
    view.compared.as_ref().filter(asked_for).map(Arc::clone)
}

/// Holds the newest matches during a review.
fn renew(workspace: &mut Workspace) {
    let iteration = workspace.evaluated().unwrap_or_else(|| workspace.newest());
    let predictions = workspace
        .run
        .snapshot
        .as_ref()
        .and_then(|snapshot| snapshot.matched())
        .filter(|predictions| !predictions.rows.is_empty());
    if let Some(predictions) = predictions {
        workspace.documents.view.pairs.held = Some(HeldMatches { matched: predictions.clone(), iteration });
    }
}

/// Receives a new snapshot. The review keeps its matches unless it follows the training.
pub(crate) fn arrived(workspace: &mut Workspace) {
    let view = &workspace.documents.view.pairs;
    let follows = view.follow && workspace.has_newer_matches();
    if view.source.is_some() && (view.held.is_none() || follows) {
        renew(workspace);
    }
}

/// Moves to the next or previous document of the list, also after the current one has left the list.
fn walk(workspace: &mut Workspace, by: isize) {
    let (listed, view) = (workspace.documents(), &workspace.documents.view.pairs);
    let place = listed.iter().position(|&document| Some(document) == view.source);
    let next = match place {
        Some(place) => place.saturating_add_signed(by),
        None if by > 0 => view.place,
        None => view.place.saturating_sub(1),
    };
    if let Some(&document) = listed.get(next.min(listed.len().saturating_sub(1))) {
        look_at(workspace, document);
    }
}

fn look_at(workspace: &mut Workspace, source: usize) {
    workspace.selection.focus = Focus::Document(source);
    workspace.documents.shown = Some(source);
    choose::follow(workspace);
    select(workspace, source);
}

/// Handles a change of focus. In the check of pairs a document is compared with its partner in the file; otherwise a source
/// document is compared with its nearest candidate, a target document with its source.
pub fn select(workspace: &mut Workspace, document: usize) {
    let Some(pairs) = workspace.corpus.dataset.as_ref().and_then(|dataset| dataset.corpus.task.pairs()) else { return };
    let source = match pairs.side(document) {
        Side::Source => Some(document),
        Side::Target => pairs.partner.get(document).copied().flatten(),
    };
    let Some(source) = source else { return };
    let chosen = match workspace.documents.view.pairs.mode {
        PairMode::Check => pairs.partner[source],
        PairMode::Find => (pairs.side(document) == Side::Target).then_some(document),
    };
    if workspace.documents.view.pairs.source != Some(source) || chosen.is_some() {
        workspace.documents.view.pairs.chosen = chosen;
    }
    workspace.documents.view.pairs.source = Some(source);
    if workspace.documents.view.pairs.held.is_none() {
        renew(workspace);
    }
    if let Some(place) = workspace.documents().iter().position(|&document| document == source) {
        workspace.documents.view.pairs.place = place;
    }
    workspace.documents.shown = Some(source);
    workspace.field.layers.show(Layer::Field, true);
}

#[cfg(test)]
#[path = "matching_tests.rs"]
pub mod tests;

#[cfg(test)]
#[path = "holding_tests.rs"]
mod holding;
