//! Steps of opening a corpus, from a path to a dataset; slow steps run on a thread.

use std::{mem, path::PathBuf, sync::Arc};

use crate::{
    Answer, ChangesStudy, CheckSort, Choices, ClassesState, ComparedSets, ConcordanceState, Dialog, DocumentFilter,
    DocumentMapState, Effect, Focus, GramState, LabelsState, LoadedData, Loading, MatchListing, MatchesState, Members, Message,
    NamedSets, Open, PathKind, RatingsState, ReadProblem, RecentFile, RecentKind, Recovery, RunTable, Runs, SetsStudy, Settings,
    Source, StartOptions, TwoRuns, Workspace,
    compare::update::comparing,
    corpus::first_look::{FirstLook, PreviewInputs, split_by_name},
    corpus::update::load::{cancel, keep_dataset, load},
    corpus::update::previewing::{self, another, look_again, look_for_documents, preview, previewed},
    corpus::update::{returning, saved, session},
    matches::update::stored as stored_list,
    reviews::SavedReviews,
    reviews::update as review_saving,
    run::update::restart,
    sandbox,
    word_space::update::actions as space_actions,
};
use wordfield_core::{
    corpus::{Builtin, Dataset, Origin, ReadOptions, SplitOptions, TaskKind, is_sandbox},
    experiment::DataRecipe,
    project::Fit,
};
use wordfield_session::Training;

/// Applies one step of opening a corpus.
pub(crate) fn apply(workspace: &mut Workspace, open: Open) -> Vec<Effect> {
    match open {
        Open::Start(start) => begin(workspace, *start),
        Open::Builtin(which) => load_builtin(workspace, which),
        Open::AskForFile => vec![Effect::Dialog(Dialog::Files)],
        Open::Files(mut paths) if paths.len() == 1 && is_sandbox(&paths[0]) => {
            paths.pop().map(sandbox::update::open).into_iter().collect()
        }
        Open::Files(paths) => preview(workspace, paths, ReadOptions::default()),
        Open::Recent(place) => {
            let recent = workspace.layout.recent.get(place).cloned();
            recent.map_or_else(Vec::new, |RecentFile { files, read, .. }| preview(workspace, files, read))
        }
        Open::ForgetRecent => {
            workspace.layout.recent.clear();
            Vec::new()
        }
        Open::ReadNamed => {
            let pending_session = workspace.corpus.pending_session.take();
            pending_session.map_or_else(Vec::new, |pending_session| session::reopen(workspace, pending_session))
        }
        Open::Recoverable(recovery) => {
            workspace.corpus.recovery = Some(recovery);
            Vec::new()
        }
        Open::Recover => {
            let Some(Recovery { file, .. }) = workspace.corpus.recovery.take() else { return Vec::new() };
            workspace.corpus.recovering = Some(file.clone());
            let mut effects = preview(workspace, vec![file], ReadOptions::default());
            effects.push(Effect::Recover(true));
            effects
        }
        Open::DiscardRecovery => {
            let recovery = workspace.corpus.recovery.take();
            recovery.map(|_| Effect::Recover(false)).into_iter().collect()
        }
        Open::Cancel => leave(workspace),
        Open::PathField(path) => {
            workspace.corpus.path_field = path;
            Vec::new()
        }
        Open::NoDialog => {
            workspace.corpus.types_path = true;
            let text =
                "This desktop offers no file dialog: type or paste the path and press Enter, or drop the file on the window.";
            workspace.message = Some(Message::note(text));
            Vec::new()
        }
        Open::PathFocused => {
            workspace.corpus.types_path = false;
            Vec::new()
        }
        Open::Answer(job, answer) if job == workspace.corpus.job => match answer {
            Answer::Preview(preview) => {
                previewed(workspace, preview);
                Vec::new()
            }
            Answer::Model(Ok(model)) => saved::seek(workspace, model),
            // Without a current corpus, the built-in one is loaded.
            Answer::Model(Err(text)) | Answer::Session(Err(text)) => take(workspace, Err(text.into())),
            Answer::Session(Ok(opened)) => {
                cancel(workspace);
                session::seek(workspace, opened)
            }
            Answer::Corpus(loaded) => take(workspace, loaded),
            Answer::WordVectors(path) => {
                let mut effects = space_actions::open_recognised(workspace, path);
                effects.extend(leave(workspace));
                effects
            }
        },
        // Answer of a cancelled opening job.
        Open::Answer(..) => Vec::new(),
        step => previewing::apply(workspace, step),
    }
}

