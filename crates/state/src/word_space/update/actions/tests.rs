//! Tests of word vectors in the workspace, where every job is answered at once.

use ndarray::{Array2, s};

use super::*;
use crate::{Action, Export, Item, Look, NoAxis, Projection, Undo, update};
use wordfield_core::{
    memory::Budget,
    word_space::{Match, Measure, PlaneKernel, Question, STEPS},
};

/// Two clusters of twenty words each, with different lengths.
fn space(count: usize) -> Arc<WordSpace> {
    let words: Vec<String> = (0..count).map(|i| format!("{}{i}", if i % 2 == 0 { "cat" } else { "dog" })).collect();
    let noise = |i: usize, j: usize| ((i * 31 + j * 17) % 23) as f32 / 23.0 - 0.5;
    let x = Array2::from_shape_fn((count, 6), |(i, j)| f32::from(u8::from(j == i % 2)) * 2.0 + 0.6 * noise(i, j));
    Arc::new(WordSpace::from_rows("animals.vec", &words, x.view()))
}

/// Words in random directions.
fn other_space(words: &[&str]) -> Arc<WordSpace> {
    let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
    let x = Array2::from_shape_fn((words.len(), 4), |(i, j)| ((i * 13 + j * 7) % 11) as f32 - 5.0);
    Arc::new(WordSpace::from_rows("other.vec", &words, x.view()))
}

/// Applies an action and answers every job except reading of files; returns the remaining effects.
fn act(workspace: &mut Workspace, action: Action) -> Vec<Effect> {
    let (mut waiting, mut rest) = (update(workspace, action), Vec::new());
    while let Some(effect) = waiting.pop() {
        match effect {
            Effect::Run(job) if !job.is("vectors") => waiting.extend(update(workspace, job.answer())),
            other => rest.push(other),
        }
    }
    rest
}

fn space_act(workspace: &mut Workspace, action: SpaceAction) -> Vec<Effect> {
    act(workspace, Action::Space(action))
}

/// A workspace with an open file.
fn opened(space: Arc<WordSpace>) -> Workspace {
    let mut workspace = Workspace::default();
    read(&mut workspace, SpacePlace::First, space);
    workspace
}

/// Receives these words of the file that was opened last.
fn receive(workspace: &mut Workspace, space: Arc<WordSpace>) {
    let job = workspace.word_space.jobs;
    space_act(workspace, SpaceAction::Read { job, space: Ok(space) });
}

/// Opens a file of these words.
fn read(workspace: &mut Workspace, place: SpacePlace, space: Arc<WordSpace>) {
    let effects = space_act(workspace, SpaceAction::Open(place, "animals.vec".into()));
    assert!(matches!(&effects[..], [Effect::Run(job)] if job.is("vectors")), "{effects:?}");
    receive(workspace, space);
}

#[test]
fn an_opened_file_is_drawn_and_asked() {
    let mut workspace = opened(space(40));
    assert_eq!(workspace.layout.tab, Tab::Vectors);
    let picture = workspace.word_space.picture.as_ref().expect("a picture");
    assert_eq!((picture.words.len(), picture.at.dim()), (40, (40, 2)));
    space_act(&mut workspace, SpaceAction::Inspect(Some(3)));
    let near = workspace.word_space.neighbours().expect("neighbours");
    assert_eq!(near.len(), 39);
    assert!(near[..19].iter().all(|near| near.word % 2 == 1), "{near:?}");
    let nearest = |measure| space(40).neighbours(&Question::Mean(vec![3]), measure, 39);
    assert_eq!(near[..], nearest(Measure::Plain)[..]);
    space_act(&mut workspace, SpaceAction::Measure(Measure::Centred));
    let near = workspace.word_space.neighbours().expect("neighbours");
    assert_eq!(near[..], nearest(Measure::Centred)[..]);
    assert_ne!(near[..], nearest(Measure::Plain)[..]);
    space_act(&mut workspace, SpaceAction::Search("DOG1".to_owned()));
    let found = workspace.word_space.found().expect("words");
    assert_eq!((found.total, found.words[0]), (6, 1));
    space_act(&mut workspace, SpaceAction::Match(Match::Anywhere));
    space_act(&mut workspace, SpaceAction::Search("t2".to_owned()));
    assert_eq!(workspace.word_space.found().expect("words").total, 6, "cat2, cat20, cat22, …");
    for table in ["vector-words", "vector-search", "nearest-words"] {
        assert!(workspace.table(table).is_some_and(|table| !table.is_empty()), "{table}");
    }
    // No job starts while another tab is in front.
    assert!(act(&mut workspace, Action::Look(Look::Tab(Tab::Field))).is_empty());
    assert!(update(&mut workspace, Action::Space(SpaceAction::Inspect(Some(5)))).is_empty());
}

