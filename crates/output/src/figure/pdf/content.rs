//! Shapes of a figure as PDF operators of a page.

use std::sync::Arc;

use pdf_writer::{
    Content, Name, Str, TextStr,
    types::{LineCapStyle, LineJoinStyle},
};

use super::{
    FORM,
    fonts::{Fonts, Piece},
};
use crate::figure::{Bounds, Drawing, Image, Item, Mark, Paint, Shape, TextRun, identical};

/// Distance of the control points of a Bézier quarter circle, relative to the radius.
const BEZIER_QUARTER: f32 = 0.5523;

/// PDF page under construction: operators, with the images and opacities that they refer to.
pub(super) struct Page {
    /// PDF operators of the page.
    pub content: Content,
    /// Images that the operators refer to.
    pub images: Vec<Arc<Image>>,
    /// Opacities of fills and strokes that the operators refer to, each from 0 to 255.
    pub states: Vec<[u8; 2]>,
}

/// Name of an image as a resource of the PDF page.
pub(super) fn image_name(place: usize) -> String {
    format!("I{place}")
}

/// Name of a symbol as a resource of the PDF page.
pub(super) fn symbol_name(place: usize) -> String {
    format!("M{place}")
}

/// Name of a graphics state (opacity) as a resource of the PDF page.
pub(super) fn state_name(place: usize) -> String {
    format!("G{place}")
}

/// Rounds a length to two decimals.
pub(super) fn round(x: f32) -> f32 {
    (100.0 * x).round() / 100.0
}

impl Page {
    /// Creates the PDF page of a drawing and records which glyphs of the fonts are used.
    pub(super) fn of(drawing: &Drawing, fonts: &mut Fonts<'_>) -> Self {
        let mut page = Self { content: Content::new(), images: Vec::new(), states: Vec::new() };
        let height = drawing.points()[1];
        // After this operator y points downwards, and lengths are in units of the drawing.
        page.content.transform([drawing.unit, 0.0, 0.0, -drawing.unit, 0.0, height]);
        page.content.set_line_join(LineJoinStyle::RoundJoin).set_line_cap(LineCapStyle::ButtCap);
        for group in drawing.items.chunk_by(|a, b| identical(&a.clip, &b.clip)) {
            page.content.save_state();
            page.clip(&group[0].clip);
            for Item { shape, .. } in group {
                page.shape(shape, fonts);
            }
            page.content.restore_state();
        }
        page
    }

    fn clip(&mut self, bounds: &Bounds) {
        rect(&mut self.content, bounds);
        self.content.clip_nonzero().end_path();
    }

    fn shape(&mut self, shape: &Shape, fonts: &mut Fonts<'_>) {
        match shape {
            Shape::Circle { centre, radius, paint } => {
                self.begin(paint);
                circle(&mut self.content, *centre, *radius);
                self.end(paint);
            }
            Shape::Rect { bounds, corner, paint } => {
                self.begin(paint);
                if *corner > 0.0 {
                    rounded(&mut self.content, bounds, *corner);
                } else {
                    rect(&mut self.content, bounds);
                }
                self.end(paint);
            }
            Shape::Path { points, closed, paint } => {
                self.begin(paint);
                polygon(&mut self.content, points, *closed);
                self.end(paint);
            }
            Shape::Text(run) => self.text(run, fonts),
            Shape::Image { bounds: [left, top, right, bottom], image } => {
                self.state([255, 255]);
                let name = image_name(self.images.len());
                self.images.push(Arc::clone(image));
                let across = [right - left, 0.0, 0.0, top - bottom, *left, *bottom].map(round);
                self.content.save_state().transform(across).x_object(Name(name.as_bytes())).restore_state();
            }
            Shape::Marks(marks) => self.marks(marks),
        }
    }

    fn marks(&mut self, marks: &[Mark]) {
        for group in marks.chunk_by(|a, b| a.color == b.color) {
            self.begin(&Paint { fill: Some(group[0].color), stroke: None });
            for Mark { symbol, at: [x, y], radius, .. } in group {
                let scale = (1e4 * radius / FORM).round() / 1e4;
                let name = symbol_name(usize::from(*symbol));
                self.content.save_state();
                self.content.transform([scale, 0.0, 0.0, scale, round(*x), round(*y)]).x_object(Name(name.as_bytes()));
                self.content.restore_state();
            }
        }
    }

