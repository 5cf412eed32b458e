//! A search over the papers' grid, as the window shows it.

use crate::{
    experiment::{Axis, GridSearch},
    state::Settings,
};

/// A search under way, or how the last one ended.
#[derive(Clone, Debug)]
pub struct Searching {
    /// The settings and what came of them.
    pub(in crate::state) search: GridSearch<()>,
    /// Whether settings are still being tried.
    pub under_way: bool,
}

impl Searching {
    /// How far it is, as in `17 of 126, best so far 81.2 % at gamma 1, c 8`.
    pub fn description(&self) -> String {
        let [made, of] = self.search.extent();
        match (self.under_way, self.search.best_so_far()) {
            (true, Some(best)) => format!("{} of {of}, best so far {best}", made + 1),
            (true, None) => format!("{} of {of}", made + 1),
            (false, best) => format!("{made} of {of} tried, best {}", best.unwrap_or_else(|| "none".to_owned())),
        }
    }
}

/// What the papers search around the settings shown, at the dimensions shown; empty where they search nothing.
pub fn papers_axes(settings: &Settings) -> Vec<Axis> {
    let shown = &settings.params;
    Axis::of_paper_at(shown).into_iter().filter(|axis| !axis.is_of("q")).collect()
}
