//! Job for the one-class SMM whose decision is drawn as the field, at positions at rest.

use std::sync::Arc;

use crate::{
    FieldOf, Job, Layer, NoveltyFound, NoveltyKey, Underway, Workspace,
    core::{job::start_study, memo::Same},
};

impl Workspace {
    /// One-class SMM whose decision is drawn as the field; `None` while it is not fitted at the shown positions.
    pub fn novelty(&self) -> Option<&Arc<NoveltyFound>> {
        self.field.scene.as_ref()?.novelty_in(&self.choices.layers)
    }

    /// Reason why the chosen novelty field is not drawn.
    pub fn no_novelty(&self) -> Option<String> {
        let FieldOf::Novelty(_) = self.choices.layers.field_of else { return None };
        let study = &self.field.novelty.study;
        let key = self.novelty_key();
        let problem = || Some(study.to(key.as_ref()?)?.as_ref().err()?.clone());
        Some(match key {
            _ if self.novelty().is_some() => return None,
            None => "fitted when the shown iteration is solved".to_owned(),
            Some(_) if self.is_running() => "fitted when training pauses".to_owned(),
            Some(_) if study.under_way().is_some() => "is being fitted".to_owned(),
            Some(_) => problem().unwrap_or_else(|| "not fitted".to_owned()),
        })
    }

    /// Fitted model of the chosen novelty field at the shown positions.
    pub(crate) fn novelty_found(&self) -> Option<&Arc<NoveltyFound>> {
        self.field.novelty.study.to(&self.novelty_key()?)?.as_ref().ok()
    }

    /// Key of the chosen novelty field at the shown positions; `None` for other fields and at unsolved iterations.
    fn novelty_key(&self) -> Option<NoveltyKey> {
        let FieldOf::Novelty(class) = self.choices.layers.field_of else { return None };
        let (dataset, snapshot) = (self.corpus.dataset.as_ref()?, self.run.snapshot.as_ref()?);
        let known = !self.timeline.is_bare() && class.is_none_or(|class| class < dataset.corpus.classes.len());
        let kernel = &snapshot.documents;
        let (latent, ldk) = (Same::of(&kernel.x), kernel.ldk.clone());
        known.then(|| NoveltyKey { dataset: Same::of(dataset), latent, ldk, class, nu: self.field.novelty.nu })
    }
}

