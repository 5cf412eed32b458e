//! `train gp` and `predict` with a GP-LVSM on the command line.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::cli::damage;
use crate::program::{expect, json, rows};
use serde_json::Value;
use tempfile::TempDir;

/// Eighty rated documents with some noise in the ratings.
/// The files are lines of `rating<TAB>title<TAB>text`, and a table with two ratings.
fn corpus(folder: &Path) {
    let words = ["dreadful", "poor", "plain", "pleasant", "superb"];
    let things = ["lamp", "novel", "kettle", "radio", "coat"];
    let (mut lines, mut table) = (String::new(), "stars,review,comfort\n".to_owned());
    for number in 0..80 {
        let (level, thing) = (number % 5, things[number / 5 % 5]);
        let near = (level + number / 3 % 3).saturating_sub(1).min(4);
        let text = format!("{} {thing} {} {}", words[level], words[near], words[level]);
        let stars = 1 + if number % 9 == 0 { near } else { level };
        writeln!(lines, "{stars}\t{thing} {number}\t{text}").unwrap();
        writeln!(table, "{stars},a {text},{}", (number % 3) as f64 / 2.0).unwrap();
    }
    fs::write(folder.join("rated.tsv"), lines).unwrap();
    fs::write(folder.join("two.csv"), table).unwrap();
}

const FAST: &str = "--train 40 --dev 20 --seed 2 --set rho=1 --iterations 40";

fn trained() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let (out, error) = expect(
        folder.path(),
        0,
        &format!("train gp --corpus rated.tsv {FAST} --json report.json --save model.wordfield --min-length 2"),
    );
    assert!(out.contains("RMSE test ") && out.contains(" train "), "{out}");
    assert!(error.contains("training on 40 of 80 documents"), "{error}");
    folder
}

#[test]
fn the_report_gives_errors_of_each_part() {
    let folder = trained();
    let report = json(&folder.path().join("report.json"));
    assert_eq!((&report["model"], &report["ratings"]), (&"gp".into(), &serde_json::json!(["rating"])));
    assert!(report.get("classes").is_none(), "levels are not classes");
    for (part, size) in [("train", 40), ("dev", 20), ("test", 20)] {
        assert_eq!(report["split"][part].as_array().unwrap().len(), size);
        let metrics = &report["metrics"][part];
        let number = |name: &str| metrics[name].as_f64().unwrap_or_else(|| panic!("{part} {name}: {metrics}"));
        assert!(number("rmse") < 1.0, "levels 1 to 5 are learned: {metrics}");
        let spread = number("rmse") / number("rmse_standardised");
        assert!((1.2..1.6).contains(&spread), "the standard deviation of 1 to 5 evenly: {spread}");
        assert!((0.0..=1.0).contains(&number("coverage95")) && number("nlpd").is_finite(), "{metrics}");
        assert_eq!(metrics["ratings"][0]["rmse"], metrics["rmse"]);
    }
    let (iterations, best) = (report["iterations"].as_u64().unwrap(), report["best_iteration"].as_u64().unwrap());
    assert!(0 < best && best <= iterations && iterations <= 40);
    let scores = report["scores"].as_array().unwrap();
    let dev = |entry: &Value| entry[1]["dev"].as_f64().unwrap();
    let least = scores.iter().min_by(|a, b| dev(a).total_cmp(&dev(b))).unwrap();
    assert_eq!(least[0], best, "the least RMSE is the best");
    assert_eq!(least[1]["dev"], report["metrics"]["dev"]["rmse"], "to the last bit");
}

