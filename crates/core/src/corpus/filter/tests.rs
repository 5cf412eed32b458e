use std::borrow::Cow;

use proptest::prelude::*;

use super::*;
use crate::corpus::{Columns, Fields, Pairs, Task, column::Header};
use std::sync::Arc;

const ROWS: [[&str; 6]; 5] = [
    ["markets", "1987-03-01", "5", "yes", "earn", "Oil rises at OPEC"],
    ["ships", "1987-03-28", "2.5", "no", "ship", "A tanker leaves"],
    ["markets", "1987-04-02", "", "yes", "earn", "Profit of a bank"],
    ["", "1988-01-01", "-1", "no", "ship", "oil on the sea"],
    ["markets", "", "7", "", "earn", ""],
];

/// Documents of a test: label and text of each, their columns, and their task.
struct Table {
    documents: Vec<[String; 2]>,
    columns: Columns,
    task: Task,
}

impl Table {
    fn of(rows: &[([&str; 2], Fields)], task: Task) -> Self {
        let columns = Columns::of(&rows.iter().map(|(_, fields)| fields).collect::<Vec<_>>(), task.pairs().is_some());
        Self { documents: rows.iter().map(|(document, _)| document.map(str::to_owned)).collect(), columns, task }
    }
}

impl Records for Table {
    fn documents(&self) -> usize {
        self.documents.len()
    }

    fn columns(&self) -> &Columns {
        &self.columns
    }

    fn task(&self) -> &Task {
        &self.task
    }

    fn text(&self, document: usize) -> Cow<'_, str> {
        Cow::Borrowed(&self.documents[document][1])
    }

    fn class(&self, document: usize) -> &str {
        &self.documents[document][0]
    }

    fn title(&self, document: usize) -> &str {
        &self.documents[document][0]
    }
}

fn table() -> Table {
    let names = ["desk", "date", "pages", "print"].map(str::to_owned).to_vec();
    let header = Arc::new(Header { kept: names, texts: vec!["body".to_owned()], label: Some("topic".to_owned()) });
    let row = |[desk, date, pages, print, label, text]: [&'static str; 6]| {
        ([label, text], Fields::new(&header, [desk, date, pages, print]))
    };
    Table::of(&ROWS.map(row), Task::Classes)
}

fn kept(filter: &str) -> Result<Vec<usize>, FilterError> {
    let mask = filter.parse::<Filter>()?.mask(&table())?;
    Ok((0..ROWS.len()).filter(|&row| mask[row]).collect())
}

#[test]
fn each_comparison_keeps_its_rows() {
    for (filter, rows) in [
        ("desk = markets", &[0, 2, 4][..]),
        ("desk = 'markets' and pages > 5", &[4]),
        ("desk != \"markets\"", &[1]),
        ("not desk = markets", &[1, 3]),
        ("desk is missing", &[3]),
        ("desk is not missing", &[0, 1, 2, 4]),
        ("pages is missing or date is missing", &[2, 4]),
        ("pages >= 2.5", &[0, 1, 4]),
        ("pages < 0", &[3]),
        ("date = 1987-03", &[0, 1]),
        ("date = 1987", &[0, 1, 2]),
        ("date > 1987-03", &[2, 3]),
        ("date <= 1987-03", &[0, 1]),
        ("date >= 1987-03-28 and date < 1988", &[1, 2]),
        ("print = yes", &[0, 2]),
        ("print = FALSE", &[1, 3]),
        ("text ~ /oil|opec/", &[3]),
        ("text ~ /oil|opec/i", &[0, 3]),
        ("body !~ /oil/i", &[1, 2]),
        ("class in (ship, other)", &[1, 3]),
        ("topic = earn and (pages = 5 or pages = 7)", &[0, 4]),
        ("pages = 5 or pages = 7 and desk = ships", &[0]),
        ("NOT (desk = markets OR desk = ships)", &[3]),
        ("length = 0", &[4]),
        ("length > 14 and length < 17", &[1, 2]),
        ("title ~ /ship$/", &[1, 3]),
    ] {
        let expected = if filter == "length > 14 and length < 17" { lengths(15, 16) } else { rows.to_vec() };
        assert_eq!(kept(filter), Ok(expected), "{filter}");
    }
}

/// Rows whose text has a number of characters in a range.
fn lengths(least: usize, most: usize) -> Vec<usize> {
    (0..ROWS.len()).filter(|&row| (least..=most).contains(&ROWS[row][5].chars().count())).collect()
}

#[test]
fn errors_name_problem_position_and_remedy() {
    for (filter, character, problem) in [
        ("", 0, "the name of a column is missing"),
        ("desk", 4, "a comparison is missing after \"desk\""),
        ("desk = ", 7, "a value is missing"),
        ("desk = \"markets", 7, "the quotation does not end"),
        ("desk = a b", 9, "and or or is missing here"),
        ("(desk = a", 9, "a closing bracket is missing"),
        ("text ~ oil", 7, "a regular expression is missing after ~"),
        ("text ~ /oil", 7, "the regular expression does not end"),
        ("text ~ /(/", 7, "the regular expression is not valid: unclosed group"),
        ("desk is gone", 8, "missing is expected after is"),
        ("desk in markets", 8, "a bracket is missing after in"),
        ("dsk = a", 0, "there is no column \"dsk\""),
        ("desk = a and author = b", 13, "there is no column \"author\""),
        ("pages > many", 8, "\"many\" is not a number, as the column holds"),
        ("date > soon", 7, "\"soon\" is not a date, as the column holds"),
        ("print = maybe", 8, "\"maybe\" is not yes or no, as the column holds"),
    ] {
        let error = kept(filter).expect_err(filter);
        assert_eq!((error.character, error.problem.as_str()), (character, problem), "{filter}");
        assert!(!error.remedy.is_empty(), "{filter}");
    }
    let deep = "(".repeat(60) + "desk = a";
    assert_eq!(kept(&deep).expect_err("an error").problem, "the brackets are nested too deeply");
}

