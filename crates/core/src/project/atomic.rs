//! Atomic writing of files: a temporary file in the same folder, renamed onto the target.
//!
//! Temporary files of a killed program are recognised by their name and their free lock.
//! They are removed by the next write in the folder.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::ProjectError;
use super::place::{Place, write_through};

const PREFIX: &str = ".wordfield-";
const SUFFIX: &str = ".part";

/// Paths of this process's temporary files that were not renamed.
static PENDING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes the temporary files of this process, for an exit without unwinding.
pub fn remove_pending() {
    PENDING.lock().iter().for_each(|path| drop(fs::remove_file(path)));
}

/// Replaces a file atomically: at every moment either the old or the complete new file exists.
/// Links are followed and the permissions of an existing file are kept.
/// A stream such as `/dev/stdout` is written to directly.
///
/// # Errors
/// Returns an error if the path cannot hold a file or an I/O operation fails; an existing file is then unchanged.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), ProjectError> {
    let mut file = PendingFile::create(path)?;
    file.write_all(bytes).map_err(|cause| ProjectError::Write(path.to_owned(), cause))?;
    file.complete()?.rename()
}

/// File that is being written and replaces its target when it is complete; dropped earlier, it leaves nothing behind.
///
/// Memory: one buffer; the whole content for a stream.
#[derive(Debug)]
pub struct PendingFile {
    /// Path for which the pending file was created.
    pub path: PathBuf,
    target: Target,
}

#[derive(Debug)]
enum Target {
    /// Pending stream, whose bytes are written at the end.
    Stream(Vec<u8>),
    /// Pending file: its target path and its temporary replacement.
    File(PathBuf, Temporary),
}

impl PendingFile {
    /// Creates a pending file for a path, links followed.
    ///
    /// # Errors
    /// Returns an error if the path cannot hold a file.
    pub fn create(path: &Path) -> Result<Self, ProjectError> {
        let target = match Place::of(path)? {
            Place::Stream => Target::Stream(Vec::new()),
            Place::File(file) => match Temporary::beside(&file) {
                Ok(new) => Target::File(file, new),
                Err(cause) => return Err(ProjectError::Write(path.to_owned(), cause)),
            },
        };
        Ok(Self { path: path.to_owned(), target })
    }

    /// Path of the temporary file that is being written; that of the target for a stream.
    pub fn written_path(&self) -> &Path {
        match &self.target {
            Target::Stream(_) => &self.path,
            Target::File(_, new) => &new.path,
        }
    }

    /// Bytes written to the pending file so far.
    ///
    /// # Errors
    /// Returns an error if reading or writing fails.
    pub fn contents(&mut self) -> io::Result<Vec<u8>> {
        match &mut self.target {
            Target::Stream(held) => Ok(held.clone()),
            Target::File(_, new) => {
                new.file.flush()?;
                fs::read(&new.path)
            }
        }
    }

    /// Writes the whole pending file to the disk, with owner and permissions of the file that it replaces.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn complete(mut self) -> Result<Self, ProjectError> {
        let completed = match &mut self.target {
            Target::Stream(_) => Ok(()),
            Target::File(file, new) => new.complete(file),
        };
        completed.map_err(|cause| ProjectError::Write(self.path.clone(), cause)).map(|()| self)
    }

    /// Replaces the target by the complete pending file.
    ///
    /// # Errors
    /// Returns an error if renaming fails; an existing file is then unchanged.
    pub fn rename(self) -> Result<(), ProjectError> {
        let Self { path, target } = self;
        let renamed = match target {
            Target::Stream(bytes) => write_through(&path, &bytes),
            Target::File(file, mut new) => new.rename(&file),
        };
        renamed.map_err(|cause| ProjectError::Write(path, cause))
    }
}

impl Write for PendingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Stream(held) => held.write(bytes),
            Target::File(_, new) => new.file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Stream(_) => Ok(()),
            Target::File(_, new) => new.file.flush(),
        }
    }
}

/// Temporary file, removed when dropped unless it was renamed.
#[derive(Debug)]
pub(super) struct Temporary {
    path: PathBuf,
    file: BufWriter<File>,
    arrived: bool,
}

impl Temporary {
    /// Creates a temporary file in the folder of the target path `place`.
    pub(super) fn beside(place: &Path) -> io::Result<Self> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let folder = place.parent().unwrap_or(Path::new("."));
        remove_left_behind(folder);
        loop {
            // The temporary file has a short name: the target's name may already have the maximum length.
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!("{PREFIX}{}-{number}{SUFFIX}", process::id()));
            let file = match File::create_new(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                file => file?,
            };
            // On a file system without locks no temporary file is ever removed as abandoned.
            let _ = file.lock();
            // Another program may have removed the temporary file as abandoned before it was locked.
            if path.exists() {
                PENDING.lock().push(path.clone());
                return Ok(Self { path, file: BufWriter::new(file), arrived: false });
            }
        }
    }

    fn complete(&mut self, place: &Path) -> io::Result<()> {
        self.file.flush()?;
        match fs::metadata(place) {
            Ok(old) => self.copy_owner_and_permissions(&old)?,
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        self.file.get_ref().sync_all()
    }

    fn rename(&mut self, place: &Path) -> io::Result<()> {
        fs::rename(&self.path, place)?;
        self.arrived = true;
        Ok(())
    }

    /// Copies owner and permissions of the replaced file.
    fn copy_owner_and_permissions(&self, old: &fs::Metadata) -> io::Result<()> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            // Only an administrator may change the owner of a file; for other users the owner is the same already.
            let _ = fchown(self.file.get_ref(), Some(old.uid()), Some(old.gid()));
        }
        self.file.get_ref().set_permissions(old.permissions())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        PENDING.lock().retain(|path| *path != self.path);
        if !self.arrived {
            // A failed removal is not reported: the error that led here is reported instead.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Removes temporary files that killed programs left in a folder, as far as possible.
fn remove_left_behind(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let ours = name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
        if ours
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn abandoned_temporary_files_are_removed_and_locked_ones_stay() {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join(format!("{PREFIX}1-0{SUFFIX}"));
        fs::write(&left, "half").unwrap();
        let mut at_work = Temporary::beside(&folder.path().join("other")).unwrap();
        assert!(!left.exists());
        write_atomically(&folder.path().join("m"), b"whole").unwrap();
        assert_eq!(names(folder.path()).len(), 2, "{:?}", names(folder.path()));
        at_work.rename(&folder.path().join("other")).unwrap();
        assert_eq!(names(folder.path()), ["m", "other"]);
    }

    #[test]
    fn a_name_of_maximum_length_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let name = "m".repeat(255);
        write_atomically(&folder.path().join(&name), b"whole").unwrap();
        assert_eq!(names(folder.path()), [name]);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_are_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        symlink("file", &link).unwrap();
        write_atomically(&link, b"new").unwrap();
        assert_eq!(fs::read_link(&link).unwrap(), Path::new("file"));
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
