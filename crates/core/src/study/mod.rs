//! Studies: methods compared on corpora, sizes and seeds, in a folder that any number of processes fill together.
//!
//! | file | content |
//! |---|---|
//! | `plan` | [`Plan`]: the cells of a study in the order of its table, with labels |
//! | `record` | [`Record`]: what a finished cell leaves: report and prediction of each test document |
//! | `folder` | [`StudyFolder`]: records on disk; the presence of a record means that its cell is done |
//! | `runner` | cells of a shard on several threads, each on one thread |
//! | `briefs` | [`BriefStudy`]: what the table needs of finished cells, also as one compact file |
//! | `table` | rows of a study: mean and deviation over seeds, paired tests against the best |
//! | `identity` | ids of cells: hashes of settings and of the files that are read |
//! | `open_corpus` | [`CorpusStudy`]: cells over a corpus in memory, as the window plans and trains them |
//!
//! A cell is one training, or one search on the development part, of one method on one split of one corpus.
//! It runs on one thread, so that its result depends neither on the number of jobs nor on the number of processes.

mod briefs;
mod folder;
mod identity;
mod open_corpus;
mod plan;
mod record;
mod runner;
mod table;

pub use briefs::{BriefStudy, Briefs};
pub use folder::{CellState, StudyError, StudyFolder};
pub use identity::{Digests, cell_id};
pub use open_corpus::{CorpusStudy, Method, OpenCorpus, TRAINING_MEMORY};
pub use plan::{Plan, PlannedCell, ShardError, shard};
pub use record::{Record, TestPredictions};
pub use runner::{Finished, RunChoice, Step, Train, run};
pub use table::{CrossedTest, DifferenceFromBest, LEVEL, McNemarOfSeed, Row, rows};
