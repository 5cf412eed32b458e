//! Profile of a rating: predictions along the line through the two selected words.

use std::sync::Arc;

use crate::{
    FieldOf, Layer, Profile, SelectionSet, Workspace,
    core::memo::Same,
    core::update::{SlotOf, ViewQuery},
    field::profile::{ProfileKey, ProfileQuery},
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
    let (SelectionSet::Words(words), Some(scene)) = (&workspace.selection.set, &workspace.field.scene) else { return None };
    let rated = !scene.basis.rating_names.is_empty() && !scene.past && scene.coefficients.ncols() > 0;
    let chosen: Vec<usize> = words.iter().take(3).collect();
    <[usize; 2]>::try_from(chosen).ok().filter(|_| rated && scene.embedding.has_places())
}

fn wanted(workspace: &Workspace) -> Option<ProfileKey> {
    let words = pair(workspace).filter(|_| workspace.field.layers.shows(Layer::Profile))?;
    let scene = workspace.field.scene.as_ref()?;
    let rating = match workspace.field.layers.field_of {
        FieldOf::Rating(rating) | FieldOf::Deviation(rating) => rating,
        _ => workspace.field.layers.rating(),
    };
    (rating < scene.coefficients.ncols()).then(|| (Same::of(&scene.latent), Same::of(&scene.coefficients), words, rating))
}

impl ViewQuery for ProfileQuery {
    const SLOT: SlotOf<Self> = |workspace, _| &mut workspace.field.profile;

    fn build(workspace: &Workspace) -> Option<Self> {
        Some(Self { key: wanted(workspace)?, scene: Arc::clone(workspace.field.scene.as_ref()?) })
    }
}
