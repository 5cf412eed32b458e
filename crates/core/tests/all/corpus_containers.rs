//! Files of other programs: Parquet, spreadsheets, text documents.

#![expect(clippy::unwrap_used, reason = "a test that cannot make its files has failed")]

use std::{
    io::{Cursor, Write},
    sync::Arc,
};

use parquet::{
    basic::{Compression, ZstdLevel},
    data_type::{ByteArray, ByteArrayType, DoubleType},
    file::{properties::WriterProperties, writer::SerializedFileWriter},
    schema::parser::parse_message_type,
};
use wordfield_core::corpus::{Body, Cancel, Format, Limits, ReadOptions, preview, read, read_pairs};
use wordfield_testing::{Place, found, open, open_as};
use zip::{ZipWriter, write::SimpleFileOptions};

/// A zip archive of members with their content.
fn archive(members: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in members {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A workbook whose first sheet has these rows; numbers are written as numbers.
fn workbook(rows: &[[&str; 2]], sheets: usize) -> Vec<u8> {
    let cell = |text: &&str| match text.parse::<f64>() {
        Ok(number) => format!("<c><v>{number}</v></c>"),
        Err(_) => format!("<c t=\"inlineStr\"><is><t>{text}</t></is></c>"),
    };
    let row = |cells: &[&str; 2]| format!("<row>{}</row>", cells.iter().map(cell).collect::<String>());
    book(&format!("<sheetData>{}</sheetData>", rows.iter().map(row).collect::<String>()), sheets)
}

/// A workbook whose first sheet has this content.
fn book(content: &str, sheets: usize) -> Vec<u8> {
    let space = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
    let sheet = format!("<worksheet {space}>{content}</worksheet>");
    let each = |text: &dyn Fn(usize) -> String| (1..=sheets).map(text).collect::<String>();
    let book = format!(
        "<workbook {space} xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets>{}</sheets></workbook>",
        each(&|i| format!("<sheet name=\"S{i}\" sheetId=\"{i}\" r:id=\"r{i}\"/>"))
    );
    let relations = format!(
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{}</Relationships>",
        each(&|i| format!(
            "<Relationship Id=\"r{i}\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet\" Target=\"worksheets/sheet1.xml\"/>"
        ))
    );
    let package = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"r1\" \
        Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>";
    archive(&[
        ("[Content_Types].xml", "<Types/>"),
        ("_rels/.rels", package),
        ("xl/workbook.xml", &book),
        ("xl/_rels/workbook.xml.rels", &relations),
        ("xl/worksheets/sheet1.xml", &sheet),
    ])
}

/// A Parquet file of texts and ratings, compressed as most programs do.
fn columns(texts: &[&str], ratings: &[f64]) -> Vec<u8> {
    let schema = "message m { required binary text (UTF8); required double rating; }";
    let properties = WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default())).build();
    let mut bytes = Vec::new();
    let mut writer =
        SerializedFileWriter::new(&mut bytes, Arc::new(parse_message_type(schema).unwrap()), Arc::new(properties)).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let mut column = group.next_column().unwrap().unwrap();
    let texts: Vec<ByteArray> = texts.iter().map(|&text| ByteArray::from(text)).collect();
    column.typed::<ByteArrayType>().write_batch(&texts, None, None).unwrap();
    column.close().unwrap();
    let mut column = group.next_column().unwrap().unwrap();
    column.typed::<DoubleType>().write_batch(ratings, None, None).unwrap();
    column.close().unwrap();
    group.close().unwrap();
    writer.close().unwrap();
    bytes
}

fn message(place: &Place, name: &str, bytes: &[u8], options: &ReadOptions) -> String {
    read(&[place.file(name, bytes)], options, &Cancel::default()).unwrap_err().to_string()
}

#[test]
fn the_first_sheet_of_a_spreadsheet_is_a_table() {
    let place = Place::new();
    let path = place.file("a.xlsx", workbook(&[["label", "text"], ["sky", "a, \"red\" moon"], ["sea", "7"]], 2));
    let corpus = open(&path);
    assert_eq!(found(&corpus), [("sky", "a, \"red\" moon"), ("sea", "7")]);
    assert_eq!(corpus.documents[1].title, "a.xlsx:3");
    assert!(
        corpus.notes.contains(&"a.xlsx: A spreadsheet: only the first of its 2 sheets, \"S1\", is read, as a table.".to_owned()),
        "{:?}",
        corpus.notes
    );
}

