//! Panel "Data": the corpus, its vocabulary and its split, and the controls that open another corpus.

use egui::{self, Response, Ui};

use super::{
    glyphs,
    path_edit::{path_edit, set_cursor},
    recent,
    style::primary,
    text_options, vectors,
    widgets::{ResponseExt, choose, entered, facts, labelled, lines, note, number, steady, together},
};
use wordfield_core::{
    corpus::{Builtin, Dataset, Origin, Size, SplitOptions, TaskKind, Threshold, VocabularyOptions, Weighting},
    param::Choices,
    train::text_only,
};
use wordfield_state::{Action, Data, DataOptions, Loading, Open, Panel, Run, Show, Workspace, typed_paths};

/// Draws the panel "Data".
pub(crate) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    open(ui, workspace, actions);
    if let Loading::Reading { name, cancel, .. } = &workspace.corpus.loading {
        progress(ui, name, cancel, actions);
    }
    if let Some(dataset) = &workspace.corpus.dataset {
        summary(ui, dataset);
    }
    ui.collapsing("Vocabulary and split", |ui| steady(ui, "vocabulary and split", |ui| options(ui, workspace, actions)));
    // The notes are below the controls, so that they never move a control under the pointer.
    if let Some(dataset) = &workspace.corpus.dataset {
        notes(ui, dataset, workspace);
    }
}

fn open(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.add(primary(ui, "Open your own…"))
            .on_hover_text("Ctrl+O, or drop a file on the window")
            .on_click(actions, || Action::Open(Open::AskForFile));
        actions.extend(recent::menu(ui, workspace));
    });
    ui.horizontal_wrapped(|ui| {
        ui.label("built-in");
        for (which, name, hint) in [
            (
                Builtin::Topics,
                "Classes",
                "Short texts on cooking, gardening, astronomy and music: words of the same topic form clusters",
            ),
            (Builtin::Reviews, "Ratings", "Reviews of clothes rated 1 to 5: positive and negative words separate"),
            (
                Builtin::Pairs,
                "Pairs",
                "English encyclopedia articles and their Japanese originals: words approach their translations",
            ),
        ] {
            ui.button(name).on_hover_text(hint).on_click(actions, || Action::Open(Open::Builtin(which)));
        }
    });
    let mut path = workspace.corpus.path_field.clone();
    let hint = "type or paste, then Enter; separate several with ;";
    let response = path_edit(ui, (path_field(), "Path of a file or folder"), &mut path, hint);
    response.on_change(actions, || Action::Open(Open::PathField(path.clone())));
    if entered(&response) && !path.trim().is_empty() {
        actions.push(Action::Open(Open::Files(typed_paths(&path))));
    }
}

/// Id of the text field with the corpus's path.
fn path_field() -> egui::Id {
    egui::Id::unique("path of a corpus")
}

/// Moves the focus to the path field, with its path selected so that typing replaces it, and shows the panel if it is hidden.
pub(crate) fn type_path(ctx: &egui::Context, workspace: &Workspace) -> Option<Action> {
    ctx.memory_mut(|memory| memory.request_focus(path_field()));
    set_cursor(ctx, path_field(), 0..workspace.corpus.path_field.chars().count());
    (!workspace.layout.arrangement.shows(Panel::Data)).then_some(Action::Show(Show::Panel(Panel::Data)))
}

fn progress(ui: &mut Ui, name: &str, cancel: &wordfield_core::corpus::Cancel, actions: &mut Vec<Action>) {
    use std::sync::atomic::Ordering::Relaxed;
    let (done, total) = (cancel.done.load(Relaxed), cancel.total.load(Relaxed));
    ui.add(egui::Label::new(format!("Reading {name}")).truncate());
    ui.horizontal(|ui| {
        if total > 0 && done < total {
            ui.add(egui::ProgressBar::new(done as f32 / total as f32).desired_width(150.0).show_percentage());
        } else {
            ui.spinner();
            ui.label("tokenising");
        }
        ui.button("Cancel reading").on_click(actions, || Action::Open(Open::Cancel));
    });
    ui.ctx().request_repaint_after(std::time::Duration::from_millis(50));
}

fn summary(ui: &mut Ui, dataset: &Dataset) {
    ui.strong(&dataset.corpus.name);
    let split = &dataset.split;
    let (unit, each) = if dataset.corpus.task.pairs().is_some() { ("pairs", 2) } else { ("documents", 1) };
    let [train, dev, test, text] = [&split.train, &split.dev, &split.test, &split.unlabelled].map(|part| part.len() / each);
    let text = if text > 0 { format!(" / {text} unlabelled") } else { String::new() };
    let label = if dataset.corpus.task.ratings().is_some() { "rating" } else { "class" };
    let (units, without) = (dataset.corpus.units(), dataset.corpus.unlabelled);
    let count = if without > 0 { format!("{units}, {without} without a {label}") } else { units.to_string() };
    let mut rows = vec![
        (unit, count),
        ("vocabulary", format!("{} of {}", dataset.words.len(), dataset.corpus.lexicon.len())),
        ("train / dev / test", format!("{train} / {dev} / {test}{text}")),
    ];
    rows.extend(dataset.vectors.as_ref().map(|known| ("word vectors", vectors::coverage(known))));
    facts(ui, "corpus", rows);
}

