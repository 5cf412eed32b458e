//! Training runs: settings, curves, timeline, earlier runs, and the search over settings.

pub(super) mod curves;
pub(super) mod offer;
pub(super) mod run_table;
pub(super) mod runs;
pub(super) mod search;
pub(super) mod settings;
pub(super) mod timeline;
pub(super) mod training_state;
pub(super) mod update;

pub use curves::Curves;
pub use run_table::{Answers, Differing, RunRecord, RunTable};
pub use runs::{KeptRun, Moment, Runs};
pub use search::{Searching, papers_axes};
pub use settings::Settings;
pub use timeline::{Playback, Seek, Timeline};

pub use training_state::{Phase, TrainingState};