/// Fits the one-class SMM of the chosen novelty field if it is shown at positions at rest.
pub(crate) fn due(workspace: &mut Workspace) -> Option<Job> {
    let key = workspace.novelty_key().filter(|_| workspace.choices.layers.shows(Layer::Field) && !workspace.is_running())?;
    workspace.field.novelty.study.due_unless(&key, |_| false)?;
    let dataset = Arc::clone(workspace.corpus.dataset.as_ref()?);
    let (of, snapshot, memory) = (key.clone(), Arc::clone(workspace.run.snapshot.as_ref()?), workspace.session.memory);
    let work = move |_: &Underway| Some(NoveltyFound::of(of.clone(), &dataset, &snapshot, memory));
    Some(start_study(workspace, "novelty", |workspace| &mut workspace.field.novelty.study, key, work, Workspace::redraw))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, Column, Effect, Field, Focus, Look, Run, TrainerUpdate, headless, update, update::tests::training};
    use ndarray::Array2;
    use wordfield_core::{
        corpus::Csr,
        finding::Finding,
        memory::Budget,
        model::{ModelKind, Novelty, Params, Preset, Snapshot},
        train::{Event, RunState},
    };

    fn act(workspace: &mut Workspace, action: Action) {
        headless::act(workspace, action, Budget::default()).expect("an effect");
    }

    fn state(state: RunState) -> Action {
        Action::Trainer(1, TrainerUpdate::Event(Event::State(state)))
    }

    fn shows(snapshot: &Arc<Snapshot>) -> Action {
        Action::Trainer(1, TrainerUpdate::Snapshot(Arc::clone(snapshot)))
    }

    /// A running workspace with the built-in topics, and a plane of them after each of some iterations.
    fn plane(settings: &[(&str, &str)], iterations: usize) -> (Workspace, Vec<Arc<Snapshot>>) {
        let workspace = training();
        let mut params = Params::preset(ModelKind::Smm, Preset::Default, 2);
        let plain = [("embedding", "rbf"), ("gamma", "20"), ("reader", "same"), ("start", "random"), ("private", "0")];
        params.set_all(&plain).and_then(|()| params.set_all(settings)).expect("settings");
        let mut model = params.start(Arc::clone(workspace.corpus.dataset.as_ref().expect("a dataset"))).expect("a model");
        let step = |_| {
            model.step().expect("a step");
            model.ensure_evaluated();
            Arc::new(model.snapshot())
        };
        (workspace, (0..iterations).map(step).collect())
    }

    /// A workspace that shows the novelty field of a class at rest.
    fn drawn(settings: &[(&str, &str)], class: Option<usize>) -> Workspace {
        let (mut workspace, snapshots) = plane(settings, 1);
        for action in [shows(&snapshots[0]), state(RunState::Paused), Action::Field(Field::Of(FieldOf::Novelty(class)))] {
            act(&mut workspace, action);
        }
        workspace
    }

    /// The one-class SMM as the command fits it.
    fn commanded(workspace: &Workspace, class: Option<usize>) -> Novelty {
        let (data, snapshot) =
            (workspace.corpus.dataset.as_ref().expect("data"), workspace.run.snapshot.as_ref().expect("a model"));
        let train = Novelty::training_documents(data, class);
        Novelty::fit(data, &snapshot.documents, &train, 0.1, Budget::default()).expect("a fit")
    }

    #[test]
    fn the_field_at_a_word_is_the_decision_for_a_document_of_that_word() {
        for (settings, sums) in [
            (&[("normalise", "false")][..], true),
            (&[("normalise", "true")], false),
            (&[("normalise", "false"), ("level2", "rbf:0.7")], false),
            (&[("normalise", "true"), ("level2", "ned")], false),
        ] {
            let workspace = drawn(settings, Some(1));
            let (found, scene) = (workspace.novelty().expect("a fit"), workspace.field.scene.as_ref().expect("a scene"));
            let words = scene.latent.nrows();
            let single = Csr::from_rows(words, (0..words as u32).map(|word| vec![(word, 1.0)]));
            let decided = commanded(&workspace, Some(1)).decide(&single);
            let of = workspace.choices.layers.field_of;
            assert_eq!((scene.function_of(of).is_none(), found.weights.is_some()), (sums, sums));
            let field = match &found.weights {
                Some(weights) => {
                    let column = Array2::from_shape_fn((words, 1), |(word, _)| weights[word]);
                    scene.embedding.sums().product(scene.latent.view(), scene.latent.view(), column.view())
                        + found.function.bias[0]
                }
                None => found.function.at(scene.latent.view()),
            };
            let most = decided.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
            for (at, decision) in field.iter().zip(&decided) {
                assert!((at - decision).abs() < 1e-5 * most, "{settings:?}: {at} {decision}");
            }
        }
    }

    #[test]
    fn the_table_lists_the_documents_that_the_command_rejects_first() {
        let mut workspace = drawn(&[("level2", "rbf:0.7")], Some(2));
        act(&mut workspace, Action::Look(Look::SortBy(Column::Novelty)));
        let (data, found) = (workspace.corpus.dataset.as_ref().expect("data"), workspace.novelty().expect("a fit"));
        let command = commanded(&workspace, Some(2));
        let test = command.test(data, &data.split.test);
        for (&document, &decision) in test.documents.iter().zip(&test.decisions) {
            assert!((found.decisions[document] - decision).abs() < 1e-9);
            assert_eq!(found.rejected.contains(document), command.rejects(decision), "{document}");
        }
        let rejected = found.rejected.count();
        assert!(rejected > 10 && rejected < data.corpus.len(), "{rejected}");
        let listed = workspace.documents();
        assert!(listed.is_sorted_by(|&a, &b| found.decisions[a] <= found.decisions[b]));
        assert!(listed[..rejected].iter().all(|&document| found.rejected.contains(document)));
        let titles = |workspace: &Workspace| -> Vec<String> {
            let table = workspace.table("documents").expect("documents");
            table.columns.into_iter().map(|column| column.title).collect()
        };
        let before = titles(&workspace);
        assert!(before.ends_with(&["one-class".to_owned(), "novel".to_owned()]), "{before:?}");
        // The sentences equal those of the command `novelty`.
        let snapshot = workspace.run.snapshot.as_ref().expect("a model");
        let kernel = (&*snapshot.kernel_name(), snapshot.has_learned_kernel());
        let Finding { sentences, value } = command.finding(data, Some(2), &test, kernel);
        let rejected = test.by_class(data, 2).map(|side| command.rejected_share(&side).expect("documents"));
        assert_eq!(["rejected_of_class", "rejected_of_others"].map(|key| value[key].as_f64()), rejected.map(Some));
        let sentences = sentences.join(" ");
        assert!(found.report.starts_with(&sentences) && found.report.ends_with(" words alone."), "{}", found.report);
        act(&mut workspace, Action::Field(Field::Toggle(Layer::Field)));
        assert!(workspace.novelty().is_none() && titles(&workspace) == before[..before.len() - 2]);
    }

    #[test]
    fn a_field_of_other_positions_is_never_shown() {
        let (mut workspace, snapshots) = plane(&[], 3);
        let asks = |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::Run(task) if task.is("novelty")));
        update(&mut workspace, shows(&snapshots[0]));
        assert!(!asks(&update(&mut workspace, Action::Field(Field::Of(FieldOf::Novelty(None))))), "words move");
        assert!(workspace.no_novelty().is_some_and(|reason| reason.contains("when training pauses")));
        let effects = update(&mut workspace, state(RunState::Paused));
        let first = effects.into_iter().find_map(|effect| if let Effect::Run(task) = effect { Some(task) } else { None });
        let first = first.filter(|job| job.is("novelty")).expect("a job at rest");
        assert!(workspace.no_novelty().is_some_and(|reason| reason.contains("being fitted")));
        let late = first.answer();
        // After one more iteration, the late answer belongs to outdated positions.
        assert!(asks(&update(&mut workspace, shows(&snapshots[1]))) && first.is_cancelled());
        update(&mut workspace, late);
        assert!(workspace.novelty().is_none(), "late");
        act(&mut workspace, Action::Look(Look::Select(Focus::None)));
        workspace.field.novelty.study.stop();
        act(&mut workspace, shows(&snapshots[2]));
        let found = Arc::clone(workspace.novelty().expect("a fit"));
        assert!(workspace.no_novelty().is_none() && found.key.latent == Same::of(&snapshots[2].documents.x));
        act(&mut workspace, state(RunState::Running));
        assert!(workspace.novelty().is_some(), "the words have not moved yet");
        act(&mut workspace, shows(&snapshots[0]));
        let scene = workspace.field.scene.as_ref().expect("a scene");
        assert!(workspace.novelty().is_none() && !scene.knows(FieldOf::Novelty(None)) && scene.knows(FieldOf::Class(0)));
        act(&mut workspace, state(RunState::Paused));
        assert!(workspace.novelty().is_some());
        // The picture of the last run is shown for a while, but not as the field of another class.
        act(&mut workspace, Action::Run(Run::Restart));
        assert!(workspace.novelty().is_some() && workspace.run.snapshot.is_none());
        act(&mut workspace, Action::Field(Field::Of(FieldOf::Novelty(Some(1)))));
        assert!(workspace.novelty().is_none() && workspace.no_novelty().is_some());
        act(&mut workspace, Action::Field(Field::Of(FieldOf::Class(0))));
        assert!(workspace.novelty().is_none() && workspace.no_novelty().is_none());
    }

    #[test]
    fn the_bound_and_the_class_are_chosen_and_a_failure_names_its_remedy() {
        let mut workspace = drawn(&[], None);
        let all = workspace.novelty().expect("a fit").rejected.count();
        act(&mut workspace, Action::Field(Field::Nu(0.5)));
        let found = workspace.novelty().expect("a fit");
        assert!(found.rejected.count() > all && found.report.contains("ν = 0.5"), "{}", found.report);
        act(&mut workspace, Action::Look(Look::Select(Focus::Class(3))));
        assert_eq!(workspace.novelty().expect("a fit").key.class, Some(3), "the field stays that of novelty");
        act(&mut workspace, Action::Field(Field::Nu(7.0)));
        assert!(workspace.novelty().is_some_and(|found| found.key.nu < 1.0));
        workspace.session.memory = Budget::new(8);
        act(&mut workspace, Action::Field(Field::Nu(0.2)));
        let problem = workspace.no_novelty().expect("a problem");
        assert!(workspace.novelty().is_none() && problem.contains("would take"), "{problem}");
        act(&mut workspace, Action::Field(Field::Of(FieldOf::Novelty(Some(99)))));
        assert!(workspace.novelty().is_none());
    }
}
