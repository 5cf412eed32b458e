//! Kernel between documents of two sides: squared distances, words spelled alike, and the gradient.
//!
//! `S = A k(X, Y) Bᵀ + own · A E Bᵀ` for source documents `A` and target documents `B`. `E` joins words spelled alike on
//! both sides ([`Alike`]). The private term covers only these words, also within a side: `S_ii = m_i k m_iᵀ + private
//! ‖m_i'‖²` with `m_i'` the weights of the words spelled alike. With all words in it, the number of a document's words on
//! one side only would influence distances, and retrieval would be worse. The identity kernel covers all words, `‖m_i‖²`
//! within a side. With unit length, `S` is normalised; then `K = level2(S)` and `d_ij = K_ii + K_jj - 2 K_ij`. Among
//! documents of unit length, an empty document is taken to have that length and similarity 0 to every other.
//!
//! `d` is a squared distance, but may be negative if the level-2 kernel is indefinite.
//!
//! Cost: one cross Gram matrix and its gradient, the norms of both sides. Memory: `n_s × n_t` numbers for each, and once
//! more for a level-2 kernel that is not linear.

use ndarray::{Array1, Array2, ArrayView2, Axis, Zip, concatenate, parallel::prelude::*, s};

use super::{Alike, Definite, Ldk, Slope, Slopes, divisor};
use crate::corpus::Csr;

/// Norms of the documents of one side.
#[derive(Clone, Debug)]
pub struct Selves {
    /// Divisor of `S`: `√S_ii` with unit length, else 1; 1 for empty documents (n).
    pub root: Vec<f64>,
    /// Squared norms after the division (n).
    pub squares: Vec<f64>,
    /// `K_ii` (n).
    pub k: Vec<f64>,
}

/// Documents of both sides and the kernel between them.
#[derive(Clone, Debug)]
pub struct Across<'a> {
    /// The kernel.
    pub ldk: Ldk,
    /// Source documents (`n_s × V_s`).
    pub source: &'a Csr,
    /// Target documents (`n_t × V_t`).
    pub target: &'a Csr,
    /// Words spelled alike.
    pub alike: &'a Alike,
    /// Whether only sources query targets. A source's own `K_ii` then cancels and is omitted.
    pub one_way: bool,
}

/// Intermediate results for the gradient.
#[derive(Debug)]
pub struct Crossed {
    source: Option<(Slopes, Selves)>,
    target: (Slopes, Selves),
    /// The normalised `S`, if `K` is not `S` itself.
    inner: Option<Array2<f64>>,
}

/// `dL/dS`.
#[derive(Debug)]
struct Pulls {
    /// With respect to `S` between documents of the two sides (`n_s × n_t`).
    between: Array2<f64>,
    /// With respect to the squared norms of the source's documents (empty if these have no influence) and of the target's.
    own: [Vec<f64>; 2],
}

/// Factors from the parts of a squared distance to the parts of the distance under the kernel.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// Factors of `S_ii` and of `S_jj`.
    pub own: [f64; 2],
    /// Factor of `S_ij`.
    pub between: f64,
}

impl Ldk {
    /// The norms of documents from their `S_ii`.
    pub fn selves(&self, norms: &[f64]) -> Selves {
        let scales = self.scales();
        let root = norms.iter().map(|&norm| if scales { divisor(norm) } else { 1.0 }).collect();
        let squares: Vec<f64> = norms.iter().map(|&norm| if scales { 1.0 } else { norm }).collect();
        let k = squares.iter().map(|&square| self.level2.value(square, square, square)).collect();
        Selves { root, squares, k }
    }

    /// `S_ii` of documents of one side over its words at `x`; `first` is the index of the side's first word among the words
    /// of both sides (n).
    pub fn norms(&self, m: &Csr, x: ArrayView2<'_, f64>, alike: &Alike, first: usize) -> Vec<f64> {
        self.with_own(m, self.embedding.sums().self_inner(m, x), alike, first)
    }

    /// Weight of the private term of a word.
    pub fn own_of(&self, word: usize, alike: &Alike) -> f64 {
        self.embedding.own() + if alike.counterpart(word).is_some() { self.private } else { 0.0 }
    }

    fn with_own(&self, m: &Csr, mut shared: Vec<f64>, alike: &Alike, first: usize) -> Vec<f64> {
        if self.own() > 0.0 {
            for (row, shared) in shared.iter_mut().enumerate() {
                *shared += m.entries(row).map(|(word, weight)| self.own_of(first + word, alike) * weight * weight).sum::<f64>();
            }
        }
        shared
    }

