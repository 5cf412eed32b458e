//! Benchmark of interactions with a large vocabulary: the action on the window's thread and its background job.
//!
//! `cargo bench --bench words`: 35,000 words on each side of 6,000 pairs.
//! The result is the longest of several actions of a kind, in milliseconds; the limit is a frame (16 ms).

use std::{
    fmt::Write as _,
    sync::Arc,
    time::{Duration, Instant},
};

use ndarray::Array2;
use wordfield_core::{
    corpus::{Cancel, Corpus, Dataset, Format, ReadOptions, Size, SplitOptions, TaskKind, Threshold, VocabularyOptions, read},
    model::{FittedModel, Matched, ModelKind, Params, Predictions, Preset, Snapshot},
    train::{Event, RunState},
};
use wordfield_state::{
    Action, Answer, Axis, Choose, DataOptions, Effect, EntryFilter, Find, Focus, LoadedData, Look, MatchAction, Open, Rule,
    SetOperation, TrainerUpdate, Undo, Workspace, update,
};

/// Number of words on each side, source and target.
const WORDS: usize = 35_000;
/// Number of document pairs.
const PAIRS: usize = 6_000;
/// Number of words in a document.
const LENGTH: usize = 60;
/// Number of measured actions of each kind.
const TIMES: usize = 5;

/// Word made of syllables that spell its index.
fn word(side: &str, number: usize) -> String {
    let syllables = ["ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu"];
    number.to_string().bytes().fold(side.to_owned(), |word, digit| word + syllables[usize::from(digit - b'0')])
}

