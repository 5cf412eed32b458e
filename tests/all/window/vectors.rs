//! Word vectors in the window: files are named, read and shown, and belong to their corpus.

use std::{fmt::Write as _, path::Path};

use wordfield_core::{
    corpus::{Builtin, Dataset, Side, TextOptions, Threshold, VectorFiles, builtin},
    experiment::DataRecipe,
    param::Value,
};
use wordfield_state::{Data, DataOptions, Settings};

use super::*;

/// Three-dimensional vectors of every other word of a built-in corpus.
fn vectors(which: Builtin) -> (tempfile::TempDir, PathBuf) {
    let mut text = String::new();
    for (number, word) in builtin(which).lexicon.iter().step_by(2).enumerate() {
        writeln!(text, "{word} {number} 0.5 -1").expect("a string");
    }
    file("small.vec", &text)
}

fn dataset(window: &Window) -> &Dataset {
    window.workspace().corpus.dataset.as_ref().expect("a dataset")
}

fn apply(harness: &mut Shown, data: Data) {
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Data(data));
}

fn take(harness: &mut Shown, side: Side, path: &Path) {
    apply(harness, Data::Vectors(side, Some(path.to_owned())));
}

fn start(window: &Window) -> Option<Value> {
    window.workspace().choices.settings.params.value("start")
}

fn q(window: &Window) -> usize {
    window.workspace().choices.settings.params.q()
}

fn chosen(harness: &mut Shown, q: u64) {
    let params = the(harness).workspace().choices.settings.changed("q", Value::Whole(q)).expect("dimensions");
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Run(Run::Params(Box::new(params))));
}

#[test]
fn chosen_dimensions_are_kept_unless_the_vectors_have_fewer() {
    let (_folder, path) = vectors(Builtin::Topics);
    for (own, q_then) in [(1, 1), (5, 3)] {
        let mut harness = window(Launch::default());
        chosen(&mut harness, own);
        // Words that start at vectors require a file, so the dialog for the file opens.
        let params = the(&harness).workspace().choices.settings.changed("start", Value::Choice("given")).expect("a start");
        let ctx = harness.ctx.clone();
        harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Run(Run::Params(Box::new(params))));
        take(&mut harness, Side::Source, &path);
        until(&mut harness, "the vectors", |window| dataset(window).vectors.is_some());
        assert_eq!(q(the(&harness)), q_then);
    }
    let vectors = Some(VectorFiles { file: path, ..VectorFiles::default() });
    let mut params = Params::preset(ModelKind::Smm, Preset::Default, 2);
    params.set("start", "given").expect("a start");
    let settings = Settings::with_requested(Preset::Default, vec![params], false);
    let harness = window(Launch { recipe: DataRecipe { vectors, ..DataRecipe::default() }, settings, ..Launch::default() });
    assert_eq!(q(the(&harness)), 3, "named on the command line");
}

fn line(window: &Window) -> String {
    let vectors = dataset(window).vectors.as_ref().expect("vectors");
    format!("Word vectors: small.vec ({} of {} words)", vectors.words_known(), dataset(window).words.len())
}

#[test]
fn vectors_of_a_typed_path_are_read_shown_and_removed() {
    let (_folder, path) = vectors(Builtin::Topics);
    let mut harness = window(Launch::default());
    open_panel(&mut harness, Panel::Data);
    click(&mut harness, "Vocabulary and split");
    harness.run_steps(20);
    harness.get_by_label("Word vectors: none");
    harness.get_by_role_and_label(Role::TextInput, "file").focus();
    harness.step();
    harness.get_by_role_and_label(Role::TextInput, "file").type_text(&path.display().to_string());
    harness.step();
    harness.key_press_modifiers(Modifiers::NONE, Key::Enter);
    until(&mut harness, "the vectors", |window| dataset(window).vectors.is_some());
    let known = dataset(the(&harness)).vectors.as_ref().expect("vectors");
    assert_eq!(known.dimension(), 3);
    assert!(known.words_known() > 10 && known.words_known() < known.known.len());
    harness.get_by_label(&line(the(&harness)));
    let weight = |window: &Window| window.workspace().choices.settings.params.value("given_weight");
    assert_eq!(start(the(&harness)), Some(Value::Choice("spectral")), "the vectors are a component beside the map");
    assert_eq!((q(the(&harness)), weight(the(&harness))), (2, Some(Value::Real(1.0))));
    until(&mut harness, "training", |window| window.workspace().is_running());
    assert!(dataset(the(&harness)).notes.iter().any(|note| note.contains("have no vector, among them")));
    harness.get_by_label("Remove").scroll_to_me();
    harness.run_steps(6);
    click(&mut harness, "Remove");
    until(&mut harness, "none", |window| dataset(window).vectors.is_none());
    harness.get_by_label("Word vectors: none");
    assert_eq!(start(the(&harness)), Some(Value::Choice("spectral")), "as the preset has it");
    assert_eq!(q(the(&harness)), 2, "as before");
}

