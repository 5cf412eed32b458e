//! What is drawn where decisions are no means of a field over words: the value of a document of one word at each place.

use ndarray::{Array2, ArrayView1};

use crate::{
    ldk::DocumentFunction,
    state::{FieldOf, Scene},
};

/// What each of `count` functions counts for in one of the fields a scene has.
pub(in crate::ui::field) fn signs(of: FieldOf, count: usize, pairs: &[(usize, usize)]) -> Vec<f64> {
    let sign = |pair: usize| match of {
        FieldOf::Pair(wanted) | FieldOf::Rating(wanted) => f64::from(u8::from(pair == wanted)),
        FieldOf::Class(class) if pairs.get(pair).is_some_and(|p| p.0 == class) => 1.0,
        FieldOf::Class(class) if pairs.get(pair).is_some_and(|p| p.1 == class) => -1.0,
        FieldOf::Witness { .. } | FieldOf::Sets => 1.0,
        _ => 0.0,
    };
    (0..count).map(sign).collect()
}

/// What a field is at a place, where it is no sum over words: some functions of a document of one word, and what each counts
/// for.
pub struct SingleWordField<'a> {
    function: &'a DocumentFunction,
    signs: Vec<f64>,
}

impl<'a> SingleWordField<'a> {
    /// Of one of the fields a scene has; `None` where that is a sum over words.
    pub fn of(of: FieldOf, scene: &'a Scene) -> Option<Self> {
        let function = scene.function_of(of)?;
        Some(Self { function, signs: signs(of, function.bias.len(), &scene.pairs) })
    }

    /// The values at some places, without offsets.
    pub(in crate::ui::field) fn at(&self, points: &Array2<f64>) -> Vec<f32> {
        let values = self.function.at(points.view()) - ArrayView1::from(self.function.bias.as_slice());
        values.dot(&ArrayView1::from(self.signs.as_slice())).iter().map(|&value| value as f32).collect()
    }
}
