//! A saved model in the window: it looks for documents, is shown over them, and goes on from there.

use std::sync::Arc;

use super::{Effect, Message, Opened, Saved, Source, Workspace, load::load, restart::restart};
use crate::{corpus::TaskKind, model::Scores, project::Fit};

/// The file is read: its documents are looked for.
pub(super) fn seek(workspace: &mut Workspace, model: Arc<Opened>) -> Vec<Effect> {
    let name = model.name();
    let at_hand = workspace.dataset.as_ref().map(|dataset| Arc::clone(&dataset.corpus));
    let saved = Saved { given: workspace.given.take(), at_hand, model };
    load(workspace, Source::Saved(Box::new(saved)), name, None)
}

/// Shows the model over the dataset at hand; training waits.
pub(super) fn resume(workspace: &mut Workspace, model: Arc<Opened>, fit: Fit) -> Vec<Effect> {
    restart(workspace);
    let mut text = model.summary();
    match fit {
        Fit::Same => text.push_str(" Play goes on from here, Restart begins anew."),
        Fit::Other => text.push_str(" It is shown over another corpus, whose parts are drawn anew."),
        Fit::Unsaid => text.push_str(" Which documents it learned from is not known: the parts are drawn anew."),
    }
    if let Some(dataset) = workspace.dataset.as_ref().filter(|_| !model.saved.reviews.is_empty()) {
        let taken = workspace.view.pairs.reviews.take_in(&model.saved.reviews, &dataset.corpus);
        let all = model.saved.reviews.len();
        text = format!("{text} {taken} of {all} verdicts and remarks are taken over.");
    }
    workspace.message = Some(Message { text, error: false });
    workspace.opened = Some(Arc::clone(&model));
    vec![Effect::Resume { run: workspace.run, model }]
}

impl Opened {
    /// The file's name.
    pub fn name(&self) -> String {
        self.file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    /// What it is and how good it was when it was saved.
    pub fn summary(&self) -> String {
        let saved = &self.saved;
        let merit = saved.kind().spec().merit;
        let Scores { train, dev, test } = saved.metrics.scores();
        let parts = [("train", train), ("development", dev), ("test", test)];
        let parts: Vec<String> =
            parts.iter().filter_map(|(part, score)| score.map(|score| format!("{part} {}", merit.show(score)))).collect();
        let figures = if parts.is_empty() { String::new() } else { format!(", {} {}", merit.name(), parts.join(", ")) };
        let at = match saved.best_iteration {
            Some(best) => format!("the best of {} iterations, {best},", saved.iterations),
            None => format!("iteration {}", saved.iterations),
        };
        format!("{}: {at} on {}{figures}.", self.name(), saved.corpus)
    }

    /// Why it cannot be shown, and what to do.
    pub fn unplaced(&self, why: &[String]) -> String {
        let saved = &self.saved;
        let command = if saved.kind().spec().task == TaskKind::Pairs { "match" } else { "predict" };
        let origin = saved.trained_on.as_ref().and_then(|trained_on| trained_on.origin.as_ref());
        let from = origin.map_or_else(|| saved.corpus.clone(), |origin| format!("{}, read from {}", saved.corpus, origin.name()));
        let why = if why.is_empty() { String::new() } else { format!(" ({})", why.join("; ")) };
        format!(
            "{}: holds {} and no documents{why}: open the corpus it was trained on, {from}, then the model again, or judge \
             new documents with `wordfield {command}`",
            self.file.display(),
            saved.kind().spec().title
        )
    }
}

impl Workspace {
    /// The saved model shown, until it is trained further.
    pub fn shown_model(&self) -> Option<&Opened> {
        self.opened.as_deref().filter(|opened| self.newest() == opened.saved.iterations)
    }
}
