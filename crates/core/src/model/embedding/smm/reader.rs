//! Kernel between words under which the latent SMM's SVMs decide.
//!
//! Words move best under a kernel of few features, which generalises.
//! The resulting positions contain more information than that kernel uses.
//! A polynomial kernel of a higher degree compares documents by more moments of their words' positions.
//! It is as cheap, since its features are the monomials of a position.
//! Its unit is the words' mean squared distance from the origin, so that all degrees count, whatever the size of the map,
//! and documents have a length near 1: the drawn field is in units of the margin.

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use crate::{
    ldk::Embedding,
    model::start::squares_from,
    param::{About, Choice, Choices, Domain, Number, ParamError, Slot},
};

/// Kernel between words for the SVMs that decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reader {
    /// Decisions use the kernel under which words move.
    #[default]
    Same,
    /// Decisions under a polynomial kernel `(xᵀ x' / s² + 1)^degree` with `s²` the words' mean squared distance from the origin.
    Polynomial {
        /// Degree of the polynomial kernel under which the SVMs decide.
        reader_degree: usize,
    },
}

impl Choices for Reader {
    const ALL: &'static [Choice] =
        &[Choice::new("same", "that of the steps"), Choice::new("polynomial", "polynomial of the map's size")];
    const USUAL: &'static [Self] = &[Self::Same, Self::Polynomial { reader_degree: 3 }];
    const NUMBERS: &'static [Number<Self>] = &[Number {
        key: "reader_degree",
        hint: "Exponent of the polynomial kernel that reads the positions: raising it tells more moments of a document apart.",
        about: About::more(1.0, 6.0).within(Domain::whole(1, 6)).live(),
        at: |reader| if let Self::Polynomial { reader_degree } = reader { Some(Slot::Count(reader_degree)) } else { None },
    }];
}

impl Reader {
    /// Checks that the kernel of decisions is possible in `q` dimensions.
    ///
    /// # Errors
    /// Returns an error that names the degree to lower.
    pub fn check(self, q: usize) -> Result<(), ParamError> {
        let Self::Polynomial { reader_degree: degree } = self else { return Ok(()) };
        let beyond = Embedding::Polynomial { offset: 1.0, degree, divisor: 1.0 }.beyond(q);
        beyond.map_or(Ok(()), |remedy| Err(ParamError::new("reader_degree", degree, remedy)))
    }

    /// Kernel of decisions for words at `x` (V × q) that move under `moving`. The identity kernel uses no positions.
    pub fn kernel(self, moving: Embedding, x: &Array2<f64>) -> Embedding {
        match self {
            Self::Polynomial { reader_degree: degree } if moving.has_places() => {
                let square = squares_from(x, None) / x.nrows().max(1) as f64;
                // If all words are at the origin, the map has no size.
                let divisor = if square > 0.0 { square } else { 1.0 };
                Embedding::Polynomial { offset: square, degree, divisor }
            }
            Self::Same | Self::Polynomial { .. } => moving,
        }
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn the_offset_follows_the_size_of_the_map() {
        let (reader, x) = (Reader::USUAL[1], array![[3.0, 4.0], [0.0, 1.0]]);
        assert_eq!(reader.kernel(Embedding::Linear, &x), Embedding::Polynomial { offset: 13.0, degree: 3, divisor: 13.0 });
        // The angles between documents do not depend on the size of the map.
        let gram = |scale: f64| {
            let x = &x * scale;
            let k = reader.kernel(Embedding::Linear, &x).sums().product(x.view(), x.view(), Array2::eye(2).view());
            k[[0, 1]] / (k[[0, 0]] * k[[1, 1]]).sqrt()
        };
        assert!((gram(1.0) - gram(0.01)).abs() < 1e-12);
        assert_eq!(Reader::Same.kernel(Embedding::Linear, &x), Embedding::Linear);
        assert_eq!(reader.kernel(Embedding::Identity, &x), Embedding::Identity, "there are no positions to read");
    }
}
