//! Fonts of a PDF document: search for characters, glyph outlines, embedded subsets.

use std::{collections::BTreeMap, ops::Range};

use pdf_writer::{
    Content, Filter, Finish, Name, Rect, Ref, Str,
    types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap},
};
use skrifa::{
    FontRef, GlyphId, MetadataProvider, Tag,
    instance::{LocationRef, Size},
    outline::{DrawSettings, OutlinePen},
};
use subsetter::{GlyphRemapper, subset};

use super::{Writer, compressed};
use crate::figure::{Face, TextRun};

/// Range of the horizontal scaling that fits a text into the width of its layout.
const HORIZONTAL_SCALING: [f32; 2] = [0.6, 1.6];

/// Font that can be embedded in a PDF document, with its used glyphs.
pub(super) struct Font<'a> {
    face: &'a Face,
    read: FontRef<'a>,
    glyphs: GlyphRemapper,
    /// Character that each used glyph of the font represents.
    chars: BTreeMap<u16, char>,
    used: bool,
}

/// Fonts of a PDF document, in the order in which they are searched.
pub(super) struct Fonts<'a>(Vec<Font<'a>>);

/// Consecutive characters of a text that are drawn in one font.
pub(super) struct Piece {
    /// Range of the piece's characters in the text.
    pub chars: Range<usize>,
    /// Horizontal scaling of the piece's characters.
    pub stretch: f32,
    /// Whether no font contains the characters of the piece.
    pub missing: bool,
    font: usize,
    glyphs: Vec<u16>,
}

impl<'a> Fonts<'a> {
    /// Fonts from font files, without those whose format cannot be embedded.
    pub(super) fn of(faces: &'a [Face]) -> Self {
        let readable = faces.iter().filter_map(|face| {
            let read = FontRef::from_index((*face.bytes).as_ref(), face.index).ok()?;
            let embeds = [b"glyf", b"CFF "].into_iter().any(|table| read.table_data(Tag::new(table)).is_some());
            embeds.then(|| Font { face, read, glyphs: GlyphRemapper::new(), chars: BTreeMap::new(), used: false })
        });
        Self(readable.collect())
    }

    /// Splits a text into pieces that are drawn in one font each.
    pub(super) fn pieces(&self, run: &TextRun) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        for (place, c) in run.text.chars().enumerate() {
            let found = self.glyph(run, c);
            let Some((font, glyph)) = found.or_else(|| Some((self.first(run)?, 0))) else { continue };
            match pieces.last_mut() {
                Some(last) if last.font == font && last.missing == found.is_none() => {
                    last.chars.end = place + 1;
                    last.glyphs.push(glyph);
                }
                _ => {
                    let chars = place..place + 1;
                    pieces.push(Piece { chars, stretch: 1.0, missing: found.is_none(), font, glyphs: vec![glyph] });
                }
            }
        }
        for piece in &mut pieces {
            let font = &self.0[piece.font];
            let natural: f32 = piece.glyphs.iter().map(|&glyph| font.advance(glyph)).sum::<f32>() * font.scale(run);
            if natural > 0.0 {
                piece.stretch = (run.span(&piece.chars).1 / natural).clamp(HORIZONTAL_SCALING[0], HORIZONTAL_SCALING[1]);
            }
        }
        pieces
    }

    /// First font in a text's family that contains a character, and the glyph.
    fn glyph(&self, run: &TextRun, c: char) -> Option<(usize, u16)> {
        let of_family = self.0.iter().enumerate().filter(|(_, font)| font.face.families.contains(&run.family));
        let glyph = |(place, font): (usize, &Font<'_>)| {
            let glyph = u16::try_from(font.read.charmap().map(c)?.to_u32()).ok()?;
            Some((place, glyph))
        };
        of_family.filter_map(glyph).find(|(_, glyph)| *glyph > 0)
    }

    fn first(&self, run: &TextRun) -> Option<usize> {
        self.0.iter().position(|font| font.face.families.contains(&run.family))
    }

    /// Resource name and size of a piece's font, and the codes of its glyphs, which are recorded as used.
    pub(super) fn show(&mut self, run: &TextRun, piece: &Piece) -> Option<(String, f32, Vec<u8>)> {
        let font = self.0.get_mut(piece.font)?;
        font.used = true;
        let mut codes = Vec::with_capacity(2 * piece.glyphs.len());
        for (&glyph, c) in piece.glyphs.iter().zip(run.text.chars().skip(piece.chars.start)) {
            let code = if glyph == 0 { 0 } else { font.glyphs.remap(glyph) };
            if code > 0 {
                font.chars.entry(code).or_insert(c);
            }
            codes.extend(code.to_be_bytes());
        }
        Some((name(piece.font), run.size * font.face.scale, codes))
    }

    /// Appends the glyph outlines of a piece of text.
    pub(super) fn outline(&self, run: &TextRun, piece: &Piece, content: &mut Content) {
        let Some(font) = self.0.get(piece.font) else { return };
        let (outlines, settings) = (font.read.outline_glyphs(), Size::new(run.size * font.face.scale));
        let (mut along, (sin, cos)) = (run.span(&piece.chars).0, run.angle.sin_cos());
        for &glyph in &piece.glyphs {
            if let Some(outline) = outlines.get(GlyphId::from(glyph)) {
                let mut pen =
                    Pen { content: &mut *content, at: run.at, along, stretch: piece.stretch, turn: [cos, sin], last: [0.0; 2] };
                // A glyph that cannot be drawn has no halo.
                let _ = outline.draw(DrawSettings::unhinted(settings, LocationRef::default()), &mut pen);
            }
            along += font.advance(glyph) * font.scale(run) * piece.stretch;
        }
    }

    /// All fonts in use, with their resource names in the PDF.
    pub(super) fn used(&self) -> impl Iterator<Item = (String, &Font<'a>)> {
        self.0.iter().enumerate().filter(|(_, font)| font.used).map(|(place, font)| (name(place), font))
    }
}