#[test]
fn lists_define_an_axis_and_a_test() {
    let mut workspace = opened(space(40));
    space_act(&mut workspace, SpaceAction::List(0, "cat0, cat2, cat4 cat6 wolf".to_owned()));
    space_act(&mut workspace, SpaceAction::Toggle(1, 1));
    space_act(&mut workspace, SpaceAction::Toggle(1, 3));
    assert_eq!(workspace.word_space.lists[0].unknown, ["wolf"]);
    assert_eq!(workspace.choices.vectors.lists[1], "dog1, dog3");
    space_act(&mut workspace, SpaceAction::View(SpaceView::Axis));
    let axis = workspace.word_space.axis().expect("an axis");
    assert!(axis.order[..20].iter().all(|word| word.is_multiple_of(2)) && axis.order[20..].iter().all(|word| word % 2 == 1));
    space_act(&mut workspace, SpaceAction::View(SpaceView::Lists));
    let test = workspace.word_space.test().expect("a test");
    assert!(test.test.p < 0.1 && test.witness.len() == 6, "{}", test.test.p);
    for table in ["vector-axis", "vector-lists", "vector-permutations"] {
        assert!(workspace.table(table).is_some_and(|table| !table.is_empty()), "{table}");
    }
    space_act(&mut workspace, SpaceAction::Toggle(1, 3));
    space_act(&mut workspace, SpaceAction::Near(Some(0)));
    assert_eq!(workspace.choices.vectors.lists[1], "dog1");
    space_act(&mut workspace, SpaceAction::View(SpaceView::Neighbours));
    let near = workspace.word_space.neighbours().expect("neighbours of list A");
    assert!(near[0].word.is_multiple_of(2) && near.iter().all(|near| ![0, 2, 4, 6].contains(&near.word)));
    space_act(&mut workspace, SpaceAction::View(SpaceView::Analogy));
    for (place, word) in ["cat0", "dog1", "cat2"].into_iter().enumerate() {
        assert!(workspace.word_space.question().is_none());
        space_act(&mut workspace, SpaceAction::Analogy(place, word.to_owned()));
    }
    assert!(workspace.word_space.neighbours().is_some_and(|near| near[0].word % 2 == 1));
}

#[test]
fn a_plane_is_learned_in_steps_and_learned_again() {
    let mut workspace = opened(space(250));
    let kept = workspace.word_space.neighbours_kept().expect("a share");
    assert!((0.0..=1.0).contains(&kept));
    space_act(&mut workspace, SpaceAction::Projection(Projection::Learned(PlaneKernel::Student)));
    let picture = workspace.word_space.picture.as_ref().expect("a picture");
    assert_eq!((picture.step, picture.at.dim()), (Some(STEPS), (250, 2)));
    assert!(workspace.word_space.neighbours_kept().is_some());
    let searched = update(&mut workspace, Action::Space(SpaceAction::RestartPlane));
    assert!(matches!(&searched[..], [Effect::Run(_)]), "{searched:?}");
    space_act(&mut workspace, SpaceAction::Projection(Projection::Principal(3)));
    assert_eq!(workspace.word_space.picture.as_ref().expect("a picture").at.dim(), (250, 3));
    let of_all = workspace.word_space.picture.as_ref().expect("a picture").at.slice(s![..200, ..]).to_owned();
    space_act(&mut workspace, SpaceAction::Count(200));
    assert_ne!(workspace.word_space.picture.as_ref().expect("a picture").at.view(), of_all, "axes of fewer words");
    space_act(&mut workspace, SpaceAction::AllAxes(true));
    let picture = workspace.word_space.picture.as_ref().expect("a picture");
    assert_eq!((picture.base, picture.at.view()), (200, of_all.view()));
    space_act(&mut workspace, SpaceAction::Inspect(Some(230)));
    let picture = workspace.word_space.picture.as_ref().expect("a picture");
    assert!(picture.words.len() > 200 && picture.place(230).is_some());
    for word in 0..250 {
        assert_eq!(picture.place(word), picture.words.iter().position(|&known| known == word));
    }
    space_act(&mut workspace, SpaceAction::Drawn(Drawn::Lists));
    assert!(workspace.word_space.picture.is_none(), "the lists are empty");
}

