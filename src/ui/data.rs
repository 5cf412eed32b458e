//! The panel "Data": the corpus, what was made of it, and the way to another.

use eframe::egui::{self, TextEdit, Ui};

use super::{
    glyphs, task, text_options, vectors,
    widgets::{choose, facts, lines, note, number, steady, together},
};
use crate::{
    corpus::{Builtin, Dataset, Origin, Size, TaskKind, Threshold, Weighting},
    param::Choices,
    state::{Action, Data, DataOptions, Loading, Open, Panel, Run, Show, Workspace, typed_paths},
    train::text_only,
};

/// Draws the panel.
pub fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.heading("Data");
    open(ui, workspace, actions);
    if let Loading::Reading { name, cancel, .. } = &workspace.corpus.loading {
        progress(ui, name, cancel, actions);
    }
    if let Some(dataset) = &workspace.corpus.dataset {
        summary(ui, dataset, workspace, actions);
    }
    ui.collapsing("Vocabulary and split", |ui| steady(ui, "vocabulary and split", |ui| choices(ui, workspace, actions)));
    // Notes come and go: below, they move no control under a hand.
    if let Some(dataset) = &workspace.corpus.dataset {
        notes(ui, dataset, workspace);
    }
}

fn open(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        if ui.button("Open your own…").on_hover_text("Ctrl+O, or drop a file on the window").clicked() {
            actions.push(Action::Open(Open::AskForFile));
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.label("built-in");
        for (which, name, hint) in [
            (Builtin::Topics, "Classes", "Documents of four topics: words of a topic gather"),
            (Builtin::Reviews, "Ratings", "Reviews rated one to five: positive and negative words part"),
            (Builtin::Pairs, "Pairs", "English documents and their Japanese counterparts: words and their translations meet"),
        ] {
            if ui.button(name).on_hover_text(hint).clicked() {
                actions.push(Action::Open(Open::Builtin(which)));
            }
        }
    });
    let mut path = workspace.corpus.path_field.clone();
    let label = ui.label("Path of a file or folder");
    let hint = "type or paste, then Enter; several with ; between";
    let edit = TextEdit::singleline(&mut path).id(path_field()).hint_text(hint).desired_width(f32::INFINITY);
    let response = ui.add(edit).labelled_by(label.id);
    if response.changed() {
        actions.push(Action::Open(Open::PathField(path.clone())));
    }
    if response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) && !path.trim().is_empty() {
        actions.push(Action::Open(Open::Files(typed_paths(&path))));
    }
}

/// The field where a path is typed.
fn path_field() -> egui::Id {
    egui::Id::unique("path of a corpus")
}

/// Moves the focus there, and unfolds the panel where it is folded away.
pub fn type_path(ctx: &egui::Context, workspace: &Workspace) -> Option<Action> {
    ctx.memory_mut(|memory| memory.request_focus(path_field()));
    (!workspace.layout.arrangement.shows(Panel::Data)).then_some(Action::Show(Show::Panel(Panel::Data)))
}

fn progress(ui: &mut Ui, name: &str, cancel: &crate::corpus::Cancel, actions: &mut Vec<Action>) {
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
        if ui.button("Cancel reading").clicked() {
            actions.push(Action::Open(Open::Cancel));
        }
    });
    ui.ctx().request_repaint_after(std::time::Duration::from_millis(50));
}

fn summary(ui: &mut Ui, dataset: &Dataset, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.strong(&dataset.corpus.name);
    let split = &dataset.split;
    let (unit, each) = if dataset.corpus.task.pairs().is_some() { ("pairs", 2) } else { ("documents", 1) };
    let [train, dev, test, text] = [&split.train, &split.dev, &split.test, &split.unlabelled].map(|part| part.len() / each);
    let text = if text > 0 { format!(" / {text} text alone") } else { String::new() };
    let mut rows = vec![
        (unit, dataset.corpus.units().to_string()),
        ("vocabulary", format!("{} of {}", dataset.words.len(), dataset.corpus.lexicon.len())),
        ("train / dev / test", format!("{train} / {dev} / {test}{text}")),
    ];
    rows.extend(dataset.vectors.as_ref().map(|known| ("word vectors", vectors::known(known))));
    facts(ui, "corpus", rows);
    (task::at_hand(workspace).groups)(ui, workspace, dataset, actions);
}

fn notes(ui: &mut Ui, dataset: &Dataset, workspace: &Workspace) {
    glyphs::note(ui, &dataset.words);
    let read = &dataset.corpus.notes;
    for text in read.iter().take(3) {
        note(ui, text.as_str());
    }
    // A dataset's notes may repeat its corpus's.
    let own: Vec<&String> = dataset.notes.iter().filter(|text| !read.contains(text)).chain(read.iter().skip(3)).collect();
    let all = |ui: &mut Ui| own.iter().for_each(|text| note(ui, text.as_str()));
    // Many would push the model's parameters out of sight.
    if own.len() > 2 {
        ui.collapsing(format!("{} notes on what is kept", own.len()), all);
    } else {
        all(ui);
    }
    for text in text_only(dataset, &workspace.run.settings.params) {
        note(ui, text);
    }
}

