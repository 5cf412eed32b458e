//! Tests of baselines on the planted corpora: `train`, then `predict` or `match` with the saved model.
//! The tests also cover valid and refused settings. A baseline is a row of a table.

use std::{fs, path::Path};

use crate::program::{each_says, expect, json, rows, with_planted};
use serde_json::Value;
use tempfile::TempDir;

/// Arguments that name a planted corpus, relative to its folder.
const CLASSES: &str = "--corpus corpus.txt";
const RATINGS: &str = "--corpus reviews.tsv";
const PAIRS: &str = "--source pairs.en.tsv --target pairs.ja.tsv";

/// A folder with the planted corpora.
fn corpora() -> TempDir {
    with_planted(&["corpus.txt", "reviews.tsv", "pairs.en.tsv", "pairs.ja.tsv"])
}

/// Cells of a column of a parsed TSV table, by the column's name.
fn column<'a>((header, lines): &'a (Vec<&'a str>, Vec<Vec<&'a str>>), name: &str) -> Vec<&'a str> {
    let at = header.iter().position(|other| *other == name).unwrap_or_else(|| panic!("no {name} in {header:?}"));
    lines.iter().map(|line| line[at]).collect()
}

/// Documents of a part of the report's split.
fn part<'a>(report: &'a Value, name: &str) -> impl Iterator<Item = usize> + 'a {
    report["split"][name].as_array().unwrap().iter().map(|index| index.as_u64().unwrap() as usize)
}

/// Trains and saves a baseline that reports a metric; returns its report and the messages of its training.
fn trained(here: &Path, model: &str, arguments: &str, metric: &str) -> (Value, String) {
    let (out, messages) = expect(here, 0, &format!("train {model} {arguments} --json report.json --save model.wordfield"));
    assert!(out.contains("converged after 1 iteration") && out.contains(&format!("{metric} test ")), "{model}: {out}");
    let report = json(&here.join("report.json"));
    assert_eq!((&report["model"], &report["iterations"]), (&model.into(), &1.into()));
    (report, messages)
}

#[test]
fn saved_classifiers_have_the_accuracy_of_their_reports() {
    let folder = corpora();
    let here = folder.path();
    for (model, set, parameter, value) in [
        ("linear-svm", "", "/weighting", Value::from("sqrt-tf-idf-l2")),
        ("linear-svm", "--set c=8", "/tuning/fixed/c", 8.0.into()),
        ("logistic", "", "/weighting", "sqrt-tf-idf-l2".into()),
        ("naive-bayes", "", "/weighting", "raw".into()),
        ("rbf-svm", "--set gamma=1", "/tuning", "development".into()),
        ("poly-svm", "--set degree=2", "/tuning", "development".into()),
        ("knn", "--set k=3", "/k", 3.into()),
        ("med-lda", "--set topics=6 --set sweeps=10", "/weighting", "raw".into()),
    ] {
        let (report, messages) = trained(here, model, &format!("{CLASSES} --train 120 --dev 100 --seed 1 {set}"), "accuracy");
        assert!(messages.contains(" was chosen on the development part.") || model != "med-lda", "{messages}");
        assert_eq!(report["parameters"]["model"].pointer(parameter), Some(&value), "{model}: {}", report["parameters"]["model"]);
        let accuracy = report["metrics"]["test"]["accuracy"].as_f64().unwrap();
        assert!(accuracy > 0.9 || model == "med-lda", "{model}: {accuracy}");
        if let Some(loss) = report["metrics"]["test"]["log_loss"].as_f64() {
            assert!(loss < 0.5 || model == "med-lda", "{model}: {loss}");
        }
        let (out, _) = expect(here, 0, &format!("predict model.wordfield {CLASSES}"));
        let table = rows(&out);
        let (truth, predicted) = (column(&table, "class"), column(&table, "predicted"));
        let right = part(&report, "test").filter(|&document| truth[document] == predicted[document]).count();
        let tested = part(&report, "test").count();
        assert!((right as f64 / tested as f64 - accuracy).abs() < 1e-12, "{model}: {right} of {tested}");
    }
}

