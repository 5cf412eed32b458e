//! Pictures of the window, drawn in software and compared with `tests/snapshots`.
//!
//! After an intended change: `UPDATE_SNAPSHOTS=1 cargo test --test pictures`, then inspect the new pictures.

#![allow(clippy::unwrap_used, reason = "a picture that cannot be made has failed")]

use std::sync::Arc;

use eframe::egui::{CentralPanel, LayerId, Theme, Ui};
use egui_kittest::{Harness, SnapshotOptions, image_snapshot_options};
use wordfield_core::{
    corpus::{Builtin, Dataset, ReadOptions, Weighting, builtin, preview},
    kernel::{Level, with_level},
    ldk::Embedding,
    train::{Event, History, RunState},
};
use wordfield_output::figure::{FigureOptions, LegendPlace};
use wordfield_state::{
    Action, Answer, Basis, DataOptions, Effect, Field, FieldOf, FigureChoice, FigureStep, Focus, GramAction, Layer, Layers,
    LineOrder, LinesAction, LinesOf, LoadedData, Look, Open, Panel, Scene, Seek, SetsAction, Show, StudyAction, Tab,
    TrainerUpdate, Workspace, update,
};
use wordfield_ui::{
    Meter, Views, apply_style,
    field::{Shown, WordField},
    figure::{FigureView, render},
};

use crate::raster::Raster;

/// Workspace of a built-in corpus after a few iterations, paused.
/// One thread and scalar instructions make sums, and thus pictures, independent of the computer.
fn trained() -> Workspace {
    plainly(train)
}

/// Runs a function on one thread with scalar instructions.
fn plainly<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| with_level(Level::BASELINE, work))
}

fn train() -> Workspace {
    let mut workspace = Workspace::default();
    update(&mut workspace, Action::Open(Open::Start(Box::default())));
    let data = DataOptions::default();
    let dataset =
        Dataset::build(Arc::new(builtin(Builtin::Topics)), &data.split, &data.vocabulary, Weighting::default()).unwrap();
    let job = workspace.corpus.job;
    update(&mut workspace, Action::Open(Open::Answer(job, Answer::Corpus(Ok(LoadedData::new(dataset, data))))));
    run(&mut workspace, 30);
    update(&mut workspace, Action::Look(Look::DismissHint));
    workspace
}

/// Trains the current run for a number of iterations, then pauses.
fn run(workspace: &mut Workspace, iterations: usize) {
    let run = workspace.run.id;
    let history = Arc::new(History::new(1 << 24));
    update(workspace, Action::Trainer(run, TrainerUpdate::Recorded(Arc::clone(&history))));
    let dataset = workspace.corpus.dataset.clone().unwrap();
    let mut model = workspace.choices.settings.params.clone().start(dataset).unwrap();
    history.record(0, model.latent().unwrap(), || model.mark());
    for _ in 0..iterations {
        let progress = model.step().unwrap();
        history.record(progress.iteration, model.latent().unwrap(), || model.mark());
        update(workspace, Action::Trainer(run, TrainerUpdate::Event(Event::Progress(progress))));
    }
    update(workspace, Action::Trainer(run, TrainerUpdate::Snapshot(Arc::new(model.snapshot()))));
    update(workspace, Action::Trainer(run, TrainerUpdate::Event(Event::State(RunState::Paused))));
}

/// Draws three frames, since sizes are known only after the first, and compares the whole picture or a part with its snapshot.
fn picture(name: &str, size: [f32; 2], cut: Option<[u32; 4]>, theme: Theme, mut draw: impl FnMut(&mut Ui) + 'static) {
    let builder = Harness::builder().with_size(size).with_theme(theme).with_pixels_per_point(1.0).renderer(Raster::default());
    let mut harness = builder.build_ui(move |ui| {
        apply_style(ui.ctx());
        let behind = ui.ctx().layer_painter(LayerId::background());
        behind.rect_filled(ui.ctx().content_rect(), 0.0, ui.visuals().panel_fill);
        draw(ui);
    });
    harness.run_steps(3);
    let whole = harness.render().unwrap();
    let [left, top, width, height] = cut.unwrap_or([0, 0, whole.width(), whole.height()]);
    let part = image::imageops::crop_imm(&whole, left, top, width, height).to_image();
    image_snapshot_options(&part, name, &SnapshotOptions::new().max_failed_pixels(20));
}

fn field(name: &str, theme: Theme, scene: Arc<Scene>, layers: Layers, selection: Focus) {
    let mut field = WordField::still();
    picture(name, [620.0, 420.0], None, theme, move |ui| {
        CentralPanel::default().show(ui, |ui| field.show(ui, &Shown::new(&scene, &layers, selection)));
    });
}

