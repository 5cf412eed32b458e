//! Regression tests of run reports and of predictions of saved models.
//! The expected results are in `fixtures`, written by `scripts/make_report_fixture.py`.
//!
//! Results must be bitwise equal with the vector instructions of the fixtures, otherwise equal up to rounding.

#![allow(clippy::float_cmp, reason = "equal to the last bit is meant")]

use std::fs;
use std::path::Path;

use crate::program;
use serde_json::Value;
use wordfield_core::kernel::Level;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn fixtures() -> Value {
    program::json(&Path::new(ROOT).join("tests/fixtures/reports.json"))
}

/// Whether the CPU rounds like the CPU that wrote the fixtures.
fn same_level() -> bool {
    fixtures()["level"] == format!("{:?}", Level::current())
}

/// Whether two numbers are equal, on other CPUs up to rounding.
fn near(a: f64, b: f64) -> bool {
    a == b || (!same_level() && (a - b).abs() <= 1e-6 * a.abs().max(b.abs()).max(1.0))
}

/// Compares two JSON values; a later version may add entries to an object.
fn agree(kept: &Value, now: &Value, place: &str) {
    match (kept, now) {
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().expect("a number"), b.as_f64().expect("a number"));
            assert!(near(a, b), "{place}: {a} became {b}");
        }
        (Value::Array(a), Value::Array(b)) => {
            assert_eq!(a.len(), b.len(), "{place}");
            a.iter().zip(b).enumerate().for_each(|(i, (a, b))| agree(a, b, &format!("{place}[{i}]")));
        }
        (Value::Object(a), Value::Object(b)) => {
            a.iter().for_each(|(key, a)| agree(a, b.get(key).unwrap_or(&Value::Null), &format!("{place}.{key}")));
        }
        _ => assert_eq!(kept, now, "{place}"),
    }
}

#[test]
fn runs_of_the_presets_report_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = folder.path().join("r.json");
    for run in fixtures()["runs"].as_array().expect("runs") {
        let arguments = run["arguments"].as_str().expect("arguments");
        program::expect(Path::new(ROOT), 0, &format!("{arguments} --json {}", report.display()));
        let now = program::json(&report);
        let Value::Object(kept) = run else { panic!("an object a run") };
        for (key, kept) in kept.iter().filter(|(key, _)| *key != "arguments") {
            // On other CPUs rounding accumulates: only the first iterations agree.
            if same_level() {
                agree(kept, &now[key], &format!("{arguments}: {key}"));
            } else if key == "objective" {
                agree(&kept[0], &now[key][0], &format!("{arguments}: {key}"));
            }
        }
    }
}

/// Columns of a table written by an earlier version; a later version may add columns.
fn columns_of(kept: &str, now: &str) -> String {
    let names: Vec<&str> = kept.lines().next().unwrap_or_default().split('\t').collect();
    let (header, rows) = program::rows(now);
    let places: Vec<usize> =
        names.iter().map(|name| header.iter().position(|own| own == name).expect("every column is still there")).collect();
    let line = |row: &[&str]| places.iter().map(|&place| row[place]).collect::<Vec<_>>().join("\t") + "\n";
    std::iter::once(line(&header)).chain(rows.iter().map(|row| line(row))).collect()
}

/// Compares two tables cell by cell.
fn same_table(name: &str, kept: &str, now: &str) {
    if same_level() {
        assert!(kept == now, "{name}: other predictions\n{kept}\n{now}");
        return;
    }
    assert_eq!(kept.lines().count(), now.lines().count(), "{name}");
    for (kept, now) in kept.split(['\t', '\n']).zip(now.split(['\t', '\n'])) {
        match (kept.parse::<f64>(), now.parse::<f64>()) {
            (Ok(a), Ok(b)) => assert!(near(a, b), "{name}: {a} became {b}"),
            _ => assert_eq!(kept, now, "{name}"),
        }
    }
}

#[test]
fn models_saved_by_an_earlier_version_open_and_predict_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = folder.path().join("table.tsv");
    let fixtures = Path::new(ROOT).join("crates/core/tests/fixtures/v3");
    let mut seen = 0;
    for entry in fs::read_dir(&fixtures).expect("the fixtures") {
        let name = entry.expect("an entry").file_name().into_string().expect("a plain name");
        let Some(name) = name.strip_suffix(".wordfield.gz") else { continue };
        let arguments = match name.split('-').next() {
            Some("smm") => "--corpus crates/core/tests/fixtures/v1/documents.txt",
            Some("gp") => "--corpus crates/core/tests/fixtures/v2/reviews.tsv",
            _ => "--source crates/core/tests/fixtures/v3/ja.tsv --target crates/core/tests/fixtures/v3/en.tsv --aligned",
        };
        let command = if name.starts_with("match") { "match" } else { "predict" };
        let arguments =
            format!("{command} crates/core/tests/fixtures/v3/{name}.wordfield.gz {arguments} --out {}", table.display());
        program::expect(Path::new(ROOT), 0, &arguments);
        let kept = fs::read_to_string(fixtures.join(format!("{name}.tsv"))).expect("a table");
        same_table(name, &kept, &columns_of(&kept, &fs::read_to_string(&table).expect("a table")));
        seen += 1;
    }
    assert_eq!(seen, 10, "every kind of model is tried");
}
