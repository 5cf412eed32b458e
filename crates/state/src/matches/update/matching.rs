//! Actions on the review of matches; documents are compared on a thread.
//!
//! A shortcut sets the verdict of the open pair and opens the next pair in the list.
//! A verdict moves no row from under the cursor: see [`Workspace::held_pair`].
//! Views apply key presses before job answers that sort the list again.

use std::sync::Arc;

use crate::{
    Compared, Effect, Focus, HeldMatches, Layer, Message, PairMode, Verdict, Workspace,
    matches::match_view::MatchAction,
    matches::update::checking,
    matches::update::correcting,
    reviews::{Review, category::Category},
    selection::update::follow,
};
use wordfield_core::corpus::Side;

/// Applies an action on the review of matches.
pub(crate) fn apply(workspace: &mut Workspace, action: MatchAction) -> Option<Effect> {
    match action {
        MatchAction::Mode(mode) => {
            (workspace.matches.view.mode, workspace.matches.view.opened) = (mode, None);
            if let Some(source) = workspace.choices.source {
                workspace.choices.target = own_partner(workspace, source).filter(|_| mode == PairMode::Check);
            }
        }
        MatchAction::FilterChecked(filter) => {
            (workspace.matches.view.check_filter, workspace.matches.view.opened) = (filter, None);
        }
        MatchAction::SortChecked(sort) => {
            let view = &mut workspace.matches.view;
            view.check_reversed = view.check_sort == sort && !view.check_reversed;
            (view.check_sort, view.opened) = (sort, None);
        }
        MatchAction::StartCheck => return checking::start(workspace).map(Effect::Run),
        MatchAction::StopCheck => workspace.matches.check.stop(),
        MatchAction::TakePartner(target) => {
            let open = workspace.choices.source.zip(workspace.corpus.dataset.clone());
            if let Some((source, dataset)) = open {
                match correcting::assign(workspace, &dataset.corpus, &[(source, target)]) {
                    Ok(()) => advance(workspace),
                    Err(problem) => workspace.message = Some(Message::error(problem)),
                }
            }
        }
        MatchAction::Sort(sort) => {
            let view = &mut workspace.choices.matches;
            view.descending = view.sort == sort && !view.descending;
            view.sort = sort;
        }
        MatchAction::Filter(filter) => workspace.choices.matches.filter = filter,
        MatchAction::OfPart(part) => workspace.choices.matches.part = part,
        MatchAction::Renew => renew(workspace),
        MatchAction::Follow(follow) => {
            workspace.matches.view.follow = follow;
            if follow {
                renew(workspace);
            }
        }
        MatchAction::Compare(target) => workspace.choices.target = Some(target),
        MatchAction::Entries(entries) => workspace.matches.view.entries = entries,
        MatchAction::Next => walk(workspace, 1),
        MatchAction::Previous => walk(workspace, -1),
        MatchAction::NextUnchecked => advance(workspace),
        MatchAction::SetVerdict(verdict) => {
            if let Some((source, target)) = pair_of_verdict(workspace) {
                if verdict == Verdict::Accepted && is_corrected_for_another(workspace, source, target) {
                    return apply(workspace, MatchAction::TakePartner(target));
                }
                if verdict == Verdict::Accepted && is_judged_since_opened(workspace, source, (Some((verdict, target)), None)) {
                    go_on(workspace, source);
                    return None;
                }
                let reviews = &mut workspace.choices.reviews;
                reviews.judge(source, target, verdict);
                if reviews.get(source).is_none_or(|review| review.verdict.is_none()) {
                    let text = format!("The verdict \"{}\" is removed; the same key or Ctrl+Z restores it.", verdict.name());
                    workspace.message = Some(Message::step(text));
                } else if verdict == Verdict::Accepted {
                    advance(workspace);
                }
            } else if workspace.choices.source.is_some() {
                workspace.message = Some(Message::note("No verdict: the two documents are still being compared."));
            }
        }
        MatchAction::JudgeListed(verdict) => judge_listed(workspace, verdict),
        MatchAction::RejectAs(category) => {
            if let Some((source, target)) = pair_of_verdict(workspace) {
                let judged = (Some((Verdict::Rejected, target)), Some(category));
                if is_judged_since_opened(workspace, source, judged) {
                    go_on(workspace, source);
                    return None;
                }
                workspace.choices.reviews.reject_as(source, target, category);
                if workspace.choices.reviews.get(source).is_some_and(|review| review.category.is_some()) {
                    advance(workspace);
                }
            }
        }
        MatchAction::Correct(action) => correcting::apply(workspace, action),
        MatchAction::LineField(text) => workspace.matches.view.line_field = text,
        MatchAction::GoToLine => go_to_line(workspace),
        MatchAction::Note(note) => {
            if let Some(compared) = workspace.compared_in_sight().map(Arc::clone) {
                workspace.choices.reviews.note(compared.source, note);
            }
        }
    }
    None
}

