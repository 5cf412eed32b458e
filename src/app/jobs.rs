//! Jobs on threads, such as previews, reading of files and exports. Each ends with one action and wakes the window.
//!
//! Every answer carries the number of the workspace that requested it, since a lesson has its own.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{Receiver, channel},
    },
    thread,
};

use eframe::egui::Context;

use super::{
    check_files, figures,
    keeper::Keeper,
    latest::Latest,
    outbox::{Answered, Outbox},
    query_pool::QueryPool,
    review_watch::Watch,
    user_settings,
};
use wordfield_core::{
    corpus::{self, Cancel, Dataset, Limits, ReadOptions, VectorFiles},
    memory::Budget,
    model::FittedModel,
    project::{SavedModel, is_model, load_model_unless, save_model, write_atomically},
    word_space::{self, WordSpace},
};
use wordfield_output::{KnownPairs, Stale, read_verdicts};
use wordfield_rules::RuleSet;
use wordfield_session::is_session;
use wordfield_state::{
    Action, AlignAction, AlignTask, Answer, Export, ExportTask, Field, FigureChoice, FigureStep, LoadTask, LoadedData,
    MethodsAction, Open, OpenedModel, OpenedSession, Progress, QueryTask, ReadProblem, ReviewerAction, RulesAction,
    SandboxAction, Save, SavedContent, Source, SpaceAction, StudyAction, StudyTask, Work, Workspace, catch_panic, data_folder,
    load::{datasets, saved, session},
};

/// Starter of threads for long operations, and collector of their actions.
pub(super) struct Jobs {
    outbox: Outbox,
    receive: Receiver<Answered>,
    /// Number of the workspace that requests the operations.
    pub(super) workspace: usize,
    /// Number of workspaces numbered so far.
    workspaces: usize,
    /// Keeper thread's handle, by which changed verdicts are written.
    pub(super) keeper: Keeper,
    /// Watcher of saved verdicts on the open pairs, for changes by other windows.
    pub(super) watch: Watch,
    queries: QueryPool,
    /// Versions of the file with the progress of the lessons.
    progress: Arc<Latest>,
}

impl Jobs {
    /// Creates the jobs; verdicts are written to `folder`, if given.
    pub(super) fn new(ctx: &Context, reviews: Option<PathBuf>) -> Self {
        let (send, receive) = channel();
        let outbox = Outbox::new(send, ctx.clone());
        let (errors, changes) = (outbox.clone(), outbox.clone());
        let keeper = Keeper::new(reviews, move |text| errors.report(text));
        let changed = move |corpus, reviews| changes.deliver(None, Action::Reviewed(corpus, reviews));
        let watch = Watch::new(keeper.reader(), changed);
        let queries = QueryPool::new(&outbox);
        Self { outbox, receive, workspace: 0, workspaces: 1, keeper, watch, queries, progress: Arc::default() }
    }

    /// Gives a new number to the workspace that requests operations from now on.
    pub(super) fn number_workspace(&mut self) {
        self.workspace = self.workspaces;
        self.workspaces += 1;
    }

    /// Writes the progress of the lessons on a thread.
    pub(super) fn keep_progress(&self, file: PathBuf, progress: &Progress) {
        if let Some(content) = progress.written() {
            self.write_latest("progress", file, content, &self.progress);
        }
    }

    /// Writes a version of a small file of the program, unless a later version is already written.
    pub(super) fn write_latest(&self, name: &str, file: PathBuf, content: Vec<u8>, versions: &Arc<Latest>) {
        let (versions, number) = (Arc::clone(versions), versions.begin());
        self.spawn(name, move || {
            versions.write(number, || user_settings::write(&file, &content));
            None
        });
    }

    /// Actions received from threads since the last call.
    pub(super) fn answers(&self) -> Vec<Answered> {
        self.receive.try_iter().collect()
    }

    /// Draws the preview of a figure on a thread.
    pub(super) fn preview_figure(&self, workspace: Arc<Workspace>, choice: FigureChoice) {
        self.spawn("figure", move || {
            let preview = catch_panic(|| figures::preview(&workspace, &choice));
            Some(Action::Figure(FigureStep::Preview(Box::new(choice), preview)))
        });
    }

    /// Writes a figure to a file on a thread.
    pub(super) fn write_figure(&self, workspace: Arc<Workspace>, choice: FigureChoice, path: PathBuf) {
        self.spawn("figure", move || {
            Some(Action::Figure(FigureStep::Done(catch_panic(|| figures::write(&workspace, &choice, path)))))
        });
    }

    /// Aligns two texts and writes the pairs, on a thread.
    pub(super) fn align(&self, task: AlignTask) {
        self.spawn("align", move || {
            let outcome = catch_panic(|| task.run().transpose()).transpose();
            Some(Action::Align(AlignAction::Done(task.job, outcome)))
        });
    }

    /// Writes an export on a thread.
    pub(super) fn export(&self, task: ExportTask) {
        self.spawn("export", move || {
            let animate = |workspace: &Arc<Workspace>| figures::animation(workspace);
            let outcome = catch_panic(|| task.run(animate));
            Some(Action::Export(Export::Done(task.job, outcome)))
        });
    }

