//! The workspace: everything the window shows, in one place.
//!
//! Memory: two shared handles (dataset, newest snapshot) and one point a curve and iteration, thinned to
//! [`Curves::LIMIT`].

use std::{path::PathBuf, sync::Arc};

use super::{
    Basis, Column, DataOptions, Digest, Layers, Listing, MatchView, Neighbours, Opened, Saving, Scene, Selection, Tab, Theme,
    Timeline,
};
use crate::{
    corpus::{Cancel, Dataset, Preview, ReadOptions, SentimentLexicon},
    model::{Progress, Snapshot, StopReason},
    state::{Settings, explain::Part},
    train::RunState,
};

/// Everything the window shows.
#[derive(Debug, Default)]
pub struct Workspace {
    /// The corpus at hand.
    pub dataset: Option<Arc<Dataset>>,
    /// What every scene of it shares.
    pub basis: Option<Arc<Basis>>,
    /// A corpus on its way.
    pub loading: Loading,
    /// How the data is cut, split and weighted.
    pub data: DataOptions,
    /// The hyper-parameters.
    pub settings: Settings,
    /// Counts the runs; what an earlier one still says is dropped.
    pub run: u64,
    /// Counts the jobs of opening; what an earlier one still brings is dropped.
    pub job: u64,
    /// What the trainer is doing.
    pub phase: Phase,
    /// At most so many iterations a second.
    pub speed: Option<f64>,
    /// The newest state of this run.
    pub snapshot: Option<Arc<Snapshot>>,
    /// What the word field draws.
    pub scene: Option<Arc<Scene>>,
    /// The documents the table lists.
    pub listing: Listing,
    /// What is read off the newest state.
    pub digest: Option<Arc<Digest>>,
    /// The words nearest to the one looked at.
    pub neighbours: Option<Neighbours>,
    /// The recorded way of this run, and the place in it that is shown.
    pub timeline: Timeline,
    /// Objective and scores so far.
    pub curves: Curves,
    /// What the inspector is about.
    pub selection: Selection,
    /// The document shown under the table, which stays while its words are looked at.
    pub document: Option<usize>,
    /// The pair a document is explained by; `None`: the one that matters most for it.
    pub explain_pair: Option<usize>,
    /// Layers of the word field.
    pub layers: Layers,
    /// The tab in front.
    pub tab: Tab,
    /// The window's colours.
    pub theme: Theme,
    /// What is being looked at in a matching.
    pub matches: MatchView,
    /// The cell of the confusion matrix whose documents are listed: truth and prediction.
    pub cell: Option<(usize, usize)>,
    /// The part of the split whose confusion is shown.
    pub part: Part,
    /// What rated documents are sorted by, and whether the largest come first.
    pub order: (Column, bool),
    /// Whether only wrong documents are listed; of rated ones, those outside their interval.
    pub wrong_only: bool,
    /// Whether the hint was dismissed.
    pub hint_read: bool,
    /// The saved model this run goes on from.
    pub opened: Option<Arc<Opened>>,
    /// Files named with the saved model that is being opened.
    pub given: Option<(Vec<PathBuf>, ReadOptions)>,
    /// A model on its way into a file.
    pub saving: Option<Saving>,
    /// Word lists a person named, instead of the built-in ones.
    pub lexicon: Option<Arc<SentimentLexicon>>,
    /// What stands in the fields of the two word lists.
    pub lexicon_fields: [String; 2],
    /// What stands in the path field.
    pub path_field: String,
    /// The last error or note.
    pub message: Option<Message>,
}

/// A corpus on its way into the window.
#[derive(Debug, Default)]
#[allow(clippy::large_enum_variant, reason = "there is one of them")]
pub enum Loading {
    /// None.
    #[default]
    Idle,
    /// The first look at a file.
    Looking {
        /// The files.
        paths: Vec<PathBuf>,
        /// How to read them.
        options: ReadOptions,
    },
    /// A person decides what to make of it.
    Preview {
        /// The files.
        paths: Vec<PathBuf>,
        /// How to read them.
        options: ReadOptions,
        /// The first look.
        preview: Result<Preview, String>,
    },
    /// Reading, cutting, splitting and weighting it all.
    Reading {
        /// What is being read.
        name: String,
        /// How far, and the way to stop.
        cancel: Arc<Cancel>,
    },
}

/// What the trainer is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// There is none yet.
    #[default]
    Idle,
    /// What it last said.
    Run(RunState),
}