/// Accepts or rejects every listed pair without a verdict.
fn judge_listed(workspace: &mut Workspace, verdict: Verdict) {
    let Some(dataset) = workspace.corpus.dataset.clone().filter(|_| workspace.matches.view.mode == PairMode::Check) else {
        return;
    };
    workspace.matches.view.opened = None;
    let listed = workspace.documents().to_vec();
    let mut judged = 0;
    for &source in &listed {
        if let Some(target) = dataset.corpus.partner(source).filter(|_| workspace.pair_verdict(source).is_none()) {
            workspace.choices.reviews.put_verdict(source, target, verdict);
            judged += 1;
        }
    }
    if judged == 0 {
        workspace.message = Some(Message::note("Every listed pair has a verdict already."));
        return;
    }
    let others = listed.len() - judged;
    let kept = if others == 0 { String::new() } else { format!("; the verdicts on the other {others} stay") };
    let text = format!("Listed pairs {}: {judged}{kept}. Ctrl+Z takes it back.", verdict.name());
    workspace.message = Some(Message::step(text));
}

/// Opens the pair at the line number in the line-number field.
fn go_to_line(workspace: &mut Workspace) {
    let Some(text) = workspace.matches.view.line_field.take() else { return };
    let dataset = workspace.corpus.dataset.as_ref();
    let Some(pairs) = dataset.and_then(|dataset| dataset.corpus.task.pairs()) else { return };
    let line: Option<usize> = text.trim().parse().ok();
    let found = pairs.matched().map(|pair| pair.0).find(|&source| line == Some(pairs.unit(source)));
    let last = pairs.matched().map(|pair| pairs.unit(pair.0)).max().unwrap_or_default();
    if let Some(source) = found {
        look_at(workspace, source);
    } else {
        workspace.message =
            Some(Message::error(format!("\"{}\" is no {} of a pair: give a number up to {last}.", text.trim(), pairs.noun())));
    }
}

/// Partner of a document in the file of pairs.
fn own_partner(workspace: &Workspace, document: usize) -> Option<usize> {
    workspace.corpus.dataset.as_ref()?.corpus.partner(document)
}

/// Source and target document of the next verdict: in the check the chosen pair, even before the comparison has arrived.
fn pair_of_verdict(workspace: &Workspace) -> Option<(usize, usize)> {
    if workspace.matches.view.mode == PairMode::Check {
        let source = workspace.choices.source?;
        return Some((source, workspace.choices.target.or_else(|| own_partner(workspace, source))?));
    }
    workspace.compared_in_sight().map(|compared| (compared.source, compared.target))
}

impl Workspace {
    /// Last comparison of two documents, if its documents are the requested ones.
    pub fn compared_in_sight(&self) -> Option<&Arc<Compared>> {
        let (source, target) = (self.choices.source, self.choices.target);
        let is_asked =
            |found: &&Arc<Compared>| Some(found.source) == source && target.is_none_or(|target| target == found.target);
        self.matches.view.compared.as_ref().filter(is_asked)
    }
}

/// Whether the corrected texts of a pair belong to a different target.
fn is_corrected_for_another(workspace: &Workspace, source: usize, target: usize) -> bool {
    let (reviews, dataset) = (&workspace.choices.reviews, workspace.corpus.dataset.as_ref());
    let kept = dataset.and_then(|dataset| reviews.target(source, &dataset.corpus));
    reviews.correction(source).is_some() && kept != Some(target)
}

