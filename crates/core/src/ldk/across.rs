//! Training kernel between source and target documents: squared distances and their gradient.
//!
//! `S = A k(X, Y) Bᵀ + own · A E Bᵀ` for source documents `A` and target documents `B`.
//! `E` is 1 for a word and its counterpart spelled alike on the opposite side ([`Alike`]), else 0.
//! With unit length, `S` is normalised; further components are added ([`SidesComponents`]), which are constant.
//! Then `K = level2(S)` and `d_ij = K_ii + K_jj - 2 K_ij`.
//!
//! Cost: one Gram matrix across the sides and its gradient, norms of both sides' documents.
//! Memory: `n_s × n_t` numbers for each matrix, and once more for a level-2 kernel that is not linear,
//! and for further components.

use ndarray::{Array1, Array2, ArrayView2, Axis, Zip, concatenate, parallel::prelude::*, s};

use super::{Alike, FixedComponents, Ldk, SideNorms, SidesComponents, Slope, SquaredNorms};
use crate::corpus::Csr;

/// Source and target documents with the kernel between them, for training.
#[derive(Clone, Debug)]
pub struct CrossKernel<'a> {
    /// Kernel between source and target documents.
    pub ldk: Ldk,
    /// Source documents (`n_s × V_s`).
    pub source: &'a Csr,
    /// Target documents (`n_t × V_t`).
    pub target: &'a Csr,
    /// Words spelled alike on both sides.
    pub alike: &'a Alike,
    /// Rows of both sides' documents in the fixed kernel components, if any.
    pub beside: Option<&'a SidesComponents>,
    /// Whether only source documents query target documents. A source document's own `K_ii` then cancels and is omitted.
    pub one_way: bool,
}

/// Intermediate results of the kernel across sides, kept for its gradient.
#[derive(Debug)]
pub struct CrossKernelValues {
    source: Option<(SquaredNorms, SideNorms)>,
    target: (SquaredNorms, SideNorms),
    /// Normalised inner products `S` before the level-2 kernel, unless `K` is `S` itself.
    inner: Option<Array2<f64>>,
}

/// Derivatives of the loss by the inner products, `dL/dS`, and by the documents' squared norms.
#[derive(Debug)]
struct InnerProductGradients {
    /// Derivative of the loss by the inner products `S` between documents of the two sides (`n_s × n_t`).
    between: Array2<f64>,
    /// Derivatives of the loss by the squared norms of source documents (empty without influence) and of target documents.
    own: [Vec<f64>; 2],
}