#[test]
fn saved_regressions_have_the_errors_of_their_reports() {
    let folder = corpora();
    let here = folder.path();
    fs::write(here.join("new.txt"), "superb lovely lamp\nnothing known qqq\n").unwrap();
    for (model, set, chosen, most) in [
        ("ridge", "", "lambda = ", 0.6),
        ("lasso", "", "alpha = ", 0.8),
        ("elastic-net", "", "alpha = ", 0.8),
        ("slda", "--set topics=6 --set sweeps=10", "", f64::INFINITY),
    ] {
        let (report, messages) = trained(here, model, &format!("{RATINGS} {set}"), "RMSE");
        assert!(report["parameters"]["model"]["weighting"] == "raw" || model != "slda", "{}", report["parameters"]["model"]);
        assert!(messages.contains(chosen) && messages.contains(" was chosen on the development part"), "{messages}");
        let sparse = ["lasso", "elastic-net"].contains(&model);
        assert_eq!(messages.contains(" words have a coefficient other than 0."), sparse, "{messages}");
        assert_eq!(report["ratings"], serde_json::json!(["rating"]));

        let (out, summary) = expect(here, 0, &format!("predict model.wordfield {RATINGS}"));
        let table = rows(&out);
        assert_eq!(table.0, ["document", "rating", "rating predicted", "known words"], "no deviations, no intervals");
        assert!(summary.contains("rating: 360 documents, RMSE "), "{summary}");
        let number = |name| column(&table, name).iter().map(|cell| cell.parse().unwrap()).collect::<Vec<f64>>();
        let (truth, predicted) = (number("rating"), number("rating predicted"));
        assert_eq!(truth.len(), 360);
        for name in ["train", "dev", "test"] {
            let metrics = &report["metrics"][name];
            let squares: Vec<f64> = part(&report, name).map(|i| (truth[i] - predicted[i]).powi(2)).collect();
            let rmse = (squares.iter().sum::<f64>() / squares.len() as f64).sqrt();
            assert!((metrics["rmse"].as_f64().unwrap() - rmse).abs() < 1e-12, "{model} {name}: {metrics}, {rmse}");
            assert!(metrics["rmse_standardised"].as_f64().unwrap() < most, "{model}, better than the mean: {metrics}");
            assert!(metrics.get("coverage95").is_none_or(Value::is_null), "{metrics}");
        }
        let (table, _) = expect(here, 0, "predict model.wordfield --corpus new.txt --no-labels");
        assert_eq!(rows(&table).1.len(), 2);
    }
}

#[test]
fn saved_matchers_find_the_partners_of_their_reports() {
    let folder = corpora();
    let here = folder.path();
    for (model, set, chosen, least) in [
        ("knn", "", "k = ", 0.1),
        ("cca", "", "lambda = ", 0.8),
        ("kernel-cca", "--set kernel=linear", "lambda = ", 0.8),
        ("kernel-cca", "--set kernel=gaussian", "width = ", 0.8),
        ("ked-kcca", "", "gamma = ", 0.8),
        ("kde", "", "sigma_y = ", 0.8),
        ("bilingual-lda", "--set topics=20", "", 0.0),
    ] {
        let (report, messages) = trained(here, model, &format!("{PAIRS} {set}"), "precision@1");
        assert!(messages.contains(chosen), "{model}: {messages}");
        let how = if model == "kernel-cca" { "were chosen on the development part" } else { "chosen on the development part" };
        assert!(messages.contains(how) || model == "bilingual-lda", "{model}: {messages}");
        for way in ["source_to_target", "target_to_source"] {
            let precision = report["metrics"]["test"]["precision"][way]["1"].as_f64().unwrap();
            assert!(precision > least, "{model}: {precision}");
        }
        let (out, summary) = expect(here, 0, &format!("match model.wordfield {PAIRS} --aligned --top 2"));
        let table = rows(&out);
        assert_eq!(table.0[..4], ["source", "rank", "target", "distance"]);
        let distances: Vec<f64> = column(&table, "distance").iter().map(|cell| cell.parse().unwrap()).collect();
        assert!(distances.chunks(2).all(|two| two[0] <= two[1]) && summary.contains("precision @1 "), "{summary}");
        // Squared distance of unit vectors: 2 - 2 cosine.
        assert!(model != "kernel-cca" || distances.iter().all(|distance| (0.0..=4.0).contains(distance)), "{distances:?}");
    }
}

#[test]
fn settings_are_given_searched_or_chosen_as_the_data_allow() {
    let folder = corpora();
    let here = folder.path();
    for (arguments, message) in [
        (format!("ridge {RATINGS} --set lambda=0.5"), None),
        (format!("lasso {RATINGS} --set alpha=0.005"), None),
        (format!("kernel-cca {PAIRS} --set lambda=0.5 --set dimension=20"), None),
        (format!("ridge {RATINGS} --dev 0"), Some("was chosen by leave-one-out errors of the training part")),
        (format!("elastic-net {RATINGS} --dev 0"), Some("was chosen by five-fold cross-validation on the training part")),
        (format!("kernel-cca {PAIRS} --dev 0"), Some("were taken by default, without a development part")),
        (format!("linear-svm {CLASSES} --train 120 --dev 0"), Some("")),
        (format!("ridge {RATINGS} --grid lambda=0.1,1000"), Some("best on the development part: lambda 0.1")),
        (format!("lasso {RATINGS} --grid alpha=0.003,1000"), Some("best on the development part: alpha 0.003")),
        (format!("kernel-cca {PAIRS} --grid dimension=1,30"), Some("best on the development part: dimension 30")),
        (format!("knn {PAIRS} --grid k=1,3 --grid weighting=count,sqrt-tf-idf"), Some("best on the development part: k ")),
    ] {
        let (out, messages) = expect(here, 0, &format!("train {arguments}"));
        match message {
            Some(message) => assert!(format!("{out}{messages}").contains(message), "{arguments}: {out}{messages}"),
            None => assert!(!messages.contains("chosen"), "{arguments}: {messages}"),
        }
    }
    let (out, _) = expect(here, 0, &format!("train knn {PAIRS} --compare model=knn,cca,kernel-cca"));
    assert!(["knn", "cca", "kernel-cca"].iter().all(|model| out.contains(model)), "{out}");
}

