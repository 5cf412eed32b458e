//! `train knn`, `train cca`, `train ked-kcca` and `train kde` on the sample pairs, and `match` with the saved models.

use std::fs;
use std::path::Path;

use crate::program::{each_says, expect, json, rows};
use tempfile::TempDir;

/// A folder with the sample pairs and the sample topics.
fn samples() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["pairs.en.tsv", "pairs.ja.tsv", "corpus.txt"] {
        let planted = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/core/tests/fixtures/planted");
        fs::copy(planted.join(name), folder.path().join(name)).unwrap();
    }
    folder
}

const FILES: &str = "--source pairs.en.tsv --target pairs.ja.tsv";

#[test]
fn saved_rivals_find_the_partners_of_their_reports() {
    let folder = samples();
    let here = folder.path();
    for (model, chosen, least) in
        [("knn", "k = ", 0.1), ("cca", "lambda = ", 0.8), ("ked-kcca", "gamma = ", 0.8), ("kde", "sigma_y = ", 0.8)]
    {
        let (out, error) = expect(here, 0, &format!("train {model} {FILES} --json report.json --save model.wordfield"));
        assert!(out.contains("converged after 1 iteration") && out.contains("precision@1 test "), "{out}");
        assert!(error.contains(chosen) && error.contains("chosen on the development part"), "{error}");
        let report = json(&here.join("report.json"));
        assert_eq!(report["model"], model);
        for way in ["source_to_target", "target_to_source"] {
            let precision = report["metrics"]["test"]["precision"][way]["1"].as_f64().unwrap();
            assert!(precision > least, "{model}: {precision}");
        }
        let (table, summary) = expect(here, 0, &format!("match model.wordfield {FILES} --aligned --top 2"));
        let distances: Vec<f64> = rows(&table).1.iter().map(|line| line[3].parse().unwrap()).collect();
        assert!(distances.chunks(2).all(|two| two[0] <= two[1]) && summary.contains("precision @1 "), "{summary}");
    }
}

#[test]
fn neighbours_take_the_arguments_of_the_files_given() {
    let folder = samples();
    let here = folder.path();
    let (out, _) = expect(here, 0, "train knn --corpus corpus.txt --set k=3");
    assert!(out.contains("accuracy test "), "{out}");
    let (out, _) = expect(here, 0, &format!("train knn {FILES} --grid k=1,3 --grid weighting=count,sqrt-tf-idf"));
    assert!(out.contains("precision@1 test ") && out.contains("best on the development part: k "), "{out}");
    let (out, _) = expect(here, 0, &format!("train knn {FILES} --compare model=knn,cca,kernel-cca"));
    assert!(["knn", "cca", "kernel-cca"].iter().all(|model| out.contains(model)), "{out}");
    each_says(
        here,
        [
            (2, "train knn", "required", "--corpus"),
            (2, "train knn --source pairs.en.tsv", "required", "--target"),
            (2, format!("train knn {FILES} --corpus corpus.txt").as_str(), "cannot be used with", "--corpus"),
            (2, format!("train knn {FILES} --label-column x").as_str(), "cannot be used with", "--label-column"),
            (2, "train knn --corpus corpus.txt --target-lower-case true", "cannot be used with", "--corpus"),
            (2, format!("train knn {FILES} --set k=0").as_str(), "k = 0", "1 or above"),
            (2, format!("train knn {FILES} --compare model=knn,smm").as_str(), "models of this task are", "ked-kcca"),
            (2, format!("train cca {FILES} --set kernel=gaussian").as_str(), "CCA has these", "centring"),
            (2, format!("train cca {FILES} --q 3").as_str(), "no word positions", "leave it out"),
            (2, format!("train ked-kcca {FILES} --set start=pca").as_str(), "start = pca", "spectral"),
            (2, format!("train ked-kcca {FILES} --vectors v.vec").as_str(), "--vectors has no effect", "set start=given"),
            (1, format!("train ked-kcca {FILES} --set start=given").as_str(), "none are given", "spectral vectors need no file"),
        ],
    );
}

#[test]
fn one_method_of_a_grid_serves_classes_and_pairs() {
    let folder = samples();
    let here = folder.path();
    let grid = r#"
corpus = [
  { label = "topics", files = "corpus.txt" },
  { label = "articles", source = "pairs.en.tsv", target = "pairs.ja.tsv" },
]
split = { train = 60, dev = 20, test = 20 }
method = [{ label = "neighbours", model = "knn", set = { k = [1, 5] } }]
"#;
    fs::write(here.join("grid.toml"), grid).unwrap();
    let (_, log) = expect(here, 0, "evaluate grid.toml --out study");
    assert!(log.contains("topics, neighbours") && log.contains("accuracy test"), "{log}");
    assert!(log.contains("articles, neighbours") && log.contains("precision@1 test"), "{log}");
    let (table, _) = expect(here, 0, "tabulate study --format json");
    let rows: serde_json::Value = serde_json::from_str(&table).unwrap();
    assert_eq!(rows.as_array().unwrap().len(), 2, "{table}");
}
