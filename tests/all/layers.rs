//! Tests of the directions of imports. Cargo checks imports between crates.
//! Inside `core` a module uses only its own layer and layers below.
//! In `corpus` a file names only files before it, in `state` a feature only features before it.
//! Grouped imports are expanded first.

use std::{collections::HashMap, fs, path::Path};

/// Modules of `core` from the bottom up; those of one entry may name each other.
const LAYERS: [&[&str]; 10] = [
    &["cancel", "finding", "json", "memory", "param"],
    &["corpus", "metric", "stats"],
    &["kernel"],
    &["ldk", "solver"],
    &["model"],
    &["diffusion", "sandbox", "word_space"],
    &["train"],
    &["experiment"],
    &["project"],
    &["study"],
];
/// Crates that only one folder or file may name.
const GATES: [(&str, &str); 3] =
    [("argmin", "core/solver/lbfgs/"), ("faer", "core/solver/dense.rs"), ("rfd", "wordfield/desktop/dialogs.rs")];
/// Names of the machine, which the frame of the window knows only through its platform.
const MACHINE: [&str; 6] = ["fs::", "File::", "Disk", "thread::", "Instant", "SystemTime"];
/// The files of a module, each after those it names, without tests.
const ORDERS: [(&str, &str); 1] = [(
    "core/corpus",
    "cancel limits printable csr task error column filter file rows text format read documents vectors dataset",
)];
/// Features of `state` from the bottom up, each a folder or a file, then the files that combine all features.
const FEATURES: &str = "data_folder core layout session selection inspect field run reviews compare matches sandbox word_space documents chooser gram \
                        document_map concordance changes edit choices labels corpus training methods undo tables quantities export align lesson workspace action effect glossary \
                        refresh update load headless user_settings";
/// Files that `update` and the readers of the workspace may name in addition to earlier features.
const WHOLE: [&str; 3] = ["workspace", "action", "effect"];
/// Features that read the whole workspace.
const READERS: [&str; 2] = ["tables", "quantities"];
/// Fields of the workspace whose owner has another name.
/// Each feature assigns its own choices.
const OWNERS: [(&str, &str); 4] = [("choices", "core"), ("interventions", "edit"), ("message", "core"), ("timeline", "run")];

fn sources(prefix: &str, folder: &Path, into: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("the source folder").map(|entry| entry.expect("an entry").path()) {
        let name = format!("{prefix}/{}", entry.file_name().expect("a name").to_string_lossy());
        if entry.is_dir() {
            sources(&name, &entry, into);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            into.push((name, fs::read_to_string(&entry).expect("utf-8 source")));
        }
    }
}

/// Every source file, named by its crate and its path below `src`: `core/kernel/grid.rs`.
fn all_sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for name in ["core", "rules", "align", "output", "session", "state", "ui", "app", "testing"] {
        sources(name, &root.join("crates").join(name).join("src"), &mut files);
    }
    sources("wordfield", &root.join("src"), &mut files);
    files
}

/// The top-level module of a file of `core`.
fn module_of(file: &str) -> Option<&str> {
    file.strip_prefix("core/")?.split(['/', '.']).next()
}

fn height(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// Code without comments.
fn code(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// Code without its tests.
fn untested(code: &str) -> &str {
    let tests = ["#[cfg(test)]", "#[cfg(all(test"].iter().filter_map(|mark| code.find(mark)).min();
    &code[..tests.unwrap_or(code.len())]
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Every top-level module named by code, as `crate::name` or in `crate::{name::…, other::…}`.
fn named(code: &str) -> Vec<String> {
    named_after("crate::", code)
}

/// Names after the beginning of a path, single or in a group.
fn named_after(beginning: &str, code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices(beginning) {
        let (before, rest) = (&code[..at], &code[at + beginning.len()..]);
        let inner = before.ends_with("::") && !before.ends_with("crate::");
        if inner || before.ends_with(is_word) || before.ends_with('$') {
            continue;
        }
        if let Some(group) = rest.strip_prefix('{') {
            found.extend(heads(group));
        } else {
            found.push(rest.chars().take_while(|&c| is_word(c)).collect());
        }
    }
    found
}

/// The first name of each path of a group, up to its closing brace.
fn heads(group: &str) -> Vec<String> {
    let (mut heads, mut head, mut depth, mut fresh) = (Vec::new(), String::new(), 0, true);
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                heads.push(std::mem::take(&mut head));
                fresh = true;
            }
            _ if depth == 0 && fresh && is_word(c) => head.push(c),
            _ if depth == 0 && !head.is_empty() => fresh = false,
            _ => {}
        }
    }
    heads.push(head);
    heads.retain(|head| !head.is_empty());
    heads
}

