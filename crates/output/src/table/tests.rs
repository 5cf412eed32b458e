use proptest::prelude::*;

use super::*;

fn animals() -> Table<'static> {
    let names = ["owl", "bär, brown", "\"eel\"", "ant"];
    let legs = [Some(2), Some(4), None, Some(6)];
    let weights = [0.3, 250.0, f64::NAN, 1e-6];
    Table::new("animals", 4)
        .text("name", move |row| names[row])
        .integer("legs", move |row| legs[row])
        .number("weight", 1, move |row| weights[row])
        .flag("flies", move |row| legs[row].map(|legs| legs == 2))
}

fn written(table: &Table<'_>, write: fn(&Table<'_>, &mut dyn std::io::Write) -> std::io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(table, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn numbers_are_shown_rounded_and_written_in_full() {
    let table = animals();
    assert_eq!((table.shown(3, 2), table.cell(3, 2)), ("0.0".into(), Cell::Number(1e-6)));
    let expected = "name,legs,weight,flies\nowl,2,0.3,yes\n\"bär, brown\",4,250,no\n\"\"\"eel\"\"\",,,\nant,6,0.000001,no\n";
    assert_eq!(written(&table, csv), expected);
}

#[test]
fn json_has_an_object_per_row_with_typed_values() {
    let rows: serde_json::Value = serde_json::from_str(&written(&animals(), json)).unwrap();
    assert_eq!(rows[0], serde_json::json!({ "name": "owl", "legs": 2, "weight": 0.3, "flies": true }));
    assert_eq!(rows[2], serde_json::json!({ "name": "\"eel\"", "legs": null, "weight": null, "flies": null }));
}

#[test]
fn rows_below_have_cells_under_columns_of_the_same_title_and_kind() {
    let more = Table::new("more", 2).number("weight", 0, |row| row as f64).text("name", |_| "cat").text("legs", |_| "four");
    let table = animals().sorted(0, false).followed_by(more.sorted(0, true)).sorted(1, false);
    let expected = "name,legs,weight,flies\nowl,2,0.3,yes\n\"bär, brown\",4,250,no\nant,6,0.000001,no\n\"\"\"eel\"\"\",,,\ncat,,1,\ncat,,0,\n";
    assert_eq!(written(&table, csv), expected);
}

#[test]
fn rows_are_sorted_with_empty_cells_last_and_filtered_by_text() {
    let names = |table: &Table<'_>| (0..table.len()).map(|place| table.shown(place, 0).into_owned()).collect::<Vec<_>>();
    assert_eq!(names(&animals().sorted(1, false)), ["owl", "bär, brown", "ant", "\"eel\""]);
    assert_eq!(names(&animals().sorted(1, true)), ["ant", "bär, brown", "owl", "\"eel\""]);
    let found = animals().sorted(0, false).filtered("B\u{c4}R");
    assert_eq!((names(&found), found.row(0)), (vec!["bär, brown".to_owned()], 1));
    assert_eq!(names(&found.collected()), ["bär, brown"]);
}

#[test]
fn the_filter_finds_drawn_text() {
    let table = || {
        Table::new("shares", 3)
            .number("share", 2, |row| row as f64 / 10.0)
            .styled(|row| (row > 0).then(|| format!("{row}0 %")))
            .text("remark", |row| ["owl", "eel", "ant"][row])
            .only(Place::File)
    };
    let found = |text: &str| table().filtered(text).order().to_vec();
    assert_eq!((found("20 %"), found("0.00")), (vec![2], vec![0]), "the text of the look, or that of the value");
    assert!(found("0.20").is_empty() && found("eel").is_empty(), "neither is drawn");
}

#[test]
fn of_many_rows_those_at_both_ends_are_shown() {
    let rows = |table: Table<'_>| table.order().to_vec();
    assert_eq!(rows(animals().outermost(2)), [0, 3]);
    assert_eq!(rows(animals().outermost(3)), [0, 2, 3]);
    assert_eq!(rows(animals().outermost(9)), [0, 1, 2, 3]);
    assert_eq!(rows(animals().sorted(1, true).outermost(2)), [3, 2]);
}

proptest! {
    #[test]
    fn delimited_tables_are_read_back_bit_by_bit(rows in prop::collection::vec((".{0,12}", any::<f64>()), 0..20)) {
        let table = Table::new("any", rows.len())
            .text("text", |row| rows[row].0.as_str())
            .number("number", 3, |row| rows[row].1);
        for (write, delimiter) in [(csv as fn(&Table<'_>, &mut dyn std::io::Write) -> _, b','), (tsv, b'\t')] {
            let text = written(&table, write);
            let mut reader = ::csv::ReaderBuilder::new().delimiter(delimiter).from_reader(text.as_bytes());
            let read: Vec<::csv::StringRecord> = reader.records().map(Result::unwrap).collect();
            prop_assert_eq!(read.len(), rows.len());
            for (record, (text, number)) in read.iter().zip(&rows) {
                prop_assert_eq!(&record[0], text);
                let expected = number.is_finite().then(|| number.to_bits());
                prop_assert_eq!(record[1].parse::<f64>().ok().map(f64::to_bits), expected);
            }
        }
    }
}

#[test]
fn a_look_changes_the_window_alone() {
    let names = ["owl", "eel"].map(str::to_owned);
    let table = Table::new("animals", 2)
        .named("name", &names, Mark::Item, |row| Some(1 - row))
        .number("share", 2, |row| row as f64)
        .styled(|row| (format!("{row:+}"), Tone::Wrong))
        .text("remark", |_| "wide")
        .only(Place::Window)
        .flag("flies", |row| Some(row == 1))
        .files_from(3)
        .in_order(Arc::new(vec![1, 0]));
    assert_eq!((table.item(0), table.item(1)), (Some(1), Some(0)));
    let (text, look) = table.drawn(0, 1);
    assert_eq!((&*text, look.tone, table.shown(0, 1)), ("+1", Tone::Wrong, "1.00".into()));
    assert_eq!(table.borrowed().drawn(1, 0), ("eel".into(), Mark::Item(1).into()));
    let titles = |table: Table<'_>| table.columns.into_iter().map(|column| column.title).collect::<Vec<_>>();
    assert_eq!(titles(table.borrowed().for_window()), ["name", "share", "remark"]);
    assert_eq!(written(&table.for_file(), csv), "name,share,flies\nowl,1,yes\neel,0,no\n");
}
