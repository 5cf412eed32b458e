//! The window without a display: what a person clicks, types and drops, and what must then be on the screen.

use std::{path::PathBuf, time::Duration};

use eframe::egui::{Key, Modifiers, Role, vec2};
use egui_kittest::{Harness, kittest::Queryable};
use wordfield::{
    app::{Launch, Window},
    corpus::{Format, ReadOptions, Stemmer, StopWords, TaskKind, TextChoice},
    model::{Kind, Params, Preset},
    state::{Action, ColourBy, Column, FieldOf, Loading, Phase, Save, Selection, Tab},
    train::RunState,
};

/// A window with its corpus read and some iterations made.
fn window(launch: Launch) -> Harness<'static, Option<Window>> {
    let mut harness = Harness::builder().with_size([1400.0, 900.0]).with_max_steps(4).build_ui_state(
        move |ui, window: &mut Option<Window>| {
            let ctx = ui.ctx().clone();
            let window = window.get_or_insert_with(|| Window::new(&ctx, launch.clone()));
            window.logic(&ctx);
            window.ui(ui, Some(0.001));
        },
        None,
    );
    until(&mut harness, "the first positions", |window| window.workspace().scene.is_some());
    harness
}

fn the<'a>(harness: &'a Harness<'static, Option<Window>>) -> &'a Window {
    // The first frame makes the window.
    harness.state().as_ref().expect("a window")
}

