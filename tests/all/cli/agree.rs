//! `wordfield agree`: counts, kappa, differing lines, refusals.

use std::fs;

use crate::program::{each_says, expect, rows};

const A: &str = "line\tverdict\tnote\n1\taccepted\t\n2\trejected\tmoved\n3\tline 7\t\n4\taccepted\t\n6\t\tlater\n8\taccepted\t\n";
const B: &str =
    "line,verdict,category\n1,accepted,\n2,accepted,\n3,line 9,\n4,accepted,\n5,rejected,omission\n6,rejected,style\n";

#[test]
fn two_reviewers_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("a.tsv"), A).unwrap();
    fs::write(at.join("b.csv"), B).unwrap();
    let (out, _) = expect(at, 0, "agree a.tsv b.csv --json agree.json --differences differ.tsv");
    assert!(out.starts_with("4 pairs judged by both, 1 by A alone, 2 by B alone\n"), "{out}");
    assert!(out.contains("\nagreement 50.0 %, 2 differ\n"), "{out}");
    let value: serde_json::Value = serde_json::from_slice(&fs::read(at.join("agree.json")).unwrap()).unwrap();
    assert_eq!((&value["pairs"], &value["equal"], &value["alone"]), (&4.into(), &2.into(), &serde_json::json!([1, 2])));
    assert_eq!(value["counts"]["rejected"]["accepted"], 1);
    assert_eq!(value["counts"]["other target"]["other target"], 1, "two different targets");
    assert!((value["kappa"].as_f64().unwrap() - 0.2).abs() < 1e-12);
    let table = fs::read_to_string(at.join("differ.tsv")).unwrap();
    let (header, differ) = rows(&table);
    assert_eq!(
        header,
        [
            "unit",
            "id",
            "line",
            "verdict A",
            "note A",
            "category A",
            "verdict B",
            "note B",
            "category B",
            "source text",
            "target text"
        ]
    );
    assert_eq!(differ[0], ["", "", "2", "rejected", "moved", "", "accepted", "", "", "", ""]);
    assert_eq!(differ[1], ["", "", "3", "other target: 7", "", "", "other target: 9", "", "", "", ""]);
}

#[test]
fn tables_without_common_verdicts_and_wrong_ones_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("a.tsv"), A).unwrap();
    fs::write(at.join("none.tsv"), "line\tverdict\n99\taccepted\n").unwrap();
    fs::write(at.join("x.tsv"), "line\tverdict\n1\tperhaps\n").unwrap();
    let (out, _) = expect(at, 0, "agree a.tsv none.tsv");
    assert!(out.contains("kappa needs pairs that both judged"), "{out}");
    each_says(
        at,
        [
            (1, "agree a.tsv x.tsv", "x.tsv:2: \"perhaps\" is not a verdict", "write accepted"),
            (1, "agree a.tsv nowhere.tsv", "nowhere.tsv: there is no such file", "check the path"),
            (2, "agree a.tsv none.tsv --differences a.tsv", "--differences a.tsv", "choose another"),
        ],
    );
}

#[test]
fn verdicts_are_compared_by_texts_where_tables_hold_them() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let table = |rows: &str| format!("unit\tverdict\ten text\tde text\n{rows}");
    fs::write(at.join("a.tsv"), table("1\taccepted\tone\teins\n2\trejected\ttwo\tzwei\n")).unwrap();
    fs::write(at.join("b.tsv"), table("2\taccepted\tone\teins\n3\trejected\ttwo\tzwei\n9\taccepted\tnine\tneun\n")).unwrap();
    let (out, _) = expect(at, 0, "agree a.tsv b.tsv");
    assert!(out.starts_with("2 pairs judged by both, 0 by A alone, 1 by B alone\n") && out.contains("100.0 %"), "{out}");
    fs::write(at.join("c.tsv"), table("1\taccepted\tother\tanders\n2\trejected\ttwo\tzwei\n")).unwrap();
    each_says(at, [(1, "agree a.tsv c.tsv", "row 2: unit 1 has other texts now", "--stale ignore")]);
    let (out, _) = expect(at, 0, "agree a.tsv c.tsv --stale ignore");
    assert!(out.starts_with("1 pairs judged by both, 1 by A alone, 1 by B alone\n"), "{out}");
}
