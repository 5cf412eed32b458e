//! What views read in every frame is brought up to date after an action, where something it is made from is another.

use std::sync::Arc;

use crate::state::{
    Linked, Workspace,
    core::memo::Same,
    documents::order_key::OrderKey,
    documents::update::document_order::listed,
    field::update::trails,
    inspect::derived::{Derived, Evaluation},
    inspect::update::neighbouring,
};

/// Brings everything up to date.
pub(super) fn refresh(workspace: &mut Workspace) {
    list_parameters(workspace);
    link(workspace);
    order_documents(workspace);
    derive(workspace);
    neighbouring::refresh(workspace);
    list_entries(workspace);
    trails::draw(workspace);
}

/// Lists the parameters anew where one of them is another.
fn list_parameters(workspace: &mut Workspace) {
    let shown = workspace.chosen().shown();
    if !workspace.parameters.is_of(&shown) {
        let views = shown.views();
        workspace.parameters.of(shown, || views);
    }
}

/// Follows from the set at work to its words and documents, where it or the corpus is another.
fn link(workspace: &mut Workspace) {
    if let (Some(dataset), Some(basis)) = (&workspace.dataset, &workspace.basis) {
        let chosen = &workspace.chosen;
        workspace.linked.of((chosen.clone(), Same::of(dataset)), || Linked::of(chosen, dataset, basis).map(Arc::new));
    } else {
        workspace.linked.forget();
    }
}

/// Lists the documents anew if the list would be another.
fn order_documents(workspace: &mut Workspace) {
    let mut order = std::mem::take(&mut workspace.document_order);
    if let (Some(dataset), Some(snapshot)) = (&workspace.dataset, &workspace.snapshot) {
        let key = OrderKey::of(dataset, snapshot, &workspace.view, workspace.part, workspace.layers.rating());
        let key = key.among(&workspace.chosen, workspace.chosen_only);
        order.of(key, || Arc::new(listed(workspace).unwrap_or_default()));
    } else {
        order.forget();
    }
    workspace.document_order = order;
}

/// Reads the newest state anew where the snapshot, the corpus or the rating looked at is another.
fn derive(workspace: &mut Workspace) {
    let (Some(dataset), Some(snapshot)) = (&workspace.dataset, &workspace.snapshot) else {
        workspace.derived.forget();
        return;
    };
    let evaluation = snapshot.matched().map(|said| {
        let evaluate = || Arc::new(Evaluation::new(&said.rows));
        Arc::clone(workspace.evaluation.of((Same::of(dataset), Same::of(&said.rows)), evaluate))
    });
    let rating = workspace.layers.rating();
    let derive = || Arc::new(Derived::new(dataset, snapshot, rating, evaluation));
    workspace.derived.of((Same::of(dataset), Same::of(snapshot), rating), derive);
}

/// Lists the entries of the dictionary that are to be shown.
fn list_entries(workspace: &mut Workspace) {
    let (Some((_, dictionary)), Some(basis)) = (&workspace.dictionary, &workspace.basis) else { return };
    let view = &workspace.view.pairs.dictionary;
    let key = (Same::of(dictionary), view.clone());
    workspace.entries.of(key, || {
        // A dictionary of other words is about to be replaced.
        let known = dictionary.entries.iter().all(|entry| entry.word.max(entry.other) < basis.words.len());
        if known { dictionary.shown(&basis.words, view) } else { Vec::new() }
    });
}
