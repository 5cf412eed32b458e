//! Parser of typed or pasted file paths, separated by quotes, semicolons or spaces.

use std::path::{Path, PathBuf};

/// Parses the file paths in a line of text. An existing path is one path, spaces included.
/// Unquoted paths are separated at spaces if each exists. `~/` is the user's home folder.
pub fn typed_paths(text: &str) -> Vec<PathBuf> {
    paths(text, Path::exists)
}

fn paths(text: &str, exists: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let text = text.trim();
    if text.is_empty() {
        return Vec::new();
    }
    let whole = expanded(text.trim_matches('"'));
    if exists(&whole) {
        return vec![whole];
    }
    let (pieces, marked) = pieces(text);
    let several: Vec<PathBuf> = pieces.iter().map(|piece| expanded(piece)).collect();
    if marked || several.iter().all(|path| exists(path)) { several } else { vec![whole] }
}

/// Splits a text at spaces, semicolons and line ends outside quotes.
/// Also returns whether quotes or semicolons make the split unambiguous.
fn pieces(text: &str) -> (Vec<String>, bool) {
    let marked = text.contains([';', '"', '\n']) || text.starts_with('\'');
    let plain = text.contains(';') && !text.contains('"');
    let (mut pieces, mut piece, mut quote) = (Vec::new(), String::new(), None);
    for c in text.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            // An apostrophe within a file name is part of it.
            None if c == '"' || (c == '\'' && piece.is_empty()) => quote = Some(c),
            None if c == ';' || c == '\n' || (c.is_whitespace() && !plain) => pieces.push(std::mem::take(&mut piece)),
            _ => piece.push(c),
        }
    }
    pieces.push(piece);
    (pieces.iter().map(|piece| piece.trim().to_owned()).filter(|piece| !piece.is_empty()).collect(), marked)
}

fn expanded(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => path.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, there: &[&str]) -> Vec<String> {
        let exists = |path: &Path| there.iter().any(|known| Path::new(known) == path);
        paths(text, exists).into_iter().map(|path| path.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn several_paths_are_separated_and_spaces_within_one_are_kept() {
        let there = ["/a/x.de", "/a/x.en", "/a/my file.tsv", "/a/o'neill.txt"];
        assert_eq!(of(" /a/x.de ", &there), ["/a/x.de"]);
        assert_eq!(of("/a/x.de /a/x.en", &there), ["/a/x.de", "/a/x.en"]);
        assert_eq!(of("/a/x.de;/a/x.en", &there), ["/a/x.de", "/a/x.en"]);
        assert_eq!(of("/a/x.de; /a/my file.tsv", &there), ["/a/x.de", "/a/my file.tsv"]);
        assert_eq!(of("/a/my file.tsv", &there), ["/a/my file.tsv"]);
        assert_eq!(of("\"/a/my file.tsv\"", &there), ["/a/my file.tsv"]);
        assert_eq!(of("\"/a/my file.tsv\" '/a/x.de'", &there), ["/a/my file.tsv", "/a/x.de"]);
        assert_eq!(of("/a/o'neill.txt /a/x.de", &there), ["/a/o'neill.txt", "/a/x.de"]);
        assert_eq!(of("", &there), [""; 0]);
    }

    #[test]
    fn a_missing_path_is_named_completely_in_the_error() {
        assert_eq!(of("/a/no such file.tsv", &["/a/no"]), ["/a/no such file.tsv"]);
        assert_eq!(of("/a/x.de;/b/none", &["/a/x.de"]), ["/a/x.de", "/b/none"]);
    }
}
