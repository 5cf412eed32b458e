//! Trails: recorded paths of the selected words.
//!
//! Cost and memory: at most [`WORDS`] words at [`POINTS`] points, recomputed when words or state change.

use ndarray::Array2;

use crate::{Focus, Layer, Path, PathKind, SelectionSet, Workspace, core::memo::Same, field::paths::TrailsKey};

/// Maximum number of words whose trails are drawn.
pub(crate) const WORDS: usize = 200;
/// Maximum number of points of a trail.
pub(crate) const POINTS: usize = 200;

/// Adds or removes the trails of words.
pub(crate) fn draw(workspace: &mut Workspace) {
    let key = wanted(workspace);
    let mut trails = std::mem::take(&mut workspace.field.trails);
    match &key {
        Some(key) if trails.is_of(key) => {}
        Some(key) => {
            trails.of(key.clone(), || ());
            workspace.draw_paths(PathKind::Trail, made(workspace, &key.1));
        }
        None if !workspace.field.paths.of(PathKind::Trail).is_empty() => {
            trails.forget();
            workspace.draw_paths(PathKind::Trail, Vec::new());
        }
        None => trails.forget(),
    }
    workspace.field.trails = trails;
}

/// Key of the trails of the selected words or the word in focus, if trails are shown.
fn wanted(workspace: &Workspace) -> Option<TrailsKey> {
    let snapshot = workspace.run.snapshot.as_ref().filter(|_| workspace.choices.layers.shows(Layer::Trails))?;
    let words: Vec<usize> = match (&workspace.choices.selection, workspace.choices.focus) {
        (SelectionSet::Words(members), _) if !members.is_empty() => members.iter().take(WORDS).collect(),
        (_, Focus::Word(word)) => vec![word],
        _ => return None,
    };
    let latent = snapshot.latent()?;
    words.iter().all(|&word| word < latent.nrows()).then(|| (Same::of(latent), words))
}

/// Trails of words through the recorded points to the current positions.
fn made(workspace: &Workspace, words: &[usize]) -> Vec<Path> {
    let (Some(snapshot), Some(history)) = (&workspace.run.snapshot, &workspace.timeline.history) else { return Vec::new() };
    let (Some(now), shown) = (snapshot.latent(), workspace.shown()) else { return Vec::new() };
    let mut way = history.path(shown, POINTS - 1);
    way.retain(|frame| frame.latent.dim() == now.dim() && frame.iteration < shown);
    if way.is_empty() {
        return Vec::new();
    }
    let trail = |&word: &usize| {
        let point =
            |(at, axis): (usize, usize)| way.get(at).map_or(now[[word, axis]], |frame| f64::from(frame.latent[[word, axis]]));
        Path { word, points: Array2::from_shape_fn((way.len() + 1, now.ncols()), point) }
    };
    words.iter().map(trail).collect()
}
