//! Tests of all interventions, with a model that applies commands at once.

#![allow(clippy::float_cmp, reason = "places are copied, not computed")]

use super::*;
use crate::{
    Action, Answer, Choose, DataOptions, Field, Layer, LoadedData, Open, PathKind, PredictedValue, Run, Tool, TrainerUpdate,
    TypedPrediction, Undo, edit::update::arrows::due, update,
};
use wordfield_core::{
    corpus::{Body, Builtin, Dataset, Fields, Lexicon, RawDocument, Side, SplitOptions, VocabularyOptions, builtin},
    model::{FittedRef, Model, ModelKind, Params, Preset},
    train::{Event, Measured, RunState},
};

/// A workspace with the model of its trainer, which is paused.
struct PausedRun {
    workspace: Workspace,
    model: Box<dyn Model>,
}

impl PausedRun {
    fn new(kind: ModelKind, which: Builtin, set: &[(&str, &str)]) -> Self {
        let mut params = Params::preset(kind, Preset::Default, 2);
        for (key, value) in set {
            params.set(key, value).expect("a parameter");
        }
        let corpus = Arc::new(builtin(which));
        let dataset = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), params.weighting());
        let ready = LoadedData::new(dataset.expect("a dataset"), DataOptions::default());
        let mut workspace = Workspace::default();
        update(&mut workspace, Action::Open(Open::Start(Box::default())));
        let job = workspace.corpus.job;
        let mut model = params.clone().start(Arc::clone(&ready.dataset)).expect("a model");
        update(&mut workspace, Action::Open(Open::Answer(job, Answer::Corpus(Ok(ready)))));
        workspace.choices.settings.params = params;
        for _ in 0..5 {
            model.step().expect("a step");
        }
        let mut paused = Self { workspace, model };
        paused.event(Event::State(RunState::Paused));
        paused.show();
        paused
    }

    fn event(&mut self, event: Event) {
        let run = self.workspace.run.id;
        self.act(Action::Trainer(run, TrainerUpdate::Event(event)));
    }

    fn show(&mut self) {
        self.model.ensure_evaluated();
        let snapshot = Arc::new(self.model.snapshot());
        let run = self.workspace.run.id;
        self.act(Action::Trainer(run, TrainerUpdate::Snapshot(snapshot)));
    }

    /// Applies an action and its commands to the model.
    fn act(&mut self, action: Action) {
        for effect in update(&mut self.workspace, action) {
            match effect {
                Effect::Intervene(intervention) => self.obey(intervention),
                Effect::Run(task) if task.is("typed document") => {
                    self.act(task.answer());
                }
                _ => {}
            }
        }
    }

    fn obey(&mut self, intervention: train::Intervention) {
        match intervention {
            train::Intervention::Place(places) => {
                self.model.place(&places);
                self.show();
                let value = self.model.value();
                self.event(Event::Measured(Measured::Moved, value));
            }
            train::Intervention::Pin(words) => self.model.pin(&words),
            train::Intervention::Measure => {
                let value = self.model.value();
                self.event(Event::Measured(Measured::Requested, value));
            }
            train::Intervention::Forces => {
                let forces = self.model.forces().map(Arc::new);
                self.event(Event::Forces(5, forces));
            }
            train::Intervention::LeaveOut(data, what) => {
                let without = self.model.without(&data, what).map(Arc::new).map_err(|error| Some(error.to_string()));
                self.event(Event::LeftOut(what, without));
            }
        }
    }

    fn edit(&mut self, edit: EditWords) {
        self.act(Action::Edit(edit));
    }

    fn drag(&mut self, word: usize, to: [f64; 2]) {
        self.edit(EditWords::Drag { word, to: to.to_vec() });
    }

    fn shown(&self, word: usize) -> Vec<f64> {
        self.workspace.field.scene.as_ref().expect("a scene").latent.row(word).to_vec()
    }
}

fn topics() -> PausedRun {
    PausedRun::new(ModelKind::Smm, Builtin::Topics, &[])
}

const ALL: [(ModelKind, Builtin); 3] =
    [(ModelKind::Smm, Builtin::Topics), (ModelKind::Gp, Builtin::Reviews), (ModelKind::Matching, Builtin::Pairs)];

