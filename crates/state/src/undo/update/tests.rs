use proptest::prelude::*;

use super::*;
use crate::{
    Choose, ColourBy, Layer, Look, Rule, SelectionSet, SetOf, SetOperation, SetsAction, Slice, StudyAction, Tool, TrainerUpdate,
    UndoList, Verdict, Viewpoint,
    update::{
        tests::{snapshot, training},
        update,
    },
};
use wordfield_core::{
    model::{Params, Preset},
    param::Value,
    train::{Command, Event},
};

/// A workspace with words, documents and a snapshot of the model.
fn trained() -> Workspace {
    let mut workspace = training();
    let first = snapshot(&workspace, 3);
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Snapshot(first)));
    workspace
}

fn back(workspace: &mut Workspace) -> Vec<Effect> {
    update(workspace, Action::Undo(Undo::Undo))
}

fn again(workspace: &mut Workspace) -> Vec<Effect> {
    update(workspace, Action::Undo(Undo::Redo))
}

fn words(workspace: &Workspace, places: &[usize]) -> SelectionSet {
    SelectionSet::words(workspace.corpus.dataset.as_ref().expect("a dataset").words.len(), places.iter().copied())
}

fn sets(action: SetsAction) -> Action {
    Action::Study(StudyAction::Sets(action))
}

fn c(value: f64) -> Action {
    Action::Run(Run::Change(LiveChange::real("c", value)))
}

/// The undoable state without the run number, since a restart for undone settings changes it.
fn but_the_run(workspace: &Workspace) -> Choices {
    let mut all = of(workspace);
    all.touched.run = 0;
    all
}

/// A random gesture, determined by a number.
fn gesture(workspace: &Workspace, (what, which): (u8, usize)) -> Action {
    let data = workspace.corpus.dataset.as_ref().expect("a dataset");
    let word = which % data.words.len();
    let how =
        [SetOperation::Replace, SetOperation::Add, SetOperation::Remove, SetOperation::Within, SetOperation::Toggle][which % 5];
    match what {
        0 => Action::Look(Look::Select(Focus::Word(word))),
        1 => Action::Look(Look::Select(Focus::Document(which % data.corpus.len()))),
        2 => Action::Look(Look::Select(Focus::Class(which % 4))),
        3 => Action::Choose(Choose::Take(how, words(workspace, &[word, (word + 7) % 50, 3]))),
        4 => Action::Choose(Choose::By(
            how,
            [Rule::WordsOf(1), Rule::Documents, Rule::Words, Rule::Nearest { word, count: 4 }][which % 4],
        )),
        5 => Action::Choose([Choose::Invert, Choose::Clear, Choose::Only(which % 2 == 0)][which % 3].clone()),
        6 => Action::Choose(Choose::Keep(format!("set {}", which % 3))),
        7 => Action::Choose([Choose::Rename(which % 4, "other".to_owned()), Choose::Remove(which % 3)][which % 2].clone()),
        8 => Action::Field(Field::Toggle(Layer::ALL[which % Layer::ALL.len()].layer)),
        9 => Action::Field(Field::ColourBy([ColourBy::Class, ColourBy::Polarity][which % 2])),
        10 => Action::Field(Field::Tool([Tool::View, Tool::Box, Tool::Lasso][which % 3])),
        11 => c(0.5 + (which % 9) as f64),
        12 => Action::Run(Run::Preset([Preset::Default, Preset::Paper][which % 2])),
        13 => sets(SetsAction::Choose(which % 2, [SetOf::Class(which % 4), SetOf::Others, SetOf::Selected][which % 3].clone())),
        14 => Action::Look([Look::WrongOnly(which % 2 == 0), Look::ClearCell, Look::ExplainPair(Some(which % 6))][which % 3]),
        15 => {
            let slice = Slice { across: which % 3, at: which as u16 };
            Action::Field(Field::View(Viewpoint {
                deep: [None, Some(true), Some(false)][which % 3],
                slice,
                ..Viewpoint::default()
            }))
        }
        _ => Action::Look(Look::Select(Focus::Cell { truth: which % 4, predicted: 1 })),
    }
}

