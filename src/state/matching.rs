//! Looking through matches: what a gesture changes, and two documents compared.
//!
//! Cost: a comparison is one row of distances, made again only when the rows or the two documents change.

use std::sync::Arc;

use super::{
    FieldOf, Selection, Workspace,
    compared::{Compared, Pool},
    match_view::MatchAction,
};
use crate::corpus::Side;

/// Applies a gesture.
pub fn apply(workspace: &mut Workspace, action: MatchAction) {
    match action {
        MatchAction::Sort(sort) => {
            let view = &mut workspace.matches;
            view.descending = view.sort == sort && !view.descending;
            view.sort = sort;
        }
        MatchAction::Filter(filter) => workspace.matches.filter = filter,
        MatchAction::OfPart(part) => workspace.matches.part = part,
        MatchAction::Compare(target) => {
            workspace.matches.chosen = Some(target);
            compare(workspace);
        }
        MatchAction::Next => walk(workspace, 1),
        MatchAction::Previous => walk(workspace, -1),
        MatchAction::Judge(verdict) => {
            if let Some(compared) = workspace.matches.compared.clone() {
                workspace.matches.reviews.judge(compared.source, compared.target, verdict);
            }
        }
        MatchAction::Note(note) => {
            if let Some(compared) = workspace.matches.compared.clone() {
                workspace.matches.reviews.note(compared.source, note);
            }
        }
        MatchAction::Undo | MatchAction::Redo => {
            let reviews = &mut workspace.matches.reviews;
            let about = if action == MatchAction::Undo { reviews.undo() } else { reviews.redo() };
            if let Some(source) = about {
                look_at(workspace, source);
            }
        }
    }
}

/// Looks at the next or previous document listed.
fn walk(workspace: &mut Workspace, by: isize) {
    let listed = &workspace.listing.documents;
    let now = workspace.matches.compared.as_ref().map(|compared| compared.source);
    let place = listed.iter().position(|&document| Some(document) == now);
    let next = place.map_or(0, |place| place.saturating_add_signed(by).min(listed.len().saturating_sub(1)));
    if let Some(&document) = listed.get(next) {
        look_at(workspace, document);
    }
}

fn look_at(workspace: &mut Workspace, source: usize) {
    workspace.selection = Selection::Document(source);
    workspace.document = Some(source);
    select(workspace, source);
}

/// Takes note of a document chosen: a source document is compared with its nearest candidate, a target document with
/// the source it belongs to.
pub fn select(workspace: &mut Workspace, document: usize) {
    let Some(pairs) = workspace.dataset.as_ref().and_then(|dataset| dataset.corpus.task.pairs()) else { return };
    let source = match pairs.side(document) {
        Side::Source => Some(document),
        Side::Target => pairs.partner.get(document).copied().flatten(),
    };
    let chosen = (pairs.side(document) == Side::Target).then_some(document);
    let Some(source) = source else { return };
    let same = workspace.matches.compared.as_ref().is_some_and(|compared| compared.source == source);
    if !same || chosen.is_some() {
        workspace.matches.chosen = chosen;
    }
    workspace.document = Some(source);
    workspace.layers.field = true;
    compare(workspace);
}

/// Compares the document looked at with its candidate under the present machine.
pub fn compare(workspace: &mut Workspace) {
    let Some(source) = workspace.document else { return };
    let (Some(dataset), Some(basis)) = (&workspace.dataset, &workspace.basis) else { return };
    let Some(said) = workspace.snapshot.as_ref().and_then(|snapshot| snapshot.matched()) else { return };
    let known = workspace.matches.pool.as_ref().filter(|pool| pool.serves(dataset, basis, source));
    let pool = known.map_or_else(|| Arc::new(Pool::of(dataset, basis, source)), Arc::clone);
    let compared = Compared::new(dataset, said, &pool, source, workspace.matches.chosen);
    workspace.matches.pool = Some(pool);
    if let Some(compared) = compared {
        workspace.layers.field_of = FieldOf::Witness { source, target: compared.target };
        workspace.matches.compared = Some(Arc::new(compared));
        workspace.redraw();
    }
}

/// Brings the comparison up to date with a new snapshot: the candidates are looked for again only with new rows.
pub fn refresh(workspace: &mut Workspace) {
    let Some(compared) = workspace.matches.compared.as_ref() else { return };
    let Some(said) = workspace.snapshot.as_ref().and_then(|snapshot| snapshot.matched()) else { return };
    if !Arc::ptr_eq(&compared.rows, &said.rows) {
        compare(workspace);
    }
}

#[cfg(test)]
#[path = "matching_tests.rs"]
mod tests;
