//! Session in the window: its documents are read, then runs, sets, verdicts and view are restored.

use std::sync::Arc;

use crate::{
    Effect, Layer, Members, Message, NamedSets, Omission, OpenedSession, RecentKind, RunRecord, Runs, SelectionSet, SessionView,
    Source, Workspace, corpus::update::load::load, edit::update::intervene, matches::update::checking, run::update::restart,
};
use wordfield_core::{
    corpus::{Dataset, ReadOptions},
    train::Intervention,
};
use wordfield_session::{RecordedRun, Session};

/// Reads the documents of a session, once the user agrees to the files that it names outside its folder.
pub(crate) fn seek(workspace: &mut Workspace, opened: Arc<OpenedSession>) -> Vec<Effect> {
    if opened.elsewhere.is_empty() || workspace.corpus.recovering.as_ref() == Some(&opened.file) {
        return reopen(workspace, opened);
    }
    workspace.corpus.pending_session = Some(opened);
    Vec::new()
}

/// Reads the documents of a session, without asking for consent to read its files.
pub(crate) fn reopen(workspace: &mut Workspace, opened: Arc<OpenedSession>) -> Vec<Effect> {
    workspace.corpus.pending_session = None;
    let name = opened.session.corpus.name.clone();
    let current = workspace.corpus.dataset.as_ref().map(|dataset| Arc::clone(&dataset.corpus));
    load(workspace, Source::Session(opened, current), name, None)
}

/// Restores a session over its dataset; training is paused. `same`: documents and words are those of its runs.
pub(crate) fn restore(workspace: &mut Workspace, opened: &OpenedSession, same: bool) -> Vec<Effect> {
    let session = &opened.session;
    let Some(dataset) = workspace.corpus.dataset.clone() else { return Vec::new() };
    // The session file of an earlier window's unsaved work is the program's own.
    let own = workspace.corpus.recovering.take().is_some_and(|file| file == opened.file);
    let name = if own { session.corpus.name.clone() } else { opened.file.display().to_string() };
    let mut text = format!("{name}: restored.");
    let (mut earlier, mut current) = (Runs::default(), None);
    if same {
        let numbers = Numbers::after(workspace.run.id, session);
        let mut runs = earlier_runs(&numbers, &session.runs);
        current = if session.current { runs.pop() } else { None };
        workspace.run.id += numbers.old.len() as u64;
        let fits = |record: &&Arc<RunRecord>| record.test.fits(dataset.corpus.len(), dataset.corpus.classes.len());
        for record in session.view.records.iter().filter(fits) {
            let number = numbers.of(record.run).unwrap_or(record.run);
            workspace.run.table.keep(RunRecord { run: number, ..(**record).clone() });
        }
        for run in runs {
            earlier.keep(run);
        }
    } else {
        text.push_str(" The documents have changed since, so that training begins again.");
    }
    workspace.run.earlier = earlier;
    let mut effects = restart(workspace);
    if let Some((run, from)) = current.and_then(|run| run.history.up_to(run.end).map(|from| (run, from))) {
        let settings = &workspace.choices.settings;
        workspace.choices.settings = settings.with(settings.preset, (*from.mark.params).clone());
        workspace.run.curves = run.curves.up_to(from.iteration);
        workspace.run.earlier.forked = run.forked;
        workspace.timeline.awaited = session.view.at;
        text.push_str(" Play continues from here; Restart starts a new run.");
        effects = vec![Effect::Fork { run: workspace.run.id, from, history: run.history, paused: true }];
    }
    workspace.choices.reviews.take_in(&session.reviews, &dataset.corpus);
    workspace.choices.named.take_in(&session.sets, &dataset);
    if let Some(check) = session.check.as_ref().filter(|_| same) {
        checking::restore(workspace, check);
    }
    let chosen = session.selection.as_ref().map(|set| NamedSets::restored(std::slice::from_ref(set), &dataset));
    workspace.choices.selection = chosen.and_then(|sets| sets.get(0).map(|one| one.set.clone())).unwrap_or_default();
    let pinned = Arc::new(Members::of(dataset.words.len(), session.pinned.iter().copied().filter(|_| same)));
    if !pinned.is_empty() {
        effects.extend(intervene::pin(workspace, pinned));
    }
    effects.extend(view(workspace, &session.view, &dataset, same));
    if !own {
        workspace.layout.recent.add(RecentKind::Session, std::slice::from_ref(&opened.file), ReadOptions::default());
        workspace.session.file = Some(opened.file.clone());
        workspace.session.copied = session.corpus.copied;
    }
    workspace.message = Some(Message::note(text));
    effects
}

/// Assignment of new numbers to the runs of a session.
struct Numbers {
    first: u64,
    /// Run numbers stored in the session, ascending.
    old: Vec<u64>,
}

impl Numbers {
    fn after(last: u64, session: &Session<SessionView>) -> Self {
        let records = session.view.records.iter().map(|record| record.run);
        let mut old: Vec<u64> = session.runs.iter().map(|run| run.run).chain(records).collect();
        old.sort_unstable();
        old.dedup();
        Self { first: last + 1, old }
    }

    fn of(&self, old: u64) -> Option<u64> {
        self.old.binary_search(&old).ok().map(|place| self.first + place as u64)
    }
}

/// Runs of a session, renumbered.
fn earlier_runs(numbers: &Numbers, runs: &[RecordedRun]) -> Vec<RecordedRun> {
    let kept = |run: RecordedRun| RecordedRun {
        run: numbers.of(run.run).unwrap_or(run.run),
        forked: run.forked.and_then(|(of, at)| Some((numbers.of(of)?, at))),
        curves: run.curves.up_to(usize::MAX),
        ..run
    };
    runs.iter().cloned().map(kept).collect()
}

/// Restores the view of a session, as far as its words and documents still exist.
fn view(workspace: &mut Workspace, view: &SessionView, dataset: &Arc<Dataset>, same: bool) -> Vec<Effect> {
    workspace.layout.tab = view.tab;
    let layers = &mut workspace.choices.layers;
    if let Some(shown) = &view.layers {
        for row in &Layer::ALL {
            layers.show(row.layer, shown.contains(&row.layer));
        }
    }
    (layers.colour_by, layers.viewpoint) = (view.colour_by, view.viewpoint.within_bounds());
    workspace.choices.muted = Members::of(workspace.classes(), view.muted.iter().copied());
    workspace.choices.only = view.only && !matches!(workspace.choices.selection, SelectionSet::Empty);
    workspace.interventions.typed.text.clone_from(&view.typed);
    if let Some(sandbox) = view.sandbox.as_ref().and_then(|sandbox| (**sandbox).clone().checked().ok()) {
        workspace.choices.sandbox = Arc::new(sandbox);
    }
    if !same {
        return Vec::new();
    }
    let documents = dataset.corpus.len();
    workspace.choices.focus = view.focus.within(dataset.words.len(), documents, dataset.corpus.classes.len());
    workspace.choices.shown = view.document.filter(|&document| document < documents);
    let corrected = view.corrected.iter().filter(|(document, _)| **document < documents);
    workspace.choices.corrected = Arc::new(corrected.map(|(document, label)| (*document, label.clone())).collect());
    let left_out = view.left_out.filter(|what| what.is_within(dataset.words.len(), documents));
    workspace.interventions.left = left_out.map(|what| Omission { what, found: None });
    let intervene = |what| Effect::Intervene(Intervention::LeaveOut(Arc::clone(dataset), what));
    left_out.filter(|_| workspace.can_go_on()).map(intervene).into_iter().collect()
}
