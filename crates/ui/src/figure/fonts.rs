//! Fonts of a figure: those of the window, and system fonts for missing characters.

use std::sync::{Arc, LazyLock};

use egui::{
    Context, FontDefinitions, FontFamily,
    epaint::text::{FallbackRequest, FontData, FontInsert, FontProvider},
};
use egui_system_font_provider::SystemFontProvider;
use parking_lot::Mutex;

use wordfield_output::figure::{Face, Family};

/// Fonts of the operating system, listed once.
static SYSTEM: LazyLock<SystemFontProvider> = LazyLock::new(SystemFontProvider::new);

/// Collects the system fonts that a context uses.
#[derive(Default)]
pub(super) struct FallbackFonts(Mutex<Vec<Face>>);

impl FallbackFonts {
    /// Enables system fonts in a drawing context, and collects the fonts used.
    pub(super) fn install(ctx: &Context) -> Arc<Self> {
        let fonts = Arc::new(Self::default());
        let provider: Arc<dyn FontProvider> = fonts.clone();
        ctx.add_font_provider(provider);
        fonts
    }

    /// Fonts of the figure, in the order in which they are searched for a character.
    pub(super) fn faces(&self) -> Vec<Face> {
        let definitions = FontDefinitions::default();
        let mut faces: Vec<Face> = Vec::new();
        for (family, names) in &definitions.families {
            let family = family_of(family);
            for name in names {
                match faces.iter_mut().find(|face| face.name == *name) {
                    Some(face) => face.families.push(family),
                    None => faces.extend(definitions.font_data.get(name).map(|data| face(name, data, family))),
                }
            }
        }
        // Regular and bold fonts of one family precede the fallback fonts.
        faces.sort_by_key(|face| face.families.contains(&Family::Proportional));
        faces.extend(self.0.lock().iter().cloned());
        faces
    }
}

impl FontProvider for FallbackFonts {
    fn font_for(&self, request: &FallbackRequest<'_>) -> Option<FontInsert> {
        let found = SYSTEM.font_for(request)?;
        self.0.lock().push(face(&found.name, &found.data, family_of(request.family)));
        Some(found)
    }
}

fn family_of(family: &FontFamily) -> Family {
    if *family == FontFamily::Monospace { Family::Monospace } else { Family::Proportional }
}

fn face(name: &str, data: &FontData, family: Family) -> Face {
    let bytes = Arc::clone(&data.font);
    Face { name: name.to_owned(), families: vec![family], bytes, index: data.index, scale: data.tweak.scale }
}
