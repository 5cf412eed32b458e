//! Opening of files: at the start, dropped and typed.

use wordfield_core::experiment::DataRecipe;

use super::*;

#[test]
fn opens_on_the_built_in_corpus_already_training() {
    let mut harness = window(Launch::default());
    until(&mut harness, "moving words", |window| iteration(window) > 3);
    harness.get_by_label("built-in topics");
    harness.get_by_label("following");
    pause(&mut harness);
    harness.run_steps(2);
    for offer in ["Look around", "Learn", "Open your own"] {
        harness.get_by_label(offer);
    }
    click(&mut harness, "Dismiss");
    assert!(harness.query_by_label("Look around").is_none());
}

#[test]
fn a_dropped_file_is_previewed_then_read_and_trained() {
    let rows = ["pos\tgood fine great film", "neg\tbad poor dull film"].repeat(12).join("\n");
    let (_folder, path) = file("reviews.txt", &rows);
    let mut harness = window(Launch::default());
    let ctx = harness.ctx.clone();
    let open = Action::Open(Open::Files(vec![path]));
    harness.state_mut().as_mut().expect("a window").apply(&ctx, open);
    until(&mut harness, "the preview", |window| {
        matches!(window.workspace().corpus.loading, Loading::Preview { preview: Ok(_), .. })
    });
    harness.run_steps(3);
    harness.get_by_label("First documents");
    click(&mut harness, "Read and train");
    until(&mut harness, "the corpus", |window| {
        let workspace = window.workspace();
        workspace.classes() == 2 && workspace.field.scene.as_ref().is_some_and(|scene| scene.basis.class_names.len() == 2)
    });
}

#[test]
fn a_wrong_path_is_reported_and_training_continues() {
    let mut harness = window(Launch::default());
    open_panel(&mut harness, Panel::Data);
    harness.get_by_role_and_label(Role::TextInput, "Path of a file or folder").focus();
    harness.step();
    harness.get_by_role_and_label(Role::TextInput, "Path of a file or folder").type_text("/no/such/file.csv");
    harness.step();
    harness.key_press_modifiers(Modifiers::NONE, Key::Enter);
    until(&mut harness, "the answer", |window| {
        matches!(window.workspace().corpus.loading, Loading::Preview { preview: Err(_), .. })
    });
    harness.get_by_label_contains("/no/such/file.csv: ");
    click(&mut harness, "Cancel");
    assert!(matches!(the(&harness).workspace().corpus.loading, Loading::Idle) && the(&harness).workspace().is_running());
}

#[test]
fn an_unreadable_corpus_at_the_start_opens_its_preview() {
    let launch =
        Launch { recipe: DataRecipe::files(&["/no/such/corpus.txt".into()], ReadOptions::default()), ..Launch::default() };
    let mut harness = unready(launch);
    until(&mut harness, "the preview", |window| {
        matches!(window.workspace().corpus.loading, Loading::Preview { preview: Err(_), .. })
    });
    let reported =
        |window: &Window| window.workspace().message.as_ref().is_some_and(|message| message.text.contains("/no/such/corpus.txt"));
    assert!(reported(the(&harness)));
    click(&mut harness, "Cancel");
    until(&mut harness, "the built-in corpus", |window| window.workspace().field.scene.is_some());
    let workspace = the(&harness).workspace();
    assert!(reported(the(&harness)), "the reason stays in sight");
    assert_eq!(workspace.corpus.dataset.as_ref().map(|dataset| dataset.corpus.name.as_str()), Some("built-in topics"));
}

#[test]
fn every_layer_is_drawn_in_any_dimensions_under_either_preset() {
    let mut harness = window(Launch::default());
    harness.key_press(Key::D);
    for q in [1, 3, 12] {
        let params = Params::preset(ModelKind::Smm, Preset::Default, q);
        let ctx = harness.ctx.clone();
        let action = Action::Run(Run::Params(Box::new(params)));
        harness.state_mut().as_mut().expect("a window").apply(&ctx, action);
        until(&mut harness, "the new positions", |window| {
            window.workspace().field.scene.as_ref().is_some_and(|scene| scene.latent.ncols() == q)
        });
    }
    open_panel(&mut harness, Panel::Model);
    click(&mut harness, "paper");
    until(&mut harness, "the paper's weights", |window| {
        let workspace = window.workspace();
        let counts = workspace
            .corpus
            .dataset
            .as_ref()
            .is_some_and(|dataset| dataset.weighting == wordfield_core::corpus::Weighting::Count);
        counts && workspace.field.scene.as_ref().is_some_and(|scene| scene.run == workspace.run.id)
    });
    assert!(the(&harness).workspace().message.is_none());
}

#[test]
fn folded_options_open_and_a_change_draws_another_split() {
    let mut harness = window(Launch::default());
    open_panel(&mut harness, Panel::Data);
    click(&mut harness, "Vocabulary and split");
    harness.run_steps(20);
    let before = the(&harness).workspace().corpus.dataset.as_ref().map(|dataset| dataset.split.clone());
    click(&mut harness, "stratified by class");
    until(&mut harness, "another split", |window| {
        window.workspace().corpus.dataset.as_ref().map(|dataset| dataset.split.clone()) != before
    });
}