fn begin(workspace: &mut Workspace, start: StartOptions) -> Vec<Effect> {
    let StartOptions { recipe, model, word_vectors, settings, pace, theme, memory, studies, hint_read } = start;
    let options = &mut workspace.corpus.options;
    (options.split, options.vocabulary) = (recipe.split.clone(), recipe.vocabulary);
    options.vectors.clone_from(&recipe.vectors);
    (workspace.choices.settings, workspace.run.pace) = (settings, pace);
    workspace.layout.theme = theme.unwrap_or(workspace.layout.theme);
    (workspace.session.memory, workspace.session.studies) = (memory, studies);
    // Users who name files at launch need no hint on opening files.
    workspace.session.hint_read = hint_read || model.is_some() || !recipe.paths().is_empty();
    let mut effects = word_vectors.map_or_else(Vec::new, |file| space_actions::open_recognised(workspace, file));
    effects.extend(named_documents(workspace, recipe, model));
    effects
}

/// Opens the documents or the model named at launch, otherwise a built-in corpus.
/// Files named training and test are a split unless the command line states one.
fn named_documents(workspace: &mut Workspace, mut recipe: DataRecipe, model: Option<PathBuf>) -> Vec<Effect> {
    if let Some(model) = model {
        let effects = preview(workspace, vec![model], ReadOptions::default());
        workspace.corpus.model_files = (!recipe.paths().is_empty()).then(|| (recipe.paths().to_vec(), recipe.read_options()));
        return effects;
    }
    if let Origin::Builtin(which) = recipe.origin {
        return fill(workspace, which);
    }
    if let [path] = recipe.paths()
        && is_sandbox(path)
    {
        // A sandbox file opens in addition to a corpus: the built-in one if no documents are named.
        let state = sandbox::update::open(path.clone());
        return load_builtin(workspace, Builtin::default()).into_iter().chain([state]).collect();
    }
    if recipe.split == SplitOptions::default()
        && let Origin::Files(paths, read) = &mut recipe.origin
        && split_by_name(paths, read.task, &mut recipe.split)
    {
        workspace.corpus.options.split.clone_from(&recipe.split);
        workspace.message = Some(Message::note("The files are parts of the split, as their names say."));
    }
    let name = recipe.names();
    load(workspace, Source::Launch(Box::new(recipe)), name, None)
}

/// After opening was cancelled or failed, the current corpus is kept; an empty window loads the built-in corpus.
fn leave(workspace: &mut Workspace) -> Vec<Effect> {
    cancel(workspace);
    workspace.corpus.pending_session = None;
    workspace.corpus.first_look = FirstLook::default();
    keep_dataset(workspace);
    fill(workspace, Builtin::default())
}

/// Loads a built-in corpus into an empty window; beside word vectors alone nothing is trained.
fn fill(workspace: &mut Workspace, which: Builtin) -> Vec<Effect> {
    let empty = workspace.corpus.dataset.is_none() && workspace.word_space.files.iter().all(Option::is_none);
    if empty { load_builtin(workspace, which) } else { Vec::new() }
}

fn load_builtin(workspace: &mut Workspace, which: Builtin) -> Vec<Effect> {
    let settings = another(workspace);
    let [text, target] = which.text_options();
    workspace.corpus.options.target_text = (target != text).then_some(target);
    workspace.corpus.options.text = text;
    load(workspace, Source::Builtin(which), "the built-in corpus".to_owned(), settings)
}

