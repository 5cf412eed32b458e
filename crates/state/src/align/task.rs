//! The task of the thread that aligns two texts and writes the pairs.

use std::{ffi::OsStr, path::PathBuf, sync::Arc};

use super::texts::TextsToAlign;
use crate::Underway;
use wordfield_core::{cancel, corpus::Cancel, project::Inputs};
use wordfield_output::{AlignedCounts, AlignedLines, ExportKind, Sink};

/// Number of parts into which the progress of an alignment is divided.
const PARTS: usize = 1000;

/// Task of aligning two texts, which writes their pairs to a file.
pub(super) struct AlignTask {
    /// The two texts to align.
    pub(super) texts: TextsToAlign,
    /// Further files that the alignment reads and must never overwrite.
    pub(super) inputs: Vec<PathBuf>,
    /// Path of the file for the aligned pairs.
    pub(super) path: PathBuf,
    /// Progress and cancellation of the alignment.
    pub(super) running: Arc<Underway>,
}

/// A written file of aligned pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlignedFile {
    /// Path of the file of aligned pairs.
    pub path: PathBuf,
    /// Numbers of aligned pairs of lines, of lines without a partner and of blank lines.
    pub counts: AlignedCounts,
    /// Notes on the encodings of the texts.
    pub notes: Vec<String>,
}

impl AlignTask {
    /// Aligns the texts and writes the pairs; `None` if the alignment was cancelled, which leaves no file.
    pub(super) fn run(&self) -> Option<Result<AlignedFile, String>> {
        let result = cancel::with(&self.running.flag, || self.aligned());
        result.map_or_else(|error| (!self.running.flag.is_raised()).then_some(Err(error)), |file| file.map(Ok))
    }

    fn aligned(&self) -> Result<Option<AlignedFile>, String> {
        let texts = &self.texts;
        let inputs = Inputs::new(texts.files.iter().chain(&self.inputs).map(PathBuf::as_path));
        // An unwritable output path is reported before the alignment starts.
        let sink = Sink::new(&self.path, &inputs, Arc::default()).map_err(|error| error.to_string())?;
        let (lines, notes) = texts.read(&Cancel::default()).map_err(|error| error.to_string())?;
        let [source, target] = lines.each_ref().map(|lines| lines.iter().map(String::as_str).collect::<Vec<_>>());
        let observe = |share: f64| {
            self.running.set((PARTS as f64 * share) as usize, PARTS);
            !self.running.flag.is_raised()
        };
        let Some(beads) = texts.aligner([&source, &target])?.first_pass_observed(&observe) else { return Ok(None) };
        let format = AlignedLines::format_of(self.path.extension().and_then(OsStr::to_str)).ok_or("no format")?;
        let joined = AlignedLines::new(lines.each_ref().map(Vec::as_slice), &beads, &texts.languages);
        AlignedLines::write(&joined, format, sink).map_err(|error| error.to_string())?;
        Ok(Some(AlignedFile { path: self.path.clone(), counts: joined.counts, notes }))
    }
}
