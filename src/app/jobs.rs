//! Long work on threads of its own: dialogs, first looks, reading. Each answers with one action and wakes the window.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

use eframe::egui::Context;

use super::{
    keeper::{Keeper, Reader},
    saved,
};
use crate::{
    corpus::{self, Cancel, Corpus, CorpusError, Dataset, Limits, Origin, ReadOptions, Side, VectorFiles, VectorTable},
    model::FittedModel,
    project::{MatchReview, ReviewChanges, SavedModel, SavedSet, is_model, load_model, save_model},
    state::{
        Action, Answer, Data, DataOptions, Field, Inquiry, LoadedData, Message, Open, OpenedModel, Save, SavedReviews, Settings,
        Source,
    },
};

/// The threads' way back to the window.
pub struct Jobs {
    ctx: Context,
    send: Sender<Action>,
    receive: Receiver<Action>,
    keeper: Keeper,
}

impl Jobs {
    /// None yet; what is said of matches is kept in a folder, where there is one.
    pub fn new(ctx: &Context, reviews: Option<PathBuf>) -> Self {
        let (send, receive) = channel();
        let (told, wake) = (send.clone(), ctx.clone());
        let keeper = Keeper::new(reviews, move |text| {
            // The only failure is a window that is already gone.
            let _ = told.send(Action::Message(Some(Message { text, error: true })));
            wake.request_repaint();
        });
        Self { ctx: ctx.clone(), send, receive, keeper }
    }

    /// Keeps what changed in what is said of a corpus's matches.
    pub fn keep(&self, corpus: u64, name: String, changes: ReviewChanges) {
        self.keeper.keep(corpus, name, changes);
    }

    /// What the threads answered since the last call.
    pub fn answers(&self) -> Vec<Action> {
        self.receive.try_iter().collect()
    }

    /// Asks for files in a dialog.
    pub fn ask_for_file(&self) {
        self.ask_for_files("Open a corpus", |files| Action::Open(Open::Files(files)));
    }

    /// Asks for files that belong with those looked at.
    pub fn ask_for_other(&self) {
        self.ask_for_files("Add the other file", |files| Action::Open(Open::Add(files)));
    }

    fn ask_for_files(&self, title: &'static str, chosen: impl FnOnce(Vec<PathBuf>) -> Action + Send + 'static) {
        self.spawn("dialog", move || {
            let files = rfd::FileDialog::new().set_title(title).pick_files();
            // Without a portal the dialog answers as when cancelled.
            Some(files.filter(|files| !files.is_empty()).map_or_else(
                || {
                    let text =
                        "No file was chosen. Where no dialog opens, type the path (Ctrl+Shift+O) or drop the file on the window.";
                    Action::Message(Some(Message { text: text.to_owned(), error: false }))
                },
                chosen,
            ))
        });
    }

    /// Asks for a file of word vectors of a side.
    pub fn ask_for_vectors(&self, side: Side) {
        self.spawn("dialog", move || {
            let file = rfd::FileDialog::new().set_title("Open word vectors").pick_file();
            Some(file.map_or_else(
                || {
                    let text = "No file was chosen. Where no dialog opens, type the path.".to_owned();
                    Action::Message(Some(Message { text, error: false }))
                },
                |file| Action::Data(Data::Vectors(side, Some(file))),
            ))
        });
    }

    /// Asks for a place to save in, beginning with the one proposed.
    pub fn ask_for_place(&self, proposed: &str) {
        let proposed = PathBuf::from(proposed);
        self.spawn("dialog", move || {
            let mut dialog = rfd::FileDialog::new().set_title("Save the model");
            if let Some(folder) = proposed.parent().filter(|folder| folder.is_dir()) {
                dialog = dialog.set_directory(folder);
            }
            if let Some(name) = proposed.file_name() {
                dialog = dialog.set_file_name(name.to_string_lossy());
            }
            Some(dialog.save_file().map_or_else(
                || {
                    let text = "No place was chosen. Where no dialog opens, type the path.".to_owned();
                    Action::Message(Some(Message { text, error: false }))
                },
                |path| Action::Save(Save::Path(path.display().to_string())),
            ))
        });
    }

    /// Measures a machine once more and writes it, with the iterations made and the one it is of.
    pub fn save(
        &self,
        path: PathBuf,
        data: Arc<Dataset>,
        fitted: Arc<FittedModel>,
        [iterations, taken_at]: [usize; 2],
        (reviews, sets, pinned): (Vec<MatchReview>, Vec<SavedSet>, Vec<usize>),
    ) {
        self.spawn("save", move || {
            let saved = whole(|| {
                let saved = SavedModel::of(&data, (*fitted).clone(), iterations).taken_at(Some(taken_at));
                let model = SavedModel { reviews, sets, pinned, ..saved };
                save_model(&path, &model).map_err(|error| error.to_string())?;
                Ok(path)
            });
            Some(Action::Save(Save::Done(saved)))
        });
    }