#[test]
fn a_drag_shows_its_effect_and_can_be_undone() {
    for (kind, which) in ALL {
        let mut paused = PausedRun::new(kind, which, &[]);
        let word = paused.workspace.corpus.basis.as_ref().expect("a basis").characteristic[0][0];
        let (from, before) = (paused.shown(word), paused.model.value().expect("an objective"));
        paused.drag(word, [0.5, 0.5]);
        paused.drag(word, [4.0, -3.0]);
        paused.edit(EditWords::LetGo);
        assert_eq!(paused.workspace.choices.focus, Focus::Word(word));
        assert_eq!((paused.shown(word), paused.model.latent().unwrap().row(word).to_vec()), (vec![4.0, -3.0], vec![4.0, -3.0]));
        let ghost = &paused.workspace.field.paths.of(PathKind::Ghost)[0];
        assert_eq!((ghost.points.row(0).to_vec(), ghost.points.row(1).to_vec()), (from.clone(), vec![4.0, -3.0]));
        let found = paused.workspace.interventions.drag.as_ref().and_then(|drag| drag.effect.clone()).expect("an effect");
        assert_eq!(found.before.objective, Some(before), "{kind:?}");
        assert!(found.after.objective.is_some_and(|after| after != before), "{kind:?}");
        assert_eq!(found.before.field.is_empty(), kind == ModelKind::Matching);
        assert!(kind == ModelKind::Matching || found.before.field != found.after.field);
        assert!(found.all > 0 && found.count <= found.all && found.changed.len() <= found.count);
        paused.edit(EditWords::PutBack);
        assert_eq!(paused.shown(word), from, "to the last bit");
        assert!(paused.workspace.field.paths.of(PathKind::Ghost).is_empty() && paused.workspace.choices.touched.moves.is_empty());
        let back = paused.model.value().expect("an objective");
        assert!((back - before).abs() < 1e-4 * before.abs(), "{kind:?}: {back} {before}");
    }
}

#[test]
fn a_measured_objective_ends_with_the_next_iteration_though_the_run_has_paused_since() {
    let mut paused = topics();
    paused.drag(3, [4.0, -3.0]);
    paused.edit(EditWords::LetGo);
    let after = |paused: &PausedRun| paused.workspace.interventions.drag.as_ref().and_then(|drag| drag.effect.clone());
    assert!(after(&paused).expect("an effect").after.objective.is_some());
    paused.model.step().expect("a step");
    paused.show();
    assert!(after(&paused).expect("an effect").after.objective.is_none(), "it belongs to the positions right after the drag");
}

#[test]
fn a_pending_move_is_shown_by_the_scene_only() {
    let mut paused = topics();
    let action = Action::Edit(EditWords::Drag { word: 3, to: vec![2.0, 2.0] });
    let effects = update(&mut paused.workspace, action);
    let sent = |wanted: fn(&train::Intervention) -> bool| {
        effects.iter().any(|e| matches!(e, Effect::Intervene(intervention) if wanted(intervention)))
    };
    assert!(sent(|sent| matches!(sent, train::Intervention::Measure)));
    assert!(sent(|sent| matches!(sent, train::Intervention::Pin(words) if *words == [3])), "it stays in the hand");
    assert!(sent(|sent| matches!(sent, train::Intervention::Place(places) if *places == [(3, vec![2.0, 2.0])])));
    assert_eq!(paused.shown(3), [2.0, 2.0]);
    assert_ne!(paused.workspace.run.latest.as_ref().expect("a snapshot").latent().unwrap().row(3).to_vec(), [2.0, 2.0]);
    let late = Arc::new(paused.model.snapshot());
    paused.act(Action::Trainer(paused.workspace.run.id, TrainerUpdate::Snapshot(late)));
    assert_eq!(paused.shown(3), [2.0, 2.0], "an older state does not move it");
    let effects = update(&mut paused.workspace, Action::Edit(EditWords::LetGo));
    assert!(matches!(&effects[..], [Effect::Intervene(train::Intervention::Pin(words))] if words.is_empty()));
    for nonsense in [vec![1.0], vec![f64::NAN, 0.0]] {
        assert!(update(&mut paused.workspace, Action::Edit(EditWords::Drag { word: 4, to: nonsense })).is_empty());
    }
}

