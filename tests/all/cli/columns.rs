//! Columns of files besides text and class: filters (`--where`), groups (`--by`), and tables that carry them.

use std::fs;

use super::{expect, json};
use crate::program::{each_says, rows};
use tempfile::TempDir;

/// Articles with class, desk, date, pages and text: 60 of the desk *markets* in 1987, 30 of *ships* in 1988, desks of ten missing.
fn articles() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let row = |number: usize| {
        let (class, word) = if number.is_multiple_of(2) { ("earn", "profit") } else { ("grain", "wheat") };
        let (desk, year) = if number < 60 { ("markets", 1987) } else { ("ships", 1988) };
        let desk = if number.is_multiple_of(9) { "" } else { desk };
        let (month, pages) = (number % 12 + 1, number % 7);
        let other = ["oil", "bank", "rain"][number % 3];
        format!("{class},{desk},{year}-{month:02}-03,{pages},x,{word} {other} news of number {number}\n")
    };
    let table = "class,desk,date,pages,\"a, b\",text\n".to_owned() + &(0..90).map(row).collect::<String>();
    fs::write(folder.path().join("a.csv"), table).unwrap();
    folder
}

const TRAIN: &str = "train smm --corpus a.csv --label-column class --text-column text --train 20 --dev 10 --iterations 5";

#[test]
fn a_filter_keeps_its_rows_in_training_and_in_the_report() {
    let folder = articles();
    let here = folder.path();
    // Arguments are separated by spaces, which a filter does not need.
    let filter = "(desk=markets)and(date<1987-07)and(text~/profit|wheat/)";
    let (_, notes) = expect(
        here,
        0,
        &format!("{} --json r.json --where {filter}", TRAIN.replace("--train 20 --dev 10", "--train 10 --dev 5")),
    );
    let expected = (0..60).filter(|&number: &usize| !number.is_multiple_of(9) && number % 12 + 1 < 7).count();
    assert!(notes.contains(&format!("The filter keeps {expected} of 90 documents.")), "{notes}");
    let report = json(&here.join("r.json"));
    assert_eq!(report["experiment"]["data"]["origin"]["files"][1]["filter"], filter, "{report}");
}

#[test]
fn predictions_carry_the_columns_of_their_file() {
    let folder = articles();
    let here = folder.path();
    expect(here, 0, &format!("{TRAIN} --save m.json"));
    expect(here, 0, "predict m.json --corpus a.csv --label-column class --text-column text --where pages>4 --out p.tsv");
    let table = fs::read_to_string(here.join("p.tsv")).unwrap();
    let (header, lines) = rows(&table);
    let column = |name: &str| header.iter().position(|title| *title == name).unwrap_or_else(|| panic!("{name}: {header:?}"));
    assert_eq!(lines.len(), (0..90).filter(|number| number % 7 > 4).count());
    for line in &lines {
        assert!(["5", "6"].contains(&line[column("pages")]), "{line:?}");
        assert!(line[column("date")].ends_with("-03"), "{line:?}");
    }
    assert_eq!(
        lines.iter().filter(|line| line[column("desk")].is_empty()).count(),
        (0..90).filter(|n| n % 9 == 0 && n % 7 > 4).count()
    );
}

#[test]
fn two_values_of_a_column_are_compared() {
    let folder = articles();
    let here = folder.path();
    expect(here, 0, &format!("{TRAIN} --save m.json"));
    expect(here, 0, "test m.json --by desk --between markets ships --json t.json");
    let found = json(&here.join("t.json"));
    assert_eq!(found["between"], serde_json::json!(["markets", "ships"]));
    let tested: u64 = found["documents"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert!(tested > 20 && tested < 90, "documents of the test part with a desk: {found}");
    assert!(found["p"].as_f64().unwrap() > 0.01, "both desks write alike: {found}");
}

#[test]
fn a_filter_on_a_saved_model_leaves_its_documents_in_their_parts() {
    let folder = articles();
    let here = folder.path();
    expect(here, 0, &format!("{TRAIN} --save m.json"));
    let table = |name: &str| {
        let text = fs::read_to_string(here.join(name)).unwrap();
        let (header, lines) = rows(&text);
        let of = |title: &str| header.iter().position(|other| *other == title).unwrap();
        let (number, part, desk) = (of("title"), of("part"), of("desk"));
        lines.iter().map(|line| [number, part, desk].map(|column| line[column].to_owned())).collect::<Vec<_>>()
    };
    expect(here, 0, "export m.json --as tsv --what documents --out all.tsv");
    expect(here, 0, "export m.json --as tsv --what documents --out ships.tsv --where desk=ships");
    let ships: Vec<_> = table("all.tsv").into_iter().filter(|[_, _, desk]| desk == "ships").collect();
    assert_eq!(table("ships.tsv"), ships);
    expect(here, 0, "cluster m.json --clusters 2 --part test --where desk=ships --json c.json");
    let tested = ships.iter().filter(|[_, part, _]| part == "test").count();
    assert_eq!(json(&here.join("c.json"))["documents"], tested);
    let (says, _) = expect(here, 0, "test m.json --between earn grain --where desk=ships --json t.json");
    let found = json(&here.join("t.json"));
    let counts: usize = found["documents"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap() as usize).sum();
    assert_eq!((counts, &found["where"]), (tested, &serde_json::json!("desk=ships")), "{says}");
    assert!(says.contains(", desk=ships: MMD²"), "{says}");
    each_says(
        here,
        [
            (2, "novelty m.json --where desk=ships", "--where", "Usage"),
            (2, "test m.json --between earn grain --out-of-fold --where desk=ships", "--out-of-fold", "--where"),
            (
                2,
                "export m.json --as tsv --what words --out w.tsv --where desk=ships",
                "--where belongs to an export of documents",
                "",
            ),
        ]
        .map(|(code, line, problem, remedy)| (code, line.to_owned(), problem, remedy)),
    );
}

#[test]
fn wrong_filters_and_groups_name_place_and_remedy() {
    let folder = articles();
    let here = folder.path();
    expect(here, 0, &format!("{TRAIN} --save m.json"));
    each_says(
        here,
        [
            (2, format!("{TRAIN} --where desk="), "a value is missing (character 6 of the filter)", "  desk=\n       ^"),
            (1, format!("{TRAIN} --where dsk=a"), "there is no column \"dsk\"", "choose among \"desk\", \"date\", \"pages\""),
            (1, format!("{TRAIN} --where pages>many"), "\"many\" is not a number", "write 4.5"),
            (1, format!("{TRAIN} --where pages>9"), "keeps none of the 90 documents: pages>9", "keeps some"),
            (2, "test m.json --by author --between a b".to_owned(), "--by author: there is no such column", "desk, date, pages"),
            (2, "test m.json --by desk --between markets planes".to_owned(), "--between planes", "no document has this value"),
            (2, "test m.json --by desk --between ships ships".to_owned(), "--between", "name two different values"),
        ],
    );
}
