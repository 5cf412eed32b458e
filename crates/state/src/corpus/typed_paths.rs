//! Parser of typed or pasted file paths, separated by quotes, semicolons or spaces.

use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf, is_separator};

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

/// Completes the last path of a line as far as the files there agree; `None` if nothing is to be added.
pub fn completed(text: &str) -> Option<String> {
    let last = text.rfind([';', '"', '\n']).map_or(0, |at| at + 1);
    let path = expanded(text[last..].trim_start());
    let begun = if text.ends_with(is_separator) { "" } else { path.file_name()?.to_str()? };
    let folder = if begun.is_empty() { &path } else { path.parent()? };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let names = std::fs::read_dir(folder).ok()?.flatten().filter_map(|file| file.file_name().into_string().ok());
    let names = names.filter(|name| name.starts_with(begun) && (!begun.is_empty() || !name.starts_with('.')));
    let common =
        names.reduce(|one, other| one.chars().zip(other.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect())?;
    let end = if !common.is_empty() && folder.join(&common).is_dir() { MAIN_SEPARATOR_STR } else { "" };
    let added = format!("{}{end}", &common[begun.len()..]);
    (!added.is_empty()).then(|| format!("{text}{added}"))
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

    #[test]
    fn a_path_is_completed_as_far_as_the_files_agree() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["r8-train.txt", "r8-test.txt", ".hidden"] {
            std::fs::write(folder.path().join(name), "").expect("a file");
        }
        std::fs::create_dir(folder.path().join("übersetzt")).expect("a folder");
        let at = |name: &str| format!("{}/{name}", folder.path().display());
        for (typed, found) in
            [("r", Some("r8-t")), ("r8-te", Some("r8-test.txt")), ("ü", Some("übersetzt/")), (".h", Some(".hidden")), ("", None)]
        {
            assert_eq!(completed(&at(typed)), found.map(at), "{typed}");
            assert_eq!(completed(&format!("/a b; {}", at(typed))), found.map(|found| format!("/a b; {}", at(found))), "{typed}");
        }
        for nothing in ["r8-t", "x", "none/x"] {
            assert_eq!(completed(&at(nothing)), None, "{nothing}");
        }
        assert_eq!(completed(""), None);
    }
}