#[test]
fn pins_apply_to_the_selection_or_the_focus_and_end_with_the_run() {
    let mut paused = topics();
    paused.edit(EditWords::TogglePin);
    assert!(paused.workspace.message.take().is_some_and(|message| message.text.contains("click a word")));
    paused.act(Action::Look(Look::Select(Focus::Word(2))));
    paused.edit(EditWords::TogglePin);
    let words = paused.workspace.corpus.dataset.as_ref().expect("a dataset").words.len();
    paused.act(Action::Choose(Choose::Set(SelectionSet::Words(Arc::new(Members::of(words, [2, 5]))))));
    paused.edit(EditWords::TogglePin);
    assert_eq!(paused.workspace.interventions.held(&paused.workspace.choices.touched.pinned), [2, 5]);
    assert_eq!(paused.workspace.field.scene.as_ref().expect("a scene").pinned.iter().collect::<Vec<_>>(), [2, 5]);
    let before = paused.model.latent().unwrap().clone();
    paused.model.step().expect("a step");
    assert_eq!(paused.model.latent().unwrap().row(5), before.row(5));
    assert_ne!(paused.model.latent().unwrap().row(6), before.row(6));
    paused.drag(5, [1.0, 1.0]);
    assert_eq!(
        paused.workspace.interventions.held(&paused.workspace.choices.touched.pinned),
        [2, 5],
        "a pinned word may be dragged, and stays there"
    );
    paused.edit(EditWords::TogglePin);
    assert_eq!(paused.workspace.interventions.held(&paused.workspace.choices.touched.pinned), [5], "the one in the hand still");
    paused.edit(EditWords::Pin(Arc::new(Members::of(words, [9]))));
    paused.workspace.timeline.at = Some(1);
    paused.edit(EditWords::TogglePin);
    paused.edit(EditWords::Pin(Arc::new(Members::none(words))));
    assert_eq!(
        paused.workspace.choices.touched.pinned.iter().collect::<Vec<_>>(),
        [9],
        "an earlier iteration is for looking only"
    );
    assert!(paused.workspace.message.take().is_some_and(|message| message.text.contains("earlier iteration")));
    paused.workspace.timeline.at = None;
    update(&mut paused.workspace, Action::Run(Run::Restart));
    assert!(paused.workspace.choices.touched.pinned.is_empty() && paused.workspace.interventions.drag.is_none());
}

#[test]
fn the_effect_of_leaving_out_is_listed_until_restored() {
    for (kind, which) in ALL {
        let mut paused = PausedRun::new(kind, which, &[]);
        let dataset = paused.workspace.corpus.dataset.clone().expect("a dataset");
        let word = (0..dataset.words.len()).max_by_key(|&word| dataset.document_frequency[word]).expect("a word");
        for what in [LeftOut::Word(word), LeftOut::Document(dataset.split.train[0])] {
            paused.edit(EditWords::LeaveOut(what));
            let left = paused.workspace.interventions.left.clone().expect("left out");
            let (iteration, found) = left.found.expect("an effect");
            assert_eq!((left.what, iteration), (what, 5));
            // A word without influence on any margin may be removed without an effect.
            let other = found.after.objective != found.before.objective;
            assert!(found.before.objective.is_some() && (other || matches!(what, LeftOut::Document(_))), "{kind:?} {what:?}");
            assert!(found.changed.iter().all(
                |changed| changed.was != changed.is && changed.was != PredictedValue::Nothing || kind == ModelKind::Matching
            ));
        }
        paused.workspace.interventions.left = Some(Omission { what: LeftOut::Word(word), found: None });
        paused.event(Event::LeftOut(LeftOut::Word(word), Err(None)));
        assert!(
            paused.workspace.interventions.left.as_ref().is_some_and(|left| left.found.is_some()),
            "broken off, it is asked again"
        );
        paused.edit(EditWords::TakeBackIn);
        assert!(paused.workspace.interventions.left.is_none());
        let nobody = Event::LeftOut(LeftOut::Word(word), Err(Some("late".to_owned())));
        paused.event(nobody);
        assert!(paused.workspace.message.is_none(), "an answer nobody waits for is dropped");
    }
}

