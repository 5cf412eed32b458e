//! Benchmark of the window thread's CPU time for one frame of the word field while every word moves, without a window.
//!
//! `cargo bench --bench draw` measures shapes only (the field's part), and shapes with their tessellation (egui's part).
//! Scenes have two and three dimensions, with background layers active.
//! The whole window is measured with the table of a thousand and of a hundred thousand pairs or rated documents.

use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use eframe::egui::{CentralPanel, Context, RawInput, Rect, Vec2, pos2, vec2};
use ndarray::Array2;
use wordfield_core::{
    corpus::{Cancel, Corpus, Dataset, Format, ReadOptions, Size, SplitOptions, TaskKind, VocabularyOptions, read},
    ldk::Embedding,
    model::{Matched, ModelKind, Params, Predictions, Preset, Rated, Snapshot, matching::MatchRow},
};
use wordfield_state::{
    Action, Answer, Basis, DataOptions, Focus, Layer, Layers, LoadedData, Look, MatchAction, MatchSort, Open, Path, PathKind,
    Paths, Scene, Tab, TrainerUpdate, Viewpoint, Workspace, update,
};
use wordfield_ui::{
    Meter, Views,
    field::{Shown, WordField, run_beside},
};

const FRAMES: usize = 110;

/// Scene of words in `q` dimensions, which all move from frame to frame.
fn scene(words: usize, q: usize, frame: usize, basis: Option<&Scene>) -> Scene {
    let classes = 4;
    let turn = frame as f64 * 0.01;
    let latent = Array2::from_shape_fn((words, q), |(word, axis)| {
        let (radius, phase) = (((word * 7919) % 1000) as f64 / 400.0, word as f64 * 2.399 + turn);
        let wave = |axis: usize| (phase * (1 + axis / 2) as f64 + 1.57 * (axis % 2) as f64).sin() / (1.0 + 0.1 * axis as f64);
        radius * wave(axis)
    });
    let first = |make: fn(&Scene) -> Scene| basis.map(make);
    if let Some(scene) = first(Scene::clone) {
        return Scene { iteration: frame, latent: Arc::new(latent), ..scene };
    }
    let basis = Basis {
        words: Arc::new((0..words).map(|word| format!("word{word}")).collect()),
        word_class: Arc::new((0..words).map(|word| word % classes).collect()),
        priority: Arc::new((0..words).map(|word| 100.0 / (1.0 + word as f32)).collect()),
        class_names: Arc::new((0..classes).map(|class| format!("class {class}")).collect()),
        class_weights: Arc::new(Array2::from_shape_fn((words, classes), |(w, c)| f64::from(u8::from(w % classes == c)))),
        log_frequency: Arc::new(vec![0.0; words]),
        ..Basis::default()
    };
    let trail = |word: usize| Path {
        word,
        points: Array2::from_shape_fn((50, q), |(step, axis)| latent[[word, axis]] + 0.01 * step as f64),
    };
    let mut paths = Paths::default();
    paths.set(PathKind::Trail, (0..10).map(trail).collect());
    paths.set(PathKind::Attraction, (0..100).map(trail).collect());
    Scene {
        run: 1,
        iteration: frame,
        latent: Arc::new(latent),
        embedding: Embedding::Rbf { gamma: 2.0 },
        coefficients: Arc::new(Array2::from_shape_fn((words, 6), |(w, p)| ((w + p) as f64).sin())),
        bias: Arc::new(vec![0.0; 6]),
        pairs: Arc::new(vec![(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]),
        dimension: q as f64,
        basis: Arc::new(basis),
        paths,
        ..Scene::default()
    }
}

/// Percentile of frame times, in milliseconds.
fn within(times: &mut [Duration], percent: usize) -> f64 {
    times.sort_unstable();
    times[(times.len() * percent / 100).min(times.len() - 1)].as_secs_f64() * 1e3
}

fn middle(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e3
}

/// Input of a frame for a window of the given size.
fn input(frame: usize, size: Vec2) -> RawInput {
    let (screen_rect, time) = (Some(Rect::from_min_size(pos2(0.0, 0.0), size)), Some(frame as f64 / 60.0));
    RawInput { screen_rect, time, ..RawInput::default() }
}

fn measure(words: usize, q: usize, layers: &Layers, selection: Focus, what: &str) {
    let ctx = Context::default();
    run_beside(&ctx, |work| drop(thread::spawn(work)));
    let mut field = WordField::default();
    let basis = scene(words, q, 0, None);
    let (mut shapes, mut meshes) = (Vec::new(), Vec::new());
    for frame in 0..FRAMES {
        let scene = scene(words, q, frame, Some(&basis));
        let input = input(frame, vec2(1280.0, 800.0));
        let start = Instant::now();
        let mut output = ctx.run_ui(input, |ui| {
            CentralPanel::default().show(ui, |ui| {
                field.show(ui, &Shown::new(&scene, layers, selection));
            });
        });
        let drawn = start.elapsed();
        let primitives = ctx.tessellate(output.shapes, output.pixels_per_point);
        let done = start.elapsed();
        std::hint::black_box(primitives);
        output.textures_delta.clear();
        if frame >= 10 {
            shapes.push(drawn);
            meshes.push(done);
        }
        thread::sleep(Duration::from_millis(5));
    }
    println!(
        "{words:>7} words, q = {q:>3}, {what:<28} {:>7.2} ms shapes  {:>7.2} ms with tessellation  {:>7.2} ms in 95 % of frames",
        middle(&mut shapes),
        middle(&mut meshes),
        within(&mut meshes, 95)
    );
}

/// Workspace with pairs or rated documents of a few words, a thousand of them in one of the parts.
fn opened(documents: usize, kind: ModelKind) -> Workspace {
    let text = |document: usize, of: &str| {
        let words: Vec<String> = (0..6).map(|i| format!("{of}{}", (document * 31 + i * i * 7) % 900)).collect();
        words.join(" ")
    };
    let line = |document: usize| match kind {
        ModelKind::Matching => format!("{}\t{}\n", text(document, "a"), text(document, "b")),
        _ => format!("{}\ttitle {document}\t{}\n", 1 + document % 5, text(document, "a")),
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("documents.txt");
    std::fs::write(&path, (0..documents).map(line).collect::<String>()).expect("a file");
    let options = match kind {
        ModelKind::Matching => {
            ReadOptions { format: Some(Format::Parallel), task: Some(TaskKind::Pairs), ..ReadOptions::default() }
        }
        _ => ReadOptions { format: Some(Format::Rated), task: Some(TaskKind::Ratings), ..ReadOptions::default() },
    };
    let raw = read(&[path], &options, &Cancel::default()).expect("documents");
    let corpus = Corpus::build(raw, &DataOptions::default().text).expect("a corpus");
    let split =
        SplitOptions { train: Size::Count(600), dev: Size::Count(100), test: Some(Size::Count(300)), ..SplitOptions::default() };
    let params = Params::preset(kind, Preset::Default, 2);
    let dataset = Dataset::build(Arc::new(corpus), &split, &VocabularyOptions::default(), params.weighting()).expect("a dataset");
    let mut workspace = Workspace::default();
    update(&mut workspace, Action::Open(Open::Answer(0, Answer::Corpus(Ok(LoadedData::new(dataset, DataOptions::default()))))));
    let mut model = params.start(Arc::clone(workspace.corpus.dataset.as_ref().expect("a dataset"))).expect("a model");
    model.step().expect("a step");
    let snapshot = with_every_document(model.snapshot(), documents);
    let run = workspace.run.id;
    update(&mut workspace, Action::Trainer(run, TrainerUpdate::Snapshot(Arc::new(snapshot))));
    workspace
}

/// Snapshot with predictions for every document.
fn with_every_document(snapshot: Snapshot, documents: usize) -> Snapshot {
    let predictions = match snapshot.predictions.clone() {
        Predictions::Matches(prediction) => {
            let row = |document: usize| MatchRow {
                document,
                partner: Some(documents + document),
                rank: Some(1 + document * 7919 % 50),
                best: documents + document,
                best_distance: (document as f64).sin().abs(),
                margin: (document as f64).cos().abs(),
                reverse_rank: Some(1 + document * 31 % 50),
            };
            Predictions::Matches(Matched { rows: Arc::new((0..documents).map(row).collect()), ..prediction })
        }
        Predictions::Ratings(prediction) => {
            Predictions::Ratings(Rated { deviation: Some(Arc::new(Array2::from_elem(prediction.mean.dim(), 0.8))), ..prediction })
        }
        prediction @ Predictions::Classes(_) => prediction,
    };
    Snapshot { predictions, ..snapshot }
}

/// Measures a frame of the whole window with a tab in front, and the time that a click on a column takes.
fn measure_table(documents: usize, kind: ModelKind, tab: Tab, what: &str) {
    let mut workspace = opened(documents, kind);
    update(&mut workspace, Action::Look(Look::Tab(tab)));
    let (ctx, mut views, meter) = (Context::default(), Views::default(), Meter::default());
    run_beside(&ctx, |work| drop(thread::spawn(work)));
    let mut frames = Vec::new();
    for frame in 0..FRAMES {
        let input = input(frame, vec2(1440.0, 900.0));
        let start = Instant::now();
        let mut output = ctx.run_ui(input, |ui| {
            std::hint::black_box(views.show(ui, &workspace, &meter));
        });
        std::hint::black_box(ctx.tessellate(output.shapes, output.pixels_per_point));
        output.textures_delta.clear();
        if frame >= 10 {
            frames.push(start.elapsed());
        }
    }
    let start = Instant::now();
    match kind {
        ModelKind::Matching => update(&mut workspace, Action::Match(MatchAction::Sort(MatchSort::Margin))),
        _ => update(&mut workspace, Action::Look(Look::SortBy(wordfield_state::Column::Residual))),
    };
    let sorted = start.elapsed().as_secs_f64() * 1e3;
    println!("{documents:>7} {what:<36} {:>7.2} ms a frame  {sorted:>7.2} ms to sort", middle(&mut frames));
}

fn main() {
    let bare = Layers::default().with(Layer::Labels, false).with(Layer::Contours, false);
    let all = Layers::default().with(Layer::Field, true);
    let flat = |layers: Layers| layers.seen_from(Viewpoint { deep: Some(false), ..Viewpoint::default() });
    for words in [8_000, 70_000] {
        measure(words, 2, &bare, Focus::None, "marks alone");
        measure(words, 2, &bare.with(Layer::Labels, true), Focus::None, "marks and labels");
        for (q, layers, what) in
            [(2, all, "all layers"), (3, flat(all), "all layers in the plane"), (3, all, "all layers in space")]
        {
            measure(words, q, &layers, Focus::None, what);
        }
        measure(words, 3, &all, Focus::Word(7), "in space, a word selected");
    }
    measure(8_000, 300, &all, Focus::None, "all layers in the plane");
    for documents in [1_000, 100_000] {
        measure_table(documents, ModelKind::Matching, Tab::Documents, "pairs in the table");
        measure_table(documents, ModelKind::Matching, Tab::Evaluation, "pairs under the precision curve");
        measure_table(documents, ModelKind::Gp, Tab::Documents, "rated documents in the table");
        measure_table(documents, ModelKind::Gp, Tab::Evaluation, "rated documents in the plots");
    }
}
