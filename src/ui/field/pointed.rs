//! The word under the pointer: a note on it, and its choice by a click.

use eframe::egui::{Context, PopupAnchor, Response, RichText, TextWrapMode, Tooltip};

use super::{REACH, WordField, caption::short, colours, gesture::how_clicked, pick, picture::Theme};
use crate::state::{Action, Choose, Chosen, Colouring, Look, Scene, Selection};

impl WordField {
    /// The word under the pointer: says what it is, and selects it when clicked.
    pub(super) fn point(&self, ctx: &Context, response: &Response, scene: &Scene, theme: Theme) -> Option<Action> {
        let pointer = response.hover_pos()?;
        let word = pick::nearest(&self.screen, &self.depths, pointer, REACH);
        if let Some(word) = word.filter(|_| !response.dragged() && !self.gesture.is_under_way()) {
            let class = scene.basis.word_class.get(word).copied().unwrap_or(0);
            let painter = ctx.layer_painter(response.layer_id).with_clip_rect(response.rect);
            painter.circle_stroke(self.screen[word], 6.0, (1.5, theme.ink));
            Tooltip::always_open(ctx.clone(), response.layer_id, response.id, PopupAnchor::Pointer).gap(14.0).show(|ui| {
                ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
                ui.label(RichText::new(&scene.basis.words[word]).strong());
                match (&scene.colouring, scene.basis.class_names.get(class)) {
                    (Colouring::Values { values, scale }, _) => {
                        let value = values.get(word).filter(|value| value.is_finite()).map_or("none".to_owned(), |v| short(*v));
                        ui.label(RichText::new(format!("{}: {value}", scale.name)).color(colours::word(scene, word, theme.dark)));
                    }
                    (Colouring::Classes, Some(name)) => {
                        ui.label(RichText::new(name).color(colours::class(scene, class, theme.dark)));
                    }
                    _ => {}
                }
                ui.label(RichText::new(position(scene, word)).small());
            });
        }
        if !response.clicked() || response.double_clicked() {
            return None;
        }
        let keys = ctx.input(|input| input.modifiers);
        match (how_clicked(keys), word) {
            (None, word) => Some(Action::Look(Look::Select(word.map_or(Selection::None, Selection::Word)))),
            (Some(how), Some(word)) => Some(Action::Choose(Choose::Take(how, Chosen::words(scene.basis.words.len(), [word])))),
            (Some(_), None) => None,
        }
    }
}

/// A word's latent vector, shortened.
fn position(scene: &Scene, word: usize) -> String {
    let row = scene.latent.row(word);
    let shown: Vec<String> = row.iter().take(4).map(|x| format!("{x:.3}")).collect();
    let rest = if row.len() > 4 { ", …" } else { "" };
    format!("at ({}{rest})", shown.join(", "))
}