/// A random gesture, and whether the pointer is released after it.
fn gestures() -> impl Strategy<Value = Vec<((u8, usize), bool)>> {
    prop::collection::vec(((0..17_u8, 0..1000_usize), any::<bool>()), 1..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn undo_and_redo_restore_every_state(gestures in gestures()) {
        let mut workspace = trained();
        let first = but_the_run(&workspace);
        for (number, let_go) in gestures {
            let action = gesture(&workspace, number);
            update(&mut workspace, action);
            if let_go {
                update(&mut workspace, Action::Undo(Undo::EndGesture));
            }
        }
        let last = but_the_run(&workspace);
        while workspace.undo.undoes().is_some() {
            back(&mut workspace);
        }
        prop_assert_eq!(&but_the_run(&workspace), &first);
        while workspace.undo.redoes().is_some() {
            again(&mut workspace);
        }
        prop_assert_eq!(&but_the_run(&workspace), &last);
    }
}

#[test]
fn every_kind_of_gesture_is_one_named_entry() {
    let mut workspace = trained();
    let word = workspace.corpus.dataset.as_ref().expect("a dataset").words[4].clone();
    let set = words(&workspace, &[1, 2, 3]);
    for (action, name) in [
        (Action::Look(Look::Select(Focus::Word(4))), format!("word {word}")),
        (Action::Choose(Choose::Take(SetOperation::Replace, set)), "choose 3 words".to_owned()),
        (Action::Choose(Choose::Keep("mine".to_owned())), "mine kept".to_owned()),
        (Action::Choose(Choose::Rename(0, "ours".to_owned())), "mine renamed ours".to_owned()),
        (Action::Choose(Choose::Remove(0)), "ours removed".to_owned()),
        (Action::Field(Field::Toggle(Layer::Contours)), "layer contours".to_owned()),
        (Action::Field(Field::Tool(Tool::Lasso)), "tool".to_owned()),
        (Action::Look(Look::WrongOnly(true)), "list of documents".to_owned()),
        (Action::Choose(Choose::Clear), "choose nothing".to_owned()),
        (sets(SetsAction::Choose(1, SetOf::Class(3))), "sets to compare".to_owned()),
        (sets(SetsAction::Permutations(199)), "number of splits".to_owned()),
        (sets(SetsAction::Unseen(false)), "documents of the test".to_owned()),
    ] {
        update(&mut workspace, action);
        assert_eq!(workspace.undo.undoes(), Some(name.as_str()));
    }
    for _ in 0..12 {
        back(&mut workspace);
    }
    assert_eq!(
        (workspace.undo.undoes(), &workspace.choices.selection, workspace.choices.tool),
        (None, &SelectionSet::Empty, Tool::View)
    );
    assert_eq!(workspace.undo.redoes(), Some(format!("word {word}").as_str()));
}

#[test]
fn moving_the_slice_is_one_entry_and_undo_restores_the_viewpoint() {
    let mut workspace = trained();
    let view = |workspace: &mut Workspace, viewpoint| update(workspace, Action::Field(Field::View(viewpoint)));
    let deep = Viewpoint { deep: Some(true), ..Viewpoint::default() };
    view(&mut workspace, deep);
    assert_eq!(workspace.undo.undoes(), Some("viewpoint"));
    for at in 501..560 {
        view(&mut workspace, Viewpoint { slice: Slice { at, ..Slice::default() }, ..deep });
    }
    assert_eq!(workspace.undo.undoes(), Some("slice"));
    back(&mut workspace);
    assert_eq!(workspace.choices.layers.viewpoint, deep);
    back(&mut workspace);
    assert_eq!((workspace.choices.layers.viewpoint, workspace.undo.undoes()), (Viewpoint::default(), None));
    again(&mut workspace);
    again(&mut workspace);
    assert_eq!(workspace.choices.layers.viewpoint.slice.at, 559);
}

#[test]
fn events_are_never_undone() {
    let mut workspace = trained();
    update(&mut workspace, Action::Field(Field::Toggle(Layer::Labels)));
    let newest = snapshot(&workspace, 9);
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Snapshot(newest)));
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Event(Event::Changed(LiveChange::real("c", 7.0)))));
    back(&mut workspace);
    assert_eq!(workspace.undo.undoes(), None);
    assert!(workspace.choices.layers.shows(Layer::Labels) && workspace.newest() == 9);
    assert_eq!(workspace.choices.settings.params.value("c"), Some(Value::Real(7.0)), "later values of the model stay");
}

