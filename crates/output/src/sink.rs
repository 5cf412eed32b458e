//! Files of an export: written to temporary files, then renamed onto their targets when all are complete.
//!
//! Every write checks whether the export is cancelled ([`wordfield_core::cancel`]); a dropped sink leaves nothing behind.
//! Memory: one buffer per file.

use std::{
    io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use super::ExportError;
use wordfield_core::{
    cancel,
    project::{Inputs, PendingFile, ProjectError, check_place},
};

/// Progress of exports: bytes written so far, the complete files, and remarks on them.
#[derive(Debug, Default)]
pub struct Written {
    bytes: AtomicU64,
    files: Mutex<Vec<PathBuf>>,
    remarks: Mutex<Vec<String>>,
}

impl Written {
    /// Remarks on the content of the exports, for the user.
    pub fn remarks(&self) -> Vec<String> {
        self.remarks.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Number of bytes written so far to all files of the exports.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Completed files of the exports, in the order in which they were begun.
    pub fn files(&self) -> Vec<PathBuf> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Destination of one export: its main file and companion files, which appear together.
pub struct Sink<'a> {
    /// Path of the export's main file.
    pub path: PathBuf,
    inputs: &'a Inputs,
    files: Vec<PendingFile>,
    written: Arc<Written>,
}

/// Open file of an export.
pub struct SinkFile<'a> {
    file: &'a mut PendingFile,
    written: &'a Written,
}

impl<'a> Sink<'a> {
    /// Sink for the main file `path`; none of its files may be an input file.
    /// `written` counts the bytes of all files and names them.
    ///
    /// # Errors
    /// Returns an error if the path cannot hold a file or belongs to the inputs.
    pub fn new(path: &Path, inputs: &'a Inputs, written: Arc<Written>) -> Result<Self, ExportError> {
        check(path, inputs)?;
        Ok(Self { path: path.to_owned(), inputs, files: Vec::new(), written })
    }

    /// Independent sink for another `path`, with the same inputs and byte count.
    ///
    /// # Errors
    /// Returns an error if the path cannot hold a file, belongs to the inputs, or is the main file of this sink.
    pub fn another(&self, path: &Path) -> Result<Self, ExportError> {
        if check_place(path)?.is_some_and(|file| check_place(&self.path).is_ok_and(|main| main == Some(file))) {
            let problem = "is the place of the other file too: choose another place".to_owned();
            return Err(ProjectError::Place(path.to_owned(), problem).into());
        }
        Self::new(path, self.inputs, Arc::clone(&self.written))
    }

    /// Opens the main file of the export.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created.
    pub fn main(&mut self) -> Result<SinkFile<'_>, ExportError> {
        let path = self.path.clone();
        self.open(&path)
    }

    /// Opens a companion of the main file: `words.tsv` with the suffix `metadata` becomes `words-metadata.tsv`.
    ///
    /// # Errors
    /// Returns an error if its path cannot hold a file or belongs to the inputs.
    pub fn beside(&mut self, suffix: &str) -> Result<SinkFile<'_>, ExportError> {
        self.open_companion(&beside(&self.path, suffix))
    }

    /// Opens a companion whose name is the main one with an extension appended: `pairs` with `en` becomes `pairs.en`.
    ///
    /// # Errors
    /// Returns an error if its path cannot hold a file or belongs to the inputs.
    pub fn extended(&mut self, extension: &str) -> Result<SinkFile<'_>, ExportError> {
        let mut path = self.path.clone().into_os_string();
        path.push(format!(".{extension}"));
        self.open_companion(&PathBuf::from(path))
    }

    /// Adds a remark on the content of the export, for the user.
    pub(super) fn remark(&self, sentence: String) {
        self.written.remarks.lock().unwrap_or_else(PoisonError::into_inner).push(sentence);
    }

    /// Bytes written so far to each file of the export, in the order in which they were begun.
    ///
    /// # Errors
    /// Returns an error if reading fails.
    pub(super) fn contents(&mut self) -> Result<Vec<Vec<u8>>, ExportError> {
        let read = |file: &mut PendingFile| file.contents().map_err(|cause| ExportError::of(&file.path, cause));
        self.files.iter_mut().map(read).collect()
    }

    /// Opens a companion file, named after the main one, which must then be a file, not a stream.
    fn open_companion(&mut self, path: &Path) -> Result<SinkFile<'_>, ExportError> {
        if check_place(&self.path)?.is_none() {
            let problem = "is a stream, and this format is several files: name a file".to_owned();
            return Err(ProjectError::Place(self.path.clone(), problem).into());
        }
        check(path, self.inputs)?;
        self.open(path)
    }

    fn open(&mut self, path: &Path) -> Result<SinkFile<'_>, ExportError> {
        let file = PendingFile::create(path)?;
        let place = self.files.len();
        self.files.push(file);
        Ok(SinkFile { file: &mut self.files[place], written: &self.written })
    }

    /// Renames every temporary file of the export onto its target.
    ///
    /// # Errors
    /// Returns an error if an I/O operation fails, or the export was cancelled: no target is then changed.
    pub fn commit(self) -> Result<(), ExportError> {
        if cancel::requested() {
            return Err(ExportError::Cancelled);
        }
        let ready = self.files.into_iter().map(PendingFile::complete).collect::<Result<Vec<_>, ProjectError>>()?;
        for file in ready {
            let path = file.path.clone();
            file.rename()?;
            self.written.files.lock().unwrap_or_else(PoisonError::into_inner).push(path);
        }
        Ok(())
    }
}

