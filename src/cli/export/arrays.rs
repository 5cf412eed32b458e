//! Export of a model's arrays: positions, predictions, kernel matrix, split.

use std::sync::Arc;

use super::{ExportContents, Job};
use crate::cli::output;
use wordfield_output::{Arrays, ExportKind, Exporter, ModelArrays, Sink};

pub(super) const ARRAYS: ExportContents = ExportContents {
    name: "arrays",
    help: "",
    is_own: Exporter::is_of::<Arrays>,
    given: |args| args.gram.then_some("--gram"),
    write,
};

fn write(job: &Job<'_>, sink: Sink<'_>) -> anyhow::Result<()> {
    let data = job.dataset()?;
    let snapshot = job.snapshot(&data)?;
    let memory = job.args.documents.memory();
    let (arrays, left_out) = ModelArrays::of(data, Arc::new(snapshot), job.args.gram.then_some(memory));
    if let Some(reason) = left_out {
        output::note(format_args!("gram is left out: {reason}."));
    }
    Ok(Arrays::write(&arrays.arrays(), job.exporter, sink)?)
}