#[test]
fn words_with_separators_are_added_and_removed() {
    let mut workspace = opened(other_space(&["the", ",", "1,000", "new york", "1", "\""]));
    for word in [1, 2, 3, 5] {
        space_act(&mut workspace, SpaceAction::Toggle(0, word));
    }
    assert_eq!(workspace.word_space.lists[0].words[..], [1, 2, 3, 5]);
    space_act(&mut workspace, SpaceAction::Toggle(0, 2));
    let list = &workspace.word_space.lists[0];
    assert_eq!((&list.words[..], list.unknown.len()), (&[1, 3, 5][..], 0), "{}", workspace.choices.vectors.lists[0]);
}

#[test]
fn a_missing_axis_has_its_reason() {
    let mut workspace = opened(space(40));
    let reason = |workspace: &Workspace| workspace.word_space.axis().err();
    space_act(&mut workspace, SpaceAction::View(SpaceView::Axis));
    space_act(&mut workspace, SpaceAction::List(0, "cat0 cat2".to_owned()));
    assert_eq!(reason(&workspace), Some(NoAxis::EmptyList));
    space_act(&mut workspace, SpaceAction::List(1, "cat2 cat0".to_owned()));
    assert_eq!(reason(&workspace), Some(NoAxis::SameDirection));
    update(&mut workspace, Action::Space(SpaceAction::List(1, "dog1".to_owned())));
    assert_eq!(reason(&workspace), Some(NoAxis::Pending));
}

#[test]
fn a_file_has_every_row_of_a_table_that_the_window_shortens() {
    let most = crate::table_row("vector-axis").expect("a table").most;
    let mut workspace = opened(space(most + 10));
    space_act(&mut workspace, SpaceAction::List(0, "cat0".to_owned()));
    space_act(&mut workspace, SpaceAction::List(1, "dog1".to_owned()));
    space_act(&mut workspace, SpaceAction::View(SpaceView::Axis));
    read(&mut workspace, SpacePlace::Second, space(most + 10));
    for (view, table) in [(SpaceView::Axis, "vector-axis"), (SpaceView::Second, "vector-moved")] {
        space_act(&mut workspace, SpaceAction::View(view));
        act(&mut workspace, Action::Export(Export::Open(Some(Item::Table(table)))));
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table.tsv");
        act(&mut workspace, Action::Export(Export::Path(path.display().to_string())));
        let effects = act(&mut workspace, Action::Export(Export::Start));
        let [Effect::Export(task)] = &effects[..] else { panic!("{effects:?}") };
        let written = task.run(|_| panic!("no animation")).expect("a file");
        assert_eq!(std::fs::read_to_string(&path).expect("a file").lines().count(), most + 11, "{table}");
        act(&mut workspace, Action::Export(Export::Done(task.job, Ok(written))));
    }
}

#[test]
fn the_rest_of_a_second_file_leaves_the_chosen_view() {
    let mut workspace = opened(space(40));
    let effects = space_act(&mut workspace, SpaceAction::Open(SpacePlace::Second, "other.vec".into()));
    assert!(matches!(&effects[..], [Effect::Run(job)] if job.is("vectors")), "{effects:?}");
    let mut first = WordSpace::clone(&space(10));
    first.complete = false;
    receive(&mut workspace, Arc::new(first));
    assert_eq!(workspace.word_space.view, SpaceView::Second);
    space_act(&mut workspace, SpaceAction::View(SpaceView::Axis));
    receive(&mut workspace, space(30));
    assert_eq!((workspace.word_space.view, workspace.word_space.second().expect("a file").len()), (SpaceView::Axis, 30));
}

#[test]
fn undo_inspects_a_word_by_its_spelling() {
    let mut workspace = opened(other_space(&["the", "cat", "dog", "of", "owl"]));
    for word in [1, 4, 2] {
        space_act(&mut workspace, SpaceAction::Inspect(Some(word)));
    }
    read(&mut workspace, SpacePlace::First, other_space(&["dog", "of", "the", "cat"]));
    assert_eq!(workspace.word_space.focus, Some(0));
    let mut inspected = || {
        act(&mut workspace, Action::Undo(Undo::Undo));
        workspace.word_space.focus
    };
    assert_eq!([inspected(), inspected()], [None, Some(3)], "owl is not in the file, cat has another number");
}