/// Frames until something is so, at most for twenty seconds.
fn until(harness: &mut Harness<'static, Option<Window>>, what: &str, so: impl Fn(&Window) -> bool) {
    for _ in 0..2000 {
        harness.step();
        if so(the(harness)) {
            // A dialog that just opened finds its place within some frames.
            harness.run_steps(4);
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("waited in vain for {what}");
}

fn iteration(window: &Window) -> usize {
    window.workspace().snapshot.as_ref().map_or(0, |snapshot| snapshot.iteration)
}

fn click(harness: &mut Harness<'static, Option<Window>>, label: &str) {
    harness.get_by_label(label).click();
    harness.step();
    harness.step();
}

fn file(name: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    (folder, path)
}

#[test]
fn opens_on_the_built_in_corpus_already_training() {
    let mut harness = window(Launch::default());
    until(&mut harness, "moving words", |window| iteration(window) > 3);
    harness.get_by_label("built-in topics");
    harness.get_by_label("following");
    harness.get_by_label_contains("Click a word to see");
    click(&mut harness, "Got it");
    assert!(harness.query_by_label_contains("Click a word to see").is_none());
}

#[test]
fn pause_holds_step_makes_one_iteration_and_play_goes_on() {
    let mut harness = window(Launch::default());
    click(&mut harness, "Pause");
    let paused = |window: &Window| window.workspace().phase == Phase::Run(RunState::Paused);
    until(&mut harness, "the pause", paused);
    let before = iteration(the(&harness));
    harness.get_by_label("paused");
    click(&mut harness, "Step");
    until(&mut harness, "one iteration", |window| iteration(window) > before && paused(window));
    assert_eq!(iteration(the(&harness)), before + 1);
    click(&mut harness, "Play");
    until(&mut harness, "further iterations", |window| iteration(window) > before + 3);
}

#[test]
fn keys_play_switch_layers_and_tabs() {
    let mut harness = window(Launch::default());
    harness.key_press(Key::Space);
    until(&mut harness, "the pause", |window| window.workspace().phase == Phase::Run(RunState::Paused));
    harness.key_press(Key::D);
    harness.step();
    harness.step();
    assert!(the(&harness).workspace().layers.field);
    harness.key_press(Key::Num3);
    harness.step();
    harness.step();
    assert_eq!(the(&harness).workspace().tab, Tab::Confusion);
}

fn back(window: &Window) -> Option<usize> {
    window.workspace().timeline.at
}

fn key(harness: &mut Harness<'static, Option<Window>>, key: Key) {
    harness.key_press(key);
    harness.step();
    harness.step();
}

#[test]
fn looking_back_shows_old_positions_and_following_returns_to_the_newest() {
    let mut harness = window(Launch::default());
    until(&mut harness, "some iterations", |window| iteration(window) > 12);
    click(&mut harness, "Pause");
    until(&mut harness, "the pause", |window| window.workspace().phase == Phase::Run(RunState::Paused));
    let newest = iteration(the(&harness));
    key(&mut harness, Key::ArrowLeft);
    assert_eq!(back(the(&harness)), Some(newest - 1));
    harness.get_by_label(&format!("looking back at step {}", newest - 1));
    harness.get_by_label_contains("Fields are not recorded");
    key(&mut harness, Key::Home);
    assert_eq!(back(the(&harness)), Some(0));
    let scene = the(&harness).workspace().scene.clone().expect("a scene");
    assert_eq!((scene.iteration, scene.past), (0, true));
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
    harness.step();
    harness.step();
    key(&mut harness, Key::ArrowRight);
    assert_eq!(back(the(&harness)), Some(11));
    key(&mut harness, Key::F);
    assert_eq!(back(the(&harness)), None);
    harness.get_by_label("paused");
    assert_eq!(iteration(the(&harness)), newest, "looking back left the model alone");
    key(&mut harness, Key::ArrowRight);
    until(&mut harness, "one iteration", |window| iteration(window) == newest + 1);
}

#[test]
fn a_focused_control_or_plot_keeps_its_arrows() {
    let mut harness = window(Launch::default());
    click(&mut harness, "Pause");
    until(&mut harness, "the pause", |window| window.workspace().phase == Phase::Run(RunState::Paused));
    let newest = iteration(the(&harness));
    harness.get_by_label_contains("arrows pan").focus();
    harness.step();
    key(&mut harness, Key::ArrowRight);
    key(&mut harness, Key::Plus);
    harness.get_by_role_and_label(Role::Slider, "timeline").focus();
    harness.run_steps(2);
    key(&mut harness, Key::ArrowRight);
    harness.run_steps(20);
    assert_eq!((iteration(the(&harness)), back(the(&harness))), (newest, None));
    key(&mut harness, Key::ArrowLeft);
    assert_eq!((iteration(the(&harness)), back(the(&harness))), (newest, Some(newest - 1)));
    key(&mut harness, Key::D);
    assert!(the(&harness).workspace().layers.field, "letters still switch layers");
}

#[test]
fn panes_lie_beside_each_other_and_come_back() {
    let mut harness = window(Launch::default());
    let field = |harness: &Harness<'static, Option<Window>>| harness.query_by_label_contains("arrows pan").is_some();
    let table = |harness: &Harness<'static, Option<Window>>| harness.query_by_label("wrong only").is_some();
    assert!(field(&harness) && !table(&harness));
    click(&mut harness, "Documents");
    assert!(!field(&harness) && table(&harness));
    assert_eq!(the(&harness).workspace().tab, Tab::Documents);
    // Dragged by its tab to the right edge of the centre.
    let from = harness.get_by_label("Confusion").rect().center();
    let to = harness.get_by_label("Layout").rect().center() + vec2(0.0, 300.0);
    harness.drag_at(from);
    harness.step();
    for share in [0.1, 0.5, 0.9, 1.0] {
        harness.hover_at(from + share * (to - from));
        harness.step();
    }
    harness.drop_at(to);
    harness.run_steps(4);
    assert!(table(&harness) && harness.query_by_label_contains("Rows: the class").is_some(), "both are in sight");
    assert!(harness.query_by_label("Horizontal").is_none(), "no pane lies in a row behind a tab");
    key(&mut harness, Key::Num1);
    assert!(field(&harness) && !table(&harness) && harness.query_by_label_contains("Rows: the class").is_some());
    click(&mut harness, "Layout");
    click(&mut harness, "Word field beside the others");
    harness.run_steps(4);
    key(&mut harness, Key::Num2);
    assert!(field(&harness) && table(&harness));
    click(&mut harness, "Layout");
    click(&mut harness, "Reset layout");
    harness.run_steps(4);
    assert!(!field(&harness) && table(&harness), "the pane last asked for stays in front");
}

#[test]
fn a_trained_model_is_saved_and_read_again() {
    let mut harness = window(Launch::default());
    until(&mut harness, "some iterations", |window| iteration(window) > 3);
    let (_folder, path) = file("model.json", "an older one");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    harness.run_steps(3);
    let ctx = harness.ctx.clone();
    let typed = Action::Save(Save::Path(path.display().to_string()));
    harness.state_mut().as_mut().expect("a window").apply(&ctx, typed);
    harness.run_steps(3);
    harness.get_by_label_contains("it will be replaced");
    click(&mut harness, "Save");
    until(&mut harness, "the file", |window| window.workspace().saving.is_none());
    assert!(the(&harness).workspace().message.as_ref().is_some_and(|message| !message.error));
    let saved = wordfield::project::load_model(&path).expect("a model");
    assert_eq!(saved.corpus, the(&harness).workspace().dataset.as_ref().expect("a dataset").corpus.name);
    assert!(saved.iterations > 3 && saved.metrics.scores().train.is_some_and(|share| share > 0.3));
}

#[test]
fn no_key_fires_while_a_path_is_typed() {
    let mut harness = window(Launch::default());
    harness.get_by_role_and_label(Role::TextInput, "Path of a file or folder").focus();
    harness.step();
    harness.get_by_role_and_label(Role::TextInput, "Path of a file or folder").type_text("d 3");
    harness.key_press(Key::Space);
    harness.key_press(Key::Num3);
    harness.step();
    harness.step();
    let workspace = the(&harness).workspace();
    assert!(workspace.path_field.starts_with("d 3"), "{:?}", workspace.path_field);
    assert!(workspace.tab == Tab::Field && !workspace.layers.field && workspace.is_running());
}

#[test]
fn a_word_shows_its_neighbours_counts_and_documents() {
    let mut harness = window(Launch::default());
    click(&mut harness, "jupiter");
    assert!(matches!(the(&harness).workspace().selection, Selection::Word(_)));
    harness.get_by_label("Nearest words");
    harness.get_by_label_contains("Documents that hold it");
    harness.key_press(Key::Escape);
    harness.step();
    harness.step();
    assert_eq!(the(&harness).workspace().selection, Selection::None);
}

#[test]
fn a_cell_of_the_confusion_matrix_lists_its_documents_and_a_document_explains_itself() {
    let mut harness = window(Launch::default());
    click(&mut harness, "Pause");
    until(&mut harness, "the pause", |window| window.workspace().phase == Phase::Run(RunState::Paused));
    click(&mut harness, "Confusion");
    click(&mut harness, "train");
    let cells: Vec<_> = harness.query_all_by_label_contains("documents of astronomy taken for").collect();
    assert_eq!(cells.len(), 4);
    cells[0].click();
    drop(cells);
    harness.step();
    harness.step();
    assert_eq!((the(&harness).workspace().tab, the(&harness).workspace().cell), (Tab::Documents, Some((0, 0))));
    assert!(harness.query_all_by_label_contains("train documents of astronomy taken for astronomy").count() > 0);
    click(&mut harness, "Show all");
    click(&mut harness, "built-in:1");
    assert_eq!(the(&harness).workspace().document, Some(0));
    harness.get_by_label_contains("summed over");
}

#[test]
fn a_dropped_file_is_previewed_then_read_and_trained() {
    let rows = ["pos\tgood fine great film", "neg\tbad poor dull film"].repeat(12).join("\n");
    let (_folder, path) = file("reviews.txt", &rows);
    let mut harness = window(Launch::default());
    let ctx = harness.ctx.clone();
    let open = Action::Open(vec![path]);
    harness.state_mut().as_mut().expect("a window").apply(&ctx, open);
    until(&mut harness, "the preview", |window| matches!(window.workspace().loading, Loading::Preview { preview: Ok(_), .. }));
    harness.run_steps(4);
    harness.get_by_label("First documents");
    // The window finds its size and its place in a few frames.
    harness.run_steps(6);
    click(&mut harness, "Read and train");
    until(&mut harness, "the corpus", |window| {
        let workspace = window.workspace();
        workspace.classes() == 2 && workspace.scene.as_ref().is_some_and(|scene| scene.class_names.len() == 2)
    });
}

#[test]
fn a_typed_path_that_is_wrong_says_so_and_leaves_the_training_alone() {
    let mut harness = window(Launch::default());
    harness.get_by_role_and_label(Role::TextInput, "Path of a file or folder").focus();
    harness.step();
    harness.get_by_role_and_label(Role::TextInput, "Path of a file or folder").type_text("/no/such/file.csv");
    harness.step();
    harness.key_press_modifiers(Modifiers::NONE, Key::Enter);
    until(&mut harness, "the answer", |window| matches!(window.workspace().loading, Loading::Preview { preview: Err(_), .. }));
    harness.get_by_label_contains("/no/such/file.csv: ");
    click(&mut harness, "Cancel");
    assert!(matches!(the(&harness).workspace().loading, Loading::Idle) && the(&harness).workspace().is_running());
}

#[test]
fn a_corpus_given_at_the_start_that_cannot_be_read_gives_its_message_and_the_built_in_one() {
    let harness = window(Launch { corpus: vec!["/no/such/corpus.txt".into()], ..Launch::default() });
    let workspace = the(&harness).workspace();
    assert!(workspace.message.as_ref().is_some_and(|message| message.text.contains("/no/such/corpus.txt")));
    assert_eq!(workspace.dataset.as_ref().map(|dataset| dataset.corpus.name.as_str()), Some("built-in topics"));
}

#[test]
fn any_number_of_dimensions_and_either_preset_can_be_drawn_with_every_layer() {
    let mut harness = window(Launch::default());
    harness.key_press(Key::D);
    for q in [1, 3, 12] {
        let params = Params::preset(Kind::Smm, Preset::Default, q);
        let ctx = harness.ctx.clone();
        let action = Action::Params(Box::new(params));
        harness.state_mut().as_mut().expect("a window").apply(&ctx, action);
        until(&mut harness, "the new positions", |window| {
            window.workspace().scene.as_ref().is_some_and(|scene| scene.latent.ncols() == q)
        });
    }
    click(&mut harness, "paper");
    until(&mut harness, "the paper's weights", |window| {
        let workspace = window.workspace();
        let counts = workspace.dataset.as_ref().is_some_and(|dataset| dataset.weighting == wordfield::corpus::Weighting::Count);
        counts && workspace.scene.as_ref().is_some_and(|scene| scene.run == workspace.run)
    });
    assert!(the(&harness).workspace().message.is_none());
}

#[test]
fn folded_choices_open_and_a_changed_one_draws_another_split() {
    let mut harness = window(Launch::default());
    click(&mut harness, "Words and split");
    click(&mut harness, "More");
    harness.run_steps(20);
    let before = the(&harness).workspace().dataset.as_ref().map(|dataset| dataset.split.clone());
    click(&mut harness, "each class keeps its share");
    until(&mut harness, "another split", |window| {
        window.workspace().dataset.as_ref().map(|dataset| dataset.split.clone()) != before
    });
}

#[test]
fn built_in_reviews_are_one_click_away_and_train() {
    let mut harness = window(Launch::default());
    click(&mut harness, "Ratings");
    until(&mut harness, "the reviews", |window| window.workspace().settings.params.kind() == Kind::Gp);
    until(&mut harness, "moving words", |window| iteration(window) > 2 && window.workspace().scene.is_some());
    assert!(the(&harness).workspace().message.is_none());
}

/// A window on the built-in reviews, some iterations made and paused.
fn reviews(iterations: usize) -> Harness<'static, Option<Window>> {
    let mut harness = window(Launch::default());
    click(&mut harness, "Ratings");
    until(&mut harness, "the reviews", |window| window.workspace().settings.params.kind() == Kind::Gp);
    let evaluated = |window: &Window| {
        let snapshot = window.workspace().snapshot.as_ref();
        snapshot.and_then(|snapshot| snapshot.rated()).is_some_and(|said| said.machine.is_some())
    };
    until(&mut harness, "some iterations", |window| iteration(window) >= iterations && evaluated(window));
    click(&mut harness, "Pause");
    until(&mut harness, "the pause", |window| !window.workspace().is_running());
    harness
}

#[test]
fn words_of_reviews_are_coloured_by_values_with_a_bar_and_fields_in_rating_units() {
    let mut harness = reviews(3);
    harness.get_by_label_contains("words: mean rating of a word");
    let colours = |harness: &Harness<'static, Option<Window>>| the(harness).workspace().layers.colour_by;
    assert_eq!(colours(&harness), ColourBy::MeanRating);
    assert!(harness.query_by_label("Confusion").is_none(), "no classes, no confusion");
    let ctx = harness.ctx.clone();
    for (by, bar) in [(ColourBy::Field, "a word alone would get"), (ColourBy::Polarity, "by the lexicon")] {
        harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::ColourBy(by));
        harness.run_steps(3);
        harness.get_by_label_contains(bar);
    }
    harness.get_by_label("Word lists…");
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::FieldOf(FieldOf::Deviation(0)));
    for _ in 0..400 {
        harness.step();
        if harness.query_by_label("field: standard deviation of rating").is_some() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("no field of the deviation");
}

