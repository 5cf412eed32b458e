//! Figures as PDF documents: one page, text in embedded subsets of its fonts, every symbol stored once.
//!
//! Cost: one pass, and compression. Equal drawings give equal files.

mod content;
mod fonts;

use std::io::Write as _;

use flate2::{Compression, write::ZlibEncoder};
use pdf_writer::{Content, Dict, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};

use self::{content::Page, fonts::Fonts};
use super::{Drawing, Image, Symbol};

/// Half of the side of the PDF form that holds a symbol.
const FORM: f32 = 100.0;

/// Drawing as a PDF document of one page.
pub fn write(drawing: &Drawing) -> Vec<u8> {
    let mut fonts = Fonts::of(&drawing.faces);
    let page = Page::of(drawing, &mut fonts);
    let mut writer = Writer { pdf: Pdf::new(), next: 1 };
    let [catalog, pages, page_id, content, info] = [(); 5].map(|()| writer.id());
    writer.pdf.catalog(catalog).pages(pages);
    writer.pdf.pages(pages).kids([page_id]).count(1);
    writer.pdf.document_info(info).title(TextStr(&drawing.title)).producer(TextStr("Wordfield"));
    let symbols: Vec<Ref> = drawing.symbols.iter().map(|symbol| writer.symbol(symbol)).collect();
    let images: Vec<Ref> = page.images.iter().map(|image| writer.image(image)).collect();
    let fonts: Vec<(String, Ref)> = fonts.used().map(|(name, font)| (name, font.write(&mut writer))).collect();
    let data = page.content.finish();
    writer.stream(content, &data);
    let [width, height] = drawing.points().map(content::round);
    let mut written = writer.pdf.page(page_id);
    written.media_box(Rect::new(0.0, 0.0, width, height)).parent(pages).contents(content);
    let mut resources = written.resources();
    pairs(&mut resources.fonts(), fonts);
    let forms = symbols.into_iter().enumerate().map(|(place, id)| (content::symbol_name(place), id));
    let pictures = images.into_iter().enumerate().map(|(place, id)| (content::image_name(place), id));
    pairs(&mut resources.x_objects(), forms.chain(pictures));
    let mut states = resources.ext_g_states();
    for (place, [fill, stroke]) in page.states.iter().enumerate() {
        let mut state =
            states.insert(Name(content::state_name(place).as_bytes())).start::<pdf_writer::writers::ExtGraphicsState<'_>>();
        state.non_stroking_alpha(f32::from(*fill) / 255.0).stroking_alpha(f32::from(*stroke) / 255.0);
    }
    states.finish();
    resources.finish();
    written.finish();
    writer.pdf.finish()
}

fn pairs(dict: &mut Dict<'_>, named: impl IntoIterator<Item = (String, Ref)>) {
    for (name, id) in named {
        dict.pair(Name(name.as_bytes()), id);
    }
}

/// PDF document under construction, with the number of its next object.
struct Writer {
    pdf: Pdf,
    next: i32,
}

impl Writer {
    fn id(&mut self) -> Ref {
        self.next += 1;
        Ref::new(self.next - 1)
    }

    /// Writes a compressed stream to the PDF document.
    fn stream(&mut self, id: Ref, data: &[u8]) {
        self.pdf.stream(id, &compressed(data)).filter(Filter::FlateDecode);
    }

    /// Writes a symbol as a PDF form that is filled with the current colour.
    fn symbol(&mut self, symbol: &Symbol) -> Ref {
        let mut content = Content::new();
        match symbol {
            Symbol::Disc(radius) => content::circle(&mut content, [0.0, 0.0], FORM * radius),
            Symbol::Polygon(points) => {
                let points: Vec<[f32; 2]> = points.iter().map(|point| point.map(|x| FORM * x)).collect();
                content::polygon(&mut content, &points, true);
            }
        }
        content.fill_nonzero();
        let (id, data) = (self.id(), content.finish());
        self.pdf.form_xobject(id, &data).bbox(Rect::new(-FORM, -FORM, FORM, FORM));
        id
    }

    /// Writes an image to the PDF document; its opacity is a second image, the mask.
    fn image(&mut self, image: &Image) -> Ref {
        let [width, height] = image.size.map(|length| i32::try_from(length).unwrap_or(i32::MAX));
        let mask = image.pixels.iter().any(|pixel| pixel[3] < 255).then(|| {
            let (id, alpha) = (self.id(), compressed(&image.pixels.iter().map(|pixel| pixel[3]).collect::<Vec<u8>>()));
            let mut mask = self.pdf.image_xobject(id, &alpha);
            mask.filter(Filter::FlateDecode);
            mask.width(width).height(height).bits_per_component(8).interpolate(!image.sharp).color_space().device_gray();
            id
        });
        let colors: Vec<u8> = image.pixels.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect();
        let (id, colors) = (self.id(), compressed(&colors));
        let mut written = self.pdf.image_xobject(id, &colors);
        written.filter(Filter::FlateDecode);
        written.width(width).height(height).bits_per_component(8).interpolate(!image.sharp);
        written.color_space().device_rgb();
        if let Some(mask) = mask {
            written.s_mask(mask);
        }
        id
    }
}

fn compressed(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(data);
    encoder.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests;
