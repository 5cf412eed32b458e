//! Job for the separation of the classes in the picture of the words, while it is shown.

use std::sync::Arc;

use crate::{
    Job, Layer, Pictures, Tab, Underway, Workspace,
    core::{job::start, memo::Same},
};
use wordfield_core::corpus::TaskKind;

/// Maximum number of latent dimensions that are drawn without a projection.
const DRAWN: usize = 3;

impl Workspace {
    /// Separation of the classes in the picture alone; `None` until computed.
    pub fn pictures(&self) -> Option<&Pictures> {
        let ((dataset, _), found) = self.field.pictures.last()?;
        (*dataset == Same::of(self.corpus.dataset.as_ref()?)).then_some(found)
    }
}

/// Starts the separation of the classes at the shown positions if it is visible.
pub(crate) fn due(workspace: &mut Workspace) -> Option<Job> {
    let (dataset, scene) = (workspace.corpus.dataset.as_ref()?, workspace.field.scene.as_ref()?);
    let shown = workspace.layout.tab == Tab::Evaluation || workspace.choices.layers.shows(Layer::Documents);
    let drawn = (1..=DRAWN).contains(&scene.latent.ncols()) && scene.latent.nrows() == dataset.words.len();
    // While words move, the separation is computed only at evaluations.
    let evaluated = !workspace.is_running() || workspace.evaluated() == Some(workspace.shown());
    let key = (Same::of(dataset), Same::of(&scene.latent));
    workspace.field.pictures.due_unless(&key, |running| running.0 == key.0)?;
    if !(shown && drawn && evaluated && dataset.corpus.task.kind() == TaskKind::Classes) {
        return None;
    }
    let (dataset, latent, iteration) = (Arc::clone(dataset), Arc::clone(&scene.latent), scene.iteration);
    let work = move |_: &Underway| Some(Pictures::of(&dataset, &latent, iteration));
    Some(start(workspace, "pictures", |workspace| &mut workspace.field.pictures, key, work).long())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Action, Effect, Field, TrainerUpdate, update,
        update::tests::{snapshot, training},
    };
    use wordfield_core::{
        model::{Scores, Snapshot},
        train::Event,
    };

    #[test]
    fn the_picture_is_judged_at_evaluations_and_only_while_it_is_shown() {
        let mut workspace = training();
        let is_requested =
            |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::Run(task) if task.is("pictures")));
        let iterate = |workspace: &mut Workspace, iteration: usize, evaluated: usize| {
            let state = Snapshot { evaluated, ..(*snapshot(workspace, iteration)).clone() };
            update(workspace, Action::Trainer(1, TrainerUpdate::Snapshot(Arc::new(state))))
        };
        let evaluated = |iteration: usize| {
            let scores = Scores::of(Some(0.5), None, Some(0.5));
            Action::Trainer(1, TrainerUpdate::Event(Event::Evaluated(iteration, scores)))
        };
        update(&mut workspace, evaluated(1));
        assert!(!is_requested(&iterate(&mut workspace, 1, 1)), "not shown");
        let effects = update(&mut workspace, Action::Field(Field::Toggle(Layer::Documents)));
        let task = effects.into_iter().find_map(|effect| if let Effect::Run(task) = effect { Some(task) } else { None });
        update(&mut workspace, task.expect("a job").answer());
        let (part, found) = workspace.pictures().and_then(Pictures::most_unbiased).expect("a result");
        let dataset = workspace.corpus.dataset.as_ref().expect("a dataset");
        assert_eq!((part.name(), found.documents), ("test", dataset.split.test.len()));
        assert!(!is_requested(&iterate(&mut workspace, 2, 1)), "not evaluated");
        update(&mut workspace, evaluated(3));
        assert!(is_requested(&iterate(&mut workspace, 3, 3)));
    }
}