#[test]
fn predictions_show_their_quality_and_documents_their_shares() {
    let mut harness = reviews(3);
    click(&mut harness, "Predictions");
    assert!(harness.query_all_by_label_contains("95 % intervals hold").count() > 0);
    harness.get_by_label("Predicted against true rating");
    harness.get_by_label("Calibration of the intervals");
    harness.get_by_label("Residuals");
    click(&mut harness, "Documents");
    click(&mut harness, "residual");
    assert_eq!(the(&harness).workspace().order, (Column::Residual, true));
    click(&mut harness, "residual (down)");
    assert_eq!(the(&harness).workspace().order, (Column::Residual, false));
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Select(Selection::Document(5)));
    harness.run_steps(3);
    harness.get_by_label_contains("(training mean)");
    assert!(harness.query_all_by_label("95 % interval").count() >= 1, "the inspector");
}

#[test]
fn a_selected_word_of_reviews_says_its_rating_and_the_panel_its_dimensions() {
    let mut harness = reviews(3);
    harness.get_by_label("Most positive words");
    harness.get_by_label("Most negative words");
    harness.get_by_label_contains("effective dimension");
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Select(Selection::Word(3)));
    harness.run_steps(3);
    harness.get_by_label("mean rating of them");
    harness.get_by_label("field's deviation there");
    click(&mut harness, "frequency axis");
    assert!(the(&harness).workspace().layers.free_axis);
    harness.get_by_label_contains("log10 of the documents that hold a word");
}