#[test]
fn forces_are_requested_once_per_state_and_drawn_on_the_selection() {
    let mut paused = topics();
    paused.act(Action::Field(Field::Toggle(Layer::Forces)));
    let count =
        |paused: &PausedRun| [PathKind::Attraction, PathKind::Repulsion].map(|kind| paused.workspace.field.paths.of(kind).len());
    assert_eq!(count(&paused), [40; 2], "the most characteristic");
    assert!(paused.workspace.field.paths.of(PathKind::Net).is_empty(), "sums of forces are for few words");
    let longest = paused.workspace.interventions.longest.expect("a scale");
    let forces = paused.model.forces().expect("forces");
    let lengths = paused.workspace.field.paths.of(PathKind::Attraction).iter().map(|path| {
        let row = forces.attraction.row(path.word);
        row.dot(&row).sqrt()
    });
    assert!(lengths.into_iter().all(|length| length <= longest * (1.0 + 1e-9)));
    assert!(due(&mut paused.workspace).is_none(), "nothing has changed since");
    paused.act(Action::Look(Look::Select(Focus::Word(3))));
    assert_eq!(count(&paused), [1; 2]);
    // The arrow of the next step of the same word is the sum of both forces.
    let [attraction, repulsion, net] = [PathKind::Attraction, PathKind::Repulsion, PathKind::Net]
        .map(|kind| paused.workspace.field.paths.of(kind).first().map(|path| &path.points.row(1) - &path.points.row(0)));
    let (sum, net) = (attraction.expect("attraction") + repulsion.expect("repulsion"), net.expect("their sum"));
    assert!((&sum - &net).iter().all(|apart| apart.abs() < 1e-9), "{sum} {net}");
    let words = paused.workspace.corpus.dataset.as_ref().expect("a dataset").words.len();
    paused.act(Action::Choose(Choose::Set(SelectionSet::Words(Arc::new(Members::of(words, [1, 4, 6]))))));
    assert_eq!(count(&paused), [3; 2]);
    paused.act(Action::Field(Field::Toggle(Layer::Forces)));
    assert_eq!(count(&paused), [0; 2]);
}

#[test]
fn an_earlier_state_cannot_be_edited_and_a_message_reports_it() {
    let mut paused = topics();
    paused.workspace.timeline.at = Some(2);
    assert!(update(&mut paused.workspace, Action::Edit(EditWords::Drag { word: 1, to: vec![0.0, 0.0] })).is_empty());
    assert!(paused.workspace.message.as_ref().is_some_and(|message| message.text.contains("earlier iteration")));
    assert!(paused.workspace.interventions.drag.is_none());
    paused.act(Action::Field(Field::Tool(Tool::Drag)));
    assert_eq!(paused.workspace.choices.tool, Tool::Drag);
}

