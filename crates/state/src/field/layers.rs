//! Layers of the word field in a table, from which the switches above the field and their keys are built.

use serde::{Deserialize, Serialize};

use crate::{ColourBy, FieldOf, Viewpoint};
use wordfield_core::corpus::TaskKind;

/// A switchable layer of the word field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layer {
    /// Layer with a disc for every word.
    Words,
    /// Layer with word labels, as many as fit.
    Labels,
    /// Layer with density contours of the words in each class's documents.
    Contours,
    /// Layer with a mark for every document at the mean position of its words.
    Documents,
    /// Layer with the decision field and its zero line.
    Field,
    /// Layer with the training paths of the selected words.
    Trails,
    /// Layer that shows the log of a word's document frequency as the second axis.
    FrequencyAxis,
    /// Layer that shows the leading topic direction of the words as the second axis.
    TopicAxis,
    /// Layer with the forces of the objective on the words.
    Forces,
    /// Layer that shows the field as a surface in space that can be turned.
    Relief,
    /// Layer with posterior mean and deviation along the line through two selected words.
    Profile,
    /// Colours of fields, surfaces and matrices end at the largest value shown instead of the largest possible one.
    Rescaled,
}

/// Row of a layer: its name and help in the window.
#[derive(Clone, Copy, Debug)]
pub struct LayerRow {
    /// Layer of the word field that the texts describe.
    pub layer: Layer,
    /// Name of the layer of the word field in menus.
    pub label: &'static str,
    /// Description of the layer of the word field.
    pub hint: &'static str,
    /// Key on the keyboard that switches the layer.
    pub key: Option<&'static str>,
    /// Task whose documents have this layer; `None`: all tasks.
    pub task: Option<TaskKind>,
    /// Whether the layer is shown by default in the word field.
    pub initially: bool,
}

impl Layer {
    /// Rows of all layers of the word field, in the order of their declaration.
    pub const ALL: [LayerRow; 12] = [
        LayerRow { layer: Self::Words, label: "words", hint: "a mark for each word", key: None, task: None, initially: true },
        LayerRow {
            layer: Self::Labels,
            label: "labels",
            hint: "as many words as fit",
            key: Some("L"),
            task: None,
            initially: true,
        },
        LayerRow {
            layer: Self::Contours,
            label: "contours",
            hint: "density of the words of each class",
            key: Some("C"),
            task: None,
            initially: true,
        },
        LayerRow {
            layer: Self::Documents,
            label: "documents",
            hint: "a mark for each document at the mean position of its words; training documents filled, others hollow",
            key: None,
            task: None,
            initially: false,
        },
        LayerRow {
            layer: Self::Field,
            label: "field",
            hint: "the decision function over the latent space, with its zero line",
            key: Some("D"),
            task: None,
            initially: false,
        },
        LayerRow {
            layer: Self::Trails,
            label: "trails",
            hint: "path of the selected words during training",
            key: Some("T"),
            task: None,
            initially: false,
        },
        LayerRow {
            layer: Self::FrequencyAxis,
            label: "frequency axis",
            hint: "the second axis is the log of a word's document frequency; the first the widest direction",
            key: None,
            task: Some(TaskKind::Ratings),
            initially: false,
        },
        LayerRow {
            layer: Self::TopicAxis,
            label: "topic axis",
            hint: "the second axis is the leading topic direction of the words, uncorrelated with the learned axis; one rating \
                   needs one learned dimension only",
            key: None,
            task: Some(TaskKind::Ratings),
            initially: false,
        },
        LayerRow {
            layer: Self::Forces,
            label: "forces",
            hint: "force of the objective on each word",
            key: Some("A"),
            task: None,
            initially: false,
        },
        LayerRow {
            layer: Self::Relief,
            label: "relief",
            hint: "the field as a surface in a window of its own, which can be turned",
            key: None,
            task: None,
            initially: false,
        },
        LayerRow {
            layer: Self::Profile,
            label: "profile",
            hint: "posterior mean and 95 % band along the line through two selected words",
            key: None,
            task: Some(TaskKind::Ratings),
            initially: false,
        },
        LayerRow {
            layer: Self::Rescaled,
            label: "rescaled colours",
            hint: "colours of fields, surfaces and matrices end at the largest value shown; otherwise at what a value can be, so \
                   that a strong colour is a strong difference",
            key: None,
            task: None,
            initially: false,
        },
    ];
}

