//! Binary SVMs on a kernel between documents, for pairs of classes or for each class against all others.
//! A solve gives duals; decisions of pairs and votes follow from them.
//!
//! Cost: one dual per SVM, in parallel.
//! Memory: one dual variable for each document of each SVM; on features, the rows of the SVMs under way.

use ndarray::{Array2, ArrayView1};

use super::Multiclass;
use crate::solver::{FeatureRows, Svc, SvcOptions, solve, solve_all, solve_features};

/// Maximum number of solver updates of an SVM for each of its documents. Well-conditioned duals take fewer than ten.
const UPDATES_PER_DOCUMENT: usize = 1000;
/// Maximum number of solver updates of an SVM with few documents.
const LEAST_UPDATES: usize = 100_000;

/// Pairs of classes that have training documents, and the SVMs that separate them.
#[derive(Clone, Debug)]
pub(in crate::model) struct Pairs {
    /// Two classes of each pair (P).
    pub classes: Vec<(usize, usize)>,
    /// Indices of the training documents of each SVM.
    index: Vec<Vec<usize>>,
    /// Label, 1 or -1, of each training document in each SVM.
    sign: Vec<Vec<f64>>,
    /// Class that each SVM separates from all other classes; empty if each SVM separates a pair.
    against_rest: Vec<usize>,
    documents: usize,
}

/// Kernel between training documents in the form that the SVM solver uses.
#[derive(Clone, Copy, Debug)]
pub(in crate::model) enum Gram<'a> {
    /// Complete Gram matrix (n × n).
    Whole(&'a Array2<f64>),
    /// Rows of features whose inner products are the Gram matrix.
    Features(FeatureRows<'a>),
}

/// Dual solutions of all SVMs.
#[derive(Clone, Debug)]
pub(in crate::model) struct Duals {
    /// Signed dual variables `a∘y` of every training document and SVM; after [`Pairs::decide`], of every pair (n × P).
    pub signed: Array2<f64>,
    /// Offsets of the SVMs, one for each column of `signed`.
    pub bias: Vec<f64>,
    /// Sum of the SVMs' dual objectives.
    pub objective: f64,
    /// Initial dual variables for the next solve of the SVMs.
    pub warm: Vec<Vec<f64>>,
}

impl Pairs {
    /// Creates the pairs of classes and their SVMs from the class of each training document.
    pub(crate) fn new(labels: &[usize], classes: usize, multiclass: Multiclass) -> Self {
        let mut members = vec![vec![]; classes];
        for (i, &label) in labels.iter().enumerate() {
            members[label].push(i);
        }
        let present: Vec<usize> = (0..classes).filter(|&class| !members[class].is_empty()).collect();
        let later = |(place, &first): (usize, &usize)| present[place + 1..].iter().map(move |&second| (first, second));
        let pairs: Vec<(usize, usize)> = present.iter().enumerate().flat_map(later).collect();
        let against_rest = if multiclass == Multiclass::OneVsRest && pairs.len() > 1 { present } else { vec![] };
        let (index, sign) = if against_rest.is_empty() {
            let pair = |&(first, second): &(usize, usize)| {
                let (ours, theirs) = (&members[first], &members[second]);
                ([ours.as_slice(), theirs].concat(), [vec![1.0; ours.len()], vec![-1.0; theirs.len()]].concat())
            };
            pairs.iter().map(pair).unzip()
        } else {
            let side = |&class: &usize| labels.iter().map(|&label| if label == class { 1.0 } else { -1.0 }).collect();
            against_rest.iter().map(|class| ((0..labels.len()).collect::<Vec<_>>(), side(class))).unzip()
        };
        Self { classes: pairs, index, sign, against_rest, documents: labels.len() }
    }

    /// Number of binary SVMs that separate the classes.
    pub(crate) fn len(&self) -> usize {
        self.index.len()
    }

    /// Whether each binary SVM needs the documents of two classes only.
    pub(crate) fn is_by_pairs(&self) -> bool {
        self.against_rest.is_empty()
    }

    /// Number of training documents (n).
    pub(crate) fn documents(&self) -> usize {
        self.documents
    }

    /// Duals of SVMs that are not solved: zeros, with an objective that is no number.
    pub(crate) fn unsolved(&self) -> Duals {
        let signed = Array2::zeros((self.documents, self.index.len()));
        Duals { signed, bias: vec![0.0; self.index.len()], objective: f64::NAN, warm: vec![] }
    }

    fn problems<G: Copy>(&self, gram: G, c: f64) -> Vec<Svc<'_, G>> {
        self.index.iter().zip(&self.sign).map(|(index, sign)| Svc { gram, index, sign, c }).collect()
    }

    /// Solves every SVM on the kernel between the training documents.
    pub(crate) fn solve(&self, gram: Gram<'_>, c: f64, tolerance: f64, warm: Option<&[Vec<f64>]>) -> Duals {
        let largest = self.index.iter().map(Vec::len).max().unwrap_or(0);
        let max_updates = LEAST_UPDATES.max(UPDATES_PER_DOCUMENT * largest);
        let options = SvcOptions { tolerance, max_updates, ..SvcOptions::default() };
        let warms = warm.unwrap_or_default();
        let solutions: Vec<_> = match gram {
            Gram::Whole(gram) => solve_all(&self.problems(gram.view(), c), &options, warms, solve),
            Gram::Features(rows) => solve_all(&self.problems(rows, c), &options, warms, solve_features),
        };
        let mut duals = Duals {
            signed: Array2::zeros((self.documents, self.len())),
            bias: solutions.iter().map(|solution| solution.bias).collect(),
            objective: solutions.iter().map(|solution| solution.objective).sum(),
            warm: vec![],
        };
        for (p, solution) in solutions.into_iter().enumerate() {
            for ((&i, &sign), &alpha) in self.index[p].iter().zip(&self.sign[p]).zip(&solution.alpha) {
                duals.signed[[i, p]] = alpha * sign;
            }
            duals.warm.push(solution.alpha);
        }
        duals
    }

    /// Dual variables of the pairs' decisions: those of their SVMs, or the differences of the SVMs of their two classes.
    pub(crate) fn decide(&self, duals: Duals) -> Duals {
        if self.is_by_pairs() {
            return duals;
        }
        let svm = |class: usize| self.against_rest.partition_point(|&other| other < class);
        let columns: Vec<(usize, usize)> = self.classes.iter().map(|&(first, second)| (svm(first), svm(second))).collect();
        let signed = Array2::from_shape_fn((self.documents, columns.len()), |(i, p)| {
            duals.signed[[i, columns[p].0]] - duals.signed[[i, columns[p].1]]
        });
        let bias = columns.iter().map(|&(first, second)| duals.bias[first] - duals.bias[second]).collect();
        Duals { signed, bias, ..duals }
    }
}