fn notes(ui: &mut Ui, dataset: &Dataset, workspace: &Workspace) {
    glyphs::note(ui, &dataset.words);
    let corpus_notes = &dataset.corpus.notes;
    for text in corpus_notes.iter().take(3) {
        note(ui, text.as_str());
    }
    // A dataset repeats the notes of its corpus, so those are shown once.
    let own: Vec<&String> =
        dataset.notes.iter().filter(|text| !corpus_notes.contains(text)).chain(corpus_notes.iter().skip(3)).collect();
    let all = |ui: &mut Ui| own.iter().for_each(|text| note(ui, text.as_str()));
    // A long list would push the model's parameters out of view.
    if own.len() > 2 {
        ui.collapsing(format!("{} notes on the data", own.len()), all);
    } else {
        all(ui);
    }
    for text in text_only(dataset, &workspace.choices.settings.params, workspace.session.memory) {
        note(ui, text);
    }
}

/// Draws the options of the document-term matrix. Every change reads the corpus again in the background and restarts training.
fn options(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let mut data = workspace.corpus.options.clone();
    let before = data.clone();
    let (task, training, units) =
        workspace.corpus.dataset.as_ref().map_or_else(Default::default, |dataset| {
            (dataset.corpus.task.kind(), dataset.training_units(), dataset.corpus.units())
        });
    note(ui, "Changes here restart the training.");
    lines(ui, "data options", 2, 350.0, |ui| {
        weighting(ui, workspace.pending_settings().params.weighting(), actions);
        size(ui, "training", units, &mut data.split.train);
        size(ui, "development", units, &mut data.split.dev);
        size(ui, "unlabelled documents", units, &mut data.split.unlabelled);
        test_files(ui, workspace, &mut data.split);
        labelled(ui, "seed", number(&mut data.split.seed));
        ui.end_row();
        thresholds(ui, task, training, &mut data.vocabulary);
    });
    vocabulary_rule(ui, task, &mut data);
    match task {
        TaskKind::Classes => drop(ui.checkbox(&mut data.split.stratified, "stratified by class")),
        TaskKind::Ratings => drop(ui.checkbox(&mut data.split.stratified, "stratified by level")),
        // Pairs have no classes by which a split could be stratified.
        TaskKind::Pairs => {}
    }
    ui.checkbox(&mut data.split.test_text, "use test texts (without labels)").on_hover_text(
        "With the spectral start the texts of test documents are used too, their labels are not: test scores then \
         hold for documents known before training",
    );
    vectors::show(ui, workspace, actions);
    tokenisation(ui, workspace, actions);
    // A drag is one change, applied when the user releases the pointer.
    let id = ui.scope_id().with("pending");
    let pending = ui.data(|memory| memory.get_temp::<bool>(id)).unwrap_or(false);
    let drag = ui.input(|input| input.pointer.any_down());
    if data != before {
        data.split.given = None;
        if drag {
            actions.push(Action::Data(Data::Draft(data)));
            ui.data_mut(|memory| memory.insert_temp(id, true));
        } else {
            actions.push(Action::Data(Data::Set(data)));
        }
    } else if pending && !drag {
        ui.data_mut(|memory| memory.insert_temp(id, false));
        actions.push(Action::Data(Data::Set(data)));
    }
}

/// Draws the number of test files, for a corpus of several files.
fn test_files(ui: &mut Ui, workspace: &Workspace, split: &mut SplitOptions) {
    let last = workspace.corpus.dataset.as_ref().and_then(|dataset| dataset.corpus.files.iter().max().copied()).unwrap_or(0);
    if last == 0 {
        return;
    }
    let hint = "so many files, the last ones opened, are the test part; the others are divided \
                into training and development";
    labelled(ui, "test files", number(&mut split.test_files).range(0..=last as usize)).on_hover_text(hint);
    ui.end_row();
}

/// Draws the tokenisation options, for corpora whose files can be read again.
fn tokenisation(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(corpus) = workspace.corpus.dataset.as_ref().map(|dataset| &dataset.corpus) else { return };
    if !matches!(corpus.origin, Some(Origin::Files(..))) {
        return;
    }
    ui.separator();
    lines(ui, "text options", 2, 350.0, |ui| text_options::show(ui, corpus.task.kind(), &workspace.corpus.options, actions));
    let data = &workspace.corpus.options;
    let same = data.text.tokenises_like(&corpus.text_options)
        && (corpus.target_options.is_none()
            || corpus
                .target_options
                .as_ref()
                .is_some_and(|own| data.target_text.as_ref().unwrap_or(&data.text).tokenises_like(own)));
    let button = ui.add_enabled(!same, egui::Button::new("Tokenise again"));
    button.on_hover_text("Reads the files again and restarts the training").on_click(actions, || Action::Data(Data::ReadAgain));
}

