//! Tests of workbooks: kept rows and the members that remain with them, refusals.

use std::fs;

use proptest::prelude::*;
use rust_xlsxwriter::{Format, Note, Workbook as Book, Worksheet};
use wordfield_core::corpus::{self, Cancel, RawDocument, ReadOptions};

use super::*;
use crate::PairUnits;

/// A workbook whose first sheet has a header, and the rows after as many empty rows as given; `further` adds to the sheet.
fn book(above: u32, rows: &[[&str; 2]], further: impl Fn(&mut Worksheet)) -> Vec<u8> {
    let mut book = Book::new();
    let (sheet, bold) = (book.add_worksheet(), Format::new().set_bold());
    for (row, texts) in (above..).zip([["en", "de"]].iter().chain(rows)) {
        sheet.write_string_with_format(row, 1, texts[0], &bold).unwrap();
        sheet.write_string(row, 2, texts[1]).unwrap();
        sheet.write_number(row, 4, f64::from(row) + 0.5).unwrap();
    }
    further(sheet);
    book.save_to_buffer().unwrap()
}

fn units(bytes: &[u8]) -> PairUnits {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.xlsx");
    fs::write(&path, bytes).unwrap();
    let options = ReadOptions { text_columns: vec!["en".to_owned(), "de".to_owned()], ..ReadOptions::default() };
    PairUnits::read(&[path], &options).unwrap()
}

fn written(bytes: &[u8], kept: &[usize]) -> Result<Vec<u8>, String> {
    let folder = tempfile::tempdir().unwrap();
    let (path, inputs) = (folder.path().join("clean.xlsx"), <_>::default());
    let kept: Vec<DeliveredPair<'_>> = kept.iter().map(|&pair| DeliveredPair { pair, target: pair, texts: [None; 2] }).collect();
    let mut sink = crate::Sink::new(&path, &inputs, <_>::default()).unwrap();
    units(bytes).write(&kept, &[], <_>::default(), &mut sink).map_err(|error| error.to_string())?;
    sink.commit().unwrap();
    Ok(fs::read(path).unwrap())
}

/// Texts of all sources, then of all targets, as this program reads a workbook.
fn texts(bytes: &[u8]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.xlsx");
    fs::write(&path, bytes).unwrap();
    let options = ReadOptions { text_columns: vec!["en".to_owned(), "de".to_owned()], ..ReadOptions::default() };
    let text = |document: &RawDocument| document.body.clone().into_text();
    corpus::read(&[path], &options, &Cancel::default()).unwrap().documents.iter().map(text).collect()
}

fn member(bytes: &[u8], name: &str) -> String {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut text = String::new();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

const ROWS: [[&str; 2]; 4] = [["one", "eins"], ["two", "zwei"], ["three & four", "drei <vier>"], ["five", "f\u{fc}nf"]];
const SHEET: &str = "xl/worksheets/sheet1.xml";

#[test]
fn rows_close_up_and_keep_styles_and_further_columns() {
    for above in [0, 3] {
        let whole = book(above, &ROWS, |_| ());
        assert_eq!(units(&whole).files.units.iter().map(|unit| unit.number).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert!(written(&whole, &[0, 1, 2, 3]).unwrap() == whole, "a workbook that nobody changed has other bytes");
        let clean = written(&whole, &[1, 3]).unwrap();
        assert_eq!(texts(&clean), ["two", "five", "zwei", "f\u{fc}nf"]);
        let ([before, after], row) = ([&whole, &clean].map(|bytes| member(bytes, SHEET)), above + 3);
        // The second row takes the number and references of the first; nothing else changes.
        let numbered = |sheet: &str, row: u32| {
            let begin = sheet.find(&format!("<row r=\"{row}\"")).unwrap();
            let cells = sheet[begin..].split_once("</row>").unwrap().0.to_owned();
            ["row r=\"", "c r=\"B", "c r=\"C", "c r=\"E"]
                .iter()
                .fold(cells, |cells, key| cells.replace(&format!("{key}{row}\""), &format!("{key}n\"")))
        };
        assert_eq!(numbered(&after, row - 1), numbered(&before, row));
        assert!(after.contains(&format!("<dimension ref=\"B{}:E{}\"/>", above + 1, above + 3)), "{after}");
        for name in ["xl/styles.xml", "xl/sharedStrings.xml", "xl/workbook.xml"] {
            assert_eq!(member(&clean, name), member(&whole, name), "{name}");
        }
    }
}

#[test]
fn a_dropped_row_stays_empty_where_something_names_rows() {
    let further: [fn(&mut Worksheet); 3] = [
        |sheet| _ = sheet.insert_note(4, 1, &Note::new("ask")).unwrap(),
        |sheet| _ = sheet.merge_range(7, 1, 8, 2, "", &Format::new()).unwrap(),
        |sheet| _ = sheet.write_formula(4, 5, "LEN(B5)").unwrap(),
    ];
    for further in further {
        let whole = book(0, &ROWS, further);
        let clean = written(&whole, &[0, 2, 3]).unwrap();
        assert_eq!(texts(&clean)[..3], ["one", "three & four", "five"]);
        let [before, after] = [&whole, &clean].map(|bytes| member(bytes, SHEET));
        let begin = before.find("<row r=\"3\"").unwrap();
        let end = begin + before[begin..].find("</row>").unwrap() + "</row>".len();
        assert_eq!(after, [&before[..begin], &before[end..]].concat());
    }
}

#[test]
fn other_targets_and_dropped_formulas_are_refused_with_a_remedy() {
    let whole = book(2, &ROWS, |sheet| _ = sheet.write_formula(4, 5, "LEN(B5)").unwrap());
    let message = written(&whole, &[0, 2, 3]).unwrap_err();
    assert!(message.contains("row 5 has a formula") && message.contains("name a table by --out"), "{message}");
    let folder = tempfile::tempdir().unwrap();
    let (path, inputs) = (folder.path().join("clean.xlsx"), <_>::default());
    let mut sink = crate::Sink::new(&path, &inputs, <_>::default()).unwrap();
    let kept = [DeliveredPair { pair: 0, target: 1, texts: [None; 2] }];
    let message = units(&whole).write(&kept, &[], <_>::default(), &mut sink).unwrap_err().to_string();
    assert!(message.contains("unit 1 (line 4) takes the target of unit 2 (line 5)"), "{message}");
}

proptest! {
    #[test]
    fn kept_rows_are_those_of_the_original(
        rows in prop::collection::vec(prop::array::uniform2("[a-c&<\"' ]{0,3}[d茶]"), 2..12),
        keep in prop::collection::vec(any::<bool>(), 12),
        above in 0_u32..4,
    ) {
        let texts_of: Vec<[&str; 2]> = rows.iter().map(|row| [row[0].as_str(), row[1].as_str()]).collect();
        let whole = book(above, &texts_of, |_| ());
        // At least two pairs are kept, so that the file is still recognised as one of pairs.
        let kept: Vec<usize> = (0..rows.len()).filter(|&row| row < 2 || keep[row]).collect();
        let clean = written(&whole, &kept).unwrap();
        let expected: Vec<&str> = (0..2).flat_map(|side| kept.iter().map(move |&row| (row, side))).map(|(row, side)| texts_of[row][side].trim()).collect();
        let found = texts(&clean);
        prop_assert_eq!(found.iter().map(|text| text.trim()).collect::<Vec<_>>(), expected);
    }
}
