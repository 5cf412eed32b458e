//! Files opened for reading: files alone, so that no pipe is waited for and no device read for ever.

use std::fs::{self, File, FileType};
use std::path::Path;

use super::ProjectError;

/// Opens a file; gives its length in bytes too.
pub(super) fn open(path: &Path) -> Result<(File, u64), ProjectError> {
    let refused = |cause| ProjectError::Read { path: path.to_owned(), cause };
    let there = fs::metadata(path).map_err(refused)?;
    if !there.is_file() {
        return Err(ProjectError::NotAFile { path: path.to_owned(), what: what(there.file_type()) });
    }
    Ok((File::open(path).map_err(refused)?, there.len()))
}

/// What something that is no file is called.
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
