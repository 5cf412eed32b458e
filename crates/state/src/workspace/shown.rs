//! Scores and objective that the window shows, with the iterations at which they were measured, and the window's title.
//! Curves are thinned, and scores are measured at intervals.

use std::sync::Arc;

use crate::{Curves, Tab, Workspace};
use wordfield_core::{ldk::CorpusKernel, model::Scores};

/// Scores that the window shows, with their iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ScoresShown {
    /// Scores of the training, development and test part, if measured.
    pub parts: [Option<f64>; 3],
    /// Iteration of the scores, if it differs from the shown iteration.
    pub of: Option<usize>,
}

impl Workspace {
    /// Kernel between documents over the shown word positions.
    pub fn corpus_kernel(&self) -> Option<CorpusKernel> {
        let snapshot = self.run.snapshot.as_ref()?;
        let mut together = snapshot.documents.clone();
        if let (Some(scene), Some(_)) = (&self.field.scene, self.timeline.at)
            && Some(scene.latent.dim()) == snapshot.latent().map(|latent| latent.dim())
        {
            together.x = Arc::clone(&scene.latent);
        }
        Some(together)
    }

    /// Title of the window: the documents or the file of word vectors, by the front tab.
    pub fn title(&self) -> String {
        let name = match (self.layout.tab, self.word_space.space(), &self.corpus.dataset) {
            (Tab::Vectors, Some(space), _) => space.origin.name(),
            (Tab::Vectors, None, _) => "Vectors".to_owned(),
            (_, _, Some(dataset)) => dataset.corpus.name.clone(),
            (_, _, None) => return "Wordfield".to_owned(),
        };
        format!("{name} - Wordfield")
    }

    /// Name of the documents, shown at their numbers while the front tab shows other data.
    pub fn other_documents(&self) -> Option<&str> {
        let dataset = self.corpus.dataset.as_ref().filter(|_| self.layout.tab == Tab::Vectors)?;
        Some(&dataset.corpus.name)
    }

    /// Shown objective with its iteration: that of the shown iteration, or the last one before it in the curve.
    pub fn objective_shown(&self) -> Option<(usize, f64)> {
        let curve = &self.run.curves.objective;
        let point = match self.timeline.at.or(self.restored_iteration()) {
            Some(at) => Curves::point_at(curve, at),
            None => curve.last().copied(),
        };
        point.map(|[at, value]| (at as usize, value))
    }

    /// Displayed scores: those of the displayed snapshot.
    /// While an earlier iteration is being solved, the scores are the last ones measured before this iteration.
    pub fn scores_shown(&self) -> ScoresShown {
        let Curves { train, dev, test, .. } = &self.run.curves;
        if let (Some(at), None) = (self.timeline.at, self.past_scores()) {
            let points = [train, dev, test].map(|curve| Curves::point_at(curve, at));
            let of = points.iter().flatten().map(|point| point[0] as usize).max();
            return ScoresShown { parts: points.map(|point| point.map(|[_, value]| value)), of: of.filter(|&of| of != at) };
        }
        let Scores { train, dev, test, .. } = self.run.snapshot.as_ref().map(|shown| shown.scores).unwrap_or_default();
        ScoresShown { parts: [train, dev, test], of: self.scores_are_of() }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::update::tests::{snapshot, training};
    use wordfield_core::model::{Progress, Snapshot};

    /// Workspace with three thousand iterations and an evaluation at each thousandth.
    fn long_run() -> Workspace {
        let mut workspace = training();
        workspace.run.curves = Curves::default();
        for iteration in 1..=3000 {
            let score = Some(iteration as f64 / 3000.0);
            let scores = (iteration % 1000 == 0).then_some(Scores::of(score, None, score));
            workspace.run.curves.push(&Progress { iteration, objective: iteration as f64, scores, stop: None });
        }
        let scores = Scores::of(Some(1.0), None, Some(1.0));
        workspace.run.latest = Some(Arc::new(Snapshot { scores, ..(*snapshot(&workspace, 3000)).clone() }));
        workspace.run.snapshot.clone_from(&workspace.run.latest);
        workspace
    }

    #[test]
    fn the_title_names_what_the_tab_in_front_shows() {
        assert_eq!(Workspace::default().title(), "Wordfield");
        let mut workspace = training();
        assert_eq!((workspace.title().as_str(), workspace.other_documents()), ("built-in topics - Wordfield", None));
        workspace.layout.tab = Tab::Vectors;
        assert_eq!((workspace.title().as_str(), workspace.other_documents()), ("Vectors - Wordfield", Some("built-in topics")));
    }

    #[test]
    fn numbers_name_their_iteration() {
        let mut workspace = long_run();
        assert_eq!(workspace.scores_shown(), ScoresShown { parts: [Some(1.0), None, Some(1.0)], of: None });
        assert_eq!(workspace.objective_shown(), Some((3000, 3000.0)));
        // The run bar shows an evaluation only together with its words.
        let newer = Scores::of(Some(0.1), None, Some(0.1));
        workspace.run.curves.push(&Progress { iteration: 3010, objective: 1.0, scores: Some(newer), stop: None });
        assert_eq!(workspace.scores_shown(), ScoresShown { parts: [Some(1.0), None, Some(1.0)], of: None });
        workspace.timeline.at = Some(1500);
        let third = Some(1.0 / 3.0);
        assert_eq!(workspace.scores_shown(), ScoresShown { parts: [third, None, third], of: Some(1000) });
        let (of, value) = workspace.objective_shown().expect("a point");
        assert!(of <= 1500 && (value - of as f64).abs() < 1e-12);
        workspace.timeline.at = Some(2);
        assert_eq!(workspace.scores_shown(), ScoresShown::default());
        let scores = Scores::of(Some(0.5), None, None);
        let past = Snapshot { scores, ..(*snapshot(&workspace, 2)).clone() };
        workspace.timeline.past = Some(Arc::new(past));
        workspace.run.snapshot.clone_from(&workspace.timeline.past);
        assert_eq!(workspace.scores_shown(), ScoresShown { parts: [Some(0.5), None, None], of: None });
    }
}