    /// Draws a text as glyphs of its fonts, in front of its halo.
    fn text(&mut self, run: &TextRun, fonts: &mut Fonts<'_>) {
        let pieces = fonts.pieces(run);
        if let Some((color, width)) = run.halo {
            self.begin(&Paint { fill: None, stroke: Some((color, width)) });
            for piece in &pieces {
                fonts.outline(run, piece, &mut self.content);
            }
            self.content.stroke();
        }
        self.begin(&Paint { fill: Some(run.color), stroke: None });
        for piece in &pieces {
            self.piece(run, piece, fonts);
        }
    }

    fn piece(&mut self, run: &TextRun, piece: &Piece, fonts: &mut Fonts<'_>) {
        let Some((name, size, glyphs)) = fonts.show(run, piece) else { return };
        if piece.missing {
            let text: String = run.text.chars().skip(piece.chars.start).take(piece.chars.len()).collect();
            let mut content = self.content.begin_marked_content_with_properties(Name(b"Span"));
            content.properties().actual_text(TextStr(&text));
        }
        let (sin, cos) = run.angle.sin_cos();
        let along = run.span(&piece.chars).0;
        let place = [run.at[0] + along * cos, run.at[1] + along * sin].map(round);
        self.content.begin_text().set_font(Name(name.as_bytes()), size);
        self.content.set_horizontal_scaling(round(100.0 * piece.stretch));
        self.content.set_text_matrix([cos, sin, sin, -cos, place[0], place[1]]);
        self.content.show(Str(&glyphs)).end_text();
        if piece.missing {
            self.content.end_marked_content();
        }
    }

    /// Sets fill and outline colour, opacities and line width of the next shape.
    fn begin(&mut self, paint: &Paint) {
        let opacity = |color: Option<[u8; 4]>| color.map_or(255, |color| color[3]);
        self.state([opacity(paint.fill), opacity(paint.stroke.map(|(color, _)| color))]);
        let share = |channel: u8| (1e3 * f32::from(channel) / 255.0).round() / 1e3;
        if let Some([r, g, b, _]) = paint.fill {
            self.content.set_fill_rgb(share(r), share(g), share(b));
        }
        if let Some(([r, g, b, _], width)) = paint.stroke {
            self.content.set_stroke_rgb(share(r), share(g), share(b)).set_line_width(round(width));
        }
    }

    fn state(&mut self, opacities: [u8; 2]) {
        let place = self.states.iter().position(|known| *known == opacities).unwrap_or_else(|| {
            self.states.push(opacities);
            self.states.len() - 1
        });
        self.content.set_parameters(Name(state_name(place).as_bytes()));
    }

    fn end(&mut self, paint: &Paint) {
        match (paint.fill, paint.stroke) {
            (Some(_), Some(_)) => self.content.fill_nonzero_and_stroke(),
            (Some(_), None) => self.content.fill_nonzero(),
            (None, Some(_)) => self.content.stroke(),
            (None, None) => self.content.end_path(),
        };
    }
}

fn rect(content: &mut Content, [left, top, right, bottom]: &Bounds) {
    content.rect(round(*left), round(*top), round(right - left), round(bottom - top));
}

/// Appends a polygon or a line to the operators of a PDF page.
pub(super) fn polygon(content: &mut Content, points: &[[f32; 2]], closed: bool) {
    for (place, [x, y]) in points.iter().enumerate() {
        if place == 0 {
            content.move_to(round(*x), round(*y))
        } else {
            content.line_to(round(*x), round(*y))
        };
    }
    if closed {
        content.close_path();
    }
}

/// Appends a circle to the operators of a PDF page.
pub(super) fn circle(content: &mut Content, [x, y]: [f32; 2], radius: f32) {
    rounded(content, &[x - radius, y - radius, x + radius, y + radius], radius);
}

/// Appends a rectangle with rounded corners to the operators of a PDF page.
fn rounded(content: &mut Content, [left, top, right, bottom]: &Bounds, corner: f32) {
    let off = corner * (1.0 - BEZIER_QUARTER);
    content.move_to(round(left + corner), round(*top));
    // Corners clockwise: end of the edge, two control points, start of the next edge.
    for [a, b, c, d] in [
        [[right - corner, *top], [right - off, *top], [*right, top + off], [*right, top + corner]],
        [[*right, bottom - corner], [*right, bottom - off], [right - off, *bottom], [right - corner, *bottom]],
        [[left + corner, *bottom], [left + off, *bottom], [*left, bottom - off], [*left, bottom - corner]],
        [[*left, top + corner], [*left, top + off], [left + off, *top], [left + corner, *top]],
    ] {
        content.line_to(round(a[0]), round(a[1]));
        content.cubic_to(round(b[0]), round(b[1]), round(c[0]), round(c[1]), round(d[0]), round(d[1]));
    }
    content.close_path();
}