fn name(place: usize) -> String {
    format!("F{place}")
}

impl Font<'_> {
    /// Width of a glyph in units of the font.
    fn advance(&self, glyph: u16) -> f32 {
        let metrics = self.read.glyph_metrics(Size::unscaled(), LocationRef::default());
        metrics.advance_width(GlyphId::from(glyph)).unwrap_or(0.0)
    }

    /// Factor from units of the font to units of the drawing, at the size of a text.
    fn scale(&self, run: &TextRun) -> f32 {
        let units = self.read.metrics(Size::unscaled(), LocationRef::default()).units_per_em;
        run.size * self.face.scale / f32::from(units.max(1))
    }

    /// Writes a subset of the font that contains only its used glyphs.
    pub(super) fn write(&self, writer: &mut Writer) -> Ref {
        let [font, descendant, descriptor, file, unicode] = [(); 5].map(|()| writer.id());
        let metrics = self.read.metrics(Size::unscaled(), LocationRef::default());
        let em = |length: f32| 1000.0 * length / f32::from(metrics.units_per_em.max(1));
        let letters: String = self.face.name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        let base = format!("WORDFD+{letters}");
        let data = subset((*self.face.bytes).as_ref(), self.face.index, &self.glyphs).unwrap_or_default();
        let cff =
            FontRef::new(&data).ok().and_then(|font| font.table_data(Tag::new(b"CFF ")).map(|table| table.as_bytes().to_vec()));

        let mut type0 = writer.pdf.type0_font(font);
        type0
            .base_font(Name(base.as_bytes()))
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(descendant)
            .to_unicode(unicode);
        type0.finish();
        let mut cid = writer.pdf.cid_font(descendant);
        cid.subtype(if cff.is_some() { CidFontType::Type0 } else { CidFontType::Type2 });
        cid.base_font(Name(base.as_bytes())).font_descriptor(descriptor).default_width(0.0);
        cid.system_info(SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 });
        cid.widths().consecutive(0, self.glyphs.remapped_gids().map(|glyph| em(self.advance(glyph))));
        if cff.is_none() {
            cid.cid_to_gid_map_predefined(Name(b"Identity"));
        }
        cid.finish();
        let bounds = metrics.bounds.unwrap_or_default();
        let mut described = writer.pdf.font_descriptor(descriptor);
        described
            .name(Name(base.as_bytes()))
            .flags(FontFlags::NON_SYMBOLIC)
            .bbox(Rect::new(em(bounds.x_min), em(bounds.y_min), em(bounds.x_max), em(bounds.y_max)))
            .italic_angle(metrics.italic_angle)
            .ascent(em(metrics.ascent))
            .descent(em(metrics.descent))
            .cap_height(em(metrics.cap_height.unwrap_or(metrics.ascent)))
            .stem_v(80.0);
        if cff.is_some() {
            described.font_file3(file)
        } else {
            described.font_file2(file)
        };
        described.finish();
        let program = compressed(cff.as_deref().unwrap_or(&data));
        let mut stream = writer.pdf.stream(file, &program);
        stream.filter(Filter::FlateDecode);
        if cff.is_some() {
            stream.pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
        }
        stream.finish();
        let info = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"UCS"), supplement: 0 };
        let mut cmap = UnicodeCmap::<u16>::new(Name(b"Unicode"), info);
        for (&code, &c) in &self.chars {
            cmap.pair(code, c);
        }
        let cmap = compressed(&cmap.finish());
        writer.pdf.cmap(unicode, &cmap).filter(Filter::FlateDecode);
        font
    }
}

/// Appends the outline of a glyph to a page.
struct Pen<'a> {
    content: &'a mut Content,
    /// Start of the text to which the glyph belongs.
    at: [f32; 2],
    /// Distance of the glyph from the start of the text.
    along: f32,
    stretch: f32,
    /// Cosine and sine of the text's rotation.
    turn: [f32; 2],
    last: [f32; 2],
}

impl Pen<'_> {
    fn place(&self, x: f32, y: f32) -> [f32; 2] {
        let (x, [cos, sin]) = (self.along + self.stretch * x, self.turn);
        [self.at[0] + x * cos + y * sin, self.at[1] + x * sin - y * cos].map(|x| (100.0 * x).round() / 100.0)
    }
}

impl OutlinePen for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.last = [x, y];
        let [x, y] = self.place(x, y);
        self.content.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.last = [x, y];
        let [x, y] = self.place(x, y);
        self.content.line_to(x, y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let towards = |from: f32, control: f32| from + 2.0 / 3.0 * (control - from);
        let [lx, ly] = self.last;
        self.curve_to(towards(lx, cx), towards(ly, cy), towards(x, cx), towards(y, cy), x, y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.last = [x, y];
        let ([ax, ay], [bx, by], [x, y]) = (self.place(ax, ay), self.place(bx, by), self.place(x, y));
        self.content.cubic_to(ax, ay, bx, by, x, y);
    }

    fn close(&mut self) {
        self.content.close_path();
    }
}
