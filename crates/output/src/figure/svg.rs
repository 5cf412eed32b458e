//! Figures as SVG: every symbol is defined once, marks refer to symbols, and text remains text.
//!
//! Cost: one pass; about 60 bytes for each mark.

use std::fmt::Write as _;

use super::{Bounds, Color, Drawing, Family, Mark, Paint, Shape, Symbol, TextRun, identical, number, push_number};

/// SVG font families for readers that lack the fonts of the window; families with letters of similar widths come first.
const PROPORTIONAL: &str = "'Ubuntu Light', Ubuntu, 'Open Sans', 'Noto Sans', 'Noto Sans CJK JP', Arial, Helvetica, sans-serif";
const MONOSPACE: &str = "Hack, 'DejaVu Sans Mono', 'Noto Sans Mono', Consolas, monospace";

/// Drawing as an SVG file in UTF-8.
pub fn write(drawing: &Drawing) -> String {
    let mut svg = String::with_capacity(4096 + 64 * drawing.marks());
    let ([width, height], [across, down]) = (drawing.points().map(|points| points * 25.4 / 72.0), drawing.size);
    let _ = write!(
        svg,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" \
         xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"{}mm\" height=\"{}mm\" viewBox=\"0 0 {} {}\" \
         font-family=\"{PROPORTIONAL}\" font-weight=\"300\" xml:space=\"preserve\">\n<title>",
        number(width),
        number(height),
        number(across),
        number(down)
    );
    escape(&mut svg, &drawing.title);
    svg.push_str("</title>\n");
    let clips = ClipRects::of(drawing);
    definitions(&mut svg, drawing, &clips);
    let mut open = None;
    for item in &drawing.items {
        let clip = clips.index(&item.clip);
        if clip != open {
            if open.is_some() {
                svg.push_str("</g>\n");
            }
            if let Some(clip) = clip {
                let _ = writeln!(svg, "<g clip-path=\"url(#c{clip})\">");
            }
            open = clip;
        }
        shape(&mut svg, &item.shape);
    }
    if open.is_some() {
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

/// Distinct clip rectangles of a figure, without those that contain all of it.
struct ClipRects {
    whole: Bounds,
    bounds: Vec<Bounds>,
}

impl ClipRects {
    fn of(drawing: &Drawing) -> Self {
        let mut clips = Self { whole: [0.0, 0.0, drawing.size[0], drawing.size[1]], bounds: Vec::new() };
        for item in &drawing.items {
            if !clips.is_whole(&item.clip) && clips.index(&item.clip).is_none() {
                clips.bounds.push(item.clip);
            }
        }
        clips
    }

    fn is_whole(&self, [left, top, right, bottom]: &Bounds) -> bool {
        let [l, t, r, b] = self.whole;
        *left <= l && *top <= t && *right >= r && *bottom >= b
    }

    /// Index of a clip rectangle; `None` if it contains the whole figure.
    fn index(&self, clip: &Bounds) -> Option<usize> {
        self.bounds.iter().position(|known| identical(known, clip))
    }
}

fn definitions(svg: &mut String, drawing: &Drawing, clips: &ClipRects) {
    svg.push_str("<defs>\n");
    for (id, symbol) in drawing.symbols.iter().enumerate() {
        let _ = match symbol {
            // A hundredth of the radius is the unit of symbols, so that two decimals are enough.
            Symbol::Disc(radius) => writeln!(svg, "<circle id=\"m{id}\" r=\"{}\"/>", number(100.0 * radius)),
            Symbol::Polygon(points) => {
                let points: Vec<[f32; 2]> = points.iter().map(|point| point.map(|x| 100.0 * x)).collect();
                writeln!(svg, "<path id=\"m{id}\" d=\"{}\"/>", path_data(&points, true))
            }
        };
    }
    for (id, [left, top, right, bottom]) in clips.bounds.iter().enumerate() {
        let (width, height) = ((right - left).max(0.0), (bottom - top).max(0.0));
        let _ = write!(svg, "<clipPath id=\"c{id}\"><rect");
        attributes(svg, &[("x", *left), ("y", *top), ("width", width), ("height", height)]);
        svg.push_str("/></clipPath>\n");
    }
    svg.push_str("</defs>\n");
}

fn shape(svg: &mut String, shape: &Shape) {
    match shape {
        Shape::Circle { centre: [x, y], radius, paint } => {
            svg.push_str("<circle");
            attributes(svg, &[("cx", *x), ("cy", *y), ("r", *radius)]);
            paint_attributes(svg, paint);
            svg.push_str("/>\n");
        }
        Shape::Rect { bounds: [left, top, right, bottom], corner, paint } => {
            svg.push_str("<rect");
            attributes(svg, &[("x", *left), ("y", *top), ("width", right - left), ("height", bottom - top)]);
            if *corner > 0.0 {
                attributes(svg, &[("rx", *corner)]);
            }
            paint_attributes(svg, paint);
            svg.push_str("/>\n");
        }
        Shape::Path { points, closed, paint } => {
            let _ = write!(svg, "<path d=\"{}\"", path_data(points, *closed));
            paint_attributes(svg, paint);
            svg.push_str("/>\n");
        }
        Shape::Text(run) => text(svg, run),
        Shape::Image { bounds: [left, top, right, bottom], image } => {
            let Ok(png) = image.png() else { return };
            svg.push_str("<image preserveAspectRatio=\"none\"");
            attributes(svg, &[("x", *left), ("y", *top), ("width", right - left), ("height", bottom - top)]);
            if image.sharp {
                svg.push_str(" style=\"image-rendering:pixelated\"");
            }
            svg.push_str(" xlink:href=\"data:image/png;base64,");
            base64(svg, &png);
            svg.push_str("\"/>\n");
        }
        Shape::Marks(marks) => groups(svg, marks),
    }
}

/// Writes marks to an SVG file, grouped where neighbours in painting order have the same colour.
fn groups(svg: &mut String, marks: &[Mark]) {
    for group in marks.chunk_by(|a, b| a.color == b.color) {
        svg.push_str("<g");
        let [_, _, _, opacity] = group[0].color;
        color_attribute(svg, "fill", group[0].color);
        if opacity < 255 {
            svg.push_str(" fill-opacity=\"");
            push_number(svg, f32::from(opacity) / 255.0);
            svg.push('"');
        }
        svg.push_str(">\n");
        for mark in group {
            let _ = write!(svg, "<use xlink:href=\"#m{}\" transform=\"translate(", mark.symbol);
            push_number(svg, mark.at[0]);
            svg.push(' ');
            push_number(svg, mark.at[1]);
            let _ = writeln!(svg, ")scale({:.4})\"/>", mark.radius / 100.0);
        }
        svg.push_str("</g>\n");
    }
}

fn text(svg: &mut String, run: &TextRun) {
    let TextRun { at: [x, y], .. } = *run;
    svg.push_str("<text");
    attributes(svg, &[("x", x), ("y", y), ("font-size", run.size), ("textLength", run.width())]);
    svg.push_str(" lengthAdjust=\"spacingAndGlyphs\"");
    if run.family == Family::Monospace {
        let _ = write!(svg, " font-family=\"{MONOSPACE}\" font-weight=\"400\"");
    }
    if run.angle.abs() > 1e-4 {
        let _ = write!(svg, " transform=\"rotate({} {} {})\"", number(run.angle.to_degrees()), number(x), number(y));
    }
    let stroke = run.halo;
    paint_attributes(svg, &Paint { fill: Some(run.color), stroke });
    if stroke.is_some() {
        svg.push_str(" paint-order=\"stroke\" stroke-linejoin=\"round\"");
    }
    svg.push('>');
    escape(svg, &run.text);
    svg.push_str("</text>\n");
}

fn path_data(points: &[[f32; 2]], closed: bool) -> String {
    let mut data = String::with_capacity(14 * points.len());
    for (place, [x, y]) in points.iter().enumerate() {
        data.push(if place == 0 { 'M' } else { 'L' });
        push_number(&mut data, *x);
        data.push(' ');
        push_number(&mut data, *y);
    }
    if closed {
        data.push('Z');
    }
    data
}

fn attributes(svg: &mut String, named: &[(&str, f32)]) {
    for (name, value) in named {
        let _ = write!(svg, " {name}=\"");
        push_number(svg, *value);
        svg.push('"');
    }
}

fn paint_attributes(svg: &mut String, paint: &Paint) {
    match paint.fill {
        Some(color) => {
            color_attribute(svg, "fill", color);
            opacity(svg, "fill-opacity", color);
        }
        None => svg.push_str(" fill=\"none\""),
    }
    if let Some((color, width)) = paint.stroke {
        color_attribute(svg, "stroke", color);
        opacity(svg, "stroke-opacity", color);
        attributes(svg, &[("stroke-width", width)]);
    }
}

fn color_attribute(svg: &mut String, name: &str, [r, g, b, _]: Color) {
    let _ = write!(svg, " {name}=\"#{r:02x}{g:02x}{b:02x}\"");
}

fn opacity(svg: &mut String, name: &str, [.., a]: Color) {
    if a < 255 {
        attributes(svg, &[(name, f32::from(a) / 255.0)]);
    }
}

/// Appends text with the characters of markup escaped, without characters that XML forbids.
pub(crate) fn escape(svg: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => svg.push_str("&amp;"),
            '<' => svg.push_str("&lt;"),
            '>' => svg.push_str("&gt;"),
            '"' => svg.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => svg.push('\u{fffd}'),
            c if c.is_control() => svg.push('\u{fffd}'),
            c => svg.push(c),
        }
    }
}

