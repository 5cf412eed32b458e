//! Tests of saved models in the window.

use wordfield_core::experiment::DataRecipe;

use super::*;

/// Model saved from a window after some iterations, and the iteration.
pub(super) fn saved_from(harness: &mut Shown, name: &str) -> (tempfile::TempDir, PathBuf, usize) {
    until(harness, "some iterations", |window| iteration(window) > 3);
    let (folder, path) = file(name, "");
    let ctx = harness.ctx.clone();
    for step in [Save::Ask, Save::Path(path.display().to_string()), Save::Go] {
        harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Save(step));
    }
    until(harness, "the file", |window| window.workspace().session.saving.is_none());
    let saved = wordfield_core::project::load_model(&path).expect("a model").iterations;
    (folder, path, saved)
}

fn opened(window: &Window) -> bool {
    window.workspace().shown_model().is_some() && window.workspace().run.phase == Phase::Run(RunState::Paused)
}

#[test]
fn a_saved_model_is_shown_over_its_corpus_and_continues() {
    let mut harness = window(Launch::default());
    let (_folder, path, saved) = saved_from(&mut harness, "topics.model");
    let split = the(&harness).workspace().corpus.dataset.as_ref().expect("a dataset").split.clone();
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Open(Open::Files(vec![path.clone()])));
    until(&mut harness, "the model", opened);
    assert_eq!(iteration(the(&harness)), saved);
    harness.get_by_label("opened topics.model");
    let workspace = the(&harness).workspace();
    let message = workspace.message.as_ref().expect("a message");
    assert!(!message.error && message.text.contains(&format!("iteration {saved}")) && message.text.contains("accuracy test"));
    assert_eq!(workspace.corpus.dataset.as_ref().expect("a dataset").split, split);
    let model = wordfield_core::project::load_model(&path).expect("a model");
    let wordfield_core::model::FittedModel::Smm(fitted) = &model.fitted else { panic!("an SMM") };
    let classified = workspace.run.snapshot.as_ref().and_then(|snapshot| snapshot.classified()).expect("classes");
    assert_eq!(*classified.decisions, fitted.predict(&workspace.corpus.dataset.as_ref().expect("a dataset").weights).decisions);
    assert!(workspace.run.curves.test.len() == 1 && workspace.field.scene.as_ref().is_some_and(|scene| scene.iteration == saved));
    key(&mut harness, Key::Home);
    assert_eq!(back(the(&harness)), None, "there is nothing before it");

    click(&mut harness, "Play");
    until(&mut harness, "further iterations", |window| iteration(window) > saved);
    click(&mut harness, "Restart");
    until(&mut harness, "a new beginning", |window| window.workspace().corpus.saved_model.is_none() && iteration(window) > 0);
}

#[test]
fn a_model_named_at_the_start_loads_its_corpus() {
    let (folder, corpus) = file("rated.tsv", &wordfield_reviews());
    let mut harness =
        window(Launch { recipe: DataRecipe::files(std::slice::from_ref(&corpus), ReadOptions::default()), ..Launch::default() });
    let (_other, path, saved) = saved_from(&mut harness, "rated.model.gz");
    drop(harness);
    let mut harness = window(Launch { model: Some(path.clone()), ..Launch::default() });
    until(&mut harness, "the model", opened);
    let workspace = the(&harness).workspace();
    assert_eq!(iteration(the(&harness)), saved);
    assert_eq!(workspace.corpus.dataset.as_ref().expect("a dataset").corpus.name, "rated");
    assert_eq!(workspace.choices.settings.params.kind(), ModelKind::Gp);

    // A moved corpus file is found if it is named together with the model.
    let moved = folder.path().join("moved.tsv");
    std::fs::rename(&corpus, &moved).expect("a move");
    let recipe = DataRecipe::files(std::slice::from_ref(&moved), ReadOptions::default());
    let mut harness = window(Launch { model: Some(path.clone()), recipe, ..Launch::default() });
    until(&mut harness, "the model", opened);
    assert!(the(&harness).workspace().corpus.dataset.as_ref().is_some_and(|dataset| dataset.split == wordfield_split(&path)));

    // If the corpus is not named, the window opens the dialog for its files, and no state is lost.
    let mut harness = window(Launch::default());
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Open(Open::Files(vec![path])));
    let refused = |window: &Window| window.workspace().message.as_ref().is_some_and(|message| message.error);
    until(&mut harness, "a message", refused);
    let workspace = the(&harness).workspace();
    let text = &workspace.message.as_ref().expect("a message").text;
    assert!(text.contains("rated.model.gz") && text.contains("open the corpus") && text.contains("rated.tsv"), "{text}");
    assert!(
        workspace.is_running()
            && workspace.corpus.dataset.as_ref().is_some_and(|dataset| dataset.corpus.name == "built-in topics")
    );
}

