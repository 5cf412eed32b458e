//! Several runs: seeds, compared axes, the folder of results.

use serde_json::Value;

use super::{corpus, expect, json};

#[test]
fn seeds_give_mean_and_deviation_and_every_run() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let train = "train smm --corpus small.txt --iterations 5 --json r.json";
    let (out, error) = expect(folder.path(), 0, &format!("{train} --seeds 3..6 --grid rho=1,30"));
    assert!(error.contains("run 3 of 3: seed 5"), "{error}");
    assert!(out.contains("smm, mean of 3 seeds: accuracy test ") && out.contains(" ± "), "{out}");
    let report = json(&folder.path().join("r.json"));
    let runs = report["runs"].as_array().unwrap();
    assert_eq!(runs.iter().map(|run| run["seed"].as_u64().unwrap()).collect::<Vec<_>>(), [3, 4, 5]);
    let test: Vec<f64> = runs.iter().map(|run| run["metrics"]["test"]["accuracy"].as_f64().unwrap()).collect();
    let mean = test.iter().sum::<f64>() / 3.0;
    let sd = (test.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 2.0).sqrt();
    let spread = &report["summary"][0]["scores"]["test.accuracy"];
    assert!((spread["mean"].as_f64().unwrap() - mean).abs() < 1e-12 && (spread["sd"].as_f64().unwrap() - sd).abs() < 1e-12);
    for run in runs {
        let (search, seed) = (&run["search"], &run["seed"]);
        assert_eq!((search["tried"].as_array().unwrap().len(), &run["parameters"]["split"]["seed"]), (2, seed));
        let best = &search["tried"][search["best"].as_u64().unwrap() as usize];
        assert_eq!(best["dev"], run["metrics"]["dev"]["accuracy"], "each seed chooses for itself");
    }
    let single = |run: &Value| (run["metrics"].clone(), run["objective"].clone());
    expect(folder.path(), 0, &format!("{train} --seed 4 --grid rho=1,30"));
    assert_eq!(single(&json(&folder.path().join("r.json"))), single(&runs[1]), "as the run of this seed alone");
}

#[test]
fn compared_values_are_reported_apart_and_results_are_not_trained_twice() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let train = "train smm --corpus small.txt --iterations 3 --results done --compare train=20,30 --compare model=knn,smm";
    let (first, error) = expect(folder.path(), 0, &format!("{train} --seeds 2"));
    assert!(first.contains("knn, train 20, mean of 2 seeds") && first.contains("smm, train 30, mean of 2 seeds"), "{first}");
    assert!(!error.contains("found in done") && error.contains("8 of 8: small, "), "{error}");
    let (again, error) = expect(folder.path(), 0, &format!("{train} --seeds 2"));
    assert_eq!(again, first);
    assert!(error.contains("8 of 8 runs found in done") && !error.contains("accuracy"), "{error}");
    let (_, error) = expect(folder.path(), 0, &format!("{train} --seeds 3"));
    assert!(error.contains("8 of 12 runs found in done") && error.contains("4 of 4: "), "only the third seed is new: {error}");
    let (table, _) = expect(folder.path(), 0, "tabulate done");
    assert!(table.contains("knn") && table.contains("smm"), "{table}");
}

#[test]
fn runs_of_train_and_cells_of_a_study_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    corpus(here);
    let grid = r#"
corpus = [{ label = "small", files = "small.txt" }]
split = { train = [20, 30], dev = 12, seeds = 2 }
method = [{ label = "map", model = "smm", iterations = 3, set = { rho = [1, 30] } }]
"#;
    std::fs::write(here.join("grid.toml"), grid).unwrap();
    expect(here, 0, "evaluate grid.toml --out study");
    let train = "train smm --corpus small.txt --dev 12 --seeds 2 --iterations 3 --grid rho=1,30 --results study";
    let (out, error) = expect(here, 0, &format!("{train} --compare train=20,30 --json r.json"));
    assert!(error.contains("4 of 4 runs found in study") && out.contains("smm, train 20, mean of 2 seeds"), "{error}{out}");
    // A run with another setting is not among the stored runs.
    let alone = train.replace("--seeds 2", "--seed 1 --train 20 --set rho=1").replace(" --grid rho=1,30", "");
    let (_, error) = expect(here, 0, &alone);
    assert!(!error.contains("found"), "{error}");
    let (out, error) = expect(here, 0, &alone);
    assert!(error.contains("1 of 1 runs found in study") && out.contains("accuracy test"), "{error}{out}");
    let (_, error) = expect(here, 2, &format!("{alone} --json study/r.json"));
    assert!(error.contains("a folder that is read from"), "{error}");
    // A failed run is trained again by the same call.
    let failing = train.replace("--seeds 2", "--train 3000");
    for _ in 0..2 {
        let (_, error) = expect(here, 1, &failing);
        assert!(error.contains("error: ") && error.contains("failed: "), "{error}");
    }
    assert_eq!(json(&here.join("r.json"))["runs"].as_array().unwrap().len(), 4);
}