#[test]
fn word_lists_a_person_names_judge_the_words_and_bad_ones_say_what_is_wrong() {
    let mut harness = reviews(1);
    let (folder, praise) = file("praise.txt", "superb\n");
    let blame = folder.path().join("blame.txt");
    std::fs::write(&blame, "terrible\n").expect("a file");
    let ctx = harness.ctx.clone();
    let lists = [praise.clone(), blame];
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::ReadLexicon(lists));
    until(&mut harness, "the lists", |window| window.workspace().lexicon.is_some());
    let workspace = the(&harness).workspace();
    let basis = workspace.basis.as_ref().expect("a basis");
    let said = basis.words.iter().zip(basis.polarity.iter()).filter_map(|(word, said)| said.map(|_| word.as_str()));
    assert_eq!(said.collect::<Vec<_>>(), ["superb", "terrible"]);
    let missing = folder.path().join("none.txt");
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::ReadLexicon([praise, missing]));
    until(&mut harness, "the message", |window| window.workspace().message.is_some());
    assert!(the(&harness).workspace().message.as_ref().is_some_and(|message| message.text.contains("none.txt")));
}

#[test]
fn rated_lines_are_offered_as_ratings_and_can_be_taken_as_classes() {
    let mut harness = window(Launch::default());
    let line = |i: usize| format!("{}\ttitle {i}\tgood bad fine awful text {}\n", 1 + i % 5, i % 7);
    let lines = (0..40).map(line).collect::<Vec<_>>().concat();
    let (_folder, path) = file("rated.tsv", &lines);
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Open(vec![path]));
    until(&mut harness, "the preview", |window| matches!(window.workspace().loading, Loading::Preview { .. }));
    harness.run_steps(4);
    harness.get_by_label_contains("Rated documents");
    assert_eq!(the(&harness).workspace().data.text.stop_words, StopWords::English);
    // The window finds its size and its place in a few frames.
    harness.run_steps(6);
    click(&mut harness, "Read and train");
    until(&mut harness, "ratings", |window| window.workspace().settings.params.kind() == Kind::Gp);
}

