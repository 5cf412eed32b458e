use super::*;
use crate::figure::{Family, Item, Mark, Paint, Shape, TextRun};

fn run(text: &str) -> TextRun {
    TextRun {
        text: text.to_owned(),
        at: [10.0, 20.0],
        offsets: (0..=text.chars().count()).map(|place| 5.0 * place as f32).collect(),
        size: 9.0,
        angle: 0.0,
        color: [0, 0, 0, 255],
        halo: None,
        family: Family::Proportional,
    }
}

fn drawing(shapes: Vec<Shape>) -> Drawing {
    let items = shapes.into_iter().map(|shape| Item { clip: [0.0, 0.0, 100.0, 80.0], shape }).collect();
    let symbols = vec![Symbol::Disc(0.8), Symbol::Polygon(vec![[0.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])];
    Drawing { title: "A figure".to_owned(), size: [100.0, 80.0], unit: 0.72, symbols, items, faces: Vec::new() }
}

/// Decompressed streams of a PDF document with all its other content, as text.
fn readable(pdf: &[u8]) -> String {
    let mut text = String::new();
    let mut rest = pdf;
    let find = |rest: &[u8], what: &[u8]| rest.windows(what.len()).position(|window| window == what);
    while let Some(start) = find(rest, b"stream\n") {
        let end = find(rest, b"\nendstream").expect("the end of a stream");
        text.push_str(&String::from_utf8_lossy(&rest[..start]));
        let body = &rest[start + 7..end];
        let mut plain = Vec::new();
        if std::io::Read::read_to_end(&mut flate2::read::ZlibDecoder::new(body), &mut plain).is_err() {
            plain = body.to_vec();
        }
        text.push_str(&String::from_utf8_lossy(&plain));
        rest = &rest[end + 10..];
    }
    text + &String::from_utf8_lossy(rest)
}

#[test]
fn the_page_has_the_size_of_the_drawing_and_every_mark() {
    let marks = (0..40).map(|i| Mark { symbol: i % 2, at: [f32::from(i), 2.0], radius: 3.0, color: [9, 9, 9, 200] }).collect();
    let circle = Shape::Circle { centre: [5.0, 5.0], radius: 2.0, paint: Paint { fill: Some([1, 2, 3, 255]), stroke: None } };
    let pdf = write(&drawing(vec![Shape::Marks(marks), circle]));
    assert!(pdf.starts_with(b"%PDF-1.") && pdf.ends_with(b"%%EOF"));
    let text = readable(&pdf);
    assert!(text.contains("/MediaBox [0 0 72 57.6]"), "{text}");
    assert_eq!((text.matches("/M0 Do").count(), text.matches("/M1 Do").count()), (20, 20));
    assert_eq!(text.matches("/Subtype /Form").count(), 2);
}

#[test]
fn texts_without_a_font_leave_a_document() {
    let pdf = write(&drawing(vec![Shape::Text(run("日本語")), Shape::Text(TextRun { halo: Some(([255; 4], 2.0)), ..run("a") })]));
    assert!(pdf.starts_with(b"%PDF-1."));
}

#[test]
fn equal_drawings_are_equal_files() {
    let one = drawing(vec![Shape::Text(run("word"))]);
    assert_eq!(write(&one), write(&one));
}
