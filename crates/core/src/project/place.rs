//! Checks of output paths before any work: links are followed, and paths that cannot be written to are refused.
//!
//! Cost: a few file system calls. Memory: a few paths.

use std::fs;
use std::io::{self, ErrorKind, IsTerminal};
use std::path::{Path, PathBuf};

use super::{ProjectError, atomic::Temporary, regular::what};
use crate::corpus::{companions, printable_lines};

/// Maximum number of symbolic links followed to an output file.
const LINKS: usize = 40;

/// Input paths, which must not be written to: files, their companion files, and everything in folders.
#[derive(Debug, Default)]
pub struct Inputs {
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

impl Inputs {
    /// Collects the input files by their canonical paths; missing files are left out.
    pub fn new<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Self {
        let mut inputs = Self::default();
        for path in paths {
            let Ok(true_path) = path.canonicalize() else { continue };
            if true_path.is_dir() {
                inputs.folders.push(true_path);
                continue;
            }
            // Companion files are looked for in the folder of the given name, which may be a link.
            inputs.files.extend(companions(path).iter().filter_map(|companion| companion.canonicalize().ok()));
            inputs.files.push(true_path);
        }
        inputs
    }

    /// Reason why an output file, given by its canonical path, cannot be written; `None` if it can.
    pub fn conflict(&self, file: &Path) -> Option<String> {
        if self.files.iter().any(|input| input == file) {
            return Some("is read from too: choose another place".to_owned());
        }
        let folder = self.folders.iter().find(|folder| file.starts_with(folder))?;
        Some(format!("is in {}, a folder that is read from: choose another place", folder.display()))
    }
}

/// Target of writing to a path: a file or a stream.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Output file by its canonical path, replaced as a whole.
    File(PathBuf),
    /// Output stream of the program, such as `/dev/stdout`, which is written directly.
    Stream,
}

/// Checks that a path can be written to; returns the canonical path of the file, or `None` for a stream.
///
/// A temporary file is used to test whether the folder can be written to.
///
/// # Errors
/// Returns an error that names the obstacle and the remedy.
pub fn check_place(path: &Path) -> Result<Option<PathBuf>, ProjectError> {
    match Place::of(path)? {
        Place::Stream => Ok(None),
        Place::File(file) => {
            Temporary::beside(&file).map_err(|cause| ProjectError::Write(path.to_owned(), cause))?;
            Ok(Some(file))
        }
    }
}

impl Place {
    /// Target of writing to `path`, links followed.
    pub(super) fn of(path: &Path) -> Result<Self, ProjectError> {
        let refused = |problem: String| ProjectError::Place(path.to_owned(), problem);
        let mut file = path.to_owned();
        for _ in 0..LINKS {
            if is_stream(&file) {
                return Ok(Self::Stream);
            }
            let Ok(next) = fs::read_link(&file) else { break };
            // A relative link is resolved from its own folder.
            file = folder(&file).join(next);
        }
        match fs::metadata(&file) {
            Ok(there) if there.is_dir() => return Err(refused("is a folder: name a file in it".into())),
            Ok(there) if !there.is_file() => {
                return Err(refused(format!("is {}, not a file: choose another place", what(there.file_type()))));
            }
            Ok(there) if there.permissions().readonly() => {
                return Err(refused("is write-protected: choose another place, or allow writing to it".into()));
            }
            Ok(_) => {}
            Err(error) => match error.kind() {
                ErrorKind::NotFound => {}
                ErrorKind::InvalidFilename => return Err(refused("its name is too long: choose a shorter one".into())),
                ErrorKind::NotADirectory => {
                    return Err(refused(format!("{} is not a folder: choose another place", folder(&file).display())));
                }
                _ => return Err(ProjectError::Write(path.to_owned(), error)),
            },
        }
        let named = !file.as_os_str().as_encoded_bytes().ends_with(b"/");
        let Some(name) = file.file_name().filter(|_| named) else { return Err(refused("names no file: name one".into())) };
        match folder(&file).canonicalize() {
            Ok(folder) => Ok(Self::File(folder.join(name))),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let folder = folder(&file).display();
                Err(refused(format!("there is no folder {folder}: make it first or choose another place")))
            }
            Err(cause) => Err(ProjectError::Write(path.to_owned(), cause)),
        }
    }
}

