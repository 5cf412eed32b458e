//! Jobs, such as previews, reading of files and exports. Each ends with one action and wakes the window.
//! Without a thread of the system a job is computed in the frame.
//!
//! Every answer carries the number of the workspace that requested it, since a lesson has its own.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        mpsc::{Receiver, channel},
    },
    time::Duration,
};

use eframe::egui::Context;

use crate::{
    check_files, dialogs, figures,
    keeper::{Keeper, Watch},
    outbox::{Answered, Outbox, missing_thread},
    platform::{Platform, once, run_anyway},
};
use wordfield_core::{
    corpus::Dataset,
    model::FittedModel,
    project::{SavedModel, save_model},
};
use wordfield_state::{
    Action, Answer, Dialog, Export, ExportTask, FigureChoice, FigureStep, Job, Lane, LoadTask, LoadedData, Message, Open,
    ReadProblem, Save, SavedContent, Source, Workspace, catch_panic,
    load::{datasets, saved, session},
};
use wordfield_ui::field::run_beside;

/// Starter of long operations, and collector of their actions.
pub(super) struct Jobs {
    pub(super) platform: Arc<dyn Platform>,
    outbox: Outbox,
    receive: Receiver<Answered>,
    /// Number of the workspace that requests operations.
    pub(super) workspace: usize,
    /// Number of the last numbered workspace.
    workspaces: usize,
    /// Keeper, by which changed verdicts are written.
    pub(super) keeper: Keeper,
    /// Poller of saved verdicts on the open pairs, for changes by other windows.
    pub(super) watch: Watch,
}

impl Jobs {
    /// Creates the jobs; verdicts are written to `folder`, if given.
    pub(super) fn new(ctx: &Context, platform: Arc<dyn Platform>, reviews: Option<PathBuf>) -> Self {
        let (send, receive) = channel();
        let machine = Arc::clone(&platform);
        run_beside(ctx, move |work| run_anyway(&*machine, "word field", Lane::Alone, once(work)));
        let outbox = Outbox::new(send, ctx.clone());
        let (errors, changes) = (outbox.clone(), outbox.clone());
        let keeper = Keeper::new(Arc::clone(&platform), reviews, move |text| errors.report(text));
        let changed = move |corpus, reviews| changes.deliver(None, Action::Reviewed(corpus, reviews));
        let watch = Watch::new(keeper.reader.clone(), changed);
        Self { platform, outbox, receive, workspace: 0, workspaces: 1, keeper, watch }
    }

    /// Gives a new number to the workspace that requests operations from now on.
    pub(super) fn number_workspace(&mut self) {
        self.workspace = self.workspaces;
        self.workspaces += 1;
    }

    /// Actions received from jobs since the last call.
    pub(super) fn answers(&self) -> Vec<Answered> {
        self.receive.try_iter().collect()
    }

    /// Draws the preview of a figure.
    pub(super) fn preview_figure(&self, workspace: Arc<Workspace>, choice: FigureChoice) {
        self.spawn("figure", move || {
            let preview = catch_panic(|| figures::preview(&workspace, &choice));
            Some(Action::Figure(FigureStep::Preview(Box::new(choice), preview)))
        });
    }

    /// Writes a figure to a file.
    pub(super) fn write_figure(&self, workspace: Arc<Workspace>, choice: FigureChoice, path: PathBuf) {
        self.spawn("figure", move || {
            Some(Action::Figure(FigureStep::Done(catch_panic(|| figures::write(&workspace, &choice, path)))))
        });
    }

    /// Writes an export.
    pub(super) fn export(&self, task: ExportTask) {
        self.spawn("export", move || {
            let animate = |workspace: &Arc<Workspace>| figures::animation(workspace);
            let outcome = catch_panic(|| task.run(animate));
            Some(Action::Export(Export::Done(task.job, outcome)))
        });
    }

    /// Evaluates a fitted model and saves it, with the number of iterations and the snapshot's iteration.
    /// With `complete`, the file also has reviews, sets, pinned words and the check of the pairs.
    pub(super) fn save(
        &self,
        path: PathBuf,
        data: Arc<Dataset>,
        fitted: Arc<FittedModel>,
        [iterations, taken_at]: [usize; 2],
        complete: impl FnOnce(SavedModel) -> SavedModel + Send + 'static,
    ) {
        self.spawn("save", move || {
            let saved = catch_panic(|| {
                let saved = SavedModel::of(&data, (*fitted).clone(), iterations).taken_at(Some(taken_at));
                save_model(&path, &complete(saved)).map_err(|error| error.to_string())?;
                Ok(path)
            });
            Some(Action::Save(Save::Done(SavedContent::Model, saved)))
        });
    }

