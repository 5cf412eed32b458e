//! Conditions under which the queries on word vectors run, and the slots of their answers.

use std::sync::Arc;

use crate::{
    Projection, SpaceState, SpaceView, Tab, Workspace,
    core::query::Query,
    core::update::{SlotOf, ViewQuery},
    word_space::queries::{AlignSpaces, AlongAxis, CompareLists, CountKept, FindAxes, FindWords, LearnPlane, NearWords},
};

/// State of the word vectors, while their tab is in front.
fn shown(workspace: &Workspace) -> Option<&SpaceState> {
    (workspace.layout.tab == Tab::Vectors).then_some(&workspace.word_space)
}

/// Implements a query whose answer is stored in its slot.
macro_rules! view_query {
    ($query:ty, $slot:ident, $build:expr) => {
        impl ViewQuery for $query {
            const SLOT: SlotOf<Self> = |workspace, _| &mut workspace.word_space.$slot;

            fn build(workspace: &Workspace) -> Option<Self> {
                let build: fn(&SpaceState) -> Option<Self> = $build;
                build(shown(workspace)?)
            }
        }
    };
}

view_query!(FindWords, find, SpaceState::find_query);
view_query!(NearWords, nearest, SpaceState::near_query);
view_query!(AlongAxis, axis, |state| state.two_lists().filter(|_| state.view == SpaceView::Axis).map(AlongAxis));
view_query!(CompareLists, test, |state| state.two_lists().filter(|_| state.view == SpaceView::Lists).map(CompareLists));
view_query!(AlignSpaces, alignment, |state| state.align_query().filter(|_| state.view == SpaceView::Second));
view_query!(CountKept, neighbours_kept, SpaceState::neighbours_query);
view_query!(FindAxes, axes, |state| {
    let space = Arc::clone(state.space()?);
    let of_all = state.all_axes && state.is_settled();
    let words = (!of_all).then(|| Arc::clone(&state.base));
    let drawn = matches!(state.projection, Projection::Principal(_)) && !state.base.is_empty();
    drawn.then_some(FindAxes { space, words })
});
view_query!(LearnPlane, plane, SpaceState::plane_query);

impl SpaceState {
    /// Query for the next iterations of the learned plane; `None` once it has ended.
    fn plane_query(&self) -> Option<LearnPlane> {
        let Projection::Learned(kernel) = self.projection else { return None };
        // While more words are read, a plane learned from the first words would be wasted.
        let space = Arc::clone(self.space().filter(|_| self.is_settled() && self.base.len() > 2)?);
        let start =
            LearnPlane { space, words: Arc::clone(&self.base), kernel, measure: self.measure, from: None, search: self.searches };
        let of = start.key();
        let same = |key: &<LearnPlane as Query>::Key| (&key.0, &key.1, key.2, key.3, key.4) == (&of.0, &of.1, of.2, of.3, of.4);
        match self.plane.last().filter(|(key, _)| same(key)) {
            None => Some(start),
            Some((_, plane)) if plane.has_ended() => None,
            Some((_, plane)) => Some(LearnPlane { from: Some(Arc::clone(plane)), ..start }),
        }
    }
}