/// Receives the loaded dataset, or the reason why loading failed.
fn take(workspace: &mut Workspace, loaded: Result<LoadedData, ReadProblem>) -> Vec<Effect> {
    let loading = mem::take(&mut workspace.corpus.loading);
    match loaded {
        Ok(ready) => {
            if let Loading::Reading { name, settings: Some(settings), .. } = loading {
                let weighting = settings.of_task(ready.dataset.corpus.task.kind()).params.weighting();
                if ready.opened.is_none() && ready.session.is_none() && ready.dataset.weighting != weighting {
                    // Dataset options that the user changed after the request apply next.
                    workspace.corpus.options = ready.data;
                    return load(workspace, Source::Corpus(Arc::clone(&ready.dataset.corpus)), name, Some(*settings));
                }
                return train_on(workspace, ready, &settings);
            }
            let settings = workspace.choices.settings.clone();
            train_on(workspace, ready, &settings)
        }
        Err(refusal) => {
            let again = if let Loading::Reading { again, .. } = loading { again } else { None };
            nothing(workspace, again.map(|again| *again), refusal)
        }
    }
}

/// Shows the preview again after files could not be read, so that options or files can be changed.
fn nothing(workspace: &mut Workspace, again: Option<PreviewInputs>, refusal: ReadProblem) -> Vec<Effect> {
    let ReadProblem { text, unaligned } = refusal;
    let cut = (workspace.corpus.options.text.clone(), workspace.corpus.options.target_text.clone());
    keep_dataset(workspace);
    let message = Some(Message::error(text.as_str()));
    let effects = match again {
        Some(PreviewInputs { files, model: Some(model), .. }) => {
            look_for_documents(workspace, model, files, text);
            Vec::new()
        }
        Some(PreviewInputs { files: Some(files), text_choices, .. }) => {
            if workspace.corpus.first_look.cut_chosen {
                (workspace.corpus.options.text, workspace.corpus.options.target_text) = cut;
            }
            let effects = look_again(workspace, files, text_choices);
            workspace.corpus.first_look.unaligned = unaligned;
            effects
        }
        _ => fill(workspace, Builtin::default()),
    };
    workspace.message = message;
    effects
}

/// Trains on a dataset with the given settings, as far as the settings apply to it.
fn train_on(workspace: &mut Workspace, ready: LoadedData, settings: &Settings) -> Vec<Effect> {
    let LoadedData { dataset, basis, data, texts, vectors, reviews, stored_check, opened, session } = ready;
    let same_corpus = workspace.corpus.dataset.as_ref().is_some_and(|old| Arc::ptr_eq(&old.corpus, &dataset.corpus));
    // The hints for new users end with the first corpus that the user opens.
    workspace.session.hint_read |= session.is_some() || !same_corpus && workspace.corpus.dataset.is_some();
    // A run over the same words is kept, with its parameters.
    if workspace.corpus.dataset.as_ref().is_some_and(|old| old.words == dataset.words) {
        comparing::keep(workspace);
    } else {
        (workspace.run.earlier, workspace.compare.runs) = (Runs::default(), TwoRuns::default());
        workspace.draw_paths(PathKind::Moved, Vec::new());
    }
    if same_corpus {
        comparing::record(workspace);
    } else {
        (workspace.run.table, workspace.compare.records) = (RunTable::default(), None);
    }
    workspace.corpus.vectors = vectors;
    (workspace.corpus.options, workspace.corpus.loaded_options) = (data.clone(), data);
    workspace.choices.settings = settings.of_task(dataset.corpus.task.kind());
    workspace.choices.settings = match &dataset.vectors {
        Some(vectors) => workspace.choices.settings.in_dimensions_of(vectors),
        None => workspace.choices.settings.starting_at_vectors(false),
    };
    if let Some(Training { preset, early_stop, params }) = session.as_ref().map(|(opened, _)| &opened.session.training) {
        workspace.choices.settings = workspace.choices.settings.with(*preset, params.clone()).stopping(*early_stop);
    }
    if let Some((opened, _)) = &opened {
        workspace.choices.settings.params = opened.saved.fitted.params();
    }
    over_another(workspace, &dataset, texts);
    if !same_corpus {
        (workspace.session.file, workspace.session.copied) = (None, false);
    }
    match (&opened, &dataset.corpus.origin) {
        (Some((model, _)), _) => {
            workspace.layout.recent.add(RecentKind::Model, std::slice::from_ref(&model.file), ReadOptions::default());
        }
        (None, Some(Origin::Files(files, read))) if !same_corpus && session.is_none() => {
            workspace.layout.recent.add(RecentKind::Corpus, files, read.clone());
        }
        (None, _) => {}
    }
    let kind = dataset.corpus.task.kind();
    workspace.corpus.first_look = FirstLook::default();
    workspace.run.watched = !same_corpus && opened.is_none() && session.is_none();
    workspace.corpus.basis = Some(basis);
    workspace.corpus.dataset = Some(dataset);
    workspace.apply_lexicon();
    workspace.choices.look_at((Focus::None, workspace.choices.shown, None, None));
    workspace.matches.view.forget();
    // The typed text is kept; its analysis refers to the vocabulary of the previous corpus.
    workspace.interventions.typed.analysis = None;
    if !same_corpus {
        (workspace.matches.view.editor, workspace.matches.view.shift_fields) = (None, None);
        begin_views(workspace, kind, reviews);
        stored_list::restore(workspace, *stored_check);
    }
    match (session, opened) {
        (Some((opened, fit)), _) => session::restore(workspace, &opened, fit == Fit::Same),
        (None, Some((opened, fit))) => saved::resume(workspace, opened, fit),
        (None, None) => {
            let awaited = workspace.run.earlier.awaited.take();
            let awaited = awaited.filter(|awaited| awaited.0.params == workspace.choices.settings.params);
            awaited.and_then(|awaited| returning::return_to(workspace, *awaited)).unwrap_or_else(|| restart(workspace))
        }
    }
}

