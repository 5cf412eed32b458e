//! Profile of a rating: predictions along the line through the two selected words.

use std::sync::Arc;

use crate::{
    FieldOf, Job, Layer, Profile, SelectionSet, Underway, Workspace,
    core::{job::start, memo::Same},
    field::profile::ProfileKey,
};

impl Workspace {
    /// Rating profile along the line through the two selected words, while its layer is shown.
    pub fn profile(&self) -> Option<&Arc<Profile>> {
        let key = wanted(self)?;
        self.field.profile.last()?.1.as_ref().filter(|profile| profile.of.2 == key.2 && profile.of.3 == key.3)
    }

    /// Whether two words are selected in a corpus with ratings, so that a rating profile exists.
    pub fn has_profile(&self) -> bool {
        pair(self).is_some()
    }
}

fn pair(workspace: &Workspace) -> Option<[usize; 2]> {
    let (SelectionSet::Words(words), Some(scene)) = (&workspace.choices.selection, &workspace.field.scene) else { return None };
    let rated = !scene.basis.rating_names.is_empty() && !scene.past && scene.coefficients.ncols() > 0;
    let chosen: Vec<usize> = words.iter().take(3).collect();
    <[usize; 2]>::try_from(chosen).ok().filter(|_| rated && scene.embedding.has_places())
}

fn wanted(workspace: &Workspace) -> Option<ProfileKey> {
    let words = pair(workspace).filter(|_| workspace.choices.layers.shows(Layer::Profile))?;
    let scene = workspace.field.scene.as_ref()?;
    let rating = match workspace.choices.layers.field_of {
        FieldOf::Rating(rating) | FieldOf::Deviation(rating) => rating,
        _ => workspace.choices.layers.rating(),
    };
    (rating < scene.coefficients.ncols()).then(|| (Same::of(&scene.latent), Same::of(&scene.coefficients), words, rating))
}

/// Starts the profile along the selected words if it is shown.
pub(crate) fn due(workspace: &mut Workspace) -> Option<Job> {
    let key = wanted(workspace)?;
    let profile = &workspace.field.profile;
    profile.due_unless(&key, |running| (running.2, running.3) == (key.2, key.3))?;
    let (of, scene) = (key.clone(), Arc::clone(workspace.field.scene.as_ref()?));
    let work = move |_: &Underway| Some(Profile::of(of.clone(), &scene).map(Arc::new));
    Some(start(workspace, "profile", |workspace| &mut workspace.field.profile, key, work))
}