/// Compares a part (left, top, width, height) of the window, without results of background threads.
fn part(name: &str, cut: [u32; 4], theme: Theme, mut workspace: Workspace) {
    update(&mut workspace, Action::Field(Field::Toggle(Layer::Contours)));
    let (mut views, meter) = (Views::default(), Meter::default());
    let draw = move |ui: &mut Ui| {
        while views.press(ui.ctx(), &workspace).is_some() {}
        drop(views.show(ui, &workspace, &meter));
    };
    picture(name, [1000.0, 640.0], Some(cut), theme, draw);
}

#[test]
fn the_word_field_in_a_light_window() {
    let workspace = trained();
    let word = workspace.corpus.basis.as_ref().unwrap().characteristic[1][0];
    field("field-light", Theme::Light, workspace.field.scene.clone().unwrap(), Layers::default(), Focus::Word(word));
}

#[test]
fn the_word_field_over_a_decision_field_in_a_dark_window() {
    let layers = Layers::default().with_field(FieldOf::Class(2));
    field("field-dark", Theme::Dark, trained().field.scene.clone().unwrap(), layers, Focus::Class(2));
}

/// Four clusters of words in space, one per class, computed without random numbers.
fn in_space() -> Scene {
    const CENTRES: [[f64; 3]; 4] = [[1.0, 0.2, 0.6], [-0.9, 0.7, 0.1], [0.1, -1.0, -0.2], [-0.2, 0.4, -1.0]];
    let words = 480;
    let names = ["student", "faculty", "course", "project"];
    let noise = |word: usize, axis: usize, turn: usize| (((word * 3 + axis) * 12 + turn) as f64 * 78.233).sin() * 43758.5453;
    let normal = |word, axis| (0..4).map(|turn| noise(word, axis, turn).rem_euclid(1.0) - 0.5).sum::<f64>();
    let latent = ndarray::Array2::from_shape_fn((words, 3), |(word, axis)| {
        CENTRES[word % 4][axis] + [0.45, 0.6, 0.35][(axis + word) % 3] * normal(word, axis)
    });
    let basis = Basis {
        words: Arc::new((0..words).map(|word| format!("{}{}", names[word % 4], word / 4)).collect()),
        word_class: Arc::new((0..words).map(|word| word % 4).collect()),
        priority: Arc::new((0..words).map(|word| 100.0 / (1.0 + word as f32)).collect()),
        class_names: Arc::new(names.map(String::from).to_vec()),
        class_weights: Arc::new(ndarray::Array2::from_shape_fn((words, 4), |(w, c)| f64::from(u8::from(w % 4 == c)))),
        log_frequency: Arc::new(vec![0.0; words]),
        ..Basis::default()
    };
    let pairs = vec![(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    let side =
        |word: usize, pair: (usize, usize)| f64::from(u8::from(word % 4 == pair.0)) - f64::from(u8::from(word % 4 == pair.1));
    Scene {
        run: 1,
        iteration: 300,
        latent: Arc::new(latent),
        embedding: Embedding::Rbf { gamma: 4.0 },
        coefficients: Arc::new(ndarray::Array2::from_shape_fn((words, 6), |(word, pair)| side(word, pairs[pair]) / 40.0)),
        bias: Arc::new(vec![0.0; 6]),
        pairs: Arc::new(pairs),
        dimension: 3.0,
        basis: Arc::new(basis),
        ..Scene::default()
    }
}

#[test]
fn the_words_in_space_about_a_slice_of_the_field_in_a_dark_window() {
    let layers = Layers::default().with_field(FieldOf::Class(0));
    field("space-dark", Theme::Dark, Arc::new(in_space()), layers, Focus::None);
}

#[test]
fn the_documents_and_one_of_them() {
    let mut workspace = trained();
    update(&mut workspace, Action::Look(Look::Tab(Tab::Documents)));
    update(&mut workspace, Action::Look(Look::Select(Focus::Document(3))));
    part("documents", [46, 26, 706, 540], Theme::Light, workspace);
}

#[test]
fn an_earlier_iteration() {
    let mut workspace = trained();
    update(&mut workspace, Action::Look(Look::Seek(Seek::At(4))));
    let then = workspace.timeline.history.as_ref().and_then(|history| history.at(4)).unwrap().recalled();
    let mut model = workspace.choices.settings.params.clone().start(workspace.corpus.dataset.clone().unwrap()).unwrap();
    let past = Arc::new(model.recall(&then).unwrap());
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Recalled(past)));
    update(&mut workspace, Action::Show(Show::Panel(Panel::Curves)));
    part("looking-back", [0, 380, 1000, 260], Theme::Dark, workspace);
}

