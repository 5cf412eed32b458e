//! A search over the papers' grid, as the window shows it.

use crate::Settings;
use wordfield_core::experiment::{Axis, GridSearch};

/// A grid search, running or finished.
#[derive(Clone, Debug)]
pub struct Searching {
    /// Settings and scores.
    pub(crate) search: GridSearch<()>,
    /// Whether the search is running.
    pub under_way: bool,
}

impl Searching {
    /// Progress, as in `17 of 126, best so far 81.2 % at gamma 1, c 8`.
    pub fn description(&self) -> String {
        let [made, of] = self.search.extent();
        match (self.under_way, self.search.best_so_far()) {
            (true, Some(best)) => format!("{} of {of}, best so far {best}", made + 1),
            (true, None) => format!("{} of {of}", made + 1),
            (false, best) => format!("{made} of {of} tried, best {}", best.unwrap_or_else(|| "none".to_owned())),
        }
    }
}

/// Grid of the papers around the shown settings and dimensions; empty if they search none.
pub fn papers_axes(settings: &Settings) -> Vec<Axis> {
    let shown = &settings.params;
    Axis::of_paper_at(shown).into_iter().filter(|axis| !axis.is_of("q")).collect()
}
