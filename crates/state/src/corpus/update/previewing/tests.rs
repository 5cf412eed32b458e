use super::*;
use crate::{Data, LoadTask, StartOptions, update};
use wordfield_core::{
    corpus::{Builtin, Format, Language, Side, Size, StopWords, TextOptions, preview_all},
    experiment::DataRecipe,
};

/// Answers preview requests as the window's thread does, until no request is left.
fn act(workspace: &mut Workspace, open: Open) -> Vec<Effect> {
    settle(workspace, Action::Open(open))
}

fn settle(workspace: &mut Workspace, action: Action) -> Vec<Effect> {
    let mut left = Vec::new();
    let mut effects = update(workspace, action);
    while let Some(effect) = effects.pop() {
        match effect {
            Effect::Run(job) if job.is("preview") => effects.extend(update(workspace, job.answer())),
            effect => left.push(effect),
        }
    }
    left
}

fn folder(files: &[(&str, &str)]) -> (tempfile::TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |(name, text): &(&str, &str)| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path
    };
    let paths = files.iter().map(write).collect();
    (folder, paths)
}

fn seen(workspace: &Workspace) -> &Preview {
    let Loading::Preview { preview: Ok(preview), .. } = &workspace.corpus.loading else {
        panic!("{:?}", workspace.corpus.loading)
    };
    preview
}

const GERMAN: &str = "Der Baum ist grün.\nDas Haus ist alt.\nDie Katze schläft.\n";
const ENGLISH: &str = "The tree is green.\nThe house is old.\nThe cat sleeps.\n";

#[test]
fn one_side_of_pairs_is_completed_in_the_preview_before_reading() {
    let (_folder, paths) = folder(&[("news.de", GERMAN), ("news.en", ENGLISH)]);
    for format in [None, Some(Format::Plain)] {
        let mut workspace = Workspace::default();
        act(&mut workspace, Open::Files(vec![paths[0].clone()]));
        act(&mut workspace, Open::ReadAs(ReadOptions { format, ..ReadOptions::default() }));
        assert!(workspace.corpus.obstacle().is_some(), "{:?}", workspace.corpus.loading);
        assert!(act(&mut workspace, Open::ReadAll).is_empty(), "it cannot work");
        act(&mut workspace, Open::Add(vec![paths[1].clone()]));
        assert_eq!((seen(&workspace).documents.len(), seen(&workspace).counterparts.len()), (3, 3));
        let effects = act(&mut workspace, Open::ReadAll);
        assert!(
            matches!(&effects[..], [Effect::Load(LoadTask { source: Source::Files(read, _), .. })] if read == &paths),
            "{effects:?}"
        );
    }
}

#[test]
fn files_of_pairs_are_swapped_with_their_text_options_or_removed() {
    let (_folder, paths) = folder(&[("news.de", GERMAN), ("news.en", ENGLISH)]);
    let mut workspace = Workspace::default();
    act(&mut workspace, Open::Files(paths.clone()));
    let german = TextOptions { stop_words: StopWords::Of(Language::German), ..TextOptions::default() };
    settle(&mut workspace, Action::Data(Data::Text(Side::Source, german.clone())));
    act(&mut workspace, Open::Swap);
    let Loading::Preview { paths: now, .. } = &workspace.corpus.loading else { panic!("a preview") };
    assert_eq!(now, &[paths[1].clone(), paths[0].clone()]);
    assert_eq!(
        (workspace.corpus.options.text.stop_words.clone(), workspace.corpus.options.target_text.clone()),
        (StopWords::None, Some(german))
    );
    act(&mut workspace, Open::LeaveOut(0));
    let Loading::Preview { paths: now, .. } = &workspace.corpus.loading else { panic!("a preview") };
    assert_eq!(now, &paths[..1]);
}

#[test]
fn columns_of_the_two_sides_are_swapped() {
    let (_folder, paths) = folder(&[("news.csv", "de,en\nder Baum,the tree\ndas Haus,the house\ndie Katze,the cat\n")]);
    let mut workspace = Workspace::default();
    act(&mut workspace, Open::Files(paths));
    act(&mut workspace, Open::ReadAs(ReadOptions { task: Some(TaskKind::Pairs), ..ReadOptions::default() }));
    assert_eq!(seen(&workspace).text_columns, ["de", "en"]);
    act(&mut workspace, Open::Swap);
    assert_eq!(seen(&workspace).text_columns, ["en", "de"]);
}

