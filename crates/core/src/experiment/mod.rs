//! Experiments: the way from files to a report, shared by the window, the command line and sweeps.
//!
//! | file | content |
//! |---|---|
//! | `recipe`, `copies`, `split_source` | [`DataRecipe`]: everything between files and a [`Dataset`](crate::corpus::Dataset) |
//! | `data_options` | [`DataOptions`]: the options of a recipe, as a person sets them |
//! | `definition` | [`Experiment`]: recipe, parameters, seed and training options |
//! | `training` | one training of an experiment |
//! | `grid` | parameter axes, the points of a grid, and the choice of the best by its development score |
//! | `axes` | table of data axes: options between files and dataset that a sweep varies |
//! | `sweep`, `points` | models × compared axes × seeds; finished points of a search on disk |
//! | `observer` | progress of a sweep |
//! | `check` | pairs judged by models that were not trained on them |
//! | `changes` | what changed between groups of documents by a column, and by which words |
//! | `labels` | classes and ratings judged by models that were not trained on their documents |
//! | `folds` | documents in folds: each class alike, copies together |
//! | `two_halves` | two classes tested out of fold: in two halves, each under a kernel learned from the other |
//! | `out_of_fold` | probabilities calibrated on documents predicted by models trained on the remaining folds |
//! | `metrics`, `report`, `summary` | quality on each part, the report of a run, mean and deviation over seeds |
//! | `comparison` | paired tests between the runs of a sweep |
//! | `amount` | sizes and thresholds as text: `200`, `60%` |
//! | `unused` | reading options without effect on a format |
//! | `error` | errors between files and a dataset |

mod amount;
mod axes;
mod changes;
mod check;
mod comparison;
mod copies;
mod data_options;
mod definition;
mod error;
mod folds;
mod grid;
mod labels;
mod metrics;
mod observer;
mod out_of_fold;
mod points;
mod recipe;
mod report;
mod split_source;
mod summary;
mod sweep;
mod training;
mod two_halves;
mod unused;

pub use amount::{size, threshold};
pub use axes::{DATA_AXES, DataAxis, combinations, settings_of};
pub use changes::{ChangeOptions, ChangesError, ChangesFound, find_changes, unlabelled_corpus};
pub use check::{
    CHECK_DIMENSIONS, CheckError, CheckOptions, CheckProgress, CheckShares, CheckedPair, JudgedPairs, LearnedErrors,
    LearningError, PairCheck, Standing, check_pairs, check_recipe, check_with_shares, learn_errors,
};
pub use comparison::{Compared, Comparison, McNemarOnDocuments, TTestOverSeeds, comparisons};
pub use data_options::DataOptions;
pub use definition::Experiment;
pub use error::{DataError, SweepError};
pub use grid::{Axis, FinishedSearch, Grid, GridError, GridSearch, Outcome, Tried};
pub use labels::{CheckedLabel, LabelCheck, LabelCheckError, LabelOptions, PredictedLabel, check_labels, label_recipe};
pub use metrics::{
    BothWays, ClassMetrics, ClassView, MatchMetrics, Metrics, NamedErrors, Parts, Precision, RatingErrors, RatingMetrics,
    class_calibration,
};
pub use observer::{Observer, Place};
pub use out_of_fold::CalibrationError;
pub use points::{PointStore, PointStoreError};
pub use recipe::{Built, DataCache, DataRecipe};
pub use report::{PictureMetrics, Report, TrainedRun};
pub use split_source::SplitSource;
pub(crate) use summary::scores_by_path;
pub use summary::{Spread, Summary, SweepReport, SweepRun, summaries};
pub use sweep::{Cell, CellResult, Setting, Sweep, SweepResult, TrainedCell};
pub use training::{StoppingRules, TrainingError};
pub use two_halves::{HalfTest, HalvesError, HalvesOptions, HalvesUnavailable, TwoHalves, test_two_halves};
pub use unused::{UnusedOption, unused_vocabulary};
