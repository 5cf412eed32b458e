//! Cached values that views read in every frame, updated after an action that changes their inputs.

use std::sync::Arc;

use crate::{
    EntryFilter, FieldOf, KernelMean, LinkedMembers, SetOf, Tab, WordMatrix, Workspace,
    compare::update::comparing,
    concordance::update as concordance,
    core::memo::Same,
    documents::update::document_order::listed,
    documents::update::order_key::OrderKey,
    export::update::exporting,
    field::contours::{self, ContourKey},
    field::update::trails,
    inspect::update as neighbouring,
    inspect::{derived::Derived, precision::Evaluation},
    matches::update::{correcting, reviewer},
    word_space::update::drawing,
};
use wordfield_core::corpus::TaskKind;
use wordfield_core::model::Scores;

/// Updates all cached values that views read.
pub(super) fn refresh(workspace: &mut Workspace) {
    workspace.sandbox.follow(&workspace.choices.sandbox);
    workspace.word_space.follow(&workspace.choices.vectors);
    list_parameters(workspace);
    link(workspace);
    average(workspace);
    correcting::refresh(workspace);
    order_documents(workspace);
    concordance::refresh(workspace);
    derive(workspace);
    judge_contours(workspace);
    neighbouring::refresh(workspace);
    neighbouring::list_topics(workspace);
    comparing::refresh(workspace);
    exporting::refresh(workspace);
    list_entries(workspace);
    pair_words(workspace);
    trails::draw(workspace);
    drawing::refresh(workspace);
    workspace.forget_place();
    reviewer::refresh(workspace);
}

/// Updates the list of hyper-parameters if one changed.
fn list_parameters(workspace: &mut Workspace) {
    let shown = workspace.pending_settings().shown();
    if !workspace.run.parameters.is_of(&shown) {
        let views = shown.views();
        workspace.run.parameters.of(shown, || views);
    }
}

/// Updates the words and documents linked to the selection set if it or the corpus changed.
fn link(workspace: &mut Workspace) {
    if let (Some(dataset), Some(basis)) = (&workspace.corpus.dataset, &workspace.corpus.basis) {
        let chosen = &workspace.choices.selection;
        workspace
            .chooser
            .linked
            .of((chosen.clone(), Same::of(dataset)), || LinkedMembers::of(chosen, dataset, basis).map(Arc::new));
    } else {
        workspace.chooser.linked.forget();
    }
}

/// Updates the kernel mean of the selection while it is drawn.
fn average(workspace: &mut Workspace) {
    let (Some(dataset), Some(basis)) = (&workspace.corpus.dataset, &workspace.corpus.basis) else { return };
    let (set, focus) = (&workspace.choices.selection, workspace.choices.focus);
    let key = (set.clone(), focus, Same::of(dataset));
    if workspace.choices.layers.field_of != FieldOf::Mean || workspace.field.mean.is_of(&key) {
        return;
    }
    let mean = KernelMean::of(set, focus, dataset, basis).map(Arc::new);
    workspace.field.mean.of(key, || mean);
    workspace.redraw();
}

/// Updates the list of documents if its inputs changed, and the row of the open pair in the list.
fn order_documents(workspace: &mut Workspace) {
    let view = &mut workspace.matches.view;
    view.opened.take_if(|(source, _)| workspace.choices.source != Some(*source));
    let mut order = std::mem::take(&mut workspace.documents.order);
    if let (Some(dataset), Some(snapshot)) = (&workspace.corpus.dataset, &workspace.run.snapshot) {
        let key = OrderKey::of(workspace, dataset, snapshot);
        // While the user reads a document, training moves no row. A click on a column, a filter or a pause sorts the list again.
        let reads = workspace.is_running() && workspace.choices.shown.is_some();
        if !(reads && order.key().is_some_and(|known| known.differs_in_predictions(&key))) {
            order.of(key, || Arc::new(listed(workspace).unwrap_or_default()));
        }
    } else {
        order.forget();
    }
    let listed = order.value().map_or(&[][..], |listed| listed);
    let open = workspace.choices.source;
    if let Some((source, place)) = open.and_then(|source| Some((source, listed.iter().position(|&row| row == source)?))) {
        let review = || (source, workspace.choices.reviews.get(source).cloned().unwrap_or_default());
        workspace.matches.view.place = place;
        workspace.matches.view.opened.get_or_insert_with(review);
    }
    workspace.documents.order = order;
}

/// Updates the values derived from the snapshot if the snapshot, the corpus or the rating changed.
fn derive(workspace: &mut Workspace) {
    let (Some(dataset), Some(snapshot)) = (&workspace.corpus.dataset, &workspace.run.snapshot) else {
        workspace.inspect.derived.forget();
        return;
    };
    let evaluation = snapshot.matched().map(|predictions| {
        let evaluate = || Arc::new(Evaluation::new(&predictions.rows));
        Arc::clone(workspace.inspect.evaluation.of((Same::of(dataset), Same::of(&predictions.rows)), evaluate))
    });
    let rating = workspace.choices.layers.rating();
    let derive = || Arc::new(Derived::new(dataset, snapshot, rating, evaluation));
    workspace.inspect.derived.of((Same::of(dataset), Same::of(snapshot), rating), derive);
}

/// Updates whether class contours are drawn if the scores, the shown iteration or the documents changed.
fn judge_contours(workspace: &mut Workspace) {
    let (Some(dataset), Some(snapshot)) = (&workspace.corpus.dataset, &workspace.run.snapshot) else {
        workspace.field.hidden_contours.forget();
        return;
    };
    if dataset.corpus.task.kind() != TaskKind::Classes {
        workspace.field.hidden_contours.forget();
        return;
    }
    let [train, dev, test] = workspace.scores_shown().parts;
    let scores = Scores { map: snapshot.scores.map, ..Scores::of(train, dev, test) };
    let key = ContourKey { dataset: Same::of(dataset), iteration: workspace.shown(), scores };
    workspace.field.hidden_contours.of(key.clone(), || contours::hidden(dataset, &key));
}

/// Updates the kernel between the words of the two documents of the open cell, while the Gram matrix is visible.
fn pair_words(workspace: &mut Workspace) {
    let (Some(found), Some(scene)) = (workspace.compare.sets.study.found(), &workspace.field.scene) else { return };
    let documents = |cell: [usize; 2]| found.key.sets == cell.map(SetOf::Document);
    let (spread, latent) = (&found.between.spread, &scene.latent);
    let open = workspace.layout.tab == Tab::Gram && workspace.gram.cell.is_some_and(documents);
    if !open || !scene.embedding.has_places() || spread.nrows() != latent.nrows() {
        workspace.gram.words.forget();
        return;
    }
    let make = || Arc::new(WordMatrix::of(spread, latent, scene.embedding));
    workspace.gram.words.of([Same::of(spread), Same::of(latent)], make);
}

/// Updates the listed entries of the learned dictionary.
fn list_entries(workspace: &mut Workspace) {
    let (Some((_, dictionary)), Some(basis)) = (workspace.matches.dictionary.last(), &workspace.corpus.basis) else { return };
    let entries = workspace.matches.view.entries;
    let key = (Same::of(dictionary), entries);
    workspace.matches.entries.of(key, || {
        // A dictionary over words of another vocabulary is about to be replaced.
        let known = dictionary.entries.iter().all(|entry| entry.word.max(entry.other) < basis.words.len());
        let listed = |&place: &usize| known && (dictionary.entries[place].mutual || entries == EntryFilter::All);
        (0..dictionary.entries.len()).filter(listed).collect()
    });
}
