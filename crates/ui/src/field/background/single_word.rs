//! Fields of models whose decisions are not sums over words: the value of a one-word document at each point.

use ndarray::{Array2, ArrayView1};

use wordfield_core::ldk::DocumentFunction;
use wordfield_state::{FieldOf, Scene};

/// Factors with which `count` document functions are summed to one of the scene's fields.
pub(in crate::field) fn signs(of: FieldOf, count: usize, pairs: &[(usize, usize)]) -> Vec<f64> {
    let sign = |pair: usize| match of {
        FieldOf::Pair(wanted) | FieldOf::Rating(wanted) => f64::from(u8::from(pair == wanted)),
        FieldOf::Class(class) if pairs.get(pair).is_some_and(|p| p.0 == class) => 1.0,
        FieldOf::Class(class) if pairs.get(pair).is_some_and(|p| p.1 == class) => -1.0,
        FieldOf::Witness { .. } | FieldOf::Sets | FieldOf::Novelty(_) => 1.0,
        _ => 0.0,
    };
    (0..count).map(sign).collect()
}

/// Field that is no sum over words but a sum of document functions, each multiplied by a factor.
pub(crate) struct SingleWordField<'a> {
    function: &'a DocumentFunction,
    signs: Vec<f64>,
}

impl<'a> SingleWordField<'a> {
    /// Field `of` of the scene from its document functions; `None` if the field is a sum over words.
    pub(crate) fn of(of: FieldOf, scene: &'a Scene) -> Option<Self> {
        let function = scene.function_of(of)?;
        Some(Self { function, signs: signs(of, function.bias.len(), &scene.pairs) })
    }

    /// Values of the field at points of latent space (points × q), without offsets.
    pub(in crate::field) fn at(&self, points: &Array2<f64>) -> Vec<f32> {
        let values = self.function.at(points.view()) - ArrayView1::from(self.function.bias.as_slice());
        values.dot(&ArrayView1::from(self.signs.as_slice())).iter().map(|&value| value as f32).collect()
    }
}