/// What makes another matrix `M`: every change reads the corpus anew in the background and restarts.
fn choices(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
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
        size(ui, "text alone", units, &mut data.split.unlabelled);
        let label = ui.label("seed");
        ui.add(number(&mut data.split.seed)).labelled_by(label.id);
        ui.end_row();
        threshold(ui, task, training, &mut data);
    });
    kept(ui, task, &mut data);
    match task {
        TaskKind::Classes => drop(ui.checkbox(&mut data.split.stratified, "stratified by class")),
        TaskKind::Ratings => drop(ui.checkbox(&mut data.split.stratified, "stratified by level")),
        // Pairs have no classes.
        TaskKind::Pairs => {}
    }
    ui.checkbox(&mut data.split.test_text, "the test part's text may be read").on_hover_text(
        "Where words start by text alone (start: spectral) the test documents' text counts too, their labels do not: test \
         figures then hold for documents known beforehand",
    );
    vectors::show(ui, workspace, actions);
    cutting(ui, workspace, actions);
    // A drag is one change, made when the pointer lets go.
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

/// How texts are cut into words, where they can be read again.
fn cutting(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(corpus) = workspace.corpus.dataset.as_ref().map(|dataset| &dataset.corpus) else { return };
    if !matches!(corpus.origin, Some(Origin::Files(..))) {
        return;
    }
    ui.separator();
    lines(ui, "text options", 2, 350.0, |ui| text_options::show(ui, corpus.task.kind(), &workspace.corpus.options, actions));
    let data = &workspace.corpus.options;
    let same = data.text.cuts_like(&corpus.text_options)
        && (corpus.target_options.is_none()
            || corpus.target_options.as_ref().is_some_and(|own| data.target_text.as_ref().unwrap_or(&data.text).cuts_like(own)));
    let button = ui.add_enabled(!same, egui::Button::new("Tokenise again"));
    if button.on_hover_text("Reads the files anew and restarts the training").clicked() {
        actions.push(Action::Data(Data::ReadAgain));
    }
}

fn weighting(ui: &mut Ui, now: Weighting, actions: &mut Vec<Action>) {
    let names: Vec<(Weighting, &str)> = Weighting::USUAL.iter().map(|way| (*way, way.choice().label)).collect();
    if let Some(weighting) = choose(ui, "term weighting", 100.0, &now, &names) {
        actions.push(Action::Run(Run::Weighting(weighting)));
    }
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
        // As many documents, said the other way.
        let (name, other) = match *size {
            Size::Count(count) => ("as share", Size::Share((count as f64 / units.max(1) as f64).min(1.0))),
            Size::Share(share) => ("as count", Size::Count((share * units as f64).round() as usize)),
        };
        if ui.small_button(name).on_hover_text("as many, said the other way").clicked() {
            *size = other;
        }
    });
    ui.end_row();
}

/// The fewest documents a word must be in, as a number or a share.
fn threshold(ui: &mut Ui, task: TaskKind, training: usize, data: &mut DataOptions) {
    let label = ui.label("min. document frequency");
    let before = data.vocabulary.threshold(task);
    let mut threshold = before;
    together(ui, |ui| {
        match &mut threshold {
            Threshold::Documents(documents) => {
                ui.add(number(documents).range(1..=1_000_000).suffix(" documents")).labelled_by(label.id);
            }
            Threshold::Share(share) => {
                let mut percent = 100.0 * *share;
                let drag = number(&mut percent).range(0.0..=100.0).speed(0.05).suffix(" % of documents");
                if ui.add(drag).labelled_by(label.id).changed() {
                    *share = percent / 100.0;
                }
            }
        }
        // The same words are kept, said the other way.
        let (name, other) = match threshold {
            Threshold::Documents(documents) => ("as share", Threshold::Share(documents as f64 / training.max(1) as f64)),
            Threshold::Share(_) => ("as count", Threshold::Documents(threshold.documents(training))),
        };
        if ui.small_button(name).on_hover_text("the same words, said the other way").clicked() {
            threshold = other;
        }
    });
    ui.end_row();
    if threshold != before {
        data.vocabulary.threshold = Some(threshold);
    }
}

/// Which words are kept and why; a threshold chosen by hand can be given back.
fn kept(ui: &mut Ui, task: TaskKind, data: &mut DataOptions) {
    let told = data.vocabulary.description(task);
    ui.horizontal_wrapped(|ui| {
        note(ui, format!("Keeps {told}."));
        if data.vocabulary.threshold.is_some() && ui.small_button("as usual").on_hover_text(Threshold::reason(task)).clicked() {
            data.vocabulary.threshold = None;
        }
    });
}