/// Folder that contains a path.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether a path names one of the program's streams or `/dev/null`; no other device is written to.
fn is_stream(path: &Path) -> bool {
    cfg!(unix)
        && (["/dev/null", "/dev/stdout", "/dev/stderr"].into_iter().any(|own| path == Path::new(own))
            || path.starts_with("/dev/fd")
            || path.starts_with("/proc/self/fd"))
}

/// Writes bytes to an output stream, to a terminal with escapes for control characters; a closed pipe is not an error.
///
/// # Errors
/// Returns an error if an I/O operation fails.
pub fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let written = match path.to_str() {
        Some("/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1") => send(io::stdout(), bytes),
        Some("/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2") => send(io::stderr(), bytes),
        _ => fs::OpenOptions::new().append(true).open(path).and_then(|file| send(file, bytes)),
    };
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome,
    }
}

fn send(mut stream: impl io::Write + IsTerminal, bytes: &[u8]) -> io::Result<()> {
    if stream.is_terminal() {
        stream.write_all(printable_lines(&String::from_utf8_lossy(bytes)).as_bytes())?;
    } else {
        stream.write_all(bytes)?;
    }
    stream.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_cannot_be_written_are_refused_with_a_remedy() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "").unwrap();
        fs::write(at("kept"), "").unwrap();
        let mut protected = fs::metadata(at("kept")).unwrap().permissions();
        protected.set_readonly(true);
        fs::set_permissions(at("kept"), protected).unwrap();
        for (path, says) in [
            (folder.path().to_owned(), "is a folder: name a file"),
            (at("none/m.json"), "make it first"),
            (at("file/m.json"), "is not a folder"),
            (at("new/"), "names no file"),
            (at(&"x".repeat(300)), "choose a shorter one"),
            (at("kept"), "is write-protected"),
        ] {
            let message = check_place(&path).unwrap_err().to_string();
            assert!(message.contains(says) && message.starts_with(&path.display().to_string()), "{message}");
        }
        assert_eq!(check_place(&at("new")).unwrap(), Some(folder.path().canonicalize().unwrap().join("new")));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "the trial leaves nothing");
    }

    #[test]
    fn inputs_their_companions_and_their_folders_are_not_written_to() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("corpus/tree")).unwrap();
        for name in ["arr.npy", "arr.txt", "c.txt"] {
            fs::write(root.join(name), "").unwrap();
        }
        let [array, corpus, missing] = ["arr.npy", "corpus", "missing"].map(|name| root.join(name));
        let inputs = Inputs::new([array.as_path(), &corpus, &missing]);
        for taken in ["arr.npy", "arr.txt", "corpus/m.json", "corpus/tree/new.txt"] {
            assert!(inputs.conflict(&root.join(taken)).is_some(), "{taken}");
        }
        for free in ["c.txt", "m.json", "corpus.json", "missing"] {
            assert_eq!(inputs.conflict(&root.join(free)), None, "{free}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_to_files_streams_and_devices() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        symlink("further", at("link")).unwrap();
        symlink("file", at("further")).unwrap();
        symlink("circle", at("circle")).unwrap();
        symlink("/dev/stdout", at("out")).unwrap();
        symlink("/dev/zero", at("zero")).unwrap();
        let file = folder.path().canonicalize().unwrap().join("file");
        assert_eq!(check_place(&at("link")).unwrap(), Some(file), "also where it does not stand yet");
        assert_eq!(check_place(&at("out")).unwrap(), None);
        assert_eq!(check_place(Path::new("/dev/null")).unwrap(), None);
        assert!(check_place(&at("zero")).unwrap_err().to_string().contains("is a device"));
        assert!(check_place(&at("circle")).is_err());
    }
}
