//! `wordfield test`: two classes under the kernel of a saved model.

use std::fs;

use super::{corpus, expect, json, trained};

#[test]
fn two_classes_differ_on_documents_the_kernel_has_not_seen() {
    let folder = trained();
    let here = folder.path();
    let (out, _) = expect(here, 0, "test model.json.gz --between tree music --json t.json");
    let found = json(&here.join("t.json"));
    let report = json(&here.join("report.json"));
    let classes = ["tree", "machine", "music"];
    let of = |class: &str| {
        let test = report["split"]["test"].as_array().unwrap();
        test.iter().filter(|index| classes[index.as_u64().unwrap() as usize % 3] == class).count()
    };
    assert_eq!(found["documents"], serde_json::json!([of("tree"), of("music")]));
    assert_eq!((found["part"].as_str(), found["between"][1].as_str()), (Some("test"), Some("music")));
    let (p, least) = (found["p"].as_f64().unwrap(), found["least_p"].as_f64().unwrap());
    let splits = found["splits"].as_u64().unwrap() as f64;
    assert!(least <= p && p <= 0.05 && found["mmd2"].as_f64().unwrap() > 0.0, "disjoint words: {found}");
    let counted = if found["exact"] == true { splits } else { splits + 1.0 };
    assert!((p * counted - (p * counted).round()).abs() < 1e-6, "a share of splits: {found}");
    assert!(out.contains(&format!("p = {p:.4} by ")) && out.contains(&format!("least possible {least:.4}")), "{out}");
    assert!(out.contains("whose classes the kernel has not seen") && out.contains("differ significantly"), "{out}");
    assert!(out.contains(found["kernel"].as_str().unwrap()));
    let (again, _) = expect(here, 0, "test model.json.gz --between tree music");
    assert_eq!(again, out, "the same splits in every call");
    let (other, _) = expect(here, 0, "test model.json.gz --between tree music --splits 19 --json o.json");
    assert_eq!(json(&here.join("o.json"))["splits"], 19, "{other}");
}

#[test]
fn documents_the_kernel_has_learned_from_are_no_test() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    corpus(here);
    expect(here, 0, "train smm --corpus small.txt --train 60 --dev 0 --test 0 --iterations 3 --save m.json");
    let (out, _) = expect(here, 0, "test m.json --between tree music --json t.json");
    let found = json(&here.join("t.json"));
    assert!(out.contains("This is no test") && out.contains("In sample") && !out.contains("p ="), "{out}");
    assert!(found["in_sample"] == true && found.get("p").is_none() && found["mmd2"].is_number(), "{found}");
    assert!(out.contains("--out-of-fold"), "{out}");
    // Word counts are not learned from labels: every document can be tested.
    expect(here, 0, "train knn --corpus small.txt --train 60 --dev 0 --test 0 --save k.json");
    let (out, _) = expect(here, 0, "test k.json --between tree music --json t.json");
    let found = json(&here.join("t.json"));
    assert_eq!((found["part"].as_str(), &found["documents"]), (Some("all"), &serde_json::json!([20, 20])), "{out}");
    assert!(found["p"].is_number() && out.contains("a kernel that is not learned"), "{out}");
}

#[test]
fn documents_outside_the_test_part_are_tested_out_of_fold() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    corpus(here);
    expect(here, 0, "train smm --corpus small.txt --train 60 --dev 0 --test 0 --iterations 3 --save m.json");
    let (out, _) = expect(here, 0, "test m.json --between tree music --out-of-fold --json t.json");
    let found = json(&here.join("t.json"));
    let halves: Vec<f64> = found["p_per_half"].as_array().unwrap().iter().map(|p| p.as_f64().unwrap()).collect();
    let (p, least) = (found["p"].as_f64().unwrap(), found["least_p"].as_f64().unwrap());
    assert_eq!((found["part"].as_str(), found["in_sample"].as_bool()), (Some("out of fold"), Some(false)));
    assert_eq!((&found["documents"], halves.len()), (&serde_json::json!([20, 20]), 2));
    assert!((p - (2.0 * halves[0].min(halves[1])).min(1.0)).abs() < 1e-12 && least <= p && p <= 0.05, "{found}");
    assert!((least - 0.002).abs() < 1e-12 && found["mmd2"].is_number() && found["splits"] == 1998, "{found}");
    assert!(
        out.contains(&format!("p = {p:.4}, twice the smaller")) && out.contains("Computed out of fold on 40 documents"),
        "{out}"
    );
    assert!(out.contains("differ significantly"), "{out}");
    let (again, _) = expect(here, 0, "test m.json --between tree music --out-of-fold");
    assert_eq!(again, out, "the same halves in every call");
    expect(here, 0, "train knn --corpus small.txt --train 60 --dev 0 --test 0 --save k.json");
    let (_, error) = expect(here, 2, "test k.json --between tree music --out-of-fold");
    assert!(error.contains("--out-of-fold has no effect") && error.contains("leave it out"), "{error}");
    fs::write(here.join("v.vec"), "4 2\noak 1 0\nelm 0 1\nflute 1 1\nviola 0.5 1\n").unwrap();
    let given = "--vectors v.vec --set start=given --train 60 --dev 0 --test 0 --iterations 1 --save g.json";
    expect(here, 0, &format!("train smm --corpus small.txt {given}"));
    let (_, error) = expect(here, 2, "test g.json --between tree music --out-of-fold");
    assert!(error.contains("trained with word vectors") && error.contains("without --vectors"), "{error}");
}

#[test]
fn what_cannot_be_tested_names_the_remedy() {
    let folder = trained();
    let here = folder.path();
    for (code, options, says) in [
        (2, "--between tree oaks", "--between oaks: there is no such class; the classes are "),
        (2, "--between tree tree", "name two different classes"),
        (2, "--between tree", "2 values required"),
        (2, "", "--between"),
        (2, "--between tree music --splits 0", "--splits"),
        (2, "--between tree music --json small.txt", "is read from too"),
    ] {
        let (_, error) = expect(here, code, &format!("test model.json.gz {options}"));
        assert!(error.contains(says), "{options}: {error}");
    }
    fs::remove_file(here.join("small.txt")).unwrap();
    let (_, error) = expect(here, 1, "test model.json.gz --between tree music");
    assert!(error.contains("name the files of the corpus with --corpus"), "{error}");
}