/// Workspace with the preview of a file that has a fixed name.
fn opened(text: &str) -> Workspace {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("reviews.csv");
    std::fs::write(&path, text).unwrap();
    let mut workspace = trained();
    update(&mut workspace, Action::Open(Open::Files(vec!["reviews.csv".into()])));
    let seen = preview(&path, &ReadOptions::default());
    let seen = seen.map_err(|error| error.to_string().replace(&path.display().to_string(), "reviews.csv").into());
    let job = workspace.corpus.job;
    update(&mut workspace, Action::Open(Open::Answer(job, Answer::Preview(seen))));
    workspace
}

#[test]
fn the_preview_of_a_file() {
    let rows = ["good,a fine film with a great cast", "bad,dull from the first minute to the last"].repeat(4).join("\n");
    part("preview", [170, 20, 660, 600], Theme::Light, opened(&format!("label,text\n{rows}\n")));
}

/// Applies an action and the answers of its jobs, on the calling thread.
fn answered(workspace: &mut Workspace, action: Action) {
    for effect in update(workspace, action) {
        if let Effect::Run(query) = effect {
            let answer = plainly(|| query.answer());
            update(workspace, answer);
        }
    }
}

#[test]
fn two_classes_compared() {
    let mut workspace = trained();
    answered(&mut workspace, Action::Study(StudyAction::Sets(SetsAction::Compare)));
    update(&mut workspace, Action::Look(Look::Tab(Tab::Compare)));
    part("two-sets", [46, 26, 706, 540], Theme::Light, workspace);
}

#[test]
fn the_matrix_with_a_cell() {
    let mut workspace = trained();
    answered(&mut workspace, Action::Study(StudyAction::Gram(GramAction::Make)));
    answered(&mut workspace, Action::Study(StudyAction::Gram(GramAction::Open([3, 200]))));
    update(&mut workspace, Action::Look(Look::Tab(Tab::Gram)));
    part("gram-matrix", [46, 26, 706, 540], Theme::Dark, workspace);
}

#[test]
fn the_lines_of_a_word() {
    let mut workspace = trained();
    let word = workspace.corpus.basis.as_ref().unwrap().characteristic[2][0];
    answered(&mut workspace, Action::Study(StudyAction::Lines(LinesAction::List(LinesOf::Word(word)))));
    update(&mut workspace, Action::Study(StudyAction::Lines(LinesAction::Order(LineOrder::Right))));
    update(&mut workspace, Action::Look(Look::Tab(Tab::Concordance)));
    part("concordance", [46, 26, 706, 240], Theme::Light, workspace);
}

#[test]
fn the_witness_between_two_sets() {
    let mut workspace = trained();
    answered(&mut workspace, Action::Study(StudyAction::Sets(SetsAction::Compare)));
    update(&mut workspace, Action::Study(StudyAction::Sets(SetsAction::Draw)));
    let scene = workspace.field.scene.clone().unwrap();
    field("witness", Theme::Dark, scene, Layers::default().with_field(FieldOf::Sets), Focus::None);
}

/// Compares a view in print style.
fn printed(name: &str, workspace: &Workspace, view: &str, options: &FigureOptions) {
    let figure = plainly(|| render(workspace, FigureView::of(view).unwrap(), options).unwrap().image().unwrap());
    let [width, height] = figure.size.map(|length| length as u32);
    let picture = image::RgbaImage::from_raw(width, height, figure.pixels.into_flattened()).unwrap();
    image_snapshot_options(&picture, name, &SnapshotOptions::new().max_failed_pixels(20));
}

#[test]
fn a_figure_in_print() {
    let workspace = trained();
    let options = FigureOptions { size_mm: [120.0, 90.0], font_pt: 8.0, dpi: 110.0, caption: true, ..FigureOptions::default() };
    printed("print-field", &workspace, "field", &FigureOptions { legend: LegendPlace::Beside, ..options });
}

#[test]
fn the_dialog_that_exports_a_figure() {
    let mut workspace = trained();
    let effects = update(&mut workspace, Action::Figure(FigureStep::Ask("field", None)));
    let preview = effects.iter().find_map(|effect| match effect {
        Effect::PreviewFigure { workspace, choice } => Some((workspace, choice)),
        _ => None,
    });
    let Some((shown, choice)) = preview else { panic!("{effects:?}") };
    let options = FigureOptions { dpi: 80.0, ..choice.options.clone() };
    let image = plainly(|| render(shown, FigureView::of(choice.view).unwrap(), &options).unwrap().image().unwrap());
    update(&mut workspace, Action::Figure(FigureStep::Preview(Box::new(choice.clone()), Ok(Arc::new(image)))));
    let choice = FigureChoice { path: "topics-field.pdf".to_owned(), ..choice.clone() };
    update(&mut workspace, Action::Figure(FigureStep::Choose(Box::new(choice))));
    part("figure-dialog", [80, 60, 840, 520], Theme::Light, workspace);
}
