//! `wordfield check`: the report of the pairs by score, earlier verdicts, refusals.

use std::{fs, path::Path};

use crate::program::{Wrong, each_says, expect, json, rows};

const LINES: usize = 200;
/// Line numbers, from 1, whose targets are rotated.
const WRONG: [usize; 4] = [12, 47, 90, 131];

/// Source and target file without common words, translated word for word except for some misaligned lines.
fn corpus(folder: &Path) {
    let side = |word: &str| -> Vec<String> {
        let line = |i: usize| {
            [i % 20, 20 + (2 * (i / 20) + i) % 20, 40 + (i * i + i / 7) % 20].map(|of| format!("{word}{of}")).join(" ")
        };
        (0..LINES).map(line).collect()
    };
    let (source, mut target) = (side("word"), side("mot"));
    let right = WRONG.map(|line| target[line - 1].clone());
    for (place, line) in WRONG.into_iter().enumerate() {
        target[line - 1].clone_from(&right[(place + 1) % WRONG.len()]);
    }
    fs::write(folder.join("a.txt"), source.join("\n")).unwrap();
    fs::write(folder.join("b.txt"), target.join("\n")).unwrap();
}

const CALL: &str = "check --source a.txt --target b.txt --folds 4 --seed 1";

#[test]
fn misaligned_lines_lead_the_report_with_their_right_partners() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let (_, error) = expect(folder.path(), 0, &format!("{CALL} --out report.tsv"));
    assert!(
        error.contains("checking 200 pairs in 4 folds") && error.contains("of 200 pairs are nearest to each other"),
        "{error}"
    );
    let table = fs::read_to_string(folder.path().join("report.tsv")).unwrap();
    let (header, lines) = rows(&table);
    assert_eq!(
        header,
        [
            "unit",
            "id",
            "line",
            "score",
            "doubt",
            "rank",
            "reverse rank",
            "distance",
            "suggestion",
            "reasons",
            "hints",
            "a text",
            "b text"
        ]
    );
    assert_eq!(lines.len(), LINES);
    let number = |row: &[&str], column: usize| row[column].parse::<f64>().unwrap();
    assert!(lines.windows(2).all(|pair| number(&pair[0], 3) <= number(&pair[1], 3)), "lowest score first");
    let mut all: Vec<usize> = lines.iter().map(|row| row[0].parse().unwrap()).collect();
    let mut first = all[..4].to_vec();
    first.sort_unstable();
    assert_eq!(first, WRONG);
    for row in &lines[..4] {
        let place = WRONG.iter().position(|line| line.to_string() == row[0]).unwrap();
        assert_eq!(
            row[8],
            WRONG[(place + 3) % 4].to_string(),
            "the target of line {} is on the line before it in the rotation",
            row[0]
        );
    }
    all.sort_unstable();
    assert_eq!(all, (1..=LINES).collect::<Vec<_>>());
    let (out, _) = expect(folder.path(), 0, CALL);
    assert_eq!(out, table, "the same seed gives the same table on standard output");
}

#[test]
fn earlier_verdicts_and_other_formats_are_merged() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    fs::write(
        folder.path().join("v.tsv"),
        "line\ttarget line\tverdict\tnote\n12\t131\taccepted\tmoved\n3\t3\trejected\t\n900\t900\taccepted\t\n",
    )
    .unwrap();
    let call = format!("{CALL} --model kernel-cca --verdicts v.tsv --as json --out r.json");
    each_says(
        folder.path(),
        [(1, call.clone(), "1 of the verdicts fits no pair (row 4: line 900 is no pair)", "--stale ignore")],
    );
    let (_, error) = expect(folder.path(), 0, &format!("{call} --stale ignore"));
    assert!(error.contains("1 of the verdicts fits no pair") && error.contains("not applied"), "{error}");
    let report = json(&folder.path().join("r.json"));
    let rows = report.as_array().or_else(|| report["rows"].as_array()).unwrap();
    let of = |line: u64| rows.iter().find(|row| row["line"] == line).unwrap();
    assert_eq!((of(12)["verdict"].as_str(), of(12)["note"].as_str()), (Some("unit 131"), Some("moved")));
    assert!(of(12)["partner text"].as_str().is_some_and(|text| !text.is_empty()));
    assert_eq!(of(3)["verdict"], "rejected");
    assert_eq!(of(4)["verdict"], "");
}