/// Appends bytes to a text in Base64.
fn base64(svg: &mut String, bytes: &[u8]) {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    svg.reserve(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = (0..3).fold(0_u32, |bits, place| bits << 8 | u32::from(three.get(place).copied().unwrap_or(0)));
        for digit in 0..4 {
            let coded = DIGITS[(bits >> (18 - 6 * digit)) as usize & 63];
            svg.push(if digit <= three.len() { char::from(coded) } else { '=' });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str) -> TextRun {
        TextRun {
            text: text.to_owned(),
            at: [10.0, 20.0],
            offsets: vec![0.0, 30.0],
            size: 9.0,
            angle: -std::f32::consts::FRAC_PI_2,
            color: [0, 0, 0, 255],
            halo: Some(([255, 255, 255, 128], 2.6)),
            family: Family::Proportional,
        }
    }

    fn drawing(shapes: Vec<Shape>) -> Drawing {
        let items = shapes.into_iter().map(|shape| Item { clip: [1.0, 1.0, 90.0, 70.0], shape }).collect();
        let symbols = vec![Symbol::Disc(0.8), Symbol::Polygon(vec![[0.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])];
        Drawing { title: "a < b".to_owned(), size: [100.0, 80.0], unit: 0.72, symbols, items, faces: Vec::new() }
    }

    use super::super::Item;

    /// Names of all elements, in order, of a well-formed document.
    fn elements(svg: &str) -> Vec<String> {
        let mut reader = quick_xml::Reader::from_str(svg);
        reader.config_mut().check_end_names = true;
        let mut names = Vec::new();
        loop {
            match reader.read_event().expect("well-formed") {
                quick_xml::events::Event::Start(tag) | quick_xml::events::Event::Empty(tag) => {
                    for attribute in tag.attributes() {
                        attribute.expect("a well-formed attribute");
                    }
                    names.push(String::from_utf8_lossy(tag.name().as_ref()).into_owned());
                }
                quick_xml::events::Event::Eof => return names,
                _ => {}
            }
        }
    }

    #[test]
    fn markup_and_control_characters_in_texts_leave_the_file_well_formed() {
        let svg = write(&drawing(vec![Shape::Text(run("a<b & \"c\" \u{1}\u{fffe}")), Shape::Text(run("日本"))]));
        assert_eq!(elements(&svg).iter().filter(|name| *name == "text").count(), 2);
        assert!(svg.contains("a&lt;b &amp; &quot;c&quot; \u{fffd}\u{fffd}</text>") && svg.contains("日本</text>"));
        assert!(svg.contains("rotate(-90 10 20)") && svg.contains("paint-order=\"stroke\""));
    }

    #[test]
    fn every_mark_refers_to_a_symbol_that_is_defined_once() {
        let marks =
            (0..50).map(|i| Mark { symbol: i % 2, at: [f32::from(i), 2.0], radius: 3.0, color: [i / 10, 0, 0, 255] }).collect();
        let svg = write(&drawing(vec![Shape::Marks(marks)]));
        assert_eq!(elements(&svg).iter().filter(|name| *name == "use").count(), 50);
        assert_eq!(svg.matches("id=\"m1\"").count(), 1);
        // Neighbouring marks of one colour share a group; one more group is clipped.
        assert_eq!(svg.matches("<g").count(), 6);
    }

    #[test]
    fn the_size_is_in_millimetres() {
        // The size of 100 units of 0.72 points is one inch.
        let svg = write(&drawing(Vec::new()));
        assert!(svg.contains("width=\"25.4mm\" height=\"20.32mm\" viewBox=\"0 0 100 80\""), "{svg}");
    }

    #[test]
    fn bytes_are_encoded_in_base_64() {
        for (bytes, coded) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            let mut text = String::new();
            base64(&mut text, bytes.as_bytes());
            assert_eq!(text, coded);
        }
    }
}