/// A model saved from a window after some iterations, and the iteration.
fn saved_from(harness: &mut Harness<'static, Option<Window>>, name: &str) -> (tempfile::TempDir, PathBuf, usize) {
    until(harness, "some iterations", |window| iteration(window) > 3);
    let (folder, path) = file(name, "");
    let ctx = harness.ctx.clone();
    for step in [Save::Ask, Save::Path(path.display().to_string()), Save::Go] {
        harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Save(step));
    }
    until(harness, "the file", |window| window.workspace().saving.is_none());
    let saved = wordfield::project::load_model(&path).expect("a model").iterations;
    (folder, path, saved)
}

fn opened(window: &Window) -> bool {
    window.workspace().shown_model().is_some() && window.workspace().phase == Phase::Run(RunState::Paused)
}

#[test]
fn a_saved_model_opened_over_its_corpus_is_shown_and_goes_on() {
    let mut harness = window(Launch::default());
    let (_folder, path, saved) = saved_from(&mut harness, "topics.model");
    let split = the(&harness).workspace().dataset.as_ref().expect("a dataset").split.clone();
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Open(vec![path.clone()]));
    until(&mut harness, "the model", opened);
    assert_eq!(iteration(the(&harness)), saved);
    harness.get_by_label("opened topics.model");
    let workspace = the(&harness).workspace();
    let message = workspace.message.as_ref().expect("a message");
    assert!(!message.error && message.text.contains(&format!("iteration {saved}")) && message.text.contains("accuracy train"));
    assert_eq!(workspace.dataset.as_ref().expect("a dataset").split, split);
    let model = wordfield::project::load_model(&path).expect("a model");
    let wordfield::model::Machine::Smm(machine) = &model.machine else { panic!("an SMM") };
    let said = workspace.snapshot.as_ref().and_then(|snapshot| snapshot.classified()).expect("classes");
    assert_eq!(*said.decisions, machine.predict(&workspace.dataset.as_ref().expect("a dataset").weights).decisions);
    assert!(workspace.curves.test.len() == 1 && workspace.scene.as_ref().is_some_and(|scene| scene.iteration == saved));
    key(&mut harness, Key::Home);
    assert_eq!(back(the(&harness)), None, "there is nothing before it");

    click(&mut harness, "Play");
    until(&mut harness, "further iterations", |window| iteration(window) > saved);
    click(&mut harness, "Restart");
    until(&mut harness, "a new beginning", |window| window.workspace().opened.is_none() && iteration(window) > 0);
}