fn pairs() -> Workspace {
    let mut lines = String::new();
    for pair in 0..PAIRS {
        for (side, end) in [("a", '\t'), ("b", '\n')] {
            for place in 0..LENGTH {
                // The first words of all documents cover the vocabulary; the remaining words have varying frequencies.
                let number = if place < LENGTH / 4 {
                    pair * (LENGTH / 4) + place
                } else {
                    (pair * 7919 + place * place * 31) / (1 + place)
                };
                let _ = write!(lines, "{} ", word(side, number % WORDS));
            }
            lines.push(end);
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pairs.txt");
    std::fs::write(&path, lines).expect("a file");
    let options = ReadOptions { format: Some(Format::Parallel), task: Some(TaskKind::Pairs), ..ReadOptions::default() };
    let raw = read(&[path], &options, &Cancel::default()).expect("pairs");
    let corpus = Corpus::build(raw, &DataOptions::default().text).expect("a corpus");
    let split = SplitOptions { train: Size::Count(PAIRS - 300), dev: Size::Count(100), ..SplitOptions::default() };
    let vocabulary = VocabularyOptions::reaching(Threshold::Documents(1));
    let params = Params::preset(ModelKind::Matching, Preset::Default, 2);
    let dataset = Dataset::build(Arc::new(corpus), &split, &vocabulary, params.weighting()).expect("a dataset");
    let mut workspace = Workspace::default();
    let ready = LoadedData::new(dataset, DataOptions::default());
    update(&mut workspace, Action::Open(Open::Answer(0, Answer::Corpus(Ok(ready)))));
    // Training is paused, so that a large dictionary is computed.
    let run = workspace.run.id;
    update(&mut workspace, Action::Trainer(run, TrainerUpdate::Event(Event::State(RunState::Paused))));
    workspace
}

/// Applies a snapshot with word positions in the given number of dimensions to the workspace.
fn apply_positions(workspace: &mut Workspace, snapshot: &Snapshot, q: usize) {
    let words = snapshot.latent().expect("a model with word positions").nrows();
    let place = |(word, axis): (usize, usize)| ((word * 7919 + axis * 104_729) % 9973) as f64 / 9973.0;
    let latent = Arc::new(Array2::from_shape_fn((words, q), place));
    let Predictions::Matches(prediction) = &snapshot.predictions else { panic!("pairs") };
    let data = workspace.corpus.dataset.clone().expect("a dataset");
    let mut model = workspace.choices.settings.params.clone().start(data).expect("a model");
    let FittedModel::Matching(mut fitted) = model.trained() else { panic!("a matching") };
    fitted.latent = Arc::clone(&latent);
    let predictions = Predictions::Matches(Matched { fitted: Arc::new(fitted), ..prediction.clone() });
    let run = workspace.run.id;
    let snapshot = Snapshot { predictions, ..snapshot.clone().with_latent(latent) };
    update(workspace, Action::Trainer(run, TrainerUpdate::Snapshot(Arc::new(snapshot))));
}

/// Measures actions of one kind in turn: the longest time on this thread, and the longest background job.
fn measure(workspace: &mut Workspace, what: &str, action: impl Fn(usize) -> Action) {
    let (mut here, mut beside) = (Duration::ZERO, Duration::ZERO);
    for time in 0..TIMES {
        let start = Instant::now();
        let mut effects = update(workspace, action(time));
        here = here.max(start.elapsed());
        while let Some(effect) = effects.pop() {
            let Effect::Run(query) = effect else { continue };
            let start = Instant::now();
            let answer = query.answer();
            beside = beside.max(start.elapsed());
            let start = Instant::now();
            effects.extend(update(workspace, answer));
            here = here.max(start.elapsed());
        }
    }
    let [here, beside] = [here, beside].map(|time| time.as_secs_f64() * 1e3);
    println!("  {what:<44} {here:>9.2} ms on the window's thread {beside:>10.1} ms beside it");
}

fn main() {
    let mut workspace = pairs();
    let dataset = workspace.corpus.dataset.clone().expect("a dataset");
    let words = dataset.words.len();
    println!("{words} words, {} documents, {} counts", dataset.corpus.len(), dataset.counts.nnz());
    let mut model = Params::preset(ModelKind::Matching, Preset::Default, 2).start(Arc::clone(&dataset)).expect("a model");
    model.step().expect("a step");
    model.restore_best();
    let snapshot = model.snapshot();
    for q in [2, 300] {
        println!("q = {q}");
        apply_positions(&mut workspace, &snapshot, q);
        let by = |rule: Rule| Action::Choose(Choose::By(SetOperation::Replace, rule));
        let find = |text: &str, regex: bool| Action::Choose(Choose::Find(Some(Find { text: text.to_owned(), regex })));
        measure(&mut workspace, "searching, plain", |time| find(["b", "ba", "bak", "bake", "bakel"][time], false));
        measure(&mut workspace, "searching, by an expression", |time| {
            find(["b", "ba.", "ba.*e", "^a.*(ke|li)$", "."][time], true)
        });
        measure(&mut workspace, "choosing all that was found", |_| by(Rule::Hits));
        measure(&mut workspace, "choosing all words", |_| by(Rule::Words));
        measure(&mut workspace, "choosing all documents", |_| by(Rule::Documents));
        measure(&mut workspace, "choosing a document", |time| Action::Look(Look::Select(Focus::Document(time))));
        measure(&mut workspace, "choosing a word", |time| Action::Look(Look::Select(Focus::Word(time * 1000))));
        measure(&mut workspace, "choosing a word's neighbourhood", |time| by(Rule::Nearest { word: time, count: 100 }));
        measure(&mut workspace, "undoing that", |_| Action::Undo(Undo::Undo));
        measure(&mut workspace, "a semantic axis", |time| {
            Action::Choose(Choose::Axis(Some(Axis { first: time, second: WORDS + time, limit: 0.5 })))
        });
        update(&mut workspace, Action::Choose(Choose::Axis(None)));
        // The dictionary is visible without a selection.
        measure(&mut workspace, "the dictionary", |_| Action::Choose(Choose::Clear));
        measure(&mut workspace, "mutual entries of the dictionary", |time| {
            Action::Match(MatchAction::Entries(if time % 2 == 1 { EntryFilter::Mutual } else { EntryFilter::All }))
        });
    }
}