#[test]
fn a_typed_document_is_predicted_like_any_new_one() {
    for set in [&[][..], &[("level2", "rbf")], &[("normalise", "true")]] {
        for (kind, which) in ALL {
            let mut paused = PausedRun::new(kind, which, set);
            let dataset = paused.workspace.corpus.dataset.clone().expect("a dataset");
            let text = dataset.corpus.texts[dataset.split.test[1]].clone() + " Quxquux";
            paused.edit(EditWords::Type(Typing::Text(text.clone())));
            assert!(paused.workspace.interventions.typed.analysis.is_none(), "not before it is open");
            paused.edit(EditWords::Type(Typing::Open(true)));
            let analysis = paused.workspace.interventions.typed.analysis.clone().expect("an analysis");
            assert!(analysis.unknown.iter().any(|word| word.eq_ignore_ascii_case("quxquux")), "{:?}", analysis.unknown);
            assert_eq!(
                paused.workspace.field.scene.as_ref().and_then(|scene| scene.typed.clone()),
                Some(Arc::clone(&analysis.words))
            );
            let raw =
                [RawDocument { title: String::new(), label: String::new(), body: Body::Text(text), fields: Fields::default() }];
            let lexicon = Lexicon::of(&dataset);
            let trained = paused.model.trained();
            match (trained.fitted_ref(), &analysis.verdict) {
                (FittedRef::Classifier(fitted), TypedPrediction::Class { predicted, decisions, pair, shares, .. }) => {
                    let predictions = fitted.classify(&lexicon.weights_of(&raw).expect("weights"));
                    assert_eq!(predictions.predicted[0], *predicted);
                    assert!(predictions.decisions.iter().zip(decisions).all(|(a, (_, b))| (a - b).abs() < 1e-9), "{set:?}");
                    let sum: f64 = shares.iter().map(|share| share.share).sum();
                    assert!((sum - decisions[pair.expect("a pair")].1).abs() < 1e-7, "{set:?}: {sum}");
                }
                (FittedRef::Regressor(fitted), TypedPrediction::Rating { means, deviations, shares, .. }) => {
                    let predictions = fitted.predict(&lexicon.weights_of(&raw).expect("weights"));
                    assert_eq!(
                        (predictions.means.row(0).to_vec(), predictions.deviations.map(|deviations| deviations.row(0).to_vec())),
                        (means.clone(), deviations.clone())
                    );
                    let mean = paused.model.snapshot().words.expect("word values").bias[0];
                    let sum: f64 = shares.iter().map(|share| share.share).sum();
                    assert!((mean + sum - means[0]).abs() < 1e-7, "{set:?}: {sum}");
                }
                (FittedRef::Matcher(fitted), TypedPrediction::Partners { nearest, among }) => {
                    let weights = lexicon.weights_of_side(&raw, Side::Source).expect("weights");
                    let partner = nearest[0].0;
                    let pairs = dataset.corpus.task.pairs().expect("pairs");
                    assert!(pairs.side(partner) == Side::Target && among.0 == among.1);
                    let other = wordfield_core::model::matching::Part::of(&dataset, &[partner]).sides.target;
                    let distance =
                        fitted.between(&fitted.prepare_stacked(Side::Source, &weights), &fitted.prepare(Side::Target, other));
                    assert!((distance[[0, 0]] - nearest[0].1).abs() < 1e-9);
                    assert!(nearest.is_sorted_by(|a, b| a.1 <= b.1));
                }
                (_, other) => panic!("{kind:?}: {other:?}"),
            }
            paused.edit(EditWords::Type(Typing::Text("zzzz qqqq".to_owned())));
            let analysis = paused.workspace.interventions.typed.analysis.clone().expect("an analysis");
            assert_eq!((&analysis.verdict, analysis.words.len()), (&TypedPrediction::Wordless, 0));
            paused.edit(EditWords::Type(Typing::Open(false)));
            assert!(paused.workspace.field.scene.as_ref().is_some_and(|scene| scene.typed.is_none()));
        }
    }
}

#[test]
fn drags_and_pins_are_undone_and_redone_as_one_entry_each() {
    let mut paused = topics();
    let from = paused.shown(3);
    paused.drag(3, [1.0, 1.0]);
    paused.drag(3, [2.0, 2.0]);
    paused.drag(3, [3.0, 3.0]);
    paused.edit(EditWords::LetGo);
    paused.act(Action::Undo(Undo::EndGesture));
    paused.edit(EditWords::TogglePin);
    assert_eq!(paused.workspace.interventions.held(&paused.workspace.choices.touched.pinned), [3]);
    paused.act(Action::Undo(Undo::Undo));
    assert!(paused.workspace.interventions.held(&paused.workspace.choices.touched.pinned).is_empty());
    paused.act(Action::Undo(Undo::Undo));
    assert_eq!((paused.shown(3), paused.model.latent().unwrap().row(3).to_vec()), (from.clone(), from), "the whole drag at once");
    paused.act(Action::Undo(Undo::Redo));
    assert_eq!(paused.model.latent().unwrap().row(3).to_vec(), [3.0, 3.0]);
    update(&mut paused.workspace, Action::Run(Run::Restart));
    let effects = update(&mut paused.workspace, Action::Undo(Undo::Undo));
    assert!(
        !effects.iter().any(|effect| matches!(effect, Effect::Intervene(train::Intervention::Place(_)))),
        "of another run's words"
    );
}