/// Vertical axis of the word field's picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SecondAxis {
    /// Second latent axis; the rank by how characteristic a word is if there is one dimension only.
    #[default]
    Latent,
    /// Base-ten logarithm of a word's document frequency as the vertical axis.
    Frequency,
    /// Leading topic direction as the vertical axis, uncorrelated with the horizontal axis.
    Topic,
}

/// Visible layers of the word field, with their settings.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    shown: [bool; Layer::ALL.len()],
    /// Subject of the drawn field, such as a class or a rating.
    pub field_of: FieldOf,
    /// Colouring of words in the word field.
    pub colour_by: ColourBy,
    /// Viewpoint of the word field in space.
    pub viewpoint: Viewpoint,
}

impl Default for Layers {
    fn default() -> Self {
        let shown = Layer::ALL.map(|row| row.initially);
        Self { shown, field_of: FieldOf::Class(0), colour_by: ColourBy::Class, viewpoint: Viewpoint::default() }
    }
}

impl Layers {
    /// Whether a layer of the word field is shown.
    pub fn shows(&self, layer: Layer) -> bool {
        self.shown[layer as usize]
    }

    /// Shows or hides a layer. Of the two layers that replace the second axis at most one is shown.
    pub fn show(&mut self, layer: Layer, shown: bool) {
        self.shown[layer as usize] = shown;
        match layer {
            Layer::FrequencyAxis if shown => self.shown[Layer::TopicAxis as usize] = false,
            Layer::TopicAxis if shown => self.shown[Layer::FrequencyAxis as usize] = false,
            _ => {}
        }
    }

    /// Vertical axis for words of `q` latent dimensions.
    pub fn second_axis(&self, q: usize) -> SecondAxis {
        match q {
            2.. if self.shows(Layer::FrequencyAxis) => SecondAxis::Frequency,
            2 if self.shows(Layer::TopicAxis) => SecondAxis::Topic,
            _ => SecondAxis::Latent,
        }
    }

    /// Layer settings with one layer shown or hidden.
    pub fn with(mut self, layer: Layer, shown: bool) -> Self {
        self.show(layer, shown);
        self
    }

    /// Layer settings with another drawn field.
    pub fn with_field(self, field_of: FieldOf) -> Self {
        Self { field_of, ..self.with(Layer::Field, true) }
    }

    /// Layer settings with another viewpoint.
    pub fn seen_from(self, viewpoint: Viewpoint) -> Self {
        Self { viewpoint, ..self }
    }

    /// Index of the selected rating.
    pub fn rating(&self) -> usize {
        if let FieldOf::Rating(rating) | FieldOf::Deviation(rating) = self.field_of { rating } else { 0 }
    }

    /// Default layers for a task: the field for ratings, densities for other tasks.
    pub fn of_task(&self, kind: TaskKind) -> Self {
        let ratings = kind == TaskKind::Ratings;
        let (field_of, colour_by) =
            if ratings { (FieldOf::Rating(0), ColourBy::MeanRating) } else { (FieldOf::Class(0), ColourBy::Class) };
        let layers = Self { field_of, colour_by, ..*self };
        let layers = layers.with(Layer::Contours, !ratings).with(Layer::Field, ratings);
        layers.with(Layer::FrequencyAxis, false).with(Layer::TopicAxis, ratings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_layer_has_its_own_row_switch_and_key() {
        for (place, row) in Layer::ALL.iter().enumerate() {
            assert_eq!(row.layer as usize, place, "{} is found by its place", row.label);
            let other = Layers::default().with(row.layer, !row.initially);
            let changed: Vec<_> = Layer::ALL.iter().filter(|row| other.shows(row.layer) != row.initially).collect();
            assert!(changed.len() == 1 && changed[0].layer == row.layer);
            let keys = Layer::ALL.iter().filter(|other| other.key.is_some() && other.key == row.key).count();
            assert!(keys <= 1, "key {:?}", row.key);
        }
    }
}