#[test]
fn a_model_named_at_the_start_brings_its_corpus() {
    let (folder, corpus) = file("rated.tsv", &wordfield_reviews());
    let mut harness = window(Launch { corpus: vec![corpus.clone()], ..Launch::default() });
    let (_other, path, saved) = saved_from(&mut harness, "rated.model.gz");
    drop(harness);
    let mut harness = window(Launch { model: Some(path.clone()), ..Launch::default() });
    until(&mut harness, "the model", opened);
    let workspace = the(&harness).workspace();
    assert_eq!(iteration(the(&harness)), saved);
    assert_eq!(workspace.dataset.as_ref().expect("a dataset").corpus.name, "rated");
    assert_eq!(workspace.settings.params.kind(), Kind::Gp);

    // The file has gone elsewhere: named with the model it is found there.
    let moved = folder.path().join("moved.tsv");
    std::fs::rename(&corpus, &moved).expect("a move");
    let mut harness = window(Launch { model: Some(path.clone()), corpus: vec![moved.clone()], ..Launch::default() });
    until(&mut harness, "the model", opened);
    assert!(the(&harness).workspace().dataset.as_ref().is_some_and(|dataset| dataset.split == wordfield_split(&path)));

    // Not named, it is asked for, and nothing is lost.
    let mut harness = window(Launch::default());
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Open(vec![path]));
    let told = |window: &Window| window.workspace().message.as_ref().is_some_and(|message| message.error);
    until(&mut harness, "a message", told);
    let workspace = the(&harness).workspace();
    let text = &workspace.message.as_ref().expect("a message").text;
    assert!(text.contains("rated.model.gz") && text.contains("open the corpus") && text.contains("rated.tsv"), "{text}");
    assert!(workspace.is_running() && workspace.dataset.as_ref().is_some_and(|dataset| dataset.corpus.name == "built-in topics"));
}

