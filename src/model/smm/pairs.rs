//! One-versus-one SVMs on one Gram matrix: which documents take part in which pair, duals, votes.
//!
//! Cost: one dual a pair, pairs in parallel; memory: one dual variable for each document of each pair.

use ndarray::{Array2, ArrayView1};

use crate::solver::{Svc, SvcOptions, solve_all};

/// The pairs of classes that have training documents.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    /// The two classes of each pair.
    pub classes: Vec<(usize, usize)>,
    index: Vec<Vec<usize>>,
    sign: Vec<Vec<f64>>,
    documents: usize,
}

/// Solutions of all pairs.
#[derive(Clone, Debug)]
pub(super) struct Duals {
    /// `a∘y` of every training document and pair (n × P).
    pub signed: Array2<f64>,
    /// Offsets (P).
    pub bias: Vec<f64>,
    /// Sum of the dual objectives.
    pub objective: f64,
    /// Dual variables as the solver wants them back.
    pub warm: Vec<Vec<f64>>,
}

impl Pairs {
    /// From the class of each training document.
    pub fn new(labels: &[usize], classes: usize) -> Self {
        let mut pairs = Self { classes: vec![], index: vec![], sign: vec![], documents: labels.len() };
        for first in 0..classes {
            for second in first + 1..classes {
                if labels.contains(&first) && labels.contains(&second) {
                    let index: Vec<usize> = (0..labels.len()).filter(|&i| labels[i] == first || labels[i] == second).collect();
                    pairs.sign.push(index.iter().map(|&i| if labels[i] == first { 1.0 } else { -1.0 }).collect());
                    pairs.index.push(index);
                    pairs.classes.push((first, second));
                }
            }
        }
        pairs
    }

    /// Number of pairs.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Solves every pair on the Gram matrix of the training documents.
    pub fn solve(&self, gram: &Array2<f64>, c: f64, tolerance: f64, warm: Option<&[Vec<f64>]>) -> Duals {
        let options = SvcOptions { tolerance, ..SvcOptions::default() };
        let problem = |p: usize| Svc { gram: gram.view(), index: &self.index[p], sign: &self.sign[p], c };
        let solutions = solve_all(&(0..self.len()).map(problem).collect::<Vec<_>>(), &options, warm.unwrap_or_default());
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
}

/// The class with most votes over pairs; equal votes are settled by the sum of margins, then by the lower index.
pub(super) fn vote(pairs: &[(usize, usize)], classes: usize, decisions: &ArrayView1<'_, f64>) -> usize {
    let mut votes = vec![(0_usize, 0.0_f64); classes];
    for (&(first, second), &decision) in pairs.iter().zip(decisions) {
        votes[if decision > 0.0 { first } else { second }].0 += 1;
        votes[first].1 += decision;
        votes[second].1 -= decision;
    }
    (1..classes).fold(0, |best, class| {
        let (ours, theirs) = (votes[class], votes[best]);
        if ours.0 > theirs.0 || (ours.0 == theirs.0 && ours.1 > theirs.1) { class } else { best }
    })
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn classes_without_training_documents_form_no_pair() {
        let pairs = Pairs::new(&[0, 3, 3, 1], 4);
        assert_eq!(pairs.classes, [(0, 1), (0, 3), (1, 3)]);
        assert_eq!(pairs.index[1], [0, 1, 2]);
        assert_eq!(pairs.sign[1], [1.0, -1.0, -1.0]);
    }

    #[test]
    fn margins_settle_a_circle_of_votes() {
        let pairs = [(0, 1), (0, 2), (1, 2)];
        assert_eq!(vote(&pairs, 3, &array![1.0, -0.1, 0.2].view()), 0);
        assert_eq!(vote(&pairs, 3, &array![0.1, -0.3, 1.0].view()), 1);
        assert_eq!(vote(&pairs, 3, &array![-1.0, -1.0, -0.1].view()), 2);
    }
}