#[test]
fn an_error_points_at_its_place_with_wide_characters() {
    let error = kept("desk = \"Zürich\" or ü = 1").expect_err("an error");
    let text = error.to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1], "  desk = \"Zürich\" or ü = 1");
    assert_eq!(lines[2].chars().count(), 2 + error.character + 1);
    assert!(lines[0].contains("\"desk\", \"date\", \"pages\""), "{text}");
    assert!(error.of_corpus().to_string().ends_with('^'));
}

#[test]
fn groups_by_columns_are_filters_that_keep_documents() {
    let table = table();
    let groups: Vec<String> = groups(&table.columns).iter().map(Filter::to_string).collect();
    assert_eq!(
        groups,
        ["desk = markets", "desk = ships", "date = 1987", "date = 1988", "pages < 5", "pages >= 5", "print = yes", "print = no"]
    );
    assert!(groups.iter().all(|group| kept(group).is_ok_and(|documents| !documents.is_empty())), "{groups:?}");
    let of_column = |name: &str, cells: &[&str]| {
        let header = Arc::new(Header { kept: vec![name.to_owned()], ..Header::default() });
        let rows: Vec<Fields> = cells.iter().map(|cell| Fields::new(&header, [cell])).collect();
        super::groups(&Columns::of(&rows.iter().collect::<Vec<_>>(), false)).iter().map(Filter::to_string).collect::<Vec<_>>()
    };
    assert_eq!(of_column("not", &["a 'b'", "a 'b'", "c \"d' e", "c \"d' e"]), ["\"not\" = \"a 'b'\""]);
    assert_eq!(of_column("n", &["1", "1"]), [""; 0], "no two differ");
}

#[test]
fn pairs_are_filtered_by_either_side() {
    let header = Arc::new(Header { kept: vec!["score".to_owned()], texts: vec!["en".to_owned(), "de".to_owned()], label: None });
    let row = |text, score| (["", text], Fields::new(&header, [score]));
    let rows = [row("one", "1"), row("two", "2"), (["", "eins"], Fields::default()), (["", "zwei"], Fields::default())];
    let records = Table::of(&rows, Task::Pairs(Pairs::aligned(2)));
    let keep = |filter: &str| filter.parse::<Filter>().and_then(|filter| filter.keep(&records));
    assert_eq!(keep("source.text ~ /^o/"), Ok(vec![true, false]));
    assert_eq!(keep("target.text ~ /^z/"), Ok(vec![false, true]));
    assert_eq!(keep("de ~ /^z/ and en ~ /^t/"), Ok(vec![false, true]));
    assert_eq!(keep("score > 1"), Ok(vec![false, true]));
    assert_eq!(keep("target.score > 1"), Ok(vec![false, true]));
    let two = Arc::new(Header { kept: vec!["desk".to_owned(), "desk (de)".to_owned()], ..Header::default() });
    let of_files = |text, desks: [&str; 2]| (["", text], Fields::new(&two, desks));
    let rows =
        [of_files("one", ["a", "b"]), of_files("two", ["b", "a"]), (["", ""], Fields::default()), (["", ""], Fields::default())];
    let of_files = Table::of(&rows, Task::Pairs(Pairs::aligned(2)));
    let keep_of_files = |filter: &str| filter.parse::<Filter>().and_then(|filter| filter.keep(&of_files));
    assert_eq!(keep_of_files("source.desk = a"), Ok(vec![true, false]));
    assert_eq!(keep_of_files("target.desk = a"), Ok(vec![false, true]));
    assert_eq!(keep("text ~ /a/").map_err(|error| error.remedy), Err("write source.text or target.text".to_owned()));
}

#[test]
fn a_filter_is_written_and_read_as_its_text() {
    let filter: Filter = "desk = 'a' or date < 1988".parse().expect("a filter");
    let json = serde_json::to_string(&filter).expect("JSON");
    assert_eq!(json, "\"desk = 'a' or date < 1988\"");
    assert_eq!(serde_json::from_str::<Filter>(&json).expect("a filter"), filter);
    assert!(serde_json::from_str::<Filter>("\"desk =\"").is_err());
}

proptest! {
    #[test]
    fn no_text_makes_the_parser_panic(text in "[a-z\"'()/~=<>!, \\\\.0-9ü-]{0,40}") {
        let _ = text.parse::<Filter>();
    }

    #[test]
    fn numbers_compare_as_a_naive_reader_compares_them(cells in prop::collection::vec(-9_i32..9, 1..30), than in -9_i32..9) {
        let written: Vec<String> = cells.iter().map(i32::to_string).collect();
        let header = Arc::new(Header { kept: vec!["n".to_owned()], ..Header::default() });
        let rows: Vec<_> = written.iter().map(|cell| (["", ""], Fields::new(&header, [cell]))).collect();
        let records = Table::of(&rows, Task::Classes);
        let keep = |sign: &str| format!("n {sign} {than}").parse::<Filter>().expect("a filter").keep(&records).expect("rows");
        let naive = |holds: fn(&i32, &i32) -> bool| cells.iter().map(|cell| holds(cell, &than)).collect::<Vec<bool>>();
        prop_assert_eq!(keep("<"), naive(i32::lt));
        prop_assert_eq!(keep("<="), naive(i32::le));
        prop_assert_eq!(keep(">"), naive(i32::gt));
        prop_assert_eq!(keep(">="), naive(i32::ge));
        prop_assert_eq!(keep("="), naive(i32::eq));
        prop_assert_eq!(keep("!="), naive(i32::ne));
    }
}
