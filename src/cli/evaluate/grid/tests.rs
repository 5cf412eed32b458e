use std::{collections::HashSet, fs};

use wordfield_core::study::Plan;

use super::*;

const GRID: &str = r#"
[[corpus]]
label = "small"
files = ["small.txt"]
label_column = "x"

[split]
train = [20, 30]
dev = 6
seeds = "3..5"

[vary]
threshold = [1, 2]

[[method]]
label = "map"
model = "smm"
iterations = 4
set = { rho = [1, 30], c = 2 }
vary = { q = [2, 3] }

[[method]]
label = "svm"
model = "linear-svm"
"#;

fn cells(text: &str) -> anyhow::Result<(Plan, Vec<GridRow>)> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("small.txt"), "a\tone two\nb\tthree\n").unwrap();
    fs::write(folder.path().join("other.txt"), "a\tone two\nb\tthree\n").unwrap();
    fs::write(folder.path().join("changed.txt"), "a\tone two\nb\tfour\n").unwrap();
    let rows = Grid::read(text)?.rows(folder.path())?;
    Ok((super::super::plan(&rows)?.0, rows))
}

#[test]
fn a_grid_is_every_combination_as_calls_of_train() {
    let (plan, rows) = cells(GRID).unwrap();
    // Number of cells: sizes × thresholds × (two dimensions + one) × seeds.
    assert_eq!((plan.cells.len(), rows.len()), (2 * 2 * 3 * 2, 12));
    let ids: HashSet<&String> = plan.cells.iter().map(|cell| &cell.id).collect();
    assert_eq!(ids.len(), 24);
    let call = rows[0].command.join(" ");
    for part in ["train smm", "--label-column=x", "--train=20", "--dev=6", "--seeds=3..5", "--iterations=4", "--grid=rho=1,30"] {
        assert!(call.contains(part), "{part} in {call}");
    }
    assert!(call.contains("--set=c=2") && call.contains("--set=q=2") && call.contains("--threshold=1"), "{call}");
    assert_eq!((plan.cells[0].seed, plan.cells[1].seed), (3, 4));
    let axes: Vec<&str> = plan.cells[0].at.keys().map(String::as_str).collect();
    assert_eq!(axes, ["q", "threshold"]);
}

#[test]
fn a_method_stands_for_every_model_of_its_name_that_a_corpus_has_the_task_of() {
    let grid = r#"
corpus = [{ label = "texts", files = "small.txt" }, { label = "pairs", pairs = "other.txt" }]
split = { seeds = 2 }
method = [{ label = "neighbours", model = "knn" }, { label = "CCA", model = "cca" }]
"#;
    let (plan, rows) = cells(grid).unwrap();
    assert_eq!(plan.cells.len(), 2 + 2 + 2);
    let is_of_pairs = |row: &&GridRow| row.command.iter().any(|argument| argument.starts_with("--pairs"));
    assert_eq!(rows.iter().filter(is_of_pairs).filter(|row| row.command[2] == "knn").count(), 1);
    let alone = grid.replace(", { label = \"pairs\", pairs = \"other.txt\" }", "");
    let problem = cells(&alone).unwrap_err().to_string();
    assert!(problem.contains("method CCA: no corpus of the grid has the task of cca"), "{problem}");
    let problem = cells(&grid.replace("\"cca\"", "\"cc\"")).unwrap_err().to_string();
    assert_eq!(problem.matches("knn").count(), 1, "{problem}");
}

#[test]
fn false_is_a_value_of_tokenisation_and_leaves_out_other_switches() {
    let call = |line: &str| {
        let text = GRID.replace("label_column = \"x\"", line).replace("threshold =", "class_threshold =");
        cells(&text).unwrap().1[0].command.join(" ")
    };
    let written = call("lower_case = false\nno_stratify = false");
    assert!(written.contains("--lower-case=false") && !written.contains("stratify") && written.contains("--class-threshold=1"));
    assert!(call("no_stratify = true").contains("--no-stratify"));
}

#[test]
fn an_id_is_of_contents_and_settings_and_not_of_labels_places_or_order() {
    let ids = |text: &str| cells(text).unwrap().0.cells.into_iter().map(|cell| cell.id).collect::<Vec<_>>();
    let first = ids(GRID);
    assert_eq!(ids(&GRID.replace("\"map\"", "\"another\"").replace("label = \"small\"", "label = \"c\"")), first);
    assert_eq!(ids(&GRID.replace("small.txt", "other.txt")), first, "equal contents");
    assert_eq!(ids(&GRID.replace("c = 2", "c = \"2.0\"")), first, "equal values");
    assert_eq!(ids(&GRID.replace("rho = [1, 30], c = 2", "c = 2, rho = [1, 30]")), first);
    assert!(ids(&GRID.replace("small.txt", "changed.txt")).iter().all(|id| !first.contains(id)));
    assert!(ids(&GRID.replace("c = 2", "c = 3"))[..4].iter().all(|id| !first.contains(id)));
}

#[test]
fn what_contradicts_itself_is_refused() {
    for (from, to, problem) in [
        ("label = \"svm\"", "label = \"map\"", "the label is there twice"),
        ("model = \"smm\"", "model = \"nothing\"", "models are smm"),
        ("iterations = 4", "seed = 4", "belongs to the study"),
        ("seeds = \"3..5\"", "seeds = \"5..3\"", "give a number of seeds"),
        ("dev = 6", "develop = 6", "develop"),
        ("dev = 6", "files = \"own\"", "needs test-file"),
        ("train = [20, 30]", "train = [20, 20]", "are one run"),
        ("model = \"linear-svm\"", "model = \"gp\"", "no corpus of the grid has the task"),
        ("vary = { q = [2, 3] }", "vary = 3", "give a table"),
        ("label = \"small\"", "", "without a label"),
    ] {
        assert!(GRID.contains(from), "{from}");
        let error = cells(&GRID.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(problem), "{to}: {error}");
    }
}
