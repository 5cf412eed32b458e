//! Marker textures with their outlines, from which views draw many marks; in a figure the outlines replace the pixels.

use std::sync::Arc;

use egui::{Context, Id, Pos2, Rect, TextureId};

use wordfield_output::figure::Symbol;

/// Texture of markers, with the outline of each.
#[derive(Clone, Debug)]
pub struct MarkerTexture {
    /// Texture that contains the markers.
    pub id: TextureId,
    /// Part of the texture that contains each marker, with the marker's outline.
    pub markers: Arc<[(Rect, Symbol)]>,
}

impl MarkerTexture {
    /// Index of the marker in the part of the texture that contains a point.
    pub fn marker_at(&self, uv: Pos2) -> Option<u8> {
        self.markers.iter().position(|(part, _)| part.contains(uv)).map(|place| place as u8)
    }

    /// Registers the marker texture in a context.
    pub fn register(self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(place(), self));
    }

    /// Marker texture that is registered in a context.
    pub fn of(ctx: &Context) -> Option<Self> {
        ctx.data(|data| data.get_temp(place()))
    }
}

fn place() -> Id {
    Id::unique("marker texture")
}