    /// Evaluates a fitted model and saves it, with the number of iterations and the iteration it belongs to. `complete` adds
    /// reviews, sets, pinned words and the check of the pairs.
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

    /// Writes a session on a thread.
    pub(super) fn save_session(&self, path: PathBuf, work: Box<Work>) {
        self.spawn("session", move || {
            let saved = catch_panic(|| {
                wordfield_session::write(&path, &work.session()).map_err(|error| error.to_string())?;
                Ok(path)
            });
            Some(Action::Save(Save::Done(SavedContent::Session, saved)))
        });
    }

    /// Previews the beginning of a corpus's first file.
    pub(super) fn preview(&self, job: u64, paths: Vec<PathBuf>, read: ReadOptions, cancel: Arc<Cancel>) {
        self.spawn("preview", move || {
            let answer = match &paths[..] {
                [path] if is_session(path) => {
                    Answer::Session(catch_panic(|| OpenedSession::read(path, data_folder::sessions().as_deref()).map(Arc::new)))
                }
                [path] if is_model(path) => Answer::Model(catch_panic(|| {
                    let saved = load_model_unless(path, &cancel).map_err(|error| error.to_string())?;
                    Ok(Arc::new(OpenedModel { file: path.clone(), saved }))
                })),
                [path] if read == ReadOptions::default() && corpus::holds_word_vectors(path, Limits::default()) => {
                    Answer::WordVectors(path.clone())
                }
                _ => Answer::Preview(catch_panic(|| corpus::preview_all(&paths, &read, &cancel).map_err(ReadProblem::from))),
            };
            Some(Action::Open(Open::Answer(job, answer)))
        });
    }

    /// Runs a query on the pool of threads.
    pub(super) fn ask(&self, task: QueryTask) {
        self.queries.ask(self.workspace, task);
    }

    /// Reads two word lists, the sentiment lexicon, on a thread.
    pub(super) fn read_lexicon(&self, [positive, negative]: [PathBuf; 2]) {
        self.spawn("lexicon", move || {
            let lexicon = catch_panic(|| corpus::SentimentLexicon::read(&positive, &negative).map_err(|error| error.to_string()));
            Some(Action::Field(Field::Lexicon(lexicon.map(Arc::new))))
        });
    }

    /// Reads the verdicts of another reviewer on a thread.
    pub(super) fn read_verdicts(&self, path: PathBuf, dataset: Arc<Dataset>) {
        self.spawn("verdicts", move || {
            let fitted = catch_panic(|| {
                let table = read_verdicts(&path).map_err(|error| error.to_string())?;
                let fitted = table.fitted(&KnownPairs::of_corpus(&dataset.corpus), Stale::Report);
                fitted.map(Arc::new).map_err(|error| error.to_string())
            });
            Some(Action::Reviewer(ReviewerAction::Read(path, fitted)))
        });
    }

    /// Reads a rule file on a thread.
    pub(super) fn read_rules(&self, path: PathBuf) {
        self.spawn("rules", move || {
            let rules = catch_panic(|| RuleSet::read(&path).map(Arc::new).map_err(|error| error.to_string()));
            Some(Action::Rules(RulesAction::Read(path, rules)))
        });
    }

    /// Writes thresholds and switches of rules to a rule file, with the rules of `from`.
    pub(super) fn write_rules(&self, rules: Arc<RuleSet>, from: Option<PathBuf>, path: PathBuf) {
        self.spawn("rules", move || {
            let written = catch_panic(|| write_rules(&rules, from.as_deref(), &path)).map(|()| path);
            Some(Action::Rules(RulesAction::Saved(written)))
        });
    }

    /// Reads the text of a sandbox on a thread.
    pub(super) fn read_sandbox(&self, path: PathBuf) {
        self.spawn("sandbox", move || {
            let text = state_text(&path).map_err(|problem| format!("{}: {problem}", path.display()));
            Some(Action::Sandbox(SandboxAction::Opened(text)))
        });
    }

    /// Reads word vectors on a thread, and delivers the first words before the others.
    pub(super) fn read_space(&self, job: u64, files: VectorFiles, first: Option<usize>, cancel: Arc<Cancel>, memory: Budget) {
        let (outbox, workspace) = (self.outbox.clone(), self.workspace);
        self.spawn("vectors", move || {
            let publish = |space: WordSpace| {
                let space = Ok(Arc::new(space));
                outbox.deliver(Some(workspace), Action::Space(SpaceAction::Read { job, space }));
            };
            let space = catch_panic(|| {
                let space = word_space::read(&files, first, memory, &cancel, publish);
                space.map(Arc::new).map_err(|error| error.to_string())
            });
            Some(Action::Space(SpaceAction::Read { job, space }))
        });
    }

