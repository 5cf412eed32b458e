//! Sessions of any size, for tests.

use std::sync::Arc;

use ndarray::Array2;
use serde::{Deserialize, Serialize};
use wordfield_core::{
    corpus::{Origin, ReadOptions},
    model::{DecideBy, Mark, ModelKind, Params, Preset, Scores, StopReason},
    project::{MatchReview, SavedSet},
    train::History,
};
use wordfield_session::{CorpusReference, Curves, RecordedRun, Session, Training};

/// View of a session in tests.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct View {
    /// Number of the session.
    pub number: u64,
}

/// A run of `points` recorded iterations, `apart` from each other.
pub(crate) fn run(number: u64, words: usize, q: usize, points: usize, apart: usize) -> RecordedRun {
    let history = History::new(1 << 24).without_curves();
    let kinds = [ModelKind::Smm, ModelKind::Gp].map(|kind| Arc::new(Params::preset(kind, Preset::Default, q)));
    for point in 0..points {
        let latent = Array2::from_shape_fn((words, q), |(word, axis)| f64::from((point * 31 + word * 7 + axis) as f32 / 3.0));
        let params = Arc::clone(&kinds[usize::from(point * 2 > points)]);
        history.record(point * apart, &latent, || Mark { params, objective: 1.0 / point as f64, numbers: vec![0.1; 3] });
    }
    RecordedRun {
        run: number,
        forked: number.checked_sub(1).map(|of| (of, 4)),
        params: (*kinds[1]).clone(),
        end: points.saturating_sub(1) * apart,
        scores: Scores { test: Some(0.1 + 0.2), ..Scores::default() },
        stop: (number > 0).then_some(StopReason::Converged),
        curves: Curves {
            objective: (0..points).map(|point| [point as f64, 0.1 * point as f64]).collect(),
            deciders: vec![(2, DecideBy::default())],
            ..Curves::default()
        },
        latent: Arc::new(Array2::from_elem((words, q), 1.0 / 3.0)),
        history: Arc::new(history),
    }
}

/// A session with these runs.
pub(crate) fn session(number: u64, words: usize, runs: Vec<RecordedRun>) -> Session<View> {
    Session {
        corpus: CorpusReference {
            name: "tea".to_owned(),
            origin: Origin::Files(vec!["/data/tea.tsv".into()], ReadOptions::default()),
            copied: false,
            fingerprint: 7,
        },
        training: Training { early_stop: true, ..Training::default() },
        reviews: [None, Some(vec![["→\n".to_owned(), "\"".to_owned()]]), Some(Vec::new())]
            .map(|correction| MatchReview { source: 3, note: "→ \"ja\"\n".to_owned(), correction, ..MatchReview::default() })
            .to_vec(),
        sets: vec![SavedSet { name: "drinks".to_owned(), words: vec!["tea".to_owned()], ..SavedSet::default() }],
        pinned: vec![0],
        current: !runs.is_empty(),
        runs,
        view: View { number },
        words: Arc::new((0..words).map(|word| format!("word {word}")).collect()),
        ..Session::default()
    }
}