#[test]
fn fields_of_a_sheet_are_not_split_again() {
    let place = Place::new();
    let rows = [["la;bel", "text"], ["s;ky", ""], ["s;ea", "a blue; wave"]];
    let chosen = ReadOptions { label_column: Some("la;bel".into()), ..ReadOptions::default() };
    let corpus = open_as(&place.file("a.xlsx", workbook(&rows, 1)), &chosen);
    assert_eq!(found(&corpus), [("s;ky", ""), ("s;ea", "a blue; wave")]);
    let header = row(1, &[("A", "doc"), ("B", "label\tclass"), ("C", "word"), ("D", "n")]);
    let count = |number| row(number, &[("A", "d;1"), ("B", "a"), ("C", "x;y"), ("D", "2")]);
    let sheet = format!("<sheetData>{header}{}{}</sheetData>", count(2), count(3));
    let counts =
        ReadOptions { format: Some(Format::WordCounts), label_column: Some("label class".into()), ..ReadOptions::default() };
    let corpus = open_as(&place.file("counts.xlsx", book(&sheet, 1)), &counts);
    assert_eq!(corpus.documents[0].body, Body::Words(vec![("x;y".to_owned(), 4.0)]));
}

#[test]
fn rows_of_a_parquet_file_are_a_table() {
    let place = Place::new();
    let texts = ["fine\nlines", "bad", "so so"];
    let path = place.file("a.parquet", columns(&texts, &[5.0, 1.5, 3.0]));
    let seen = preview(&path, &ReadOptions::default()).unwrap();
    assert_eq!((seen.format, seen.columns), (Format::Csv, vec!["text".to_owned(), "rating".to_owned()]));
    assert_eq!(found(&open(&path)), [("5.0", "fine\nlines"), ("1.5", "bad"), ("3.0", "so so")]);
}

#[test]
fn paragraphs_of_text_documents_are_lines() {
    let place = Place::new();
    let word = "<w:document><w:body><w:p><w:r><w:t>One &amp; </w:t></w:r><w:del><w:r><w:delText>no</w:delText></w:r></w:del>\
        <w:r><w:t>two.</w:t><w:tab/><w:t>Three.</w:t></w:r></w:p><w:p/><w:p><w:r><w:t>Four.</w:t></w:r></w:p></w:body></w:document>";
    let open_document = "<office:document-content><office:body><office:text><text:h>Eins</text:h><text:p>Zwei<text:s/>drei.\
        <office:annotation><text:p>Nein</text:p></office:annotation></text:p></office:text></office:body></office:document-content>";
    let from = place.file("a.en.docx", archive(&[("word/document.xml", word)]));
    let mime = "application/vnd.oasis.opendocument.text";
    let to = place.file("a.de.odt", archive(&[("mimetype", mime), ("content.xml", open_document)]));
    let corpus = read_pairs(&from, &to, &ReadOptions::default(), &Cancel::default()).unwrap();
    let texts: Vec<&str> = found(&corpus).into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts, ["One & two. Three.", "Four.", "Eins", "Zwei drei."]);
}

#[test]
fn damaged_and_excessive_containers_are_refused() {
    let place = Place::new();
    let options = ReadOptions::default();
    let table = columns(&["a", "b"], &[1.0, 2.0]);
    let cut = message(&place, "cut.parquet", &table[..table.len() - 9], &options);
    assert!(cut.contains("cut.parquet: the file is damaged (") && cut.contains("save it again in its program"), "{cut}");
    let broken = message(&place, "a.docx", &archive(&[("word/document.xml", "<w:p><w:t>x</w:q>")]), &options);
    assert!(broken.contains("a.docx: the file is damaged"), "{broken}");
    let none = message(&place, "a.xlsx", &archive(&[("other.xml", "<a/>")]), &options);
    assert!(none.contains("a zip archive or office document"), "{none}");
    // Many equal letters: a small file with a large text.
    let long = format!("<w:p><w:t>{}</w:t></w:p>", "w".repeat(3 << 20));
    let small = ReadOptions { limits: Limits { corpus: 1 << 20, ..Limits::default() }, ..options };
    let much = message(&place, "b.docx", &archive(&[("word/document.xml", &long)]), &small);
    assert!(much.contains("b.docx: the file unpacks to more than 2 MiB") && much.contains("--max-corpus"), "{much}");
}

/// Row of a sheet with a text in each of the named cells.
fn row(number: usize, cells: &[(&str, &str)]) -> String {
    let cell = |(name, text): &(&str, &str)| format!("<c r=\"{name}{number}\" t=\"inlineStr\"><is><t>{text}</t></is></c>");
    format!("<row r=\"{number}\">{}</row>", cells.iter().map(cell).collect::<String>())
}

#[test]
fn merged_cells_have_their_value_in_every_row() {
    let place = Place::new();
    let rows = [
        row(3, &[("B", "label"), ("C", "text")]),
        row(4, &[("B", "sky"), ("C", "red moon")]),
        row(5, &[("C", "dark star")]),
        row(7, &[("C", "bright sun")]),
        row(8, &[("B", "sea"), ("C", "blue wave")]),
    ];
    let merged = "<mergeCells count=\"2\"><mergeCell ref=\"B4:B7\"/><mergeCell ref=\"B3:C3\"/></mergeCells>";
    let corpus = open(&place.file("m.xlsx", book(&format!("<sheetData>{}</sheetData>{merged}", rows.concat()), 1)));
    let expected = [("sky", "red moon"), ("sky", "dark star"), ("sky", "bright sun"), ("sea", "blue wave")];
    assert_eq!(found(&corpus), expected, "a blank row is no document");
    assert_eq!(corpus.documents[2].title, "m.xlsx:7", "rows are numbered as in the sheet");
    let notes = corpus.notes.join(" ");
    assert!(notes.contains("merged over several rows") && notes.contains("the first in row 5"), "{notes}");
    assert!(notes.contains("1 blank line was passed over"), "{notes}");
}