/// Whether the open pair of the check has a verdict and category that it did not have when it was opened.
fn is_judged_since_opened(workspace: &Workspace, source: usize, judged: (Option<(Verdict, usize)>, Option<Category>)) -> bool {
    let view = &workspace.matches.view;
    let is = |review: &Review| (review.verdict, review.category) == judged;
    let before = view.opened.as_ref().filter(|opened| view.mode == PairMode::Check && opened.0 == source);
    before.is_some_and(|opened| !is(&opened.1)) && workspace.choices.reviews.get(source).is_some_and(is)
}

/// Opens the pair after one with a verdict. An extra key press at the end of the list does not revoke a verdict.
fn go_on(workspace: &mut Workspace, source: usize) {
    advance(workspace);
    if workspace.choices.source == Some(source) {
        workspace.message = Some(Message::note("No unchecked pair follows. Ctrl+Z takes the last verdict back."));
    }
}

/// During a check, opens the next listed pair without a verdict, if there is one.
pub(super) fn advance(workspace: &mut Workspace) {
    let (listed, view) = (workspace.documents(), &workspace.matches.view);
    if view.mode != PairMode::Check {
        return;
    }
    let place =
        listed.iter().position(|&document| Some(document) == workspace.choices.source).map_or(view.place, |place| place + 1);
    let unchecked = |&&document: &&usize| workspace.pair_verdict(document).is_none();
    if let Some(&document) = listed.get(place..).and_then(|after| after.iter().find(unchecked)) {
        look_at(workspace, document);
    }
}

/// Replaces the matches frozen for review by those of the newest model.
fn renew(workspace: &mut Workspace) {
    let iteration = workspace.evaluated().unwrap_or_else(|| workspace.newest());
    let predictions = workspace
        .run
        .snapshot
        .as_ref()
        .and_then(|snapshot| snapshot.matched())
        .filter(|predictions| !predictions.rows.is_empty());
    if let Some(predictions) = predictions {
        workspace.matches.view.held = Some(HeldMatches { matched: predictions.clone(), iteration });
    }
}

/// Receives a new snapshot of the model. The review keeps its matches unless it follows the training.
pub(crate) fn arrived(workspace: &mut Workspace) {
    let view = &workspace.matches.view;
    let follows = view.follow && workspace.has_newer_matches();
    if workspace.choices.source.is_some() && (view.held.is_none() || follows) {
        renew(workspace);
    }
}

/// Moves to the next or previous document of the list of matches, also after the current one has left the list.
fn walk(workspace: &mut Workspace, by: isize) {
    let (listed, view) = (workspace.documents(), &workspace.matches.view);
    let place = listed.iter().position(|&document| Some(document) == workspace.choices.source);
    let next = match place {
        Some(place) => place.saturating_add_signed(by),
        None if by > 0 => view.place,
        None => view.place.saturating_sub(1),
    };
    if let Some(&document) = listed.get(next.min(listed.len().saturating_sub(1))) {
        look_at(workspace, document);
    }
}

pub(super) fn look_at(workspace: &mut Workspace, source: usize) {
    workspace.choices.focus = Focus::Document(source);
    workspace.choices.shown = Some(source);
    follow(workspace);
    select(workspace, source);
}

/// Handles a change of focus in the matches. In the check of pairs, the document in focus is compared with its partner.
/// Otherwise a source document is compared with its nearest candidate, and a target document with its source.
pub(crate) fn select(workspace: &mut Workspace, document: usize) {
    let Some(pairs) = workspace.corpus.dataset.as_ref().and_then(|dataset| dataset.corpus.task.pairs()) else { return };
    let source = match pairs.side(document) {
        Side::Source => Some(document),
        Side::Target => own_partner(workspace, document),
    };
    let Some(source) = source else { return };
    let chosen = match workspace.matches.view.mode {
        PairMode::Check => own_partner(workspace, source),
        PairMode::Find => (pairs.side(document) == Side::Target).then_some(document),
    };
    if workspace.choices.source != Some(source) || chosen.is_some() {
        workspace.choices.target = chosen;
    }
    workspace.choices.source = Some(source);
    if workspace.matches.view.held.is_none() {
        renew(workspace);
    }
    workspace.choices.shown = Some(source);
    workspace.choices.layers.show(Layer::Field, true);
}

#[cfg(test)]
#[path = "matching_tests.rs"]
pub(crate) mod tests;

#[cfg(test)]
#[path = "holding_tests.rs"]
mod holding;

#[cfg(test)]
#[path = "walking_tests.rs"]
mod walking;