#[test]
fn a_slider_gesture_is_one_entry_and_undo_reaches_the_model() {
    let mut workspace = trained();
    let before = workspace.choices.settings.params.value("c");
    for value in [2.0, 3.0, 4.0] {
        update(&mut workspace, c(value));
        update(&mut workspace, Action::Trainer(1, TrainerUpdate::Event(Event::Changed(LiveChange::real("c", value)))));
    }
    let effects = back(&mut workspace);
    let [Effect::Send(Command::Change(change))] = effects[..] else { panic!("{effects:?}") };
    assert_eq!((change.key, Some(change.value)), ("c", before));
    assert_eq!(workspace.undo.undoes(), None);
    let effects = again(&mut workspace);
    assert!(matches!(effects[..], [Effect::Send(Command::Change(change))] if change.value == Value::Real(4.0)));
    update(&mut workspace, Action::Undo(Undo::EndGesture));
    update(&mut workspace, c(5.0));
    back(&mut workspace);
    assert_eq!(workspace.choices.settings.shown().value("c"), Some(Value::Real(4.0)), "another grip is another entry");
}

#[test]
fn undone_settings_start_a_new_run_and_a_restart_is_not_an_entry() {
    let mut workspace = trained();
    update(&mut workspace, Action::Run(Run::Restart));
    assert_eq!(workspace.undo.undoes(), None);
    let kind = workspace.choices.settings.params.kind();
    let effects = update(&mut workspace, Action::Run(Run::Params(Box::new(Params::preset(kind, Preset::Default, 3)))));
    assert!(matches!(effects[..], [Effect::Train { run: 3 }]));
    assert!(workspace.undo.undoes().is_some_and(|name| name.ends_with("a new run")));
    let effects = back(&mut workspace);
    assert!(matches!(effects[..], [Effect::Train { run: 4 }]) && workspace.choices.settings.params.q() == 2);
}

#[test]
fn the_list_is_bounded_and_a_new_entry_clears_redo() {
    let mut workspace = trained();
    for _ in 0..UndoList::LIMIT + 20 {
        update(&mut workspace, Action::Field(Field::Toggle(Layer::Labels)));
    }
    let mut undone = 0;
    while workspace.undo.undoes().is_some() {
        back(&mut workspace);
        undone += 1;
    }
    assert_eq!(undone, UndoList::LIMIT);
    update(&mut workspace, Action::Field(Field::Toggle(Layer::Contours)));
    assert_eq!(workspace.undo.redoes(), None);
}

#[test]
fn undoing_a_verdict_shows_its_document() {
    let mut workspace = trained();
    let before = of(&workspace);
    workspace.choices.reviews.judge(2, 9, Verdict::Accepted);
    record(&mut workspace, before);
    assert_eq!(workspace.undo.undoes(), Some("match accepted"));
    for end in 1..=5 {
        let before = of(&workspace);
        workspace.choices.reviews.note(2, "wrong"[..end].to_owned());
        record(&mut workspace, before);
    }
    back(&mut workspace);
    assert_eq!(workspace.choices.reviews.get(2).map(|review| review.note.as_str()), Some(""), "letters are one entry");
    back(&mut workspace);
    assert_eq!(workspace.choices.reviews.get(2), None);
    assert_eq!(workspace.undo.undoes(), None);
}

#[test]
fn an_undone_or_repeated_verdict_is_named() {
    let mut workspace = trained();
    update(&mut workspace, c(9.0));
    let before = of(&workspace);
    workspace.choices.reviews.judge(2, 9, Verdict::Accepted);
    record(&mut workspace, before);
    back(&mut workspace);
    let text = |workspace: &mut Workspace| workspace.message.take().map(|message| message.text);
    assert_eq!(text(&mut workspace).as_deref(), Some("Undone: match accepted. Ctrl+Shift+Z repeats it."));
    again(&mut workspace);
    assert_eq!(text(&mut workspace).as_deref(), Some("Repeated: match accepted. Ctrl+Z undoes it."));
    back(&mut workspace);
    text(&mut workspace);
    back(&mut workspace);
    assert_eq!((text(&mut workspace), workspace.undo.undoes()), (None, None), "a parameter shows in its panel");
}

#[test]
fn an_undo_refused_by_a_search_is_kept() {
    let mut workspace = trained();
    let before = workspace.choices.settings.as_shown();
    update(&mut workspace, c(9.0));
    update(&mut workspace, Action::Run(Run::SearchPapersGrid));
    assert!(workspace.is_searching() && workspace.undo.undoes() == Some("C"));
    assert!(back(&mut workspace).is_empty());
    assert!(workspace.message.take().is_some_and(|message| message.error && message.text.contains("end the search")));
    assert_eq!((workspace.undo.undoes(), workspace.undo.redoes(), workspace.is_searching()), (Some("C"), None, true));
    workspace.run.search = None;
    back(&mut workspace);
    assert_eq!((workspace.undo.undoes(), workspace.undo.redoes()), (None, Some("C")));
    assert_eq!(workspace.choices.settings.as_shown().params.value("c"), before.params.value("c"));
}
