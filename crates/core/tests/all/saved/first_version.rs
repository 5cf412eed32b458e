//! Models of format version 1.

use super::*;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/v1").join(name)
}

/// The files were written by the last version with format 1, together with its predictions.
#[test]
fn files_of_the_first_version_predict_the_same() {
    let options = ReadOptions { task: Some(TaskKind::Classes), ..ReadOptions::default() };
    let raw = read(&[fixture("documents.txt")], &options, &Cancel::default()).unwrap();
    for (name, support) in [("linear.wordfield", false), ("geodesic.wordfield.gz", true)] {
        let saved = load_model(&fixture(name)).unwrap();
        assert!(matches!(saved.metrics, Metrics::Classes(_)) && saved.iterations == 4 && saved.corpus == "documents");
        let FittedModel::Smm(fitted) = &saved.fitted else { panic!("version 1 knew one model") };
        assert_eq!(fitted.support.is_some(), support);
        let prediction = fitted.predict(&saved.lexicon.weights_of(&raw.documents).unwrap());
        let table = std::fs::read_to_string(fixture(&format!("{}.tsv", name.split('.').next().unwrap()))).unwrap();
        assert_eq!(table.lines().count(), raw.documents.len() + 1);
        for (row, line) in table.lines().skip(1).enumerate() {
            let fields: Vec<&str> = line.split('\t').collect();
            assert_eq!(fitted.classes[prediction.predicted[row]], fields[2]);
            for (pair, field) in fields[3..].iter().enumerate() {
                let then: f64 = field.parse().unwrap();
                // Version 1 missed the angle between identical documents by up to 4e-8.
                let tolerance = if name.starts_with("geodesic") { 1e-6 } else { 1e-9 };
                assert!((prediction.decisions[[row, pair]] - then).abs() < tolerance, "{name}, {}: {then}", fields[0]);
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("second.wordfield");
        save_model(&path, &saved).unwrap();
        assert!(load_model(&path).unwrap() == saved, "in the new version");
    }
}