    /// `S` between documents of two sides, not normalised; `joined` are both over the words of one side
    /// ([`Alike::over_source`]).
    pub fn between_sides(
        &self,
        (a, x): (&Csr, ArrayView2<'_, f64>),
        (b, y): (&Csr, ArrayView2<'_, f64>),
        joined: impl FnOnce() -> (Csr, Csr),
    ) -> Array2<f64> {
        let mut s = self.embedding.sums().cross_gram(a, x, b, y);
        if self.own() > 0.0 {
            let (a, b) = joined();
            let by_word = b.transpose();
            Zip::indexed(s.rows_mut()).par_for_each(|i, mut row| {
                for (word, weight) in a.entries(i) {
                    by_word.entries(word).for_each(|(j, other)| row[j] += self.own() * weight * other);
                }
            });
        }
        s
    }

    /// Converts an unnormalised `S` to squared distances in place; negative only if the kernel is indefinite.
    pub fn distances(&self, s: &mut Array2<f64>, rows: &Selves, columns: &Selves) {
        let least = if self.level2.definite() == Definite::Not { f64::NEG_INFINITY } else { 0.0 };
        let by = |selves: &Selves| selves.root.iter().map(|root| 1.0 / root).collect::<Vec<_>>();
        let (of_rows, of_columns) = (by(rows), by(columns));
        Zip::indexed(s.rows_mut()).par_for_each(|i, mut row| {
            for (j, d) in row.iter_mut().enumerate() {
                let k = self.level2.value(*d * of_rows[i] * of_columns[j], rows.squares[i], columns.squares[j]);
                *d = (rows.k[i] + columns.k[j] - 2.0 * k).max(least);
            }
        });
    }
}

impl Ldk {
    /// Integral of the derivatives of the distance of two documents while both grow in proportion from empty, for documents
    /// with `S_ii` and `S_jj` as `norms` and normalised `S_ij` `between`.
    pub fn rates(&self, a: f64, b: f64, between: f64) -> Rates {
        let Selves { squares, k, .. } = self.selves(&[a, b]);
        if !self.level2.uses_norms() {
            let rate = |s| self.level2.along(s, 0.0, 0.0)[0];
            return Rates { own: [rate(squares[0]), rate(squares[1])], between: rate(between) };
        }
        let squared = squares[0] + squares[1] - 2.0 * between;
        let distance = k[0] + k[1] - 2.0 * self.level2.value(between, squares[0], squares[1]);
        let rate = if squared > 0.0 { distance / squared } else { 0.0 };
        Rates { own: [rate; 2], between: rate }
    }
}

impl Across<'_> {
    /// Whether the source's own norms have any influence.
    fn takes_source_norms(&self) -> bool {
        !self.one_way || self.ldk.scales() || self.ldk.level2.uses_norms()
    }

    fn sides<'x>(&self, x: &'x Array2<f64>) -> (ArrayView2<'x, f64>, ArrayView2<'x, f64>) {
        let words = self.source.cols();
        (x.slice(s![..words, ..]), x.slice(s![words.., ..]))
    }

    /// `-b d` over words at `x`, source words first, up to a constant per source document if only sources query; and the
    /// intermediate results for [`Across::slope`].
    pub fn exponents(&self, x: &Array2<f64>, b: f64) -> (Array2<f64>, Crossed) {
        let (ldk, (x, y)) = (&self.ldk, self.sides(x));
        let mut e = ldk.between_sides((self.source, x), (self.target, y), || {
            (self.source.clone(), self.alike.over_source(self.target, self.source.cols()))
        });
        let own = |m: &Csr, x, first| {
            let slopes = ldk.embedding.sums().self_slopes(m, x);
            let selves = ldk.selves(&ldk.with_own(m, slopes.values().to_vec(), self.alike, first));
            (slopes, selves)
        };
        let target = own(self.target, y, self.source.cols());
        let source = self.takes_source_norms().then(|| own(self.source, x, 0));
        let (scales, columns, rows) = (ldk.scales(), &target.1, source.as_ref().map(|(_, rows)| rows));
        let inner = (!ldk.level2.is_linear()).then(|| {
            if let Some(rows) = rows.filter(|_| scales) {
                super::scale(&mut e, &rows.root, &columns.root);
            }
            e.clone()
        });
        let (scaled, itself) = (inner.is_some(), ldk.level2.value(1.0, 1.0, 1.0));
        Zip::indexed(e.rows_mut()).par_for_each(|i, mut row| {
            let (root, square, own) = rows.map_or((1.0, 0.0, 0.0), |rows| (rows.root[i], rows.squares[i], rows.k[i]));
            for (j, e) in row.iter_mut().enumerate() {
                let s = if scales && !scaled { *e / (root * columns.root[j]) } else { *e };
                let k = ldk.level2.value(s, square, columns.squares[j]);
                *e = if scales { 2.0 * b * (k - itself) } else { b * (2.0 * k - own - columns.k[j]) };
            }
        });
        (e, Crossed { source, target, inner })
    }

