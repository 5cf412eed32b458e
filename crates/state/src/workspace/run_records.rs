//! Records of the runs of the corpus, for the table of runs.
//!
//! Cost: the record of the current run is made at each call, one pass over the test documents.

use std::sync::Arc;

use super::Workspace;
use crate::RunRecord;

impl Workspace {
    /// Record of the current run, unless it belongs to a search; `None` before its first snapshot.
    pub(crate) fn current_record(&self) -> Option<RunRecord> {
        let snapshot = self.run.latest.as_ref().filter(|_| !self.is_searching())?;
        let (params, seed) = (&self.run.settings.params, self.corpus.loaded_options.split.seed);
        Some(RunRecord::of(self.run.id, params, seed, self.corpus.dataset.as_ref()?, snapshot))
    }

    /// Records of the runs of this corpus, oldest first, the current one last.
    pub fn run_records(&self) -> Vec<Arc<RunRecord>> {
        self.run.table.iter().cloned().chain(self.current_record().map(Arc::new)).collect()
    }

    /// The two runs whose predictions are compared: the chosen ones, or the last two.
    pub fn compared_records(&self) -> Option<[Arc<RunRecord>; 2]> {
        let records = self.run_records();
        let of = |run: u64| records.iter().find(|record| record.run == run).cloned();
        let chosen = self.compare.records.and_then(|[first, second]| Some([of(first)?, of(second)?]));
        chosen.or_else(|| records.last_chunk().cloned())
    }
}
