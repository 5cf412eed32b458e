//! Jobs that views start by themselves, one row each in [`JOBS`].

use crate::{
    Job, Workspace,
    chooser::update::jobs as choosing,
    compare::update::comparing,
    documents::update::text_filter,
    edit::update::intervene,
    field::update::{finding_novelty, picturing, profiling},
    inspect::update as inspecting,
    matches::update::{checking, jobs as matching},
    run::update::offering,
    sandbox::update as playing,
    session::update::placing,
    word_space::update::jobs as spaces,
};

/// Functions that each start a job if a view needs its value.
const JOBS: [fn(&mut Workspace) -> Option<Job>; 23] = [
    matching::due_compared,
    matching::due_live,
    inspecting::due_neighbours,
    inspecting::due_word,
    inspecting::due_outermost,
    inspecting::due_intervals,
    matching::due_dictionary,
    matching::due_reasons,
    matching::due_histograms,
    matching::due_scores,
    comparing::due,
    choosing::due_find,
    text_filter::due,
    choosing::due_axis,
    choosing::due_summary,
    intervene::due_typed,
    playing::due,
    profiling::due,
    picturing::due,
    finding_novelty::due,
    offering::due,
    placing::due,
    checking::due,
];

/// Jobs that the current views need.
pub(crate) fn due_jobs(workspace: &mut Workspace) -> Vec<Job> {
    JOBS.iter().chain(&spaces::DUE).filter_map(|due| due(workspace)).collect()
}