/// The file that defines each exported name of a module.
fn exported(module: &str) -> HashMap<String, String> {
    let mut from = HashMap::new();
    for statement in module.split(';').filter_map(|statement| statement.trim().split_once("use ")) {
        let Some((file, names)) = statement.1.split_once("::") else { continue };
        let names = names.rsplit_once('{').map_or_else(|| names.rsplit("::").next().unwrap_or_default(), |(_, group)| group);
        from.extend(heads(names).into_iter().map(|name| (name, file.to_owned())));
    }
    from
}

/// Whether code names the crate `name` at the beginning of a path.
fn names(code: &str, name: &str) -> bool {
    code.match_indices(&format!("{name}::")).any(|(at, _)| !code[..at].ends_with(|before: char| is_word(before) || before == ':'))
}

#[test]
fn groups_are_taken_apart() {
    let code = "use crate::{\n    corpus::{Csr, Dataset},\n    kernel,\n    model::smm::{self, Smm},\n};\nuse crate::ui::widgets;\n\
                fn f() -> crate::state::Scene { super::x() }";
    assert_eq!(named(code), ["corpus", "kernel", "model", "ui", "state"]);
}

#[test]
fn imports_run_one_way() {
    let mut seen = 0;
    for (file, text) in all_sources() {
        let Some(own) = module_of(&file).and_then(height) else { continue };
        for module in named(&code(&text)) {
            if let Some(above) = height(&module) {
                assert!(above <= own, "{file} (layer {own}) names {module} (layer {above})");
                seen += 1;
            }
        }
    }
    assert!(seen > 300, "the scan found imports to judge: {seen}");
}

#[test]
fn every_module_has_a_layer() {
    for (file, _) in &all_sources() {
        let module = module_of(file).filter(|&module| module != "lib");
        assert!(module.is_none_or(|module| height(module).is_some()), "{file} is in no layer");
    }
}

#[test]
fn single_gates() {
    for (file, text) in all_sources() {
        for (name, gate) in GATES {
            assert!(file.starts_with(gate) || !names(&code(&text), name), "{name} is seen in {file}");
        }
    }
}

#[test]
fn the_frame_of_the_window_names_no_machine() {
    let sources = all_sources();
    let frame = sources.iter().filter(|(file, _)| file.starts_with("app/") && !file.ends_with("tests.rs"));
    let frame: Vec<_> = frame.collect();
    for (file, text) in &frame {
        let code = code(text);
        let is_named = |name: &str| untested(&code).match_indices(name).any(|(at, _)| !code[..at].ends_with(is_word));
        let named = MACHINE.iter().find(|name| is_named(name));
        assert_eq!(named, None, "{file} names the machine");
    }
    assert!(frame.len() > 10, "the scan found the frame: {}", frame.len());
}

#[test]
fn a_file_names_only_files_before_it() {
    let sources = all_sources();
    for (module, order) in ORDERS {
        let head = sources.iter().find(|(file, _)| *file == format!("{module}/mod.rs")).expect("a module head");
        let exported = exported(&code(&head.1));
        let place = |file: &str| order.split_whitespace().position(|known| known == file);
        let mut seen = 0;
        for (file, text) in sources.iter().filter(|(file, _)| file.starts_with(&format!("{module}/")) && *file != head.0) {
            let inside = &file[module.len() + 1..];
            let short = module.trim_start_matches("core/");
            let Some(own) = inside.split(['/', '.']).next().filter(|own| !own.ends_with("_tests")) else { continue };
            let at = place(own).unwrap_or_else(|| panic!("{file} has no place in the order"));
            let up = "super::".repeat(inside.split('/').filter(|part| *part != "mod.rs").count());
            let text = code(text);
            for beginning in [up, format!("{short}::")] {
                for name in named_after(&beginning, untested(&text)) {
                    let named = exported.get(&name).unwrap_or(&name);
                    let before = place(named).unwrap_or_else(|| panic!("{file} names {name}, which is in no file"));
                    assert!(before < at || named == own, "{file} names {name} of {named}, which stands behind it");
                    seen += 1;
                }
            }
        }
        assert!(seen > 90, "the scan of {module} found names to judge: {seen}");
    }
}

