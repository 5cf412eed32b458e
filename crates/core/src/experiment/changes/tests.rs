//! Tests of what changed between groups: a planted change is found in its month, and every document is counted.

use std::sync::Arc;

use super::*;
use crate::corpus::{Body, Fields, Header, TaskKind};

/// Documents of twelve months, ten each; from July on they speak of wheat.
fn months(change: usize) -> Vec<RawDocument> {
    let header = Arc::new(Header { kept: vec!["date".to_owned(), "desk".to_owned()], ..Header::default() });
    let words = ["rate", "bank", "oil", "trade", "profit", "share", "board", "year", "price", "market", "stock", "dollar"];
    let document = |place: usize| {
        let (month, number) = (place / 10, place % 10);
        let text: Vec<&str> = (0..8).map(|k| words[(place * 7 + k * (1 + number)) % words.len()]).collect();
        let text = text.join(" ") + if month >= change { " wheat harvest" } else { "" };
        RawDocument {
            title: place.to_string(),
            label: String::new(),
            body: Body::Text(text),
            fields: Fields::new(&header, [format!("1987-{:02}-{:02}", month + 1, number + 1), format!("desk {}", number % 2)]),
        }
    };
    (0..120).map(document).collect()
}

fn find(documents: Vec<RawDocument>, by: &str, period: Option<Period>) -> Result<ChangesFound, ChangesError> {
    let corpus = unlabelled_corpus(documents, &TaskKind::Classes.text_options(), &Cancel::default()).unwrap();
    let options = ChangeOptions { by: by.to_owned(), period, splits: None, seed: 0, threshold: Threshold::Documents(2) };
    find_changes(&corpus, &options, &CancelFlag::default())
}

#[test]
fn a_change_is_found_in_its_month_with_its_words_first() {
    let found = find(months(6), "date", Some(Period::Month)).unwrap();
    let value = found.finding("date").value;
    assert_eq!((found.groups.len(), found.sides.len()), (12, 11));
    for (place, step) in value["steps"].as_array().unwrap().iter().enumerate() {
        assert_eq!(step["p"].as_f64().unwrap() <= 0.05, place == 5, "{step}");
        let shares = step["words"].as_array().unwrap().iter().map(|word| word["share"].as_f64().unwrap());
        assert!((shares.sum::<f64>() - step["mmd2"].as_f64().unwrap()).abs() < 1e-12);
    }
    let change = &value["steps"][5];
    assert_eq!(change["between"], json!(["1987-06", "1987-07"]));
    let first: Vec<&str> = (0..2).map(|place| change["words"][place]["word"].as_str().unwrap()).collect();
    assert!(first.contains(&"wheat") && first.contains(&"harvest"), "{first:?}");
    let sentences = found.finding("date").sentences;
    assert!(
        sentences.iter().any(|line| line.starts_with("1987-06 → 1987-07") && line.contains("more harvest, wheat")),
        "{sentences:?}"
    );
}

#[test]
fn groups_without_order_are_compared_in_pairs_and_every_document_is_counted() {
    let mut documents = months(12);
    documents[3].body = Body::Text("…".to_owned());
    let header = Arc::new(Header { kept: vec!["date".to_owned(), "desk".to_owned()], ..Header::default() });
    documents[4].fields = Fields::new(&header, ["1987-01-05", ""]);
    documents[5].fields = Fields::new(&header, ["1987-01-06", "desk alone"]);
    let found = find(documents, "desk", None).unwrap();
    assert_eq!((found.groups.len(), found.sides.len(), found.left_out), (2, 1, [1, 1, 1]));
    assert_eq!(found.groups.iter().map(|(_, count)| count).sum::<usize>() + found.left_out.iter().sum::<usize>(), 120);
    assert_eq!(steps(9, false).len(), 9);
    assert_eq!(steps(9, false)[2][1], [0, 1, 3, 4, 5, 6, 7, 8]);
}

#[test]
fn wrong_columns_and_periods_are_refused_with_the_remedy() {
    let error = |by: &str, period| find(months(12), by, period).unwrap_err().to_string();
    assert!(error("dates", None).contains("choose among date, desk"));
    assert!(error("desk", Some(Period::Year)).contains("holds a category, no dates"));
    assert!(error("date", Some(Period::Year)).contains("1 groups"));
}
