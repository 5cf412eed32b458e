//! Tests of the command `lessons`, which writes lessons as pages for print.

use std::fs;

use super::expect;

#[test]
fn every_lesson_is_a_page_and_wrong_places_and_languages_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    expect(here, 0, "lessons --out pages/all --no-pictures");
    for id in ["tour", "kernel", "synonyms", "hubs"] {
        let page = fs::read_to_string(here.join(format!("pages/all/{id}.html"))).unwrap();
        assert!(page.starts_with("<!doctype html>") && page.contains("class=\"answers\""), "{id}");
    }
    fs::write(here.join("file"), "").unwrap();
    for (arguments, named) in
        [("lessons --out file", "name a folder"), ("lessons --out pages --language xx", "give one of en"), ("lessons", "--out")]
    {
        let (_, error) = expect(here, 2, arguments);
        assert!(error.contains(named), "{arguments}: {error}");
    }
}
