//! Pictures of the kernel means of two compared sets and of their difference, the witness function, on one scale.

use std::sync::Arc;

use egui::{
    Align2, Color32, ColorImage, FontId, Id, Rect, Role, Sense, StrokeKind, TextureHandle, TextureOptions, Ui, WidgetInfo, pos2,
    vec2,
};

use crate::{
    colour_bar::{ColourBar, tick},
    palette::{ratio_color, side_color},
};
use wordfield_state::{Action, MeanSurfaces, Same, SetsFound, ValueScale};

/// Largest side of a picture of a kernel mean, in points.
const SIDE: f32 = 150.0;
/// Height of a picture's title, in points.
const TITLE: f32 = 16.0;

/// Textures of the pictures of kernel means, kept between frames.
#[derive(Clone)]
struct Drawn {
    key: (Same<SetsFound>, [Color32; 2], ValueScale, bool),
    textures: [TextureHandle; 3],
}

/// Draws both kernel means, their difference and a colour bar, if the words lie in a plane; `colors` are those of the sets.
pub(super) fn show(ui: &mut Ui, found: &Arc<SetsFound>, rescaled: bool, colors: [Color32; 2], actions: &mut Vec<Action>) {
    let Some(surfaces) = &found.surfaces else { return };
    let (id, dark) = (Id::unique("kernel means of two sets"), ui.visuals().dark_mode);
    let scale = scale(found, surfaces, rescaled);
    let key = (Same::of(found), colors, scale, dark);
    let known = ui.data(|data| data.get_temp::<Drawn>(id)).filter(|drawn| drawn.key == key);
    let drawn = known.unwrap_or_else(|| {
        let textures = textures(ui, surfaces, found.between.band, &scale, colors, dark);
        let drawn = Drawn { key, textures };
        ui.data_mut(|data| data.insert_temp(id, drawn.clone()));
        drawn
    });
    let gap = ui.spacing().item_spacing.x;
    let side = ((ui.available_width() - 2.0 * gap) / 3.0).min(SIDE);
    ui.horizontal(|ui| {
        for (texture, name) in drawn.textures.iter().zip(["mean of the first", "mean of the second", "difference: witness"]) {
            let (rect, response) = ui.allocate_exact_size(vec2(side, side + TITLE), Sense::hover());
            let picture = rect.with_min_y(rect.min.y + TITLE);
            ui.painter().text(rect.left_top(), Align2::LEFT_TOP, name, FontId::proportional(11.0), ui.visuals().text_color());
            ui.painter().image(texture.id(), picture, Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0)), Color32::WHITE);
            ui.painter().rect_stroke(picture, 0.0, ui.visuals().widgets.noninteractive.bg_stroke, StrokeKind::Inside);
            response.widget_info(|| WidgetInfo::labeled(Role::Figure, true, name));
            response.on_hover_text("kernel means over the plane of the words, all three on the same scale");
        }
    });
    let band = found.between.band;
    let ends = [Some(scale.low), Some(scale.middle), Some(scale.high)];
    let color = |share: f32| side_color(2.0 * share - 1.0, colors, dark);
    let bar = ColourBar {
        scale: Some(scale),
        note: band.map(|band| {
            format!("difference within ±{} grey, as 95 % of random splits", tick(band, [Some(-band), None, Some(band)]))
        }),
        ..ColourBar::new("kernel means, and their difference", ends, &color)
    };
    bar.show(ui, (3.0 * side + 2.0 * gap).min(2.0 * SIDE), Some(actions));
}

/// Common colour scale of both kernel means and their difference.
fn scale(found: &SetsFound, surfaces: &MeanSurfaces, rescaled: bool) -> ValueScale {
    let [first, second] = &surfaces.values;
    let most = first.iter().chain(second).fold(1e-12_f32, |most, value| most.max(value.abs()));
    let limit = found.key.ldk.embedding.witness_limit(&found.between.spread).map(|limit| limit as f32);
    ValueScale::two_sided(limit.map(|limit| [-limit, limit]), 0.0, most, rescaled)
}

/// Textures of both kernel means and of their difference, whose colours are those of its ratio to the band of random splits.
fn textures(
    ui: &Ui,
    surfaces: &MeanSurfaces,
    band: Option<f32>,
    scale: &ValueScale,
    colors: [Color32; 2],
    dark: bool,
) -> [TextureHandle; 3] {
    let [first, second] = &surfaces.values;
    let (columns, rows) = (surfaces.grid.columns, surfaces.grid.rows);
    let value = |picture: usize, cell: usize| match picture {
        0 => first[cell],
        1 => -second[cell],
        _ => first[cell] - second[cell],
    };
    [0, 1, 2].map(|picture| {
        let color = |at: usize| {
            let value = value(picture, (rows - 1 - at / columns) * columns + at % columns);
            match band {
                Some(band) if picture == 2 => ratio_color(value / band, scale.high / band, colors, dark),
                _ => side_color(scale.place(value), colors, dark),
            }
        };
        let image = ColorImage::new([columns, rows], (0..rows * columns).map(color).collect());
        ui.ctx().load_texture(format!("kernel mean {picture}"), image, TextureOptions::LINEAR)
    })
}
