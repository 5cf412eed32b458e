//! `train kernel-cca` and `match` with a kernel CCA on the sample pairs.

use std::fs;
use std::path::Path;

use crate::program::{each_says, expect, json, rows};
use tempfile::TempDir;

/// A folder with the sample pairs.
fn pairs() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["pairs.en.tsv", "pairs.ja.tsv"] {
        fs::copy(
            Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/core/tests/fixtures/planted").join(name),
            folder.path().join(name),
        )
        .unwrap();
    }
    folder
}

const FILES: &str = "--source pairs.en.tsv --target pairs.ja.tsv";

#[test]
fn a_saved_kernel_cca_finds_the_partners_of_its_report() {
    let folder = pairs();
    let here = folder.path();
    for (kernel, chosen) in [("linear", "lambda = "), ("gaussian", "width = ")] {
        let run = format!("train kernel-cca {FILES} --set kernel={kernel} --json report.json --save model.wordfield");
        let (out, error) = expect(here, 0, &run);
        assert!(out.contains("converged after 1 iteration") && out.contains("precision@1 test "), "{out}");
        assert!(error.contains(chosen) && error.contains("were chosen on the development part"), "{error}");
        let report = json(&here.join("report.json"));
        assert_eq!(report["model"], "kernel-cca");
        let precision = &report["metrics"]["test"]["precision"];
        for way in ["source_to_target", "target_to_source"] {
            assert!(precision[way]["1"].as_f64().unwrap() > 0.8, "{kernel}: {precision}");
        }

        let (table, summary) = expect(here, 0, &format!("match model.wordfield {FILES} --aligned --top 2"));
        let (header, lines) = rows(&table);
        assert_eq!(header[..4], ["source", "rank", "target", "distance"]);
        let distances: Vec<f64> = lines.iter().map(|line| line[3].parse().unwrap()).collect();
        assert!(distances.iter().all(|distance| (0.0..=4.0).contains(distance)), "2 - 2 cosine");
        assert!(distances.chunks(2).all(|two| two[0] <= two[1]) && summary.contains("precision @1 "), "{summary}");
    }
}

#[test]
fn settings_are_given_or_searched_and_those_without_effect_refused() {
    let folder = pairs();
    let here = folder.path();
    let (_, error) = expect(here, 0, &format!("train kernel-cca {FILES} --set lambda=0.5 --set dimension=20"));
    assert!(!error.contains("chosen"), "{error}");
    let (_, error) = expect(here, 0, &format!("train kernel-cca {FILES} --dev 0"));
    assert!(error.contains("were taken by default, without a development part"), "{error}");
    let (out, _) = expect(here, 0, &format!("train kernel-cca {FILES} --grid dimension=1,30"));
    assert!(out.contains("best on the development part: dimension 30"), "{out}");
    let train = format!("train kernel-cca {FILES}");
    each_says(
        here,
        [
            (2, format!("{train} --set width=2").as_str(), "width has no effect", "set kernel=gaussian"),
            (2, format!("{train} --set width_tuning=fixed").as_str(), "width_tuning has no effect", "set kernel=gaussian"),
            (2, format!("{train} --set lambda=0").as_str(), "lambda = 0", "above 0"),
            (2, format!("{train} --set dimension=301").as_str(), "dimension = 301", "from 1 to 300"),
            (2, format!("{train} --set rho=1").as_str(), "kernel CCA has these", "centring"),
            (2, format!("{train} --q 3").as_str(), "no word positions", "leave it out"),
            (1, format!("{train} --memory 64K").as_str(), "kernel values of the training pairs", "--train"),
        ],
    );
}