    /// Runs a job in its lane.
    pub(super) fn run(&self, job: Job) {
        let deliver = self.deliver();
        let (name, lane) = (job.name, job.lane);
        let task = move || {
            job.step(&deliver).map_or(Some(Duration::ZERO), |answer| {
                deliver(answer);
                None
            })
        };
        run_anyway(&*self.platform, name, lane, Box::new(task));
    }

    /// Builds a dataset.
    pub(super) fn load(&self, task: LoadTask) {
        let LoadTask { job, source, data, settings, vectors, cancel } = task;
        let (platform, reader) = (Arc::clone(&self.platform), self.keeper.reader.clone());
        self.spawn("load", move || {
            let dataset = catch_panic(|| {
                let ready = match source {
                    Source::Saved(model) => saved::ready(*model, &data, &cancel)?,
                    Source::Session(opened, current) => session::ready(&opened, current, &cancel)?,
                    source => datasets::ready(source, data, &settings, vectors, &cancel)?,
                };
                let reviews = reader.reviews(&ready.dataset.corpus);
                let stored = reader.folder().zip(reviews.as_ref());
                let stored_check = stored
                    .map(|(folder, reviews)| check_files::read(platform.store(), folder, reviews.corpus, &ready.dataset.corpus));
                Ok::<_, ReadProblem>(LoadedData { reviews, stored_check: Box::new(stored_check.unwrap_or_default()), ..ready })
            });
            Some(Action::Open(Open::Answer(job, Answer::Corpus(dataset))))
        });
    }

    /// Drops a value beside the frame, because dropping may be slow.
    pub(super) fn drop_aside(&self, value: impl Send + 'static) {
        self.spawn("drop", move || {
            drop(value);
            None
        });
    }

    /// Runs work beside the frame, whose action goes to the current workspace. A panic becomes a message.
    pub(super) fn spawn(&self, name: &'static str, work: impl FnOnce() -> Option<Action> + Send + 'static) {
        let deliver = self.deliver();
        let task = once(move || {
            let failure = |problem: String| Some(Action::Message(Some(Message::error(problem))));
            catch_panic(|| Ok(work())).unwrap_or_else(failure).into_iter().for_each(deliver);
        });
        run_anyway(&*self.platform, name, Lane::Alone, task);
    }

    /// Shows a dialog. A cancelled dialog triggers no action.
    pub(super) fn show_dialog(&self, dialog: Dialog) {
        let (deliver, platform, opened) = (self.deliver(), Arc::clone(&self.platform), self.platform.now());
        let shown = dialog.clone();
        let chosen = move |paths| {
            if let Some(action) = dialogs::outcome(&dialog, paths, platform.now().saturating_sub(opened)) {
                deliver(action);
            }
        };
        if let Err(error) = self.platform.show_dialog(shown, Box::new(chosen)) {
            self.outbox.report(missing_thread(&error));
        }
    }

    /// Function that delivers an action to the current workspace.
    fn deliver(&self) -> impl Fn(Action) + Send + Sync + use<> {
        let (outbox, workspace) = (self.outbox.clone(), self.workspace);
        move |action| outbox.deliver(Some(workspace), action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wordfield_core::corpus;
    use wordfield_state::{DataOptions, Effect, LinesAction, LinesOf, StudyAction, update};

    #[test]
    fn a_panic_in_a_pooled_job_becomes_its_answer() {
        let data = DataOptions::default();
        let corpus = Arc::new(corpus::builtin(corpus::Builtin::Topics));
        let dataset = Dataset::build(corpus, &data.split, &data.vocabulary, corpus::Weighting::default()).expect("a dataset");
        let mut workspace = Workspace::default();
        update(&mut workspace, Action::Open(Open::Answer(0, Answer::Corpus(Ok(LoadedData::new(dataset, data))))));
        let nowhere = LinesAction::List(LinesOf::Word(usize::MAX - 1));
        let effects = update(&mut workspace, Action::Study(StudyAction::Lines(nowhere)));
        let [Effect::Run(task)] = &effects[..] else { panic!("{effects:?}") };
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| ()));
        let answer = task.answer();
        std::panic::set_hook(hook);
        update(&mut workspace, answer);
        assert!(workspace.message.is_none(), "the tab shows the problem");
        let study = &workspace.concordance.study;
        assert!(study.problem().is_some_and(|why| why.contains("internal error")) && study.under_way().is_none());
    }
}