fn wordfield_split(path: &std::path::Path) -> wordfield_core::corpus::Split {
    wordfield_core::project::load_model(path).expect("a model").trained_on.expect("its corpus").split
}

fn wordfield_reviews() -> String {
    let (good, bad) = (["superb", "lovely", "great", "fine"], ["awful", "broken", "poor", "waste"]);
    let line = |i: usize| {
        let words = if i.is_multiple_of(2) { good } else { bad };
        format!(
            "{}\ttitle {i}\t{} {} thing {}\n",
            if i.is_multiple_of(2) { 5 } else { 1 },
            words[i / 2 % 4],
            words[i / 8 % 4],
            words[i / 3 % 4]
        )
    };
    (0..60).map(line).collect()
}

#[test]
fn a_damaged_or_later_model_is_refused_with_a_remedy() {
    let mut harness = window(Launch::default());
    let (folder, path, _) = saved_from(&mut harness, "m.json");
    let bytes = std::fs::read(&path).expect("a model");
    let cut = folder.path().join("cut.json");
    std::fs::write(&cut, &bytes[..bytes.len() / 2]).expect("a file");
    let later = folder.path().join("later.json");
    let text = String::from_utf8(bytes).expect("text").replacen("\"version\":", "\"version\":9", 1);
    std::fs::write(&later, text).expect("a file");
    let ctx = harness.ctx.clone();
    for (path, name, remedy) in [(cut, "cut.json", "copy it again"), (later, "later.json", "or later")] {
        harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Message(None));
        let run = the(&harness).workspace().run.id;
        harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Open(Open::Files(vec![path])));
        until(&mut harness, "a message", |window| window.workspace().message.is_some());
        let workspace = the(&harness).workspace();
        let text = &workspace.message.as_ref().expect("a message").text;
        assert!(text.contains(name) && text.contains(remedy), "{text}");
        assert!(workspace.run.id == run && workspace.is_running() && matches!(workspace.corpus.loading, Loading::Idle));
    }
}

fn preview_of(path: PathBuf) -> Shown {
    let mut harness = window(Launch::default());
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Open(Open::Files(vec![path])));
    until(&mut harness, "the preview", |window| matches!(window.workspace().corpus.loading, Loading::Preview { .. }));
    harness.run_steps(6);
    harness
}

#[test]
fn each_side_of_pairs_has_its_own_text_options() {
    let line = |i: usize| {
        format!("The cats {} sat\tDie Katzen {} saßen\n", ["red", "blue", "green"][i % 3], ["rot", "blau", "grün"][i % 3])
    };
    let (_folder, path) = file("pairs.txt", &(0..30).map(line).collect::<String>());
    let mut harness = preview_of(path);
    let ctx = harness.ctx.clone();
    let pairs = ReadOptions { task: Some(TaskKind::Pairs), format: Some(Format::Parallel), ..ReadOptions::default() };
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Open(Open::ReadAs(pairs)));
    let paired = |window: &Window| {
        let Loading::Preview { preview: Ok(preview), .. } = &window.workspace().corpus.loading else { return false };
        preview.task == TaskKind::Pairs
    };
    until(&mut harness, "pairs to look at", paired);
    harness.run_steps(6);
    harness.get_by_role_and_label(Role::ComboBox, "target: stop words");
    harness.get_by_role_and_label(Role::SpinButton, "source: min. characters");
    harness.get_by_role_and_label(Role::ComboBox, "source: stop words").click();
    harness.run_steps(3);
    click(&mut harness, "English");
    harness.get_by_role_and_label(Role::ComboBox, "target: stemming").click();
    harness.run_steps(3);
    click(&mut harness, "German");
    click(&mut harness, "target: lower case");
    harness.run_steps(3);
    click(&mut harness, "Read and train");
    let of = |window: &Window| window.workspace().corpus.dataset.as_ref().map(|dataset| std::sync::Arc::clone(&dataset.corpus));
    until(&mut harness, "pairs", move |window| of(window).is_some_and(|corpus| corpus.name == "pairs"));
    let corpus = of(the(&harness)).expect("a corpus");
    assert_eq!(corpus.text_options.stop_words, StopWords::Of(Language::English));
    let target = corpus.target_options.clone().expect("two sides");
    assert!(target.stop_words == StopWords::None && target.stemmer == Some(Language::German) && !target.lower_case);
    assert!(!corpus.lexicon.contains(&"the".to_owned()) && corpus.lexicon.contains(&"Katz".to_owned()));

    open_panel(&mut harness, Panel::Data);
    click(&mut harness, "Vocabulary and split");
    harness.run_steps(6);
    harness.get_by_label("target: lower case").scroll_to_me();
    harness.run_steps(6);
    harness.get_by_label("target: lower case").click();
    harness.run_steps(3);
    harness.get_by_label("Tokenise again").scroll_to_me();
    harness.run_steps(6);
    click(&mut harness, "Tokenise again");
    let again = move |window: &Window| of(window).is_some_and(|corpus| corpus.lexicon.contains(&"katz".to_owned()));
    until(&mut harness, "other words", again);
    assert_eq!(of(the(&harness)).expect("a corpus").text_options.stop_words, StopWords::Of(Language::English));
}

