//! Grid searches on the command line: tried settings, choice of the best, invalid grids.

use serde_json::Value;

use super::{corpus, expect, json};

#[test]
fn the_paper_preset_runs_one_setting_and_its_grid_too_where_all_are_given() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let run = |options: &str| {
        let run = format!("train smm --corpus small.txt --q 3 --iterations 4 --json r.json {options}");
        let (out, _) = expect(folder.path(), 0, &run);
        assert!(out.contains("test "), "{out}");
        let report = json(&folder.path().join("r.json"));
        assert_eq!(report["parameters"]["preset"], "paper");
        assert_eq!(report["parameters"]["model"]["q"], 3);
        assert_eq!(report["parameters"]["model"]["weighting"], "count");
        assert!(report["search"].is_null(), "one setting is no search");
        report
    };
    let one = run("--preset paper");
    let given = run("--preset paper-grid --set gamma=1 --set c=8 --set rho=0.1");
    assert_eq!((&one["parameters"], &one["metrics"]), (&given["parameters"], &given["metrics"]), "the middle of the grid");
}

#[test]
fn a_grid_is_searched_on_the_development_part_alone() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    // With this strong a prior, all words stay near the origin.
    let run = "train smm --corpus small.txt --grid rho=1e9,30 --grid q=2,3 --iterations 10 --json r.json --save m.wordfield \
               --set embedding=rbf --set reader=same --set normalise=false --set start=random \
               --set start_scale=0.05 --set map_c=0 --set c=64";
    let (out, stderr) = expect(folder.path(), 0, run);
    assert!(stderr.contains("4 settings to try, one training each: rho 1e9 30; q 2 3"), "{stderr}");
    assert!(!stderr.contains("the first took 0 s"), "times below a second are not reported: {stderr}");
    assert!(out.contains("Tried 4 settings; best on the development part: q "), "{out}");
    let report = json(&folder.path().join("r.json"));
    let (search, model) = (&report["search"], &report["parameters"]["model"]);
    let tried = search["tried"].as_array().unwrap();
    let best = &tried[search["best"].as_u64().unwrap() as usize];
    assert_eq!((tried.len(), search["points"].as_u64(), &best["setting"]["rho"]), (4, Some(4), &"30".into()));
    assert_eq!((model["rho"].as_f64(), model["q"].to_string()), (Some(30.0), best["setting"]["q"].as_str().unwrap().to_owned()));
    assert_eq!(best["dev"], report["metrics"]["dev"]["accuracy"]);
    assert!(tried.iter().all(|point| point.get("test").is_none()), "the test part is read once, of the winner");
    let top = tried.iter().filter_map(|point| point["dev"].as_f64()).fold(0.0, f64::max);
    assert_eq!(best["dev"].as_f64(), Some(top));
    expect(folder.path(), 0, "predict m.wordfield --corpus small.txt --out p.tsv");
}

#[test]
fn the_papers_grid_is_searched_but_for_what_is_set() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let run = "train smm --corpus small.txt --preset paper-grid --iterations 1 --json r.json --q 2 --set gamma=1 --grid c=1,2";
    expect(folder.path(), 0, run);
    let search = &json(&folder.path().join("r.json"))["search"];
    let keys: Vec<&str> = search["axes"].as_array().unwrap().iter().map(|axis| axis["key"].as_str().unwrap()).collect();
    assert_eq!((keys, search["points"].as_u64()), (vec!["c", "rho"], Some(6)));
}

#[test]
fn a_number_of_another_kernel_never_replaces_the_kernel_that_was_named() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let smm = "train smm --corpus small.txt --iterations 1 --json r.json";
    for (options, says) in [
        ("--set embedding=identity --set gamma=1", "gamma belongs to embedding=rbf, and embedding is identity"),
        ("--set gamma=1 --set embedding=identity", "gamma belongs to embedding=rbf, and embedding is identity"),
        ("--set level2=ngd --set zeta=1", "zeta belongs to level2=rbf, and level2 is ngd"),
        ("--set embedding=identity --grid gamma=1,2", "gamma belongs to embedding=rbf"),
        ("--grid embedding=identity,linear --set gamma=1", "gamma has no effect"),
        ("--set embedding=identity --grid rho=1,2", "rho has no effect: positions have no effect under embedding=identity"),
    ] {
        let (_, stderr) = expect(folder.path(), 2, &format!("{smm} {options}"));
        assert!(stderr.contains(says), "{options}: {stderr}");
    }
    expect(folder.path(), 0, &format!("{smm} --set zeta=1"));
    let report = json(&folder.path().join("r.json"));
    assert_eq!(report["parameters"]["model"]["level2"]["rbf"]["zeta"], 1.0, "a kernel that nobody named: {report}");
}

