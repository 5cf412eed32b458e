//! Files are written beside their place and renamed into it.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use super::ProjectError;

/// Writes a file so that at every moment either the old one or the whole new one is there.
///
/// # Errors
/// When the system refuses; the old file, if any, is then unchanged.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), ProjectError> {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(name);
    let written = File::create(&beside)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&beside, path));
    written.map_err(|cause| {
        // The error to tell is the first one; a part file that cannot be removed does no harm.
        let _ = fs::remove_file(&beside);
        ProjectError::Write { path: path.to_owned(), cause }
    })
}