/// Resets the views that belong to the previous corpus.
fn begin_views(workspace: &mut Workspace, kind: TaskKind, saved: Option<SavedReviews>) {
    workspace.choices = Choices {
        shown: None,
        muted: Members::none(workspace.classes()),
        classes: ClassesState::default(),
        ratings: RatingsState::default(),
        matches: MatchListing::default(),
        compared: ComparedSets::default(),
        corrected: Arc::default(),
        layers: workspace.choices.layers.of_task(kind),
        ..mem::take(&mut workspace.choices)
    };
    workspace.documents.filter = DocumentFilter::default();
    workspace.compare.sets = SetsStudy::default();
    (workspace.labels, workspace.changes) = (LabelsState::default(), ChangesStudy::default());
    (workspace.gram, workspace.concordance) = (GramState::default(), ConcordanceState::default());
    workspace.document_map = DocumentMapState::default();
    workspace.matches = MatchesState { rules: mem::take(&mut workspace.matches.rules), ..MatchesState::default() };
    if let Some(text) = saved.as_ref().and_then(|saved| saved.unreadable.clone()) {
        workspace.message = Some(Message::error(text));
    }
    if workspace
        .corpus
        .dataset
        .as_ref()
        .and_then(|dataset| dataset.corpus.task.pairs())
        .is_some_and(|pairs| !pairs.spans.is_empty())
    {
        // Aligned pairs are reviewed from the least certain join on.
        workspace.matches.view.check_sort = CheckSort::FileScore;
    }
    review_saving::begin(workspace, saved);
}

/// Moves named sets to a new dataset with this fingerprint of its texts.
/// Sets of the same texts are mapped to the dataset's words; sets of other texts are stored until those are opened again.
fn over_another(workspace: &mut Workspace, new: &Dataset, texts: u64) {
    let known = workspace.reviews.texts.replace(texts);
    let old = workspace.corpus.dataset.as_ref();
    if old.is_some_and(|old| old.words == new.words && Arc::ptr_eq(&old.corpus, &new.corpus)) {
        return;
    }
    let mut sets = old.map(|old| workspace.choices.named.to_save(old)).unwrap_or_default();
    if let Some(known) = known.filter(|&known| known != texts) {
        workspace.reviews.sets.insert(known, sets);
        sets = workspace.reviews.sets.remove(&texts).unwrap_or_default();
    }
    workspace.choices.named = NamedSets::restored(&sets, new);
    workspace.change_words();
}

#[cfg(test)]
#[path = "reset_tests.rs"]
mod tests;