#[test]
fn a_saved_model_agrees_with_the_report() {
    let folder = trained();
    let report = json(&folder.path().join("report.json"));
    let (table, summary) = expect(folder.path(), 0, "predict model.wordfield --corpus rated.tsv");
    let (header, lines) = rows(&table);
    assert_eq!(
        header,
        ["document", "rating", "rating predicted", "rating deviation", "rating low", "rating high", "known words"]
    );
    assert_eq!(lines.len(), 80);
    assert!(summary.contains("rating: 80 documents, RMSE "), "{summary}");
    for part in ["train", "dev", "test"] {
        let (mut squares, mut within) = (0.0, 0);
        let documents = report["split"][part].as_array().unwrap();
        for index in documents {
            let numbers: Vec<f64> =
                lines[index.as_u64().unwrap() as usize][1..].iter().map(|field| field.parse().unwrap()).collect();
            squares += (numbers[0] - numbers[1]).powi(2);
            within += usize::from((numbers[3]..=numbers[4]).contains(&numbers[0]));
            assert!((numbers[4] - numbers[1] - 1.96 * numbers[2]).abs() < 1e-3 * numbers[2], "{numbers:?}");
            assert!((numbers[1] + numbers[1] - numbers[3] - numbers[4]).abs() < 1e-9, "{numbers:?}");
        }
        let rmse = (squares / documents.len() as f64).sqrt();
        assert_eq!(report["metrics"][part]["rmse"].as_f64().unwrap().to_bits(), rmse.to_bits(), "{part}");
        assert_eq!(report["metrics"][part]["coverage95"], within as f64 / documents.len() as f64, "{part}");
    }
    expect(folder.path(), 0, "predict model.wordfield --corpus rated.tsv --out table.tsv");
    assert_eq!(fs::read_to_string(folder.path().join("table.tsv")).unwrap(), table);

    fs::write(folder.path().join("new.txt"), "a superb kettle\nnothing known\n").unwrap();
    let (table, _) = expect(folder.path(), 0, "predict model.wordfield --corpus new.txt --no-labels");
    let (header, lines) = rows(&table);
    assert_eq!((header[1], lines.len(), lines[1][0]), ("rating predicted", 2, "new.txt:2"));
    assert!(lines[0][1].parse::<f64>().unwrap() > lines[1][1].parse().unwrap(), "superb is better than the mean");
    let (same, _) = expect(folder.path(), 0, "predict model.wordfield --corpus rated.tsv --no-labels");
    let known = rows(&fs::read_to_string(folder.path().join("table.tsv")).unwrap()).1[7][2].to_owned();
    assert_eq!(rows(&same).1[7][1], known, "with ratings passed over");
}

#[test]
fn several_ratings_are_learned_together() {
    let folder = trained();
    let here = folder.path();
    expect(here, 0, &format!("train gp --corpus two.csv --target stars comfort {FAST} --json two.json --save two.wordfield.gz"));
    let report = json(&here.join("two.json"));
    assert_eq!(report["ratings"], serde_json::json!(["stars", "comfort"]));
    let metrics = &report["metrics"]["test"];
    assert_eq!((&metrics["ratings"][0]["name"], &metrics["ratings"][1]["name"]), (&"stars".into(), &"comfort".into()));
    assert_eq!(metrics["rmse"], metrics["ratings"][0]["rmse"]);
    let error = |rating: usize| metrics["ratings"][rating]["rmse_standardised"].as_f64().unwrap();
    assert!(error(0) < 0.7 && error(1) > 0.8, "words tell the stars and not the comfort: {metrics}");
    let (table, stderr) = expect(here, 0, "predict two.wordfield.gz --corpus two.csv --target comfort,stars");
    let (header, lines) = rows(&table);
    assert_eq!((header[1], header[6], header[11]), ("stars", "comfort", "known words"));
    assert_eq!((lines[4][1], lines[4][6]), ("5", "0.5"));
    assert!(stderr.contains("stars: 80") && stderr.contains("comfort: 80"), "{stderr}");
    let (table, stderr) = expect(here, 0, "predict two.wordfield.gz --corpus two.csv --target stars");
    let (header, _) = rows(&table);
    assert_eq!((header.len(), header[11]), (12, "comfort"), "a column that is no rating is kept");
    assert!(stderr.contains("no rating named \"comfort\""), "{stderr}");
}

#[test]
fn the_same_seed_and_the_split_of_a_report_give_the_same_run() {
    let folder = trained();
    let first = json(&folder.path().join("report.json"));
    let run = "train gp --corpus rated.tsv --split report.json --seed 2 --set rho=1 --iterations 40 --min-length 2 --json r.json";
    expect(folder.path(), 0, run);
    let second = json(&folder.path().join("r.json"));
    for key in ["split", "metrics", "objective", "scores", "best_iteration"] {
        assert_eq!(first[key], second[key], "{key}");
    }
}

#[test]
fn ratings_independent_of_the_texts_are_reported() {
    let folder = trained();
    let here = folder.path();
    let text = fs::read_to_string(here.join("rated.tsv")).unwrap();
    // Ratings are independent of the texts: every rating occurs equally often with every word.
    let other = |(number, line): (usize, &str)| format!("{}\t{}\n", 1 + number / 25, line.split_once('\t').unwrap().1);
    fs::write(here.join("other.tsv"), text.lines().enumerate().map(other).collect::<String>()).unwrap();
    let run = |file: &str| expect(here, 0, &format!("train gp --corpus {file} {FAST}")).0;
    let stderr = run("other.tsv");
    assert!(stderr.contains("No better than chance: are the ratings those of the texts?"), "{stderr}");
    assert!(stderr.contains("RMSE of \"rating\" on the test part"), "{stderr}");
    assert!(!run("rated.tsv").contains("chance"));
}