/// The files of `state` without their tests, each with its name below `src`, its feature and its code.
fn features(sources: &[(String, String)]) -> impl Iterator<Item = (&str, &str, String)> {
    let files = sources.iter().filter_map(|(file, text)| Some((file.strip_prefix("state/")?, text)));
    let files = files.filter(|(file, _)| *file != "lib.rs" && !file.ends_with("tests.rs") && !file.contains("/tests/"));
    files.map(|(file, text)| (file, file.split(['/', '.']).next().expect("a first part"), untested(&code(text)).to_owned()))
}

fn feature_place(name: &str) -> Option<usize> {
    FEATURES.split_whitespace().position(|known| known == name)
}

/// Whether a file of `state` applies actions, or answers of jobs.
fn applies(file: &str) -> bool {
    file == "core/job.rs" || file.split(['/', '.']).any(|part| part == "update")
}

#[test]
fn a_feature_names_only_features_before_it() {
    let sources = all_sources();
    let head = sources.iter().find(|(file, _)| file == "state/lib.rs").expect("the head of state");
    let exported = exported(&code(&head.1));
    let mut seen = 0;
    for (file, own, code) in features(&sources) {
        let at = feature_place(own).unwrap_or_else(|| panic!("{file}: {own} is missing in the order of features"));
        let sees_whole = applies(file) || READERS.contains(&own);
        for name in named_after("crate::", &code) {
            let feature = exported.get(&name).unwrap_or(&name);
            if feature.starts_with("wordfield") {
                // Name of a lower crate that the root of `state` re-exports.
                continue;
            }
            let before = feature_place(feature).unwrap_or_else(|| panic!("{file} names {name}, which is in no feature"));
            let allowed = before < at || feature == own || sees_whole && WHOLE.contains(&feature.as_str());
            assert!(allowed, "{file} names {name} of {feature}, which is a later feature");
            seen += 1;
        }
    }
    assert!(seen > 900, "the scan of state found too few names: {seen}");
}

/// The field of the workspace that a line assigns to.
fn assigned(line: &str) -> Option<&str> {
    let left = line.trim_start().trim_start_matches('(').strip_prefix("workspace.")?;
    let (left, _) = [" = ", " |= ", " += "].iter().find_map(|sign| left.split_once(sign))?;
    (!left.contains([' ', '('])).then(|| left.split(['.', '[']).next().unwrap_or_default())
}

#[test]
fn assignments_are_recognised() {
    assert_eq!(assigned("    workspace.corpus.job += 1;"), Some("corpus"));
    assert_eq!(assigned("Run::Pace(pace) => workspace.run.pace == pace"), None);
    assert_eq!(assigned("    workspace.draw_paths(kind, lines); let a = 1;"), None);
}

/// A feature assigns only to the state of features before it.
/// Later features are updated in `refresh` or in a function of `workspace`.
/// Assignments of one line are seen; changes by a method or a borrowed field are not.
#[test]
fn a_feature_assigns_only_to_features_before_it() {
    let sources = all_sources();
    let mut seen = 0;
    for (file, own, code) in features(&sources).filter(|(file, ..)| applies(file)) {
        for line in code.lines() {
            let arm = line.split_once("=> ").map_or(line, |(_, arm)| arm);
            let Some(field) = assigned(arm) else { continue };
            let owner = OWNERS.iter().find(|(known, _)| *known == field).map_or(field, |(_, owner)| owner);
            let before = feature_place(owner).unwrap_or_else(|| panic!("{file}: the field {field} has no feature"));
            assert!(feature_place(own).is_some_and(|at| before <= at), "{file} changes {field}, which is of a later feature");
            seen += 1;
        }
    }
    assert!(seen > 60, "the scan of state found too few assignments: {seen}");
}