#[test]
fn vocabulary_options_of_the_command_line_hold_for_ratings() {
    let (_folder, path) = file("rated.tsv", &wordfield_reviews().replace("thing", "the THING"));
    let lexicon = |text: TextChoice| {
        let recipe = DataRecipe { text, ..DataRecipe::files(std::slice::from_ref(&path), ReadOptions::default()) };
        let harness = window(Launch { recipe, ..Launch::default() });
        the(&harness).workspace().corpus.dataset.as_ref().expect("a dataset").corpus.lexicon.clone()
    };
    let words = lexicon(TextChoice::default());
    assert!(!words.contains(&"the".to_owned()) && words.contains(&"thing".to_owned()), "{words:?}");
    let choice = TextChoice { stop_words: Some(StopWords::None), lower_case: Some(false), ..TextChoice::default() };
    let words = lexicon(choice);
    assert!(words.contains(&"the".to_owned()) && words.contains(&"THING".to_owned()), "{words:?}");
}

#[test]
fn the_preview_reports_too_little_data() {
    let (_folder, path) = file("one.txt", &"sports\tthe ball and the goal\n".repeat(30));
    preview_of(path).get_by_label_contains("The first 20 documents are of one class, \"sports\"");
    let (_folder, path) = file("same.tsv", &"4\ttitle\tthe ball and the goal\n".repeat(8));
    preview_of(path).get_by_label_contains("All documents have the same rating, 4");
}

#[test]
fn several_ratings_are_learned_together_and_shown_separately() {
    let line = |i: usize| format!("{},{},word{} word{} thing\n", 1 + i % 5, 10 * (i % 3), i % 5, 5 + i % 3);
    let lines: String = (0..60).map(line).collect();
    let (_folder, path) = file("two.csv", &format!("taste,price,text\n{lines}"));
    let read = ReadOptions { target_columns: vec!["taste".into(), "price".into()], ..ReadOptions::default() };
    let mut harness = window(Launch { recipe: DataRecipe::files(&[path], read), ..Launch::default() });
    until(&mut harness, "some iterations", |window| iteration(window) > 3);
    click(&mut harness, "Predictions");
    harness.run_steps(3);
    harness.get_by_label("Predicted against true taste");
    harness.get_by_role_and_label(Role::ComboBox, "Rating:").click();
    harness.run_steps(3);
    click(&mut harness, "price");
    harness.run_steps(3);
    harness.get_by_label("Predicted against true price");
    assert_eq!(the(&harness).workspace().choices.layers.field_of, FieldOf::Rating(1));
    let scene = the(&harness).workspace().field.scene.clone().expect("a scene");
    assert_eq!(scene.field_name(FieldOf::Rating(1)), "posterior mean of price, the map's part");
    assert_eq!((scene.coefficients.ncols(), scene.basis.rating_names.len()), (2, 2));
    click(&mut harness, "Documents");
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::ComboBox, "Rating:");
}
