//! Regular files opened for reading: pipes and devices, which may block or never end, are refused.

use std::fs::{self, File, FileType};
use std::path::Path;

use super::ProjectError;

/// Opens a regular file for reading; also returns its length in bytes.
///
/// # Errors
/// Returns an error if the path is not a regular file, for example a pipe, which may block, or an I/O operation fails.
pub fn open(path: &Path) -> Result<(File, u64), ProjectError> {
    let refused = |cause| ProjectError::Read(path.to_owned(), cause);
    let there = fs::metadata(path).map_err(refused)?;
    if !there.is_file() {
        return Err(ProjectError::NotAFile { path: path.to_owned(), what: what(there.file_type()) });
    }
    Ok((File::open(path).map_err(refused)?, there.len()))
}

/// Name of a file type that is not a regular file, for messages.
pub(super) fn what(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
    }
    if kind.is_dir() { "a folder" } else { "a device" }
}