#[test]
fn the_paper_preset_runs_and_zero_patience_keeps_the_last() {
    let folder = trained();
    let run = "train gp --corpus rated.tsv --preset paper --set rho=1 --patience 0 --iterations 5 --q 3 --test 10 --json r.json";
    expect(folder.path(), 0, run);
    let report = json(&folder.path().join("r.json"));
    assert_eq!(report["parameters"]["preset"], "paper");
    assert_eq!((report["best_iteration"].is_null(), report["split"]["test"].as_array().unwrap().len()), (true, 10));
}

#[test]
fn errors_name_the_problem_and_the_remedy() {
    let folder = trained();
    let here = folder.path();
    fs::write(here.join("classes.txt"), "oak\tgreen leaf\nelm\tbrown leaf\n").unwrap();
    fs::write(here.join("hole.csv"), "stars,review\n,bad\nN/A,good\n").unwrap();
    fs::write(here.join("none.csv"), "id,review\n1,bad\n2,good\n").unwrap();
    damage(here, "model.wordfield");
    crate::program::each_says(
        here,
        [
            (1, "train gp --corpus classes.txt", "classes.txt:1", "finite number"),
            (1, "train gp --corpus hole.csv --target stars", "hole.csv", "choose another column"),
            (1, "train gp --corpus two.csv --target colour", "two.csv", "choose among \"stars\""),
            (1, "train gp --corpus rated.tsv --train 70 --dev 30", "rated.tsv", "smaller"),
            (1, "predict model.wordfield --corpus none.csv", "none.csv", "--no-labels"),
            (1, "predict cut.wordfield --corpus rated.tsv", "cut.wordfield", "copy it again"),
            (1, "predict changed.wordfield --corpus rated.tsv", "changed.wordfield", "copy it again"),
            (
                1,
                "match model.wordfield --pairs rated.tsv",
                "model.wordfield: holds a GP-LVSM",
                "use `wordfield predict model.wordfield --corpus FILE`",
            ),
            (2, "train gp", "--corpus", "required"),
            (2, "train gp --corpus rated.tsv --set c=1", "the GP-LVSM has these", "gamma"),
            (2, "train gp --corpus rated.tsv --label-column x", "--label-column", "unexpected argument"),
            (2, "predict model.wordfield", "--corpus", "required"),
        ],
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_and_still_saves() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let run =
        "train gp --corpus rated.tsv --train 40 --dev 20 --patience 0 --set optimiser=adam:0.01 --json r.json --save m.wordfield";
    crate::program::interrupted(folder.path(), run);
    expect(folder.path(), 0, "predict m.wordfield --corpus rated.tsv");
}

#[test]
fn lists_of_names_predict_several_ratings() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let members = ["Ann Lee", "Ann Chan", "Bo Lee", "Bo Chan"];
    let mut table = "visits,calls,members\n".to_owned();
    for number in 0..80 {
        let (one, other) = (number % 4, (number / 4 + 1) % 4);
        writeln!(table, "{},{},{}; {}", one + other, 3 * one + number % 2, members[one], members[other]).unwrap();
    }
    fs::write(here.join("groups.csv"), table).unwrap();
    let options = "--target visits calls --text-column members --token-separator ; --train 40 --dev 20 --iterations 5";
    expect(here, 0, &format!("train gp --corpus groups.csv {options} --json r.json --save groups.wordfield"));
    assert_eq!(json(&here.join("r.json"))["ratings"], serde_json::json!(["visits", "calls"]));
    expect(here, 0, "export groups.wordfield --as tsv --out words.tsv");
    let text = fs::read_to_string(here.join("words.tsv")).unwrap();
    let words: Vec<&str> = rows(&text).1.iter().map(|line| line[0]).collect();
    assert_eq!(words, ["ann chan", "ann lee", "bo chan", "bo lee"], "names are whole words");
    // New documents are tokenised like those of the training.
    fs::write(here.join("new.csv"), "visits,calls,members\n1,1,Bo Chan; Ann Lee\n").unwrap();
    let (out, _) = expect(here, 0, "predict groups.wordfield --corpus new.csv --target visits calls --text-column members");
    let (header, lines) = rows(&out);
    let known = header.iter().position(|title| *title == "known words").unwrap();
    assert_eq!(lines[0][known], "2");
    let (_, error) = expect(here, 2, "train gp --corpus groups.csv --target visits --token-separator x");
    assert!(error.contains("--token-separator") && error.contains("possible values"), "{error}");
}