#[test]
fn vectors_belong_to_their_corpus() {
    let (_folder, path) = vectors(Builtin::Topics);
    let vectors = Some(VectorFiles { file: path.clone(), ..VectorFiles::default() });
    let mut harness = window(Launch { recipe: DataRecipe { vectors, ..DataRecipe::default() }, ..Launch::default() });
    let before = dataset(the(&harness)).words.len();
    assert!(dataset(the(&harness)).vectors.is_some());
    // Another vocabulary of the same corpus: no file is read again.
    std::fs::remove_file(&path).expect("the file");
    let mut data: DataOptions = the(&harness).workspace().corpus.options.clone();
    data.vocabulary.threshold = Some(Threshold::Documents(1));
    apply(&mut harness, Data::Set(data));
    until(&mut harness, "more words", |window| dataset(window).words.len() > before);
    let known = dataset(the(&harness)).vectors.as_ref().expect("vectors");
    assert_eq!(known.known.len(), dataset(the(&harness)).words.len());
    open_panel(&mut harness, Panel::Data);
    click(&mut harness, "Ratings");
    until(&mut harness, "the reviews", |window| dataset(window).corpus.name == "built-in reviews");
    assert!(dataset(the(&harness)).vectors.is_none() && the(&harness).workspace().message.is_none());
}

#[test]
fn a_corpus_with_other_text_options_keeps_its_vectors() {
    let text: String = (0..20).map(|i| ["tree\toak Elm day\n", "tune\tflute Choir day\n"][i % 2]).collect();
    let (folder, path) = file("small.txt", &text);
    let list = folder.path().join("small.vec");
    std::fs::write(&list, "oak 1 2\nElm 3 4\nelm 7 8\nflute 5 6\n").expect("a file");
    let vectors = Some(VectorFiles { file: list, ..VectorFiles::default() });
    let recipe = DataRecipe { vectors, ..DataRecipe::files(&[path], ReadOptions::default()) };
    let mut harness = window(Launch { recipe, ..Launch::default() });
    let of = |window: &Window, word: &str| {
        let place = dataset(window).words.iter().position(|other| other == word).expect("a word");
        dataset(window).vectors.as_ref().expect("vectors").x.row(place).to_vec()
    };
    assert_eq!(of(the(&harness), "elm"), [7.0, 8.0]);
    apply(&mut harness, Data::Text(Side::Source, TextOptions { lower_case: false, ..TextOptions::default() }));
    apply(&mut harness, Data::ReadAgain);
    until(&mut harness, "words as spelled", |window| dataset(window).words.iter().any(|word| word == "Elm"));
    assert_eq!(of(the(&harness), "Elm"), [3.0, 4.0]);
}

#[test]
fn a_file_without_vectors_is_refused_without_effect() {
    let (_folder, path) = file("story.txt", "Once upon a time\n");
    let mut harness = window(Launch::default());
    take(&mut harness, Side::Source, &path);
    until(&mut harness, "the message", |window| window.workspace().message.is_some());
    let workspace = the(&harness).workspace();
    let message = workspace.message.as_ref().expect("a message");
    assert!(message.error && message.text.contains("story.txt") && message.text.contains("no word vectors"), "{}", message.text);
    assert!(workspace.corpus.options.vectors.is_none() && dataset(the(&harness)).vectors.is_none() && workspace.is_running());
}

#[test]
fn the_target_side_of_pairs_may_have_a_file_of_its_own() {
    let lines = |words: [&str; 2]| (0..20).map(|i| format!("{} day\n", words[i % 2])).collect::<Vec<_>>().concat();
    let (folder, source) = file("en.txt", &lines(["oak", "elm"]));
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path
    };
    let target = path("de.txt", &lines(["eiche", "ulme"]));
    let read = ReadOptions { format: Some(Format::Plain), task: Some(TaskKind::Pairs), ..ReadOptions::default() };
    let mut harness = window(Launch { recipe: DataRecipe::files(&[source, target], read), ..Launch::default() });
    open_panel(&mut harness, Panel::Data);
    click(&mut harness, "Vocabulary and split");
    harness.run_steps(20);
    assert!(harness.query_by_role_and_label(Role::TextInput, "target side").is_none());
    take(&mut harness, Side::Source, &path("all.vec", "day 1 1\noak 2 2\nulme 3 3\n"));
    until(&mut harness, "the vectors", |window| dataset(window).vectors.is_some());
    harness.get_by_label("Word vectors: all.vec (4 of 6 words)");
    harness.get_by_role_and_label(Role::TextInput, "target side");
    take(&mut harness, Side::Target, &path("de.vec", "eiche 1 1\n"));
    until(&mut harness, "both", |window| {
        dataset(window).vectors.as_ref().is_some_and(|known| known.source.contains("and de.vec"))
    });
    harness.get_by_label("Word vectors: all.vec and de.vec (3 of 6 words)");
}

#[test]
fn a_model_on_given_vectors_has_their_dimensions() {
    let (_folder, path) = vectors(Builtin::Topics);
    let mut harness = window(Launch::default());
    take(&mut harness, Side::Source, &path);
    until(&mut harness, "the vectors", |window| dataset(window).vectors.is_some());
    let kind = ModelKind::VectorSmm;
    let params = Params::preset(kind, Preset::Default, kind.usual_q());
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Run(Run::Params(Box::new(params))));
    until(&mut harness, "the model", |window| window.workspace().choices.settings.params.kind() == kind);
    assert_eq!(q(the(&harness)), 3, "the dimensions of the vectors");
}