#[test]
fn a_grid_tries_each_setting_that_differs_once() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let smm = "train smm --corpus small.txt --iterations 1 --json r.json";
    for (options, points) in [
        ("--grid gamma=0.1,1 --grid embedding=identity,rbf", 3),
        ("--grid embedding=identity,rbf --set gamma=0.1 --grid rho=1,2", 3),
        ("--preset paper-grid --grid embedding=identity,rbf --grid c=1,2", 2 + 2 * 7 * 3 * 3),
        ("--preset paper-grid --set embedding=identity", 6),
        ("--preset paper-grid --set frozen=true --q 2", 42),
    ] {
        expect(folder.path(), 0, &format!("{smm} {options}"));
        let search = &json(&folder.path().join("r.json"))["search"];
        let tried = search["tried"].as_array().unwrap();
        assert_eq!((search["points"].as_u64(), tried.len()), (Some(points), points as usize), "{options}");
        let has_width = |point: &&Value| point["setting"].get("gamma").is_some();
        let identity = |point: &&Value| point["setting"]["embedding"] == "identity";
        assert!(!tried.iter().filter(identity).any(|point| has_width(&point)), "{options}: {search}");
    }
}

#[test]
fn an_invalid_grid_is_refused_with_a_remedy() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    for (code, options, says) in [
        (2, "--grid gamma", "write it as key=value,value"),
        (2, "--grid gamma=", "write it as key=value,value"),
        (2, "--grid gama=1,2", "has these: q, "),
        (2, "--grid gamma=1,-1", "give a number above 0 and at most 1e12"),
        (2, "--grid rho=1,2 --set rho=3", "rho is also set to one value"),
        (2, "--grid q=2,3 --q 2", "q is also set to one value"),
        (2, "--grid rho=1,2 --grid rho=3,4", "rho is there twice"),
        (2, "--grid rho=1,1.0", "rho=1.0 is there twice"),
        (2, "--grid keep=0.5,0.50", "word_keep_rate=0.50 is there twice"),
        (2, "--grid gamma_min=0.1,0.2 --set gamma=1", "gamma_min has no effect: gamma is not learned"),
        (2, "--grid gamma_min=0.1,0.2", "gamma_min has no effect: only embedding=rbf has a gamma"),
        (1, "--preset paper-grid --q 2 --dev 0", "chosen on the development part, which is empty: give --dev"),
        (1, "--grid rho=1,2 --dev 0", "chosen on the development part, which is empty: give --dev"),
    ] {
        let (_, stderr) = expect(folder.path(), code, &format!("train smm --corpus small.txt --iterations 1 {options}"));
        assert!(stderr.contains(says), "{options}: {stderr}");
    }
}

/// Test that the tuned C is the parameter of the deciding classifier.
#[test]
fn a_grid_over_c_tunes_the_classifier_that_decides() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let smm = "train smm --corpus small.txt --q 10 --set embedding=identity --set level2=ngd --json r.json";
    let report = |options: &str| {
        expect(folder.path(), 0, &format!("{smm} {options}"));
        json(&folder.path().join("r.json"))
    };
    let search = &report("--grid c=1e-3,10")["search"];
    let dev = |c: &str| {
        let tried = search["tried"].as_array().unwrap().iter();
        tried.filter(|point| point["setting"]["c"] == c).map(|point| point["dev"].as_f64()).next().flatten()
    };
    for c in ["1e-3", "10"] {
        let alone = report(&format!("--set c={c}"));
        assert_eq!(dev(c), alone["metrics"]["dev"]["accuracy"].as_f64(), "c = {c}");
    }
    let objective = |c: &str| report(&format!("--set c={c}"))["objective"][0].as_f64();
    assert_ne!(objective("1e-3"), objective("10"), "C reaches the SVMs that decide");
}
