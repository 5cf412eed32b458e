//! Benchmark of interactions, trainer events and frames on the window's thread at two sizes, and the growth between them.
//!
//! `cargo bench --bench workspace`: documents of classes, words moving from snapshot to snapshot, no window.
//! Jobs are answered between two measurements.

use std::{
    hint::black_box,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use eframe::egui::{Context, RawInput, Rect, pos2};
use ndarray::Array2;
use wordfield_core::{
    corpus::{
        Body, Corpus, Dataset, Fields, Format, Ratings, RawCorpus, RawDocument, Size, SplitOptions, Task, TaskKind, Threshold,
        VocabularyOptions, Weighting,
    },
    ldk::{CorpusKernel, Embedding, Ldk},
    model::{Classified, EmbeddingView, Predictions, Progress, Rated, Scores, Snapshot, WordValues},
    train::{Event, RunState},
};
use wordfield_state::{
    Action, Answer, Axis, Choose, DataOptions, EditWords, Effect, Field, Find, Focus, Job, Layer, LinesAction, LinesOf,
    LoadedData, Look, Open, SelectionSet, SetOperation, StudyAction, Tab, TrainerUpdate, Undo, Workspace, update,
};
use wordfield_ui::{Meter, Views, field::run_beside};

/// Numbers of documents and words at the small and the large size, in few dimensions and in many.
const SIZES: [(usize, usize); 2] = [(2_000, 7_000), (20_000, 70_000)];
const SIZES_OF_MANY: [(usize, usize); 2] = [(600, 2_000), (6_000, 20_000)];
const CLASSES: usize = 20;
/// Number of words in a document.
const LENGTH: usize = 100;

/// Workspace with a corpus whose trainer is running.
struct Desk {
    workspace: Workspace,
    snapshot: Snapshot,
    steps: usize,
}

impl Desk {
    fn new((documents, words): (usize, usize), task: TaskKind, q: usize) -> Self {
        let word = |document: usize, i: usize| {
            // Every word of the vocabulary occurs; the first words are frequent.
            let any = (document * LENGTH + i).wrapping_mul(7_919) % words;
            if i.is_multiple_of(2) { any } else { any * any / words }
        };
        let document = |document: usize| RawDocument {
            title: format!("document {document}"),
            label: format!("class {:02}", document % CLASSES),
            body: Body::Words((0..LENGTH).map(|i| (format!("word{}", word(document, i)), 1.0)).collect()),
            fields: Fields::default(),
        };
        let raw = RawCorpus {
            name: "made up".into(),
            format: Format::Lines,
            documents: (0..documents).map(document).collect(),
            unlabelled: 0,
            files: Vec::new(),
            notes: Vec::new(),
            task: if task == TaskKind::Ratings {
                Task::Ratings(Ratings::single("stars", (0..documents).map(|i| (1 + i % 5) as f64).collect()))
            } else {
                Task::Classes
            },
        };
        let corpus = Arc::new(Corpus::build(raw, &DataOptions::default().text).expect("a corpus"));
        let half = Size::Count(documents / 2);
        let split = SplitOptions { train: half, dev: Size::Count(documents / 10), test: None, ..SplitOptions::default() };
        let vocabulary = VocabularyOptions::reaching(Threshold::Documents(1));
        let dataset = Dataset::build(corpus, &split, &vocabulary, Weighting::Sqrt).expect("a dataset");
        let wave = |(i, p): (usize, usize)| 3.0 + ((i * 31 + p * 7) as f64).sin();
        let (n, v) = (dataset.corpus.len(), dataset.words.len());
        let predictions = if task == TaskKind::Ratings {
            Predictions::Ratings(Rated {
                mean: Arc::new(Array2::from_shape_fn((n, 1), wave)),
                emphasis: Arc::new(vec![1.0; n]),
                deviation: Some(Arc::new(Array2::from_elem((n, 1), 0.8))),
                fitted: None,
            })
        } else {
            let pairs: Vec<(usize, usize)> = (0..CLASSES).flat_map(|a| (a + 1..CLASSES).map(move |b| (a, b))).collect();
            Predictions::Classes(Classified {
                decisions: Arc::new(Array2::from_shape_fn((n, pairs.len()), wave)),
                predicted: Arc::new((0..n).map(|i| i * 7 % CLASSES).collect()),
                emphasis: Arc::new(vec![1.0; n]),
                pairs: Arc::new(pairs),
                fitted: None,
            })
        };
        let fields = if let Predictions::Classes(prediction) = &predictions { prediction.pairs.len() } else { 1 };
        let values = Arc::new(Array2::from_shape_fn((v, fields), wave));
        let snapshot = Snapshot {
            iteration: 0,
            evaluated: 0,
            restored_iteration: None,
            objective: 1.0,
            embedding: Some(EmbeddingView {
                kernel: Embedding::Rbf { gamma: 1.0 },
                latent: Arc::new(Array2::zeros((v, q))),
                coefficients: Arc::clone(&values),
            }),
            words: Some(WordValues { values, bias: Arc::new(vec![0.0; fields]), ..WordValues::default() }),
            documents: CorpusKernel {
                ldk: Ldk::of(Embedding::Rbf { gamma: 1.0 }),
                x: Arc::new(Array2::zeros((v, q))),
                alike: None,
            },
            owns_kernel: true,
            predictions,
            scores: Scores::default(),
        };
        let mut desk = Self { workspace: Workspace::default(), snapshot, steps: 0 };
        desk.act(Action::Open(Open::Answer(0, Answer::Corpus(Ok(LoadedData::new(dataset, DataOptions::default()))))));
        desk.act(desk.news(TrainerUpdate::Event(Event::State(RunState::Running))));
        let step = desk.step();
        desk.act(step);
        desk
    }

    fn news(&self, news: TrainerUpdate) -> Action {
        Action::Trainer(self.workspace.run.id, news)
    }

    /// Action that delivers a snapshot with moved words.
    fn step(&mut self) -> Action {
        self.steps += 1;
        let (v, q) = self.snapshot.latent().expect("positions").dim();
        let turn = self.steps as f64 * 0.01;
        let place = |(word, axis): (usize, usize)| (word as f64 * 2.399 + axis as f64 * 1.57 + turn).sin() * (word % 97) as f64;
        let latent = Arc::new(Array2::from_shape_fn((v, q), place));
        let mut predictions = self.snapshot.predictions.clone();
        match &mut predictions {
            Predictions::Classes(prediction) => prediction.predicted = Arc::new(prediction.predicted.to_vec()),
            Predictions::Ratings(prediction) => prediction.mean = Arc::new(&*prediction.mean + 1e-4),
            Predictions::Matches(_) => {}
        }
        let snapshot = Snapshot { iteration: self.steps, predictions, ..self.snapshot.clone() }.with_latent(latent);
        self.news(TrainerUpdate::Snapshot(Arc::new(snapshot)))
    }

    /// Action that delivers the progress event of an iteration.
    fn progress_event(&self) -> Action {
        let progress = Progress { iteration: self.steps, objective: 1.0 / self.steps as f64, scores: None, stop: None };
        self.news(TrainerUpdate::Event(Event::Progress(progress)))
    }

    /// Applies an action and the answers of its jobs. Returns the longest time of an update.
    fn act(&mut self, action: Action) -> Duration {
        let start = Instant::now();
        let mut effects = update(&mut self.workspace, action);
        let mut took = start.elapsed();
        for _ in 0..4 {
            let queries =
                effects.into_iter().filter_map(|effect| if let Effect::Run(query) = effect { Some(query) } else { None });
            let answers: Vec<_> = queries.map(|task: Job| task.answer()).collect();
            effects = Vec::new();
            for answer in answers {
                let start = Instant::now();
                effects.extend(update(&mut self.workspace, answer));
                took = took.max(start.elapsed());
            }
        }
        took
    }
}

/// Median of durations in milliseconds, robust against other load.
fn median(times: &[Duration]) -> f64 {
    let mut times = times.to_vec();
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e3
}

/// Measurement with its name, preparation, and repeated work.
struct Row {
    name: &'static str,
    before: fn(&mut Desk) -> Duration,
    each: fn(&mut Desk) -> Duration,
}

fn choose(desk: &mut Desk, every: usize) -> Duration {
    let words = desk.workspace.corpus.basis.as_ref().expect("a basis").words.len();
    desk.act(Action::Choose(Choose::Take(
        SetOperation::Replace,
        SelectionSet::words(words, (desk.steps % every..words).step_by(every)),
    )))
}

fn snapshot(desk: &mut Desk) -> Duration {
    let step = desk.step();
    desk.act(step)
}

fn select(desk: &mut Desk, selection: Focus) -> Duration {
    desk.act(Action::Look(Look::Select(selection)))
}

/// Measured interactions and trainer events.
const ROWS: [Row; 22] = [
    Row { name: "an iteration reported", before: |_| Duration::ZERO, each: |desk| desk.act(desk.progress_event()) },
    Row { name: "a snapshot, nothing looked at", before: |_| Duration::ZERO, each: snapshot },
    Row { name: "a click on a word", before: |_| Duration::ZERO, each: |desk| select(desk, Focus::Word(desk.steps * 7 % 5_000)) },
    Row { name: "a snapshot, a word looked at", before: |desk| select(desk, Focus::Word(70)), each: snapshot },
    Row { name: "a snapshot, a document looked at", before: |desk| select(desk, Focus::Document(9)), each: snapshot },
    Row {
        name: "a snapshot, field, trails and forces",
        before: |desk| {
            let layers = [Layer::Field, Layer::Trails, Layer::Forces];
            layers.map(|layer| desk.act(Action::Field(Field::Toggle(layer)))).into_iter().sum()
        },
        each: snapshot,
    },
    Row { name: "a lasso around every third word", before: |_| Duration::ZERO, each: |desk| choose(desk, 3) },
    Row { name: "a lasso around all words", before: |_| Duration::ZERO, each: |desk| choose(desk, 1) },
    Row { name: "the set turned round", before: |desk| choose(desk, 3), each: |desk| desk.act(Action::Choose(Choose::Invert)) },
    Row { name: "a snapshot, a third of the words chosen", before: |desk| choose(desk, 3), each: snapshot },
    Row {
        name: "undo",
        before: |desk| (0..60).map(|_| snapshot(desk) + choose(desk, 50)).sum(),
        each: |desk| desk.act(Action::Undo(Undo::Undo)),
    },
    Row {
        name: "a letter typed into the search",
        before: |_| Duration::ZERO,
        each: |desk| {
            let text = format!("word{}", desk.steps % 10);
            desk.steps += 1;
            desk.act(Action::Choose(Choose::Find(Some(Find { text, regex: false }))))
        },
    },
    Row {
        name: "a snapshot, search and axis open",
        before: |desk| desk.act(Action::Choose(Choose::Axis(Some(Axis { first: 3, second: 90, limit: 1.0 })))),
        each: snapshot,
    },
    Row { name: "a class muted", before: |_| Duration::ZERO, each: |desk| desk.act(Action::Field(Field::Mute(3))) },
    Row {
        name: "a layer switched",
        before: |_| Duration::ZERO,
        each: |desk| desk.act(Action::Field(Field::Toggle(Layer::Contours))),
    },
    Row {
        name: "wrong documents alone",
        before: |_| Duration::ZERO,
        each: |desk| {
            desk.act(Action::Look(Look::WrongOnly(
                desk.workspace.documents().len() > 19_500 || desk.workspace.documents().len() == 2_000,
            )))
        },
    },
    Row {
        name: "documents of the set alone",
        before: |desk| choose(desk, 500),
        each: |desk| desk.act(Action::Choose(Choose::Only(!desk.workspace.choices.only))),
    },
    Row {
        name: "a word dragged",
        before: |_| Duration::ZERO,
        each: |desk| {
            desk.steps += 1;
            let to = vec![desk.steps as f64 * 0.01; desk.snapshot.latent().expect("positions").ncols()];
            desk.act(Action::Edit(EditWords::Drag { word: 11, to }))
        },
    },
    Row { name: "a snapshot, a word in the hand", before: |_| Duration::ZERO, each: snapshot },
    Row { name: "the word let go", before: |_| Duration::ZERO, each: |desk| desk.act(Action::Edit(EditWords::LetGo)) },
    Row {
        name: "lines of a common word",
        before: |_| Duration::ZERO,
        each: |desk| desk.act(Action::Study(StudyAction::Lines(LinesAction::List(LinesOf::Word(0))))),
    },
    Row { name: "a snapshot after all that", before: |_| Duration::ZERO, each: snapshot },
];

/// Median time of frames of the whole window, each after a snapshot, with one tab in front and one focus.
fn frames(desk: &mut Desk, tab: Tab, selection: Focus) -> f64 {
    desk.act(Action::Look(Look::Select(selection)));
    desk.act(Action::Look(Look::Tab(tab)));
    let (ctx, mut views, meter) = (Context::default(), Views::default(), Meter::default());
    run_beside(&ctx, |work| drop(thread::spawn(work)));
    let mut times = Vec::new();
    for frame in 0..24 {
        let step = desk.step();
        desk.act(step);
        let (screen_rect, time) =
            (Some(Rect::from_min_size(pos2(0.0, 0.0), [1440.0, 900.0].into())), Some(f64::from(frame) / 60.0));
        let start = Instant::now();
        let mut actions = Vec::new();
        let mut output = ctx.run_ui(RawInput { screen_rect, time, ..RawInput::default() }, |ui| {
            actions.extend(views.show(ui, &desk.workspace, &meter));
        });
        black_box(ctx.tessellate(output.shapes, output.pixels_per_point));
        output.textures_delta.clear();
        if frame >= 4 {
            times.push(start.elapsed());
        }
        for action in actions {
            desk.act(action);
        }
    }
    median(&times)
}

/// Measured frames: the tab in front and the focus.
const FRAME_CASES: [(&str, Tab, Focus); 9] = [
    ("a frame, nothing looked at", Tab::Field, Focus::None),
    ("a frame, a word looked at", Tab::Field, Focus::Word(70)),
    ("a frame, a document looked at", Tab::Field, Focus::Document(9)),
    ("a frame, a class looked at", Tab::Field, Focus::Class(2)),
    ("a frame of the documents", Tab::Documents, Focus::Document(9)),
    ("a frame of the confusion", Tab::Evaluation, Focus::Cell { truth: 1, predicted: 3 }),
    ("a frame of the Gram matrix", Tab::Gram, Focus::None),
    ("a frame of two sets or runs", Tab::Compare, Focus::None),
    ("a frame of the lines", Tab::Concordance, Focus::None),
];

/// All measurements of the benchmark at one size.
fn measured(size: (usize, usize), task: TaskKind, q: usize) -> Vec<(&'static str, f64)> {
    let mut desk = Desk::new(size, task, q);
    let row = |row: &Row| {
        (row.before)(&mut desk);
        (row.name, median(&(0..9).map(|_| (row.each)(&mut desk)).collect::<Vec<_>>()))
    };
    let mut rows: Vec<_> = ROWS.iter().map(row).collect();
    rows.extend(FRAME_CASES.map(|(name, tab, selection)| (name, frames(&mut desk, tab, selection))));
    rows
}

fn main() {
    for (task, q, sizes) in
        [(TaskKind::Classes, 2, SIZES), (TaskKind::Ratings, 2, SIZES), (TaskKind::Classes, 300, SIZES_OF_MANY)]
    {
        println!("{task:?}, q = {q}: {sizes:?} documents and words, and how many times as long the larger takes");
        let [small, large] = sizes.map(|size| measured(size, task, q));
        for ((name, small), (_, large)) in small.into_iter().zip(large) {
            println!("{name:<44} {small:>9.3} ms {large:>9.3} ms   × {:>5.1}", large / small.max(1e-4));
        }
    }
}