#[test]
fn scores_name_what_decides_and_a_summary_those_of_both_halves() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    corpus(here);
    let train = "train smm --corpus small.txt --iterations 3 --json r.json";
    let (out, _) = expect(here, 0, &format!("{train} --seeds 2 --compare decide_by=map,combined --compare model=smm,knn"));
    let line = |start: &str| out.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{start}: {out}"));
    assert!(line("smm, decide_by map, mean of 2 seeds: ").ends_with("; decides by map"), "{out}");
    assert!(line("smm, decide_by combined, mean of 2 seeds: ").ends_with("; decides by combined"), "{out}");
    assert!(!line("knn, mean of 2 seeds: ").contains("decides"), "{out}");
    assert_eq!(out.matches("; decides by ").count(), 6, "four runs and two means: {out}");
    assert_eq!(out.matches("  without the map: test ").count(), 1, "{out}");
    assert!(line("  without the map: test ").contains("; the map alone: test "), "{out}");
    let report = json(&here.join("r.json"));
    assert_eq!(report["summary"][1]["decides_by"], serde_json::json!(["combined"]));
    for (name, key) in [("map_alone", "alone"), ("without_map", "without")] {
        let of = |run: usize| report["runs"][run]["map"][key][2].as_f64().unwrap();
        let mean = report["summary"][1]["scores"][format!("test.{name}")]["mean"].as_f64().unwrap();
        assert!((mean - f64::midpoint(of(2), of(3))).abs() < 1e-12, "{name}");
    }
    let (out, _) = expect(here, 0, &format!("{train} --preset combined"));
    assert!(out.contains("; decides by combined\nwithout the map: test "), "{out}");
    assert_eq!(json(&here.join("r.json"))["decides_by"], "combined");
}

#[test]
fn what_cannot_be_swept_names_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    std::fs::create_dir_all(folder.path().join("classes/a")).unwrap();
    for (code, options, says) in [
        (2, "--seeds 0", "give a number of seeds such as 5, or a range such as 10..13"),
        (2, "--seeds 2 --seed 1", "cannot be used with"),
        (2, "--seeds 2 --save m.wordfield", "--save keeps one model and there are 2 runs"),
        (2, "--compare trian=20", "neither a parameter of a model compared nor one of model, train, dev"),
        (2, "--compare train=many", "--compare train=many: give a number of documents"),
        (2, "--compare train=20 --compare train=30", "listed twice"),
        (2, "--compare model=svm", "models of this task are smm"),
        (2, "--results small.txt", "is read from too"),
        (2, "--results done --save m.wordfield", "cannot be used with"),
        (2, "--results classes/study", "a folder that is read from"),
        (2, "--seeds 18446744073709551615", "give at most 100000 seeds"),
        (2, "--seeds 1000000000", "give at most 100000 seeds"),
        (2, "--compare train=20,20", "smm train=20 and smm train=20 are one run: give it once"),
        (2, "--compare gamma=1,1.0", "are one run: give it once"),
        (2, "--compare model=knn,knn", "are one run: give it once"),
        (2, "--compare seed=1,2", "--compare seed=…: the seed also draws the split: give --seed, or --seeds"),
        (2, "--grid seed=1,2,3", "--grid seed=…: the seed also draws the split: give --seed, or --seeds"),
        (2, "--set seed=7", "--set seed=…: the seed also draws the split: give --seed, or --seeds"),
        (2, "--compare train=20,30 --train 30", "--compare train=…: --train also gives one value"),
    ] {
        let corpus = if options.contains("classes/") { "classes" } else { "small.txt" };
        let (_, error) = expect(folder.path(), code, &format!("train smm --corpus {corpus} --iterations 1 {options}"));
        assert!(error.contains(says), "{options}: {error}");
    }
}

