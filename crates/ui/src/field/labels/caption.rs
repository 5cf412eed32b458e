//! Caption in the upper left corner of the word field: iteration, axes, field.

use egui::{Label, Rect, RichText, Ui, UiBuilder, vec2};

use crate::{
    field::{WordField, background::picture::MEAN_LEVELS},
    style::chip,
};
use wordfield_state::{FieldOf, Layer, Layers, Scene, SecondAxis};

impl WordField {
    /// Draws the caption over the word field. Returns its rectangle.
    pub(in crate::field) fn caption_chip(&self, ui: &mut Ui, picture: Rect, scene: &Scene, layers: &Layers) -> Rect {
        let space = picture.shrink2(vec2(6.0, 4.0));
        let text = RichText::new(self.caption(scene, layers)).small().weak();
        let drawn = ui.scope_builder(UiBuilder::new().max_rect(space), |ui| {
            chip(ui).show(ui, |ui| ui.add(Label::new(text).selectable(false).truncate()))
        });
        drawn.inner.response.rect
    }

    /// Text of the word field's caption.
    pub(in crate::field) fn caption(&self, scene: &Scene, layers: &Layers) -> String {
        let plane = &self.placing.plane;
        let name = |axis: usize| plane.name(axis);
        let share = 100.0 * plane.shares.iter().sum::<f64>();
        let axes = match (plane.q, &plane.axes) {
            _ if plane.upright && plane.q > 1 => {
                let second = match layers.second_axis(plane.q) {
                    SecondAxis::Topic => "leading topic direction (not learned)",
                    _ => "log10 of a word's document frequency",
                };
                format!("x: learned axis, {share:.0} % of the variance; y: {second}")
            }
            (0, _) => "no latent dimension".to_owned(),
            (1, _) => "x: latent dimension; y: rank by how characteristic a word is".to_owned(),
            (2, _) => "both latent dimensions".to_owned(),
            (_, None) => "all three latent dimensions".to_owned(),
            (q, Some(axes)) if axes.dimensions.is_some() => {
                let names: Vec<String> = (0..axes.along.len()).map(name).collect();
                format!("{} of {q} latent dimensions, {share:.0} % of the variance", names.join(", "))
            }
            (q, Some(axes)) => {
                let count = if axes.along.len() == 3 { "three" } else { "two" };
                format!("the first {count} of {q} principal axes, {share:.0} % of the variance")
            }
        };
        let name = |class: usize| scene.basis.class_names.get(class).map_or("?", String::as_str);
        let slice = self.slice_text().filter(|_| plane.is_deep()).unwrap_or_default();
        let field = match layers.field_of {
            _ if !layers.shows(Layer::Field) => String::new(),
            FieldOf::Class(class) => format!(" · field{slice}: {} in its colour, other classes grey", name(class)),
            FieldOf::Pair(pair) => scene.pairs.get(pair).map_or_else(String::new, |(first, second)| {
                format!(" · field{slice}: {} against {}", name(*first), name(*second))
            }),
            FieldOf::Witness { .. } => format!(" · witness{slice}: colour of the document with more weight"),
            FieldOf::Sets => format!(" · witness{slice}: colour of the set with more weight"),
            FieldOf::Rating(_) | FieldOf::Deviation(_) => {
                format!(" · field{slice}: {}", scene.field_title(layers.field_of))
            }
            FieldOf::Mean if scene.mean.is_none() => " · kernel mean: select a word, a document or a class".to_owned(),
            FieldOf::Mean => {
                let [inner, outer] = MEAN_LEVELS;
                format!(" · {}{slice}, lines at {inner} and {outer} of its highest value", scene.field_name(layers.field_of))
            }
            FieldOf::Novelty(_) => format!(" · {}{slice}, rejected grey", scene.field_name(layers.field_of)),
        };
        let of = match layers.field_of {
            _ if field.is_empty() => "",
            FieldOf::Class(_) | FieldOf::Pair(_) | FieldOf::Witness { .. } | FieldOf::Sets | FieldOf::Novelty(_)
                if scene.function_of(layers.field_of).is_some() =>
            {
                ", for documents of a single word"
            }
            _ if !scene.embedding.has_places() => ", constant: the identity kernel has no positions",
            _ => "",
        };
        let verdict = scene.verdict.as_ref().map_or_else(String::new, |verdict| format!(" · {verdict}"));
        let documents = if layers.shows(Layer::Documents) { " · documents: training filled, others hollow" } else { "" };
        let words = scene.basis.words.len();
        let paper = if scene.paper { " · preset paper" } else { "" };
        format!("iteration {}{paper}{verdict} · {words} words · {axes}{field}{of}{documents}", scene.iteration)
    }
}

/// Text of a number with about three significant digits.
pub fn short(value: f32) -> String {
    let size = value.abs();
    if size < 1e-9 || (0.01..1000.0).contains(&size) { format!("{value:.2}") } else { format!("{value:.1e}") }
}
