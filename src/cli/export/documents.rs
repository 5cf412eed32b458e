//! Export of the corpus's documents with their predictions.

use super::{ExportContents, Job};
use wordfield_output::{ExportKind, Sink, Table, documents};

pub(super) const DOCUMENTS: ExportContents = ExportContents {
    name: "documents",
    help: "Documents of the corpus: text, part, label, prediction, every decision",
    is_own: |_| false,
    given: |_| None,
    write,
};

fn write(job: &Job<'_>, sink: Sink<'_>) -> anyhow::Result<()> {
    let data = job.dataset()?;
    let snapshot = job.snapshot(&data)?;
    Ok(Table::write(&documents(&data, &snapshot.predictions), job.exporter, sink)?)
}
