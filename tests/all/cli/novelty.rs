//! `wordfield novelty`: novel documents by a one-class support measure machine on the kernel of a saved model.

use std::fs;

use super::{expect, json, trained};
use crate::program::{each_says, rows};

#[test]
fn documents_of_other_classes_are_novel() {
    let folder = trained();
    let here = folder.path();
    expect(here, 0, "train linear-svm --corpus small.txt --train 30 --dev 12 --seed 3 --save l.json");
    for model in ["model.json.gz", "l.json"] {
        let (out, _) = expect(here, 0, &format!("novelty {model} --class tree --nu 0.2 --top 3 --json n.json --out n.tsv"));
        let found = json(&here.join("n.json"));
        let number = |key: &str| found[key].as_f64().unwrap_or_else(|| panic!("{key}: {found}"));
        assert!(number("fitted_rejected") <= 0.2 && 0.2 <= number("support") / number("fitted"), "{found}");
        assert_eq!((&found["class"], &found["part"], &found["documents"]), (&"tree".into(), &"test".into(), &18.into()));
        // The printed numbers of novel documents are those of the written table.
        let table = fs::read_to_string(here.join("n.tsv")).unwrap();
        let (header, lines) = rows(&table);
        assert_eq!(header, ["title", "text", "class", "decision", "novel"]);
        let decision = |line: &[&str]| line[3].parse::<f64>().unwrap();
        assert!(lines.is_sorted_by(|a, b| decision(a) <= decision(b)) && lines.len() == 18);
        let (own, others): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line[2] == "tree");
        let rejected = |lines: &[&Vec<&str>]| lines.iter().filter(|line| line[4] == "yes").count() as f64 / lines.len() as f64;
        assert!((number("rejected_of_class") - rejected(&own)).abs() < 1e-12);
        assert!((number("rejected_of_others") - rejected(&others)).abs() < 1e-12);
        let above = |line: &[&str]| others.iter().filter(|other| decision(other) < decision(line)).count() as f64;
        let area = own.iter().map(|line| above(line)).sum::<f64>() / (own.len() * others.len()) as f64;
        // Ties count one half in the area under the curve.
        assert!(number("auc") >= area - 1e-12 && number("auc") > 0.8, "{found}");
        let novel = found["novel"].as_array().unwrap();
        assert_eq!((novel.len(), novel[0]["decision"].as_f64().unwrap()), (3, decision(&lines[0])));
        assert!(novel[0]["words"][0]["share"].as_f64().unwrap() <= novel[0]["words"][1]["share"].as_f64().unwrap());
        assert_eq!(found["kernel_learned"], model != "l.json", "{found}");
        let (again, _) = expect(here, 0, &format!("novelty {model} --class tree --nu 0.2 --top 3"));
        assert_eq!(again, out);
    }
}

#[test]
fn without_a_class_all_training_documents_are_fitted() {
    let folder = trained();
    let here = folder.path();
    let (out, _) = expect(here, 0, "novelty model.json.gz --json n.json");
    let found = json(&here.join("n.json"));
    assert_eq!((&found["fitted"], &found["nu"]), (&30.into(), &0.1.into()));
    assert!(found["class"].is_null() && found.get("auc").is_none(), "{found}");
    assert!(out.starts_with("One-class SMM of 30 training documents with") && out.contains("\n18 test documents: "), "{out}");
    expect(here, 0, "train smm --corpus small.txt --train 60 --dev 0 --test 0 --iterations 2 --save a.json");
    let (out, _) = expect(here, 0, "novelty a.json --top 0");
    assert!(out.contains("60 train documents: ") && out.contains("learned from the labels of these documents"), "{out}");
    assert!(!out.contains("Most novel"), "{out}");
}

#[test]
fn wrong_arguments_name_the_remedy() {
    let folder = trained();
    each_says(
        folder.path(),
        [
            (2, "novelty model.json.gz --class oaks", "--class oaks: there is no such class", "the classes are "),
            (2, "novelty model.json.gz --nu 0", "--nu", "give a share above 0 and below 1"),
            (2, "novelty model.json.gz --nu 1", "--nu", "give a share above 0 and below 1"),
            (2, "novelty", "MODEL", "required"),
            (1, "novelty model.json.gz --memory 1K", "would take", "--memory"),
            (2, "novelty model.json.gz --out small.txt", "--out", "is read from too"),
        ],
    );
    fs::remove_file(folder.path().join("small.txt")).unwrap();
    each_says(folder.path(), [(1, "novelty model.json.gz", "small.txt", "name the files of the corpus with --corpus")]);
}
