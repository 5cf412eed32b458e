//! The timeline: which iteration is shown, the newest or one of those recorded.
//!
//! Looking back changes the scene alone. The model goes on, or waits, as it was told; predictions and everything else
//! read from the snapshot stay those of the newest iteration.

use std::sync::Arc;

use super::Workspace;
use crate::train::History;

/// The recorded way of a run and the place in it that is shown.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    /// The positions recorded so far.
    pub history: Option<Arc<History>>,
    /// The iteration looked back at; `None`: the newest is shown.
    pub at: Option<usize>,
}

/// Where to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seek {
    /// At the first iteration.
    First,
    /// At the newest, and at every newer one as it comes.
    Newest,
    /// So many recorded iterations on, or back if negative.
    By(isize),
    /// At this iteration, or the recorded one just before it.
    At(usize),
}

/// Looks there: replaces the scene, touches nothing else.
pub(super) fn seek(workspace: &mut Workspace, seek: Seek) {
    let (Some(snapshot), Some(history)) = (&workspace.snapshot, &workspace.timeline.history) else { return };
    let newest = snapshot.iteration;
    let here = workspace.timeline.at.unwrap_or(newest);
    let wanted = match seek {
        Seek::First => Some(0),
        Seek::Newest => None,
        Seek::By(by) => history.beside(here, by),
        Seek::At(iteration) => Some(iteration),
    };
    let kept = wanted.filter(|&iteration| iteration < newest).and_then(|iteration| history.up_to(iteration));
    // A run that goes on from a saved model has recorded nothing before it.
    let kept = kept.filter(|(iteration, _)| *iteration < newest);
    workspace.timeline.at = kept.as_ref().map(|(iteration, _)| *iteration);
    let Some(mut scene) = workspace.scene_of(snapshot) else { return };
    if let Some((iteration, latent)) = kept {
        scene.look_back(iteration, &latent);
    }
    workspace.scene = Some(Arc::new(scene));
}

impl Workspace {
    /// The iteration shown: the one looked back at, the best where it was taken back, or the newest.
    pub fn shown(&self) -> usize {
        self.timeline.at.or(self.kept()).unwrap_or_else(|| self.newest())
    }

    /// The best iteration, where a run that ended went back to it.
    pub fn kept(&self) -> Option<usize> {
        self.snapshot.as_ref().and_then(|snapshot| snapshot.kept)
    }

    /// The newest iteration that has arrived.
    pub fn newest(&self) -> usize {
        self.snapshot.as_ref().map_or(0, |snapshot| snapshot.iteration)
    }
}
