//! Checks of output paths before any work: each is writable, named once, and not an input.
//! An output must not be a file derived from an input's name, nor lie in a folder that is an input.

use std::path::{Path, PathBuf};

use anyhow::bail;

use super::Usage;
use wordfield_core::project::{Inputs, check_place};

/// Refuses outputs that cannot be written, are named twice, or belong to the inputs.
///
/// `outputs` come with the options that name them; `inputs` are all files and folders that are read.
pub(super) fn check(outputs: &[(&str, Option<&Path>)], inputs: &[&Path]) -> anyhow::Result<()> {
    let inputs = Inputs::new(inputs.iter().copied());
    let mut taken: Vec<(&str, PathBuf)> = Vec::new();
    for &(option, path) in outputs {
        let Some(path) = path else { continue };
        // Several outputs may go to one stream.
        let Some(file) = check_place(path)? else { continue };
        if let Some(problem) = inputs.conflict(&file) {
            bail!(Usage(format!("{option} {}: {problem}", path.display())));
        }
        if let Some((other, _)) = taken.iter().find(|(_, other)| *other == file) {
            bail!(Usage(format!("{option} {}: is the place of {other} too: choose another place", path.display())));
        }
        taken.push((option, file));
    }
    Ok(())
}

/// Refuses a folder for results that is, or lies in, an input folder, or that has the name of an input.
pub(super) fn check_folder(option: &str, folder: &Path, inputs: &[&Path]) -> anyhow::Result<()> {
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let above = whole.ancestors().find_map(|above| Some((above.canonicalize().ok()?, whole.strip_prefix(above).ok()?)));
    let place = above.map_or_else(|| whole.clone(), |(above, rest)| above.join(rest));
    match Inputs::new(inputs.iter().copied()).conflict(&place) {
        Some(problem) => bail!(Usage(format!("{option} {}: {problem}", folder.display()))),
        None => Ok(()),
    }
}

/// Whether a path denotes the program's standard output.
pub(super) fn is_stdout(path: &Path) -> bool {
    cfg!(unix) && ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].into_iter().any(|out| path == Path::new(out))
}
