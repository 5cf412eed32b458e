//! `evaluate` and `tabulate`: a grid in one process, in shards, killed, continued; its table.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

use super::{corpus, expect, json};

const GRID: &str = r#"
[[corpus]]
label = "small"
files = "small.txt"

[split]
train = [20, 30]
dev = 12
seeds = 2

[[method]]
label = "map"
model = "smm"
iterations = 4
set = { rho = [1, 30] }

[[method]]
label = "svm"
model = "linear-svm"

[[method]]
label = "neighbours"
model = "knn"
vary = { k = [1, 3] }
"#;

fn study() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    fs::write(folder.path().join("grid.toml"), GRID).unwrap();
    folder
}

/// Files of finished cells with their modification times.
fn records(out: &Path) -> HashMap<PathBuf, SystemTime> {
    let entries = fs::read_dir(out.join("cells")).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| (path.clone(), fs::metadata(&path).unwrap().modified().unwrap())).collect()
}

#[test]
fn shards_give_the_table_of_one_process_and_finished_cells_stay() {
    let folder = study();
    let at = folder.path();
    let (_, log) = expect(at, 0, "evaluate grid.toml --out serial");
    assert!(log.contains("16 of 16 cells are done") && log.contains("small, map, train 20, seed 0: accuracy test"), "{log}");
    let (table, _) = expect(at, 0, "tabulate serial --format json");
    let listed = || expect(at, 0, "evaluate grid.toml --out parts --list").0;
    assert_eq!((listed().lines().count(), listed().matches("missing").count()), (17, 16));
    assert!(!at.join("parts").exists(), "a list makes nothing");
    expect(at, 0, "evaluate grid.toml --out parts --shard 2/4");
    let first = records(&at.join("parts"));
    assert_eq!((first.len(), listed().matches("done").count()), (4, 4));
    // The number of shards may change between calls, and processes share them.
    for shard in ["1/3", "2/3 --jobs 2", "3/3"] {
        expect(at, 0, &format!("evaluate grid.toml --out parts --shard {shard}"));
    }
    let all = records(&at.join("parts"));
    assert!(all.len() == 16 && first.iter().all(|(path, time)| all[path] == *time), "finished cells are not made again");
    for format in ["json", "md", "csv", "latex", "svg"] {
        let table = |out: &str| expect(at, 0, &format!("tabulate {out} --format {format}")).0;
        assert_eq!(table("parts"), table("serial"), "{format}");
    }
    let (_, note) = expect(at, 0, "tabulate serial --pack serial.json.gz");
    assert!(note.contains("16 of 16 cells, trained in "), "{note}");
    for options in ["--format json", "--format md", "--metric macro_f1", "--format svg --across k"] {
        let table = |of: &str| expect(at, 0, &format!("tabulate {of} {options}")).0;
        assert_eq!(table("serial.json.gz"), table("serial"), "{options}");
    }
    expect(at, 2, "tabulate serial --pack other.json.gz --format md");
    expect(at, 1, "tabulate small.txt");
    let rows: serde_json::Value = serde_json::from_str(&table).unwrap();
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 8);
    assert!(rows[0]["chosen"][0]["rho"].is_string() && rows[2]["at"]["k"] == "1", "{table}");
    let sizes: std::collections::BTreeSet<&str> = rows.iter().filter_map(|row| row["train"].as_str()).collect();
    assert_eq!(sizes.len(), 2, "{sizes:?}");
    for size in sizes {
        let of_size: Vec<_> = rows.iter().filter(|row| row["train"] == size).collect();
        let score = |row: &serde_json::Value, key: &str| row[key].as_f64().expect("a score");
        for (key, mark) in [("development", "best"), ("mean", "leads_test")] {
            let highest = of_size.iter().map(|row| score(row, key)).fold(0.0, f64::max);
            assert!(of_size.iter().all(|row| row[mark] == (score(row, key) >= highest - 1e-9)), "{mark}: {table}");
        }
    }
    let record = json(all.keys().next().unwrap());
    let predictions = record["predictions"]["classes"].as_object().unwrap();
    assert_eq!(predictions["documents"].as_array().unwrap().len(), predictions["predicted"].as_array().unwrap().len());
    assert!(fs::read_dir(at.join("parts/points")).unwrap().next().is_none(), "nothing is left over");
}