#[test]
fn text_options_are_kept_for_other_reading_options_of_the_same_file() {
    let (_folder, paths) = folder(&[
        ("a.csv", "label,text,more\nx,the tree,an elm\ny,the house,a hut\n"),
        ("b.csv", "label,text\nx,the tree\ny,the house\n"),
    ]);
    let mut workspace = Workspace::default();
    act(&mut workspace, Open::Files(vec![paths[0].clone()]));
    let english = TextOptions { stop_words: StopWords::Of(Language::English), min_length: 3, ..TextOptions::default() };
    settle(&mut workspace, Action::Data(Data::Text(Side::Source, english.clone())));
    for options in [
        ReadOptions { text_columns: vec!["more".to_owned()], label_column: Some("label".to_owned()), ..ReadOptions::default() },
        ReadOptions { encoding: Some("windows-1252".to_owned()), ..ReadOptions::default() },
        ReadOptions { format: Some(Format::Csv), ..ReadOptions::default() },
    ] {
        act(&mut workspace, Open::ReadAs(options));
        assert_eq!(workspace.corpus.options.text, english);
    }
    act(&mut workspace, Open::Files(vec![paths[1].clone()]));
    assert_eq!(workspace.corpus.options.text, TextOptions::default());
}

#[test]
fn an_unclear_file_on_the_command_line_opens_the_preview_with_the_reason() {
    let (_folder, paths) = folder(&[("a.csv", "verdict,review\ngood,fine film\nbad,dull film\n")]);
    let mut workspace = Workspace::default();
    let text = TextChoice { min_length: Some(3), ..TextChoice::default() };
    let recipe = DataRecipe { text, ..DataRecipe::files(&paths, ReadOptions::default()) };
    let effects = update(&mut workspace, Action::Open(Open::Start(Box::new(StartOptions { recipe, ..StartOptions::default() }))));
    assert!(matches!(&effects[..], [Effect::Load(LoadTask { source: Source::Launch(_), .. })]));
    let job = workspace.corpus.job;
    let wrong = Action::Open(Open::Answer(job, Answer::Corpus(Err("a.csv:3: no class".to_owned().into()))));
    let effects = settle(&mut workspace, wrong);
    assert!(effects.is_empty(), "no demo trains behind it: {effects:?}");
    assert_eq!(seen(&workspace).columns, ["verdict", "review"]);
    assert_eq!(workspace.corpus.options.text.min_length, 3, "text options of the command line are kept");
    assert!(workspace.message.as_ref().is_some_and(|message| message.error && message.text.contains("a.csv:3")));
    let effects = act(&mut workspace, Open::Cancel);
    assert!(matches!(&effects[..], [Effect::Load(LoadTask { source: Source::Builtin(_), .. })]), "an empty canvas helps nobody");
}

#[test]
fn training_and_test_files_opened_together_are_a_split() {
    let text = "x\tone two\ny\tthree four\n";
    let (_folder, paths) = folder(&[("r8-test-stemmed.txt", text), ("r8-dev.txt", text), ("r8-train.txt", text)]);
    for pooled in [false, true] {
        let mut workspace = Workspace::default();
        act(&mut workspace, Open::Files(paths.clone()));
        assert_eq!(workspace.corpus.parts_named(), Some([1, 1]));
        act(&mut workspace, Open::SplitByFile(!pooled));
        let effects = act(&mut workspace, Open::ReadAll);
        let [Effect::Load(LoadTask { source: Source::Files(read, _), data, .. })] = &effects[..] else { panic!("{effects:?}") };
        let (files, parts) = if pooled { ([0, 1, 2], (0, 0)) } else { ([2, 1, 0], (1, 1)) };
        assert_eq!(*read, files.map(|file| paths[file].clone()));
        assert_eq!((data.split.dev_files, data.split.test_files), parts);
    }
    let (_folder, sides) = folder(&[("test.de", GERMAN), ("test.en", ENGLISH)]);
    let mut workspace = Workspace::default();
    act(&mut workspace, Open::Files(sides));
    assert_eq!(workspace.corpus.parts_named(), None, "two sides of pairs");
    let (_folder, others) = folder(&[("contest.txt", text), ("latest.txt", text)]);
    act(&mut workspace, Open::Files(others));
    assert_eq!(workspace.corpus.parts_named(), None, "test is no word of these names");
}

