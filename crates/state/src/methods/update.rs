//! Study of methods: its actions and the results of its tasks.

use std::sync::Arc;

use super::{
    MethodsAction, MethodsState, RunningStudy, StudyPlan, StudySetup, StudyUpdate,
    task::{StudyTask, StudyWork},
};
use crate::{
    Action, DataOptions, Effect, Message, Same, StudyAction, Tab, Workspace,
    core::job::{aside_telling, nothing},
    corpus::update::load::rebuild,
    training::update::run_control::begin_with,
};
use wordfield_core::{
    corpus::{Cancel, SplitOptions},
    experiment::{Experiment, StoppingRules},
    model::Preset,
    study::{Finished, PlannedCell, StudyFolder},
};

/// Applies an action on the study of methods.
pub(crate) fn apply(workspace: &mut Workspace, action: MethodsAction) -> Vec<Effect> {
    match action {
        MethodsAction::Setup(setup) => workspace.methods.setup = *setup,
        MethodsAction::Run => return run(workspace),
        MethodsAction::Stop => {
            // The running study is removed when its thread reports the end.
            if let Some(running) = &workspace.methods.running {
                running.cancel.cancel();
            }
        }
        MethodsAction::Choose(row) => {
            workspace.methods.choose(row);
            return compare(workspace);
        }
        MethodsAction::Seed(seed) => {
            workspace.methods.seed = seed;
            return compare(workspace);
        }
        MethodsAction::Open => return open(workspace),
        MethodsAction::Update(job, news) if job == workspace.methods.job => return receive(workspace, news),
        // Result of a task on the study of another corpus.
        MethodsAction::Update(..) => {}
    }
    Vec::new()
}

impl MethodsState {
    fn choose(&mut self, row: usize) {
        if self.chosen.last() != Some(&row) {
            self.chosen.push(row);
            let over = self.chosen.len().saturating_sub(2);
            self.chosen.drain(..over);
        }
    }
}

impl Workspace {
    /// Whether the split of the open corpus comes from a file.
    pub fn has_given_parts(&self) -> bool {
        self.corpus.loaded_options.split.given.is_some()
    }

    /// Validated setup of the study of methods for the open corpus.
    ///
    /// # Errors
    /// The first problem of the choice of methods, with a remedy.
    pub(crate) fn study_plan(&self) -> Result<StudyPlan, String> {
        let Some(dataset) = &self.corpus.dataset else { return Err("Open a corpus.".to_owned()) };
        let split = &self.corpus.loaded_options.split;
        self.methods.setup.check(&self.choices.settings, split, dataset.corpus.units())
    }
}

/// Shows a corpus's last study when the tab is opened, and cancels a study of another corpus or of other options.
/// While the tab of the study is in front, its setup is validated after each change.
pub(crate) fn due(workspace: &mut Workspace) -> Option<Effect> {
    let look = look(workspace);
    check(workspace);
    look
}

fn check(workspace: &mut Workspace) {
    let Some(dataset) = workspace.corpus.dataset.as_ref().filter(|_| workspace.layout.tab == Tab::Study) else {
        workspace.methods.plan.forget();
        return;
    };
    let (settings, split, units) = (&workspace.choices.settings, &workspace.corpus.loaded_options.split, dataset.corpus.units());
    let MethodsState { setup, plan, .. } = &mut workspace.methods;
    let key = (setup.clone(), settings.clone(), split.clone(), units);
    plan.of(key, || setup.check(settings, split, units));
}

fn look(workspace: &mut Workspace) -> Option<Effect> {
    let dataset = workspace.corpus.dataset.as_ref();
    let options = &workspace.corpus.loaded_options;
    let of = workspace.methods.of.as_ref();
    let current = match (of, dataset) {
        (Some((corpus, known)), Some(dataset)) => *corpus == Same::of(&dataset.corpus) && are_of_one_study(known, options),
        (of, dataset) => of.is_none() && dataset.is_none(),
    };
    if current || (of.is_none() && workspace.layout.tab != Tab::Study) {
        return None;
    }
    let job = workspace.methods.job + 1;
    workspace.methods = MethodsState { job, ..MethodsState::default() };
    let dataset = dataset.filter(|_| workspace.layout.tab == Tab::Study)?;
    workspace.methods.of = Some((Same::of(&dataset.corpus), options.clone()));
    workspace.methods.setup = usual_setup(workspace)?;
    task(workspace, StudyWork::Look, Arc::default())
}

/// Default setup of a study of the open corpus.
fn usual_setup(workspace: &Workspace) -> Option<StudySetup> {
    let corpus = &workspace.corpus.dataset.as_ref()?.corpus;
    Some(StudySetup::usual(corpus.task.kind(), &workspace.corpus.loaded_options.split, corpus.units()))
}

/// Whether options differ only in what a study varies: sizes of the training and development part, and seed.
/// [`OpenCorpus::key`](wordfield_core::study::OpenCorpus::key) omits the same options.
fn are_of_one_study(one: &DataOptions, other: &DataOptions) -> bool {
    fn fixed(options: &DataOptions) -> impl PartialEq {
        let DataOptions { text, target_text, split, vocabulary, vectors } = options;
        let SplitOptions { train: _, dev: _, test, unlabelled, test_text, test_files, dev_files, stratified, seed: _, given } =
            split;
        (text, target_text, vocabulary, vectors, (test, unlabelled, test_text, test_files, dev_files, stratified, given))
    }
    fixed(one) == fixed(other)
}