fn weighting(ui: &mut Ui, now: Weighting, actions: &mut Vec<Action>) {
    let names: Vec<(Weighting, &str)> = Weighting::USUAL.iter().map(|way| (*way, way.choice().label)).collect();
    actions.extend(choose(ui, "term weighting", 100.0, &now, &names).map(|weighting| Action::Run(Run::Weighting(weighting))));
    ui.end_row();
}

fn size(ui: &mut Ui, name: &str, units: usize, size: &mut Size) {
    let label = ui.label(name);
    together(ui, |ui| {
        match size {
            Size::Count(count) => {
                ui.add(number(count).range(0..=10_000_000)).labelled_by(label.id);
            }
            Size::Share(share) => {
                let mut percent = 100.0 * *share;
                let drag = number(&mut percent).range(0.0..=100.0).suffix(" %").max_decimals(1);
                if ui.add(drag).labelled_by(label.id).changed() {
                    *share = percent / 100.0;
                }
            }
        }
        // A change of the unit converts the size, so that the same number of documents is meant.
        let (name, other) = match *size {
            Size::Count(count) => ("as share", Size::Share((count as f64 / units.max(1) as f64).min(1.0))),
            Size::Share(share) => ("as count", Size::Count((share * units as f64).round() as usize)),
        };
        if ui.small_button(name).on_hover_text("the same size in the other unit").clicked() {
            *size = other;
        }
    });
    ui.end_row();
}

/// Draws the minimum document frequency of a word, and for classes the one within a class. Changing the first keeps the second.
fn thresholds(ui: &mut Ui, task: TaskKind, training: usize, words: &mut VocabularyOptions) {
    let (before, class) = (words.threshold(task), words.class_threshold(task));
    let mut threshold = before;
    let label = ui.label("min. document frequency");
    together(ui, |ui| {
        frequency(ui, &mut threshold, "documents", &label);
        // A change of the unit converts the threshold, so that the same number of documents is meant.
        let (name, other) = match threshold {
            Threshold::Documents(documents) => ("as share", Threshold::Share(documents as f64 / training.max(1) as f64)),
            Threshold::Share(_) => ("as count", Threshold::Documents(threshold.documents(training))),
        };
        if ui.small_button(name).on_hover_text("the same threshold in the other unit").clicked() {
            threshold = other;
        }
    });
    ui.end_row();
    if threshold != before {
        (words.threshold, words.class_threshold) = (Some(threshold), class);
    }
    if task != TaskKind::Classes {
        return;
    }
    let mut within = class;
    let mut applies = class.is_some();
    let hint = "Also keeps words that are frequent in one class, so that small classes keep their words";
    let label = ui.checkbox(&mut applies, "or within one class").on_hover_text(hint);
    if label.changed() {
        within = applies.then(Threshold::usual_of_a_class);
    }
    if let Some(threshold) = &mut within {
        together(ui, |ui| frequency(ui, threshold, "its documents", &label));
    }
    ui.end_row();
    if within != class {
        // A threshold set by the user applies alone, so that the rule within a class can be switched off.
        (words.threshold, words.class_threshold) = (Some(threshold), within);
    }
}

/// Draws a threshold of document frequency, as a count or a share of documents.
fn frequency(ui: &mut Ui, threshold: &mut Threshold, documents: &str, label: &Response) {
    match threshold {
        Threshold::Documents(count) => {
            ui.add(number(count).range(1..=1_000_000).suffix(format!(" {documents}"))).labelled_by(label.id);
        }
        Threshold::Share(share) => {
            let mut percent = 100.0 * *share;
            let drag = number(&mut percent).range(0.0..=100.0).speed(0.05).suffix(format!(" % of {documents}"));
            if ui.add(drag).labelled_by(label.id).changed() {
                *share = percent / 100.0;
            }
        }
    }
}

/// Draws the rule that selects the vocabulary, with a button that resets thresholds set by the user.
fn vocabulary_rule(ui: &mut Ui, task: TaskKind, data: &mut DataOptions) {
    let rule = data.vocabulary.description(task);
    ui.horizontal_wrapped(|ui| {
        note(ui, format!("Keep {rule}."));
        if !data.vocabulary.is_usual() && ui.small_button("use default").on_hover_text(Threshold::reason(task)).clicked() {
            (data.vocabulary.threshold, data.vocabulary.class_threshold) = (None, None);
        }
    });
}