    /// The gradient of `L` from `g = dL/d(-b d)` and the exponents themselves; also by the level-2 kernel's numbers if
    /// `learned`.
    pub fn slope(
        &self,
        x: &Array2<f64>,
        b: f64,
        mut crossed: Crossed,
        exponents: Array2<f64>,
        g: Array2<f64>,
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

    /// The gradient by the positions in two parts: of pairs that lower `L` as they become more similar, and of the others.
    /// They sum to that of [`Across::slope`].
    pub fn slopes_apart(
        &self,
        x: &Array2<f64>,
        b: f64,
        mut crossed: Crossed,
        exponents: Array2<f64>,
        g: Array2<f64>,
    ) -> [Array2<f64>; 2] {
        let pulls = self.pulls(b, &mut crossed, exponents, g);
        [f64::min, f64::max].map(|keep| {
            let some = |by: &[f64]| by.iter().map(|&by| keep(by, 0.0)).collect();
            let part = Pulls { between: pulls.between.mapv(|g| keep(g, 0.0)), own: [some(&pulls.own[0]), some(&pulls.own[1])] };
            self.through(x, &crossed, &part).x
        })
    }

    /// `dL/dS` from `g`.
    fn pulls(&self, b: f64, crossed: &mut Crossed, exponents: Array2<f64>, mut g: Array2<f64>) -> Pulls {
        let (ldk, inner) = (&self.ldk, crossed.inner.take());
        let (rows, columns) = (crossed.source.as_ref().map(|(_, rows)| rows), &crossed.target.1);
        let sums = |g: &Array2<f64>| [g.sum_axis(Axis(1)), g.sum_axis(Axis(0))];
        // A norm acts either through `K_ii` alone or through the distance alone; in the latter case its derivative follows
        // from that by `S`.
        let in_itself = (!ldk.scales() && !ldk.level2.uses_norms()).then(|| sums(&g));
        if let Some(s) = &inner {
            Zip::indexed(g.rows_mut()).and(s.rows()).par_for_each(|i, mut g, s| {
                let square = rows.map_or(0.0, |rows| rows.squares[i]);
                for ((g, s), other) in g.iter_mut().zip(s).zip(&columns.squares) {
                    *g *= ldk.level2.slope(*s, square, *other)[0];
                }
            });
        }
        let steep = |mut sums: Array1<f64>, of: Option<&Selves>| {
            let squares = of.map_or(&[][..], |of| &of.squares);
            sums.iter_mut().zip(squares).for_each(|(sum, &a)| *sum *= ldk.level2.slope(a, a, a)[0]);
            sums
        };
        let [by_rows, by_columns] = if ldk.scales() {
            let mut s = inner.unwrap_or_else(|| exponents.mapv_into(|e| e / (2.0 * b) + 1.0));
            Zip::from(&mut s).and(&g).for_each(|s, g| *s *= g);
            sums(&s)
        } else if let Some([by_rows, by_columns]) = in_itself {
            [steep(by_rows, rows), steep(by_columns, Some(columns))]
        } else {
            sums(&g)
        };
        if let Some(rows) = rows.filter(|_| ldk.scales()) {
            Zip::indexed(g.rows_mut()).par_for_each(|i, mut g| {
                g.iter_mut().zip(&columns.root).for_each(|(g, column)| *g *= 2.0 * b / (rows.root[i] * column));
            });
        } else {
            g.mapv_inplace(|g| 2.0 * b * g);
        }
        let of = |by: &Array1<f64>, selves: &Selves| -> Vec<f64> {
            by.iter().zip(&selves.root).map(|(sum, root)| -b * sum / (root * root)).collect()
        };
        let own = [rows.map_or_else(Vec::new, |rows| of(&by_rows, rows)), of(&by_columns, columns)];
        Pulls { between: g, own }
    }

    /// The gradient by the positions from the gradient by `S`.
    fn through(&self, x: &Array2<f64>, crossed: &Crossed, pulls: &Pulls) -> Slope {
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

    /// Derivatives by the logarithms of the level-2 kernel's numbers.
    fn level2_slopes(&self, b: f64, s: &Array2<f64>, rows: Option<&Selves>, columns: &Selves, g: &Array2<f64>) -> Vec<f64> {
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