#[test]
fn results_answer_for_the_data_they_were_made_of() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    corpus(here);
    std::fs::write(here.join("stop.txt"), "the\n").unwrap();
    let train = "train smm --corpus small.txt --iterations 2 --train 20 --seeds 2 --results done --stop-words stop.txt";
    let found = |options: &str| expect(here, 0, &format!("{train} {options}")).1.contains("2 of 2 runs found");
    assert_eq!([found(""), found("")], [false, true]);
    let text = std::fs::read_to_string(here.join("small.txt")).unwrap();
    // Same texts with exchanged classes.
    let (classes, texts): (Vec<_>, Vec<_>) = text.lines().filter_map(|line| line.split_once('\t')).unzip();
    let line = |(text, class): (&&str, &&str)| format!("{class}\t{text}\n");
    let exchanged = texts.iter().zip(classes.iter().cycle().skip(1)).map(line);
    std::fs::write(here.join("small.txt"), exchanged.collect::<String>()).unwrap();
    assert!(!found(""), "other labels");
    std::fs::write(here.join("small.txt"), &text).unwrap();
    assert!(found(""), "the first file again");
    let word = text.split_whitespace().nth(1).unwrap();
    std::fs::write(here.join("stop.txt"), format!("{word}\n")).unwrap();
    assert!(!found(""), "other stop words in the same file");
}

#[test]
fn copies_are_counted_and_one_file_named_twice_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let text = std::fs::read_to_string(folder.path().join("small.txt")).unwrap();
    std::fs::write(folder.path().join("copy.txt"), text).unwrap();
    let train = "train smm --iterations 1 --json r.json --corpus small.txt";
    let (_, error) = expect(folder.path(), 2, &format!("{train} ./small.txt"));
    assert!(error.contains("./small.txt: named twice"), "{error}");
    let (_, error) = expect(folder.path(), 0, &format!("{train} copy.txt"));
    assert!(error.contains("repeat the text of an earlier one") && error.contains("figures are too good"), "{error}");
    let notes = json(&folder.path().join("r.json"))["notes"].to_string();
    assert!(notes.contains("repeat the text of an earlier one"), "{notes}");
}

#[test]
fn a_setting_of_one_model_holds_for_it_alone() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    corpus(here);
    let train = "train smm --corpus small.txt --iterations 1 --compare model=smm,linear-svm,knn --json r.json";
    let weightings = |options: &str| {
        expect(here, 0, &format!("{train} {options}"));
        let report = json(&here.join("r.json"));
        let of = |run: &Value| run["parameters"]["model"]["weighting"].as_str().unwrap().to_owned();
        report["runs"].as_array().unwrap().iter().map(of).collect::<Vec<_>>()
    };
    let usual = weightings("");
    let one = weightings("--set linear-svm.weighting=count --set knn.k=3");
    assert!(usual[1] != "count" && one == [usual[0].as_str(), "count", usual[2].as_str()], "{usual:?}, {one:?}");
    assert_eq!(json(&here.join("r.json"))["runs"][2]["parameters"]["model"]["k"], 3);
    let all_but_one = weightings("--set weighting=count --set linear-svm.weighting=tf-idf");
    assert_eq!(all_but_one, ["count", "tf-idf", "count"]);
    for (options, says) in [
        ("--set ridge.lambda=1", "--set ridge.lambda=1: ridge is not trained here, only smm, linear-svm, knn"),
        ("--set linear-svm.k=1", "k"),
        ("--set knn.k=1 --set knn.k=2", "set twice"),
    ] {
        let (_, error) = expect(here, 2, &format!("{train} {options}"));
        assert!(error.contains(says), "{options}: {error}");
    }
    let (_, error) = expect(here, 2, "train smm --corpus small.txt --set knn.k=3");
    assert!(error.contains("add it to --compare model="), "{error}");
    expect(here, 0, "train smm --corpus small.txt --iterations 1 --set smm.c=2 --json r.json");
    assert_eq!(json(&here.join("r.json"))["parameters"]["model"]["c"], 2.0);
}