/// Predicted class of each document from its decisions (n × P), by votes of the pairs.
pub(in crate::model) fn votes(decisions: &Array2<f64>, pairs: &[(usize, usize)], classes: usize) -> Vec<usize> {
    decisions.outer_iter().map(|row| vote(pairs, classes, &row)).collect()
}

/// Class with the most votes over pairs; ties are resolved by the sum of margins, then by the lower index.
pub(in crate::model) fn vote(pairs: &[(usize, usize)], classes: usize, decisions: &ArrayView1<'_, f64>) -> usize {
    let votes = tally(pairs, classes, decisions);
    (1..classes).fold(0, |best, class| if votes[class] > votes[best] { class } else { best })
}

/// Votes of the pairs for each class, and the sum of its decisions, positive for the class.
pub(in crate::model) fn tally(pairs: &[(usize, usize)], classes: usize, decisions: &ArrayView1<'_, f64>) -> Vec<(usize, f64)> {
    let mut votes = vec![(0_usize, 0.0_f64); classes];
    for (&(first, second), &decision) in pairs.iter().zip(decisions) {
        votes[if decision > 0.0 { first } else { second }].0 += 1;
        votes[first].1 += decision;
        votes[second].1 -= decision;
    }
    votes
}

/// Smallest decision for a class against any other, negative if another class wins; 0 for a class without a pair.
pub(in crate::model) fn margin(pairs: &[(usize, usize)], class: usize, decisions: &ArrayView1<'_, f64>) -> f64 {
    let own = pairs.iter().zip(decisions).filter_map(|(&(first, second), &decision)| {
        if first == class { Some(decision) } else { (second == class).then_some(-decision) }
    });
    own.min_by(f64::total_cmp).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn classes_without_training_documents_form_no_pair() {
        let pairs = Pairs::new(&[0, 3, 3, 1], 4, Multiclass::OneVsOne);
        assert_eq!(pairs.classes, [(0, 1), (0, 3), (1, 3)]);
        assert_eq!(pairs.index[1], [0, 1, 2]);
        assert_eq!(pairs.sign[1], [1.0, -1.0, -1.0]);
    }

    #[test]
    fn features_give_the_same_solutions_as_the_whole_matrix() {
        let labels: Vec<usize> = (0..70).map(|i| [4, 0, 2, 2, 0, 4, 2][i % 7]).collect();
        let pairs = Pairs::new(&labels, 5, Multiclass::OneVsOne);
        let means = Array2::from_shape_fn((70, 6), |(i, f)| ((i * (f + 3) * 7 + labels[i] * f) % 23) as f64 * 0.1);
        let whole = pairs.solve(Gram::Whole(&means.dot(&means.t())), 3.0, 1e-9, None);
        let blocks = pairs.solve(Gram::Features(FeatureRows { dense: means.view(), sparse: None }), 3.0, 1e-9, Some(&whole.warm));
        assert!((whole.objective - blocks.objective).abs() < 1e-7 * whole.objective, "{} {}", whole.objective, blocks.objective);
        for (a, b) in whole.bias.iter().zip(&blocks.bias) {
            assert!((a - b).abs() < 1e-6, "{:?} {:?}", whole.bias, blocks.bias);
        }
        let fields = |signed: &Array2<f64>| means.t().dot(signed);
        let apart = fields(&whole.signed) - fields(&blocks.signed);
        assert!(apart.iter().all(|d| d.abs() < 1e-6));
    }

    #[test]
    fn one_against_the_rest_decides_by_the_difference_of_two_svms() {
        let labels: Vec<usize> = (0..60).map(|i| [3, 0, 2][i % 3]).collect();
        let pairs = Pairs::new(&labels, 4, Multiclass::OneVsRest);
        assert_eq!((pairs.classes.as_slice(), pairs.len()), (&[(0, 2), (0, 3), (2, 3)][..], 3));
        let own = |i: usize, f: usize| if labels[i] == f { 2.0 } else { 0.0 };
        let means = Array2::from_shape_fn((60, 5), |(i, f)| ((i * (f + 3) * 7) % 23) as f64 * 0.1 + own(i, f));
        let gram = means.dot(&means.t());
        let svms = pairs.solve(Gram::Whole(&gram), 2.0, 1e-9, None);
        let of_means = pairs.decide(pairs.solve(
            Gram::Features(FeatureRows { dense: means.view(), sparse: None }),
            2.0,
            1e-9,
            Some(&svms.warm),
        ));
        let decisions = gram.dot(&svms.signed) + ArrayView1::from(svms.bias.as_slice());
        let ours = gram.dot(&of_means.signed) + ArrayView1::from(of_means.bias.as_slice());
        for (row, ours) in decisions.outer_iter().zip(ours.outer_iter()) {
            let differences = [row[0] - row[1], row[0] - row[2], row[1] - row[2]];
            assert!(differences.iter().zip(ours).all(|(a, b)| (a - b).abs() < 1e-6), "{row} and {ours}");
            let largest = (0..3).fold(0, |best, at| if row[at] > row[best] { at } else { best });
            assert_eq!(vote(&pairs.classes, 4, &ours), [0, 2, 3][largest]);
        }
        // Two classes are separated by one SVM.
        let two = Pairs::new(&[1, 0, 1], 2, Multiclass::OneVsRest);
        assert_eq!((two.classes.as_slice(), two.len(), two.is_by_pairs()), (&[(0, 1)][..], 1, true));
    }

    #[test]
    fn margins_resolve_cyclic_votes() {
        let pairs = [(0, 1), (0, 2), (1, 2)];
        assert_eq!(vote(&pairs, 3, &array![1.0, -0.1, 0.2].view()), 0);
        assert_eq!(vote(&pairs, 3, &array![0.1, -0.3, 1.0].view()), 1);
        assert_eq!(vote(&pairs, 3, &array![-1.0, -1.0, -0.1].view()), 2);
    }
}