fn task(workspace: &Workspace, work: StudyWork, cancel: Arc<Cancel>) -> Option<Effect> {
    let corpus = Arc::clone(&workspace.corpus.dataset.as_ref()?.corpus);
    let recipe = workspace.corpus.loaded_options.recipe(corpus.origin.clone().unwrap_or_default());
    let (job, memory, root) = (workspace.methods.job, workspace.session.memory, workspace.session.studies.clone());
    let task = StudyTask { corpus, recipe, work, memory, root, cancel };
    Some(aside_telling("study", move |tell| {
        task.run(&|news| tell(Action::Study(StudyAction::Methods(MethodsAction::Update(job, news)))));
        nothing()
    }))
}

fn run(workspace: &mut Workspace) -> Vec<Effect> {
    let plan = match workspace.study_plan() {
        Ok(plan) if workspace.methods.running.is_none() => plan,
        Ok(_) => return Vec::new(),
        Err(problem) => {
            workspace.message = Some(Message::error(problem));
            return Vec::new();
        }
    };
    // A pending look-up of the study's folder must not restore the stored setup.
    workspace.methods.job += 1;
    let cancel = Arc::<Cancel>::default();
    let work = StudyWork::Run(Box::new(workspace.methods.setup.clone()), Box::new(plan));
    let Some(effect) = task(workspace, work, Arc::clone(&cancel)) else { return Vec::new() };
    workspace.methods.running = Some(RunningStudy { cancel, extent: [0, 0], seconds_left: None });
    vec![effect]
}

/// Compares the predictions of the two rows of the study chosen last, if their cells are finished.
fn compare(workspace: &mut Workspace) -> Vec<Effect> {
    workspace.methods.difference = None;
    let MethodsState { shown: Some(shown), .. } = &workspace.methods else { return Vec::new() };
    let Some(cells) = finished_choice(&workspace.methods) else { return Vec::new() };
    let work = StudyWork::Compare(StudyFolder::at(&shown.folder), Box::new(cells));
    task(workspace, work, Arc::default()).into_iter().collect()
}

/// Cells of the two study rows chosen last, if both are finished.
fn finished_choice(methods: &MethodsState) -> Option<[PlannedCell; 2]> {
    let MethodsState { shown: Some(shown), seed, .. } = methods else { return None };
    let &[first, second] = &methods.chosen[..] else { return None };
    let finished = |row: usize| shown.cell(row, *seed).filter(|_| shown.is_done(row, *seed)).cloned();
    Some([finished(first)?, finished(second)?])
}

/// Reads the record of the study's row chosen last, whose model is then trained in the window.
fn open(workspace: &mut Workspace) -> Vec<Effect> {
    let MethodsState { shown: Some(shown), chosen, seed, .. } = &workspace.methods else { return Vec::new() };
    let Some(cell) = chosen.last().and_then(|&row| shown.cell(row, *seed)) else { return Vec::new() };
    let work = StudyWork::Open(StudyFolder::at(&shown.folder), cell.clone());
    task(workspace, work, Arc::default()).into_iter().collect()
}

fn receive(workspace: &mut Workspace, news: StudyUpdate) -> Vec<Effect> {
    let usual = usual_setup(workspace);
    let methods = &mut workspace.methods;
    match news {
        // A selection of methods that the user changed meanwhile is kept.
        StudyUpdate::Setup(setup) if Some(&methods.setup) == usual.as_ref() => methods.setup = *setup,
        StudyUpdate::Setup(_) => {}
        StudyUpdate::Rows(shown) => {
            let before = finished_choice(methods);
            // Rows of another plan of the study have other indices.
            if methods.shown.as_ref().is_some_and(|before| before.plan != shown.plan) {
                (methods.chosen, methods.difference) = (Vec::new(), None);
            }
            methods.shown = Some(shown);
            if finished_choice(methods) != before {
                return compare(workspace);
            }
        }
        StudyUpdate::Progress(extent, left) => {
            if let Some(running) = &mut methods.running {
                (running.extent, running.seconds_left) = (extent, Some(left));
            }
        }
        StudyUpdate::Ended(outcome) => {
            methods.running = None;
            match outcome {
                Err(problem) => workspace.message = Some(Message::error(problem)),
                Ok(Finished { elsewhere: others @ 1.., .. }) => {
                    let text = format!("Cells that another window trains at the moment: {others}.");
                    workspace.message = Some(Message::note(text));
                }
                Ok(_) => {}
            }
        }
        StudyUpdate::Train(cell, experiment, preset) => return train(workspace, &cell, *experiment, preset),
        // An answer to an earlier choice of rows in the study is dropped.
        StudyUpdate::Differ(difference) => {
            let MethodsState { shown, chosen, seed, .. } = &workspace.methods;
            let cell = |row: Option<&usize>| shown.as_ref()?.cell(*row?, *seed);
            if [0, 1].map(|side| cell(chosen.get(side))) == difference.cells.each_ref().map(Some) {
                workspace.methods.difference = Some(difference);
            }
        }
        StudyUpdate::Problem(problem) => workspace.message = Some(Message::error(problem)),
    }
    Vec::new()
}

/// Trains the model of a study's cell in the window: its parameters, split, seed and stopping rules.
fn train(workspace: &mut Workspace, cell: &PlannedCell, experiment: Experiment, preset: Preset) -> Vec<Effect> {
    let Experiment { data, params, train, .. } = experiment;
    let now = &workspace.corpus.loaded_options;
    let options = DataOptions { split: SplitOptions { given: now.split.given.clone(), ..data.split }, ..now.clone() };
    let rules = StoppingRules { iterations: train.max_iterations, patience: train.patience };
    workspace.layout.tab = if params.value("q").is_some() { Tab::Field } else { Tab::Evaluation };
    workspace.message = Some(Message::note(format!("Training the model of the study: {}.", cell.name())));
    let settings = workspace.pending_settings().of_cell(preset, params, rules);
    if options == *now { begin_with(workspace, settings) } else { rebuild(workspace, options, Some(settings)) }
}

#[cfg(test)]
mod tests;
