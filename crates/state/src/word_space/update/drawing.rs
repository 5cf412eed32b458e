//! Picture of an embedding space, updated after each action.

use std::sync::Arc;

use ndarray::s;

use crate::{Projection, SpacePicture, SpaceState, Tab, Workspace, core::memo::Same};

/// Updates words and coordinates of the picture while its tab is in front.
/// Cost: a pass over the drawn words if something changed.
pub(crate) fn refresh(workspace: &mut Workspace) {
    if workspace.layout.tab != Tab::Vectors {
        return;
    }
    let state = &mut workspace.word_space;
    let base = state.base_words();
    if *state.base != base {
        state.base = Arc::new(base);
    }
    state.picture = match state.projection {
        _ if state.base.is_empty() => None,
        Projection::Principal(k) => principal(state, k).or_else(|| state.picture.take()),
        Projection::Learned(_) => learned(state).or_else(|| state.picture.take()),
    };
}

fn principal(state: &mut SpaceState, k: usize) -> Option<Arc<SpacePicture>> {
    let space = Arc::clone(state.space()?);
    // Principal axes of the previous words are used until the requested axes are computed.
    let (key, axes) = state.axes.last()?;
    let axes = Arc::clone(axes.as_ref().ok().filter(|_| key.0 == Same::of(&space))?);
    let (k, base) = (k.min(axes.count()), Arc::clone(&state.base));
    let project = || Arc::new(axes.project(&space, &base).slice(s![.., ..k]).to_owned());
    let of_base = Arc::clone(state.projected.of((Same::of(&axes), Arc::clone(&base), k), project));
    let extra = state.question_words();
    if let Some(now) = state.picture.as_ref().filter(|now| Arc::ptr_eq(&now.of_base, &of_base))
        && extra.iter().all(|word| now.place(*word).is_some())
    {
        return Some(Arc::clone(now));
    }
    Some(Arc::new(SpacePicture::principal(&space, &axes, (&base, of_base), &extra)))
}

fn learned(state: &SpaceState) -> Option<Arc<SpacePicture>> {
    let (key, plane) = state.plane.last()?;
    if !key.1.iter().eq(state.base.iter()) || key.0 != Same::of(state.space()?) || plane.at.len() != state.base.len() {
        return None;
    }
    if let Some(now) = state.picture.as_ref().filter(|now| now.step == Some(plane.step) && now.words == *state.base)
        && plane.has_ended()
    {
        return Some(Arc::clone(now));
    }
    Some(Arc::new(SpacePicture::learned(&state.base, plane)))
}