impl CrossKernel<'_> {
    /// Whether the norms of source documents influence the kernel.
    fn takes_source_norms(&self) -> bool {
        !self.one_way || self.ldk.scales() || self.ldk.level2.uses_norms() || self.beside.is_some()
    }

    /// Whether the word map's inner products `S` are divided by the norms of both documents.
    fn divides(&self) -> bool {
        self.ldk.scales() || self.beside.is_some()
    }

    fn sides<'x>(&self, x: &'x Array2<f64>) -> (ArrayView2<'x, f64>, ArrayView2<'x, f64>) {
        let words = self.source.cols();
        (x.slice(s![..words, ..]), x.slice(s![words.., ..]))
    }

    /// Exponents `-b d` of squared distances `d` over words at `x`, source words first, up to a constant per source document
    /// if only sources query; and the intermediate results for [`CrossKernel::slope`].
    pub fn exponents(&self, x: &Array2<f64>, b: f64) -> (Array2<f64>, CrossKernelValues) {
        let (ldk, (x, y)) = (&self.ldk, self.sides(x));
        let mut e = ldk.between_sides((self.source, x), (self.target, y), None, || {
            (self.source.clone(), self.alike.over_source(self.target, self.source.cols()))
        });
        let own = |m: &Csr, x, first, beside: Option<&FixedComponents>| {
            let slopes = ldk.embedding.sums().self_slopes(m, x);
            let selves = ldk.selves(&ldk.with_own(m, slopes.values().to_vec(), self.alike, first), beside);
            (slopes, selves)
        };
        let target = own(self.target, y, self.source.cols(), self.beside.map(|beside| &*beside.target));
        let source = self.takes_source_norms().then(|| own(self.source, x, 0, self.beside.map(|beside| &*beside.source)));
        let (scales, columns, rows) = (ldk.scales(), &target.1, source.as_ref().map(|(_, rows)| rows));
        // In the fastest case the division by norms is part of the last pass over the matrix.
        let divides = self.divides() && (self.beside.is_some() || !ldk.level2.is_linear());
        if let Some(rows) = rows.filter(|_| divides) {
            super::scale(&mut e, &rows.root, &columns.root);
        }
        if let Some(beside) = self.beside {
            e += beside.between();
        }
        let inner = (!ldk.level2.is_linear()).then(|| e.clone());
        let itself = ldk.level2.value(1.0, 1.0, 1.0);
        Zip::indexed(e.rows_mut()).par_for_each(|i, mut row| {
            let (root, square, own) = rows.map_or((1.0, 0.0, 0.0), |rows| (rows.root[i], rows.squares[i], rows.k[i]));
            for (j, e) in row.iter_mut().enumerate() {
                let s = if scales && !divides { *e / (root * columns.root[j]) } else { *e };
                let k = ldk.level2.value(s, square, columns.squares[j]);
                *e = if scales { 2.0 * b * (k - itself) } else { b * (2.0 * k - own - columns.k[j]) };
            }
        });
        (e, CrossKernelValues { source, target, inner })
    }

    /// Gradient of `L` from `g = dL/d(-b d)` and the exponents `-b d`;
    /// also by the level-2 kernel's hyper-parameters if `learned`.
    pub fn slope(
        &self,
        x: &Array2<f64>,
        b: f64,
        mut crossed: CrossKernelValues,
        [exponents, g]: [Array2<f64>; 2],
        learned: bool,
    ) -> Slope {
        let inner = crossed.inner.as_ref().filter(|_| learned);
        let rows = crossed.source.as_ref().map(|(_, rows)| rows);
        let own = inner.map_or_else(Vec::new, |s| self.level2_slopes(b, s, rows, &crossed.target.1, &g));
        let pulls = self.pulls(b, &mut crossed, exponents, g);
        let mut slope = self.through(x, &crossed, &pulls);
        slope.own.extend(own);
        slope
    }

    /// Gradient by the words' positions in two parts: from pairs that lower `L` as they become more similar,
    /// and from all other pairs.
    /// Both parts sum to the gradient of [`CrossKernel::slope`].
    pub fn slopes_apart(
        &self,
        x: &Array2<f64>,
        b: f64,
        mut crossed: CrossKernelValues,
        [e, g]: [Array2<f64>; 2],
    ) -> [Array2<f64>; 2] {
        let pulls = self.pulls(b, &mut crossed, e, g);
        [f64::min, f64::max].map(|keep| {
            let some = |by: &[f64]| by.iter().map(|&by| keep(by, 0.0)).collect();
            let part = InnerProductGradients {
                between: pulls.between.mapv(|g| keep(g, 0.0)),
                own: [some(&pulls.own[0]), some(&pulls.own[1])],
            };
            self.through(x, &crossed, &part).x
        })
    }

    /// Derivatives `dL/dS` by the inner products from `g = dL/d(-b d)`.
    fn pulls(
        &self,
        b: f64,
        crossed: &mut CrossKernelValues,
        exponents: Array2<f64>,
        mut g: Array2<f64>,
    ) -> InnerProductGradients {
        let (ldk, inner) = (&self.ldk, crossed.inner.take());
        let (rows, columns) = (crossed.source.as_ref().map(|(_, rows)| rows), &crossed.target.1);
        let sums = |g: &Array2<f64>| [g.sum_axis(Axis(1)), g.sum_axis(Axis(0))];
        // A document's norm acts through either `K_ii` or the distance alone.
        // If it acts through the distance alone, its derivative follows from the derivative by `S`.
        let in_itself = (!ldk.scales() && !ldk.level2.uses_norms()).then(|| sums(&g));
        if let Some(s) = &inner {
            Zip::indexed(g.rows_mut()).and(s.rows()).par_for_each(|i, mut g, s| {
                let square = rows.map_or(0.0, |rows| rows.squares[i]);
                for ((g, s), other) in g.iter_mut().zip(s).zip(&columns.squares) {
                    *g *= ldk.level2.slope(*s, square, *other)[0];
                }
            });
        }
        let steep = |mut sums: Array1<f64>, of: Option<&SideNorms>| {
            let squares = of.map_or(&[][..], |of| &of.squares);
            sums.iter_mut().zip(squares).for_each(|(sum, &a)| *sum *= ldk.level2.slope(a, a, a)[0]);
            sums
        };
        let [by_rows, by_columns] = if ldk.scales() {
            let mut s = inner.unwrap_or_else(|| exponents.mapv_into(|e| e / (2.0 * b) + 1.0));
            // The documents' lengths in the word map act on the word map's part of `S` only.
            if let Some(beside) = self.beside {
                s -= beside.between();
            }
            Zip::from(&mut s).and(&g).for_each(|s, g| *s *= g);
            sums(&s)
        } else if let Some([by_rows, by_columns]) = in_itself {
            [steep(by_rows, rows), steep(by_columns, Some(columns))]
        } else {
            sums(&g)
        };
        if let Some(rows) = rows.filter(|_| self.divides()) {
            Zip::indexed(g.rows_mut()).par_for_each(|i, mut g| {
                g.iter_mut().zip(&columns.root).for_each(|(g, column)| *g *= 2.0 * b / (rows.root[i] * column));
            });
        } else {
            g.mapv_inplace(|g| 2.0 * b * g);
        }
        // With unit length, the map's part of `S` falls with a document's length in the map, whatever the factors of the map.
        let of = |by: &Array1<f64>, selves: &SideNorms, beside: Option<&FixedComponents>| -> Vec<f64> {
            let factor = |i: usize| beside.filter(|_| ldk.scales()).map_or(1.0, |beside| beside.factor[i]);
            let root = selves.root.iter().enumerate().map(|(i, root)| root * factor(i));
            by.iter().zip(root).map(|(sum, root)| -b * sum / (root * root)).collect()
        };
        let of_rows = rows.map(|rows| of(&by_rows, rows, self.beside.map(|beside| &*beside.source)));
        let own = [of_rows.unwrap_or_default(), of(&by_columns, columns, self.beside.map(|beside| &*beside.target))];
        InnerProductGradients { between: g, own }
    }

    /// Gradient by the words' positions from the gradient by the inner products `S`.
    fn through(&self, x: &Array2<f64>, crossed: &CrossKernelValues, pulls: &InnerProductGradients) -> Slope {
        let (of_x, of_y) = self.sides(x);
        let embedding = self.ldk.embedding;
        let (mut x_slope, mut y_slope) =
            embedding.sums().cross_gradient((self.source, of_x), (self.target, of_y), pulls.between.view());
        crossed.target.0.add_to(self.target, &pulls.own[1], &mut y_slope);
        if let Some((source, _)) = &crossed.source {
            source.add_to(self.source, &pulls.own[0], &mut x_slope);
        }
        let both = [x_slope.view(), y_slope.view()];
        let raw = concatenate(Axis(0), &both).unwrap_or_else(|_| Array2::zeros((0, x_slope.ncols())));
        embedding.slope(x, raw)
    }

    /// Derivatives by the logarithms of the level-2 kernel's hyper-parameters, for the kernel across sides.
    fn level2_slopes(&self, b: f64, s: &Array2<f64>, rows: Option<&SideNorms>, columns: &SideNorms, g: &Array2<f64>) -> Vec<f64> {
        let level2 = self.ldk.level2;
        let itself = |square: f64| level2.own_slopes(square, square, square);
        let count = { level2 }.numbers().len();
        let row = |i: usize| {
            let square = rows.map_or(0.0, |rows| rows.squares[i]);
            let own = rows.map_or([0.0; 2], |rows| itself(rows.squares[i]));
            s.row(i).iter().zip(g.row(i)).zip(&columns.squares).fold([0.0; 2], |sum, ((s, g), other)| {
                let (between, other) = (level2.own_slopes(*s, square, *other), itself(*other));
                [0, 1].map(|n: usize| sum[n] + b * g * (2.0 * between[n] - own[n] - other[n]))
            })
        };
        let each: Vec<[f64; 2]> = (0..s.nrows()).into_par_iter().map(row).collect();
        (0..count).map(|number| each.iter().map(|row| row[number]).sum()).collect()
    }
}
