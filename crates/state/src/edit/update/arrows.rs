//! Lines of interventions in the word field: arrows of forces, and the path of a dragged word.

use std::sync::Arc;

use ndarray::{Array2, Axis, s};

use crate::{
    Drag, Effect, Focus, Layer, Message, Path, PathKind, Same, SelectionSet, WordForces, Workspace,
    edit::interventions::ArrowsKey,
};
use wordfield_core::{model::Forces, train};

/// Number of words whose forces are drawn if no word is selected.
const DRAWN: usize = 40;
/// Maximum number of words whose forces are drawn.
const MOST: usize = 300;
/// Maximum number of words for which the sum of forces is also drawn.
const MAX_SUMMED_WORDS: usize = 3;
/// Length of the longest force arrow, in spreads of the words.
const LONGEST: f64 = 0.45;

/// Receives the forces on words.
pub(crate) fn drawn(workspace: &mut Workspace, iteration: usize, forces: Option<Arc<Forces>>) {
    workspace.interventions.asked_forces.1 = false;
    if forces.is_none() {
        workspace.choices.layers.show(Layer::Forces, false);
        let text = "No forces for this model, or its kernel matrix does not fit into memory.";
        workspace.message = Some(Message::error(text));
    }
    workspace.interventions.drawn = forces.map(|forces| WordForces { iteration, forces });
}

/// Requests the forces on words if they are drawn and the last ones belong to an earlier state.
pub(crate) fn due(workspace: &mut Workspace) -> Option<Effect> {
    let wanted = workspace.choices.layers.shows(Layer::Forces) && workspace.can_go_on() && !workspace.is_searching();
    let snapshot = workspace.run.latest.as_ref().filter(|_| wanted)?;
    let (of, under_way) = &workspace.interventions.asked_forces;
    let now = Same::of(snapshot);
    if *under_way || of.as_ref() == Some(&now) {
        return None;
    }
    workspace.interventions.asked_forces = (Some(now), true);
    Some(Effect::Intervene(train::Intervention::Forces))
}

/// Updates the drag path and the force arrows if their inputs changed.
pub(crate) fn refresh(workspace: &mut Workspace) {
    ghost(workspace);
    let shown = workspace.choices.layers.shows(Layer::Forces) && workspace.timeline.at.is_none();
    let forces = workspace.interventions.drawn.as_ref().filter(|_| shown).map(|drawn| Arc::clone(&drawn.forces));
    let latent = workspace.field.scene.as_ref().filter(|_| forces.is_some()).map(|scene| Arc::clone(&scene.latent));
    let key = ArrowsKey {
        forces: forces.as_ref().map(Same::of),
        latent: latent.as_ref().map(Same::of),
        selection: workspace.choices.focus,
        chosen: if forces.is_some() { workspace.choices.selection.clone() } else { SelectionSet::Empty },
    };
    if workspace.interventions.arrows.as_ref() == Some(&key) {
        return;
    }
    let drawn = [PathKind::Attraction, PathKind::Repulsion].iter().any(|&kind| !workspace.field.paths.of(kind).is_empty());
    let nothing = key.forces.is_none() && !drawn;
    workspace.interventions.arrows = Some(key);
    if nothing {
        return;
    }
    let (mut attraction, mut repulsion, mut net) = (Vec::new(), Vec::new(), Vec::new());
    workspace.interventions.longest = None;
    if let (Some(forces), Some(latent)) = (forces, latent)
        && forces.attraction.dim() == latent.dim()
    {
        let words = words_drawn(workspace, latent.nrows());
        let length = |part: &Array2<f64>, word: usize| part.row(word).dot(&part.row(word)).sqrt();
        let most = |part: &Array2<f64>| words.iter().map(|&word| length(part, word)).fold(0.0, f64::max);
        let longest = most(&forces.attraction).max(most(&forces.repulsion));
        if longest > 0.0 {
            workspace.interventions.longest = Some(longest);
            let scale = LONGEST * spread(&latent) / longest;
            let arrow = |part: &Array2<f64>, word: usize| {
                let mut points = Array2::zeros((2, latent.ncols()));
                points.row_mut(0).assign(&latent.row(word));
                points.slice_mut(s![1, ..]).assign(&(&latent.row(word) + &(&part.row(word) * scale)));
                Path { word, points }
            };
            attraction = words.iter().map(|&word| arrow(&forces.attraction, word)).collect();
            repulsion = words.iter().map(|&word| arrow(&forces.repulsion, word)).collect();
            if words.len() <= MAX_SUMMED_WORDS {
                let sum = &*forces.attraction + &*forces.repulsion;
                net = words.iter().map(|&word| arrow(&sum, word)).collect();
            }
        }
    }
    workspace.draw_paths(PathKind::Attraction, attraction);
    workspace.draw_paths(PathKind::Repulsion, repulsion);
    workspace.draw_paths(PathKind::Net, net);
}

/// Updates the line that connects a dragged word's position with the start of the drag.
fn ghost(workspace: &mut Workspace) {
    let drag = workspace.interventions.drag.as_ref().filter(|_| workspace.timeline.at.is_none());
    let path = drag.and_then(|Drag { taken, .. }| {
        let points = [taken.from.as_slice(), &taken.to].concat();
        let points = Array2::from_shape_vec((2, taken.from.len()), points).ok()?;
        Some(Path { word: taken.word, points })
    });
    let drawn = workspace.field.paths.of(PathKind::Ghost);
    let same = match (&path, drawn) {
        (None, []) => true,
        (Some(path), [drawn]) => path.word == drawn.word && path.points == drawn.points,
        _ => false,
    };
    if !same {
        workspace.draw_paths(PathKind::Ghost, path.into_iter().collect());
    }
}

/// Words whose forces are drawn: the selected ones, the one in focus, or the most characteristic ones.
fn words_drawn(workspace: &Workspace, words: usize) -> Vec<usize> {
    if let SelectionSet::Words(chosen) = &workspace.choices.selection
        && !chosen.is_empty()
    {
        return chosen.iter().filter(|&word| word < words).take(MOST).collect();
    }
    if let Focus::Word(word) = workspace.choices.focus
        && word < words
    {
        return vec![word];
    }
    let Some(basis) = &workspace.corpus.basis else { return Vec::new() };
    let each = DRAWN.div_ceil(basis.characteristic.len().max(1));
    let some = basis.characteristic.iter().flat_map(|class| class.iter().copied().take(each));
    some.filter(|&word| word < words).collect()
}

/// Root mean squared distance of the words from their mean.
fn spread(latent: &Array2<f64>) -> f64 {
    let Some(mean) = latent.mean_axis(Axis(0)) else { return 1.0 };
    let square: f64 = latent.outer_iter().map(|row| row.iter().zip(&mean).map(|(x, mean)| (x - mean).powi(2)).sum::<f64>()).sum();
    (square / latent.nrows().max(1) as f64).sqrt().max(1e-12)
}