impl io::Write for SinkFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if cancel::requested() {
            return Err(io::Error::other("cancelled"));
        }
        let written = self.file.write(bytes)?;
        self.written.bytes.fetch_add(written as u64, Ordering::Relaxed);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Path of a companion file in the folder of `path`, with a suffix before the extension.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = match path.extension() {
        Some(extension) => format!("{stem}-{suffix}.{}", extension.to_string_lossy()),
        None => format!("{stem}-{suffix}"),
    };
    path.with_file_name(name)
}

/// Refuses an export path that cannot be written to or that is an input file.
///
/// # Errors
/// Returns an error that names the obstacle and the remedy.
fn check(path: &Path, inputs: &Inputs) -> Result<(), ExportError> {
    match check_place(path)?.and_then(|file| inputs.conflict(&file)) {
        Some(problem) => Err(ProjectError::Place(path.to_owned(), problem).into()),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, io::Write};

    use super::*;
    use wordfield_core::cancel::CancelFlag;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn another_sink_is_refused_at_the_place_of_the_main_file_or_of_an_input() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("input.tsv"), "a").unwrap();
        let inputs = Inputs::new([at("input.tsv").as_path()]);
        let sink = Sink::new(&at("clean.tsv"), &inputs, <_>::default()).unwrap();
        let refused = |path: PathBuf| sink.another(&path).map(|_| ()).unwrap_err().to_string();
        assert!(refused(at("clean.tsv")).contains("clean.tsv: is the place of the other file too"));
        assert!(refused(folder.path().join(".").join("clean.tsv")).contains("place of the other file"));
        assert!(refused(at("input.tsv")).contains("input.tsv"));
        assert!(sink.another(&at("rejects.tsv")).is_ok());
    }

    #[test]
    fn all_files_appear_together_and_their_bytes_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        let written = Arc::new(Written::default());
        let inputs = Inputs::default();
        let mut sink = Sink::new(&folder.path().join("words.tsv"), &inputs, Arc::clone(&written)).unwrap();
        sink.main().unwrap().write_all(b"vectors").unwrap();
        sink.beside("metadata").unwrap().write_all(b"words").unwrap();
        assert!(names(folder.path()).iter().all(|name| name.starts_with('.')));
        sink.commit().unwrap();
        assert_eq!(names(folder.path()), ["words-metadata.tsv", "words.tsv"]);
        assert_eq!(written.bytes(), 12);
        assert_eq!(written.files(), ["words.tsv", "words-metadata.tsv"].map(|name| folder.path().join(name)));
    }

    #[test]
    fn a_cancelled_export_changes_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("words.tsv");
        fs::write(&path, "earlier").unwrap();
        let flag = CancelFlag::new();
        let inputs = Inputs::default();
        let mut sink = Sink::new(&path, &inputs, Arc::default()).unwrap();
        cancel::with(&flag, || {
            sink.main().unwrap().write_all(b"half").unwrap();
            flag.raise();
            let cause = sink.beside("metadata").unwrap().write_all(b"words").unwrap_err();
            assert!(matches!(ExportError::of(&path, cause), ExportError::Cancelled));
            assert!(matches!(sink.commit(), Err(ExportError::Cancelled)));
        });
        assert_eq!(names(folder.path()), ["words.tsv"]);
        assert_eq!(fs::read_to_string(path).unwrap(), "earlier");
    }

    #[test]
    fn inputs_and_folders_are_refused_with_a_remedy() {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("words-metadata.tsv");
        fs::write(&input, "a\tb").unwrap();
        let inputs = Inputs::new([input.as_path()]);
        let refused = |outcome: Result<(), ExportError>| outcome.unwrap_err().to_string();
        let sink = |path: &Path| Sink::new(path, &inputs, Arc::default());
        let message = refused(sink(&input).map(drop));
        assert!(message.contains("is read from too: choose another place"), "{message}");
        let message = refused(sink(&folder.path().join("words.tsv")).unwrap().beside("metadata").map(drop));
        assert!(message.contains("is read from too: choose another place"), "{message}");
        let message = refused(sink(folder.path()).map(drop));
        assert!(message.contains("is a folder: name a file"), "{message}");
        assert_eq!(names(folder.path()), ["words-metadata.tsv"]);
    }

    #[cfg(unix)]
    #[test]
    fn several_files_do_not_go_to_a_stream() {
        let inputs = Inputs::default();
        for stream in ["/dev/stdout", "/dev/null"] {
            let mut sink = Sink::new(Path::new(stream), &inputs, Arc::default()).unwrap();
            let companions = [sink.beside("metadata").map(drop), sink.extended("en").map(drop)];
            for outcome in companions {
                let message = outcome.unwrap_err().to_string();
                assert!(message.starts_with(stream) && message.contains("several files: name a file"), "{message}");
            }
        }
    }
}
