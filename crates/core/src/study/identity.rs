//! Ids of a study's cells: hashes of the settings and of the bytes of every file that is read, equal on every computer.
//!
//! Labels and folders are no part of an id; a changed byte of a corpus gives another id, and so do another extension,
//! which may be another format, and another version of results.
//! `evaluate` and `train --results` have the same ids for the same cells.
//! In the window a corpus is identified by its contents instead of its files.
//! Cost: one pass over each file.
//! Memory: one file's block.

use std::{
    collections::HashMap,
    fs,
    hash::Hasher,
    io::{self, Read},
    path::{Path, PathBuf},
};

use serde::Serialize;
use siphasher::sip128::{Hasher128, SipHasher13};

use crate::{
    corpus::{companions, failure, leads_up},
    experiment::{Cell, DataError, DataRecipe, Sweep, SweepError},
    metric::CalibratedOn,
    model::{ModelKind, Params},
};

/// Version of results: raised with every change of the program that changes results, so that old ones are not reused.
const RESULT_VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " 5");

/// Digests of files and folders, each computed only once.
#[derive(Debug, Default)]
pub struct Digests(HashMap<PathBuf, String>);

impl Digests {
    /// Digest of all files that a recipe reads, with their roles, in the order of reading.
    ///
    /// # Errors
    /// Returns an error if one of the files cannot be read.
    pub fn of_recipe(&mut self, recipe: &DataRecipe) -> Result<String, SweepError> {
        let line = |(role, path): (&str, PathBuf)| {
            let digest = self.of(&path).map_err(|cause| DataError::Read(failure(&path, 0, &cause)))?;
            Ok(format!("{role} {} {digest}", extension(&path)))
        };
        let lines: Vec<String> = recipe.files_read().into_iter().map(line).collect::<Result<_, SweepError>>()?;
        Ok(hash_of(&lines.join("\n")))
    }

    /// Digest of a file with the files that are read together with it, or of a folder with everything in it.
    fn of(&mut self, path: &Path) -> io::Result<String> {
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

/// Extension of a file's name, by which its format may be recognised.
fn extension(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    name.rsplit_once('.').filter(|_| !path.is_dir()).map_or_else(String::new, |(_, extension)| extension.to_owned())
}

/// Adds a file to a digest, or the names and contents of a folder in alphabetical order, as far as reading follows them.
fn write(path: &Path, hasher: &mut SipHasher13) -> io::Result<()> {
    let kind = fs::metadata(path)?;
    if kind.is_dir() {
        let mut entries = fs::read_dir(path)?.collect::<io::Result<Vec<_>>>()?;
        let is_file_or_folder =
            |entry: &fs::DirEntry| fs::metadata(entry.path()).is_ok_and(|kind| kind.is_file() || kind.is_dir());
        entries.retain(|entry| is_file_or_folder(entry) && !leads_up(&entry.path(), path));
        entries.sort_by_key(fs::DirEntry::file_name);
        hasher.write_u64(entries.len() as u64);
        for entry in entries {
            hasher.write(entry.file_name().as_encoded_bytes());
            hasher.write_u8(0);
            write(&entry.path(), hasher)?;
        }
        return Ok(());
    }
    if !kind.is_file() {
        return Err(io::Error::other("is a pipe or a device, not a file"));
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

/// Everything that the result of a cell depends on, except for the contents of files.
#[derive(Serialize)]
struct Settings {
    data: DataRecipe,
    model: ModelKind,
    points: Vec<Params>,
    seed: u64,
    iterations: Option<usize>,
    patience: Option<usize>,
    calibrate: CalibratedOn,
    memory: u64,
}

/// Id of a sweep's cell whose files have this digest ([`Digests::of_recipe`]).
///
/// # Errors
/// Returns an error if the settings of the cell contradict each other, or have no canonical form.
pub fn cell_id(sweep: &Sweep<'_>, cell: &Cell, contents: &str) -> Result<String, SweepError> {
    let grid = (sweep.grid)(cell, None)?;
    let settings = Settings {
        data: cell.recipe(&sweep.data)?.without_paths(),
        model: cell.model,
        points: (0..grid.len()).filter_map(|point| Some(grid.params(point)?.clone().with_seed(cell.seed))).collect(),
        seed: cell.seed,
        iterations: sweep.rules.iterations,
        patience: sweep.rules.patience,
        calibrate: sweep.calibrate,
        memory: sweep.memory.bytes(),
    };
    Ok(hash_of(&format!("{RESULT_VERSION}\n{contents}\n{}", canonical(&settings)?)))
}

/// Canonical form of settings: JSON without blanks, the keys of every object in alphabetical order.
///
/// # Errors
/// Returns an error if they contain a path that is not valid Unicode, which JSON cannot hold.
pub(super) fn canonical(settings: &impl Serialize) -> Result<String, SweepError> {
    // JSON keys are in alphabetical order, because `serde_json::Value` keeps them so.
    let value = serde_json::to_value(settings);
    let no_form = |error| SweepError::Settings(format!("these options have no canonical form ({error}): restore the defaults"));
    value.map(|value| value.to_string()).map_err(no_form)
}

/// Hash of a text (SipHash-1-3, 128 bits) as 32 hexadecimal digits.
pub(super) fn hash_of(text: &str) -> String {
    format!("{:032x}", SipHasher13::new().hash(text.as_bytes()).as_u128())
}

#[cfg(test)]
mod tests;