#[test]
fn a_cell_equals_the_run_of_train_and_another_axis_can_be_across() {
    let folder = study();
    let at = folder.path();
    expect(at, 0, "evaluate grid.toml --out out --jobs 2");
    expect(at, 0, "train knn --corpus small.txt --train 30 --dev 12 --seed 1 --set k=3 --json one.json");
    let (text, _) = expect(at, 0, "tabulate out --format json");
    let rows: serde_json::Value = serde_json::from_str(&text).unwrap();
    let row = rows.as_array().unwrap().iter().find(|row| row["at"]["k"] == "3" && row["train"] == "30").unwrap();
    assert_eq!(row["values"][1], json(&at.join("one.json"))["metrics"]["test"]["accuracy"]);
    let (text, _) = expect(at, 0, "tabulate out --across k --metric macro_f1");
    assert!(text.contains("test macro f1, %") && text.contains("| neighbours, train 20 |"), "{text}");
    let (_, error) = expect(at, 1, "tabulate out --metric nothing");
    assert!(error.contains("no run has it") && error.contains("test.accuracy"), "{error}");
    let (_, error) = expect(at, 2, "tabulate out --across nothing");
    assert!(error.contains("train, k"), "{error}");
    let (svg, _) = expect(at, 0, "tabulate out --format svg --down k");
    assert!(svg.contains("small, neighbours: test accuracy, %"), "{svg}");
    for wrong in ["--down k", "--format svg --down train", "--format svg --down nothing"] {
        expect(at, 2, &format!("tabulate out {wrong}"));
    }
    let (_, error) = expect(at, 1, "tabulate .");
    assert!(error.contains("not the folder of a study"), "{error}");
}

#[test]
fn a_failed_cell_is_a_record_and_is_run_again_on_request() {
    let folder = study();
    let at = folder.path();
    // The requested training part is larger than the corpus.
    fs::write(at.join("grid.toml"), GRID.replace("[20, 30]", "[20, 3000]").replace("seeds = 2", "seeds = 1")).unwrap();
    let (_, error) = expect(at, 1, "evaluate grid.toml --out out");
    assert!(error.contains("4 cells failed, 4 in this call") && error.contains("--retry"), "{error}");
    let (_, error) = expect(at, 1, "evaluate grid.toml --out out");
    assert!(error.contains("4 cells failed, 0 in this call"), "{error}");
    let (_, error) = expect(at, 1, "evaluate grid.toml --out out --retry");
    assert!(error.contains("4 in this call"), "{error}");
    let (text, note) = expect(at, 0, "tabulate out");
    assert!(text.contains('–') && note.contains("4 of 8 cells are done"), "{text}{note}");
}

#[test]
fn a_wrong_grid_is_refused_before_anything_is_made() {
    let folder = study();
    let at = folder.path();
    for (from, to, problem) in [
        ("iterations = 4", "iterations = 0", "iterations"),
        ("rho = [1, 30]", "rho = [1, -3]", "rho"),
        ("k = [1, 3]", "gamma = [1, 3]", "gamma"),
        ("small.txt", "absent.txt", ""),
        ("[split]", "[splits]", "splits"),
    ] {
        fs::write(at.join("grid.toml"), GRID.replace(from, to)).unwrap();
        let code = i32::from(to != "absent.txt") + 1;
        let (_, error) = expect(at, code, "evaluate grid.toml --out out");
        assert!(error.contains(problem), "{to}: {error}");
    }
    let (_, error) = expect(at, 2, "evaluate grid.toml --out out --shard 5/4");
    assert!(error.contains("I/N"), "{error}");
}