/// Something to tell, with its remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// What, and what to do.
    pub text: String,
    /// Whether something went wrong.
    pub error: bool,
}

/// Objective and scores over the iterations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curves {
    /// `[iteration, objective]`.
    pub objective: Vec<[f64; 2]>,
    /// `[iteration, score]` of the training part, as the model's merit says.
    pub train: Vec<[f64; 2]>,
    /// Of the development part.
    pub dev: Vec<[f64; 2]>,
    /// Of the test part.
    pub test: Vec<[f64; 2]>,
}

impl Curves {
    /// The most points a curve keeps: a window is not wider than this.
    pub const LIMIT: usize = 2_000;

    /// Adds one iteration.
    pub fn push(&mut self, progress: &Progress) {
        let at = progress.iteration as f64;
        add(&mut self.objective, at, Some(progress.objective));
        if let Some(scores) = progress.scores {
            add(&mut self.train, at, scores.train);
            add(&mut self.dev, at, scores.dev);
            add(&mut self.test, at, scores.test);
        }
    }
}

/// Adds a finite value; a full curve first gives up every other point, and from then on its points lie that far apart,
/// but for the newest, which is always there.
fn add(curve: &mut Vec<[f64; 2]>, at: f64, value: Option<f64>) {
    let Some(value) = value.filter(|value| value.is_finite()) else { return };
    if curve.len() >= Curves::LIMIT {
        let mut keep = false;
        curve.retain(|_| {
            keep = !keep;
            keep
        });
    }
    if let [first, second, .., before, last] = curve[..]
        && last[0] - before[0] < second[0] - first[0]
    {
        curve.pop();
    }
    curve.push([at, value]);
}

impl Workspace {
    /// The number of classes, 0 without a corpus.
    pub fn classes(&self) -> usize {
        self.dataset.as_ref().map_or(0, |dataset| dataset.corpus.classes.len())
    }

    /// What the word field draws of a snapshot.
    pub fn scene_of(&self, snapshot: &Snapshot) -> Option<Scene> {
        let basis = self.basis.as_ref()?;
        let mut scene = Scene { colouring: basis.colouring(&self.layers, snapshot), ..basis.scene(self.run, snapshot) };
        if let (Selection::Document(_), Some(compared)) = (self.selection, &self.matches.compared) {
            scene.witness = Some(Arc::clone(&compared.witness));
            scene.class_weights = Arc::clone(&compared.spread);
        }
        Some(scene)
    }

    /// Makes the scene of the newest snapshot anew, unless an older one is looked at.
    pub fn redraw(&mut self) {
        if let Some(snapshot) = self.snapshot.clone().filter(|_| self.timeline.at.is_none()) {
            self.scene = self.scene_of(&snapshot).map(Arc::new);
        }
    }

    /// Whether the trainer can be told something: it has neither failed nor been stopped for good.
    pub fn can_go_on(&self) -> bool {
        match self.phase {
            Phase::Idle | Phase::Run(RunState::Failed | RunState::Stopped(StopReason::User)) => false,
            Phase::Run(_) => true,
        }
    }

    /// Whether words are moving.
    pub fn is_running(&self) -> bool {
        self.phase == Phase::Run(RunState::Running)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_stay_within_their_limit_and_keep_the_newest_point() {
        let mut curves = Curves::default();
        for iteration in 0..3 * Curves::LIMIT {
            curves.push(&Progress { iteration, objective: iteration as f64, scores: None, stop: None });
        }
        assert!(curves.objective.len() <= Curves::LIMIT);
        assert!(curves.objective[0][0].abs() < 1e-12);
        let last = (3 * Curves::LIMIT - 1) as f64;
        assert!(curves.objective.last().is_some_and(|point| (point[0] - last).abs() < 1e-12));
        let steps: Vec<f64> = curves.objective.windows(2).map(|pair| pair[1][0] - pair[0][0]).collect();
        let (newest, even) = steps.split_last().expect("many points");
        assert!(even.iter().all(|step| (step - even[0]).abs() < 1e-12) && *newest > 0.0 && *newest <= even[0]);
    }

    #[test]
    fn curves_leave_out_what_is_not_a_number() {
        let mut curves = Curves::default();
        curves.push(&Progress { iteration: 1, objective: f64::NAN, scores: None, stop: None });
        assert!(curves.objective.is_empty());
    }
}
