//! Text runs of a figure: laid-out text, split into pieces of one size and colour.

use egui::{
    Color32, FontFamily, Galley, Pos2, Stroke, Vec2,
    emath::Rot2,
    epaint::{
        TextShape,
        text::{Glyph, PlacedRow, TextFormat},
    },
    vec2,
};

use super::walk::color;
use wordfield_output::figure::{Family, Paint, Shape, TextRun};

/// Laid-out text as shapes of a drawing: backgrounds, text runs and lines.
#[derive(Default)]
pub(super) struct Runs {
    /// Background shapes of the text sections.
    pub below: Vec<Shape>,
    /// Text runs, each of one size and colour.
    pub texts: Vec<TextRun>,
    /// Lines under the texts and through them.
    pub above: Vec<Shape>,
}

/// Text runs of a laid-out text, in reading order.
pub(super) fn text_runs(shape: &TextShape) -> Runs {
    let mut runs = Runs::default();
    let mut sections = Sections { galley: &shape.galley, at: 0 };
    for row in &shape.galley.rows {
        let of: Vec<usize> = row.glyphs.iter().map(|glyph| sections.of(glyph.chr)).collect();
        let mut start = 0;
        for group in of.chunk_by(|a, b| a == b) {
            let glyphs = &row.glyphs[start..start + group.len()];
            start += group.len();
            if let Some(section) = shape.galley.job.sections.get(group[0]) {
                runs.add(shape, row, glyphs, &section.format);
            }
        }
        if row.ends_with_newline {
            sections.at += 1;
        }
    }
    runs
}

/// Text sections of a layout, read in the order of its characters.
struct Sections<'a> {
    galley: &'a Galley,
    /// Byte index of the next character.
    at: usize,
}

impl Sections<'_> {
    /// Section of the next character; an ellipsis at a cut belongs to the last section.
    fn of(&mut self, c: char) -> usize {
        let at = self.at;
        if self.galley.job.text.get(at..).is_some_and(|rest| rest.starts_with(c)) {
            self.at += c.len_utf8();
        }
        let sections = &self.galley.job.sections;
        let found = sections.iter().position(|section| (section.byte_range.start.0..section.byte_range.end.0).contains(&at));
        found.unwrap_or(sections.len().saturating_sub(1))
    }
}

impl Runs {
    fn add(&mut self, shape: &TextShape, row: &PlacedRow, glyphs: &[Glyph], format: &TextFormat) {
        let (Some(first), Some(last)) = (glyphs.first(), glyphs.last()) else { return };
        let turn = Rot2::from_angle(shape.angle);
        let place = |offset: Vec2| -> Pos2 { shape.pos + turn * (row.pos.to_vec2() + offset) };
        let (left, right, base) = (first.pos.x, last.max_x(), first.pos.y);
        let opacity = |color: Color32| color.gamma_multiply(shape.opacity_factor);
        let text: String = glyphs.iter().map(|glyph| if glyph.chr.is_control() { ' ' } else { glyph.chr }).collect();
        let (top, bottom) = (base - first.font_ascent, base - first.font_ascent + first.font_height);
        if format.background.a() > 0 {
            let corners = [vec2(left, top), vec2(right, top), vec2(right, bottom), vec2(left, bottom)];
            let points = corners.map(&place).map(|corner| [corner.x, corner.y]).to_vec();
            let paint = Paint { fill: Some(color(opacity(format.background))), stroke: None };
            self.below.push(Shape::Path { points, closed: true, paint });
        }
        for (stroke, height) in [
            (format.underline, bottom),
            (shape.underline, bottom),
            (format.strikethrough, 0.5 * (base + top) + 0.12 * format.font_id.size),
        ] {
            let Stroke { width, color: line } = stroke;
            if width > 0.0 && line.a() > 0 {
                let points = [left, right].map(|x| place(vec2(x, height))).map(|end| [end.x, end.y]).to_vec();
                let line = if line == Color32::PLACEHOLDER { shape.fallback_color } else { line };
                let paint = Paint { fill: None, stroke: Some((color(opacity(line)), width)) };
                self.above.push(Shape::Path { points, closed: false, paint });
            }
        }
        if text.trim().is_empty() {
            return;
        }
        let ink = match (shape.override_text_color, format.color) {
            (None, Color32::PLACEHOLDER) => shape.fallback_color,
            (Some(color), _) | (None, color) => color,
        };
        let start = place(vec2(left, base));
        self.texts.push(TextRun {
            text,
            at: [start.x, start.y],
            offsets: glyphs.iter().map(|glyph| glyph.pos.x - left).chain([right - left]).collect(),
            size: format.font_id.size,
            angle: shape.angle,
            color: color(opacity(ink)),
            halo: None,
            family: if format.font_id.family == FontFamily::Monospace { Family::Monospace } else { Family::Proportional },
        });
    }
}
