//! Runs the program as a process.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// Runs the program in a folder; arguments are separated by spaces.
pub(crate) fn wordfield(folder: &Path, arguments: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_wordfield");
    Command::new(program).args(arguments.split_whitespace()).current_dir(folder).output().expect("the program starts")
}

/// Runs the program and expects an exit code; returns standard output and standard error.
pub(crate) fn expect(folder: &Path, code: i32, arguments: &str) -> (String, String) {
    let output = wordfield(folder, arguments);
    let text = |bytes| String::from_utf8(bytes).expect("it writes UTF-8");
    let (out, error) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments}\n{out}\n{error}");
    assert!(!error.contains("panicked"), "{error}");
    (out, error)
}

/// Reads a JSON file.
#[allow(dead_code, reason = "not every test reads reports")]
pub(crate) fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).expect("a file")).expect("JSON")
}

/// Columns of a table of tab-separated values, without its header.
#[allow(dead_code, reason = "not every test reads tables")]
pub(crate) fn rows(table: &str) -> (Vec<&str>, Vec<Vec<&str>>) {
    let mut lines = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    (lines.next().unwrap_or_default(), lines.collect())
}

/// A planted corpus file of the crate `core`.
pub(crate) fn planted(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/core/tests/fixtures/planted").join(name)
}

/// A folder with copies of planted corpus files.
pub(crate) fn with_planted(names: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in names {
        fs::copy(planted(name), folder.path().join(name)).expect("a planted file");
    }
    folder
}

/// An invalid call: exit code, arguments, and two parts of the error message, the problem and the remedy.
pub(crate) type Wrong<S> = (i32, S, &'static str, &'static str);

/// Asserts that every invalid call names the problem and the remedy.
#[allow(dead_code, reason = "not every test looks at errors")]
pub(crate) fn each_says<S: AsRef<str>>(folder: &Path, calls: impl IntoIterator<Item = Wrong<S>>) {
    for (code, arguments, what, remedy) in calls {
        let arguments = arguments.as_ref();
        let (_, error) = expect(folder, code, arguments);
        assert!(error.contains(what) && error.contains(remedy), "{arguments}: {error}");
    }
}

/// Starts a training without a limit, interrupts it, and expects a report of the finished part.
#[cfg(unix)]
#[allow(dead_code, reason = "not every test interrupts")]
pub(crate) fn interrupted(folder: &Path, arguments: &str) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wordfield"))
        .args(arguments.split_whitespace())
        .args(["--iterations", "1000000000"])
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let lines = child.stderr.take().expect("a pipe");
    let mut lines = BufReader::new(lines).lines().map(|line| line.expect("a line"));
    assert!(lines.any(|line| line.starts_with("training on ")), "training begins");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill is there").success());
    let status = child.wait().expect("it ends");
    let error: Vec<String> = lines.collect();
    assert_eq!(status.code(), Some(130), "{arguments}: {error:?}");
    let report = json(&folder.join("r.json"));
    assert_eq!(report["stop_reason"], "user");
    assert_eq!(report["objective"].as_array().map(Vec::len), report["iterations"].as_u64().map(|made| made as usize));
}
