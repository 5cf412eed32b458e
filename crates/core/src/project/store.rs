//! Store of the program's own files, such as reviews and settings, by path: on the disk, or wherever a machine keeps bytes.

use std::fs::{self, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{ProjectError, regular, write_atomically};

/// Store of the program's own files.
pub trait Store: Send + Sync {
    /// Reads a whole file.
    ///
    /// # Errors
    /// Returns an error of kind `NotFound` if there is no file, and another one if it cannot be read.
    fn read(&self, file: &Path) -> io::Result<Vec<u8>>;

    /// Replaces a whole file atomically; creates its folder if needed.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written; an existing file is then unchanged.
    fn write(&self, file: &Path, content: &[u8]) -> Result<(), ProjectError>;

    /// Removes a file.
    ///
    /// # Errors
    /// Returns an error if there is no file or it cannot be removed.
    fn remove(&self, file: &Path) -> io::Result<()>;

    /// Renames a file.
    ///
    /// # Errors
    /// Returns an error if there is no file or it cannot be renamed.
    fn rename(&self, file: &Path, to: &Path) -> io::Result<()>;

    /// Attributes of a file or folder; `None` if it does not exist.
    fn state(&self, path: &Path) -> Option<FileState>;

    /// Paths of the files in a folder; none if it cannot be read.
    fn list(&self, folder: &Path) -> Vec<PathBuf>;

    /// Takes the lock of a file, which is created if needed with its folder; dropping the result releases the lock.
    /// With `wait` the call waits for another holder.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created or, without `wait`, if it is locked.
    fn lock(&self, file: &Path, wait: bool) -> io::Result<Box<dyn Send>>;
}

/// Attributes that change when a file is replaced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileState {
    /// Modification time of the file; `None` if it is unknown.
    pub modified: Option<SystemTime>,
    /// Length of the file in bytes.
    pub length: u64,
}

impl FileState {
    /// Attributes of a file or folder on the disk; `None` if it does not exist.
    pub fn of(path: &Path) -> Option<Self> {
        let found = fs::metadata(path).ok()?;
        Some(Self { modified: found.modified().ok(), length: found.len() })
    }
}

/// Store on the disk.
#[derive(Clone, Copy, Debug)]
pub struct Disk;

/// Creates the folder of a file.
fn create_folder(file: &Path) -> io::Result<()> {
    file.parent().map_or(Ok(()), fs::create_dir_all)
}

impl Store for Disk {
    fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        let (mut file, _) = regular::open(file).map_err(|error| match error {
            ProjectError::Read(_, cause) => cause,
            other => io::Error::other(other),
        })?;
        let mut content = Vec::new();
        file.read_to_end(&mut content)?;
        Ok(content)
    }

    fn write(&self, file: &Path, content: &[u8]) -> Result<(), ProjectError> {
        create_folder(file).map_err(|cause| ProjectError::Write(file.to_owned(), cause))?;
        write_atomically(file, content)
    }

    fn remove(&self, file: &Path) -> io::Result<()> {
        fs::remove_file(file)
    }

    fn rename(&self, file: &Path, to: &Path) -> io::Result<()> {
        fs::rename(file, to)
    }

    fn state(&self, path: &Path) -> Option<FileState> {
        FileState::of(path)
    }

    fn list(&self, folder: &Path) -> Vec<PathBuf> {
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    }

    fn lock(&self, file: &Path, wait: bool) -> io::Result<Box<dyn Send>> {
        create_folder(file)?;
        let held = OpenOptions::new().create(true).write(true).truncate(false).open(file)?;
        if wait {
            // On file systems without locks only simultaneous changes collide.
            let _ = held.lock();
        } else {
            held.try_lock()?;
        }
        Ok(Box::new(held))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_with_its_folder_found_renamed_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        let (file, other) = (folder.path().join("new/file"), folder.path().join("new/other"));
        assert!(Disk.state(&file).is_none() && Disk.list(&folder.path().join("new")).is_empty());
        assert_eq!(Disk.read(&file).unwrap_err().kind(), io::ErrorKind::NotFound);
        Disk.write(&file, b"some").unwrap();
        assert_eq!((Disk.read(&file).unwrap(), Disk.state(&file).unwrap().length), (b"some".to_vec(), 4));
        Disk.rename(&file, &other).unwrap();
        assert_eq!(Disk.list(&folder.path().join("new")), [other.as_path()]);
        Disk.remove(&other).unwrap();
        assert!(Disk.state(&other).is_none() && Disk.remove(&other).is_err());
        assert!(Disk.read(folder.path()).unwrap_err().to_string().contains("is a folder, not a file"));
    }

    #[test]
    fn a_lock_excludes_others_until_it_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/lock");
        let held = Disk.lock(&file, false).unwrap();
        assert!(Disk.lock(&file, false).is_err());
        drop(held);
        assert!(Disk.lock(&file, true).is_ok());
    }
}
