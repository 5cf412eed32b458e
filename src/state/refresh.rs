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
    let shown = workspace.pending_settings().shown();
    if !workspace.run.parameters.is_of(&shown) {
        let views = shown.views();
        workspace.run.parameters.of(shown, || views);
    }
}

/// Follows from the set at work to its words and documents, where it or the corpus is another.
fn link(workspace: &mut Workspace) {
    if let (Some(dataset), Some(basis)) = (&workspace.corpus.dataset, &workspace.corpus.basis) {
        let chosen = &workspace.selection.set;
        workspace.chooser.linked.of((chosen.clone(), Same::of(dataset)), || Linked::of(chosen, dataset, basis).map(Arc::new));
    } else {
        workspace.chooser.linked.forget();
    }
}

/// Lists the documents anew if the list would be another.
fn order_documents(workspace: &mut Workspace) {
    let mut order = std::mem::take(&mut workspace.documents.order);
    if let (Some(dataset), Some(snapshot)) = (&workspace.corpus.dataset, &workspace.run.snapshot) {
        let key =
            OrderKey::of(dataset, snapshot, &workspace.documents.view, workspace.documents.part, workspace.field.layers.rating());
        let key = key.among(&workspace.selection.set, workspace.selection.only);
        order.of(key, || Arc::new(listed(workspace).unwrap_or_default()));
    } else {
        order.forget();
    }
    workspace.documents.order = order;
}

/// Reads the newest state anew where the snapshot, the corpus or the rating looked at is another.
fn derive(workspace: &mut Workspace) {
    let (Some(dataset), Some(snapshot)) = (&workspace.corpus.dataset, &workspace.run.snapshot) else {
        workspace.inspect.derived.forget();
        return;
    };
    let evaluation = snapshot.matched().map(|said| {
        let evaluate = || Arc::new(Evaluation::new(&said.rows));
        Arc::clone(workspace.inspect.evaluation.of((Same::of(dataset), Same::of(&said.rows)), evaluate))
    });
    let rating = workspace.field.layers.rating();
    let derive = || Arc::new(Derived::new(dataset, snapshot, rating, evaluation));
    workspace.inspect.derived.of((Same::of(dataset), Same::of(snapshot), rating), derive);
}

/// Lists the entries of the dictionary that are to be shown.
fn list_entries(workspace: &mut Workspace) {
    let (Some((_, dictionary)), Some(basis)) = (&workspace.matches.dictionary, &workspace.corpus.basis) else { return };
    let view = &workspace.documents.view.pairs.dictionary;
    let key = (Same::of(dictionary), view.clone());
    workspace.matches.entries.of(key, || {
        // A dictionary of other words is about to be replaced.
        let known = dictionary.entries.iter().all(|entry| entry.word.max(entry.other) < basis.words.len());
        if known { dictionary.shown(&basis.words, view) } else { Vec::new() }
    });
}
