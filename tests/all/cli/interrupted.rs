//! Ctrl-C while reading, preparing, training and evaluating: the program ends soon and reports the saved files.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use super::json;

/// Time limit under load for a program that otherwise ends within two seconds.
const LIMIT: Duration = Duration::from_secs(20);

/// Documents of twenty classes over many words.
/// The first evaluation of the 190 pairs of classes in many dimensions takes minutes.
fn large_corpus() -> String {
    let mut state = 1_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut line = |document: usize| {
        let words: Vec<String> = (0..60).map(|_| format!("w{}", random(30_000))).collect();
        format!("class{}\t{}\n", document % 20, words.join(" "))
    };
    let lines: Vec<String> = (0..6000).map(&mut line).collect();
    lines.concat()
}

fn start(folder: &std::path::Path, arguments: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_wordfield"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

/// Exit code of the program; `None` after [`LIMIT`].
fn wait(child: &mut Child) -> Option<i32> {
    let since = Instant::now();
    while since.elapsed() < LIMIT {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    None
}

#[test]
fn an_interrupt_ends_long_computations() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("large.txt"), large_corpus()).unwrap();
    let data = "--corpus large.txt --train 5000 --dev 500 --threshold 1 --json r.json --save m.json";
    for (run, delay) in [
        ("smm --q 100 --set embedding=rbf --set start=random", 100),
        ("smm --q 100 --set embedding=rbf --set start=random", 1500),
        ("smm --q 300 --set start=spectral", 1500),
        ("smm --q 2 --set level2=ngd", 1500),
        ("linear-svm --grid c=0.001,0.01,0.1,1,10,100,1000,10000", 1500),
    ] {
        let mut child = start(folder.path(), &format!("train {run} {data}"));
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
        assert!(lines.any(|line| line.starts_with("training on ")), "{run}");
        thread::sleep(Duration::from_millis(delay));
        interrupt(&child);
        let code = wait(&mut child);
        let rest: Vec<String> = lines.collect();
        assert_eq!(code, Some(130), "{run} after {delay} ms: {rest:?}");
        let report = folder.path().join("r.json");
        if report.exists() {
            assert!(json(&report)["metrics"].is_object(), "{run}");
            fs::remove_file(report).unwrap();
        } else {
            assert!(rest.iter().any(|line| line.contains("nothing was saved")), "{run}: {rest:?}");
        }
    }
}

#[test]
fn an_interrupted_check_tells_the_time_left_and_writes_the_complete_folds() {
    let folder = tempfile::tempdir().unwrap();
    let words = |line: &str| line.split_once('\t').unwrap().1.replace('w', "v");
    let source: Vec<String> = large_corpus().lines().take(4000).map(|line| words(line) + "\n").collect();
    fs::write(folder.path().join("a.txt"), source.concat()).unwrap();
    fs::write(folder.path().join("b.txt"), source.concat().replace('v', "u")).unwrap();
    let mut child = start(folder.path(), "check --source a.txt --target b.txt --out pairs.tsv");
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.starts_with("1 of 5 folds are judged, about ")));
    interrupt(&child);
    let code = wait(&mut child);
    let rest: Vec<String> = lines.collect();
    assert_eq!(code, Some(130), "{rest:?}");
    let rows = fs::read_to_string(folder.path().join("pairs.tsv")).unwrap().lines().count() - 1;
    assert!((1..4000).contains(&rows), "{rows} rows");
    let told = format!("interrupted: the table has the {rows} of 4000 pairs that were judged");
    assert!(rest.contains(&told), "{rest:?}");
}

#[test]
fn a_second_interrupt_ends_at_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("large.txt"), large_corpus()).unwrap();
    let mut child = start(folder.path(), "train smm --corpus large.txt --threshold 1 --q 2 --set level2=ngd --save m.json");
    thread::sleep(Duration::from_secs(1));
    interrupt(&child);
    thread::sleep(Duration::from_millis(50));
    if child.try_wait().unwrap().is_none() {
        interrupt(&child);
    }
    assert_eq!(wait(&mut child), Some(130));
    assert!(!folder.path().join("m.json").exists());
}