fn wordfield_split(path: &std::path::Path) -> wordfield::corpus::Split {
    wordfield::project::load_model(path).expect("a model").trained_on.expect("its corpus").split
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
fn a_damaged_or_later_model_says_what_to_do_and_loses_nothing() {
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
        harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::DismissMessage);
        let run = the(&harness).workspace().run;
        harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Open(vec![path]));
        until(&mut harness, "a message", |window| window.workspace().message.is_some());
        let workspace = the(&harness).workspace();
        let text = &workspace.message.as_ref().expect("a message").text;
        assert!(text.contains(name) && text.contains(remedy), "{text}");
        assert!(workspace.run == run && workspace.is_running() && matches!(workspace.loading, Loading::Idle));
    }
}

fn preview_of(path: PathBuf) -> Harness<'static, Option<Window>> {
    let mut harness = window(Launch::default());
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Open(vec![path]));
    until(&mut harness, "the preview", |window| matches!(window.workspace().loading, Loading::Preview { .. }));
    harness.run_steps(6);
    harness
}

#[test]
fn each_side_of_pairs_is_cut_into_words_in_its_own_way_and_can_be_cut_again() {
    let line = |i: usize| {
        format!("The cats {} sat\tDie Katzen {} saßen\n", ["red", "blue", "green"][i % 3], ["rot", "blau", "grün"][i % 3])
    };
    let (_folder, path) = file("pairs.txt", &(0..30).map(line).collect::<String>());
    let mut harness = preview_of(path);
    let ctx = harness.ctx.clone();
    let pairs = ReadOptions { task: Some(TaskKind::Pairs), format: Some(Format::Parallel), ..ReadOptions::default() };
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::ReadAs(pairs));
    let paired = |window: &Window| {
        let Loading::Preview { preview: Ok(preview), .. } = &window.workspace().loading else { return false };
        preview.task == TaskKind::Pairs
    };
    until(&mut harness, "pairs to look at", paired);
    harness.run_steps(6);
    harness.get_by_role_and_label(Role::ComboBox, "target: leave out");
    harness.get_by_role_and_label(Role::SpinButton, "source: fewest characters");
    harness.get_by_role_and_label(Role::ComboBox, "source: leave out").click();
    harness.run_steps(3);
    click(&mut harness, "English words of grammar");
    harness.get_by_role_and_label(Role::ComboBox, "target: count as").click();
    harness.run_steps(3);
    click(&mut harness, "German stems");
    click(&mut harness, "target: lower case");
    harness.run_steps(3);
    click(&mut harness, "Read and train");
    let of = |window: &Window| window.workspace().dataset.as_ref().map(|dataset| std::sync::Arc::clone(&dataset.corpus));
    until(&mut harness, "pairs", move |window| of(window).is_some_and(|corpus| corpus.name == "pairs"));
    let corpus = of(the(&harness)).expect("a corpus");
    assert_eq!(corpus.text_options.stop_words, StopWords::English);
    let target = corpus.target_options.clone().expect("two sides");
    assert!(target.stop_words == StopWords::None && target.stemmer == Some(Stemmer::German) && !target.lower_case);
    assert!(!corpus.lexicon.contains(&"the".to_owned()) && corpus.lexicon.contains(&"Katz".to_owned()));

    click(&mut harness, "Words and split");
    harness.run_steps(6);
    harness.get_by_label("target: lower case").click();
    harness.run_steps(3);
    harness.get_by_label("Cut into words again").scroll_to_me();
    harness.run_steps(6);
    click(&mut harness, "Cut into words again");
    let again = move |window: &Window| of(window).is_some_and(|corpus| corpus.lexicon.contains(&"katz".to_owned()));
    until(&mut harness, "other words", again);
    assert_eq!(of(the(&harness)).expect("a corpus").text_options.stop_words, StopWords::English);
}

