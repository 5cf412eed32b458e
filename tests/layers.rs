//! Imports run one way: a module names only modules of its own layer or of layers below it, and the numeric half
//! names none of the window's crates.

use std::{fs, path::Path};

/// Modules from the bottom up; those in one entry may name each other.
const LAYERS: [&[&str]; 9] =
    [&["corpus", "metric"], &["kernel"], &["solver"], &["model"], &["train"], &["project", "state"], &["ui"], &["app"], &["cli"]];
const NUMERIC: [&str; 6] = ["corpus", "metric", "kernel", "solver", "model", "train"];
const WINDOW_CRATES: [&str; 6] = ["egui", "eframe", "egui_plot", "egui_tiles", "egui_extras", "rfd"];

fn sources(folder: &Path, into: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("the source folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            sources(&entry, into);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            let name = entry.strip_prefix(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).expect("below src");
            into.push((name.to_string_lossy().into_owned(), fs::read_to_string(&entry).expect("utf-8 source")));
        }
    }
}

fn module_of(file: &str) -> &str {
    file.split(['/', '.']).next().expect("a file name")
}

fn height(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// Lines of code that name something, without comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(|line| line.split("//").next().unwrap_or_default())
}

/// Whether `line` names the crate or module `name` at the head of a path.
fn names(line: &str, name: &str) -> bool {
    line.match_indices(&format!("{name}::"))
        .any(|(at, _)| !line[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_' || before == ':'))
}

#[test]
fn imports_run_one_way() {
    let mut files = Vec::new();
    sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut files);
    let mut seen = 0;
    for (file, text) in &files {
        let Some(own) = height(module_of(file)) else { continue };
        for line in code(text) {
            for (above, layer) in LAYERS.iter().enumerate().skip(own + 1) {
                for module in *layer {
                    assert!(
                        !line.contains(&format!("crate::{module}")),
                        "{file} (layer {own}) names {module} (layer {above}): {line}"
                    );
                }
            }
            seen += usize::from(line.contains("crate::"));
        }
    }
    assert!(seen > 10, "the scan found imports to judge");
}

#[test]
fn the_numeric_half_knows_no_window() {
    let mut files = Vec::new();
    sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut files);
    for (file, text) in files.iter().filter(|(file, _)| NUMERIC.contains(&module_of(file))) {
        for line in code(text) {
            for name in WINDOW_CRATES {
                assert!(!names(line, name), "{file} names {name}: {line}");
            }
        }
    }
}

#[test]
fn single_gates() {
    let mut files = Vec::new();
    sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut files);
    for (file, text) in &files {
        for line in code(text) {
            assert!(file.starts_with("solver/lbfgs/") || !names(line, "argmin"), "argmin is seen in {file}: {line}");
        }
    }
}
