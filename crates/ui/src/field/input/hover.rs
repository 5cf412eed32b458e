//! Hovered word or document: its tooltip, and its inspection or selection by a click.

use egui::{Context, PointerButton, PopupAnchor, Pos2, Response, RichText, TextWrapMode, Tooltip, Ui};

use crate::field::{
    HOVER_RADIUS, Shown, WordField,
    input::{encircle::click_operation, nearest},
    labels::caption::short,
    layers::{colours, plane::Theme},
    placement::projection::Projection,
};
use crate::widgets::beginning;
use wordfield_core::corpus::Dataset;
use wordfield_core::model::Predictions;
use wordfield_state::{Action, Basis, Choose, Colouring, Focus, Look, Scene, SelectionSet, explain::Part};

impl WordField {
    /// Word at a screen position, by its mark or else by its label.
    pub(in crate::field) fn word_under(&self, pointer: Pos2) -> Option<usize> {
        nearest::nearest(&self.screen, &self.depths, pointer, HOVER_RADIUS).or_else(|| self.labels.under(pointer))
    }

    /// Draws the tooltip of the hovered word; a click inspects or selects it.
    pub(in crate::field) fn point(
        &mut self,
        ctx: &Context,
        response: &Response,
        shown: &Shown<'_>,
        theme: Theme,
    ) -> Option<Action> {
        let scene = shown.scene;
        let pointer = response.hover_pos()?;
        let document = self.documents.under(pointer).filter(|(_, at)| {
            let word = nearest::nearest(&self.screen, &self.depths, pointer, at.distance(pointer) - 1e-3);
            word.is_none() && !response.dragged() && self.gesture.outline.is_none()
        });
        if let (Some((document, at)), Some(dataset)) = (document, &scene.dataset) {
            self.background_click = None;
            return point_document(ctx, response, shown, (dataset, document, at, theme));
        }
        let word = self.word_under(pointer);
        if let Some(word) = word.filter(|_| !response.dragged() && self.gesture.outline.is_none()) {
            let class = scene.class_of(word);
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
                    (colouring, Some(name)) => {
                        let text = match colouring {
                            Colouring::Decided { margins, .. } => {
                                format!("decided: {name}, margin {}", short(margins.get(word).copied().unwrap_or_default()))
                            }
                            _ => name.clone(),
                        };
                        ui.label(RichText::new(text).color(colours::class(scene, class, theme.dark)));
                    }
                    _ => {}
                }
                ui.label(RichText::new(position(&self.placing.plane, word)).small());
            });
        }
        // Space and Enter on the focused picture count as clicks, but are not aimed at a word.
        if !response.clicked_by(PointerButton::Primary) {
            return None;
        }
        self.background_click = None;
        if response.double_clicked() {
            return None;
        }
        let (keys, now) = ctx.input(|input| (input.modifiers, input.time));
        match (click_operation(keys), word) {
            (None, None) if shown.chosen.count() > 1 => {
                self.background_click = Some(now);
                None
            }
            (None, word) => Some(Action::Look(Look::Select(word.map_or(Focus::None, Focus::Word)))),
            (Some(how), Some(word)) => {
                Some(Action::Choose(Choose::Take(how, SelectionSet::words(scene.basis.words.len(), [word]))))
            }
            (Some(_), None) => None,
        }
    }

    /// Clears the selection after a click on the background, once it cannot become a double click (fit all words).
    pub(in crate::field) fn clear_selection(&mut self, ctx: &Context) -> Option<Action> {
        let clicked = self.background_click?;
        let wait = ctx.options(|options| options.input_options.max_double_click_delay);
        let remaining = clicked + wait - ctx.input(|input| input.time);
        if remaining > 0.0 {
            ctx.request_repaint_after_secs(remaining as f32 + 0.01);
            return None;
        }
        self.background_click = None;
        Some(Action::Look(Look::Select(Focus::None)))
    }
}

/// Draws the tooltip of the hovered document; a click inspects or selects it.
fn point_document(
    ctx: &Context,
    response: &Response,
    shown: &Shown<'_>,
    (dataset, document, at, theme): (&Dataset, usize, Pos2, Theme),
) -> Option<Action> {
    let scene = shown.scene;
    ctx.layer_painter(response.layer_id).with_clip_rect(response.rect).circle_stroke(at, 6.0, (1.5, theme.ink));
    Tooltip::always_open(ctx.clone(), response.layer_id, response.id, PopupAnchor::Pointer).gap(14.0).show(|ui| {
        describe_document(ui, (&scene.basis, dataset), document);
        if let Some(predicted) = predicted(scene, document) {
            ui.label(format!("predicted: {predicted}"));
        }
    });
    clicked_document(response, dataset.corpus.len(), document)
}

/// Draws a document's title, class and part in its tooltip.
pub(crate) fn describe_document(ui: &mut Ui, (basis, dataset): (&Basis, &Dataset), document: usize) {
    ui.set_max_width(360.0);
    ui.label(RichText::new(beginning(&dataset.corpus.display_title(document), 90)).strong());
    let part = basis.parts.get(document).copied().flatten().map_or("unlabelled", Part::name);
    match dataset.label(document) {
        Some(class) => {
            let text = format!("{}, {part}", dataset.corpus.class_name(document));
            ui.label(RichText::new(text).color(colours::class_color_of(basis, class, ui.visuals().dark_mode)));
        }
        None => drop(ui.label(part)),
    }
}

/// Action of a click on one of `documents` documents: inspects it, or combines it with the selection set.
pub(crate) fn clicked_document(response: &Response, documents: usize, document: usize) -> Option<Action> {
    if !response.clicked_by(PointerButton::Primary) || response.double_clicked() {
        return None;
    }
    Some(match click_operation(response.ctx.input(|input| input.modifiers)) {
        None => Action::Look(Look::Select(Focus::Document(document))),
        Some(how) => Action::Choose(Choose::Take(how, SelectionSet::documents(documents, [document]))),
    })
}

/// Text of a document's predicted class or rating; `None` for pairs and at recorded iterations.
fn predicted(scene: &Scene, document: usize) -> Option<String> {
    match scene.predictions.as_ref().filter(|_| !scene.past)? {
        Predictions::Classes(found) => scene.basis.class_names.get(*found.predicted.get(document)?).cloned(),
        Predictions::Ratings(found) => Some(short(*found.mean.get([document, 0])? as f32)),
        Predictions::Matches(_) => None,
    }
}

/// Text of a word's coordinates on the drawn axes.
fn position(plane: &Projection, word: usize) -> String {
    let axes = if plane.is_deep() { 3 } else { 2 };
    let shown: Vec<String> = plane.word(word)[..axes].iter().map(|x| format!("{x:.3}")).collect();
    format!("at ({})", shown.join(", "))
}