    /// Looks at the beginning of the first file.
    pub fn preview(&self, job: u64, paths: Vec<PathBuf>, read: ReadOptions) {
        self.spawn("preview", move || {
            if let [path] = &paths[..]
                && is_model(path)
            {
                let opened = whole(|| {
                    let saved = load_model(path).map_err(|error| error.to_string())?;
                    Ok(Arc::new(OpenedModel { file: path.clone(), saved }))
                });
                return Some(Action::Open(Open::Answer(job, Answer::Model(opened))));
            }
            let preview = whole(|| corpus::preview_all(&paths, &read).map_err(|error| error.to_string()));
            Some(Action::Open(Open::Answer(job, Answer::Preview(preview))))
        });
    }

    /// Works out a sum of the model's.
    pub fn inquire(&self, inquiry: Inquiry) {
        let told = self.send.clone();
        self.spawn("sum", move || {
            let (found, message) = worked_out(inquiry);
            if let Some(text) = message {
                // The only failure is a window that is already gone.
                let _ = told.send(Action::Message(Some(Message { text, error: true })));
            }
            Some(found)
        });
    }

    /// Reads two word lists.
    pub fn read_lexicon(&self, [positive, negative]: [PathBuf; 2]) {
        self.spawn("lexicon", move || {
            let lexicon = whole(|| corpus::SentimentLexicon::read(&positive, &negative).map_err(|error| error.to_string()));
            Some(Action::Field(Field::Lexicon(lexicon.map(Arc::new))))
        });
    }

    /// Makes a dataset.
    pub fn load(
        &self,
        job: u64,
        source: Source,
        data: DataOptions,
        settings: Box<Settings>,
        vectors: Option<Arc<VectorTable>>,
        cancel: Arc<Cancel>,
    ) {
        let reader = self.keeper.reader();
        self.spawn("load", move || {
            let dataset = whole(|| match source {
                Source::Saved(model) => saved::ready(*model, &data, &cancel),
                source => ready(source, data, &settings, vectors, &cancel).map_err(|error| error.to_string()),
            });
            let dataset = dataset.map(|ready| LoadedData { reviews: reviews(&reader, &ready.dataset.corpus), ..ready });
            Some(Action::Open(Open::Answer(job, Answer::Corpus(dataset))))
        });
    }

    /// Lets go of something whose end may take a while.
    pub fn drop_aside(&self, value: impl Send + 'static) {
        self.spawn("drop", move || {
            drop(value);
            None
        });
    }

    fn spawn(&self, name: &str, work: impl FnOnce() -> Option<Action> + Send + 'static) {
        let (send, ctx) = (self.send.clone(), self.ctx.clone());
        let spawned = thread::Builder::new().name(name.to_owned()).spawn(move || {
            if let Some(action) = work() {
                // The only failure is a window that is already gone.
                let _ = send.send(action);
                ctx.request_repaint();
            }
        });
        if let Err(error) = spawned {
            let text = format!("the system gives no thread ({error}): close other programs and try again");
            let _ = self.send.send(Action::Message(Some(Message { text, error: true })));
        }
    }
}

fn ready(
    source: Source,
    mut data: DataOptions,
    settings: &Settings,
    at_hand: Option<Arc<VectorTable>>,
    cancel: &Cancel,
) -> Result<LoadedData, CorpusError> {
    let fresh = matches!(source, Source::Files(..) | Source::Launch(..));
    let corpus = match source {
        Source::Builtin(which) => Arc::new(corpus::builtin(which)),
        Source::Corpus(corpus) => corpus,
        Source::Files(paths, read) => {
            let raw = corpus::read(&paths, &read, cancel)?;
            let corpus = Corpus::cut(raw, &data.text, data.target_text.as_ref().unwrap_or(&data.text), cancel)?;
            Arc::new(corpus.with_origin(Origin::files(&paths, &read)))
        }
        Source::Launch(start) => {
            let raw = corpus::read(&start.corpus, &start.read, cancel)?;
            data.text = start.text.over(&raw.task.kind().text_options());
            let target = start.target_text.over(&data.text);
            let corpus = Corpus::cut(raw, &data.text, &target, cancel)?;
            data.target_text.clone_from(&corpus.target_options);
            Arc::new(corpus.with_origin(Origin::files(&start.corpus, &start.read)))
        }
        Source::Saved(saved) => saved.at_hand.ok_or(CorpusError::NoFiles)?,
    };
    if cancel.is_cancelled() {
        return Err(CorpusError::Cancelled);
    }
    // Each model weighs words its own way; which model it is shows only here.
    let weighting = settings.of_task(corpus.task.kind()).params.weighting();
    let note = if fresh { data.fit(&corpus) } else { None };
    let mut dataset = Dataset::build(corpus, &data.split, &data.vocabulary, weighting)?;
    if let Some(note) = note {
        dataset.notes.insert(0, note);
    }
    let vectors = data.vectors.as_ref().map(|files| vectors(files, at_hand, &dataset.corpus, cancel)).transpose()?;
    if let Some(vectors) = &vectors {
        dataset = dataset.with_vectors_from(vectors)?;
    }
    Ok(LoadedData { vectors, ..LoadedData::new(dataset, data) })
}

