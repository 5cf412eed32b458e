//! Files with the rules of a user, in any encoding that texts are read in.
//!
//! Cost and memory: those of the text.

use std::path::{Path, PathBuf};

use wordfield_core::corpus::{Cancel, CorpusError, Limits, read_text};
use wordfield_rules::{Dismissed, DismissedError, RuleFileError, RuleSet};

/// Error: a file with rules or dismissals cannot be read or has a fault.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// Error: the file is no text.
    #[error(transparent)]
    Text(#[from] CorpusError),
    /// Error: the path is that of a folder or device.
    #[error("{}: is no regular file: give a text file", .0.display())]
    Irregular(PathBuf),
    /// Error: the rule file has a fault.
    #[error(transparent)]
    Rules(#[from] RuleFileError),
    /// Error: the table of dismissed findings has a fault.
    #[error("{0}: {1}")]
    Dismissed(String, DismissedError),
}

/// Reads a rule file: the built-in rules with its thresholds and switches, and its additional rules.
///
/// # Errors
/// Returns an error if the file cannot be read, or the errors of [`RuleSet::parse`].
pub fn read_rules(path: &Path) -> Result<RuleSet, RulesError> {
    Ok(RuleSet::parse(&text(path)?, path)?)
}

/// Reads a table of dismissed findings.
///
/// # Errors
/// Returns an error if the file cannot be read, or the errors of [`Dismissed::parse`].
pub fn read_dismissed(path: &Path) -> Result<Dismissed, RulesError> {
    Dismissed::parse(&text(path)?).map_err(|error| RulesError::Dismissed(path.display().to_string(), error))
}

/// Text of a regular file with "\n" at line ends.
fn text(path: &Path) -> Result<String, RulesError> {
    if path.exists() && !path.is_file() {
        return Err(RulesError::Irregular(path.to_owned()));
    }
    Ok(read_text(path, None, Limits::default(), &Cancel::default())?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_in_other_encodings_and_errors_name_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            let wide = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
            std::fs::write(&path, wide).expect("a file");
            path
        };
        let rules = read_rules(&file("rules.toml", "[threshold]\r\nlength = 5\r\n")).expect("rules");
        let threshold = rules.rules[rules.find("length").expect("a rule")].threshold;
        assert!((threshold - 5.0).abs() < 1e-12, "{threshold}");
        let fault = read_rules(&file("fault.toml", "\n?")).expect_err("no TOML").to_string();
        assert!(fault.contains("fault.toml:2: "), "{fault}");
        let missing = read_rules(Path::new("no/such.toml")).expect_err("no file").to_string();
        assert!(missing.contains("no/such.toml: there is no such file"), "{missing}");
        let folder = read_dismissed(folder.path()).expect_err("a folder").to_string();
        assert!(folder.ends_with("is no regular file: give a text file"), "{folder}");
        let dismissed = read_dismissed(&file("d.tsv", "rule\tsource\ttarget\r\ncopy\ta\tb\r\n")).expect("dismissals");
        assert!(dismissed.contains("copy", ["a", "b"]));
        let fault = read_dismissed(&file("e.tsv", "rule\tsource\ttarget\ncopy\ta\n")).expect_err("two columns").to_string();
        assert!(fault.contains("e.tsv: line 2: 2 columns instead of 3"), "{fault}");
    }
}
