//! Tests of shell completions and manual pages.

use std::fs;

use super::expect;
use crate::program::each_says;

#[test]
fn completions_are_printed_and_pages_written_and_wrong_places_and_shells_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let (bash, _) = expect(here, 0, "completions bash");
    assert!(bash.contains("complete -F _wordfield") && bash.contains("--word-vectors"), "{bash}");
    expect(here, 0, "man --out share/man1");
    let page = fs::read_to_string(here.join("share/man1/wordfield-predict.1")).unwrap();
    assert!(page.contains("wordfield predict"), "{page}");
    fs::write(here.join("file"), "").unwrap();
    each_says(
        here,
        [
            (2, "man --out file", "is a file", "name a folder"),
            (1, "man --out file/man1", "cannot be written", "choose another folder"),
            (2, "completions csh", "'csh'", "[possible values: bash, elvish, fish, powershell, zsh]"),
        ],
    );
}
