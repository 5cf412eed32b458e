//! Viewpoint of the word field: plane or space, drawn axes, and the slice of space.

use serde::{Deserialize, Serialize};

/// Viewpoint of the word field: how latent vectors of more than two dimensions are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Viewpoint {
    /// Whether words are drawn in space. `None`: three latent dimensions in space, more in the plane.
    pub deep: Option<bool>,
    /// Axes along which words are drawn.
    pub along: Along,
    /// Slice of space in which the field is drawn.
    pub slice: Slice,
}

/// Axes along which words are drawn if there are more latent dimensions than drawn ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Along {
    /// Draw along the principal directions of the words.
    #[default]
    Principal,
    /// Draw along these latent dimensions, counted from 0; the plane uses the first two.
    Dimensions([usize; 3]),
}

/// Slice of space: a plane orthogonal to one of the drawn axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slice {
    /// Index of the drawn axis orthogonal to the slice, 0 to 2.
    pub across: usize,
    /// Position of the slice along that axis, in thousandths from its low end to its high end.
    pub at: u16,
}

impl Default for Slice {
    fn default() -> Self {
        Self { across: 1, at: 500 }
    }
}

impl Viewpoint {
    /// Whether `q` latent dimensions are drawn in space.
    pub fn is_deep(&self, q: usize) -> bool {
        q >= 3 && self.deep.unwrap_or(q == 3)
    }

    /// Viewpoint as read from a file, with its slice moved inside space.
    pub(crate) fn within_bounds(self) -> Self {
        Self { slice: Slice { across: self.slice.across.min(2), at: self.slice.at.min(1000) }, ..self }
    }

    /// Latent dimensions that are drawn, of `q` (at least three): the chosen ones, completed by others.
    pub fn dimensions(&self, q: usize) -> Option<[usize; 3]> {
        let Along::Dimensions(chosen) = self.along else { return None };
        let mut drawn: Vec<usize> = Vec::with_capacity(3);
        for dimension in chosen.into_iter().chain(0..q) {
            if dimension < q && !drawn.contains(&dimension) && drawn.len() < 3 {
                drawn.push(dimension);
            }
        }
        drawn.try_into().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_dimensions_are_drawn_in_space_by_default_and_others_in_the_plane() {
        let deep = |deep, q| Viewpoint { deep, ..Viewpoint::default() }.is_deep(q);
        assert_eq!([1, 2, 3, 10].map(|q| deep(None, q)), [false, false, true, false]);
        assert_eq!([2, 3, 10].map(|q| deep(Some(true), q)), [false, true, true]);
        assert!(!deep(Some(false), 3));
    }

    #[test]
    fn each_dimension_is_drawn_once_and_only_where_there_is_one() {
        let drawn = |chosen, q| Viewpoint { along: Along::Dimensions(chosen), ..Viewpoint::default() }.dimensions(q);
        assert_eq!(drawn([7, 2, 5], 10), Some([7, 2, 5]));
        assert_eq!(drawn([7, 2, 2], 10), Some([7, 2, 0]));
        assert_eq!(drawn([7, 9, 1], 4), Some([1, 0, 2]));
        assert_eq!(drawn([0, 1, 2], 2), None);
        assert_eq!(Viewpoint::default().dimensions(10), None);
    }
}