#[test]
fn training_and_test_files_named_at_launch_are_a_split_unless_sizes_are_given() {
    let text = "x\tone two\ny\tthree four\n";
    let (_folder, paths) = folder(&[("r8-test.txt", text), ("r8-train.txt", text)]);
    for given in [SplitOptions::default(), SplitOptions { dev: Size::Count(1), ..SplitOptions::default() }] {
        let mut workspace = Workspace::default();
        let mut recipe = DataRecipe::files(&paths, ReadOptions::default());
        recipe.split = given.clone();
        let effects = act(&mut workspace, Open::Start(Box::new(StartOptions { recipe, ..StartOptions::default() })));
        let [Effect::Load(LoadTask { source: Source::Launch(recipe), data, .. })] = &effects[..] else { panic!("{effects:?}") };
        let by_file = given == SplitOptions::default();
        assert_eq!((recipe.split.test_files, &data.split), (usize::from(by_file), &recipe.split));
        assert_eq!(recipe.paths()[0], paths[usize::from(by_file)]);
        assert_eq!(workspace.message.is_some(), by_file, "told");
    }
}

#[test]
fn word_vectors_alone_train_nothing() {
    let start = |word_vectors| StartOptions { word_vectors, ..StartOptions::default() };
    let loads = |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::Load(_)));
    let mut workspace = Workspace::default();
    assert!(loads(&update(&mut workspace, Action::Open(Open::Start(Box::new(start(None)))))), "an empty window has documents");
    let mut workspace = Workspace::default();
    let effects = update(&mut workspace, Action::Open(Open::Start(Box::new(start(Some("glove.txt".into()))))));
    assert!(!loads(&effects) && effects.iter().any(|effect| matches!(effect, Effect::Run(job) if job.is("vectors"))));
    assert!(!loads(&update(&mut workspace, Action::Open(Open::Cancel))));
    assert!(loads(&update(&mut workspace, Action::Open(Open::Builtin(Builtin::Topics)))), "on request");
}

#[test]
fn leaving_or_looking_elsewhere_stops_the_reading_of_a_preview() {
    let mut workspace = Workspace::default();
    let mut look = |open: Open| {
        update(&mut workspace, Action::Open(open));
        if let Loading::Looking { cancel, .. } = &workspace.corpus.loading { Some(Arc::clone(cancel)) } else { None }
    };
    let first = look(Open::Files(vec!["a.csv".into()])).expect("a preview");
    let second = look(Open::Files(vec!["b.csv".into()])).expect("a preview");
    assert!(first.is_cancelled() && !second.is_cancelled());
    look(Open::Cancel);
    assert!(second.is_cancelled());
}

#[test]
fn a_cancelled_preview_reads_nothing() {
    let (_place, paths) = folder(&[("a.txt", "x\tone two\n")]);
    let cancel = Cancel::default();
    cancel.cancel();
    assert!(preview_all(&paths, &ReadOptions::default(), &Cancel::default()).is_ok());
    assert!(preview_all(&paths, &ReadOptions::default(), &cancel).is_err());
}

#[test]
fn an_added_file_replaces_a_missing_one() {
    let (_folder, paths) = folder(&[("a.txt", "x\tone two\ny\tthree four\n")]);
    let mut workspace = Workspace::default();
    act(&mut workspace, Open::Files(vec!["missing.txt".into()]));
    assert!(matches!(workspace.corpus.loading, Loading::Preview { preview: Err(_), .. }), "{:?}", workspace.corpus.loading);
    act(&mut workspace, Open::Add(paths.clone()));
    let Loading::Preview { paths: previewed, preview: Ok(_), .. } = &workspace.corpus.loading else {
        panic!("{:?}", workspace.corpus.loading)
    };
    assert_eq!(*previewed, paths);
}
