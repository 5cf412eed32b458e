//! `wordfield cluster`: spectral clusters of documents under the kernel of a saved model.

use std::{collections::HashSet, fs};

use wordfield_core::metric::{adjusted_rand_index, normalised_mutual_information};

use super::{corpus, expect, json, matching, trained};
use crate::program::{each_says, rows};

#[test]
fn clusters_of_the_test_part_are_printed_and_written() {
    let folder = trained();
    let here = folder.path();
    let (out, _) = expect(here, 0, "cluster model.json.gz --clusters 3 --json c.json --out c.tsv");
    let found = json(&here.join("c.json"));
    let report = json(&here.join("report.json"));
    let clusters = found["clusters"].as_array().unwrap();
    let members = clusters.iter().flat_map(|cluster| cluster["documents"].as_array().unwrap());
    let members: HashSet<u64> = members.map(|document| document.as_u64().unwrap()).collect();
    let test: HashSet<u64> = report["split"]["test"].as_array().unwrap().iter().map(|index| index.as_u64().unwrap()).collect();
    assert_eq!(members, test);
    assert_eq!((found["part"].as_str(), found["in_sample"].as_bool()), (Some("test"), Some(false)));
    // The printed sizes of the clusters are those of the written table.
    let table = fs::read_to_string(here.join("c.tsv")).unwrap();
    let (header, lines) = rows(&table);
    assert_eq!(header, ["title", "text", "class", "cluster"]);
    let class = |line: &[&str]| ["tree", "machine", "music"].iter().position(|class| *class == line[2]).unwrap();
    let pairs: Vec<(usize, usize)> = lines.iter().map(|line| (line[3].parse().unwrap(), class(line))).collect();
    let rand = adjusted_rand_index(pairs.iter().copied()).unwrap();
    let mutual = normalised_mutual_information(pairs.iter().copied()).unwrap();
    assert!((found["adjusted_rand_index"].as_f64().unwrap() - rand).abs() < 1e-12 && rand > 0.5, "{found}");
    assert!((found["normalised_mutual_information"].as_f64().unwrap() - mutual).abs() < 1e-12);
    assert!(out.contains(&format!("adjusted Rand index {rand:.3}, normalised mutual information {mutual:.3}")), "{out}");
    for (number, cluster) in clusters.iter().enumerate() {
        let size = pairs.iter().filter(|pair| pair.0 == number + 1).count();
        let class = cluster["class"].as_str().unwrap();
        let share = cluster["share"].as_f64().unwrap();
        assert_eq!(cluster["size"], size);
        assert!(out.contains(&format!("{size} documents, {:>5.1} % of class {class}: ", 100.0 * share)), "{out}");
        let own = match class {
            "tree" => ["oak", "elm", "birch", "leaf"],
            "music" => ["flute", "viola", "choir", "tune"],
            _ => ["bolt", "gear", "valve", "pump"],
        };
        assert!(own.contains(&cluster["words"][0].as_str().unwrap()), "{cluster}");
    }
    assert!(out.contains("whose classes the kernel has not seen"), "{out}");
    let (again, _) = expect(here, 0, "cluster model.json.gz --clusters 3");
    assert_eq!(again, out, "the same clusters in every call");
}

#[test]
fn the_part_and_what_the_kernel_has_seen_are_named() {
    let folder = trained();
    let here = folder.path();
    let (out, _) = expect(here, 0, "cluster model.json.gz --clusters 2 --part train --json c.json");
    assert!(out.starts_with("2 clusters of 30 documents, train:") && out.contains("In sample"), "{out}");
    assert!(json(&here.join("c.json"))["in_sample"] == true);
    expect(here, 0, "train linear-svm --corpus small.txt --train 30 --dev 12 --save l.json");
    let (out, _) = expect(here, 0, "cluster l.json --clusters 3 --part all --seed 4 --json c.json");
    let found = json(&here.join("c.json"));
    assert!(out.contains("60 documents, all") && out.contains("a kernel that is not learned"), "{out}");
    assert_eq!((&found["documents"], &found["seed"], &found["in_sample"]), (&60.into(), &4.into(), &false.into()));
}

#[test]
fn a_negative_kernel_is_shifted_and_ratings_have_levels() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    corpus(here);
    let options = "--train 30 --dev 12 --iterations 3 --set level2=ned --save n.json";
    expect(here, 0, &format!("train smm --corpus small.txt {options}"));
    let (out, _) = expect(here, 0, "cluster n.json --clusters 3 --json c.json");
    let shift = json(&here.join("c.json"))["shift"].as_f64().unwrap();
    assert!(shift < 0.0 && out.contains(&format!("its smallest one, {shift:.4}, was subtracted")), "{out}");
    let lines: Vec<String> = (0..40).map(|i| format!("{}\t{}", i % 2 + 1, ["bad worst poor", "fine best good"][i % 2])).collect();
    fs::write(here.join("r.tsv"), format!("stars\ttext\n{}\n", lines.join("\n"))).unwrap();
    expect(here, 0, "train ridge --corpus r.tsv --target stars --save r.json");
    let (out, _) = expect(here, 0, "cluster r.json --clusters 2 --json c.json");
    let found = json(&here.join("c.json"));
    assert!(found.get("adjusted_rand_index").is_none() && found["clusters"][0]["level"].is_string(), "{found}");
    assert!(out.contains("% of level") && !out.contains("Rand"), "{out}");
}

#[test]
fn what_cannot_be_clustered_names_the_remedy() {
    let folder = trained();
    let here = folder.path();
    expect(here, 0, "train knn --corpus small.txt --train 30 --dev 0 --save k.json");
    each_says(
        here,
        [
            (2, "cluster model.json.gz", "--clusters", "required"),
            (2, "cluster model.json.gz --clusters 0", "--clusters", "0"),
            (2, "cluster model.json.gz --clusters 2 --part some", "--part", "possible values: train, dev, test, all"),
            (2, "cluster k.json --clusters 2 --part dev", "--part dev: the part has no documents", "choose another one"),
            (1, "cluster model.json.gz --clusters 19", "19 clusters of 18 documents", "at most one for each document"),
            (1, "cluster model.json.gz --clusters 2 --memory 1K", "would take", "--memory"),
            (2, "cluster model.json.gz --clusters 2 --json small.txt", "--json", "is read from too"),
            (2, "cluster model.json.gz --clusters 2 --json a --out a", "--out a", "choose another place"),
        ],
    );
    let pairs = matching::trained();
    each_says(
        pairs.path(),
        [
            (1, "cluster model.wordfield --clusters 2", "partners", "name a model of classes or ratings"),
            (1, "novelty model.wordfield", "partners", "name a model of classes or ratings"),
        ],
    );
}
