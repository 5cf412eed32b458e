//! Style of the window: spacings, text sizes, widths, colours and icons in one table.
//!
//! Icons are glyphs of the Lucide font, drawn by [`icon`].
//! Every control that shows only an icon has an accessible name and a tooltip ([`icon_button`]).

use egui::{
    Button, Color32, Context, FontData, FontFamily, FontId, Frame, Margin, PopupCloseBehavior, Response, RichText, Role,
    TextStyle, Theme, Ui,
    containers::menu::{MenuButton, MenuConfig},
    epaint::text::{FontInsert, FontPriority, InsertFontFamily},
    vec2,
};

pub(crate) use super::icons::Icon;
use super::{icons::ICON_FONT_BYTES, widgets::named};

/// Spaces between controls in points: within a group, between groups, between sections.
pub(crate) const SPACE: [f32; 3] = [4.0, 8.0, 12.0];
/// Text sizes in points at 100 %: notes, body, titles of panels.
pub(crate) const TEXT: [f32; 3] = [11.0, 13.0, 16.0];
/// Corner radius of chips, panels over the picture and buttons, in points.
pub(crate) const CORNER: u8 = 4;
/// Width of the rail at the left of the window, in points.
pub(crate) const RAIL: f32 = 44.0;
/// Side of an icon in points.
const ICON: f32 = 16.0;
/// Name of the icon font and of its font family.
const ICON_FONT: &str = "lucide";

/// Applies the window's style: text sizes and spacings of the table.
/// Error, warning and small texts have a higher contrast, for projectors.
pub fn apply_style(ctx: &Context) {
    for (theme, error, warning) in [
        (Theme::Light, Color32::from_rgb(176, 24, 24), Color32::from_rgb(150, 75, 0)),
        (Theme::Dark, Color32::from_rgb(255, 128, 110), Color32::from_rgb(255, 180, 80)),
    ] {
        ctx.style_mut_of(theme, |style| {
            style.visuals.error_fg_color = error;
            style.visuals.warn_fg_color = warning;
            style.visuals.weak_text_alpha = 0.8;
            let [small, body, title] = TEXT;
            for (kind, size) in [
                (TextStyle::Small, small),
                (TextStyle::Body, body),
                (TextStyle::Button, body),
                (TextStyle::Monospace, body - 1.0),
                (TextStyle::Heading, title),
            ] {
                if let Some(font) = style.text_styles.get_mut(&kind) {
                    font.size = size;
                }
            }
            style.spacing.item_spacing = vec2(SPACE[1], SPACE[0]);
        });
    }
    let family = InsertFontFamily { family: FontFamily::Name(ICON_FONT.into()), priority: FontPriority::Highest };
    ctx.add_font(FontInsert::new(ICON_FONT, FontData::from_static(ICON_FONT_BYTES), vec![family]));
    // The command table defines Ctrl with +, - and 0, so egui's own zoom is off.
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
}

/// Background colour of the primary button, which continues a dialog or an empty window.
pub(crate) fn primary_color(dark: bool) -> Color32 {
    if dark { Color32::from_rgb(0, 96, 160) } else { Color32::from_rgb(0, 104, 178) }
}

/// Primary button, with which a dialog continues.
pub(crate) fn primary<'a>(ui: &Ui, text: &str) -> Button<'a> {
    Button::new(RichText::new(text).color(Color32::WHITE)).fill(primary_color(ui.visuals().dark_mode))
}

/// Text that shows an icon; empty in the first frame of a context, before its fonts are loaded.
pub(crate) fn icon(ui: &Ui, icon: Icon) -> RichText {
    let family = FontFamily::Name(ICON_FONT.into());
    if ui.fonts(|fonts| fonts.definitions().families.contains_key(&family)) {
        RichText::new(char::from(icon)).font(FontId::new(ICON, family))
    } else {
        RichText::new(" ")
    }
}

/// Draws a button that shows an icon only, with its accessible name; the tooltip begins with the name.
pub(crate) fn icon_button(ui: &mut Ui, enabled: bool, sign: Icon, name: &str, hint: &str) -> Response {
    let button = ui.add_enabled(enabled, Button::new(icon(ui, sign)));
    named(&button, Role::Button, name);
    button.on_hover_text(tooltip(name, hint))
}

/// Draws a switch that shows an icon only.
pub(crate) fn icon_switch(ui: &mut Ui, on: bool, sign: Icon, name: &str, hint: &str) -> Response {
    let button = ui.add(Button::selectable(on, icon(ui, sign)));
    named(&button, Role::Button, name);
    button.on_hover_text(tooltip(name, hint))
}

fn tooltip(name: &str, hint: &str) -> String {
    if hint.is_empty() { name.to_owned() } else { format!("{name}: {hint}") }
}

/// Draws a menu that remains open while controls in it are changed: an icon, with its name in a wide row.
pub(crate) fn icon_menu<R>(ui: &mut Ui, wide: bool, sign: Icon, name: &str, show: impl FnOnce(&mut Ui) -> R) {
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let sign = icon(ui, sign);
    let button = if wide { Button::new((sign, name)) } else { Button::new(sign) };
    let (response, _) = MenuButton::from_button(button).config(config).ui(ui, show);
    named(&response, Role::Button, name);
    response.on_hover_text(name);
}

/// Frame of a chip over the picture, opaque enough to read, without a border.
pub(crate) fn chip(ui: &Ui) -> Frame {
    let fill = ui.visuals().extreme_bg_color.gamma_multiply(0.88);
    Frame::new().fill(fill).corner_radius(CORNER).inner_margin(Margin::symmetric(6, 2))
}
