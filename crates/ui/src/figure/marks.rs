//! Marker textures that views draw many marks with, registered with their outlines, so that a figure holds marks instead of
//! pixels.

use std::sync::Arc;

use egui::{Context, Id, Pos2, Rect, TextureId};

use wordfield_output::figure::Symbol;

/// A texture of markers.
#[derive(Clone, Debug)]
pub struct MarkerTexture {
    /// Texture with the markers.
    pub id: TextureId,
    /// Part of the texture and outline of each marker.
    pub markers: Arc<[(Rect, Symbol)]>,
}

impl MarkerTexture {
    /// Marker in the part of the texture that contains a point.
    pub fn marker_at(&self, uv: Pos2) -> Option<u8> {
        self.markers.iter().position(|(part, _)| part.contains(uv)).map(|place| place as u8)
    }

    /// Registers the texture in a context.
    pub fn register(self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(place(), self));
    }

    /// The registered texture of a context.
    pub fn of(ctx: &Context) -> Option<Self> {
        ctx.data(|data| data.get_temp(place()))
    }
}

fn place() -> Id {
    Id::unique("marker texture")
}