#[test]
fn settings_that_are_wrong_or_without_effect_are_refused() {
    let folder = corpora();
    let calls = [
        (2, format!("linear-svm {CLASSES} --set c=-1"), "c = -1", "above 0"),
        (2, format!("naive-bayes {CLASSES} --set alpha=0"), "alpha = 0", "above 0"),
        (2, format!("rbf-svm {CLASSES} --set gamma=0"), "gamma = 0", "above 0"),
        (2, format!("poly-svm {CLASSES} --set degree=7"), "degree = 7", ""),
        (2, format!("med-lda {CLASSES} --set topics=0"), "topics = 0", "1 to 1000"),
        (2, format!("med-lda {CLASSES} --set variance=1"), "discrimination LDA has these", "topics"),
        (2, format!("slda {RATINGS} --set variance=0"), "variance = 0", "above 0"),
        (2, format!("slda {RATINGS} --q 3"), "no word positions", "leave it out"),
        (2, format!("ridge {RATINGS} --set lambda=-1"), "lambda = -1", "above 0"),
        (2, format!("ridge {RATINGS} --set rho=1"), "ridge regression has these", "lambda"),
        (2, format!("ridge {RATINGS} --q 3"), "no word positions", "leave it out"),
        (2, format!("lasso {RATINGS} --set alpha=-1"), "alpha = -1", "above 0"),
        (2, format!("lasso {RATINGS} --set l1_ratio=0.5"), "lasso regression has these", "alpha"),
        (2, format!("elastic-net {RATINGS} --set l1_ratio=0"), "l1_ratio = 0", "from 0.01 to 1"),
        (2, format!("elastic-net {RATINGS} --q 3"), "no word positions", "leave it out"),
        (2, format!("kernel-cca {PAIRS} --set width=2"), "width has no effect", "set kernel=gaussian"),
        (2, format!("kernel-cca {PAIRS} --set width_tuning=fixed"), "width_tuning has no effect", "set kernel=gaussian"),
        (2, format!("kernel-cca {PAIRS} --set lambda=0"), "lambda = 0", "above 0"),
        (2, format!("kernel-cca {PAIRS} --set dimension=301"), "dimension = 301", "from 1 to 300"),
        (2, format!("kernel-cca {PAIRS} --set rho=1"), "kernel CCA has these", "centring"),
        (2, format!("kernel-cca {PAIRS} --q 3"), "no word positions", "leave it out"),
        (1, format!("kernel-cca {PAIRS} --memory 64K"), "kernel values of the training pairs", "--train"),
        (2, "knn".to_owned(), "required", "--corpus"),
        (2, "knn --source pairs.en.tsv".to_owned(), "required", "--target"),
        (2, format!("knn {PAIRS} {CLASSES}"), "cannot be used with", "--corpus"),
        (2, format!("knn {PAIRS} --label-column x"), "cannot be used with", "--label-column"),
        (2, format!("knn {CLASSES} --target-lower-case true"), "cannot be used with", "--corpus"),
        (2, format!("knn {PAIRS} --set k=0"), "k = 0", "1 or above"),
        (2, format!("knn {PAIRS} --compare model=knn,smm"), "models of this task are", "ked-kcca"),
        (2, format!("cca {PAIRS} --set kernel=gaussian"), "CCA has these", "centring"),
        (2, format!("cca {PAIRS} --q 3"), "no word positions", "leave it out"),
        (2, format!("ked-kcca {PAIRS} --set start=pca"), "start = pca", "spectral"),
        (2, format!("ked-kcca {PAIRS} --vectors v.vec"), "--vectors has no effect", "set start=given"),
        (1, format!("ked-kcca {PAIRS} --set start=given"), "none are given", "spectral vectors need no file"),
    ];
    each_says(folder.path(), calls.map(|(code, arguments, what, remedy)| (code, format!("train {arguments}"), what, remedy)));
}

#[test]
fn one_method_of_a_grid_serves_classes_and_pairs() {
    let folder = corpora();
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
    let rows: Value = serde_json::from_str(&table).unwrap();
    assert_eq!(rows.as_array().unwrap().len(), 2, "{table}");
}