#[test]
fn a_second_file_is_turned_onto_the_first() {
    let mut workspace = opened(space(40));
    let effects = space_act(&mut workspace, SpaceAction::Open(SpacePlace::Second, "other.vec".into()));
    assert!(matches!(&effects[..], [Effect::Run(job)] if job.is("vectors")), "{effects:?}");
    receive(&mut workspace, space(30));
    let alignment = workspace.word_space.alignment().expect("an answer").expect("common words");
    assert_eq!(alignment.common, 30);
    assert!(alignment.mean > 0.999, "{}", alignment.mean);
    assert!(workspace.table("vector-moved").is_some_and(|table| table.len() == 30));
    space_act(&mut workspace, SpaceAction::CloseSecond);
    assert!(workspace.word_space.alignment().is_none() && workspace.table("vector-moved").is_none());
}

#[test]
fn a_part_is_exported_under_the_name_of_the_file_and_never_over_it() {
    let mut workspace = opened(space(40));
    space_act(&mut workspace, SpaceAction::List(1, "dog1 cat8".to_owned()));
    act(&mut workspace, Action::Export(Export::Open(Some(Item::Other("list-vectors")))));
    assert!(workspace.export.dialog.as_ref().is_some_and(|dialog| dialog.path.contains("animals-list-vectors.vec")));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("part.vec");
    act(&mut workspace, Action::Export(Export::Path(path.display().to_string())));
    let effects = act(&mut workspace, Action::Export(Export::Start));
    let [Effect::Export(task)] = &effects[..] else { panic!("{effects:?}") };
    assert!(task.inputs.contains(&"animals.vec".into()));
    task.run(|_| panic!("no animation")).expect("a file");
    let read = |path: PathBuf| {
        let files = VectorFiles { file: path, ..VectorFiles::default() };
        word_space::read(&files, None, Budget::default(), &Cancel::default(), |_| ()).expect("a space")
    };
    let (part, all) = (read(path), space(40));
    assert_eq!((part.word(0), part.word(1), part.len()), ("dog1", "cat8", 2));
    assert!(part.vector(1).iter().zip(all.vector(8)).all(|(a, b)| (a - b).abs() < 1e-5));
}

#[test]
fn chosen_words_are_undone_and_typed_ones_in_one_step() {
    let mut workspace = opened(space(40));
    space_act(&mut workspace, SpaceAction::Inspect(Some(3)));
    for text in ["c", "ca", "cat0"] {
        space_act(&mut workspace, SpaceAction::List(0, text.to_owned()));
    }
    let undo = |workspace: &mut Workspace| act(workspace, Action::Undo(Undo::Undo));
    undo(&mut workspace);
    let state = &workspace.word_space;
    assert_eq!((state.focus, workspace.choices.vectors.lists[0].as_str(), state.lists[0].words.len()), (Some(3), "", 0));
    undo(&mut workspace);
    assert_eq!(workspace.word_space.focus, None);
    for _ in 0..2 {
        act(&mut workspace, Action::Undo(Undo::Redo));
    }
    assert_eq!(workspace.word_space.lists[0].words[..], [0]);
}

#[test]
fn a_failed_or_superseded_file_leaves_the_open_one() {
    let mut workspace = opened(space(40));
    space_act(&mut workspace, SpaceAction::Inspect(Some(39)));
    let job = |workspace: &mut Workspace, action: SpaceAction| {
        space_act(workspace, action);
        let reading = workspace.word_space.reading[0].as_ref().expect("a file that is read");
        (reading.job, Arc::clone(&reading.cancel))
    };
    let (first, cancel) = job(&mut workspace, SpaceAction::Open(SpacePlace::First, "a.vec".into()));
    let (second, _) = job(&mut workspace, SpaceAction::Open(SpacePlace::First, "b.vec".into()));
    assert!(cancel.is_cancelled() && second > first);
    space_act(&mut workspace, SpaceAction::Read { job: first, space: Ok(space(10)) });
    assert_eq!(workspace.word_space.space().expect("a space").len(), 40, "a late file is dropped");
    space_act(&mut workspace, SpaceAction::Read { job: second, space: Err("b.vec: damaged; copy it again".to_owned()) });
    assert!(workspace.message.as_ref().is_some_and(|message| message.error && message.text.contains("b.vec")));
    assert!(workspace.word_space.reading(SpacePlace::First).is_none() && workspace.word_space.picture.is_some());
    // The inspected word follows its spelling into a smaller file.
    let (third, _) = job(&mut workspace, SpaceAction::First(Some(10)));
    space_act(&mut workspace, SpaceAction::Read { job: third, space: Ok(space(10)) });
    assert_eq!(workspace.word_space.focus, None);
    assert_eq!(workspace.word_space.picture.as_ref().expect("a picture").words.len(), 10);
}