#[test]
fn thirty_verdicts_calibrate_the_scores_of_the_other_pairs() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let judge = |count: usize| {
        let right = (1..).filter(|line| !WRONG.contains(line)).map(|line| (line, "accepted"));
        let verdicts = WRONG[..2].iter().map(|&line| (line, "rejected")).chain(right).take(count);
        let lines = verdicts.map(|(line, verdict)| format!("{line}\t{verdict}\n")).collect::<Vec<_>>().concat();
        fs::write(folder.path().join("v.tsv"), format!("line\tverdict\n{lines}")).unwrap();
        expect(folder.path(), 0, &format!("{CALL} --verdicts v.tsv"))
    };
    let (out, error) = judge(29);
    assert!(error.contains("the scores are estimates: 27 right and 2 wrong pairs are judged"), "{error}");
    assert!(error.contains("200 pairs are few to learn from"), "{error}");
    let estimates = out;
    let (out, error) = judge(30);
    assert!(error.contains("the scores are calibrated on 30 verdicts") && out != estimates, "{error}");
    let (header, mut lines) = rows(&out);
    let score = |row: &[&str]| row[3].parse::<f64>().unwrap();
    assert!(lines.iter().all(|row| (0.0..=1.0).contains(&score(row))));
    assert!(lines.windows(2).all(|pair| score(&pair[0]) <= score(&pair[1])));
    lines.retain(|row| row[header.len() - 4].is_empty());
    let mut first: Vec<usize> = lines[..2].iter().map(|row| row[0].parse().unwrap()).collect();
    first.sort_unstable();
    assert_eq!(first, WRONG[2..], "the misaligned lines without a verdict");
}

#[test]
fn lines_are_those_of_the_file_where_pairs_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    for (file, line) in [("a.txt", 5), ("b.txt", 8)] {
        let text = fs::read_to_string(folder.path().join(file)).unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        lines[line - 1] = "";
        fs::write(folder.path().join(file), lines.join("\n")).unwrap();
    }
    let (out, _) = expect(folder.path(), 0, CALL);
    let mut lines: Vec<usize> = rows(&out).1.iter().map(|row| row[0].parse().unwrap()).collect();
    lines.sort_unstable();
    assert_eq!(lines, (1..=LINES).filter(|line| ![5, 8].contains(line)).collect::<Vec<_>>());
}

#[test]
fn calls_that_cannot_be_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    fs::write(folder.path().join("three.txt"), "a b\nb c\nc d\n").unwrap();
    fs::write(folder.path().join("v.tsv"), "line\tverdict\n1\tperhaps\n").unwrap();
    let calls: [Wrong<String>; 9] = [
        (2, "check --source a.txt --target b.txt --folds 1".to_owned(), "invalid value '1'", "2.."),
        (2, "check --source a.txt".to_owned(), "--target", "required"),
        (2, "check --source three.txt --target three.txt --folds 2".to_owned(), "3 different pairs", "4 pairs at least"),
        (2, format!("{CALL} --out a.txt"), "--out a.txt", "choose another"),
        (2, format!("{CALL} --verdicts v.tsv --out v.tsv"), "--out v.tsv", "choose another"),
        (1, format!("{CALL} --verdicts v.tsv"), "v.tsv:2: \"perhaps\" is not a verdict", "write accepted"),
        (2, format!("{CALL} --set speed=3"), "--set speed=3", "private"),
        (2, format!("{CALL} --set gamma=3 --q 300 --set embedding=linear"), "gamma", "linear"),
        (2, format!("{CALL} --model kernel-cca --q 10"), "--q has no effect", "leave it out"),
    ];
    each_says(folder.path(), calls);
}
