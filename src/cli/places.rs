//! Places to write to, checked before any work: each can be written to, none is named twice, none is read from.

use std::path::{Path, PathBuf};

use anyhow::bail;

use super::Usage;
use crate::corpus::{StopWords, TextOptions};
use crate::project::check_place;

/// Refuses what could not be written, or would be written over something that is read or written too.
///
/// `outputs` come with the options they are named by; `inputs` are all the files that are read.
pub(super) fn check(outputs: &[(&str, Option<&Path>)], inputs: &[&Path]) -> anyhow::Result<()> {
    let read: Vec<PathBuf> = inputs.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let mut taken: Vec<(&str, PathBuf)> = Vec::new();
    for &(option, path) in outputs {
        let Some(path) = path else { continue };
        // Any number of things may go to one stream.
        let Some(file) = check_place(path)? else { continue };
        if read.contains(&file) {
            bail!(Usage(format!("{option} {}: is read from too: choose another place", path.display())));
        }
        if let Some((other, _)) = taken.iter().find(|(_, other)| *other == file) {
            bail!(Usage(format!("{option} {}: is the place of {other} too: choose another place", path.display())));
        }
        taken.push((option, file));
    }
    Ok(())
}

/// The file stop words are read from, if any.
pub(super) fn stop_words(options: &TextOptions) -> Option<&Path> {
    if let StopWords::File(file) = &options.stop_words { Some(file) } else { None }
}

/// Whether a place is the program's standard output.
pub(super) fn is_stdout(path: &Path) -> bool {
    cfg!(unix) && ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].into_iter().any(|out| path == Path::new(out))
}