#[test]
fn what_was_said_of_words_at_the_start_holds_for_ratings() {
    let (_folder, path) = file("rated.tsv", &wordfield_reviews().replace("thing", "the THING"));
    let lexicon = |text: TextChoice| {
        let harness = window(Launch { corpus: vec![path.clone()], text, ..Launch::default() });
        the(&harness).workspace().dataset.as_ref().expect("a dataset").corpus.lexicon.clone()
    };
    let words = lexicon(TextChoice::default());
    assert!(!words.contains(&"the".to_owned()) && words.contains(&"thing".to_owned()), "{words:?}");
    let choice = TextChoice { stop_words: Some(StopWords::None), lower_case: Some(false), ..TextChoice::default() };
    let words = lexicon(choice);
    assert!(words.contains(&"the".to_owned()) && words.contains(&"THING".to_owned()), "{words:?}");
}

#[test]
fn the_first_look_says_what_there_is_too_little_of() {
    let (_folder, path) = file("one.txt", &"sports\tthe ball and the goal\n".repeat(30));
    preview_of(path).get_by_label_contains("the first 20 documents are of one class, \"sports\"");
    let (_folder, path) = file("same.tsv", &"4\ttitle\tthe ball and the goal\n".repeat(8));
    preview_of(path).get_by_label_contains("all documents have the same rating, 4");
}

#[test]
fn several_ratings_are_learned_together_and_each_can_be_looked_at() {
    let line = |i: usize| format!("{},{},word{} word{} thing\n", 1 + i % 5, 10 * (i % 3), i % 5, 5 + i % 3);
    let lines: String = (0..60).map(line).collect();
    let (_folder, path) = file("two.csv", &format!("taste,price,text\n{lines}"));
    let read = ReadOptions { target_columns: vec!["taste".into(), "price".into()], ..ReadOptions::default() };
    let mut harness = window(Launch { corpus: vec![path], read, ..Launch::default() });
    until(&mut harness, "some iterations", |window| iteration(window) > 3);
    click(&mut harness, "Predictions");
    harness.run_steps(3);
    harness.get_by_label("Predicted against true taste");
    harness.get_by_role_and_label(Role::ComboBox, "of").click();
    harness.run_steps(3);
    click(&mut harness, "price");
    harness.run_steps(3);
    harness.get_by_label("Predicted against true price");
    assert_eq!(the(&harness).workspace().layers.field_of, FieldOf::Rating(1));
    let scene = the(&harness).workspace().scene.clone().expect("a scene");
    assert_eq!(scene.field_name(FieldOf::Rating(1)), "posterior mean of price");
    assert_eq!((scene.coefficients.ncols(), scene.rating_names.len()), (2, 2));
    click(&mut harness, "Documents");
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::ComboBox, "of");
}
