//! Explicit features of the polynomial kernel, `((xᵀ x' + c) / s)^d = φ(x)ᵀ φ(x')`.
//! There is one feature per monomial of degree d in `x̃ = (x, √c)`, times `s^(-d/2)`.
//!
//! Number of features: `(q + d)! / (q! d!)`, that is 6 for q = 2 and degree 2, 66 for q = 10, 286 for degree 3.
//! Cost: `d` products per feature and word; gradients `d²`.

use ndarray::{Array2, ArrayView2, Axis, CowArray, Ix2, Zip};

use super::FeatureMap;

/// Monomials of the extended positions `x̃ = (x, √c)` as features of the polynomial kernel.
#[derive(Clone, Debug)]
pub(super) struct Monomials {
    root: f64,
    degree: usize,
    /// Factor `s^(-d/2)` of every monomial feature.
    unit: f64,
}

/// Monomial of coordinates: the indices of its factors in ascending order, and its scale.
type Monomial = (Vec<usize>, f64);

/// Number of features of the polynomial kernel of degree `degree` in `q` dimensions.
pub(super) fn count(q: usize, degree: usize) -> usize {
    (1..=degree).fold(1, |count: usize, d| count.saturating_mul(q + d) / d)
}

fn factorial(n: usize) -> f64 {
    (1..=n).map(|k| k as f64).product()
}

impl Monomials {
    pub(super) fn new(offset: f64, degree: usize, divisor: f64) -> Self {
        Self { root: offset.sqrt(), degree, unit: divisor.powf(-0.5 * degree as f64) }
    }

    /// All monomials of that degree; the scale `√(d! / Π_i α_i!)` makes the squares sum to the power.
    fn all(&self, coordinates: usize) -> Vec<Monomial> {
        let mut tuples = vec![vec![]];
        for _ in 0..self.degree {
            let longer = |tuple: &Vec<usize>| {
                let first = tuple.last().copied().unwrap_or(0);
                (first..coordinates).map(|next| [tuple.as_slice(), &[next]].concat()).collect::<Vec<_>>()
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
        let scale = |tuple: &[usize]| {
            let repeats: f64 = tuple.chunk_by(|a, b| a == b).map(|same| factorial(same.len())).product();
            self.unit * (factorial(self.degree) / repeats).sqrt()
        };
        tuples.into_iter().map(|tuple| (scale(&tuple), tuple)).map(|(scale, tuple)| (tuple, scale)).collect()
    }

    /// Extended position `x̃ = (x, √c)` of each word.
    fn widened(&self, x: ArrayView2<'_, f64>) -> Array2<f64> {
        let q = x.ncols();
        Array2::from_shape_fn((x.nrows(), q + 1), |(word, axis)| if axis < q { x[[word, axis]] } else { self.root })
    }
}

impl FeatureMap for Monomials {
    fn of<'a>(&self, x: ArrayView2<'a, f64>) -> CowArray<'a, f64, Ix2> {
        let wide = self.widened(x);
        let monomials = self.all(wide.ncols());
        let mut phi = Array2::zeros((wide.nrows(), monomials.len()));
        Zip::from(phi.rows_mut()).and(wide.rows()).par_for_each(|mut phi, x| {
            for (to, (tuple, scale)) in phi.iter_mut().zip(&monomials) {
                *to = scale * tuple.iter().map(|&axis| x[axis]).product::<f64>();
            }
        });
        phi.into()
    }

    /// Gradient with one more column than `x`: the derivative with respect to `√c`, per word.
    fn back(&self, x: ArrayView2<'_, f64>, slope: ArrayView2<'_, f64>) -> Array2<f64> {
        let wide = self.widened(x);
        let monomials = self.all(wide.ncols());
        let mut pulls = Array2::zeros(wide.raw_dim());
        Zip::from(pulls.rows_mut()).and(wide.rows()).and(slope.axis_iter(Axis(0))).par_for_each(|mut pull, x, slope| {
            for ((tuple, scale), slope) in monomials.iter().zip(slope) {
                for (at, &axis) in tuple.iter().enumerate() {
                    let others: f64 = tuple.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, &o)| x[o]).product();
                    pull[axis] += scale * slope * others;
                }
            }
        });
        pulls
    }

    fn count(&self, q: usize) -> usize {
        count(q, self.degree)
    }

    fn clone_box(&self) -> Box<dyn FeatureMap> {
        Box::new(self.clone())
    }
}
