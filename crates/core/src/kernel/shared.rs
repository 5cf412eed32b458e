//! Shared kernel features for documents of several collections, so that their inner products are products of features.
//!
//! Cost of means: as [`super::Means`]. Memory: the description of the features.

use ndarray::{Array2, ArrayView2};

use super::features::{Features, extent};
use super::means::Means;
use crate::corpus::Csr;

/// Kernel features of all points in a bounding box, shared by several collections of documents.
#[derive(Clone, Debug)]
pub struct Shared {
    gamma: f64,
    features: Features,
    extent: Vec<(f64, f64)>,
}

impl Shared {
    /// Kernel features of the bounding box of the points; `None` if it is too large for few features or not finite.
    pub fn new(gamma: f64, points: &[ArrayView2<'_, f64>]) -> Option<Self> {
        let extent = extent(gamma, points)?;
        Features::new(gamma, &extent).map(|features| Self { gamma, features, extent })
    }

    /// Number of kernel features (R).
    pub fn count(&self) -> usize {
        self.features.count
    }

    /// Kernel means `Ψ` of documents over words at `x` (n × R); `None` if a word lies outside the box.
    ///
    /// # Panics
    /// Panics if the shapes of the arrays do not match.
    pub fn means(&self, m: &Csr, x: ArrayView2<'_, f64>) -> Option<Array2<f64>> {
        let own = extent(self.gamma, &[x])?;
        let inside = own.iter().zip(&self.extent).all(|(own, all)| own.0 >= all.0 && own.1 <= all.1);
        inside.then(|| Means::with(self.features.clone(), m, x).values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::cross_gram;

    #[test]
    fn products_across_collections_are_inner_products() {
        let x = Array2::from_shape_fn((40, 2), |(i, a)| ((i * (7 + 4 * a)) % 31) as f64 * 0.1);
        let y = Array2::from_shape_fn((9, 2), |(i, a)| 5.0 - ((i * (3 + a)) % 7) as f64 * 0.3);
        let m = Csr::from_rows(40, (0..6).map(|i| vec![(i, 0.5), (i + 20, 0.25), (i + 30, 0.25)]));
        let each = Csr::from_rows(9, (0..9).map(|i| vec![(i, 1.0)]));
        let shared = Shared::new(0.7, &[x.view(), y.view()]).expect("close together");
        let (a, b) = (shared.means(&m, x.view()).expect("inside"), shared.means(&each, y.view()).expect("inside"));
        assert_eq!(a.ncols(), shared.count());
        let exact = cross_gram(0.7, &m, x.view(), &each, y.view());
        assert!(a.dot(&b.t()).iter().zip(&exact).all(|(a, b)| (a - b).abs() < 1e-12));
        let own = Shared::new(0.7, &[x.view()]).expect("close together");
        assert!(own.means(&each, y.view()).is_none(), "outside the box");
        assert!(Shared::new(0.7, &[(&x * 100.0).view()]).is_none(), "far apart");
    }
}
