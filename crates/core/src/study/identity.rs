//! Ids of a study's cells: hashes of the settings and of the bytes of every file that is read, equal on every computer.
//!
//! Labels, paths and the order of keys in a grid are no part of an id; a changed byte of a corpus is another id. Cost: one pass
//! over each file. Memory: one file.

use std::{
    collections::HashMap,
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

use siphasher::sip128::{Hasher128, SipHasher13};
use std::hash::Hasher;

use crate::{
    corpus::companions,
    experiment::{RESULT_VERSION, hash_of},
};

/// Digests of files and folders, each computed only once.
#[derive(Debug, Default)]
pub struct Digests(HashMap<PathBuf, String>);

impl Digests {
    /// Digest of a file with the files that are read together with it, or of a folder with everything in it.
    ///
    /// # Errors
    /// When the system refuses to read.
    pub fn of(&mut self, path: &Path) -> io::Result<String> {
        if let Some(known) = self.0.get(path) {
            return Ok(known.clone());
        }
        let mut hasher = SipHasher13::new();
        write(path, &mut hasher)?;
        for beside in companions(path) {
            write(&beside, &mut hasher)?;
        }
        let digest = format!("{:032x}", hasher.finish128().as_u128());
        self.0.insert(path.to_owned(), digest.clone());
        Ok(digest)
    }
}

/// Adds a file to a digest, or the names and contents of a folder in alphabetical order.
fn write(path: &Path, hasher: &mut SipHasher13) -> io::Result<()> {
    if path.is_dir() {
        let mut entries = fs::read_dir(path)?.collect::<io::Result<Vec<_>>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            hasher.write(entry.file_name().as_encoded_bytes());
            hasher.write_u8(0);
            write(&entry.path(), hasher)?;
        }
        return Ok(());
    }
    let (mut file, mut block, mut length) = (fs::File::open(path)?, vec![0; 1 << 16], 0_u64);
    loop {
        let read = file.read(&mut block)?;
        if read == 0 {
            hasher.write_u64(length);
            return Ok(());
        }
        hasher.write(&block[..read]);
        length += read as u64;
    }
}

/// Id of a study's cell with these settings, in which files are named by their digests.
pub fn cell_id(settings: &[String]) -> String {
    hash_of(&format!("{RESULT_VERSION}\n{}", settings.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_of_contents_and_not_of_places() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            path
        };
        let paths = [at("a.txt", "one"), at("b.txt", "one"), at("c.txt", "one "), at("d/x.txt", "one"), at("e/y.txt", "one")];
        let mut digests = Digests::default();
        let of: Vec<String> = paths.iter().map(|path| digests.of(path).unwrap()).collect();
        assert!(of[0] == of[1] && of[0] != of[2]);
        let folders = ["d", "e"].map(|name| digests.of(&folder.path().join(name)).unwrap());
        assert_ne!(folders[0], folders[1], "names of classes are part of a folder");
        assert!(digests.of(&folder.path().join("absent")).is_err());
        let id = |settings: &[&str]| cell_id(&settings.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
        assert!(id(&["a", "b"]) == id(&["a", "b"]) && id(&["a", "b"]) != id(&["ab"]));
    }
}