#[test]
fn a_model_without_the_compared_parameter_runs_once() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    corpus(here);
    let train = "train smm --corpus small.txt --iterations 1 --json r.json --compare model=smm,linear-svm";
    expect(here, 0, &format!("{train} --compare q=2,3 --compare train=20,30"));
    let report = json(&here.join("r.json"));
    let of = |run: &Value| (run["model"].as_str().unwrap().to_owned(), run["setting"].clone());
    let runs: Vec<(String, Value)> = report["runs"].as_array().unwrap().iter().map(of).collect();
    let smm = |q: &str, train: &str| ("smm".to_owned(), serde_json::json!({ "q": q, "train": train }));
    let svm = |train: &str| ("linear-svm".to_owned(), serde_json::json!({ "train": train }));
    assert_eq!(runs, [smm("2", "20"), smm("2", "30"), smm("3", "20"), smm("3", "30"), svm("20"), svm("30")]);
    let (_, error) = expect(here, 2, "train knn --corpus small.txt --compare model=knn,linear-svm --compare q=2,3");
    assert!(error.contains("--compare q: neither a parameter of a model compared"), "{error}");
}

#[test]
fn two_models_are_compared_on_the_same_documents_and_over_the_same_seeds() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    // Every fifth document has the class of another text, so that models err on different ones.
    let text = std::fs::read_to_string(corpus(here)).unwrap();
    let names = ["tree", "machine", "music"];
    let line = |(number, line): (usize, &str)| {
        format!("{}\t{}\n", names[(number + usize::from(number % 5 == 0)) % 3], line.split_once('\t').unwrap().1)
    };
    std::fs::write(here.join("noisy.txt"), text.lines().enumerate().map(line).collect::<String>()).unwrap();
    let train = "train knn --corpus noisy.txt --train 24 --dev 6 --json r.json --compare model=knn,linear-svm --set knn.k=1";
    let (out, _) = expect(here, 0, train);
    let report = json(&here.join("r.json"));
    let wrong = |run: usize| -> Vec<u64> {
        report["runs"][run]["wrong"].as_array().unwrap().iter().map(|index| index.as_u64().unwrap()).collect()
    };
    let (first, second) = (wrong(0), wrong(1));
    let accuracy = |run: usize| report["runs"][run]["metrics"]["test"]["accuracy"].as_f64().unwrap();
    assert!((accuracy(0) - (1.0 - first.len() as f64 / 30.0)).abs() < 1e-12, "what is wrong is listed");
    let found = &report["comparisons"][0];
    let test = &found["mcnemar"][0];
    let alone = |of: &[u64], other: &[u64]| of.iter().filter(|index| !other.contains(index)).count();
    assert_eq!(test["only_first"], alone(&second, &first));
    assert_eq!(test["only_second"], alone(&first, &second));
    assert!((found["difference"].as_f64().unwrap() - (accuracy(1) - accuracy(0))).abs() < 1e-12);
    assert_eq!((&found["first"]["model"], &found["second"]["model"]), (&"knn".into(), &"linear-svm".into()));
    let p = test["p"].as_f64().unwrap();
    assert!(
        out.contains("linear-svm against knn: test accuracy ") && out.contains(&format!("exact McNemar p = {p:.4}")),
        "{out}"
    );

    let (out, _) = expect(here, 0, &format!("{train} --seeds 4"));
    let report = json(&here.join("r.json"));
    let found = &report["comparisons"][0];
    let of = |model: &str| -> Vec<f64> {
        let runs = report["runs"].as_array().unwrap().iter().filter(|run| run["model"] == model);
        runs.map(|run| run["metrics"]["test"]["accuracy"].as_f64().unwrap()).collect()
    };
    let differences: Vec<f64> = of("linear-svm").iter().zip(of("knn")).map(|(a, b)| a - b).collect();
    let mean = differences.iter().sum::<f64>() / 4.0;
    let variance = differences.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 3.0;
    let t = mean / (variance * (0.25 + 30.0 / 24.0)).sqrt();
    assert!((found["corrected_t"]["t"].as_f64().unwrap() - t).abs() < 1e-9, "{found}");
    assert_eq!((found["corrected_t"]["degrees"].as_u64(), found["mcnemar"].as_array().unwrap().len()), (Some(3), 4));
    assert!(out.contains(&format!("corrected t {t:.2} with 3 degrees of freedom")), "{out}");
    let (out, _) = expect(here, 0, "train knn --corpus noisy.txt --compare train=20,24 --json r.json");
    assert!(
        !out.contains("against") && json(&here.join("r.json"))["comparisons"] == serde_json::json!([]),
        "other test documents"
    );
}