/// What was said earlier of the matches of a corpus of pairs.
fn reviews(reader: &Reader, corpus: &Corpus) -> Option<SavedReviews> {
    corpus.task.pairs()?;
    let corpus = corpus.fingerprint_of_texts();
    let (reviews, unreadable) = match reader.read(corpus) {
        Ok(reviews) => (reviews, None),
        Err(text) => (Vec::new(), Some(text)),
    };
    Some(SavedReviews { corpus, reviews, unreadable })
}

/// The vectors of all words of a corpus, so that another vocabulary of it needs no reading; those at hand if they are that.
fn vectors(
    files: &VectorFiles,
    at_hand: Option<Arc<VectorTable>>,
    corpus: &Corpus,
    cancel: &Cancel,
) -> Result<Arc<VectorTable>, CorpusError> {
    let (words, border) = (&corpus.lexicon, corpus.task.pairs().map_or(0, |pairs| pairs.source_words));
    if let Some(table) = at_hand.filter(|table| table.chosen() == files && table.covers(words, border)) {
        return Ok(table);
    }
    let limits = match &corpus.origin {
        Some(Origin::Files(_, read)) => read.limits,
        _ => Limits::default(),
    };
    files.read(words, border, limits, cancel).map(Arc::new)
}

/// The answer to a question; where working it out breaks off, one without anything in it, and what to tell unless it is told
/// where the answer would stand.
fn worked_out(inquiry: Inquiry) -> (Action, Option<String>) {
    let asked = inquiry.clone();
    match whole(|| Ok(inquiry.answer())) {
        Ok(found) => (Action::Found(found), None),
        Err(why) => {
            let message = (!matches!(asked, Inquiry::Study(_))).then(|| why.clone());
            (Action::Found(asked.without_answer(&why)), message)
        }
    }
}

/// The result of work that may break off by an error of the program: the window lives on and says so.
fn whole<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err("this broke off by an error of the program: try another file or form, and report this one".to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{Effect, LinesAction, LinesOf, StudyAction, Workspace, update};

    #[test]
    fn work_that_breaks_off_becomes_a_message() {
        assert_eq!(whole(|| Ok(3)), Ok(3));
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| ()));
        let message = whole::<()>(|| panic!("broken")).expect_err("a message");
        std::panic::set_hook(hook);
        assert!(message.contains("try another file"));
    }

    #[test]
    fn a_sum_that_breaks_off_says_so_where_its_answer_would_stand() {
        let data = DataOptions::default();
        let corpus = Arc::new(corpus::builtin(corpus::Builtin::Topics));
        let dataset = Dataset::build(corpus, &data.split, &data.vocabulary, corpus::Weighting::default()).expect("a dataset");
        let mut workspace = Workspace::default();
        update(&mut workspace, Action::Open(Open::Answer(0, Answer::Corpus(Ok(LoadedData::new(dataset, data))))));
        let nowhere = LinesAction::List(LinesOf::Word(usize::MAX - 1));
        let effects = update(&mut workspace, Action::Study(StudyAction::Lines(nowhere)));
        let [Effect::Inquire(inquiry)] = &effects[..] else { panic!("{effects:?}") };
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| ()));
        let (found, message) = worked_out(inquiry.clone());
        std::panic::set_hook(hook);
        assert_eq!(message, None, "the tab says it");
        update(&mut workspace, found);
        let study = &workspace.concordance.study;
        assert!(study.problem().is_some_and(|why| why.contains("error of the program")) && study.under_way().is_none());
    }
}