    /// Runs a task of a study of methods, whose folders are in `root`. Its results are delivered one after another.
    pub(super) fn study(&self, task: StudyTask, root: Option<PathBuf>) {
        let (outbox, workspace, job) = (self.outbox.clone(), self.workspace, task.job);
        self.spawn("study", move || {
            task.run(root.as_deref(), &|news| {
                outbox.deliver(Some(workspace), Action::Study(StudyAction::Methods(MethodsAction::Update(job, news))));
            });
            None
        });
    }

    /// Builds a dataset on a thread.
    pub(super) fn load(&self, task: LoadTask) {
        let LoadTask { job, source, data, settings, vectors, cancel } = task;
        let reader = self.keeper.reader();
        self.spawn("load", move || {
            let dataset = catch_panic(|| match source {
                Source::Saved(model) => saved::ready(*model, &data, &cancel).map_err(ReadProblem::from),
                Source::Session(opened, current) => session::ready(&opened, current, &cancel).map_err(ReadProblem::from),
                source => datasets::ready(source, data, &settings, vectors, &cancel).map_err(ReadProblem::from),
            });
            let dataset = dataset.map(|ready| {
                let reviews = reader.reviews(&ready.dataset.corpus);
                let stored = reader.folder().zip(reviews.as_ref());
                let stored_check =
                    stored.map(|(folder, reviews)| check_files::read(folder, reviews.corpus, &ready.dataset.corpus));
                LoadedData { reviews, stored_check: Box::new(stored_check.unwrap_or_default()), ..ready }
            });
            Some(Action::Open(Open::Answer(job, Answer::Corpus(dataset))))
        });
    }

    /// Drops a value on a thread, because that may be slow.
    pub(super) fn drop_aside(&self, value: impl Send + 'static) {
        self.spawn("drop", move || {
            drop(value);
            None
        });
    }

    /// Runs work on a thread, whose action goes to the current workspace.
    pub(super) fn spawn(&self, name: &str, work: impl FnOnce() -> Option<Action> + Send + 'static) {
        let (outbox, workspace) = (self.outbox.clone(), self.workspace);
        let spawned = thread::Builder::new().name(name.to_owned()).spawn(move || {
            if let Some(action) = work() {
                outbox.deliver(Some(workspace), action);
            }
        });
        if let Err(error) = spawned {
            self.outbox.report(format!("The system provides no thread ({error}). Close other programs and try again."));
        }
    }
}

/// Writes a rule file: over the rules' own file or another rule file, never over anything else.
fn write_rules(rules: &RuleSet, from: Option<&Path>, path: &Path) -> Result<(), String> {
    if path.exists() {
        RuleSet::read(path).map_err(|error| format!("{error}; choose another name for the rules"))?;
    }
    let unreadable = |error| format!("the rules cannot be read again: {}: {error}", from.unwrap_or(path).display());
    let text = from.map(fs::read_to_string).transpose().map_err(unreadable)?.unwrap_or_default();
    let text = rules.write_settings(&text, from.unwrap_or(path)).map_err(|error| error.to_string())?;
    write_atomically(path, text.as_bytes()).map_err(|error| error.to_string())
}

/// Maximum size of a sandbox text, in bytes.
const STATE_BYTES: u64 = 4_000_000;

/// Text of a small file, or the reason why it cannot be read.
fn state_text(path: &Path) -> Result<String, String> {
    let size = fs::metadata(path).map_err(|error| error.to_string())?.len();
    if size > STATE_BYTES {
        return Err("the file is too large for a state of the sandbox: choose another".to_owned());
    }
    fs::read_to_string(path).map_err(|error| format!("{error}; choose a file saved with File › Export"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wordfield_state::{DataOptions, Effect, LinesAction, LinesOf, update};

    #[test]
    fn a_panic_in_a_job_becomes_a_message() {
        assert_eq!(catch_panic(|| Ok::<_, String>(3)), Ok(3));
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| ()));
        let message = catch_panic::<(), String>(|| panic!("broken")).expect_err("a message");
        std::panic::set_hook(hook);
        assert!(message.contains("internal error"));
    }

    #[test]
    fn a_panic_in_a_query_becomes_its_answer() {
        let data = DataOptions::default();
        let corpus = Arc::new(corpus::builtin(corpus::Builtin::Topics));
        let dataset = Dataset::build(corpus, &data.split, &data.vocabulary, corpus::Weighting::default()).expect("a dataset");
        let mut workspace = Workspace::default();
        update(&mut workspace, Action::Open(Open::Answer(0, Answer::Corpus(Ok(LoadedData::new(dataset, data))))));
        let nowhere = LinesAction::List(LinesOf::Word(usize::MAX - 1));
        let effects = update(&mut workspace, Action::Study(StudyAction::Lines(nowhere)));
        let [Effect::Ask(task)] = &effects[..] else { panic!("{effects:?}") };
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| ()));
        let answer = task.answer();
        std::panic::set_hook(hook);
        update(&mut workspace, Action::Answered(answer));
        assert!(workspace.message.is_none(), "the tab shows the problem");
        let study = &workspace.concordance.study;
        assert!(study.problem().is_some_and(|why| why.contains("internal error")) && study.under_way().is_none());
    }
}