#[test]
fn cells_far_away_are_refused_before_memory_is_taken() {
    let place = Place::new();
    let options = ReadOptions::default();
    let far = [row(1, &[("A", "label"), ("B", "text")]), row(1_048_576, &[("XFD", "x")])].concat();
    let wide = message(&place, "far.xlsx", &book(&format!("<sheetData>{far}</sheetData>"), 1), &options);
    assert!(wide.contains("far.xlsx: the table has 16384 columns and may have 10000; remove cells"), "{wide}");
    let only = format!("<sheetData>{}</sheetData>", row(1_048_576, &[("XFD", "x")]));
    let one = message(&place, "one.xlsx", &book(&only, 1), &options);
    assert!(one.contains("one.xlsx:1048576: it is not clear which column"), "{one}");
    let cell = "<table:table-cell office:value-type=\"string\"><text:p>x</text:p></table:table-cell>";
    let empty = "<table:table-cell table:number-columns-repeated=\"9999\"/>";
    let rows = format!(
        "<table:table-row>{cell}</table:table-row><table:table-row table:number-rows-repeated=\"900000\"><table:table-cell/></table:table-row>\
         <table:table-row>{empty}{cell}</table:table-row>"
    );
    let content = format!(
        "<office:document-content><office:body><office:spreadsheet><table:table table:name=\"a\">{rows}</table:table></office:spreadsheet>\
         </office:body></office:document-content>"
    );
    let kind = "application/vnd.oasis.opendocument.spreadsheet";
    let sparse = message(&place, "far.ods", &archive(&[("mimetype", kind), ("content.xml", &content)]), &options);
    assert!(sparse.contains("far.ods: its sheets have 9000020000 cells") && sparse.contains("remove cells"), "{sparse}");
    let covered = "<table:covered-table-cell table:number-columns-repeated=\"9999\"/>";
    let content = content.replace("<table:table-cell/></table:table-row>", "</table:table-row>").replace(empty, covered);
    let closed = content.replace("\"900000\"></table:table-row>", "\"900000\"/>");
    assert!(closed.len() < content.len(), "a row that closes itself");
    for (name, content) in [("covered.ods", content), ("closed.ods", closed)] {
        let sparse = message(&place, name, &archive(&[("mimetype", kind), ("content.xml", &content)]), &options);
        assert!(sparse.contains("its sheets have 9000020000 cells"), "{sparse}");
    }
    let locked = "<manifest:manifest><manifest:encryption-data/></manifest:manifest>";
    let members = [("mimetype", kind), ("META-INF/manifest.xml", locked), ("content.xml", "?")];
    let locked = message(&place, "locked.ods", &archive(&members), &options);
    assert!(locked.contains("locked.ods: the file is encrypted; save it without a password"), "{locked}");
}

#[test]
fn a_long_paragraph_is_refused_while_it_is_read() {
    let place = Place::new();
    let options = ReadOptions { limits: Limits { document: 1 << 20, corpus: 64 << 20 }, ..ReadOptions::default() };
    let long = "word ".repeat(300_000);
    for (name, text) in
        [("one.docx", format!("<w:t>{long}</w:t>")), ("more.docx", format!("<w:t>{}</w:t>", &long[..400_000]).repeat(4))]
    {
        let document = format!("<w:document><w:body><w:p><w:r>{text}</w:r></w:p></w:body></w:document>");
        let refused = message(&place, name, &archive(&[("word/document.xml", &document)]), &options);
        assert!(refused.contains(name) && refused.contains("is longer than 1 MiB"), "{refused}");
    }
}

#[test]
fn files_of_wrong_forms_are_named_with_the_remedy() {
    let place = Place::new();
    for (name, bytes, parts) in [
        (
            "pointer.csv",
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n".as_slice(),
            ["Git LFS", "git lfs pull"],
        ),
        ("page.jsonl", b"<!DOCTYPE html>\n<html></html>\n", ["web page", "download the file itself"]),
        ("data.tsv", b"\x80\x04\x95\xe5\x02", ["Python pickle", "to_csv"]),
        ("old.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0", [".xls", ".xlsx"]),
        ("table.csv.zst", b"\x28\xb5\x2f\xfd\0\0", ["zstandard", "unpack"]),
    ] {
        let refused = message(&place, name, bytes, &ReadOptions::default());
        assert!(refused.contains(name) && parts.iter().all(|part| refused.contains(part)), "{refused}");
    }
}
