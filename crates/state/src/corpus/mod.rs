//! Opening and reading files, and the options of the dataset.

pub(super) mod corpus_state;
pub(super) mod first_look;
pub(super) mod opened;
pub(super) mod typed_paths;
pub(super) mod update;

pub use first_look::{FirstLook, obstacle};
pub use opened::{LoadedData, OpenedModel, StartOptions};
pub use typed_paths::typed_paths;

pub use corpus_state::{CorpusState, Loading};
